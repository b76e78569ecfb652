"""What an actor intends. The player's typed line and a villager's idle choice become the same commands.

The union is closed: every `match` over it ends in `assert_never`.
"""

from typing import TypeAlias

from msgspec import Struct

from world.story import ActivityId, ActorId, PlaceId, ThingId


class Intent(Struct, frozen=True, tag=True, kw_only=True):
    """What every command tells: who wants it."""

    actor: ActorId


class Go(Intent, frozen=True):
    """Walk to a place next to this one."""

    place: PlaceId


class Look(Intent, frozen=True):
    """Look around, or closely at one thing, person or place."""

    subject: str | None = None


class Take(Intent, frozen=True):
    """Pick a thing up."""

    thing: ThingId


class Drop(Intent, frozen=True):
    """Put a thing down."""

    thing: ThingId


class Give(Intent, frozen=True):
    """Give a thing to somebody, perhaps saying what for."""

    to: ActorId
    thing: ThingId
    reason: str = ""


class Show(Intent, frozen=True):
    """Show a thing to somebody."""

    to: ActorId
    thing: ThingId


class Talk(Intent, frozen=True):
    """Turn to somebody, to talk."""

    to: ActorId


class Part(Intent, frozen=True):
    """End the conversation."""


class Say(Intent, frozen=True):
    """Say something to somebody, or to everyone here."""

    to: ActorId | None
    text: str


class Act(Intent, frozen=True):
    """Do something in free words, to somebody or to nobody: `hug him`."""

    to: ActorId | None
    text: str


class Wait(Intent, frozen=True):
    """Let minutes pass."""

    minutes: int


class Start(Intent, frozen=True):
    """Begin an activity here."""

    activity: ActivityId


class Stop(Intent, frozen=True):
    """Leave off the current activity."""


Command: TypeAlias = Go | Look | Take | Drop | Give | Show | Talk | Part | Say | Act | Wait | Start | Stop
