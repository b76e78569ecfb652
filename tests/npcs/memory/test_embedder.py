"""Sentences as vectors: whatever the text, whatever the model."""

from pathlib import Path

import numpy as np
import pytest
from a_memory import memory

from npcs.memory.embedder import DEFAULT_CHECKSUM, DEFAULT_DIMENSION, Embedder, EmbedderError, load_embedder
from npcs.memory.store import ChromaIndex

WORDS = ("[UNK]", "gave", "me", "a", "silver", "coin", "burned", "no", "lamp", "the", "stranger", "mill", "forge")


def small_model(folder: Path, dimension: int = 24, seed: int = 1) -> str:
    """Write a real sentence-transformers model of a dozen words into a folder; return its path."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    weights = np.random.default_rng(seed).normal(size=(len(WORDS), dimension)).astype(np.float32)
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=weights)], device="cpu").save(str(folder))
    return str(folder)


def test_the_bundled_model_is_the_one_that_is_pinned(embedder: Embedder) -> None:
    """Its weights have the published checksum, and its vectors the length that a save's header states."""
    assert (embedder.checksum, embedder.dimension) == (DEFAULT_CHECKSUM, DEFAULT_DIMENSION)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "\x00\x1b[31m\x07\u202e",
        "打了鐵匠",
        "Zażółć gęślą jaźń",
        "مرحبا بالعالم",
        "🙂👨‍👩‍👧",
        "x" * 20_000,
        "word " * 4_000,
    ],
    ids=["empty", "blank", "control", "chinese", "polish", "arabic", "emoji", "one huge word", "huge"],
)
def test_any_text_has_a_vector(embedder: Embedder, text: str) -> None:
    """Empty, huge, foreign and hostile texts give one unit vector each, the same each time."""
    [vector] = embedder.vectors([text])
    assert vector.shape == (DEFAULT_DIMENSION,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert np.array_equal(embedder._encode([text])[0], vector)


def test_a_text_over_the_window_is_split_and_not_cut(embedder: Embedder) -> None:
    """What stands after the first 256 word pieces still bears on the vector; what a cut would keep alone does not."""
    long = "They talked of the weather and the price of rye. " * 60
    plain, with_end = embedder.vectors([long, long + "At last he confessed that he had drowned the miller. " * 12])
    asked = embedder.vectors(["the murderer's confession: the miller was drowned"])[0]
    assert with_end @ asked > plain @ asked + 0.05
    pieces = embedder._parts(long)
    assert len(pieces) > 1
    assert " ".join(pieces) == long.strip()
    assert all(len(embedder._model.tokenizer.tokenize(piece)) <= 254 for piece in pieces)


def test_a_model_of_ones_own_is_used_whatever_its_window(tmp_path: Path) -> None:
    """A sentence-transformers model in a folder loads by its path, with a checksum of its weights."""
    own = load_embedder(small_model(tmp_path / "own"))
    assert own.dimension == 24
    assert own.checksum == load_embedder(small_model(tmp_path / "copy")).checksum
    assert own.checksum != load_embedder(small_model(tmp_path / "other", seed=2)).checksum
    assert own.vectors(["a silver coin", "", "coin " * 9_000]).shape == (3, 24)


def test_an_index_of_another_dimension_is_made_anew(tmp_path: Path, embedder: Embedder) -> None:
    """Going from one real model to another re-embeds every memory, tells it, and finds them all."""
    coin, lamp = memory(1, "gave me a silver coin"), memory(2, "burned no lamp")
    first = ChromaIndex(tmp_path / "chroma", embedder)
    first.sync("marta", [coin, lamp])
    first.close()
    own = load_embedder(small_model(tmp_path / "own"))
    second = ChromaIndex(tmp_path / "chroma", own)
    second.sync("marta", [coin, lamp])
    assert [id_ for id_, _ in second.query("marta", own.vectors([lamp.text])[0], 2)] == [2, 1]
    [notice] = second.notices
    assert "all-MiniLM-L6-v2, 384 dimensions" in notice
    assert "24 dimensions" in notice
    second.close()


@pytest.mark.parametrize("name", ["no-such-model", "/nowhere/at/all", "x\x1b[31m"])
def test_a_model_that_is_not_there_is_told_with_what_to_do(name: str) -> None:
    """The message names the setting, and shows no control characters."""
    with pytest.raises(EmbedderError, match=r"set as embedder in settings\.toml: give the name") as refusal:
        load_embedder(name)
    assert str(refusal.value).isprintable()
