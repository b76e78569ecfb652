"""The records that panels and pages show. They import nothing, so that a screen can be drawn before a story is read."""

from typing import Literal, TypeAlias

from msgspec import Struct

Mark: TypeAlias = Literal["", "new", "dropped", "reworded", "stronger", "weaker"]
"""What became of a trait since the player came."""

SPARKS = "▁▂▃▄▅▆▇█"
"""Heights of a sparkline, from -1 to 1."""

SPARK_LENGTH = 8
"""How many refinements a sparkline reaches back."""


class StatusView(Struct, frozen=True):
    """The line at the top."""

    title: str
    time: str
    """`day 2, 14:20`."""

    part: str
    """`in the afternoon`."""

    place: str
    mind: str


class FeelingView(Struct, frozen=True):
    """One feeling towards the player."""

    name: str
    baseline: float
    now: float
    history: tuple[float, ...]
    """From the baseline through each refinement to now."""

    @property
    def spark(self) -> str:
        """The history as a sparkline."""
        return "".join(spark(value) for value in self.history[-SPARK_LENGTH:])


class TraitView(Struct, frozen=True):
    """One trait as it shows towards the player."""

    name: str
    wording: str
    baseline: float
    now: float
    mark: Mark
    since: int | None
    """The day on which it last changed."""


class Ground(Struct, frozen=True):
    """Why somebody changed: the memory behind the latest refinement."""

    reason: str
    day: int
    """The day of what is remembered."""

    place: str
    """Where that was, as it was remembered; empty if nobody knows any more."""

    changed: int
    """The day of the refinement."""


class PersonView(Struct, frozen=True):
    """Whom the player faces."""

    name: str
    role: str
    doing: str
    attitude: str
    """`wary → warming to you`."""

    feelings: tuple[FeelingView, ...]
    traits: tuple[TraitView, ...]
    because: Ground | None


class Presence(Struct, frozen=True):
    """Somebody who is here."""

    name: str
    doing: str
    listens: bool
    """Whether they are who the player talks with."""


class WayView(Struct, frozen=True):
    """A way to a place."""

    name: str
    minutes: int
    way: str


class HereView(Struct, frozen=True):
    """Who and what is here, and where one can go."""

    people: tuple[Presence, ...]
    things: tuple[str, ...]
    carried: tuple[str, ...]
    exits: tuple[WayView, ...]


class Talk(Struct, frozen=True):
    """What was said between the player and one villager."""

    name: str
    lines: tuple[tuple[str, str, str], ...]
    """Day and time, speaker, words; oldest first."""


class MapPlace(Struct, frozen=True):
    """A place on the map."""

    name: str
    here: bool
    minutes: int | None
    """The whole walk from here; None if there is no way."""

    ways: tuple[WayView, ...]


def way_text(way: WayView) -> str:
    """Return a way in short: `the church 4 min north`."""
    return f"{way.name} {way.minutes} min{f' {way.way}' if way.way else ''}"


def ground_words(ground: Ground) -> str:
    """Return a reason with its day and place: `you paid for the shoe · day 1 · the forge`."""
    return " · ".join(part for part in (ground.reason, f"day {ground.day}", ground.place) if part)


def spark(value: float) -> str:
    """Return a value from -1 to 1 as a bar one character wide."""
    step = round((max(-1.0, min(1.0, value)) + 1) / 2 * (len(SPARKS) - 1))
    return SPARKS[step]


def signed(value: float) -> str:
    """Return a feeling with its sign, always four characters: `+0.3`, `−0.2`, ` 0.0`."""
    rounded = round(value, 1)
    sign = " " if rounded == 0 else "+" if rounded > 0 else "−"
    return f"{sign}{abs(rounded):.1f}"
