"""What happened. Events are the only thing that flows from the world to minds, and to the screen.

Each says who did what, where and when; whoever was there perceived it. The union is closed: every `match` over it
ends in `assert_never`.
"""

from typing import TypeAlias

from msgspec import Struct

from world.clock import Minute
from world.story import ActivityId, ActorId, PlaceId, ThingId


class Happening(Struct, frozen=True, tag=True, kw_only=True):
    """What every event tells."""

    actor: ActorId
    place: PlaceId
    minute: Minute


class Left(Happening, frozen=True):
    """Someone set out for another place."""

    towards: PlaceId
    arrives: Minute


class Arrived(Happening, frozen=True):
    """Someone came in from another place."""

    origin: PlaceId


class Started(Happening, frozen=True):
    """A villager began an activity."""

    activity: ActivityId
    until: Minute
    resumed: bool = False


class Stopped(Happening, frozen=True):
    """A villager ended an activity, or was called away from it."""

    activity: ActivityId
    finished: bool


class Approached(Happening, frozen=True):
    """Someone turned to another, to talk."""

    to: ActorId


class Parted(Happening, frozen=True):
    """Someone ended a conversation."""

    to: ActorId


class Said(Happening, frozen=True):
    """Someone spoke, to one person or to the room."""

    to: ActorId | None
    text: str


class Did(Happening, frozen=True):
    """Someone did something that no rule describes: hugged, knelt, wept. `text` is in the first person's words."""

    to: ActorId | None
    text: str


class Gave(Happening, frozen=True):
    """A thing changed hands."""

    to: ActorId
    thing: ThingId
    reason: str = ""


class Showed(Happening, frozen=True):
    """Someone held a thing out for another to see."""

    to: ActorId
    thing: ThingId


class Took(Happening, frozen=True):
    """Someone picked a thing up."""

    thing: ThingId


class Dropped(Happening, frozen=True):
    """Someone put a thing down."""

    thing: ThingId


class Examined(Happening, frozen=True):
    """Someone looked closely at a thing, a person or the place."""

    subject: str


class Waited(Happening, frozen=True):
    """Someone let time pass."""

    minutes: int


class Refused(Happening, frozen=True):
    """What was asked cannot be done; `words` say why, to whoever asked. Nobody else perceives it."""

    words: str


Event: TypeAlias = (
    Left
    | Arrived
    | Started
    | Stopped
    | Approached
    | Parted
    | Said
    | Did
    | Gave
    | Showed
    | Took
    | Dropped
    | Examined
    | Waited
    | Refused
)
