"""Work behind the screen, which nobody need wait for."""

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from game.background import in_background


async def test_work_hands_back_its_result() -> None:
    """Work in the background returns what it returns, with the screen free meanwhile."""
    thread = threading.get_ident()
    assert await in_background(lambda given: (given, threading.get_ident() != thread), 7) == (7, True)


async def test_work_hands_back_its_error() -> None:
    """An error in the background is raised where the work is awaited."""

    def fails() -> None:
        raise ValueError("no model")

    with pytest.raises(ValueError, match="no model"):
        await in_background(fails)


async def test_work_can_be_abandoned() -> None:
    """Work that nobody wants any more is left to itself, and its end disturbs nobody."""
    end = threading.Event()
    task = asyncio.create_task(in_background(end.wait, 10))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    end.set()
    await asyncio.sleep(0.05)


def test_leaving_waits_for_no_work() -> None:
    """A process left during work ends at once, with its exit code and all it has written."""
    code = """
import asyncio, sys, time
from game.background import in_background, leave

async def main():
    task = asyncio.create_task(in_background(time.sleep, 30))
    await asyncio.sleep(0.05)
    task.cancel()

asyncio.run(main())
sys.stdout.write("written")
leave(7)
"""
    began = time.monotonic()
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7, "written", "")
    assert time.monotonic() - began < 20
