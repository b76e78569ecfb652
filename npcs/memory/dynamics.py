"""How memories fade, strengthen and weigh.

Every function here is pure: time is an argument, and a memory is never changed in place.

Forgetting follows Wickelgren's law, adapted to one element of five (5Ws document, equations 2 to 5). The minute at
which an element goes is computed in decimal arithmetic, which rounds alike on every machine, and only whole minutes
are compared: a reload, a replay and another computer forget the same.
"""

from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache
from math import isfinite

from msgspec.structs import replace

from npcs.memory.record import ELEMENTS, Element, ElementState, Memory, MemoryId
from world.chance import chance
from world.clock import HOUR, Minute, hours_between
from world.story import ActorId

RECENCY_DECAY = 0.95
"""What is left of recency after each game hour (decision-pipeline document)."""

MOST = 10.0
"""The most that recency, importance and relevance each can be."""

FOREVER = 1_000_000_000
"""Minutes, some 1,900 years: what lasts longer is said never to fade."""

_EXACT = Context(prec=28, traps=[])


@dataclass(frozen=True, slots=True)
class Forgetting:
    """How fast memories fade: σ = α · λ · Ra · (1 + β·t)^(−ψ), forgotten below the threshold.

    The defaults are tuned for an element at attention 1, the least it can have at formation: unrehearsed, importance 1
    is lost within a day, importance 5 within a week, and importance 9 is kept for 30 days. The law is linear in
    attention, so no parameters can promise this for every draw of it: an element that caught three times the attention
    lasts as if it were three times as important.
    """

    alpha: float = 1.0
    """α, what a point of importance is worth."""

    beta: float = 100.0
    """β, how fast time counts, per game hour."""

    psi: float = 0.35
    """ψ, how steeply retention falls with time."""

    threshold: float = 0.175
    """θ, the retention below which an element is forgotten."""

    removal: float = 0.8
    """T, the share of the five elements whose loss removes the whole memory; above 0 and below 1."""

    increments: tuple[float, ...] = (0.0, 0.5, 1.0, 1.5, 2.0)
    """What attention can gain at a retrieval, and at formation above 1."""

    probabilities: tuple[float, ...] = (0.2, 0.2, 0.2, 0.2, 0.2)
    """How likely each gain is; together 1."""

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "psi", "threshold"):
            value = getattr(self, name)
            if not (isfinite(value) and value > 0):
                raise ValueError(f"forgetting.{name} must be a number above 0, not {value!r}")
        if not 0 < self.removal < 1:
            raise ValueError(f"forgetting.removal (T) must lie between 0 and 1, both excluded, not {self.removal!r}")
        if not self.increments or len(self.increments) != len(self.probabilities):
            raise ValueError(
                f"forgetting.increments has {len(self.increments)} values and forgetting.probabilities "
                f"{len(self.probabilities)}: give one probability for each increment, at least one"
            )
        for name in ("increments", "probabilities"):
            if any(not isfinite(value) or value < 0 for value in getattr(self, name)):
                raise ValueError(f"forgetting.{name} must be numbers of at least 0, not {getattr(self, name)!r}")
        if abs(sum(self.probabilities) - 1) > 1e-9:
            raise ValueError(f"forgetting.probabilities must sum to 1, not {sum(self.probabilities):g}")

    @property
    def losses(self) -> int:
        """How many of the five elements must be forgotten or unknown for the memory to be removed, 1 to 5."""
        return next(count for count in range(1, 6) if count / 5 >= self.removal)

    def draw(self, luck: float) -> float:
        """Return the gain of attention that `luck`, in [0, 1), falls on."""
        reached = 0.0
        for increment, probability in zip(self.increments, self.probabilities, strict=True):
            reached += probability
            if luck < reached:
                return increment
        return next(i for i, p in zip(self.increments[::-1], self.probabilities[::-1], strict=True) if p > 0)


FORGETTING = Forgetting()
"""The forgetting that the game plays by unless settings say otherwise."""


def recency(memory: Memory, now: Minute) -> float:
    """Return how recent a memory still is at `now`, from 0 to 10."""
    return float(MOST * RECENCY_DECAY ** hours_between(memory.formed, now))


def weight(memory: Memory, now: Minute) -> float:
    """Return recency + importance + relevance, 0 to 30, to six decimals: what decisions compare."""
    return round(recency(memory, now) + memory.importance + memory.relevance, 6)


def retention(memory: Memory, element: str, now: Minute, forgetting: Forgetting = FORGETTING) -> float:
    """Return σ of one element at `now`, by its name (`who`); 0 for what was never known.

    A forgotten element keeps its number for a tester to read, but never comes back by it.
    """
    part: Element = getattr(memory, element)
    if part.state is ElementState.UNKNOWN:
        return 0.0
    hours = hours_between(memory.formed, now)
    faded_to = (1 + forgetting.beta * hours) ** -forgetting.psi
    return float(forgetting.alpha * memory.importance * part.attention * faded_to)


def strength(memory: Memory, now: Minute, forgetting: Forgetting = FORGETTING) -> float:
    """Return the mean σ over the five elements, those lost counting 0, to six decimals: which memories shape a mind."""
    kept = faded(memory, now, forgetting)
    known = (name for name in ELEMENTS if getattr(kept, name).state is ElementState.KNOWN)
    return round(sum(retention(kept, name, now, forgetting) for name in known) / len(ELEMENTS), 6)


def fades_at(memory: Memory, element: str, forgetting: Forgetting = FORGETTING) -> Minute | None:
    """Return the first minute at which a known element is forgotten if nothing rehearses it; None if it never is.

    None too for an element that is unknown or forgotten already.
    """
    part: Element = getattr(memory, element)
    if memory.irreversible or part.state is not ElementState.KNOWN:
        return None
    lasts = minutes_kept(memory.importance * part.attention, forgetting)
    return None if lasts is None else memory.formed + lasts


def minutes_kept(strength: float, forgetting: Forgetting) -> int | None:
    """Return the minutes after which α · strength · f(t) is first below θ: the closed-form inverse of the law."""
    return _kept(forgetting.alpha * strength, forgetting.threshold, forgetting.psi, forgetting.beta)


@lru_cache(maxsize=1 << 16)
def _kept(strength: float, threshold: float, psi: float, beta: float) -> int | None:
    # Plain numbers are what the cache looks up fastest, and this is asked for every element at every turn.
    exact = _EXACT
    ratio = exact.divide(Decimal(strength), Decimal(threshold))
    if ratio < 1:
        return 0
    power = exact.power(ratio, exact.divide(Decimal(1), Decimal(psi)))
    minutes = exact.divide(exact.multiply(exact.subtract(power, Decimal(1)), Decimal(HOUR)), Decimal(beta))
    # Infinity compares as larger, so a law that hardly falls needs no case of its own.
    return None if minutes > FOREVER else int(minutes) + 1


def faded(memory: Memory, now: Minute, forgetting: Forgetting = FORGETTING) -> Memory:
    """Return a memory as it is at `now`: elements past their minute are forgotten, and stay so."""
    gone: dict[str, Element] = {}
    for name in ELEMENTS:
        minute = fades_at(memory, name, forgetting)
        if minute is not None and minute <= now:
            gone[name] = replace(getattr(memory, name), state=ElementState.FORGOTTEN)
    return replace(memory, **gone) if gone else memory


def removed_at(memory: Memory, forgetting: Forgetting = FORGETTING) -> Minute | None:
    """Return when (forgotten + unknown) / 5 reaches T, so that the memory is removed; None if it never is.

    A memory that has lost so much already was due at the latest when it was formed.
    """
    if memory.irreversible:
        return None
    known = sum(part.state is ElementState.KNOWN for part in memory.elements)
    missing = forgetting.losses - (len(ELEMENTS) - known)
    if missing <= 0:
        return memory.formed
    fading = sorted(minute for name in ELEMENTS if (minute := fades_at(memory, name, forgetting)) is not None)
    return fading[missing - 1] if missing <= len(fading) else None


def is_removed(memory: Memory, now: Minute, forgetting: Forgetting = FORGETTING) -> bool:
    """Return whether so much of a memory is lost at `now` that it no longer counts as one."""
    minute = removed_at(memory, forgetting)
    return minute is not None and minute <= now


def rehearsed(memory: Memory, now: Minute, seed: int, npc: ActorId, forgetting: Forgetting = FORGETTING) -> Memory:
    """Return a memory after one retrieval: each part still known gains attention by its own draw."""
    kept = faded(memory, now, forgetting)
    changed = {
        name: replace(part, attention=part.attention + forgetting.draw(luck))
        for name, part in zip(ELEMENTS, kept.elements, strict=True)
        if part.state is ElementState.KNOWN
        for luck in (chance(seed, npc, kept.id, kept.retrievals, name),)
    }
    return replace(kept, retrievals=kept.retrievals + 1, **changed)


def attended(
    text: str | None, element: str, seed: int, npc: ActorId, memory: MemoryId, forgetting: Forgetting = FORGETTING
) -> Element:
    """Return an element as it is formed: known with attention 1 and one draw, or unknown if there is no text."""
    if not text:
        return Element()
    luck = chance(seed, npc, memory, "formed", element)
    return Element(text, ElementState.KNOWN, 1.0 + forgetting.draw(luck))


def attention_to_last(importance: float, hours: float, forgetting: Forgetting = FORGETTING) -> float:
    """Return the least attention, in steps of a half, at which an element is still known after `hours`."""
    needed = forgetting.threshold * (1 + forgetting.beta * hours) ** forgetting.psi / (forgetting.alpha * importance)
    halves = int(round(needed * 2, 6)) + 1
    return halves / 2
