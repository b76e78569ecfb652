"""The size of a prompt after a short, a long and a very long game."""

from pathlib import Path

import pytest

from npcs.memory.recall import Recaller
from npcs.memory.store import ChromaIndex
from npcs.prompts.budget import BUDGET, Section
from tests.evals.fake_vectors import FakeVectors
from tests.evals.long_game import moments
from tests.evals.tables import shown

pytestmark = [pytest.mark.evals, pytest.mark.timeout(900)]
TURNS = (50, 500, 5_000)


def test_the_prompt_does_not_grow_with_the_game(tmp_path: Path) -> None:
    """After 5,000 turns a prompt is within the budget, and no more than a tenth larger than after 50."""
    embedder = FakeVectors()
    recaller = Recaller(embedder, ChromaIndex(tmp_path, embedder))
    found = moments(1, recaller, TURNS)
    recaller.close()
    sizes = [moment.prompt.tokens for moment in found]
    rows = [
        (
            f"tokens at turn {moment.turn:,}",
            f"{moment.prompt.tokens:,}",
            f"≤ {BUDGET:,}",
            f"{moment.memories:,} memories, {moment.facts} facts; left out: {_left_out(moment.prompt.sections)}",
        )
        for moment in found
    ]
    rows.append(("largest over smallest", f"{max(sizes) / min(sizes):.3f}", "≤ 1.10", ""))
    shown("Tokens of the prompt in a long game", rows)
    assert max(sizes) <= BUDGET
    assert max(sizes) <= 1.1 * min(sizes)


def _left_out(sections: tuple[Section, ...]) -> str:
    return ", ".join(f"{len(each.left_out)} {each.name}" for each in sections if each.left_out) or "nothing"
