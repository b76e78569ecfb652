"""What can be told of a line by its form alone: how it parts into pieces, whether it asks, which acts its words mark.

Patterns add to the nearness to exemplars; they never decide alone unless the form leaves no doubt.
"""

import re
import tomllib
from pathlib import Path
from typing import Final, Literal, TypeAlias

from npcs.minds.village.english import listed, sentences, words

Asked: TypeAlias = Literal["who", "what", "when", "where", "why", "how", "whether", ""]

SURE, LIKELY, HINT = 0.8, 0.35, 0.15
"""What a pattern adds to the nearness (a cosine, so at most 1) of its act."""

PHYSICAL: Final = ("affection", "violence", "homage", "grief", "gesture", "menace", "antics", "theft")
"""Acts of the body."""

_START = r"^(?:and |but |so |then |now |please |well |oh |ah |look |listen |tell me )*"


def _rules() -> tuple[tuple[str, float, re.Pattern[str]], ...]:
    """Return the patterns of `patterns.toml`: act, weight, expression."""
    authored = tomllib.loads(Path(__file__).with_name("patterns.toml").read_text(encoding="utf-8"))
    parts: dict[str, str] = authored.pop("_parts")
    weights = {"sure": SURE, "likely": LIKELY, "hint": HINT}
    return tuple(
        (act, weights[sureness], re.compile(_PART.sub(lambda m: parts[m[1]], expression), re.I))
        for act, marks in authored.items()
        for sureness, expressions in marks.items()
        for expression in expressions
    )


_PART = re.compile(r"(?<!P)<(\w+)>")
_COMPILED = _rules()

_LEAD = re.compile(
    r"^(?P<lead>(?:hello|hi|hey|greetings|good (?:morning|day|evening|afternoon)|thanks|thank you|"
    r"sorry|excuse me|well met|"
    r"please|yes|no|ok(?:ay)?)(?:(?:,)? (?:again|there|[A-Z]\w+|friend|sir|father|my \w+|to you))?)"
    r"\s*(?:[,;:–—-]+|(?=\bcan you|\bdo you))\s*(?=\S.{3,})",
    re.I,
)
_ASKING = re.compile(
    _START + r"(?:i wonder |do you know |i want to know |can you tell me |could you tell me )?"
    r"(?P<wh>who|whom|whose|what|when|where|why|how|which)\b",
    re.I,
)
_INVERTED = re.compile(
    r"^(?:and |but |so |then |well |oh )*(?:do|does|did|is|are|was|were|am|have|has|had|can|could|will|would|should|"
    r"shall|may|might|must|don't(?= (?:you|we|they|i)\b)|didn't|isn't|aren't|won't|wouldn't|couldn't|can't|"
    r"haven't|wasn't) \w+",
    re.I,
)
_EMBEDDED = re.compile(r"\b(?:remember|recall|know|forgot(?:ten)?|tell me)\b.*?\b(who|what|when|where|why|how)\b", re.I)
_NOT = re.compile(r"\b(?:not|never|no|nobody|nothing|none|neither|nor|without|cannot)\b|n't\b", re.I)


def pieces(text: str) -> list[str]:
    """Return the parts of a line that may each be an act of their own: sentences, and a greeting before one."""
    parts = list[str]()
    for whole in sentences(text):
        lead = _LEAD.match(whole)
        parts += [lead["lead"], whole[lead.end() :]] if lead else [whole]
    return [part.strip(' \t"“”') for part in parts if any(ch.isalnum() for ch in part)]


def marked(piece: str) -> dict[str, float]:
    """Return the acts that the form of a piece speaks for, and how strongly."""
    found = dict[str, float]()
    plain = piece.replace("’", "'").strip()
    for act, weight, pattern in _COMPILED:
        if weight > found.get(act, 0) and pattern.search(plain):
            found[act] = weight
    return found


def is_question(piece: str) -> bool:
    """Return whether a piece asks something, with or without a question mark."""
    plain = piece.replace("’", "'").strip()
    if plain.endswith("?"):
        return True
    return bool(_ASKING.match(plain) or (_INVERTED.match(plain) and not plain.endswith("!")))


def asked(piece: str) -> Asked:
    """Return which element a question asks for: the word in it that asks, `whether` for yes or no, else nothing."""
    plain = piece.replace("’", "'").strip()
    match = _EMBEDDED.search(plain) or _ASKING.match(plain)
    if match:
        word = match[1] if match.re is _EMBEDDED else match["wh"]
        return _SIMPLER.get(word.lower(), word.lower())  # type: ignore[return-value]  # a word of the pattern
    return "whether" if is_question(plain) else ""


_SIMPLER = {"whom": "who", "whose": "who", "which": "what"}


def is_negated(text: str) -> bool:
    """Return whether a statement denies: `I did not give it to him`."""
    return len(_NOT.findall(text)) % 2 == 1


_COMMON = listed(
    "the a an i you he she it we they me him her my your his our their is are was were be been am do does did have has "
    "had not no yes and or but if so of to in on at for with from by as that this there here what who when where why "
    "how can could will would should about know tell me out up go come see say said"
)


def is_english(text: str) -> bool:
    """Return whether text looks like English: enough of its words are the small ones every English line has."""
    all_ = words(text)
    if not all_:
        return False
    plain = sum(word.isascii() for word in all_) / len(all_)
    common = sum(word.split("'")[0] in _COMMON for word in all_) / len(all_)
    return plain > 0.7 and (common >= 0.2 or len(all_) <= 2)
