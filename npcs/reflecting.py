"""What happens when a villager looks back: what is over becomes episodes, told and appraised.

The village's own rules fill every field. A mind is asked besides, in two questions, where an episode is salient enough
to pay for; what it may judge is how it is told, felt and appraised, never what happened.
"""

from collections.abc import Generator
from typing import TypeAlias

from npcs.assembling import as_recalled
from npcs.memory.episode import Episode
from npcs.memory.episodes import drafted, is_routine, judged, kept, portrayed, runs_over, settled
from npcs.memory.record import Memory
from npcs.memory.salience import VIVID
from npcs.minds.mind import Answer, Appraise, Appraised, Question, Reflect, Reflected
from npcs.story import Story
from npcs.villager import State, Villager, with_villager
from world.story import ActorId

MOST_ASKED = 3
"""The most episodes of one villager that a mind is asked about at one time, so that a night has a price."""

Reflecting: TypeAlias = Generator[Question, Answer, Episode]


class WrongReflectionError(Exception):
    """A question about an episode was sent an answer of another kind."""


def looking_back(story: Story, state: State, npc: ActorId) -> Generator[Question, Answer, State]:
    """Put a villager's memories that are over into episodes, asking a mind about the salient ones."""
    villager, now, asked = state.villagers[npc], state.world.minute, 0
    runs = runs_over(villager, now)
    for run in runs:
        if is_routine(run):
            continue
        episode = drafted(story, villager, run, now, state.rules)
        if episode.initial.value >= VIVID and asked < MOST_ASKED:
            asked += 1
            episode = yield from _judged(state, villager, episode, run)
        villager = kept(villager, episode)
    return with_villager(state, settled(villager, runs, now, state.rules.fading))


def _judged(state: State, villager: Villager, episode: Episode, run: tuple[Memory, ...]) -> Reflecting:
    """Ask how an episode is told, then what it means."""
    npc, now = villager.id, state.world.minute
    memories = tuple(as_recalled(memory, 0.0, now, state.rules.forgetting) for memory in run)
    told = yield Reflect(npc, now, episode, memories, state.seed, state.rules.room)
    if not isinstance(told, Reflected):
        raise WrongReflectionError(f"asked to reflect, answered {type(told).__name__}")
    if told.portrait:
        episode = portrayed(villager, episode, told.portrait, state.rules)
    meant = yield Appraise(npc, now, episode, memories, state.seed, state.rules.room)
    if not isinstance(meant, Appraised):
        raise WrongReflectionError(f"asked to appraise, answered {type(meant).__name__}")
    if meant.appraisal is None:
        return episode
    return judged(episode, meant.appraisal, meant.changes or episode.changes)
