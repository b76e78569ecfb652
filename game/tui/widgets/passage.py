"""One passage of the story, as one widget. Nothing in a text is ever read as markup."""

from hashlib import blake2b
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Static

from game.playable import Passage
from world.text import clean, clean_block

VOICES = 6
"""How many colours speakers share; a name always has the same."""

NAME_WIDTH = 11
"""Cells kept for a speaker's name, so that what is said lines up."""


class PassageView(Static):
    """A passage: its kind is its style class."""

    class Placed(Message):
        """A passage has its place and size, or has another now."""

    def __init__(self, passage: Passage) -> None:
        """Show a passage, whole."""
        super().__init__(Content(clean_block(passage.text)), markup=False, classes=f"passage {passage.kind}")
        self.passage = passage

    def on_resize(self, _: events.Resize) -> None:
        """Say that there is a size to reckon with."""
        self.post_message(self.Placed())

    def say(self, text: str) -> None:
        """Show other words in this passage's place, all or the beginning of them."""
        self.update(Content(clean_block(text)))


class SpeechView(PassageView):
    """What somebody says, with their name hanging at the left."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"speech--you", *(f"speech--voice{n}" for n in range(VOICES))}

    def __init__(self, passage: Passage) -> None:
        """Show who speaks, and their words beside the name."""
        super().__init__(passage)
        self.name_words = clean(passage.speaker)
        self.styles.padding = (0, 0, 0, self.indent)

    @property
    def indent(self) -> int:
        """How many cells the words are set in."""
        return max(NAME_WIDTH, cell_len(self.name_words) + 1)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the words, then the name into the space left of the first line."""
        strips = super().render_lines(crop)
        if strips and crop.y == 0 and crop.x == 0:
            style = self.get_component_rich_style(f"speech--{_voice(self.name_words)}")
            name = Strip([Segment(set_cell_size(self.name_words, self.indent), style)], self.indent)
            strips[0] = Strip.join([name, strips[0].crop(self.indent)]).crop(0, crop.width)
        return strips


class Echo(PassageView):
    """A line the player typed, while it is being played."""

    def __init__(self, line: str) -> None:
        """Show a typed line."""
        super().__init__(Passage("you", f"› {line}"))
        self.set_classes("passage echo")


def view_of(passage: Passage) -> PassageView:
    """Return the widget for a passage."""
    return SpeechView(passage) if passage.speaker else PassageView(passage)


def _voice(name: str) -> str:
    if name == "You":
        return "you"
    return f"voice{blake2b(name.encode(), digest_size=2).digest()[0] % VOICES}"
