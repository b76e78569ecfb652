"""What a villager has in mind when spoken to: everything a mind may use for an answer, and nothing else.

Whatever is not in here the villager does not know. The village mind reads the fields; the language-model mind renders
them into a prompt under a token budget (`npcs.prompts`).
"""

from msgspec import Struct

from npcs.disposition import Disposition
from npcs.memory.episode import EpisodeId
from npcs.memory.record import ElementState, MemoryId, Source
from npcs.rules import RULES, Room
from npcs.villager import Line
from world.clock import Minute
from world.story import ActorId, FactId


class Told(Struct, frozen=True):
    """One element as the villager can tell it now; the text is empty unless it is known."""

    text: str
    state: ElementState


class RecalledMemory(Struct, frozen=True):
    """A memory as it comes to mind now, gaps included."""

    id: MemoryId
    who: Told
    what: Told
    when: Told
    where: Told
    why: Told
    happened: Minute | None
    """When it happened; None once the `when` is gone."""

    weight: float
    """Recency + importance + relevance, 0-30."""

    importance: float
    valence: float
    arousal: float
    participants: tuple[ActorId, ...]
    entities: tuple[str, ...]
    facts: tuple[FactId, ...]
    source: Source
    score: float
    """How strongly it came to mind for this question, from recall."""

    count: int = 1


class RecalledEpisode(Struct, frozen=True):
    """Something the villager went through, as it comes back now."""

    id: EpisodeId
    title: str
    text: str
    """The vivid detail, or the gist, or what is left of that."""

    vivid: bool
    last: Minute | None
    """When it was over; None once they cannot say."""

    salience: float
    tags: tuple[str, ...]
    facts: tuple[FactId, ...]
    """The facts that its memories carry."""


class KeyFact(Struct, frozen=True):
    """A fact that this villager already knows."""

    fact: FactId
    text: str
    """In their own words where the story gives some."""

    since: Minute
    source: Source
    memory: MemoryId | None
    """The memory that carries it; None for what is a core memory."""

    secret: bool = False
    """Whether they would hide it from this person now: the mind may steer around it but not tell it."""

    cover: str = ""
    """What they say instead, when it is hidden."""


class Bystander(Struct, frozen=True):
    """Someone else who is there."""

    id: ActorId
    name: str
    tier: str
    """`full`, `medium` or `low`: how much of them is in the context."""

    about: str
    """Role and traits, or what they are doing, as far as the tier allows."""


class Nearby(Struct, frozen=True):
    """Somewhere one could go, or something one could do, and how far it is."""

    name: str
    minutes: int


class Context(Struct, frozen=True):
    """What a villager has in mind, at one moment, towards one person."""

    npc: ActorId
    person: ActorId
    person_name: str
    minute: Minute
    turn: int
    place: str
    place_name: str
    doing: str
    """What they are doing, or were until spoken to: `shoeing the mare`."""

    stopped: str
    """What they mean to go back to; empty if nothing."""

    needs: dict[str, float]
    """Weights, 1 to 3."""

    disposition: Disposition
    key_facts: tuple[KeyFact, ...]
    recalled: tuple[RecalledMemory, ...]
    recent: tuple[Line, ...]
    present: tuple[Bystander, ...]
    nearby: tuple[Nearby, ...]
    holding: tuple[str, ...]
    """Ids of the things the villager has."""

    things_here: tuple[str, ...]
    """Ids of the things that can be seen, the player's among them."""

    met_before: bool = False
    """Whether they have talked with this person before."""

    seed: int = 0
    room: Room = RULES.room
    """How many tokens of all this fit into a prompt."""

    episodes: tuple[RecalledEpisode, ...] = ()
    """What the memories that came to mind belong to, the one that came first first."""
