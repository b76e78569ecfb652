"""Lines that ask something of the game itself."""

import re

from game.parser.hints import HELP
from game.parser.result import Meta, MetaVerb, Parsed
from game.parser.scene import Scene

_WORDS: dict[str, MetaVerb] = {
    "undo": "undo", "u": "undo", "help": "help", "h": "help", "?": "help", "commands": "help", "quit": "quit",
    "q": "quit", "exit": "quit", "inventory": "inventory", "i": "inventory", "inv": "inventory",
    "journal": "journal", "j": "journal", "notes": "journal", "map": "map", "m": "map", "why": "why", "time": "time",
    "t": "time", "clock": "time", "who": "who",
}  # fmt: skip
_QUESTIONS: dict[str, MetaVerb] = {
    "what time is it": "time", "what day is it": "time", "what is the time": "time", "who is here": "who",
    "who's here": "who", "who is there": "who", "what do i have": "inventory", "what have i got": "inventory",
    "what am i carrying": "inventory", "what do i carry": "inventory", "check inventory": "inventory",
    "look at inventory": "inventory", "show inventory": "inventory", "open inventory": "inventory",
    "look at myself": "inventory", "look at me": "inventory", "x me": "inventory", "examine me": "inventory",
    "examine myself": "inventory", "inspect me": "inventory", "x myself": "inventory", "x self": "inventory",
    "open journal": "journal", "read journal": "journal", "check journal": "journal", "show journal": "journal",
    "open map": "map", "read map": "map", "look at map": "map", "show map": "map", "check map": "map",
    "how do i play": "help", "what can i do": "help", "what can i say": "help", "what can i type": "help",
    "quit game": "quit", "exit game": "quit", "end game": "quit", "save and quit": "quit", "leave game": "quit",
    "undo that": "undo", "take that back": "undo", "take it back": "undo",
}  # fmt: skip
_SPOKEN = frozenset({"why", "who"})
"""Words that are an answer to whoever one is talking with."""

_UNDO = re.compile(r"(?:undo|u) +(\d{1,4})", re.IGNORECASE)
_HELP = re.compile(r"(?:help|h|\?) +(?:with +|on +|about +)?(\w+)", re.IGNORECASE)
_WHY = re.compile(r"(why|journal|j|notes) +(?:on +|about +)?(.+)", re.IGNORECASE)
_TOPICS = frozenset(form.split()[0].lower() for form, _ in HELP)


def meta(scene: Scene, line: str) -> Parsed | None:
    """Read a line that asks something of the game itself."""
    words = " ".join(word for word in line.lower().split() if word not in ("the", "my"))
    if scene.faced and words in _SPOKEN:
        return None
    bare = words.rstrip(".!") if scene.faced else words.rstrip(".!?") or words
    if verb := _WORDS.get(bare):
        return Meta(verb)
    if not scene.faced and bare in _QUESTIONS:
        return Meta(_QUESTIONS[bare])
    return _with_argument(scene, words)


def slashed(line: str) -> Parsed | None:
    """Read `/why`, which is never something said."""
    verb, _, argument = line.lower().partition(" ")
    return Meta(_WORDS[verb], argument) if verb in _WORDS else None


def _with_argument(scene: Scene, words: str) -> Parsed | None:
    if undo := _UNDO.fullmatch(words):
        return Meta("undo", str(int(undo[1])))
    if (topic := _HELP.fullmatch(words)) and topic[1] in _TOPICS:
        return Meta("help", topic[1])
    if (asked := _WHY.fullmatch(words)) and not words.endswith("?"):
        who = scene.person(asked[2])
        if isinstance(who, str):
            return Meta("why" if asked[1] == "why" else "journal", who)
    return None
