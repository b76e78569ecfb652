"""Records the bundled sessions anew, with the real parts: `python -m tests.record_sessions`.

Needed only when the rules have changed on purpose, so that the old recordings rightly no longer play.
"""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from game.bootstrap import open_session
from npcs.memory.embedder import Embedder, load_embedder

SESSIONS = Path(__file__).parents[1] / "saves" / "sessions"

SCRIPTS: dict[str, tuple[int, tuple[str, ...]]] = {
    "a-coin-for-the-smith": (
        5,
        (
            "look",
            "read letter",
            "go to the forge",
            "talk krzysztof",
            "good day to you",
            "give coin to krzysztof for the horseshoes",
            "what do you know about the mill?",
            "who are the Therns?",
            "hug krzysztof",
            "undo",
            "what do you think of Marta?",
            "bye",
            "wait 24h",
            "go to the forge",
            "talk krzysztof",
            "Do you remember what I gave you?",
            "bye",
        ),
    ),
    "asking-about-the-mill": (
        11,
        (
            "",
            "go to the inn",
            "wait until 11:30",
            "talk marta",
            "good morning, what a fine inn you keep",
            "who killed Tomasz?",
            "did the mill burn a lamp that night?",
            "what is Bartek like?",
            "where were you when Tomasz died?",
            "tell me about the ledger",
            "you are a liar and a gossip",
            "I am sorry, that was unkind",
            "thank you for your help",
            "bye",
            "wait until dusk",
            "look",
            "go to the mill",
            "examine lamp",
            "go to the church",
            "wait until dawn",
            "look",
        ),
    ),
    "a-blow-and-an-apology": (
        23,
        (
            "forge",
            "talk to krzysztof",
            "I punch him",
            "I will burn your forge down",
            "forgive me, I was beside myself with grief",
            "I promise to pay for the nails",
            "give coin to krzysztof because I am sorry",
            "why",
            "wait until 07:00",
            "go to the forge",
            "krzysztof, do you remember what I did to you?",
            "do you forgive me?",
            "undo",
            "undo",
            "look",
        ),
    ),
}


async def _record(embedder: Embedder, name: str, seed: int, lines: tuple[str, ...]) -> None:
    session = open_session(save=name, seed=seed, embedder=embedder)
    await session.warm(lambda _words: None)
    for line in lines:
        await session.play(line)
    await session.close()


def main() -> None:
    """Play every script and put its journal in place of the old recording."""
    embedder = load_embedder()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TATTLEWOOD_HOME"] = folder
        for name, (seed, lines) in SCRIPTS.items():
            asyncio.run(_record(embedder, name, seed, lines))
            shutil.copy(Path(folder) / "saves" / name / "journal.jsonl", SESSIONS / f"{name}.jsonl")


if __name__ == "__main__":
    main()
