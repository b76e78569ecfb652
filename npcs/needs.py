"""Needs: what villagers come to want. A need's weight is computed from the clock, from 1 (content) to 3 (urgent)."""

from msgspec.structs import replace

from npcs.villager import NeedNow
from world.clock import HOUR, Minute, hours_between

LEAST, MOST = 1.0, 3.0
URGENT = MOST
"""The weight at which a need comes before all else (decision-pipeline document)."""


def weight(need: NeedNow, now: Minute) -> float:
    """Return how much a need weighs at `now`, from 1 to 3."""
    return min(MOST, LEAST + hours_between(need.rested_at, now) / need.hours_to_grow)


def lowered(need: NeedNow, by: float, now: Minute) -> NeedNow:
    """Return a need after something took `by` off its weight; it never falls below 1."""
    left = max(0.0, weight(need, now) - LEAST - by)
    return replace(need, rested_at=now - round(left * need.hours_to_grow * HOUR))
