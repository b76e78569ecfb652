"""Pages over the story: help, journal and map. Any of their keys, or Esc, goes back."""

from collections.abc import Iterable
from typing import ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Static

from game.phrases import capital
from game.shown import MapPlace, Talk, way_text
from game.tui.commands import COMMANDS, KEYS_ELSEWHERE, Leave


class Page(ModalScreen[None]):
    """Text to be read, over the story."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,f2,f3,enter", "dismiss", "Back", key_display="Esc", priority=True),
        Leave.binding(),
    ]

    def __init__(self, heading: str, text: VisualType) -> None:
        """Show a text under a heading."""
        super().__init__()
        self.heading, self.text = heading, text

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        with VerticalScroll(id="page"):
            yield Static(Content.styled(self.heading, "bold $primary"), classes="heading")
            yield Static(self.text, markup=False)
        yield Static(Content.styled("Esc goes back", "$faint"), id="back")

    def action_give(self, _name: str) -> None:
        """Leave the game from here, as from anywhere."""
        self.app.exit()

    @on(Leave)
    def leave(self) -> None:
        """Leave the game."""
        self.app.exit()


def help_page(forms: Iterable[tuple[str, str]]) -> Page:
    """Return the page with the keys, and what can be typed."""
    keys = [(command.key, command.told()) for command in COMMANDS]
    pressed = [(_key_words(key), told) for key, told in (*keys, *KEYS_ELSEWHERE)]
    intro = "Type what you want to do, or say. To somebody you talk with, plain words are enough."
    return Page("HELP", Group(intro, "", _table(forms, "bold"), "", _table(pressed, "bold")))


def journal_page(talks: tuple[Talk, ...]) -> Page:
    """Return the page with what was said."""
    if not talks:
        return Page("JOURNAL", Content("You have not talked with anyone yet."))
    return Page("JOURNAL", Content("\n\n").join(_talk(talk) for talk in talks))


def map_page(places: tuple[MapPlace, ...]) -> Page:
    """Return the page with the places and the ways between them."""
    return Page("MAP", Content("\n").join(_place(place) for place in places))


_KEY_WORDS = {"pageup": "PgUp", "pagedown": "PgDn", "escape": "Esc", "up / down": "Up, Down"}


def _key_words(key: str) -> str:
    """Return a key as it is printed on keyboards: `Ctrl+Z`."""
    return _KEY_WORDS.get(key) or "+".join(part.capitalize() for part in key.split("+"))


def _table(rows: Iterable[tuple[str, str]], style: str) -> Table:
    """Return two columns, the first in a style, each wrapped within itself."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=2)
    table.add_column(ratio=3)
    for left, right in rows:
        table.add_row(Text(left, style), Text(right))
    return table


def _talk(talk: Talk) -> Content:
    lines = [Content.styled(talk.name, "bold $secondary")]
    for when, speaker, words in talk.lines:
        lines.append(Content.assemble((f"{when}  ", "$faint"), (f"{speaker}: ", "bold"), words))
    return Content("\n").join(lines)


def _place(place: MapPlace) -> Content:
    far = "you are here" if place.here else "no way from here" if place.minutes is None else f"{place.minutes} min away"
    ways = [Content.assemble(("   → ", "$faint"), way_text(way)) for way in place.ways]
    name = Content.assemble((capital(place.name), "bold $primary" if place.here else "bold"), (f"  {far}", "$accent"))
    return Content("\n").join([name, *ways])
