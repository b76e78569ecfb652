"""Tells a designer every mistake in a story at once."""

from pathlib import Path

from npcs.checks import checked
from npcs.draft import read_draft
from npcs.problems import CODES, HARMLESS, Problem
from npcs.shapes import Shapes, story_schema

__all__ = ["CODES", "HARMLESS", "Problem", "lint_story", "story_schema"]


def lint_story(folder: Path | None = None) -> tuple[Problem, ...]:
    """Return every mistake in the story in a folder, or in the bundled one, sorted by file, line and column."""
    draft = read_draft(folder)
    return draft.placed([*Shapes(draft).findings, *checked(draft)])
