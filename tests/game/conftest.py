"""The small game of `small_game`, as fixtures."""

import pytest
from msgspec.structs import replace
from small_game import Game, small_state, small_story

from npcs.story import Story
from npcs.villager import Line, State
from world.story import PLAYER


@pytest.fixture
def story() -> Story:
    """Return the small village."""
    return small_story()


@pytest.fixture
def state(story: Story) -> State:
    """Return it at 07:00."""
    return small_state(story)


@pytest.fixture
def game(story: Story, state: State) -> Game:
    """Return a game in the small village."""
    said = (Line(state.world.minute, PLAYER, "Good morning."), Line(state.world.minute, "krzysztof", "Day to you."))
    spoken = replace(state.villagers["krzysztof"], talk=said)
    return Game(story, replace(state, villagers={**state.villagers, "krzysztof": spoken}))


@pytest.fixture(autouse=True)
def no_animation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show replies whole, so that tests need not wait for them."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
