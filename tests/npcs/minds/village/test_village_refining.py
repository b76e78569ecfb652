"""How memories change the smith towards the stranger."""

import asyncio

from npcs.context import Told
from npcs.disposition import FeelingsNow
from npcs.memory.record import ElementState
from npcs.minds.mind import Refine, Refined


def refined(mind, smith, *memories) -> Refined:
    """Return what the mind makes of the memories."""
    context = smith.now(recalled=memories).context
    ids = tuple(each.id for each in memories)
    return asyncio.run(mind.refine(Refine("krzysztof", "player", context.minute, ids, context)))


def did(memory, id_, what, **changes):
    """Return a memory of something that the stranger did."""
    return memory(id_, what=Told(what, ElementState.KNOWN), **changes)


def test_gifts_win_him(mind, smith, memory) -> None:
    """Gifts raise trust and warmth, soften what keeps people off, and are owed for."""
    now = refined(mind, smith, memory(1), memory(2))
    before = smith.context.disposition.feelings
    assert now.feelings.trust > before.trust
    assert now.feelings.warmth > before.warmth
    traits = {trait.name: trait for trait in now.traits}
    assert traits["gruff"].strength < 0.8
    assert "gave me a silver coin" in traits["indebted"].wording


def test_a_blow_makes_him_afraid(mind, smith, memory) -> None:
    """A blow costs trust and warmth, brings fear, and leaves him guarded."""
    now = refined(mind, smith, did(memory, 1, "punched me", valence=-0.9, arousal=0.9, importance=9.6))
    before = smith.context.disposition.feelings
    assert now.feelings.trust < before.trust
    assert now.feelings.warmth < before.warmth
    assert now.feelings.fear > before.fear
    traits = {trait.name: trait for trait in now.traits}
    assert traits["gruff"].strength > 0.8
    assert "punched me" in traits["guarded"].wording
    assert not traits["guarded"].good


def test_what_others_did_is_not_held_against_him(mind, smith, memory) -> None:
    """What somebody else did moves nothing but the mood."""
    other = did(memory, 1, "punched me", who=Told("Bartek", ElementState.KNOWN), valence=0.0)
    assert refined(mind, smith, other).feelings == smith.context.disposition.feelings


def test_only_what_is_listed_counts(mind, smith, memory) -> None:
    """Memories that the question does not list, and forgotten ones, change nothing."""
    context = smith.now(recalled=(memory(5),)).context
    now = asyncio.run(mind.refine(Refine("krzysztof", "player", context.minute, (), context)))
    assert now == Refined(context.disposition.feelings, ())
    gone = memory(1, what=Told("", ElementState.FORGOTTEN))
    assert refined(mind, smith, gone).traits == ()


def test_feelings_stay_in_range(mind, smith, memory) -> None:
    """However much happens, feelings stay between -1 and 1."""
    smith.feels(trust=0.95, warmth=0.98, fear=-1.0, respect=1.0)
    now = refined(mind, smith, *(memory(id_) for id_ in range(1, 9)))
    assert isinstance(now.feelings, FeelingsNow)
    assert all(-1 <= getattr(now.feelings, each) <= 1 for each in ("trust", "warmth", "fear", "respect"))
