"""What a typed line can turn out to be. The union is closed: every `match` over it ends in `assert_never`."""

from typing import Literal, TypeAlias

from msgspec import Struct

from world.commands import Command

MetaVerb: TypeAlias = Literal["undo", "help", "quit", "inventory", "journal", "map", "why", "time", "who"]
"""What is asked of the game, not of the village: it takes no time there."""


class Ready(Struct, frozen=True, tag=True):
    """The line is a command of the player's."""

    command: Command


class Meta(Struct, frozen=True, tag=True):
    """The line is a request to the game itself."""

    verb: MetaVerb
    argument: str = ""
    """A number of turns after `undo`, a verb after `help`, a villager's id after `why` and `journal`."""


class Misunderstood(Struct, frozen=True, tag=True):
    """The line is not understood; `words` tell the player what was not, and one thing that would be."""

    words: str


class Ambiguous(Struct, frozen=True, tag=True):
    """The line fits several; `words` ask the player which."""

    words: str


Parsed: TypeAlias = Ready | Meta | Misunderstood | Ambiguous

Unclear: TypeAlias = Misunderstood | Ambiguous

Resolved: TypeAlias = str | Misunderstood | Ambiguous | None
"""What words name: an id, a reason why none can be told, or None if they name nothing."""
