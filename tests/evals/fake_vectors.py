"""Vectors without a model, for figures that leave the embedding out.

A text's vector is drawn from its hash: unit length, the same every time, and near to no other. So an index of 20,000
memories is built in seconds and works as hard as with real vectors: how near they lie plays no part in its cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class FakeVectors:
    """Has what the memory index and recall want of an embedder."""

    name = "fake-vectors"
    checksum = ""
    dimension = 384

    def __init__(self) -> None:
        self._cache: dict[str, NDArray[np.float32]] = {}

    def vectors(self, sentences: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector a sentence, shape (sentences, dimension), float32."""
        import numpy as np

        for sentence in sentences:
            if sentence not in self._cache:
                self._cache[sentence] = self._drawn(sentence)
        if not sentences:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([self._cache[sentence] for sentence in sentences])

    def _drawn(self, sentence: str) -> NDArray[np.float32]:
        import numpy as np

        seed = int.from_bytes(sha256(sentence.encode("utf-8", "replace")).digest()[:8])
        drawn = np.random.default_rng(seed).standard_normal(self.dimension)
        return np.asarray(drawn / np.linalg.norm(drawn), dtype=np.float32)
