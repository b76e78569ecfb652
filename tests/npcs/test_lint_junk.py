"""The linter, given anything at all."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from small_story import FILES, write_story

from npcs.lint import CODES, lint_story

JUNK: list[Any] = [1, -0.5, True, "", "No id {here}", [], [[1]], {}, {"a": {"b": [{"c": 1}]}}, float("nan")]
"""Values that hardly any key takes."""


def holders(value: Any) -> Iterator[tuple[Any, Any]]:
    """Return every place in a document where a value can be replaced, as (table or list, key)."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from holders(inner)


@pytest.mark.parametrize("file", FILES)
def test_no_value_in_any_place_stops_the_linter(tmp_path: Path, file: str) -> None:
    """Whatever stands where, the linter answers with problems that have a code and a line of the file."""
    folder = write_story(tmp_path)
    document = tomllib.loads(FILES[file])
    for holder, key in list(holders(document)):
        kept = holder[key]
        for junk in JUNK:
            holder[key] = junk
            text = tomli_w.dumps(document)
            (folder / file).write_text(text, encoding="utf-8")
            for problem in lint_story(folder):
                assert problem.code in CODES
                assert problem.line <= text.count("\n") + 1 or problem.file != file
                assert "something else" not in problem.message
        holder[key] = kept
