"""What the command line shows to those who write stories."""

import json
from pathlib import Path

from npcs.lint import lint_story


def show_lint(folder: Path | None, *, as_json: bool) -> int:
    """Print every mistake in a story; return 1 if there is any."""
    problems = lint_story(folder)
    if as_json:
        keys = ("file", "line", "column", "code", "message", "hint")
        print(json.dumps([{key: getattr(problem, key) for key in keys} for problem in problems], indent=2))
    else:
        for problem in problems:
            print(problem)
        if not problems:
            print("No mistakes found.")
    return 1 if problems else 0
