"""Lines that turn to somebody or away: `talk to Marta`, `hello Marta`, `Marta, …`, `accuse her`, `bye`."""

import re

from game.parser.hints import nobody_called
from game.parser.result import Parsed, Ready
from game.parser.scene import Scene
from game.parser.speech import ASK_ABOUT, EVERYONE, SELF, addressed, asked_about, said, say_to
from world.commands import Part, Talk
from world.story import PLAYER
from world.text import sentence

_TALK = re.compile(
    r"(?:i +)?(?:talk|speak|chat|converse|have a word)(?: +(?:to|with|at))?(?: +(?P<rest>.+))?"
    r"|(?:i +)?(?:greet|approach|address|face|turn to|turn towards|meet|go up to|walk up to|call on|confess to) +"
    r"(?P<other>.+)",
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


def talk(scene: Scene, line: str) -> Parsed | None:
    """Read `talk to Marta`, `speak with her about the mill`, `greet Marta`."""
    found = _TALK.fullmatch(line.rstrip(" .!?"))
    if not found:
        return None
    rest = (found["rest"] or found["other"] or "").strip()
    if SELF.match(rest) or (
        scene.faced and not re.search(r"\b(?:to|with|greet|approach|address|face|talk)\b", line, 2)
    ):
        return None
    if not rest:
        who = scene.addressee()
        return Ready(Talk(actor=PLAYER, to=who)) if isinstance(who, str) else who
    if about := ASK_ABOUT.fullmatch(rest):
        return addressed(scene, asked_about(about["topic"]))
    who, tail = scene.lead_person(rest)
    if not isinstance(who, str):
        return who or nobody_called(scene, rest)
    if about := ASK_ABOUT.fullmatch(tail):
        return say_to(who, asked_about(about["topic"]))
    return None if tail else Ready(Talk(actor=PLAYER, to=who))


def hello(scene: Scene, line: str) -> Parsed | None:
    """Read `hello Marta` and `good day Marta, how are you?`: said whole."""
    found = _HELLO.fullmatch(line)
    if not found:
        return None
    if found["rest"].lower().rstrip(" .!") in EVERYONE and not scene.faced:
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
        return addressed(scene, sentence(f"{words} {rest}"))
    who, tail = scene.lead_person(rest)
    return said(who, sentence(f"{words} {tail}")) if who else nobody_called(scene, rest)


def buy(scene: Scene, line: str) -> Parsed | None:
    """Read `buy nails from Marta`: asking for them."""
    found = _BUY.fullmatch(line.rstrip(" .!"))
    if not found or (scene.faced and found["what"].lower() in ("it", "that")):
        return None
    who = scene.person(found["who"]) if found["who"] else scene.addressee()
    return said(who, f"I would like to buy {found['what']}.") or nobody_called(scene, found["who"])


def vocative(scene: Scene, line: str) -> Parsed | None:
    """Read `Marta, do you remember me?` and, of those here, `Do you remember me, Marta?`."""
    if found := _VOCATIVE.fullmatch(line):
        ids = scene.find(found["name"], ("person", "absent"))
        far = not {*ids} <= {*scene.people}
        if ids and len(found["name"].split()) <= 4 and not (scene.faced and far):
            return said(scene.person(found["name"]), found["text"])
    if found := _VOCATIVE_LAST.fullmatch(line):
        ids = scene.find(found["name"], ("person",))
        if len(ids) == 1 and ids[0] in scene.people:
            return say_to(ids[0], line)
    return None
