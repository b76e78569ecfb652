"""The in-game clock: whole minutes, counted from midnight before day 1. Nothing here reads a wall clock.

Minutes before the story opens are negative: the murder of a week ago happened at a minute below zero.
"""

import re
from typing import TypeAlias

Minute: TypeAlias = int
"""A moment of the story: minutes since midnight at the start of day 1."""

HOUR = 60
DAY = 24 * HOUR
DAWN = 6 * HOUR
"""When a new day begins for the village: episodes settle, dispositions are refined."""

NAMED_HOURS = {
    "dawn": DAWN,
    "sunrise": DAWN,
    "morning": 8 * HOUR,
    "noon": 12 * HOUR,
    "midday": 12 * HOUR,
    "afternoon": 15 * HOUR,
    "dusk": 19 * HOUR,
    "sunset": 19 * HOUR,
    "evening": 20 * HOUR,
    "night": 22 * HOUR,
    "nightfall": 22 * HOUR,
    "midnight": 24 * HOUR,
}
"""What people call an hour, as minutes after midnight."""

_PARTS_OF_DAY = (
    (5 * HOUR, "in the night"),
    (8 * HOUR, "at dawn"),
    (11 * HOUR, "in the morning"),
    (14 * HOUR, "around noon"),
    (18 * HOUR, "in the afternoon"),
    (20 * HOUR, "at dusk"),
    (22 * HOUR, "in the evening"),
    (24 * HOUR, "late at night"),
)

_DURATION = re.compile(
    r"(?:(?P<days>\d+)\s*d(?:ays?)?)?\s*(?:(?P<hours>\d+)\s*h(?:ours?|rs?)?)?\s*"
    r"(?:(?P<minutes>\d+)\s*(?:m(?:in(?:ute)?s?)?)?)?",
)
_CLOCK_TIME = re.compile(r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)")


def at(day: int, hour: int, minute: int = 0) -> Minute:
    """Return the moment `hour`:`minute` of `day` (day 1 is the first)."""
    return (day - 1) * DAY + hour * HOUR + minute


def day_of(moment: Minute) -> int:
    """Return the day a moment falls on; day 1 is the first, day 0 the day before it."""
    return moment // DAY + 1


def minute_of_day(moment: Minute) -> int:
    """Return the minutes since the last midnight, 0 to 1439."""
    return moment % DAY


def clock_time(moment: Minute) -> str:
    """Return the time of day as `07:05`."""
    hour, minute = divmod(minute_of_day(moment), HOUR)
    return f"{hour:02d}:{minute:02d}"


def stamp(moment: Minute) -> str:
    """Return day and time as `day 2, 14:20`."""
    return f"day {day_of(moment)}, {clock_time(moment)}"


def part_of_day(moment: Minute) -> str:
    """Return how people speak of the hour: `at dusk`, `in the morning`."""
    minute = minute_of_day(moment)
    return next(words for end, words in _PARTS_OF_DAY if minute < end)


def when_words(moment: Minute, now: Minute) -> str:
    """Return how someone at `now` speaks of an earlier `moment`: `just now`, `yesterday at dusk`."""
    if now - moment < 10:
        return "just now"
    days = day_of(now) - day_of(moment)
    if days == 0:
        return f"today {part_of_day(moment)}"
    if days == 1:
        return "last night" if minute_of_day(moment) >= 22 * HOUR else f"yesterday {part_of_day(moment)}"
    if days < 6:
        return f"{_COUNT[days]} days ago, {part_of_day(moment)}"
    if days < 11:
        return "a week ago"
    return f"some {days} days ago" if days < 40 else "long ago"


_COUNT = ("no", "one", "two", "three", "four", "five")


def hours_between(earlier: Minute, later: Minute) -> float:
    """Return the hours from one moment to another, never below zero."""
    return max(0, later - earlier) / HOUR


def next_time(now: Minute, minute_of_the_day: int) -> Minute:
    """Return the next moment after `now` at which the day has that minute."""
    ahead = (minute_of_the_day - minute_of_day(now)) % DAY
    return now + (ahead or DAY)


def parse_duration(text: str) -> int | None:
    """Return the minutes that `2h`, `90 minutes`, `1 hour 30` or `45` name, or None."""
    words = text.strip().lower().replace(" and ", " ")
    words = re.sub(r"^(?:an?|one)\s+(?=hour|day|minute)", "1 ", words)
    words = re.sub(r"^half an hour$", "30", words)
    match = _DURATION.fullmatch(words)
    if not match or not any(match.groups()):
        return None
    days, hours, minutes = (int(group or 0) for group in match.group("days", "hours", "minutes"))
    return days * DAY + hours * HOUR + minutes


def parse_time_of_day(text: str) -> int | None:
    """Return the minute of the day that `dusk`, `14:30` or `noon` names, or None."""
    words = text.strip().lower().removeprefix("the ")
    if words in NAMED_HOURS:
        return NAMED_HOURS[words] % DAY
    match = _CLOCK_TIME.fullmatch(words)
    return int(match["hour"]) * HOUR + int(match["minute"]) if match else None


def is_between(moment: Minute, opens: int, closes: int) -> bool:
    """Return whether a moment's time of day lies in `opens`..`closes`, which may run over midnight."""
    minute = minute_of_day(moment)
    return opens <= minute < closes if opens <= closes else minute >= opens or minute < closes
