"""What a villager keeps of what happens around them and to them, worded and weighed from where they stand. Pure."""

from collections.abc import Collection
from typing import assert_never

from msgspec import Struct

from npcs.memory.acts import colour_of, in_the_past
from npcs.memory.impression import TOLD_CONFIDENCE, Impression, gist
from npcs.memory.impression import when_text as when_text
from npcs.memory.record import Source, SourceKind
from npcs.minds.mind import Create, FiveWs, Replied, Utterance
from npcs.story import Story
from world.clock import HOUR, Minute, minute_of_day
from world.events import (
    Approached,
    Arrived,
    Did,
    Dropped,
    Event,
    Examined,
    Gave,
    Left,
    Parted,
    Refused,
    Said,
    Showed,
    Started,
    Stopped,
    Took,
    Waited,
)
from world.state import World
from world.story import PLAYER, ActorId, FactId, PlaceId, Village
from world.text import with_article

NIGHT = (22 * HOUR, 5 * HOUR)
"""From when until when it is noticed that somebody is about at all, in minutes of the day."""


class _Look(Struct, frozen=True):
    """One villager looking at one event."""

    story: Story
    world: World
    npc: ActorId
    event: Event
    facts: tuple[FactId, ...] = ()

    @property
    def village(self) -> Village:
        """The authored place."""
        return self.story.village

    def name(self, id_: str) -> str:
        """Return what this villager calls somebody; themselves `me`."""
        return "me" if id_ == self.npc else self.village.name(id_)

    def thing(self, id_: str) -> str:
        """Return a thing's name with its article."""
        return with_article(self.village.name(id_))

    def keep(
        self,
        what: str,
        concern: tuple[str, float],
        *involved: str,
        why: str | None = None,
        kind: SourceKind = SourceKind.WITNESSED,
        valence: float = 0.0,
        arousal: float = 0.0,
        tags: tuple[str, ...] = (),
    ) -> Impression:
        """Return the impression of `what` somebody did, involving ids besides the actor and the place."""
        event, people = self.event, self.village.people
        importance, factor = self.story.importance.score(*concern)
        who = self.village.name(event.actor)
        entities = tuple(dict.fromkeys((event.actor, *involved, event.place)))
        told = kind in (SourceKind.TOLD, SourceKind.OVERHEARD)
        return Impression(
            elements=FiveWs(who, what, when_text(event.minute), self.village.name(event.place), why),
            happened=event.minute,
            importance=importance,
            factor=factor,
            valence=valence,
            arousal=arousal,
            tags=tags,
            participants=tuple(id_ for id_ in entities if id_ == PLAYER or id_ in people),
            entities=entities,
            facts=self.facts,
            source=Source(kind, event.actor, 1, TOLD_CONFIDENCE) if told else Source(kind),
        )


def perceived(
    story: Story, world: World, npc: ActorId, event: Event, facts: tuple[FactId, ...] = ()
) -> Impression | None:
    """Return what somebody who was there keeps of an event, or None if it leaves no trace.

    What the player does to this very villager is left to `from_reply`, which has a mind's judgement of it. `facts` are
    those that overheard words carry, as far as somebody judged them.
    """
    if event.actor == npc or (event.actor == PLAYER and getattr(event, "to", None) == npc):
        return None
    if world.is_asleep(npc, story.village):
        return None
    look = _Look(story, world, npc, event, facts)
    match event:
        case Arrived(origin=origin):
            return _sighting(look, f"came from {look.name(origin)}", origin)
        case Left(towards=towards):
            return _sighting(look, f"set out for {look.name(towards)}", towards)
        case Started(activity=activity):
            return _sighting(look, f"was {story.village.activities[activity].doing}")
        case Approached(to=to):
            return look.keep(f"went up to {look.name(to)} to talk", ("unimportant", 1.0), to)
        case Said():
            return _speech(look, event)
        case Did():
            return _deed(look, event)
        case Gave() | Showed():
            return _handing(look, event)
        case Took() | Dropped():
            return _moving(look, event)
        case Examined(subject=subject):
            if subject == event.place:
                return None
            return look.keep(f"looked closely at {_the(look, subject)}", ("unimportant", 1.0), subject)
        case Stopped() | Parted() | Waited() | Refused():
            return None
    assert_never(event)


def _the(look: _Look, id_: str) -> str:
    return f"the {look.name(id_)}" if id_ in look.village.things else look.name(id_)


def _is_night(moment: Minute) -> bool:
    minute = minute_of_day(moment)
    return minute >= NIGHT[0] or minute < NIGHT[1]


def _usual_places(look: _Look, actor: ActorId) -> set[PlaceId]:
    character = look.story.cast.get(actor)
    return {place for place in (character.home, character.workplace) if place} if character else set()


def _sighting(look: _Look, what: str, *involved: str) -> Impression | None:
    """Return who was where: of note by night, or if it is the stranger.

    By day nobody keeps who leaves, who is where they belong, nor who comes to where everybody comes. Of a visitor
    elsewhere it is kept that they were there, whatever they came for, so that each visit renews one memory.
    """
    event = look.event
    if _is_night(event.minute):
        return look.keep(what, ("flashbulb", 0.8), *involved)
    if event.actor == PLAYER:
        return look.keep(what, ("flashbulb", 0.2), *involved)
    common = look.village.common_places | _usual_places(look, event.actor)
    if isinstance(event, Left) or event.place in common:
        return None
    return look.keep("was there", ("flashbulb", 0.0))


def _speech(look: _Look, event: Said) -> Impression:
    """Return what was said within hearing, weighed by what it was about."""
    about = look.village.naming.mentioned(event.text)
    to = () if event.to is None else (event.to,)
    verb = f"told {look.name(event.to)}:" if event.to else "said:"
    if look.facts or any(id_ in look.village.absent for id_ in about):
        concern = ("intrinsic_motivation", 0.5)
    elif look.npc in (*about, *to):
        concern = ("emotional_stress", 0.5)
    elif event.actor == PLAYER or any(id_ in look.village.people for id_ in about):
        concern = ("flashbulb", 0.0)
    else:
        concern = ("unimportant", 1.0)
    kind = SourceKind.TOLD if event.to == look.npc else SourceKind.OVERHEARD
    return look.keep(f"{verb} {gist(event.text)}", concern, *to, *about, kind=kind)


def _deed(look: _Look, event: Did) -> Impression:
    """Return what somebody did in their own words, weighed by how it looked."""
    colour = colour_of(event.text)
    target = look.name(event.to) if event.to else ""
    to = () if event.to is None else (event.to,)
    concern = ("emotional_arousal", colour.degree) if colour.arousal >= 0.5 else ("flashbulb", 0.8)
    about = look.village.naming.mentioned(event.text)
    what = in_the_past(event.text, target, names=_names(look, event.to))
    return look.keep(what, concern, *to, *about, valence=colour.valence, arousal=colour.arousal, tags=colour.tags)


def _names(look: _Look, id_: ActorId | None) -> tuple[str, ...]:
    """Return the words by which the text of an act may call the person it is done to."""
    person = look.village.people.get(id_) if id_ else None
    return (person.name, *person.words) if person else ()


def _handing(look: _Look, event: Gave | Showed) -> Impression:
    verb = "gave" if isinstance(event, Gave) else "showed"
    why = event.reason or None if isinstance(event, Gave) else None
    concern = ("self_relevance", 0.3) if event.to == look.npc else ("flashbulb", 0.6)
    what = f"{verb} {look.name(event.to)} {look.thing(event.thing)}"
    return look.keep(what, concern, event.to, event.thing, why=why)


def _moving(look: _Look, event: Took | Dropped) -> Impression:
    if isinstance(event, Dropped):
        return look.keep(f"put down {look.thing(event.thing)}", ("flashbulb", 0.2), event.thing)
    what = f"took {look.thing(event.thing)}"
    if event.place in _usual_places(look, look.npc):
        return look.keep(what, ("emotional_stress", 0.4), event.thing, valence=-0.3, arousal=0.3)
    return look.keep(what, ("flashbulb", 0.6), event.thing)


def own_act(story: Story, world: World, npc: ActorId, event: Event) -> Impression | None:
    """Return what a villager keeps of something they did themself, or None if it leaves no trace.

    What they say to the player is left to `own_reply`, which knows what they meant by it.
    """
    if event.actor != npc:
        return None
    look = _Look(story, world, npc, event)
    match event:
        case Gave(to=to, thing=thing, reason=reason):
            what = f"gave {look.name(to)} {look.thing(thing)}"
            return _own(look, what, ("self_relevance", 0.0), to, thing, why=reason or None)
        case Showed(to=to, thing=thing):
            return _own(look, f"showed {look.name(to)} {look.thing(thing)}", ("flashbulb", 0.6), to, thing)
        case Took(thing=thing):
            return _own(look, f"took {look.thing(thing)}", ("flashbulb", 0.2), thing)
        case Dropped(thing=thing):
            return _own(look, f"put down {look.thing(thing)}", ("flashbulb", 0.2), thing)
        case Said(to=to, text=text) if to != PLAYER:
            about = (*((to,) if to else ()), *story.village.naming.mentioned(text))
            verb = f"told {look.name(to)}:" if to else "said:"
            return _own(look, f"{verb} {gist(text)}", ("flashbulb", 0.0), *about)
        case Did(to=to, text=text):
            colour = colour_of(text)
            what = in_the_past(text, look.name(to) if to else "", names=_names(look, to))
            return _own(look, what, ("flashbulb", 0.6 + 0.4 * colour.arousal), *((to,) if to else ()))
        case _:
            return None


def _own(look: _Look, what: str, concern: tuple[str, float], *involved: str, why: str | None = None) -> Impression:
    return look.keep(what, concern, *involved, why=why, kind=SourceKind.OWN)


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
