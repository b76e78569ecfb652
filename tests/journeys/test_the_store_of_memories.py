"""Games whose store of memories is on a server, is damaged while they run, or is made by another embedder."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import chromadb
import pytest

from game.bootstrap import open_session
from game.playable import Trouble
from npcs.villager import digest
from saves.journal import read_journal
from saves.replay import verify

STARTS_WITHIN = 40.0
"""Seconds that a server may take to come up."""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, subprocess.Popen]]:
    """Return the port and process of a Chroma server on the loopback, which ends with the test."""
    port, folder = free_port(), tmp_path_factory.mktemp("server")
    chroma = str(Path(sys.executable).parent / "chroma")
    command = [chroma, "run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends and process.poll() is None:
        with suppress(Exception):
            client(port).heartbeat()
            break
        time.sleep(0.2)
    yield port, process
    process.kill()
    process.wait(timeout=20)


def client(port: int):
    """Return somebody else's client of the server."""
    return chromadb.HttpClient("127.0.0.1", port, settings=chromadb.Settings(anonymized_telemetry=False))


def small_model(folder: Path) -> str:
    """Write a sentence-transformers model of a few words into a folder; return its path."""
    import numpy as np
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ("[UNK]", "gave", "me", "a", "silver", "coin", "the", "stranger", "forge", "mill")
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(words)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    weights = np.random.default_rng(1).normal(size=(len(words), 24)).astype(np.float32)
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=weights)], device="cpu").save(str(folder))
    return str(folder)


def settings(home: Path, text: str) -> None:
    """Write the player's settings."""
    (home / "settings.toml").write_text(text, encoding="utf-8")


async def coin_given(player) -> None:
    """Go to the smith and give him the coin, with a reason."""
    await player.types("go to the forge", "talk krzysztof", "give coin to krzysztof for the horseshoes")


async def test_a_game_keeps_its_memories_on_a_server(begin, home, server):
    """One setting puts the memories on a Chroma server, beside what others keep there; its end costs a notice only."""
    port, process = server
    settings(home, f'[memory]\nchroma = "http://127.0.0.1:{port}"\n')
    theirs = client(port).create_collection("somebody-elses", embedding_function=None)
    theirs.add(ids=["1"], embeddings=[[1.0, 2.0]])
    player = await begin()
    await coin_given(player)
    assert "coin" in (await player.hears("Do you remember what I gave you?")).lower()
    names = [each.name for each in client(port).list_collections()]
    assert sum(name.startswith("tattlewood-game-") for name in names) == len(player.session.story.cast)
    assert theirs.count() == 1
    assert not (home / "saves" / "game" / "chroma" / "chroma").exists()
    process.kill()
    process.wait(timeout=20)
    shown = await player.types("Do you remember what I gave you?")
    assert "coin" in shown.lower()
    assert f"http://127.0.0.1:{port}" in shown
    assert "no memory is lost" in shown
    await player.session.close()
    recording = read_journal(home / "saves" / "game" / "journal.jsonl")
    assert len(recording.turns) == 5
    assert verify(player.session.story, recording.header, recording.turns).divergence is None


async def test_a_server_that_does_not_answer_is_told_before_play(begin, home):
    """The message names the setting and says how to go on; without the setting the same game opens."""
    settings(home, f'[memory]\nchroma = "http://127.0.0.1:{free_port()}"\n')
    with pytest.raises(Trouble, match=r"does not answer .* set as chroma under \[memory\] in settings.toml. Start it"):
        await begin("waiting")
    settings(home, "")
    with suppress(Trouble):
        # The failed game still has the save: it is closed at the end of the test.
        await begin("waiting")
    assert (await begin("another")).session.ready


def cut_database(folder: Path) -> None:
    """Cut Chroma's database short."""
    database = folder / "chroma" / "chroma.sqlite3"
    database.write_bytes(database.read_bytes()[:3000])


def delete_a_segment(folder: Path) -> None:
    """Delete files of vectors."""
    for file in folder.glob("chroma/*/*.bin"):
        file.unlink()


def delete_folder(folder: Path) -> None:
    """Delete the whole folder."""
    shutil.rmtree(folder / "chroma")


def delete_rows(folder: Path) -> None:
    """Take rows away behind the game's back, as another process would."""
    import sqlite3

    with sqlite3.connect(folder / "chroma" / "chroma.sqlite3") as database:
        database.execute("DELETE FROM embeddings")


@pytest.mark.parametrize("damage", [cut_database, delete_a_segment, delete_folder, delete_rows])
async def test_a_store_damaged_while_the_game_runs_costs_no_memory(begin, home, damage: Callable[[Path], None]):
    """The folder is made anew under a notice that names it, no turn is lost and everything is still remembered."""
    player = await begin()
    await coin_given(player)
    folder = home / "saves" / "game" / "chroma"
    damage(folder)
    told, reply = [], ""
    for line in ("Do you remember what I gave you?", "What did I give you?"):
        played = await player.session.play(line)
        told += [p.text for p in played.passages if p.kind == "notice"]
        reply += " ".join(p.text for p in played.passages if p.kind == "speech")
    assert "coin" in reply.lower()
    assert any(str(folder / "chroma") in text and "rebuilt" in text for text in told)
    smith = player.session.state.villagers["krzysztof"].memories
    assert player.session._minds.recaller.index.count("krzysztof") in (len(smith), len(smith) - 2, len(smith) - 1)
    stood = digest(player.session.state)
    await player.session.close()
    again = await begin()
    assert digest(again.session.state) == stood
    assert again.session.warm_notices() == ()


async def test_another_embedder_by_setting_embeds_everything_anew(home, tmp_path_factory, embedder):
    """A game whose settings name another model tells that it re-embeds, villager by villager, and goes on."""
    session = open_session(save="game", seed=7, embedder=embedder)
    await session.warm(lambda _words: None)
    await session.play("go to the forge")
    await session.close()
    settings(home, f'embedder = "{small_model(tmp_path_factory.mktemp("model") / "own")}"\n')
    told: list[str] = []
    again = open_session(save="game")
    await again.warm(told.append)
    [notice] = again.warm_notices()
    assert "made with all-MiniLM-L6-v2, 384 dimensions; it is rebuilt with" in notice
    assert sum("remembers…" in line for line in told) == len(again.story.cast)
    played = await again.play("talk krzysztof")
    assert any(passage.kind == "speech" for passage in played.passages)
    await again.close()


async def test_a_game_forgets_by_the_settings_it_was_begun_with(home, embedder, capsys):
    """The law of forgetting stands in the journal: a replay, and a player with other settings, forget the same."""
    settings(home, "[memory]\nbeta = 20000\nremoval = 0.4\nincrements = [0]\nprobabilities = [1]\n")
    session = open_session(save="quick", seed=7, embedder=embedder)
    await session.warm(lambda _words: None)
    for line in ("go to the forge", "talk krzysztof", "good day", "bye", "wait 24h"):
        await session.play(line)
    await session.close()
    stood = digest(session.state)
    plain = open_session(save="plain", seed=7, embedder=embedder)
    assert len(session.state.villagers["krzysztof"].memories) < len(plain.state.villagers["krzysztof"].memories)
    await plain.close()
    settings(home, "[memory]\nbeta = 1\n")
    recording = read_journal(home / "saves" / "quick" / "journal.jsonl")
    assert verify(session.story, recording.header, recording.turns).divergence is None
    again = open_session(save="quick", embedder=embedder)
    assert digest(again.state) == stood
    assert again.state.rules.forgetting.beta == 20000
    assert any("begun with other settings of memory" in passage.text for passage in again.opening())
    await again.close()
