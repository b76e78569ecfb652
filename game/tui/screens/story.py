"""The story, and the line to type in. State flows down by binding; what is asked for comes up as messages.

One turn is played at a time. What is typed meanwhile waits in order. The screen is there before the game is: what
reads a story, and what loads a model, is imported only after something can be seen.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.reactive import reactive, var
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from game.playable import Passage, Playable, Played
from game.shown import HereView, PersonView, StatusView
from game.tui import commands
from game.tui.widgets.lines import Progress, StatusLine, Waiting
from game.tui.widgets.panels import HerePanel, PersonPanel
from game.tui.widgets.prompt import Prompt
from game.tui.widgets.story_log import StoryLog
from world.text import clean


class StoryScreen(Screen[None]):
    """Shows what happens and takes the player's lines."""

    BINDINGS: ClassVar[list[BindingType]] = [command.binding() for command in commands.COMMANDS]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]  # noqa: RUF012  # as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]  # noqa: RUF012

    status: reactive[StatusView | None] = reactive(None)
    """When and where the player is, and who answers."""

    person: reactive[PersonView | None] = reactive(None)
    """Whom the player faces."""

    here: reactive[HereView | None] = reactive(None)
    """Who and what is here."""

    words: reactive[str] = reactive("")
    """What is being loaded."""

    waiting: reactive[tuple[str, ...]] = reactive(())
    """Lines typed and not yet played."""

    busy: var[bool] = var(False)
    """Is a turn being played?"""

    class Told(Message):
        """Loading has come further."""

        def __init__(self, words: str) -> None:
            """Take the words that tell how far."""
            super().__init__()
            self.words = words

    class Heard(Message):
        """A piece of a reply has come."""

        def __init__(self, turn: int, piece: str) -> None:
            """Take the piece, and the turn it belongs to."""
            super().__init__()
            self.turn, self.piece = turn, piece

    def __init__(self, open_game: Callable[[], Playable], on_frame: Callable[[str], None] | None = None) -> None:
        """Show the game that `open_game` opens; `on_frame` hears of the `first` frame and of the `opening`'s."""
        super().__init__()
        self.session: Playable | None = None
        self._open_game = open_game
        self._on_frame = on_frame or (lambda _: None)
        self._lines: deque[str] = deque()
        self._typed = asyncio.Event()
        self._turn = 0
        self._playing: asyncio.Task[Played] | None = None

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield StatusLine().data_bind(StoryScreen.status)
        with Horizontal(id="middle"):
            with Vertical(id="telling"):
                yield StoryLog()
                yield Static("▼ more: PgDn", id="more", markup=False)
                yield Waiting(markup=False).data_bind(StoryScreen.waiting)
            with Vertical(id="panel"):
                with VerticalScroll(id="person", can_focus=False):
                    yield PersonPanel(markup=False).data_bind(StoryScreen.person)
                yield HerePanel(markup=False).data_bind(StoryScreen.here)
        yield Progress(markup=False).data_bind(StoryScreen.words)
        with Horizontal(id="typing"):
            yield Static("› ", id="mark", markup=False)
            yield Prompt()
        yield Footer(show_command_palette=True, compact=True)

    def on_mount(self) -> None:
        """Be seen first; open the game then."""
        self.query_one(Prompt).focus()
        self.words = "opening the village"
        self.call_after_refresh(self._open)

    async def _open(self) -> None:
        """Open the game and show its opening; what takes seconds begins once that can be seen."""
        self._on_frame("first")
        self.session = self._open_game()
        self.look_again(self.session)
        await self.query_one(StoryLog).tell(self.session.opening())
        self.words = "" if self.session.ready else "waking the village"
        self.call_after_refresh(self._serve, self.session)

    def _serve(self, session: Playable) -> None:
        self._on_frame("opening")
        self.serve(session)

    @work
    async def serve(self, session: Playable) -> None:
        """Load what play needs, then play typed lines one after another until the player leaves."""
        await session.warm(self._tell)
        self.words = ""
        notices = [Passage("notice", notice) for notice in session.warm_notices()]
        await self.query_one(StoryLog).tell(notices)
        while True:
            await self._play(session, await self._next_line())

    def _tell(self, words: str) -> None:
        """Pass on how far loading is, from whatever thread."""
        self.post_message(self.Told(words))

    def _hear(self, turn: int, piece: str) -> None:
        """Pass on a piece of a reply, from whatever thread."""
        self.post_message(self.Heard(turn, piece))

    async def _next_line(self) -> str:
        while not self._lines:
            self._typed.clear()
            await self._typed.wait()
        line = self._lines.popleft()
        self.waiting = tuple(self._lines)
        return line

    async def _play(self, session: Playable, line: str) -> None:
        log, turn = self.query_one(StoryLog), self._turn + 1
        self._turn, self.busy = turn, True
        await log.echo(line)
        try:
            self._playing = asyncio.create_task(session.play(line, partial(self._hear, turn)))
            played = await self._played(self._playing)
        finally:
            self._playing, self._turn = None, turn + 1
        self.look_again(session)
        if self._lines:
            log.hurry()
        await log.tell(played.passages)
        self.busy = False
        if played.over:
            self.app.exit("\n".join(passage.text for passage in played.passages))

    async def _played(self, playing: "asyncio.Task[Played]") -> Played:
        """Return what came of a turn; one that the player gave up came to nothing."""
        try:
            return await asyncio.shield(playing)
        except asyncio.CancelledError:
            if not playing.cancelled():
                playing.cancel()
                raise
            return Played((Passage("notice", "You think better of it."),))

    def look_again(self, session: Playable) -> None:
        """Show the state as it is now."""
        from game import views

        story, state = session.story, session.state
        self.status = views.status_view(story, state, session.mind_name)
        self.person = views.person_view(story, state)
        self.here = views.here_view(story, state)
        self.query_one(Prompt).placeholder = _invitation(self.person)

    def take(self, line: str) -> None:
        """Put a line behind those that wait."""
        self._lines.append(line)
        self.waiting = tuple(self._lines) if self.busy or self.words else ()
        self.query_one(StoryLog).hurry()
        self._typed.set()

    def action_give(self, name: str) -> None:
        """Give the command of that name."""
        self.post_message(commands.BY_NAME[name]())

    @on(Input.Submitted)
    def submit(self, message: Input.Submitted) -> None:
        """Take what the player typed."""
        prompt, line = self.query_one(Prompt), clean(message.value)
        prompt.remember(line)
        prompt.clear()
        self.take(line)

    @on(commands.Typed)
    def choose(self, message: commands.Typed) -> None:
        """Take what the player chose."""
        self.take(message.line)

    @on(StoryLog.Scrolled)
    def show_more(self, message: StoryLog.Scrolled) -> None:
        """Say that there is more to read, or that all has been."""
        self.query_one("#more").display = message.more

    @on(Told)
    def tell(self, message: Told) -> None:
        """Show how far loading is."""
        if self.session and not self.session.ready:
            self.words = clean(message.words)

    @on(Heard)
    async def hear(self, message: Heard) -> None:
        """Show a piece of a reply."""
        if message.turn == self._turn and self._playing:
            await self.query_one(StoryLog).hear(self.person.name if self.person else "…", message.piece)

    @on(commands.ShowHelp)
    def show_help(self) -> None:
        """Open the help."""
        from game.parser import HELP
        from game.tui.screens.page import help_page

        self.app.push_screen(help_page(HELP))

    @on(commands.ShowJournal)
    def show_journal(self) -> None:
        """Open the journal."""
        from game.tui.screens.page import journal_page
        from game.views import journal_view

        if self.session:
            self.app.push_screen(journal_page(journal_view(self.session.story, self.session.state)))

    @on(commands.ShowMap)
    def show_map(self) -> None:
        """Open the map."""
        from game.tui.screens.page import map_page
        from game.views import map_view

        if self.session:
            self.app.push_screen(map_page(map_view(self.session.story, self.session.state)))

    @on(commands.TogglePanel)
    def toggle_panel(self) -> None:
        """Show or hide the panel."""
        shown = self.query_one("#panel").display
        self.set_class(shown, "panel-off")
        self.set_class(not shown, "panel-on")

    @on(commands.Undo)
    def undo(self) -> None:
        """Take the last turn back."""
        self.take("undo")

    @on(commands.ScrollUp)
    def scroll_story_up(self) -> None:
        """Read further up."""
        self.query_one(StoryLog).scroll_page_up()

    @on(commands.ScrollDown)
    def scroll_story_down(self) -> None:
        """Read further down."""
        self.query_one(StoryLog).scroll_page_down()

    @on(commands.Break)
    def break_off(self) -> None:
        """Stop the nearest thing that can be stopped."""
        self.query_one(StoryLog).hurry()
        if self._lines:
            self._lines.clear()
            self.waiting = ()
        elif self._playing:
            self._playing.cancel()

    @on(commands.Leave)
    def leave(self) -> None:
        """Leave the game."""
        self.app.exit()


def _invitation(person: PersonView | None) -> str:
    return f"Say something to {person.name}, or do something" if person else "What do you do?"
