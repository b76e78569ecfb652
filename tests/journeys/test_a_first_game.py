"""A first game, as someone plays it who has read nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.playable import Trouble
from npcs.villager import digest
from saves.inspect import inspect
from saves.journal import read_journal
from saves.replay import verify
from world.story import PLAYER


async def coin_given(player):
    """Go to the smith and give him the coin, with a reason."""
    await player.types("go to the forge", "talk krzysztof")
    return await player.types("give coin to krzysztof for the horseshoes")


async def test_the_smith_remembers_a_day_later_what_he_was_given(begin):
    """Asked a day later, the smith names the coin, or says honestly what he has lost."""
    player = await begin()
    await coin_given(player)
    await player.types("bye", "wait 24h", "go to the forge")
    reply = await player.hears("ask krzysztof do you remember what I gave you?")
    for _ in range(8):
        if reply:
            break
        await player.types("wait 1h")
        reply = await player.hears("ask krzysztof do you remember what I gave you?")
    assert "coin" in reply.lower()


async def test_a_gift_is_one_memory_in_five_parts(begin):
    """The gift is remembered with who, what, when, where and why, and being asked about it makes no twin."""
    player = await begin()
    await coin_given(player)
    mind = inspect(player.session.story, player.session.state, "krzysztof")
    gifts = [m for m in mind["obtained_memories"] if "silver_coin" in m["entities"] and "gave" in m["what"]["text"]]
    assert len(gifts) == 1
    gift = gifts[0]
    assert gift["where"]["text"] == "the forge"
    assert "horseshoes" in gift["why"]["text"]
    assert gift["importance"] >= 5
    assert gift["what"]["attention"] >= 1
    assert 0 < gift["weight"] <= 30
    await player.types("Do you remember what I gave you?")
    mind = inspect(player.session.story, player.session.state, "krzysztof")
    again = [m for m in mind["obtained_memories"] if m["what"]["text"] == gift["what"]["text"]]
    assert [m["id"] for m in again] == [gift["id"]]
    assert again[0]["retrievals"] > gift["retrievals"]


async def test_undo_rewinds_everything_together(begin):
    """World, clock, mind, disposition and index are as they were before the turn."""
    player = await begin()
    await player.types("go to the forge", "talk krzysztof", "good day to you")
    session = player.session
    before = session.state
    index = session._minds.recaller.index
    held = index.count("krzysztof")
    await player.types("give coin to krzysztof for the horseshoes", "undo")
    assert session.state == before
    assert digest(session.state) == digest(before)
    assert session.state.world.held["silver_coin"] == PLAYER
    assert index.count("krzysztof") == len(before.villagers["krzysztof"].memories)
    assert held <= index.count("krzysztof")
    reply = await player.hears("Do you remember what I gave you?")
    assert "silver coin" not in reply.lower()


async def test_a_game_goes_on_where_it_stopped(begin, home):
    """Closed and opened again, the game stands where it stood, and every turn replays as recorded."""
    player = await begin()
    await coin_given(player)
    await player.types("undo", "you have kind eyes")
    stood = digest(player.session.state)
    await player.session.close()
    again = await begin()
    assert digest(again.session.state) == stood
    assert "goes on where it stopped" in " ".join(p.text for p in again.session.opening())
    recording = read_journal(home / "saves" / "game" / "journal.jsonl")
    found = verify(again.session.story, recording.header, recording.turns)
    assert found.divergence is None
    assert found.turns == 5


async def test_a_deleted_index_is_rebuilt_and_no_memory_is_lost(begin, home):
    """Chroma is an index: without its folder the smith still remembers the coin."""
    import shutil

    player = await begin()
    await coin_given(player)
    await player.session.close()
    shutil.rmtree(home / "saves" / "game" / "chroma")
    again = await begin()
    assert "coin" in (await again.hears("Do you remember what I gave you?")).lower()


async def test_a_blow_is_remembered_and_changes_the_smith(begin):
    """A punch is felt at once: a heavy memory, and a disposition refined from it, with its reason."""
    player = await begin()
    await player.types("go to the forge", "talk krzysztof", "I punch him")
    session = player.session
    smith = session.state.villagers["krzysztof"]
    towards = smith.dispositions[PLAYER]
    assert towards.refinements
    assert towards.feelings.trust < towards.baseline.trust
    reason = smith.memories[towards.refinements[-1].because[0]]
    assert PLAYER in reason.participants
    assert reason.importance >= 8


async def test_kindness_and_cruelty_lead_to_different_people(begin):
    """From the same start, the one treated well and the one treated ill end far apart."""
    kind, cruel = await begin("kind"), await begin("cruel")
    for player, lines in (
        (kind, ("thank you, your work is beautiful", "you are a good man, Krzysztof", "I promise to help you")),
        (cruel, ("you are a liar and a fool", "I will burn down your forge", "I spit at him")),
    ):
        await player.types("go to the forge", "talk krzysztof", *(line for _ in range(4) for line in lines))
    loved = kind.session.state.villagers["krzysztof"].dispositions[PLAYER].feelings
    hated = cruel.session.state.villagers["krzysztof"].dispositions[PLAYER].feelings
    assert loved.warmth > hated.warmth + 0.2
    assert loved.trust > hated.trust


async def test_nonsense_is_answered_with_something_that_would_work(begin):
    """Unknown words cost no time and name one thing that would be understood."""
    player = await begin()
    before = player.session.state
    shown = await player.types("frobnicate the whatsit")
    assert shown
    assert player.session.state == before


async def test_an_empty_line_looks_around(begin):
    """Pressing Enter is never an error."""
    player = await begin()
    assert "square" in (await player.types("")).lower()


async def test_escapes_and_markup_are_harmless_text(begin):
    """What is typed reaches journal and mind without control characters, and markup stays words."""
    player = await begin()
    await player.types(
        "go to the forge", "talk krzysztof", "say \x1b[31mhello\x1b]0;x\x07 [/oops] [@click=app.quit]x[/]"
    )
    lines = [line.text for line in player.session.state.villagers["krzysztof"].talk]
    assert any("[/oops]" in line for line in lines)
    assert not any("\x1b" in line for line in lines)


KILLED = """
import asyncio, os, signal, sys
from game.bootstrap import open_session
from npcs.memory.embedder import load_embedder

async def main():
    session = open_session(save="killed", seed=3)
    await session.warm(lambda _words: None)
    for line in ("go to the forge", "talk krzysztof", "good day", "what of the mill?"):
        await session.play(line)
        print(line, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_killed_game_resumes_with_every_turn_that_was_shown(begin, home):
    """Kill -9 loses nothing that the player has seen, and leaves no lock behind."""
    env = {**os.environ, "TATTLEWOOD_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", KILLED], cwd=Path(__file__).parents[2], env=env, capture_output=True, text=True
    )
    assert done.returncode == -9, done.stderr
    shown = done.stdout.splitlines()
    player = await begin("killed", seed=3)
    assert [turn.line for turn in player.session._past.turns] == shown
    assert player.session.state.world.facing == "krzysztof"


async def test_a_second_game_on_the_same_save_is_refused(begin):
    """Whoever opens a save that is open is told the process that has it."""
    await begin("mine")
    with pytest.raises(Trouble, match=str(os.getpid())):
        await begin("mine")


async def test_line_mode_plays_the_same_game(home):
    """Through a pipe the game plays to the end of input, without control codes, and exits 0; it replays as recorded."""
    env = {**os.environ, "TATTLEWOOD_HOME": str(home)}
    command = [sys.executable, "-m", "game", "play", "--plain", "--save", "piped", "--seed", "5"]
    lines = "look\ngo forge\ntalk krzysztof\nwho killed tomasz?\nundo\n\nxyzzy\ninventory\n"
    done = subprocess.run(command, input=lines, env=env, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "letter" in done.stdout
    command = [sys.executable, "-m", "game", "replay", "piped", "--verify", "--json"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert json.loads(done.stdout)["divergence"] is None
    assert done.returncode == 0
