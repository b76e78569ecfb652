"""How an input feels to a villager, and what makes it memorable. Every function is pure.

Each act has a place in the table below; words that carry feeling, what the villager likes and fears, and how they are
towards the person move it. `Judged.because` says in one line what decided.
"""

from msgspec import Struct

from npcs.character import Character
from npcs.disposition import FeelingsNow
from npcs.minds.village.english import listed, words
from npcs.minds.village.understanding import Understood


class Judged(Struct, frozen=True):
    """What a villager makes of an input."""

    factor: str
    """A row of the importance table."""

    degree: float
    """How far up that row's range, 0 to 1."""

    valence: float
    arousal: float
    tags: tuple[str, ...]
    because: str
    """What decided, in one line."""


_TABLE: dict[str, tuple[str, float, float, float, tuple[str, ...]]] = {
    # act: factor, degree, valence, arousal, tags
    "give": ("self_relevance", 0.6, 0.6, 0.4, ("gratitude",)),
    "show": ("intrinsic_motivation", 0.3, 0.1, 0.3, ("curiosity",)),
    "approach": ("unimportant", 0.4, 0.05, 0.1, ()),
    "part": ("unimportant", 0.2, 0.0, 0.1, ()),
    "greet": ("unimportant", 0.4, 0.15, 0.1, ()),
    "thank": ("flashbulb", 0.6, 0.4, 0.2, ("gladness",)),
    "apologise": ("flashbulb", 0.9, 0.3, 0.3, ("relief",)),
    "praise": ("self_relevance", 0.0, 0.55, 0.35, ("pride",)),
    "insult": ("self_relevance", 0.6, -0.65, 0.6, ("anger", "hurt")),
    "threaten": ("self_relevance", 1.0, -0.8, 0.85, ("fear", "anger")),
    "comfort": ("flashbulb", 1.0, 0.4, 0.3, ("comfort",)),
    "joke": ("flashbulb", 0.3, 0.3, 0.3, ("amusement",)),
    "flirt": ("emotional_stress", 0.4, 0.15, 0.5, ("embarrassment",)),
    "agree": ("unimportant", 0.3, 0.1, 0.1, ()),
    "disagree": ("unimportant", 0.6, -0.15, 0.2, ()),
    "nod": ("unimportant", 0.0, 0.0, 0.05, ()),
    "ask_topic": ("flashbulb", 0.3, 0.0, 0.2, ()),
    "ask_opinion": ("flashbulb", 0.3, 0.0, 0.2, ()),
    "ask_memory": ("unimportant", 0.8, 0.0, 0.15, ()),
    "ask_wellbeing": ("unimportant", 0.7, 0.2, 0.15, ()),
    "ask_doing": ("unimportant", 0.3, 0.0, 0.1, ()),
    "ask_plan": ("unimportant", 0.5, 0.0, 0.1, ()),
    "ask_identity": ("unimportant", 0.7, 0.05, 0.15, ()),
    "ask_whereabouts": ("unimportant", 0.6, 0.0, 0.1, ()),
    "ask_directions": ("unimportant", 0.5, 0.0, 0.1, ()),
    "ask_help": ("intrinsic_motivation", 0.1, 0.05, 0.3, ()),
    "ask_favour": ("flashbulb", 0.5, 0.0, 0.2, ()),
    "ask_thing": ("flashbulb", 0.7, -0.05, 0.25, ()),
    "ask_follow": ("flashbulb", 0.3, 0.0, 0.2, ()),
    "ask_leave": ("emotional_stress", 0.2, -0.4, 0.35, ("hurt",)),
    "tell": ("intrinsic_motivation", 0.0, 0.0, 0.25, ("interest",)),
    "remind": ("flashbulb", 0.4, 0.1, 0.2, ()),
    "tell_secret": ("intrinsic_motivation", 0.6, 0.1, 0.4, ("curiosity",)),
    "introduce": ("intrinsic_motivation", 0.5, 0.2, 0.2, ()),
    "promise": ("self_relevance", 0.5, 0.4, 0.4, ("hope",)),
    "confess": ("novelty", 0.8, -0.3, 0.7, ("surprise",)),
    "accuse": ("self_relevance", 0.8, -0.6, 0.7, ("anger", "fear")),
    "small_talk": ("unimportant", 0.4, 0.1, 0.1, ()),
    "strange": ("unimportant", 0.9, -0.1, 0.2, ("bewilderment",)),
    "unclear": ("unimportant", 0.5, -0.05, 0.1, ()),
    "silence": ("unimportant", 0.2, 0.0, 0.05, ()),
    "affection": ("emotional_arousal", 0.2, 0.4, 0.7, ("tenderness", "surprise")),
    "violence": ("emotional_arousal", 0.8, -0.9, 0.95, ("pain", "fear", "anger")),
    "homage": ("novelty", 0.3, 0.2, 0.4, ("embarrassment",)),
    "grief": ("emotional_stress", 0.8, -0.3, 0.5, ("pity",)),
    "gesture": ("unimportant", 0.6, 0.05, 0.15, ()),
    "menace": ("self_relevance", 0.9, -0.7, 0.8, ("fear",)),
    "antics": ("novelty", 0.0, 0.2, 0.4, ("amusement", "surprise")),
    "theft": ("self_relevance", 1.0, -0.8, 0.7, ("anger",)),
}

_OFFER: tuple[str, float, float, float, tuple[str, ...]] = ("flashbulb", 0.6, 0.2, 0.2, ())
"""To be offered a thing that has not changed hands."""

_ACCUSED_OTHER: tuple[str, float, float, float, tuple[str, ...]] = ("novelty", 0.5, -0.2, 0.5, ("unease",))
"""To hear somebody else accused."""

_GLAD = listed(
    "love lovely joy joyful happy glad gladly kind kindly sweet dear friend friends gift thank thanks grateful "
    "beautiful wonderful good great best fine blessed bless peace hope laugh laughed smile smiled safe saved save "
    "healed recovered wedding married born birth feast won win brave honest trust true well better pleased delight "
    "treasure"
)
_GRIM = listed(
    "dead death died die dying kill killed killer murder murdered murderer blood bloody corpse grave wound wounded "
    "hurt pain ill sick sickness plague fire burned burning burnt drowned lost losing stole stolen thief theft rob "
    "robbed liar lied lies cheat cheated afraid fear terror terrible horrible awful hate hated evil cruel hang "
    "hanged hanging rope gallows ghost devil cursed curse war starving hunger starved weep wept crying grief mourn "
    "sad sorrow angry anger rage betrayed betray shame ashamed guilty ruin ruined poor broken beaten beat stabbed "
    "poison poisoned bad worst worse wrong scream screamed cry cried"
)
_STIRRING = listed(
    "murder murdered kill killed killer blood scream screamed fire attack attacked run running help quick suddenly "
    "terror ghost devil love hate rage hang hanged dead death stole stolen danger secret"
)
_MURDER = listed("murder murdered murderer killed killer kill body corpse weapon dead death died slain")


def judged(understood: Understood, character: Character, feelings: FeelingsNow, *, first_meeting: bool) -> Judged:
    """Return what a villager makes of an input, by the act, the words, their likes and fears, and the person."""
    factor, degree, valence, arousal, tags = _TABLE.get(understood.act, _TABLE["unclear"])
    if understood.kind == "said" and understood.act in {"give", "show"}:
        factor, degree, valence, arousal, tags = _OFFER
    if understood.act == "accuse" and not understood.about_listener:
        factor, degree, valence, arousal, tags = _ACCUSED_OTHER
    because = f"to be met with {understood.act.replace('_', ' ')}"
    said = set(words(understood.text))
    mood, stir = _lexical(said, negated=understood.negated)
    if understood.act not in _SETTLED:
        valence, arousal = valence + 0.5 * mood, arousal + 0.4 * stir
    if understood.act in _OPEN:
        factor, degree, because = _by_content(understood, said, character, (factor, degree, because))
    if first_meeting and factor in {"unimportant", "flashbulb"} and understood.act not in {"nod", "silence"}:
        factor, degree, because = "novelty", 0.1, "a face never seen before"
    if understood.act in {"affection", "flirt", "praise"}:
        # A touch that is not wanted is worse than praise that is not.
        unwanted = 0.8 if understood.act == "affection" else 0.4
        valence += 0.5 * feelings.warmth - unwanted * _wariness(character, feelings)
    if understood.act == "give" and feelings.trust < -0.5:
        valence -= 0.3
    if mood < -0.4 and "fear" not in tags and understood.act in _OPEN:
        tags = (*tags, "unease")
    return Judged(factor, _unit(degree), _signed(valence), _unit(arousal), tags, because)


_SETTLED = listed("insult threaten violence nod silence unclear strange greet part affection theft menace")
_OPEN = listed("tell tell_secret ask_topic ask_opinion ask_help show remind confess accuse ask_favour")


def _by_content(
    understood: Understood, said: set[str], character: Character, default: tuple[str, float, str]
) -> tuple[str, float, str]:
    """Return factor, degree and reason by what the input speaks of."""
    factor, degree, because = default
    if understood.act in {"accuse", "confess"}:
        return default
    if said & _MURDER:
        if understood.question:
            return "emotional_stress", 0.8, "a hard question about the dead"
        return "intrinsic_motivation", 0.9, "it bears on the murder"
    if _touches(said, character.fears):
        return "emotional_stress", 0.9, "it touches a fear"
    if _touches(said, character.likes) or _touches(said, (character.wants,)):
        return "intrinsic_motivation", 0.6, "it touches what they care for"
    if understood.about_listener and understood.question:
        return "flashbulb", 0.8, "somebody asked about themselves"
    if understood.act == "tell" and understood.entities:
        return "intrinsic_motivation", 0.4, "news of people and things they know"
    return factor, degree, because


def _touches(said: set[str], themes: tuple[str, ...]) -> bool:
    return any(len(word) > 4 and word in said for theme in themes for word in words(theme))


def _lexical(said: set[str], *, negated: bool) -> tuple[float, float]:
    """Return how glad (-1 to 1) and how stirring (0 to 1) the words themselves are."""
    glad, grim = len(said & _GLAD), len(said & _GRIM)
    mood = (glad - grim) / (glad + grim + 0.5) if glad + grim else 0.0
    return (-0.5 * mood if negated else mood), min(1.0, 0.5 * len(said & _STIRRING))


_WARY = listed("wary guarded cautious reserved shy proud gruff cold stern suspicious aloof timid")


def _wariness(character: Character, feelings: FeelingsNow) -> float:
    """Return how far a villager keeps others off, 0 to 1: by their traits, and the person."""
    traits = max((trait.strength for trait in character.traits if _WARY & set(trait.name.split("_"))), default=0.0)
    return _unit(0.6 * traits + 0.5 * max(0.0, -feelings.trust) + 0.5 * max(0.0, feelings.fear))


def is_wary(traits: tuple[tuple[str, float], ...], feelings: FeelingsNow) -> bool:
    """Return whether a villager would not be touched by this person.

    Args:
        traits: Names and strengths, as they show towards the person.
        feelings: What the villager feels towards the person.
    """
    wary = max((strength for name, strength in traits if _WARY & set(name.split("_"))), default=0.0)
    return wary * 0.6 - 0.8 * feelings.warmth - 0.4 * feelings.trust + 0.6 * max(0.0, feelings.fear) > 0.2


def _unit(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 3)


def _signed(value: float) -> float:
    return round(min(1.0, max(-1.0, value)), 3)
