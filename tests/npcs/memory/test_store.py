"""The index of memories in Chroma: what every index must do, and what a damaged folder costs."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from a_memory import OPENING, memory
from msgspec.structs import replace

from npcs.memory.embedder import Embedder
from npcs.memory.record import Memory
from npcs.memory.store import ChromaIndex


class HashEmbedder:
    """An embedder with other dimensions, quick and by rule, for what does not depend on meaning."""

    def __init__(self, name: str = "by-rule", dimension: int = 16) -> None:
        self.name, self.dimension, self.checksum = name, dimension, ""
        self.embedded: list[str] = []

    def vectors(self, sentences: list[str]) -> np.ndarray:
        """Return one unit vector a sentence."""
        self.embedded += sentences
        rows = [np.frombuffer(sentence.ljust(999).encode()[: self.dimension], np.uint8) for sentence in sentences]
        made = np.array(rows, dtype=np.float32) - 100
        return made / np.linalg.norm(made, axis=1, keepdims=True)


@pytest.fixture
def index(tmp_path: Path, embedder: Embedder) -> Iterator[ChromaIndex]:
    """Return an index in a new folder."""
    made = ChromaIndex(tmp_path, embedder)
    yield made
    made.close()


def many(count: int) -> list[Memory]:
    """Return memories that differ."""
    return [memory(n, f"{n} wheel {n * n}", f"{n * 7}") for n in range(1, count + 1)]


def found(index: ChromaIndex, embedder: Embedder, text: str, npc: str = "marta", k: int = 3) -> list[int]:
    """Return the ids nearest to a text."""
    return [id_ for id_, _ in index.query(npc, embedder.vectors([text])[0], k)]


COIN, MILL = memory(1, "gave me a silver coin"), memory(2, "burned no lamp all night", "the mill", "", "")


def test_the_nearest_in_meaning_is_found_with_its_true_cosine(index: ChromaIndex, embedder: Embedder) -> None:
    """A query returns ids and exact cosines, quantised, nearest first."""
    index.sync("marta", [COIN, MILL])
    asked = embedder.vectors(["money as a present"])[0]
    hits = index.query("marta", asked, 5)
    expected = embedder.vectors([COIN.text])[0].astype(np.float64) @ asked.astype(np.float64)
    assert hits[0] == (1, pytest.approx(expected, abs=1e-6))
    assert [id_ for id_, _ in hits] == [1, 2]
    assert all(round(cosine, 6) == cosine for _, cosine in hits)


def test_each_villager_has_a_collection_of_their_own(index: ChromaIndex, embedder: Embedder) -> None:
    """No query of one villager's finds another's memories, whatever their names look like."""
    for npc, mine in {"a": COIN, "a_": MILL, "marta": replace(COIN, id=5)}.items():
        index.sync(npc, [mine])
    assert found(index, embedder, "lamp", "a") == [1]
    assert found(index, embedder, "coin", "a_") == [2]
    assert (index.count("a"), index.count("nobody")) == (1, 0)
    assert index.query("nobody", embedder.vectors(["coin"])[0], 3) == []


def test_sync_writes_what_changed_and_takes_out_what_is_gone(tmp_path: Path) -> None:
    """Only new wordings are embedded; an earlier state is reached by syncing with it."""
    by_rule = HashEmbedder()
    index = ChromaIndex(tmp_path, by_rule)  # type: ignore[arg-type]
    index.sync("marta", [COIN, MILL])
    assert by_rule.embedded == [COIN.text, MILL.text]
    index.sync("marta", [COIN, MILL])
    index.sync("marta", [replace(COIN, retrievals=9), MILL])
    assert len(by_rule.embedded) == 2
    reworded = replace(COIN, what=replace(COIN.what, text="stole a silver coin"))
    index.sync("marta", [reworded])
    assert by_rule.embedded[2:] == [reworded.text]
    assert index.count("marta") == 1
    index.sync("marta", [COIN, MILL])
    assert index.count("marta") == 2
    index.sync("marta", [])
    assert index.count("marta") == 0
    assert index.query("marta", by_rule.vectors(["x"])[0], 3) == []
    assert index.notices == []
    index.close()


def test_an_index_is_there_again_after_a_restart(tmp_path: Path) -> None:
    """What was indexed is read back and not embedded again; what changed meanwhile is."""
    first = ChromaIndex(tmp_path, HashEmbedder())  # type: ignore[arg-type]
    first.sync("marta", many(40))
    first.close()
    first.close()
    again = HashEmbedder()
    second = ChromaIndex(tmp_path, again)  # type: ignore[arg-type]
    second.sync("marta", [*many(40), memory(41, "the new one")])
    assert again.embedded == [memory(41, "the new one").text]
    assert second.count("marta") == 41
    assert second.notices == []
    second.close()


def test_many_memories_are_told_of_as_they_are_indexed(tmp_path: Path) -> None:
    """A long rebuild reports its progress, villager by villager."""
    told: list[tuple[str, int, int]] = []
    index = ChromaIndex(tmp_path, HashEmbedder(), lambda *step: told.append(step))  # type: ignore[arg-type]
    index.sync("marta", many(1100))
    index.sync("bartek", many(3))
    assert told == [("marta", 500, 1100), ("marta", 1000, 1100), ("marta", 1100, 1100)]
    assert index.count("marta") == 1100
    index.close()


def test_another_embedder_re_embeds_everything_and_says_so(tmp_path: Path) -> None:
    """Vectors of two models are never mixed: the index is pinned to one, and begun anew for another."""
    first = ChromaIndex(tmp_path, HashEmbedder())  # type: ignore[arg-type]
    first.sync("marta", many(5))
    first.close()
    wider = HashEmbedder("wider", 32)
    second = ChromaIndex(tmp_path, wider)  # type: ignore[arg-type]
    second.sync("marta", many(5))
    assert len(wider.embedded) == 5
    assert second.notices == [
        "the memory index was made with by-rule, 16 dimensions; it is rebuilt with wider, 32 dimensions"
    ]
    assert json.loads((tmp_path / "index.json").read_text())["dimension"] == 32
    second.close()


@pytest.mark.parametrize("damage", ["truncated", "rubbish", "unreadable pin", "deleted"])
def test_a_damaged_folder_costs_a_rebuild_and_no_memory(tmp_path: Path, damage: str) -> None:
    """Whatever happened to the files between two games, every memory is found again."""
    first = ChromaIndex(tmp_path, HashEmbedder())  # type: ignore[arg-type]
    first.sync("marta", many(30))
    first.close()
    database = tmp_path / "chroma" / "chroma.sqlite3"
    if damage == "truncated":
        database.write_bytes(database.read_bytes()[:5000])
    elif damage == "rubbish":
        database.write_bytes(b"\x00not a database" * 1000)
    elif damage == "unreadable pin":
        (tmp_path / "index.json").write_text("{")
    else:
        shutil.rmtree(tmp_path / "chroma")
    by_rule = HashEmbedder()
    second = ChromaIndex(tmp_path, by_rule)  # type: ignore[arg-type]
    second.sync("marta", many(30))
    assert second.count("marta") == 30
    asked = by_rule.vectors([many(30)[16].text])[0]
    assert second.query("marta", asked, 30)[0][0] == 17
    assert len(second.query("marta", asked, 30)) == 30
    assert bool(second.notices) == (damage != "deleted")
    second.close()


def test_a_folder_deleted_while_the_game_runs_is_rebuilt(tmp_path: Path) -> None:
    """The next memory is written and all are found, whatever became of the files below."""
    by_rule = HashEmbedder()
    index = ChromaIndex(tmp_path, by_rule)  # type: ignore[arg-type]
    index.sync("marta", many(10))
    shutil.rmtree(tmp_path / "chroma")
    index.sync("marta", many(12))
    assert len(index.query("marta", by_rule.vectors(["x"])[0], 12)) == 12
    index.close()
    reopened = ChromaIndex(tmp_path, by_rule)  # type: ignore[arg-type]
    reopened.sync("marta", many(12))
    assert reopened.count("marta") == 12
    reopened.close()


def test_rows_lost_behind_the_index_are_noticed(tmp_path: Path) -> None:
    """An index that returns fewer rows than it must is rebuilt, and the player is told."""
    by_rule = HashEmbedder()
    index = ChromaIndex(tmp_path, by_rule)  # type: ignore[arg-type]
    index.sync("marta", many(10))
    index._collection("marta").delete(ids=["3", "4"])
    assert len(index.query("marta", by_rule.vectors(["x"])[0], 10)) == 10
    assert index.notices == [f"the index of marta's memories in {tmp_path / 'chroma'} was damaged; it has been rebuilt"]
    index._collection("marta").delete(ids=["5"])
    index.sync("marta", many(11))
    assert index.count("marta") == 11
    assert "short of some" in index.notices[1]
    index.close()


def test_long_and_foreign_texts_are_indexed_whole(index: ChromaIndex, embedder: Embedder) -> None:
    """A text over the model's window is split and not cut; any script and an empty text are taken."""
    long = memory(1, "chatted about nothing. " * 300 + "Then he hid the knife under the altar.")
    index.sync("marta", [long, memory(2, "打了鐵匠", "陌生人", "", ""), memory(3, "", "", "", "")])
    assert set(found(index, embedder, "a knife hidden in the church")) == {1, 2, 3}
    assert index.notices == []


def test_what_is_beside_a_vector_can_be_read_with_other_tools(index: ChromaIndex) -> None:
    """Importance, feeling, time and place stand beside each vector."""
    index.sync("marta", [replace(COIN, valence=0.5, arousal=0.25)])
    [row] = index._collection("marta").get(include=["metadatas"])["metadatas"] or []
    assert dict(row) | {"print": ""} == {
        "print": "",
        "formed": OPENING,
        "happened": OPENING,
        "importance": 5.0,
        "valence": 0.5,
        "arousal": 0.25,
        "place": "the forge",
        "source": "witnessed",
    }


@pytest.mark.parametrize("damage", ["cut", "changed", "missing"])
def test_damaged_vectors_are_noticed_before_chroma_reads_them(tmp_path: Path, damage: str) -> None:
    """Files of vectors that were cut or changed would end the process: they are set aside, and no memory is lost."""
    first = ChromaIndex(tmp_path, HashEmbedder())  # type: ignore[arg-type]
    first.sync("marta", many(60))
    first.close()
    files = sorted(tmp_path.glob("chroma/*/*.bin"))
    assert files
    for file in files:
        whole = file.read_bytes()
        if damage == "missing":
            file.unlink()
        else:
            file.write_bytes(whole[:100] if damage == "cut" else bytes(byte ^ 255 for byte in whole))
    by_rule = HashEmbedder()
    second = ChromaIndex(tmp_path, by_rule)  # type: ignore[arg-type]
    second.sync("marta", many(60))
    assert len(second.query("marta", by_rule.vectors(["x"])[0], 60)) == 60
    assert second.notices == [
        f"the memory index in {tmp_path / 'chroma'} could not be used (its files were changed or cut); "
        "it is rebuilt, the old one is in chroma.bad-1; no memory is lost"
    ]
    second.close()


def test_an_index_large_enough_for_files_of_its_own_opens_again_as_it_was(tmp_path: Path) -> None:
    """Sealed files that nobody touched are read and not rebuilt, after a game that ended without a word too."""
    first = ChromaIndex(tmp_path, HashEmbedder())  # type: ignore[arg-type]
    first.sync("marta", many(60))
    copy = tmp_path.parent / f"{tmp_path.name}-killed"
    shutil.copytree(tmp_path, copy)
    first.close()
    for folder in (tmp_path, copy):
        by_rule = HashEmbedder()
        again = ChromaIndex(folder, by_rule)  # type: ignore[arg-type]
        again.sync("marta", many(60))
        assert (again.notices, by_rule.embedded) == ([], [])
        assert len(again.query("marta", by_rule.vectors(["x"])[0], 60)) == 60
        again.close()
