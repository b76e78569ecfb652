"""What is to be remembered, before it is a memory, and what a villager keeps of what is said or done to them. Pure.

Somebody else is named as the villager names them, they themselves are `me`: `the stranger` · `gave me a silver coin`.
What a villager did is told of them by name, so that it can be passed on: `Krzysztof` · `told the stranger: “…”`.
"""

from collections.abc import Collection

from msgspec import Struct

from npcs.memory.acts import in_the_past
from npcs.memory.record import Element, Memory, MemoryId, Source, SourceKind
from npcs.minds.mind import Create, FiveWs, Replied, Utterance
from npcs.story import Story
from world.clock import DAY, Minute, stamp
from world.state import World
from world.story import ActorId, FactId, Village
from world.text import with_article

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


_DONE_TO_ME = {
    "gave": "gave me {thing}",
    "showed": "showed me {thing}",
    "approached": "came to talk to me",
    "parted": "took leave of me",
}


def from_reply(story: Story, world: World, npc: ActorId, utterance: Utterance, replied: Replied) -> Impression:
    """Return what a villager keeps of something said or done to them, as a mind understood it.

    When and where come from the game, never from the mind; what it leaves open is unknown.
    """
    village, operation = story.village, replied.operation
    given = operation.elements if isinstance(operation, Create) else FiveWs()
    importance, factor = story.importance.score(replied.factor, replied.degree)
    place = world.whereabouts[npc].place
    things = (utterance.thing,) if utterance.thing else ()
    elements = FiveWs(
        who=given.who or village.name(utterance.speaker),
        what=given.what or _what(village, utterance),
        when=when_text(world.minute),
        where=village.name(place),
        why=given.why or utterance.reason or None,
    )
    told = utterance.kind == "said"
    return Impression(
        elements=elements,
        happened=world.minute,
        importance=importance,
        factor=factor,
        valence=replied.valence,
        arousal=replied.arousal,
        tags=replied.tags,
        participants=(utterance.speaker, npc),
        entities=_unique((utterance.speaker, npc, *things, *replied.entities, place)),
        facts=replied.facts_heard,
        source=Source(SourceKind.TOLD, utterance.speaker, 1, TOLD_CONFIDENCE) if told else Source(),
    )


def _what(village: Village, utterance: Utterance) -> str:
    if utterance.kind == "said":
        return f"told me: {gist(utterance.text)}"
    if utterance.kind == "did":
        return in_the_past(utterance.text, "me")
    return _DONE_TO_ME[utterance.kind].format(thing=with_article(village.name(utterance.thing or "thing")))


def _unique(ids: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def own_reply(story: Story, world: World, npc: ActorId, utterance: Utterance, replied: Replied) -> Impression | None:
    """Return what a villager keeps of their own answer, or None if it is not worth keeping."""
    if not replied.reply_memory:
        return None
    concern = ("flashbulb", 0.6 if replied.facts_told else 0.0)
    importance, factor = story.importance.score(*concern)
    place = world.whereabouts[npc].place
    return Impression(
        elements=FiveWs(
            story.village.name(npc), replied.reply_memory, when_text(world.minute), story.village.name(place)
        ),
        happened=world.minute,
        importance=importance,
        factor=factor,
        valence=round(replied.valence / 2, 3),
        arousal=round(replied.arousal / 2, 3),
        participants=(npc, utterance.speaker),
        entities=_unique((npc, utterance.speaker, *replied.entities, place)),
        facts=replied.facts_told,
        source=Source(SourceKind.OWN),
    )
