"""A game under way: takes typed lines, asks index and mind, journals each turn before anyone sees what came of it.

Both the screen and line mode play through this one class. It holds the only mutable state of a game: the latest
journalled `State`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from game.background import in_background
from game.parser import HELP, Ambiguous, Meta, MetaVerb, Misunderstood, Ready, parse
from game.playable import Passage, Played
from game.troubles import told_plainly
from game.views import journal_lines, map_lines, who_lines
from game.wording import stands, worded
from npcs.minds.mind import Answer, Appraise, Converse, Mind, Question, Recall, Refine, Reflect
from npcs.minds.recorded import as_recorded
from npcs.story import Story
from npcs.turn import Outcome, play
from npcs.villager import State, digest
from saves.journal import Pace, Turn
from saves.minds import write_minds
from saves.past import Resumed
from saves.snapshot import write_snapshot
from world.clock import stamp
from world.commands import Command
from world.story import PLAYER
from world.text import clean, one_of

if TYPE_CHECKING:
    from npcs.memory.recall import Recaller

KEEP_EVERY = 10
"""Turns between two snapshots; a crash costs nothing but the replay of so many."""

FINISH = 5.0
"""Seconds that leaving waits for a turn under way."""


@dataclass
class Minds:
    """What answers questions: the memory index and a mind. Loaded behind the first frame."""

    recaller: Recaller
    mind: Mind


class NotReadyError(Exception):
    """A line was played before the minds were awake."""


class Session:
    """One game."""

    def __init__(
        self,
        story: Story,
        resumed: Resumed,
        awaken: Callable[[Callable[[str], None]], Minds],
        mind_name: str,
        pace: Pace = "moderate",
    ) -> None:
        """Take up a game where its journal stands; `awaken` loads the minds and takes seconds."""
        self.story = story
        self.mind_name = mind_name
        self._journal = resumed.journal
        self._past = resumed.past
        self._written = len(resumed.turns)
        self._notices = resumed.notices
        self._awaken = awaken
        self._pace = pace
        self._minds: Minds | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    @property
    def state(self) -> State:
        """The latest journalled state."""
        return self._past.state

    @property
    def ready(self) -> bool:
        """Whether the minds are awake."""
        return self._minds is not None

    def opening(self) -> tuple[Passage, ...]:
        """Return what is read first: the intro, or where a resumed game stands."""
        notices = tuple(Passage("notice", notice) for notice in self._notices)
        opening = self.story.village.opening
        title = Passage("title", opening.title)
        if not self._past.turns:
            return (title, Passage("narration", opening.intro), *notices, *stands(self.story, self.state))
        again = Passage("notice", f"The game goes on where it stopped: {stamp(self.state.world.minute)}.")
        return (title, again, *notices, *stands(self.story, self.state))

    async def warm(self, tell: Callable[[str], None]) -> None:
        """Load embedder, index and mind in a thread, telling progress in words."""
        if self._minds is None:
            with told_plainly():
                minds = await in_background(self._awaken, tell)
                await in_background(self._index, minds, tell)
                self._minds = minds

    def warm_notices(self) -> tuple[str, ...]:
        """Return what had to be mended while the minds woke."""
        return tuple(self._mended())

    def _index(self, minds: Minds, tell: Callable[[str], None]) -> None:
        """Bring the memory index to what everyone remembers, so that the first question need not wait for it."""
        for npc, villager in self.state.villagers.items():
            tell(f"Waking the village: {self.story.village.name(npc)} remembers…")
            minds.recaller.index.sync(npc, villager.memories)

    async def play(self, line: str, heard: Callable[[str], None] | None = None) -> Played:
        """Play one typed line; it is in the journal when this returns."""
        async with self._turn:
            with told_plainly():
                return await self._played(clean(line), heard)

    async def _played(self, line: str, heard: Callable[[str], None] | None) -> Played:
        parsed = parse(line, self.story, self.state)
        match parsed:
            case Ready(command=command):
                return await self._turned(line, command, heard)
            case Meta(verb=verb, argument=argument):
                return await self._aside(verb, argument)
            case Misunderstood(words=words) | Ambiguous(words=words):
                return Played((Passage("refusal", words),))
        assert_never(parsed)

    async def _turned(self, line: str, command: Command, heard: Callable[[str], None] | None) -> Played:
        before = self.state
        outcome, answers = await self._asked(before, command, heard)
        turn = Turn(
            n=self._written + 1,
            line=line,
            command=command,
            answers=tuple(answers),
            pace=self._pace,
            digest=digest(outcome.state),
        )
        # From here on the turn counts: whoever cancels now comes too late.
        await asyncio.shield(self._settled(turn, outcome.state))
        notices = tuple(Passage("notice", notice) for notice in (*outcome.notices, *self._mended()))
        return Played((*worded(self.story, before, outcome.state, outcome.events), *notices))

    def _mended(self) -> list[str]:
        """Return what the index had to mend since the last turn."""
        notices = self._minds.recaller.index.notices if self._minds else []
        mended = list(notices)
        notices.clear()
        return mended

    async def _settled(self, turn: Turn, state: State) -> None:
        """Make a turn durable, and the state it led to the state of the game; only then may anyone see it."""
        await asyncio.to_thread(self._journal.append, turn)
        self._written = turn.n
        if turn.undo:
            self._past.undone()
        else:
            self._past.played(turn, state)
        if self._written % KEEP_EVERY == 0:
            await asyncio.to_thread(self._keep)

    async def _asked(
        self, before: State, command: Command, heard: Callable[[str], None] | None
    ) -> tuple[Outcome, list[Answer]]:
        """Drive a turn, answering its questions; return what came of it and what was answered."""
        turn, answers = play(self.story, before, command, self._pace), list[Answer]()
        try:
            question = next(turn)
            while True:
                answers.append(as_recorded(await self._answer(question, heard)))
                question = turn.send(answers[-1])
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome, answers

    async def _answer(self, question: Question, heard: Callable[[str], None] | None) -> Answer:
        if self._minds is None:
            raise NotReadyError("the villagers are still waking up")
        match question:
            case Recall(npc=npc):
                return await asyncio.to_thread(self._minds.recaller.recall, question, self.state.villagers[npc])
            case Converse():
                return await self._minds.mind.converse(question, heard)
            case Refine():
                return await self._minds.mind.refine(question)
            case Reflect():
                return await self._minds.mind.reflect(question)
            case Appraise():
                return await self._minds.mind.appraise(question)
        assert_never(question)

    def _keep(self) -> None:
        """Write what spares the next opening a replay, and the minds for people to read."""
        # The journal has everything: a full disk here costs the next opening some seconds, and no turn.
        with suppress(OSError):
            write_snapshot(self._journal.folder, self._journal.header, self._written, self.state)
            write_minds(self._journal.folder, self.story, self.state, self._written)

    async def _aside(self, verb: MetaVerb, argument: str) -> Played:
        match verb:
            case "undo":
                return await self._undone(int(argument) if argument.isdecimal() else 1)
            case "quit":
                return Played((Passage("narration", "You leave the village for now. It will remember."),), over=True)
            case "help":
                return Played(tuple(Passage("notice", f"{form} — {meaning}") for form, meaning in HELP))
            case "inventory":
                return self._told(self._carried())
            case "time":
                return self._told(f"It is {stamp(self.state.world.minute)}.")
            case "journal":
                return self._told(*journal_lines(self.story, self.state))
            case "map":
                return self._told(*map_lines(self.story, self.state))
            case "who":
                return self._told(*who_lines(self.story, self.state))
            case "why":
                return self._told(self._why(argument))
        assert_never(verb)

    def _told(self, *lines: str) -> Played:
        return Played(tuple(Passage("notice", line) for line in lines))

    def _carried(self) -> str:
        things = [f"the {self.story.village.name(thing)}" for thing in self.state.world.things_at(PLAYER)]
        return f"You carry {one_of(things)}." if things else "You carry nothing."

    def _why(self, npc: str) -> str:
        """Say why `npc`, or else the person faced, or else everyone here, does what they do."""
        world, villagers = self.state.world, self.state.villagers
        there = world.actors_at(world.whereabouts[PLAYER].place)
        here = [npc] if npc in there else [world.facing] if world.facing else there
        reasons = [f"{self.story.village.name(npc)}: {villagers[npc].why}" for npc in here if npc in villagers]
        told = [reason for reason in reasons if not reason.endswith(": ")]
        return "\n".join(told) or "Nobody here has chosen anything yet."

    async def _undone(self, count: int) -> Played:
        """Take the last turns back: the world, the minds and the index together."""
        if not self._past.can_undo:
            return Played((Passage("refusal", "There is nothing to take back."),))
        taken_back = list[str]()
        while self._past.can_undo and len(taken_back) < count:
            taken_back.append(self._past.turns[-1].line or "look")
            before = await asyncio.to_thread(self._past.before_last)
            turn = Turn(n=self._written + 1, line="undo", undo=True, digest=digest(before))
            await asyncio.shield(self._settled(turn, before))
        if self._minds:
            for npc, villager in self.state.villagers.items():
                await asyncio.to_thread(self._minds.recaller.index.sync, npc, villager.memories)
        words = one_of([f"“{line}”" for line in taken_back])
        return Played((Passage("notice", f"Taken back: {words}"), *stands(self.story, self.state)))

    async def close(self) -> None:
        """Write the snapshot and the minds, and let others have the save. Closing twice does no harm."""
        if self._closed:
            return
        self._closed = True
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH):
                await self._turn.acquire()
        await asyncio.to_thread(self._keep)
        if self._minds:
            self._minds.recaller.index.close()
        self._journal.close()
