"""A villager as the story opens: what their author says they know and remember, as memories. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from npcs.character import Character, Knows, Remembered
from npcs.memory.collection import Memories
from npcs.memory.dynamics import FORGETTING, Forgetting, attended, attention_to_last, minutes_kept
from npcs.memory.impression import Impression, remembered, when_text
from npcs.memory.record import ELEMENTS, Element, ElementState, Memory, MemoryId, Source, SourceKind
from npcs.memory.relevance import connected
from npcs.minds.mind import FiveWs
from npcs.story import Story
from npcs.villager import NeedNow, Villager
from world.chance import chance
from world.clock import DAY, HOUR, Minute, hours_between
from world.story import ActorId

AUTHORED = "authored"
"""Stands for a row of the importance table where the author gave the score."""

_KNOWING = {"witnessed": "saw that", "inferred": "worked out that", "told": "told me that", "overheard": "said that"}
_LOWERED_TEXT = """
the a an there it he she they we you no nobody nothing somebody someone something one on in at by from with that
this these those his her their its our my your whoever whatever what when if as since because before after two three
four most all every everyone everybody some many few only both
"""

_LOWERED = frozenset(_LOWERED_TEXT.split())
"""First words of a sentence that are no names, and lose their capital letter inside another."""


def opening_villager(story: Story, npc: ActorId, seed: int = 0, forgetting: Forgetting = FORGETTING) -> Villager:
    """Return a villager as the story opens, their authored knowledge and memories in the order they came by them."""
    impressions = sorted(_authored(story, npc), key=lambda impression: impression.happened)
    worth = [impression for impression in impressions if impression.importance > 0]
    memories = [
        _kept_till_now(impression, id_, story, npc, seed, forgetting) for id_, impression in enumerate(worth, 1)
    ]
    villager = Villager(
        id=npc,
        memories=Memories(memories[:1]),
        next_id=len(memories) + 1,
        needs=_needs(story, npc, seed),
        dispositions={},
    )
    for memory in memories[1:]:
        villager = replace(villager, memories=villager.memories.changed(put=(memory,)))
        villager = connected(villager, memory.id, story, forgetting)
    return villager


def _authored(story: Story, npc: ActorId) -> Iterator[Impression]:
    character = story.cast[npc]
    for knows in character.knows:
        yield _known(story, npc, knows)
    for authored in character.remembers:
        yield _remembered(story, character, npc, authored)


def _ago(story: Story, days: float) -> Minute:
    return story.village.opening.minute - round(days * DAY)


def _known(story: Story, npc: ActorId, knows: Knows) -> Impression:
    village, fact = story.village, story.village.facts[knows.fact]
    by_another = knows.source in ("told", "overheard")
    actor = knows.teller if by_another else npc
    happened = _ago(story, knows.days_ago)
    people = tuple(id_ for id_ in (actor, npc) if id_)
    # What is about themselves they did not watch, they knew it.
    own = not by_another and npc in fact.about
    return Impression(
        elements=FiveWs(
            who=village.name(actor) if actor else None,
            what=f"{'knew that' if own else _KNOWING[knows.source]} {clause(fact.text)}",
            when=when_text(happened),
            where=village.name(knows.where) if knows.where else None,
            why=knows.why,
        ),
        happened=happened,
        importance=knows.importance,
        factor=AUTHORED,
        arousal=0.3,
        participants=tuple(dict.fromkeys(people)),
        entities=tuple(dict.fromkeys((*people, *fact.about, *((knows.where,) if knows.where else ())))),
        facts=(knows.fact,),
        source=Source(SourceKind(knows.source), knows.teller if by_another else None, int(by_another)),
    )


def clause(sentence: str) -> str:
    """Return a sentence so that it can follow `that`: `the mill burned no lamp`."""
    text = sentence.strip().rstrip(".!")
    first = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if first.lower() in _LOWERED else text


def _remembered(story: Story, character: Character, npc: ActorId, authored: Remembered) -> Impression:
    village = story.village
    happened = _ago(story, authored.days_ago)
    people = tuple(id_ for id_ in authored.about if id_ in village.people or id_ in village.absent)
    places = village.naming.mentioned(authored.where) if authored.where else ()
    own = authored.who.strip().lower() in ("i", "me", character.name.lower())
    return Impression(
        elements=FiveWs(authored.who, authored.what, when_text(happened), authored.where, authored.why),
        happened=happened,
        importance=authored.importance,
        factor=AUTHORED,
        valence=authored.valence,
        arousal=authored.arousal,
        tags=authored.tags,
        participants=tuple(dict.fromkeys((*people, npc))),
        entities=tuple(dict.fromkeys((*authored.about, *places))),
        facts=authored.facts,
        source=Source(SourceKind.OWN if own else SourceKind.WITNESSED),
        irreversible=authored.irreversible,
    )


def _kept_till_now(
    impression: Impression, id_: MemoryId, story: Story, npc: ActorId, seed: int, forgetting: Forgetting
) -> Memory:
    """Return an authored memory as it is at the opening: thought of since, so that it lasts from now as if new."""
    hours = hours_between(impression.happened, story.village.opening.minute)
    who, what, when, where, why = (
        _thought_of(
            attended(getattr(impression.elements, name), name, seed, npc, id_, forgetting),
            impression.importance,
            hours,
            forgetting,
        )
        for name in ELEMENTS
    )
    return remembered(impression, id_, impression.happened, (who, what, when, where, why))


def _thought_of(part: Element, importance: float, hours: float, forgetting: Forgetting) -> Element:
    lasts = minutes_kept(importance * part.attention, forgetting)
    if part.state is not ElementState.KNOWN or lasts is None:
        return part
    attention = attention_to_last(importance, hours + lasts / HOUR, forgetting)
    return Element(part.text, part.state, max(part.attention, attention))


def _needs(story: Story, npc: ActorId, seed: int) -> dict[str, NeedNow]:
    """Return needs at the weight an early morning leaves, 1.4 to 2.4, differing by chance."""
    opening, own = story.village.opening.minute, story.cast[npc].needs
    hours = {name: own.get(name, need.hours_to_grow) for name, need in story.village.needs.items()}
    return {
        name: NeedNow(opening - int((0.4 + chance(seed, npc, "need", name)) * each * HOUR), each)
        for name, each in hours.items()
    }
