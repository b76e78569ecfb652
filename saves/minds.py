"""Each villager's mind as a file that people can read, beside the journal it was rebuilt from."""

from pathlib import Path

import msgspec

from npcs.story import Story
from npcs.villager import State
from saves.durable import write_whole
from saves.inspect import Data, inspect


def as_json(data: Data) -> bytes:
    """Return data as indented JSON that a person can read, with a line break at its end."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def write_minds(folder: Path, story: Story, state: State, turn: int | None = None) -> None:
    """Write every villager's mind into a save's folder, as `minds/ID.json`.

    Raises:
        OSError: the disk refuses. Nothing is lost: the minds can be rebuilt from the journal.
    """
    minds = folder / "minds"
    minds.mkdir(parents=True, exist_ok=True)
    for npc in state.villagers:
        write_whole(minds / f"{npc}.json", as_json(inspect(story, state, npc, turn)), durable=False)
