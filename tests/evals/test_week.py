"""What a village remembers of a week in which nothing happens but its own life."""

from collections import Counter

import pytest

from tests.evals.tables import share, shown
from tests.evals.week import lived

pytestmark = pytest.mark.evals
SEEDS = (11, 12, 13)


def test_what_a_week_leaves_behind() -> None:
    """No villager remembers the same thing twice at the same time."""
    weeks = []
    for seed in SEEDS:
        with pytest.MonkeyPatch.context() as patch:
            weeks.append(lived(seed, patch))
    stored = sum(len(week.stored) for week in weeks)
    impressions = sum(week.impressions for week in weeks)
    unused = [memory for week in weeks for memory in week.unused]
    kinds = sum((week.kinds for week in weeks), Counter[str]())
    rows = [
        ("stored", share(stored, impressions), "", f"of all impressions; {stored / len(SEEDS):.0f} a week"),
        ("merged", share(sum(week.merged for week in weeks), impressions), "", "of all impressions"),
        ("duplicates", str(sum(len(week.again) for week in weeks)), "0", "while the first was still remembered"),
        ("stored again", str(sum(week.restored for week in weeks)), "0", "after the first had faded away"),
        ("never used", share(len(unused), stored), "≤ 20 %", "never recalled, never weighed, importance ≤ 1"),
        ("weighed in a decision", str(sum(len(week.weighed) for week in weeks)), "", "some authored"),
        ("what was stored", "; ".join(f"{kind} {count}" for kind, count in kinds.most_common(6)), "", ""),
    ]
    shown(f"A week without the player, {len(SEEDS)} villages", rows)
    assert [again for week in weeks for again in week.again] == []
