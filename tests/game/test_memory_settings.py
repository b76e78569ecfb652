"""The settings of memory: what can be set, and what is told of a setting that cannot be."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.settings import SettingsError, read_settings, settings_file
from npcs.memory.dynamics import Forgetting
from npcs.rules import RULES


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a home folder of its own."""
    monkeypatch.setenv("TATTLEWOOD_HOME", str(tmp_path))


def written(text: str) -> None:
    """Write the settings."""
    settings_file().write_text(text, encoding="utf-8")


def test_without_settings_memory_is_as_it_always_was() -> None:
    """The defaults of the settings are the rules that sessions from before them are played by."""
    assert read_settings().memory.rules() == RULES
    written("[memory]\n")
    assert read_settings().memory.rules() == RULES


def test_every_part_of_memory_can_be_set() -> None:
    """The law, the draw of attention, T, salience, the budget and its ceilings reach the rules of a new game."""
    written(
        "[memory]\nalpha = 2\nbeta = 50\npsi = 0.5\nthreshold = 0.2\nremoval = 0.6\nincrements = [0, 3]\n"
        "probabilities = [0.25, 0.75]\ncontext_budget = 6000\n"
        "[memory.ceilings]\nrecalled = 700\n[memory.salience]\nhourly = 0.9\n"
    )
    rules = read_settings().memory.rules()
    assert rules.forgetting == Forgetting(2.0, 50.0, 0.5, 0.2, 0.6, (0.0, 3.0), (0.25, 0.75))
    assert (rules.room.budget, rules.room.ceilings.recalled, rules.fading.hourly) == (6000, 700, 0.9)
    assert rules.room.ceilings == replace(RULES.room.ceilings, recalled=700)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("removal = 1.0", "memory.removal: Input should be less than 1, not '1.0'"),
        ("removal = 0", "memory.removal: Input should be greater than 0, not '0'"),
        ("removal = nan", "memory.removal: Input should be a finite number"),
        ("probabilities = [0.5, 0.2, 0.1, 0.1, 0.05]", "memory.probabilities: .*must sum to 1, not 0.95"),
        ("increments = [1]", "memory.probabilities: .*one probability for each increment"),
        ("increments = [-1, 0, 1, 2, 3]", "memory.increments.0: Input should be greater than or equal to 0, not '-1'"),
        ("alpha = -1", "memory.alpha: Input should be greater than 0, not '-1'"),
        ("psi = inf", "memory.psi: Input should be a finite number"),
        ("beta = 'fast'", "memory.beta: Input should be a valid number.*, not 'fast'"),
        (
            "context_budget = 3000",
            "memory.context_budget: .*ceilings of the sections come to 6500.*raise context_budget",
        ),
        ("[memory.ceilings]\nrecalled = 1300", "memory.context_budget: .*come to 6600 .*lower some of the ceilings"),
        ("memory_budget = 1000", "memory.context_budget: memory_budget is 1000 tokens.*come to 2750"),
        ("[memory.ceilings]\nrecent = 5", "memory.ceilings.recent: Input should be greater than or equal to 60"),
        ("[memory.ceilings]\nrules = 100", "memory.ceilings.rules: Extra inputs are not permitted"),
        ("[memory.salience]\nhourly = 2", "memory.salience.hourly: Input should be less than or equal to 1"),
        ("chroma = 'localhost'", "memory.chroma: this must be the address of a Chroma server, such as http://local"),
        ("forget = true", "memory.forget: Extra inputs are not permitted"),
    ],
)
def test_a_setting_of_memory_that_cannot_be_is_named(text: str, told: str) -> None:
    """The message names the file, the key, what is wrong with it and what to do."""
    written(f"[memory]\n{text}\n")
    with pytest.raises(SettingsError, match=told) as refusal:
        read_settings()
    assert str(refusal.value).startswith(f"{settings_file()}: memory.")
    assert str(refusal.value).endswith("Mend the key or take it out.")
