"""What one sees on looking: a place, a thing, a person. Pure; the same in the story, in line mode and in the panels."""

from game.phrases import capital, he_is, some
from game.playable import Passage
from world.clock import Minute, clock_time, day_of, part_of_day
from world.state import World
from world.story import PLAYER, ActorId, Exit, PlaceId, ThingId, Village
from world.text import one_of, sentence


def place_passages(village: Village, world: World, place: PlaceId) -> tuple[Passage, ...]:
    """Return what one sees on looking around: the place, who and what is there, the ways out."""
    authored = village.places[place]
    seen = [people_words(village, world, place), things_words(village, world, place)]
    around = " ".join(words for words in seen if words)
    return (
        Passage("title", capital(authored.name)),
        Passage("narration", authored.description),
        *((Passage("narration", around),) if around else ()),
        Passage("narration", exits_words(village, place)),
    )


def people_at(world: World, place: PlaceId) -> list[ActorId]:
    """Return who is at a place besides the player."""
    return [actor for actor in world.actors_at(place) if actor != PLAYER]


def doing_words(village: Village, world: World, actor: ActorId) -> str:
    """Return what someone is seen to do now: `shoeing the mare`; empty if nothing in particular."""
    doing = world.doing.get(actor)
    return village.activities[doing.activity].doing if doing else ""


def role_words(village: Village, actor: ActorId) -> str:
    """Return someone with what they are in the village: `Krzysztof, the smith`."""
    person = village.people[actor]
    return f"{person.name}, the {person.role.removeprefix('the ')}"


def people_words(village: Village, world: World, place: PlaceId) -> str:
    """Return who is at a place and what each does there; empty if nobody is."""
    return " ".join(_presence(village, world, actor) for actor in people_at(world, place))


def _presence(village: Village, world: World, actor: ActorId) -> str:
    doing = doing_words(village, world, actor)
    if actor == world.facing:
        return f"{village.name(actor)} is with you{f', {doing}' if doing else ''}."
    return f"{role_words(village, actor)}, is {doing or 'here, at a loose end'}."


def things_words(village: Village, world: World, place: PlaceId) -> str:
    """Return what lies at a place, as a sentence; empty if there is nothing."""
    things = [some(village.name(thing)) for thing in world.things_at(place)]
    return f"You see {one_of(things)}." if things else ""


def way_words(village: Village, exit_: Exit) -> str:
    """Return one way out: `the church (4 min, north)`."""
    way = f", {exit_.way}" if exit_.way else ""
    return f"{village.name(exit_.to)} ({exit_.minutes} min{way})"


def exits_words(village: Village, place: PlaceId) -> str:
    """Return the ways out of a place, as a sentence."""
    ways = [way_words(village, exit_) for exit_ in village.places[place].exits]
    return f"From here: {one_of(ways)}." if ways else "There is no way out that you can see."


def thing_words(village: Village, thing: ThingId) -> str:
    """Return what a close look at a thing shows, what is written on it included."""
    authored = village.things[thing]
    reads = f" It reads: “{authored.reads}”" if authored.reads else ""
    return f"{sentence(authored.description)}{reads}"


def person_words(village: Village, world: World, actor: ActorId) -> str:
    """Return what a close look at a person shows: their looks, what they do, what they carry openly."""
    person = village.people[actor]
    doing = doing_words(village, world, actor)
    carried = [some(village.name(thing)) for thing in world.things_at(actor)]
    said = [sentence(person.description)]
    if doing:
        said.append(f"{he_is(person.pronoun)} {doing}.")
    if carried:
        said.append(f"{capital(person.pronoun)} {'have' if person.pronoun == 'they' else 'has'} {one_of(carried)}.")
    return " ".join(said)


def subject_passages(village: Village, world: World, subject: str) -> tuple[Passage, ...]:
    """Return what the player sees in looking at a place, a thing, a person or themselves."""
    if subject in village.places:
        return place_passages(village, world, subject)
    if subject in village.people:
        return (Passage("narration", person_words(village, world, subject)),)
    if subject in village.things:
        return (Passage("narration", thing_words(village, subject)),)
    return (Passage("narration", carried_words(village, world)),)


def carried_words(village: Village, world: World) -> str:
    """Return what the player has about them."""
    carried = [some(village.name(thing)) for thing in world.things_at(PLAYER)]
    return f"You carry {one_of(carried)}." if carried else "You carry nothing."


def hour_words(world: World, since: Minute) -> str:
    """Return the time as one would tell it: `It is 14:20, in the afternoon`; the day too if it is another by now."""
    now = world.minute
    day = "" if day_of(now) == day_of(since) else f"day {day_of(now)}, "
    return f"It is {day}{clock_time(now)}, {part_of_day(now)}."


def passed_words(village: Village, world: World, place: PlaceId) -> str:
    """Return whom one passes at a place on the way to another; empty if nobody is there."""
    there = [village.name(actor) for actor in people_at(world, place)]
    return f"At {village.name(place)} you pass {one_of(there)}." if there else ""
