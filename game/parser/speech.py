"""Lines that say something: `say …`, `ask Marta about …`, quoted words, and whatever sounds like talk.

What is said is kept as words one could speak: what the player typed, or the sentence that `ask` and `tell` stand for.
"""

import re

from game.parser.hints import nobody_called, suggested, unclear
from game.parser.result import Ambiguous, Misunderstood, Parsed, Ready, Resolved
from game.parser.scene import Scene
from world.commands import Say, Talk
from world.story import PLAYER, ActorId
from world.text import sentence

_QUOTED = re.compile(r'"(?P<text>[^"]*)"?(?:,? +(?:i +)?(?:say +)?to +(?P<to>[^"]+))?', re.IGNORECASE)
_TICKED = re.compile(r"'(?P<text>.+?)'?")
_SAY = re.compile(
    r"(?:i +)?(?P<verb>say|reply|respond|answer|whisper|mutter|murmur|exclaim|shout|yell|call out|cry out)(?: *: *| +)"
    r"(?P<rest>.+)",
    re.IGNORECASE,
)
_LOUD = frozenset({"shout", "yell", "call out", "cry out"})
_TO_LAST = re.compile(r"(?P<text>.+) +to +(?P<to>[^,]+)", re.IGNORECASE)
_WANTS_TO = re.compile(
    r"\b(?:gave|give|given|went|go|going|goes|gone|spoke|talk|talked|sent|send|brought|bring|took|take|showed|shown|show|"
    r"belongs?|belonged|happened|happen|happens|did|done|do|close|next|married|marry|sold|sell|lent|owed?|owes|said|told|"
    r"want|wants|wanted|have|has|had|ought|need|needs|used|kind|cruel|close|listen|listened|came|come|lied|lie|led)\b",
    re.IGNORECASE,
)
"""Words whose own `to` is part of what is said: `say I gave the coin to Marta`."""

EVERYONE = frozenset(
    {"everyone", "everybody", "all", "the room", "them all", "all of them", "both", "both of them", "you all"}
)
"""Who hears what is said to nobody in particular."""

_TO_EVERYONE = re.compile(
    r"(?:everyone|everybody|all of them|them all|you all)[:,]? +(?:that +)?(.*\w.*)", re.IGNORECASE
)
_VAGUE = frozenset({"something", "anything", "it", "that", "so", "that again", "it again", "nothing", "no more"})
_TELL = re.compile(r"(?:i +)?(?:tell|inform|remind|warn|assure|promise) +(?P<rest>.+)", re.IGNORECASE)
_ASK = re.compile(r"(?:i +)?(?:ask|question|interrogate|quiz) +(?P<rest>.+)", re.IGNORECASE)
ASK_ABOUT = re.compile(r"(?:about|of|regarding|concerning|on) +(?P<topic>.+)", re.IGNORECASE)
"""What an `ask` is about."""

_TALKLIKE = re.compile(
    r"(?:i|i'm|i've|i'd|i'll|you|you're|your|he|she|they|we|it|it's|this is|that|my|hello|hi|hey|good (?:morning|day|"
    r"afternoon|evening|night)|yes|no|yeah|nay|aye|sorry|thanks|thank|who|what|when|where|why|how|which|whose|do|did|"
    r"does|are|is|was|were|can|could|would|will|have|has|had|should|may|don't|didn't|isn't|tell me|give me|show me|"
    r"help me|let me|take me|bring me|listen|greetings|welcome|excuse me|pardon|please|nice|pleased|there|what's|who's|"
    r"where's|how's|well|okay|ok|maybe|perhaps|never|god|lord)\b",
    re.IGNORECASE,
)
_TO_ME = re.compile(r"\b(?:you|your|yours|me|us)\b", re.IGNORECASE)
SELF = re.compile(r"(?:me|us|myself)\b", re.IGNORECASE)
"""The player, in the mouth of whoever speaks: `tell me` is talk, not a command."""


def say_to(to: ActorId | None, text: str) -> Ready:
    """Return the command to say `text`."""
    return Ready(Say(actor=PLAYER, to=to, text=text))


def said(to: Resolved, text: str) -> Parsed | None:
    """Return the command to say `text`, or why it is unclear to whom."""
    return say_to(to, text) if isinstance(to, str) else to


def addressed(scene: Scene, text: str) -> Parsed | None:
    """Return the command to say `text` to whom the player faces, or the only one here."""
    return said(scene.addressee(), text)


def sounds_like_talk(line: str) -> bool:
    """Return whether a line that is no command reads like something said to somebody."""
    return bool(line.rstrip(' "').endswith("?") or _TALKLIKE.match(line) or _TO_ME.search(line))


def quote(scene: Scene, line: str) -> Parsed | None:
    """Read `"Good day"`, `"Good day" to Marta`, `'Good day`."""
    if line[0] not in "\"'":
        return None
    found = _QUOTED.fullmatch(line) or _TICKED.fullmatch(line)
    text = found["text"].strip() if found else line.strip(" \"'")
    if not text:
        return unclear("There is nothing between the quotes.", '"Good day"')
    name = found.groupdict().get("to") if found else None
    if name is None:
        return addressed(scene, text)
    return said(scene.person(name), text) or nobody_called(scene, name)


def say(scene: Scene, line: str) -> Parsed | None:
    """Read `say TEXT`, `say TEXT to Marta`, `whisper to Marta TEXT`, `shout TEXT`."""
    if re.fullmatch(r"(?:say|reply|whisper|answer|shout) *", line, re.IGNORECASE):
        return None if scene.faced else unclear("Say what?", "say good morning")
    found = _SAY.fullmatch(line)
    if not found or (scene.faced and found["rest"].lower().rstrip(".!?") in _VAGUE):
        return None
    verb, rest = found["verb"].lower(), found["rest"].strip()
    if verb in ("shout", "yell", "cry out", "call out") and re.match(r"(?:at|for)\b", rest, re.IGNORECASE):
        return None
    if verb in ("answer", "reply", "respond"):
        if SELF.match(rest):
            return None
        if isinstance(who := scene.person(rest), str) and verb == "answer":
            return Ready(Talk(actor=PLAYER, to=who))
    if start := re.match(r"(?:to|at) +", rest, re.IGNORECASE):
        return _said_to_lead(scene, rest[start.end() :], rest)
    to, text = _split_last(scene, rest)
    text = _unquoted(text)
    if not text:
        return unclear("Say what?", "say good morning")
    if to == "":
        return say_to(None, text)
    if to is None and verb in _LOUD and scene.faced is None:
        return say_to(None, text)
    return addressed(scene, text) if to is None else said(to, text)


def _said_to_lead(scene: Scene, rest: str, whole: str) -> Parsed | None:
    """Read what follows `say to`: `Marta that I am tired`."""
    if everyone := _TO_EVERYONE.fullmatch(rest):
        return say_to(None, _unquoted(everyone[1]))
    who, text = scene.lead_person(rest)
    text = _unquoted(re.sub(r"^[,:]? *(?:that +)?", "", text, flags=re.IGNORECASE))
    if who is None:
        return addressed(scene, whole) if scene.faced else nobody_called(scene, rest)
    if not text:
        return Ready(Talk(actor=PLAYER, to=who)) if isinstance(who, str) else who
    return said(who, text)


def _split_last(scene: Scene, rest: str) -> tuple[Resolved, str]:
    """Split `good day to Marta`; the person is "" for everyone, None if nobody is named."""
    found = _TO_LAST.fullmatch(rest.rstrip(" .!?") if not rest.endswith('"') else rest)
    if not found:
        return None, rest
    text, name = found["text"].strip(), found["to"].strip()
    is_quoted = text[:1] in "\"'" and text[-1:] in "\"'"
    if name.lower() in EVERYONE:
        return "", text
    if _WANTS_TO.search(text) and not is_quoted:
        return None, rest
    who = scene.person(name)
    if who is None or (isinstance(who, str) and who not in scene.people and not is_quoted and scene.faced):
        return None, rest
    return who, text


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text.strip('"')


def tell(scene: Scene, line: str) -> Parsed | None:
    """Read `tell Marta that I am tired`, `tell her about the coin`, `tell him to go home`."""
    found = _TELL.fullmatch(line)
    if not found or SELF.match(found["rest"]):
        return None
    if everyone := _TO_EVERYONE.fullmatch(found["rest"]):
        return say_to(None, _told(everyone[1]))
    who, rest = scene.lead_person(found["rest"])
    if who is None:
        return nobody_called(scene, found["rest"].split()[0])
    if isinstance(who, str) and scene.faced and who not in scene.people:
        return None
    rest = rest.lstrip(" ,:")
    if not rest.strip(" .!?"):
        return Ready(Talk(actor=PLAYER, to=who)) if isinstance(who, str) else who
    return said(who, _told(rest))


def _told(rest: str) -> str:
    """Return the words behind `tell her …`."""
    if rest[0] in "\"'":
        return _unquoted(rest) or rest
    if about := re.fullmatch(r"(?:about|of) +(.+)", rest, re.IGNORECASE):
        return sentence(f"I want to tell you about {about[1]}")
    return sentence(re.sub(r"^(?:that|to) +(?=\S)", "", rest, flags=re.IGNORECASE))


def ask(scene: Scene, line: str) -> Parsed | None:
    """Read `ask Marta about the mill`, `ask her who did it`, `ask about the mill`."""
    found = _ASK.fullmatch(line.rstrip())
    if not found:
        return None if line.lower() != "ask" or scene.faced else unclear("Ask whom?", suggested(scene))
    rest = found["rest"].strip()
    if SELF.match(rest):
        return None
    if about := ASK_ABOUT.fullmatch(rest):
        return addressed(scene, asked_about(about["topic"]))
    if everyone := _TO_EVERYONE.fullmatch(rest):
        return say_to(None, _asked(everyone[1]))
    who, rest = scene.lead_person(re.sub(r"^(?:to|from) +", "", rest, flags=re.IGNORECASE))
    if isinstance(who, Misunderstood | Ambiguous):
        return who
    if who is None:
        return addressed(scene, _asked(rest)) if _is_question(rest) or scene.faced else nobody_called(scene, rest)
    rest = rest.lstrip(" ,:")
    return say_to(who, _asked(rest)) if rest.strip(" .!?") else Ready(Talk(actor=PLAYER, to=who))


def _is_question(text: str) -> bool:
    words = r"(?:who|what|when|where|why|how|which|whose|if|whether|for|to|do|did|does|is|are|was|were|can|could)\b"
    return re.match(words, text, re.IGNORECASE) is not None


def asked_about(topic: str) -> str:
    """Return the question that `ask about` a topic stands for."""
    return f"What can you tell me about {topic.rstrip(' .!?')}?"


def _asked(rest: str) -> str:
    """Return the question behind `ask her …`."""
    if rest[0] in "\"'":
        return _unquoted(rest) or rest
    rest = rest.rstrip(" .!?")
    if about := ASK_ABOUT.fullmatch(rest):
        return asked_about(about["topic"])
    if wanted := re.fullmatch(r"for +(.+)", rest, re.IGNORECASE):
        return f"Could you give me {wanted[1]}?"
    if deed := re.fullmatch(r"to +(.+)", rest, re.IGNORECASE):
        return f"Could you {deed[1]}?"
    if whether := re.fullmatch(r"(?:if|whether) +(.+)", rest, re.IGNORECASE):
        return f"Is it true that {_turned(whether[1])}?"
    if own := re.fullmatch(r"(?:his|her|their) +(.+)", rest, re.IGNORECASE):
        return asked_about(f"your {own[1]}")
    return f"{rest[:1].upper()}{rest[1:]}?"


def _turned(clause: str) -> str:
    """Return a clause about the person asked as it is put to them: `she was` becomes `you were`."""
    found = re.fullmatch(r"(?:he|she|they) +(\w+)(.*)", clause, re.IGNORECASE)
    if not found:
        return clause
    verbs = {"was": "were", "is": "are", "has": "have", "does": "do", "knows": "know", "wants": "want", "likes": "like"}
    return f"you {verbs.get(found[1].lower(), found[1])}{found[2]}"
