"""The same game with a language model in place of the village mind: the real litellm, a scripted server on loopback."""

import json
import sys
from pathlib import Path

import pytest

from saves.journal import read_journal
from saves.replay import verify

sys.path.insert(0, str(Path(__file__).parents[1] / "npcs" / "minds"))
from scripted_server import serving, status, streamed  # it stands beside the tests of the mind itself

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

KEY = "sk-canary-journey-0123456789"
ANSWER = {
    "reply": "Aye. Say what you came to say.",
    "speech_act": "greet",
    "memory": {
        "operation": "create",
        "which": None,
        "who": "the stranger",
        "what": "came to the forge at first light",
        "when": None,
        "where": None,
        "why": "to ask about the mill",
    },
    "factor": "novelty",
    "degree": 0.5,
    "valence": 0.2,
    "arousal": 0.3,
    "tags": [],
    "entities": [],
    "facts_heard": [],
    "facts_told": [],
    "acts": [],
    "reply_memory": "told the stranger to speak up",
}


@pytest.fixture
def model(home, monkeypatch):
    """Return what points the settings at a server's address."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def point(address: str) -> None:
        (home / "settings.toml").write_text(
            f'[model]\napi_base = "{address}"\nconnect_timeout = 1\nfirst_token_timeout = 2\ntotal_timeout = 4\n'
        )

    return point


async def test_the_model_speaks_and_its_judgement_is_remembered_and_replayed(begin, model, home):
    """One answer of the model is a reply and a five-element memory; the replay needs no model."""
    with serving(streamed(json.dumps(ANSWER))) as script:
        model(script.url)
        player = await begin("modelled", mind="openai/scripted")
        await player.types("go to the forge")
        assert "Say what you came to say" in await player.hears("talk krzysztof")
    smith = player.session.state.villagers["krzysztof"]
    formed = [memory for memory in smith.memories if memory.what.text == "came to the forge at first light"]
    assert [memory.why.text for memory in formed] == ["to ask about the mill"]
    assert formed[0].where.text == "the forge"
    recording = read_journal(home / "saves" / "modelled" / "journal.jsonl")
    assert verify(player.session.story, recording.header, recording.turns).divergence is None


async def test_a_model_that_fails_costs_no_turn_and_no_secret(begin, model, home):
    """On a bad key the village mind answers, the player is told, and the key is written nowhere."""
    with serving(status(401, f"Incorrect API key provided: {KEY}")) as script:
        model(script.url)
        player = await begin("failing", mind="openai/scripted")
        shown = await player.types("go to the forge", "talk krzysztof")
    assert "Krzysztof:" in shown
    assert "village mind" in shown
    await player.session.close()
    for path in home.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


async def test_a_model_out_of_reach_is_replaced_for_the_turn(begin, model):
    """With nobody at the address, the game goes on."""
    model("http://127.0.0.1:9")
    player = await begin("unreachable", mind="openai/scripted")
    shown = await player.types("go to the forge", "talk krzysztof")
    assert "Krzysztof:" in shown
    assert "village mind" in shown
