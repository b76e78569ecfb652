"""Chance is a question."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from world.chance import chance, pick


@given(st.integers(), st.text(), st.integers())
def test_the_same_question_has_the_same_answer(seed, who, minute):
    """An answer depends on its question alone, and lies in [0, 1)."""
    assert chance(seed, who, minute) == chance(seed, who, minute)
    assert 0 <= chance(seed, who, minute) < 1


def test_an_answer_is_the_same_on_every_machine():
    """Recorded games rest on these numbers; a change here breaks every one of them."""
    assert chance(7, "marta", 420, "wander") == 0.12055611753129647


def test_picks_are_spread_evenly():
    """No option is favoured."""
    picks = Counter(pick(["a", "b", "c"], 1, n) for n in range(3000))
    assert all(900 < count < 1100 for count in picks.values())
