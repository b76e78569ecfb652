"""What a turn reads like."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.phrases import duration_words, some, their_act, your_act
from game.playable import Passage
from game.wording import stands, worded
from npcs.story import Story
from npcs.villager import Line, State
from world.clock import at
from world.events import (
    Approached,
    Arrived,
    Did,
    Event,
    Examined,
    Gave,
    Left,
    Parted,
    Refused,
    Said,
    Started,
    Stopped,
    Took,
    Waited,
)
from world.rules import evolve
from world.state import Doing, Whereabouts
from world.story import PLAYER

SEVEN = at(1, 7)


def told(story: Story, before: State, *events: Event, until: int = 0) -> list[str]:
    """Return the words for events, each marked with its kind unless it is narration."""
    return [
        each.text if each.kind == "narration" else f"{each.kind}: {each.text}"
        for each in passages(story, before, *events, until=until)
    ]


def passages(story: Story, before: State, *events: Event, until: int = 0) -> tuple[Passage, ...]:
    """Return the passages for events that follow on a state."""
    world = before.world
    for event in events:
        world = evolve(world, event)
    after = replace(before, world=replace(world, minute=until or max(event.minute for event in events)))
    return worded(story, before, after, events)


def by(actor: str, minute: int = SEVEN, place: str = "forge") -> dict[str, Any]:
    """Return what every event tells."""
    return {"actor": actor, "place": place, "minute": minute}


def test_a_first_look_tells_place_people_things_and_ways(story: Story, state: State) -> None:
    """Looking around tells where one is, who does what there, what lies there, and where one can go."""
    assert told(story, state, Examined(**by(PLAYER), subject="forge")) == [
        "title: The forge",
        "The forge is hot and smells of burnt horn.",
        "Krzysztof, the smith, is shoeing the mare. You see an anvil.",
        "From here: the square (2 min, east).",
    ]


def test_a_person_looked_at_shows_what_they_carry(story: Story, state: State) -> None:
    """A close look at a person tells their looks, what they do and what they carry openly."""
    assert told(story, state, Examined(**by(PLAYER), subject="krzysztof")) == [
        "A man with singed brows. He is shoeing the mare. He has some tongs."
    ]


def test_a_letter_looked_at_is_read(story: Story, state: State) -> None:
    """What is written on a thing is read out with its description."""
    assert told(story, state, Examined(**by(PLAYER), subject="letter")) == [
        "A letter folded small. It reads: “Come at once. T.”"
    ]


def test_being_spoken_to_turns_a_villager_from_their_work(story: Story, state: State) -> None:
    """A villager who is addressed leaves off and turns to the player; then comes the reply, which streams."""
    shown = passages(
        story,
        state,
        Said(**by(PLAYER), to="krzysztof", text="Good morning."),
        Stopped(**by("krzysztof"), activity="shoe", finished=False),
        Said(**by("krzysztof"), to=PLAYER, text="Is it?"),
    )
    assert shown[0] == Passage("you", "Good morning.", "You")
    assert shown[1].text.startswith("Krzysztof ")
    assert shown[1].text.endswith(" shoeing the mare and turns to you.")
    assert shown[2] == Passage("speech", "Is it?", "Krzysztof", stream=True)


def test_a_gift_names_its_reason(story: Story, state: State) -> None:
    """What is given is told with whom to and what for."""
    gave = Gave(**by(PLAYER), to="krzysztof", thing="coin", reason="the horseshoes")
    assert told(story, state, gave) == ["You give Krzysztof the silver coin, for the horseshoes."]


def test_a_refusal_is_a_refusal(story: Story, state: State) -> None:
    """What cannot be done is told as such, in the words of the rules."""
    refused = Refused(**by(PLAYER), words="You see no goose here.")
    assert told(story, state, refused) == ["refusal: You see no goose here."]


def test_a_walk_through_a_place_only_glances_at_it(story: Story, state: State) -> None:
    """On a walk of several legs, only the place one stays at is described whole."""
    events = (
        Left(**by(PLAYER), towards="square", arrives=SEVEN + 2),
        Arrived(**by(PLAYER, SEVEN + 2, "square"), origin="forge"),
        Left(**by(PLAYER, SEVEN + 2, "square"), towards="inn", arrives=SEVEN + 3),
        Arrived(**by(PLAYER, SEVEN + 3, "inn"), origin="square"),
    )
    words = told(story, state, *events)
    assert words[:3] == [
        "You walk two minutes east to the square.",
        "You walk on one minute to the inn.",
        "title: The inn",
    ]
    assert "Marta, the innkeeper, is here, at a loose end." in words


def test_people_met_on_the_way_are_named(story: Story, state: State) -> None:
    """Whoever is at a place one only walks through is told, and nothing else of it."""
    marta = replace(
        state, world=replace(state.world, whereabouts={**state.world.whereabouts, "marta": Whereabouts("square")})
    )
    events = (
        Left(**by(PLAYER), towards="square", arrives=SEVEN + 2),
        Arrived(**by(PLAYER, SEVEN + 2, "square"), origin="forge"),
        Left(**by(PLAYER, SEVEN + 2, "square"), towards="inn", arrives=SEVEN + 3),
    )
    assert told(story, marta, *events)[1] == "At the square you pass Marta."


def test_walking_off_says_no_farewell_of_its_own(story: Story, state: State) -> None:
    """Parting that comes with walking away is not told twice."""
    events = (Parted(**by(PLAYER), to="krzysztof"), Left(**by(PLAYER), towards="square", arrives=SEVEN + 2))
    assert told(story, state, *events) == ["You walk two minutes east to the square."]
    assert told(story, state, events[0]) == ["You take your leave of Krzysztof."]


def test_nothing_elsewhere_is_told(story: Story, state: State) -> None:
    """What happens where the player is not, or while they walk, is not told."""
    marta = Started(**by("marta", place="inn"), activity="sweep", until=SEVEN + 20)
    left = Left(**by(PLAYER), towards="square", arrives=SEVEN + 2)
    smith = Stopped(**by("krzysztof", SEVEN + 1), activity="shoe", finished=True)
    assert told(story, state, marta) == []
    assert told(story, state, left, smith) == ["You walk two minutes east to the square."]


def test_a_sleeping_player_perceives_nothing(story: Story) -> None:
    """Someone asleep sees and hears nothing."""
    from small_game import small_state

    asleep = small_state(story, doing={PLAYER: Doing("sleep", SEVEN, SEVEN + 400)})
    assert told(story, asleep, Took(**by("krzysztof"), thing="anvil")) == []


def test_coming_in_and_starting_is_one_sentence(story: Story, state: State) -> None:
    """What one person does in one minute is one sentence."""
    away = replace(state, world=evolve(state.world, Left(**by("marta", place="inn"), towards="forge", arrives=SEVEN)))
    events = (
        Arrived(**by("marta", SEVEN + 4), origin="square"),
        Started(**by("marta", SEVEN + 4), activity="nails", until=SEVEN + 14),
    )
    (words,) = told(story, away, *events)
    assert words.startswith("Marta comes in from the square and ")
    assert words.endswith(" buying nails.")


def test_a_passer_by_passes_through(story: Story, state: State) -> None:
    """Someone who comes in and goes on in the same minute is told as passing through."""
    here = replace(state, world=replace(state.world, whereabouts={PLAYER: Whereabouts("square")}))
    events = (
        Arrived(**by("marta", place="square"), origin="inn"),
        Left(**by("marta", place="square"), towards="forge", arrives=SEVEN + 2),
    )
    assert told(story, here, *events) == ["Marta passes through, from the inn to the forge."]


def comings_and_goings(hours: int) -> tuple[Event, ...]:
    """Return Marta coming for nails and leaving again, three times an hour."""
    events: list[Event] = [Waited(**by(PLAYER), minutes=hours * 60)]
    for start in range(SEVEN + 5, SEVEN + hours * 60, 20):
        events += [
            Arrived(**by("marta", start), origin="square"),
            Started(**by("marta", start), activity="nails", until=start + 10),
            Stopped(**by("marta", start + 10), activity="nails", finished=True),
            Left(**by("marta", start + 10), towards="square", arrives=start + 12),
        ]
    return tuple(events)


def test_a_long_wait_is_a_handful_of_lines(story: Story, state: State) -> None:
    """Hours of coming and going are summed up, one line a person, with the times of day."""
    words = told(story, state, *comings_and_goings(6), until=SEVEN + 360)
    assert words[0] == "You wait six hours. It is 13:00, around noon."
    assert len(words) == 2
    assert words[1].startswith("Marta is in and out from 07:05 to 12:55, buying nails, and at last ")


def test_a_short_wait_tells_each_thing_with_its_time(story: Story, state: State) -> None:
    """An hour with few events tells each of them, and when."""
    events = (
        Waited(**by(PLAYER), minutes=60),
        Stopped(**by("krzysztof", SEVEN + 10), activity="shoe", finished=True),
        Left(**by("krzysztof", SEVEN + 55), towards="square", arrives=SEVEN + 57),
    )
    words = told(story, state, *events, until=SEVEN + 60)
    assert len(words) == 2
    assert words[1].startswith("At 07:55 Krzysztof ")
    assert words[1].endswith(" the square.")


def test_the_same_turn_always_reads_the_same(story: Story, state: State) -> None:
    """Wording varies from person to person and minute to minute, never from one telling to the next."""
    events = comings_and_goings(2)
    assert passages(story, state, *events) == passages(story, state, *events)
    starts = {
        told(story, state, Stopped(**by("krzysztof", SEVEN + minute), activity="shoe", finished=True))[0]
        for minute in range(30)
    }
    assert len(starts) > 1


def test_others_act_in_the_third_person(story: Story, state: State) -> None:
    """What a villager does is told as seen, whatever person it was written in."""
    events = (
        Did(**by("krzysztof"), to=None, text="wipe my hands on my apron"),
        Gave(**by("krzysztof"), to=PLAYER, thing="tongs"),
        Approached(**by("krzysztof"), to=PLAYER),
    )
    assert told(story, state, *events) == [
        "Krzysztof wipes his hands on his apron.",
        "Krzysztof gives you the tongs.",
        "Krzysztof comes up to you.",
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("hug Krzysztof", "You hug Krzysztof"),
        ("I punch him", "You punch him"),
        ("*wipe my eyes*", "You wipe your eyes"),
        ("I am sorry for myself", "You are sorry for yourself"),
    ],
)
def test_free_acts_are_told_to_whoever_did_them(typed: str, read: str) -> None:
    """An act typed in the first person reads as the player's own."""
    assert your_act(typed) == read


def test_verbs_follow_a_name() -> None:
    """Verbs take the ending that a name asks for."""
    assert their_act("Marta", "she", "I carry my pail") == "Marta carries her pail"
    assert their_act("Marta", "she", "push me off") == "Marta pushes her off"
    assert their_act("Marta", "she", "") == "Marta pauses"


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "no minutes"),
        (1, "one minute"),
        (20, "20 minutes"),
        (60, "an hour"),
        (90, "an hour and a half"),
        (135, "two hours and 15 minutes"),
        (1440, "a day"),
    ],
)
def test_durations_are_said_as_people_say_them(minutes: int, words: str) -> None:
    """Durations are words, not figures with colons."""
    assert duration_words(minutes) == words


def test_things_come_with_an_article() -> None:
    """A thing come upon takes `a`, `an` or `some`."""
    assert [some(noun) for noun in ("anvil", "horseshoes", "pair of tongs", "glass", "his hat")] == [
        "an anvil",
        "some horseshoes",
        "a pair of tongs",
        "a glass",
        "his hat",
    ]


def test_taking_a_game_up_again_reminds_of_the_last_words(story: Story, state: State) -> None:
    """A resumed game shows where one stands and what was last said with whoever is faced."""
    lines = tuple(Line(SEVEN, who, f"line {n}") for n, who in enumerate([PLAYER, "krzysztof"] * 4))
    smith = replace(state.villagers["krzysztof"], talk=lines)
    talking = replace(
        state,
        world=replace(state.world, facing="krzysztof"),
        villagers={**state.villagers, "krzysztof": smith},
    )
    shown = stands(story, talking)
    assert shown[0] == Passage("title", "The forge")
    assert [each.text for each in shown[-4:]] == ["line 4", "line 5", "line 6", "line 7"]
    assert shown[-1].speaker == "Krzysztof"


def test_those_who_only_pass_are_named_together(story: Story, state: State) -> None:
    """In a long wait, whoever was only on the way to somewhere else gets no line of their own."""
    passing: list[Event] = []
    for who, start in (("marta", SEVEN + 5), ("marta", SEVEN + 50), ("krzysztof", SEVEN + 52)):
        passing += [
            Arrived(**by(who, start, "square"), origin="inn"),
            Left(**by(who, start, "square"), towards="forge", arrives=start + 2),
        ]
    here = replace(state, world=replace(state.world, whereabouts={PLAYER: Whereabouts("square")}))
    assert told(story, here, *passing) == ["Marta and Krzysztof come and go."]
