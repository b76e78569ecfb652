"""All that one villager remembers at one moment: a frozen collection that knows its own checksum.

The checksum is the sum of the SHA-256 of every memory, modulo 2^256: it costs the same to maintain whether a villager
remembers ten things or twenty thousand, and does not depend on the order in which they came.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

from npcs.memory.record import Memory, MemoryId

_MODULUS = 1 << 256
_encode = msgspec.json.Encoder(order="deterministic").encode


def _fingerprint(memory: Memory) -> int:
    return int.from_bytes(sha256(_encode(memory)).digest())


class Memories:
    """A frozen mapping from id to memory, in the order of formation."""

    __slots__ = ("_by_id", "checksum")

    def __init__(self, memories: Iterable[Memory] = ()) -> None:
        self._by_id = {memory.id: memory for memory in memories}
        self.checksum = sum(map(_fingerprint, self._by_id.values())) % _MODULUS

    def __iter__(self) -> Iterator[Memory]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._by_id

    def __getitem__(self, id_: MemoryId) -> Memory:
        return self._by_id[id_]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memories) and self._by_id == other._by_id

    def __hash__(self) -> int:
        return self.checksum

    def get(self, id_: MemoryId) -> Memory | None:
        """Return a memory by id, or None if there is none, or none any more."""
        return self._by_id.get(id_)

    def last(self, count: int) -> list[Memory]:
        """Return the newest memories, newest first."""
        newest = reversed(self._by_id.values())
        return [memory for memory, _ in zip(newest, range(count), strict=False)]

    def changed(self, put: Iterable[Memory] = (), remove: Iterable[MemoryId] = ()) -> "Memories":
        """Return the collection with some memories put in (or replaced) and others taken out."""
        by_id, checksum = dict(self._by_id), self.checksum
        for memory in put:
            old = by_id.get(memory.id)
            checksum += _fingerprint(memory) - (_fingerprint(old) if old else 0)
            by_id[memory.id] = memory
        for id_ in remove:
            if old := by_id.pop(id_, None):
                checksum -= _fingerprint(old)
        changed = Memories()
        changed._by_id, changed.checksum = by_id, checksum % _MODULUS
        return changed
