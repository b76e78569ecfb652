"""The in-game clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world import clock


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("2h", 120),
        ("90 minutes", 90),
        ("1 hour 30", 90),
        ("1 hour and 5 minutes", 65),
        ("an hour", 60),
        ("half an hour", 30),
        ("45", 45),
        ("1d", 1440),
        ("soon", None),
        ("", None),
    ],
)
def test_durations_are_read_as_people_type_them(text, minutes):
    """A player may say how long to wait in any of the usual ways."""
    assert clock.parse_duration(text) == minutes


@pytest.mark.parametrize(("text", "minute"), [("dusk", 1140), ("the dawn", 360), ("14:30", 870), ("25:00", None)])
def test_times_of_day_have_names_and_numbers(text, minute):
    """A time of day may be named or written as on a clock."""
    assert clock.parse_time_of_day(text) == minute


def test_people_speak_of_time_from_where_they_stand():
    """The same moment is worded by how long ago it was."""
    moment = clock.at(2, 19, 30)
    assert clock.when_words(moment, moment + 5) == "just now"
    assert clock.when_words(moment, moment + 120) == "today at dusk"
    assert clock.when_words(moment, moment + clock.DAY) == "yesterday at dusk"
    assert clock.when_words(moment, moment + 3 * clock.DAY) == "three days ago, at dusk"
    assert clock.when_words(clock.at(-5, 23), clock.at(2, 7)) == "a week ago"


@given(st.integers(-20_000, 200_000), st.integers(0, 1439))
def test_the_next_time_of_day_is_always_ahead_and_within_a_day(now, minute):
    """Waiting until an hour never waits for nothing and never for more than a day."""
    ahead = clock.next_time(now, minute)
    assert 0 < ahead - now <= clock.DAY
    assert clock.minute_of_day(ahead) == minute


@given(st.integers(-20_000, 200_000))
def test_day_and_time_tell_the_minute(moment):
    """Day and time together lose nothing."""
    hour, minute = map(int, clock.clock_time(moment).split(":"))
    assert clock.at(clock.day_of(moment), hour, minute) == moment


def test_opening_hours_may_run_over_midnight():
    """An inn that is open from 18:00 to 02:00 is open at 01:00 and closed at noon."""
    assert clock.is_between(clock.at(1, 1), 18 * 60, 2 * 60)
    assert not clock.is_between(clock.at(1, 12), 18 * 60, 2 * 60)
