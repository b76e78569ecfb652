"""The authored whole, as play uses it: the village, its cast and the importance table. Frozen."""

from collections.abc import Mapping
from dataclasses import dataclass

from npcs.character import Character, ImportanceTable
from world.story import ActorId, Village


@dataclass(frozen=True, slots=True)
class Story:
    """Village, cast, facts: read from TOML by `npcs.authored`."""

    village: Village
    cast: Mapping[ActorId, Character]
    importance: ImportanceTable
    fingerprint: str
    """SHA-256 of the authored files; a journal names the story it was played in."""

    warnings: tuple[str, ...] = ()
    """Mistakes of the author's that play can live with, each with its place and what to do."""
