"""When each part of a mind will fade if nothing rehearses it: the law of forgetting, read ahead for testers.

Nothing is simulated: the minute at which an element goes is computed from the memory, as it is when the game is played.
"""

from collections.abc import Iterator

from npcs.memory.dynamics import Forgetting, faded, fades_at, is_removed, removed_at
from npcs.memory.record import ELEMENTS, Element, ElementState, Memory
from npcs.story import Story
from npcs.villager import State
from saves.home import SaveError
from saves.inspect import Data, the_villager
from world.clock import Minute, parse_duration, stamp
from world.story import ActorId
from world.text import clean

_LONGEST = 36_500
"""Days: a hundred years. Whoever asks for more has mistyped."""

_WHAT = 44
"""The widest a memory's text is shown, in characters."""


def horizon(text: str) -> int:
    """Return the minutes that `30d`, `12h` or `90 minutes` names.

    Raises:
        SaveError: it is no length of time, or longer than a hundred years.
    """
    minutes = parse_duration(text) if len(text) <= 40 else None
    if not minutes or minutes > _LONGEST * 24 * 60:
        raise SaveError(f"--forecast takes a length of time such as 30d, 12h or 90m, not “{clean(text, 40)}”.")
    return minutes


def forecast(state: State, npc: ActorId, minutes: int, turn: int | None = None) -> Data:
    """Return when each element of each memory will be forgotten within `minutes` from now, ready for JSON.

    A minute is null for what is kept beyond them, and for what is forgotten or unknown already.

    Raises:
        SaveError: there is no such villager.
    """
    villager, now, forgetting = the_villager(state, npc), state.world.minute, state.rules.forgetting
    remembered = [memory for memory in villager.memories if not is_removed(memory, now, forgetting)]
    return {
        "npc": npc,
        "turn": state.turn if turn is None else turn,
        "minute": now,
        "until": now + minutes,
        "memories": [_memory(memory, now, now + minutes, forgetting) for memory in remembered],
    }


def _memory(memory: Memory, now: Minute, until: Minute, forgetting: Forgetting) -> Data:
    kept, goes = faded(memory, now, forgetting), removed_at(memory, forgetting)
    return {
        "id": memory.id,
        "importance": memory.importance,
        "irreversible": memory.irreversible,
        "elements": {name: _element(kept, name, until, forgetting) for name in ELEMENTS},
        "removed_at": goes if goes is not None and goes <= until else None,
    }


def _element(memory: Memory, name: str, until: Minute, forgetting: Forgetting) -> Data:
    element: Element = getattr(memory, name)
    minute = fades_at(memory, name, forgetting)
    return {
        "text": element.text,
        "state": str(element.state),
        "attention": element.attention,
        "forgotten_at": minute if minute is not None and minute <= until else None,
    }


def forecast_text(story: Story, state: State, npc: ActorId, minutes: int, turn: int | None = None) -> str:
    """Return the forecast as a table, the memories that go first on top, without markup or control codes.

    Raises:
        SaveError: there is no such villager.
    """
    data = forecast(state, npc, minutes, turn)
    title = f"{story.cast[npc].name} · turn {data['turn']} · {stamp(data['minute'])}"
    rows = [("", *ELEMENTS, "the memory"), *map(_row, sorted(data["memories"], key=_soonest))]
    lines = [f"{title} · forgotten by {stamp(data['until'])} if nothing rehearses it", "", *_table(rows)]
    lines += ["", f"Always known: {len(story.cast[npc].core_memories)} core memories, which never fade."]
    return "\n".join(lines) + "\n"


def _soonest(memory: Data) -> tuple[float, float, int]:
    """Order by when a memory goes, then by when its first element does."""
    fading = [each["forgotten_at"] for each in memory["elements"].values() if each["forgotten_at"] is not None]
    goes, never = memory["removed_at"], float("inf")
    return never if goes is None else goes, min(fading, default=never), memory["id"]


def _row(memory: Data) -> tuple[str, ...]:
    elements = memory["elements"]
    what = f"{elements['who']['text'] or '?'} {elements['what']['text'] or '?'}"
    short = what if len(what) <= _WHAT else what[: _WHAT - 1] + "…"
    goes = "kept" if memory["removed_at"] is None else f"goes {stamp(memory['removed_at'])}"
    return f"{memory['id']}. {short}", *(_fate(elements[name]) for name in ELEMENTS), goes


def _fate(element: Data) -> str:
    if element["state"] != ElementState.KNOWN:
        return str(element["state"])
    return "kept" if element["forgotten_at"] is None else stamp(element["forgotten_at"])


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
