"""By which words the people, places and things of a story are spoken of, misspelt ones too."""

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from npcs.minds.village.english import listed, words
from world.naming import Naming, plain_words
from world.story import Village

_LIKENESS, _LIKENESS_OF_LONG = 80, 74
"""How alike a misspelt name must be (rapidfuzz ratio, 0-100): short words are easily alike by accident."""

_WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)?")
_NOT_NAMES = listed(
    "i i'm i'll i've i'd god lord lady saint sir madam mister master mistress father mother brother sister friend "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december christmas easter ok hello hi hey yes no please good the and but so"
)
_CAPITAL = re.compile(
    r"(?<![.!?…:\"“]\s)(?<!^)(?<!\w)([A-Z][^\W\d_]{2,}(?:\s+(?:of\s+(?:the\s+)?)?[A-Z][^\W\d_]+){0,2})"
)
_ASKED_NAME = re.compile(
    r"\b(?:who|what)(?:'s| is| are| was| were)\s+(?:the\s+|an?\s+)?([^\W\d_]{3,}(?:\s+[^\W\d_]+)?)\s*\??$", re.I
)
_GENERIC = listed(
    "you your he she it they that this these those there here him her them wrong happening going doing up matter "
    "name killer murderer culprit truth time weather trouble plan work trade life day night news one people village "
    "town guilty responsible missing next new for like behind alive dead to in on with about"
)
_PRONOUNS = {
    "he": "he",
    "him": "he",
    "his": "he",
    "she": "she",
    "her": "she",
    "hers": "she",
    "they": "they",
    "them": "they",
}


class Mentions(Struct, frozen=True):
    """What a text names."""

    entities: tuple[str, ...]
    """Ids, in the order of mention."""

    unknown: tuple[str, ...]
    """Names that nothing in the story has, as they were written."""


class Names:
    """The names of one story. Frozen after construction."""

    def __init__(self, village: Village) -> None:
        self._village = village
        entries = list[tuple[str, str]]()
        self._proper = dict[str, str]()
        for id_, person in village.people.items():
            entries += [(each, id_) for each in (id_, person.name, person.role, *person.words)]
            self._add_proper(id_, person.name)
        for id_, name in village.absent.items():
            entries += [(id_, id_), (name, id_)]
            self._add_proper(id_, name)
        for id_, place in village.places.items():
            entries += [(each, id_) for each in (place.name, *place.words) if not self._is_whose(each)]
        for id_, thing in village.things.items():
            entries += [(each, id_) for each in (thing.name, thing.name.rsplit(" ", 1)[-1], *thing.words)]
        self._naming = Naming(entries)
        texts = [fact.text for fact in village.facts.values()] + [village.opening.title, village.opening.intro]
        self._known_words = frozenset(word for text in texts for word in plain_words(text) if len(word) > 3)
        self.mentions = lru_cache(maxsize=512)(self._mentions)

    @property
    def proper(self) -> frozenset[str]:
        """The words of names that keep their capital wherever they stand."""
        people = [person.name for person in self._village.people.values()]
        return frozenset(
            word for name in [*people, *self._village.absent.values()] for word in name.split() if word[0].isupper()
        )

    def _is_whose(self, name: str) -> bool:
        """Return whether a place is only called whose it is: `Marta's`, which would take Marta's own name."""
        return name.endswith(("'s", "’s")) and " " not in name and name[:-2].casefold() in self._proper

    def _add_proper(self, id_: str, name: str) -> None:
        for word in name.split():
            if word[0].isupper() and word.casefold() not in _NOT_NAMES:
                self._proper.setdefault(word.casefold(), id_)
                break

    def _mentions(self, text: str) -> Mentions:
        return Mentions(self._naming.mentioned(self.corrected(text)), self._unknown(text))

    def corrected(self, text: str) -> str:
        """Return text with misspelt names of people put right: `Kristof` → `Krzysztof`."""
        return _WORD.sub(lambda match: self._put_right(match[0]), text)

    def _put_right(self, word: str) -> str:
        meant = None if self._naming.mentioned(word) else self._misspelt(word.casefold())
        return word if meant is None else meant.capitalize()

    def _misspelt(self, word: str) -> str | None:
        """Return the name that a word is a misspelling of."""
        from rapidfuzz import fuzz

        if len(word) < 4 or word in _NOT_NAMES or word in _GENERIC:
            return None
        least = _LIKENESS if len(word) < 6 else _LIKENESS_OF_LONG
        alike = [(fuzz.ratio(word, name), name) for name in self._proper if name[0] == word[0]]
        score, name = max(alike, default=(0.0, ""))
        return name if score >= least else None

    def _unknown(self, text: str) -> tuple[str, ...]:
        shouted = text.isupper()
        names = [] if shouted else _CAPITAL.findall(text)
        if asked := _ASKED_NAME.search(text.strip()):
            named = words(asked[1])
            if not set(named) & _GENERIC and len(named) == 1:
                names.append(asked[1])
        return tuple(dict.fromkeys(name for name in names if self._is_unknown(name)))

    def _is_unknown(self, name: str) -> bool:
        parts = [word.removesuffix("'s") for word in words(name)]
        if all(part in _NOT_NAMES for part in parts):
            return False
        named = self._naming.mentioned(self.corrected(name))
        return not named and not any(part in self._known_words for part in parts)

    def referent(self, word: str, spoken: Iterable[str], npc: str) -> str | None:
        """Return whom or what a pronoun means, from what was said, newest first; None if nothing fits.

        Args:
            word: `he`, `her`, `it`, `there` …
            spoken: Earlier texts, newest first.
            npc: Who is spoken with, whom `you` would mean and no other pronoun does.
        """
        for text in spoken:
            for id_ in reversed(self.mentions(text).entities):
                if id_ != npc and self.fits(word, id_):
                    return id_
        return None

    def fits(self, word: str, id_: str) -> bool:
        """Return whether a pronoun may mean someone or something."""
        if word == "there":
            return id_ in self._village.places
        if word == "it":
            return id_ in self._village.things
        if person := self._village.people.get(id_):
            return person.pronoun == _PRONOUNS.get(word, "")
        return id_ in self._village.absent and _PRONOUNS.get(word, "they") != "they"
