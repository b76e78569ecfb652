"""The app on a real terminal, and every way in which it can end."""

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

CHILD = """
import sys
sys.path[:0] = [{here!r}, {root!r}]
from small_game import Game, small_state, small_story
from game.tui.app import run

class Told(Game):
    async def close(self):
        open({file!r}, "a").write("closed\\n")

def opened():
    if {broken}:
        raise ValueError("sk-secret")
    story = small_story()
    return Told(story, small_state(story), answers=dict(boom=KeyError("sk-secret")))

sys.exit(run(opened, lambda frame: open({file!r}, "a").write(frame + "\\n")))
"""


def on_a_terminal(tmp_path: Path, end: Any, *, broken: bool = False) -> tuple[int, str, str]:
    """Run the app on a terminal of its own, end it, and return exit code, what it noted and the end of its output."""
    noted, here = tmp_path / "noted", Path(__file__).parent
    code = CHILD.format(here=str(here), root=str(here.parents[1]), file=str(noted), broken=broken)
    pid, master = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", code])  # a terminal needs a fork
    seen, ended, deadline = b"", False, time.monotonic() + 30
    while time.monotonic() < deadline:
        if not ended and (broken or (noted.exists() and "opening" in noted.read_text())):
            time.sleep(0.2)
            end(pid, master)
            ended = True
        try:
            if select.select([master], [], [], 0.1)[0]:
                seen += os.read(master, 65536)
        except (OSError, ValueError):
            break
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), noted.read_text() if noted.exists() else "", seen.decode()[-400:]


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_being_told_to_stop_closes_the_game(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    """Being told to stop closes the game before the process ends."""
    ended, noted, _ = on_a_terminal(tmp_path, lambda pid, _: os.kill(pid, sent))
    assert ended == code
    assert noted.endswith("closed\n")


def test_a_closed_terminal_closes_the_game(tmp_path: Path) -> None:
    """A terminal that goes away closes the game."""
    ended, noted, _ = on_a_terminal(tmp_path, lambda _, master: os.close(master))
    assert noted.endswith("closed\n")
    assert ended == 129


def test_ctrl_q_leaves_at_once(tmp_path: Path) -> None:
    """Ctrl+Q leaves with exit code 0, the game closed."""
    ended, noted, _ = on_a_terminal(tmp_path, lambda _, master: os.write(master, b"\x11"))
    assert (ended, noted) == (0, "first\nopening\nclosed\n")


def test_an_error_on_a_terminal_is_one_line(tmp_path: Path) -> None:
    """An error leaves the terminal with one line, no traceback and no secret, and exit code 1."""
    ended, noted, seen = on_a_terminal(tmp_path, lambda _, master: os.write(master, b"boom\r"))
    assert ended == 1
    assert noted.endswith("closed\n")
    assert "Tattlewood had to stop (KeyError at small_game.py" in seen
    assert "Traceback" not in seen
    assert "sk-secret" not in seen


def test_a_game_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    """An error in opening the game ends in one line and exit code 1 as well."""
    ended, _, seen = on_a_terminal(tmp_path, lambda *_: None, broken=True)
    assert ended == 1
    assert "Tattlewood had to stop (ValueError" in seen
    assert "sk-secret" not in seen
