"""A small village of the tests' own, and a villager to talk with in it."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from npcs.character import Character, ImportanceRow, ImportanceTable
from npcs.context import Context, KeyFact, RecalledMemory, Told
from npcs.disposition import FeelingsNow, opening_disposition
from npcs.memory.embedder import Embedder
from npcs.memory.record import ElementState, Source, SourceKind
from npcs.minds.mind import Converse, Replied, Utterance
from npcs.minds.village import VillageMind
from npcs.story import Story
from npcs.villager import Line
from world.clock import at
from world.story import Village

NOW = at(2, 10)


def _known(text: str) -> Told:
    """Return an element that can be told."""
    return Told(text, ElementState.KNOWN)


def _memory(id_: int = 1, **changes: Any) -> RecalledMemory:
    """Return the memory of a coin that the stranger gave for horseshoes at the forge yesterday, with changes."""
    coin = RecalledMemory(
        id=id_,
        who=_known("the stranger"),
        what=_known("gave me a silver coin"),
        when=_known("day 1, 19:00"),
        where=_known("the forge"),
        why=_known("for the horseshoes"),
        happened=at(1, 19),
        weight=17.0,
        importance=7.6,
        valence=0.6,
        arousal=0.4,
        participants=("player", "krzysztof"),
        entities=("player", "krzysztof", "silver_coin", "forge"),
        facts=(),
        source=Source(SourceKind.WITNESSED),
        score=0.8,
    )
    return replace(coin, **changes)


def _fact(id_: str, text: str, **changes: Any) -> KeyFact:
    """Return a fact that the villager saw a week ago, with changes."""
    return replace(KeyFact(id_, text, at(1, 0), Source(SourceKind.WITNESSED), None), **changes)


def _village() -> Village:
    people = {
        "krzysztof": {"name": "Krzysztof", "role": "smith", "pronoun": "he", "words": ["blacksmith"], "home": "forge"},
        "marta": {"name": "Marta", "role": "innkeeper", "pronoun": "she", "home": "inn"},
        "bartek": {"name": "Bartek", "role": "carter", "pronoun": "he", "home": "inn"},
    }
    return Village.model_validate(
        {
            "opening": {"title": "Tattlewood", "intro": "You arrive.", "place": "square"},
            "places": {
                "forge": {"name": "the forge", "description": "Hot.", "exits": [{"to": "square", "minutes": 2}]},
                "inn": {"name": "the inn", "description": "Warm.", "exits": [{"to": "square", "minutes": 1}]},
                "church": {"name": "the church", "description": "Cold.", "exits": [{"to": "square", "minutes": 3}]},
                "mill": {"name": "the mill", "description": "Still.", "exits": [{"to": "square", "minutes": 6}]},
                "square": {
                    "name": "the square",
                    "description": "Clay.",
                    "exits": [
                        {"to": "forge", "minutes": 2, "way": "west"},
                        {"to": "inn", "minutes": 1, "way": "east"},
                        {"to": "church", "minutes": 3, "way": "north"},
                        {"to": "mill", "minutes": 6, "way": "south"},
                    ],
                },
            },
            "things": {
                "silver_coin": {"name": "silver coin", "at": "player", "description": "Clipped.", "words": ["coin"]},
                "letter": {"name": "letter", "at": "player", "description": "Folded."},
                "hammer": {"name": "hammer", "at": "krzysztof", "description": "Heavy."},
            },
            "activities": {
                "shoe": {
                    "name": "shoe the mare",
                    "doing": "shoeing the mare",
                    "places": ["forge"],
                    "serves": {"work": 1},
                    "minutes": 30,
                }
            },
            "needs": {
                "hunger": {"feeling": "hungry", "hours_to_grow": 5},
                "work": {"feeling": "idle", "hours_to_grow": 5},
            },
            "facts": {
                "murder": {
                    "text": "Tomasz the miller was murdered a week ago.",
                    "about": ["tomasz"],
                    "words": ["what happened", "murder"],
                },
                "mill_dark": {
                    "text": "The mill burned no lamp that night.",
                    "about": ["mill"],
                    "words": ["lamp", "light", "dark"],
                },
                "smith_out": {
                    "text": "Krzysztof was in the vestry at midnight, learning to read.",
                    "about": ["krzysztof", "church"],
                    "words": ["where was krzysztof", "read", "alibi"],
                },
                "horse_lame": {
                    "text": "Bartek's mare went lame on Sunday.",
                    "about": ["bartek"],
                    "words": ["mare", "lame"],
                },
            },
            "absent": {"tomasz": "Tomasz"},
            "people": {id_: {"description": "A face.", **person} for id_, person in people.items()},
        }
    )


def _smith(village: Village) -> Character:
    return Character.model_validate(
        {
            **village.people["krzysztof"].model_dump(),
            "persona": "A smith.",
            "workplace": "forge",
            "wants": "To work in peace.",
            "hides": "That he cannot read.",
            "plans": ["I mean to shoe the mare before dark."],
            "voice": {
                "register": "plain",
                "brevity": 0.5,
                "greets_friend": ["Good to see you, {you}.", "Come in by the fire, {you}."],
                "greets": ["Day to you, {you}.", "What needs mending, {you}?", "Well, {you}?"],
                "greets_foe": ["You. Say it and go."],
                "farewells": ["Mind the step.", "Go with God."],
                "oaths": ["Saints and cinders!"],
                "does_not_know": ["Couldn't tell you.", "That's outside my fence."],
                "deflects": ["That's cold iron. Leave it."],
                "small_talk": ["Good iron rings.", "First frost brings every lame horse."],
            },
            "traits": [{"name": "gruff", "wording": "spends words like nails", "strength": 0.8, "good": False}],
            "likes": ["horses"],
            "fears": ["the rope"],
            "core_memories": ["Your name is Krzysztof.", "Tomasz the miller was murdered a week ago."],
            "secrets": [{"fact": "smith_out", "trust": 0.6, "cover": "I was at home, in bed."}],
            "opinions": [{"of": "marta", "feeling": 0.6, "line": "She's never once talked against me."}],
            "topics": {"horses": ["A horse tells you where it hurts, if you wait."]},
        }
    )


def _other(village: Village, id_: str) -> Character:
    return Character.model_validate(
        {
            **village.people[id_].model_dump(),
            "persona": "Somebody.",
            "workplace": "inn",
            "wants": "Rest.",
            "hides": "Nothing.",
            "voice": {"greets": ["Good day."], "farewells": ["Bye."]},
            "traits": [{"name": "calm", "wording": "never hurries"}],
            "core_memories": ["You live here."],
        }
    )


@pytest.fixture(scope="session")
def small_village_story() -> Story:
    """Return a story of three villagers, five places and four facts."""
    village = _village()
    rows = tuple(
        ImportanceRow(factor=factor, explanation=factor, least=least, most=most)
        for factor, least, most in (("self_relevance", 7, 8), ("unimportant", 0, 1))
    )
    cast = {"krzysztof": _smith(village), "marta": _other(village, "marta"), "bartek": _other(village, "bartek")}
    return Story(village, cast, ImportanceTable(row=rows), "test")


@pytest.fixture(scope="session")
def mind(small_village_story: Story, embedder: Embedder) -> VillageMind:
    """Return the village mind of the small story, warmed up."""
    mind = VillageMind(small_village_story, embedder)
    mind.warm_up()
    return mind


class Smith:
    """The smith of the small story, in a state that a test can change, and the talk with him so far."""

    def __init__(self, story: Story, mind: VillageMind) -> None:
        self._mind = mind
        self.context = Context(
            npc="krzysztof",
            person="player",
            person_name="the stranger",
            minute=NOW,
            turn=0,
            place="forge",
            place_name="the forge",
            doing="shoeing the mare",
            stopped="",
            needs={"hunger": 2.4, "work": 1.1},
            disposition=opening_disposition(story.cast["krzysztof"], "player"),
            key_facts=(),
            recalled=(),
            recent=(),
            present=(),
            nearby=(),
            holding=("hammer",),
            things_here=("silver_coin", "letter"),
            met_before=True,
            seed=3,
        )

    def now(self, **changes: Any) -> "Smith":
        """Change what he has in mind."""
        self.context = replace(self.context, **changes)
        return self

    def feels(self, **feelings: float) -> "Smith":
        """Change what he feels towards the stranger."""
        disposition = replace(self.context.disposition, feelings=FeelingsNow(**feelings))
        return self.now(disposition=disposition)

    def hears(self, text: str, kind: Any = "said", **given: Any) -> Replied:
        """Say or do something to him, and keep the lines as a turn would."""
        self.now(turn=self.context.turn + 1)
        utterance = Utterance("player", kind, text, **given)
        replied = asyncio.run(self._mind.converse(Converse("krzysztof", utterance, lambda: self.context)))
        lines = (Line(NOW, "player", text or f"({kind})"), Line(NOW, "krzysztof", replied.reply))
        self.now(recent=(*self.context.recent, *lines)[-12:])
        return replied


@pytest.fixture
def memory() -> Callable[..., RecalledMemory]:
    """Return what makes memories of a coin, with changes."""
    return _memory


@pytest.fixture
def fact() -> Callable[..., KeyFact]:
    """Return what makes facts that the villager holds, with changes."""
    return _fact


@pytest.fixture
def smith(small_village_story: Story, mind: VillageMind) -> Smith:
    """Return the smith, who has met the stranger before and knows and remembers nothing in particular."""
    return Smith(small_village_story, mind)
