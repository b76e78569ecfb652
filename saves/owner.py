"""One process owns a save at a time: two that write would damage its journal and its index."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from saves.durable import make_folder, write_whole
from saves.home import SaveError
from world.text import clean

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Owner(Struct, frozen=True):
    """The process that has a save open."""

    pid: int
    host: str


class Lock:
    """A save held by this process, until it is released or the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Take the lock.

        Raises:
            SaveError: another process, or another game in this one, has the save.
        """
        from filelock import FileLock, Timeout

        make_folder(folder)
        self._lock: BaseFileLock = FileLock(folder / "lock", timeout=0, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise SaveError(_taken(folder)) from None
        try:
            owner = msgspec.json.encode(Owner(os.getpid(), socket.gethostname()))
            write_whole(folder / "owner.json", owner, durable=False)
        except OSError:
            self._lock.release()
            raise

    def release(self) -> None:
        """Let others have the save."""
        self._lock.release()


def _taken(folder: Path) -> str:
    name = clean(folder.name, 80)
    try:
        owner = msgspec.json.decode((folder / "owner.json").read_bytes(), type=Owner)
    except (OSError, msgspec.DecodeError):
        whose = "another process"
    else:
        whose = f"process {owner.pid} on {clean(owner.host, 80)}"
    return f"The save {name} is open in {whose}. Leave the game there first, or play with another --save NAME."
