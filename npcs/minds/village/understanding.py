"""What a line means: the acts in it, what it asks, whom and what it speaks of.

An act is understood by nearness to exemplars (`exemplars.toml`) and by its form (`patterns`). The line is embedded
once, in pieces; the vectors of exemplars and facts are computed once, when they are first needed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from npcs.memory.embedder import Embedder
from npcs.minds.mind import Kind, Utterance
from npcs.minds.village import patterns
from npcs.minds.village.english import listed, words
from npcs.minds.village.names import Names
from npcs.villager import Line
from world.story import ActorId, Village

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 700
"""Characters of a line that are taken in; nobody listens to a speech to its end."""

MOST_PIECES = 4
FOLLOWED = 0.40
"""The least score (cosine plus pattern) at which an act counts as understood."""

ODD = 0.15
"""What a line without the marks of it must be nearer, to be taken for talk from outside the story."""

QUESTIONS = listed(
    "ask_topic ask_opinion ask_memory ask_wellbeing ask_doing ask_plan ask_identity ask_whereabouts ask_directions"
)
REQUESTS = listed("ask_help ask_favour ask_thing ask_follow ask_leave")
STATEMENTS = listed("tell tell_secret introduce promise confess accuse remind")

_RANK = {
    **dict.fromkeys(("threaten", "accuse", "confess", "insult"), 5),
    **dict.fromkeys(("remind",), 5),
    **dict.fromkeys(QUESTIONS | REQUESTS, 4),
    **dict.fromkeys(("promise", "tell_secret", "introduce", "flirt", "apologise", "comfort", "praise", "thank"), 3),
    **dict.fromkeys(("tell", "joke", "give", "show", "part"), 2),
    **dict.fromkeys(("small_talk", "agree", "disagree", "greet"), 1),
}
"""Which of several acts in a line is answered first; `strange` and what is missing here come last."""

_PRONOUN_WORDS = ("he", "him", "his", "she", "her", "hers", "they", "them", "it", "there")


class Understood(Struct, frozen=True):
    """What a line was understood to mean."""

    text: str
    """The part of the line that was taken in, names put right."""

    kind: Kind
    act: str
    """The act that is answered first."""

    also: tuple[str, ...]
    """The other acts in the line, in the order they were said."""

    score: float
    """How sure the act is: cosine to its exemplars plus what its form adds; at least `FOLLOWED`, else `unclear`."""

    might: str
    """The nearest other act, which might have been meant."""

    piece: str
    """The words that carry the main act."""

    asked: patterns.Asked
    negated: bool
    question: bool
    entities: tuple[str, ...]
    """Ids named or meant by a pronoun, without the villager spoken to."""

    named: tuple[str, ...]
    """Those among them that were named outright."""

    unknown: tuple[str, ...]
    """Names that nothing in the story has."""

    about_listener: bool
    """Whether the main act is about the villager spoken to: `where were you`."""


class Understanding:
    """Understands lines in one story. Holds vectors that never change; otherwise stateless."""

    def __init__(self, village: Village, embedder: Embedder) -> None:
        self.village = village
        self.names = Names(village)
        self._embedder = embedder
        self._facts: dict[str, NDArray[np.float32]] = {}

    @cached_property
    def _exemplars(self) -> tuple[list[str], list[tuple[int, int]], NDArray[np.float32]]:
        authored = tomllib.loads(Path(__file__).with_name("exemplars.toml").read_text(encoding="utf-8"))
        acts, spans, lines = list(authored), list[tuple[int, int]](), list[str]()
        for act in acts:
            spans.append((len(lines), len(lines) + len(authored[act])))
            lines += authored[act]
        return acts, spans, self._embedder.vectors(lines)

    def warm_up(self, sentences: Sequence[str]) -> None:
        """Compute the vectors of the exemplars and of some sentences, so that the first answer does not wait."""
        _ = self._exemplars
        self._vectors_of(sentences)

    def vector(self, text: str) -> NDArray[np.float32]:
        """Return the vector of what was taken in of a text."""
        vector: NDArray[np.float32] = self._embedder.vectors([text[:LONGEST] or "…"])[0]
        return vector

    def likeness(self, text: str, sentences: Sequence[str]) -> list[float]:
        """Return the cosine of a text to each of some authored sentences, whose vectors are kept."""
        if not sentences:
            return []
        return [round(float(each), 4) for each in self._vectors_of(sentences) @ self.vector(text)]

    def _vectors_of(self, sentences: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        missing = [each for each in dict.fromkeys(sentences) if each not in self._facts]
        if missing:
            self._facts.update(zip(missing, self._embedder.vectors(missing), strict=True))
        if not sentences:
            return np.zeros((0, self._embedder.dimension), dtype=np.float32)
        return np.stack([self._facts[each] for each in sentences])

    def understand(self, utterance: Utterance, npc: ActorId, recent: Sequence[Line]) -> Understood:
        """Return what was meant by what was said or done towards `npc`."""
        text = self.names.corrected(utterance.text[:LONGEST].strip())
        parts = patterns.pieces(text)[:MOST_PIECES]
        self._embedder.vectors(parts)  # All pieces in one batch; each is then looked up.
        scores = [self._scores(part, utterance.kind) for part in parts]
        mains = [_best(each) for each in scores]
        act, index = self._main(utterance.kind, parts, mains)
        piece = parts[index] if parts else text
        entities, named = self._entities(utterance, text, npc, recent)
        return Understood(
            text=text,
            kind=utterance.kind,
            act=act,
            also=tuple(other for at, (other, score, _) in enumerate(mains) if at != index and score >= FOLLOWED),
            score=round(mains[index][1], 4) if mains else 0.0,
            might=mains[index][2] if mains else "",
            piece=piece,
            asked=patterns.asked(piece),
            negated=patterns.is_negated(piece),
            question=any(patterns.is_question(part) for part in parts),
            entities=entities,
            named=named,
            unknown=self.names.mentions(text).unknown,
            about_listener=bool({"you", "your", "yourself", "you're"} & set(words(piece))),
        )

    def _scores(self, piece: str, kind: Kind) -> dict[str, float]:
        acts, spans, vectors = self._exemplars
        near = vectors @ self.vector(piece)
        scores = dict[str, float]()
        for act, (start, end) in zip(acts, spans, strict=True):
            best = sorted((float(each) for each in near[start:end]), reverse=True)[:3]
            scores[act] = 0.7 * best[0] + 0.3 * sum(best) / len(best)
        marks = patterns.marked(piece)
        scores["strange"] -= 0 if "strange" in marks else ODD
        for act, weight in marks.items():
            scores[act] = scores.get(act, 0.0) + weight
        return {act: score for act, score in scores.items() if _possible(act, piece, kind)}

    def _main(self, kind: Kind, parts: list[str], mains: list[tuple[str, float, str]]) -> tuple[str, int]:
        fixed = {"gave": "give", "showed": "show", "approached": "approach", "parted": "part"}
        if kind in fixed:
            return fixed[kind], 0
        if not parts:
            return "silence", 0
        if any(act == "strange" for act, _, _ in mains):
            return "strange", next(at for at, main in enumerate(mains) if main[0] == "strange")
        ranked = sorted(
            range(len(mains)), key=lambda at: (-_RANK.get(mains[at][0], 0) * (mains[at][1] >= FOLLOWED), at)
        )
        best = ranked[0]
        act, score, _ = mains[best]
        return (act if score >= FOLLOWED else self._guess(parts[best], kind)), best

    def _guess(self, piece: str, kind: Kind) -> str:
        """Return what a piece that is near to nothing known must be, if it is anything."""
        if kind == "did":
            return "gesture"
        if not patterns.is_english(piece):
            named = self.names.mentions(piece).entities
            return "ask_topic" if named and len(words(piece)) <= 3 else "unclear"
        if patterns.is_question(piece) or (len(words(piece)) <= 3 and self.names.mentions(piece).entities):
            return "ask_topic"
        return "tell" if len(words(piece)) >= 4 else "unclear"

    def _entities(
        self, utterance: Utterance, text: str, npc: ActorId, recent: Sequence[Line]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        named = tuple(e for e in self.names.mentions(text).entities if e not in (npc, utterance.speaker))
        found = dict.fromkeys([utterance.thing] if utterance.thing else [])
        found.update(dict.fromkeys(named))
        spoken = [line.text for line in reversed(recent)]
        said = set(words(text))
        for word in _PRONOUN_WORDS:
            if utterance.kind == "said" and word in said and not self._antecedent(word, named):
                meant = self.names.referent(word, spoken, npc)
                if meant and not (word == "it" and _EMPTY_IT.search(text)):
                    found[meant] = None
        return tuple(found), named

    def _antecedent(self, word: str, named: Sequence[str]) -> bool:
        """Return whether something named in the same line is what a pronoun in it may mean."""
        return any(self.names.fits(word, id_) for id_ in named)


def _best(scores: dict[str, float]) -> tuple[str, float, str]:
    """Return the best act, its score, and the next best."""
    ranked = sorted(scores, key=lambda act: (-round(scores[act], 6), act))
    return ranked[0], scores[ranked[0]], ranked[1] if len(ranked) > 1 else ""


_EMPTY_IT = re.compile(r"\b(?:did|do|done|is|was|it's|has) it\b|\bit (?:is|was|'s|seems|rain)|\bit's\b", re.I)
"""An `it` that stands for no thing: `who did it`, `is it true`."""


def _possible(act: str, piece: str, kind: Kind) -> bool:
    """Return whether an act can be meant at all: only a question asks, only a body hugs."""
    physical = act in patterns.PHYSICAL
    if kind == "did":
        return physical
    if physical:
        return piece.startswith(("*", "(", "_")) or (
            bool(patterns.marked(piece).get(act)) and not _is_about_past(piece)
        )
    if act in {"ask_topic", "ask_memory", "ask_whereabouts", "ask_wellbeing", "ask_identity"}:
        return patterns.is_question(piece) or bool(patterns.marked(piece).get(act))
    if act == "flirt" and not patterns.marked(piece).get(act):
        return bool({"you", "your", "love", "kiss", "dance", "gorgeous", "handsome"} & set(words(piece)))
    if act == "insult" and not patterns.marked(piece).get(act):
        return bool({"you", "your", "you're", "damn", "hell"} & set(words(piece)))
    if act == "tell_secret":
        return not patterns.is_question(piece) and "your" not in words(piece)
    if act == "ask_thing" and not patterns.marked(piece).get(act):
        return bool({"me", "i", "my", "i'd", "we", "us"} & set(words(piece)))
    if act == "confess":
        return bool({"i", "i'm", "i've", "me", "my"} & set(words(piece)))
    if act == "accuse" and not patterns.marked(piece).get(act):
        return "you" in words(piece)
    if act in {"tell", "remind", "promise", "praise", "thank", "comfort", "introduce", "small_talk"}:
        return not patterns.is_question(piece) or act == "small_talk"
    return True


def _is_about_past(piece: str) -> bool:
    return bool({"did", "was", "were", "had", "yesterday"} & set(words(piece)))
