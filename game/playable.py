"""What a game is to whoever shows it: passages to read, a line to play, a state to look at.

The screen and line mode know nothing else of a session. Every text in a passage has passed `world.text.clean`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from msgspec import Struct

from world.text import clean_block

if TYPE_CHECKING:
    from npcs.story import Story
    from npcs.villager import State

PassageKind: TypeAlias = Literal["title", "narration", "speech", "you", "notice", "refusal"]


class Passage(Struct, frozen=True):
    """One thing to be read."""

    kind: PassageKind
    text: str
    speaker: str = ""
    """A villager's name for speech, `You` for you."""

    stream: bool = False
    """Whether it is a reply, shown as it comes."""


class Played(Struct, frozen=True):
    """What a line led to."""

    passages: tuple[Passage, ...]
    over: bool = False
    """Whether the player wants to leave."""


class Playable(Protocol):
    """A game under way."""

    story: Story
    mind_name: str
    """Who answers, as the status line names them."""

    @property
    def state(self) -> State:
        """The latest state that is in the journal."""
        ...

    @property
    def ready(self) -> bool:
        """Whether a line can be played without waiting for anything to load."""
        ...

    def opening(self) -> tuple[Passage, ...]:
        """Return what is read first: the intro and the first look, or where a resumed game stands."""
        ...

    async def warm(self, tell: Callable[[str], None]) -> None:
        """Load what play needs, without holding up the screen; `tell` hears in words how far it is."""
        ...

    def warm_notices(self) -> tuple[str, ...]:
        """Return what the player is to be told once everything is loaded."""
        ...

    async def play(self, line: str, heard: Callable[[str], None] | None = None) -> Played:
        """Play one typed line, to its end. `heard` may be told pieces of a reply as they come."""
        ...

    async def close(self) -> None:
        """Leave the game, saved as it stands."""
        ...


class Trouble(Exception):  # noqa: N818  # it is told, not caught by name
    """Something that can go wrong around a game, with a message fit for a player."""


def fault_words(error: BaseException) -> str:
    """Return what to tell of an error: its own words if they are meant for people, else in one line what and where.

    What an unforeseen error holds is never shown: it may be a key.
    """
    if isinstance(error, Trouble):
        return clean_block(str(error))
    frames = extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"Tattlewood had to stop ({type(error).__name__}{where}). What was played before it is saved."
