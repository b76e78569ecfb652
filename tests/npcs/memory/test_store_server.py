"""The index on a Chroma server: many saves side by side, and a game that goes on when the server does not."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import chromadb
import pytest
from a_memory import memory
from test_store import HashEmbedder, many

from npcs.memory.shelf import StoreError, server_address
from npcs.memory.store import ChromaIndex

STARTS_WITHIN = 40.0
"""Seconds that a server may take to come up."""


@dataclass
class Server:
    """A Chroma server of the test's own, on the loopback."""

    folder: Path
    port: int = 0
    process: subprocess.Popen | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Run it, and wait until it answers."""
        self.port = self.port or free_port()
        command = [str(Path(sys.executable).parent / "chroma"), "run", "--path", str(self.folder)]
        command += ["--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ends = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < ends and self.process.poll() is None:
            with suppress(Exception):
                self.client().heartbeat()
                return
            time.sleep(0.2)
        self.stop()
        pytest.fail(f"the Chroma server on port {self.port} did not start")

    def stop(self) -> None:
        """End it, and wait until it has."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=20)
            self.process = None

    def client(self) -> "chromadb.api.ClientAPI":
        """Return somebody else's client of it."""
        return chromadb.HttpClient("127.0.0.1", self.port, settings=chromadb.Settings(anonymized_telemetry=False))

    def names(self) -> list[str]:
        """Return what all its collections are called."""
        return sorted(collection.name for collection in self.client().list_collections())


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server, which ends with the test."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@contextmanager
def opened(path: Path, server: str, embedder: HashEmbedder | None = None) -> Iterator[ChromaIndex]:
    """Lend an index of a save on a server."""
    index = ChromaIndex(path / "chroma", embedder or HashEmbedder(), server=server)  # type: ignore[arg-type]
    index.connect()
    yield index
    index.close()


def nearest(index: ChromaIndex, npc: str, text: str) -> int:
    """Return the id of the memory nearest to a text."""
    return index.query(npc, HashEmbedder().vectors([text])[0], 1)[0][0]


def test_saves_on_one_server_do_not_meet(server: Server, tmp_path: Path) -> None:
    """Two saves with the same villagers, and a stranger's collection, keep to themselves on one server."""
    theirs = server.client().create_collection("somebody-elses", embedding_function=None)
    theirs.add(ids=["1"], embeddings=[[1.0, 2.0]])
    first, second = memory(1, "gave me a silver coin"), memory(1, "burned no lamp")
    with opened(tmp_path / "mine", server.address) as mine, opened(tmp_path / "yours", server.address) as yours:
        mine.sync("marta", [first])
        yours.sync("marta", [second, memory(2, "sneezed")])
        assert (mine.count("marta"), yours.count("marta")) == (1, 2)
        mine.sync("marta", [])
        assert (mine.count("marta"), yours.count("marta")) == (0, 2)
        assert mine.notices == yours.notices == []
    names = server.names()
    assert [name.split("-")[1] for name in names if name.startswith("tattlewood-")] == ["mine", "yours"]
    assert "somebody-elses" in names
    assert theirs.count() == 1
    assert not (tmp_path / "mine" / "chroma" / "chroma").exists()


def test_what_is_on_the_server_is_there_again(server: Server, tmp_path: Path) -> None:
    """A save opened again, after the server was restarted too, embeds nothing anew."""
    with opened(tmp_path, server.address) as index:
        index.sync("marta", many(30))
    server.stop()
    server.start()
    again = HashEmbedder()
    with opened(tmp_path, server.address, again) as index:
        index.sync("marta", many(30))
        assert again.embedded == []
        assert nearest(index, "marta", many(30)[16].text) == 17


def test_a_copied_save_has_collections_of_its_own(server: Server, tmp_path: Path) -> None:
    """A save copied under another name does not write into the collections of the first."""
    with opened(tmp_path / "one", server.address) as index:
        index.sync("marta", many(5))
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with opened(tmp_path / "two", server.address) as index:
        index.sync("marta", many(2))
    with opened(tmp_path / "one", server.address) as index:
        assert index.count("marta") == 5


def test_another_embedder_begins_anew_on_the_server(server: Server, tmp_path: Path) -> None:
    """Vectors of two models never share a collection, and those of the former model are taken away."""
    with opened(tmp_path, server.address) as index:
        index.sync("marta", many(5))
    before = server.names()
    with opened(tmp_path, server.address, HashEmbedder("wider", 32)) as index:
        index.sync("marta", many(5))
        assert index.count("marta") == 5
        assert index.notices == [
            "the memory index was made with by-rule, 16 dimensions; it is rebuilt with wider, 32 dimensions"
        ]
    assert len(server.names()) == len(before) == 1
    assert server.names() != before


@pytest.mark.parametrize("moment", ["writing", "asking"])
def test_a_server_that_ends_while_the_game_runs_costs_no_memory(server: Server, tmp_path: Path, moment: str) -> None:
    """The index goes on in the save's folder, the player is told, and every memory is found."""
    with opened(tmp_path, server.address) as index:
        index.sync("marta", many(20))
        index.sync("bartek", many(3))
        server.stop()
        if moment == "writing":
            index.sync("marta", [*many(20), memory(21, "the new one")])
        assert nearest(index, "marta", many(20)[16].text) == 17
        index.sync("bartek", many(3))
        assert nearest(index, "bartek", many(3)[1].text) == 2
        [notice] = index.notices
        assert server.address in notice
        assert "[memory] in settings.toml" in notice
        assert str(tmp_path / "chroma") in notice
        assert "no memory is lost" in notice
    server.start()
    with opened(tmp_path, server.address) as index:
        index.sync("marta", [*many(20), memory(21, "the new one")])
        assert index.count("marta") == 21
        assert index.notices == []


def test_a_server_that_is_not_there_is_told_before_play(tmp_path: Path) -> None:
    """The message names the address, the setting, how to start one and how to do without."""
    index = ChromaIndex(tmp_path, HashEmbedder(), server=f"http://127.0.0.1:{free_port()}")  # type: ignore[arg-type]
    with pytest.raises(StoreError) as refusal:
        index.connect()
    told = str(refusal.value)
    assert "127.0.0.1" in told
    assert "chroma under [memory] in settings.toml" in told
    assert "chroma run --path FOLDER --port" in told
    assert "take the setting out" in told


def test_a_disk_that_refuses_costs_no_memory(tmp_path: Path) -> None:
    """Where nothing can be written, the index is kept in memory until the game ends, and the player is told."""
    (tmp_path / "chroma").write_text("a file stands where the folder should be")
    index = ChromaIndex(tmp_path / "chroma", HashEmbedder())  # type: ignore[arg-type]
    index.sync("marta", many(12))
    assert nearest(index, "marta", many(12)[4].text) == 5
    assert "kept in memory until the game ends" in index.notices[-1]
    assert str(tmp_path / "chroma") in index.notices[-1]
    index.close()


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("http://localhost:8000", ("localhost", 8000, False)),
        ("http://127.0.0.1", ("127.0.0.1", 8000, False)),
        ("https://chroma.example/", ("chroma.example", 443, True)),
    ],
)
def test_an_address_is_understood(address: str, meant: tuple[str, int, bool]) -> None:
    """Host, port and scheme are read; what is left out has Chroma's default."""
    assert server_address(address) == meant


@pytest.mark.parametrize(
    "address", ["localhost:8000", "8000", "ftp://x", "http://", "http://x:port", "http://x/path", "http://me@x", "["]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    """The message shows what an address looks like."""
    with pytest.raises(ValueError, match="such as http://localhost:8000"):
        server_address(address)


def test_progress_is_told_on_a_server_too(server: Server, tmp_path: Path) -> None:
    """A long re-embedding reports how far it is."""
    told: list[tuple[str, int, int]] = []
    tell: Callable[[str, int, int], None] = lambda *step: told.append(step)  # noqa: E731
    index = ChromaIndex(tmp_path, HashEmbedder(), tell, server.address)  # type: ignore[arg-type]
    index.sync("marta", many(600))
    assert told == [("marta", 500, 600), ("marta", 600, 600)]
    index.close()
