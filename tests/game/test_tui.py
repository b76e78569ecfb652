"""The screen, as a player types and reads it."""

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Static

from game.playable import Passage, Played
from game.tui import commands
from game.tui.app import TattlewoodApp
from game.tui.screens.page import Page
from game.tui.widgets.lines import Progress, StatusLine, Waiting
from game.tui.widgets.panels import HerePanel, PersonPanel
from game.tui.widgets.passage import Echo, PassageView, SpeechView
from game.tui.widgets.prompt import Prompt
from game.tui.widgets.story_log import LIVE, StoryLog
from world.text import MAX_LINE

HOSTILE = "[/oops] [@click=app.quit]x[/] [red]\x1b[31m\x07\u202e{0} $primary"
SHOWN = "[/oops] [@click=app.quit]x[/] [red]{0} $primary"


@pytest.fixture(autouse=True)
def no_animation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show replies whole, so that tests need not wait for them."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


@asynccontextmanager
async def playing(game: Any, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[str]]:
    """Open a game on a screen and wait until its opening can be read."""
    async with TattlewoodApp(lambda: game).run_test(size=size) as pilot:
        await until(pilot, lambda: bool(told(pilot)))
        yield pilot


async def until(pilot: Pilot[str], met: Any, seconds: float = 10) -> None:
    """Wait until a condition is met."""
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, "waited too long"
        await pilot.pause(0.01)


async def typed(pilot: Pilot[str], line: str) -> None:
    """Type a line and press Enter."""
    prompt(pilot).value = line
    await pilot.press("enter")


async def answered(pilot: Pilot[str], line: str) -> None:
    """Type a line and wait until it has been played."""
    before = pilot.app.screen_stack[0]._turn  # type: ignore[attr-defined]
    await typed(pilot, line)
    screen: Any = pilot.app.screen_stack[0]
    await until(pilot, lambda: screen._turn > before and not screen.busy)
    await pilot.pause()


def prompt(pilot: Pilot[str]) -> Prompt:
    """Return the line to type in."""
    return pilot.app.screen_stack[0].query_one(Prompt)


def words(widget: Static) -> str:
    """Return what a widget shows."""
    return str(widget.content)


def told(pilot: Pilot[str]) -> list[str]:
    """Return the passages on the screen, speakers before their words."""
    views = pilot.app.screen_stack[0].query(PassageView)
    return [f"{view.name_words}: {words(view)}" if isinstance(view, SpeechView) else words(view) for view in views]


def picture(pilot: Pilot[str]) -> list[str]:
    """Return the screen as lines of text, as a terminal shows it."""
    strips = pilot.app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


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


async def test_small_and_large_terminals_are_used_well(game) -> None:
    """80×24 holds story and panel side by side; a narrow terminal gives all to the story until F4; a large one more."""
    async with playing(game) as pilot:
        panel, log = pilot.app.screen.query_one("#panel"), pilot.app.screen.query_one(StoryLog)
        assert panel.display
        assert log.size.width >= 44
        await pilot.resize_terminal(50, 16)
        await pilot.pause()
        assert not panel.display
        await pilot.press("f4")
        assert panel.display
        await pilot.press("f4")
        assert not panel.display
        await pilot.resize_terminal(160, 50)
        await pilot.press("f4")
        await pilot.pause()
        assert panel.size.width >= 40
        assert log.size.width >= 100
        assert pilot.app.screen.query_one(StatusLine).size.width >= 150
        assert all(len(line) <= 160 for line in picture(pilot))


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (30, 8)])
async def test_tiny_terminals_do_no_harm(game, size: tuple[int, int]) -> None:
    """However small the terminal, the game goes on."""
    async with playing(game) as pilot:
        await pilot.resize_terminal(*size)
        await answered(pilot, "hello")
        await pilot.press("f1", "escape", "f3")
        await pilot.resize_terminal(80, 24)
        await pilot.press("escape")
        assert told(pilot)[-1] == "Krzysztof: You said: hello"


async def test_old_passages_go(game) -> None:
    """However long the game, only so many passages are kept on the screen, and the newest is in view."""
    game.answers["lots"] = Played(tuple(Passage("narration", f"passage {n}") for n in range(LIVE + 50)))
    async with playing(game) as pilot:
        await answered(pilot, "lots")
        assert len(pilot.app.screen.query(PassageView)) == LIVE
        await answered(pilot, "more")
        assert len(pilot.app.screen.query(PassageView)) == LIVE
        assert any("more" in line for line in picture(pilot))
        await pilot.press("pageup", "pageup")
        await pilot.pause(0.5)
        assert not any("You said: more" in line for line in picture(pilot))


async def test_a_turn_that_does_not_fit_is_read_from_its_beginning(game) -> None:
    """A long turn shows its beginning and says that there is more; PgDn reads on; the next line shows the newest."""
    game.answers["long"] = Played(tuple(Passage("narration", f"line {n}") for n in range(40)))
    async with playing(game) as pilot:
        more = pilot.app.screen.query_one("#more")
        assert not more.display
        await answered(pilot, "long")
        await until(pilot, lambda: more.display)
        shown = "\n".join(picture(pilot))
        assert "› long" in shown
        assert "line 39" not in shown
        await pilot.press("pagedown", "pagedown", "pagedown")
        await until(pilot, lambda: not more.display)
        assert "line 39" in "\n".join(picture(pilot))
        await pilot.press("pageup", "pageup")
        await until(pilot, lambda: more.display)
        await answered(pilot, "short")
        await until(pilot, lambda: not more.display)
        assert "You said: short" in "\n".join(picture(pilot))


def hostile(game) -> None:
    """Put markup and escapes into everything that is shown."""
    from conftest import small_state, small_story

    place = {"name": HOSTILE, "description": HOSTILE, "exits": [{"to": "square", "minutes": 2, "way": HOSTILE}]}
    thing = {"name": HOSTILE, "at": "forge", "description": HOSTILE}
    game.story = small_story(places={"forge": place}, things={"odd": thing}, opening={"title": HOSTILE})
    game.mind_name = HOSTILE
    state = small_state(game.story, facing="krzysztof")
    smith = replace(state.villagers["krzysztof"], talk=game.state.villagers["krzysztof"].talk)
    line = replace(smith.talk[0], text=HOSTILE)
    game.state = replace(state, villagers={**state.villagers, "krzysztof": replace(smith, talk=(line,))})
    every = tuple(
        Passage(kind, HOSTILE, HOSTILE if kind in ("speech", "you") else "")  # type: ignore[arg-type]
        for kind in ("title", "narration", "speech", "you", "notice", "refusal")
    )
    game.answers["x"] = Played(every)
    game.warm_notices = lambda: (HOSTILE,)


async def test_markup_and_escapes_are_harmless_everywhere(game) -> None:
    """Markup, links and escapes in any text are shown as they are written; none is obeyed, none ends the game."""
    hostile(game)
    async with playing(game, (200, 60)) as pilot:
        await answered(pilot, "x")
        await answered(pilot, HOSTILE)
        assert any(SHOWN in line for line in told(pilot))
        assert SHOWN in words(pilot.app.screen.query_one(HerePanel))
        for key in ("f2", "f3", "ctrl+p"):
            await pilot.press(key)
            await pilot.pause(0.2)
            assert "[/oops]" in "\n".join(picture(pilot))
            assert_no_controls(pilot)
            await pilot.press("escape")
            await pilot.pause()
        await pilot.click(StoryLog, offset=(12, 5))
        assert pilot.app.is_running
        assert_no_controls(pilot)


def assert_no_controls(pilot: Pilot[str]) -> None:
    """Fail if the terminal would be sent a control character as text."""
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202e]", "".join(picture(pilot)))


async def test_what_is_pasted_becomes_one_harmless_line(game) -> None:
    """Lines pasted become one line, without control characters, cut to the longest a line may be."""
    from textual.events import Paste

    async with playing(game) as pilot:
        prompt(pilot).post_message(Paste("one\r\ntwo\x1b[31m\x07 \u202e[/x]\n"))
        await pilot.pause()
        assert prompt(pilot).value == "one two[31m [/x]"
        prompt(pilot).post_message(Paste("y" * 5000))
        await pilot.pause()
        assert len(prompt(pilot).value) == MAX_LINE


async def test_leaving_shows_a_last_word(game) -> None:
    """A turn that leaves ends the app with exit code 0, its words kept for the terminal."""
    game.answers["quit"] = Played((Passage("narration", "You leave the village."),), over=True)
    async with playing(game) as pilot:
        await typed(pilot, "quit")
        await until(pilot, lambda: not pilot.app.is_running)
        assert pilot.app.return_value == "You leave the village."
        assert (pilot.app.return_code or 0) == 0


async def test_an_unforeseen_error_ends_in_one_line(game) -> None:
    """An error in a turn ends the app with exit code 1 and one line that holds nothing secret."""
    game.answers["x"] = KeyError("sk-secret")
    app = TattlewoodApp(lambda: game)

    async def fail() -> None:
        async with app.run_test() as pilot:
            await until(pilot, lambda: bool(told(pilot)))
            await typed(pilot, "x")
            await until(pilot, lambda: not app.is_running)

    with pytest.raises(Exception, match="sk-secret"):
        await fail()
    assert app.return_code == 1
    assert "KeyError" in app.fault
    assert "sk-secret" not in app.fault
    assert "\n" not in app.fault


def test_echoes_are_passages() -> None:
    """A typed line is shown as it was typed, markup and all."""
    assert str(Echo("[b]x").content) == "› [b]x"
    assert isinstance(Echo("x").content, Content)


CHILD = """
import sys
sys.path[:0] = [{here!r}, {root!r}]
from conftest import Game, small_state, small_story
from game.tui.app import run

class Told(Game):
    async def close(self):
        open({file!r}, "a").write("closed\\n")

def opened():
    if {broken}:
        raise ValueError("sk-secret")
    story = small_story()
    return Told(story, small_state(story), answers=dict(boom=KeyError("sk-secret")))

sys.exit(run(opened, lambda frame: open({file!r}, "a").write(frame + "\\n")))
"""


def on_a_terminal(tmp_path: Path, end: Any, *, broken: bool = False) -> tuple[int, str, str]:
    """Run the app on a terminal of its own, end it, and return exit code, what it noted and the end of its output."""
    noted, here = tmp_path / "noted", Path(__file__).parent
    code = CHILD.format(here=str(here), root=str(here.parents[1]), file=str(noted), broken=broken)
    pid, master = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", code])  # noqa: S606  # a terminal needs a fork
    seen, ended, deadline = b"", False, time.monotonic() + 30
    while time.monotonic() < deadline:
        if not ended and (broken or (noted.exists() and "opening" in noted.read_text())):
            time.sleep(0.2)
            end(pid, master)
            ended = True
        try:
            if select.select([master], [], [], 0.1)[0]:
                seen += os.read(master, 65536)
        except (OSError, ValueError):
            break
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), noted.read_text() if noted.exists() else "", seen.decode()[-400:]


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_being_told_to_stop_closes_the_game(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    """Being told to stop closes the game before the process ends."""
    ended, noted, _ = on_a_terminal(tmp_path, lambda pid, _: os.kill(pid, sent))
    assert ended == code
    assert noted.endswith("closed\n")


def test_a_closed_terminal_closes_the_game(tmp_path: Path) -> None:
    """A terminal that goes away closes the game."""
    ended, noted, _ = on_a_terminal(tmp_path, lambda _, master: os.close(master))
    assert noted.endswith("closed\n")
    assert ended == 129


def test_ctrl_q_leaves_at_once(tmp_path: Path) -> None:
    """Ctrl+Q leaves with exit code 0, the game closed."""
    ended, noted, _ = on_a_terminal(tmp_path, lambda _, master: os.write(master, b"\x11"))
    assert (ended, noted) == (0, "first\nopening\nclosed\n")


def test_an_error_on_a_terminal_is_one_line(tmp_path: Path) -> None:
    """An error leaves the terminal with one line, no traceback and no secret, and exit code 1."""
    ended, noted, seen = on_a_terminal(tmp_path, lambda _, master: os.write(master, b"boom\r"))
    assert ended == 1
    assert noted.endswith("closed\n")
    assert "Tattlewood had to stop (KeyError at conftest.py" in seen
    assert "Traceback" not in seen
    assert "sk-secret" not in seen


def test_a_game_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    """An error in opening the game ends in one line and exit code 1 as well."""
    ended, _, seen = on_a_terminal(tmp_path, lambda *_: None, broken=True)
    assert ended == 1
    assert "Tattlewood had to stop (ValueError" in seen
    assert "sk-secret" not in seen
