"""Reading a story for play."""

import subprocess
import sys
from pathlib import Path

import pytest
from small_story import FILES, spoil, write_story

from npcs.authored import StoryError, read_story
from world.clock import at


def test_a_story_is_read_whole(tmp_path: Path) -> None:
    """What the files say is what play gets."""
    story = read_story(write_story(tmp_path))
    assert list(story.village.places) == ["well", "house"]
    assert story.village.opening.minute == at(1, 7)
    assert story.village.people["anna"] is story.cast["anna"]
    assert story.cast["anna"].knows[0].teller == "piotr"
    assert story.village.name("piotr") == "Piotr"
    assert [row.factor for row in story.importance.row] == ["arousal", "unimportant"]


def test_times_that_are_left_out_are_times(tmp_path: Path) -> None:
    """An activity without hours can be begun all day."""
    cook = read_story(write_story(tmp_path)).village.activities["cook"]
    assert (cook.opens, cook.closes) == (0, 0)


def test_the_bundled_story_can_be_read() -> None:
    """The village that comes with the game has at least the people and places it promises."""
    story = read_story()
    assert {"krzysztof", "marta"} <= set(story.cast)
    assert len(story.village.places) >= 6


def test_a_story_without_an_importance_table_takes_the_bundled_one(tmp_path: Path) -> None:
    """The table of the game stands in for one that is not written."""
    folder = write_story(tmp_path)
    (folder / "npcs/importance.toml").unlink()
    assert read_story(folder).importance == read_story().importance


def test_the_fingerprint_changes_with_any_byte_and_only_then(tmp_path: Path) -> None:
    """Two copies of a story have one fingerprint, and a changed word in any file gives another."""
    first = read_story(write_story(tmp_path / "a")).fingerprint
    assert first == read_story(write_story(tmp_path / "b")).fingerprint
    for file in FILES:
        folder = write_story(tmp_path / "b")
        spoil(folder, file, "", "# a comment\n")
        assert read_story(folder).fingerprint != first, file


def test_all_mistakes_come_with_the_error(tmp_path: Path) -> None:
    """A story with mistakes is refused with every one of them, in order."""
    folder = write_story(tmp_path)
    spoil(folder, "world/village/places.toml", 'to = "house"', 'to = "hause"')
    spoil(folder, "npcs/cast/anna.toml", 'role = "weaver"\n', "")
    with pytest.raises(StoryError) as caught:
        read_story(folder)
    assert str(caught.value).splitlines() == [
        'npcs/cast/anna.toml:1:1: missing-key: the key "role" is missing',
        'world/village/places.toml:4:17: unknown-place: there is no place "hause" (did you mean "house"?)',
    ]
    assert [problem.code for problem in caught.value.problems] == ["missing-key", "unknown-place"]


def test_a_folder_that_is_missing_is_refused(tmp_path: Path) -> None:
    """There is no falling back to the bundled story when a path is mistyped."""
    with pytest.raises(StoryError, match="there is no folder"):
        read_story(tmp_path / "nowhere")


def test_control_characters_are_taken_out_in_reading(tmp_path: Path) -> None:
    """A terminal escape in a file is told by the linter, and does not stop or reach play."""
    folder = write_story(tmp_path)
    spoil(folder, "world/village/places.toml", "Low and warm.", "Low \\u001b[31mand\\u0007 warm.")
    assert read_story(folder).village.places["house"].description == "Low and warm."


def test_rows_that_overlap_do_not_stop_play(tmp_path: Path) -> None:
    """A designer may add a row to the importance table and try it at once."""
    folder = write_story(tmp_path)
    row = '[[row]]\nfactor = "debt"\nexplanation = "What is owed."\nleast = 9\nmost = 10\n'
    spoil(folder, "npcs/importance.toml", "", row)
    assert read_story(folder).importance.score("debt", 1.0) == (10, "debt")


def test_a_good_story_is_read_without_what_places_mistakes() -> None:
    """Neither tree-sitter nor difflib is waited for unless there is a mistake to tell."""
    script = "import sys; from npcs.authored import read_story; read_story(); print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"tree_sitter", "tree_sitter_toml", "difflib", "rapidfuzz"} & set(result.stdout.split())
