"""Reads a story from its TOML files, for play."""

from pathlib import Path

from npcs.checks import checked
from npcs.draft import read_draft
from npcs.problems import HARMLESS, Problem
from npcs.shapes import Shapes
from npcs.story import Story

__all__ = ["Problem", "StoryError", "read_story"]


class StoryError(Exception):
    """A story that cannot be played."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems
        """All its mistakes, the harmless ones included, sorted by place."""


def read_story(folder: Path | None = None) -> Story:
    """Read the story in a folder, or the bundled one.

    Raises:
        StoryError: it holds mistakes that play could not live with.
    """
    draft = read_draft(folder)
    shapes = Shapes(draft)
    findings = [*shapes.findings, *checked(draft)]
    codes = {problem.code for problem in draft.problems} | {finding.code for finding in findings}
    if codes - HARMLESS or shapes.village is None or shapes.importance is None:
        raise StoryError(draft.placed(findings))
    warnings = tuple(map(str, draft.placed(findings)))
    return Story(shapes.village, shapes.cast, shapes.importance, draft.fingerprint, warnings)
