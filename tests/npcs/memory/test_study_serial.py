"""The studies of `make evals` in a short form: a serial of 30 scenes, a day of village life, a talk of 60 turns."""

from collections.abc import Iterator

import pytest

from npcs.memory.recall import Recaller
from npcs.memory.store import ChromaIndex
from npcs.prompts.budget import BUDGET
from tests.evals.fake_vectors import FakeVectors
from tests.evals.long_game import moments
from tests.evals.script import script
from tests.evals.serial import Played, played
from tests.evals.studies import as_of_leaks, missing, relevant, wrong_knowers
from tests.evals.week import lived

SCENES = 30


@pytest.fixture(scope="module")
def serial() -> Played:
    """Return a short serial, played once."""
    return played(2, SCENES)


@pytest.fixture(scope="module")
def recaller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recaller]:
    """Return the game's own recall over vectors without a model."""
    embedder = FakeVectors()
    recaller = Recaller(embedder, ChromaIndex(tmp_path_factory.mktemp("chroma"), embedder))
    yield recaller
    recaller.close()


def test_the_same_seed_makes_the_same_serial() -> None:
    """A serial is a function of its seed."""
    assert script(2, SCENES) == script(2, SCENES) != script(3, SCENES)


def test_key_facts_hold_what_a_recency_window_has_lost(serial: Played) -> None:
    """A fact whose own words somebody says is among the key facts, however long ago it was told."""
    found = missing(serial)
    named = [needed for needed in found.by_way["key facts"] if needed.style == "named"]
    assert found.styles["named"] > 50
    assert len(found.by_way["recency window"]) > len(found.by_way["key facts"])
    assert named == []


def test_no_mind_recalls_what_comes_later(serial: Played, recaller: Recaller) -> None:
    """Asked as of the end of a scene, no mind knows or recalls anything that came after it."""
    leaks = as_of_leaks(serial, recaller, every=5, questions=2)
    assert leaks.asked > 500
    assert leaks.later == []
    assert leaks.reworded == 0


def test_no_mind_knows_what_it_never_took_in(serial: Played) -> None:
    """Knowledge agrees with the log of who was in the room and awake, for every fact and villager."""
    found = wrong_knowers(serial, every=3)
    assert found.known > 500
    assert found.wrong == []


def test_each_way_of_recalling_brings_relevant_events(serial: Played, recaller: Recaller) -> None:
    """The words of a question bring events to mind that neither recency nor the people around bring."""
    found = relevant(serial, recaller, (SCENES - 1,))
    assert found["+ lexical"].events > found["recency + participants"].events


def test_a_prompt_keeps_to_its_budget_from_the_start(recaller: Recaller) -> None:
    """Sixty turns of talk leave a prompt within the budget, and no larger than a tenth over what thirty left."""
    thirty, sixty = moments(3, recaller, (30, 60))
    assert sixty.memories > thirty.memories
    assert sixty.prompt.tokens <= min(BUDGET, 1.1 * thirty.prompt.tokens)


def test_a_day_alone_leaves_nothing_twice() -> None:
    """Nobody stores anew what they still remember."""
    with pytest.MonkeyPatch.context() as patch:
        week = lived(11, patch, days=2)
    assert week.impressions >= 5
    assert week.again == []
