"""A story of one villager, small enough to read, for tests of what a mind is told and what it may say."""

from msgspec.structs import replace

from npcs.character import Character, ImportanceRow, ImportanceTable
from npcs.context import Bystander, Context, KeyFact, Nearby, RecalledMemory, Told
from npcs.disposition import FeelingsNow, opening_disposition
from npcs.memory.record import ElementState, Source, SourceKind
from npcs.minds.mind import (
    Appraise,
    Appraised,
    Converse,
    Create,
    FiveWs,
    Refine,
    Refined,
    Reflect,
    Reflected,
    Replied,
    Reworded,
    Utterance,
)
from npcs.story import Story
from npcs.villager import Line
from world.clock import at
from world.story import Activity, Fact, Need, Opening, Person, Place, Thing, Village

KRZYSZTOF = Character.model_validate(
    {
        "name": "Krzysztof",
        "role": "smith",
        "pronoun": "he",
        "description": "A broad man in a burnt apron.",
        "home": "forge",
        "persona": "Krzysztof has shod every horse in the valley and trusts iron more than talk.",
        "wants": "to be paid what is owed",
        "hides": "that he took the red ledger",
        "voice": {
            "register": "rustic",
            "brevity": 0.8,
            "greets": ["Aye."],
            "farewells": ["Mind the step."],
            "oaths": ["Saints and cinders!"],
            "does_not_know": ["Couldn't tell you."],
        },
        "traits": [{"name": "gruff", "wording": "short with strangers", "strength": 0.8, "good": False}],
        "core_memories": ["Your name is Krzysztof.", "A murder happened in the village a week ago."],
        "secrets": [{"fact": "ledger_taken", "trust": 0.8, "cover": "I was abed, and that's all."}],
        "opinions": [{"of": "marta", "feeling": 0.6, "line": "Marta pours an honest cup."}],
    }
)
"""A smith with a secret."""


def _person(name: str, role: str) -> Person:
    return Person(name=name, role=role, pronoun="she", description=f"The {role}.", home="inn")


STORY = Story(
    village=Village(
        opening=Opening(title="Small", intro="A village.", place="forge"),
        places={
            "forge": Place(name="the forge", description="Hot."),
            "inn": Place(name="the inn", description="Loud."),
            "well": Place(name="the well", description="Deep."),
            "old_mill": Place(name="the old mill", description="Dark."),
        },
        things={
            "silver_coin": Thing(name="silver coin", at="player", description="Worn."),
            "horseshoe": Thing(name="horseshoe", at="krzysztof", description="New."),
            "red_ledger": Thing(name="red ledger", at="krzysztof", description="Stained."),
        },
        activities={
            "shoe": Activity(name="shoe", doing="shoeing", places=("forge",), serves={"work": 1}, minutes=30),
        },
        needs={"work": Need(feeling="restless", hours_to_grow=6)},
        facts={
            "mill_dark": Fact(text="The mill burned no lamp that night.", terms=("no lamp",)),
            "ledger_taken": Fact(text="Krzysztof took the red ledger.", terms=("red ledger", "Hollow Oak")),
            "culprit": Fact(text="Agnieszka killed the miller.", terms=("foxglove",)),
        },
        absent={"tomasz": "Tomasz"},
        people={
            "krzysztof": _person("Krzysztof", "smith"),
            "marta": _person("Marta", "innkeeper"),
            "agnieszka": _person("Agnieszka", "herbalist"),
        },
    ),
    cast={"krzysztof": KRZYSZTOF},
    importance=ImportanceTable(
        row=(
            ImportanceRow(factor="self_relevance", explanation="It is about me.", least=7, most=8),
            ImportanceRow(factor="unimportant", explanation="The round of the day.", least=0, most=1),
        )
    ),
    fingerprint="0" * 64,
)

SECRET_WORDS = ("red ledger", "Hollow Oak", "ledger_taken")
"""What only the smith's secret would bring into a prompt."""

_KNOWN, _UNKNOWN, _FORGOTTEN = ElementState.KNOWN, ElementState.UNKNOWN, ElementState.FORGOTTEN


def memory(id_: int = 12, what: str = "gave me a silver coin", facts: tuple[str, ...] = ()) -> RecalledMemory:
    """Return a memory that has lost its reason."""
    return RecalledMemory(
        id=id_,
        who=Told("the stranger", _KNOWN),
        what=Told(what, _KNOWN),
        when=Told("yesterday at dusk", _KNOWN),
        where=Told("the forge", _KNOWN),
        why=Told("", _FORGOTTEN),
        happened=at(1, 19),
        weight=17.4,
        importance=7.5,
        valence=0.5,
        arousal=0.3,
        participants=("player",),
        entities=("silver_coin",),
        facts=facts,
        source=Source(),
        score=0.8,
    )


CONTEXT = Context(
    npc="krzysztof",
    person="player",
    person_name="the stranger",
    minute=at(2, 14, 20),
    turn=7,
    place="forge",
    place_name="the forge",
    doing="shoeing the mare",
    stopped="",
    needs={"work": 2.5},
    disposition=replace(opening_disposition(KRZYSZTOF, "player"), feelings=FeelingsNow(-0.2, 0.1, 0.0, 0.3)),
    key_facts=(
        KeyFact(
            "mill_dark",
            "The mill burned no lamp that night.",
            at(1, 20),
            Source(SourceKind.TOLD, "marta", 1, 0.8),
            None,
        ),
        KeyFact(
            "ledger_taken", "I took the red ledger.", at(1, 0), Source(), None, True, "I was abed, and that's all."
        ),
    ),
    recalled=(memory(), memory(13, "saw me with the red ledger by the Hollow Oak", ("ledger_taken",))),
    recent=(Line(at(2, 14, 18), "player", "Good day, smith."), Line(at(2, 14, 18), "krzysztof", "Aye.")),
    present=(Bystander("marta", "Marta", "medium", "innkeeper; buying nails"),),
    nearby=(Nearby("the inn", 2),),
    holding=("horseshoe",),
    things_here=("silver_coin",),
    met_before=True,
    seed=1,
)
"""What the smith has in mind on the second day; he holds the ledger's secret, and one memory betrays it."""


def asked(text: str = "Do you remember what I gave you?", context: Context = CONTEXT) -> Converse:
    """Return a question to the smith."""
    return Converse("krzysztof", Utterance("player", "said", text), lambda: context)


def to_refine(context: Context = CONTEXT) -> Refine:
    """Return the question how the smith has come to be towards the stranger."""
    return Refine("krzysztof", "player", context.minute, (12,), context)


class PlainMind:
    """A village mind of ten lines: always answers, and always the same."""

    name = "village mind"

    async def converse(self, question: Converse, heard: object = None) -> Replied:
        """Say something harmless."""
        return Replied("Hm.", "react", Create(FiveWs(what="spoke to me")), "unimportant", 0.5, 0.0, 0.0)

    async def refine(self, question: Refine) -> Refined:
        """Change one wording."""
        return Refined(FeelingsNow(), (Reworded("gruff", "as ever", 0.8),))

    async def reflect(self, question: Reflect) -> Reflected:
        """Leave an episode as the rules tell it."""
        return Reflected()

    async def appraise(self, question: Appraise) -> Appraised:
        """Leave an episode as the rules appraise it."""
        return Appraised()
