"""Line mode: the whole game on standard input and output, for screen readers, pipes and scripts.

No control code is ever written; a prompt and line breaks at a width only where a terminal reads them.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Generator, Iterable, Iterator
from types import FrameType
from typing import NoReturn, TextIO, TypeAlias

from game.playable import Passage, Playable, fault_words
from world.text import clean, clean_block

PROMPT = "> "
WIDEST = 100
"""The longest line that reads well, in characters."""

INTERRUPTED = 130
"""Exit code after Ctrl+C, as shells expect it."""

Write: TypeAlias = Callable[[str], None]


async def run_plain(
    session: Playable, lines: Iterable[str] | None = None, write: Write | None = None, tell: Write | None = None
) -> int:
    """Play a game line by line until the player leaves or the input ends, and close it; return the exit code.

    Args:
        session: The game.
        lines: What is typed; standard input if left out.
        write: Where words go; standard output if left out.
        tell: Where progress and errors go; standard error if left out.
    """
    write, tell = write or _to(sys.stdout), tell or _to(sys.stderr)
    try:
        with _ended_by_signals():
            return await _played(session, _stdin() if lines is None else iter(lines), write, tell)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has gone. What Python still holds for them must not fail at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # the outermost boundary: a player is told, not shown
        tell(fault_words(error) + "\n")
        return 1
    finally:
        await session.close()


async def _played(session: Playable, lines: Iterator[str], write: Write, tell: Write) -> int:
    _show(session.opening(), write)
    await session.warm(lambda words: tell(f"{clean(words)}\n"))
    _show([Passage("notice", notice) for notice in session.warm_notices()], write)
    for line in lines:
        played = await session.play(clean(line))
        _show((each for each in played.passages if not _is_on_screen(each, line)), write)
        if played.over:
            break
    return 0


def _show(passages: Iterable[Passage], write: Write) -> None:
    """Write passages with a line between them, notices that follow one another without."""
    width = _width()
    for before_notice, passage in _followed(passages):
        write(passage_text(passage, width) + ("\n" if before_notice else "\n\n"))


def _followed(passages: Iterable[Passage]) -> Iterator[tuple[bool, Passage]]:
    """Yield each passage with whether it is a notice, and another follows."""
    shown = list(passages)
    kinds = [*(passage.kind for passage in shown[1:]), ""]
    for passage, after in zip(shown, kinds, strict=False):
        yield passage.kind == after == "notice", passage


def _is_on_screen(passage: Passage, line: str) -> bool:
    """Return whether a terminal already shows what the player said, because they typed just that."""
    return passage.kind == "you" and passage.text == clean(line) and _typed_at_a_terminal()


def passage_text(passage: Passage, width: int | None = None) -> str:
    """Return a passage as lines of text, wrapped if a width is given."""
    text = _marked(passage)
    if width is None:
        return text
    return "\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in text.split("\n"))


def _marked(passage: Passage) -> str:
    text = clean_block(passage.text)
    match passage.kind:
        case "title":
            return text.upper()
        case "speech" | "you":
            return f"{clean(passage.speaker)}: {text}"
        case "narration" | "notice" | "refusal":
            return text


def _width() -> int | None:
    if not sys.stdout.isatty():
        return None
    return max(20, min(WIDEST, shutil.get_terminal_size().columns - 1))


def _to(stream: TextIO) -> Write:
    """Return a writer that shows what a stream's encoding has no character for as `?`, and holds nothing back."""
    encoding = stream.encoding or "utf-8"

    def write(text: str) -> None:
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()

    return write


def _typed_at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _stdin() -> Iterator[str]:
    """Yield typed lines until the input ends."""
    read = _prompted if _typed_at_a_terminal() else _piped
    while True:
        with _interruptible():
            line = read()
        if line is None:
            return
        yield line


def _prompted() -> str | None:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # gives input() editing and a history of lines
    try:
        return input(PROMPT)
    except EOFError:
        return None


def _piped() -> str | None:
    raw = getattr(sys.stdin, "buffer", None)
    line = raw.readline().decode("utf-8", "replace") if raw else sys.stdin.readline()
    return line or None


@contextlib.contextmanager
def _interruptible() -> Generator[None]:
    """Let Ctrl+C end the reading of a line at once: asyncio would wait for the line to be finished."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _ended_by_signals() -> Generator[None]:
    """Let a closed terminal, or being told to stop, leave the game as Ctrl+C does."""

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = {}
    # Signals can be handled in the main thread only; elsewhere whoever runs the game sees to them.
    with contextlib.suppress(ValueError):
        for number in (signal.SIGTERM, signal.SIGHUP):
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
