"""Who knows what: derived from memories, so that what fades is no longer known. Every function here is pure."""

from msgspec import Struct

from npcs.memory.dynamics import FORGETTING, Forgetting, fades_at
from npcs.memory.lookup import lookup
from npcs.memory.record import ElementState, Memory, MemoryId, Source, SourceKind
from npcs.villager import Villager
from world.clock import Minute
from world.story import FactId


class Known(Struct, frozen=True):
    """A fact that a villager knows, and how they came by it."""

    fact: FactId
    since: Minute
    """When they first came to know it, as far as any memory still says."""

    source: Source
    """The best source they have for it; who told them is gone once they have forgotten who it was."""

    memory: MemoryId
    """The memory that carries it best."""


_STANDING = {
    SourceKind.WITNESSED: 0,
    SourceKind.INFERRED: 1,
    SourceKind.TOLD: 2,
    SourceKind.OVERHEARD: 3,
    SourceKind.OWN: 4,
}
"""Which source speaks first for a fact. Having said it oneself proves only that one knew it."""


def knowledge(villager: Villager, now: Minute, forgetting: Forgetting = FORGETTING) -> dict[FactId, Known]:
    """Return the facts a villager knows at `now`, by id, in the order of the ids.

    A fact is known while a memory that carries it still has its `what`.
    """
    found = lookup(villager, forgetting)
    facts: dict[FactId, Known] = {}
    for fact in sorted(found.by_fact):
        ids = found.by_fact[fact]
        telling = (memory for id_ in ids if (memory := villager.memories[id_]).learnt <= now and found.tells(id_, now))
        if memories := sorted(telling, key=_best_first):
            since = min(memory.learnt for memory in memories)
            facts[fact] = Known(fact, since, _source_now(memories[0], now, forgetting), memories[0].id)
    return facts


def _best_first(memory: Memory) -> tuple[int, int, Minute, MemoryId]:
    return _STANDING[memory.source.kind], memory.source.hops, memory.learnt, memory.id


def _source_now(memory: Memory, now: Minute, forgetting: Forgetting) -> Source:
    """Return where a memory is from as it is remembered now: a teller whose name has faded is somebody."""
    source = memory.source
    fades = fades_at(memory, "who", forgetting)
    gone = memory.who.state is not ElementState.KNOWN or (fades is not None and fades <= now)
    if source.teller is None or not gone:
        return source
    return Source(source.kind, None, source.hops, source.confidence)
