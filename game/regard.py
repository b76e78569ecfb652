"""How one person regards another, in a word or two. Pure."""

from npcs.disposition import FeelingsNow

NOTICEABLE = 0.04
"""How far regard, or a trait, must move before anyone would notice."""

_RUNGS = (
    (-0.55, "hostile"),
    (-0.3, "cold"),
    (-0.08, "wary"),
    (0.12, "reserved"),
    (0.35, "civil"),
    (0.6, "friendly"),
    (9.0, "fond of you"),
)
_AFRAID = 0.45


def attitude_words(baseline: FeelingsNow, now: FeelingsNow) -> str:
    """Return how somebody is towards the player, and how that changed: `wary → warming to you`."""
    before, after = _rung(baseline), _rung(now)
    moved = regard(now) - regard(baseline)
    if before != after:
        return f"{before} → {after}"
    if abs(moved) < NOTICEABLE:
        return before
    return f"{before} → {'warming to you' if moved > 0 else 'cooling towards you'}"


def regard(feelings: FeelingsNow) -> float:
    """Return how well somebody thinks of a person, from -1 to 1; fear has no part in it."""
    return 0.45 * feelings.trust + 0.4 * feelings.warmth + 0.15 * feelings.respect


def _rung(feelings: FeelingsNow) -> str:
    if feelings.fear >= _AFRAID:
        return "afraid of you"
    return next(word for top, word in _RUNGS if regard(feelings) < top)
