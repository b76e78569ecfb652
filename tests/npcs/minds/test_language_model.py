"""What a language model may and may not do to a turn, tried with the real litellm against a scripted server."""

import asyncio
import json
import socket
import subprocess
import sys
import time
import traceback
from typing import Any

import pytest
from prompt_story import CONTEXT, SECRET_WORDS, STORY, PlainMind, asked, to_refine
from scripted_server import Answer, Script, cut, echoing_key, hanging, page, serving, stalled, status, streamed

from npcs.minds.completion import load_litellm
from npcs.minds.fallback import FallbackMind
from npcs.minds.language_model import LanguageModelMind, ModelSettings
from npcs.minds.mind import Converse, Create, EndTalk, FiveWs, GiveThing, MindError, Nothing, Replied, Update
from npcs.minds.redaction import redacted
from npcs.prompts.budget import tokens
from npcs.prompts.converse import converse_prompt

# litellm reads pydantic's models in a way that pydantic deprecates.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

CANARY = "sk-canary-0123456789abcdefCANARY"
QUICK = {"connect_timeout": 0.5, "first_token_timeout": 0.6, "total_timeout": 3.0}


@pytest.fixture(scope="module", autouse=True)
def litellm() -> Any:
    """Import litellm once; it takes seconds."""
    return load_litellm()


@pytest.fixture(autouse=True)
def canary(monkeypatch: pytest.MonkeyPatch) -> str:
    """Put a key into the environment that must never be seen again."""
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    return CANARY


def answer(**changed: Any) -> str:
    """Return a perfect answer to "Do you remember what I gave you?", with some keys changed."""
    whole = {
        "reply": "A silver coin. Here, by the forge. Why you did, I couldn't tell you.",
        "speech_act": "answer",
        "memory": {
            "operation": "create",
            "which": None,
            "who": "the stranger",
            "what": "asked whether I remember the silver coin",
            "when": None,
            "where": "the forge",
            "why": None,
        },
        "factor": "self_relevance",
        "degree": 0.5,
        "valence": 0.2,
        "arousal": 0.3,
        "tags": ["pride"],
        "entities": ["silver coin"],
        "facts_heard": [],
        "facts_told": [],
        "acts": [],
        "reply_memory": "said I remember the silver coin",
    }
    return json.dumps(whole | changed)


def memory(**changed: Any) -> dict[str, Any]:
    """Return the memory part of a perfect answer, with some keys changed."""
    return json.loads(answer())["memory"] | changed


def mind_at(script: Script, **settings: float) -> LanguageModelMind:
    """Return a mind that asks the scripted server."""
    return LanguageModelMind(STORY, "openai/scripted", ModelSettings(api_base=script.url, **{**QUICK, **settings}))


async def ask(*answers: Answer, question: Converse | None = None) -> tuple[Replied, Script]:
    """Ask a mind with a fallback behind it; return what the game gets, and what the server was asked."""
    with serving(*answers) as script:
        replied = await FallbackMind(mind_at(script), PlainMind()).converse(question or asked())
    return replied, script


def is_fallback(replied: Replied) -> bool:
    """Tell whether the village mind spoke, and said so."""
    return (
        replied.reply == "Hm."
        and replied.notice.startswith("openai/scripted did not answer (")
        and replied.notice.endswith("; the village mind speaks this turn.")
    )


async def test_a_perfect_answer_is_taken_whole() -> None:
    """Reply, memory, importance, feelings and cost of a valid answer all reach the game."""
    replied, script = await ask(streamed(answer()))
    assert replied.reply == "A silver coin. Here, by the forge. Why you did, I couldn't tell you."
    assert replied.operation == Create(
        FiveWs("the stranger", "asked whether I remember the silver coin", None, "the forge")
    )
    assert (replied.factor, replied.degree, replied.valence, replied.arousal) == ("self_relevance", 0.5, 0.2, 0.3)
    assert replied.entities == ("silver_coin",)
    assert replied.reply_memory == "said I remember the silver coin"
    assert (replied.notice, replied.meter.model) == ("", "openai/scripted")
    assert (replied.meter.prompt_tokens, replied.meter.reply_tokens) == (1_000, 100)
    assert len(script.requests) == 1


async def test_the_shape_is_asked_for_as_a_schema() -> None:
    """The server is sent a strict JSON Schema whose importance rows are those of the story."""
    _, script = await ask(streamed(answer()))
    sent = script.requests[0]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["properties"]["factor"]["enum"] == ["self_relevance", "unimportant"]
    assert set(sent["schema"]["required"]) == set(json.loads(answer()))
    assert script.requests[0]["stream"] is True


async def test_a_server_without_schemas_is_asked_more_simply_and_remembered() -> None:
    """A server that refuses schemas is asked for a JSON object, and the next turn begins there."""
    refusal = status(400, "response_format json_schema is not supported")
    with serving(refusal, streamed(answer())) as script:
        mind = mind_at(script)
        await mind.converse(asked())
        await mind.converse(asked())
    kinds = [request["response_format"]["type"] for request in script.requests]
    assert kinds == ["json_schema", "json_object", "json_object"]


async def test_the_words_come_one_by_one_and_only_when_valid() -> None:
    """What is heard joins up to the accepted reply; nothing of a refused one is heard."""
    refused = answer(reply="Agnieszka killed him.")
    words: list[str] = []
    with serving(streamed(refused), streamed(answer())) as script:
        replied = await mind_at(script).converse(asked(), words.append)
    assert "".join(words) == replied.reply
    assert len(words) > 5


async def test_fences_and_a_preamble_are_forgiven() -> None:
    """An answer in code fences after a few words is read at the first asking."""
    replied, script = await ask(streamed(f"Here you are:\n```json\n{answer()}\n```"))
    assert replied.reply.startswith("A silver coin.")
    assert len(script.requests) == 1


async def test_a_mistake_is_told_to_the_model_and_mended() -> None:
    """A value out of bounds is asked for once more, with the key named, and both calls are counted."""
    replied, script = await ask(streamed(answer(valence=7)), streamed(answer()))
    assert replied.notice == ""
    assert "valence" in script.last_words()
    assert replied.meter.prompt_tokens == 2_000


async def test_a_memory_that_came_to_mind_can_be_updated() -> None:
    """An update names a memory of the prompt, and fills what it had lost."""
    replied, _ = await ask(streamed(answer(memory=memory(operation="update", which=12, why="for the horseshoe"))))
    assert isinstance(replied.operation, Update)
    assert (replied.operation.memory, replied.operation.elements.why) == (12, "for the horseshoe")


@pytest.mark.parametrize("which", [13, 99, None])
async def test_a_memory_that_was_not_shown_cannot_be_overwritten(which: int | None) -> None:
    """An update of a hidden or unknown memory forms a new one instead."""
    replied, _ = await ask(streamed(answer(memory=memory(operation="update", which=which))))
    assert isinstance(replied.operation, Create)
    assert replied.notice == ""


async def test_acts_are_those_of_the_list() -> None:
    """A villager can hand over what they hold, and end the talk."""
    acts = [{"do": "give_thing", "thing": "horseshoe"}, {"do": "end_talk", "thing": None}]
    replied, _ = await ask(streamed(answer(acts=acts, memory={"operation": "none"})))
    assert replied.acts == (GiveThing("horseshoe"), EndTalk())
    assert replied.operation == Nothing()


async def test_a_known_fact_may_be_told() -> None:
    """A fact listed as known is accepted as told, and stands among the grounds."""
    told = answer(reply="Marta says there was no lamp at the mill.", facts_told=["mill_dark"])
    replied, _ = await ask(streamed(told))
    assert (replied.facts_told, replied.grounds) == (("mill_dark",), ("fact:mill_dark",))


async def test_news_is_heard_by_its_terms() -> None:
    """A fact that is new to the villager counts as heard when the player's words tell it, not when they ask."""
    news, _ = await ask(streamed(answer()), question=asked("There was foxglove in his cup."))
    question, _ = await ask(streamed(answer()), question=asked("Was there foxglove in his cup?"))
    assert (news.facts_heard, question.facts_heard) == (("culprit",), ())


FAILURES = {
    "a server that hangs": hanging,
    "a stream cut short": cut(answer()[:200], None),
    "a stream cut short that claims to be complete": cut(answer()[:200], "stop"),
    "a stream that stalls": stalled(answer()[:200]),
    "a refused key, repeated": echoing_key,
    "too many requests": status(429, "slow down", Retry_After="30"),
    "a broken server": status(500, f"boom {CANARY}"),
    "a web page": page("<html><body>Please log in</body></html>"),
    "a web page that is an error": page("<html>502</html>", code=502),
    "an empty body": page("", "application/json"),
    "an empty stream": streamed(""),
    "truncated JSON": streamed(answer()[:-40]),
    "the wrong schema": streamed('{"message": "hello"}'),
    "a list": streamed("[1, 2, 3]"),
    "a megabyte": streamed(answer(reply="coin " * 200_000), size=8_192),
    "a reply that is too long": streamed(answer(reply="coin " * 200)),
    "a reply of nothing but control characters": streamed(answer(reply="\u0000\u001b[2J\u200b")),
    "not a number": streamed(answer().replace('"degree": 0.5', '"degree": NaN')),
    "a thousand nested lists": streamed('{"reply":' + "[" * 10_000, size=8_192),
    "a secret it was not given": streamed(answer(reply="I hid the red ledger in the Hollow Oak.")),
    "a secret in a memory": streamed(answer(memory=memory(why="he knows of the Hollow Oak"))),
    "a fact that is hidden": streamed(answer(facts_told=["ledger_taken"])),
    "a fact that does not exist": streamed(answer(facts_told=["everything"])),
    "a culprit nobody named": streamed(answer(reply="It was Agnieszka who killed him!")),
    "a culprit in italics": streamed(answer(reply="Ask _Agnieszka_.")),
    "a culprit in strange letters": streamed(answer(reply="It was \uff21gnies\u200bzka!")),
    "a thing that is not held": streamed(answer(acts=[{"do": "give_thing", "thing": "silver_coin"}])),
    "an act that is not listed": streamed(answer(acts=[{"do": "unlock_everything", "thing": None}])),
    "a row that is not in the table": streamed(answer(factor="world_shaking")),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES.keys())
async def test_whatever_a_server_does_the_turn_is_answered(
    failure: Answer, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The village mind answers with a notice, in time, and no key is seen anywhere."""
    began = time.monotonic()
    replied, _ = await ask(failure)
    await asyncio.sleep(0)
    assert is_fallback(replied)
    assert time.monotonic() - began < QUICK["total_timeout"] + 1
    printed = capfd.readouterr()
    assert printed.out + printed.err == ""
    assert CANARY not in repr(replied) + caplog.text


async def test_a_port_where_nobody_listens_is_a_notice() -> None:
    """A server that is not running is reported as such."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        settings = ModelSettings(api_base=f"http://127.0.0.1:{unused.getsockname()[1]}/v1", **QUICK)
        mind = FallbackMind(LanguageModelMind(STORY, "openai/scripted", settings), PlainMind())
        replied = await mind.converse(asked())
    assert is_fallback(replied)
    assert "could not be reached" in replied.notice


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (hanging, "timed out"),
        (echoing_key, "its key was refused or is missing"),
        (status(429, "slow down"), "too many requests"),
        (status(404, "no such model"), "there is no such model"),
        (status(500, "boom"), "its server failed or broke off"),
        (streamed("nonsense"), "its answer could not be used"),
    ],
)
async def test_the_notice_says_what_went_wrong(failure: Answer, words: str) -> None:
    """A player can tell a slow model from a refused key."""
    replied, _ = await ask(failure)
    assert replied.notice == f"openai/scripted did not answer ({words}); the village mind speaks this turn."


async def test_a_model_without_its_key_is_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hosted model is not even called when its key is missing, and the notice says why."""
    monkeypatch.delenv("OPENAI_API_KEY")
    replied = await FallbackMind(LanguageModelMind(STORY, "gpt-4o-mini"), PlainMind()).converse(asked())
    assert "(its key was refused or is missing)" in replied.notice


async def test_a_model_that_does_not_exist_is_a_notice() -> None:
    """A name that no provider has is a notice too."""
    replied = await FallbackMind(LanguageModelMind(STORY, "no-such-model"), PlainMind()).converse(asked())
    assert replied.notice.startswith("no-such-model did not answer (there is no such model)")


async def test_a_local_server_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of one's own is asked without any key in the environment."""
    monkeypatch.delenv("OPENAI_API_KEY")
    replied, _ = await ask(streamed(answer()))
    assert replied.notice == ""


async def test_a_traceback_holds_no_key() -> None:
    """Even printed with all that led to it, a failure shows neither the key nor the vendor's words."""
    with serving(echoing_key) as script, pytest.raises(MindError) as caught:
        await mind_at(script).converse(asked())
    assert CANARY not in "".join(traceback.format_exception(caught.value))
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)


async def test_control_characters_and_markup_become_harmless_text() -> None:
    """Escapes are taken out of a reply, and brackets stay as they were written."""
    dirty = "\u001b[31mA silver coin\u0007 [/oops] [@click=app.quit]here[/]\u202e."
    replied, _ = await ask(streamed(answer(reply=dirty, tags=["\u001b[1mjoy"])))
    assert replied.reply == "A silver coin [/oops] [@click=app.quit]here[/]."
    assert replied.tags == ("joy",)


async def test_no_secret_is_sent() -> None:
    """Nothing of a hidden fact is in the request, its id and the memory that betrays it included."""
    _, script = await ask(streamed(answer()))
    sent = json.dumps(script.requests)
    assert not [word for word in SECRET_WORDS if word in sent]
    assert "I was abed, and that's all." in script.last_words()


async def test_common_words_are_not_names() -> None:
    """A place called the well does not make `well` a secret, and naming the place itself does."""
    fine, _ = await ask(streamed(answer(reply="I know you well enough.")))
    named, _ = await ask(streamed(answer(reply="Look into the well.")))
    assert fine.notice == ""
    assert is_fallback(named)


async def test_a_name_from_the_question_may_be_repeated() -> None:
    """A villager may repeat a name that they have just heard."""
    question = asked("Did Agnieszka do it?")
    replied, _ = await ask(streamed(answer(reply="Agnieszka? I couldn't tell you.")), question=question)
    assert replied.notice == ""


async def test_a_refinement_is_bounded_and_checked() -> None:
    """Feelings and traits come back within bounds, at the second asking if need be."""
    good = {
        "feelings": {"trust": 0.1, "warmth": 0.2, "fear": 0.0, "respect": 0.4},
        "traits": [{"name": "gruff", "wording": "softer with this one", "strength": 0.6, "good": False}],
    }
    bad = good | {"feelings": {"trust": 5, "warmth": 0, "fear": 0, "respect": 0}}
    with serving(streamed(json.dumps(bad)), streamed(json.dumps(good))) as script:
        refined = await mind_at(script).refine(to_refine())
    assert (refined.feelings.trust, refined.traits[0].strength) == (0.1, 0.6)
    assert refined.meter.model == "openai/scripted"


@pytest.mark.parametrize("failure", [hanging, status(500, "boom"), streamed('{"feelings": {}}')])
async def test_a_refinement_that_fails_is_made_by_the_village_mind(failure: Answer) -> None:
    """A disposition is refined in any case."""
    with serving(failure) as script:
        refined = await FallbackMind(mind_at(script), PlainMind()).refine(to_refine())
    assert refined.traits[0].wording == "as ever"


async def test_cancelling_a_turn_cancels_the_call() -> None:
    """A question that is cancelled does not fall back; it ends."""
    with serving(hanging) as script:
        turn = asyncio.create_task(FallbackMind(mind_at(script), PlainMind()).converse(asked()))
        await asyncio.sleep(0.2)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn


class BrokenMind(PlainMind):
    """A mind with a bug, whose error holds the key."""

    name = "broken"

    async def converse(self, question: Converse, heard: object = None) -> Replied:
        """Fail as no mind should."""
        raise RuntimeError(f"Authorization: Bearer {CANARY}")


class SleepyMind(PlainMind):
    """A mind that never answers."""

    name = "sleepy"

    async def converse(self, question: Converse, heard: object = None) -> Replied:
        """Wait for ever."""
        await asyncio.Event().wait()
        raise AssertionError


async def test_any_error_of_a_mind_is_a_notice() -> None:
    """A bug in a mind costs its answer, not the turn, and its text is not shown."""
    replied = await FallbackMind(BrokenMind(), PlainMind()).converse(asked())
    assert replied.notice == "broken did not answer (it failed); the village mind speaks this turn."


async def test_a_mind_that_never_answers_is_given_up() -> None:
    """However a mind hangs, the village mind speaks in the end."""
    replied = await FallbackMind(SleepyMind(), PlainMind(), longest_wait=0.05).converse(asked())
    assert replied.notice == "sleepy did not answer (timed out); the village mind speaks this turn."


@pytest.mark.parametrize(
    "text",
    [
        f"key {CANARY} was wrong",
        "Incorrect key: sk-proj-abc***xyz.",
        "{'Authorization': 'Bearer abc.def-ghi'}",
        "x-api-key: hunter2hunter2",
    ],
)
def test_keys_are_taken_out_of_text(text: str) -> None:
    """Keys of the environment, and what looks like a key, are replaced."""
    assert "[key]" in redacted(text)
    assert not [word for word in (CANARY, "proj-abc", "abc.def", "hunter2") if word in redacted(text)]


def test_two_sessions_in_one_process_print_nothing() -> None:
    """Calls in two event loops, one of them cut off, leave stdout and stderr empty."""
    program = """
import asyncio, sys
sys.path[:0] = sys.argv[1:]
import test_language_model as t
assert "litellm" not in sys.modules
for kind in (t.streamed(t.answer()), t.hanging, t.cut(t.answer()[:99], None)):
    asyncio.run(t.ask(kind))
"""
    ran = subprocess.run([sys.executable, "-c", program, *sys.path], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_estimate_of_tokens_is_too_high_rather_than_too_low(litellm: Any) -> None:
    """For a prompt, names, digits and other scripts, a real tokenizer counts no more than the estimate."""
    texts = [message.content for message in converse_prompt(STORY, asked()).messages]
    texts += [
        "Krzysztof Szczepański żółw 2026-11-21 {}[]<<>>--..",
        "Привет, мир! 日本語 🙂🙃",
        answer(),
        "a\n\n\nb   c",
        "xqzvkjw" * 40,
    ]
    assert not [text for text in texts if litellm.token_counter(model="gpt-4o-mini", text=text) > tokens(text)]


def test_the_smith_of_these_tests_has_something_to_hide() -> None:
    """The context that the attacks are tried on holds the secret they are after."""
    assert [fact.fact for fact in CONTEXT.key_facts if fact.secret] == ["ledger_taken"]
