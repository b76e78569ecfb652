"""`tattlewood inspect` as testers use it: what will fade, and what a model would be told."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from playing import Game
from typer.testing import CliRunner

from game.cli import app
from npcs.memory.dynamics import faded, is_removed
from npcs.memory.record import ELEMENTS, ElementState
from npcs.minds.mind import Hit, Recalled
from npcs.prompts.converse import converse_prompt
from saves.asking import asked_at
from saves.home import SaveError
from saves.inspect import Data
from world.clock import DAY


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder with one save in it."""
    folder = tmp_path_factory.mktemp("home")
    Game().walk_and_talk().saved(folder / "saves" / "talk")
    return folder


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the same session, with its states."""
    return Game().walk_and_talk()


@pytest.fixture
def npc(game: Game) -> str:
    """Return who was talked to."""
    return next(iter(game.story.cast))


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch, npc: str):
    """Return what runs `inspect` on the save and gives what it printed."""
    monkeypatch.setenv("TATTLEWOOD_HOME", str(home))

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(app, ["inspect", "talk", "--npc", npc, *arguments], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    return run


def test_a_forecast_is_what_the_law_says(run, game: Game, npc: str):
    """An element is known until the minute that is forecast and forgotten from it on; so with whole memories."""
    data: Data = json.loads(run("--forecast", "30d", "--json"))
    state = game.states[-1]
    assert (data["turn"], data["minute"], data["until"] - data["minute"]) == (
        len(game.turns),
        state.world.minute,
        30 * DAY,
    )
    dated = 0
    for told in data["memories"]:
        memory = state.villagers[npc].memories[told["id"]]
        for name in ELEMENTS:
            element, minute = told["elements"][name], told["elements"][name]["forgotten_at"]
            if minute is not None:
                dated += 1
                assert getattr(faded(memory, minute - 1), name).state is ElementState.KNOWN
                assert getattr(faded(memory, minute), name).state is ElementState.FORGOTTEN
            elif element["state"] == ElementState.KNOWN:
                assert getattr(faded(memory, data["until"]), name).state is ElementState.KNOWN
        goes = told["removed_at"]
        assert is_removed(memory, data["until"]) == (goes is not None)
        if goes is not None:
            assert is_removed(memory, goes)
            assert not is_removed(memory, goes - 1)
    assert dated
    listed = {told["id"] for told in data["memories"]}
    assert listed == {m.id for m in state.villagers[npc].memories if not is_removed(m, state.world.minute)}


def test_a_forecast_reads_as_a_table(run):
    """Each memory has a line with five fates and its own; what goes first stands on top; nothing needs a terminal."""
    text = run("--forecast", "400d")
    lines = text.splitlines()
    assert "if nothing rehearses it" in lines[0]
    assert lines[2].split() == [*ELEMENTS, "the", "memory"]
    assert any("day " in line for line in lines[3:])
    assert any(line.endswith("kept") for line in lines[3:])
    assert "core memories, which never fade" in lines[-1]
    assert text.replace("\n", "").isprintable()
    column = lines[2].index("the memory")
    rows = lines[3:-2]
    fates = [row[column:] for row in rows]
    assert fates == sorted(fates, key=lambda fate: fate == "kept")


@pytest.mark.parametrize("ahead", ["soon", "", "0d", "-3d", "9" * 30 + "d", "40000d", "1 fortnight"])
def test_a_forecast_of_nonsense_is_refused_in_words(ahead: str):
    """The message shows what a length of time looks like."""
    from saves.forecast import horizon

    with pytest.raises(SaveError, match="such as 30d, 12h or 90m"):
        horizon(ahead)


@pytest.mark.parametrize(("ahead", "minutes"), [("30d", 30 * DAY), ("12h", 720), ("90m", 90), ("1d 2h", DAY + 120)])
def test_a_length_of_time_is_understood(ahead: str, minutes: int):
    """Days, hours and minutes, as one writes them."""
    from saves.forecast import horizon

    assert horizon(ahead) == minutes


def test_the_context_is_the_prompt_that_play_would_send(run, game: Game, npc: str):
    """Prompt and table come from the very question that the rules put, and every section keeps its ceiling."""
    data: Data = json.loads(run("--context", "Who was Tomasz?", "--no-embedder", "--json"))
    hits = tuple(Hit(hit["memory"], hit["score"], hit["modes"]) for hit in data["recalled"])
    asked = asked_at(game.story, game.states[-1], npc, "Who was Tomasz?", lambda _question, _villager: Recalled(hits))
    prompt = converse_prompt(game.story, asked.question)
    assert data["messages"] == [message._asdict() for message in prompt.messages]
    assert data["tokens"] == sum(section["tokens"] for section in data["sections"]) <= data["budget"]
    assert data["memory_tokens"] <= data["memory_budget"]
    assert all(section["tokens"] <= section["ceiling"] for section in data["sections"])
    assert all("left_out" in section for section in data["sections"])
    assert "Who was Tomasz?" in data["messages"][-1]["content"]
    assert hits


def test_the_context_reads_as_prompt_and_table(run):
    """The prompt is printed word for word, then the sections with tokens, ceiling and what was left out."""
    data: Data = json.loads(run("--context", "Who was Tomasz?", "--no-embedder", "--json"))
    text = run("--context", "Who was Tomasz?", "--no-embedder")
    for message in data["messages"]:
        assert f"===== {message['role']} =====\n{message['content']}" in text
    table = text[text.rindex("section       ") :].splitlines()
    assert table[0].split() == ["section", "tokens", "ceiling", "left", "out"]
    for line, section in zip(table[1:], data["sections"], strict=False):
        assert line.split()[:3] == [section["name"], str(section["tokens"]), str(section["ceiling"])]
    assert any(line.split() == ["all", str(data["tokens"]), "6500"] for line in table)
    assert "by words, people and time" in text
    assert text.replace("\n", "").isprintable()


def test_nothing_later_exists_in_an_earlier_context(run, game: Game):
    """As of a turn, what was said after it is neither recalled nor among the last lines, nor is its time."""
    early: Data = json.loads(run("--context", "Where were you?", "--no-embedder", "--json", "--turn", "2"))
    late: Data = json.loads(run("--context", "Where were you?", "--no-embedder", "--json"))
    assert early["turn"] == 2
    assert early["minute"] == game.states[2].world.minute
    thanked = "Thank you."
    assert thanked not in early["messages"][-1]["content"]
    assert thanked in late["messages"][-1]["content"]


def test_someone_who_is_elsewhere_is_supposed_to_be_spoken_to(game: Game):
    """A tester can ask of anyone, wherever they are and asleep too; what had to be supposed is said."""
    state = game.states[-1]
    for npc in game.story.cast:
        asked = asked_at(game.story, state, npc, "Good day", lambda _question, _villager: Recalled(()))
        together = state.world.place_of(npc) == state.world.place_of("player")
        awake = not state.world.is_asleep(npc, game.story.village)
        assert bool(asked.supposed) == (not together or not awake)
        assert asked.question.npc == npc
        assert asked.question.context.minute == state.world.minute
    walking = replace(state.world.whereabouts[npc], towards="inn", arrives=state.world.minute + 3)
    away = replace(state, world=replace(state.world, whereabouts={**state.world.whereabouts, npc: walking}))
    asked = asked_at(game.story, away, npc, "Good day", lambda _question, _villager: Recalled(()))
    assert "on the way" in asked.supposed


def test_an_unknown_villager_is_refused_before_anything_is_loaded(home: Path):
    """The message names those there are, at once and without a traceback, for both questions."""
    env = {**os.environ, "TATTLEWOOD_HOME": str(home)}
    for question in (["--context", "Hello"], ["--forecast", "3d"]):
        command = [sys.executable, "-m", "game", "inspect", "talk", "--npc", "ghost", *question]
        done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=Path(__file__).parents[2])
        assert done.returncode == 1
        assert "no villager “ghost”. There are: " in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--forecast", "3d", "--context", "Hello"], ["--no-embedder"]])
def test_questions_that_do_not_go_together_are_refused(home: Path, arguments: list[str]):
    """One question at a time."""
    result = CliRunner().invoke(app, ["inspect", "talk", "--npc", "marta", *arguments])
    assert result.exit_code == 2
    assert "Invalid value" in result.output


def test_the_embedder_finds_by_meaning_and_leaves_the_save_alone(run, home: Path):
    """By default the context is recalled by meaning too, in a folder of its own: the save's stays as it is."""
    before = sorted(path.name for path in (home / "saves" / "talk").iterdir())
    data: Data = json.loads(run("--context", "Is anyone in mourning?", "--json"))
    assert "all-MiniLM-L6-v2" in data["recalled_by"]
    assert any("situation" in hit["modes"] for hit in data["recalled"])
    assert sorted(path.name for path in (home / "saves" / "talk").iterdir()) == before
