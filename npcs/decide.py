"""What an idle villager does next: the village mind's utility over everything that can be done and reached.

    utility = Σ weight(need) · relief(need)  −  0.1 · minutes on foot  +  memories  +  resuming  +  whim

Relief is what the activity would really take off a need's weight, so nobody eats when full. A need that weighs 3 comes
before all else: then only what serves it is compared. Every number is in the sentence that `why` shows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from npcs import needs
from npcs.memory.dynamics import weight as memory_weight
from npcs.story import Story
from npcs.villager import State, Villager
from world.chance import chance
from world.clock import DAY, clock_time, is_between
from world.rules import activity_places
from world.state import World
from world.story import PLAYER, Activity, ActorId, PlaceId

WALKING_COST = 0.1
"""Utility lost for each minute on foot: nearer is better."""

RESUMING = 0.75
"""Utility of going back to what was left off, at the same needs."""

WHIM = 0.4
"""The most that a passing mood adds, so that no two days are the same."""

HEAVY = 14.0
"""The weight (of 30) from which a memory has a say in what to do."""

MEMORY_PULL = 0.6
"""The most that memories add to a place or take from it."""

NEWEST_CONSIDERED = 60
"""How many of the newest memories are weighed at a decision."""

WORTH_DOING = 0.35
"""The utility under which a villager would rather stand about."""

LEAST_RELIEF = 0.2
"""Need-weighted relief under which an activity is no option: nobody goes to sip three times before bed."""


class Choice(NamedTuple):
    """What a villager would do, where, and what speaks for it."""

    activity: str
    place: PlaceId
    utility: float
    why: str
    urgent: bool


def choose(story: Story, state: State, npc: ActorId, *, farthest: int = DAY) -> Choice | None:
    """Return what an idle villager does next within `farthest` minutes on foot, or None for nothing in particular."""
    villager, world = state.villagers[npc], state.world
    weights = {name: needs.weight(need, world.minute) for name, need in villager.needs.items()}
    pull = _memory_pull(villager, world)
    options = [option for option in _options(story, world, npc, weights) if option[3] <= farthest]
    urgent = {name for name, weighs in weights.items() if weighs >= needs.URGENT}
    pressing = [option for option in options if urgent & set(option[1].serves)]
    best: Choice | None = None
    for name, activity, place, minutes in pressing or options:
        relief = sum(
            weights[n] * min(by, weights[n] - needs.LEAST) for n, by in activity.serves.items() if n in weights
        )
        if relief < LEAST_RELIEF:
            continue
        resumed = RESUMING if villager.stopped and villager.stopped.activity == name else 0.0
        mood = WHIM * chance(state.seed, npc, world.minute, name, place)
        utility = relief - WALKING_COST * minutes + pull.get(place, 0.0) + resumed + mood
        if best is None or utility > best.utility:
            why = _sentence(activity, weights, minutes, pull.get(place, 0.0), resumed, utility)
            best = Choice(name, place, utility, why, bool(pressing))
    return best if best and best.utility >= WORTH_DOING else None


def _options(
    story: Story, world: World, npc: ActorId, weights: dict[str, float]
) -> Iterator[tuple[str, Activity, PlaceId, int]]:
    """Yield what can be done now: activity, place and minutes on foot."""
    here = world.whereabouts[npc].place
    for name, activity in story.village.activities.items():
        if not is_available(activity, npc, world) or not any(need in weights for need in activity.serves):
            continue
        for place in activity_places(activity, story.village, npc):
            route = story.village.routes.get((here, place))
            if route and all(world.held[thing] in (place, npc) for thing in activity.uses):
                yield name, activity, place, route.minutes


def is_available(activity: Activity, npc: ActorId, world: World) -> bool:
    """Return whether a villager may begin an activity at this hour."""
    if activity.who and npc not in activity.who:
        return False
    return activity.opens == activity.closes or is_between(world.minute, activity.opens, activity.closes)


def _memory_pull(villager: Villager, world: World) -> dict[PlaceId, float]:
    """Return how far heavy memories draw a villager to a place (above 0) or keep them away (below)."""
    pull: dict[PlaceId, float] = {}
    for memory in villager.memories.last(NEWEST_CONSIDERED):
        weighs = memory_weight(memory, world.minute)
        if weighs < HEAVY:
            continue
        for entity in memory.entities:
            place = world.place_of(entity) if entity in world.whereabouts else entity
            if place and entity != villager.id and (memory.valence or entity == PLAYER):
                pull[place] = pull.get(place, 0.0) + memory.valence * weighs / 30
    return {place: max(-MEMORY_PULL, min(MEMORY_PULL, sum_)) for place, sum_ in pull.items()}


def _sentence(
    activity: Activity, weights: dict[str, float], minutes: int, pull: float, resumed: float, utility: float
) -> str:
    served = ", ".join(f"{name} {weights[name]:.1f}" for name in activity.serves if name in weights)
    parts = [f"{served} of 3", f"{minutes} min away"]
    if abs(pull) >= 0.05:
        parts.append(f"memories of the place {pull:+.2f}")
    if resumed:
        parts.append(f"left off earlier {resumed:+.2f}")
    return f"to {activity.name}: {'; '.join(parts)}; in all {utility:.2f}"


def describe_choice(choice: Choice, world: World) -> str:
    """Return a choice in one sentence with its numbers and the time it was made."""
    return f"{clock_time(world.minute)} chose {choice.why}."
