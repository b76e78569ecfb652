"""`make bench`: prints each figure beside its target, and asserts nothing.

Whole-process figures come from children of this process, each started anew.
"""

import asyncio
import json
import os
import pty
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench import memory

HEAVY = ("torch", "litellm", "chromadb", "sentence_transformers")
LINES = (
    "talk krzysztof",
    "good day to you, how is the work?",
    "what do you know about the mill?",
    "who killed tomasz, do you think?",
    "give coin to krzysztof for the horseshoes",
    "do you remember what I gave you?",
    "you are a good man",
    "where were you that night?",
    "tell me about Marta",
    "my sister is ill, that is why I came",
    "bye",
)
FIRST_FRAME = """
import os, sys, time
from game.tui.app import run

def open_game():
    from game.bootstrap import open_session
    return open_session(save="bench")

def report(frame):
    loaded = [name for name in %r if name in sys.modules]
    os.write(int(os.environ["BENCH_FD"]), f"{time.monotonic()} {frame}, heavy modules loaded: {loaded}\\n".encode())
    if frame == "opening":
        os._exit(0)

run(open_game, report)
"""


def _median_seconds(command: list[str], runs: int = 7) -> float:
    seconds = []
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def _script(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def _frames() -> dict[str, tuple[float, str]]:
    """Return the median seconds from process start to the first frame and to the opening, on a real terminal."""
    seconds: dict[str, list[float]] = {}
    besides = ""
    for _ in range(5):
        reading, writing = os.pipe()
        begun = time.monotonic()
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(BENCH_FD=str(writing), TERM="xterm-256color", COLUMNS="120", LINES="40")
            os.set_inheritable(writing, True)
            os.execv(sys.executable, [sys.executable, "-c", FIRST_FRAME % (HEAVY,)])
        os.close(writing)
        with os.fdopen(reading) as told:
            for line in told:
                at, besides = line.strip().split(" ", 1)
                seconds.setdefault(besides.split(",")[0], []).append(float(at) - begun)
        os.close(terminal)
        os.waitpid(pid, 0)
    return {frame: (statistics.median(times), besides.split(", ", 1)[-1]) for frame, times in seconds.items()}


async def _played(turns: int) -> tuple[list[float], float, Path]:
    """Return the seconds of each conversation turn, of a day's wait, and the save's journal."""
    from game.bootstrap import open_session

    session = open_session(save="bench-turns", seed=7)
    await session.warm(lambda _words: None)
    await session.play("go to the forge")
    seconds = []
    for i in range(turns):
        begun = time.perf_counter()
        await session.play(LINES[i % len(LINES)])
        seconds.append(time.perf_counter() - begun)
    await session.close()
    return seconds[len(LINES) :], 0.0, Path(os.environ["TATTLEWOOD_HOME"]) / "saves" / "bench-turns" / "journal.jsonl"


def _day_alone() -> float:
    from npcs.authored import read_story
    from npcs.minds.mind import Appraised, Reflect, Reflected
    from npcs.turn import opening_state, play
    from world.commands import Wait

    story = read_story()
    state = opening_state(story, 7)
    turn = play(story, state, Wait(actor="player", minutes=24 * 60))
    begun = time.perf_counter()
    with suppress(StopIteration):
        question = next(turn)
        while True:
            question = turn.send(Reflected() if isinstance(question, Reflect) else Appraised())
    return time.perf_counter() - begun


def _replay(journal: Path) -> tuple[float, str]:
    """Return turns a second of `replay --verify`, and which heavy modules it loaded."""
    code = (
        "import sys, json, time\n"
        "from saves.journal import read_journal\nfrom saves.replay import verify\n"
        "from npcs.authored import read_story\n"
        f"recording = read_journal(__import__('pathlib').Path({str(journal)!r}))\nstory = read_story()\n"
        "begun = time.perf_counter()\nright = verify(story, recording.header, recording.turns)\n"
        "seconds = time.perf_counter() - begun\n"
        f"loaded = [n for n in {(*HEAVY, 'textual')!r} if n in sys.modules]\n"
        "peak = [l for l in open('/proc/self/status') if l.startswith('VmHWM')][0].split()[1]\n"
        "print(json.dumps([right.turns / seconds, str(right.divergence), loaded, int(peak) / 1024]))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    speed, divergence, loaded, megabytes = json.loads(done.stdout)
    return speed, f"{megabytes:.0f} MB peak; divergence: {divergence}; loaded: {loaded or 'none'}"


def _percentile(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def main() -> None:
    """Measure everything and print the table."""
    table = Table(title="Tattlewood, measured", caption="medians of several runs; whole processes where it says so")
    for column in ("what", "measured", "target", "besides"):
        table.add_column(column)

    def row(what: str, measure: Callable[[], tuple[str, str]], target: str) -> None:
        figure, besides = measure()
        table.add_row(what, figure, target, besides)

    with tempfile.TemporaryDirectory() as folder:
        os.environ["TATTLEWOOD_HOME"] = folder
        row(
            "tattlewood --help",
            lambda: (_ms(_median_seconds([_script("tattlewood"), "--help"])), "process"),
            "≤ 300 ms",
        )

        for frame, (taken, besides) in _frames().items():
            table.add_row(
                f"process start to {frame} frame", _ms(taken), "≤ 600 ms" if frame == "first" else "-", besides
            )
        seconds, _, journal = asyncio.run(_played(400))
        row("a conversation turn, p50", lambda: (_ms(_percentile(seconds, 0.5)), f"{len(seconds)} turns"), "≤ 60 ms")
        row("a conversation turn, p95", lambda: (_ms(_percentile(seconds, 0.95)), ""), "≤ 120 ms")
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        row("peak memory of a game", lambda: (f"{megabytes:.0f} MB", "this process"), "≤ 800 MB")

        def replayed() -> tuple[str, str]:
            speed, besides = _replay(journal)
            return f"{speed:.0f} turns/s", besides

        row("replay --verify", replayed, "≥ 500 turns/s, ≤ 150 MB")
        row(
            "a game day without the player", lambda: (_ms(_day_alone()), "episodes as the rules tell them"), "≤ 1000 ms"
        )
    for measured in memory.rows():
        table.add_row(*measured)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
