"""Where saves, settings and recorded sessions live, and how they are called. Nothing here reads a journal."""

import os
import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from world.text import clean

JOURNAL = "journal.jsonl"
"""The record of a session, inside its save's folder."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_NAME_IN_WORDS = (
    "use 1 to 64 of the letters a-z, digits, underscores and hyphens, and begin with a letter or a digit, "
    "as in my-first-game"
)


class SaveError(Exception):
    """A save cannot be used; the message says why and what to do, in words fit for a player."""


@dataclass(frozen=True, slots=True)
class Session:
    """A recorded session that was found."""

    name: str
    """What to call it: the save's name, or the name of its file."""

    journal: Path
    folder: Path | None
    """The save's folder; None for a journal that stands alone."""


def home() -> Path:
    """Return the folder of saves, settings and caches: `TATTLEWOOD_HOME`, or the platform's place for them."""
    chosen = os.environ.get("TATTLEWOOD_HOME", "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("tattlewood", appauthor=False)


def saves_folder() -> Path:
    """Return the folder that holds one folder a save."""
    return home() / "saves"


def save_folder(name: str) -> Path:
    """Return the folder of a save, which may not exist yet.

    Raises:
        SaveError: the name breaks the rule for names of saves.
    """
    if not _NAME.fullmatch(name):
        raise SaveError(f"{_shown(name)} cannot be the name of a save: {_NAME_IN_WORDS}.")
    return saves_folder() / name


def save_names() -> list[str]:
    """Return the names of all saves, in alphabetical order."""
    folder = saves_folder()
    if not folder.is_dir():
        return []
    return sorted(each.name for each in folder.iterdir() if _NAME.fullmatch(each.name) and (each / JOURNAL).is_file())


def bundled_sessions() -> dict[str, Path]:
    """Return the recorded sessions that come with the game, by name."""
    folder = Path(__file__).parent / "sessions"
    return {path.stem: path for path in sorted(folder.glob("*.jsonl"))}


def find_session(name_or_path: str) -> Session:
    """Return the session that a save's name, a bundled session's name or a path means, looked for in this order.

    Raises:
        SaveError: there is none; the message names the nearest.
    """
    if _NAME.fullmatch(name_or_path) and (save_folder(name_or_path) / JOURNAL).is_file():
        folder = save_folder(name_or_path)
        return Session(name_or_path, folder / JOURNAL, folder)
    if path := bundled_sessions().get(name_or_path):
        return Session(name_or_path, path, None)
    return _at_path(name_or_path) or _no_session(name_or_path)


def _at_path(text: str) -> Session | None:
    if not text or "\0" in text:
        return None
    path = Path(text).expanduser()
    try:
        if (path / JOURNAL).is_file():
            return Session(clean(path.resolve().name), path / JOURNAL, path)
        if path.is_file():
            folder = path.parent if path.name == JOURNAL else None
            return Session(clean(folder.resolve().name if folder else path.stem), path, folder)
    except OSError:
        return None
    return None


def _no_session(name: str) -> Session:
    known = [*save_names(), *bundled_sessions()]
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known[:12]) or 'none yet'}."
    raise SaveError(f"No save, recorded session or journal file is called {_shown(name)}. {hint}")


def _shown(name: str) -> str:
    return f"“{clean(name, 80)}”"
