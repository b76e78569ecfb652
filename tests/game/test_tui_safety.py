"""Whatever is typed, authored or answered, the screen shows it as harmless text; whatever fails ends in one line."""

import re

import pytest
from msgspec.structs import replace
from piloting import answered, picture, playing, prompt, told, typed, until, words
from textual.content import Content
from textual.pilot import Pilot

from game.playable import Passage, Played
from game.tui.app import TattlewoodApp
from game.tui.widgets.panels import HerePanel
from game.tui.widgets.passage import Echo
from game.tui.widgets.story_log import StoryLog
from world.text import MAX_LINE

HOSTILE = "[/oops] [@click=app.quit]x[/] [red]\x1b[31m\x07\u202e{0} $primary"
SHOWN = "[/oops] [@click=app.quit]x[/] [red]{0} $primary"


def hostile(game) -> None:
    """Put markup and escapes into everything that is shown."""
    from small_game import small_state, small_story

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
