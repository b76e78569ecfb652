"""Lines that say something: `say …`, `ask Marta about …`, quoted words, and whatever sounds like talk.

What is said is kept as words one could speak: what the player typed, or the sentence that `ask` and `tell` stand for.
"""

import re

from game.parser.hints import nobody_called, suggested, unclear
from game.parser.result import Ambiguous, Misunderstood, Parsed, Ready, Resolved
from game.parser.scene import Scene
from world.commands import Part, Say, Talk
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

_EVERYONE = frozenset(
    {"everyone", "everybody", "all", "the room", "them all", "all of them", "both", "both of them", "you all"}
)
_TO_EVERYONE = re.compile(
    r"(?:everyone|everybody|all of them|them all|you all)[:,]? +(?:that +)?(.*\w.*)", re.IGNORECASE
)
_VAGUE = frozenset({"something", "anything", "it", "that", "so", "that again", "it again", "nothing", "no more"})
_TELL = re.compile(r"(?:i +)?(?:tell|inform|remind|warn|assure|promise) +(?P<rest>.+)", re.IGNORECASE)
_ASK = re.compile(r"(?:i +)?(?:ask|question|interrogate|quiz) +(?P<rest>.+)", re.IGNORECASE)
_ASK_ABOUT = re.compile(r"(?:about|of|regarding|concerning|on) +(?P<topic>.+)", re.IGNORECASE)
_TALK = re.compile(
    r"(?:i +)?(?:talk|speak|chat|converse|have a word|go and talk|go talk)(?: +(?:to|with|at))?(?: +(?P<rest>.+))?"
    r"|(?:i +)?(?:greet|approach|address|face|turn to|turn towards|meet|go up to|walk up to|call on|confess to) +(?P<other>.+)",
    re.IGNORECASE,
)
_HELLO = re.compile(
    r"(?:hello|hullo|hi|hey|hail|greetings|howdy|welcome|good (?:morning|day|afternoon|evening|night)|morning|evening|"
    r"excuse me|pardon me|thank you|thanks|sorry|please)(?: +there)?,? +(?P<rest>.+)",
    re.IGNORECASE,
)
_BYE = re.compile(
    r"(?:good[ -]?bye|bye(?:[ -]bye)?|farewell|fare you well|so long|see you(?: later| soon| around| tomorrow)?|"
    r"(?:i +)?(?:stop talking|stop|end|leave|quit) +(?:(?:the|this) +)?(?:conversation|chat|talk)|stop talking|"
    r"take my leave|turn away|say (?:good)?bye|part ways)(?: +(?:to|from|with))?(?:(?:, *| +)(?P<to>.+))?",
    re.IGNORECASE,
)
_ACCUSE = re.compile(r"(?:i +)?accuse +(?P<rest>.+)", re.IGNORECASE)
_THANK = re.compile(r"(?:i +)?thank +(?P<rest>.+)", re.IGNORECASE)
_SORRY = re.compile(r"(?:i +)?apologi[sz]e(?: +to)?(?: +(?P<rest>.+))?", re.IGNORECASE)
_BUY = re.compile(r"(?:i +)?(?:buy|order|purchase) +(?P<what>.+?)(?: +from +(?P<who>.+))?", re.IGNORECASE)
_VOCATIVE = re.compile(r"(?P<name>[^,:]{1,40})[,:] *(?P<text>.+)")
_VOCATIVE_LAST = re.compile(r".+, *(?P<name>[^,:]{1,40}?)[.!?…]*")
_TALKLIKE = re.compile(
    r"(?:i|i'm|i've|i'd|i'll|you|you're|your|he|she|they|we|it|it's|this is|that|my|hello|hi|hey|good (?:morning|day|"
    r"afternoon|evening|night)|yes|no|yeah|nay|aye|sorry|thanks|thank|who|what|when|where|why|how|which|whose|do|did|"
    r"does|are|is|was|were|can|could|would|will|have|has|had|should|may|don't|didn't|isn't|tell me|give me|show me|"
    r"help me|let me|take me|bring me|listen|greetings|welcome|excuse me|pardon|please|nice|pleased|there|what's|who's|"
    r"where's|how's|well|okay|ok|maybe|perhaps|never|god|lord)\b",
    re.IGNORECASE,
)
_TO_ME = re.compile(r"\b(?:you|your|yours|me|us)\b", re.IGNORECASE)
_SELF = re.compile(r"(?:me|us|myself)\b", re.IGNORECASE)


def say_to(to: ActorId | None, text: str) -> Ready:
    """Return the command to say `text`."""
    return Ready(Say(actor=PLAYER, to=to, text=text))


def _say(to: Resolved, text: str) -> Parsed | None:
    return say_to(to, text) if isinstance(to, str) else to


def _addressed(scene: Scene, text: str) -> Parsed | None:
    return _say(scene.addressee(), text)


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
        return _addressed(scene, text)
    return _say(scene.person(name), text) or nobody_called(scene, name)


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
        if _SELF.match(rest):
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
    return _addressed(scene, text) if to is None else _say(to, text)


def _said_to_lead(scene: Scene, rest: str, whole: str) -> Parsed | None:
    """Read what follows `say to`: `Marta that I am tired`."""
    if everyone := _TO_EVERYONE.fullmatch(rest):
        return say_to(None, _unquoted(everyone[1]))
    who, text = scene.lead_person(rest)
    text = _unquoted(re.sub(r"^[,:]? *(?:that +)?", "", text, flags=re.IGNORECASE))
    if who is None:
        return _addressed(scene, whole) if scene.faced else nobody_called(scene, rest)
    if not text:
        return Ready(Talk(actor=PLAYER, to=who)) if isinstance(who, str) else who
    return _say(who, text)


def _split_last(scene: Scene, rest: str) -> tuple[Resolved, str]:
    """Split `good day to Marta`; the person is "" for everyone, None if nobody is named."""
    found = _TO_LAST.fullmatch(rest.rstrip(" .!?") if not rest.endswith('"') else rest)
    if not found:
        return None, rest
    text, name = found["text"].strip(), found["to"].strip()
    is_quoted = text[:1] in "\"'" and text[-1:] in "\"'"
    if name.lower() in _EVERYONE:
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
    if not found or _SELF.match(found["rest"]):
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
    return _say(who, _told(rest))


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
    if _SELF.match(rest):
        return None
    if about := _ASK_ABOUT.fullmatch(rest):
        return _addressed(scene, _about(about["topic"]))
    if everyone := _TO_EVERYONE.fullmatch(rest):
        return say_to(None, _asked(everyone[1]))
    who, rest = scene.lead_person(re.sub(r"^(?:to|from) +", "", rest, flags=re.IGNORECASE))
    if isinstance(who, Misunderstood | Ambiguous):
        return who
    if who is None:
        return _addressed(scene, _asked(rest)) if _is_question(rest) or scene.faced else nobody_called(scene, rest)
    rest = rest.lstrip(" ,:")
    return say_to(who, _asked(rest)) if rest.strip(" .!?") else Ready(Talk(actor=PLAYER, to=who))


def _is_question(text: str) -> bool:
    words = r"(?:who|what|when|where|why|how|which|whose|if|whether|for|to|do|did|does|is|are|was|were|can|could)\b"
    return re.match(words, text, re.IGNORECASE) is not None


def _about(topic: str) -> str:
    return f"What can you tell me about {topic.rstrip(' .!?')}?"


def _asked(rest: str) -> str:
    """Return the question behind `ask her …`."""
    if rest[0] in "\"'":
        return _unquoted(rest) or rest
    rest = rest.rstrip(" .!?")
    if about := _ASK_ABOUT.fullmatch(rest):
        return _about(about["topic"])
    if wanted := re.fullmatch(r"for +(.+)", rest, re.IGNORECASE):
        return f"Could you give me {wanted[1]}?"
    if deed := re.fullmatch(r"to +(.+)", rest, re.IGNORECASE):
        return f"Could you {deed[1]}?"
    if whether := re.fullmatch(r"(?:if|whether) +(.+)", rest, re.IGNORECASE):
        return f"Is it true that {_turned(whether[1])}?"
    if own := re.fullmatch(r"(?:his|her|their) +(.+)", rest, re.IGNORECASE):
        return _about(f"your {own[1]}")
    return f"{rest[:1].upper()}{rest[1:]}?"


def _turned(clause: str) -> str:
    """Return a clause about the person asked as it is put to them: `she was` becomes `you were`."""
    found = re.fullmatch(r"(?:he|she|they) +(\w+)(.*)", clause, re.IGNORECASE)
    if not found:
        return clause
    verbs = {"was": "were", "is": "are", "has": "have", "does": "do", "knows": "know", "wants": "want", "likes": "like"}
    return f"you {verbs.get(found[1].lower(), found[1])}{found[2]}"


def talk(scene: Scene, line: str) -> Parsed | None:
    """Read `talk to Marta`, `speak with her about the mill`, `greet Marta`."""
    found = _TALK.fullmatch(line.rstrip(" .!?"))
    if not found:
        return None
    rest = (found["rest"] or found["other"] or "").strip()
    if _SELF.match(rest) or (
        scene.faced and not re.search(r"\b(?:to|with|greet|approach|address|face|talk)\b", line, 2)
    ):
        return None
    if not rest:
        who = scene.addressee()
        return Ready(Talk(actor=PLAYER, to=who)) if isinstance(who, str) else who
    if about := _ASK_ABOUT.fullmatch(rest):
        return _addressed(scene, _about(about["topic"]))
    who, tail = scene.lead_person(rest)
    if not isinstance(who, str):
        return who or nobody_called(scene, rest)
    if about := _ASK_ABOUT.fullmatch(tail):
        return say_to(who, _about(about["topic"]))
    return None if tail else Ready(Talk(actor=PLAYER, to=who))


def hello(scene: Scene, line: str) -> Parsed | None:
    """Read `hello Marta` and `good day Marta, how are you?`: said whole."""
    found = _HELLO.fullmatch(line)
    if not found:
        return None
    if found["rest"].lower().rstrip(" .!") in _EVERYONE and not scene.faced:
        return say_to(None, line)
    who, tail = scene.lead_person(found["rest"])
    if not isinstance(who, str) or not re.match(r"$|[,:.!?]", tail) or (scene.faced and who not in scene.people):
        return None
    return say_to(who, line)


def bye(scene: Scene, line: str) -> Parsed | None:
    """Read `bye`, `goodbye Marta`, `stop talking`."""
    found = _BYE.fullmatch(line.rstrip(" .!"))
    if not found:
        return None
    name = found["to"]
    if name is None or name.lower() in ("now", "then", "for now", "everyone", "all"):
        return Ready(Part(actor=PLAYER))
    who = scene.person(name)
    return Ready(Part(actor=PLAYER)) if isinstance(who, str) and who == (scene.faced or who) else None


def accuse(scene: Scene, line: str) -> Parsed | None:
    """Read `accuse Marta of the murder`."""
    found = _ACCUSE.fullmatch(line.rstrip(" .!?"))
    if not found:
        return None
    who, rest = scene.lead_person(found["rest"])
    if isinstance(who, str):
        joint = "" if not rest or rest[0] == "," else " "
        return say_to(who, f"I accuse you{joint}{rest}.")
    return who or nobody_called(scene, found["rest"])


def thank(scene: Scene, line: str) -> Parsed | None:
    """Read `thank Marta for the stew` and `apologise to her`."""
    thanks, sorry = _THANK.fullmatch(line.rstrip(" .!")), _SORRY.fullmatch(line.rstrip(" .!"))
    found = thanks or sorry
    if not found or re.match(r"(?:you|god|heavens?|goodness)\b", found["rest"] or "", re.IGNORECASE):
        return None
    words = "Thank you" if thanks else "I am sorry"
    rest = found["rest"] or ""
    if not rest or re.match(r"for\b", rest, re.IGNORECASE):
        return _addressed(scene, sentence(f"{words} {rest}"))
    who, tail = scene.lead_person(rest)
    return _say(who, sentence(f"{words} {tail}")) if who else nobody_called(scene, rest)


def buy(scene: Scene, line: str) -> Parsed | None:
    """Read `buy nails from Marta`: asking for them."""
    found = _BUY.fullmatch(line.rstrip(" .!"))
    if not found or (scene.faced and found["what"].lower() in ("it", "that")):
        return None
    who = scene.person(found["who"]) if found["who"] else scene.addressee()
    return _say(who, f"I would like to buy {found['what']}.") or nobody_called(scene, found["who"])


def vocative(scene: Scene, line: str) -> Parsed | None:
    """Read `Marta, do you remember me?` and, of those here, `Do you remember me, Marta?`."""
    if found := _VOCATIVE.fullmatch(line):
        ids = scene.find(found["name"], ("person", "absent"))
        far = not {*ids} <= {*scene.people}
        if ids and len(found["name"].split()) <= 4 and not (scene.faced and far):
            return _say(scene.person(found["name"]), found["text"])
    if found := _VOCATIVE_LAST.fullmatch(line):
        ids = scene.find(found["name"], ("person",))
        if len(ids) == 1 and ids[0] in scene.people:
            return say_to(ids[0], line)
    return None
