"""Where one episode ends and the next begins: four rules over memories in the order of their formation. Pure."""

import re
from collections.abc import Iterable, Sequence

from npcs.memory.record import ElementState, Memory
from world.clock import Minute
from world.story import ActorId

GAP = 10
"""Minutes without a memory after which another episode begins (episodic-memory document)."""

OVERLAP = 0.3
"""The least share of participants in common with the recent memories (episodic-memory document)."""

RECENT = 5
"""How many memories are the recent ones."""

LARGEST = 25
"""The most memories of one episode (episodic-memory document)."""

BACKGROUND = 1.0
"""Up to this importance a memory is background: whoever passes by does not change the scene (ours)."""

TRANSITIONS = tuple(
    re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE)
    for phrase in (
        r"(?:you|we|i) (?:arrived?|reach(?:ed)?|entered|enter) ",
        r"(?:you|we|i) (?:set out|set off|departed?|rode off|went away)",
        r"(?:the )?(?:next|following) (?:day|morning|evening|night|afternoon|week)",
        r"(?:some |many |a few |several |two |three )?(?:minutes|hours|days|weeks) (?:later|after|passed|went by)",
        r"(?:an hour|a day|a week|a while|some time|a little) later",
        r"later (?:that|the same) (?:day|morning|evening|night|afternoon)",
        r"(?:at|by) (?:dawn|daybreak|first light|nightfall)",
        r"when (?:i|we|you) (?:woke|awoke)",
        r"(?:meanwhile|elsewhere|back at)",
    )
)
"""Phrases that open another scene. Add one to have it known everywhere."""

_SPOKEN = re.compile(r"[“\"].*?(?:[”\"]|$)", re.DOTALL)
_AT = re.compile(r"^(?:at|in|on|by|inside|outside|near|behind|before)\s+", re.IGNORECASE)


def segmented(memories: Iterable[Memory], npc: ActorId) -> list[tuple[Memory, ...]]:
    """Return memories, given in the order of their formation, in the runs that belong together.

    Every memory is in exactly one run, and the order is kept.
    """
    runs: list[tuple[Memory, ...]] = []
    run: list[Memory] = []
    for memory in memories:
        if run and is_boundary(run, memory, npc):
            runs.append(tuple(run))
            run = []
        run.append(memory)
    return [*runs, tuple(run)] if run else runs


def is_boundary(run: Sequence[Memory], memory: Memory, npc: ActorId) -> bool:
    """Return whether a memory begins another episode than the run (not empty) of those before it."""
    return (
        len(run) >= LARGEST
        or is_over(run, memory.learnt)
        or _is_transition(memory)
        or _is_elsewhere(run, memory)
        or _is_other_company(run, memory, npc)
    )


def is_over(run: Sequence[Memory], now: Minute) -> bool:
    """Return whether so much time lies between a run and a minute that nothing formed then belongs to it."""
    return now - run[-1].learnt > GAP


def _is_transition(memory: Memory) -> bool:
    """Return whether its words open another scene. What somebody said of another time does not."""
    told = _SPOKEN.sub("", memory.what.text)
    return any(phrase.search(told) for phrase in TRANSITIONS)


def _is_elsewhere(run: Sequence[Memory], memory: Memory) -> bool:
    """Return whether it happened at another place than the last whose place is known: somebody arrived there."""
    before = next((place for each in reversed(run) if (place := place_of(each))), "")
    here = place_of(memory)
    return bool(here and before and here != before)


def place_of(memory: Memory) -> str:
    """Return where it was, without a preposition; empty if that is not known."""
    return _AT.sub("", memory.where.text) if memory.where.state is ElementState.KNOWN else ""


def _is_other_company(run: Sequence[Memory], memory: Memory, npc: ActorId) -> bool:
    """Return whether too few of those in it were in the recent memories. The villager is in all, and tells nothing."""
    if memory.importance <= BACKGROUND:
        return False
    now = set(memory.participants) - {npc}
    recent = {person for each in run[-RECENT:] for person in each.participants} - {npc}
    return bool(now and recent) and len(now & recent) < OVERLAP * len(now)
