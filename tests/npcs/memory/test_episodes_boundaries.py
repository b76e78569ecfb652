"""Where one episode ends and the next begins."""

from itertools import pairwise

import pytest
from a_memory import OPENING, memory
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from npcs.memory.boundaries import LARGEST, is_boundary, segmented
from npcs.memory.record import Element, Memory


def at(minute: int, id_: int = 1, **more: object) -> Memory:
    """Return a memory of the stranger at the forge, formed some minutes after seven."""
    return memory(id_, formed=OPENING + minute, participants=("player", "krzysztof"), **more)


def runs(*memories: Memory) -> list[tuple[int, ...]]:
    """Return the ids of the memories in each episode."""
    return [tuple(each.id for each in run) for run in segmented(memories, "krzysztof")]


def test_a_talk_is_one_episode():
    """What follows within ten minutes, with the same people at the same place, belongs together."""
    assert runs(at(0, 1), at(3, 2), at(13, 3)) == [(1, 2, 3)]


def test_more_than_ten_minutes_end_an_episode():
    """A gap of ten minutes is none yet, of eleven it is one."""
    assert runs(at(0, 1), at(10, 2), at(21, 3)) == [(1, 2), (3,)]


@pytest.mark.parametrize(
    "what",
    [
        "walked in the next morning",
        "spoke again hours later",
        "woke me at dawn",
        "looked up when we reached the well",
        "meanwhile shod the mare",
    ],
)
def test_words_that_open_a_scene_open_an_episode(what: str):
    """A phrase of the table begins another episode, however soon it follows."""
    assert is_boundary([at(0, 1)], at(1, 2, what=what), "krzysztof")


def test_what_is_said_of_another_time_opens_nothing():
    """A scene phrase inside somebody's words is part of the talk."""
    assert not is_boundary([at(0, 1)], at(1, 2, what="told me: “I came the next morning, hours later.”"), "krzysztof")


def test_arriving_elsewhere_opens_an_episode():
    """Another place is another episode; `at the forge` and `the forge` are one place."""
    assert runs(at(0, 1), at(1, 2, where="at the forge"), at(5, 3, where="the inn")) == [(1, 2), (3,)]
    assert runs(at(0, 1), at(1, 2, where=""), at(2, 3)) == [(1, 2, 3)]


def test_other_company_opens_an_episode():
    """With under 30 % of its people among those of the recent memories, something else begins."""
    crowd = replace(at(1, 2), participants=("marta", "bartek", "zofia", "player"))
    some = replace(at(1, 2), participants=("marta", "bartek", "player"))
    assert runs(at(0, 1), crowd) == [(1,), (2,)]
    assert runs(at(0, 1), some) == [(1, 2)]
    assert runs(at(0, 1), replace(at(1, 2), participants=())) == [(1, 2)]


def test_whoever_passes_by_does_not_end_a_talk():
    """A sighting of no importance stays in the episode that goes on around it."""
    passing = replace(at(1, 2, importance=1.0), participants=("bartek",))
    assert runs(at(0, 1), passing, at(2, 3)) == [(1, 2, 3)]


def test_no_episode_has_more_than_25_memories():
    """A long talk is cut when it is full."""
    assert [len(run) for run in runs(*(at(0, id_) for id_ in range(1, 61)))] == [25, 25, 10]


_MEMORIES = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.sampled_from(["the forge", "at the forge", "the inn", ""]),
        st.sets(st.sampled_from(["player", "krzysztof", "marta", "bartek"])),
        st.sampled_from(["spoke", "came the next day", "told me: “Later.”"]),
        st.floats(0.5, 10),
    ),
    max_size=70,
)


@given(_MEMORIES)
def test_every_memory_is_in_one_episode_and_the_order_stays(drawn: list[tuple]):
    """Whatever happened, the runs put together are the memories, none is empty, none above 25."""
    minute, memories = 0, []
    for id_, (gap, where, people, what, importance) in enumerate(drawn, 1):
        minute += gap
        made = at(minute, id_, where=where, what=what, importance=importance)
        memories.append(replace(made, participants=tuple(sorted(people))))
    found = segmented(memories, "krzysztof")
    assert [each for run in found for each in run] == memories
    assert all(0 < len(run) <= LARGEST for run in found)
    for run in found:
        assert all(later.learnt - earlier.learnt <= 10 for earlier, later in pairwise(run))


def test_a_repetition_keeps_a_memory_where_it_was_first():
    """A memory that was renewed since counts from when it was first formed."""
    renewed = replace(at(500, 1), first=OPENING)
    assert runs(renewed, at(5, 2)) == [(1, 2)]
    assert renewed.where == Element("the forge", "known", 1.0)
