"""How salient an episode is: when it is closed, as time goes by, and each time it comes to mind.

Every function is pure, and nothing is stored but the salience when the episode was closed or last retrieved, and when
that was: a reload, a replay and another machine find the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

from msgspec.structs import replace

from npcs.memory.episode import Episode, Salience
from world.clock import HOUR, Minute, hours_between

AROUSAL, VALENCE, NOVELTY, PERSONAL = 0.4, 0.2, 0.2, 0.2
"""The shares of initial salience (episodic-memory document)."""

PARTICIPANT, BYSTANDER = 1.0, 0.3
"""Personal relevance of those who took part and of those who did not (episodic-memory document)."""

LATEST = 5
"""To how many of the latest episodes a new one is compared (episodic-memory document)."""

VIVID = 0.4
"""From this salience on an episode comes back in detail (episodic-memory document)."""


@dataclass(frozen=True, slots=True)
class Fading:
    """How episodes lose and win salience. The document gives the shape of it; the numbers are ours."""

    hourly: float = 0.99
    """What is left after each game hour: a talk at 0.6 is vivid for a day and a half, and half of it after three."""

    floor: float = 0.3
    """The share of its arousal below which an episode never falls: one at 0.7 is never reduced to its gist."""

    boost: float = 0.05
    """What each retrieval adds, up to 1 in all."""

    consolidated: float = 0.2
    """The salience below which the detail is gone for good."""

    calm: float = 0.3
    """The greatest arousal of an episode that a stronger one before it can suppress."""

    stirring: float = 0.7
    """The least arousal of the one that suppresses."""

    shadow: float = 2.0
    """For how many game hours it does (after the inhibitory phase of Richter-Levin and Akirav 2003)."""

    suppression: float = 0.3
    """What share of its salience the calm episode loses."""

    def __post_init__(self) -> None:
        for name in ("hourly", "floor", "boost", "consolidated", "calm", "stirring", "suppression"):
            value = getattr(self, name)
            if not (isfinite(value) and 0 <= value <= 1):
                raise ValueError(f"salience.{name} must lie between 0 and 1, not {value!r}")
        if not (isfinite(self.shadow) and self.shadow >= 0):
            raise ValueError(f"salience.shadow must be a number of hours of at least 0, not {self.shadow!r}")


FADING = Fading()
"""How episodes fade unless settings say otherwise."""


def cosine(one: Sequence[str], other: Sequence[str]) -> float:
    """Return how alike two texts are by how often each word (or stem) occurs, 0 to 1 to six decimals."""
    left, right = Counter(one), Counter(other)
    shared = sum(count * right[word] for word, count in left.items() if word in right)
    if not shared:
        return 0.0
    sizes = sum(n * n for n in left.values()) * sum(n * n for n in right.values())
    return round(min(1.0, shared / sqrt(sizes)), 6)


def novelty(words: Sequence[str], latest: Iterable[Sequence[str]]) -> float:
    """Return 1 - the greatest cosine to the latest episodes, 0 to 1; 1 if there are none.

    Of words and not of vectors (ours): the rules have no embedder, so that a replay needs none.
    """
    return round(1.0 - max((cosine(words, other) for other in latest), default=0.0), 6)


def initial(
    arousal: float, valence: float, new: float, *, took_part: bool, after: float = 0.0, fading: Fading = FADING
) -> Salience:
    """Return the salience of an episode as it is closed.

    Args:
        arousal: how strongly it was felt, 0 to 1.
        valence: how good or bad it felt, -1 to 1.
        new: its novelty, 0 to 1.
        took_part: whether the villager was a participant.
        after: the arousal of the episode just before it, while its shadow lasts; 0 for none.
        fading: the settings.
    """
    personal = PARTICIPANT if took_part else BYSTANDER
    whole = AROUSAL * arousal + VALENCE * abs(valence) + NOVELTY * new + PERSONAL * personal
    inhibited = arousal <= fading.calm and after >= fading.stirring
    suppressed = round(fading.suppression * whole, 6) if inhibited else 0.0
    return Salience(round(whole - suppressed, 6), arousal, abs(valence), new, personal, suppressed)


def overshadows(before: Episode, at: Minute, fading: Fading = FADING) -> bool:
    """Return whether what begins at a minute still lies in the shadow of an earlier episode."""
    return before.last <= at <= before.last + fading.shadow * HOUR


def salience(episode: Episode, now: Minute, fading: Fading = FADING) -> float:
    """Return how salient an episode is at `now`, 0 to 1 to six decimals: it decays to a floor set by its arousal."""
    left: float = episode.salience * fading.hourly ** hours_between(episode.since, now)
    return round(max(left, min(episode.salience, fading.floor * episode.portrait.arousal)), 6)


def rehearsed(episode: Episode, now: Minute, fading: Fading = FADING) -> Episode:
    """Return an episode after any of its memories came to mind."""
    settled = consolidated(episode, now, fading)
    value = min(1.0, round(salience(settled, now, fading) + fading.boost, 6))
    return replace(settled, salience=value, since=max(now, settled.since), retrievals=settled.retrievals + 1)


def consolidated(episode: Episode, now: Minute, fading: Fading = FADING) -> Episode:
    """Return an episode with only its gist, if it has faded that far; else the episode itself."""
    if not episode.portrait.detail or salience(episode, now, fading) >= fading.consolidated:
        return episode
    return replace(episode, portrait=replace(episode.portrait, detail=""))
