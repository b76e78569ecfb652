"""The screen, as a player types and reads it."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from piloting import answered, picture, playing, prompt, told, typed, until, words

from game.playable import Passage, Played
from game.tui import commands
from game.tui.app import TattlewoodApp
from game.tui.screens.page import Page
from game.tui.widgets.lines import Progress, Waiting
from game.tui.widgets.panels import HerePanel, PersonPanel


async def test_the_opening_and_the_panels_are_there_at_once(game) -> None:
    """The opening can be read, with status, who and what is here, and the keys."""
    async with playing(game) as pilot:
        assert told(pilot)[:3] == ["Tattlewood", "The forge", "The forge is hot and smells of burnt horn."]
        shown = picture(pilot)
        assert shown[0].strip().startswith("Tattlewood · day 1, 07:00, at dawn · the forge")
        assert shown[0].strip().endswith("village mind")
        assert "Krzysztof, shoeing the mare" in words(pilot.app.screen.query_one(HerePanel))
        assert "f1 Help" in shown[-1]
        assert prompt(pilot).has_focus


async def test_the_first_frame_waits_for_nothing(game) -> None:
    """The screen is there before the game is opened, and the opening before anything is loaded."""
    order: list[str] = []

    def opened() -> Any:
        order.append("opened")
        return game

    async def warm(tell: Any) -> None:
        order.append("warm")

    game.warm = warm
    async with TattlewoodApp(opened, order.append).run_test() as pilot:
        await until(pilot, lambda: len(order) == 4)
    assert order == ["first", "opened", "opening", "warm"]


def test_the_screen_imports_nothing_heavy() -> None:
    """Neither models nor the story's schema are imported for the first frame."""
    heavy = "torch", "chromadb", "litellm", "numpy", "sentence_transformers", "pydantic"
    code = f"import sys, game.tui.app; print([m for m in {heavy} if m in sys.modules])"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"


async def test_a_reply_has_its_speaker_beside_it(game) -> None:
    """What is said stands beside the name of who says it, in a hanging column."""
    long = "A silver coin. Here, by the anvil. Why you did, I could not tell you any more."
    game.answers["coin?"] = Played((Passage("you", "coin?", "You"), Passage("speech", long, "Krzysztof", stream=True)))
    async with playing(game) as pilot:
        await answered(pilot, "coin?")
        assert told(pilot)[-2:] == ["You: coin?", f"Krzysztof: {long}"]
        lines = [line[:46] for line in picture(pilot) if "silver coin. Here" in line or "any more." in line]
        assert lines[0].startswith(" Krzysztof  A silver coin.")
        assert lines[-1].startswith(" " * 12)


async def test_a_typed_line_is_echoed_until_it_is_said(game) -> None:
    """A command stays to be read above what came of it; what was said takes its place."""
    game.answers["look"] = Played((Passage("narration", "You look."),))
    game.answers["say hm"] = Played((Passage("you", "Hm.", "You"),))
    async with playing(game) as pilot:
        await answered(pilot, "look")
        await answered(pilot, "say hm")
        assert told(pilot)[-3:] == ["› look", "You look.", "You: Hm."]


async def test_lines_typed_while_loading_wait_in_order(game) -> None:
    """Before everything is loaded, lines are shown as waiting; then they are played one by one, in order."""
    loaded = asyncio.Event()
    game.ready = False

    async def warm(tell: Any) -> None:
        tell("Reading \x1b[31mmemories [/oops]")
        await loaded.wait()
        game.ready = True

    game.warm = warm
    async with playing(game) as pilot:
        screen = pilot.app.screen
        await until(pilot, lambda: "Reading memories [/oops]" in words(screen.query_one(Progress)))
        assert screen.query_one(Progress).display
        for line in ("one", "two", "three"):
            await typed(pilot, line)
        await pilot.pause()
        assert words(screen.query_one(Waiting)).splitlines() == [
            "› one  (waiting)",
            "› two  (waiting)",
            "› three  (waiting)",
        ]
        assert game.played == []
        loaded.set()
        await until(pilot, lambda: "Krzysztof: You said: three" in told(pilot))
        assert game.played == ["one", "two", "three"]
        assert not screen.query_one(Waiting).display
        assert not screen.query_one(Progress).display


async def test_progress_may_be_told_from_a_thread(game) -> None:
    """What loads in a thread may tell how far it is from there."""
    done = asyncio.Event()
    game.ready = False

    async def warm(tell: Any) -> None:
        await asyncio.to_thread(tell, "Half way")
        await done.wait()

    game.warm = warm
    async with playing(game) as pilot:
        await until(pilot, lambda: "Half way" in words(pilot.app.screen.query_one(Progress)))
        done.set()


async def test_one_turn_is_played_at_a_time(game) -> None:
    """A line typed during a turn is played after it, never beside it."""
    running: list[str] = []
    free = asyncio.Event()

    async def play(line: str, heard: Any = None) -> Played:
        running.append(line)
        await free.wait()
        return Played((Passage("narration", f"Done: {line}"),))

    game.play = play
    async with playing(game) as pilot:
        await typed(pilot, "one")
        await until(pilot, lambda: running == ["one"])
        await typed(pilot, "two")
        await pilot.pause(0.1)
        assert running == ["one"]
        assert "two" in words(pilot.app.screen.query_one(Waiting))
        free.set()
        await until(pilot, lambda: "Done: two" in told(pilot))
        assert running == ["one", "two"]


async def test_pieces_of_a_reply_are_shown_as_they_come(game) -> None:
    """A reply that comes in pieces grows on the screen, and ends as the game has it."""
    step, end = asyncio.Event(), asyncio.Event()

    async def play(line: str, heard: Any = None) -> Played:
        heard("A silver ")
        await step.wait()
        heard("co\x1b[31min")
        await end.wait()
        turn = Passage("narration", "Krzysztof turns to you.")
        return Played((Passage("you", "What?", "You"), turn, Passage("speech", "A silver coin.", "Krzysztof", True)))

    game.play = play
    game.state = replace(game.state, world=replace(game.state.world, facing="krzysztof"))
    async with playing(game) as pilot:
        await typed(pilot, "what")
        await until(pilot, lambda: told(pilot)[-1] == "Krzysztof: A silver")
        step.set()
        await until(pilot, lambda: told(pilot)[-1] == "Krzysztof: A silver coin")
        end.set()
        await until(pilot, lambda: told(pilot)[-1] == "Krzysztof: A silver coin.")
        assert told(pilot)[-3:] == ["You: What?", "Krzysztof turns to you.", "Krzysztof: A silver coin."]


async def test_a_reply_appears_word_by_word_unless_hurried(game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply is shown in steps; the next typed line shows it whole at once."""
    monkeypatch.setattr("game.tui.widgets.story_log.FRAME", 0.2)
    monkeypatch.setattr("game.tui.widgets.story_log.LONGEST_REVEAL", 99)
    reply = " ".join(f"word{n}" for n in range(60))
    game.answers["x"] = Played((Passage("speech", reply, "Krzysztof", stream=True),))
    async with playing(game) as pilot:
        pilot.app.animation_level = "full"
        await typed(pilot, "x")
        await until(pilot, lambda: "word2" in told(pilot)[-1])
        assert "word59" not in told(pilot)[-1]
        began = time.monotonic()
        await typed(pilot, "y")
        await until(pilot, lambda: any(line.endswith("word59") for line in told(pilot)))
        assert time.monotonic() - began < 3
        await until(pilot, lambda: game.played == ["x", "y"])


async def test_escape_gives_a_turn_up(game) -> None:
    """Esc ends a turn that takes too long; the game goes on."""
    cancelled: list[str] = []

    async def play(line: str, heard: Any = None) -> Played:
        if line != "slow":
            return Played((Passage("narration", "Done."),))
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(line)
            raise
        raise AssertionError

    game.play = play
    async with playing(game) as pilot:
        await typed(pilot, "slow")
        await pilot.pause(0.1)
        await pilot.press("escape")
        await until(pilot, lambda: told(pilot)[-1] == "You think better of it.")
        assert cancelled == ["slow"]
        await answered(pilot, "quick")
        assert told(pilot)[-1] == "Done."


async def test_up_and_down_bring_lines_back(game) -> None:
    """Up brings earlier lines, down later ones, and at last what was being typed."""
    async with playing(game) as pilot:
        for line in ("one", "two", "two"):
            await answered(pilot, line)
        await pilot.press("d", "r", "up")
        assert prompt(pilot).value == "two"
        await pilot.press("up", "up", "up")
        assert prompt(pilot).value == "one"
        await pilot.press("down", "down")
        assert prompt(pilot).value == "dr"


async def test_keys_and_the_palette_do_the_same(game) -> None:
    """Each command has a key, a line of help and a place in the palette; what is here is in the palette too."""
    async with playing(game) as pilot:
        provider = commands.Everything(pilot.app.screen)
        offered = {str(hit.text): hit.help async for hit in provider.discover()}
        assert {command.label for command in commands.COMMANDS} <= set(offered)
        assert all(command.told().endswith(".") for command in commands.COMMANDS)
        assert {"Talk krzysztof", "Go the square", "Look anvil"} <= set(offered)
        (hit,) = [hit async for hit in provider.search("Talk krz")]
        hit.command()
        await until(pilot, lambda: game.played == ["talk Krzysztof"])


async def test_undo_is_a_key(game) -> None:
    """Ctrl+Z plays `undo`."""
    async with playing(game) as pilot:
        await pilot.press("ctrl+z")
        await until(pilot, lambda: game.played == ["undo"])


@pytest.mark.parametrize(("key", "shown"), [("f1", "Ctrl+Z"), ("f2", "Good morning."), ("f3", "you are here")])
async def test_pages_open_and_close(game, key: str, shown: str) -> None:
    """F1, F2 and F3 open help, journal and map; Esc goes back to the line being typed."""
    async with playing(game, (160, 90)) as pilot:
        await pilot.press("a", key)
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        await pilot.pause()
        assert shown in "\n".join(picture(pilot))
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, Page)
        assert prompt(pilot).value == "a"
        assert prompt(pilot).has_focus


async def test_the_panel_shows_whom_one_faces(game) -> None:
    """The panel names the person faced with feelings and traits, and follows every turn."""
    facing = replace(game.state, world=replace(game.state.world, facing="krzysztof"))

    async def play(line: str, heard: Any = None) -> Played:
        game.state = facing
        return Played(())

    game.play = play
    async with playing(game) as pilot:
        panel = pilot.app.screen.query_one(PersonPanel)
        assert words(panel).startswith("You are talking with nobody.")
        await answered(pilot, "talk krzysztof")
        assert words(panel).splitlines()[:3] == ["KRZYSZTOF, smith", "shoeing the mare", "reserved"]
        assert "trust   ▅      0.0 →  0.0" in words(panel)
        assert prompt(pilot).placeholder == "Say something to Krzysztof, or do something"


async def test_leaving_shows_a_last_word(game) -> None:
    """A turn that leaves ends the app with exit code 0, its words kept for the terminal."""
    game.answers["quit"] = Played((Passage("narration", "You leave the village."),), over=True)
    async with playing(game) as pilot:
        await typed(pilot, "quit")
        await until(pilot, lambda: not pilot.app.is_running)
        assert pilot.app.return_value == "You leave the village."
        assert (pilot.app.return_code or 0) == 0
