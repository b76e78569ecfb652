"""What an episode means to whoever lived it, by the village's own rules (Lazarus 1991, Scherer 2009). Pure.

A table of deeds tells what it was about and how it sits with what is done and not done; feelings, hopes and fears, who
did it and what was known before tell the rest.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from npcs.character import Character
from npcs.memory.episode import (
    Agency,
    Appraisal,
    BeliefChange,
    Changes,
    Coping,
    Direction,
    Norms,
    RelationshipChange,
    Relevance,
    Strategy,
    Turn,
)
from npcs.memory.lookup import lookup, stems
from npcs.memory.opening import AUTHORED
from npcs.memory.record import Memory, MemoryId, SourceKind
from npcs.story import Story
from npcs.villager import Villager
from world.story import ActorId, FactId

SLIGHT = 0.05
"""The least that a person must have meant, for good or ill, to be a change in how they are seen."""

STRESSFUL = -0.15
"""The valence from which on an episode weighs on whoever lived it."""

_ALARMING = frozenset({"fear", "anger", "hurt", "pain", "shame", "grief", "guilt", "unease"})
_WANTED, _FEARED = 0.3, 0.4
"""How far touching what they want or like, and what they fear or hide, moves goal congruence."""


class Deed(Struct, frozen=True):
    """A kind of deed: what it is called, how it is told, and how it sits with what is done."""

    theme: str
    pattern: re.Pattern[str]
    norms: Norms = Norms.NEUTRAL
    belief: str = ""
    """What the villager comes to believe of whoever did it to them, after their name."""


def _deed(theme: str, words: str, norms: Norms = Norms.NEUTRAL, belief: str = "") -> Deed:
    return Deed(theme, re.compile(rf"\b(?:{words})\b", re.IGNORECASE), norms, belief)


DEEDS = (
    _deed("violence", "hit|punched|kicked|slapped|struck|beat|stabbed|strangled|choked|attacked|shoved|shot",
          Norms.VIOLATED, "is dangerous to me"),
    _deed("threat", "threatened|or else|you will be sorry|you'll be sorry|i will kill|i'll kill|menaced",
          Norms.VIOLATED, "would do me harm"),
    _deed("theft", "stole|stolen|robbed|thief|theft", Norms.VIOLATED, "takes what is not theirs"),
    _deed("insult", "insulted|liar|fool|coward|called me|spat", Norms.VIOLATED, "thinks little of me"),
    _deed("accusation", "accused|did you kill|you killed|murderer|guilty", Norms.VIOLATED, "suspects me"),
    _deed("a gift", "gave me|brought me|paid me", Norms.UPHELD, "means well by me"),
    _deed("affection", "hugged|kissed|embraced|held my hand|comforted|stroked", Norms.UPHELD, "is fond of me"),
    _deed("an apology", "sorry|forgive|apologi[sz]ed", Norms.UPHELD, "can own a fault"),
    _deed("thanks", "thanked|thank you|grateful", Norms.UPHELD),
    _deed("help", "helped|saved|rescued|mended", Norms.UPHELD, "can be relied on"),
    _deed("a promise", "promised|promise|swore|give you my word", Norms.UPHELD),
    _deed("the murder", "murder(?:ed|er)?|killed|body|corpse|magistrate|hang(?:ed)?"),
    _deed("death", "died|dead|death|grave|burial|buried"),
    _deed("a secret", "secret|told nobody|tell no one|between us"),
    _deed("money", "coins?|groats?|owed|debts?|paid|price"),
    _deed("a quarrel", "quarrel(?:led)?|shouted|would not pay"),
)  # fmt: skip
"""The deeds that have a name, the gravest first."""


def themes(memories: Sequence[Memory], subjects: Sequence[str]) -> tuple[str, ...]:
    """Return what an episode was about: its deeds by name, then its subjects, at most six."""
    told = " ".join(memory.what.text for memory in memories)
    deeds = [deed.theme for deed in DEEDS if deed.pattern.search(told)]
    talk = ["talk"] if any(m.source.kind is SourceKind.TOLD for m in memories) else []
    return tuple(dict.fromkeys((*deeds[:3], *subjects, *talk)))[:6]


class Lived(Struct, frozen=True):
    """An episode from where one villager stood: all that an appraisal goes by."""

    story: Story
    villager: Villager
    memories: tuple[Memory, ...]
    leading: Memory
    """The weightiest of the memories."""

    arousal: float
    valence: float
    tags: tuple[str, ...]

    @property
    def character(self) -> Character:
        """The villager as authored."""
        return self.story.cast[self.villager.id]

    @property
    def actor(self) -> ActorId | None:
        """Who did what weighs most; None if that was nobody."""
        village, people = self.story.village, self.leading.participants
        if self.leading.factor == AUTHORED and self.leading.facts:
            # Who knew of it, or told of it, is not who did it.
            about = village.facts[self.leading.facts[0]].about
            people = tuple(id_ for id_ in about if id_ in village.people or id_ in village.absent)
        return people[0] if people else None

    def touches(self, phrases: Iterable[str]) -> bool:
        """Return whether what was lived speaks of any of these, by half of its telling words and at least one."""
        told = {stem for memory in self.memories for stem in stems(memory.text)}
        for phrase in phrases:
            words = set(stems(phrase))
            if words and len(words & told) * 2 >= len(words):
                return True
        return False


def appraised(lived: Lived) -> Appraisal:
    """Return what an episode means to the villager, every field of it."""
    congruence = _congruence(lived)
    relevance = _relevance(lived, congruence)
    potential = _potential(lived, relevance)
    agency = _agency(lived)
    return Appraisal(
        relevance=relevance,
        goal_congruence=congruence,
        coping_potential=potential,
        coping_strategy=_strategy(lived, relevance, potential, agency),
        causal_attribution=agency,
        attributed_to=lived.actor if agency is not Agency.CIRCUMSTANCE else None,
        norm_compatibility=_norms(lived),
        beliefs_formed=_beliefs(lived),
    )


def _congruence(lived: Lived) -> float:
    character, value = lived.character, lived.valence
    if lived.touches((*character.likes, character.wants)):
        value += _WANTED if value >= 0 else -_WANTED
    if lived.touches((*character.fears, character.hides)):
        value -= _FEARED
    return round(max(-1.0, min(1.0, value)), 3)


def _relevance(lived: Lived, congruence: float) -> Relevance:
    if lived.valence <= STRESSFUL or congruence <= 2 * STRESSFUL or (_ALARMING & set(lived.tags) and congruence < 0):
        return Relevance.STRESSFUL
    own = any(lived.villager.id in memory.participants for memory in lived.memories)
    matters = own or lived.leading.importance >= 4 or lived.arousal >= 0.4
    return Relevance.BENIGN if matters else Relevance.IRRELEVANT


def _potential(lived: Lived, relevance: Relevance) -> Coping:
    """Return how able they feel: strong feeling, harm and fear of whoever did it leave them less."""
    if relevance is not Relevance.STRESSFUL:
        return Coping.HIGH
    if lived.leading.irreversible:
        return Coping.HELPLESS
    towards = lived.villager.dispositions.get(lived.actor or "")
    fear = max(0.0, towards.feelings.fear) if towards else 0.0
    left = 1.0 - 0.5 * lived.arousal - 0.3 * max(0.0, -lived.valence) - 0.2 * fear
    for least, potential in ((0.65, Coping.HIGH), (0.4, Coping.MODERATE), (0.15, Coping.LOW)):
        if left >= least:
            return potential
    return Coping.HELPLESS


def _strategy(lived: Lived, relevance: Relevance, potential: Coping, agency: Agency) -> Strategy:
    if relevance is not Relevance.STRESSFUL:
        return Strategy.SAVOUR if lived.valence >= 0.3 else Strategy.NONE
    if agency is Agency.SELF or lived.touches((lived.character.hides,)):
        return Strategy.CONCEAL
    if potential is Coping.HELPLESS:
        return Strategy.SEEK_SUPPORT if {"grief", "sadness"} & set(lived.tags) else Strategy.ENDURE
    if "fear" in lived.tags or potential is Coping.LOW:
        return Strategy.AVOID
    if "anger" in lived.tags:
        return Strategy.CONFRONT
    return Strategy.SEEK_SUPPORT if potential is Coping.MODERATE else Strategy.ENDURE


def _agency(lived: Lived) -> Agency:
    if lived.actor is None:
        return Agency.CIRCUMSTANCE
    return Agency.SELF if lived.actor == lived.villager.id else Agency.OTHER


def _norms(lived: Lived) -> Norms:
    deeds = [deed for deed in DEEDS if deed.norms is not Norms.NEUTRAL and deed.pattern.search(lived.leading.what.text)]
    return deeds[0].norms if deeds else Norms.NEUTRAL


def _beliefs(lived: Lived) -> tuple[str, ...]:
    """Return what they now believe: of whoever did something to them, and what they were told that is new."""
    village, own = lived.story.village, lived.villager.id
    found = [
        f"{_capital(village.name(memory.participants[0]))} {deed.belief}."
        for memory in lived.memories
        if own in memory.participants and memory.participants[0] != own
        for deed in DEEDS
        if deed.belief and deed.pattern.search(memory.what.text)
    ]
    found += [village.facts[fact].text for fact in _new_facts(lived) if fact in village.facts]
    return tuple(dict.fromkeys(found))[:4]


def changes(lived: Lived) -> Changes:
    """Return what an episode changed: how people are seen, what is believed, what is newly known."""
    new = _new_facts(lived)
    facts = dict.fromkeys(fact for memory in lived.memories for fact in memory.facts)
    village = lived.story.village
    beliefs = tuple(
        BeliefChange(village.facts[fact].text, Turn.FORMED if fact in new else Turn.STRENGTHENED)
        for fact in facts
        if fact in village.facts
    )
    return Changes(tuple(_relationships(lived)), beliefs[:6], new)


def _relationships(lived: Lived) -> Iterable[RelationshipChange]:
    """Yield how each person came closer or went apart, by what they did and how much it weighed."""
    moved: dict[ActorId, float] = {}
    for memory in lived.memories:
        if memory.participants and memory.participants[0] != lived.villager.id:
            person = memory.participants[0]
            moved[person] = moved.get(person, 0.0) + memory.valence * memory.importance / 10
    for person, amount in moved.items():
        if abs(amount) >= SLIGHT:
            direction = Direction.CLOSER if amount > 0 else Direction.APART
            yield RelationshipChange(person, direction, round(min(1.0, abs(amount)), 3))


def _new_facts(lived: Lived) -> tuple[FactId, ...]:
    """Return the facts that no memory from before the episode carries."""
    found, first = lookup(lived.villager), lived.memories[0].id
    facts = dict.fromkeys(fact for memory in lived.memories for fact in memory.facts)
    return tuple(fact for fact in facts if not _held_before(found.by_fact.get(fact, {}), first))


def _held_before(ids: Iterable[MemoryId], first: MemoryId) -> bool:
    return any(id_ < first for id_ in ids)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
