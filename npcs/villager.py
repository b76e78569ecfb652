"""The inner state of one villager: what they remember, need, have left off, and feel towards each person."""

from hashlib import sha256

import msgspec
from msgspec import Struct

from npcs.disposition import Disposition
from npcs.memory.collection import Memories
from npcs.memory.record import MemoryId
from world.clock import Minute
from world.state import World
from world.story import ActivityId, ActorId


class NeedNow(Struct, frozen=True):
    """A need, whose weight is computed from the clock and never stored."""

    rested_at: Minute
    """The moment at which it weighed 1."""

    hours_to_grow: float


class StoppedAction(Struct, frozen=True):
    """An activity that was interrupted and is to be resumed when nothing is more urgent."""

    activity: ActivityId
    since: Minute
    minutes_left: int


class Line(Struct, frozen=True):
    """One line of talk, as it was heard."""

    minute: Minute
    speaker: ActorId
    text: str


class Villager(Struct, frozen=True):
    """One villager, at one moment."""

    id: ActorId
    memories: Memories
    next_id: MemoryId
    needs: dict[str, NeedNow]
    dispositions: dict[ActorId, Disposition]
    stopped: StoppedAction | None = None
    talk: tuple[Line, ...] = ()
    """The last lines exchanged with the player, oldest first; at most `RECENT_LINES`."""

    why: str = ""
    """The latest choice of what to do, in one sentence with its numbers."""


RECENT_LINES = 12


class State(Struct, frozen=True):
    """Everything at one moment: the place and the minds. What a journal's digest is taken of."""

    world: World
    villagers: dict[ActorId, Villager]
    seed: int
    turn: int = 0


def _enc_hook(value: object) -> object:
    if isinstance(value, Memories):
        return f"{value.checksum:064x}"
    raise NotImplementedError(type(value).__name__)


_encode = msgspec.json.Encoder(order="deterministic", enc_hook=_enc_hook).encode


def digest(state: State) -> str:
    """Return the SHA-256 of the whole state, in hexadecimal: the check value of a turn."""
    return sha256(_encode(state)).hexdigest()
