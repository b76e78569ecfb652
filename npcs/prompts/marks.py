"""Fences around what is data in a prompt: words of players and villagers, memories, texts of the story.

A fence is made from the texts it encloses, so that nobody can write a text that contains its own fence.
"""

from collections.abc import Iterable
from hashlib import blake2b


def fresh_mark(texts: Iterable[str], turn: int, seed: int) -> str:
    """Return a mark of twelve hexadecimal digits that occurs in none of the texts; the same texts, the same mark."""
    whole = "\x1f".join(texts)
    attempt = 0
    while True:
        key = f"{seed}\x1f{turn}\x1f{attempt}\x1f{whole}".encode("utf-8", "replace")
        mark = blake2b(key, digest_size=6).hexdigest()
        if mark not in whole:
            return mark
        attempt += 1
