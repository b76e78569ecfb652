"""A snapshot spares a long game its replay when it is opened. It is never the truth: a bad one is passed over."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from npcs.memory.collection import Memories
from npcs.memory.episode import Episode, Episodes
from npcs.memory.record import Memory
from npcs.villager import State, digest
from saves.durable import write_whole
from saves.journal import Header, Turn

SNAPSHOT = "snapshot.json"
FORMAT = 1
"""Which way of writing snapshots this is; one of another is passed over."""


class Snapshot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session at one turn."""

    format: int = FORMAT
    story: str
    """The fingerprint of the story."""

    n: int
    """The turn that led to the state; 0 for the opening state."""

    digest: str
    state: State


def _enc_hook(value: object) -> object:
    if isinstance(value, Memories | Episodes):
        return list(value)
    raise NotImplementedError(type(value).__name__)


def _dec_hook(kind: type, value: object) -> object:
    if kind is Memories:
        return Memories(msgspec.convert(value, list[Memory]))
    if kind is Episodes:
        return Episodes(msgspec.convert(value, list[Episode]))
    raise NotImplementedError(kind.__name__)


_encode = msgspec.json.Encoder(enc_hook=_enc_hook).encode
_decode = msgspec.json.Decoder(Snapshot, dec_hook=_dec_hook).decode


def write_snapshot(folder: Path, header: Header, n: int, state: State) -> None:
    """Write the state that turn `n` led to into a save's folder, in place of an earlier one.

    Raises:
        OSError: the disk refuses; the earlier snapshot is still there, and nothing is lost.
    """
    snapshot = Snapshot(story=header.story, n=n, digest=digest(state), state=state)
    write_whole(folder / SNAPSHOT, _encode(snapshot))


def read_snapshot(folder: Path, header: Header, turns: Sequence[Turn]) -> Snapshot | None:
    """Return a save's snapshot, or None if there is none, or it is damaged, of another story or not of these turns."""
    try:
        snapshot = _decode((folder / SNAPSHOT).read_bytes())
    except (OSError, ValueError, TypeError, RecursionError, NotImplementedError):
        return None
    if snapshot.format != FORMAT or snapshot.story != header.story or not 0 <= snapshot.n <= len(turns):
        return None
    recorded = turns[snapshot.n - 1].digest if snapshot.n else header.digest
    return snapshot if digest(snapshot.state) == recorded == snapshot.digest else None
