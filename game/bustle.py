"""The comings and goings of others, in sentences: each by itself in a short turn, a line a person in a long wait.

Pure. Which of several wordings is used depends on the game's seed, the person and the minute, and on nothing else.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from world.chance import pick
from world.clock import Minute, clock_time
from world.events import Arrived, Left, Started, Stopped
from world.story import ActivityId, ActorId, Village
from world.text import one_of

Bustle: TypeAlias = Arrived | Left | Started | Stopped
"""What somebody does of their own accord, that is no word or act towards anyone."""

FEW = 4
"""How many sentences about comings and goings a turn may hold before they are summed up."""

LONG = 45
"""Minutes over which comings and goings are summed up, were they ever so few."""

_STARTS = ("starts", "sets about", "begins")
_RESUMES = ("goes back to", "takes up again:", "returns to")
_LEAVES_OFF = ("leaves off", "breaks off", "stops")
_FINISHES = ("is done", "finishes")
_SETS_OUT = ("sets out for", "leaves for", "heads off to", "goes off to")


def bustle_words(village: Village, seed: int, happened: Sequence[Bustle]) -> tuple[str, ...]:
    """Return what others were seen to do: a paragraph, or after a long while one line a person."""
    groups = _moments(happened)
    if not groups:
        return ()
    first, last = groups[0][0].minute, groups[-1][-1].minute
    if len(groups) <= FEW and last - first < LONG:
        return (" ".join(_sentence(village, seed, group) for group in groups),)
    actors = list(dict.fromkeys(event.actor for event in happened))
    lines = [_course(village, seed, [group for group in groups if group[0].actor == actor]) for actor in actors[:6]]
    return (*lines, *(("Others come and go.",) if len(actors) > 6 else ()))


def _moments(happened: Iterable[Bustle]) -> list[list[Bustle]]:
    """Put together what the same person did in the same minute."""
    by_moment: dict[tuple[Minute, ActorId], list[Bustle]] = {}
    for event in happened:
        by_moment.setdefault((event.minute, event.actor), []).append(event)
    return list(by_moment.values())


def _sentence(village: Village, seed: int, group: Sequence[Bustle]) -> str:
    return f"{village.name(group[0].actor)} {one_of(_clauses(village, seed, group))}."


def _clauses(village: Village, seed: int, group: Sequence[Bustle]) -> list[str]:
    first, last = group[0], group[-1]
    if isinstance(first, Arrived) and isinstance(last, Left):
        return [f"passes through, from {village.name(first.origin)} to {village.name(last.towards)}"]
    return [clause_words(village, seed, event) for event in group]


def clause_words(village: Village, seed: int, event: Bustle) -> str:
    """Return what somebody does, without their name: `comes in from the square`."""

    def one(options: Sequence[str]) -> str:
        return pick(options, seed, event.actor, event.minute, type(event).__name__)

    match event:
        case Arrived():
            verb = "comes up from" if village.places[event.place].outdoors else "comes in from"
            return f"{verb} {village.name(event.origin)}"
        case Left():
            return f"{one(_SETS_OUT)} {village.name(event.towards)}"
        case Started():
            return _started(village, event, one(_RESUMES if event.resumed else _STARTS))
        case Stopped():
            return _stopped(village, event, one(_FINISHES if event.finished else _LEAVES_OFF))


def _started(village: Village, event: Started, verb: str) -> str:
    activity = village.activities[event.activity]
    if activity.asleep:
        return "goes back to sleep" if event.resumed else "lies down to sleep"
    return f"{verb} {activity.doing}"


def _stopped(village: Village, event: Stopped, verb: str) -> str:
    activity = village.activities[event.activity]
    return "wakes and gets up" if activity.asleep else f"{verb} {activity.doing}"


def _course(village: Village, seed: int, groups: Sequence[Sequence[Bustle]]) -> str:
    """Return what one person did over hours, in one line with the times of day."""
    name = village.name(groups[0][0].actor)
    told = _without_endings([event for group in groups for event in group])
    if len(told) <= FEW:
        return f"{name} {one_of([_timed(village, seed, event) for event in told])}."
    doings = list(dict.fromkeys(_doing(village, event.activity) for event in told if isinstance(event, Started)))
    middle = f", {one_of(doings[:3])}" if doings else ""
    visits = sum(isinstance(event, Left) for event in told)
    manner = "comes and goes" if visits > 1 else "is about"
    span = f"between {clock_time(told[0].minute)} and {clock_time(told[-1].minute)}"
    return f"{name} {manner} {span}{middle}; at the last {clause_words(village, seed, told[-1])}."


def _doing(village: Village, activity: ActivityId) -> str:
    return village.activities[activity].doing


def _timed(village: Village, seed: int, event: Bustle) -> str:
    return f"{clause_words(village, seed, event)} at {clock_time(event.minute)}"


def _without_endings(happened: Sequence[Bustle]) -> list[Bustle]:
    """Leave out the end of what was followed by something else, and starting again what was just done."""
    kept = [e for e, after in zip(happened, [*happened[1:], None], strict=True) if after is None or not _ends(e)]
    runs = groupby(kept, key=lambda e: e.activity if isinstance(e, Started) else (type(e).__name__, e.minute))
    return [next(run) for _, run in runs]


def _ends(event: Bustle) -> bool:
    return isinstance(event, Stopped)
