"""Lines about things: looking at them, taking, dropping, giving and showing them."""

import re

from game.parser.hints import nobody_called, nothing_called, suggested, unclear
from game.parser.lexicon import BODY
from game.parser.movement import way_out
from game.parser.result import Misunderstood, Parsed, Ready, Resolved, Unclear
from game.parser.scene import Scene
from world.commands import Drop, Give, Look, Show, Take
from world.story import PLAYER

_LOOK_AROUND = re.compile(
    r"(?:i +)?(?:look|l)(?: +(?:around|about|round|here|at (?:the )?(?:place|room|surroundings)))?(?: +here)?"
    r"|(?:x|examine|search|inspect)(?: +(?:around|here|(?:the )?(?:place|room|surroundings)))"
    r"|(?:take|have) a look(?: around)?|look everywhere|explore(?: +.+)?|(?:search|examine|inspect)|where am i",
    re.IGNORECASE,
)
_LOOK = re.compile(
    r"(?:i +)?(?:look|l|x|examine|inspect|study|search|check|read|view|watch|observe|describe|find|investigate|"
    r"(?:take|have) a (?:close |closer |good )?look)(?: +(?:closely|more closely|carefully))?"
    r"(?: +(?:at|in|into|inside|on|under|behind|over|through|for|out of|upon))* +(?P<what>.+)",
    re.IGNORECASE,
)
_TAKE = re.compile(
    r"(?:i +)?(?:take|get|grab|pick up|pick|pocket|collect|steal|snatch|fetch|lift up)(?: +(?:up|hold of))? +"
    r"(?P<what>.+?)(?: +(?:up|from|off|out of)\b.*)?",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"(?:i +)?(?:drop|put down|lay down|set down|discard|throw away|leave|put|lay|set) +(?P<what>.+?)"
    r"(?: +(?:down|away|behind|here|(?:on|onto|in|into|under|at|beside|by|near|to) .+))?",
    re.IGNORECASE,
)
_GIVE = re.compile(
    r"(?:i +)?(?:give back|give|hand over|hand|pay|offer|return|lend|pass|donate|deliver|slip|bring|present|tip|trade|"
    r"swap)\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_SHOW = re.compile(r"(?:i +)?(?:show|hold up|hold out|display) +(?P<rest>.+)", re.IGNORECASE)
_FACE = re.compile(r"(.+?)(?:'s)? +(\w+)")
_OWNERS = {"his": "him", "their": "them", "your": "you"}
_TO_THE_PLAYER = re.compile(r"(?:me|us)\b", re.IGNORECASE)
_ALL = frozenset({"all", "everything", "them all", "it all"})
_REASON = (
    r"(?:for|because|cause|since|as|to|so|if|when|hoping|until|before|after|out of|in (?:return|exchange|thanks|"
    r"payment|memory|the hope))\b"
)
_REASON_STARTS = re.compile(rf"\s*,\s*(?=\S)|\s+(?={_REASON})", re.IGNORECASE)
_REASON_WHOLE = re.compile(rf"(?:,\s*\S|{_REASON}).*", re.IGNORECASE)
_TO_SOMEBODY = re.compile(r"to +(\S+|(?:the|a|an|my|his|her|their)\b.*)", re.IGNORECASE)
"""`to the bishop` names somebody, `to pay for the shoe` a reason."""

_PAYS = re.compile(r"(?:i +)?pay\b", re.IGNORECASE)
_MOST_SPLITS = 6
"""How many places in a line are tried as the end of a name."""


def look(scene: Scene, line: str) -> Parsed | None:
    """Read `look`, `x the letter`, `read the letter`, `look at Marta`."""
    line = line.rstrip(" .!?")
    if _LOOK_AROUND.fullmatch(line):
        return None if scene.faced and line.lower() in ("where am i", "look here") else Ready(Look(actor=PLAYER))
    found = _LOOK.fullmatch(line)
    if not found:
        return None
    subject = _subject(scene, found["what"])
    if isinstance(subject, str):
        return Ready(Look(actor=PLAYER, subject=None if subject == scene.here else subject))
    return subject or nothing_called(scene, found["what"], "look at")


def _subject(scene: Scene, what: str) -> Resolved:
    """Return what is to be looked at: a name, a pronoun, a direction, or somebody's face."""
    if scene.faced and what.lower() in ("you", "yourself"):
        return None
    if way := way_out(scene, what):
        return way.to
    if (face := _FACE.fullmatch(what)) and face[2].lower() in BODY:
        return scene.person(_OWNERS.get(face[1].lower(), face[1]))
    return scene.anything(what) or scene.person(what)


def take(scene: Scene, line: str) -> Parsed | None:
    """Read `take the key`, `pick the key up`."""
    found = _TAKE.fullmatch(line.rstrip(" .!"))
    if not found or _is_act(found["what"]):
        return None
    if found["what"].lower() in _ALL:
        return _one_at_a_time(scene, "take")
    thing = scene.thing(found["what"], "take")
    if isinstance(thing, str) and scene.faced and scene.holds(thing):
        return None
    if isinstance(thing, str):
        return Ready(Take(actor=PLAYER, thing=thing))
    who = scene.person(found["what"]) if thing is None else None
    if isinstance(who, str):
        return unclear(f"{scene.called(who)} would not care to be carried off.", f"talk to {scene.called(who)}")
    return thing or nothing_called(scene, found["what"], "take")


def _is_act(what: str) -> bool:
    """Return whether `take` only carries another verb: `take a bow`."""
    words = r"(?:a|an)\b.*\b(?:bow|seat|breath|step|sip|bite|drink|look|nap|rest|break|walk|swig)"
    return re.fullmatch(words, what, re.IGNORECASE) is not None


def drop(scene: Scene, line: str) -> Parsed | None:
    """Read `drop the key`, `put the key on the table`."""
    found = _DROP.fullmatch(line.rstrip(" .!"))
    if not found:
        return None
    if found["what"].lower() in _ALL:
        return _one_at_a_time(scene, "drop")
    thing = scene.thing(found["what"], "hand")
    if isinstance(thing, str):
        return None if scene.faced and not scene.holds(thing) else Ready(Drop(actor=PLAYER, thing=thing))
    if thing is None and re.match(r"(?:i +)?(?:leave|put|lay|set)\b", line, re.IGNORECASE):
        return None
    return thing or nothing_called(scene, found["what"], "drop")


def _one_at_a_time(scene: Scene, verb: str) -> Misunderstood:
    world = scene.state.world
    fit = world.things_at(scene.here if verb == "take" else PLAYER)
    return unclear("One thing at a time.", f"{verb} {scene.called(fit[0])}" if fit else suggested(scene))


def give(scene: Scene, line: str) -> Parsed | None:
    """Read `give the coin to Marta for the stew`, `give Marta the coin`, `pay her`."""
    found = _GIVE.fullmatch(line.rstrip(" .!"))
    if not found or _TO_THE_PLAYER.match(found["rest"]):
        return None
    rest = found["rest"].strip()
    offer = _thing_to_person(scene, rest) or _person_thing(scene, rest, pays=bool(_PAYS.match(line)))
    offer = offer or _thing_alone(scene, rest)
    if offer is None:
        return nothing_called(scene, rest, "give")
    if not isinstance(offer, tuple):
        return offer
    to, thing, reason = offer
    if scene.faced and not scene.holds(thing):
        return None
    return Ready(Give(actor=PLAYER, to=to, thing=thing, reason=reason))


def show(scene: Scene, line: str) -> Parsed | None:
    """Read `show the letter to Marta`, `show Marta the letter`."""
    found = _SHOW.fullmatch(line.rstrip(" .!"))
    if not found or _TO_THE_PLAYER.match(found["rest"]):
        return None
    rest = found["rest"].strip()
    offer = _thing_to_person(scene, rest) or _person_thing(scene, rest) or _thing_alone(scene, rest)
    if offer is None:
        return nothing_called(scene, rest, "show")
    if not isinstance(offer, tuple):
        return offer
    to, thing, _ = offer
    return None if scene.faced and not scene.holds(thing) else Ready(Show(actor=PLAYER, to=to, thing=thing))


def _thing_to_person(scene: Scene, rest: str) -> tuple[str, str, str] | Unclear | None:
    """Read `the coin to Marta for the stew`, `the coin for the stew to Marta`."""
    for joint in list(re.finditer(r"\s+to\s+", rest, re.IGNORECASE))[:_MOST_SPLITS]:
        who, tail = scene.lead_person(rest[joint.end() :])
        if who is None or not (tail == "" or _REASON_WHOLE.fullmatch(tail)):
            continue
        thing, reason = _thing_and_reason(scene, rest[: joint.start()])
        if thing is None:
            return nothing_called(scene, rest[: joint.start()], "give")
        return _offer(who, thing, _reason(tail) or reason)
    return None


def _person_thing(scene: Scene, rest: str, *, pays: bool = False) -> tuple[str, str, str] | Unclear | None:
    """Read `Marta the coin for the stew`, `Marta with the coin`, and `Marta for the stew` of a payment."""
    who, tail = scene.lead_person(rest)
    if who is None or (not tail and not pays):
        return None
    thing, reason = _thing_and_reason(scene, re.sub(r"^(?:with|back) +", "", tail, flags=re.IGNORECASE))
    if thing is None and pays and (not tail or _REASON_WHOLE.fullmatch(tail)):
        thing, reason = scene.thing("money", "hand") or scene.thing("coin", "hand"), _reason(tail)
    if thing is None:
        return nothing_called(scene, tail or "money", "give")
    return _offer(who, thing, reason)


def _thing_alone(scene: Scene, rest: str) -> tuple[str, str, str] | Unclear | None:
    """Read `the coin for the stew`, meant for whom the player faces or the only one here."""
    thing, reason = _thing_and_reason(scene, rest)
    if thing is None:
        return _thing_person(scene, rest)
    if found := _TO_SOMEBODY.fullmatch(reason):
        return nobody_called(scene, found[1])
    who = scene.addressee()
    return _offer(who, thing, reason) if who else None


def _thing_person(scene: Scene, rest: str) -> tuple[str, str, str] | Unclear | None:
    """Read `coin krzysztof`, with neither order nor `to` to tell them apart."""
    for gap in list(re.finditer(r" +", rest))[:_MOST_SPLITS]:
        thing, who = scene.thing(rest[: gap.start()], "hand"), scene.person(rest[gap.end() :])
        if isinstance(thing, str) and isinstance(who, str):
            return who, thing, ""
    return None


def _offer(who: Resolved, thing: Resolved, reason: str) -> tuple[str, str, str] | Unclear | None:
    for each in (who, thing):
        if not isinstance(each, str):
            return each
    return (str(who), str(thing), reason)


def _thing_and_reason(scene: Scene, text: str) -> tuple[Resolved, str]:
    """Split `the coin for the stew` where the name of a thing ends; the longest name counts."""
    thing = scene.thing(text, "hand")
    if thing is not None:
        return thing, ""
    for start in reversed(list(_REASON_STARTS.finditer(text))[:_MOST_SPLITS]):
        thing = scene.thing(text[: start.start()], "hand")
        if thing is not None:
            return thing, _reason(text[start.end() :])
    return None, ""


def _reason(tail: str) -> str:
    return tail.strip(" ,.;")
