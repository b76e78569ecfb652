"""Words that people read and type: whether they can be told apart, shown, and filled in."""

import re
import unicodedata
from collections.abc import Iterator

from npcs.draft import ENTITIES, Draft
from npcs.problems import Finding
from world.naming import plain_words
from world.toml_source import KeyPath

COMMANDS = frozenset(
    {
        *("look", "go", "take", "drop", "give", "show", "talk", "say"),
        *("ask", "wait", "undo", "help", "quit", "inventory"),
    }
)
"""The words that a typed line begins with."""

_ARTICLES = ("the", "a", "an")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}?")
_HARMLESS_CATEGORIES = ("L", "M", "N", "P", "S", "Z")


def _plain(words: str) -> str:
    found = plain_words(words)
    return " ".join(found[1:] if found[:1] and found[0] in _ARTICLES else found)


def _called(draft: Draft) -> Iterator[tuple[str, str, KeyPath, str]]:
    """Return what can be called something, as (group, id, path, words); the absent are people too."""
    for kind in ENTITIES[:3]:
        for pattern in (f"{kind}.*.name", f"{kind}.*.words.*"):
            yield from ((kind, str(path[1]), path, words) for path, words in draft.each(pattern))
    yield from (("cast", str(path[1]), path, name) for path, name in draft.each("absent.*"))


def colliding_words(draft: Draft) -> Iterator[Finding]:
    """Find names and other words that two of a kind share, and those that are commands."""
    owners: dict[tuple[str, str], str] = {}
    for group, id_, path, words in _called(draft):
        plain = _plain(words) if isinstance(words, str) else ""
        if plain in COMMANDS:
            yield Finding(path, "command-word", f'"{words}" is a command', "call it something else")
        elif plain and (owner := owners.setdefault((group, plain), id_)) != id_:
            message = f'"{words}" means "{owner}" already'
            yield Finding(path, "same-words", message, "make one of them more exact")
    for kind in ENTITIES:
        for id_ in draft.ids(kind):
            if id_ in COMMANDS:
                yield Finding((kind, id_), "command-word", f'"{id_}" is a command', "give it another id", "key")


def unshowable_text(draft: Draft) -> Iterator[Finding]:
    """Find characters that a terminal would not show, and braces that nothing fills in."""
    for path, text in _texts((), draft.tables):
        # Most texts have nothing but printable characters and line breaks, which is quickly seen.
        suspect = not text.replace("\n", "").isprintable()
        if suspect and (character := next(filter(_is_control, text), None)):
            message = f"the character U+{ord(character):04X} is taken out when this is read"
            yield Finding(path, "control-characters", message, "take it out here")
        if "{" in text:
            yield from _unfilled(path, text)


def _is_control(character: str) -> bool:
    return character not in "\n\t" and not unicodedata.category(character).startswith(_HARMLESS_CATEGORIES)


def _unfilled(path: KeyPath, text: str) -> Iterator[Finding]:
    for found in dict.fromkeys(_PLACEHOLDER.findall(text)):
        if found == "{you}" and path[0] == "cast":
            continue
        hint = "{you} is filled in, in what villagers say"
        yield Finding(path, "unknown-placeholder", f"nothing fills in {found}", hint)


def _texts(path: KeyPath, value: object) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts((*path, key), inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts((*path, index), inner)
