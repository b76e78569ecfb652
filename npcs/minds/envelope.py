"""The JSON that a language model answers with, and how it is read: whole and valid, or refused with the reason.

Every text passes `world.text.clean` on the way in; numbers outside their bounds are refused, not mended.
"""

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from npcs.memory.episode import Agency, Coping, Direction, Norms, Relevance, Strategy, Turn
from npcs.prompts.converse import MAX_REPLY, SPEECH_ACTS
from npcs.prompts.episode import MAX_BELIEF, MAX_DETAIL, MAX_GIST, MAX_TITLE
from npcs.prompts.refine import MAX_TRAITS, MAX_WORDING
from world.text import clean

MAX_ANSWER = 16_000
"""The most characters of an answer that is worth reading; a whole envelope has under 3,000."""


class RefusedAnswerError(ValueError):
    """An answer that cannot be used; the message tells the model what to mend and repeats nothing it said."""


def _cleaned(value: object) -> object:
    return clean(value) if isinstance(value, str) else value


Spoken: TypeAlias = Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=MAX_REPLY)]
Phrase: TypeAlias = Annotated[str, BeforeValidator(_cleaned), StringConstraints(max_length=240)]
Name: TypeAlias = Annotated[str, BeforeValidator(_cleaned), StringConstraints(max_length=80)]
Wording: TypeAlias = Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=MAX_WORDING)]
Unit: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Signed: TypeAlias = Annotated[float, Field(ge=-1, le=1)]


class Answered(BaseModel):
    """Part of an answer. Keys that nobody asked for are ignored; NaN and infinity are mistakes."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class MemoryAsked(Answered):
    """What to do with the memory of what was said, and its five elements; None where the input leaves one open."""

    operation: Literal["create", "update", "none"]
    which: int | None = None
    who: Phrase | None = None
    what: Phrase | None = None
    when: Phrase | None = None
    where: Phrase | None = None
    why: Phrase | None = None


class ActAsked(Answered):
    """Something to do with the reply, from the closed list."""

    do: Literal["give_thing", "end_talk"]
    thing: Name | None = None


class Envelope(Answered):
    """The answer of a conversation turn."""

    reply: Spoken
    speech_act: Literal[SPEECH_ACTS]  # type: ignore[valid-type]
    memory: MemoryAsked
    factor: Name
    degree: Unit
    valence: Signed
    arousal: Unit
    tags: Annotated[tuple[Name, ...], Field(max_length=5)] = ()
    entities: Annotated[tuple[Name, ...], Field(max_length=12)] = ()
    facts_heard: Annotated[tuple[Name, ...], Field(max_length=12)] = ()
    facts_told: Annotated[tuple[Name, ...], Field(max_length=12)] = ()
    acts: Annotated[tuple[ActAsked, ...], Field(max_length=2)] = ()
    reply_memory: Phrase = ""


class FeelingsAsked(Answered):
    """Feelings towards a person, after a refinement."""

    trust: Signed
    warmth: Signed
    fear: Signed
    respect: Signed


class TraitAsked(Answered):
    """A trait after a refinement."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]{0,39}$")]
    wording: Wording
    strength: Unit
    good: bool = True


class RefinementEnvelope(Answered):
    """The answer of a refinement."""

    feelings: FeelingsAsked
    traits: Annotated[tuple[TraitAsked, ...], Field(max_length=MAX_TRAITS)]


Feeling: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z -]{0,39}$")]
Belief: TypeAlias = Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=MAX_BELIEF)]


class PortraitEnvelope(Answered):
    """The answer of the first question about an episode: how it is told and felt."""

    title: Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=MAX_TITLE)]
    gist: Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=MAX_GIST)]
    detail: Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=MAX_DETAIL)]
    arousal: Unit
    valence: Signed
    tags: Annotated[tuple[Feeling, ...], Field(max_length=5)] = ()
    themes: Annotated[tuple[Name, ...], Field(max_length=6)] = ()


class RelationshipAsked(Answered):
    """How a person is seen after an episode."""

    person: Name
    direction: Direction
    amount: Unit


class BeliefAsked(Answered):
    """What became of a belief."""

    belief: Belief
    turn: Turn


class AppraisalEnvelope(Answered):
    """The answer of the second question about an episode: what it means."""

    relevance: Relevance
    goal_congruence: Signed
    coping_potential: Coping
    coping_strategy: Strategy
    causal_attribution: Agency
    attributed_to: Name | None = None
    norm_compatibility: Norms
    beliefs_formed: Annotated[tuple[Belief, ...], Field(max_length=4)] = ()
    relationships: Annotated[tuple[RelationshipAsked, ...], Field(max_length=8)] = ()
    beliefs: Annotated[tuple[BeliefAsked, ...], Field(max_length=6)] = ()


Shape = TypeVar("Shape", bound=Answered)

_FENCED = re.compile(r"```(?:json)?\s*\n(?P<inside>.*?)\n?\s*```", re.DOTALL)


def read(text: str, shape: type[Shape]) -> Shape:
    """Return a valid answer from what a model wrote: bare, in code fences, or after a few words.

    Raises:
        RefusedAnswerError: The text is too long, holds no closed object, or the object breaks a bound.
    """
    if len(text) > MAX_ANSWER:
        raise RefusedAnswerError(f"it is longer than {MAX_ANSWER} characters.")
    try:
        return shape.model_validate(_parsed(text))
    except ValidationError as mistakes:
        raise RefusedAnswerError(_in_words(mistakes)) from None


def _parsed(text: str) -> dict[str, Any]:
    fenced = _FENCED.search(text)
    for candidate in (text, fenced["inside"] if fenced else "", text[text.find("{") :]):
        try:
            found, _ = json.JSONDecoder().raw_decode(candidate.strip())
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    raise RefusedAnswerError("it is not one closed JSON object.")


def _in_words(mistakes: ValidationError) -> str:
    """Return the mistakes without the values that were sent."""
    lines = (
        f"{'.'.join(map(str, each['loc'])) or 'the whole'}: {each['msg']}"
        for each in mistakes.errors(include_input=False, include_url=False, include_context=False)[:6]
    )
    return "; ".join(lines) + "."


_NOT_IN_STRICT_SCHEMAS = {
    "title",
    "default",
    "description",
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "minimum",
    "maximum",
    "pattern",
}


def schema(shape: type[Answered], factors: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON Schema of an answer as servers take it: all keys required, no others, bounds left to us."""
    whole: dict[str, Any] = _strict(shape.model_json_schema())
    if factors:
        whole["properties"]["factor"] = {"type": "string", "enum": list(factors)}
    return whole


def _strict(node: Any) -> Any:  # noqa: ANN401
    if isinstance(node, list):
        return [_strict(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _strict(value) for key, value in node.items() if key not in _NOT_IN_STRICT_SCHEMAS}
    if isinstance(node.get("properties"), dict):
        # A property may be called as a keyword is, so properties are not filtered by name.
        kept["properties"] = {name: _strict(value) for name, value in node["properties"].items()}
        kept |= {"required": list(node["properties"]), "additionalProperties": False}
    return kept
