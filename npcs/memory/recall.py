"""What comes to mind for a question: four ways to it and the words themselves, put together.

Nothing formed after the question's minute exists, nothing that is gone comes back, and the same memories and question
give the same answer: scores are quantised to 1e-6 and ties are broken by id, the newer first.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from typing import TypeAlias

from npcs.memory.dynamics import FORGETTING, Forgetting, weight
from npcs.memory.embedder import Embedder
from npcs.memory.episodes import salience_of
from npcs.memory.lexical import LexicalIndex
from npcs.memory.lookup import Lookup, lookup, stems
from npcs.memory.record import Memory, MemoryId
from npcs.memory.relevance import telling
from npcs.memory.salience import FADING, Fading
from npcs.memory.store import MemoryIndex
from npcs.minds.mind import Hit, Recall, Recalled
from npcs.villager import Villager
from world.clock import Minute

SHARES = {"situation": 0.45, "lexical": 0.3, "entity": 0.15, "emotion": 0.05, "time": 0.05}
"""What each mode contributes to a score, whose sum is at most 1."""

CANDIDATES = 48
"""How many memories the dense and the lexical ranking put forward each."""

NEAR = 0.1
"""The least cosine that is nearness; below it every sentence is as near as any other."""

LATEST = 5
"""How many of the newest memories the mode by time puts forward."""

AROUSING = 0.4
"""The least arousal for the mode by emotion."""

NEIGHBOURED = 3
"""How many of the best hits bring along what came just before and after."""

NEIGHBOUR = 0.5
"""How strongly a neighbour comes to mind, beside the hit that brought it."""

_EMOTIONS = {
    "fear": "fear afraid frighten frightened scared scare terror terrified dread",
    "anger": "anger angry rage furious quarrel hate cross",
    "sadness": "sad sadness sorrow unhappy weep cry tears",
    "grief": "grief grieve mourn mourning loss",
    "joy": "joy glad happy happiness merry delight delighted",
    "love": "love beloved fond sweetheart",
    "shame": "shame ashamed guilt guilty",
    "surprise": "surprise surprised astonished startled",
}
_EMOTION_OF = {stem: name for name, words in _EMOTIONS.items() for stem in stems(words)}

Scores: TypeAlias = Mapping[MemoryId, float]
Exists: TypeAlias = Callable[[MemoryId], bool]


def vividness(villager: Villager, memory: Memory, now: Minute, fading: Fading = FADING) -> float:
    """Return how vivid a memory is, 0 to 1: the salience its episode has now.

    One that is in no episode yet has arousal and feeling instead, and its weight for what they leave open.
    """
    salience = salience_of(villager, memory.id, now, fading)
    if salience is not None:
        return salience
    return 0.4 * memory.arousal + 0.2 * abs(memory.valence) + 0.4 * weight(memory, now) / 30


def fused(modes: Mapping[str, Scores], limit: int) -> list[Hit]:
    """Return the memories that the modes put forward together, best first, at most `limit`.

    A score is the sum over the modes of share times score, so it says how well a memory fits and not only that it fits
    better than others.
    """
    ids = sorted({id_ for scores in modes.values() for id_ in scores})
    hits = [_hit(id_, {name: modes[name][id_] for name in SHARES if id_ in modes.get(name, {})}) for id_ in ids]
    return sorted(hits, key=_best_first)[: max(0, limit)]


def _hit(id_: MemoryId, scores: dict[str, float]) -> Hit:
    total = sum(SHARES[name] * score for name, score in scores.items())
    return Hit(id_, round(total, 6), {name: round(score, 6) for name, score in scores.items()})


def _best_first(hit: Hit) -> tuple[float, int]:
    return -hit.score, -hit.id


def with_neighbours(hits: list[Hit], exists: Exists, limit: int) -> list[Hit]:
    """Return hits with what came just before and after the best of them, best first, at most `limit`."""
    by_id = {hit.id: hit for hit in hits}
    for hit in hits[:NEIGHBOURED]:
        for id_ in (hit.id - 1, hit.id + 1):
            if not exists(id_):
                continue
            brought = round(hit.score * NEIGHBOUR, 6)
            known = by_id.get(id_, Hit(id_, 0.0, {}))
            if brought > known.modes.get("neighbour", 0.0):
                by_id[id_] = Hit(id_, max(known.score, brought), {**known.modes, "neighbour": brought})
    return sorted(by_id.values(), key=_best_first)[: max(0, limit)]


class Recaller:
    """Answers `Recall` from the memory index, live; a replay reads the answers in the journal."""

    def __init__(
        self,
        embedder: Embedder | None,
        index: MemoryIndex,
        forgetting: Forgetting = FORGETTING,
        fading: Fading = FADING,
    ) -> None:
        """Recall by all modes, or, without an embedder, by all but nearness of meaning."""
        self._forgetting = forgetting
        self._fading = fading
        self._embedder = embedder
        self.index = index
        self._words = LexicalIndex()
        self._lock = threading.Lock()

    def recall(self, question: Recall, villager: Villager) -> Recalled:
        """Return what comes to a villager's mind, best first, at most `question.limit`."""
        found = lookup(villager, self._forgetting)
        exists = existing(question, villager, found)
        with self._lock:
            self.index.sync(villager.id, villager.memories)
            self._words.sync(villager.id, villager.memories)
            modes = {
                "situation": self._by_situation(question, villager, exists),
                "lexical": self._by_words(question, villager, exists),
            }
        modes["entity"] = by_entity(question, villager, found)
        modes["emotion"] = by_emotion(question, villager, set().union(*modes.values()), exists)
        modes["time"] = by_time(villager, exists)
        hits = fused(modes, question.limit)
        return Recalled(tuple(with_neighbours(hits, exists, question.limit)))

    def close(self) -> None:
        """Let go of the index."""
        self.index.close()
        self._words.close()

    def _by_situation(self, question: Recall, villager: Villager, exists: Exists) -> Scores:
        if self._embedder is None or not question.text.strip():
            return {}
        vector = self._embedder.vectors([question.text])[0]
        nearest = _deep_enough(lambda k: self.index.query(villager.id, vector, k), len(villager.memories), exists)
        now, memories = question.minute, villager.memories
        return {
            id_: round(cosine * (0.5 + 0.5 * vividness(villager, memories[id_], now, self._fading)), 6)
            for id_, cosine in nearest
            if cosine >= NEAR
        }

    def _by_words(self, question: Recall, villager: Villager, exists: Exists) -> Scores:
        words, total = self._words, len(villager.memories)
        return dict(_deep_enough(lambda k: words.query(villager.id, question.text, k), total, exists))


def existing(question: Recall, villager: Villager, found: Lookup) -> Exists:
    """Return what tells whether a memory is there at the minute of a question: formed by then, and not yet gone."""

    def exists(id_: MemoryId) -> bool:
        memory = villager.memories.get(id_)
        return memory is not None and memory.formed <= question.minute and not found.is_removed(id_, question.minute)

    return exists


def _deep_enough(
    ranking: Callable[[int], list[tuple[MemoryId, float]]], total: int, exists: Exists
) -> list[tuple[MemoryId, float]]:
    """Return the first `CANDIDATES` of a ranking that exist, asking deeper where many do not."""
    k = CANDIDATES
    while True:
        ranked = ranking(k)
        found = [each for each in ranked if exists(each[0])]
        if len(found) * 2 >= CANDIDATES or len(ranked) < k or k >= total:
            return found[:CANDIDATES]
        k *= 4


def by_entity(question: Recall, villager: Villager, found: Lookup) -> Scores:
    """Return the memories of the people, places and things asked about; one that few memories have tells most."""
    asked = [entity for entity in dict.fromkeys(question.entities) if entity != villager.id]
    worth = {entity: telling(len(ids), len(found)) for entity in asked if (ids := found.by_entity.get(entity))}
    everything = sum(worth.values())
    if everything <= 0:
        return {}
    exists, scores = existing(question, villager, found), dict[MemoryId, float]()
    for entity in worth:
        newest = nlargest(CANDIDATES * 2, found.by_entity[entity])
        for id_ in filter(exists, newest):
            scores[id_] = scores.get(id_, 0.0) + worth[entity] / everything
    return {id_: round(score, 6) for id_, score in scores.items()}


def by_emotion(question: Recall, villager: Villager, candidates: Iterable[MemoryId], exists: Exists) -> Scores:
    """Return those of the candidates and of the latest that stirred the feeling a question names."""
    named = {_EMOTION_OF[stem] for stem in stems(question.text) if stem in _EMOTION_OF}
    if not named:
        return {}
    latest = (memory.id for memory in villager.memories.last(CANDIDATES))
    memories = (villager.memories[id_] for id_ in {*candidates, *latest})
    stirring = (memory for memory in memories if memory.arousal >= AROUSING and named.intersection(memory.tags))
    return {memory.id: memory.arousal for memory in stirring if exists(memory.id)}


def by_time(villager: Villager, exists: Exists) -> Scores:
    """Return the latest memories; the newest scores 1, each before it a share less."""
    memories = villager.memories
    newest = [memory.id for memory in memories.last(CANDIDATES) if exists(memory.id)]
    if len(newest) < LATEST < len(memories):
        newest = [memory.id for memory in memories.last(len(memories)) if exists(memory.id)]
    return {id_: 1 - rank / LATEST for rank, id_ in enumerate(newest[:LATEST])}
