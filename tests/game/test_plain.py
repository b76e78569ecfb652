"""Line mode, as a reader, a pipe and a script meet it."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.plain import INTERRUPTED, passage_text, run_plain
from game.playable import Passage, Played, Trouble, fault_words

CHILD = """
import asyncio, sys
sys.path[:0] = [{here!r}, {root!r}]
from small_game import Game, small_state, small_story
from game.plain import run_plain

class Told(Game):
    async def close(self):
        print("closed", file=sys.stderr, flush=True)

story = small_story()
sys.exit(asyncio.run(run_plain(Told(story, small_state(story)))))
"""
HERE = Path(__file__).parent


def child(*, tty: int | None = None) -> subprocess.Popen[bytes]:
    """Start line mode in a process of its own, on pipes or on a terminal."""
    code = CHILD.format(here=str(HERE), root=str(HERE.parent.parent))
    ends = subprocess.PIPE if tty is None else tty
    return subprocess.Popen([sys.executable, "-c", code], stdin=ends, stdout=ends, stderr=subprocess.PIPE)


async def shown(game, *lines: str) -> tuple[int, str, str]:
    """Play lines and return the exit code, what was written and what was told."""
    written, told = [], []
    code = await run_plain(game, lines, written.append, told.append)
    return code, "".join(written), "".join(told)


async def test_a_game_is_played_to_the_end_of_its_input(game) -> None:
    """Opening, each line's passages, then a clean end: exit 0 and the game closed."""
    code, written, told = await shown(game, "hello\n", "who are you\n")
    assert code == 0
    assert written.startswith("TATTLEWOOD\n\nTHE FORGE\n\nThe forge is hot")
    assert written.endswith("Krzysztof: You said: hello\n\nKrzysztof: You said: who are you\n\n")
    assert told == "Waking the villagers\n"
    assert (game.played, game.closed) == (["hello", "who are you"], 1)


async def test_leaving_ends_it_before_the_input_does(game) -> None:
    """A line that leaves is the last one played."""
    game.answers["quit"] = Played((Passage("narration", "You leave."),), over=True)
    code, written, _ = await shown(game, "quit", "look")
    assert code == 0
    assert written.endswith("You leave.\n\n")
    assert game.played == ["quit"]


async def test_no_control_code_passes(game) -> None:
    """Escapes in what was typed or answered are shown as harmless text."""
    game.answers["x"] = Played((Passage("speech", "\x1b[31mred\x07 [/oops]", "Krz\x1b]0;t\x07ysztof"),))
    _, written, _ = await shown(game, "\x1b[2Jx\x00")
    assert "Krzysztof: red [/oops]" in written
    assert not [ch for ch in written if ord(ch) < 32 and ch != "\n"]


async def test_an_unforeseen_error_is_one_line_and_exit_1(game) -> None:
    """An error ends the game with one line that holds nothing of what went wrong but its kind and place."""
    game.answers["x"] = KeyError("sk-secret")
    code, _, told = await shown(game, "x", "look")
    assert code == 1
    assert game.closed == 1
    assert "KeyError" in told
    assert "sk-secret" not in told
    assert told.count("\n") == 2


async def test_an_interrupted_game_is_closed(game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C during a turn leaves the game closed."""

    async def cancelled(line, heard=None):
        raise asyncio.CancelledError

    monkeypatch.setattr(game, "play", cancelled)
    code, _, _ = await shown(game, "x")
    assert (code, game.closed) == (INTERRUPTED, 1)


def test_words_meant_for_people_are_told_as_they_are() -> None:
    """An error written for whoever plays keeps its message, line by line."""
    assert fault_words(Trouble("The save is in use.\x1b[31m\nBy process 7.")) == "The save is in use.\nBy process 7."


def test_passages_are_wrapped_only_where_a_width_is_given() -> None:
    """Pipes get one line a passage; a terminal gets lines that fit."""
    passage = Passage("narration", "one two three four")
    assert passage_text(passage) == "one two three four"
    assert passage_text(passage, 9) == "one two\nthree\nfour"


def test_a_pipe_gets_no_prompt_and_no_control_codes() -> None:
    """On pipes there is no prompt and no control code, progress goes to stderr, and the end of input exits 0."""
    process = child()
    out, err = process.communicate(b"hello\n\xff\xfe\n", timeout=60)
    assert process.returncode == 0, err
    assert b">" not in out
    assert b"\x1b" not in out
    assert b"You said: hello" in out
    assert b"Waking the villagers" in err
    assert err.endswith(b"closed\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    """When whoever reads the output closes it, the game ends quietly and is closed."""
    process = child()
    assert process.stdout
    assert process.stdin
    process.stdout.close()
    process.stdin.write(b"hello\n" * 50)
    process.stdin.close()
    assert process.stderr
    err = process.stderr.read()
    assert process.wait(60) == 0
    assert b"Traceback" not in err
    assert b"Exception" not in err
    assert b"closed" in err


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, INTERRUPTED), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_terminal_is_prompted_and_can_be_left_at_any_time(sent: signal.Signals, code: int) -> None:
    """A terminal shows a prompt; Ctrl+C, being told to stop or a closed terminal leave at once, the game closed."""
    master, slave = pty.openpty()
    process = child(tty=slave)
    os.close(slave)
    seen = b""
    deadline = time.monotonic() + 30
    while b"> " not in seen and time.monotonic() < deadline:
        seen += os.read(master, 4096)
    assert b"> " in seen
    # A signal in the instant between prompt and reading is only heard at the next one or at a key.
    while process.poll() is None and time.monotonic() < deadline:
        process.send_signal(sent)
        time.sleep(0.5)
    assert process.stderr
    err = process.stderr.read()
    assert process.wait(1) == code
    assert err.endswith(b"closed\n")
    assert b"Traceback" not in err
    os.close(master)


async def test_lists_stand_together(game) -> None:
    """Notices that follow one another stand line below line, everything else apart."""
    notices = (Passage("notice", "one"), Passage("notice", "two"), Passage("narration", "three"))
    game.answers["x"] = Played(notices)
    _, written, _ = await shown(game, "x")
    assert written.endswith("\n\none\ntwo\n\nthree\n\n")
