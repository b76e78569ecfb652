"""Memories by nearness of meaning: an index in Chroma, one collection a villager, that can always be rebuilt.

The state of the game is the truth; here is only what finds things in it. `sync` brings a villager's collection to what
they remember now, forwards or back, so undo needs no method of its own. Whatever is wrong with the folder costs a
rebuild and a notice, never a memory. The only module that imports chromadb, and inside functions: it takes a second.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from npcs.memory import seal
from npcs.memory.embedder import Embedder
from npcs.memory.record import Memory, MemoryId
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

LAYOUT = 1
"""Counts up when what is stored here changes, so that an older folder is rebuilt."""


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


class ChromaIndex:
    """The index in a folder of its own, by Chroma's embedded client. One process may have it open at a time."""

    def __init__(self, path: Path, embedder: Embedder, progress: Progress | None = None) -> None:
        self.notices: list[str] = []
        self._path = path
        self._embedder = embedder
        self._progress = progress
        self._client: ClientAPI | None = None
        self._collections: dict[ActorId, Collection] = {}
        self._held: dict[ActorId, dict[MemoryId, Memory]] = {}
        self._prints: dict[ActorId, dict[MemoryId, str]] = {}
        self._seal = seal.Seal()

    def sync(self, npc: ActorId, memories: Iterable[Memory]) -> None:
        """Bring a villager's index to exactly these memories; what is new is embedded in batches."""
        wanted = {memory.id: memory for memory in memories}
        try:
            self._bring_to(npc, wanted)
        except Exception as error:
            # A vendor's store can fail in any way, and none of them may stop the game.
            self._set_aside(error)
            self._bring_to(npc, wanted)

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
            self._rebuild(npc, f"the index of {npc}'s memories was damaged; it has been rebuilt")
            found = self._nearest(npc, vector, expected)
        return found

    def count(self, npc: ActorId) -> int:
        """Return how many memories of a villager are indexed."""
        return self._collection(npc).count()

    def close(self) -> None:
        """Let go of the folder."""
        if self._client is not None:
            self._client.close()  # type: ignore[attr-defined]
            self._renew_seal()
        self._client = None
        self._forget()

    def _bring_to(self, npc: ActorId, wanted: dict[MemoryId, Memory]) -> None:
        collection = self._collection(npc)
        prints, held = self._prints[npc], self._held.get(npc, {})
        touched = [memory for id_, memory in wanted.items() if held.get(id_) is not memory]
        stale = [memory for memory in touched if prints.get(memory.id) != _fingerprint(memory)]
        new = sum(memory.id not in prints for memory in stale)
        gone = [id_ for id_ in prints if id_ not in wanted] if len(prints) + new != len(wanted) else []
        if gone:
            collection.delete(ids=[str(id_) for id_ in gone])
            for id_ in gone:
                del prints[id_]
        self._write(npc, collection, stale)
        self._held[npc] = wanted
        if (stale or gone) and collection.count() != len(wanted):
            self._rebuild(npc, f"the index of {npc}'s memories was short of some; it has been rebuilt")

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
        if memories:
            self._renew_seal()

    def _renew_seal(self) -> None:
        """Keep the seal in step with the files that Chroma has written, which it does once in a thousand rows."""
        now = seal.sealed(self._path / "chroma", self._seal)
        if now is not self._seal:
            seal.write(now, self._path / "seal.json")
            self._seal = now

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

    def _rebuild(self, npc: ActorId, notice: str) -> None:
        """Make a villager's collection anew from the memories last synced."""
        self.notices.append(notice)
        held = self._held.get(npc, {})
        try:
            self._opened().delete_collection(_collection_name(npc))
            self._collections.pop(npc, None)
            self._write(npc, self._collection(npc), list(held.values()))
        except Exception as error:
            self._set_aside(error)
            self._write(npc, self._collection(npc), list(held.values()))
        self._held[npc] = held

    def _collection(self, npc: ActorId) -> Collection:
        """Return a villager's collection, made if need be, and read what it holds once."""
        if npc not in self._collections:
            collection = self._opened().get_or_create_collection(
                _collection_name(npc), embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
            rows = collection.get(include=["metadatas"])
            metadatas: Sequence[Any] = rows["metadatas"] or ()
            self._prints[npc] = {
                int(id_): str((metadata or {}).get("print", ""))
                for id_, metadata in zip(rows["ids"], metadatas, strict=True)
            }
            self._collections[npc] = collection
        return self._collections[npc]

    def _opened(self) -> ClientAPI:
        if self._client is None:
            self._check_embedder()
            folder, file = self._path / "chroma", self._path / "seal.json"
            if folder.exists() and not seal.is_whole(folder, file):
                self._set_aside("its files were changed or cut")
            try:
                self._client = _persistent_client(self._path / "chroma")
            except Exception as error:
                self._set_aside(error)
                self._client = _persistent_client(self._path / "chroma")
        return self._client

    def _check_embedder(self) -> None:
        """Start afresh if the folder was made with another embedder, and pin this one in it."""
        pin, pinned = self._path / "index.json", None
        ours = {
            "layout": LAYOUT,
            "embedder": self._embedder.name,
            "dimension": self._embedder.dimension,
            "checksum": self._embedder.checksum,
        }
        try:
            pinned = json.loads(pin.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            self.notices.append(f"{pin} cannot be read ({type(error).__name__}); the memory index is rebuilt")
        if pinned == ours:
            return
        if isinstance(pinned, dict):
            before = f"{pinned.get('embedder')}, {pinned.get('dimension')} dimensions"
            now = f"{ours['embedder']}, {ours['dimension']} dimensions"
            self.notices.append(f"the memory index was made with {before}; it is rebuilt with {now}")
        shutil.rmtree(self._path / "chroma", ignore_errors=True)
        (self._path / "seal.json").unlink(missing_ok=True)
        self._path.mkdir(parents=True, exist_ok=True)
        pin.write_text(json.dumps(ours, indent=1), encoding="utf-8")

    def _set_aside(self, reason: Exception | str) -> None:
        """Move a folder that cannot be used out of the way, to begin a new one."""
        self.close()
        folder = self._path / "chroma"
        bad = next(p for n in range(1, 1000) if not (p := self._path / f"chroma.bad-{n}").exists())
        if folder.exists():
            folder.rename(bad)
        (self._path / "seal.json").unlink(missing_ok=True)
        self._seal = seal.Seal()
        why = reason if isinstance(reason, str) else type(reason).__name__
        self.notices.append(f"the memory index could not be used ({why}); it is rebuilt, the old one is in {bad.name}")

    def _forget(self) -> None:
        self._collections.clear()
        self._held.clear()
        self._prints.clear()


def _persistent_client(folder: Path) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    folder.mkdir(parents=True, exist_ok=True)
    return chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))


def _collection_name(npc: ActorId) -> str:
    """Return a name that Chroma takes for any id: it must begin and end with a letter or digit."""
    return f"mind-{npc}-{LAYOUT}"


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
