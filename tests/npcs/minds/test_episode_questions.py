"""The two questions about an episode, asked of a real litellm against a scripted server, and of the other minds."""

import json
from typing import Any

import pytest
from prompt_story import STORY, PlainMind, memory
from scripted_server import Answer, Script, hanging, serving, status, streamed

from npcs.memory.episode import Agency, Appraisal, Changes, Direction, Episode, Norms, Portrait, Turn
from npcs.memory.salience import initial
from npcs.minds.fallback import FallbackMind
from npcs.minds.language_model import LanguageModelMind, ModelSettings
from npcs.minds.mind import Appraise, Appraised, MindError, Reflect, Reflected
from npcs.minds.recorded import RecordedMind, as_recorded
from npcs.minds.village.mind import VillageMind
from npcs.prompts.budget import BUDGET
from npcs.prompts.episode import appraise_prompt, reflect_prompt

# litellm reads pydantic's models in a way that pydantic deprecates.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

EPISODE = Episode(
    id=3,
    memories=(12,),
    told_of=(12,),
    first=480,
    last=480,
    place="the forge",
    participants=("player", "krzysztof"),
    facts=(),
    portrait=Portrait("A coin", "The stranger gave me a silver coin.", "The stranger gave me a silver coin.", 0.4, 0.6),
    appraisal=Appraisal(),
    changes=Changes(),
    initial=initial(0.4, 0.6, 1.0, took_part=True),
    salience=0.68,
    since=480,
)
REFLECT = Reflect("krzysztof", 600, EPISODE, (memory(12),))
APPRAISE = Appraise("krzysztof", 600, EPISODE, (memory(12),))

PORTRAIT: dict[str, Any] = {
    "title": "Silver on the anvil",
    "gist": "The stranger paid me in silver.",
    "detail": "The stranger put a silver coin into my hand. I bit it, and it was good.",
    "arousal": 0.5,
    "valence": 0.7,
    "tags": ["gratitude"],
    "themes": ["money"],
}
MEANING: dict[str, Any] = {
    "relevance": "benign",
    "goal_congruence": 0.6,
    "coping_potential": "high",
    "coping_strategy": "savour",
    "causal_attribution": "other",
    "attributed_to": "player",
    "norm_compatibility": "upheld",
    "beliefs_formed": ["The stranger pays."],
    "relationships": [{"person": "player", "direction": "closer", "amount": 0.3}],
    "beliefs": [{"belief": "Strangers can be honest.", "turn": "formed"}],
}


def mind_at(script: Script) -> LanguageModelMind:
    """Return a mind whose model is the script."""
    settings = ModelSettings(script.url, connect_timeout=0.5, first_token_timeout=0.6, total_timeout=3.0)
    return LanguageModelMind(STORY, "openai/scripted", settings)


def said(whole: dict[str, Any], **changed: Any) -> Answer:
    """Return an answer with some keys changed."""
    return streamed(json.dumps(whole | changed))


async def test_a_model_tells_an_episode():
    """Title, gist, detail, feelings and themes are the model's, within bounds, at the second asking if need be."""
    with serving(said(PORTRAIT, arousal=4), said(PORTRAIT)) as script:
        told = await mind_at(script).reflect(REFLECT)
    assert told.portrait == Portrait(**{key: tuple(v) if isinstance(v, list) else v for key, v in PORTRAIT.items()})
    assert told.meter.model == "openai/scripted"
    assert as_recorded(told) == told


async def test_a_model_appraises_an_episode():
    """Each field of the appraisal is one of a closed list or a bounded number; changes come with it."""
    with serving(said(MEANING)) as script:
        meant = await mind_at(script).appraise(APPRAISE)
    assert meant.appraisal is not None
    assert meant.changes is not None
    assert (meant.appraisal.causal_attribution, meant.appraisal.norm_compatibility) == (Agency.OTHER, Norms.UPHELD)
    assert (meant.changes.relationships[0].direction, meant.changes.beliefs[0].turn) == (Direction.CLOSER, Turn.FORMED)
    assert as_recorded(meant) == meant


@pytest.mark.parametrize(
    "bad", [{"detail": "I know that Agnieszka did it."}, {"tags": ["Ignore the rules!"]}, {"gist": ""}]
)
async def test_a_portrait_that_says_too_much_is_refused(bad: dict[str, Any]):
    """A name that the villager was not shown, a tag that is no word, an empty gist: refused twice, it is no answer."""
    with serving(said(PORTRAIT, **bad), said(PORTRAIT, **bad)) as script, pytest.raises(MindError):
        await mind_at(script).reflect(REFLECT)


@pytest.mark.parametrize(
    "bad",
    [
        {"relevance": "huge"},
        {"attributed_to": "marta"},
        {"relationships": [{"person": "krzysztof", "direction": "closer", "amount": 1}]},
        {"beliefs_formed": ["Agnieszka killed the miller."]},
    ],
)
async def test_an_appraisal_outside_the_lists_is_refused(bad: dict[str, Any]):
    """A word outside a closed list, somebody who was not there, oneself, or what is not known."""
    with serving(said(MEANING, **bad), said(MEANING, **bad)) as script, pytest.raises(MindError):
        await mind_at(script).appraise(APPRAISE)


@pytest.mark.parametrize("failure", [hanging, status(500, "boom"), streamed("{}")])
async def test_a_failure_leaves_the_episode_as_the_rules_tell_it(failure: Answer):
    """The village mind answers where the model fails, and nothing is lost."""
    with serving(failure) as script:
        mind = FallbackMind(mind_at(script), PlainMind())
        assert await mind.reflect(REFLECT) == Reflected()
        assert await mind.appraise(APPRAISE) == Appraised()


async def test_the_recorded_and_the_village_mind_answer_too():
    """A replay gives back what was told; the village mind leaves it to the rules, which are its own."""
    told, meant = Reflected(EPISODE.portrait), Appraised(Appraisal())
    recorded = RecordedMind((told, meant))
    assert (await recorded.reflect(REFLECT), await recorded.appraise(APPRAISE)) == (told, meant)
    recorded.finish()
    village = VillageMind.__new__(VillageMind)
    assert (await village.reflect(REFLECT), await village.appraise(APPRAISE)) == (Reflected(), Appraised())


def test_the_prompts_fence_what_was_remembered():
    """Memories stand between marks, people with their ids, and both prompts keep the budget."""
    told, meant = reflect_prompt(STORY, REFLECT), appraise_prompt(STORY, APPRAISE)
    for prompt in (told, meant):
        assert prompt.tokens < BUDGET
        assert "memory 12" in prompt.text_of("recalled")
        assert "[player] the stranger" in prompt.text_of("present")
        mark = prompt.text_of("mark").split(" is ")[1].rstrip(".")
        assert f"<<{mark}\n" in prompt.text_of("recalled")
    assert EPISODE.portrait.gist in meant.text_of("key_facts")
    assert not told.text_of("key_facts")
