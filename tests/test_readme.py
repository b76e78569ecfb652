"""What the README says is tried here."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from game.parser import Meta, Ready, parse
from npcs.authored import read_story
from npcs.turn import opening_state
from world.commands import Go
from world.events import Arrived
from world.rules import evolve
from world.story import PLAYER

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [line.split("#")[0].strip() for block in BLOCKS for line in block.splitlines() if line.split("#")[0].strip()]


def test_the_first_two_commands_are_play_and_test():
    """A reader's first commands are the two that set everything up by themselves."""
    assert LINES[:2] == ["make play", "make test"]


@pytest.mark.parametrize("target", [line.split()[1] for line in LINES if line.startswith("make ")])
def test_every_make_target_exists(target):
    """Every `make` command in the README can be made."""
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", [line for line in LINES if re.search(r"tattlewood (sessions|replay|inspect)", line)])
def test_commands_for_testers_do_what_they_say(line, tmp_path):
    """The commands about recorded sessions run as they stand and succeed."""
    arguments = shlex.split(line.split("tattlewood ", 1)[1])
    env = {**os.environ, "TATTLEWOOD_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "game", *arguments], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_picture_is_there():
    """The README opens with a picture of the screen."""
    path = re.search(r"!\[.*?\]\((.*?)\)", README)[1]
    assert "<svg" in (ROOT / path).read_text(encoding="utf-8")[:200]
    assert README.index("![") < README.index("## ")


TYPED = [words for row in re.findall(r"^\| (`.*?) \|", README, re.MULTILINE) for words in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize("typed", TYPED)
def test_what_the_readme_lets_one_type_is_understood(typed):
    """Every line in the table of commands is understood beside the smith."""
    story = read_story()
    state = opening_state(story, 5)
    place = "square" if typed.startswith(("go", "north")) else "forge"
    world = evolve(state.world, Arrived(actor=PLAYER, place=place, minute=430, origin="square"))
    parsed = parse(typed, story, type(state)(world, state.villagers, state.seed))
    assert isinstance(parsed, Ready | Meta), parsed
    if typed.startswith("go"):
        assert isinstance(parsed.command, Go)
