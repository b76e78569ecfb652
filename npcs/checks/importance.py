"""The importance table: whether its rows can be told apart."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from npcs.draft import Draft
from npcs.problems import Finding

_MOST_SHARED = 0.5
"""The part of the narrower row that two rows may share: the table of the 5Ws document has two that share half."""


def rows_that_clash(draft: Draft) -> Iterator[Finding]:
    """Find rows with one name, and rows whose scores hardly differ."""
    rows = [(path, row) for path, row in draft.each("importance.row.*") if isinstance(row, dict)]
    for (_, first), (path, second) in combinations(rows, 2):
        name, other = second.get("factor"), first.get("factor")
        if name == other and isinstance(name, str):
            yield Finding((*path, "factor"), "duplicate-row", f'there are two rows "{name}"', "take one out")
        elif _overlap(first, second):
            message = f'"{name}" gives mostly the same scores as "{other}"'
            hint = "move `least` and `most` of one of them apart"
            yield Finding(path, "overlapping-rows", message, hint)


def _overlap(first: dict[str, Any], second: dict[str, Any]) -> bool:
    a, b = _range(first), _range(second)
    if a is None or b is None:
        return False
    shared = min(a[1], b[1]) - max(a[0], b[0])
    narrower = min(a[1] - a[0], b[1] - b[0])
    return a == b or (narrower > 0 and shared > narrower * _MOST_SHARED)


def _range(row: dict[str, Any]) -> tuple[float, float] | None:
    least, most = row.get("least"), row.get("most")
    if not isinstance(least, int | float) or not isinstance(most, int | float) or least > most:
        return None
    return float(least), float(most)
