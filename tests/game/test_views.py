"""What the panels and pages say."""

from dataclasses import replace as story_with

from msgspec.structs import replace

from game.regard import attitude_words
from game.shown import signed, spark, way_text
from game.views import (
    here_view,
    journal_lines,
    journal_view,
    map_lines,
    map_view,
    person_view,
    status_view,
    who_lines,
)
from npcs.disposition import FeelingsNow, Refinement, TraitChange, TraitNow
from npcs.memory.collection import Memories
from npcs.memory.record import UNKNOWN, Element, ElementState, Memory
from npcs.story import Story
from npcs.villager import Line, State, StoppedAction
from world.clock import at
from world.story import PLAYER


def facing(state: State, **changes: object) -> State:
    """Return the state with the smith faced, and parts of him replaced."""
    smith = replace(state.villagers["krzysztof"], **changes)
    return replace(
        state,
        world=replace(state.world, facing="krzysztof"),
        villagers={**state.villagers, "krzysztof": smith},
    )


def remembered(what: str, where: str) -> Memory:
    """Return a memory of the player on day 1."""
    known = {name: Element(text, ElementState.KNOWN) for name, text in (("what", what), ("where", where))}
    return Memory(
        3, at(1, 9), at(1, 9), Element("the stranger", ElementState.KNOWN), known["what"], UNKNOWN, known["where"],
        UNKNOWN, importance=6, factor="novelty", participants=(PLAYER,),
    )  # fmt: skip


def test_the_status_line_tells_when_where_and_who_answers(story: Story, state: State) -> None:
    """The line at the top tells title, time, part of the day, place and mind."""
    view = status_view(story, state, "village mind")
    assert (view.title, view.time, view.place, view.mind) == ("Tattlewood", "day 1, 07:00", "the forge", "village mind")
    assert view.part == "at dawn"


def test_nobody_is_faced_at_first(story: Story, state: State) -> None:
    """There is no person to show until the player turns to one."""
    assert person_view(story, state) is None


def test_a_stranger_shows_the_baseline(story: Story, state: State) -> None:
    """Before anything changed, each trait and feeling is what it was, and unmarked."""
    view = person_view(story, facing(state))
    assert view is not None
    assert (view.name, view.role, view.doing) == ("Krzysztof", "smith", "shoeing the mare")
    assert [each.name for each in view.feelings] == ["trust", "warmth", "fear", "respect"]
    assert all(each.baseline == each.now and len(each.history) == 1 for each in view.feelings)
    assert [(each.name, each.mark) for each in view.traits] == [("gruff", "")]
    assert view.because is None


def test_a_refinement_shows_what_changed_and_why(story: Story, state: State) -> None:
    """The panel tells baseline and now, which traits are new, dropped or reworded, and the memory behind it."""
    before = state.villagers["krzysztof"].dispositions[PLAYER]
    now = FeelingsNow(trust=0.3, warmth=0.1)
    change = TraitChange("fair", 0, 0.4, "", "pays what is owed")
    refinement = Refinement(4, at(2, 6), before.feelings, now, (change,), (3,), "the stranger paid the stranger's debt")
    traits = (
        TraitNow("gruff", "gruff, but not with you", 0.8, 0.8, "few words"),
        TraitNow("fair", "pays what is owed", 0.4, 0.0),
        TraitNow("sly", "counts twice", 0.0, 0.5, "counts twice"),
        TraitNow("calm", "slow to anger", 0.5, 0.5, "slow to anger"),
    )
    changed = replace(before, feelings=now, traits=traits, refinements=(refinement,))
    memories = Memories([remembered("paid for the shoe", "at the forge")])
    view = person_view(story, facing(state, dispositions={PLAYER: changed}, memories=memories))
    assert view is not None
    trust = view.feelings[0]
    assert (trust.baseline, trust.now, trust.history, len(trust.spark)) == (0.0, 0.3, (0.0, 0.3), 2)
    marks = {each.name: (each.mark, each.since) for each in view.traits}
    assert marks == {"gruff": ("reworded", None), "fair": ("new", 2), "sly": ("dropped", None), "calm": ("", None)}
    assert view.because is not None
    assert view.because.reason == "you paid your debt"
    assert (view.because.day, view.because.place, view.because.changed) == (1, "at the forge", 2)
    assert view.attitude == "reserved → civil"


def test_a_reason_outlives_its_memory(story: Story, state: State) -> None:
    """A refinement whose memory is gone still tells its reason, with the day it happened on."""
    before = state.villagers["krzysztof"].dispositions[PLAYER]
    refinement = Refinement(4, at(2, 6), before.feelings, before.feelings, (), (99,), "the stranger struck him")
    view = person_view(story, facing(state, dispositions={PLAYER: replace(before, refinements=(refinement,))}))
    assert view is not None
    assert view.because is not None
    assert (view.because.reason, view.because.day, view.because.place) == ("you struck him", 2, "")


def test_someone_interrupted_shows_what_they_left_off(story: Story, state: State) -> None:
    """Whom one talks with is listening, and what they were at is still told."""
    idle = replace(state, world=replace(state.world, doing={}))
    view = person_view(story, facing(idle, stopped=StoppedAction("shoe", 0, 30)))
    assert view is not None
    assert view.doing == "was shoeing the mare"


def test_here_lists_people_things_and_ways(story: Story, state: State) -> None:
    """The panel below lists who is here, what lies here and where one can go."""
    view = here_view(story, facing(state))
    assert [(each.name, each.doing, each.listens) for each in view.people] == [("Krzysztof", "shoeing the mare", True)]
    assert view.things == ("anvil",)
    assert view.carried == ("silver coin", "letter")
    assert [way_text(way) for way in view.exits] == ["the square 2 min east"]


def test_the_journal_keeps_who_said_what_when(story: Story, state: State) -> None:
    """The journal tells speaker, words and time, by villager."""
    talk = (Line(at(1, 7, 5), PLAYER, "Morning."), Line(at(1, 7, 7), "krzysztof", "Is it?"))
    view = journal_view(story, facing(state, talk=talk))
    assert view[0].name == "Krzysztof"
    assert view[0].lines == (("day 1, 07:05", "You", "Morning."), ("day 1, 07:07", "Krzysztof", "Is it?"))
    assert journal_lines(story, facing(state, talk=talk))[0] == "With Krzysztof:"
    assert journal_lines(story, state) == ("You have not talked with anyone yet.",)


def test_the_map_starts_here_and_tells_the_walk(story: Story, state: State) -> None:
    """The map begins where one stands and tells how far every other place is."""
    assert [(place.name, place.here, place.minutes) for place in map_view(story, state)] == [
        ("the forge", True, 0),
        ("the square", False, 2),
        ("the inn", False, 3),
    ]
    assert map_lines(story, state)[1] == "The square (2 min away): the forge 2 min west, the inn 1 min"


def test_a_place_without_a_way_is_said_to_have_none(story: Story, state: State) -> None:
    """A place that cannot be reached is on the map, and is said to be out of reach."""
    village = story.village
    cut_off = {**village.places, "isle": village.places["inn"].model_copy(update={"name": "the isle", "exits": ()})}
    cut = story_with(story, village=village.model_copy(update={"places": cut_off}))
    assert map_lines(cut, state)[-1] == "The isle (no way from here): no way on"


def test_who_lists_the_present_and_how_they_stand(story: Story, state: State) -> None:
    """`who` tells everyone here, and the feelings of whom the player faces."""
    lines = who_lines(story, facing(state))
    assert lines[:3] == ("Krzysztof, shoeing the mare.", "Krzysztof is reserved.", "  trust  0.0 →  0.0")


def test_attitudes_have_a_direction() -> None:
    """The attitude names where it began and where it is, or which way it moves."""
    cold, wary = FeelingsNow(trust=-0.5, warmth=-0.4), FeelingsNow(trust=-0.2, warmth=-0.1)
    assert attitude_words(wary, wary) == "wary"
    assert attitude_words(wary, FeelingsNow(trust=-0.1, warmth=-0.09)) == "wary → warming to you"
    assert attitude_words(wary, FeelingsNow(trust=-0.3, warmth=-0.2)) == "wary → cooling towards you"
    assert attitude_words(cold, FeelingsNow(trust=0.9, warmth=0.9, respect=0.9)) == "cold → fond of you"
    assert attitude_words(wary, FeelingsNow(trust=0.9, fear=0.6)) == "wary → afraid of you"


def test_sparks_and_signs_have_one_width() -> None:
    """A bar is one character from lowest to highest, a signed figure always four."""
    assert "".join(spark(value / 4) for value in range(-4, 5)) == "▁▂▃▄▅▅▆▇█"
    assert spark(-7) == "▁"
    assert [signed(value) for value in (0.31, -0.2, 0.04, -0.04)] == ["+0.3", "−0.2", " 0.0", " 0.0"]
