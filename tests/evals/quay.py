"""The harbour of the serial: eight people, their places and things, and twelve affairs of eight facts each.

Made by `world.chance` from the lists below, so that the same seed makes the same harbour on every machine. Every fact
has three wordings: what is so (`Fact.text`), how people say it (`SAYS`), and how somebody asks about it.
"""

from dataclasses import dataclass
from typing import Any

from npcs.character import Character, ImportanceTable
from npcs.story import Story
from world.chance import chance, pick
from world.story import Activity, ActorId, Fact, FactId, Need, Opening, Person, Place, PlaceId, Thing, ThingId, Village

ROLES = {
    "aldona": ("Aldona", "ferrywoman", "she", "quay"),
    "bolek": ("Bolek", "cooper", "he", "cooperage"),
    "celina": ("Celina", "netmaker", "she", "net_loft"),
    "dorian": ("Dorian", "harbour clerk", "he", "customs_house"),
    "edda": ("Edda", "baker", "she", "bakery"),
    "feliks": ("Feliks", "lamplighter", "he", "lighthouse"),
    "greta": ("Greta", "healer", "she", "herb_garden"),
    "hugo": ("Hugo", "bell-ringer", "he", "chapel"),
}
PLACES = {
    "quay": "the quay",
    "cooperage": "the cooperage",
    "net_loft": "the net loft",
    "customs_house": "the customs house",
    "bakery": "the bakery",
    "lighthouse": "the lighthouse",
    "herb_garden": "the herb garden",
    "chapel": "the chapel",
}
ELSEWHERE = "cottages"
"""Where everybody is who is not in a scene."""

THINGS_TEXT = (
    "silver bell, blue lantern, toll ledger, brass compass, amber rosary, ivory flute, sealed cask, tide chart, "
    "gilded icon, whalebone comb, copper still, velvet purse"
)
CODENAMES_TEXT = (
    "Wheelbarrow, Cold Porridge, Saint Vitus, Long Ladder, Ninth Gull, Wet Candle, Deaf Piper, Third Oar, "
    "Borrowed Sunday, Crooked Mile, Salt Wedding, Blind Anchor"
)
OCCASIONS_TEXT = (
    "on the night of the storm, at low tide on Martinmas, the evening the ferry sank, before the herring fair, "
    "on the feast of Saint Nicholas, the night the beacon failed, during the great fog, on the eve of the regatta, "
    "the morning after the flood, while the bishop slept here, the night of the eclipse, when the ice broke"
)
SMALL_TALK_TEXT = (
    "The wind is turning, I think. | My knees tell me it will rain before supper. | Have you tried the new bread? | "
    "The gulls are shameless this year. | I slept badly, with all that creaking. | A fine catch, they say. | "
    "Tar is dearer every month. | Somebody ought to mend that step. | My cousin writes that it snows inland. | "
    "I never liked that colour on a boat. | The tea is cold again. | Mind the rope there."
)
SAYS = {
    "seen": "I saw {c} hanging about {p} {o}, collar up, looking behind.",
    "gone": "Somebody has made off with the {t}; {p} is bare of it.",
    "name": "They have a name for it, {c} and {d}, the two of them: {n}.",
    "feud": "{d} and {c} do not speak any more, and it is the {t} that did it.",
    "hidden": "Look for the {t} at {w}, under the boards.",
    "debt": "{c} never paid {d} back the forty crowns borrowed {o}.",
    "vow": "{c} made {d} swear never to breathe a word of {n}.",
    "absent": "{o}, {d} never was at home; it was at {w} that I met {d}.",
}
_FACTS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "seen": ("{c} was by {p} {o}.", ("c", "p"), ("lurking", "prowling")),
    "gone": ("The {t} is stolen from {p}.", ("t", "p"), ("stolen", "theft", "missing")),
    "name": ("{c} and {d} call their plan {n}.", ("c", "d"), ("codename", "secret plan")),
    "feud": ("{c} and {d} fell out over the {t}.", ("c", "d", "t"), ("quarrel", "feud")),
    "hidden": ("The {t} lies hidden at {w}.", ("t", "w"), ("hidden", "hiding place")),
    "debt": ("{c} owes {d} forty crowns since the loan {o}.", ("c", "d"), ("debt", "forty crowns")),
    "vow": ("{d} promised {c} to be silent about {n}.", ("c", "d"), ("promise", "oath")),
    "absent": ("{d} was at {w}, not at home, {o}.", ("d", "w"), ("alibi", "not at home")),
}
"""For each kind of fact: its text, whom and what it is about, and the words authors would list for it."""

_ROWS = (
    ("emotional_arousal", 8, 10),
    ("self_relevance", 7, 8),
    ("novelty", 6, 7),
    ("intrinsic_motivation", 4, 6),
    ("emotional_stress", 3, 5),
    ("flashbulb", 2, 3),
    ("unimportant", 0, 1),
)


def _listed(text: str, by: str = ",") -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(by))


SMALL_TALK = _listed(SMALL_TALK_TEXT, "|")
KINDS = tuple(SAYS)


@dataclass(frozen=True)
class Affair:
    """One thread of the serial: who stole what from where, when, and under what name."""

    number: int
    c: ActorId
    d: ActorId
    p: PlaceId
    w: PlaceId
    t: ThingId
    n: str
    o: str

    def named(self) -> dict[str, str]:
        """Return what its people, places and things are called in a sentence."""
        people = {key: ROLES[getattr(self, key)][0] for key in ("c", "d")}
        return {
            **people,
            "p": PLACES[self.p],
            "w": PLACES[self.w],
            "t": self.t.replace("_", " "),
            "n": self.n,
            "o": self.o,
        }

    def fact(self, kind: str) -> FactId:
        """Return the id of its fact of one kind."""
        return f"{kind}_{self.number}"

    def says(self, kind: str) -> str:
        """Return how people say its fact of one kind."""
        text = SAYS[kind].format(**self.named())
        return text[0].upper() + text[1:]

    @property
    def questions(self) -> tuple[str, str]:
        """Two questions about the whole affair, in words that no fact has."""
        names = self.named()
        return (
            f"What became of the {names['t']}, and who is behind that?",
            f"What is there between {names['c']} and {names['d']}?",
        )


def affairs(seed: int) -> tuple[Affair, ...]:
    """Return the twelve affairs."""
    names, occasions = _listed(CODENAMES_TEXT), _listed(OCCASIONS_TEXT)
    made = []
    for number, thing in enumerate(_listed(THINGS_TEXT)):
        c = pick(tuple(ROLES), seed, "c", number)
        d = pick([who for who in ROLES if who != c], seed, "d", number)
        p = pick(tuple(PLACES), seed, "p", number)
        w = pick([place for place in PLACES if place != p], seed, "w", number)
        made.append(Affair(number, c, d, p, w, thing.replace(" ", "_"), names[number], occasions[number]))
    return tuple(made)


def holder(seed: int, affair: Affair, kind: str) -> ActorId | None:
    """Return the villager who knows a fact when the serial opens; None if only the player brings it."""
    others = [who for who in ROLES if who not in (affair.c, affair.d)]
    return pick(others, seed, "holder", affair.fact(kind)) if chance(seed, "held", affair.fact(kind)) < 0.5 else None


def harbour(seed: int) -> Story:
    """Return the authored whole of the serial."""
    threads = affairs(seed)
    facts = {affair.fact(kind): _fact(affair, kind) for affair in threads for kind in KINDS}
    cast = {who: _character(who, threads, seed) for who in ROLES}
    people = {
        who: Person.model_validate(character.model_dump(include=set(Person.model_fields)))
        for who, character in cast.items()
    }
    places = {
        id_: Place(name=name, description=f"It is {name}.")
        for id_, name in {**PLACES, ELSEWHERE: "the cottages"}.items()
    }
    things = {a.t: Thing(name=a.named()["t"], at=a.w, description="Worn.") for a in threads}
    sleep = Activity(name="sleep", doing="sleeping", places=("home",), serves={"rest": 2}, minutes=400, asleep=True)
    village = Village(
        opening=Opening(title="The Quay", intro="A harbour.", place="quay", time="06:00"),
        places=places,
        things=things,
        activities={"sleep": sleep},
        needs={"rest": Need(feeling="tired", hours_to_grow=8)},
        facts=facts,
        absent={},
        people=people,
    )
    row = [{"factor": factor, "explanation": "…", "least": least, "most": most} for factor, least, most in _ROWS]
    return Story(village, cast, ImportanceTable.model_validate({"row": row}), "0" * 64)


def _fact(affair: Affair, kind: str) -> Fact:
    text, about, words = _FACTS[kind]
    terms = (affair.n,) if "{n}" in text else ()
    return Fact(
        text=text.format(**affair.named()), about=tuple(getattr(affair, key) for key in about), terms=terms, words=words
    )


def _character(who: ActorId, threads: tuple[Affair, ...], seed: int) -> Character:
    name, role, pronoun, workplace = ROLES[who]
    held = [affair.fact(kind) for affair in threads for kind in KINDS if holder(seed, affair, kind) == who]
    knows: list[dict[str, Any]] = [
        {"fact": fact, "days_ago": 1 + int(20 * chance(seed, "ago", fact)), "importance": 6} for fact in held
    ]
    return Character.model_validate(
        {
            "name": name,
            "role": role,
            "pronoun": pronoun,
            "description": f"The {role}.",
            "home": ELSEWHERE,
            "workplace": workplace,
            "persona": f"{name} is the {role} and has been for as long as anyone can say.",
            "wants": "A quiet winter.",
            "hides": "Little.",
            "voice": {"greets": ["Good day."], "farewells": ["Go well."]},
            "traits": [{"name": "wary", "wording": "slow to trust"}],
            "core_memories": [f"Your name is {name}.", f"You are the {role} of the harbour."],
            "knows": knows,
        }
    )
