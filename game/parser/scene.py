"""Who and what is at hand when a line is typed, and which of them words name.

Names are looked for in the whole story, because refusing what is elsewhere is the rules' business; but whoever and
whatever is here comes first, and a thing that has not been seen is not given away by half its name.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from game.parser.names import DETERMINERS, TITLES, Match, Phrase, Quality, Tokens, fold, matched, owners, phrase
from game.parser.result import Ambiguous, Misunderstood, Resolved
from npcs.story import Story
from npcs.villager import State
from world.story import PLAYER, ActorId, Exit, PlaceId, Village
from world.text import one_of

Kind: TypeAlias = Literal["person", "thing", "place", "absent"]
Purpose: TypeAlias = Literal["see", "take", "hand"]
"""What a thing is wanted for: it decides which of two keys comes first."""

FAR = 9
"""The rank of what is not here."""

LONGEST_NAME = 4
"""How many words a name can have at the start of a longer line."""

_PRONOUNS = {
    "him": "he", "he": "he", "himself": "he", "her": "she", "she": "she", "herself": "she",
    "them": "they", "they": "they", "themselves": "they",
}  # fmt: skip
_YOU = frozenset({"you", "yourself", "ye", "thee"})
_ORDER_OF_PURPOSE: dict[Purpose, tuple[int, int, int]] = {"see": (0, 0, 1), "take": (2, 0, 1), "hand": (0, 1, 2)}
"""Ranks of what the player has, what lies here, and what somebody here has."""


class Entry(NamedTuple):
    """Something that has names."""

    id: str
    kind: Kind
    phrases: tuple[Phrase, ...]


@dataclass(frozen=True)
class Scene:
    """The moment at which a line is typed."""

    story: Story
    state: State

    @property
    def village(self) -> Village:
        """Return the authored village."""
        return self.story.village

    @property
    def here(self) -> PlaceId:
        """Return where the player is, or set out from."""
        return self.state.world.whereabouts[PLAYER].place

    @property
    def exits(self) -> tuple[Exit, ...]:
        """Return the ways out of here."""
        return self.village.places[self.here].exits

    @cached_property
    def people(self) -> tuple[ActorId, ...]:
        """Return the villagers who are here, awake or not."""
        return tuple(who for who in self.state.world.actors_at(self.here) if who in self.village.people)

    @cached_property
    def awake(self) -> tuple[ActorId, ...]:
        """Return the villagers who are here and can hear."""
        return tuple(who for who in self.people if not self.state.world.is_asleep(who, self.village))

    @cached_property
    def faced(self) -> ActorId | None:
        """Return whom the player is talking with, if they are here."""
        facing = self.state.world.facing
        return facing if facing in self.people else None

    @cached_property
    def index(self) -> tuple[Entry, ...]:
        """Return everything in the story that has a name."""
        return _index(self.village)

    def called(self, id_: str) -> str:
        """Return what an id is called in a sentence, with its article: `the old key`."""
        name = self.village.name(id_)
        return the(name) if id_ in self.village.things else name

    def holds(self, thing: str) -> bool:
        """Return whether the player has a thing."""
        return self.state.world.held.get(thing) == PLAYER

    def rank(self, entry: Entry, purpose: Purpose) -> int:
        """Return how near something is, from 0 for at hand to `FAR`."""
        if entry.kind == "person":
            return 0 if entry.id in self.people else FAR
        if entry.kind == "place":
            return 0 if entry.id == self.here or entry.id in {way.to for way in self.exits} else FAR
        if entry.kind == "absent":
            return FAR
        mine, lying, theirs = _ORDER_OF_PURPOSE[purpose]
        holder = self.state.world.held.get(entry.id)
        if holder == PLAYER:
            return mine
        return lying if holder == self.here else theirs if holder in self.people else FAR

    def find(self, words: str, kinds: tuple[Kind, ...], purpose: Purpose = "see") -> tuple[str, ...]:
        """Return the ids that `words` fit best: none, one, or several that fit equally well."""
        query = fold(words)
        fits = self._fits(query, kinds, purpose)
        if not fits and len(query) > 1 and query[0] in TITLES:
            fits = self._fits(query[1:], kinds, purpose)
        if not fits and owners(query) != query:
            fits = self._fits(owners(query), kinds, purpose)
        if not fits:
            return ()
        best = min(key for key, _ in fits)
        return tuple(entry.id for key, entry in fits if key == best)

    def _fits(
        self, query: Tokens, kinds: tuple[Kind, ...], purpose: Purpose
    ) -> list[tuple[tuple[int, bool, int, int, int], Entry]]:
        fits = []
        for entry in self.index:
            if entry.kind not in kinds:
                continue
            careful = self.faced is not None and entry.kind == "thing"
            match = max(matched(query, each, careful=careful) for each in entry.phrases)
            rank = self.rank(entry, purpose)
            unseen = entry.kind == "thing" and rank == FAR and not (match.whole and match.quality >= Quality.MAIN)
            if match.quality and not unseen:
                fits.append(((_band(match), rank == FAR, -match.quality, rank, _after(entry.kind, rank)), entry))
        return fits

    def person(self, words: str) -> Resolved:
        """Return the villager whom words, a pronoun or `you` mean."""
        word = words.strip(" ,.;:!?").lower()
        if word in _YOU:
            return self.faced or (self.awake[0] if len(self.awake) == 1 else None)
        if word in _PRONOUNS:
            return self._pronoun(word)
        return self._settled(self.find(words, ("person", "absent")))

    def _pronoun(self, word: str) -> Resolved:
        meant = _PRONOUNS[word]
        fitting = tuple(who for who in self.people if meant in (self.village.people[who].pronoun, "they"))
        if self.faced in fitting:
            return self.faced
        return self._settled(fitting)

    def thing(self, words: str, purpose: Purpose) -> Resolved:
        """Return the thing that words name."""
        return self._settled(self.find(words, ("thing",), purpose))

    def place(self, words: str) -> Resolved:
        """Return the place that words name."""
        return self._settled(self.find(words, ("place",)))

    def anything(self, words: str) -> Resolved:
        """Return the person, thing or place that words name."""
        return self._settled(self.find(words, ("person", "thing", "place", "absent")))

    def _settled(self, ids: tuple[str, ...]) -> Resolved:
        if len(ids) > 1:
            return Ambiguous(f"Do you mean {one_of([self.called(id_) for id_ in ids], 'or')}?")
        if ids and ids[0] in self.village.absent:
            return Misunderstood(f"{self.called(ids[0])} is not here, and will not be.")
        return ids[0] if ids else None

    def addressee(self) -> Resolved:
        """Return whom words are meant for that name nobody: whom the player faces, or the only one who hears."""
        if self.faced:
            return self.faced
        if len(self.awake) == 1:
            return self.awake[0]
        if self.awake:
            names = [self.called(who) for who in self.awake]
            return Ambiguous(f"Do you mean {one_of(names, 'or')}? You could type: talk to {names[0]}.")
        if self.people:
            return Misunderstood(f"{self.called(self.people[0])} is asleep. You could type: wait 1h.")
        ways = f" You could type: go to {self.called(self.exits[0].to)}." if self.exits else ""
        return Misunderstood(f"There is nobody here to hear you.{ways}")

    def lead_person(self, text: str) -> tuple[Resolved, str]:
        """Return the person whom a line begins with, and the rest of the line."""
        words = list(re.finditer(r"\S+", text))[:LONGEST_NAME]
        for last in reversed(words):
            name, rest = text[: last.end()], text[last.end() :]
            bare = name.rstrip(",:;.!?")
            if "," in bare or (last.group().lower() in (DETERMINERS | {"of"}) - {"her"}):
                continue
            if last.group().lower() == "her" and len(name.split()) > 1:
                continue
            who = self.person(bare)
            if who is not None:
                return who, (name[len(bare) :] + rest).strip()
        return None, text


def _after(kind: Kind, rank: int) -> int:
    """Return the order in which kinds come to mind: a grave here before the graveyard, afar the graveyard first."""
    order: tuple[Kind, ...] = ("person", "thing", "place") if rank < FAR else ("person", "place", "thing")
    return order.index(kind) if kind in order else 0


def _band(match: Match) -> int:
    """What is called so beats what is partly called so, which beats a misspelling, however near."""
    if match.quality >= Quality.MAIN:
        return 0
    return 1 if match.quality is Quality.PART else 2


def the(name: str) -> str:
    """Return a thing's name with its article, unless it has one or is a proper name."""
    return name if name.split(" ", 1)[0].lower() in DETERMINERS or name[:1].isupper() else f"the {name}"


def _index(village: Village) -> tuple[Entry, ...]:
    people = (Entry(id_, "person", _person_phrases(village, id_)) for id_ in village.people)
    things = (Entry(id_, "thing", _phrases(id_, thing.name, thing.words)) for id_, thing in village.things.items())
    places = (Entry(id_, "place", _phrases(id_, place.name, place.words)) for id_, place in village.places.items())
    absent = (Entry(id_, "absent", _phrases(id_, name, (), proper=True)) for id_, name in village.absent.items())
    return (*people, *things, *places, *absent)


def _phrases(id_: str, name: str, words: tuple[str, ...], *, proper: bool = False) -> tuple[Phrase, ...]:
    named = [phrase(name, is_name=True, proper=proper), *(phrase(each, is_name=False) for each in words)]
    by_id = phrase(id_.replace("_", " "), is_name=True, proper=proper)
    is_new = not any({*by_id.tokens} <= {*each.tokens} for each in named)
    return (*named, by_id) if is_new else tuple(named)


def _person_phrases(village: Village, id_: str) -> tuple[Phrase, ...]:
    person = village.people[id_]
    phrases = _phrases(id_, person.name, (person.role, *person.words), proper=True)
    everything = dict.fromkeys(token for each in phrases for token in each.tokens)
    return (*phrases, Phrase(tuple(everything), frozenset(), is_name=False))
