"""How memories come to bear on one another."""

import random

from a_memory import OPENING, STORY, memory, villager
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from npcs.memory.collection import Memories
from npcs.memory.lookup import lookup, stems
from npcs.memory.record import Memory
from npcs.memory.relevance import connected, telling
from npcs.villager import Villager


def with_new(mind: Villager, new: Memory) -> Villager:
    """Return the villager after one more memory was formed and held against the others."""
    after = replace(mind, memories=mind.memories.changed(put=(new,)), next_id=new.id + 1)
    return connected(after, new.id, STORY)


NEIGHBOUR = memory(
    1, "was sneaking around by night", "Bartek", "the church", importance=5, entities=("bartek", "church")
)
DINNER = memory(2, "ate a bowl of stew", "Marta", "the inn", "hunger", importance=1, entities=("marta", "inn"))
THEFT = memory(
    3, "told me that candlesticks were stolen from the church", "Marta", "the forge", importance=8,
    entities=("marta", "candlesticks", "church"), facts=("theft",),
)  # fmt: skip


def test_the_neighbour_by_the_church_matters_once_something_is_stolen_from_the_church() -> None:
    """When a new memory connects with an old one, both rise, and each knows of the other; a dinner does not."""
    before = villager(NEIGHBOUR, DINNER)
    assert connected(before, 2, STORY).memories[1].relevance == 0
    after = with_new(before, THEFT)
    neighbour, dinner, theft = after.memories
    assert neighbour.relevance > 2
    assert theft.relevance > 1
    assert dinner.relevance == 0
    assert (neighbour.connections, theft.connections[0]) == ((3,), 1)
    assert neighbour.relevance > theft.relevance


def test_what_a_villager_meets_everywhere_connects_nothing() -> None:
    """One's own workplace, oneself and the player are in everything and tell nothing."""
    one = memory(1, "praised the weather", importance=9, entities=("player", "krzysztof", "forge"))
    two = memory(2, "lost a button", importance=9, entities=("player", "krzysztof", "forge"), why="")
    assert with_new(villager(one), two).memories[2].relevance == 0


def test_a_trifle_wins_relevance_but_lends_none() -> None:
    """Somebody seen by the church matters after the theft, but makes the theft no more than it is."""
    after = with_new(villager(replace(NEIGHBOUR, importance=1.0)), THEFT)
    assert after.memories[1].relevance > 2
    assert (after.memories[3].relevance, after.memories[3].connections) == (0, ())


def test_a_shared_fact_connects_even_without_a_shared_word() -> None:
    """Two accounts of one fact belong together however they are worded."""
    one = memory(1, "aaa", "x", "y", "z", importance=6, facts=("mill_dark",))
    two = memory(2, "bbb", "p", "q", "r", importance=6, facts=("mill_dark",))
    after = with_new(villager(one), two)
    assert after.memories[1].relevance == after.memories[2].relevance > 2


def test_rarity_tells() -> None:
    """What one other memory has tells most, what all have tells nothing."""
    assert telling(2, 20_000) == 1.0
    assert telling(2, 20_000) > telling(50, 20_000) > telling(5_000, 20_000) > 0
    assert telling(21, 20) == 0.0


_WORDS = ["mill", "church", "knife", "blood", "lamp", "oil", "cart", "coin"]
texts = st.lists(
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4),
    min_size=1,
    max_size=25,
)


@given(texts, st.randoms(use_true_random=False))
def test_relevance_stays_within_bounds_and_does_not_depend_on_what_was_looked_up_before(
    bags: list[list[str]], chance: random.Random
) -> None:
    """Relevance never falls, never leaves 0 to 10, and is the same whichever villager the index followed before."""
    new = [memory(n, " ".join(bag), "", "", "", importance=9.0) for n, bag in enumerate(bags, 1)]
    mind, history = villager(), list[Villager]()
    for each in new:
        before = {m.id: m.relevance for m in mind.memories}
        mind = with_new(mind, each)
        history.append(mind)
        assert all(m.relevance >= before.get(m.id, 0) for m in mind.memories)
        assert all(0 <= m.relevance <= 10 for m in mind.memories)
    again = villager()
    for each in new:
        lookup(chance.choice(history))
        again = with_new(again, each)
    assert again == mind


@given(st.lists(st.lists(st.integers(1, 30), max_size=12, unique=True), min_size=1, max_size=6))
def test_the_lookup_follows_any_change_of_a_collection(versions: list[list[int]]) -> None:
    """Forwards, back (undo) or to another game: the index always says what the memories at hand say."""
    for number, ids in enumerate(versions):
        made = [memory(id_, f"word{id_} round{number % 2}", entities=(f"e{id_ % 3}",), facts=("theft",)) for id_ in ids]
        found = lookup(villager(*made))
        assert len(found) == len(made)
        for entity in ("e0", "e1", "e2"):
            assert set(found.by_entity.get(entity, ())) == {m.id for m in made if entity in m.entities}
        assert set(found.by_word) == {stem for m in made for stem in stems(m.text)}
        assert set(found.by_fact.get("theft", ())) == {m.id for m in made}


def test_the_lookup_keeps_nothing_of_a_collection_that_is_left() -> None:
    """An emptied mind leaves no word behind."""
    lookup(villager(NEIGHBOUR, THEFT))
    found = lookup(replace(villager(), memories=Memories()))
    assert not found.by_word
    assert not found.by_thing
    assert found.due(OPENING) == []


def test_words_are_compared_by_their_stems() -> None:
    """`Stolen candlesticks` and `the candlestick` share a stem; words that say nothing are left out."""
    assert stems("The miller’s candlesticks") == stems("miller candlestick")
    assert stems("what did you do to him then") == ()
