"""Work of many seconds behind a screen that can be left at any moment.

`asyncio.to_thread` would keep the process alive until the work is done: whoever leaves while models are being loaded
would wait for a model they no longer need.
"""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_NAME = "tattlewood-background"


async def in_background(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `work` returns, done in a thread that nothing waits for; if cancelled, it is abandoned."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(done: Callable[[], None]) -> None:
        # The loop may be closed by the time abandoned work is done.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: None if future.done() else done())

    def run() -> None:
        try:
            result = work(*args, **kwargs)
        except BaseException as error:  # whatever it is belongs to whoever awaits it
            settle(lambda error=error: future.set_exception(error))  # type: ignore[misc]
        else:
            settle(lambda: future.set_result(result))

    threading.Thread(target=run, name=_NAME, daemon=True).start()
    return await future


def leave(code: int) -> NoReturn:
    """End the process with an exit code, at once if abandoned work is still going on.

    Everything that must be kept is kept by then. Python's own ending would pull the interpreter from under a thread
    that is inside a native library, which some of them answer with a crash.
    """
    if any(thread.name == _NAME for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
