"""What all tests share: the loaded embedder, the bundled story, and a guard against the network."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from npcs.memory.embedder import Embedder, load_embedder

_LOOPBACK = ("127.", "::1", "localhost")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make any connection that would leave this machine an error."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if isinstance(address, tuple) and not str(host).startswith(_LOOPBACK):
            raise AssertionError(f"a test reached for the network: {host}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    return


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """Return the real embedder, loaded once."""
    return load_embedder()
