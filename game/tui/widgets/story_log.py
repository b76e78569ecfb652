"""The story so far: passages below one another.

The newest turn is in view: its end if all of it fits, else its beginning, so that nothing is missed that was not read.
"""

import asyncio
from collections.abc import Sequence

from textual import events, on
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widget import Widget

from game.playable import Passage
from game.tui.widgets.passage import Echo, PassageView, view_of

LIVE = 300
"""How many passages stay on the screen's books; the oldest go. More would make every keystroke slower."""

FRAME = 0.03
"""Seconds between two steps of a reply that is being shown."""

LONGEST_REVEAL = 1.2
"""Seconds after which any reply is there whole."""

_TOGETHER = {("title", "narration"), ("notice", "notice"), ("you", "speech"), ("speech", "speech"), ("echo", "refusal")}
"""Pairs of kinds that stand without a line between them."""


class StoryLog(VerticalScroll, can_focus=False):
    """Tells the story."""

    class Scrolled(Message):
        """The part of the story in view has changed."""

        def __init__(self, more: bool) -> None:
            """Say whether there is more to read below."""
            super().__init__()
            self.more = more

    def __init__(self) -> None:
        """Begin with nothing told."""
        super().__init__()
        self._hurried = False
        self._echo: Echo | None = None
        self._heard: PassageView | None = None
        self._pieces = ""
        self._first: PassageView | None = None
        self._more = False

    def on_mount(self) -> None:
        """Keep the newest passage in view."""
        self.anchor()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Say whether there is more below now."""
        super().watch_scroll_y(old_value, new_value)
        self._say_more()

    def on_resize(self, _: events.Resize) -> None:
        """Say whether there is more below now."""
        self.call_after_refresh(self._say_more)

    async def echo(self, line: str) -> None:
        """Show a typed line as being played, and return to the newest passage."""
        self._hurried, self._echo, self._heard, self._pieces, self._first = False, None, None, "", None
        self.anchor()
        if line:
            self._echo = Echo(line)
            await self._add(self._echo)

    async def hear(self, speaker: str, piece: str) -> None:
        """Show a piece of a reply as it comes."""
        self._pieces += piece
        if self._heard is None:
            self._heard = view_of(Passage("speech", self._pieces, speaker))
            await self._add(self._heard)
        self._heard.say(self._pieces)

    async def tell(self, passages: Sequence[Passage]) -> None:
        """Tell passages in order; a reply that was not heard as it came is shown word by word."""
        gathered: list[PassageView] = []
        for passage in passages:
            said, streamed = passage.kind == "you" and self._echo, passage.stream
            if not said and not streamed:
                gathered.append(view_of(passage))
                continue
            await self._add(*gathered, before=self._heard)
            gathered = []
            if said:
                await self._replace(said, passage)
                self._echo = None
            elif self._heard:
                await self._replace(self._heard, passage)
                self._heard = None
            else:
                await self._reveal(passage)
        await self._add(*gathered, before=self._heard)
        if self._heard:
            await self._heard.remove()
            self._heard = None
        await self._forget_oldest()

    def hurry(self) -> None:
        """Show at once what is being shown word by word."""
        self._hurried = True

    async def _add(self, *views: PassageView, before: Widget | None = None) -> None:
        """Put passages in, all at once: each mounting costs the time of a frame."""
        kept = views[-LIVE:]
        for above, view in zip((self._above(before), *kept), kept, strict=False):
            if above and (_kind(above), _kind(view)) in _TOGETHER:
                view.add_class("together")
        if kept:
            self._first = self._first or kept[0]
            await self.mount(*kept, before=before)

    def _above(self, before: Widget | None) -> PassageView | None:
        views = list(self.query_children(PassageView))
        at = views.index(before) if isinstance(before, PassageView) else len(views)
        return views[at - 1] if at else None

    async def _replace(self, old: PassageView, passage: Passage) -> None:
        """Put a passage where another was, which is gone then."""
        if self._first is old:
            self._first = None
        await self._add(view_of(passage), before=old)
        await old.remove()

    async def _reveal(self, passage: Passage) -> None:
        view = view_of(passage)
        words = passage.text.split(" ")
        step = max(1, round(len(words) * FRAME / LONGEST_REVEAL))
        if self.app.animation_level == "none" or self._hurried:
            await self._add(view)
            return
        view.say(words[0])
        await self._add(view)
        for end in range(step, len(words), step):
            if self._hurried:
                break
            view.say(" ".join(words[:end]))
            await asyncio.sleep(FRAME)
        view.say(passage.text)

    @on(PassageView.Placed)
    def begin_at_first(self) -> None:
        """Show the beginning of a turn that does not fit, or else its end."""
        first = self._first
        if first and first.is_attached and self.virtual_size.height - first.virtual_region.y > self.size.height:
            self.release_anchor()
            self.scroll_to(y=first.virtual_region.y, animate=False)
        self._say_more()

    def _say_more(self) -> None:
        # What is shorter than the view stands at its foot, which Textual counts as scrolled to below zero.
        more = 0 <= self.scroll_y < self.max_scroll_y
        if more != self._more:
            self._more = more
            self.post_message(self.Scrolled(more))

    async def _forget_oldest(self) -> None:
        excess = len(self.children) - LIVE
        if excess > 0:
            await self.remove_children(self.children[:excess])


def _kind(view: PassageView) -> str:
    return "echo" if isinstance(view, Echo) else view.passage.kind
