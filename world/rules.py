"""The rules of the place, in two pure functions: `decide` says what a command leads to, `evolve` makes it so.

A villager's act enters by the same door as the player's. What cannot be done is an event too, `Refused`, with words
for whoever asked.
"""

from dataclasses import dataclass
from typing import Any, assert_never

from msgspec.structs import replace

from world.commands import Act, Command, Drop, Give, Go, Look, Part, Say, Show, Start, Stop, Take, Talk, Wait
from world.events import (
    Approached,
    Arrived,
    Did,
    Dropped,
    Event,
    Examined,
    Gave,
    Left,
    Parted,
    Refused,
    Said,
    Showed,
    Started,
    Stopped,
    Took,
    Waited,
)
from world.state import Doing, Whereabouts, World
from world.story import PLAYER, Activity, ActorId, Exit, PlaceId, ThingId, Village
from world.text import one_of

MINUTES = {
    Look: 1,
    Take: 1,
    Drop: 1,
    Give: 1,
    Show: 1,
    Talk: 1,
    Say: 2,
    Act: 2,
}
"""How long the player's commands take, in minutes, where neither a distance nor the command itself says so."""

Decision = tuple[Event, ...]


def minutes_of(command: Command, village: Village, world: World) -> int:
    """Return the minutes that a command of the player's takes, had it been possible."""
    match command:
        case Go(actor=actor, place=place):
            way = exit_to(village, world.whereabouts[actor].place, place)
            return way.minutes if way else 0
        case Wait(minutes=minutes):
            return minutes
        case _:
            return MINUTES.get(type(command), 0)


def exit_to(village: Village, origin: PlaceId, place: PlaceId) -> Exit | None:
    """Return the way from one place straight to another, if there is one."""
    return next((way for way in village.places[origin].exits if way.to == place), None)


def activity_places(activity: Activity, village: Village, actor: ActorId) -> tuple[PlaceId, ...]:
    """Return where an actor can do an activity, their own home filled in."""
    return tuple(village.people[actor].home if place == "home" else place for place in activity.places)


def decide(village: Village, world: World, command: Command) -> Decision:
    """Return what a command leads to, in order. Nothing has happened yet."""
    place = world.place_of(command.actor)
    if place is None:
        return (_refusal(command.actor, world.whereabouts[command.actor].place, world, "You are still on the way."),)
    return _Ask(village, world, command.actor, place).decide(command)


def _refusal(actor: ActorId, place: PlaceId, world: World, words: str) -> Refused:
    return Refused(actor=actor, place=place, minute=world.minute, words=words)


@dataclass(frozen=True, slots=True)
class _Ask:
    """One actor asking for one thing, at the place where they stand."""

    village: Village
    world: World
    actor: ActorId
    place: PlaceId

    def decide(self, command: Command) -> Decision:
        match command:
            case Go(place=place):
                return self._go(place)
            case Look(subject=subject):
                return self._look(subject)
            case Take(thing=thing):
                return self._take(thing)
            case Drop(thing=thing):
                return self._missing(thing) or (Dropped(**self._base(), thing=thing),)
            case Give(to=to, thing=thing, reason=reason):
                gave = Gave(**self._base(), to=to, thing=thing, reason=reason)
                return self._missing(thing) or self._away(to) or (gave,)
            case Show(to=to, thing=thing):
                return self._missing(thing) or self._away(to) or (Showed(**self._base(), to=to, thing=thing),)
            case Talk(to=to):
                return self._away(to) or (Approached(**self._base(), to=to),)
            case Part():
                return self._part()
            case Say(to=to, text=text):
                return self._said_away(to) or (Said(**self._base(), to=to, text=text),)
            case Act(to=to, text=text):
                return self._said_away(to) or (Did(**self._base(), to=to, text=text),)
            case Wait(minutes=minutes):
                return (Waited(**self._base(), minutes=minutes),)
            case Start(activity=activity):
                return self._start(activity)
            case Stop():
                return self._stop(finished=False)
        assert_never(command)

    def _base(self) -> dict[str, Any]:
        return {"actor": self.actor, "place": self.place, "minute": self.world.minute}

    def _no(self, words: str) -> Decision:
        return (_refusal(self.actor, self.place, self.world, words),)

    def _go(self, place: PlaceId) -> Decision:
        if place == self.place:
            return self._no(f"You are at {self.village.name(place)} already.")
        way = exit_to(self.village, self.place, place)
        if way is None:
            ways = [self.village.name(exit_.to) for exit_ in self.village.places[self.place].exits]
            return self._no(f"There is no straight way to {self.village.name(place)}. From here: {one_of(ways)}.")
        left = Left(**self._base(), towards=place, arrives=self.world.minute + way.minutes)
        return (*self._stop(finished=False), *self._leave_taking(), left)

    def _leave_taking(self) -> Decision:
        """Walking away ends a conversation."""
        facing = self.world.facing
        if self.actor == PLAYER and facing and self.world.place_of(facing) == self.place:
            return (Parted(**self._base(), to=facing),)
        return ()

    def _look(self, subject: str | None) -> Decision:
        if subject is None or subject == self.place:
            return (Examined(**self._base(), subject=self.place),)
        if subject in self.village.places:
            return self._no(f"You cannot see {self.village.name(subject)} from here.")
        if subject in self.village.people and self.world.place_of(subject) != self.place:
            return self._no(f"{self.village.name(subject)} is not here.")
        if subject in self.world.held and self.world.held[subject] not in (self.place, self.actor):
            return self._not_here(subject)
        return (Examined(**self._base(), subject=subject),)

    def _take(self, thing: ThingId) -> Decision:
        holder = self.world.held[thing]
        name = self.village.name(thing)
        if holder == self.actor:
            return self._no(f"You have the {name} already.")
        if holder != self.place:
            return self._not_here(thing)
        if not self.village.things[thing].portable:
            return self._no(f"The {name} is not something to carry off.")
        return (Took(**self._base(), thing=thing),)

    def _not_here(self, thing: ThingId) -> Decision:
        """Say that a thing is not here; that somebody here has it shows, where it is elsewhere does not."""
        holder, name = self.world.held[thing], self.village.name(thing)
        if holder in self.village.people and self.world.place_of(holder) == self.place:
            return self._no(f"{self.village.name(holder)} has the {name}, and has not offered it.")
        return self._no(f"You see no {name} here.")

    def _missing(self, thing: ThingId) -> Decision:
        if self.world.held.get(thing) == self.actor:
            return ()
        return self._no(f"You do not have the {self.village.name(thing)}.")

    def _away(self, to: ActorId) -> Decision:
        if to == self.actor:
            return self._no("You would rather not, with yourself.")
        if self.world.place_of(to) == self.place:
            if self.world.is_asleep(to, self.village):
                return self._no(f"{self.village.name(to)} is asleep.")
            return ()
        return self._no(f"{self.village.name(to)} is not here.")

    def _said_away(self, to: ActorId | None) -> Decision:
        return self._away(to) if to else ()

    def _part(self) -> Decision:
        facing = self.world.facing
        if facing is None:
            return self._no("You are not talking with anyone.")
        return (Parted(**self._base(), to=PLAYER if self.actor == facing else facing),)

    def _start(self, activity: str) -> Decision:
        authored = self.village.activities[activity]
        if self.place not in activity_places(authored, self.village, self.actor):
            return self._no(f"This is not where one can {authored.name}.")
        until = self.world.minute + authored.minutes
        started = Started(**self._base(), activity=activity, until=until)
        return (*self._stop(finished=False), started)

    def _stop(self, *, finished: bool) -> Decision:
        doing = self.world.doing.get(self.actor)
        if doing is None:
            return ()
        return (Stopped(**self._base(), activity=doing.activity, finished=finished),)


def evolve(world: World, event: Event) -> World:
    """Return the place after an event."""
    match event:
        case Left(actor=actor, place=place, towards=towards, arrives=arrives):
            return _moved(world, actor, Whereabouts(place, towards, arrives))
        case Arrived(actor=actor, place=place):
            return _moved(world, actor, Whereabouts(place))
        case Started(actor=actor, activity=activity, minute=minute, until=until):
            return replace(world, doing={**world.doing, actor: Doing(activity, minute, until)})
        case Stopped(actor=actor):
            return replace(world, doing={who: doing for who, doing in world.doing.items() if who != actor})
        case Gave(thing=thing, to=to):
            return _facing(replace(world, held={**world.held, thing: to}), event.actor, to, event.minute)
        case Took(actor=actor, thing=thing):
            return replace(world, held={**world.held, thing: actor})
        case Dropped(place=place, thing=thing):
            return replace(world, held={**world.held, thing: place})
        case Approached(actor=actor, to=to) | Showed(actor=actor, to=to):
            return _facing(world, actor, to, event.minute)
        case Said(actor=actor, to=to) | Did(actor=actor, to=to):
            return _facing(world, actor, to, event.minute)
        case Parted():
            return replace(world, facing=None)
        case Examined() | Waited() | Refused():
            return world
    assert_never(event)


def _moved(world: World, actor: ActorId, where: Whereabouts) -> World:
    facing = None if actor in (PLAYER, world.facing) else world.facing
    return replace(world, whereabouts={**world.whereabouts, actor: where}, facing=facing)


def _facing(world: World, actor: ActorId, to: ActorId | None, minute: int) -> World:
    """Whoever exchanges words or things with the player is whom the player faces."""
    if actor == PLAYER and to is not None:
        return replace(world, facing=to, faced_at=minute)
    if to == PLAYER and actor == world.facing:
        return replace(world, faced_at=minute)
    return world
