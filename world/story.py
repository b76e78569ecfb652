"""The authored village: places, things, activities, needs, facts. What a designer writes is declared here, once.

The sentence under each key is the author's manual and becomes the key's description in the JSON Schema.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from world.clock import NAMED_HOURS, Minute, at, parse_time_of_day
from world.naming import Naming
from world.routes import Routes, shortest_ways
from world.text import clean_block

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
"""A name that other files refer to: lower-case letters, digits and underscores."""

Text: TypeAlias = Annotated[str, AfterValidator(clean_block), StringConstraints(min_length=1)]
"""Words that people read. Control characters are taken out when the file is read."""

ActorId: TypeAlias = str
PlaceId: TypeAlias = str
ThingId: TypeAlias = str
ActivityId: TypeAlias = str
FactId: TypeAlias = str

PLAYER: ActorId = "player"
"""The one actor that no file describes."""


def _time_of_day(value: object) -> int:
    """Read `06:00` or `dusk` as minutes after midnight."""
    minute = parse_time_of_day(str(value))
    if minute is None:
        raise ValueError(f"not a time of day: use 06:00 or one of {', '.join(NAMED_HOURS)}")
    return minute


TimeOfDay: TypeAlias = Annotated[Any, AfterValidator(_time_of_day)]
"""A time of day, written `06:00` or by a name such as `dusk`."""


class Authored(BaseModel):
    """Something a designer writes. Unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Exit(Authored):
    """A way from one place to another."""

    to: Id
    """The place it leads to."""

    minutes: Annotated[int, Field(ge=1, le=240)]
    """How long the walk takes."""

    way: Text = ""
    """What to type besides the name of the place: `north`, `up`."""


class Place(Authored):
    """Somewhere one can be."""

    name: Text
    """How it is called in a sentence: `the forge`."""

    description: Text
    """What one sees on entering."""

    words: tuple[Text, ...] = ()
    """Other names that people use for it."""

    outdoors: bool = False
    """Whether it lies under the open sky."""

    exits: tuple[Exit, ...] = ()
    """The ways out. A way back must be written too."""


class Thing(Authored):
    """Something that can be looked at and, if portable, carried."""

    name: Text
    """How it is called, without an article: `silver coin`."""

    at: Id
    """The place, villager or `player` that has it when the story opens."""

    description: Text
    """What one sees on a close look."""

    words: tuple[Text, ...] = ()
    """Other words for it: `money`, `coin`."""

    reads: Text = ""
    """What is written on it, if anything."""

    portable: bool = True
    """Whether it can be carried."""

    facts: tuple[Id, ...] = ()
    """The facts that a close look tells."""


class Activity(Authored):
    """Something to do at a place, and the needs it serves."""

    name: Text
    """What it is, as one would say one wants to: `eat a bowl of stew`."""

    doing: Text
    """What someone doing it is seen to do: `eating a bowl of stew`."""

    places: tuple[Id, ...] = Field(min_length=1)
    """Where it can be done; `home` stands for the home of whoever does it."""

    serves: Mapping[Id, Annotated[float, Field(gt=0, le=3)]] = Field(min_length=1)
    """Needs, and by how much a whole activity lowers each: 2 takes a need from 3 to 1."""

    minutes: Annotated[int, Field(ge=5, le=720)]
    """How long it takes."""

    who: tuple[Id, ...] = ()
    """The villagers who do it; empty for anyone."""

    opens: TimeOfDay = Field("00:00", validate_default=True)
    """The hour from which it can be begun."""

    closes: TimeOfDay = Field("midnight", validate_default=True)
    """The hour until which it can be begun; equal to `opens` for the whole day."""

    uses: tuple[Id, ...] = ()
    """Things that must be at the place."""

    asleep: bool = False
    """Whether someone doing it sees and hears nothing."""


class Need(Authored):
    """Something a villager comes to want."""

    feeling: Text
    """How someone feels who has it: `hungry`."""

    hours_to_grow: Annotated[float, Field(gt=0)]
    """How long until it weighs one more, up to 3, when it comes before all else."""


class Fact(Authored):
    """A proposition the story tracks, so that it can be asked who knows it."""

    text: Text
    """The fact, as a sentence: `The mill burned no lamp that night.`"""

    about: tuple[Id, ...] = ()
    """The people, places and things it speaks of."""

    terms: tuple[Text, ...] = ()
    """Names and words that only someone who knows the fact would use."""

    words: tuple[Text, ...] = ()
    """What people say when they mean it: `lamp`, `light`."""


class Opening(Authored):
    """How the story begins."""

    title: Text
    """The name of the story."""

    intro: Text
    """What the player reads first."""

    place: Id
    """Where the player stands."""

    day: Annotated[int, Field(ge=1)] = 1
    """The day the clock starts on."""

    time: TimeOfDay = Field("07:00", validate_default=True)
    """The time of day the clock starts at."""

    player: Text = "the stranger"
    """What villagers call the player before they know better."""

    @property
    def minute(self) -> Minute:
        """The moment at which the clock starts."""
        return at(self.day, 0, int(self.time))


class Person(Authored):
    """What anyone can see of a villager."""

    name: Text
    """The name everyone knows: `Krzysztof`."""

    role: Text
    """What they are in the village: `smith`."""

    pronoun: Annotated[str, StringConstraints(pattern="^(he|she|they)$")]
    """`he`, `she` or `they`."""

    description: Text
    """What one sees on a close look."""

    words: tuple[Text, ...] = ()
    """Other words for them: `blacksmith`."""

    home: Id
    """The place they sleep at."""

    starts: Id | None = None
    """Where they are when the story opens; at home if left out."""


class Village(Authored):
    """The authored place, whole, with the public faces of those who live in it."""

    opening: Opening
    places: Mapping[Id, Place]
    things: Mapping[Id, Thing]
    activities: Mapping[Id, Activity]
    needs: Mapping[Id, Need]
    facts: Mapping[Id, Fact]
    absent: Mapping[Id, Text]
    """The dead and the far away, by id, with the name everyone uses."""

    people: Mapping[Id, Person]

    @cached_property
    def routes(self) -> Routes:
        """The shortest ways between all places."""
        return shortest_ways(
            {id_: [(way.to, way.minutes) for way in place.exits] for id_, place in self.places.items()}
        )

    @cached_property
    def common_places(self) -> frozenset[str]:
        """Where anyone may come to do something, so that nobody wonders who does."""
        return frozenset(place for each in self.activities.values() if not each.who for place in each.places)

    @cached_property
    def naming(self) -> Naming:
        """Which ids the words of a line may mean."""
        entries: list[tuple[str, str]] = [(self.opening.player, PLAYER)]
        entries += [(name, id_) for id_, name in self.absent.items()]
        for named in (self.people, self.places, self.things):
            entries += [(words, id_) for id_, each in named.items() for words in (each.name, *each.words)]
        return Naming(entries)

    def name(self, id_: str) -> str:
        """Return what an id is called in a sentence: `Krzysztof`, `the forge`, `silver coin`."""
        if id_ == PLAYER:
            return self.opening.player
        for named in (self.people, self.places, self.things):
            if id_ in named:
                return str(named[id_].name)
        return str(self.absent.get(id_, id_.replace("_", " ")))
