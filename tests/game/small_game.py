"""A village of three places and two people, small enough to know by heart, and a game in it that answers at once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from game.playable import Passage, Played
from game.wording import stands
from npcs.character import Character, ImportanceRow, ImportanceTable
from npcs.disposition import opening_disposition
from npcs.memory.collection import Memories
from npcs.story import Story
from npcs.villager import State, Villager
from world.state import Doing, World, opening_world
from world.story import PLAYER, Activity, Fact, Need, Opening, Person, Place, Thing, Village

PLACES: dict[str, Any] = {
    "forge": {
        "name": "the forge",
        "description": "The forge is hot and smells of burnt horn.",
        "exits": [{"to": "square", "minutes": 2, "way": "east"}],
    },
    "square": {
        "name": "the square",
        "description": "A lopsided square of trodden clay.",
        "outdoors": True,
        "exits": [{"to": "forge", "minutes": 2, "way": "west"}, {"to": "inn", "minutes": 1}],
    },
    "inn": {
        "name": "the inn",
        "description": "A low room with one long table.",
        "exits": [{"to": "square", "minutes": 1, "way": "west"}],
    },
}
ACTIVITIES: dict[str, Any] = {
    "shoe": {"name": "shoe the mare", "doing": "shoeing the mare", "places": ["forge"], "minutes": 60},
    "sweep": {"name": "sweep", "doing": "sweeping the floor", "places": ["inn"], "minutes": 20},
    "nails": {"name": "buy nails", "doing": "buying nails", "places": ["forge"], "minutes": 10},
    "sleep": {"name": "sleep", "doing": "sleeping", "places": ["home"], "minutes": 400, "asleep": True},
}
THINGS: dict[str, Any] = {
    "anvil": {"name": "anvil", "at": "forge", "description": "An anvil on an elm stump.", "portable": False},
    "tongs": {"name": "tongs", "at": "krzysztof", "description": "Black tongs."},
    "coin": {"name": "silver coin", "at": PLAYER, "description": "A worn silver coin."},
    "letter": {
        "name": "letter",
        "at": PLAYER,
        "description": "A letter folded small",
        "reads": "Come at once. T.",
    },
}


def villager_file(name: str, **more: Any) -> Character:
    """Return an authored villager with nothing in it but what is needed."""
    voice = {"register": "plain", "greets": ["Day to you."], "farewells": ["Mind the step."]}
    traits = [{"name": "gruff", "wording": "few words, and those short", "strength": 0.8, "good": False}]
    base = {"name": name, "pronoun": "he", "home": "forge", "voice": voice, "traits": traits, "persona": "Plain."}
    inner = {"wants": "Quiet.", "hides": "Nothing.", "core_memories": [f"Your name is {name}."]}
    return Character.model_validate({**base, **inner, **more})


def small_story(**changes: Any) -> Story:
    """Return the small village, with parts of it replaced."""
    cast = {
        "krzysztof": villager_file("Krzysztof", role="smith", description="A man with singed brows."),
        "marta": villager_file("Marta", role="innkeeper", pronoun="she", home="inn", description="A woman in a hurry."),
    }
    opening = {
        "title": "Tattlewood",
        "intro": "You come down the hill at first light.",
        "place": "forge",
        "time": "07:00",
    }
    village = Village(
        opening=Opening.model_validate({**opening, **changes.get("opening", {})}),
        places={id_: Place.model_validate(each) for id_, each in {**PLACES, **changes.get("places", {})}.items()},
        things={id_: Thing.model_validate(each) for id_, each in {**THINGS, **changes.get("things", {})}.items()},
        activities={id_: Activity.model_validate({"serves": {"work": 1}, **each}) for id_, each in ACTIVITIES.items()},
        needs={"work": Need(feeling="idle", hours_to_grow=4)},
        facts={"lamp": Fact(text="The mill burned no lamp that night.")},
        absent={"tomasz": "Tomasz"},
        people={id_: Person.model_validate(_public(each)) for id_, each in cast.items()},
    )
    row = ImportanceRow(factor="novelty", explanation="Something new.", least=6, most=7)
    return Story(village, cast, ImportanceTable(row=(row,)), "small")


def _public(character: Character) -> dict[str, Any]:
    return {key: value for key, value in character.model_dump().items() if key in Person.model_fields}


def small_state(story: Story, **changes: Any) -> State:
    """Return the small village at 07:00, the smith at his work, with parts of the world replaced."""
    world: World = opening_world(story.village)
    doing = {"krzysztof": Doing("shoe", world.minute, world.minute + 60)}
    villagers = {
        id_: Villager(id_, Memories(), 1, {}, {PLAYER: opening_disposition(character, PLAYER)})
        for id_, character in story.cast.items()
    }
    return State(replace(world, **{"doing": doing, **changes}), villagers, seed=1)


@dataclass
class Game:
    """A game that says back what it is told; some words have their own answer, or their own error."""

    story: Story
    state: State
    answers: dict[str, Played | Exception] = field(default_factory=dict)
    mind_name: str = "village mind"
    ready: bool = True
    played: list[str] = field(default_factory=list)
    closed: int = 0

    def opening(self) -> tuple[Passage, ...]:
        """Return the title and the first look."""
        return (Passage("title", "Tattlewood"), *stands(self.story, self.state))

    async def warm(self, tell: Callable[[str], None]) -> None:
        """Tell one word of progress."""
        tell("Waking the villagers")

    def warm_notices(self) -> tuple[str, ...]:
        """Return nothing to be told."""
        return ()

    async def play(self, line: str, heard: Callable[[str], None] | None = None) -> Played:
        """Answer a line as `answers` says, or say it back."""
        self.played.append(line)
        answer = self.answers.get(line, Played((Passage("speech", f"You said: {line}", "Krzysztof", stream=True),)))
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self) -> None:
        """Count how often the game was closed."""
        self.closed += 1
