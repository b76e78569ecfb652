"""The journal: what was fsynced is never lost, and what is damaged is set aside."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from builders import HEADER, a_turn, an_undo
from hypothesis import given, settings
from hypothesis import strategies as st

from npcs.story import Story
from saves.home import JOURNAL, SaveError
from saves.journal import Journal, Turn, read_journal, story_notice

TURNS = tuple(a_turn(n) for n in range(1, 5))


def _written(folder: Path, turns: tuple[Turn, ...] = TURNS) -> Path:
    with Journal.create(folder, HEADER) as journal:
        for turn in turns:
            journal.append(turn)
    return folder / JOURNAL


def _opened(folder: Path) -> tuple[tuple[Turn, ...], tuple[str, ...]]:
    journal, turns, notices = Journal.open(folder)
    journal.close()
    return turns, notices


def test_what_is_written_is_read_again(tmp_path: Path):
    """Header, commands, answers and undos come back as they were, and the player is told nothing."""
    turns = (*TURNS, an_undo(5, to=3))
    _written(tmp_path / "game", turns)
    journal, read, notices = Journal.open(tmp_path / "game")
    with journal:
        assert (journal.header, read, notices) == (HEADER, turns, ())


def test_a_line_begins_with_what_was_typed_and_ends_with_the_digest(tmp_path: Path):
    """A journal reads like a play: one JSON line a turn."""
    lines = _written(tmp_path / "game").read_text().splitlines()
    assert len(lines) == 1 + len(TURNS)
    assert list(json.loads(lines[1])) == ["n", "line", "command", "answers", "digest"]


def test_play_goes_on_after_reopening(tmp_path: Path):
    """Turns appended after a reopening follow those before."""
    _written(tmp_path / "game", TURNS[:2])
    journal, _, _ = Journal.open(tmp_path / "game")
    with journal:
        journal.append(TURNS[2])
    assert _opened(tmp_path / "game") == (TURNS[:3], ())


def test_a_tail_torn_anywhere_costs_only_its_own_turn(tmp_path: Path):
    """Cut at every byte of the last line: the turns before it are kept, the rest is in `.bad`, and play goes on."""
    path = _written(tmp_path / "game")
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for cut in range(start + 1, len(whole) - 1):
        path.write_bytes(whole[:cut])
        aside = path.with_name("journal.jsonl.bad")
        aside.unlink(missing_ok=True)
        turns, notices = _opened(tmp_path / "game")
        assert turns == TURNS[:-1]
        assert "3 turns" in notices[0]
        assert path.read_bytes() == whole[:start]
        assert aside.read_bytes() == whole[start:cut] + b"\n"
    path.write_bytes(whole[:start])
    assert _opened(tmp_path / "game") == (TURNS[:-1], ())


def test_a_missing_line_break_costs_nothing(tmp_path: Path):
    """A last line that is whole but for its line break counts, and the next turn gets a line of its own."""
    path = _written(tmp_path / "game", TURNS[:2])
    path.write_bytes(path.read_bytes()[:-1])
    journal, turns, notices = Journal.open(tmp_path / "game")
    with journal:
        assert (turns, notices) == (TURNS[:2], ())
        journal.append(TURNS[2])
    assert read_journal(path).turns == TURNS[:3]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_damage_to_a_line_touches_those_before(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject):
    """Overwrite any bytes of any turn: every turn before that line is read, and nothing is thrown away."""
    folder = tmp_path_factory.mktemp("saves") / "game"
    path = _written(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    which = data.draw(st.integers(1, len(TURNS)))
    at = data.draw(st.integers(0, len(lines[which]) - 2))
    junk = data.draw(st.binary(min_size=1, max_size=20))
    damaged = lines[which][:at] + junk + lines[which][at + len(junk) :]
    path.write_bytes(b"".join([*lines[:which], damaged, *lines[which + 1 :]]))
    before = path.read_bytes()
    turns, _ = _opened(folder)
    assert turns[: which - 1] == TURNS[: which - 1]
    aside = path.with_name("journal.jsonl.bad")
    kept = path.read_bytes() + (aside.read_bytes() if aside.exists() else b"")
    assert kept.rstrip(b"\n") == before.rstrip(b"\n")


@pytest.mark.parametrize(
    "line",
    [
        b"null",
        b"[]",
        b'{"n": 1}',
        b"\xff\xfe",
        b"[" * 200_000,
        b'{"n":2,"line":"undo","undo":true,"digest":"' + b"0" * 64 + b'"}',
        b'{"n":1,"line":"undo","digest":"' + b"0" * 64 + b'"}',
        b'{"n":1,"line":"undo","undo":true,"digest":"short"}',
        b'{"n":1,"line":5,"undo":true,"digest":"' + b"0" * 64 + b'"}',
        b'{"n":1,"line":"x","command":{"type":"Fly","actor":"player"},"digest":"' + b"0" * 64 + b'"}',
        b'{"n":1,"line":"undo","undo":true,"more":1,"digest":"' + b"0" * 64 + b'"}',
    ],
)
def test_a_line_that_is_no_turn_is_damage(tmp_path: Path, line: bytes):
    """Wrong types, wrong numbers, unknown commands and keys are all found at reading, not in the middle of a game."""
    path = _written(tmp_path / "game", ())
    sound = path.read_bytes()
    path.write_bytes(sound + line + b"\n")
    turns, notices = _opened(tmp_path / "game")
    assert (turns, len(notices)) == ((), 1)
    assert path.read_bytes() == sound
    assert path.with_name("journal.jsonl.bad").read_bytes() == line + b"\n"


def test_what_was_set_aside_before_is_kept(tmp_path: Path):
    """A second damage is added to `.bad`, not written over the first."""
    path = _written(tmp_path / "game", ())
    for junk in (b"first", b"second"):
        path.write_bytes(path.read_bytes() + junk)
        _opened(tmp_path / "game")
    assert path.with_name("journal.jsonl.bad").read_bytes() == b"first\nsecond\n"


@pytest.mark.parametrize("first", [b"", b"\n", b"{}\n", b"garbage\n", b'{"format":1}\n', b'{"format":"1"}\n'])
def test_a_damaged_header_is_refused_in_words(tmp_path: Path, first: bytes):
    """Without its first line a journal cannot be played; the file is left alone and the player told what to do."""
    path = _written(tmp_path / "game")
    rest = path.read_bytes().split(b"\n", 1)[1]
    path.write_bytes(first + (rest if first else b""))
    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"first line of .* is damaged.*Restore"):
        Journal.open(tmp_path / "game")
    assert path.read_bytes() == before


def test_an_unknown_format_is_refused_in_words(tmp_path: Path):
    """A journal of a later game is not guessed at and not touched."""
    path = _written(tmp_path / "game")
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2', 1))
    with pytest.raises(SaveError, match="format 2; this game reads format 1"):
        Journal.open(tmp_path / "game")


def test_a_refused_save_is_not_left_locked(tmp_path: Path):
    """After a refusal the save can be mended and opened by the same process."""
    path = _written(tmp_path / "game")
    whole = path.read_bytes()
    path.write_bytes(b"{}\n")
    with pytest.raises(SaveError):
        Journal.open(tmp_path / "game")
    path.write_bytes(whole)
    assert _opened(tmp_path / "game") == (TURNS, ())


def test_a_game_is_never_begun_over_another(tmp_path: Path):
    """Creating where a journal is already is refused."""
    path = _written(tmp_path / "game")
    before = path.read_bytes()
    with pytest.raises(SaveError, match="There is a game called “game” already"):
        Journal.create(tmp_path / "game", HEADER)
    assert path.read_bytes() == before


def test_what_is_not_there_cannot_be_opened(tmp_path: Path):
    """Opening a save that does not exist says so, and leaves nothing behind."""
    with pytest.raises(SaveError, match="no game called “game”"):
        Journal.open(tmp_path / "game")
    assert not (tmp_path / "game").exists()


def test_a_disk_that_refuses_leaves_the_journal_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """When half a line was written and the disk is full, the half line is taken out and the player told."""
    folder = tmp_path / "game"
    path = _written(folder, TURNS[:2])
    before = path.read_bytes()
    journal, _, _ = Journal.open(folder)
    write = os.write

    def full(handle: int, data: bytes) -> int:
        if len(data) < 50:
            raise OSError(28, "No space left on device")
        return write(handle, bytes(data)[:40])

    with journal:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(SaveError, match="No space left on device"):
            journal.append(a_turn(3, "x" * 20))
        monkeypatch.undo()
        assert path.read_bytes()[: len(before)] == before
        journal.append(TURNS[2])
    assert read_journal(path).turns == TURNS[:3]


def test_text_from_a_stranger_is_harmless(tmp_path: Path):
    """Escape sequences and control characters in a journal do not get past its reading; other text is as it was."""
    path = _written(tmp_path / "game", ())
    honest = a_turn(2, "“Où est-il?” [bold]\\udfff\\n — 水車")
    hostile = a_turn(1, "hi \x1b]0;title\x07\x1b[2J\u202eyou\r\b\x9b31m")
    path.write_bytes(path.read_bytes() + b"".join(msgspec.json.encode(turn) + b"\n" for turn in (hostile, honest)))
    recording = read_journal(path)
    assert recording.turns[1] == honest
    shown = recording.turns[0].line + recording.turns[0].command.text + recording.turns[0].answers[1].reply
    assert shown.replace("\n", "").isprintable()
    assert recording.turns[0].line == "hi you"


def test_a_line_written_in_escapes_is_harmless_too(tmp_path: Path):
    """JSON can write an escape character in plain letters; it is taken out all the same."""
    path = _written(tmp_path / "game", ())
    encoded = json.dumps(msgspec.to_builtins(a_turn(1, "hi \x1b[2J\tyou\x08"))).encode()
    assert b"\\u001b" in encoded
    path.write_bytes(path.read_bytes() + encoded + b"\n")
    assert read_journal(path).turns[0].line == "hi  you"


def test_a_changed_story_is_said():
    """Whoever goes on with a game whose authored files have changed is told, and the digests judge the rest."""
    assert story_notice(HEADER, Story(None, {}, None, HEADER.story)) == ""
    changed = story_notice(HEADER, Story(None, {}, None, "e" * 64))
    assert changed.startswith("The files of the story “The Miller” that came with the game have changed")


APPENDING = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from builders import HEADER, a_turn
from saves.journal import Journal

journal = Journal.create(Path(sys.argv[1]), HEADER)
for n in range(1, 100_000):
    journal.append(a_turn(n))
    print(n, flush=True)
"""

HOLDING = """
import sys
from pathlib import Path
from saves.journal import Journal

journal, _, _ = Journal.open(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def _process(script: str, *arguments: str) -> subprocess.Popen[str]:
    here = Path(__file__).parent
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments, str(here)],
        cwd=here.parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("seen", [1, 7, 40])
def test_kill_9_loses_no_turn_that_was_appended(tmp_path: Path, seen: int):
    """Every turn whose append had returned is there after SIGKILL, and the save opens at once."""
    with _process(APPENDING, str(tmp_path / "game")) as process:
        for _ in range(seen):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        told = [int(line) for line in process.stdout if line.endswith("\n")]
    turns, _ = _opened(tmp_path / "game")
    assert len(turns) >= max([seen, *told])
    assert turns == tuple(a_turn(n) for n in range(1, len(turns) + 1))


def test_two_processes_cannot_have_one_save(tmp_path: Path):
    """The second is refused and told which process has it; once that one is killed, the save is free."""
    _written(tmp_path / "game")
    with _process(HOLDING, str(tmp_path / "game")) as process:
        assert process.stdout.readline() == "open\n"
        with pytest.raises(SaveError, match=f"The save game is open in process {process.pid} on "):
            Journal.open(tmp_path / "game")
        with pytest.raises(SaveError, match=f"open in process {process.pid}"):
            Journal.create(tmp_path / "game", HEADER)
        assert read_journal(tmp_path / "game" / JOURNAL).turns == TURNS
        process.kill()
    assert _opened(tmp_path / "game") == (TURNS, ())


def test_one_process_cannot_open_a_save_twice(tmp_path: Path):
    """Two games in one process would damage the save just as two processes would."""
    with Journal.create(tmp_path / "game", HEADER), pytest.raises(SaveError, match=f"open in process {os.getpid()} on"):
        Journal.open(tmp_path / "game")
    assert _opened(tmp_path / "game") == ((), ())
