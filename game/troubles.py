"""Turns what parts of the game raise into `Trouble`: one message that a player can read and act on."""

from collections.abc import Iterator
from contextlib import contextmanager

from game.playable import Trouble
from game.settings import SettingsError
from npcs.authored import StoryError
from npcs.memory.embedder import EmbedderError
from npcs.memory.shelf import StoreError
from saves.home import SaveError


@contextmanager
def told_plainly() -> Iterator[None]:
    """Raise as `Trouble` whatever the parts of the game say in words fit for a player.

    Raises:
        Trouble: with those words.
    """
    try:
        yield
    except StoryError as error:
        raise Trouble("\n".join(map(str, error.problems))) from error
    except (SaveError, SettingsError, EmbedderError, StoreError) as error:
        raise Trouble(str(error)) from error
