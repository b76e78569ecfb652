"""From a typed line to a command. Pure: the line, the story and the state decide, and nothing is remembered.

Whoever is talking with somebody talks: only a line that is wholly a command is one then, and all else is said. To
nobody in particular, commands are read generously, and what is no command is asked back.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from game.parser import acts, hands, manners, movement, speech
from game.parser.hints import not_understood
from game.parser.lexicon import VERBS
from game.parser.meta import meta, slashed
from game.parser.names import is_slip
from game.parser.result import Meta, Misunderstood, Parsed, Ready
from game.parser.scene import Scene
from npcs.story import Story
from npcs.villager import State
from world.commands import Look, Talk
from world.story import PLAYER

Form: TypeAlias = Callable[[Scene, str], Parsed | None]
"""One way to put a line. It returns None for a line that is not put so."""

SAID: tuple[Form, ...] = (
    speech.quote, acts.emote, manners.bye, manners.vocative, manners.hello, speech.say, speech.tell, speech.ask,
    manners.talk, manners.accuse, manners.thank,
)  # fmt: skip
"""Forms that name what is said: a question mark belongs to it."""

DONE: tuple[Form, ...] = (
    hands.look, movement.wait, movement.leave, movement.go, hands.show, acts.act, hands.give, hands.take, hands.drop,
    movement.bare, manners.buy,
)  # fmt: skip
"""Forms that name what is done."""

COMMAND_WORDS = (
    "look", "examine", "inspect", "search", "read", "walk", "travel", "enter", "leave", "take", "grab", "drop", "give",
    "hand", "show", "talk", "speak", "greet", "tell", "whisper", "accuse", "wait", "sleep", "inventory", "journal",
    "help", "undo", "quit", "goodbye", "farewell", "approach", "thank",
)  # fmt: skip
"""Words whose misspelling is forgiven at the start of a line."""

_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_POLITE = re.compile(
    r"(?:please|kindly|now|then|and|so|well|ok|okay|um+|err?)\b\s*,?\s+(?=\w)", re.IGNORECASE
)  # fmt: skip
_WISH = re.compile(
    r"(?:let's|let us|let me|(?:can|could|may|shall) (?:i|we)|(?:i|we)(?: would|'d) like to|i (?:want|wish|wanna|need|"
    r"try|have|decide)(?: to)?|i(?: will|'ll| should| must| shall)|i(?: am|'m) going to|try (?:to|and)|go and)\s+"
    r"|(?:i )?go +(?=(?:talk|speak|take|look|see|ask|find|get|give)\b)",
    re.IGNORECASE,
)
_POLITE_END = re.compile(r"[,\s]+(?:please|thanks|thank you|now|then)(?=[\s.!?]*$)", re.IGNORECASE)
_CALLS_SOMEBODY = re.compile(r"\b(?:you|your|yours|me)\b", re.IGNORECASE)
_COMMA_AFTER_VERB = re.compile(r"[a-z]+\s*,", re.IGNORECASE)
_LONGEST_COMMAND = 300
"""Characters beyond which a line is talk, not a command."""


def parse(line: str, story: Story, state: State) -> Parsed:
    """Return what a typed line means for whoever typed it, where they are now.

    Args:
        line: one line of the player's, already passed through `world.text.clean`.
        story: the authored story.
        state: the moment at which the line is typed.
    """
    scene = Scene(story, state)
    typed = " ".join(line.split())
    words = typed.translate(_CURLY)
    if not re.search(r"\w", words) and words != "?":
        return _wordless(scene, typed)
    if words.startswith("/") and not acts.emote(scene, words):
        words = words[1:].strip()
        return slashed(words) or _asked_of_game(scene, words) or not_understood(scene, words)
    return _in_conversation(scene, typed, words) if scene.faced else _alone(scene, typed, words)


def _wordless(scene: Scene, typed: str) -> Parsed:
    if not typed:
        return Ready(Look(actor=PLAYER))
    return speech.say_to(scene.faced, typed) if scene.faced else not_understood(scene, typed)


def _in_conversation(scene: Scene, typed: str, words: str) -> Parsed:
    """Read a line while facing somebody: said, unless it is plainly something else."""
    read = meta(scene, words) or _first(scene, words, SAID)
    if read is None and not words.endswith("?") and not _is_remark(words):
        read = _first(scene, words, DONE)
    return read or speech.say_to(scene.faced, typed)


def _first(scene: Scene, words: str, forms: tuple[Form, ...]) -> Parsed | None:
    """Return what the first form makes of a line that makes sense of it."""
    if len(words) > _LONGEST_COMMAND and forms is DONE:
        return None
    read = (form(scene, words) for form in forms)
    return next((each for each in read if each and not isinstance(each, Misunderstood)), None)


def _is_remark(words: str) -> bool:
    """Return whether a verb is only an opening: `look, I am sorry`."""
    return _COMMA_AFTER_VERB.match(words) is not None


def _alone(scene: Scene, typed: str, words: str) -> Parsed:
    """Read a line while facing nobody: a command if it can be one, else something said to who is here."""
    doubts: list[Parsed] = []
    for each in dict.fromkeys((words, _plain(words), _corrected(_plain(words)))):
        read = meta(scene, each) or _best(scene, each, doubts)
        if read:
            return read
    called, _ = scene.lead_person(words)
    if called in scene.awake and called != scene.person(words):
        return speech.say_to(str(called), typed)
    if speech.sounds_like_talk(typed) and (scene.awake or not doubts):
        who = scene.addressee()
        return speech.say_to(who, typed) if isinstance(who, str) else who or not_understood(scene, typed)
    return _named_alone(scene, words) or (doubts[0] if doubts else not_understood(scene, typed))


def _best(scene: Scene, words: str, doubts: list[Parsed]) -> Parsed | None:
    """Return the first sense a form makes of a line; what forms could not make sense of joins `doubts`."""
    forms = (*SAID, *DONE) if not _is_remark(words) and len(words) <= _LONGEST_COMMAND else SAID
    for form in forms:
        read = form(scene, words)
        if read is not None and not isinstance(read, Misunderstood):
            return read
        if read is not None:
            doubts.append(read)
    return None


def _named_alone(scene: Scene, words: str) -> Parsed | None:
    """Read the name of a person or thing alone: turn to them, or look at it."""
    named = scene.anything(words)
    if not isinstance(named, str):
        return named
    return Ready(Talk(actor=PLAYER, to=named) if named in scene.village.people else Look(actor=PLAYER, subject=named))


def _asked_of_game(scene: Scene, words: str) -> Parsed | None:
    read = meta(scene, words) or _first(scene, words, (*SAID, *DONE))
    return read if isinstance(read, Ready | Meta) else None


def _plain(words: str) -> str:
    """Return a line without politeness: `please, can I take the key now` asks to `take the key`.

    A wish that speaks of `you` is no wish to the game: `I want to hug you` is said, not done.
    """
    plain = _without(_POLITE, _POLITE_END.sub("", words))
    if _CALLS_SOMEBODY.search(plain):
        return plain
    return _without(_POLITE, _without(_WISH, _without(_WISH, plain))).rstrip(" ?") or words


def _without(opening: re.Pattern[str], words: str) -> str:
    found = opening.match(words)
    return words[found.end() :] if found else words


def _corrected(words: str) -> str:
    """Return a line whose first word is a misspelt command word, put right if only one is meant."""
    first, gap, rest = words.partition(" ")
    low = first.lower()
    if low in COMMAND_WORDS or low in VERBS:
        return words
    meant = [each for each in COMMAND_WORDS if is_slip(low, each)]
    return f"{meant[0]}{gap}{rest}" if len(meant) == 1 else words
