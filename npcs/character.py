"""A villager as a designer writes them: one TOML file each, in `npcs/cast/`.

The sentence under each key is the author's manual and becomes the key's description in the JSON Schema.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, PositiveFloat, model_validator

from world.story import Authored, Id, Person, Text

Unit: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Signed: TypeAlias = Annotated[float, Field(ge=-1, le=1)]
Score: TypeAlias = Annotated[float, Field(ge=0, le=10)]

FEELINGS = ("trust", "warmth", "fear", "respect")
"""What a villager feels towards a person, each from -1 to 1."""


class Trait(Authored):
    """A lasting way of being, which memories of a person can change towards that person."""

    name: Id
    """One word for it: `gruff`."""

    wording: Text
    """What it means in this villager: `pays what is owed, and expects as much`."""

    strength: Unit = 0.5
    """How strongly it shows."""

    good: bool = True
    """Whether people who meet it are glad of it."""


class Feelings(Authored):
    """Where feelings towards a stranger begin."""

    trust: Signed = 0.0
    warmth: Signed = 0.0
    fear: Signed = 0.0
    respect: Signed = 0.0


class Voice(Authored):
    """How a villager talks. Lists are lines to choose from; `{you}` stands for what they call the player."""

    register_: Literal["plain", "rustic", "courtly", "pious", "sharp"] = Field("plain", alias="register")
    """How they put things in general."""

    brevity: Unit = 0.5
    """0 for someone who rambles, 1 for someone who counts words."""

    greets_friend: tuple[Text, ...] = ()
    """How they greet someone they like."""

    greets: tuple[Text, ...] = Field(min_length=1)
    """How they greet anyone else."""

    greets_foe: tuple[Text, ...] = ()
    """How they greet someone they dislike or fear."""

    farewells: tuple[Text, ...] = Field(min_length=1)
    """How they part."""

    oaths: tuple[Text, ...] = ()
    """What they say when startled: `Saints and cinders!`"""

    turns: tuple[Text, ...] = ()
    """Openings they are fond of: `Well now,`"""

    does_not_know: tuple[Text, ...] = ()
    """How they admit to not knowing."""

    deflects: tuple[Text, ...] = ()
    """How they avoid an answer."""

    small_talk: tuple[Text, ...] = ()
    """What they say when nothing else comes to mind."""


class Opinion(Authored):
    """What they think of someone or something."""

    of: Id
    """Who or what."""

    feeling: Signed
    """How they feel about it."""

    line: Text
    """What they say when asked."""


class Knows(Authored):
    """A fact they hold when the story opens, and how they came by it."""

    fact: Id
    """Which fact."""

    source: Literal["witnessed", "told", "overheard", "inferred"] = "witnessed"
    """How they know."""

    teller: Id | None = None
    """From whom, if told."""

    days_ago: Annotated[float, Field(ge=0, le=400)] = 7
    """How long before the opening."""

    where: Id | None = None
    """The place where they learnt it."""

    why: Text | None = None
    """The reason behind it, as they see it."""

    importance: Score = 6
    """How significant it is to them."""

    says: Text | None = None
    """How they put it, if not in the words of the fact."""


class Secret(Authored):
    """A fact they hold and hide."""

    fact: Id
    """Which fact; it must be among those they know."""

    trust: Signed = 0.5
    """The trust at which they tell it."""

    fear: Signed | None = None
    """The fear at which it is pressed out of them, if it can be."""

    cover: Text
    """What they say instead, when asked before that."""


class Remembered(Authored):
    """Something they remember when the story opens."""

    who: Text
    """Who did it."""

    what: Text
    """What was done, so that it can follow `who`: `burned a loaf`."""

    days_ago: Annotated[float, Field(ge=0, le=400)]
    """How long before the opening."""

    where: Text | None = None
    """Where, as they would say it; left out if they never knew."""

    why: Text | None = None
    """Why; left out if they never knew."""

    importance: Score
    """How significant it is to them."""

    valence: Signed = 0.0
    """How good or bad it felt."""

    arousal: Unit = 0.3
    """How strongly they felt it."""

    tags: tuple[Text, ...] = ()
    """Feelings by name: `grief`."""

    about: tuple[Id, ...] = ()
    """The people, places and things in it."""

    facts: tuple[Id, ...] = ()
    """The facts it carries."""

    irreversible: bool = False
    """Whether it is one of the story's turning points, which nobody forgets."""


class Character(Person):
    """A villager, whole."""

    persona: Text
    """Who they are, in a few sentences, in the third person."""

    workplace: Id | None = None
    """Where they earn their bread."""

    wants: Text
    """What they want most."""

    hides: Text
    """What they would rather nobody knew."""

    plans: tuple[Text, ...] = ()
    """What they mean to do, in their own words: `I mean to shoe the mare before dark.`"""

    voice: Voice
    traits: tuple[Trait, ...] = Field(min_length=1)
    feelings: Feelings = Feelings()
    """What they feel towards a stranger."""

    likes: tuple[Text, ...] = ()
    """What pleases them."""

    fears: tuple[Text, ...] = ()
    """What frightens them."""

    needs: Mapping[Id, PositiveFloat] = {}
    """Needs that grow in them at another pace: hours to weigh one more."""

    core_memories: tuple[Text, ...] = Field(min_length=1)
    """What they always know and hold true, in the second person: `Your name is Krzysztof.`"""

    knows: tuple[Knows, ...] = ()
    secrets: tuple[Secret, ...] = ()
    remembers: tuple[Remembered, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    topics: Mapping[Text, tuple[Text, ...]] = {}
    """Lines by topic: what they say when asked about `horses`."""

    def opinion_of(self, subject: str) -> Opinion | None:
        """Return what they think of a person, place or thing, if it is written."""
        return next((opinion for opinion in self.opinions if opinion.of == subject), None)


class ImportanceRow(Authored):
    """One factor that makes a memory significant."""

    factor: Id
    """Its name: `emotional_arousal`."""

    explanation: Text
    """What falls under it."""

    least: Score
    """The lowest score it gives."""

    most: Score
    """The highest score it gives."""

    @model_validator(mode="after")
    def _in_order(self) -> "ImportanceRow":
        if self.least > self.most:
            raise ValueError(f"reversed: least {self.least:g} is above most {self.most:g}")
        return self


class ImportanceTable(Authored):
    """How significant a memory is, by what makes it so. Change scores, add rows, remove rows."""

    row: tuple[ImportanceRow, ...] = Field(min_length=1)

    def score(self, factor: str, degree: float) -> tuple[float, str]:
        """Return the importance (0-10) for a factor at a `degree` from 0 to 1, and the row that gave it.

        A factor whose row was removed falls to the row with the lowest scores.
        """
        rows = {row.factor: row for row in self.row}
        row = rows.get(factor) or min(self.row, key=lambda each: each.most)
        return round(row.least + (row.most - row.least) * min(1.0, max(0.0, degree)), 2), row.factor
