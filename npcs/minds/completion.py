"""One streamed call to a language model. The only module that imports litellm, and inside a function.

No text of an exception leaves this module: what went wrong is told in words of our own, so that no key can.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from msgspec import Struct

from npcs.minds.envelope import MAX_ANSWER
from npcs.prompts.budget import Message, tokens


class ModelSettings(Struct, frozen=True):
    """How a model is reached. Times are in seconds; keys are read from the environment, as LiteLLM does."""

    api_base: str = ""
    """The address of an OpenAI-compatible server; empty for the provider's own."""

    connect_timeout: float = 5
    first_token_timeout: float = 20
    """The longest silence, before the first token and between any two."""

    total_timeout: float = 60
    """The longest that one question may take, both askings together."""

    max_reply_tokens: int = 700
    temperature: float = 0.7


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a model."""

    model: str
    messages: tuple[Message, ...]
    response_format: Mapping[str, Any] | None = field(repr=False)
    """As OpenAI's interface has it; None to ask for JSON in the prompt alone."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote, and what it cost."""

    text: str
    prompt_tokens: int
    reply_tokens: int
    cost: float


class CallError(Exception):
    """A call that brought no answer; `reason` follows `did not answer` and holds no secret."""

    def __init__(self, reason: str, *, refused_format: bool = False) -> None:
        """Take the reason, and whether asking without a response format may help."""
        super().__init__(reason)
        self.reason = reason
        self.refused_format = refused_format


@cache
def load_litellm() -> Any:  # noqa: ANN401
    """Import litellm (seconds), with its downloads, telemetry, retries and printing off."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    import litellm

    litellm.suppress_debug_info = True
    litellm.drop_params = True
    litellm.num_retries = 0
    # It counts tokens for some models with a tokenizer that it would download.
    litellm.disable_hf_tokenizer_download = True
    litellm.turn_off_message_logging = True
    litellm.disable_streaming_logging = True
    # Its aiohttp transport complains on stderr about sessions it leaves open.
    litellm.disable_aiohttp_transport = True
    if hasattr(litellm, "telemetry"):
        litellm.telemetry = False
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(("LiteLLM", "litellm"))]:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logging.NullHandler()], False
        logger.setLevel(logging.CRITICAL + 1)
    _rehearse(litellm)
    return litellm


def _rehearse(litellm: Any) -> None:  # noqa: ANN401
    """Do once, in whichever thread loads, what the first call would import on the event loop: about a second."""
    import openai.resources

    openai.resources.AsyncChat  # noqa: B018 - the name is imported when it is touched
    asked = [{"role": "user", "content": "."}]
    litellm.completion(model="openai/none", messages=asked, mock_response="{}")
    litellm.token_counter(model="gpt-4o-mini", text=".")


async def completed(request: Request, settings: ModelSettings) -> Completion:
    """Return what a model answers to a request.

    Raises:
        CallError: It could not be reached, was silent too long or refused.
    """
    litellm = await asyncio.to_thread(load_litellm)
    failure: CallError
    try:
        return await _streamed(litellm, request, settings)
    except Exception as error:
        failure = _explained(error)
    # Raised here, not above: a chained exception would carry the vendor's text into every traceback.
    raise failure


async def _streamed(litellm: Any, request: Request, settings: ModelSettings) -> Completion:  # noqa: ANN401
    async with asyncio.timeout(settings.first_token_timeout):
        stream = await litellm.acompletion(**_arguments(request, settings))
    pieces, usage, length = list[str](), None, 0
    try:
        async for chunk in _impatient(stream, settings.first_token_timeout):
            usage = getattr(chunk, "usage", None) or usage
            piece = (chunk.choices[0].delta.content or "") if chunk.choices else ""
            pieces.append(piece)
            length += len(piece)
            if length > MAX_ANSWER:
                break
    finally:
        await _closed(stream)
    return _counted(litellm, request, "".join(pieces), usage)


def _arguments(request: Request, settings: ModelSettings) -> dict[str, Any]:
    import httpx

    arguments: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": settings.temperature,
        "max_tokens": settings.max_reply_tokens,
        "max_retries": 0,
        "num_retries": 0,
        "timeout": httpx.Timeout(settings.total_timeout, connect=settings.connect_timeout),
    }
    if request.response_format is not None:
        arguments["response_format"] = request.response_format
    if settings.api_base:
        arguments["api_base"] = settings.api_base
        if request.model.startswith("openai/") and not os.environ.get("OPENAI_API_KEY"):
            # Local servers want no key, but the client insists on one.
            arguments["api_key"] = "none"
    return arguments


async def _impatient(stream: AsyncIterator[Any], longest_silence: float) -> AsyncIterator[Any]:
    """Yield the chunks of a stream, and time out between any two."""
    while True:
        try:
            async with asyncio.timeout(longest_silence):
                chunk = await anext(stream)
        except StopAsyncIteration:
            return
        yield chunk


async def _closed(stream: Any) -> None:  # noqa: ANN401
    """Close a stream that may be half read, so that its server stops writing."""
    inner = getattr(stream, "completion_stream", None)
    for each in (inner, getattr(inner, "response", None)):
        close = getattr(each, "aclose", None) or getattr(each, "close", None)
        if close is None:
            continue
        try:
            closing = close()
            if asyncio.iscoroutine(closing):
                await closing
        except Exception:  # noqa: S112 - a stream that cannot be closed is closed
            continue


def _counted(litellm: Any, request: Request, text: str, usage: Any) -> Completion:  # noqa: ANN401
    """Return a completion with the server's count of tokens, or our estimate where it sent none."""
    asked = int(getattr(usage, "prompt_tokens", 0) or 0) or sum(tokens(m.content) for m in request.messages)
    answered = int(getattr(usage, "completion_tokens", 0) or 0) or tokens(text)
    return Completion(text, asked, answered, _cost(litellm, request.model, asked, answered))


def _cost(litellm: Any, model: str, asked: int, answered: int) -> float:  # noqa: ANN401
    """Return the price in US dollars, 0 where it is not known."""
    try:
        prompt, reply = litellm.cost_per_token(model=model, prompt_tokens=asked, completion_tokens=answered)
    except Exception:
        return 0.0
    return round(float(prompt) + float(reply), 8)


_BY_STATUS = {
    401: "its key was refused or is missing",
    403: "its key was refused or is missing",
    404: "there is no such model",
    408: "timed out",
    429: "too many requests",
}


def _explained(error: Exception) -> CallError:
    """Return what went wrong, in words of our own."""
    names = {type(each).__name__ for each in _chain(error)}
    status = getattr(error, "status_code", None)
    if isinstance(error, TimeoutError) or names & {"Timeout", "APITimeoutError", "ReadTimeout", "ConnectTimeout"}:
        return CallError("timed out")
    if "AuthenticationError" in names or "Missing credentials" in str(error):
        return CallError(_BY_STATUS[401])
    if "LLM Provider NOT provided" in str(error):
        return CallError(_BY_STATUS[404])
    if names & {"ConnectError", "ConnectionRefusedError", "ClientConnectorError"}:
        return CallError("it could not be reached")
    if "BadRequestError" in names or "UnsupportedParamsError" in names or status in (400, 422):
        return CallError("it did not accept the request", refused_format=True)
    if status in _BY_STATUS:
        return CallError(_BY_STATUS[status])
    return CallError("its server failed or broke off")


def _chain(error: BaseException) -> Sequence[BaseException]:
    """Return an exception with all that led to it."""
    found: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in found:
        found.append(at)
        at = at.__cause__ or at.__context__
    return found
