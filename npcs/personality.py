"""How memories of a person change a villager towards them: when to ask, and the bounds on what a mind may answer."""

from msgspec.structs import replace

from npcs.character import FEELINGS
from npcs.disposition import Disposition, FeelingsNow, Refinement, TraitChange, TraitNow
from npcs.memory.dynamics import FORGETTING, Forgetting, faded, strength
from npcs.memory.record import ElementState, Memory
from npcs.minds.mind import Refined
from npcs.villager import State, Villager
from world.clock import Minute
from world.story import ActorId

MEMORIES_BETWEEN = 8
"""New memories about a person after which a disposition is refined without waiting for dawn."""

STRONGEST = 8
"""How many memories a refinement is judged from."""

SHAKING = 8.0
"""The importance of a memory that refines a disposition at once: nobody waits for dawn to resent a blow."""

MOST_TRAITS = 7
"""How many traits a villager shows towards one person."""

LARGEST_STEP = {"subtle": 0.1, "moderate": 0.2, "strong": 0.4}
"""The most that one refinement changes a feeling or a trait's strength, by setting."""


def strongest_about(
    villager: Villager, person: ActorId, now: Minute, forgetting: Forgetting = FORGETTING
) -> list[Memory]:
    """Return the memories about a person with the highest retention, strongest first."""
    about = [faded(memory, now, forgetting) for memory in villager.memories if person in memory.participants]
    known = [memory for memory in about if memory.what.state is ElementState.KNOWN]
    return sorted(known, key=lambda memory: (-strength(memory, now, forgetting), memory.id))[:STRONGEST]


def is_due(disposition: Disposition, *, dawn: bool) -> bool:
    """Return whether a disposition is to be refined now."""
    return disposition.memories_since >= (1 if dawn else MEMORIES_BETWEEN)


def refined(disposition: Disposition, answer: Refined, because: list[Memory], state: State, pace: str) -> Disposition:
    """Return a disposition after a refinement, each change held within `LARGEST_STEP[pace]`."""
    step = LARGEST_STEP[pace]
    feelings = _feelings_within(disposition.feelings, answer.feelings, step)
    traits, changes = _traits_within(disposition.traits, answer, step)
    settled = replace(disposition, memories_since=0)
    if feelings == disposition.feelings and not changes:
        return settled
    refinement = Refinement(
        turn=state.turn,
        minute=state.world.minute,
        before=disposition.feelings,
        after=feelings,
        traits=tuple(changes),
        because=tuple(memory.id for memory in because),
        reason=in_words(because[0]) if because else "",
    )
    return replace(settled, feelings=feelings, traits=traits, refinements=(*disposition.refinements, refinement))


def in_words(memory: Memory) -> str:
    """Return who did what, as far as it is still known."""
    who = memory.who.text if memory.who.state is ElementState.KNOWN else "somebody"
    return f"{who} {memory.what.text}"


def _within(now: float, wanted: float, step: float, least: float, most: float) -> float:
    return round(max(least, min(most, max(now - step, min(now + step, wanted)))), 3)


def _feelings_within(now: FeelingsNow, wanted: FeelingsNow, step: float) -> FeelingsNow:
    return FeelingsNow(**{f: _within(getattr(now, f), getattr(wanted, f), step, -1.0, 1.0) for f in FEELINGS})


def _traits_within(
    now: tuple[TraitNow, ...], answer: Refined, step: float
) -> tuple[tuple[TraitNow, ...], list[TraitChange]]:
    """Apply what the answer says of each trait; what it does not mention stays as it is."""
    traits, changes = {trait.name: trait for trait in now}, list[TraitChange]()
    for wanted in answer.traits:
        old = traits.get(wanted.name) or TraitNow(wanted.name, "", 0.0, 0.0, "", wanted.good)
        if wanted.name not in traits and len(traits) >= MOST_TRAITS:
            continue
        new = replace(old, wording=wanted.wording, strength=_within(old.strength, wanted.strength, step, 0.0, 1.0))
        if new != old:
            traits[wanted.name] = new
            changes.append(TraitChange(old.name, old.strength, new.strength, old.wording, new.wording))
    # A trait that memories brought and took away again is gone; an authored one stays visible at 0.
    return tuple(trait for trait in traits.values() if trait.strength > 0 or trait.baseline > 0), changes
