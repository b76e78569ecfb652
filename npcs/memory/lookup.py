"""What a villager's memories share: an inverted index over wording, entities, facts and telling words.

It is a cache and nothing else: whatever is asked of it could be found by reading every memory, only slower. It follows
a collection from one version to the next by what differs, so that a new memory costs the same with ten thousand.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from npcs.memory.collection import Memories
from npcs.memory.dynamics import FORGETTING, Forgetting, fades_at, removed_at
from npcs.memory.record import ElementState, Memory, MemoryId
from npcs.villager import Villager
from world.clock import Minute
from world.story import ActorId, FactId

Ids: TypeAlias = dict[MemoryId, None]
"""A set of ids. Its order is of no meaning: sort before anything depends on it."""

_KEPT_VILLAGERS = 256

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

_STOP_TEXT = """
a about after again all am an and any are as at away back be because been before being but by came can come could
did do does doing down for from get go goes going gone got had has have having he her here hers him his how i if
in into is it its just know like made make may me might more most much must my no nor not now of off on once one
only or other our out over own said saw say says see seen she should so some somebody such tell that the their
them then there these they thing this those through to told too two up us very was way we well went were what
when where which while who whom why will with without would yes yet you your
"""

STOP_WORDS = frozenset(_STOP_TEXT.split())
"""Words that say nothing about what a text is about."""


_local = threading.local()
"""Indexes and stemmers are changed in place, so each thread has its own."""


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    if not hasattr(_local, "stemmer"):
        from snowballstemmer import stemmer

        _local.stemmer = stemmer("english")
    return str(_local.stemmer.stemWord(word))


@lru_cache(maxsize=1 << 14)
def stems(text: str) -> tuple[str, ...]:
    """Return the telling words of a text, stemmed, in their order, repetitions kept."""
    words = (match.group().lower().replace("’", "'").removesuffix("'s") for match in _WORD.finditer(text))
    return tuple(_stem(word) for word in words if word not in STOP_WORDS and len(word) > 1)


def same_thing(memory: Memory) -> tuple[str, str, str]:
    """Return what two memories of the same thing have in common: who did what, and where."""
    return memory.who.text, memory.what.text, memory.where.text


class Lookup:
    """Where in a collection a wording, an entity, a fact or a word is to be found."""

    def __init__(self, forgetting: Forgetting = FORGETTING) -> None:
        self.forgetting = forgetting
        self.by_thing: dict[tuple[str, str, str], Ids] = {}
        self.by_entity: dict[str, Ids] = {}
        self.by_fact: dict[FactId, Ids] = {}
        self.by_word: dict[str, Ids] = {}
        self._version: Memories | None = None
        self._held: dict[MemoryId, Memory] = {}
        self._removed_at: dict[MemoryId, Minute | None] = {}
        self._silent_at: dict[MemoryId, Minute | None] = {}

    def __len__(self) -> int:
        return len(self._held)

    def follow(self, memories: Memories) -> None:
        """Bring the index to another version of the collection, whichever way it differs."""
        if memories is self._version:
            return
        held = self._held
        changed = [memory for memory in memories if held.get(memory.id) is not memory]
        for memory in changed:
            if not self._swapped(memory):
                self._drop(memory.id)
                self._add(memory)
        if len(held) != len(memories):
            for id_ in [id_ for id_ in held if id_ not in memories]:
                self._drop(id_)
        self._version = memories

    def due(self, now: Minute) -> list[MemoryId]:
        """Return the memories that are past their removal at `now`, in the order of their ids."""
        return sorted(id_ for id_ in self._held if self.is_removed(id_, now))

    def is_removed(self, id_: MemoryId, now: Minute) -> bool:
        """Return whether so much of a memory is lost at `now` that it no longer counts as one."""
        if id_ not in self._removed_at:
            self._removed_at[id_] = removed_at(self._held[id_], self.forgetting)
        minute = self._removed_at[id_]
        return minute is not None and minute <= now

    def tells(self, id_: MemoryId, now: Minute) -> bool:
        """Return whether what a memory is about can still be told at `now`."""
        if id_ not in self._silent_at:
            memory = self._held[id_]
            known = memory.what.state is ElementState.KNOWN
            self._silent_at[id_] = fades_at(memory, "what", self.forgetting) if known else memory.formed
        minute = self._silent_at[id_]
        return (minute is None or minute > now) and not self.is_removed(id_, now)

    def _add(self, memory: Memory) -> None:
        self._held[memory.id] = memory
        for index, key in _keys(self, memory):
            index.setdefault(key, {})[memory.id] = None

    def _swapped(self, memory: Memory) -> bool:
        """Put a changed memory in place of its old self if it stands in the same indexes, as after a rehearsal."""
        old = self._held.get(memory.id)
        if old is None or old.entities != memory.entities or old.facts != memory.facts or old.text != memory.text:
            return False
        self._held[memory.id] = memory
        self._removed_at.pop(memory.id, None)
        self._silent_at.pop(memory.id, None)
        return True

    def _drop(self, id_: MemoryId) -> None:
        memory = self._held.pop(id_, None)
        if memory is None:
            return
        self._removed_at.pop(id_, None)
        self._silent_at.pop(id_, None)
        for index, key in _keys(self, memory):
            ids = index.get(key, {})
            ids.pop(id_, None)
            if not ids:
                index.pop(key, None)


def _keys(lookup: Lookup, memory: Memory) -> Iterator[tuple[dict[Any, Ids], Any]]:
    """Yield every index that a memory stands in, with the key it stands under."""
    yield lookup.by_thing, same_thing(memory)
    for entity in memory.entities:
        yield lookup.by_entity, entity
    for fact in memory.facts:
        yield lookup.by_fact, fact
    for word in set(stems(memory.text)):
        yield lookup.by_word, word


def lookup(villager: Villager, forgetting: Forgetting = FORGETTING) -> Lookup:
    """Return the index of what a villager remembers now. It is good until the next call: do not keep it."""
    kept: OrderedDict[tuple[ActorId, Forgetting], Lookup] = _local.__dict__.setdefault("kept", OrderedDict())
    key = villager.id, forgetting
    if key not in kept:
        kept[key] = Lookup(forgetting)
    kept.move_to_end(key)
    if len(kept) > _KEPT_VILLAGERS:
        kept.popitem(last=False)
    kept[key].follow(villager.memories)
    return kept[key]
