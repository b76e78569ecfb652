"""The embedded village mind: talks well with no network."""

from npcs.minds.village.mind import VillageMind

__all__ = ["VillageMind"]
