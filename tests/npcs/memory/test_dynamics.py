"""How memories fade: a curve that one can read, and the laws that hold for any memory."""

import pytest
from a_memory import OPENING, memory
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from npcs.memory.dynamics import (
    FORGETTING,
    Forgetting,
    attended,
    attention_to_last,
    faded,
    fades_at,
    is_removed,
    recency,
    rehearsed,
    removed_at,
    retention,
    strength,
    weight,
)
from npcs.memory.record import ELEMENTS, UNKNOWN, Element, ElementState, Memory
from world.clock import DAY, HOUR

CURVE = """
importance    1 hour    6 hours    1 day    3 days    1 week    2 weeks    30 days
1               0.20          ·        ·         ·         ·          ·          ·
3               0.60       0.32     0.20         ·         ·          ·          ·
5               0.99       0.53     0.33      0.22         ·          ·          ·
7               1.39       0.75     0.46      0.31      0.23       0.18          ·
9               1.79       0.96     0.59      0.40      0.30       0.23       0.18
10              1.99       1.07     0.66      0.45      0.33       0.26       0.20
"""


def _curve() -> str:
    hours = {"1 hour": 1, "6 hours": 6, "1 day": 24, "3 days": 72, "1 week": 168, "2 weeks": 336, "30 days": 720}
    lines = ["importance    " + "    ".join(hours)]
    for importance in (1, 3, 5, 7, 9, 10):
        line = f"{importance:<10}"
        for name, after in hours.items():
            now = OPENING + after * HOUR
            kept = faded(memory(importance=importance), now)
            known = kept.what.state is ElementState.KNOWN
            told = f"{retention(kept, 'what', now):.2f}" if known else "·"
            line += told.rjust(4 + len(name))
        lines.append(line)
    return "\n".join(lines)


def test_the_forgetting_curve_is_the_one_the_design_promises() -> None:
    """Unrehearsed, at the least attention, importance 1 goes within a day, 5 within a week, and 9 stays a month."""
    assert _curve() == CURVE.strip()


def test_five_parts_company_as_their_attention_differs() -> None:
    """Parts of one memory that caught more attention are forgotten later."""
    known = replace(
        memory(importance=5),
        **{n: Element(n, ElementState.KNOWN, 1 + i / 2) for i, n in enumerate(ELEMENTS)},
    )
    hours = [((fades_at(known, name) or 0) - OPENING) // HOUR for name in ELEMENTS]
    assert hours == sorted(hours)
    assert len(set(hours)) == 5
    assert 24 < hours[0] < 168


memories = st.builds(
    lambda importance, attentions, states, irreversible, relevance: replace(
        memory(importance=importance, irreversible=irreversible, relevance=relevance),
        **{
            name: UNKNOWN if state is ElementState.UNKNOWN else Element(name, state, attention)
            for name, attention, state in zip(ELEMENTS, attentions, states, strict=True)
        },
    ),
    st.floats(0, 10).map(lambda x: round(x, 2)),
    st.lists(st.integers(2, 20).map(lambda n: n / 2), min_size=5, max_size=5),
    st.lists(st.sampled_from(list(ElementState)), min_size=5, max_size=5),
    st.booleans(),
    st.floats(0, 10),
)
minutes = st.integers(0, 60 * DAY)


def _known(m: Memory) -> set[str]:
    return {name for name in ELEMENTS if getattr(m, name).state is ElementState.KNOWN}


@given(memories, minutes, minutes)
def test_time_alone_never_strengthens(m: Memory, one: int, other: int) -> None:
    """As time passes, retention, recency and weight never rise and nothing lost comes back."""
    early, late = sorted((OPENING + one, OPENING + other))
    assert recency(m, late) <= recency(m, early)
    assert weight(m, late) <= weight(m, early)
    assert strength(m, late) <= strength(m, early)
    assert _known(faded(m, late)) <= _known(faded(m, early))
    for name in ELEMENTS:
        assert retention(m, name, late) <= retention(m, name, early)


@given(memories, minutes, st.integers(), minutes)
def test_rehearsal_never_weakens(m: Memory, after: int, seed: int, later: int) -> None:
    """A memory that was retrieved is at any later time at least as strong as if it had not been."""
    now = OPENING + after
    again = rehearsed(m, now, seed, "marta")
    for name in _known(faded(m, now)):
        assert retention(again, name, now + later) >= retention(m, name, now + later)
    assert _known(faded(m, now + later)) <= _known(faded(again, now + later))
    assert again.retrievals == m.retrievals + 1
    assert _known(again) == _known(faded(m, now))


@given(memories, minutes)
def test_fading_twice_is_fading_once(m: Memory, after: int) -> None:
    """It does not matter how often somebody looks: the same minute has the same gaps."""
    now = OPENING + after
    half = faded(m, OPENING + after // 2)
    assert faded(half, now) == faded(m, now)
    assert faded(faded(m, now), now) == faded(m, now)


@given(memories, minutes)
def test_a_memory_is_removed_only_at_the_threshold(m: Memory, after: int) -> None:
    """A memory goes exactly when as many parts are lost as T says, and an irreversible one never."""
    now = OPENING + after
    lost = 5 - len(_known(faded(m, now)))
    assert is_removed(m, now) == (lost / 5 >= FORGETTING.removal and not m.irreversible)
    if m.irreversible:
        assert removed_at(m) is None
        assert _known(faded(m, now)) == _known(m)


@given(memories, minutes)
def test_weight_stays_between_0_and_30(m: Memory, after: int) -> None:
    """Recency, importance and relevance are each 0 to 10, so their sum is 0 to 30."""
    assert 0 <= recency(m, OPENING + after) <= 10
    assert 0 <= weight(m, OPENING + after) <= 30


@given(memories, st.sampled_from(ELEMENTS))
def test_the_minute_of_forgetting_is_where_the_curve_crosses_the_threshold(m: Memory, name: str) -> None:
    """The minute before an element goes its retention is at the threshold or above, at that minute it is below."""
    minute = fades_at(m, name)
    if minute is None:
        assert m.irreversible or name not in _known(m)
        return
    theta = FORGETTING.threshold
    assert retention(m, name, minute) < theta * (1 + 1e-9)
    if minute > OPENING:
        assert retention(m, name, minute - 1) >= theta * (1 - 1e-9)


@given(st.floats(0.5, 10), st.floats(0, 5000))
def test_attention_can_be_asked_for_by_how_long_it_must_last(importance: float, hours: float) -> None:
    """The attention computed to last some hours does last them."""
    m = memory(importance=importance, attention=attention_to_last(importance, hours))
    assert "what" in _known(faded(m, OPENING + int(hours * HOUR)))


def test_forgetting_asks_chance_only_about_the_memory_itself() -> None:
    """A retrieval draws for each part by seed, villager, memory and retrieval, so other memories never shift it."""
    one = rehearsed(memory(id_=7), OPENING, 3, "marta")
    assert one == rehearsed(memory(id_=7), OPENING, 3, "marta")
    draws = {rehearsed(memory(id_=id_), OPENING, 3, "marta").what.attention - 1 for id_ in range(100)}
    assert draws == set(FORGETTING.increments)
    assert len({part.attention for part in one.elements}) > 1


def test_what_is_formed_has_attention_and_what_is_missing_has_none() -> None:
    """A part that was told begins with attention 1 to 3; one that was not is unknown."""
    parts = [attended("here", "where", 1, "marta", id_) for id_ in range(200)]
    assert {part.attention for part in parts} == {1.0, 1.5, 2.0, 2.5, 3.0}
    assert attended(None, "why", 1, "marta", 1) == UNKNOWN


def test_increments_are_as_likely_as_they_are_set() -> None:
    """Settings decide what attention gains, and how often."""
    settings = Forgetting(increments=(0.0, 4.0), probabilities=(0.25, 0.75))
    gains = [rehearsed(memory(id_=n), OPENING, 1, "marta", settings).who.attention - 1 for n in range(400)]
    assert set(gains) == {0.0, 4.0}
    assert 0.65 < gains.count(4.0) / 400 < 0.85
    assert settings.draw(0.0) == 0.0
    assert settings.draw(0.9999999999999999) == 4.0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"removal": 0.0}, r"forgetting.removal \(T\) must lie between 0 and 1, both excluded, not 0.0"),
        ({"removal": 1.0}, "both excluded, not 1.0"),
        ({"removal": float("nan")}, "both excluded, not nan"),
        ({"alpha": 0.0}, "forgetting.alpha must be a number above 0, not 0.0"),
        ({"beta": -1.0}, "forgetting.beta must be a number above 0"),
        ({"psi": float("inf")}, "forgetting.psi must be a number above 0, not inf"),
        ({"threshold": float("nan")}, "forgetting.threshold must be a number above 0, not nan"),
        ({"probabilities": (0.2, 0.2, 0.2, 0.2, 0.1)}, "forgetting.probabilities must sum to 1, not 0.9"),
        ({"probabilities": (0.5, 0.5)}, "increments has 5 values and forgetting.probabilities 2"),
        ({"increments": (), "probabilities": ()}, "at least one"),
        ({"increments": (-1.0,), "probabilities": (1.0,)}, "forgetting.increments must be numbers of at least 0"),
        ({"increments": (0.0, 1.0), "probabilities": (-0.5, 1.5)}, "forgetting.probabilities must be numbers of at"),
    ],
)
def test_forgetting_that_makes_no_sense_is_refused(wrong: dict[str, object], message: str) -> None:
    """A wrong setting is named, with what it must be."""
    with pytest.raises(ValueError, match=message):
        Forgetting(**wrong)  # type: ignore[arg-type]


def test_a_law_that_hardly_falls_keeps_for_good() -> None:
    """Extreme settings give `never`, not an error."""
    assert fades_at(memory(), "what", Forgetting(psi=0.0001)) is None
    assert fades_at(memory(importance=0.01), "what") == OPENING


@pytest.mark.parametrize(("share", "lost"), [(0.1, 1), (0.2, 1), (0.5, 3), (0.8, 4), (0.81, 5), (0.99, 5)])
def test_t_says_how_many_parts_may_go(share: float, lost: int) -> None:
    """T is a share of five: at 0.8 four lost parts remove a memory."""
    assert Forgetting(removal=share).losses == lost
