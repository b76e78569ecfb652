"""A mind laid open: the keys that programs rely on, and text that people read."""

import json
from pathlib import Path

import msgspec
import pytest
from playing import Game

from npcs.memory.dynamics import faded, is_removed, retention, weight
from npcs.memory.record import ELEMENTS
from npcs.memory.salience import salience
from saves.home import SaveError
from saves.inspect import inspect
from saves.minds import as_json, write_minds
from saves.reading import inspect_text
from world.clock import DAY


@pytest.fixture(scope="module")
def game() -> Game:
    """Return a session with enough talk for a refinement."""
    return Game().walk_and_talk([f"I saw {count} crows by the mill." for count in range(2, 9)])


@pytest.fixture(scope="module")
def npc(game: Game) -> str:
    """Return who was talked to."""
    return next(iter(game.story.cast))


def test_inspect_gives_every_promised_key(game: Game, npc: str):
    """What section 9 of the design lists is there, for a villager who was talked to."""
    data = json.loads(as_json(inspect(game.story, game.states[-1], npc)))
    assert {
        "npc",
        "turn",
        "minute",
        "core_memories",
        "obtained_memories",
        "episodes",
        "needs",
        "current_action",
        "stopped_action",
        "dispositions",
        "knowledge",
    } <= set(data)
    memory = data["obtained_memories"][-1]
    assert {
        "id",
        *ELEMENTS,
        "importance",
        "factor",
        "relevance",
        "recency",
        "weight",
        "valence",
        "arousal",
        "source",
        "hops",
        "episode",
    } <= set(memory)
    assert set(memory["who"]) == {"text", "state", "attention", "retention"}
    towards = data["dispositions"]["player"]
    assert {"name", "baseline", "now"} <= set(towards["traits"][0])
    assert set(towards["feelings"]) == {"trust", "warmth", "fear", "respect"}
    refinement = towards["refinements"][-1]
    assert {"turn", "before", "after", "because"} <= set(refinement)
    assert refinement["after"]["trust"] > refinement["before"]["trust"]
    assert {"name", "weight"} == set(data["needs"][0])
    assert {"fact", "since", "source"} <= set(data["knowledge"][0])
    assert data["core_memories"] == list(game.story.cast[npc].core_memories)


def test_episodes_are_laid_open(game: Game, npc: str):
    """Each episode has every field, its salience now and what it was made of, in the data and in the text."""
    state = game.states[-1]
    data, villager = inspect(game.story, state, npc), state.villagers[npc]
    assert len(data["episodes"]) == len(villager.episodes) > 5
    episode, first = data["episodes"][0], next(iter(villager.episodes))
    assert {
        "id", "memories", "first", "last", "title", "gist", "detail", "place", "participants", "arousal", "valence",
        "tags", "themes", "appraisal", "changes", "salience", "initial_salience", "recalled_as", "retrievals",
    } <= set(episode)  # fmt: skip
    assert set(episode["appraisal"]) == {
        "relevance", "goal_congruence", "coping_potential", "coping_strategy", "causal_attribution", "attributed_to",
        "norm_compatibility", "beliefs_formed",
    }  # fmt: skip
    assert set(episode["changes"]) == {"relationships", "beliefs", "knowledge"}
    assert set(episode["initial_salience"]) == {"value", "arousal", "valence", "novelty", "personal", "suppressed"}
    assert episode["salience"] == salience(first, state.world.minute)
    assert {id_ for each in data["episodes"] for id_ in each["memories"]} == {
        memory.id for memory in villager.memories if memory.episode is not None
    }
    text = inspect_text(game.story, state, npc)
    assert all(each["gist"] in text and each["title"] in text for each in data["episodes"])


def test_numbers_are_those_of_the_formulas(game: Game, npc: str):
    """Weights and retentions are as of the minute of the state, and a memory that is gone is not listed."""
    state = game.states[-1]
    later = msgspec.structs.replace(state, world=msgspec.structs.replace(state.world, minute=state.world.minute + 9999))
    for moment in (state, later):
        now, memories = moment.world.minute, moment.villagers[npc].memories
        listed = {memory["id"]: memory for memory in inspect(game.story, moment, npc)["obtained_memories"]}
        assert set(listed) == {memory.id for memory in memories if not is_removed(memory, now)}
        for id_, data in listed.items():
            kept = faded(memories[id_], now)
            assert data["weight"] == pytest.approx(weight(kept, now))
            assert data["weight"] == pytest.approx(data["recency"] + data["importance"] + data["relevance"], abs=1e-5)
            for name in ELEMENTS:
                assert data[name]["state"] == getattr(kept, name).state
                assert data[name]["retention"] == pytest.approx(retention(kept, name, now), abs=1e-6)


def test_what_has_faded_is_forgotten(game: Game, npc: str):
    """Sixty days later some elements are forgotten and some facts are known no more; nothing was rewritten."""
    state = game.states[-1]
    later = msgspec.structs.replace(
        state, world=msgspec.structs.replace(state.world, minute=state.world.minute + 60 * DAY)
    )
    states = [
        element["state"]
        for memory in inspect(game.story, later, npc)["obtained_memories"]
        for element in (memory[name] for name in ELEMENTS)
    ]
    assert "forgotten" in states
    now = inspect(game.story, state, npc)["obtained_memories"]
    assert all(memory["what"]["state"] == "known" for memory in now)


def test_the_turn_of_the_journal_can_be_given(game: Game, npc: str):
    """After undos the journal's number differs from the state's own; the caller's is shown."""
    assert inspect(game.story, game.states[2], npc)["turn"] == 2
    assert inspect(game.story, game.states[2], npc, turn=9)["turn"] == 9


def test_an_unknown_villager_is_refused_in_words(game: Game):
    """The message names those there are, and shows no control characters."""
    with pytest.raises(SaveError, match=r"no villager “ghost”\. There are: ") as refusal:
        inspect(game.story, game.states[0], "gh\x1b[2Jost")
    assert all(npc in str(refusal.value) for npc in game.story.cast)


def test_minds_are_files_that_people_can_read(game: Game, npc: str, tmp_path: Path):
    """Each villager has a file, indented, with the same content as `inspect`."""
    write_minds(tmp_path, game.story, game.states[-1])
    assert {path.stem for path in (tmp_path / "minds").iterdir()} == set(game.story.cast)
    text = (tmp_path / "minds" / f"{npc}.json").read_text()
    assert json.loads(text) == json.loads(as_json(inspect(game.story, game.states[-1], npc)))
    assert text.startswith('{\n  "npc": ')


def test_the_text_says_what_the_data_say(game: Game, npc: str):
    """Name, memories, needs, knowledge and feelings stand in the text; it holds no control characters."""
    for villager in game.story.cast:
        text = inspect_text(game.story, game.states[-1], villager)
        assert text.replace("\n", "").isprintable()
        assert text.startswith(game.story.cast[villager].name)
    text = inspect_text(game.story, game.states[-1], npc)
    data = inspect(game.story, game.states[-1], npc)
    assert all(f"{need['name']} {need['weight']:.1f}" in text for need in data["needs"])
    assert all(memory["what"]["text"] in text for memory in data["obtained_memories"])
    assert all(core in text for core in data["core_memories"])
    refinement = data["dispositions"]["player"]["refinements"][-1]
    assert f"because of memories {', '.join(map(str, refinement['because']))}" in text
