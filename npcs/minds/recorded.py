"""The recorded mind: answers every question with what was answered when the turn was first played.

It needs no model, no embedder and no index. It cannot be asked anything that was not asked then.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

import msgspec

from npcs.minds.mind import (
    Answer,
    Appraise,
    Appraised,
    Converse,
    Question,
    Recall,
    Recalled,
    Refine,
    Refined,
    Reflect,
    Reflected,
    Replied,
)

T = TypeVar("T")

ANSWERED_BY: dict[type, type] = {
    Recall: Recalled,
    Converse: Replied,
    Refine: Refined,
    Reflect: Reflected,
    Appraise: Appraised,
}
"""Which kind of answer each kind of question has."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Answer).decode


class NotRecordedError(Exception):
    """The questions asked and the answers recorded do not match; the message says which."""


class RecordedMind:
    """Answers from a record, in its order."""

    name = "recorded"

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = tuple(answers)
        self._given = 0

    def answer(self, question: Question) -> Answer:
        """Return the next recorded answer.

        Raises:
            NotRecordedError: there is none left, or it answers another kind of question.
        """
        kind = type(question).__name__
        if self._given == len(self._answers):
            raise NotRecordedError(f"{kind} was asked of {question.npc}, but no answer to it is recorded")
        answer = self._answers[self._given]
        if not isinstance(answer, ANSWERED_BY[type(question)]):
            raise NotRecordedError(f"{kind} was asked of {question.npc}, but {type(answer).__name__} is recorded")
        self._given += 1
        return answer

    async def converse(self, question: Converse, heard: Callable[[str], None] | None = None) -> Replied:
        """Answer an utterance as it was answered; the whole reply is heard at once."""
        answer = self.answer(question)
        assert isinstance(answer, Replied)  # noqa: S101 - `answer` has checked it
        if heard:
            heard(answer.reply)
        return answer

    async def refine(self, question: Refine) -> Refined:
        """Judge as it was judged."""
        answer = self.answer(question)
        assert isinstance(answer, Refined)  # noqa: S101 - `answer` has checked it
        return answer

    async def reflect(self, question: Reflect) -> Reflected:
        """Tell an episode as it was told."""
        answer = self.answer(question)
        assert isinstance(answer, Reflected)  # noqa: S101 - `answer` has checked it
        return answer

    async def appraise(self, question: Appraise) -> Appraised:
        """Appraise an episode as it was appraised."""
        answer = self.answer(question)
        assert isinstance(answer, Appraised)  # noqa: S101 - `answer` has checked it
        return answer

    def finish(self) -> None:
        """Say that nothing more will be asked.

        Raises:
            NotRecordedError: answers are left over.
        """
        if self._given < len(self._answers):
            left = type(self._answers[self._given]).__name__
            raise NotRecordedError(f"nothing more was asked, but {left} is recorded")


def answered_from(turn: Generator[Question, Answer, T], answers: Sequence[Answer]) -> T:
    """Run a turn to its end on recorded answers, and return what it led to.

    Raises:
        NotRecordedError: the turn asks something else than what is recorded.
    """
    mind = RecordedMind(answers)
    try:
        question = next(turn)
        while True:
            question = turn.send(mind.answer(question))
    except StopIteration as end:
        mind.finish()
        outcome: T = end.value
        return outcome


def as_recorded(answer: Answer) -> Answer:
    """Return an answer as a journal will give it back: the one to play with, so that a replay plays the same.

    A whole number where a fraction belongs, say, counts as another value in the state's digest.
    """
    recorded: Answer = _decode(_encode(answer))
    return recorded
