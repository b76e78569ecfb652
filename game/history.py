"""What the command line shows of sessions: replays, minds, and the list of what there is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from game.settings import read_settings
from npcs.authored import read_story
from npcs.story import Story
from npcs.villager import digest
from saves.asking import asked_at, context_data, context_text
from saves.forecast import forecast, forecast_text, horizon
from saves.home import SaveError, Session, bundled_sessions, find_session, save_names
from saves.inspect import inspect, the_villager
from saves.journal import Header, Recording, read_journal, story_notice
from saves.minds import as_json as mind_json
from saves.reading import inspect_text
from saves.replay import replayed, state_at, verify
from world.clock import stamp
from world.text import clean

if TYPE_CHECKING:
    from npcs.memory.recall import Recaller


def _read(name: str, story_folder: Path | None) -> tuple[Session, Recording, Story]:
    session = find_session(name)
    recording = read_journal(session.journal)
    story = read_story(story_folder or _folder_of(recording.header))
    if changed := story_notice(recording.header, story):
        print(changed, file=sys.stderr)
    if recording.damage:
        print(f"Damaged after turn {len(recording.turns)}: {recording.damage}", file=sys.stderr)
    return session, recording, story


def _folder_of(header: Header) -> Path | None:
    return Path(header.story_path) if header.story_path else None


def show_replay(name: str, story_folder: Path | None, *, verify: bool, until: int | None, as_json: bool) -> int:
    """Fold a journal and print what became of it; return 1 if it diverges or is damaged."""
    session, recording, story = _read(name, story_folder)
    if verify:
        return _show_verification(session, recording, story, until, as_json=as_json)
    for line in _steps(story, recording, until, as_json=as_json):
        print(line)
    return 1 if recording.damage else 0


def _steps(story: Story, recording: Recording, until: int | None, *, as_json: bool) -> Iterator[str]:
    for step in replayed(story, recording.header, recording.turns[:until]):
        now = step.state.world.minute
        if as_json:
            yield json.dumps({"n": step.turn.n, "line": step.turn.line, "minute": now, "digest": digest(step.state)})
        else:
            yield f"{step.turn.n:>5}  {stamp(now)}  {digest(step.state)[:12]}  {clean(step.turn.line)}"


def _show_verification(
    session: Session, recording: Recording, story: Story, until: int | None, *, as_json: bool
) -> int:
    found = verify(story, recording.header, recording.turns, until)
    if as_json:
        divergence = found.divergence and {"turn": found.divergence.n, "what": found.divergence.what}
        told = {"session": session.name, "turns": found.turns, "divergence": divergence, "damage": recording.damage}
        print(json.dumps(told))
    elif found.divergence:
        print(f"{session.name}: {found.turns} turns as recorded, then: {found.divergence}")
    else:
        print(f"{session.name}: {found.turns} turns, every one as recorded.")
    return 1 if found.divergence or recording.damage else 0


def show_mind(name: str, story_folder: Path | None, npc: str, turn: int | None, *, as_json: bool) -> int:
    """Print a villager's mind as it was at a turn."""
    _, recording, story = _read(name, story_folder)
    state = state_at(story, recording.header, recording.turns, turn)
    at = len(recording.turns) if turn is None else turn
    if as_json:
        sys.stdout.write(mind_json(inspect(story, state, npc, at)).decode())
    else:
        sys.stdout.write(inspect_text(story, state, npc, at))
    return 0


def show_forecast(
    name: str, story_folder: Path | None, npc: str, turn: int | None, ahead: str, *, as_json: bool
) -> int:
    """Print when each element of a villager's memories will be forgotten if nothing rehearses it."""
    minutes = horizon(ahead)
    _, recording, story = _read(name, story_folder)
    state = state_at(story, recording.header, recording.turns, turn)
    at = len(recording.turns) if turn is None else turn
    if as_json:
        sys.stdout.write(mind_json(forecast(state, npc, minutes, at)).decode())
    else:
        sys.stdout.write(forecast_text(story, state, npc, minutes, at))
    return 0


def show_context(
    name: str, story_folder: Path | None, npc: str, turn: int | None, said: str, *, embed: bool, as_json: bool
) -> int:
    """Print what a model would be told if the player said something to a villager at a turn."""
    _, recording, story = _read(name, story_folder)
    state = state_at(story, recording.header, recording.turns, turn)
    at = len(recording.turns) if turn is None else turn
    the_villager(state, npc)
    with _recaller(recording.header, embed=embed) as (recaller, found):
        asked = asked_at(story, state, npc, said, recaller.recall)
    if as_json:
        sys.stdout.write(mind_json(context_data(story, state, asked, found, at)).decode())
    else:
        sys.stdout.write(context_text(story, state, asked, found, at))
    return 0


@contextmanager
def _recaller(header: Header, *, embed: bool) -> Iterator[tuple[Recaller, str]]:
    """Lend a recaller with an index of its own, and say how it finds: a save's index is never touched."""
    from npcs.memory.embedder import load_embedder
    from npcs.memory.recall import Recaller
    from npcs.memory.store import ChromaIndex, NoIndex

    rules = header.rules
    with TemporaryDirectory(prefix="tattlewood-") as folder:
        embedder = load_embedder(read_settings().embedder) if embed else None
        index = ChromaIndex(Path(folder), embedder) if embedder else NoIndex()
        recaller = Recaller(embedder, index, rules.forgetting, rules.fading)
        try:
            how = f"by meaning ({embedder.name}), words, people and time" if embedder else "by words, people and time"
            yield recaller, how
        finally:
            recaller.close()


def show_sessions(*, as_json: bool) -> int:
    """Print the saves and the bundled sessions, with what they were played in and with."""
    rows = [_row(name, "save") for name in save_names()] + [_row(name, "recorded") for name in bundled_sessions()]
    if as_json:
        print(json.dumps(rows, indent=2))
    for row in rows if not as_json else ():
        print(f"{row['name']:<24} {row['kind']:<9} {row['turns']:>5} turns  {row['title']}  ({row['mind']})")
    if not rows and not as_json:
        print("No saves yet: tattlewood play begins one.")
    return 0


def _row(name: str, kind: str) -> dict[str, object]:
    try:
        recording = read_journal(find_session(name).journal)
    except SaveError as error:
        return {"name": name, "kind": kind, "turns": 0, "title": f"cannot be read: {error}", "mind": "-"}
    header = recording.header
    return {"name": name, "kind": kind, "turns": len(recording.turns), "title": header.title, "mind": header.mind}
