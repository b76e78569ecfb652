"""The mind of a language model, reached through LiteLLM: one call a turn, checked before anyone hears it.

The model words and judges; what is true, known and done stays with the game (`npcs.minds.guard`).
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any, TypeVar

from npcs.minds.completion import CallError, Completion, ModelSettings, Request, completed, load_litellm
from npcs.minds.envelope import (
    Answered,
    AppraisalEnvelope,
    Envelope,
    PortraitEnvelope,
    RefinementEnvelope,
    RefusedAnswerError,
    read,
    schema,
)
from npcs.minds.guard import checked_appraisal, checked_portrait, checked_refinement, checked_reply
from npcs.minds.mind import (
    Appraise,
    Appraised,
    Converse,
    Meter,
    MindError,
    Refine,
    Refined,
    Reflect,
    Reflected,
    Replied,
)
from npcs.minds.redaction import redacted
from npcs.prompts.budget import Message
from npcs.prompts.converse import asked_again, converse_prompt
from npcs.prompts.episode import appraise_prompt, reflect_prompt
from npcs.prompts.refine import refine_prompt
from npcs.story import Story
from world.text import clean

__all__ = ["LanguageModelMind", "ModelSettings"]

Result = TypeVar("Result", Replied, Refined, Reflected, Appraised)
Shape = TypeVar("Shape", bound=Answered)

_FORMATS = ("json_schema", "json_object", "plain")
"""How the shape of an answer is asked for, strictest first; the prompt describes it in any case."""

_WORD = re.compile(r"\S+\s*")


class LanguageModelMind:
    """Answers by asking a language model for one JSON object, at most twice."""

    def __init__(self, story: Story, model: str, settings: ModelSettings | None = None) -> None:
        """Take the story, any LiteLLM model name, and how to reach it."""
        self.name = redacted(clean(model, 120))
        self._story = story
        self._model = model
        self._settings = settings or ModelSettings()
        self._format = 0
        """Which of `_FORMATS` the model was last seen to take; what is stricter is not tried again."""

    def warm(self) -> None:
        """Import what calls need, which takes seconds; for a worker, before the first turn."""
        load_litellm()

    async def converse(self, question: Converse, heard: Callable[[str], None] | None = None) -> Replied:
        """Answer an utterance.

        `heard` is told the words of the reply one by one, but only once the whole answer has been found valid: words
        that are still to be refused would have been read by then.

        Raises:
            MindError: The model could not be reached, or its answer was refused twice.
        """
        prompt = converse_prompt(self._story, question)
        factors = [row.factor for row in self._story.importance.row]

        def judged(envelope: Envelope, meter: Meter) -> Replied:
            return checked_reply(envelope, question, prompt, self._story, meter)

        replied = await self._answered(prompt.messages, Envelope, schema(Envelope, factors), judged)
        if heard is not None:
            for word in _WORD.findall(replied.reply):
                heard(word)
        return replied

    async def refine(self, question: Refine) -> Refined:
        """Judge how memories of a person changed the villager towards them.

        Raises:
            MindError: The model could not be reached, or its answer was refused twice.
        """
        prompt = refine_prompt(self._story, question)

        def judged(envelope: RefinementEnvelope, meter: Meter) -> Refined:
            return checked_refinement(envelope, prompt, self._story, meter)

        return await self._answered(prompt.messages, RefinementEnvelope, schema(RefinementEnvelope), judged)

    async def reflect(self, question: Reflect) -> Reflected:
        """Tell an episode and say how it felt: the first call about it.

        Raises:
            MindError: The model could not be reached, or its answer was refused twice.
        """
        prompt = reflect_prompt(self._story, question)

        def judged(envelope: PortraitEnvelope, meter: Meter) -> Reflected:
            return checked_portrait(envelope, prompt, self._story, meter)

        return await self._answered(prompt.messages, PortraitEnvelope, schema(PortraitEnvelope), judged)

    async def appraise(self, question: Appraise) -> Appraised:
        """Appraise an episode: the second call about it.

        Raises:
            MindError: The model could not be reached, or its answer was refused twice.
        """
        prompt = appraise_prompt(self._story, question)

        def judged(envelope: AppraisalEnvelope, meter: Meter) -> Appraised:
            return checked_appraisal(envelope, question, prompt, self._story, meter)

        return await self._answered(prompt.messages, AppraisalEnvelope, schema(AppraisalEnvelope), judged)

    async def _answered(
        self,
        messages: tuple[Message, ...],
        shape: type[Shape],
        json_schema: dict[str, Any],
        judged: Callable[[Shape, Meter], Result],
    ) -> Result:
        await asyncio.to_thread(load_litellm)
        reason = "timed out"
        try:
            async with asyncio.timeout(self._settings.total_timeout):
                return await self._asked_twice(messages, shape, json_schema, judged)
        except CallError as error:
            reason = error.reason
        except RefusedAnswerError:
            reason = "its answer could not be used"
        except TimeoutError:
            pass
        # Raised outside the handlers, so that nothing of a vendor's is chained to it.
        raise MindError(redacted(reason))

    async def _asked_twice(
        self,
        messages: tuple[Message, ...],
        shape: type[Shape],
        json_schema: dict[str, Any],
        judged: Callable[[Shape, Meter], Result],
    ) -> Result:
        """Ask, and ask once more with the objection if the answer is refused."""
        first = await self._call(messages, json_schema)
        try:
            return judged(read(first.text, shape), self._meter(first))
        except RefusedAnswerError as refused:
            messages = asked_again(messages, first.text, str(refused))
        second = await self._call(messages, json_schema)
        return judged(read(second.text, shape), self._meter(first, second))

    async def _call(self, messages: tuple[Message, ...], json_schema: dict[str, Any]) -> Completion:
        """Call the model, with the strictest response format that it takes."""
        for at in range(self._format, len(_FORMATS)):
            request = Request(self._model, messages, _response_format(_FORMATS[at], json_schema))
            try:
                completion = await completed(request, self._settings)
            except CallError as error:
                if error.refused_format and at + 1 < len(_FORMATS):
                    continue
                raise
            self._format = at
            return completion
        raise AssertionError("the last format either answers or raises")

    def _meter(self, *calls: Completion) -> Meter:
        return Meter(
            model=self.name,
            prompt_tokens=sum(call.prompt_tokens for call in calls),
            reply_tokens=sum(call.reply_tokens for call in calls),
            cost=round(sum(call.cost for call in calls), 8),
        )


def _response_format(kind: str, json_schema: dict[str, Any]) -> dict[str, Any] | None:
    match kind:
        case "json_schema":
            return {"type": kind, "json_schema": {"name": "answer", "strict": True, "schema": json_schema}}
        case "json_object":
            return {"type": kind}
        case _:
            return None
