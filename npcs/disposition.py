"""How one villager is towards one person now: traits and feelings, each beside its authored baseline.

`refined` applies what a mind answered, bounded and signed, and keeps the reason.
"""

from msgspec import Struct

from npcs.character import Character
from npcs.memory.record import MemoryId
from world.clock import Minute
from world.story import ActorId


class TraitNow(Struct, frozen=True):
    """A trait as it shows towards one person."""

    name: str
    wording: str
    strength: float
    """0 to 1; at 0 it is dropped."""

    baseline: float
    """The authored strength; 0 for a trait that memories brought."""

    baseline_wording: str = ""
    good: bool = True


class FeelingsNow(Struct, frozen=True):
    """Feelings towards one person, each -1 to 1."""

    trust: float = 0.0
    warmth: float = 0.0
    fear: float = 0.0
    respect: float = 0.0


class TraitChange(Struct, frozen=True):
    """What a refinement did to one trait."""

    name: str
    before: float
    after: float
    wording_before: str = ""
    wording_after: str = ""


class Refinement(Struct, frozen=True):
    """One change of a disposition, with the memories it came from."""

    turn: int
    minute: Minute
    before: FeelingsNow
    after: FeelingsNow
    traits: tuple[TraitChange, ...]
    because: tuple[MemoryId, ...]
    """The memories with the highest retention about the person."""

    reason: str
    """The heaviest of them, in words, as it was remembered then."""


class Disposition(Struct, frozen=True):
    """How a villager is towards one person."""

    person: ActorId
    baseline: FeelingsNow
    feelings: FeelingsNow
    traits: tuple[TraitNow, ...]
    refinements: tuple[Refinement, ...] = ()
    memories_since: int = 0
    """New memories about the person since the last refinement."""


def opening_disposition(character: Character, person: ActorId) -> Disposition:
    """Return how a villager is towards someone they have just met, or hold an authored opinion of."""
    authored = character.feelings
    opinion = character.opinion_of(person)
    warmth = opinion.feeling if opinion else authored.warmth
    trust = 0.7 * opinion.feeling if opinion else authored.trust
    feelings = FeelingsNow(round(trust, 3), warmth, authored.fear, authored.respect)
    traits = tuple(TraitNow(t.name, t.wording, t.strength, t.strength, t.wording, t.good) for t in character.traits)
    return Disposition(person, feelings, feelings, traits)
