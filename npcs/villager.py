"""The inner state of one villager: what they remember, need, have left off, and feel towards each person."""

from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from npcs.disposition import Disposition
from npcs.memory.collection import Memories
from npcs.memory.episode import Episodes
from npcs.memory.record import MemoryId
from npcs.rules import RULES, Rules
from world.clock import Minute
from world.state import World
from world.story import ActivityId, ActorId, PlaceId


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


class Plan(Struct, frozen=True):
    """What a villager is on the way to do."""

    activity: ActivityId
    place: PlaceId


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

    bound_for: Plan | None = None
    """What they are walking to, so that each leg of the way leads on to the next."""

    why: str = ""
    """The latest choice of what to do, in one sentence with its numbers."""

    episodes: Episodes = Episodes()
    """What they went through, in the order in which it was over."""

    settled_to: MemoryId = 0
    """The last memory that was put into an episode or passed over as routine; those after it are still open."""


RECENT_LINES = 12
"""How many lines of talk a villager has in mind word for word."""


class State(Struct, frozen=True):
    """Everything at one moment: the place and the minds. What a journal's digest is taken of."""

    world: World
    villagers: dict[ActorId, Villager]
    seed: int
    turn: int = 0
    rules: Rules = RULES
    """What is played by; the same from the first turn to the last."""


def with_villager(state: State, villager: Villager) -> State:
    """Return the state with one villager changed."""
    return replace(state, villagers={**state.villagers, villager.id: villager})


def _enc_hook(value: object) -> object:
    if isinstance(value, Memories | Episodes):
        return f"{value.checksum:064x}"
    raise NotImplementedError(type(value).__name__)


_encode = msgspec.json.Encoder(order="deterministic", enc_hook=_enc_hook).encode


_Moment = msgspec.defstruct("_Moment", [name for name in State.__struct_fields__ if name != "rules"], frozen=True)
"""A state without what stays the same."""


def digest(state: State) -> str:
    """Return the SHA-256 of the whole state, in hexadecimal: the check value of a turn."""
    moment = _Moment(*(getattr(state, name) for name in _Moment.__struct_fields__))
    # Sessions from before there were settings keep the digests they were recorded with.
    settings = b"" if state.rules == RULES else _encode(state.rules)
    return sha256(_encode(moment) + settings).hexdigest()
