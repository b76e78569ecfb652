"""Memories by the words they share with a question: BM25, by the full-text search of SQLite, in memory.

SQLite's ranking grows with a collection one row at a time, where libraries that score a whole corpus at once would
read it all again after every memory.
"""

import sqlite3
from collections.abc import Sequence

from npcs.memory.collection import Memories
from npcs.memory.lookup import stems
from npcs.memory.record import Memory, MemoryId
from world.story import ActorId

MOST_WORDS = 12
"""How many words of a question are looked for, the rarest first."""

COMMON = 0.2
"""Words that more than this share of the memories have are looked for only if there are no others."""

HALFWAY = 5.0
"""The BM25 score that counts as 0.5, so that scores of different questions compare."""


class LexicalIndex:
    """The words of what each villager remembers."""

    def __init__(self) -> None:
        self._tables: dict[ActorId, _Table] = {}

    def sync(self, npc: ActorId, memories: Memories) -> None:
        """Bring a villager's words to exactly these memories."""
        self._tables.setdefault(npc, _Table()).sync(memories)

    def query(self, npc: ActorId, text: str, k: int) -> list[tuple[MemoryId, float]]:
        """Return up to `k` memories that share words with a text, scored 0 to 1 to six decimals, best first."""
        table = self._tables.get(npc)
        return table.query(stems(text), k) if table else []

    def close(self) -> None:
        """Let go of all words."""
        for table in self._tables.values():
            table.close()
        self._tables.clear()


class _Table:
    """One villager's memories in a full-text table."""

    def __init__(self) -> None:
        self._held: dict[MemoryId, Memory] = {}
        self._version: Memories | None = None
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._db.execute("CREATE VIRTUAL TABLE memory USING fts5(words, tokenize = 'unicode61')")
        self._db.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(memory, row)")

    def sync(self, memories: Memories) -> None:
        if memories is self._version:
            return
        held = self._held
        touched = [memory for memory in memories if held.get(memory.id) is not memory]
        rows = [(m.id, " ".join(stems(m.text))) for m in touched if m.id not in held or held[m.id].text != m.text]
        held.update((memory.id, memory) for memory in touched)
        gone = [id_ for id_ in held if id_ not in memories] if len(held) != len(memories) else []
        for id_ in gone:
            del held[id_]
        self._db.execute("BEGIN")
        self._db.executemany("DELETE FROM memory WHERE rowid = ?", [(id_,) for id_ in gone])
        self._db.executemany("INSERT OR REPLACE INTO memory (rowid, words) VALUES (?, ?)", rows)
        self._db.execute("COMMIT")
        self._version = memories

    def query(self, words: Sequence[str], k: int) -> list[tuple[MemoryId, float]]:
        telling = self._telling(words)
        if not telling:
            return []
        asked = " OR ".join(f'"{word}"' for word in telling)
        rows = self._db.execute(
            "SELECT rowid, -bm25(memory) FROM memory WHERE memory MATCH ? ORDER BY bm25(memory), rowid DESC LIMIT ?",
            (asked, k),
        )
        scored = [(int(id_), round(score / (score + HALFWAY), 6)) for id_, score in rows if score > 0]
        return sorted(scored, key=lambda each: (-each[1], -each[0]))

    def _telling(self, words: Sequence[str]) -> list[str]:
        """Return the words that are worth looking for, the rarest first."""
        counts: dict[str, int] = {}
        for word in dict.fromkeys(words):
            row = self._db.execute("SELECT doc FROM vocabulary WHERE term = ?", (word.replace('"', ""),)).fetchone()
            if row:
                counts[word] = row[0]
        rare = {word: count for word, count in counts.items() if count <= max(3.0, COMMON * len(self._held))}
        return sorted(rare or counts, key=lambda word: (counts[word], word))[:MOST_WORDS]

    def close(self) -> None:
        self._db.close()
