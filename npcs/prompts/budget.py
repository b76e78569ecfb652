"""Prompts as named sections, each with a ceiling of its own. Everything here is pure.

A prompt's size does not grow with the length of the game: what does not fit is left out, and the section says what.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from npcs.rules import MEMORY_SECTIONS, RULES

BUDGET = RULES.room.budget
"""The most tokens of a whole prompt, unless settings say otherwise."""

MEMORY_BUDGET = RULES.room.memory
"""The most tokens of all sections that hold memories, unless settings say otherwise."""

_PIECES = re.compile(r"[A-Za-z]+|[ \t]*\n[ \t\n]*|[ \t]{2,}|[^ \t\n]")

_LONG_WORD = 16
"""Letters in a row beyond which no tokenizer knows a word, so that nonsense is not counted too low."""


def tokens(text: str) -> int:
    """Return an estimate of a text's tokens, rather too high than too low, without any model's tokenizer.

    A word counts one and another for every four letters, each letter if it is longer than words are; a line
    break, a gap, a digit or a sign counts one; a character outside ASCII counts its bytes, as it does where a
    tokenizer knows no better.
    """
    return sum(_piece_tokens(piece) for piece in _PIECES.findall(text))


def _piece_tokens(piece: str) -> int:
    if piece.isascii() and piece.isalpha():
        return 1 + len(piece) // 4 if len(piece) <= _LONG_WORD else len(piece)
    return 1 if piece.isascii() else len(piece.encode("utf-8", "replace"))


class Message(NamedTuple):
    """One message of a prompt."""

    role: str
    """`system`, `user` or `assistant`."""

    content: str


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a prompt as it is sent."""

    name: str
    text: str
    tokens: int
    """Its size, the gap after it included."""

    ceiling: int = 0
    """The most it may be."""

    left_out: tuple[str, ...] = ()
    """The entries that did not fit under the ceiling, whole."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent to a model, and the sections it was made of."""

    messages: tuple[Message, ...]
    sections: tuple[Section, ...]

    @property
    def tokens(self) -> int:
        """The estimated size of the whole."""
        return sum(section.tokens for section in self.sections)

    @property
    def memory_tokens(self) -> int:
        """The estimated size of the sections that hold memories."""
        return sum(section.tokens for section in self.sections if section.name in MEMORY_SECTIONS)

    def text_of(self, *names: str) -> str:
        """Return the text of some sections, for whoever asks what the model was told."""
        return "\n".join(section.text for section in self.sections if section.name in names)


@dataclass(frozen=True, slots=True)
class Draft:
    """A section before it is fitted."""

    name: str
    ceiling: int
    """The most tokens, heading and marks included."""

    entries: tuple[str, ...]
    """What it says, a line or more each, in the order in which it is shown."""

    heading: str = ""
    mark: str = ""
    """The fence around entries that are data; empty for the game's own words."""

    newest_last: bool = False
    """Whether the last entries are those to keep; else the first are."""


_GAP = 1
"""What the line breaks between two sections cost."""


def fitted(draft: Draft) -> Section | None:
    """Return a section within its ceiling, or None if it has nothing to say. One entry too long alone is clipped."""
    if not draft.entries:
        return None
    room = draft.ceiling - tokens(_laid_out(draft, ())) - _GAP
    kept, left_out = _chosen(draft, room)
    if not kept:
        return Section(draft.name, "", 0, draft.ceiling, left_out)
    text = _laid_out(draft, kept)
    return Section(draft.name, text, tokens(text) + _GAP, draft.ceiling, left_out)


def _chosen(draft: Draft, room: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the entries that fit, in the order shown, and those that do not."""
    kept: list[str] = []
    left_out: list[str] = []
    for entry in reversed(draft.entries) if draft.newest_last else draft.entries:
        cost = tokens(entry) + 1
        if cost <= room and not left_out:
            kept.append(entry)
            room -= cost
        elif not kept and not left_out and (short := clipped(entry, room - 1)):
            kept.append(short)
            left_out.append(entry)
        else:
            left_out.append(entry)
    if draft.newest_last:
        kept.reverse()
        left_out.reverse()
    return tuple(kept), tuple(left_out)


def _laid_out(draft: Draft, entries: tuple[str, ...]) -> str:
    body = (f"<<{draft.mark}", *entries, f"{draft.mark}>>") if draft.mark else entries
    return "\n".join((draft.heading, *body) if draft.heading else body)


def clipped(text: str, most: int) -> str:
    """Return the longest beginning of a text that has at most `most` tokens, with `…` where it was cut."""
    if tokens(text) <= most:
        return text
    least, longest = 0, len(text)
    while least < longest:
        middle = (least + longest + 1) // 2
        if tokens(text[:middle] + "…") <= most:
            least = middle
        else:
            longest = middle - 1
    return text[:least] + "…" if least else ""


def composed(system: list[Draft], user: list[Draft]) -> Prompt:
    """Return the prompt of a stable part, which a server can cache, and what is new this turn."""
    stable = [section for draft in system if (section := fitted(draft))]
    fresh = [section for draft in user if (section := fitted(draft))]
    messages = (
        Message("system", "\n\n".join(section.text for section in stable if section.text)),
        Message("user", "\n\n".join(section.text for section in fresh if section.text)),
    )
    return Prompt(messages, (*stable, *fresh))
