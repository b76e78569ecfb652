"""Lines about where to go and how long to wait."""

import re

from game.parser.hints import no_such_way, unclear
from game.parser.names import fold
from game.parser.result import Ambiguous, Misunderstood, Parsed, Ready
from game.parser.scene import Scene
from world.clock import DAWN, DAY, HOUR, NAMED_HOURS, minute_of_day, next_time, parse_duration, parse_time_of_day
from world.commands import Go, Part, Talk, Wait
from world.story import PLAYER, Exit, PlaceId
from world.text import one_of

DIRECTIONS = {
    "n": "north", "s": "south", "e": "east", "w": "west", "ne": "northeast", "nw": "northwest", "se": "southeast",
    "sw": "southwest", "d": "down", "upstairs": "up", "downstairs": "down", "inside": "in", "outside": "out",
    "upwards": "up", "downwards": "down", "northwards": "north", "southwards": "south", "eastwards": "east",
    "westwards": "west", "northward": "north", "southward": "south", "eastward": "east", "westward": "west",
}  # fmt: skip
"""Other words for a `way`."""

_WAYS = frozenset({*DIRECTIONS.values(), "up", "in", "out"})
IDLE = 10
"""How long a bare `wait` lasts, in minutes."""

NAP = HOUR
"""How long a bare `sleep` lasts by day, in minutes."""

_BED = NAMED_HOURS["dusk"]
_GO = re.compile(
    r"(?:i +)?(?:(?P<plain>go|walk|head|travel|stroll|wander|proceed|march|hurry|run|step|climb|move|return|cross|set "
    r"out|come)|(?P<in>enter|visit|reach|follow))\b *(?P<rest>.*)",
    re.IGNORECASE,
)
_TO = re.compile(
    r"(?:(?:back|on|over|up|down|straight|along|out|off|directly|again) +)*"
    r"(?:into|in|inside|to|towards?|through|for|at|via|by) +",
    re.IGNORECASE,
)
_LEAVE = re.compile(
    r"(?:i +)?(?:leave|depart|exit|get out|go out|go outside|go away|walk out|walk away|step out|out|outside)"
    r"(?: +(?:of +)?(?P<what>.+))?",
    re.IGNORECASE,
)
_SENT_AWAY = frozenset({"get out", "go away", "depart", "outside", "exit"})
"""What one tells others to do."""

_TALK = frozenset({"conversation", "the conversation", "this conversation", "the talk"})
_WAIT = re.compile(r"(?:i +)?(?:wait|z|linger|stay|rest|pass (?:the )?time)\b *(?P<rest>.*)", re.IGNORECASE)
_SLEEP = re.compile(r"(?:i +)?(?:go (?:to )?)?(?:sleep|bed|nap|take a nap|have a nap|doze)\b *(?P<rest>.*)", re.I)
_UNTIL = re.compile(r"(?:until|till|til) +(?:it(?: i|')s +)?(?P<time>.+)", re.IGNORECASE)
_IDLY = re.compile(r"(?:for +)?(?:a +|a +little +|here +for +a +)?(?:bit|while|moment|little|minute|second)|here", re.I)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45,
    "fifty": 50, "sixty": 60, "ninety": 90, "a couple of": 2, "a few": 3, "an": 1, "a": 1,
}  # fmt: skip
_NUMBER_WORD = re.compile(rf"\b({'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")
_HOUR_OF_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?: *(?P<half>am|pm)| *o'? ?clock)?")
_LONGEST_NUMBER = 6
"""Digits a sane duration can have."""


def go(scene: Scene, line: str) -> Parsed | None:
    """Read `go to the inn`, `walk north`, `enter the church`."""
    found = _GO.fullmatch(line)
    if not found or (scene.faced and found["plain"] and found["plain"].lower() == "come"):
        return None
    rest = found["rest"].strip(" .,!")
    if (found["in"] or "").lower() == "follow":
        return _follow(scene, rest)
    return _towards(scene, rest, to_people=(found["plain"] or "").lower() not in ("climb", "cross", "move"))


def _towards(scene: Scene, rest: str, *, to_people: bool = False) -> Parsed:
    if way := way_out(scene, rest):
        return _to(way.to)
    if rest.lower() in ("in", "inside"):
        return _inside(scene)
    if rest.lower() in ("out", "outside", "back") and (rest.lower() != "back" or len(scene.exits) == 1):
        return _out(scene)
    name = _TO.sub("", rest, count=1) if _TO.match(rest) else rest
    name = re.sub(r"^back +", "", name, flags=re.IGNORECASE)
    if way := way_out(scene, re.sub(r"^the +", "", name, flags=re.IGNORECASE)):
        return _to(way.to)
    place = scene.place(name)
    if isinstance(place, str):
        return _to(place)
    who = scene.person(name) if to_people else None
    if isinstance(who, str) and (not scene.faced or who in scene.people):
        return Ready(Talk(actor=PLAYER, to=who))
    return place or (who if isinstance(who, Misunderstood | Ambiguous) else no_such_way(scene, name))


def _follow(scene: Scene, name: str) -> Parsed:
    """Read `follow Marta`: towards where she is seen to be walking."""
    who = scene.person(name)
    walk = scene.state.world.whereabouts.get(who) if isinstance(who, str) else None
    if walk and walk.towards and walk.place == scene.here:
        return _to(walk.towards)
    if isinstance(who, str) and who in scene.people:
        return unclear(f"{scene.called(who)} is here and going nowhere.", f"talk to {scene.called(who)}")
    return who if isinstance(who, Misunderstood | Ambiguous) else no_such_way(scene, name)


def _to(place: PlaceId) -> Ready:
    return Ready(Go(actor=PLAYER, place=place))


def way_out(scene: Scene, words: str) -> Exit | None:
    """Return the exit in a direction, if there is one."""
    typed = words.lower()
    wanted = DIRECTIONS.get(typed, typed)
    for way in scene.exits:
        authored = way.way.lower()
        if authored and wanted in (authored, DIRECTIONS.get(authored), authored.split()[0]):
            return way
    return None


def bare(scene: Scene, line: str) -> Parsed | None:
    """Read a direction or the name of a place alone.

    In a conversation `the church` may be an answer: there only `church`, and only for a place close by, is a command.
    """
    words = line.strip(" .!").lower()
    if way := way_out(scene, words):
        return _to(way.to)
    if scene.faced:
        near = {fold(scene.called(way.to)): way.to for way in scene.exits}
        is_plain = words == line.lower() and not words.startswith("the ")
        return _to(near[fold(words)]) if is_plain and fold(words) in near else None
    if words in ("in", "inside"):
        return _inside(scene)
    place = scene.place(words)
    if isinstance(place, str):
        return _to(place)
    is_direction = words in _WAYS or words in DIRECTIONS
    return no_such_way(scene, DIRECTIONS.get(words, words)) if is_direction else None


def leave(scene: Scene, line: str) -> Parsed | None:
    """Read `leave`, `out`, `leave the inn`, `leave the conversation`."""
    found = _LEAVE.fullmatch(line.rstrip(" .!"))
    if not found:
        return None
    what = (found["what"] or "").strip()
    if what:
        return _leave_what(scene, what)
    if scene.faced and line.lower().rstrip(" .!") in _SENT_AWAY:
        return None
    if scene.faced and (len(scene.exits) != 1 or "away" in line.lower()):
        return Ready(Part(actor=PLAYER))
    return _out(scene)


def _leave_what(scene: Scene, what: str) -> Parsed | None:
    who = scene.person(what)
    if scene.faced and (what.lower() in _TALK or who == scene.faced):
        return Ready(Part(actor=PLAYER))
    if found := re.fullmatch(r"(?:for|to|towards) +(.+)", what, re.IGNORECASE):
        return _towards(scene, found[1])
    return _out(scene) if scene.place(what) == scene.here or what.lower() in ("here", "this place") else None


def _out(scene: Scene) -> Parsed:
    outdoors = tuple(way for way in scene.exits if scene.village.places[way.to].outdoors)
    indoors = not scene.village.places[scene.here].outdoors
    return _one_of(scene, outdoors if indoors and outdoors else scene.exits)


def _inside(scene: Scene) -> Parsed:
    roofed = tuple(way for way in scene.exits if not scene.village.places[way.to].outdoors)
    return _one_of(scene, roofed if scene.village.places[scene.here].outdoors else ())


def _one_of(scene: Scene, ways: tuple[Exit, ...]) -> Parsed:
    if not ways:
        return no_such_way(scene, "")
    if len(ways) == 1:
        return _to(ways[0].to)
    return Ambiguous(f"Do you mean to go to {one_of([scene.called(way.to) for way in ways], 'or')}?")


def wait(scene: Scene, line: str) -> Parsed | None:
    """Read `wait`, `z`, `wait 2h`, `wait until dusk`, `sleep`."""
    now = scene.state.world.minute
    line = line.rstrip(" .!")
    if asleep := _SLEEP.fullmatch(line):
        if asleep["rest"].strip():
            return _waited(scene, asleep["rest"].strip(), "sleep")
        by_night = not DAWN <= minute_of_day(now) < _BED
        return _wait(next_time(now, DAWN) - now if by_night else NAP)
    found = _WAIT.fullmatch(line)
    if not found:
        return None
    rest = found["rest"].strip()
    if not rest:
        return None if scene.faced and line.lower() == "stay" else _wait(IDLE)
    if _IDLY.fullmatch(rest):
        return None if scene.faced else _wait(IDLE)
    return _waited(scene, rest, "wait")


def _waited(scene: Scene, rest: str, verb: str) -> Parsed | None:
    now = scene.state.world.minute
    if until := _UNTIL.fullmatch(rest):
        moment = _moment(now, until["time"].strip().lower())
        minutes = moment - now if moment is not None else None
    else:
        minutes = _minutes(rest.lower())
    if minutes is None:
        return (
            None if scene.faced else unclear(f"How long is “{rest[:40]}”?", f"{verb} 30 minutes, or {verb} until dusk")
        )
    if minutes <= 0:
        return unclear("Time only runs forward.", f"{verb} 30 minutes")
    if minutes > DAY:
        return unclear("A day at a time is as long as one can wait.", f"{verb} 24h")
    return _wait(minutes)


def _wait(minutes: int) -> Ready:
    return Ready(Wait(actor=PLAYER, minutes=minutes))


def _minutes(words: str) -> int | None:
    """Return the minutes that a duration in figures or words names; below zero for a negative one."""
    words = re.sub(r"^(?:for|another|about) +", "", words)
    if re.search(rf"\d{{{_LONGEST_NUMBER},}}", words):
        return DAY + 1
    if re.fullmatch(r"[-−–] *\d.*", words):
        return -1
    if words in ("half an hour", "a half hour", "half hour"):
        return HOUR // 2
    if words in ("a quarter of an hour", "quarter of an hour", "a quarter hour"):
        return HOUR // 4
    words = re.sub(r"(?:an?|one) hour and a half", "90 minutes", words)
    if part := re.fullmatch(r"(\d+)[.,](\d+) *h(?:ours?|rs?)?", words):
        return round(float(f"{int(part[1])}.{int(part[2])}") * HOUR)
    return parse_duration(_NUMBER_WORD.sub(lambda found: str(_NUMBERS[found[1]]), words))


def _moment(now: int, words: str) -> int | None:
    """Return the moment that `dusk`, `14:30`, `9 pm` or `tomorrow morning` names, after `now`."""
    if found := re.fullmatch(r"(?:the +)?(?:tomorrow|next (?:day|morning))(?:'s)?(?: +(?:at +)?(.+))?", words):
        minute = _time_of_day(found[1] or "morning")
        if minute is None:
            return None
        return now - minute_of_day(now) + DAY + minute
    minute = _time_of_day(words)
    return next_time(now, minute) if minute is not None else None


def _time_of_day(words: str) -> int | None:
    minute = parse_time_of_day(words)
    if minute is not None:
        return minute
    plain = _NUMBER_WORD.sub(lambda number: str(_NUMBERS[number[1]]), words)
    found = _HOUR_OF_CLOCK.fullmatch(plain)
    if not found or int(found["hour"]) > 24:
        return None
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] == "pm" else 0)
    return hour * HOUR % DAY
