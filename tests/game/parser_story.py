"""A village of four places and three people, in which names collide on purpose, and ways to stand in it."""

from typing import Any

from msgspec.structs import replace

from npcs.character import Character, ImportanceRow, ImportanceTable
from npcs.story import Story
from npcs.villager import State
from world.state import Doing, Whereabouts, opening_world
from world.story import PLAYER, Village

PLACES: dict[str, Any] = {
    "forge": {
        "name": "the forge",
        "description": "Hot, and smelling of burnt horn.",
        "words": ["smithy"],
        "exits": [{"to": "green", "minutes": 2, "way": "east"}],
    },
    "green": {
        "name": "the village green",
        "description": "Trodden grass and geese.",
        "outdoors": True,
        "exits": [
            {"to": "forge", "minutes": 2, "way": "west"},
            {"to": "inn", "minutes": 1, "way": "north"},
            {"to": "mill", "minutes": 8, "way": "up the lane"},
        ],
    },
    "inn": {
        "name": "the Bell inn",
        "description": "Low beams and smoke.",
        "words": ["tavern"],
        "exits": [{"to": "green", "minutes": 1, "way": "out"}],
    },
    "mill": {
        "name": "the mill",
        "description": "The wheel stands still.",
        "exits": [{"to": "green", "minutes": 8, "way": "down"}],
    },
}

THINGS: dict[str, Any] = {
    "old_key": {"name": "old key", "at": "forge", "description": "Rusted."},
    "mill_key": {"name": "mill key", "at": "forge", "description": "Long as a hand."},
    "anvil": {"name": "anvil", "at": "forge", "description": "Scarred.", "portable": False},
    "horseshoe": {"name": "horseshoe", "at": "forge", "description": "Still warm.", "words": ["shoe"]},
    "coin": {"name": "silver coin", "at": PLAYER, "description": "Worn.", "words": ["money"]},
    "letter": {"name": "letter", "at": PLAYER, "description": "Folded twice.", "reads": "Come at once."},
    "ledger": {"name": "ledger", "at": "inn", "description": "Names and sums."},
    "hammer": {"name": "hammer", "at": "krzysztof", "description": "Heavy."},
    "bloody_knife": {"name": "bloody knife", "at": "mill", "description": "Somebody wiped it badly."},
}

PEOPLE: dict[str, Any] = {
    "krzysztof": {"name": "Krzysztof", "role": "smith", "pronoun": "he", "home": "forge", "words": ["blacksmith"]},
    "marta": {"name": "Marta", "role": "innkeeper", "pronoun": "she", "home": "inn"},
    "piotr": {"name": "Father Piotr", "role": "priest", "pronoun": "he", "home": "inn"},
}


def parser_story() -> Story:
    """Return the village with its cast."""
    shared = {
        "description": "Somebody from here.",
        "persona": "Lives here.",
        "wants": "quiet",
        "hides": "nothing",
        "voice": {"greets": ["Good day."], "farewells": ["Go well."]},
        "traits": [{"name": "gruff", "wording": "says little"}],
        "core_memories": ["You live here."],
    }
    cast = {id_: Character.model_validate({**shared, **person}) for id_, person in PEOPLE.items()}
    village = Village.model_validate(
        {
            "opening": {"title": "Keys", "intro": "You arrive.", "place": "forge", "time": "07:00"},
            "places": PLACES,
            "things": THINGS,
            "activities": {
                "sleep": {
                    "name": "sleep",
                    "doing": "sleeping",
                    "places": ["home"],
                    "serves": {"rest": 2},
                    "minutes": 480,
                    "asleep": True,
                }
            },
            "needs": {"rest": {"feeling": "tired", "hours_to_grow": 8}},
            "facts": {},
            "absent": {"tomasz": "Tomasz"},
            "people": cast,
        }
    )
    row = ImportanceRow(factor="unimportant", explanation="All else.", least=0, most=1)
    return Story(village, cast, ImportanceTable(row=(row,)), fingerprint="0" * 64)


def standing(
    story: Story,
    *,
    place: str = "forge",
    facing: str | None = None,
    where: dict[str, str] | None = None,
    asleep: tuple[str, ...] = (),
    minute: int | None = None,
) -> State:
    """Return play with the player at a place; `where` moves villagers, who are else at home."""
    world = opening_world(story.village)
    moved = {who: Whereabouts(at) for who, at in (where or {}).items()}
    return State(
        world=replace(
            world,
            minute=world.minute if minute is None else minute,
            whereabouts={**world.whereabouts, **moved, PLAYER: Whereabouts(place)},
            doing={who: Doing("sleep", 0, 9_999) for who in asleep},
            facing=facing,
        ),
        villagers={},
        seed=1,
    )
