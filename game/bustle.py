"""The comings and goings of others: told one by one in a short turn, summed up person by person in a long wait.

Pure. Which of several wordings is used depends on the game's seed, the person and the minute, and on nothing else.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from game.phrases import capital
from world.chance import pick
from world.clock import Minute, clock_time
from world.events import Arrived, Left, Started, Stopped
from world.story import ActorId, Village
from world.text import one_of

Bustle: TypeAlias = Arrived | Left | Started | Stopped
"""What somebody does of their own accord, that is no word or act towards anyone."""

FEW = 4
"""How many sentences about comings and goings a turn may hold before they are summed up."""

LONG = 45
"""Minutes over which comings and goings are summed up, were they ever so few."""

MOST_PEOPLE = 5
"""How many people a summary tells of, each in a line; the others only come and go."""

MOST_DOINGS = 3
"""How many of the things that somebody did a summary names."""

_STARTS = ("starts", "sets about", "begins")
_RESUMES = ("goes back to", "returns to")
_LEAVES_OFF = ("leaves off", "breaks off", "stops")
_FINISHES = ("is done", "finishes")
_SETS_OUT = ("sets out for", "leaves for", "heads off to", "goes off to")


class Stay(Struct, frozen=True):
    """What one person was seen to do over a long while."""

    actor: ActorId
    seen: tuple[Bustle, ...]

    @property
    def doings(self) -> tuple[Started, ...]:
        """What they did, each thing once, in order."""
        first = {event.activity: event for event in reversed(self.seen) if isinstance(event, Started)}
        return tuple(sorted(first.values(), key=lambda event: event.minute))

    @property
    def visits(self) -> int:
        """How often they came."""
        return sum(isinstance(event, Arrived) for event in self.seen)

    @property
    def passes(self) -> bool:
        """Whether they were only ever on their way to somewhere else."""
        here: Minute | None = None
        for event in self.seen:
            if isinstance(event, Arrived):
                here = event.minute
            elif not isinstance(event, Left) or event.minute != here:
                return False
        return isinstance(self.seen[-1], Left)


def bustle_words(village: Village, seed: int, happened: Sequence[Bustle]) -> tuple[str, ...]:
    """Return what others were seen to do: a paragraph, or after a long while one line a person."""
    groups = _moments(happened)
    if not groups:
        return ()
    if len(groups) <= FEW and groups[-1][-1].minute - groups[0][0].minute < LONG:
        return (" ".join(_sentence(village, seed, group) for group in groups),)
    actors = dict.fromkeys(event.actor for event in happened)
    stays = [Stay(actor, tuple(event for event in happened if event.actor == actor)) for actor in actors]
    staying = [stay for stay in stays if not stay.passes]
    passing = [stay for stay in stays if stay.passes] + staying[MOST_PEOPLE:]
    lines = [_stay_words(village, seed, stay) for stay in staying[:MOST_PEOPLE]]
    return (*lines, *((_passing_words(village, passing),) if passing else ()))


def _moments(happened: Sequence[Bustle]) -> list[list[Bustle]]:
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
            verb = "comes over from" if village.places[event.place].outdoors else "comes in from"
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


def _stay_words(village: Village, seed: int, stay: Stay) -> str:
    """Return what one person did over hours, in one line with the times that matter."""
    name, first, last = village.name(stay.actor), stay.seen[0], stay.seen[-1]
    if stay.visits <= 1 and len(stay.doings) <= MOST_DOINGS:
        return _timed(village, seed, stay)
    frame = "is in and out" if stay.visits > 1 else "is about"
    until = f"to {clock_time(last.minute)}" if isinstance(last, Left) else "on"
    doings = ", then ".join(village.activities[event.activity].doing for event in stay.doings[:MOST_DOINGS])
    ending = f", and at last {clause_words(village, seed, last)}" if isinstance(last, Left) else ", and is here now"
    return f"{name} {frame} from {clock_time(first.minute)} {until}{f', {doings}' if doings else ''}{ending}."


def _timed(village: Village, seed: int, stay: Stay) -> str:
    """Return what one person did with each time, what was done in one minute in one clause."""
    told = [event for event in stay.seen if not isinstance(event, Stopped)] or stay.seen[-1:]
    name, pronoun = village.name(stay.actor), village.people[stay.actor].pronoun
    clauses: list[str] = []
    for group in _moments(told):
        subject = name if not clauses or pronoun == "they" else pronoun
        clauses.append(f"at {clock_time(group[0].minute)} {subject} {one_of(_clauses(village, seed, group))}")
    return f"{capital('; '.join(clauses))}."


def _passing_words(village: Village, passing: Sequence[Stay]) -> str:
    names = [village.name(stay.actor) for stay in passing]
    if len(passing) == 1 and len(passing[0].seen) == 2 and passing[0].passes:
        return f"{names[0]} passes through at {clock_time(passing[0].seen[0].minute)}."
    return f"{one_of(names)} {'comes and goes' if len(names) == 1 else 'come and go'}."
