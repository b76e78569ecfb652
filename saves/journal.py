"""The journal of a session: a header, then one line a turn, what was typed first and the digest last.

It is the truth of a save; everything else can be rebuilt from it. It only ever grows: an undo is a turn of its own. A
turn is on the disk before anyone sees its result. What is damaged is set aside, not thrown away.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from npcs.minds.mind import Answer
from npcs.rules import RULES, Rules
from npcs.story import Story
from saves.durable import make_folder, sync_folder, write_all, write_whole
from saves.home import JOURNAL, SaveError
from saves.owner import Lock
from saves.sanitised import sanitised
from world.commands import Command
from world.text import clean

FORMAT = 1
"""Which way of writing journals this is. Another one is refused, never guessed at."""

MAX_BYTES_A_LINE = 16_000_000
"""The longest line that is read; a turn takes some thousands of bytes."""

Pace: TypeAlias = Literal["subtle", "moderate", "strong"]
"""How much one refinement may change a villager (`npcs.personality.LARGEST_STEP`)."""

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class EmbedderPin(Struct, frozen=True, forbid_unknown_fields=True):
    """The embedder that a save's index was built with; empty while none has been loaded."""

    name: str = ""
    dimension: int = 0
    checksum: str = ""


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a session was begun with: the first line of its journal."""

    format: int = FORMAT
    title: str
    """The story's title."""

    story: str
    """The fingerprint of the story."""

    story_path: str = ""
    """The story's folder; empty for the bundled one."""

    seed: int
    mind: str
    """Whose judgement it was begun with: `village`, or a model's name."""

    embedder: EmbedderPin = EmbedderPin()
    rules: Rules = RULES
    """The settings that change what happens. A journal from before there were any is played by the defaults."""

    version: str
    """The version of the game."""

    digest: Digest
    """The check value of the opening state."""


class Turn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One turn: what was typed, what it was understood as, what was answered, and where it led."""

    n: Annotated[int, Meta(ge=1)]
    """Its number, from 1; an undo counts too."""

    line: str
    """As it was typed."""

    command: Command | None = None
    """None for an undo."""

    answers: tuple[Answer, ...] = ()
    """What the index and the mind answered, in the order of the questions."""

    pace: Pace = "moderate"
    """The setting that bounded refinements in this turn."""

    undo: bool = False
    """Whether it takes back the last turn still in effect."""

    digest: Digest
    """The check value of the state it led to."""

    def __post_init__(self) -> None:
        """Refuse a turn that is neither an undo nor a command."""
        if self.undo != (self.command is None) or (self.undo and self.answers):
            raise ValueError("a turn has a command, or is an undo without answers")


_encode = msgspec.json.Encoder().encode
_decode_turn = msgspec.json.Decoder(Turn).decode
_decode_header = msgspec.json.Decoder(Header).decode
_DAMAGE = (msgspec.DecodeError, ValueError, RecursionError)


@dataclass(frozen=True, slots=True)
class Recording:
    """What could be read of a journal."""

    header: Header
    turns: tuple[Turn, ...]
    size: int
    """How many bytes of the file are sound."""

    damage: str = ""
    """What is wrong with the first line after those, or nothing."""

    ended: bool = True
    """Whether the last sound line ends as it should; if not, only its line break is missing."""


def read_journal(path: Path) -> Recording:
    """Read a journal as far as it is sound, without changing it.

    Raises:
        SaveError: it cannot be read, its header is damaged or its format is unknown.
    """
    try:
        with path.open("rb") as file:
            return _read(path, file.readline)
    except OSError as error:
        raise SaveError(f"The journal {_shown(path)} cannot be read: {error.strerror}.") from error


def _read(path: Path, readline: Callable[[int], bytes]) -> Recording:
    first = readline(MAX_BYTES_A_LINE)
    header, turns, size, last, damage = _header(path, first), list[Turn](), len(first), first, ""
    while line := readline(MAX_BYTES_A_LINE):
        try:
            turns.append(_turn(line, len(turns) + 1))
        except _DAMAGE as error:
            damage = f"line {len(turns) + 2}: {clean(str(error), 200)}"
            break
        size, last = size + len(line), line
    return Recording(header, tuple(turns), size, damage, ended=last.endswith(b"\n"))


def _turn(line: bytes, n: int) -> Turn:
    turn = sanitised(line, _decode_turn)
    if turn.n != n:
        raise ValueError(f"turn {turn.n} stands where turn {n} should")
    return turn


class _AnyFormat(Struct):
    """As much of a header as every format has."""

    format: int


def _header(path: Path, line: bytes) -> Header:
    try:
        written = msgspec.json.decode(line, type=_AnyFormat).format
        if written == FORMAT:
            return sanitised(line, _decode_header)
    except _DAMAGE as error:
        raise SaveError(
            f"The first line of {_shown(path)} is damaged ({clean(str(error), 200)}), so it cannot be told what was "
            "played. Restore the file from a copy, or begin anew with another --save NAME."
        ) from error
    raise SaveError(
        f"{_shown(path)} is written in format {written}; this game reads format {FORMAT}. "
        "Open it with the version of Tattlewood that wrote it."
    )


class Journal:
    """The journal of a save that this process plays."""

    def __init__(self, folder: Path, header: Header, lock: Lock) -> None:
        """Take up a journal that is known to be sound; use `create` or `open`."""
        self.folder = folder
        self.header = header
        self._lock = lock
        self._handle = os.open(folder / JOURNAL, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        self._size = os.fstat(self._handle).st_size

    @classmethod
    def create(cls, folder: Path, header: Header) -> Journal:
        """Begin the journal of a new save.

        Raises:
            SaveError: there is one already, another process has the save, or the disk refuses.
        """
        lock = _locked(folder)
        try:
            if (folder / JOURNAL).exists():
                raise SaveError(f"There is a game called {_shown(folder)} already. Play with another --save NAME.")
            write_whole(folder / JOURNAL, _encode(header) + b"\n")
            return cls(folder, header, lock)
        except OSError as error:
            lock.release()
            raise _refused(folder, error) from error
        except SaveError:
            lock.release()
            raise

    @classmethod
    def open(cls, folder: Path) -> tuple[Journal, tuple[Turn, ...], tuple[str, ...]]:
        """Open the journal of a save; return it with its turns and what the player must be told.

        A damaged tail goes to `journal.jsonl.bad`; every turn before it is kept.

        Raises:
            SaveError: there is none, another process has it, or its header cannot be read.
        """
        if not (folder / JOURNAL).is_file():
            raise SaveError(f"There is no game called {_shown(folder)}.")
        lock = _locked(folder)
        try:
            recording = read_journal(folder / JOURNAL)
            notices = _repaired(folder, recording)
            return cls(folder, recording.header, lock), recording.turns, notices
        except OSError as error:
            lock.release()
            raise _refused(folder, error) from error
        except SaveError:
            lock.release()
            raise

    def append(self, turn: Turn) -> None:
        """Write a turn and force it to the disk; when this returns, no crash can lose it.

        Raises:
            SaveError: the disk refuses; the journal is as it was before.
        """
        line = _encode(turn) + b"\n"
        try:
            write_all(self._handle, line)
        except OSError as error:
            # Half a line would make the next turn unreadable too.
            os.ftruncate(self._handle, self._size)
            raise _refused(self.folder, error) from error
        self._size += len(line)

    def close(self) -> None:
        """Close the file and let others have the save. Closing twice does no harm."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
            self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def story_notice(header: Header, story: Story) -> str:
    """Return what to tell whoever goes on with a session whose story has changed; nothing if it has not.

    A changed story is no reason to refuse: whether the turns still lead where they did, their digests tell.
    """
    if header.story == story.fingerprint:
        return ""
    title, where = clean(header.title, 80), clean(header.story_path, 300)
    source = f"in {where}" if where else "that came with the game"
    return (
        f"The files of the story “{title}” {source} have changed since this was begun "
        f"({header.story[:12]}, now {story.fingerprint[:12]})."
    )


def _locked(folder: Path) -> Lock:
    try:
        make_folder(folder)
        return Lock(folder)
    except OSError as error:
        raise _refused(folder, error) from error


def _repaired(folder: Path, recording: Recording) -> tuple[str, ...]:
    """Bring a journal's file to what was sound in it, and return what the player must be told."""
    path = folder / JOURNAL
    if recording.damage:
        _set_aside(path, recording.size)
    if not recording.ended:
        with path.open("ab") as file:
            write_all(file.fileno(), b"\n")
    if not recording.damage:
        return ()
    return (
        f"The end of this save's journal was damaged ({recording.damage}). The {len(recording.turns)} turns before it "
        f"are kept; the rest was set aside in {JOURNAL}.bad.",
    )


def _set_aside(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.seek(size)
        with path.with_name(f"{path.name}.bad").open("ab") as aside:
            write_all(aside.fileno(), file.read().rstrip(b"\n") + b"\n")
        sync_folder(path.parent)
        file.truncate(size)
        os.fsync(file.fileno())


def _refused(folder: Path, error: OSError) -> SaveError:
    return SaveError(f"The save {_shown(folder)} cannot be written: {error.strerror}. Nothing that was saved is lost.")


def _shown(path: Path) -> str:
    return f"“{clean(path.name, 80)}”"
