"""A table of importance that makes no sense, as the designer who wrote it meets it: on the way into the game."""

import shutil
from pathlib import Path

import pytest

from game.bootstrap import open_session
from game.playable import Trouble

ROW = '[[row]]\nfactor = "{0}"\nexplanation = "{1}"\nleast = {2}\nmost = {3}\n'
BUNDLED = Path(__file__).parents[2]


@pytest.fixture
def story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the bundled story, and keep saves in a folder of the test's own."""
    monkeypatch.setenv("TATTLEWOOD_HOME", str(tmp_path / "home"))
    for part in ("world/village", "npcs/cast"):
        shutil.copytree(BUNDLED / part, tmp_path / "story" / part)
    return tmp_path / "story"


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("", "importance.toml"),
        ("row = []\n", "importance.toml"),
        (ROW.format("new", "New.", 8, 3), "least 8 is above most 3 (exchange them)"),
        (ROW.format("new", "", 1, 3), "explanation"),
        (ROW.format("new", "New.", 1, 30), "most"),
        (ROW.format("new", "New.", 4, 6) + ROW.format("new", "Old.", 0, 1), 'there are two rows "new"'),
        ("[[row]]\n", "factor"),
        ("row = 3\n[[", "importance.toml"),
    ],
    ids=["empty", "no rows", "reversed", "no words", "over 10", "twice", "empty row", "broken"],
)
def test_play_refuses_a_table_that_makes_no_sense(story: Path, table: str, told: str) -> None:
    """The game does not begin, and says file, line and what is wrong, all at once and without leaving a save."""
    (story / "npcs" / "importance.toml").write_text(table, encoding="utf-8")
    with pytest.raises(Trouble) as refusal:
        open_session(save="bad", story_folder=story, seed=1)
    assert told in str(refusal.value)
    assert "importance.toml" in str(refusal.value)
    assert not list((story.parent / "home").rglob("journal.jsonl"))


async def test_rows_that_overlap_are_told_and_played_by(story: Path) -> None:
    """Two rows with the same scores are no reason to refuse: the game opens with a notice of file, line and cure."""
    table = ROW.format("new", "New.", 4, 6) + ROW.format("old", "Old.", 4, 6)
    (story / "npcs" / "importance.toml").write_text(table, encoding="utf-8")
    session = open_session(save="odd", story_folder=story, seed=1)
    [notice] = [passage.text for passage in session.opening() if passage.kind == "notice"]
    assert notice.startswith('npcs/importance.toml:6:1: overlapping-rows: "old" gives mostly the same scores as "new"')
    assert "move `least` and `most` of one of them apart" in notice
    await session.close()


def test_rows_can_be_changed_added_and_removed(story: Path) -> None:
    """A sound table of other rows than the bundled one's is played by."""
    table = ROW.format("stirring", "Stirring.", 6, 10) + ROW.format("dull", "Dull.", 0, 1)
    (story / "npcs" / "importance.toml").write_text(table, encoding="utf-8")
    session = open_session(save="good", story_folder=story, seed=1)
    assert session.story.importance.score("stirring", 0.5) == (8.0, "stirring")
    assert session.story.importance.score("novelty", 1.0) == (1.0, "dull")
