"""The facts a villager holds: which of them bear on what was said, and how each is told.

What others told them is marked as hearsay; what they hide is met with their cover story, or avoided.
"""

import re

from npcs.context import KeyFact
from npcs.memory.record import SourceKind
from npcs.minds.village.english import lowered, words
from npcs.minds.village.scene import Say, Scene
from world.story import Fact
from world.text import sentence


def relevance(scene: Scene) -> list[tuple[float, KeyFact]]:
    """Return the facts the villager holds with their relevance to what was said, best first.

    Relevance is 0.6 of the cosine to the fact, in its own words or the story's, plus up to 0.3 for words that people
    use when they mean it, plus up to 0.25 for the people, places and things it is about.
    """
    held = scene.context.key_facts
    authored = [scene.village.facts.get(fact.fact) for fact in held]
    texts = [fact.text for fact in held] + [each.text if each else "" for each in authored]
    near = scene.understanding.likeness(scene.understood.piece or scene.understood.text, [t or "…" for t in texts])
    ranked = []
    for at, (fact, each) in enumerate(zip(held, authored, strict=True)):
        cosine = max(near[at], near[at + len(held)])
        ranked.append((round(0.6 * cosine + _named(scene, each) + _spoken_of(scene, each), 4), fact))
    return sorted(ranked, key=lambda pair: (-pair[0], pair[1].fact))


def _named(scene: Scene, fact: Fact | None) -> float:
    if fact is None:
        return 0.0
    said = _as_asked(scene)
    hits = [phrase for phrase in fact.words if re.search(rf"\b{re.escape(phrase.casefold())}s?\b", said)]
    return min(0.3, sum(0.12 if " " not in phrase else 0.25 for phrase in hits))


def _as_asked(scene: Scene) -> str:
    """Return the words of a question, and again with the villager's name for `you`: `where was bartek`."""
    said = " ".join(words(scene.understood.text))
    name = scene.character.name.casefold()
    named = re.sub(r"\bare you\b", f"is {name}", re.sub(r"\bwere you\b", f"was {name}", said))
    named = re.sub(r"\byou\b", name, named)
    return f"{said} / {named}" if scene.understood.about_listener else said


def _spoken_of(scene: Scene, fact: Fact | None) -> float:
    meant = set(scene.understood.entities) | ({scene.context.npc} if scene.understood.about_listener else set())
    if fact is None or not meant:
        return 0.0
    return 0.25 * len(meant & set(fact.about)) / len(meant)


def in_its_words(scene: Scene, fact: KeyFact) -> bool:
    """Return whether the question uses a phrase that people use when they mean the fact: `who found`."""
    authored = scene.village.facts.get(fact.fact)
    said = _as_asked(scene)
    return authored is not None and any(" " in phrase and phrase.casefold() in said for phrase in authored.words)


def withheld(scene: Scene, fact: KeyFact) -> Say:
    """Return what a villager says instead of a fact they hide."""
    if fact.cover:
        return Say((scene.filled(fact.cover),), (f"cover:{fact.fact}",), memory="gave the answer I always give")
    return scene.voiced("voice.deflects", scene.character.voice.deflects, "deflects")


def bare(fact: KeyFact) -> str:
    """Return the telling part of a fact, by which it is known again in a line that was said."""
    return fact.text.strip().rstrip(".!?")[1:]


def fact_said(scene: Scene, fact: KeyFact) -> Say:
    """Return a fact as something to say, in confidence if it was a secret."""
    options = fact_in_words(scene, fact)
    authored = scene.village.facts.get(fact.fact)
    if any(each.fact == fact.fact for each in scene.character.secrets):
        confides = scene.stock("confides").options
        options = tuple(f"{option} {confides[at % len(confides)]}" for at, option in enumerate(options * len(confides)))
    plain = lowered((authored.text if authored else fact.text).rstrip("."), scene.understanding.names.proper)
    return Say(
        options,
        (f"fact:{fact.fact}",),
        facts=(fact.fact,),
        entities=authored.about if authored else (),
        memory=f"told {scene.context.person_name} that {plain}",
        told=True,
    )


def fact_in_words(scene: Scene, fact: KeyFact) -> tuple[str, ...]:
    """Return the ways to tell a fact, with its teller where it is hearsay."""
    text, names = _in_own_person(scene, fact), scene.understanding.names.proper
    source, teller = fact.source, fact.source.teller
    if source.kind is SourceKind.OVERHEARD:
        return f"{text} I overheard that.", f"I overheard this much: {lowered(text, names)}"
    if source.kind is SourceKind.INFERRED and not text.startswith("I "):
        return f"{text} So I reckon, at least.", f"As far as I can make out, {lowered(text, names)}"
    if source.kind is not SourceKind.TOLD or teller is None:
        return (text,)
    if teller == scene.context.person:
        return f"You told me yourself: {lowered(text, names)}", f"{text} I have that from you."
    name = scene.village.name(teller)
    if name in text:
        return (text,)
    doubt = " I don't know that I believe it." if source.confidence < DOUBTED else ""
    own = (f"{text} {name} told me so.{doubt}", f"I have it from {name}: {lowered(text, names)}{doubt}")
    return (f"{name} told me that {lowered(text, names)}{doubt}", *own) if _is_authored(scene, fact) else own


DOUBTED = 0.4
"""The confidence (0-1) under which hearsay is passed on with a doubt."""


def _is_authored(scene: Scene, fact: KeyFact) -> bool:
    authored = scene.village.facts.get(fact.fact)
    return authored is not None and authored.text == fact.text


def _in_own_person(scene: Scene, fact: KeyFact) -> str:
    """Return a fact with `I` for the villager's own name, where the story's words speak of them."""
    text = sentence(fact.text)
    if not _is_authored(scene, fact):
        return text
    name = re.escape(scene.character.name)
    text = re.sub(rf"\b{name}'s\b", "my", text)
    text = re.sub(rf"^{name} and (\w+)\b", r"\1 and I", text)
    text = re.sub(rf"^{name} (was|is|has|does)\b", lambda m: _FOR_ME[m[1]], text)
    text = re.sub(rf"^{name}\b", "I", text)
    return sentence(re.sub(rf"\b{name}\b", "me", text))


_FOR_ME = {"was": "I was", "is": "I am", "has": "I have", "does": "I do"}
