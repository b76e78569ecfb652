"""How salient an episode is: one curve that can be read, and a few laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from npcs.memory.episode import Appraisal, Changes, Episode, Portrait
from npcs.memory.salience import Fading, consolidated, cosine, initial, novelty, overshadows, rehearsed, salience
from world.clock import HOUR

UNIT = st.floats(0, 1).map(lambda number: round(number, 3))


def episode(arousal: float = 0.4, value: float = 0.6, since: int = 0) -> Episode:
    """Return an episode that had a salience when it was closed."""
    return Episode(
        id=1,
        memories=(1, 2),
        told_of=(1,),
        first=since,
        last=since,
        place="the forge",
        participants=("player", "krzysztof"),
        facts=(),
        portrait=Portrait("A coin", "A coin was given.", "I was given a coin. I took it.", arousal, 0.6),
        appraisal=Appraisal(),
        changes=Changes(),
        initial=initial(arousal, 0.6, 0.5, took_part=True),
        salience=value,
        since=since,
    )


def test_the_curve_that_one_can_read():
    """A talk at 0.6 is vivid for a day and a half, a gist after four days, and never below 0.3 of its arousal."""
    talk = episode(arousal=0.4, value=0.6)
    days = {day: round(salience(talk, round(day * 24 * HOUR)), 2) for day in (0, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 30)}
    assert days == {0: 0.6, 0.5: 0.53, 1: 0.47, 1.5: 0.42, 2: 0.37, 3: 0.29, 4: 0.23, 5: 0.18, 7: 0.12, 30: 0.12}
    blow = episode(arousal=0.95, value=0.86)
    assert [round(salience(blow, day * 24 * HOUR), 2) for day in (0, 1, 3, 30, 300)] == [0.86, 0.68, 0.42, 0.28, 0.28]


def test_the_formula_of_the_document():
    """0.4 of arousal, 0.2 each of valence without its sign, novelty and personal relevance (1.0 or 0.3)."""
    assert initial(0.5, -0.5, 0.5, took_part=True).value == pytest.approx(0.6)
    assert initial(0.5, 0.5, 0.5, took_part=False).value == pytest.approx(0.46)
    assert initial(1.0, 1.0, 1.0, took_part=True).value == 1.0


def test_a_calm_episode_after_a_stirring_one_is_suppressed():
    """It loses three tenths, and says how much; a stirring one, or one long after, loses nothing."""
    calm = initial(0.2, 0.1, 0.5, took_part=True, after=0.9)
    plain = initial(0.2, 0.1, 0.5, took_part=True)
    assert calm.value == pytest.approx(0.7 * plain.value)
    assert calm.suppressed == pytest.approx(0.3 * plain.value)
    assert initial(0.5, 0.1, 0.5, took_part=True, after=0.9).suppressed == 0
    assert overshadows(episode(), 2 * HOUR)
    assert not overshadows(episode(), 2 * HOUR + 1)


def test_novelty_is_what_no_late_episode_had():
    """Without any before it all is new; the same words again are not; half of the words are half new."""
    assert novelty(("coin", "forg"), ()) == 1.0
    assert novelty(("coin", "forg"), [("mill",), ("forg", "coin")]) == 0.0
    assert novelty(("coin", "forg"), [("coin", "mill")]) == 0.5
    assert cosine((), ("mill",)) == 0.0


@given(UNIT, UNIT, st.integers(0, 90_000), st.integers(0, 90_000))
def test_time_alone_never_raises_it(arousal: float, value: float, one: int, other: int):
    """The later, the less or the same, and never less than the floor or what there was."""
    made = episode(arousal, value)
    earlier, later = sorted((one, other))
    assert salience(made, later) <= salience(made, earlier) <= value
    assert salience(made, later) >= round(min(value, 0.3 * arousal), 6)


@given(UNIT, UNIT, st.lists(st.integers(0, 5_000), max_size=12))
def test_rehearsal_never_lowers_it(arousal: float, value: float, pauses: list[int]):
    """Each retrieval leaves an episode at least as salient as it was, and at most at 1."""
    made, now = episode(arousal, value), 0
    for pause in pauses:
        now += pause
        before, made = salience(made, now), rehearsed(made, now)
        assert before <= salience(made, now) <= 1
    assert made.retrievals == len(pauses)


@given(UNIT, UNIT, st.integers(0, 20_000), st.integers(0, 20_000))
def test_it_does_not_matter_when_the_detail_is_dropped(arousal: float, value: float, dawn: int, asked: int):
    """Whether a dawn came between or not, what has faded that far comes back as a gist."""
    made, (dawn, asked) = episode(arousal, value), sorted((dawn, asked))
    assert rehearsed(consolidated(made, dawn), asked) == rehearsed(made, asked)


def test_below_the_threshold_only_the_gist_is_left():
    """The detail is gone for good: a later retrieval does not bring it back."""
    faint = consolidated(episode(arousal=0.2, value=0.6), 120 * HOUR)
    assert (faint.portrait.detail, faint.portrait.gist) == ("", "A coin was given.")
    for _ in range(10):
        faint = rehearsed(faint, 120 * HOUR)
    assert salience(faint, 120 * HOUR) > 0.4
    assert faint.portrait.detail == ""
    assert consolidated(episode(arousal=0.8), 10_000 * HOUR).portrait.detail


def test_the_rate_can_be_set():
    """With nothing lost in an hour nothing fades; a share outside 0 to 1 is refused by its name."""
    assert salience(replace(episode(), since=0), 999 * HOUR, Fading(hourly=1.0)) == 0.6
    with pytest.raises(ValueError, match=r"salience\.hourly must lie between 0 and 1, not 1\.5"):
        Fading(hourly=1.5)
    with pytest.raises(ValueError, match=r"salience\.shadow must be a number of hours"):
        Fading(shadow=-1)
