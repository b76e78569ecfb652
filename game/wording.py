"""What happened, in words, as the player perceived it: only where they were, while they were there and awake.

Pure: the same events in the same game always read the same.
"""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from game.bustle import Bustle, bustle_words, clause_words
from game.phrases import duration_words, the, their_act, your_act
from game.playable import Passage
from game.scenery import doing_words, hour_words, passed_words, place_passages, subject_passages
from npcs.story import Story
from npcs.villager import State
from world.clock import part_of_day
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
from world.rules import evolve, exit_to
from world.state import World
from world.story import PLAYER, ActorId, Village
from world.text import sentence

YOU = "You"
"""Who speaks when the player does."""

REMINDED = 4
"""Lines of talk that someone taking a game up again is shown."""

Deed: TypeAlias = Approached | Parted | Gave | Showed | Took | Dropped | Did
"""What is told in a sentence of its own, whoever does it."""

_DAYLIGHT = {
    "in the night": "Midnight is past.",
    "at dawn": "The dark thins to grey; day is coming.",
    "in the morning": "The morning is well begun.",
    "around noon": "It is getting on for noon.",
    "in the afternoon": "The afternoon draws on.",
    "at dusk": "The light is going.",
    "in the evening": "Evening has come.",
    "late at night": "The night has grown late.",
}
"""What is said when a turn runs on into another part of the day."""


def stands(story: Story, state: State) -> tuple[Passage, ...]:
    """Return where a game stands: the place, and the last words exchanged with whoever is faced."""
    world = state.world
    place = place_passages(story.village, world, world.whereabouts[PLAYER].place)
    lines = state.villagers[world.facing].talk[-REMINDED:] if world.facing else ()
    return *place, *(_spoken(story.village, line.speaker, line.text) for line in lines)


def worded(story: Story, before: State, after: State, events: tuple[Event, ...]) -> tuple[Passage, ...]:
    """Return the events of a turn as the player perceived them, in order."""
    telling = _Telling(story.village, after, before.world, events)
    for index, event in enumerate(events):
        telling.hear(index, event)
    telling.flush()
    waited = any(isinstance(event, Waited) for event in events)
    if not waited and telling.passages and part_of_day(before.world.minute) != part_of_day(after.world.minute):
        telling.passages.append(Passage("narration", _DAYLIGHT[part_of_day(after.world.minute)]))
    return tuple(telling.passages)


def _spoken(village: Village, speaker: ActorId, text: str, *, stream: bool = False) -> Passage:
    if speaker == PLAYER:
        return Passage("you", text, YOU)
    return Passage("speech", text, village.name(speaker), stream)


class _Telling:
    """A turn being told: the place as it was at each event, and what has been said of it so far."""

    def __init__(self, village: Village, after: State, world: World, events: Sequence[Event]) -> None:
        self.village, self.after, self.world, self.events = village, after, world, events
        self.passages: list[Passage] = []
        self.bustle: list[Bustle] = []

    def hear(self, index: int, event: Event) -> None:
        """Tell an event, if the player perceived it, and let it happen."""
        before = replace(self.world, minute=event.minute)
        self.world = evolve(before, event)
        if event.actor == PLAYER:
            self.flush()
            self.passages += self._own(index, event)
        elif self._perceived(before, event):
            self._others(before, event)

    def flush(self) -> None:
        """Tell the comings and goings that have gathered."""
        words = bustle_words(self.village, self.after.seed, self.bustle)
        self.passages += (Passage("narration", each) for each in words)
        self.bustle = []

    def _perceived(self, before: World, event: Event) -> bool:
        return before.place_of(PLAYER) == event.place and not before.is_asleep(PLAYER, self.village)

    def _own(self, index: int, event: Event) -> tuple[Passage, ...]:
        match event:
            case Said():
                return (Passage("you", event.text, YOU),)
            case Refused():
                return (Passage("refusal", event.words),)
            case Examined(subject=subject):
                return subject_passages(self.village, self.world, subject)
            case Arrived():
                return self._own_arrival(index, event)
            case Parted() if self._walks_away(index):
                return ()
            case Left() | Started() | Stopped() | Waited():
                return (Passage("narration", self._own_time(event)),)
            case Approached() | Parted() | Gave() | Showed() | Took() | Dropped() | Did():
                return (Passage("narration", self._own_deed(event)),)
        assert_never(event)

    def _own_time(self, event: Left | Started | Stopped | Waited) -> str:
        match event:
            case Left(towards=towards):
                return self._setting_out(event, towards)
            case Started(activity=activity):
                return f"You set about {self.village.activities[activity].doing}."
            case Stopped(activity=activity, finished=finished):
                return f"You {'finish' if finished else 'leave off'} {self.village.activities[activity].doing}."
            case Waited():
                elapsed = self.after.world.minute - event.minute
                return f"You wait {duration_words(elapsed)}. {hour_words(self.after.world, event.minute)}"
        assert_never(event)

    def _own_deed(self, event: Deed) -> str:
        name = self.village.name
        match event:
            case Approached(to=to):
                doing = doing_words(self.village, self.world, to)
                return f"You turn to {name(to)}{f', who is {doing}' if doing else ''}."
            case Parted(to=to):
                return f"You take your leave of {name(to)}."
            case Gave(to=to, thing=thing, reason=reason):
                return f"You give {name(to)} {the(name(thing))}{_reason(reason)}."
            case Showed(to=to, thing=thing):
                return f"You show {name(to)} {the(name(thing))}."
            case Took(thing=thing):
                return f"You pick up {the(name(thing))}."
            case Dropped(thing=thing):
                return f"You put down {the(name(thing))}."
            case Did(text=text):
                return sentence(your_act(text))
        assert_never(event)

    def _setting_out(self, event: Left, towards: str) -> str:
        way = exit_to(self.village, event.place, towards)
        told = self.events[: self.events.index(event)]
        verb = (
            "walk on" if any(isinstance(earlier, Arrived) and earlier.actor == PLAYER for earlier in told) else "walk"
        )
        direction = f" {way.way}" if way and way.way else ""
        minutes = f" {duration_words(way.minutes)}" if way else ""
        return f"You {verb}{minutes}{direction} to {self.village.name(towards)}."

    def _own_arrival(self, index: int, event: Arrived) -> tuple[Passage, ...]:
        """Return the whole view of where the player stays, a glance at what they only pass through."""
        moves = (later for later in self.events[index + 1 :] if later.actor == PLAYER)
        if isinstance(next(moves, None), Left):
            passed = passed_words(self.village, self.world, event.place)
            return (Passage("narration", passed),) if passed else ()
        return place_passages(self.village, self.world, event.place)

    def _walks_away(self, index: int) -> bool:
        return any(isinstance(later, Left) and later.actor == PLAYER for later in self.events[index + 1 :])

    def _others(self, before: World, event: Event) -> None:
        match event:
            case Stopped(actor=actor) if before.facing == actor and before.faced_at == event.minute:
                leaves_off = clause_words(self.village, self.after.seed, event)
                self._tell(f"{self.village.name(actor)} {leaves_off} and turns to you.")
            case Arrived() | Left() | Started() | Stopped():
                self.bustle.append(event)
            case Said(to=to):
                self.flush()
                self.passages.append(self._said(event, to))
            case Examined(subject=subject):
                self._tell(f"{self.village.name(event.actor)} looks closely at {self._whom(subject)}.")
            case Approached() | Parted() | Gave() | Showed() | Took() | Dropped() | Did():
                self._tell(self._others_deed(event))
            case Refused() | Waited():
                pass
            case _:
                assert_never(event)

    def _tell(self, words: str) -> None:
        self.flush()
        self.passages.append(Passage("narration", words))

    def _said(self, event: Said, to: ActorId | None) -> Passage:
        if to == PLAYER:
            return _spoken(self.village, event.actor, event.text, stream=True)
        aside = f"(to {self.village.name(to)}) " if to else ""
        return _spoken(self.village, event.actor, aside + event.text)

    def _others_deed(self, event: Deed) -> str:
        name = self.village.name
        actor = name(event.actor)
        match event:
            case Approached(to=to):
                return f"{actor} comes up to {self._whom(to)}."
            case Parted(to=to):
                return f"{actor} turns away from {self._whom(to)}."
            case Gave(to=to, thing=thing, reason=reason):
                return f"{actor} gives {self._whom(to)} {the(name(thing))}{_reason(reason)}."
            case Showed(to=to, thing=thing):
                return f"{actor} shows {self._whom(to)} {the(name(thing))}."
            case Took(thing=thing):
                return f"{actor} picks up {the(name(thing))}."
            case Dropped(thing=thing):
                return f"{actor} puts down {the(name(thing))}."
            case Did(text=text):
                return sentence(their_act(actor, self.village.people[event.actor].pronoun, text))
        assert_never(event)

    def _whom(self, subject: str) -> str:
        return "you" if subject == PLAYER else the(self.village.name(subject))


def _reason(reason: str) -> str:
    """Return what a thing was given for, as it continues a sentence."""
    reason = reason.strip().rstrip(".!")
    if not reason:
        return ""
    joined = reason.lower().startswith(("for ", "because ", "so ", "to ", "as ", "in "))
    return f", {reason}" if joined else f", for {reason}"
