"""A memory, a villager and a church village, small enough to read, for the tests of memory."""

from msgspec.structs import replace

from npcs.character import Character, ImportanceRow, ImportanceTable
from npcs.memory.collection import Memories
from npcs.memory.record import Element, ElementState, Memory, Source
from npcs.story import Story
from npcs.villager import Villager
from world.clock import at
from world.events import Happening
from world.state import World, opening_world
from world.story import Activity, Fact, Need, Opening, Person, Place, Thing, Village

OPENING = at(1, 7)


def element(text: str, attention: float = 1.0) -> Element:
    """Return a known element, or an unknown one if there is no text."""
    return Element(text, ElementState.KNOWN, attention) if text else Element()


def memory(
    id_: int = 1,
    what: str = "gave me a silver coin",
    who: str = "the stranger",
    where: str = "the forge",
    why: str = "for the shoe",
    formed: int = OPENING,
    importance: float = 5.0,
    attention: float = 1.0,
    **more: object,
) -> Memory:
    """Return a memory with all five elements at one attention, unless told otherwise."""
    return Memory(
        id=id_,
        formed=formed,
        happened=formed,
        who=element(who, attention),
        what=element(what, attention),
        when=element("day 1, 07:00", attention),
        where=element(where, attention),
        why=element(why, attention),
        importance=importance,
        factor="self_relevance",
        **more,  # type: ignore[arg-type]
    )


def villager(*memories: Memory, id_: str = "krzysztof") -> Villager:
    """Return a villager with these memories."""
    last = max((each.id for each in memories), default=0)
    return Villager(id=id_, memories=Memories(memories), next_id=last + 1, needs={}, dispositions={})


_VOICE = {"greets": ["Aye."], "farewells": ["Mind the step."]}
_TRAITS = [{"name": "gruff", "wording": "short with strangers"}]


def _character(name: str, role: str, home: str, **more: object) -> Character:
    plain = {
        "name": name,
        "role": role,
        "pronoun": "he",
        "description": f"The {role}.",
        "home": home,
        "persona": f"{name} is the {role}.",
        "wants": "peace",
        "hides": "nothing",
        "voice": _VOICE,
        "traits": _TRAITS,
        "core_memories": [f"Your name is {name}."],
    }
    return Character.model_validate(plain | more)


KRZYSZTOF = _character(
    "Krzysztof",
    "smith",
    "smith_house",
    workplace="forge",
    needs={"hunger": 9.0},
    knows=[
        {"fact": "mill_dark", "days_ago": 7, "where": "mill", "importance": 2},
        {"fact": "cart_left", "source": "told", "teller": "marta", "days_ago": 3, "importance": 6},
    ],
    remembers=[
        {
            "who": "Tomasz",
            "what": "would not pay for the sluice pin",
            "days_ago": 40,
            "where": "the forge",
            "why": "because his books were not in order",
            "importance": 7,
            "about": ["tomasz"],
        },
        {"who": "Hanka", "what": "died in the winter", "days_ago": 300, "importance": 10, "irreversible": True},
        {"who": "somebody", "what": "sneezed", "days_ago": 1, "importance": 0},
    ],
)
MARTA = _character("Marta", "innkeeper", "inn")

ROWS = (
    ("emotional_arousal", 8, 10),
    ("self_relevance", 7, 8),
    ("novelty", 6, 7),
    ("intrinsic_motivation", 4, 6),
    ("emotional_stress", 3, 5),
    ("flashbulb", 2, 3),
    ("unimportant", 0, 1),
)


def _place(name: str) -> Place:
    return Place(name=name, description="A place.")


STORY = Story(
    village=Village(
        opening=Opening(title="Small", intro="A village.", place="forge"),
        places={
            "forge": _place("the forge"),
            "inn": _place("the inn"),
            "church": _place("the church"),
            "mill": _place("the mill"),
            "smith_house": _place("the smith's house"),
        },
        things={
            "silver_coin": Thing(name="silver coin", at="player", description="Worn."),
            "candlesticks": Thing(name="candlesticks", at="church", description="Silver."),
            "tongs": Thing(name="tongs", at="forge", description="Black."),
        },
        activities={
            "stew": Activity(name="eat", doing="eating stew", places=("inn",), serves={"hunger": 2}, minutes=30),
            "shoe": Activity(name="shoe", doing="shoeing the mare", places=("forge",), serves={"work": 1}, minutes=60),
            "sleep": Activity(
                name="sleep", doing="sleeping", places=("home",), serves={"rest": 2}, minutes=400, asleep=True
            ),
        },
        needs={
            "hunger": Need(feeling="hungry", hours_to_grow=4),
            "work": Need(feeling="restless", hours_to_grow=2),
            "rest": Need(feeling="tired", hours_to_grow=8),
        },
        facts={
            "mill_dark": Fact(text="The mill burned no lamp that night.", about=("mill",)),
            "cart_left": Fact(text="Bartek's cart left about nine.", about=("bartek",)),
            "theft": Fact(text="The candlesticks were stolen from the church.", about=("candlesticks", "church")),
        },
        absent={"tomasz": "Tomasz"},
        people={
            "krzysztof": Person(
                name="Krzysztof", role="smith", pronoun="he", description="Big.", home="smith_house", words=("smith",)
            ),
            "marta": Person(name="Marta", role="innkeeper", pronoun="she", description="Loud.", home="inn"),
            "bartek": Person(name="Bartek", role="carter", pronoun="he", description="Thin.", home="inn"),
        },
    ),
    cast={"krzysztof": KRZYSZTOF, "marta": MARTA},
    importance=ImportanceTable(
        row=tuple(ImportanceRow(factor=name, explanation="…", least=least, most=most) for name, least, most in ROWS)
    ),
    fingerprint="0" * 64,
)


def world(minute: int = OPENING) -> World:
    """Return the village at a minute, everyone at the forge."""
    opening = opening_world(STORY.village)
    here = {who: replace(at_, place="forge") for who, at_ in opening.whereabouts.items()}
    return replace(opening, minute=minute, whereabouts=here)


def event(kind: type[Happening], actor: str = "marta", place: str = "church", minute: int = OPENING, **more: object):
    """Return an event of a kind, by default something Marta does at the church at seven."""
    return kind(actor=actor, place=place, minute=minute, **more)


TOLD_BY_MARTA = Source("told", "marta", 1, 0.7)  # type: ignore[arg-type]
