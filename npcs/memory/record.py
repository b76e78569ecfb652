"""One thing a villager remembers, in five elements, each known, unknown or forgotten.

Records are frozen; whoever changes one returns a new one. What fades with time is not stored: it is computed from the
record and the minute (`npcs.memory.dynamics`), so that a reload, a replay and another machine forget the same.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from world.clock import Minute
from world.story import ActorId, FactId

MemoryId: TypeAlias = int
"""The sequence number of a memory within one villager, from 1; never used twice."""


class ElementState(StrEnum):
    """Whether an element can be told."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    """Never told."""

    FORGOTTEN = "forgotten"
    """Once known, faded since."""


ELEMENTS = ("who", "what", "when", "where", "why")


class Element(Struct, frozen=True):
    """One of the five parts of a memory."""

    text: str = ""
    """What is remembered; kept after it is forgotten only so that a tester can see what was lost."""

    state: ElementState = ElementState.UNKNOWN
    attention: float = 0.0
    """Random attention Ra: how often and how closely this part was attended to."""


UNKNOWN = Element()


class SourceKind(StrEnum):
    """How a villager came by a memory."""

    WITNESSED = "witnessed"
    TOLD = "told"
    OVERHEARD = "overheard"
    INFERRED = "inferred"
    OWN = "own"
    """Their own words or act."""


class Source(Struct, frozen=True):
    """Where a memory comes from."""

    kind: SourceKind = SourceKind.WITNESSED
    teller: ActorId | None = None
    hops: int = 0
    """How many tellings lie between the memory and the event: 0 for a witness."""

    confidence: float = 1.0
    """How far it is believed, 0 to 1."""


class Memory(Struct, frozen=True):
    """One thing a villager remembers."""

    id: MemoryId
    formed: Minute
    """When it was formed or last renewed by a repetition: recency and retention count from here."""

    happened: Minute
    """When the thing itself happened."""

    who: Element
    what: Element
    when: Element
    where: Element
    why: Element

    importance: float
    """λ, 0-10."""

    factor: str
    """The row of the importance table that gave it."""

    relevance: float = 0.0
    """0-10, judged against the other memories."""

    valence: float = 0.0
    """How good or bad it felt, -1 to 1."""

    arousal: float = 0.0
    """How strongly it was felt, 0 to 1."""

    tags: tuple[str, ...] = ()
    """Feelings by name."""

    participants: tuple[ActorId, ...] = ()
    entities: tuple[str, ...] = ()
    """Ids of the people, places and things in it."""

    facts: tuple[FactId, ...] = ()
    source: Source = Source()
    irreversible: bool = False
    retrievals: int = 0
    count: int = 1
    """How many times the same thing happened and was merged into this memory."""

    first: Minute | None = None
    """When it was first formed, if a repetition or an update renewed it since."""

    connections: tuple[MemoryId, ...] = ()
    """Memories it was seen to belong together with, the latest last."""

    episode: int | None = None
    earlier: tuple[str, ...] = ()
    """Earlier wordings of `what`, oldest first, where an update or a connection changed it."""

    @property
    def elements(self) -> tuple[Element, Element, Element, Element, Element]:
        """The five elements, in the order who, what, when, where, why."""
        return self.who, self.what, self.when, self.where, self.why

    @property
    def learnt(self) -> Minute:
        """When the villager first came to remember it."""
        return self.formed if self.first is None else self.first

    @property
    def text(self) -> str:
        """What is indexed: everything the memory ever knew, in one line."""
        return " ".join(element.text for element in (self.who, self.what, self.where, self.why) if element.text)
