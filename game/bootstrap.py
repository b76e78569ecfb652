"""Puts a game together from its parts: the one place that knows which mind, index and journal are used."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from game.playable import Trouble
from game.session import Minds, Session
from game.settings import Settings, read_settings
from game.troubles import told_plainly
from npcs.authored import read_story
from npcs.memory.embedder import DEFAULT_CHECKSUM, DEFAULT_DIMENSION, DEFAULT_EMBEDDER
from npcs.story import Story
from npcs.turn import opening_state
from npcs.villager import digest
from saves.home import JOURNAL, save_folder
from saves.journal import EmbedderPin, Header, Journal
from saves.past import Past, Resumed, resume

if TYPE_CHECKING:
    from npcs.memory.embedder import Embedder
    from npcs.minds.mind import Mind

VILLAGE = "village"
"""The name of the embedded mind, as settings and `--mind` say it."""


def open_session(
    *,
    save: str,
    story_folder: Path | None = None,
    seed: int | None = None,
    mind: str | None = None,
    embedder: Embedder | None = None,
) -> Session:
    """Return a new game, or the one of that name as it stood. Loads nothing heavy.

    An `embedder` that is loaded already is used instead of loading one.

    Raises:
        Trouble: the settings, the story, the save's name or its lock do not allow it.
    """
    with told_plainly():
        return _opened(save, story_folder, seed, mind, embedder)


def _opened(
    save: str, story_folder: Path | None, seed: int | None, mind: str | None, embedder: Embedder | None
) -> Session:
    settings = read_settings()
    folder = save_folder(save)
    resumed, story = _resumed(folder, story_folder, seed) if (folder / JOURNAL).is_file() else (None, None)
    mind = mind or (settings.mind if resumed is None else resumed.journal.header.mind)
    if resumed is None or story is None:
        story = read_story(story_folder)
        resumed = _begun(folder, story, story_folder, seed, mind, settings)
    called = "village mind" if mind == VILLAGE else mind
    loading = _awaken(story, resumed.journal, mind, settings, embedder)
    return Session(story, _reminded(resumed, story, settings), loading, called, settings.refinement)


def _resumed(folder: Path, story_folder: Path | None, seed: int | None) -> tuple[Resumed, Story]:
    """Take a game up again, in the story that it was begun in."""
    from saves.journal import read_journal

    header = read_journal(folder / JOURNAL).header
    if seed is not None and seed != header.seed:
        begun = f"The game {folder.name} was begun with --seed {header.seed}."
        raise Trouble(f"{begun} For another seed, use another --save NAME.")
    story = read_story(story_folder or (Path(header.story_path) if header.story_path else None))
    return resume(story, folder), story


def _reminded(resumed: Resumed, story: Story, settings: Settings) -> Resumed:
    """Add the story's harmless mistakes, and that a game keeps the settings of memory it was begun with."""
    resumed = replace(resumed, notices=(*resumed.notices, *story.warnings))
    if resumed.journal.header.rules == settings.memory.rules():
        return resumed
    told = (
        "This game was begun with other settings of memory than settings.toml has now, and keeps those. "
        "For the new ones, begin another with --save NAME."
    )
    return replace(resumed, notices=(*resumed.notices, told))


def _pinned(embedder: str) -> EmbedderPin:
    """Return what is known of an embedder before it is loaded; the rest stands in the index's own file."""
    if embedder != DEFAULT_EMBEDDER:
        return EmbedderPin(embedder)
    return EmbedderPin(embedder, DEFAULT_DIMENSION, DEFAULT_CHECKSUM)


def _begun(
    folder: Path, story: Story, story_folder: Path | None, seed: int | None, mind: str, settings: Settings
) -> Resumed:
    """Begin a new game."""
    # The one draw that is not a question to `chance`: which game this is. It stands in the journal's header.
    seed = secrets.randbelow(1 << 31) if seed is None else seed
    rules = settings.memory.rules()
    header = Header(
        title=story.village.opening.title,
        story=story.fingerprint,
        story_path=str(story_folder.resolve()) if story_folder else "",
        seed=seed,
        mind=mind,
        version=version("tattlewood"),
        embedder=_pinned(settings.embedder),
        rules=rules,
        digest=digest(opening_state(story, seed, rules)),
    )
    journal = Journal.create(folder, header)
    return Resumed(journal, (), Past(story, header), ())


def _awaken(
    story: Story, journal: Journal, mind: str, settings: Settings, loaded: Embedder | None
) -> Callable[[Callable[[str], None]], Minds]:
    """Return what loads the minds of a game, telling its progress in words."""

    def awaken(tell: Callable[[str], None]) -> Minds:
        from npcs.memory.embedder import load_embedder
        from npcs.memory.recall import Recaller
        from npcs.memory.store import ChromaIndex

        tell("Waking the village: learning to read…")
        embedder = loaded or load_embedder(settings.embedder)
        tell("Waking the village: opening its memory…")
        index = ChromaIndex(journal.folder / "chroma", embedder, indexed(tell), settings.memory.chroma)
        index.connect()
        tell("Waking the village: clearing throats…")
        chosen = chosen_mind(story, embedder, mind, settings)
        return Minds(Recaller(embedder, index, journal.header.rules.forgetting, journal.header.rules.fading), chosen)

    def indexed(tell: Callable[[str], None]) -> Callable[[str, int, int], None]:
        return lambda npc, done, of: tell(f"Waking the village: {story.village.name(npc)} remembers… {done} of {of}")

    return awaken


def chosen_mind(story: Story, embedder: Embedder, mind: str, settings: Settings) -> Mind:
    """Return the mind that a name means; a language model has the village mind behind it."""
    from npcs.minds.village import VillageMind

    village = VillageMind(story, embedder)
    village.warm_up()
    if mind == VILLAGE:
        return village
    from npcs.minds.fallback import FallbackMind
    from npcs.minds.language_model import LanguageModelMind, ModelSettings

    model = LanguageModelMind(story, mind, ModelSettings(**settings.model.model_dump()))
    model.warm()
    return FallbackMind(model, village)
