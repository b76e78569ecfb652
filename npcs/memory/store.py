"""Memories by nearness of meaning: an index in Chroma, one collection a villager, that can always be rebuilt.

The state of the game is the truth; here is only what finds things in it. `sync` brings a villager's collection to what
they remember now, forwards or back, so undo needs no method of its own. Whatever is wrong with the folder costs a
rebuild and a notice, never a memory. Where it stands (folder or server) is `npcs.memory.shelf`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from npcs.memory.embedder import Embedder
from npcs.memory.record import Memory, MemoryId
from npcs.memory.shelf import LAYOUT, FolderShelf, Pin, ServerShelf, Shelf, StoreError, unreachable
from world.story import ActorId

if TYPE_CHECKING:
    import numpy as np
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

BATCH = 500
"""How many memories are embedded and written at once."""

Progress: TypeAlias = Callable[[ActorId, int, int], None]
"""Told how many of a villager's memories are indexed, and how many are to be."""


class MemoryIndex(Protocol):
    """Finds the memories of one villager that are near in meaning. No villager's memories are found for another."""

    notices: list[str]
    """What went wrong and was mended, for the player to be told; whoever tells it clears the list."""

    def sync(self, npc: ActorId, memories: Iterable[Memory]) -> None:
        """Bring a villager's index to exactly these memories."""
        ...

    def query(self, npc: ActorId, vector: Vector, k: int) -> list[tuple[MemoryId, float]]:
        """Return up to `k` of the nearest memories and their cosines, quantised to 1e-6; nearest first, ties by id."""
        ...

    def count(self, npc: ActorId) -> int:
        """Return how many memories of a villager are indexed."""
        ...

    def close(self) -> None:
        """Let go of files and memory. Closing twice is allowed."""
        ...


class NoIndex:
    """Finds nothing: for recall by words, people and time alone, without an embedder."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def sync(self, npc: ActorId, memories: Iterable[Memory]) -> None:
        """Index nothing."""

    def query(self, npc: ActorId, vector: Vector, k: int) -> list[tuple[MemoryId, float]]:  # noqa: ARG002
        """Return nothing."""
        return []

    def count(self, npc: ActorId) -> int:  # noqa: ARG002
        """Return 0."""
        return 0

    def close(self) -> None:
        """Do nothing."""


class TouchedError(Exception):
    """Somebody else wrote into the files of the index; the message says so."""


class ChromaIndex:
    """The index by Chroma: in a folder of its own, or on a server."""

    def __init__(self, path: Path, embedder: Embedder, progress: Progress | None = None, server: str = "") -> None:
        """Index in the folder `path`, or on the server at an address; nothing is opened before it is needed."""
        self.notices: list[str] = []
        self._embedder = embedder
        self._progress = progress
        self._pin = Pin(LAYOUT, embedder.name, embedder.dimension, embedder.checksum)
        self._server = server
        self._shelf: Shelf = ServerShelf(server, path) if server else FolderShelf(path)
        self._client: ClientAPI | None = None
        self._collections: dict[ActorId, Collection] = {}
        self._held: dict[ActorId, dict[MemoryId, Memory]] = {}
        self._prints: dict[ActorId, dict[MemoryId, str]] = {}

    def connect(self) -> None:
        """Reach the server, if there is one, so that its absence is told before play begins.

        Raises:
            StoreError: it does not answer; the message says what to do.
        """
        if not self._server:
            return
        try:
            self._opened()
        except StoreError:
            raise
        except Exception as error:
            raise unreachable(self._server, error) from error

    def sync(self, npc: ActorId, memories: Iterable[Memory]) -> None:
        """Bring a villager's index to exactly these memories; what is new is embedded in batches."""
        wanted = {memory.id: memory for memory in memories}
        while True:
            try:
                self._bring_to(npc, wanted)
            except Exception as error:
                # A vendor's store can fail in any way, and none of them may stop the game.
                self._set_aside(error)
            else:
                return

    def query(self, npc: ActorId, vector: Vector, k: int) -> list[tuple[MemoryId, float]]:
        """Return the nearest of the memories last synced. The cosine is computed anew from the stored vectors."""
        expected = min(k, len(self._held.get(npc, ())))
        if expected <= 0:
            return []
        try:
            found = self._nearest(npc, vector, expected)
            short = len(found) < expected
        except Exception:
            found, short = [], True
        if short:
            self._rebuild(npc, "was damaged")
            found = self._nearest(npc, vector, expected)
        return found

    def count(self, npc: ActorId) -> int:
        """Return how many memories of a villager are indexed."""
        return self._collection(npc).count()

    def close(self) -> None:
        """Let go of the folder, or of the server."""
        client, self._client = self._client, None
        self._collections.clear()
        self._held.clear()
        self._prints.clear()
        if client is not None:
            untouched = self._shelf.untouched()
            client.close()  # type: ignore[attr-defined]
            if untouched:
                self._shelf.written()

    def _bring_to(self, npc: ActorId, wanted: dict[MemoryId, Memory]) -> None:
        collection = self._collection(npc)
        prints, held = self._prints[npc], self._held.get(npc, {})
        touched = [memory for id_, memory in wanted.items() if held.get(id_) is not memory]
        stale = [memory for memory in touched if prints.get(memory.id) != _fingerprint(memory)]
        new = sum(memory.id not in prints for memory in stale)
        gone = [id_ for id_ in prints if id_ not in wanted] if len(prints) + new != len(wanted) else []
        if (stale or gone) and not self._shelf.untouched():
            raise TouchedError("its files were changed or cut while the game ran")
        if gone:
            collection.delete(ids=[str(id_) for id_ in gone])
            for id_ in gone:
                del prints[id_]
        self._write(npc, collection, stale)
        if stale or gone:
            self._shelf.written()
        self._held[npc] = wanted
        if (stale or gone) and collection.count() != len(wanted):
            self._rebuild(npc, "was short of some")

    def _write(self, npc: ActorId, collection: Collection, memories: Sequence[Memory]) -> None:
        for start in range(0, len(memories), BATCH):
            batch = memories[start : start + BATCH]
            collection.upsert(
                ids=[str(memory.id) for memory in batch],
                embeddings=self._embedder.vectors([memory.text for memory in batch]),
                metadatas=[_metadata(memory) for memory in batch],
            )
            self._prints[npc].update((memory.id, _fingerprint(memory)) for memory in batch)
            if self._progress and len(memories) > BATCH:
                self._progress(npc, start + len(batch), len(memories))

    def _nearest(self, npc: ActorId, vector: Vector, k: int) -> list[tuple[MemoryId, float]]:
        import numpy as np

        # Embeddings and not distances: Chroma's arithmetic differs between processors in the last digits.
        found = self._collection(npc).query(query_embeddings=[vector.tolist()], n_results=k, include=["embeddings"])
        stored = np.asarray((found["embeddings"] or [[]])[0], dtype=np.float64)
        if not len(stored):
            return []
        cosines = (stored @ vector.astype(np.float64)).tolist()
        scored = [(int(id_), round(cosine, 6)) for id_, cosine in zip(found["ids"][0], cosines, strict=True)]
        return sorted(scored, key=lambda each: (-each[1], each[0]))

    def _rebuild(self, npc: ActorId, what: str) -> None:
        """Make a villager's collection anew from the memories last synced."""
        held = self._held.get(npc, {})
        try:
            self._opened().delete_collection(self._shelf.collection(npc, self._pin))
            self._collections.pop(npc, None)
            self._write(npc, self._collection(npc), list(held.values()))
            self._shelf.written()
            self._held[npc] = held
            self.notices.append(f"the index of {npc}'s memories in {self._shelf.place} {what}; it has been rebuilt")
        except Exception as error:
            self._set_aside(error)
            self.sync(npc, held.values())

    def _collection(self, npc: ActorId) -> Collection:
        """Return a villager's collection, made if need be, and read what it holds once."""
        if npc not in self._collections:
            collection = self._opened().get_or_create_collection(
                self._shelf.collection(npc, self._pin),
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine"}},
            )
            rows = collection.get(include=["metadatas"])
            metadatas: Sequence[Any] = rows["metadatas"] or ()
            self._prints[npc] = {
                int(id_): str((metadata or {}).get("print", ""))
                for id_, metadata in zip(rows["ids"], metadatas, strict=True)
            }
            self._collections[npc] = collection
            # A new collection may have files at once.
            self._shelf.written()
        return self._collections[npc]

    def _opened(self) -> ClientAPI:
        if self._client is None:
            self._client = self._shelf.opened(self._pin)
            self._hear()
        return self._client

    def _set_aside(self, reason: Exception) -> None:
        """Leave a place that cannot be used, for one that can."""
        shelf = self._shelf
        with suppress(Exception):
            # What is broken may not even close.
            self.close()
        self._client = None
        self._shelf = shelf.given_up(str(reason) if isinstance(reason, TouchedError) else reason)
        self._hear()

    def _hear(self) -> None:
        """Pass on what the place had to mend."""
        self.notices += self._shelf.notices
        self._shelf.notices.clear()


def _metadata(memory: Memory) -> dict[str, str | int | float]:
    """Return what is kept beside a vector, to look into a collection with other tools."""
    return {
        "print": _fingerprint(memory),
        "formed": memory.formed,
        "happened": memory.happened,
        "importance": memory.importance,
        "valence": memory.valence,
        "arousal": memory.arousal,
        "place": memory.where.text,
        "source": memory.source.kind.value,
    }


def _fingerprint(memory: Memory) -> str:
    """Return a check value of what is stored of a memory: when it differs, the row is written again."""
    stored = (memory.text, memory.formed, memory.importance, memory.valence, memory.arousal)
    return blake2b(repr(stored).encode(), digest_size=8).hexdigest()
