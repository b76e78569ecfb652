"""A mind behind a mind: when the first cannot answer, the second does, and the player is told."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from npcs.minds.mind import (
    Appraise,
    Appraised,
    Converse,
    Mind,
    MindError,
    Refine,
    Refined,
    Reflect,
    Reflected,
    Replied,
)
from npcs.minds.redaction import redacted
from world.text import clean


class FallbackMind:
    """Asks the primary mind, and the village mind where that fails. Cancelling a question cancels it."""

    def __init__(self, primary: Mind, village: Mind, longest_wait: float | None = None) -> None:
        """Take both minds, and how long (in seconds) to wait for a first one that has no time-out of its own."""
        self.name = primary.name
        self._primary = primary
        self._village = village
        self._longest_wait = longest_wait

    async def converse(self, question: Converse, heard: Callable[[str], None] | None = None) -> Replied:
        """Answer an utterance; `Replied.notice` says so if the village mind had to."""
        try:
            async with asyncio.timeout(self._longest_wait):
                return await self._primary.converse(question, heard)
        except Exception as error:
            reason = _reason(error)
        replied = await self._village.converse(question, heard)
        notice = f"{self.name} did not answer ({reason}); the {self._village.name} speaks this turn."
        return replace(replied, notice=redacted(clean(notice)))

    async def refine(self, question: Refine) -> Refined:
        """Judge how memories of a person changed the villager; the village mind does so where the primary fails."""
        with suppress(Exception):
            async with asyncio.timeout(self._longest_wait):
                return await self._primary.refine(question)
        return await self._village.refine(question)

    async def reflect(self, question: Reflect) -> Reflected:
        """Tell an episode; the village mind does so where the primary fails."""
        with suppress(Exception):
            async with asyncio.timeout(self._longest_wait):
                return await self._primary.reflect(question)
        return await self._village.reflect(question)

    async def appraise(self, question: Appraise) -> Appraised:
        """Appraise an episode; the village mind does so where the primary fails."""
        with suppress(Exception):
            async with asyncio.timeout(self._longest_wait):
                return await self._primary.appraise(question)
        return await self._village.appraise(question)


def _reason(error: Exception) -> str:
    """Return what went wrong; only a mind's own words are passed on, nobody else's."""
    if isinstance(error, MindError):
        return redacted(str(error)) or "it gave no reason"
    return "timed out" if isinstance(error, TimeoutError) else "it failed"
