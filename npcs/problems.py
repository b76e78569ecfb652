"""The mistakes an author can make: what each is called, and how it is told.

A finding knows which key it is about; a problem knows the line and column as well.
"""

from dataclasses import dataclass
from typing import Literal

from world.toml_source import KeyPath

CODES = {
    "missing-folder": "A story needs world/village and npcs/cast.",
    "missing-file": "Each of the seven files in world/village is needed, even if it is empty.",
    "unknown-file": "A TOML file that nothing reads, most likely a misspelt one.",
    "unreadable-file": "A file that the system would not open.",
    "empty-cast": "A story needs at least one villager.",
    "not-utf8": "A file in another encoding than UTF-8.",
    "bad-toml": "A mistake against the grammar of TOML.",
    "too-deep": "Tables and arrays that lie too deep in each other.",
    "unknown-key": "A key that the schema does not have.",
    "missing-key": "A key that the schema asks for; told at the header of its table.",
    "wrong-type": "A text where a number is meant, a single value where a list is, and so on.",
    "out-of-range": "A number too small or too large, or a text too long.",
    "empty": "A text or list that may not be empty.",
    "bad-id": "An id may hold lower-case letters, digits and underscores, and begins with a letter.",
    "bad-time": "A time of day that is neither like 06:00 nor like dusk.",
    "not-one-of": "A value outside its closed list.",
    "reversed-row": "A row of the importance table whose least score is above its most.",
    "duplicate-row": "Two rows of the importance table with one name.",
    "overlapping-rows": "Two rows of the importance table that share more than half of the narrower one's scores.",
    "unknown-place": "The id of a place that does not exist.",
    "unknown-person": "The id of a villager who does not exist.",
    "unknown-thing": "The id of a thing that does not exist.",
    "unknown-need": "The id of a need that does not exist.",
    "unknown-fact": "The id of a fact that does not exist.",
    "unknown-holder": "A thing is where neither a place nor a person is.",
    "unknown-name": "An id that is nobody's and nothing's.",
    "secret-not-known": "A villager hides a fact they do not know.",
    "ambiguous-id": "One id for two of: villagers, places, things, the absent.",
    "reserved-id": "`player` stands for the player, and `home` for the home of whoever does an activity.",
    "exit-to-itself": "An exit that leads where one is already.",
    "duplicate-exit": "Two exits from one place to the same place.",
    "same-way": "Two exits of one place with the same word to type.",
    "no-way-back": "An exit without one in the other direction.",
    "no-way-in": "A place that no exit leads to.",
    "unreachable-place": "A place that cannot be walked to from where the player begins.",
    "unserved-need": "A need that some villager can do nothing about.",
    "no-rest": "A villager who has no activity to sleep by.",
    "thing-elsewhere": "An activity that uses a fixed thing, and is done nowhere near it.",
    "same-words": "Two villagers, two places or two things that answer to the same words.",
    "command-word": "A name that is also a command, so that a typed line could mean either.",
    "unknown-placeholder": "A brace that nothing fills in; `{you}` is, in what villagers say.",
    "control-characters": "Characters that could garble a terminal; they are taken out when the file is read.",
}
"""Every code, and what it means."""

HARMLESS = frozenset({"control-characters", "overlapping-rows", "unknown-file"})
"""Mistakes that a linter tells and play can live with."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A mistake, and where it stands."""

    file: str
    """Relative to the story's folder, with forward slashes."""

    line: int
    """From 1."""

    column: int
    """From 1, in characters."""

    code: str
    """A key of `CODES`."""

    message: str
    hint: str = ""
    """A way out, if one can be named."""

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.file}:{self.line}:{self.column}: {self.code}: {self.message}{hint}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake, and the key it is about."""

    path: KeyPath
    """Begins with the kind, `places`, and for villagers goes on with their id: `("cast", "marta", "home")`."""

    code: str
    message: str
    hint: str = ""
    at: Literal["key", "value"] = "value"
    """Whether the key is wrong, or what it holds."""


_NEAR = 0.65
"""How alike two words must be, 0 to 1, for one to be taken for the other misspelt."""


def did_you_mean(word: str, known: list[str]) -> str:
    """Return a hint that names the nearest known word, or nothing if none is near."""
    near = nearest(word, known)
    return f'did you mean "{near}"?' if near else ""


def nearest(word: str, known: list[str]) -> str | None:
    """Return the known word that a misspelt one most likely meant."""
    # Only a mistake asks; a story without any should not wait for the import.
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, n=1, cutoff=_NEAR)), None)
