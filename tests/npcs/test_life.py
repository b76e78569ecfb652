"""Villagers who live: needs grow, idle minds choose, people walk, arrive, start and stop."""

from collections import Counter

import pytest
from msgspec.structs import replace

from npcs import life, needs
from npcs.authored import read_story
from npcs.decide import choose
from npcs.turn import Outcome, opening_state, play
from npcs.villager import NeedNow, StoppedAction, digest, with_villager
from world.clock import DAY, HOUR, at, clock_time
from world.commands import Go, Wait
from world.events import Arrived, Left, Started, Stopped
from world.state import Doing, Whereabouts
from world.story import PLAYER


@pytest.fixture(scope="module")
def story():
    """Return the bundled story."""
    return read_story()


def waited(story, state, minutes) -> Outcome:
    """Let minutes pass with nobody to talk to, so that nothing is asked of any mind."""
    turn = play(story, state, Wait(actor=PLAYER, minutes=minutes))
    try:
        question = next(turn)
    except StopIteration as end:
        return end.value
    raise AssertionError(f"asked {type(question).__name__}")


@pytest.fixture(scope="module")
def week(story):
    """Return seven days without the player: the outcome of each."""
    state, days = opening_state(story, 11), []
    for _ in range(7):
        days.append(waited(story, state, DAY))
        state = days[-1].state
    return days


def test_a_need_grows_to_three_and_no_further():
    """A need weighs 1 when it was met, one more after its hours, and 3 at most."""
    need = NeedNow(rested_at=0, hours_to_grow=4)
    assert [needs.weight(need, hours * HOUR) for hours in (0, 2, 4, 8, 40)] == [1.0, 1.5, 2.0, 3.0, 3.0]
    assert needs.weight(needs.lowered(need, 1.5, 8 * HOUR), 8 * HOUR) == 1.5
    assert needs.weight(needs.lowered(need, 9, 8 * HOUR), 8 * HOUR) == 1.0


def test_everyone_eats_sleeps_and_works_every_day(week, story):
    """Over a week nobody starves, lies awake or stays idle."""
    for day in week[1:]:
        for npc in story.cast:
            own = [e for e in day.events if isinstance(e, Started) and e.actor == npc]
            begun = [story.village.activities[e.activity] for e in own]
            served = {need for activity in begun for need in activity.serves}
            assert {"hunger", "thirst", "rest", "work"} <= served, npc
            assert any(activity.asleep for activity in begun), npc


def test_no_two_days_are_the_same(week, story):
    """What somebody does, and when, differs from day to day."""
    for npc in story.cast:
        days = {
            tuple((clock_time(e.minute), e.activity) for e in day.events if isinstance(e, Started) and e.actor == npc)
            for day in week
        }
        assert len(days) == len(week), npc


def test_the_smith_is_at_the_forge_by_day_and_marta_at_the_inn(story):
    """Most of the working day finds each at their work."""
    state, found = opening_state(story, 3), Counter()
    for _ in range(20):
        state = waited(story, state, 30).state
        for npc, workplace in (("krzysztof", "forge"), ("marta", "inn")):
            found[npc] += state.world.whereabouts[npc].place == workplace
    assert found["krzysztof"] >= 11
    assert found["marta"] >= 11


def test_nobody_is_in_two_places(week):
    """Whoever sets out arrives where they were going, before they set out again."""
    walking = {}
    for event in (event for day in week for event in day.events):
        if isinstance(event, Left):
            assert event.actor not in walking
            walking[event.actor] = event
        elif isinstance(event, Arrived) and event.actor != PLAYER:
            left = walking.pop(event.actor)
            assert (left.towards, left.arrives) == (event.place, event.minute)
        elif isinstance(event, Started | Stopped):
            assert event.actor not in walking


def test_a_need_that_weighs_three_comes_before_all_else(story):
    """Someone starving in the middle of the day goes to eat, whatever else there is to do."""
    state = replace(opening_state(story, 5), world=replace(opening_state(story, 5).world, minute=at(1, 12, 30)))
    villager = state.villagers["krzysztof"]
    met = {name: NeedNow(state.world.minute, need.hours_to_grow) for name, need in villager.needs.items()}
    starved = {
        **met,
        "hunger": NeedNow(state.world.minute - 12 * HOUR, 3),
        "work": NeedNow(state.world.minute - 60, 1.2),
    }
    choice = choose(story, with_villager(state, replace(villager, needs=starved)), "krzysztof")
    assert "hunger" in story.village.activities[choice.activity].serves
    assert choice.urgent
    assert "hunger 3.0" in choice.why


def test_what_was_left_off_is_resumed_when_nothing_is_more_urgent(story):
    """Of two equal pieces of work, the one that was interrupted is taken up again."""
    state = opening_state(story, 5)
    villager = state.villagers["krzysztof"]
    minute = at(1, 10)
    met = {name: NeedNow(minute, need.hours_to_grow) for name, need in villager.needs.items()}
    busy = {**met, "work": NeedNow(minute - HOUR, 1.2)}
    for activity in ("shoe_horses", "forge_nails"):
        stopped = replace(villager, needs=busy, stopped=StoppedAction(activity, minute - 10, 20))
        world = replace(state.world, minute=minute, doing={})
        choice = choose(story, with_villager(replace(state, world=world), stopped), "krzysztof")
        assert choice.activity == activity
        assert "left off earlier" in choice.why


def test_an_interrupted_activity_becomes_the_stopped_action(story):
    """Being called away keeps what was left of the work."""
    state = opening_state(story, 5)
    world = replace(state.world, doing={"krzysztof": Doing("shoe_horses", 420, 500)})
    state, events = life.interrupted(story, replace(state, world=world), "krzysztof")
    assert [type(event) for event in events] == [Stopped]
    assert state.villagers["krzysztof"].stopped == StoppedAction("shoe_horses", 420, 80)
    assert "krzysztof" not in state.world.doing


def test_who_is_there_sees_it_and_who_sleeps_does_not(story):
    """A villager in the place remembers an arrival; one who is asleep or elsewhere does not."""
    state = opening_state(story, 5)
    sleeping = next(name for name, activity in story.village.activities.items() if activity.asleep)
    world = replace(
        state.world,
        whereabouts={
            **state.world.whereabouts,
            "marta": Whereabouts("stable"),
            "bartek": Whereabouts("stable"),
            "zofia": Whereabouts("mill"),
        },
        doing={"bartek": Doing(sleeping, 0, 900)},
    )
    state = replace(state, world=world)
    arrived = Arrived(actor="krzysztof", place="stable", minute=world.minute, origin="inn")
    after, _ = life.carried_out(story, state, (arrived,))
    grown = {npc: len(after.villagers[npc].memories) - len(state.villagers[npc].memories) for npc in state.villagers}
    assert grown["marta"] == 1
    assert grown["bartek"] == grown["zofia"] == 0
    memory = after.villagers["marta"].memories.last(1)[0]
    assert memory.who.text == "Krzysztof"
    assert memory.where.text == story.village.name("stable")


def test_the_player_walks_by_as_many_legs_as_it_takes(story):
    """Going somewhere that is not next door leads there all the same, in the minutes of the shortest way."""
    state = opening_state(story, 5)
    far = max(story.village.places, key=lambda place: story.village.routes["square", place].minutes)
    turn = play(story, state, Go(actor=PLAYER, place=far))
    with pytest.raises(StopIteration) as end:
        next(turn)
    after = end.value.value.state
    assert after.world.whereabouts[PLAYER] == Whereabouts(far)
    assert after.world.minute - state.world.minute == story.village.routes["square", far].minutes


def test_the_same_seed_lives_the_same_week_and_another_does_not(story):
    """A day is a function of the story and the seed."""
    ends = [digest(waited(story, opening_state(story, seed), DAY).state) for seed in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]


def test_nobody_comes_to_feel_otherwise_about_someone_they_never_met(story):
    """Two days without a word from the player leave every disposition as it was authored."""
    outcome = waited(story, opening_state(story, 5), 2 * DAY)
    assert not any(PLAYER in villager.dispositions for villager in outcome.state.villagers.values())
