"""Sessions for tests, played in the bundled story with the real rules and a mind of ten lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from npcs.authored import read_story
from npcs.minds.mind import (
    Answer,
    Appraise,
    Appraised,
    Create,
    FiveWs,
    Hit,
    Question,
    Recall,
    Recalled,
    Refine,
    Refined,
    Reflect,
    Reflected,
    Replied,
)
from npcs.minds.recorded import as_recorded
from npcs.story import Story
from npcs.turn import opening_state, play
from npcs.villager import State, digest
from saves.journal import Header, Journal, Turn
from saves.past import Past
from world.commands import Command, Go, Look, Say, Talk, Wait


@cache
def the_story() -> Story:
    """Return the bundled story, read once."""
    return read_story(None)


def answer(question: Question, state: State) -> Answer:
    """Answer a question as a simple mind would: the newest memories come to mind, and kindness is returned."""
    villager = state.villagers[question.npc]
    if isinstance(question, Recall):
        return Recalled(tuple(Hit(memory.id, 1 / n, {}) for n, memory in enumerate(villager.memories.last(3), 1)))
    if isinstance(question, Refine):
        feelings = question.context.disposition.feelings
        return Refined(replace(feelings, trust=min(1.0, feelings.trust + 0.1)), ())
    if isinstance(question, Reflect):
        return Reflected()
    if isinstance(question, Appraise):
        return Appraised()
    heard = FiveWs(who="the stranger", what=f"said {question.utterance.text!r}")
    return Replied(f"“{question.utterance.text}”, you say.", "ask", Create(heard), "novelty", 0.5, 0, 0.25)


@dataclass
class Game:
    """A session under way, and every state it went through."""

    story: Story = field(default_factory=the_story)
    seed: int = 7

    def __post_init__(self) -> None:
        self.states = [opening_state(self.story, self.seed)]
        self.header = Header(
            title=self.story.village.opening.title,
            story=self.story.fingerprint,
            seed=self.seed,
            mind="village",
            version="0.1.0",
            digest=digest(self.states[0]),
        )
        self.past = Past(self.story, self.header)
        self.turns: list[Turn] = []

    def play(self, command: Command, line: str = "") -> Turn:
        """Play a command to its end and return the turn to be recorded."""
        generator, answers = play(self.story, self.past.state, command), list[Answer]()
        try:
            question = next(generator)
            while True:
                answers.append(as_recorded(answer(question, self.past.state)))
                question = generator.send(answers[-1])
        except StopIteration as end:
            state = end.value.state
        n = len(self.turns) + 1
        turn = Turn(n=n, line=line, command=command, answers=tuple(answers), digest=digest(state))
        self.past.played(turn, state)
        return self._recorded(turn)

    def undo(self) -> Turn:
        """Take the last turn back."""
        state = self.past.undone()
        return self._recorded(Turn(n=len(self.turns) + 1, line="undo", undo=True, digest=digest(state)))

    def _recorded(self, turn: Turn) -> Turn:
        self.turns.append(turn)
        self.states.append(self.past.state)
        return turn

    def walk_and_talk(self, lines: Sequence[str] = ("Who was Tomasz?", "Where were you?", "Thank you.")) -> "Game":
        """Walk to the first villager of the cast, say some lines and wait a while."""
        npc = next(iter(self.story.cast))
        place = self.past.state.world.place_of(npc) or self.story.cast[npc].home
        if place != self.past.state.world.whereabouts["player"].place:
            self.play(Go(actor="player", place=place), f"go {place}")
        self.play(Talk(actor="player", to=npc), f"talk {npc}")
        for text in lines:
            self.play(Say(actor="player", to=npc, text=text), text)
        self.play(Look(actor="player"), "look")
        self.play(Wait(actor="player", minutes=45), "wait 45")
        return self

    def saved(self, folder: Path, turns: Iterable[Turn] | None = None) -> Path:
        """Write the session's journal into a save's folder and return the folder."""
        with Journal.create(folder, self.header) as journal:
            for turn in self.turns if turns is None else turns:
                journal.append(turn)
        return folder
