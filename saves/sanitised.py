"""Text from a journal, which may come from a stranger, made harmless before anything uses it.

A text without control characters comes out as it went in, so an honest session replays to the byte.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

import msgspec

from world.text import clean_block

T = TypeVar("T")

_ESCAPED_CONTROL = re.compile(r"\\[ubfrt]")
"""How JSON writes control characters; also matches some harmless texts, which then take the longer way."""


def sanitised(line: bytes, decode: Callable[[bytes], T]) -> T:
    """Decode a line of JSON, its texts without control characters, escape sequences or reordering marks.

    Raises:
        ValueError: it is not UTF-8, or not what `decode` expects.
    """
    text = line.decode().rstrip("\n")
    if text.isprintable() and not _ESCAPED_CONTROL.search(text):
        return decode(line)
    return decode(msgspec.json.encode(_harmless(msgspec.json.decode(line))))


def _harmless(value: object) -> object:
    if isinstance(value, str):
        return clean_block(value) if any(map(_is_unseen, value)) else value
    if isinstance(value, list):
        return [_harmless(each) for each in value]
    if isinstance(value, dict):
        return {_harmless(key): _harmless(each) for key, each in value.items()}
    return value


def _is_unseen(character: str) -> bool:
    return character != "\n" and unicodedata.category(character).startswith("C")
