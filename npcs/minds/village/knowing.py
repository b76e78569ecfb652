"""What a villager answers about a topic: facts, authored lines, memories, opinions; else that they do not know."""

import re

from msgspec.structs import replace

from npcs.context import KeyFact, RecalledMemory
from npcs.memory.record import SourceKind
from npcs.minds.village.english import in_first_person, words
from npcs.minds.village.facts import bare, fact_said, in_its_words, relevance, withheld
from npcs.minds.village.remembering import is_known, telling
from npcs.minds.village.scene import Say, Scene, telling_words
from world.text import sentence

LEAST_RELEVANT = 0.40
"""The least relevance (see `relevance`) at which a fact is about what was asked."""

DIRECT = 0.62
"""The relevance from which a fact answers the question itself, and not only touches it."""

WARY_OF_SELF, WARY, WARY_OF_TOPIC = 0.43, 0.54, 0.6
"""The relevance of a hidden fact that makes them wary: asked about themselves, others, a topic they have lines on."""

SECRET_MARGIN = 0.08
"""How far a hidden fact may lie behind the best open one and still make them wary of the question."""

_TIMES = re.compile(
    r"\b(?:night|day|days|week|ago|dusk|dawn|noon|midnight|morning|evening|o'clock|eight|nine|ten|before|after|friday|easter|spring|august)\b",
    re.I,
)
_WHO_IS = re.compile(r"\bwho(?:'s| is| was| are) ((?:the |this |that )?[\w' -]{2,30})\s*\??$", re.I)
_OPEN_QUESTION = re.compile(
    r"\bwhat (?:else )?(?:do|did|have|can) you (?:see|seen|hear|heard|know|notice|noticed|tell me)\b(?! about)|"
    r"\b(?:any ?thing (?:else|strange|odd|unusual|new|more)|any (?:news|rumou?rs?|gossip)|"
    r"what else|tell me (?:more|everything)|"
    r"what (?:are people|do people|is everyone|do they) say(?:ing)?|see anything|hear anything|heard anything)\b",
    re.I,
)
_CAUSES = re.compile(r"\b(?:because|for|to|so|over|since)\b", re.I)


def about_topic(scene: Scene) -> list[Say]:
    """Return the answer to a question about a topic, most telling first."""
    understood = scene.understood
    if understood.unknown and not understood.entities:
        return [unknown_name(scene)]
    if known := _who_that_is(scene) or _follow_up(scene):
        return known
    if understood.about_listener and "secret" in scene.heard and scene.secrets:
        return [scene.voiced("voice.deflects", scene.character.voice.deflects, "deflects")]
    ranked = relevance(scene)
    if not understood.named and _OPEN_QUESTION.search(understood.text):
        return _freely(scene, ranked)
    ranked = [(score, fact) for score, fact in ranked if score >= LEAST_RELEVANT or in_its_words(scene, fact)]
    lines = topic_lines(scene)
    if hidden := _hidden(ranked, wary_from=_wariness(scene, has_lines=bool(lines))):
        return [withheld(scene, hidden)]
    open_facts = [(score, fact) for score, fact in ranked if not fact.secret]
    direct = [
        fact for score, fact in open_facts if in_its_words(scene, fact) or (score >= DIRECT and _answers(scene, fact))
    ]
    found = [fact_said(scene, fact) for fact in _fresh_first(scene, direct)[:1]]
    found += lines
    if not direct:
        found += [_prefaced(scene, say) if _is_pointed(scene) else say for say in _remembered(scene)]
    if not found and open_facts:
        near = _fresh_first(scene, [fact for _, fact in open_facts])[0]
        say = fact_said(scene, near)
        return [_prefaced(scene, say) if _is_pointed(scene) else say]
    found += _opinions(scene)
    found = found or _core(scene) or _public(scene)
    return _rested(scene, found) or [does_not_know(scene)]


def _wariness(scene: Scene, *, has_lines: bool) -> float:
    if has_lines:
        return WARY_OF_TOPIC
    return WARY_OF_SELF if scene.understood.about_listener else WARY


def _prefaced(scene: Scene, say: Say) -> Say:
    """Return what does not answer the question, with the admission that it does not."""
    preface = scene.stock("not_that").options
    options = tuple(f"{preface[at % len(preface)]} {option}" for at, option in enumerate(say.options * len(preface)))
    return replace(say, options=options, grounds=(*say.grounds, "authored:stock.not_that"))


def _who_that_is(scene: Scene) -> list[Say]:
    """Return who somebody is, if that is the whole question: their trade, and what is thought of them."""
    match = _WHO_IS.search(scene.understood.piece)
    people = scene.understanding.names.mentions(match[1]).entities if match else ()
    named = tuple(entity for entity in people if entity in scene.village.people)
    if not named or scene.context.npc in named:
        return []
    return [*_public(scene), *_opinions(scene)]


def _follow_up(scene: Scene) -> list[Say]:
    """Answer a bare `why?` or `where was it?` from the memory that the villager spoke of last."""
    understood = scene.understood
    mine = [line.text for line in scene.context.recent if line.speaker == scene.context.npc]
    if understood.asked not in {"who", "when", "where", "why"} or understood.entities or not mine:
        return []
    if len(words(understood.piece)) > LONGEST_FOLLOW_UP or understood.about_listener:
        return []
    said = telling_words(mine[-1])
    fits = [(len(said & telling_words(m.what.text)), m) for m in scene.open_memories() if is_known(m.what)]
    shared, memory = max(fits, key=lambda each: (each[0], each[1].weight, each[1].id), default=(0, None))
    if memory is None or not shared or 2 * shared < len(telling_words(memory.what.text)):
        return []
    return [telling(memory, scene, understood.asked)]


LONGEST_FOLLOW_UP = 4
"""In words: `and where was that?` needs what was said before it, a longer question stands alone."""


def _freely(scene: Scene, ranked: list[tuple[float, KeyFact]]) -> list[Say]:
    """Answer a question that leaves the topic open with what they saw themselves, or else hold, and have not said."""
    told = [fact for _, fact in ranked if not fact.secret and not scene.has_said(bare(fact))]
    seen = [fact for fact in told if fact.source.kind is SourceKind.WITNESSED]
    if not told:
        return [does_not_know(scene)]
    return [fact_said(scene, (seen or told)[0])]


def _is_pointed(scene: Scene) -> bool:
    """Return whether a question asks for one thing, so that telling another needs a word before it."""
    return scene.understood.asked in {"who", "when", "where", "why", "whether"}


def _hidden(ranked: list[tuple[float, KeyFact]], wary_from: float) -> KeyFact | None:
    best = next((score for score, fact in ranked if not fact.secret), 0.0)
    return next((fact for score, fact in ranked if fact.secret and score >= max(wary_from, best - SECRET_MARGIN)), None)


def _answers(scene: Scene, fact: KeyFact) -> bool:
    """Return whether a fact gives the element that a question asks for."""
    authored = scene.village.facts.get(fact.fact)
    if authored is None:
        return True
    asked = scene.understood.asked
    if asked == "who":
        people = [e for e in authored.about if e in scene.village.people or e in scene.village.absent]
        return not {"kill", "murder"} & scene.heard and bool(set(people) - set(scene.understood.entities))
    if asked == "when":
        return bool(_TIMES.search(fact.text) or _TIMES.search(authored.text))
    if asked == "where":
        return any(e in scene.village.places for e in authored.about) or " at " in authored.text
    return bool(_CAUSES.search(fact.text)) if asked == "why" else True


def _fresh_first(scene: Scene, facts: list[KeyFact]) -> list[KeyFact]:
    """Return facts with those already told in this talk last, otherwise in their order."""
    return sorted(facts, key=lambda fact: scene.has_said(bare(fact)))


def topic_lines(scene: Scene) -> list[Say]:
    """Return the authored lines on the topic of a question."""
    meant = set(scene.understood.entities)
    found = []
    for key, lines in scene.character.topics.items():
        stems = telling_words(key)
        named = set(scene.understanding.names.mentions(key).entities)
        if (stems and stems <= scene.heard) or (named and named <= meant) or key in meant:
            options = tuple(scene.filled(line) for line in lines)
            found.append(Say(options, (f"authored:topics.{key}",), memory=f"talked of {key}", told=True))
    return found[:1]


_TALK = ("asked", "told", "talked", "said", "spoke", "answered", "thanked", "gave the answer", "would not")


def _remembered(scene: Scene) -> list[Say]:
    """Return the memory that bears on the topic most, if one does."""
    meant = set(scene.understood.entities)
    # What carries a fact is told as the fact it is.
    held = {fact.fact for fact in scene.context.key_facts}
    found = list[tuple[float, RecalledMemory]]()
    for memory in scene.open_memories():
        if set(memory.facts) & held or not is_known(memory.what) or memory.what.text.startswith(_TALK):
            continue
        overlap = scene.heard & telling_words(f"{memory.what.text} {memory.why.text} {memory.where.text}")
        fit = len(overlap) + 1.5 * len(meant & set(memory.entities))
        if fit >= 1.5:
            found.append((fit + memory.weight / 60, memory))
    best = max(found, key=lambda pair: (round(pair[0], 4), pair[1].id), default=None)
    return [telling(best[1], scene, scene.understood.asked)] if best else []


def _opinions(scene: Scene) -> list[Say]:
    return [say for entity in scene.understood.entities if (say := opinion_of(scene, entity))][:1]


def opinion_of(scene: Scene, entity: str) -> Say | None:
    """Return the authored opinion of someone or something, if there is one."""
    opinion = scene.character.opinion_of(entity)
    if opinion is None:
        return None
    about = scene.definite(entity)
    memory = f"told {scene.context.person_name} what I think of {'them' if about == 'you' else about}"
    return Say((scene.filled(opinion.line),), (f"opinion:{entity}",), entities=(entity,), memory=memory, told=True)


def _spoken_for(scene: Scene) -> frozenset[str]:
    """Return the telling words of facts that the question asks for in their own phrases: `what happened`."""
    said = " ".join(words(scene.understood.text))
    meant = [
        fact for fact in scene.village.facts.values() if any(" " in p and p.casefold() in said for p in fact.words)
    ]
    return frozenset(word for fact in meant for word in telling_words(fact.text))


def _core(scene: Scene) -> list[Say]:
    """Return a core memory that speaks of the topic, unless it comes near what they hide."""
    hides = telling_words(scene.character.hides)
    named = telling_words(" ".join(scene.village.name(entity) for entity in scene.understood.entities))
    wanted = scene.heard | named | _spoken_for(scene)
    for at, text in enumerate(scene.character.core_memories):
        stems = telling_words(text)
        too_near = len(stems & hides) >= 2 or scene.betrays(text)
        if len(stems & wanted) >= 2 or (named and named <= stems):
            if too_near:
                continue
            return [Say((sentence(in_first_person(text)),), (f"core:{at}",), memory="", told=True)]
    return []


def _public(scene: Scene) -> list[Say]:
    """Return what anyone in the village could say of a person: their trade."""
    for entity in scene.understood.entities:
        person = scene.village.people.get(entity)
        if person and entity != scene.context.npc:
            options = (
                f"{person.name}? The {person.role}. Anyone will tell you that.",
                f"{person.name} is the {person.role}.",
            )
            return [Say(options, (f"authored:people.{entity}",), entities=(entity,), told=True)]
    return []


def _rested(scene: Scene, found: list[Say]) -> list[Say]:
    """Return what has not been said in this talk before; if all has, all of it."""
    fresh = [say for say in found if not all(scene.has_said(option) for option in say.options)]
    return fresh or found


def does_not_know(scene: Scene) -> Say:
    """Return an admission of not knowing, in voice."""
    entities = [entity for entity in scene.understood.entities if entity != scene.context.npc]
    own = scene.voiced("voice.does_not_know", scene.character.voice.does_not_know, "unknown")
    if not entities or scene.chance("admission") < 0.5:
        return own
    topic = scene.stock("unknown_topic", topic=scene.definite(entities[0]))
    return Say((*topic.options, *own.options), (*topic.grounds, *own.grounds))


def unknown_name(scene: Scene) -> Say:
    """Return an admission that a name means nothing to them; no more of it than the name is repeated."""
    name = scene.understood.unknown[0][:40]
    topic = f"the {name}" if re.search(rf"\bthe {re.escape(name)}\b", scene.understood.text) else name
    named = scene.stock("unknown_name", topic=topic)
    options = tuple(f"{each[:1].upper()}{each[1:]}" for each in named.options)
    return Say(options, named.grounds)
