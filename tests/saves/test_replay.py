"""A replay leads where the game led, without a model; what differs is named."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from playing import Game, the_story

from npcs.minds.mind import Recalled
from npcs.villager import digest
from saves.home import SaveError, bundled_sessions
from saves.journal import Header, Turn, read_journal
from saves.replay import DivergedError, in_effect, replayed, state_at, verify
from world.commands import Go, Say, Wait


@pytest.fixture(scope="module")
def game() -> Game:
    """Return a session with talk, walks, waits, a night and undos, one of them of several turns."""
    game = Game().walk_and_talk()
    game.undo()
    game.undo()
    game.play(Wait(actor="player", minutes=24 * 60), "wait 24h")
    game.undo()
    game.undo()
    return game.walk_and_talk(["You gave me a fright.", "Do you remember me?"])


def _refused(game: Game, turns: list[Turn] | tuple[Turn, ...], header: Header | None = None) -> DivergedError:
    verification = verify(game.story, header or game.header, turns)
    assert verification.divergence is not None
    assert verification.turns == max(0, verification.divergence.n - 1)
    return verification.divergence


def _changed(game: Game, n: int, **changes: object) -> list[Turn]:
    changed = msgspec.structs.replace(game.turns[n - 1], **changes)
    return [*game.turns[: n - 1], changed, *game.turns[n:]]


def _spoken(game: Game) -> Turn:
    return next(turn for turn in game.turns if isinstance(turn.command, Say))


def test_a_replay_is_a_fold(game: Game):
    """Every turn, undos among them, leads to the very state it led to when it was played."""
    states = [step.state for step in replayed(game.story, game.header, game.turns)]
    assert states == game.states[1:]


def test_a_sound_session_verifies(game: Game):
    """All turns are compared, and none differs."""
    verification = verify(game.story, game.header, game.turns)
    assert (verification.turns, verification.divergence) == (len(game.turns), None)


def test_a_written_session_verifies(game: Game, tmp_path: Path):
    """What went through the journal's file replays the same."""
    recording = read_journal(game.saved(tmp_path / "game") / "journal.jsonl")
    assert recording.turns == tuple(game.turns)
    assert verify(game.story, recording.header, recording.turns).divergence is None


def test_verification_stops_where_asked(game: Game):
    """With `until`, later turns are not looked at."""
    turns = _changed(game, 5, digest="0" * 64)
    assert verify(game.story, game.header, turns, until=4).turns == 4
    assert verify(game.story, game.header, turns, until=4).divergence is None


def test_another_digest_is_named_with_its_turn(game: Game):
    """A state that is not the recorded one is a divergence at that turn and line, with its command."""
    spoken = _spoken(game)
    divergence = _refused(game, _changed(game, spoken.n, digest="0" * 64))
    assert divergence.n == spoken.n
    assert f"turn {spoken.n} (line {spoken.n + 1} of the journal), Say(to=" in str(divergence)
    assert "recorded 000000000000" in str(divergence)


def test_another_command_is_named(game: Game):
    """A command that was changed afterwards leads elsewhere, and the turn is named."""
    spoken = _spoken(game)
    command = msgspec.structs.replace(spoken.command, text="Something else.")
    assert _refused(game, _changed(game, spoken.n, command=command)).n == spoken.n


def test_another_seed_is_another_opening(game: Game):
    """A header that does not fit the opening state is told apart from a turn that differs."""
    divergence = _refused(game, game.turns, msgspec.structs.replace(game.header, digest="0" * 64))
    assert divergence.n == 0
    assert "opening state" in str(divergence)


def test_a_missing_answer_is_named(game: Game):
    """Where the rules ask what was not answered, the question is named."""
    spoken = _spoken(game)
    divergence = _refused(game, _changed(game, spoken.n, answers=spoken.answers[:1]))
    assert "Converse was asked" in divergence.what
    assert "no answer" in divergence.what


def test_an_answer_of_another_kind_is_named(game: Game):
    """Answers in another order do not fit the questions."""
    spoken = _spoken(game)
    divergence = _refused(game, _changed(game, spoken.n, answers=tuple(reversed(spoken.answers))))
    assert divergence.what.endswith("is recorded")


def test_an_answer_too_many_is_named(game: Game):
    """Answers to questions that are not asked any more are a divergence too."""
    spoken = _spoken(game)
    divergence = _refused(game, _changed(game, spoken.n, answers=(*spoken.answers, Recalled(()))))
    assert "nothing more was asked, but Recalled is recorded" in divergence.what


def test_a_strangers_command_gives_words(game: Game):
    """A journal that names what the village does not have, or waits for ever, diverges and does not crash or hang."""
    last = len(game.turns)
    for command in (
        Go(actor="nobody", place="nowhere"),
        Say(actor="player", to="nobody\x1b[2J", text="hi"),
        Wait(actor="player", minutes=10**15),
    ):
        divergence = _refused(game, _changed(game, last, command=command, answers=()))
        assert divergence.n == last
        assert "\x1b" not in str(divergence)


def test_an_undo_of_nothing_is_named(game: Game):
    """An undo at the opening takes back nothing, so no game has recorded it."""
    undo = Turn(n=1, line="undo", undo=True, digest=game.header.digest)
    assert "none is left to take back" in _refused(game, [undo]).what


def test_the_state_at_any_turn_can_be_had(game: Game):
    """The state at each turn is the one the game had then; what is beyond is refused in words."""
    for n in (0, 1, len(game.turns) // 2, len(game.turns)):
        assert digest(state_at(game.story, game.header, game.turns, n)) == digest(game.states[n])
    assert state_at(game.story, game.header, game.turns) == game.states[-1]
    with pytest.raises(SaveError, match=f"turns 0 to {len(game.turns)}"):
        state_at(game.story, game.header, game.turns, len(game.turns) + 1)


def test_only_turns_not_taken_back_are_in_effect(game: Game):
    """Undos and what they took back do not count."""
    kept = in_effect(game.turns)
    assert kept == game.past.turns
    assert len(kept) == len(game.turns) - 2 * sum(turn.undo for turn in game.turns)


@pytest.mark.parametrize("name", sorted(bundled_sessions()))
def test_bundled_sessions_still_play(name: str):
    """The recorded sessions that come with the game lead where they led when they were recorded."""
    recording = read_journal(bundled_sessions()[name])
    assert not recording.damage
    verification = verify(the_story(), recording.header, recording.turns)
    assert verification.divergence is None, str(verification.divergence)


VERIFYING = """
import sys
from pathlib import Path
from npcs.authored import read_story
from saves.journal import read_journal
from saves.replay import verify

recording = read_journal(Path(sys.argv[1]))
verification = verify(read_story(None), recording.header, recording.turns)
assert verification.divergence is None, verification.divergence
heavy = {"torch", "litellm", "chromadb", "textual", "numpy", "sentence_transformers"} & set(sys.modules)
print(verification.turns, sorted(heavy))
"""


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_a_replay_needs_no_model(game: Game, tmp_path: Path, hash_seed: str):
    """Another process, with another hash seed, verifies a session and loads nothing heavy."""
    folder = game.saved(tmp_path / "game")
    script = [sys.executable, "-c", VERIFYING, str(folder / "journal.jsonl")]
    root = Path(__file__).parents[2]
    ran = subprocess.run(script, cwd=root, env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, f"{len(game.turns)} []\n"), ran.stderr
