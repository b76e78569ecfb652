"""The rules of the place: what a command leads to, and what an event changes."""

import pytest

from npcs.authored import read_story
from world.commands import Act, Drop, Give, Go, Look, Part, Say, Show, Start, Stop, Take, Talk, Wait
from world.events import Approached, Arrived, Dropped, Gave, Left, Parted, Refused, Said, Started, Stopped, Took
from world.rules import decide, evolve, minutes_of
from world.state import Whereabouts, opening_world
from world.story import PLAYER


@pytest.fixture(scope="module")
def village():
    """Return the bundled village."""
    return read_story().village


@pytest.fixture
def world(village):
    """Return the opening with the player beside the smith."""
    opening = opening_world(village)
    return evolve(opening, Arrived(actor=PLAYER, place="forge", minute=430, origin="square"))


def refusal(village, world, command):
    """Return the words of the one refusal that a command leads to."""
    (event,) = decide(village, world, command)
    assert isinstance(event, Refused)
    assert evolve(world, event) == world
    return event.words


def test_a_gift_changes_hands(village, world):
    """What is given is with whoever it was given to, and the reason goes along."""
    (gave,) = decide(village, world, Give(actor=PLAYER, to="krzysztof", thing="silver_coin", reason="for the shoe"))
    assert gave == Gave(
        actor=PLAYER, place="forge", minute=world.minute, to="krzysztof", thing="silver_coin", reason="for the shoe"
    )
    after = evolve(world, gave)
    assert after.held["silver_coin"] == "krzysztof"
    assert after.facing == "krzysztof"


def test_what_one_does_not_have_cannot_be_given_shown_or_dropped(village, world):
    """Only what is in hand can leave it."""
    for command in (
        Give(actor=PLAYER, to="krzysztof", thing="anvil"),
        Show(actor=PLAYER, to="krzysztof", thing="anvil"),
    ):
        assert "do not have" in refusal(village, world, command)
    assert "do not have" in refusal(village, world, Drop(actor=PLAYER, thing="anvil"))


def test_what_is_fixed_stays(village, world):
    """Nobody walks off with the anvil."""
    assert "not something to carry off" in refusal(village, world, Take(actor=PLAYER, thing="anvil"))


def test_what_is_put_down_can_be_picked_up(village, world):
    """A thing lies where it was dropped."""
    (dropped,) = decide(village, world, Drop(actor=PLAYER, thing="letter"))
    assert isinstance(dropped, Dropped)
    world = evolve(world, dropped)
    assert world.held["letter"] == "forge"
    (took,) = decide(village, world, Take(actor=PLAYER, thing="letter"))
    assert isinstance(took, Took)
    assert evolve(world, took).held["letter"] == PLAYER


def test_who_is_elsewhere_cannot_be_spoken_to(village, world):
    """Words, gifts and blows need someone within reach."""
    for command in (
        Talk(actor=PLAYER, to="marta"),
        Say(actor=PLAYER, to="marta", text="hello"),
        Act(actor=PLAYER, to="marta", text="hug Marta"),
        Give(actor=PLAYER, to="marta", thing="letter"),
    ):
        assert refusal(village, world, command) == "Marta is not here."


def test_a_conversation_is_begun_and_ended(village, world):
    """Turning to someone makes them the one who is faced, until one parts or walks away."""
    (approached,) = decide(village, world, Talk(actor=PLAYER, to="krzysztof"))
    assert isinstance(approached, Approached)
    world = evolve(world, approached)
    assert world.facing == "krzysztof"
    (parted,) = decide(village, world, Part(actor=PLAYER))
    assert parted == Parted(actor=PLAYER, place="forge", minute=world.minute, to="krzysztof")
    assert evolve(world, parted).facing is None
    assert "not talking" in refusal(village, evolve(world, parted), Part(actor=PLAYER))


def test_a_villager_can_end_a_conversation_too(village, world):
    """When the villager turns away, they part from the player and not from themself."""
    world = evolve(world, Approached(actor=PLAYER, place="forge", minute=430, to="krzysztof"))
    (parted,) = decide(village, world, Part(actor="krzysztof"))
    assert (parted.actor, parted.to) == ("krzysztof", PLAYER)


def test_walking_takes_the_minutes_of_the_way(village, world):
    """One sets out, is on the way, and arrives; nothing can be done in between."""
    way = village.places["forge"].exits[0]
    command = Go(actor=PLAYER, place=way.to)
    *_, left = decide(village, world, command)
    assert isinstance(left, Left)
    assert left.arrives - left.minute == way.minutes == minutes_of(command, village, world)
    walking = evolve(world, left)
    assert walking.place_of(PLAYER) is None
    assert "on the way" in refusal(village, walking, Look(actor=PLAYER))
    arrived = evolve(walking, Arrived(actor=PLAYER, place=way.to, minute=left.arrives, origin="forge"))
    assert arrived.whereabouts[PLAYER] == Whereabouts(way.to)


def test_a_refused_walk_tells_the_ways_there_are(village, world):
    """Whoever cannot go there is told where they can go."""
    assert "already" in refusal(village, world, Go(actor=PLAYER, place="forge"))


def test_the_room_hears_what_is_said_to_nobody(village, world):
    """One may speak to everyone at once, and faces nobody by it."""
    (said,) = decide(village, world, Say(actor=PLAYER, to=None, text="good day"))
    assert isinstance(said, Said)
    assert evolve(world, said).facing is None


def test_an_activity_is_begun_where_it_can_be_done(village, world):
    """A new activity ends the old one, and only its places will do."""
    here = next(
        (name, a)
        for name, a in village.activities.items()
        if "forge" in a.places and (not a.who or "krzysztof" in a.who)
    )
    (started,) = decide(village, world, Start(actor="krzysztof", activity=here[0]))
    assert isinstance(started, Started)
    busy = evolve(world, started)
    assert busy.doing["krzysztof"].until == world.minute + here[1].minutes
    (stopped,) = decide(village, busy, Stop(actor="krzysztof"))
    assert isinstance(stopped, Stopped)
    assert not stopped.finished
    assert evolve(busy, stopped).doing == {}
    elsewhere = next(
        name for name, a in village.activities.items() if "forge" not in a.places and "home" not in a.places
    )
    assert "not where" in refusal(village, world, Start(actor="krzysztof", activity=elsewhere))


def test_waiting_takes_as_long_as_it_says(village, world):
    """A wait costs its own minutes, a word its two."""
    assert minutes_of(Wait(actor=PLAYER, minutes=90), village, world) == 90
    assert minutes_of(Say(actor=PLAYER, to=None, text="x"), village, world) == 2
