"""How memories come to bear on one another. Pure, and as fast with twenty thousand memories as with twenty.

A memory alone has no relevance. When a new one shares with an old one something that tells (a fact, a place, a person,
a thing, a word that few other memories have), both rise: the neighbour by the church means little until something is
stolen from the church.
"""

from collections.abc import Iterable
from math import log

from msgspec.structs import replace

from npcs.memory.dynamics import FORGETTING, MOST, Forgetting
from npcs.memory.lookup import Ids, Lookup, lookup, stems
from npcs.memory.record import Memory, MemoryId
from npcs.story import Story
from npcs.villager import Villager
from world.story import PLAYER, ActorId

FACT, PLACE, THING, PERSON, WORD = 3.0, 2.0, 2.0, 1.5, 1.0
"""What sharing one of each is worth, where nothing else has it."""

WORDS_COUNTED = 3
"""How many shared words count, the most telling first: a long sentence is no closer for its length."""

UBIQUITOUS = 0.3
"""What more than this share of at least `FEW` memories have tells nothing."""

FEW = 10

CANDIDATES = 400
"""The most memories that are compared with a new one, those with the most telling things in common first."""

CONNECTS = 1.6
"""How much two memories must share to be seen as belonging together: more than one person, less than one place."""

STRONGEST = 6
"""How many connections one new memory makes at most."""

TRIFLE = 1.0
"""Up to this importance a memory lends no other any relevance, though it can win some."""

STEEPNESS = 4.0
"""How much must be shared with a memory of importance 10 to win half of the relevance that is still missing."""


def connected(villager: Villager, memory_id: MemoryId, story: Story, forgetting: Forgetting = FORGETTING) -> Villager:
    """Return the villager after a new memory was held against all others; it and those it connects with rise."""
    memory = villager.memories.get(memory_id)
    if memory is None:
        return villager
    links = _links(villager, memory, story, forgetting)
    if not links:
        return villager
    changed, risen = [], memory
    for id_, shared in links:
        other = villager.memories[id_]
        changed.append(_risen(other, shared, memory))
        risen = _risen(risen, shared, other)
    return replace(villager, memories=villager.memories.changed(put=(*changed, risen)))


def _risen(memory: Memory, shared: float, other: Memory) -> Memory:
    """Return a memory with the relevance that its connection with another brings it."""
    if other.importance <= TRIFLE:
        return memory
    pull = shared * other.importance / MOST
    # A quotient, and no exponential: basic arithmetic gives the same bits on every machine.
    gained = (MOST - memory.relevance) * pull / (pull + STEEPNESS)
    connections = tuple(dict.fromkeys((*memory.connections, other.id)))
    return replace(memory, relevance=round(memory.relevance + gained, 3), connections=connections[-STRONGEST * 2 :])


def _links(villager: Villager, memory: Memory, story: Story, forgetting: Forgetting) -> list[tuple[MemoryId, float]]:
    """Return the memories that belong together with one, with how much they share, strongest first."""
    found = lookup(villager, forgetting)
    shared: dict[MemoryId, float] = {}
    words: dict[MemoryId, list[float]] = {}
    signals = _signals(villager.id, memory, found, story)
    for _, worth, is_word, ids in sorted(signals, key=lambda signal: (-signal[1], signal[0])):
        for id_ in sorted(ids) if len(ids) <= CANDIDATES else ():
            if id_ == memory.id or (id_ not in shared and len(shared) >= CANDIDATES):
                continue
            if is_word:
                counted = words.setdefault(id_, [])
                if len(counted) >= WORDS_COUNTED:
                    continue
                counted.append(worth)
            shared[id_] = shared.get(id_, 0.0) + worth
    together = [(id_, round(worth, 6)) for id_, worth in shared.items() if worth >= CONNECTS]
    return sorted(together, key=lambda link: (-link[1], -link[0]))[:STRONGEST]


def _signals(npc: ActorId, memory: Memory, found: Lookup, story: Story) -> Iterable[tuple[str, float, bool, Ids]]:
    """Yield what of a memory could connect it: its key, what sharing it is worth, whether it is a word, who has it."""
    ever_present = _ever_present(npc, story)
    named: set[str] = set()
    for fact in memory.facts:
        yield from _signal(f"fact {fact}", FACT, False, found.by_fact.get(fact, {}), found)
    for entity in memory.entities:
        named |= set(stems(story.village.name(entity)))
        # Who told it is where it comes from, not what it is about.
        if entity not in ever_present and entity != memory.source.teller:
            ids = found.by_entity.get(entity, {})
            yield from _signal(f"entity {entity}", _worth(entity, story), False, ids, found)
    # A place shared as a place must not count again as the word for it.
    for word in sorted(set(stems(memory.text)) - named):
        yield from _signal(f"word {word}", WORD, True, found.by_word.get(word, {}), found)


def _signal(key: str, worth: float, is_word: bool, ids: Ids, found: Lookup) -> Iterable[tuple[str, float, bool, Ids]]:
    count, total = len(ids), len(found)
    if count < 2 or (total >= FEW and count > UBIQUITOUS * total):
        return
    yield key, worth * telling(count, total), is_word, ids


def telling(count: int, total: int) -> float:
    """Return how much it tells that `count` of `total` memories share something, 0 to 1 (inverse document frequency).

    One in common with a single other memory tells most, whatever the size of the collection.
    """
    # A small collection is taken for one of `FEW`: with three memories everything would seem common.
    size = max(total, FEW)
    return round(min(1.0, log(size / (count - 1)) / log(size)), 6) if count > 1 else 1.0


def _ever_present(npc: ActorId, story: Story) -> set[str]:
    """Return who and where is in so much of a villager's life that it connects nothing."""
    character = story.cast[npc]
    return {npc, PLAYER, character.home, *filter(None, (character.workplace,))}


def _worth(entity: str, story: Story) -> float:
    village = story.village
    if entity in village.places:
        return PLACE
    return THING if entity in village.things else PERSON
