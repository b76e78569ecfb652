"""The state of the place at one moment. Frozen: `world.rules.evolve` returns the next one."""

from msgspec import Struct

from world.clock import Minute
from world.story import PLAYER, ActivityId, ActorId, PlaceId, ThingId, Village


class Whereabouts(Struct, frozen=True):
    """Where an actor is, or is walking from and to."""

    place: PlaceId
    """The place; while walking, the one set out from."""

    towards: PlaceId | None = None
    arrives: Minute | None = None


class Doing(Struct, frozen=True):
    """An activity under way."""

    activity: ActivityId
    since: Minute
    until: Minute


class World(Struct, frozen=True):
    """Clock, whereabouts, things and what everyone is seen to do."""

    minute: Minute
    whereabouts: dict[ActorId, Whereabouts]
    held: dict[ThingId, str]
    """Who or where has each thing: an actor's id or a place's."""

    doing: dict[ActorId, Doing]
    """The current activity of each actor who has one."""

    facing: ActorId | None = None
    """Whom the player is talking with."""

    faced_at: Minute = 0
    """When the player and that person last exchanged a word."""

    def place_of(self, actor: ActorId) -> PlaceId | None:
        """Return where an actor is, or None while they are on the way."""
        here = self.whereabouts.get(actor)
        return here.place if here and here.towards is None else None

    def actors_at(self, place: PlaceId) -> list[ActorId]:
        """Return who is at a place, in the order of the cast, the player last."""
        return [actor for actor, at in self.whereabouts.items() if at.towards is None and at.place == place]

    def things_at(self, holder: str) -> list[ThingId]:
        """Return what a place or an actor has."""
        return [thing for thing, at in self.held.items() if at == holder]

    def is_asleep(self, actor: ActorId, village: Village) -> bool:
        """Return whether an actor sees and hears nothing just now."""
        doing = self.doing.get(actor)
        return doing is not None and village.activities[doing.activity].asleep

    def witnesses(self, place: PlaceId, village: Village) -> list[ActorId]:
        """Return the villagers who would see and hear what happens at a place now."""
        return [a for a in self.actors_at(place) if a != PLAYER and not self.is_asleep(a, village)]


def opening_world(village: Village) -> World:
    """Return the place as the story opens."""
    whereabouts = {id_: Whereabouts(person.starts or person.home) for id_, person in village.people.items()}
    return World(
        minute=village.opening.minute,
        whereabouts={**whereabouts, PLAYER: Whereabouts(village.opening.place)},
        held={id_: thing.at for id_, thing in village.things.items()},
        doing={},
    )
