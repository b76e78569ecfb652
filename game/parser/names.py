"""How typed words are compared with authored names. Every function here is pure and knows no village.

A name fits wholly, by its main word, by another of its words, or as a slip of the fingers, in this order.
"""

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rapidfuzz.distance import OSA

Tokens: TypeAlias = tuple[str, ...]

DETERMINERS = frozenset(
    {
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "her",
        "their",
        "our",
        "some",
        "this",
        "that",
        "these",
        "those",
        "one",
        "1",
        "teh",
    }
)
"""Words before a name that do not help to tell it."""

TITLES = frozenset(
    {
        "master", "mistress", "mister", "mr", "mrs", "miss", "ms", "sir", "madam", "lady", "lord", "father", "mother",
        "brother", "sister", "goodman", "goodwife", "good", "dear", "old", "young", "pan", "pani", "friend",
    }
)  # fmt: skip
"""What people put before a name of their own accord."""

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_PLAIN_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "’": "'", "‘": "'"})


class Quality(IntEnum):
    """How well words fit a name."""

    NONE = 0
    SLIP = 1
    """A misspelling."""

    PART = 2
    """Some of its words, without the main one: `mill` for `mill key`."""

    MAIN = 3
    """Its main word, or another word for it."""

    NAME = 4
    """Exactly what it is called."""


class Phrase(NamedTuple):
    """One way to name something."""

    tokens: Tokens
    heads: frozenset[str]
    """The words that alone bring it to mind."""

    is_name: bool


class Match(NamedTuple):
    """How words fit something."""

    quality: Quality
    whole: bool
    """Whether one of its names or words was given in full."""


NO_MATCH = Match(Quality.NONE, whole=False)


def fold(text: str) -> Tokens:
    """Return the words of `text` that name something: lower case, no accents, no articles."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_PLAIN_LETTERS))
    letters = "".join(ch for ch in plain if not unicodedata.combining(ch))
    words = (word.replace("-", " ") for word in _WORD.findall(letters))
    return tuple(part for word in words for part in word.split() if part not in DETERMINERS)


def owners(query: Tokens) -> Tokens:
    """Return words without their `'s`: `smith's` names the smith where it names nothing of his."""
    return tuple(word.removesuffix("'s") for word in query)


@lru_cache(maxsize=4096)
def phrase(text: str, *, is_name: bool, proper: bool = False) -> Phrase:
    """Return a way to name something; every word of a `proper` name alone brings its bearer to mind."""
    tokens = fold(text)
    main = tokens[: tokens.index("of")] if "of" in tokens[1:] else tokens
    heads = tokens if proper else main[-1:]
    return Phrase(tuple(t for t in tokens if t != "of"), frozenset(heads) - TITLES, is_name)


def matched(query: Tokens, named: Phrase, *, careful: bool = False) -> Match:
    """Return how `query` fits a phrase; `careful` forgives only a single slip in a long word."""
    query = tuple(word for word in query if word != "of")
    if not query or not named.tokens:
        return NO_MATCH
    if query == named.tokens:
        return Match(Quality.NAME if named.is_name else Quality.MAIN, whole=True)
    if all(token in named.tokens for token in query):
        return Match(Quality.MAIN if named.heads & {*query} else Quality.PART, whole=False)
    if is_slip(" ".join(query), " ".join(named.tokens), careful=careful):
        return Match(Quality.SLIP, whole=True)
    if len(query) == 1 and any(is_slip(query[0], head, careful=careful) for head in named.heads):
        return Match(Quality.SLIP, whole=False)
    return NO_MATCH


def is_slip(typed: str, meant: str, *, careful: bool = False) -> bool:
    """Return whether `typed` is a likely misspelling of `meant`.

    Short words are full of neighbours (`will` and `mill`), so they forgive a swapped, missing or doubled letter only;
    longer ones forgive more. The first letter must be right.
    """
    if len(typed) < 4 or typed[0] != meant[:1] or typed.count(" ") != meant.count(" "):
        return False
    allowed = 1 if len(meant) <= 5 else 2 if len(meant) <= 7 else 3
    if careful:
        allowed = 1 if len(typed) >= 6 else 0
    distance = OSA.distance(typed, meant, score_cutoff=allowed)
    if distance > allowed:
        return False
    return len(meant) > 4 or len(typed) != len(meant) or sorted(typed) == sorted(meant)
