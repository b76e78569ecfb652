"""Where an index of memories stands: in the save's folder, on a Chroma server, or, if all else fails, in memory.

Each says what to go on with when it can be used no longer, so that a store that fails costs a rebuild and a notice.
The only module that imports chromadb, and inside functions: it takes a second.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import socket
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from npcs.memory import seal
from world.story import ActorId

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

LAYOUT = 1
"""Counts up when what is stored here changes, so that an older index is rebuilt."""

PATIENCE = 10.0
"""Seconds that a server may take for one answer."""


class StoreError(Exception):
    """The store of memories cannot be used; the message names the setting and says what to do."""


class Pin(Struct, frozen=True):
    """What made the vectors of an index: those of two models are never mixed."""

    layout: int
    embedder: str
    dimension: int
    checksum: str

    def __str__(self) -> str:
        return f"{self.embedder}, {self.dimension} dimensions"


class Shelf(Protocol):
    """Where an index stands."""

    notices: list[str]
    """What was found amiss and mended."""

    def opened(self, pin: Pin) -> ClientAPI:
        """Return Chroma's client, after taking away what another embedder made.

        Raises:
            Exception: whatever a vendor's store raises.
        """
        ...

    def collection(self, npc: ActorId, pin: Pin) -> str:
        """Return what a villager's collection is called."""
        ...

    def untouched(self) -> bool:
        """Return whether nobody else has written here since `written`."""
        ...

    def written(self) -> None:
        """Hear that rows were written."""
        ...

    def given_up(self, reason: Exception | str) -> Shelf:
        """Return what to go on with, its notices saying what became of this one. The client is closed by now."""
        ...

    @property
    def place(self) -> str:
        """What this is called in a message."""
        ...


class FolderShelf:
    """An index in a folder of its own, by Chroma's embedded client. One process may have it open at a time."""

    def __init__(self, path: Path, notices: tuple[str, ...] = (), *, again: bool = False) -> None:
        """Stand in a folder; `again` says that an earlier try there has failed."""
        self.notices = list(notices)
        self._path, self._again = path, again
        self._folder, self._seal_file = path / "chroma", path / "seal.json"
        self._seal = seal.Seal()

    @property
    def place(self) -> str:
        """The folder."""
        return str(self._folder)

    def opened(self, pin: Pin) -> ClientAPI:
        """Open the folder, or begin a new one if its files are not as they were left."""
        self._check(pin)
        if self._folder.exists() and not seal.is_whole(self._folder, self._seal_file):
            self._move_away("its files were changed or cut")
        self._seal = seal.sealed(self._folder)
        try:
            return _persistent_client(self._folder)
        except Exception as error:
            # A damaged database fails in ways of the vendor's own; a new folder is the cure for all of them.
            self._move_away(type(error).__name__)
            return _persistent_client(self._folder)

    def collection(self, npc: ActorId, pin: Pin) -> str:
        """Return a name that Chroma takes for any id: it must begin and end with a letter or digit."""
        return f"mind-{npc}-{pin.layout}"

    def untouched(self) -> bool:
        """Return whether the files are as Chroma left them: it writes them only while it is asked to write."""
        return seal.sealed(self._folder, self._seal) is self._seal

    def written(self) -> None:
        """Keep the seal in step with the files that Chroma has written, which it does once in a thousand rows."""
        now = seal.sealed(self._folder, self._seal)
        if now is not self._seal:
            seal.write(now, self._seal_file)
            self._seal = now
        self._again = False

    def given_up(self, reason: Exception | str) -> Shelf:
        """Begin a new folder; if that has been tried already, or the disk refuses, go on in memory."""
        why = reason if isinstance(reason, str) else type(reason).__name__
        try:
            if not self._again:
                self._move_away(why)
                return FolderShelf(self._path, tuple(self.notices), again=True)
        except OSError as error:
            why = error.strerror or type(error).__name__
        told = f"the memory index in {self._folder} cannot be written ({why}); it is kept in memory until the game ends"
        return MemoryShelf((*self.notices, told))

    def _check(self, pin: Pin) -> None:
        """Start afresh if the folder was made with another embedder, and pin this one in it."""
        file = self._path / "index.json"
        pinned = _read_json(file, self.notices)
        if pinned == _as_dict(pin):
            return
        if pinned:
            self.notices.append(_made_with(pinned, pin))
        shutil.rmtree(self._folder, ignore_errors=True)
        self._seal_file.unlink(missing_ok=True)
        _write_json(file, _as_dict(pin))

    def _move_away(self, why: str) -> None:
        """Move a folder that cannot be used out of the way, to begin a new one."""
        bad = next(p for n in range(1, 1000) if not (p := self._path / f"chroma.bad-{n}").exists())
        kept = ""
        if self._folder.exists():
            self._folder.rename(bad)
            kept = f", the old one is in {bad.name}"
        self._seal_file.unlink(missing_ok=True)
        self._seal = seal.Seal()
        self.notices.append(
            f"the memory index in {self._folder} could not be used ({why}); it is rebuilt{kept}; no memory is lost"
        )


class ServerShelf:
    """An index on a Chroma server, among those of other games: every name holds the save's own token."""

    def __init__(self, address: str, path: Path) -> None:
        """Stand on the server at an address; `path` holds the save's token, and takes over if the server fails."""
        self.notices: list[str] = []
        self._address, self._path = address, path
        self._prefix = ""

    @property
    def place(self) -> str:
        """The address."""
        return self._address

    def opened(self, pin: Pin) -> ClientAPI:
        """Connect, and take away what another embedder made for this save."""
        file = self._path / "server.json"
        known = _read_json(file, self.notices)
        token = str(known.get("token") or secrets.token_hex(8))
        save = re.sub(r"[^a-z0-9]+", "-", self._path.parent.name.lower()).strip("-")[:64]
        self._prefix = f"tattlewood-{save}-{token}-"
        client = _server_client(self._address)
        ours = _as_dict(pin)
        if known.get("pin") != ours:
            if known.get("pin"):
                self.notices.append(_made_with(known["pin"], pin))
            self._clear(client, pin)
        _write_json(file, {"token": token, "pin": ours})
        return client

    def collection(self, npc: ActorId, pin: Pin) -> str:
        """Return a name that no other save and no other embedder uses."""
        return f"{self._prefix}{_short(pin)}-{npc}"

    def untouched(self) -> bool:
        """Leave files to the server."""
        return True

    def written(self) -> None:
        """Leave files to the server."""

    def given_up(self, reason: Exception | str) -> Shelf:
        """Go on in the save's folder until the game is opened again."""
        why = reason if isinstance(reason, str) else type(reason).__name__
        told = (
            f"the Chroma server at {self._address} (chroma under [memory] in settings.toml) cannot be used any more "
            f"({why}); no memory is lost: until it is opened again this game has its index in {self._path}"
        )
        return FolderShelf(self._path, (*self.notices, told))

    def _clear(self, client: ClientAPI, pin: Pin) -> None:
        """Take away this save's collections of other embedders, and nobody else's."""
        for collection in client.list_collections():
            if collection.name.startswith(self._prefix) and not collection.name.startswith(
                f"{self._prefix}{_short(pin)}-"
            ):
                client.delete_collection(collection.name)


class MemoryShelf:
    """An index that ends with the game: for when no disk will have it."""

    def __init__(self, notices: tuple[str, ...] = ()) -> None:
        self.notices = list(notices)
        # Chroma's clients in memory share one store.
        self._token = secrets.token_hex(8)

    @property
    def place(self) -> str:
        """Where it is."""
        return "memory"

    def opened(self, pin: Pin) -> ClientAPI:  # noqa: ARG002
        """Return a client that writes nowhere."""
        import chromadb
        from chromadb.config import Settings

        return chromadb.EphemeralClient(Settings(anonymized_telemetry=False))

    def collection(self, npc: ActorId, pin: Pin) -> str:
        """Return a name that no other game in this process uses."""
        return f"mind-{self._token}-{npc}-{pin.layout}"

    def untouched(self) -> bool:
        """Return that nobody else can have."""
        return True

    def written(self) -> None:
        """Leave it."""

    def given_up(self, reason: Exception | str) -> Shelf:
        """Raise: there is nothing left to try."""
        raise StoreError("The memory index cannot be kept, not even in memory. The turns played are saved.") from (
            reason if isinstance(reason, Exception) else None
        )


def server_address(address: str) -> tuple[str, int, bool]:
    """Return host, port and whether to encrypt, from `http://localhost:8000`.

    Raises:
        ValueError: it is no such address.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    extra = parts.path.strip("/") or parts.query or parts.username
    if parts.scheme not in ("http", "https") or not host or extra:
        raise ValueError(
            f"this must be the address of a Chroma server, such as http://localhost:8000, or empty, not {address!r}"
        )
    return host, port or (443 if parts.scheme == "https" else 8000), parts.scheme == "https"


def unreachable(address: str, error: Exception) -> StoreError:
    """Return what to tell a player whose server does not answer before the game begins."""
    port = server_address(address)[1]
    return StoreError(
        f"The Chroma server at {address} does not answer ({type(error).__name__}). It is set as chroma under [memory] "
        f"in settings.toml. Start it (chroma run --path FOLDER --port {port}), or take the setting out, and the index "
        "is kept in the save's own folder."
    )


def _server_client(address: str) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    host, port, encrypted = server_address(address)
    # Chroma's own first question has no limit of time.
    with socket.create_connection((host, port), timeout=PATIENCE):
        pass
    client = chromadb.HttpClient(host, port, encrypted, settings=Settings(anonymized_telemetry=False))
    # Chroma waits for ever, and has no setting for it.
    session = getattr(getattr(client, "_server", None), "_session", None)
    if session is not None:
        session.timeout = PATIENCE
    return client


def _persistent_client(folder: Path) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    folder.mkdir(parents=True, exist_ok=True)
    return chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))


def _as_dict(pin: Pin) -> dict[str, object]:
    return {name: getattr(pin, name) for name in Pin.__struct_fields__}


def _short(pin: Pin) -> str:
    return blake2b(repr(_as_dict(pin)).encode(), digest_size=4).hexdigest()


def _made_with(pinned: object, pin: Pin) -> str:
    before = pinned if isinstance(pinned, dict) else {}
    made = f"{before.get('embedder')}, {before.get('dimension')} dimensions"
    return f"the memory index was made with {made}; it is rebuilt with {pin}"


def _read_json(file: Path, notices: list[str]) -> dict[str, object]:
    """Return what a small file holds; nothing if there is none, or none that can be read."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        notices.append(f"{file} cannot be read ({type(error).__name__}); the memory index is rebuilt")
        return {}
    return found if isinstance(found, dict) else {}


def _write_json(file: Path, data: dict[str, object]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
