"""The one sanitiser: every text from outside (player, model, TOML, save) passes here before anything uses it.

What comes out can be shown in a terminal, stored and sent on: no control characters, no escape sequences, no
characters that reorder a line. Markup is harmless because nothing that shows text interprets it.
"""

import re
import unicodedata

MAX_LINE = 2_000
"""The longest line a player or a mind may say, in characters; what is over is cut."""

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system commands: titles, links, clipboard
    r"|\x1b[PX^_][^\x1b]*(?:\x1b\\)?"  # device control strings
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]",  # everything else that an escape begins
)
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Unicode categories that have no shape of their own or change the shape of others."""

_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+")


def clean(text: str, limit: int = MAX_LINE) -> str:
    """Return one line of `text` that is safe to show and to store, at most `limit` characters long."""
    return _SPACES.sub(" ", clean_block(text, limit).replace("\n", " ")).strip()


def clean_block(text: str, limit: int = 20_000) -> str:
    """Return `text` as `clean` does, but with its line breaks kept."""
    if len(text) <= limit and text.isascii() and text.replace("\n", "").isprintable():
        return text.strip()
    plain = _ESCAPES.sub("", text[: limit * 4].replace("\r\n", "\n").replace("\r", "\n"))
    plain = unicodedata.normalize("NFC", plain)
    kept = (" " if ch == "\t" else ch for ch in plain if ch in "\n\t" or unicodedata.category(ch) not in _UNSEEN)
    return "".join(kept)[:limit].strip()


def one_of(words: list[str], joint: str = "and") -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def with_article(noun: str) -> str:
    """Return a noun phrase with its indefinite article, unless it already has a determiner."""
    first = noun.split(" ", 1)[0].lower()
    if first in {"a", "an", "the", "some", "his", "her", "their", "my", "your", "two", "three"} or noun[:1].isupper():
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def sentence(text: str) -> str:
    """Return text with a capital first letter and an end."""
    text = text.strip()
    if not text:
        return text
    return text[0].upper() + text[1:] + ("" if text[-1] in '.!?…”"' else ".")
