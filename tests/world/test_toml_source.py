"""TOML with positions."""

import pytest

from world.toml_source import MAX_DEPTH, Position, Positions, TomlError, decoded, parsed

DOCUMENT = """\
title = "The Well"  # a comment
"quoted key" = 1
dotted.inner."last one" = 2
"ł" = "zażółć"

text = \"\"\"
one
two\"\"\"

[well.side]
depth = 3
steps = [
    1,  # the first
    { to = "house", by.foot = true },
]

[[row]]
least = 1

  [[row]]
  least = 2

[row.more]
most = 3

[[row.inner]]
x = 1

[well]
name = "late"
"""


def where(path: tuple[str | int, ...]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where the key and the value of a path stand."""
    positions = Positions(DOCUMENT)
    return tuple(positions.of_key(path)), tuple(positions.of_value(path))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("title",), (1, 1), (1, 9)),
        (("quoted key",), (2, 1), (2, 16)),
        (("dotted",), (3, 1), (3, 1)),
        (("dotted", "inner", "last one"), (3, 14), (3, 27)),
        (("ł",), (4, 1), (4, 7)),
        (("text",), (6, 1), (6, 8)),
        (("well", "side"), (10, 7), (10, 1)),
        (("well", "side", "depth"), (11, 1), (11, 9)),
        (("well", "side", "steps", 0), (13, 5), (13, 5)),
        (("well", "side", "steps", 1), (14, 5), (14, 5)),
        (("well", "side", "steps", 1, "to"), (14, 7), (14, 12)),
        (("well", "side", "steps", 1, "by", "foot"), (14, 24), (14, 31)),
        (("row",), (17, 3), (17, 1)),
        (("row", 0), (17, 3), (17, 1)),
        (("row", 1), (20, 5), (20, 3)),
        (("row", 1, "least"), (21, 3), (21, 11)),
        (("row", 1, "more"), (23, 6), (23, 1)),
        (("row", 1, "more", "most"), (24, 1), (24, 8)),
        (("row", 1, "inner", 0, "x"), (27, 1), (27, 5)),
        (("well",), (29, 2), (29, 1)),
        (("well", "name"), (30, 1), (30, 8)),
        ((), (1, 1), (1, 1)),
    ],
)
def test_every_key_and_value_has_its_line_and_column(
    path: tuple[str | int, ...], key: tuple[int, int], value: tuple[int, int]
) -> None:
    """Keys and values are found in tables, arrays of tables, inline tables, arrays and dotted keys."""
    assert where(path) == (key, value)


def test_what_is_not_there_stands_where_its_table_does() -> None:
    """A path that leads nowhere is placed at what is nearest around it."""
    assert where(("well", "side", "absent", 3)) == ((10, 7), (10, 1))
    assert where(("nothing",)) == ((1, 1), (1, 1))


def test_columns_count_characters_not_bytes() -> None:
    """Letters of two bytes before a value do not push its column to the right."""
    assert Positions('a = { "żółw" = 1, b = 2 }').of_value(("a", "b")) == Position(1, 23)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_of_any_kind_count_once(newline: str) -> None:
    """A file from Windows has the same positions."""
    text = f"a = 1{newline}[b]{newline}c = 2"
    assert parsed(text) == {"a": 1, "b": {"c": 2}}
    assert Positions(text).of_value(("b", "c")) == Position(3, 5)


def test_a_byte_order_mark_is_left_out() -> None:
    """A file that an editor began with a byte order mark reads as any other."""
    assert decoded(b"\xef\xbb\xbfa = 1") == "a = 1"


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("a = 1\nb = \n", "bad-toml", (2, 5)),
        ("a = 1\na = 2\n", "bad-toml", (2, 6)),
        ('a = """x\n', "bad-toml", (2, 1)),
        (f"a = {'9' * 5000}", "bad-toml", (1, 1)),
        (f"a = {'[' * 5000}{']' * 5000}", "too-deep", (1, MAX_DEPTH + 5)),
        (f"b = 1\n{'a.' * 60}x = 1", "too-deep", (2, 1)),
    ],
)
def test_what_is_no_toml_says_where(text: str, code: str, position: tuple[int, int]) -> None:
    """A file that cannot be read says on which line and column, however it is broken."""
    with pytest.raises(TomlError) as caught:
        parsed(text)
    assert (caught.value.code, *caught.value.position) == (code, *position)
    assert "(at" not in caught.value.message


def test_bytes_that_are_not_utf8_say_where() -> None:
    """The first byte that is not UTF-8 is named with its line and column."""
    with pytest.raises(TomlError, match="byte 0xff is not UTF-8") as caught:
        decoded('a = 1\nb = "ż'.encode() + b'\xff"')
    assert caught.value.position == Position(2, 7)
