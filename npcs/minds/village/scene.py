"""What an answer is made from, and what it is made of: the scene of one utterance, and the things one may say in it."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from npcs.character import Character
from npcs.context import Context, KeyFact, RecalledMemory
from npcs.disposition import FeelingsNow
from npcs.minds.mind import Utterance
from npcs.minds.village.english import listed, with_indefinite, words
from npcs.minds.village.understanding import Understanding, Understood
from npcs.story import Story
from world.chance import chance
from world.story import FactId, Village

Mood: TypeAlias = Literal["friend", "neutral", "foe"]

FRIENDLY, HOSTILE = 0.25, -0.35
"""The mean of warmth and trust from which someone is a friend, and under which a foe."""

SECRET_LIKENESS = 0.5
"""The share of a secret's telling words that a text may not reach, if it is to be told."""


class Say(Struct, frozen=True):
    """One thing to say, in the ways it can be said. All ways rest on the same grounds."""

    options: tuple[str, ...]
    grounds: tuple[str, ...]
    facts: tuple[FactId, ...] = ()
    entities: tuple[str, ...] = ()
    memory: str = ""
    """What the villager will remember having said, to follow their name; empty for nothing worth it."""

    told: bool = False
    """Whether it tells what they know, so that a favourite opening may go before it."""


@cache
def _stock() -> dict[str, dict[str, list[str]]]:
    text = Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@dataclass(frozen=True)
class Scene:
    """One utterance, who hears it, and what they have in mind."""

    story: Story
    context: Context
    utterance: Utterance
    understood: Understood
    understanding: Understanding

    @property
    def character(self) -> Character:
        """The villager."""
        return self.story.cast[self.context.npc]

    @property
    def village(self) -> Village:
        """The place."""
        return self.story.village

    @property
    def feelings(self) -> FeelingsNow:
        """What the villager feels towards the speaker."""
        return self.context.disposition.feelings

    @cached_property
    def mood(self) -> Mood:
        """How the villager is towards the speaker, in one word."""
        liking = (self.feelings.warmth + self.feelings.trust) / 2
        if liking <= HOSTILE or self.feelings.fear >= 0.6:
            return "foe"
        return "friend" if liking >= FRIENDLY else "neutral"

    @property
    def you(self) -> str:
        """What the villager calls the speaker to their face: `stranger`, `Anna`."""
        name = self.context.person_name
        return name.removeprefix("the ").removeprefix("The ")

    def chance(self, purpose: str) -> float:
        """Return a number in [0, 1) for a choice of this villager's in this turn."""
        return chance(self.context.seed, self.context.npc, self.context.turn, purpose)

    def stock(self, key: str, *, ground: str = "", **fillings: str) -> Say:
        """Return a line of the common stock, by mood and register."""
        lines = _stock()[key]
        chosen = [*lines.get(self.mood, ()), *lines.get("any", ())]
        if self.mood != "foe":
            chosen += lines.get(self.character.voice.register_, ())
        options = tuple(self.filled(line, **fillings) for line in chosen)
        return Say(options, (ground or f"authored:stock.{key}",))

    def voiced(self, key: str, lines: tuple[str, ...], fallback: str) -> Say:
        """Return lines of the villager's own voice, or the common stock if they have none."""
        if not lines:
            return self.stock(fallback)
        return Say(tuple(self.filled(line) for line in lines), (f"authored:{key}",))

    def filled(self, line: str, **fillings: str) -> str:
        """Return an authored line with `{you}` and other names filled in."""
        for key, text in {"you": self.you, **fillings}.items():
            line = line.replace(f"{{{key}}}", text)
        return line

    def definite(self, id_: str) -> str:
        """Return an id as it stands in a sentence: `the silver coin`, `the forge`, `Marta`."""
        name = self.village.name(id_)
        if id_ == self.context.person:
            return "you"
        return f"the {name}" if id_ in self.village.things and not name.startswith("the ") else name

    def indefinite(self, id_: str) -> str:
        """Return a thing with its indefinite article."""
        return with_indefinite(self.village.name(id_))

    @cached_property
    def heard(self) -> frozenset[str]:
        """The words of the speaker that carry meaning, without those every line has."""
        return telling_words(self.understood.text)

    @cached_property
    def secrets(self) -> tuple[KeyFact, ...]:
        """The facts that are hidden from this person."""
        return tuple(fact for fact in self.context.key_facts if fact.secret)

    def betrays(self, text: str, facts: tuple[FactId, ...] = ()) -> bool:
        """Return whether telling a text would give away what is hidden from this person."""
        hidden = {fact.fact for fact in self.secrets}
        if hidden & set(facts):
            return True
        said = telling_words(text)
        return any(_covers(said, secret) for fact in self.secrets for secret in self._wordings(fact))

    def _wordings(self, fact: KeyFact) -> tuple[str, ...]:
        authored = self.village.facts.get(fact.fact)
        return (fact.text, authored.text, *authored.terms) if authored else (fact.text,)

    def open_memories(self) -> list[RecalledMemory]:
        """Return what came to mind and may be told to this person, best first."""
        return [
            memory
            for memory in self.context.recalled
            if not self.betrays(f"{memory.what.text} {memory.why.text}", memory.facts)
        ]

    def has_said(self, text: str) -> bool:
        """Return whether the villager said this within the last lines."""
        return any(line.speaker == self.context.npc and text in line.text for line in self.context.recent)


_SMALL = listed(
    "the and but for was were are has had have his her their its with from that this they them she him you your not "
    "who what when where why how did does about tell know think remember there here out any anything something "
    "someone somebody would could should will can just then than into over been very much one all some ever really "
    "please want give gave given said say see saw"
)


def telling_words(text: str) -> frozenset[str]:
    """Return the stems of the words that carry a text's meaning."""
    return frozenset(_stem(word.removesuffix("'s")) for word in words(text) if len(word) > 2 and word not in _SMALL)


@cache
def _stemmer() -> "object":
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@cache
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))  # type: ignore[attr-defined]


def _covers(said: frozenset[str], secret: str) -> bool:
    telling = telling_words(secret)
    return len(telling) > 1 and len(telling & said) / len(telling) > SECRET_LIKENESS
