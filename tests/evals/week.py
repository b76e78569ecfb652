"""A week of the bundled village without the player, and what became of everything that was remembered in it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from npcs import decide, life
from npcs.authored import read_story
from npcs.memory.dynamics import is_removed
from npcs.memory.impression import Impression
from npcs.memory.record import Memory, MemoryId
from npcs.minds.mind import Appraise, Appraised, Reflect, Reflected
from npcs.turn import Turn, opening_state, play
from npcs.villager import State, Villager
from world.clock import DAY, Minute
from world.commands import Wait
from world.story import PLAYER, ActorId


@dataclass
class Week:
    """What was stored, merged and used in a week."""

    impressions: int = 0
    stored: dict[tuple[ActorId, MemoryId], Memory] = field(default_factory=dict)
    """Every memory formed in the week, in the last wording it had, by villager and id."""

    merged: int = 0
    again: list[str] = field(default_factory=list)
    """The same thing stored a second time, while the first was still remembered."""

    restored: int = 0
    """The same thing stored again after the first had faded away."""

    weighed: set[tuple[MemoryId, Minute, str]] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    """How many of each kind were stored: importance row and first word of what happened."""

    def is_used(self, memory: Memory) -> bool:
        """Return whether a memory was recalled, weighed in a decision, or is of some importance."""
        recalled = memory.retrievals > memory.count - 1
        return recalled or memory.importance > 1 or (memory.id, memory.learnt, memory.text) in self.weighed

    @property
    def unused(self) -> list[Memory]:
        """The memories that nobody ever needed."""
        return [memory for memory in self.stored.values() if not self.is_used(memory)]


def lived(seed: int, patch: pytest.MonkeyPatch, days: int = 7) -> Week:
    """Let a village live for some days and keep account of its memories by listening at three doors."""
    story, week = read_story(), Week()
    state = opening_state(story, seed)
    _listen(week, patch)
    for _ in range(days):
        state = _alone(play(story, state, Wait(actor=PLAYER, minutes=DAY)))
    _kept(week, state)
    return week


def _alone(turn: Turn) -> State:
    """Return the state after a day in which the village's own rules answer whatever is asked."""
    try:
        question = next(turn)
        while True:
            if not isinstance(question, Reflect | Appraise):
                raise AssertionError(f"a village alone asked {type(question).__name__}")
            question = turn.send(Reflected() if isinstance(question, Reflect) else Appraised())
    except StopIteration as end:
        after: State = end.value.state
        return after


def _listen(week: Week, patch: pytest.MonkeyPatch) -> None:
    form, sweep, weigh = life.formed, life.swept, decide.memory_weight
    things: dict[tuple[ActorId, str, str, str], MemoryId] = {}

    def formed(villager: Villager, impression: Impression, *more: Any) -> tuple[Villager, MemoryId | None]:
        after, id_ = form(villager, impression, *more)
        week.impressions += 1
        if id_ is None:
            return after, id_
        if id_ < villager.next_id:
            week.merged += 1
            return after, id_
        memory = after.memories[id_]
        week.stored[villager.id, id_] = memory
        week.kinds[f"{impression.factor} {impression.importance:g}: {memory.what.text.split(' ')[0]} …"] += 1
        thing = villager.id, memory.who.text, memory.what.text, memory.where.text
        before = things.get(thing)
        if before is not None and _is_remembered(villager, before, more[0]):
            week.again.append(f"{villager.id}: {memory.text}")
        elif before is not None:
            week.restored += 1
        things[thing] = id_
        return after, id_

    def swept(villager: Villager, *more: Any) -> Villager:
        _kept_of(week, villager)
        return sweep(villager, *more)

    def weighed(memory: Memory, now: Minute) -> float:
        weight = weigh(memory, now)
        if weight >= decide.HEAVY and (memory.valence or PLAYER in memory.entities):
            week.weighed.add((memory.id, memory.learnt, memory.text))
        return weight

    patch.setattr(life, "formed", formed)
    patch.setattr(life, "swept", swept)
    patch.setattr(decide, "memory_weight", weighed)


def _is_remembered(villager: Villager, id_: MemoryId, now: Minute) -> bool:
    # A memory that is lost stays in the collection until the night.
    return id_ in villager.memories and not is_removed(villager.memories[id_], now)


def _kept(week: Week, state: State) -> None:
    for villager in state.villagers.values():
        _kept_of(week, villager)


def _kept_of(week: Week, villager: Villager) -> None:
    for memory in villager.memories:
        if (villager.id, memory.id) in week.stored:
            week.stored[villager.id, memory.id] = memory
