"""How a villager tells what they remember: what is known is told, what faded or was never said is admitted."""

import re

from npcs.context import RecalledMemory, Told
from npcs.memory.record import ElementState, SourceKind
from npcs.minds.village.english import addressed, as_subject, words
from npcs.minds.village.scene import Say, Scene, telling_words
from world.clock import at, when_words
from world.text import sentence

_DEEDS = {
    "gave": ("give", "gave", "given", "gift", "present", "hand", "handed", "brought", "bring", "paid", "pay"),
    "told": ("tell", "told", "say", "said", "talk", "talked", "speak", "spoke", "spoken", "mention", "mentioned"),
    "promised": ("promise", "promised", "swear", "swore", "vow", "word"),
    "asked": ("ask", "asked", "question"),
    "showed": ("show", "showed", "shown"),
    "threatened": ("threaten", "threatened", "threat"),
    "called": ("call", "called", "insult", "insulted"),
}
_ROUTINE = (
    "asked me what I remember",
    "greeted",
    "took leave",
    "came up to talk",
    "asked me how",
    "asked me what I was",
)
_INSIDE = re.compile(
    r"\b(?:kingdom|country|land|village|town|city|woods?|forest|fields?|square|yard|churchyard|lane|street|garden|house|cottage|cellar|rooms?|church|valley|hills?|mountains?)\b",
    re.I,
)
_UPON = re.compile(r"\b(?:road|bridge|path|way|shore|market)\b", re.I)
_PLACED = re.compile(
    r"^(?:in|at|on|by|near|behind|inside|outside|under|over|here|there|upon|beside|from|along)\b", re.I
)
_STAMP = re.compile(r"day (\d+), (\d\d):(\d\d)")
_LINKED = re.compile(r"^(?:for|to|because|so|since|as|in|out of|on account)\b", re.I)
_CLAUSE = re.compile(r"^(?:i|you|he|she|they|we|it|the \w+ (?:was|were|is|had)|there)\b", re.I)


def is_known(element: Told) -> bool:
    """Return whether an element can be told."""
    return element.state is ElementState.KNOWN and bool(element.text)


def subject(memory: RecalledMemory, scene: Scene) -> str:
    """Return who did it, as said to the person spoken with: `you`, `I`, `Marta`, `somebody`."""
    if not is_known(memory.who):
        return "somebody"
    who = memory.who.text.casefold()
    if who in {scene.context.person_name.casefold(), "player", "the stranger", scene.context.person.casefold()}:
        return "you"
    if who in {"i", "you", scene.character.name.casefold(), scene.context.npc.casefold()}:
        return "I"
    return memory.who.text


def is_of_person(memory: RecalledMemory, scene: Scene) -> bool:
    """Return whether a memory is about the person spoken with."""
    return subject(memory, scene) == "you" or scene.context.person in memory.participants


def deed(memory: RecalledMemory, scene: Scene) -> str:
    """Return who did what, in one clause without an end, gaps worded as gaps."""
    who = subject(memory, scene)
    if not is_known(memory.what):
        return "there was something between us" if who == "you" else f"{who} did something"
    what = addressed(memory.what.text, scene.context.person_name, of_person=who == "you")
    return as_subject(who, what)


def place(memory: RecalledMemory, scene: Scene) -> str:
    """Return where it was, with its preposition; `here` if this is the place; empty if not known."""
    if not is_known(memory.where):
        return ""
    text = memory.where.text
    if text.casefold() in {scene.context.place_name.casefold(), scene.context.place}:
        return "here"
    if _PLACED.match(text):
        return text
    return f"{'on' if _UPON.search(text) else 'in' if _INSIDE.search(text) else 'at'} {text}"


def time(memory: RecalledMemory, scene: Scene) -> str:
    """Return when it was, in words; empty if not known."""
    if not is_known(memory.when):
        return ""
    if match := _STAMP.fullmatch(memory.when.text):
        return when_words(at(int(match[1]), int(match[2]), int(match[3])), scene.context.minute)
    return memory.when.text if memory.happened is None else when_words(memory.happened, scene.context.minute)


def reason(memory: RecalledMemory, scene: Scene) -> str:
    """Return why it was, with its connective; empty if not known."""
    if not is_known(memory.why):
        return ""
    text = addressed(memory.why.text.strip(" ."), scene.context.person_name, of_person=subject(memory, scene) == "you")
    if _LINKED.match(text):
        return text
    return f"because {text}" if _CLAUSE.match(text) else f"for {text}"


def gaps(memory: RecalledMemory, scene: Scene, asked: str) -> list[str]:
    """Return sentences that admit what is lost, and what was never said; the one asked for comes first."""
    you = subject(memory, scene) == "you"
    lost = {
        "what": "What it was, I've lost",
        "who": "Who it was, I can't call to mind",
        "where": "Where it was, I've lost",
        "when": "When that was, I can't say any more",
        "why": "Why, I couldn't tell you any more",
    }
    never = {
        "why": "You never said why" if you else "Why, I never learnt",
        "where": "Where, I never knew",
        "who": "Who, I never knew",
        "when": "When, I never knew",
    }
    found = []
    for name in sorted(lost, key=lambda each: each != asked):
        state = getattr(memory, name).state
        if state is ElementState.FORGOTTEN:
            found.append(lost[name])
        elif state is ElementState.UNKNOWN and (name == asked or (name == "why" and you)) and name in never:
            found.append(never[name])
    return found[:2]


def telling(memory: RecalledMemory, scene: Scene, asked: str = "") -> Say:
    """Return a memory as the villager tells it to the person spoken with."""
    parts = [deed(memory, scene), place(memory, scene), time(memory, scene)]
    why = reason(memory, scene)
    body = ", ".join(part for part in parts if part) + (f", {why}" if why and parts[0] else "")
    missing = gaps(memory, scene, asked)
    unsure = _unsure(parts, why, missing) if len(missing) > 1 or (missing and not is_known(memory.who)) else ""
    rest = [f"{each}." for each in missing]
    options = [" ".join([sentence(body), *rest])]
    if unsure:
        options.insert(0, unsure)
    if short := _short(memory, scene, asked):
        options.insert(0, " ".join([short, *rest]))
    hearsay = _hearsay(memory, scene)
    return Say(
        tuple(f"{option}{hearsay}" for option in options),
        (f"memory:{memory.id}",),
        facts=memory.facts,
        entities=memory.entities,
        memory=_as_remembered(memory, scene),
        told=True,
    )


def _unsure(parts: list[str], why: str, missing: list[str]) -> str:
    """Return what is left of a memory with several gaps, in one breath."""
    left = ", ".join(part for part in (parts[0], f"{parts[1]} I think" if parts[1] else "", parts[2], why) if part)
    lost = missing[0][:1].lower() + missing[0][1:]
    return f"{left[:1].upper()}{left[1:]} — {lost}."


def _short(memory: RecalledMemory, scene: Scene, asked: str) -> str:
    """Return a clipped answer to what was asked, such as `A silver coin. Here, yesterday at dusk`."""
    scene_words = ", ".join(part for part in (place(memory, scene), time(memory, scene)) if part)
    why = reason(memory, scene)
    lead = {"where": place(memory, scene), "when": time(memory, scene), "why": why}.get(asked, "")
    if lead:
        return f"{sentence(lead)} {sentence(deed(memory, scene))}"
    thing = re.match(r"gave me (?P<thing>.+)$", memory.what.text)
    if asked == "what" and thing and subject(memory, scene) == "you":
        after = sentence(scene_words) if scene_words else ""
        return " ".join(part for part in (sentence(thing["thing"]), after, sentence(why) if why else "") if part)
    return ""


def _hearsay(memory: RecalledMemory, scene: Scene) -> str:
    source = memory.source
    if source.kind is SourceKind.OVERHEARD:
        return " I only overheard that."
    if source.kind is not SourceKind.TOLD or source.teller is None:
        return ""
    if source.teller == scene.context.person:
        return "" if subject(memory, scene) == "you" else " So you told me yourself."
    name = scene.village.name(source.teller)
    if is_known(memory.who) and memory.who.text.casefold() == name.casefold():
        return ""
    return f" {name} told me so." if source.confidence >= 0.4 else f" So {name} says. I've my doubts."


def _as_remembered(memory: RecalledMemory, scene: Scene) -> str:
    things = [scene.definite(e) for e in memory.entities if e in scene.village.things]
    people = [scene.definite(e) for e in memory.entities if e in scene.village.people and e != scene.context.npc]
    about = (things or people)[:1]
    return f"told {scene.context.person_name} what I remember{f' of {about[0]}' if about else ''}"


def matching(scene: Scene) -> RecalledMemory | None:
    """Return the memory that the speaker asks for or speaks of, or None if none fits."""
    asked_deeds = _deeds(scene)
    entities = set(scene.understood.entities)
    specific = bool(asked_deeds or entities - {scene.context.npc} or _wanted(scene))
    best: tuple[float, float, int] | None = None
    for memory in scene.open_memories():
        fit = _fit(memory, scene, asked_deeds, entities)
        if specific and fit <= 0:
            continue
        if not specific and not is_of_person(memory, scene):
            continue
        routine = memory.what.text.startswith(_ROUTINE) and "asked" not in asked_deeds
        rank = (round(fit - 2.0 * routine, 4), round(memory.weight / 30 + memory.score, 4), -memory.id)
        best = max(best, rank) if best else rank
    if best is None or best[0] <= -1.5:
        return None
    return next(memory for memory in scene.context.recalled if memory.id == -best[2])


def _deeds(scene: Scene) -> set[str]:
    said = set(words(scene.understood.text))
    # "Do you remember …, tell me" asks; it does not speak of a telling.
    return {deed_ for deed_, forms in _DEEDS.items() if said & set(forms)}


def _wanted(scene: Scene) -> frozenset[str]:
    small = telling_words(
        "recall recognise know known met meet first last time thing things me today yesterday night day talk spoke "
        "done do happen happened between us our about forget forgotten still again ever"
    )
    return scene.heard - small - {word for forms in _DEEDS.values() for each in forms for word in telling_words(each)}


def _fit(memory: RecalledMemory, scene: Scene, deeds: set[str], entities: set[str]) -> float:
    """Return how well a memory fits what the speaker speaks of; 0 or less if it does not."""
    who = "" if is_of_person(memory, scene) else memory.who.text
    text = f"{memory.what.text} {memory.why.text} {memory.where.text} {who}"
    stems = telling_words(text)
    wanted = _wanted(scene)
    fit = 1.0 * len(entities & set(memory.entities)) + 0.8 * len(wanted & stems)
    own = subject(memory, scene) == "you"
    if deeds and is_known(memory.what):
        done = memory.what.text.split(" ", 1)[0]
        fit += 1.0 if done in deeds and own else -0.4
        if done not in deeds and not wanted & stems and not entities & set(memory.entities):
            return 0.0
    elif deeds and own:
        fit += 0.2
    mine = {"i", "me", "my", "we", "us"} & set(words(scene.understood.text))
    return fit + (0.3 if mine and is_of_person(memory, scene) and fit > 0 else 0.0)


def first_meeting(scene: Scene) -> RecalledMemory | None:
    """Return the earliest memory of the person that came to mind."""
    of_person = [m for m in scene.open_memories() if is_of_person(m, scene)]
    return min(of_person, key=lambda memory: memory.id, default=None)
