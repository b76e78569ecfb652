"""Whole games, played through the real session: real index, real embedder, real journal."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from game.bootstrap import open_session
from game.session import Session
from npcs.memory.embedder import Embedder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder of this test's own."""
    monkeypatch.setenv("TATTLEWOOD_HOME", str(tmp_path))
    return tmp_path


class Player:
    """Types lines and reads what comes of them."""

    def __init__(self, session: Session) -> None:
        self.session = session

    async def types(self, *lines: str) -> str:
        """Play lines; return all that the last one showed, a passage a line."""
        shown = ""
        for line in lines:
            played = await self.session.play(line)
            shown = "\n".join(f"{p.speaker}: {p.text}" if p.speaker else p.text for p in played.passages)
        return shown

    async def hears(self, line: str) -> str:
        """Play a line; return the words that were said to the player."""
        played = await self.session.play(line)
        return "\n".join(p.text for p in played.passages if p.kind == "speech")


@pytest.fixture
async def begin(home: Path, embedder: Embedder) -> AsyncIterator[Callable]:
    """Return what begins or resumes a game by name, and close all games in the end."""
    begun: list[Session] = []

    async def begin(save: str = "game", seed: int = 7, mind: str | None = None) -> Player:
        session = open_session(save=save, seed=seed, mind=mind, embedder=embedder)
        begun.append(session)
        await session.warm(lambda _words: None)
        return Player(session)

    yield begin
    for session in begun:
        await session.close()
