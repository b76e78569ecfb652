"""What keys and the palette can do: each command is one small class whose docstring is its help everywhere.

A command is a message: whichever screen is shown handles it, so that key, footer, palette and help cannot disagree.
"""

from typing import ClassVar

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.message import Message


class Command(Message):
    """Something a key does."""

    key: ClassVar[str]
    """The key, as Textual names it."""

    label: ClassVar[str]
    """One or two words for the footer and the palette."""

    in_footer: ClassVar[bool] = True

    @classmethod
    def told(cls) -> str:
        """Return what the command does, in a sentence."""
        return (cls.__doc__ or "").strip()

    @classmethod
    def binding(cls) -> Binding:
        """Return the key binding that gives the command."""
        # Priority, or the input line would keep the key to itself.
        return Binding(
            cls.key,
            f"give('{cls.__name__}')",
            cls.label,
            tooltip=cls.told(),
            show=cls.in_footer,
            priority=True,
        )


class ShowHelp(Command):
    """Show the keys, and what one can type."""

    key, label = "f1", "Help"


class ShowJournal(Command):
    """Show what was said, by whom and when."""

    key, label = "f2", "Journal"


class ShowMap(Command):
    """Show the places and the ways between them."""

    key, label = "f3", "Map"


class TogglePanel(Command):
    """Show or hide the panel at the side."""

    key, label = "f4", "Panel"


class Undo(Command):
    """Take the last turn back: what happened, what was said, and what anyone made of it."""

    key, label = "ctrl+z", "Undo"


class ScrollUp(Command):
    """Read further up."""

    key, label, in_footer = "pageup", "Read up", False


class ScrollDown(Command):
    """Read further down."""

    key, label, in_footer = "pagedown", "Read down", False


class Break(Command):
    """Show a reply at once, or drop the lines that wait, or give up a turn that takes too long."""

    key, label, in_footer = "escape", "Break off", False


class Leave(Command):
    """Leave the village; the game is saved as it stands."""

    key, label = "ctrl+q", "Leave"


class Typed(Message):
    """The player chose a line instead of typing it."""

    def __init__(self, line: str) -> None:
        """Take the line to be played."""
        super().__init__()
        self.line = line


COMMANDS: tuple[type[Command], ...] = (
    ShowHelp,
    ShowJournal,
    ShowMap,
    TogglePanel,
    Undo,
    ScrollUp,
    ScrollDown,
    Break,
    Leave,
)
BY_NAME = {command.__name__: command for command in COMMANDS}
KEYS_ELSEWHERE = (("ctrl+p", "Find anything one can do here by its name."), ("up / down", "Bring back earlier lines."))
"""Keys that Textual and the input line answer themselves."""


class Everything(Provider):
    """The palette: every command, and what can be done here and now."""

    async def discover(self) -> Hits:
        """Offer everything before anything is typed."""
        for name, told, message in self._offers():
            yield DiscoveryHit(Content(name), self._giving(message), text=name, help=told)

    async def search(self, query: str) -> Hits:
        """Offer what matches the words typed."""
        matcher = self.matcher(query)
        for name, told, message in self._offers():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), self._giving(message), text=name, help=told)

    def _giving(self, message: Message) -> "_Giving":
        return _Giving(self, message)

    def _offers(self) -> list[tuple[str, str, Message]]:
        commands: list[tuple[str, str, Message]] = [(each.label, each.told(), each()) for each in COMMANDS]
        session = getattr(self.screen, "session", None)
        if session is None:
            return commands
        from game.views import here_view

        here = here_view(session.story, session.state)
        lines = [f"talk {person.name}" for person in here.people] + [f"go {way.name}" for way in here.exits]
        lines += [f"look {thing}" for thing in (*here.things, *here.carried)]
        return [*commands, *((line.capitalize(), "Played as if typed.", Typed(line)) for line in lines)]


class _Giving:
    """Gives a message to the screen the palette was opened from."""

    def __init__(self, provider: Provider, message: Message) -> None:
        self.provider, self.message = provider, message

    def __call__(self) -> None:
        self.provider.screen.post_message(self.message)
