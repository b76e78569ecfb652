"""What is to be remembered, before it is a memory. Pure.

Somebody else is named as the villager names them, they themselves are `me`: `the stranger` · `gave me a silver coin`.
What a villager did is told of them by name, so that it can be passed on: `Krzysztof` · `told the stranger: “…”`.
"""

from msgspec import Struct

from npcs.memory.record import Element, Memory, MemoryId, Source
from npcs.minds.mind import FiveWs
from world.clock import DAY, Minute, stamp
from world.story import ActorId, FactId

GIST = 160
"""How much of what was said is remembered word for word, in characters."""

TOLD_CONFIDENCE = 0.7
"""How far a villager believes what one person told them, before trust has its say."""


class Impression(Struct, frozen=True):
    """What is to be remembered, before it is a memory."""

    elements: FiveWs
    """None for what is unknown."""

    happened: Minute
    importance: float
    """0-10; at 0 it is not remembered."""

    factor: str
    """The row of the importance table that gave it."""

    valence: float = 0.0
    arousal: float = 0.0
    tags: tuple[str, ...] = ()
    participants: tuple[ActorId, ...] = ()
    entities: tuple[str, ...] = ()
    """Ids of the people, places and things in it."""

    facts: tuple[FactId, ...] = ()
    source: Source = Source()
    irreversible: bool = False


def remembered(
    impression: Impression,
    id_: MemoryId,
    formed: Minute,
    elements: tuple[Element, Element, Element, Element, Element],
) -> Memory:
    """Return the memory that an impression makes, its elements with their attention."""
    who, what, when, where, why = elements
    return Memory(
        id=id_,
        formed=formed,
        happened=impression.happened,
        who=who,
        what=what,
        when=when,
        where=where,
        why=why,
        importance=impression.importance,
        factor=impression.factor,
        valence=impression.valence,
        arousal=impression.arousal,
        tags=impression.tags,
        participants=impression.participants,
        entities=impression.entities,
        facts=impression.facts,
        source=impression.source,
        irreversible=impression.irreversible,
    )


def when_text(moment: Minute) -> str:
    """Return a moment as memories keep it: `day 1, 08:10`, or the days before the story began."""
    if moment >= 0:
        return stamp(moment)
    days = -(moment // DAY)
    return f"{days} day{'s' if days > 1 else ''} before day 1"


def gist(text: str) -> str:
    """Return what somebody said, in quotation marks, cut at a word if it is long."""
    if len(text) > GIST:
        text = text[:GIST].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    return f"“{text}”"
