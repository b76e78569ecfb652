"""What comes to mind for a question, with the real embedder and real Chroma."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from a_memory import OPENING, memory, villager
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from npcs.memory.embedder import Embedder
from npcs.memory.recall import SHARES, Recaller, fused, with_neighbours
from npcs.memory.store import ChromaIndex
from npcs.minds.mind import Recall, Recalled
from npcs.villager import Villager
from world.clock import DAY, HOUR

COIN = memory(
    1, "gave me a silver coin", importance=7.5, entities=("player", "silver_coin", "forge"), participants=("player",)
)
GRIEF = memory(
    2, "wept over the miller’s body at the pond", "Jadwiga", "the mill pond", "he was her husband",
    importance=9.0, arousal=0.9, valence=-0.9, tags=("grief",), entities=("jadwiga", "mill_pond", "tomasz"),
)  # fmt: skip
CART = memory(
    3, "drove out of the stable yard about nine at night", "Bartek", "the stable yard", "",
    importance=6.0, entities=("bartek", "stable_yard"),
)  # fmt: skip
LAMP = memory(
    4, "saw that the mill burned no lamp that night", "Krzysztof", "the mill", "",
    importance=6.0, entities=("mill",), facts=("mill_dark",),
)  # fmt: skip
WEATHER = memory(5, "said that it would rain before Sunday", "Marta", "the inn", "", importance=3.0)
MIND = villager(COIN, GRIEF, CART, LAMP, WEATHER)


@pytest.fixture
def recaller(embedder: Embedder, tmp_path: Path) -> Iterator[Recaller]:
    """Return a recaller over an index of its own."""
    made = Recaller(embedder, ChromaIndex(tmp_path, embedder))
    yield made
    made.close()


def ask(text: str, *entities: str, minute: int = OPENING, limit: int = 8) -> Recall:
    """Return a question to the smith."""
    return Recall("krzysztof", text, entities, minute, limit)


def ids(recalled: Recalled) -> list[int]:
    """Return the ids that came to mind, best first."""
    return [hit.id for hit in recalled.hits]


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("Do you remember what I gave you?", 1),
        ("Was there a light at the mill?", 4),
        ("Who mourned for Tomasz?", 2),
        ("Did you hear a wagon leave in the evening?", 3),
        ("What will the sky be like?", 5),
    ],
)
def test_what_is_meant_comes_to_mind_before_what_is_only_new(recaller: Recaller, text: str, best: int) -> None:
    """The memory that answers a question comes first, whether or not it shares a word with it."""
    assert ids(recaller.recall(ask(text), MIND))[0] == best


def test_each_hit_says_what_brought_it(recaller: Recaller) -> None:
    """The modes and their scores are in the answer: situation, words, people and things, feeling, time."""
    hits = {hit.id: hit for hit in recaller.recall(ask("Tell me of the grief over the body", "jadwiga"), MIND).hits}
    assert {"situation", "lexical", "entity", "emotion"} <= set(hits[2].modes)
    assert "emotion" not in hits[1].modes
    assert hits[5].modes["time"] == 1.0
    assert all(0 < score <= 1 for hit in hits.values() for score in hit.modes.values())


def test_a_person_or_thing_asked_about_brings_their_memories(recaller: Recaller) -> None:
    """Who or what a question names comes to mind, even if the words say nothing."""
    assert ids(recaller.recall(ask("hm", "bartek"), MIND))[0] == 3
    assert ids(recaller.recall(ask("", "silver_coin"), MIND))[0] == 1


def test_the_neighbours_of_what_comes_to_mind_come_along(recaller: Recaller) -> None:
    """What happened just before and after the best memory is recalled with it."""
    hits = {hit.id: hit for hit in recaller.recall(ask("Was there a light at the mill?"), MIND).hits}
    assert hits[3].modes["neighbour"] == round(hits[4].score / 2, 6)


def test_nothing_later_than_the_question_exists(recaller: Recaller) -> None:
    """As of an earlier minute, a memory formed since does not come to mind, however well it fits."""
    later = replace(COIN, id=6, formed=OPENING + DAY, what=replace(COIN.what, text="gave me a golden coin"))
    mind = villager(*MIND.memories, later)
    text = "Do you remember the golden coin?"
    assert 6 not in ids(recaller.recall(ask(text), mind))
    assert ids(recaller.recall(ask(text, minute=OPENING + DAY), mind))[0] == 6


def test_an_early_minute_is_found_under_many_later_memories(recaller: Recaller) -> None:
    """Hundreds of later memories that fit better do not crowd out the one that existed then."""
    crowd = [
        memory(10 + n, f"gave me coin number {n}", formed=OPENING + HOUR, importance=5.0, entities=("silver_coin",))
        for n in range(300)
    ]
    mind = villager(COIN, WEATHER, *crowd)
    early = recaller.recall(ask("gave me a coin", "silver_coin"), mind)
    assert set(ids(early)) == {1, 5}
    assert {"situation", "lexical"} <= set(early.hits[0].modes)


def test_what_is_gone_does_not_come_back(recaller: Recaller) -> None:
    """A memory past its removal is not recalled, though nobody has swept it away yet."""
    faint = memory(6, "gave me a silver whistle", importance=1.0)
    mind = villager(*MIND.memories, faint)
    assert 6 in ids(recaller.recall(ask("the silver whistle"), mind))
    assert 6 not in ids(recaller.recall(ask("the silver whistle", minute=OPENING + 2 * DAY), mind))


def test_undo_takes_back_what_was_indexed(recaller: Recaller) -> None:
    """Recall with an earlier mind finds what was remembered then, and nothing else."""
    before = recaller.recall(ask("the silver coin"), MIND)
    more = villager(*MIND.memories, memory(6, "threw the silver coin into the pond", importance=7.0))
    assert 6 in ids(recaller.recall(ask("the silver coin"), more))
    assert recaller.recall(ask("the silver coin"), MIND) == before


def test_the_same_question_has_the_same_answer_from_a_new_index(
    recaller: Recaller, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """However the index came about, order of writing included, the answer is the same to the last digit."""
    backwards = Recaller(embedder, ChromaIndex(tmp_path_factory.mktemp("other"), embedder))
    for count in (1, 3):
        backwards.recall(ask("x"), villager(*list(MIND.memories)[-count:]))
    question = ask("What do you know of the mill at night?", "mill")
    assert backwards.recall(question, MIND) == recaller.recall(question, MIND)
    backwards.close()


def test_no_villager_sees_into_another(recaller: Recaller) -> None:
    """What one remembers never comes to another's mind."""
    recaller.recall(ask("coin"), MIND)
    other = Villager(id="marta", memories=villager(WEATHER).memories, next_id=9, needs={}, dispositions={})
    found = recaller.recall(replace(ask("Do you remember the silver coin?", "silver_coin"), npc="marta"), other)
    assert set(ids(found)) == {5}


def test_an_empty_mind_and_an_odd_question_are_no_trouble(recaller: Recaller) -> None:
    """Nothing remembered, nothing asked, or words of no language: an answer, if an empty one."""
    assert recaller.recall(ask("anything"), villager()) == Recalled(())
    for text in (
        "",
        "   ",
        '"; DROP TABLE memory; --',
        "AND OR NOT NEAR(",
        "où est 鍛冶屋?",
        "o'clock * ^ -",
        "x" * 5000,
    ):
        recaller.recall(ask(text), MIND)
    assert ids(recaller.recall(ask("coin", limit=0), MIND)) == []
    assert len(ids(recaller.recall(ask("coin", limit=2), MIND))) == 2


scores = st.dictionaries(st.integers(1, 40), st.floats(0, 1), max_size=20)
modes = st.fixed_dictionaries(dict.fromkeys(SHARES, scores))


@given(modes, st.integers(0, 50), st.randoms(use_true_random=False))
def test_the_order_of_candidates_never_matters(given_modes: dict[str, dict[int, float]], limit: int, chance) -> None:
    """Shuffled candidates and modes fuse to the same hits, best first, ties newest first, scores from 0 to 1."""
    names = list(given_modes)
    chance.shuffle(names)
    shuffled = {}
    for name in names:
        pairs = list(given_modes[name].items())
        chance.shuffle(pairs)
        shuffled[name] = dict(pairs)
    hits = fused(given_modes, limit)
    assert fused(shuffled, limit) == hits
    assert len(hits) <= limit
    assert [(-hit.score, -hit.id) for hit in hits] == sorted((-hit.score, -hit.id) for hit in hits)
    assert all(0 <= hit.score <= 1 and round(hit.score, 6) == hit.score for hit in hits)


@given(modes, st.integers(1, 12))
def test_neighbours_never_displace_what_brought_them(given_modes: dict[str, dict[int, float]], limit: int) -> None:
    """The best hit stays the best, and only what exists comes along."""
    hits = fused(given_modes, limit)
    more = with_neighbours(hits, lambda id_: id_ % 2 == 0, limit)
    assert len(more) <= limit
    if hits:
        assert more[0].id == hits[0].id
    assert {hit.id for hit in more if set(hit.modes) == {"neighbour"}} <= {n for n in range(42) if n % 2 == 0}


def test_a_mode_that_finds_more_only_adds() -> None:
    """Being found by two modes is worth the sum of both."""
    [hit] = fused({"situation": {7: 0.8}, "lexical": {7: 0.5}}, 3)
    assert hit.score == pytest.approx(0.8 * SHARES["situation"] + 0.5 * SHARES["lexical"])
    assert hit.modes == {"situation": 0.8, "lexical": 0.5}


def test_shares_are_a_whole() -> None:
    """A memory that fits in every way scores 1."""
    assert sum(SHARES.values()) == pytest.approx(1.0)
