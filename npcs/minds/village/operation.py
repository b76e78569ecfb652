"""Which memory an input makes: a new one, a gap filled in an old one, or none."""

import re

from npcs.context import RecalledMemory
from npcs.memory.record import ElementState
from npcs.minds.mind import Create, FiveWs, Nothing, Operation, Update
from npcs.minds.village.english import reported, words
from npcs.minds.village.remembering import is_known, matching
from npcs.minds.village.scene import Scene

_ROUTINE = frozenset({"nod", "silence", "part", "agree", "disagree"})
_CORRECTS = re.compile(
    r"^(?:no|nay|actually|wrong|you're wrong|you are wrong|that's wrong)\b|\bnot (?:at|in|for|on|because)\b", re.I
)
_BELIEVED = -0.4
"""The trust below which nobody lets themselves be corrected."""

_DEED = re.compile(
    r"\bi (?P<deed>(?:gave|handed|brought|paid|told|showed|promised|asked|called|hit|hugged) .+?)"
    r"(?= (?:because|for|so that|to pay|in|at|on|when)\b|[.,;!?]|$)",
    re.I,
)


def operation(scene: Scene, elements: FiveWs) -> Operation:
    """Return what an input does to memory, given its five elements."""
    act = scene.understood.act
    if act in {"remind", "ask_memory", "tell"}:
        memory = matching(scene) if act != "tell" or _speaks_of_past(scene) else None
        filled = _filling(memory, elements, scene) if memory else None
        if memory and filled:
            return Update(memory.id, filled)
    if act in _ROUTINE and not scene.understood.also:
        return Nothing()
    if act in {"approach", "greet"} and scene.context.met_before:
        return Nothing()
    return Create(elements)


def _speaks_of_past(scene: Scene) -> bool:
    return bool({"gave", "remember", "coin", "was", "when"} & set(words(scene.understood.text))) and "gave" in words(
        scene.understood.text
    )


def _filling(memory: RecalledMemory, elements: FiveWs, scene: Scene) -> FiveWs | None:
    """Return the elements that an input fills or corrects in a memory, or None if it leaves it as it is."""
    corrects = bool(_CORRECTS.search(scene.understood.text)) and scene.feelings.trust > _BELIEVED
    offered = {"when": elements.when, "where": elements.where, "why": elements.why, **_who_and_what(scene)}
    filled = {
        name: text
        for name, text in offered.items()
        if text
        and (_is_open(memory, name) or (corrects and name in {"when", "where", "why"} and _differs(memory, name, text)))
    }
    return FiveWs(**filled) if filled else None


def _is_open(memory: RecalledMemory, name: str) -> bool:
    return getattr(memory, name).state is not ElementState.KNOWN


def _differs(memory: RecalledMemory, name: str, text: str) -> bool:
    element = getattr(memory, name)
    return is_known(element) and element.text.casefold() != text.casefold()


def _who_and_what(scene: Scene) -> dict[str, str]:
    match = _DEED.search(scene.understood.text)
    if not match and not re.search(r"\bit was (?:me|i)\b", scene.understood.text, re.I):
        return {}
    said = {"who": scene.context.person_name}
    return {**said, "what": reported(match["deed"])} if match else said
