"""Chance is a question, not a stream: the same question always has the same answer.

A new question never shifts an old answer, so a rule can be added without changing recorded games.
"""

from collections.abc import Sequence
from hashlib import blake2b

_SCALE = float(1 << 53)


def chance(seed: int, *purpose: str | int) -> float:
    """Return a number in [0, 1) that depends on nothing but the arguments."""
    key = "\x1f".join(map(str, (seed, *purpose)))
    digest = blake2b(key.encode(), digest_size=8).digest()
    return (int.from_bytes(digest) >> 11) / _SCALE


def pick(options: Sequence[str], seed: int, *purpose: str | int) -> str:
    """Return one of `options`, which must not be empty, each as likely as the others."""
    return options[int(chance(seed, *purpose) * len(options))]
