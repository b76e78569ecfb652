"""What a session is played by, from its first turn to its last, whatever the settings of whoever reads it say.

A journal's header holds these, so that a replay forgets the same and a tester sees the same context. They are part of
the state: whatever has the state can reach them.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from npcs.memory.dynamics import Forgetting
from npcs.memory.salience import Fading

Tokens = Annotated[int, Meta(ge=0, le=100_000)]

FIXED = ("rules", "answer", "mark")
"""Sections in the game's own words, which no setting may cut: an answer depends on them."""

LEAST_TOKENS = 60
"""A section with less has no room for its heading and a few words."""

MEMORY_SECTIONS = ("key_facts", "covers", "recalled", "recent")
"""The sections that hold memories, and share a ceiling."""


class Ceilings(Struct, frozen=True, forbid_unknown_fields=True):
    """The most tokens of each section of a prompt; 6,500 together (epistemic-memory study, table 3)."""

    rules: Tokens = 320
    answer: Tokens = 550
    importance: Tokens = 300
    persona: Tokens = 600
    core: Tokens = 400
    mark: Tokens = 30
    state: Tokens = 200
    disposition: Tokens = 300
    surroundings: Tokens = 250
    present: Tokens = 200
    opinions: Tokens = 130
    key_facts: Tokens = 800
    covers: Tokens = 250
    recalled: Tokens = 1_200
    recent: Tokens = 500
    utterance: Tokens = 470


class Room(Struct, frozen=True, forbid_unknown_fields=True):
    """How much a villager can have in mind at once, in tokens."""

    budget: Tokens = 6_500
    """The most of a whole prompt (epistemic-memory study, table 3)."""

    memory: Tokens = 3_000
    """The most of all sections that hold memories together (EverMemory)."""

    ceilings: Ceilings = Ceilings()

    def __post_init__(self) -> None:
        """Refuse ceilings that cannot be kept together."""
        for name in Ceilings.__struct_fields__:
            if name not in FIXED and (ceiling := self.ceiling(name)) < LEAST_TOKENS:
                raise ValueError(f"ceilings.{name} must be at least {LEAST_TOKENS} tokens, not {ceiling}")
        everything = sum(map(self.ceiling, Ceilings.__struct_fields__))
        if everything > self.budget:
            fixed = sum(map(self.ceiling, FIXED))
            raise ValueError(
                f"context_budget is {self.budget} tokens, but the ceilings of the sections come to {everything} "
                f"({fixed} of them fixed): lower some of the ceilings, or raise context_budget"
            )
        if (memories := sum(map(self.ceiling, MEMORY_SECTIONS))) > self.memory:
            raise ValueError(
                f"memory_budget is {self.memory} tokens, but the ceilings of {', '.join(MEMORY_SECTIONS)} come to "
                f"{memories}: lower some of them, or raise memory_budget"
            )

    def ceiling(self, section: str) -> int:
        """Return the most tokens of a section."""
        return int(getattr(self.ceilings, section))


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that change what happens, as they were when a session began."""

    forgetting: Forgetting = Forgetting()
    room: Room = Room()
    fading: Fading = Fading()


RULES = Rules()
"""What is played by unless settings say otherwise."""


def ceilings_by_name(ceilings: Ceilings) -> dict[str, int]:
    """Return the ceilings, by section."""
    return dict(msgspec.structs.asdict(ceilings))
