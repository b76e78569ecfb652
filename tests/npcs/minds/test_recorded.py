"""The recorded mind gives back what was answered, and nothing else."""

from collections.abc import Generator

import pytest

from npcs.disposition import FeelingsNow
from npcs.minds.mind import Answer, Converse, Nothing, Question, Recall, Recalled, Refine, Refined, Replied, Utterance
from npcs.minds.recorded import NotRecordedError, RecordedMind, answered_from, as_recorded

RECALL = Recall("marta", "the mill", (), 480)
CONVERSE = Converse("marta", Utterance("player", "said", "Hello."), lambda: None)
REFINE = Refine("marta", "player", 480, (), None)
RECALLED = Recalled(())
REPLIED = Replied("Good day.", "greet", Nothing(), "unimportant", 0.0, 0.0, 0.0)
REFINED = Refined(FeelingsNow(trust=0.1), ())


def _turn(*questions: Question) -> Generator[Question, Answer, list[Answer]]:
    answers = []
    for question in questions:
        answers.append((yield question))
    return answers


def test_a_turn_runs_on_its_answers():
    """Each question gets the answer recorded for it, in order."""
    assert answered_from(_turn(RECALL, CONVERSE, REFINE), (RECALLED, REPLIED, REFINED)) == [RECALLED, REPLIED, REFINED]
    assert answered_from(_turn(), ()) == []


@pytest.mark.parametrize(
    ("questions", "answers", "words"),
    [
        ((RECALL,), (), "Recall was asked of marta, but no answer"),
        ((CONVERSE,), (REFINED,), "Converse was asked of marta, but Refined is recorded"),
        ((RECALL,), (RECALLED, REPLIED), "nothing more was asked, but Replied is recorded"),
    ],
)
def test_what_does_not_match_is_named(questions: tuple[Question, ...], answers: tuple[Answer, ...], words: str):
    """Too few answers, too many, or one of another kind stop the turn with words."""
    with pytest.raises(NotRecordedError, match=words):
        answered_from(_turn(*questions), answers)


async def test_it_is_a_mind_like_others():
    """It answers by the port that every mind has, and the words of a reply are heard."""
    mind, heard = RecordedMind((REPLIED, REFINED)), list[str]()
    assert await mind.converse(CONVERSE, heard.append) == REPLIED
    assert heard == ["Good day."]
    assert await mind.refine(REFINE) == REFINED
    mind.finish()


def test_an_answer_is_played_as_it_will_be_read():
    """A whole number in a fraction's place becomes the fraction that a journal gives back."""
    answer = as_recorded(Replied("Aye.", "agree", Nothing(), "unimportant", 0, 0, 1))
    assert [type(number) for number in (answer.degree, answer.valence, answer.arousal)] == [float] * 3
