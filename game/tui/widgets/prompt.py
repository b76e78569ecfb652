"""Where the player types, with the lines typed before at the up and down keys."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from world.text import MAX_LINE


class Prompt(Input):
    """One line of typing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier", "Earlier line", show=False),
        Binding("down", "later", "Later line", show=False),
    ]

    def __init__(self) -> None:
        """Begin with no lines typed before."""
        super().__init__(placeholder="What do you do?", max_length=MAX_LINE, select_on_focus=False, compact=True)
        self._lines: list[str] = []
        self._at = 0
        self._draft = ""

    def remember(self, line: str) -> None:
        """Keep a line for the up key."""
        if line and self._lines[-1:] != [line]:
            self._lines.append(line)
        self._at, self._draft = len(self._lines), ""

    def action_earlier(self) -> None:
        """Bring back the line typed before."""
        if self._at == len(self._lines):
            self._draft = self.value
        self._show(max(0, self._at - 1))

    def action_later(self) -> None:
        """Go forward again, at last to what was being typed."""
        self._show(min(len(self._lines), self._at + 1))

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in the place of a range; what could not be seen is left out, what is too long is cut."""
        kept = "".join(ch if ch.isprintable() else " " if ch.isspace() else "" for ch in text)
        room = MAX_LINE - len(self.value) + abs(end - start)
        super().replace(kept[: max(0, room)], start, end)

    def on_paste(self, event: events.Paste) -> None:
        """Take in all that was pasted, as one line."""
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split()), *self.selection)

    def _show(self, at: int) -> None:
        self._at = at
        self.value = self._lines[at] if at < len(self._lines) else self._draft
        self.cursor_position = len(self.value)
