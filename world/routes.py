"""The shortest ways through the village, in minutes on foot."""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias


class Route(NamedTuple):
    """The shortest way from one place to another."""

    minutes: int
    step: str
    """The next place on the way; the place itself when one is there."""


Routes: TypeAlias = Mapping[tuple[str, str], Route]
"""Routes by (from, to). A pair that is missing has no way between."""


def shortest_ways(exits: Mapping[str, Sequence[tuple[str, int]]]) -> Routes:
    """Return the shortest routes between all places, from each place's (neighbour, minutes).

    Ways of equal length are told apart by the name of their first step, so that they do not depend on file order.
    """
    routes: dict[tuple[str, str], Route] = {}
    for origin in exits:
        queue = [(0, origin, origin)]
        while queue:
            minutes, step, place = heappop(queue)
            if (origin, place) in routes:
                continue
            routes[origin, place] = Route(minutes, step)
            for to, walk in exits.get(place, ()):
                heappush(queue, (minutes + walk, to if place == origin else step, to))
    return routes
