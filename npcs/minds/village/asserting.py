"""Which facts of the story a player's words assert, and how that sits with what the villager already holds."""

import re

from npcs.context import KeyFact
from npcs.minds.village.english import words
from npcs.minds.village.patterns import is_negated, is_question, pieces
from npcs.minds.village.scene import Scene
from world.story import Fact, FactId

ALIKE = 0.74
"""The cosine from which a statement asserts a fact, whatever its words."""

ALIKE_IN_WORDS = 0.60
"""The cosine from which it does, if it also uses the fact's own words and speaks of what the fact is about."""


def asserted(scene: Scene) -> tuple[FactId, ...]:
    """Return the facts that the speaker's words assert, or that a shown thing tells at a glance."""
    shown = scene.utterance.thing if scene.utterance.kind == "showed" else None
    found = dict.fromkeys(scene.village.things[shown].facts if shown else ())
    if scene.utterance.kind == "said":
        statements = [piece for piece in pieces(scene.understood.text) if not is_question(piece)][:3]
        for piece in statements:
            found.update(dict.fromkeys(fact for fact, same in alike(scene, piece) if same))
    return tuple(found)


def alike(scene: Scene, piece: str) -> list[tuple[FactId, bool]]:
    """Return the facts that a statement speaks of, nearest first, and whether it asserts them or their contrary."""
    facts = scene.village.facts
    if len(words(piece)) < 3 or not facts:
        return []
    near = scene.understanding.likeness(piece, [fact.text for fact in facts.values()])
    said = " ".join(words(piece))
    named = set(scene.understanding.names.mentions(piece).entities)
    found = [
        (cosine, id_, is_negated(piece) == is_negated(fact.text))
        for cosine, (id_, fact) in zip(near, facts.items(), strict=True)
        if cosine >= ALIKE or (cosine >= ALIKE_IN_WORDS and _in_words(fact, said, named)) or _gives_away(fact, said)
    ]
    ranked = sorted(found, key=lambda each: (-each[0], each[1]))[:2]
    return [(id_, same) for at, (cosine, id_, same) in enumerate(ranked) if at == 0 or cosine >= ALIKE]


def _in_words(fact: Fact, said: str, named: set[str]) -> bool:
    spoken = any(re.search(rf"\b{re.escape(each.casefold())}s?\b", said) for each in fact.words)
    return spoken and (not fact.about or bool(named & set(fact.about)))


def _gives_away(fact: Fact, said: str) -> bool:
    """Return whether a statement uses a term that only someone who knows the fact would use."""
    return any(" " in term and term.casefold() in said for term in fact.terms)


def held(scene: Scene) -> tuple[KeyFact | None, bool]:
    """Return the fact the villager holds that the statement speaks of, and whether the statement agrees with it."""
    holds = {fact.fact: fact for fact in scene.context.key_facts}
    for id_, same in alike(scene, scene.understood.piece):
        if id_ in holds:
            return holds[id_], same
    return None, True
