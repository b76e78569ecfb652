"""What an episode is: a run of memories that belong together, what it came to, and how it was appraised.

Records are frozen; whoever changes one returns a new one. How vivid an episode is now is not stored: it is computed
from the record and the minute (`npcs.memory.salience`).
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from hashlib import sha256
from typing import TypeAlias

import msgspec
from msgspec import Struct

from npcs.memory.record import MemoryId
from world.clock import Minute
from world.story import ActorId, FactId

EpisodeId: TypeAlias = int
"""The number of an episode within one villager, from 1; never used twice."""


class Relevance(StrEnum):
    """Whether it matters at all, and to what end (Lazarus, primary appraisal)."""

    IRRELEVANT = "irrelevant"
    BENIGN = "benign"
    STRESSFUL = "stressful"


class Coping(StrEnum):
    """How far the villager feels able to deal with it (Lazarus, secondary appraisal)."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"
    HELPLESS = "helpless"


class Strategy(StrEnum):
    """How they deal with it."""

    NONE = "none"
    """There is nothing to deal with."""

    SAVOUR = "savour"
    CONFRONT = "confront"
    CONCEAL = "conceal"
    SEEK_SUPPORT = "seek_support"
    AVOID = "avoid"
    ENDURE = "endure"


class Agency(StrEnum):
    """Who or what brought it about (Scherer)."""

    SELF = "self"
    OTHER = "other"
    CIRCUMSTANCE = "circumstance"


class Norms(StrEnum):
    """How it sits with what is done and not done (Scherer)."""

    VIOLATED = "violated"
    NEUTRAL = "neutral"
    UPHELD = "upheld"


class Direction(StrEnum):
    """Which way something moved."""

    CLOSER = "closer"
    APART = "apart"


class Turn(StrEnum):
    """What became of a belief."""

    FORMED = "formed"
    STRENGTHENED = "strengthened"
    WEAKENED = "weakened"


class RelationshipChange(Struct, frozen=True):
    """How the episode moved the villager towards a person; the disposition itself is refined elsewhere."""

    person: ActorId
    direction: Direction
    amount: float
    """How far, 0 to 1."""


class BeliefChange(Struct, frozen=True):
    """What became of a belief."""

    belief: str
    turn: Turn


class Changes(Struct, frozen=True):
    """What the episode changed in the villager."""

    relationships: tuple[RelationshipChange, ...] = ()
    beliefs: tuple[BeliefChange, ...] = ()
    knowledge: tuple[FactId, ...] = ()
    """Facts that were new to them."""


class Appraisal(Struct, frozen=True):
    """What the episode means to the villager (Lazarus 1991)."""

    relevance: Relevance = Relevance.IRRELEVANT
    goal_congruence: float = 0.0
    """How far it serves what they want, -1 to 1."""

    coping_potential: Coping = Coping.HIGH
    coping_strategy: Strategy = Strategy.NONE
    causal_attribution: Agency = Agency.CIRCUMSTANCE
    attributed_to: ActorId | None = None
    """Whose doing it was, where it was a person's."""

    norm_compatibility: Norms = Norms.NEUTRAL
    beliefs_formed: tuple[str, ...] = ()


class Portrait(Struct, frozen=True):
    """What a mind may judge about an episode: how it is told and felt."""

    title: str
    gist: str
    """1-2 sentences."""

    detail: str
    """2-4 sentences, in the first person; empty once only the gist is left."""

    arousal: float
    """How strongly it was felt, 0 to 1."""

    valence: float
    """How good or bad it felt, -1 to 1."""

    tags: tuple[str, ...] = ()
    """Feelings by name."""

    themes: tuple[str, ...] = ()
    """What it was about, in a word or two each."""


class Salience(Struct, frozen=True):
    """What the salience of an episode was made of when it was closed."""

    value: float
    """0 to 1, `suppressed` taken off."""

    arousal: float
    valence: float
    """How good or bad it felt, without the sign."""

    novelty: float
    """1 - the greatest cosine to the latest episodes before it."""

    personal: float
    """1.0 for a participant, 0.3 for anyone else."""

    suppressed: float = 0.0
    """What a stronger episode just before it took away."""


class Episode(Struct, frozen=True):
    """A run of memories that belong together."""

    id: EpisodeId
    memories: tuple[MemoryId, ...]
    """In the order of their formation; some may be gone by now."""

    told_of: tuple[MemoryId, ...]
    """Those that gist and detail tell of, the weightiest first."""

    first: Minute
    last: Minute
    """When the first and the last of its memories were formed."""

    place: str
    """As the villager calls it; empty if unknown."""

    participants: tuple[ActorId, ...]
    facts: tuple[FactId, ...]
    """Those that its memories carry, so that a secret in it stays one."""

    portrait: Portrait
    appraisal: Appraisal
    changes: Changes
    initial: Salience
    """Its salience when it was closed, part by part."""

    salience: float
    """Its salience at `since`, 0 to 1; what is left of it now is computed."""

    since: Minute
    """When it was closed, or last retrieved."""

    retrievals: int = 0


class Episodes:
    """A frozen sequence of episodes, in the order they were closed, that knows its own checksum.

    The checksum is kept as `Memories` keeps its own, so that a turn costs the same with ten episodes and a thousand.
    """

    __slots__ = ("_by_id", "checksum")

    def __init__(self, episodes: Iterable[Episode] = ()) -> None:
        self._by_id = {episode.id: episode for episode in episodes}
        self.checksum = sum(map(_fingerprint, self._by_id.values())) % _MODULUS

    def __iter__(self) -> Iterator[Episode]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Episodes) and self._by_id == other._by_id

    def __hash__(self) -> int:
        return self.checksum

    def get(self, id_: EpisodeId | None) -> Episode | None:
        """Return an episode by its number, or None if there is none."""
        return None if id_ is None else self._by_id.get(id_)

    def last(self, count: int) -> list[Episode]:
        """Return the latest episodes, the latest first."""
        return [episode for episode, _ in zip(reversed(self._by_id.values()), range(count), strict=False)]

    def changed(self, put: Iterable[Episode]) -> "Episodes":
        """Return the episodes with some added or replaced."""
        by_id, checksum = dict(self._by_id), self.checksum
        for episode in put:
            old = by_id.get(episode.id)
            checksum += _fingerprint(episode) - (_fingerprint(old) if old else 0)
            by_id[episode.id] = episode
        changed = Episodes()
        changed._by_id, changed.checksum = by_id, checksum % _MODULUS
        return changed


_MODULUS = 1 << 256
_encode = msgspec.json.Encoder(order="deterministic").encode


def _fingerprint(episode: Episode) -> int:
    return int.from_bytes(sha256(_encode(episode)).digest())
