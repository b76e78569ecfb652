"""Typing and reading on a screen: what the tests of the screen share."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from game.tui.app import TattlewoodApp
from game.tui.widgets.passage import PassageView, SpeechView
from game.tui.widgets.prompt import Prompt


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
