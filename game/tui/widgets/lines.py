"""The single lines around the story: the status at the top, what loads and what waits below."""

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from game.shown import StatusView


class StatusLine(Widget):
    """Title, time and place at the left, who answers at the right; less of it where there is no room."""

    status: reactive[StatusView | None] = reactive(None)
    """What to tell."""

    def render(self) -> Content:
        """Draw as much as fits."""
        if self.status is None:
            return Content.styled(self.app.title, "bold")
        status, width = self.status, self.content_size.width
        parts = [status.title, f"{status.time}, {status.part}", status.place]
        if cell_len(" · ".join(parts)) + cell_len(status.mind) + 3 > width:
            parts = [status.time, status.place]
        left = " · ".join(parts)
        gap = " " * max(2, width - cell_len(left) - cell_len(status.mind))
        return Content.assemble((left, "bold"), gap, (status.mind, "$faint"))


class Progress(Static):
    """What is being loaded, in words; gone when nothing is."""

    words: reactive[str] = reactive("")
    """How far it is."""

    def watch_words(self, words: str) -> None:
        """Show the words, or nothing at all."""
        self.display = bool(words)
        self.update(Content(f"… {words}"))


class Waiting(Static):
    """Lines that were typed and will be played in turn."""

    waiting: reactive[tuple[str, ...]] = reactive(())
    """The lines, the next one first."""

    def watch_waiting(self, waiting: tuple[str, ...]) -> None:
        """Show the lines, or nothing at all."""
        self.display = bool(waiting)
        self.update(Content("\n".join(f"› {line or 'look'}  (waiting)" for line in waiting[-4:])))
