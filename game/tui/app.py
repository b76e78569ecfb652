"""The game on a whole terminal.

Whatever goes wrong, a player reads one line and never a traceback, and the game is closed.
"""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.theme import Theme
from textual.worker import WorkerFailed

from game.playable import Playable, fault_words
from game.tui.commands import Everything
from game.tui.screens.story import StoryScreen
from world.text import clean_block

FAINT = "#948871"
"""The colour of what matters least."""

THEME = Theme(
    name="tattlewood",
    primary="#d8a657",
    secondary="#8fa876",
    accent="#c98b6b",
    foreground="#d6c9ad",
    background="#191612",
    surface="#1f1b16",
    panel="#28231c",
    warning="#d8a657",
    error="#d0665a",
    success="#8fa876",
    dark=True,
    variables={"footer-key-foreground": "#d8a657", "input-cursor-background": "#d8a657", "faint": FAINT},
)
"""Lamplight on dark wood."""


class TattlewoodApp(App[str]):
    """Shows one game."""

    CSS_PATH = "tattlewood.tcss"
    COMMANDS: ClassVar = {Everything}
    TITLE = "Tattlewood"

    def __init__(self, open_game: Callable[[], Playable], on_frame: Callable[[str], None] | None = None) -> None:
        """Show the game that `open_game` opens; `on_frame` hears of the `first` frame and of the `opening`'s."""
        super().__init__()
        self.story = StoryScreen(open_game, on_frame)
        self.fault = ""
        """What went wrong, in one line."""

        self.register_theme(THEME)
        self.theme = THEME.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme the colours that are the game's own."""
        return {"faint": FAINT}

    def get_default_screen(self) -> StoryScreen:
        """Return the story, which is the first thing to be seen."""
        return self.story

    def _handle_exception(self, error: Exception) -> None:
        """End the app with one line. Textual would print every local variable, and a key may be among them."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        self.fault = self.fault or fault_words(cause)
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


def run(make_session: Callable[[], Playable], on_frame: Callable[[str], None] | None = None) -> int:
    """Play a game on the whole terminal and close it; return the exit code.

    Args:
        make_session: Opens the game. Called when the first frame is there already, so let it do its own importing.
        on_frame: Hears `first` when the first frame is there, and `opening` when the opening can be read.
    """
    app = TattlewoodApp(make_session, on_frame)
    try:
        asyncio.run(_run(app))
    except Exception as error:  # the outermost boundary: a player is told, not shown
        app.fault = app.fault or fault_words(error)
    with contextlib.suppress(OSError):
        if app.fault:
            sys.stderr.write(f"{app.fault}\n")
        elif app.return_value:
            sys.stdout.write(f"{clean_block(app.return_value)}\n")
    return 1 if app.fault else app.return_code or 0


async def _run(app: TattlewoodApp) -> None:
    """Show the app until it ends, by whatever end, and close the game."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            # Not on every system, and only in the main thread.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, _told_to_stop, app, int(number))
    try:
        await app.run_async()
    finally:
        if app.story.session:
            await app.story.session.close()


def _told_to_stop(app: TattlewoodApp, number: int) -> None:
    app.exit(return_code=128 + number)
