"""How memories of the player change a villager, within bounds."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from npcs import personality
from npcs.disposition import Disposition, FeelingsNow, TraitNow
from npcs.memory.collection import Memories
from npcs.memory.record import Element, ElementState, Memory
from npcs.minds.mind import Refined, Reworded
from npcs.villager import State, Villager
from world.state import World

GRUFF = TraitNow("gruff", "says little", 0.8, 0.8, "says little", good=False)
START = Disposition("player", FeelingsNow(), FeelingsNow(), (GRUFF,), memories_since=8)
STATE = State(World(500, {}, {}, {}), {}, seed=1, turn=9)
unit = st.floats(-5, 5, allow_nan=False)


def memory(id_: int, importance: float, *participants: str, attention: float = 1.0) -> Memory:
    """Return a memory of something that somebody did."""
    known = Element("something", ElementState.KNOWN, attention)
    return Memory(id_, 480, 480, known, known, known, known, known, importance, "novelty", participants=participants)


@given(unit, unit, unit, unit, st.sampled_from(["subtle", "moderate", "strong"]))
def test_no_refinement_exceeds_its_step_or_the_range(trust, warmth, fear, respect, pace):
    """Whatever a mind answers, feelings move a bounded step and stay within -1 and 1."""
    answer = Refined(FeelingsNow(trust, warmth, fear, respect), ())
    after = personality.refined(START, answer, [], STATE, pace).feelings
    for name in ("trust", "warmth", "fear", "respect"):
        assert abs(getattr(after, name)) <= personality.LARGEST_STEP[pace] + 1e-9


@given(unit)
def test_a_trait_strengthens_by_steps_and_keeps_its_baseline(strength):
    """A trait stays between 0 and 1, and what it was authored as is not lost."""
    after = personality.refined(
        START, Refined(FeelingsNow(), (Reworded("gruff", "says more", strength),)), [], STATE, "moderate"
    )
    assert 0.6 - 1e-9 <= after.traits[0].strength <= 1.0
    assert after.traits[0].baseline == 0.8
    assert after.traits[0].baseline_wording == "says little"


def test_a_refinement_keeps_its_reasons():
    """Whoever asks can see what changed, when, and the memories behind it."""
    because = [memory(3, 8, "player")]
    answer = Refined(FeelingsNow(trust=0.1), (Reworded("indebted", "owes you a shoe", 0.1),))
    after = personality.refined(START, answer, because, STATE, "moderate")
    (refinement,) = after.refinements
    assert (refinement.turn, refinement.minute, refinement.because) == (9, 500, (3,))
    assert refinement.reason == "something something"
    assert [change.name for change in refinement.traits] == ["indebted"]
    assert after.memories_since == 0


def test_nothing_changed_leaves_no_refinement():
    """A refinement that changes nothing is not put on record, but the count begins anew."""
    after = personality.refined(START, Refined(FeelingsNow(), ()), [], STATE, "moderate")
    assert after == replace(START, memories_since=0)


def test_a_new_trait_that_fades_to_nothing_is_dropped_and_an_authored_one_stays():
    """Only what memories brought can be wholly taken away."""
    brought = TraitNow("indebted", "owes you", 0.1, 0.0, "")
    weak = replace(GRUFF, strength=0.1)
    both = replace(START, traits=(weak, brought))
    answer = Refined(FeelingsNow(), (Reworded("gruff", "says little", 0), Reworded("indebted", "owes you", 0)))
    after = personality.refined(both, answer, [], STATE, "moderate")
    assert [(trait.name, trait.strength) for trait in after.traits] == [("gruff", 0.0)]


def test_the_strongest_memories_of_the_person_are_asked_about():
    """Memories of others do not count, and the best retained come first."""
    kept = Memories([memory(1, 2, "player"), memory(2, 9, "player"), memory(3, 9, "marta"), memory(4, 5, "player")])
    villager = Villager("krzysztof", kept, 5, {}, {})
    assert [m.id for m in personality.strongest_about(villager, "player", 500)][:2] == [2, 4]
    assert 3 not in {m.id for m in personality.strongest_about(villager, "player", 500)}


def test_dawn_asks_sooner_than_the_day():
    """By day it takes eight new memories, at dawn one."""
    one = replace(START, memories_since=1)
    assert personality.is_due(one, dawn=True)
    assert not personality.is_due(one, dawn=False)
    assert personality.is_due(START, dawn=False)
    assert not personality.is_due(replace(START, memories_since=0), dawn=True)
