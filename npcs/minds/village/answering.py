"""What a villager answers: content first. Each act has a way of being answered; what may be added comes after.

Nothing here is said that is not in the context, the authored story or the common stock, and every thing said names its
grounds.
"""

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from npcs.context import KeyFact
from npcs.minds.mind import DialogueAct, EndTalk, FiveWs, Operation
from npcs.minds.village import reacting, selfhood
from npcs.minds.village.facts import fact_in_words, withheld
from npcs.minds.village.facts import relevance as relevance_of
from npcs.minds.village.knowing import about_topic
from npcs.minds.village.remembering import is_known, is_of_person, telling
from npcs.minds.village.scene import Say, Scene, telling_words

VOLUNTEERED_WEIGHT = 16.0
"""The weight (0-30) from which a memory is heavy enough to come up by itself."""

_VOLUNTEERING = frozenset({"greet", "approach", "small_talk", "ask_wellbeing", "nod", "thank", "gesture", "agree"})
_CHATTING = frozenset(
    {"greet", "small_talk", "ask_wellbeing", "thank", "tell", "introduce", "joke", "comfort", "nod", "ask_identity"}
)


class Content(Struct, frozen=True):
    """What is to be said, before it is put into words, and what is done with it."""

    says: tuple[Say, ...]
    acts: tuple[DialogueAct, ...] = ()
    extra: Say | None = None
    """Something volunteered, or a question back; said if there is room."""

    startled: bool = False


_WAYS: Mapping[str, Callable[[Scene], list[Say]]] = {
    "greet": reacting.greeting,
    "approach": reacting.greeting,
    "part": reacting.farewell,
    "small_talk": reacting.small_talk,
    "affection": reacting.embraced,
    "give": reacting.gift,
    "tell": reacting.told,
    "introduce": reacting.introduced,
    "ask_memory": reacting.remembered,
    "ask_topic": about_topic,
    "ask_opinion": selfhood.opinion,
    "ask_wellbeing": selfhood.wellbeing,
    "ask_doing": selfhood.doing,
    "ask_plan": selfhood.plans,
    "ask_identity": selfhood.identity,
    "ask_whereabouts": selfhood.whereabouts,
    "ask_directions": selfhood.directions,
    "ask_help": selfhood.help_,
    "ask_favour": selfhood.favour,
    "unclear": selfhood.unclear,
}


def content(scene: Scene, operation: Operation, elements: FiveWs) -> Content:
    """Return what a villager says and does to an utterance."""
    act = scene.understood.act
    says, acts = _answer(scene, operation, elements)
    if act in {"part", "ask_leave"} or (act in {"violence", "menace", "threaten"} and _turns_away(scene)):
        acts = (*acts, EndTalk())
    return Content(
        says=tuple(says),
        acts=acts,
        extra=None if any(isinstance(each, EndTalk) for each in acts) else _extra(scene, says),
        startled=act in reacting.STARTLING and scene.chance("oath") < 0.6,
    )


def _answer(scene: Scene, operation: Operation, elements: FiveWs) -> tuple[list[Say], tuple[DialogueAct, ...]]:
    act = scene.understood.act
    if act == "ask_thing":
        return selfhood.asked_for_thing(scene)
    if act == "remind":
        return reacting.reminded(scene, operation, elements), ()
    if act == "accuse":
        return _accusation(scene), ()
    if act == "show":
        return _shown(scene), ()
    if act == "thank" and "greet" in scene.understood.also:
        return reacting.greeting(scene), ()
    if way := _WAYS.get(act):
        return way(scene), ()
    return [scene.stock(reacting.STOCK_OF_ACT.get(act, "unclear"))], ()


def _accusation(scene: Scene) -> list[Say]:
    """Answer an accusation; where it touches what they hide, with what they always say."""
    if scene.understood.about_listener:
        near = next(((score, fact) for score, fact in relevance_of(scene) if fact.secret), None)
        if near and near[0] >= 0.4:
            return [withheld(scene, near[1])]
    return reacting.accused(scene)


def _shown(scene: Scene) -> list[Say]:
    """Answer a thing held out: what they hold of it, unless they hide it."""
    thing = scene.utterance.thing
    facts = [
        fact
        for fact in scene.context.key_facts
        if thing and fact.fact in scene.village.facts and thing in scene.village.facts[fact.fact].about
    ]
    hidden = next((fact for fact in facts if fact.secret), None)
    if hidden:
        return [withheld(scene, hidden)]
    says = reacting.shown(scene)
    if facts:
        fact = min(facts, key=lambda each: (scene.has_said(each.text.rstrip(".")), each.fact))
        says.append(Say(fact_in_words(scene, fact), (f"fact:{fact.fact}",), facts=(fact.fact,), told=True))
    return says


def _turns_away(scene: Scene) -> bool:
    """Return whether a blow or a threat ends the talk: the likelier, the less they care for whoever did it."""
    patience = 0.3 + 0.3 * scene.feelings.warmth - 0.3 * scene.feelings.fear
    return scene.understood.act == "violence" or scene.chance("turn away") > patience


def _extra(scene: Scene, says: list[Say]) -> Say | None:
    """Return what is said unasked, now and then: what weighs on them, or a question back."""
    if scene.mood == "foe":
        return None
    talkative = 1.0 - scene.character.voice.brevity
    act = scene.understood.act
    if act in _VOLUNTEERING and scene.chance("volunteer") < 0.15 + 0.35 * talkative and len(says) < 2:
        return volunteered(scene)
    if act in _CHATTING and scene.chance("ask back") < 0.15 + 0.25 * talkative:
        return question_back(scene)
    return None


def volunteered(scene: Scene) -> Say | None:
    """Return what weighs heaviest on them and may be told: a memory, or a fact they hold; None if nothing does."""
    heavy = [
        memory
        for memory in scene.open_memories()
        if memory.weight >= VOLUNTEERED_WEIGHT
        and is_known(memory.what)
        and is_known(memory.who)
        and not is_of_person(memory, scene)
        and not scene.has_said(memory.what.text)
    ]
    if not heavy:
        return None
    memory = max(heavy, key=lambda each: (each.weight, each.id))
    say = telling(memory, scene)
    opened = tuple(f"{lead} {option}" for option in say.options for lead in _LEADS)
    return Say(opened, say.grounds, say.facts, say.entities, say.memory)


_LEADS = ("I keep coming back to it.", "There's a thing on my mind.", "I can't get it out of my head.")

_QUESTIONS: tuple[tuple[str, str], ...] = (
    ("What brings you here?", "brings came come here letter invited reason business"),
    ("What should I call you?", "name called call"),
    ("Where do you come from?", "from home road lipnica country"),
    ("Have you a bed for the night?", "bed night sleep room inn"),
    ("Did you know the dead man?", "knew tomasz miller friend dead"),
    ("Have you eaten today?", "eaten eat hungry food bread"),
    ("How long do you mean to stay?", "stay leave long days"),
)
"""Questions back, each with the words that show it is answered already."""


def question_back(scene: Scene) -> Say | None:
    """Return one question they have not asked, about what they do not know yet; None right after another question."""
    mine = [line.text for line in scene.context.recent if line.speaker == scene.context.npc]
    if mine and mine[-1].rstrip().endswith("?"):
        return None
    known = _known_words(scene)
    named = scene.context.person_name != scene.village.opening.player
    open_ = [
        question
        for question, about in _QUESTIONS
        if not (telling_words(about) & known)
        and not any(question in line for line in mine)
        and not (named and "call you" in question)
        and not (not scene.village.absent and "dead man" in question)
    ]
    if not open_:
        return None
    return Say((open_[int(scene.chance("which question") * len(open_))],), ("authored:stock.questions",))


def _known_words(scene: Scene) -> frozenset[str]:
    """Return the words of everything the person has said or that is remembered of them."""
    of_person = [m.what.text + " " + m.why.text for m in scene.context.recalled if is_of_person(m, scene)]
    said = [line.text for line in scene.context.recent if line.speaker == scene.context.person]
    told = [fact.text for fact in scene.context.key_facts if _from(fact, scene.context.person)]
    return telling_words(re.sub(r"[“”]", " ", " ".join([*of_person, *said, *told, scene.understood.text])))


def _from(fact: KeyFact, person: str) -> bool:
    return fact.source.teller == person
