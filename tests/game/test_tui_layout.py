"""What is in view: on small and large terminals, after long turns and long games."""

import pytest
from piloting import answered, picture, playing, told, until

from game.playable import Passage, Played
from game.tui.widgets.lines import StatusLine
from game.tui.widgets.passage import PassageView
from game.tui.widgets.story_log import LIVE, StoryLog


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
