"""How a villager takes what is done to them: words and acts that ask for no knowledge, only for a reaction."""

import re

from npcs.context import RecalledMemory
from npcs.minds.mind import FiveWs, Operation, Update
from npcs.minds.village.affect import is_wary
from npcs.minds.village.asserting import held
from npcs.minds.village.facts import fact_in_words, relevance, withheld
from npcs.minds.village.remembering import gaps, is_known, matching, telling
from npcs.minds.village.scene import Say, Scene, telling_words
from world.text import sentence

STOCK_OF_ACT = {
    "thank": "thank",
    "apologise": "apologise",
    "praise": "praise",
    "insult": "insult",
    "threaten": "threaten",
    "comfort": "comfort",
    "joke": "joke",
    "flirt": "flirt",
    "agree": "agree",
    "disagree": "disagree",
    "nod": "nod",
    "promise": "promise",
    "confess": "confess",
    "tell_secret": "tell_secret",
    "ask_follow": "follow",
    "ask_leave": "leave",
    "silence": "silence",
    "strange": "strange",
    "homage": "homage",
    "grief": "grief",
    "gesture": "gesture",
    "menace": "menace",
    "violence": "violence",
    "antics": "antics",
    "theft": "theft",
}
"""Acts that are answered with a line of the common stock, by mood."""

STARTLING = frozenset({"violence", "menace", "threaten", "theft", "accuse", "confess", "antics", "affection"})
"""Acts that may draw an oath."""


NEAR_A_SECRET, NEAR_ANOTHERS = 0.5, 0.65
"""The relevance of a hidden fact from which even a statement makes them wary: about themselves, and not."""


def greeting(scene: Scene) -> list[Say]:
    """Return how they greet, by how they are towards whoever came."""
    voice = scene.character.voice
    in_talk = any(
        line.speaker == scene.context.npc and scene.context.minute - line.minute < 30 for line in scene.context.recent
    )
    if in_talk:
        return [scene.stock("greets_again" if scene.understood.act == "greet" else "listens")]
    own = {"friend": voice.greets_friend, "neutral": voice.greets, "foe": voice.greets_foe}[scene.mood]
    return [scene.voiced("voice.greets", own or voice.greets, "listens")]


def farewell(scene: Scene) -> list[Say]:
    """Return how they part."""
    return [scene.voiced("voice.farewells", scene.character.voice.farewells, "part")]


def small_talk(scene: Scene) -> list[Say]:
    """Return small talk of their own."""
    return [scene.voiced("voice.small_talk", scene.character.voice.small_talk, "nod")]


def embraced(scene: Scene) -> list[Say]:
    """Return how they take a touch: those who keep others off refuse it."""
    traits = tuple((trait.name, trait.strength) for trait in scene.context.disposition.traits)
    refused = scene.mood == "foe" or is_wary(traits, scene.feelings)
    say = scene.stock("affection_refused" if refused else "affection")
    return [
        Say(say.options, say.grounds, memory=f"would not be held by {scene.context.person_name}" if refused else "")
    ]


def gift(scene: Scene) -> list[Say]:
    """Return thanks for a gift that name it, and take up the reason if one was given."""
    thing = scene.utterance.thing
    if thing is None:
        return [scene.stock("offered")]
    named = scene.indefinite(thing)
    say = scene.stock("gift", thing=sentence(named).rstrip("."), lthing=scene.definite(thing))
    thanks = Say(
        say.options,
        say.grounds,
        entities=(thing,),
        memory=f"thanked {scene.context.person_name} for {scene.definite(thing)}",
    )
    if not scene.utterance.reason:
        return [thanks]
    reason = _as_reason(scene.utterance.reason)
    return [thanks, scene.stock("gift_reason", Reason=f"{reason[:1].upper()}{reason[1:]}")]


def _as_reason(reason: str) -> str:
    from npcs.minds.village.english import reported

    text = re.sub(r"\bme\b", "you", reported(reason.strip(" .!")))
    return text if re.match(r"(?:for|to|because|so|as|in)\b", text, re.I) else f"for {text}"


def shown(scene: Scene) -> list[Say]:
    """Return what they say of a thing held out to them: what they know of it, else that they see it."""
    thing = scene.utterance.thing
    if thing is None:
        return [scene.stock("offered")]
    fillings = {"thing": sentence(scene.indefinite(thing)).rstrip("."), "lthing": scene.definite(thing)}
    say = scene.stock("show", **fillings)
    return [Say(say.options, say.grounds, entities=(thing,))]


def told(scene: Scene) -> list[Say]:
    """Return how they take news: known already, known otherwise, grim, glad, or merely new."""
    fact, same = held(scene)
    if fact is not None:
        if fact.secret:
            return [withheld(scene, fact)]
        words = Say(fact_in_words(scene, fact), (f"fact:{fact.fact}",), facts=(fact.fact,), told=True)
        return [scene.stock("tell_known")] if same else [scene.stock("tell_other"), words]
    near = next(((score, each) for score, each in relevance(scene) if each.secret), None)
    if near and near[0] >= (NEAR_A_SECRET if scene.understood.about_listener else NEAR_ANOTHERS):
        return [withheld(scene, near[1])]
    mood = _mood_of_news(scene)
    return [scene.stock({-1: "tell_trouble", 0: "tell", 1: "tell_gladness"}[mood])]


def _mood_of_news(scene: Scene) -> int:
    from npcs.minds.village.affect import judged

    valence = judged(scene.understood, scene.character, scene.feelings, first_meeting=False).valence
    if any(entity in scene.village.absent for entity in scene.understood.entities) and valence > 0:
        return -1  # A kind word of the dead is no good news.
    return -1 if valence <= -0.2 else 1 if valence >= 0.2 else 0


def introduced(scene: Scene) -> list[Say]:
    """Return how they take a name."""
    match = re.search(
        r"\b(?:name(?:'s| is)|called|call(?:s)? me|i'm|i am)\s+([^\W\d_][\w'’-]{1,24})", scene.understood.text, re.I
    )
    if not match:
        return told(scene)
    name = match[1][:1].upper() + match[1][1:]
    if name == scene.you:
        return [scene.stock("introduce_known")]
    return [scene.stock("introduce", name=name)]


def accused(scene: Scene) -> list[Say]:
    """Return how they take an accusation, of themselves or of somebody else."""
    others = [e for e in scene.understood.entities if e in scene.village.people]
    if others and not scene.understood.about_listener:
        topic = scene.village.name(others[0])
        return [scene.stock("accuses_other", topic=topic)]
    say = scene.stock("accused")
    return [Say(say.options, say.grounds, memory=f"answered {scene.context.person_name}, who accused me")]


def reminded(scene: Scene, operation: Operation, elements: FiveWs) -> list[Say]:
    """Return how they take being reminded: the gap filled, or nothing new, or nothing like it remembered."""
    memory = matching(scene)
    if memory is None or not (elements.where or elements.why or elements.when or isinstance(operation, Update)):
        gave = re.search(r"\bi (?:gave|told|brought|paid|showed)\b", scene.understood.text, re.I)
        return [scene.stock("no_memory")] if gave and memory is None else told(scene)
    if isinstance(operation, Update):
        return [_filled(scene, memory, operation)]
    if _contradicts(memory, elements):
        return [scene.stock("tell_other"), telling(memory, scene)]
    if _agrees(memory, elements):
        return [scene.stock("reminded_nothing", ground=f"memory:{memory.id}")]
    return told(scene)


def _agrees(memory: RecalledMemory, elements: FiveWs) -> bool:
    """Return whether the speaker has a place or a reason just as the villager remembers it."""
    given = ((elements.where, memory.where), (elements.why, memory.why))
    return any(
        text and is_known(element) and telling_words(text) & telling_words(element.text) for text, element in given
    )


def _contradicts(memory: RecalledMemory, elements: FiveWs) -> bool:
    """Return whether the speaker has a place or a reason otherwise than the villager remembers it."""
    given = ((elements.where, memory.where), (elements.why, memory.why))
    return any(
        text and is_known(element) and not telling_words(text) & telling_words(element.text) for text, element in given
    )


def _filled(scene: Scene, memory: RecalledMemory, operation: Update) -> Say:
    from npcs.minds.village.english import addressed

    given = operation.elements
    detail = (
        given.where
        or given.why
        or given.when
        or (addressed(given.what, scene.context.person_name, of_person=True) if given.what else "")
    )
    detail = detail or "So it was you"
    said = addressed(detail, scene.context.person_name, of_person=True)
    say = scene.stock("reminded", Detail=f"{said[:1].upper()}{said[1:]}")
    return Say(say.options, (f"memory:{memory.id}", *say.grounds), entities=memory.entities)


def remembered(scene: Scene) -> list[Say]:
    """Return what they remember of what they were asked for, gaps admitted."""
    understood = scene.understood
    generic = re.search(
        r"\b(?:remember|recogni[sz]e|know|recall|forgotten) (?:me|us)\b|\bhave we met\b", understood.text, re.I
    )
    memory = matching(scene)
    if generic and not scene.context.met_before and memory is None:
        return [scene.stock("met_never")]
    if memory is None:
        return [scene.stock("no_memory")]
    say = telling(
        memory, scene, understood.asked if understood.asked in {"who", "where", "when", "why", "what"} else ""
    )
    if generic and scene.context.met_before and not gaps(memory, scene, "") and scene.chance("know you") < 0.5:
        return [scene.stock("met_again"), say]
    return [say]
