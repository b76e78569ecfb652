"""Undo, snapshots and taking a game up again."""

from pathlib import Path

import msgspec
import pytest
from playing import Game

from npcs.villager import digest
from saves import past as past_module
from saves.home import SaveError
from saves.past import Past, restored, resume
from saves.snapshot import SNAPSHOT, read_snapshot, write_snapshot
from world.commands import Wait


@pytest.fixture(scope="module")
def game() -> Game:
    """Return a session with talk, a night and some turns taken back."""
    game = Game().walk_and_talk()
    game.play(Wait(actor="player", minutes=20 * 60), "wait 20h")
    game.undo()
    game.undo()
    return game.walk_and_talk(["Do you remember me?"])


def test_undo_goes_all_the_way_back(game: Game, monkeypatch: pytest.MonkeyPatch):
    """Turn after turn can be taken back to the opening, also those whose states are no longer in memory."""
    monkeypatch.setattr(past_module, "STATES_IN_MEMORY", 3)
    past = restored(game.story, game.header, game.turns)
    states = {turn.n: game.states[turn.n] for turn in past.turns}
    while past.can_undo:
        kept = past.turns[:-1]
        expected = states[kept[-1].n] if kept else game.states[0]
        assert past.before_last() == expected
        assert past.undone() == past.state == expected
        assert past.turns == kept
    with pytest.raises(SaveError, match="nothing to take back"):
        past.before_last()


def test_play_goes_on_after_a_deep_undo(game: Game, monkeypatch: pytest.MonkeyPatch):
    """A turn can be played from any state that was returned to."""
    monkeypatch.setattr(past_module, "STATES_IN_MEMORY", 2)
    other = Game()
    other.past = restored(game.story, game.header, game.turns)
    other.turns, other.states = list(game.turns), list(game.states)
    for _ in range(4):
        other.undo()
    other.play(Wait(actor="player", minutes=30))
    again = restored(game.story, game.header, other.turns)
    assert digest(again.state) == digest(other.past.state)


def test_a_save_is_taken_up_where_it_stopped(game: Game, tmp_path: Path):
    """Without any snapshot, the journal alone is enough."""
    resumed = resume(game.story, game.saved(tmp_path / "game"))
    with resumed.journal:
        assert resumed.past.state == game.states[-1]
        assert resumed.turns == tuple(game.turns)
        assert resumed.notices == ()


@pytest.mark.parametrize("n", [0, 1, 4, -3, -1])
def test_a_snapshot_leads_to_the_same_state(game: Game, tmp_path: Path, n: int):
    """From a snapshot of any turn, also one that was taken back since, play goes on from the same state."""
    folder, n = game.saved(tmp_path / "game"), n % (len(game.turns) + 1)
    write_snapshot(folder, game.header, n, game.states[n])
    snapshot = read_snapshot(folder, game.header, game.turns)
    assert snapshot is not None
    assert snapshot.state == game.states[n]
    resumed = resume(game.story, folder)
    with resumed.journal:
        assert resumed.past.state == game.states[-1]
        assert resumed.past.turns == game.past.turns


def test_a_snapshot_of_a_turn_taken_back_is_not_gone_on_from(game: Game, tmp_path: Path):
    """A snapshot that lies on a line since abandoned does not bring it back."""
    folder = game.saved(tmp_path / "game")
    first_undo = next(turn.n for turn in game.turns if turn.undo)
    write_snapshot(folder, game.header, first_undo - 1, game.states[first_undo - 1])
    resumed = resume(game.story, folder)
    with resumed.journal:
        assert resumed.past.state == game.states[-1]


def test_undo_works_past_the_snapshot(game: Game, tmp_path: Path):
    """A game that was opened from its latest snapshot can still take back everything."""
    folder = game.saved(tmp_path / "game")
    write_snapshot(folder, game.header, len(game.turns), game.states[-1])
    resumed = resume(game.story, folder)
    with resumed.journal:
        while resumed.past.can_undo:
            resumed.past.undone()
        assert resumed.past.state == game.states[0]


def test_a_bad_snapshot_is_passed_over(game: Game, tmp_path: Path):
    """Truncated, changed, of another story, ahead of the journal: the journal is replayed instead."""
    folder, last = game.saved(tmp_path / "game"), len(game.turns)
    write_snapshot(folder, game.header, last, game.states[-1])
    whole = (folder / SNAPSHOT).read_bytes()
    assert read_snapshot(folder, game.header, game.turns) is not None
    minute = f'"minute":{game.states[-1].world.minute}'.encode()
    assert minute in whole
    other_story = whole.replace(game.header.story.encode(), b"e" * 64)
    for damaged in (b"", b"{}", whole[: len(whole) // 2], whole.replace(minute, b'"minute":1', 1), other_story):
        (folder / SNAPSHOT).write_bytes(damaged)
        assert read_snapshot(folder, game.header, game.turns) is None
        resumed = resume(game.story, folder)
        with resumed.journal:
            assert resumed.past.state == game.states[-1]
    (folder / SNAPSHOT).write_bytes(whole)
    assert read_snapshot(folder, game.header, game.turns[:-1]) is None


def test_a_save_whose_story_changed_plays_on_and_says_so(game: Game, tmp_path: Path):
    """A mended typo costs nobody their game: as long as every turn leads where it did, it goes on."""
    changed = Game()
    changed.header = msgspec.structs.replace(game.header, story="e" * 64)
    folder = changed.saved(tmp_path / "game")
    resumed = resume(game.story, folder)
    resumed.journal.close()
    assert any("have changed since this was begun" in notice for notice in resumed.notices)


def test_a_save_that_plays_otherwise_now_is_refused_and_untouched(game: Game, tmp_path: Path):
    """When the rules have changed since, the player is told the version to play on with; nothing is altered."""
    turns = [*game.turns[:-1], msgspec.structs.replace(game.turns[-1], digest="0" * 64)]
    folder = game.saved(tmp_path / "game", turns)
    before = (folder / "journal.jsonl").read_bytes()
    with pytest.raises(SaveError, match=r"no longer plays as it was recorded.*begun with version 0\.1\.0"):
        resume(game.story, folder)
    assert (folder / "journal.jsonl").read_bytes() == before


def test_a_new_game_has_no_past(game: Game):
    """At the opening nothing can be taken back."""
    past = Past(game.story, game.header)
    assert (past.can_undo, past.turns, past.state) == (False, (), game.states[0])
