"""What a player has set, once, for every game: read from `settings.toml` in the home folder.

Keys of hosted models are not settings: LiteLLM reads them from the environment, and they are written nowhere.
"""

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from npcs.memory.embedder import DEFAULT_EMBEDDER
from saves.home import home
from world.text import clean


class SettingsError(Exception):
    """The settings cannot be used; the message names the file, the key and what to do."""


class ModelSection(BaseModel):
    """How a language model is reached."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    api_base: str = ""
    """The address of a server of one's own, such as `http://localhost:11434`; empty for the provider's."""

    connect_timeout: float = Field(5.0, gt=0, le=600)
    """Seconds to wait for a connection."""

    first_token_timeout: float = Field(20.0, gt=0, le=600)
    """Seconds to wait for the first word."""

    total_timeout: float = Field(60.0, gt=0, le=3600)
    """Seconds to wait for the whole answer."""

    max_reply_tokens: int = Field(700, ge=64, le=8000)
    """The longest answer that is asked for, in tokens."""

    temperature: float = Field(0.7, ge=0, le=2)
    """How freely the model chooses its words."""


class Settings(BaseModel):
    """Everything that can be set."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    mind: str = "village"
    """Who answers: `village`, or any name that LiteLLM knows, such as `openai/gpt-4o-mini`."""

    embedder: str = DEFAULT_EMBEDDER
    """The sentence-transformers model: a name, or a path."""

    refinement: Literal["subtle", "moderate", "strong"] = "moderate"
    """How much one refinement may change a villager towards the player."""

    model: ModelSection = ModelSection()
    """How a language model is reached."""


def settings_file() -> Path:
    """Return where the settings are, which may not exist."""
    return home() / "settings.toml"


def read_settings() -> Settings:
    """Return the player's settings, or the defaults where there are none.

    Raises:
        SettingsError: the file cannot be read or holds something it should not.
    """
    path = settings_file()
    if not path.is_file():
        return Settings()
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        raise SettingsError(f"{path}: {key}: {clean(first['msg'])}. Mend the key or take it out.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: {clean(str(error))}. Mend the file or take it away.") from error
