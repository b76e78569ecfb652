"""How memories of a person move a villager's feelings and traits towards them. Pure; bounds are `npcs.personality`'s.

Each memory speaks with its importance. What was done decides which feelings it moves (`THEMES`); how it felt moves
warmth. A theme that weighs enough brings a trait of its own, worded from the heaviest memory of it.
"""

from msgspec import Struct

from npcs.character import FEELINGS, Character
from npcs.context import RecalledMemory
from npcs.disposition import FeelingsNow, TraitNow
from npcs.minds.mind import Refine, Refined, Reworded
from npcs.minds.village.english import listed
from npcs.minds.village.remembering import is_known

PULL = 0.35
"""How far one refinement, before it is bounded, moves a feeling when all its memories speak for it."""

BRINGS_TRAIT = 0.9
"""The summed weight (importance / 10 each) of a theme from which it brings a trait."""


class Theme(Struct, frozen=True):
    """A kind of treatment, and what it does to whoever is so treated."""

    name: str
    begins: tuple[str, ...]
    """How the `what` of a memory begins that belongs to it."""

    moves: dict[str, float]
    """Feelings, and how a memory of it moves them, -1 to 1."""

    trait: str = ""
    """The trait it brings; empty for none."""

    wording: str = ""
    good: bool = True
    softens: bool | None = None
    """Whether it weakens traits that keep people off (True), strengthens them (False), or neither."""


_BLOWS = listed(
    "punched hit struck kicked slapped stabbed beat choked strangled pushed shoved attacked bit threw spat headbutted",
)

THEMES: tuple[Theme, ...] = (
    Theme(
        "gift",
        ("gave me",),
        {"trust": 0.5, "warmth": 0.7, "respect": 0.2},
        "indebted",
        "owes for what was given",
        True,
        True,
    ),
    Theme("promise", ("promised",), {"trust": 0.3, "warmth": 0.2}),
    Theme("thanks", ("thanked me", "praised me"), {"warmth": 0.5, "respect": 0.2}, softens=True),
    Theme(
        "comfort",
        ("comforted me", "hugged me", "embraced me"),
        {"warmth": 0.5, "trust": 0.2},
        "open_hearted",
        "lets this one come close",
        True,
        True,
    ),
    Theme("apology", ("apologised",), {"warmth": 0.3, "trust": 0.2, "fear": -0.2}),
    Theme(
        "confidence",
        ("confided",),
        {"trust": 0.4, "warmth": 0.2},
        "confiding",
        "has been trusted with a secret, and answers trust with trust",
        True,
        True,
    ),
    Theme(
        "violence",
        tuple(sorted(_BLOWS)),
        {"trust": -0.8, "warmth": -0.9, "fear": 0.8, "respect": -0.3},
        "guarded",
        "keeps out of reach",
        False,
        False,
    ),
    Theme(
        "threat",
        ("threatened", "drew", "raised"),
        {"trust": -0.7, "warmth": -0.6, "fear": 0.7, "respect": -0.2},
        "guarded",
        "watches this one's hands",
        False,
        False,
    ),
    Theme(
        "insult",
        ("called me", "insulted me"),
        {"warmth": -0.6, "respect": -0.5, "trust": -0.3},
        "resentful",
        "has not forgotten being shamed",
        False,
        False,
    ),
    Theme(
        "accusation",
        ("said to my face", "asked me whether i", "accused"),
        {"trust": -0.5, "warmth": -0.4, "fear": 0.3},
        "guarded",
        "weighs every word with this one",
        False,
        False,
    ),
    Theme(
        "theft",
        ("stole", "robbed", "snatched", "took my"),
        {"trust": -0.9, "warmth": -0.6, "respect": -0.4},
        "guarded",
        "counts the spoons",
        False,
        False,
    ),
    Theme(
        "lie",
        ("lied",),
        {"trust": -0.8, "respect": -0.3},
        "doubting",
        "believes half of what this one says",
        False,
        False,
    ),
)
"""What people do to one another, and what it leaves behind."""

_KEEPS_OFF = listed("gruff wary guarded cautious reserved shy cold stern suspicious aloof proud timid sharp")


def refined(character: Character, question: Refine) -> Refined:
    """Return the feelings and traits that the memories of a person speak for.

    Args:
        character: The villager, for what they were like at first.
        question: Whom it is about, the disposition now, and the memories, strongest first.
    """
    listed = set(question.memories)
    memories = [m for m in question.context.recalled if m.id in listed and is_known(m.what)]
    now = question.context.disposition
    if not memories:
        return Refined(now.feelings, ())
    themed = [(memory, _theme(memory, question)) for memory in memories]
    return Refined(_feelings(now.feelings, themed), _traits(character, question, themed))


Themed = list[tuple[RecalledMemory, Theme | None]]


def _theme(memory: RecalledMemory, question: Refine) -> Theme | None:
    """Return what kind of treatment a memory is of, if the person did it to the villager; none if it was unwelcome."""
    if is_known(memory.who) and memory.who.text.casefold() != question.context.person_name.casefold():
        return None
    what = memory.what.text.casefold()
    found = next((theme for theme in THEMES if what.startswith(theme.begins)), None)
    return None if found and found.moves.get("warmth", 0.0) > 0 > memory.valence else found


def _feelings(now: FeelingsNow, themed: Themed) -> FeelingsNow:
    total = sum(memory.importance for memory, _ in themed) or 1.0
    moved = dict.fromkeys(FEELINGS, 0.0)
    for memory, theme in themed:
        share = memory.importance / max(total, 10.0)
        moved["warmth"] += 0.4 * share * memory.valence
        moved["trust"] += 0.2 * share * memory.valence
        for feeling, by in (theme.moves if theme else {}).items():
            moved[feeling] += share * by
    # Where nothing frightens, fear fades.
    moved["fear"] -= 0.1 if now.fear > 0 and moved["fear"] <= 0 else 0.0
    return FeelingsNow(**{f: _signed(getattr(now, f) + PULL * 2 * moved[f]) for f in FEELINGS})


def _traits(character: Character, question: Refine, themed: Themed) -> tuple[Reworded, ...]:
    now = {trait.name: trait for trait in question.context.disposition.traits}
    softening = sum(_weight(m) * (1 if t.softens else -1) for m, t in themed if t and t.softens is not None)
    changed = [each for trait in now.values() if (each := _shifted(trait, softening, character))]
    names = {each.name for each in changed}
    brought = [each for each in _brought(question, themed) if each.name not in names]
    return (*changed, *brought)


def _weight(memory: RecalledMemory) -> float:
    return memory.importance / 10


def _shifted(trait: TraitNow, softening: float, character: Character) -> Reworded | None:
    """Return a trait that keeps people off, weakened by kindness or strengthened by its contrary."""
    own = any(each.name == trait.name for each in character.traits)
    keeps_off = bool(_KEEPS_OFF & set(trait.name.split("_")))
    if not softening or not (keeps_off or (own and trait.good and softening < -1)):
        return None
    step = -0.2 * softening if keeps_off else 0.1 * softening
    strength = round(min(1.0, max(0.0, trait.strength + max(-0.4, min(0.4, step)))), 3)
    if strength == trait.strength:
        return None
    return Reworded(trait.name, _reworded(trait, strength), strength, trait.good)


def _reworded(trait: TraitNow, strength: float) -> str:
    """Return the wording of a trait, milder or harder towards this person where it has moved far from its baseline."""
    plain = trait.baseline_wording or trait.wording
    if trait.baseline and strength <= trait.baseline - 0.3:
        return f"{plain}, though less with this one"
    if trait.baseline and strength >= trait.baseline + 0.15:
        return f"{plain}, and with this one more than ever"
    return plain


def _brought(question: Refine, themed: Themed) -> list[Reworded]:
    """Return traits that memories bring: each worded from its theme and the heaviest memory of it."""
    found = dict[str, tuple[float, Theme, RecalledMemory]]()
    for memory, theme in themed:
        if theme is None or not theme.trait:
            continue
        weight, kept, heaviest = found.get(theme.trait, (0.0, theme, memory))
        heavier = memory if (memory.importance, -memory.id) > (heaviest.importance, -heaviest.id) else heaviest
        found[theme.trait] = (weight + _weight(memory), theme if heavier is memory else kept, heavier)
    now = {trait.name: trait.strength for trait in question.context.disposition.traits}
    return [
        Reworded(
            name, _worded(theme, memory, question), round(min(1.0, now.get(name, 0.0) + 0.3 * weight), 3), theme.good
        )
        for name, (weight, theme, memory) in found.items()
        if weight >= BRINGS_TRAIT or memory.importance >= 8 or name in now
    ]


def _worded(theme: Theme, memory: RecalledMemory, question: Refine) -> str:
    return f"{theme.wording}: {question.context.person_name} {memory.what.text}"


def _signed(value: float) -> float:
    return round(min(1.0, max(-1.0, value)), 3)
