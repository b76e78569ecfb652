"""What a player has set, once, for every game: read from `settings.toml` in the home folder.

Keys of hosted models are not settings: LiteLLM reads them from the environment, and they are written nowhere.
"""

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from npcs.memory.dynamics import FORGETTING as _FORGETTING
from npcs.memory.dynamics import Forgetting
from npcs.memory.embedder import DEFAULT_EMBEDDER
from npcs.memory.salience import FADING as _FADING
from npcs.memory.salience import Fading
from npcs.memory.shelf import server_address
from npcs.rules import LEAST_TOKENS, RULES, Ceilings, Room, Rules
from saves.home import home
from world.text import clean

_CEILINGS = RULES.room.ceilings

Tokens: TypeAlias = Annotated[int, Field(ge=LEAST_TOKENS, le=100_000)]
Positive: TypeAlias = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
NotNegative: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


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


class CeilingsSection(BaseModel):
    """The most tokens of each section of what a model is told."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    importance: Tokens = _CEILINGS.importance
    """The importance table."""

    persona: Tokens = _CEILINGS.persona
    """Who the villager is and how they talk."""

    core: Tokens = _CEILINGS.core
    """What they always know and hold true."""

    state: Tokens = _CEILINGS.state
    """What they do and need, and what they left off."""

    disposition: Tokens = _CEILINGS.disposition
    """How they are towards whoever speaks to them."""

    surroundings: Tokens = _CEILINGS.surroundings
    """What is around them, the nearer first."""

    present: Tokens = _CEILINGS.present
    """Who else is there."""

    opinions: Tokens = _CEILINGS.opinions
    """What they think of whoever and whatever is spoken of."""

    key_facts: Tokens = _CEILINGS.key_facts
    """What they already know."""

    covers: Tokens = _CEILINGS.covers
    """What they say in the place of what they hide."""

    recalled: Tokens = _CEILINGS.recalled
    """What comes to mind."""

    recent: Tokens = _CEILINGS.recent
    """What was last said."""

    utterance: Tokens = _CEILINGS.utterance
    """What is said or done to them now."""


class SalienceSection(BaseModel):
    """How episodes lose and win salience. Each is a share from 0 to 1, but for `shadow`."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    hourly: Share = _FADING.hourly
    """What is left of it after each game hour."""

    floor: Share = _FADING.floor
    """The share of an episode's arousal below which it never falls."""

    boost: Share = _FADING.boost
    """What each retrieval adds."""

    consolidated: Share = _FADING.consolidated
    """The salience below which only the gist is left."""

    calm: Share = _FADING.calm
    """The greatest arousal of an episode that a stronger one before it can suppress."""

    stirring: Share = _FADING.stirring
    """The least arousal of the one that suppresses."""

    shadow: NotNegative = _FADING.shadow
    """For how many game hours it does."""

    suppression: Share = _FADING.suppression
    """What share of its salience the calm one loses."""


class MemorySection(BaseModel):
    """How memories fade and come to mind. A game keeps what it was begun with; `chroma` alone may change under it."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    chroma: str = ""
    """The address of a Chroma server, such as `http://localhost:8000`; empty for an index in the save's own folder."""

    alpha: Positive = _FORGETTING.alpha
    """α, what a point of importance is worth."""

    beta: Positive = _FORGETTING.beta
    """β, how fast time counts, per game hour."""

    psi: Positive = _FORGETTING.psi
    """ψ, how steeply retention falls with time."""

    threshold: Positive = _FORGETTING.threshold
    """θ, the retention below which an element is forgotten."""

    removal: Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)] = _FORGETTING.removal
    """T, the share of the five elements whose loss removes a memory; above 0 and below 1."""

    increments: tuple[NotNegative, ...] = _FORGETTING.increments
    """What attention can gain at a retrieval."""

    probabilities: tuple[NotNegative, ...] = Field(_FORGETTING.probabilities, validate_default=True)
    """How likely each of the increments is; together 1."""

    salience: SalienceSection = SalienceSection()
    """How episodes lose and win salience."""

    ceilings: CeilingsSection = CeilingsSection()
    """The most tokens of each section."""

    memory_budget: Tokens = RULES.room.memory
    """The most tokens of all sections that hold memories."""

    context_budget: Tokens = Field(RULES.room.budget, validate_default=True)
    """The most tokens of everything that a model is told."""

    @field_validator("chroma")
    @classmethod
    def _is_an_address(cls, address: str) -> str:
        if address:
            server_address(address)
        return address

    @field_validator("probabilities")
    @classmethod
    def _sum_to_one(cls, probabilities: tuple[float, ...], info: ValidationInfo) -> tuple[float, ...]:
        # Without increments their own mistake is the one to tell.
        if "increments" in info.data:
            Forgetting(increments=info.data["increments"], probabilities=probabilities)
        return probabilities

    @field_validator("context_budget")
    @classmethod
    def _has_room(cls, budget: int, info: ValidationInfo) -> int:
        if {"ceilings", "memory_budget"} <= set(info.data):
            _room(budget, info.data["memory_budget"], info.data["ceilings"])
        return budget

    def rules(self) -> Rules:
        """Return what a game begun with these settings is played by."""
        law = {field.name: getattr(self, field.name) for field in fields(Forgetting)}
        room = _room(self.context_budget, self.memory_budget, self.ceilings)
        return Rules(Forgetting(**law), room, Fading(**self.salience.model_dump()))


def _room(budget: int, memory: int, ceilings: CeilingsSection) -> Room:
    return Room(budget, memory, Ceilings(**ceilings.model_dump()))


class Settings(BaseModel):
    """Everything that can be set."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    mind: str = "village"
    """Who answers: `village`, or any name that LiteLLM knows, such as `openai/gpt-4o-mini`."""

    embedder: str = DEFAULT_EMBEDDER
    """The sentence-transformers model: a name, or a path."""

    refinement: Literal["subtle", "moderate", "strong"] = "moderate"
    """How much one refinement may change a villager towards the player."""

    memory: MemorySection = MemorySection()
    """How memories fade and come to mind."""

    model: ModelSection = ModelSection()
    """How a language model is reached."""


def _in_words(error: ValidationError) -> str:
    """Return which key is wrong, what is wrong with it, and its value where the message does not tell it."""
    first = error.errors()[0]
    key, message = ".".join(map(str, first["loc"])), clean(str(first["msg"]).removeprefix("Value error, "))
    plain = isinstance(first["input"], str | int | float) and first["type"] not in ("value_error", "extra_forbidden")
    return f"{key}: {message}, not {clean(str(first['input']), 80)!r}" if plain else f"{key}: {message}"


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
        raise SettingsError(f"{path}: {_in_words(error)}. Mend the key or take it out.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: {clean(str(error))}. Mend the file or take it away.") from error
