"""TOML as a designer wrote it: its values by tomllib, and where each of them stands by tree-sitter.

Lines and columns count from 1, columns in characters. tree-sitter is imported only once something has to be placed.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tree_sitter import Node

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys and array indices that lead to a value: `("forge", "exits", 0, "to")`."""

MAX_DEPTH = 20
"""How deep tables and arrays may lie in each other; what is deeper could exhaust Python's stack."""

_AT_END = re.compile(r" \(at end of document\)$")
_AT = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")
_NESTING = {"array", "inline_table", "dotted_key"}


class Position(NamedTuple):
    """Where something stands in a file."""

    line: int = 1
    column: int = 1


class TomlError(Exception):
    """A file that cannot be read as TOML."""

    def __init__(self, code: str, message: str, position: Position) -> None:
        super().__init__(message)
        self.code = code
        """`not-utf8`, `bad-toml` or `too-deep`."""

        self.message = message
        self.position = position


def decoded(raw: bytes) -> str:
    """Return the text of a file. A byte order mark, which some editors write, is left out.

    Raises:
        TomlError: it is not UTF-8.
    """
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        raise TomlError("not-utf8", f"byte 0x{raw[error.start]:02x} is not UTF-8", _end_of(before)) from None


def parsed(text: str) -> dict[str, Any]:
    """Return the values of a TOML document.

    Raises:
        TomlError: it is not TOML, or too deeply nested.
    """
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(text) from None
    except ValueError as error:
        # Numbers too long for Python are a plain ValueError, without a position.
        raise _syntax_error(str(error), text) from None
    level: list[Any] = [values]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for value in level for inner in _inside(value)]
    if level:
        raise _too_deep(text)
    return values


def _inside(value: object) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _syntax_error(said: str, text: str) -> TomlError:
    position = Position()
    if match := _AT.search(said):
        position = Position(int(match["line"]), int(match["column"]))
    elif _AT_END.search(said):
        position = _end_of(text)
    message = _AT.sub("", _AT_END.sub("", said))
    return TomlError("bad-toml", message[:1].lower() + message[1:], position)


def _end_of(text: str) -> Position:
    lines = text.split("\n")
    return Position(len(lines), len(lines[-1]) + 1)


def _too_deep(text: str) -> TomlError:
    message = f"tables and arrays lie more than {MAX_DEPTH} deep in each other"
    source = text.encode()
    nodes = [(_root(source), 0)]
    while nodes:
        node, depth = nodes.pop()
        if depth > MAX_DEPTH:
            return TomlError("too-deep", message, _start(node, source.split(b"\n")))
        depth += node.type in _NESTING
        nodes += [(child, depth) for child in reversed(node.children)]
    return TomlError("too-deep", message, Position())


def _root(source: bytes) -> Node:
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_toml.language())).parse(source).root_node


def _start(node: Node, lines: list[bytes]) -> Position:
    row, column = node.start_point
    return Position(row + 1, len(lines[row][:column].decode(errors="replace")) + 1)


class Positions:
    """Where each key and value of a TOML document stands."""

    def __init__(self, text: str) -> None:
        """Take a document that `parsed` accepts."""
        source = text.encode()
        self._lines = source.split(b"\n")
        self._keys: dict[KeyPath, Position] = {}
        self._values: dict[KeyPath, Position] = {(): Position()}
        self._tables: dict[KeyPath, int] = {}
        for node in _root(source).named_children:
            self._read_statement(node)

    def of_key(self, path: KeyPath) -> Position:
        """Return where a key is written; that of the nearest key around it if it is not there."""
        while path and path not in self._keys:
            path = path[:-1]
        return self._keys.get(path, Position())

    def of_value(self, path: KeyPath) -> Position:
        """Return where a value begins, for a table its header; that of what is around it if it is not there."""
        while path not in self._values:
            path = path[:-1]
        return self._values[path]

    def _read_statement(self, node: Node) -> None:
        if node.type == "pair":
            self._read_pair((), node)
        elif node.type in ("table", "table_array_element"):
            path = self._read_header(node)
            for pair in node.named_children[1:]:
                if pair.type == "pair":
                    self._read_pair(path, pair)

    def _read_header(self, node: Node) -> KeyPath:
        path: KeyPath = ()
        start = _start(node, self._lines)
        segments = _segments(node.named_children[0])
        for segment in segments:
            # A header goes on in the last table of an array of tables.
            path = (*path, self._tables[path] - 1) if path in self._tables else path
            path = (*path, _key_text(segment))
            self._keys.setdefault(path, _start(segment, self._lines))
            self._values.setdefault(path, start)
        if node.type == "table_array_element":
            index = self._tables.get(path, 0)
            self._tables[path] = index + 1
            path = (*path, index)
        self._keys[path] = _start(segments[-1], self._lines)
        self._values[path] = start
        return path

    def _read_pair(self, path: KeyPath, node: Node) -> None:
        start = _start(node, self._lines)
        for segment in _segments(node.named_children[0]):
            path = (*path, _key_text(segment))
            self._keys.setdefault(path, _start(segment, self._lines))
            self._values.setdefault(path, start)
        self._read_value(path, node.named_children[1])

    def _read_value(self, path: KeyPath, node: Node) -> None:
        self._values[path] = _start(node, self._lines)
        inside = [child for child in node.named_children if child.type != "comment"]
        if node.type == "inline_table":
            for pair in inside:
                self._read_pair(path, pair)
        elif node.type == "array":
            for index, item in enumerate(inside):
                self._keys[*path, index] = _start(item, self._lines)
                self._read_value((*path, index), item)


def _segments(key: Node) -> list[Node]:
    """Return the parts of a dotted key, which the grammar nests to the left."""
    if key.type != "dotted_key":
        return [key]
    return [part for child in key.named_children for part in _segments(child)]


def _key_text(node: Node) -> str:
    text = (node.text or b"").decode()
    return next(iter(tomllib.loads(f"{text} = 0"))) if node.type == "quoted_key" else text
