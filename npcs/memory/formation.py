"""How memories are formed, merged, updated and swept away. Every function here is pure.

What happened becomes an `Impression` (`npcs.memory.impressions`), worded as the villager would see it; `formed` makes
a memory of it, or strengthens the one that says the same already.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from npcs.memory.dynamics import (
    FORGETTING,
    Forgetting,
    attended,
    rehearsed,
)
from npcs.memory.impression import Impression, remembered, when_text
from npcs.memory.impressions import from_reply, own_act, own_reply, perceived
from npcs.memory.lookup import Lookup, lookup
from npcs.memory.opening import opening_villager
from npcs.memory.record import ELEMENTS, Element, ElementState, Memory, MemoryId, SourceKind
from npcs.minds.mind import FiveWs
from npcs.villager import Villager
from world.clock import DAY, Minute

__all__ = [
    "Impression",
    "formed",
    "from_reply",
    "opening_villager",
    "own_act",
    "own_reply",
    "perceived",
    "swept",
    "updated",
    "when_text",
]

ROUTINE = 3.0
"""Up to this importance, what happens again in the same words at the same place is the same memory."""

SAME_OCCASION = DAY
"""Minutes within which even something important, done again in the same way at the same place, is one memory."""


def formed(
    villager: Villager, impression: Impression, now: Minute, seed: int, forgetting: Forgetting = FORGETTING
) -> tuple[Villager, MemoryId | None]:
    """Return the villager with an impression remembered, and the id of its memory.

    A repetition strengthens the memory that is there already, whose id is then below `villager.next_id`. An impression
    without importance is not remembered at all; its id is None.
    """
    if impression.importance <= 0:
        return villager, None
    same = _same(villager, lookup(villager, forgetting), impression, now)
    if same is not None:
        memory = _merged(villager, same, impression, now, seed, forgetting)
        return replace(villager, memories=villager.memories.changed(put=(memory,))), memory.id
    memory = _created(villager, impression, now, seed, forgetting)
    memories = villager.memories.changed(put=(memory,))
    return replace(villager, memories=memories, next_id=memory.id + 1), memory.id


def _created(villager: Villager, impression: Impression, now: Minute, seed: int, forgetting: Forgetting) -> Memory:
    id_, texts = villager.next_id, impression.elements
    who, what, when, where, why = (
        attended(getattr(texts, name), name, seed, villager.id, id_, forgetting) for name in ELEMENTS
    )
    return remembered(impression, id_, now, (who, what, when, where, why))


def _same(villager: Villager, found: Lookup, impression: Impression, now: Minute) -> Memory | None:
    """Return the memory that an impression repeats, the newest first, if there is one."""
    texts = impression.elements
    ids = found.by_thing.get((texts.who or "", texts.what or "", texts.where or ""), ())
    for id_ in sorted(ids, reverse=True):
        memory = villager.memories[id_]
        if _repeats(memory, impression, now) and not found.is_removed(id_, now):
            return memory
    return None


def _repeats(memory: Memory, impression: Impression, now: Minute) -> bool:
    if memory.irreversible or impression.irreversible or memory.participants != impression.participants:
        return False
    words = memory.source.kind in (SourceKind.TOLD, SourceKind.OVERHEARD, SourceKind.OWN)
    routine = max(memory.importance, impression.importance) <= ROUTINE
    return words or routine or now - memory.formed <= SAME_OCCASION


def _merged(
    villager: Villager, memory: Memory, impression: Impression, now: Minute, seed: int, forgetting: Forgetting
) -> Memory:
    """Return a memory after the same thing happened again: it is the latest time that is remembered."""
    again = rehearsed(memory, now, seed, villager.id, forgetting)
    texts = impression.elements
    parts = {
        name: _told_again(again, name, text, villager, seed, forgetting)
        for name in ELEMENTS
        if (text := getattr(texts, name))
    }
    return replace(
        again,
        **parts,
        first=memory.learnt,
        formed=now,
        happened=impression.happened,
        count=memory.count + 1,
        importance=max(memory.importance, impression.importance),
        factor=impression.factor if impression.importance > memory.importance else memory.factor,
        valence=_stronger(memory.valence, impression.valence),
        arousal=max(memory.arousal, impression.arousal),
        tags=_joined(memory.tags, impression.tags),
        entities=_joined(memory.entities, impression.entities),
        facts=_joined(memory.facts, impression.facts),
    )


def _told_again(memory: Memory, name: str, text: str, villager: Villager, seed: int, forgetting: Forgetting) -> Element:
    """Return an element after its text was given again: attention is kept where it was known, else drawn anew."""
    part: Element = getattr(memory, name)
    if part.state is ElementState.KNOWN:
        return replace(part, text=text)
    new = attended(text, f"{name} again {memory.retrievals}", seed, villager.id, memory.id, forgetting)
    return replace(new, attention=max(new.attention, part.attention))


def _stronger(one: float, other: float) -> float:
    return one if abs(one) >= abs(other) else other


def _joined(old: tuple[str, ...], new: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def updated(
    villager: Villager,
    memory_id: MemoryId,
    five_ws: FiveWs,
    now: Minute,
    seed: int,
    forgetting: Forgetting = FORGETTING,
) -> Villager:
    """Return the villager with elements of a memory filled or corrected; what `five_ws` leaves open stays.

    Earlier wordings are kept in the memory's `earlier`, and the memory is renewed: it was just spoken of. A memory that
    is gone, or an update that says nothing, changes nothing.
    """
    memory = villager.memories.get(memory_id)
    given = {name: text for name in ELEMENTS if (text := getattr(five_ws, name))}
    if memory is None or not given:
        return villager
    again = rehearsed(memory, now, seed, villager.id, forgetting)
    lost = [
        part.text if name == "what" else f"{name}: {part.text}"
        for name, text in given.items()
        if (part := getattr(again, name)).text and part.text != text
    ]
    parts = {name: _told_again(again, name, text, villager, seed, forgetting) for name, text in given.items()}
    changed = replace(again, **parts, first=memory.learnt, formed=now, earlier=(*memory.earlier, *lost))
    return replace(villager, memories=villager.memories.changed(put=(changed,)))


def swept(villager: Villager, now: Minute, forgetting: Forgetting = FORGETTING) -> Villager:
    """Return the villager without the memories of which too little is left."""
    due = lookup(villager, forgetting).due(now)
    return replace(villager, memories=villager.memories.changed(remove=due)) if due else villager
