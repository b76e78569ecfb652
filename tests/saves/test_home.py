"""Where saves live and how they are found."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saves import home
from saves.home import SaveError, bundled_sessions, find_session, save_folder, save_names


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let `TATTLEWOOD_HOME` be a folder of the test's own."""
    monkeypatch.setenv("TATTLEWOOD_HOME", str(tmp_path))
    return tmp_path


def _save(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "journal.jsonl").write_text("{}\n")
    return folder


def test_home_is_where_the_environment_says(own_home: Path):
    """Whoever sets `TATTLEWOOD_HOME` finds saves there and nowhere else."""
    assert save_folder("first") == own_home / "saves" / "first"


def test_home_is_the_platforms_place_otherwise(monkeypatch: pytest.MonkeyPatch):
    """Without the variable, or with an empty one, the platform's user data folder is used."""
    monkeypatch.setenv("TATTLEWOOD_HOME", "")
    assert "tattlewood" in home.home().name
    assert home.home().is_absolute()


@pytest.mark.parametrize("name", ["a", "0", "a" * 64, "my-first_game2"])
def test_plain_names_are_accepted(name: str):
    """A name of lower-case letters, digits, hyphens and underscores is a save's name."""
    assert save_folder(name).name == name


@pytest.mark.parametrize("name", ["", "-a", "_a", "A", "a b", "a/b", "..", "a" * 65, "é", "a\n", "a.b", "\x1b[2Ja"])
def test_other_names_are_refused_in_words(name: str):
    """A name that is no save's is refused with the rule, and shown without control characters."""
    with pytest.raises(SaveError, match="letters a-z, digits, underscores and hyphens") as refusal:
        save_folder(name)
    assert "\x1b" not in str(refusal.value)


@given(st.text())
def test_no_name_leads_out_of_the_saves_folder(name: str):
    """Whatever is given as a name, it means a folder right under `saves`, or is refused."""
    try:
        folder = save_folder(name)
    except SaveError:
        return
    assert folder.parent == home.saves_folder()
    assert folder.resolve().parent == home.saves_folder().resolve()


def test_saves_are_listed_by_name():
    """Only folders that hold a journal count as saves."""
    assert save_names() == []
    _save(save_folder("beta"))
    _save(save_folder("alpha"))
    (home.saves_folder() / "empty").mkdir()
    assert save_names() == ["alpha", "beta"]


def test_a_session_is_found_by_the_name_of_its_save():
    """A save's name comes first."""
    folder = _save(save_folder("game"))
    assert find_session("game") == home.Session("game", folder / "journal.jsonl", folder)


def test_a_session_is_found_by_path(tmp_path: Path):
    """A save's folder, its journal, and a journal that stands alone can all be given as paths."""
    folder = _save(tmp_path / "elsewhere" / "their-game")
    alone = tmp_path / "asking_about_the_mill.jsonl"
    alone.write_text("{}\n")
    assert find_session(str(folder)).folder == folder
    assert find_session(str(folder / "journal.jsonl")) == home.Session("their-game", folder / "journal.jsonl", folder)
    assert find_session(str(alone)) == home.Session("asking_about_the_mill", alone, None)


def test_bundled_sessions_are_found_by_name():
    """The sessions that come with the game can be replayed by name."""
    for name, path in bundled_sessions().items():
        assert find_session(name) == home.Session(name, path, None)


@pytest.mark.parametrize("name", ["nowhere", "", "a\0b", "x" * 5000, "/", "\x1b]0;hi\x07"])
def test_what_is_not_there_is_said_in_words(name: str):
    """A session that does not exist gives a sentence and no traceback."""
    with pytest.raises(SaveError, match="No save, recorded session or journal") as refusal:
        find_session(name)
    assert "\x1b" not in str(refusal.value)


def test_a_misspelt_session_gets_a_hint():
    """The nearest name is offered."""
    _save(save_folder("blacksmith"))
    with pytest.raises(SaveError, match="Did you mean blacksmith"):
        find_session("blaksmith")
