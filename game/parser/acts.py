"""Free acts: whatever one does that is no command of its own, `hug Krzysztof`, `I bow`, `*kneels*`, `/me weeps`.

The act is kept in the player's words as an infinitive, without `I` and with proper names: `hug Krzysztof`.
"""

import re

from game.parser.hints import nobody_called, unclear
from game.parser.lexicon import BODY, GERUNDS, GRAVE, OPENS_A_TAIL, SOCIAL, TALK_OF_ACTS, VERBS, WORK, infinitive
from game.parser.names import DETERMINERS, fold, owners
from game.parser.result import Parsed, Ready, Resolved
from game.parser.scene import Scene
from world.commands import Act
from world.story import PLAYER, ActorId

_STARRED = re.compile(r"\*+ *(?P<act>[^*]+?) *\*+[.!]?|\*(?P<open>[^*]+)")
_EMOTE = re.compile(r"/(?:me|emote|do)\b *(?P<act>.*)", re.IGNORECASE)
_ACT = re.compile(
    r"(?P<i>i(?:'m| am)? +)?(?P<adverb>\w+ly +)?(?P<verb>[^\W\d_]+(?:-[a-z]+)?)\b(?P<tail>.*)", re.IGNORECASE
)
_CARRIED = re.compile(
    r"(?:i +)?(?P<verb>(?:take|have|make|strike|cast|throw|fall|shed|bat|roll|clench|clear|stick|drop) +"
    r"(?:a|an|to|my|out|another)\b.*\b(?:bow|seat|breath|step|sip|bite|drink|swig|face|gesture|pose|glance|look|knees|knee|tears?|fists?|"
    r"teeth|eyes|throat|sigh|tongue|curtsy|fire|noise))(?P<tail>\b.*)",
    re.IGNORECASE,
)
_GIFT = re.compile(
    r"(?:i +)?give +(?P<who>.+?) +(?P<act>an? +(?:\w+ +)*(?:hug|kiss|smile|nod|wink|wave|bow|slap|punch|push|pat|look|"
    r"glare|embrace|shove|kick|squeeze|nudge|grin|salute|curtsy|handshake|high five|stare|shrug)\b.*)",
    re.IGNORECASE,
)
_LONGEST_TAIL = 12
"""Words after the verb that an act in a conversation can have; more is talk."""

_OWNERS = {"your": "you", "his": "him", "her": "her", "their": "them"}
_PERSONAL = frozenset({"him", "her", "them", "you", "himself", "herself"})
_REASONED = re.compile(r",|\b(?:because|for|so|since|until|and|as|to show|to thank)\b", re.IGNORECASE)


def emote(scene: Scene, line: str) -> Parsed | None:
    """Read `*kneels*` and `/me weeps`, in any words."""
    found = _EMOTE.fullmatch(line) or _STARRED.fullmatch(line)
    if not found:
        return None
    words = (found["act"] or found.groupdict().get("open") or "").strip(" .")
    if words.lower().startswith("i "):
        words = words[2:].lstrip()
    if not fold(words):
        return unclear("Do what?", "*bows*")
    first, _, rest = words.partition(" ")
    if first.lower().endswith("ly") and rest:
        verb, _, rest = rest.partition(" ")
        first = f"{first} {infinitive(verb)}"
    else:
        first = infinitive(first)
    who, tail = _mentioned(scene, rest)
    return _act(who, f"{first} {tail}") if who else _done(scene.faced, f"{first} {tail}")


def act(scene: Scene, line: str) -> Parsed | None:
    """Read `hug Marta`, `I punch him in the face`, `kick the anvil`, `bow`."""
    line = line.rstrip(" .!")
    if gift := _GIFT.fullmatch(line):
        return _given(scene, gift["who"], gift["act"])
    if carried := _CARRIED.fullmatch(line):
        return _shown(scene, carried["verb"], carried["tail"], alone=True)
    found = _ACT.fullmatch(line)
    if not found:
        return None
    i, word, tail = (found["i"] or "").lower().strip(), found["verb"].lower(), found["tail"]
    verb = GERUNDS.get(word) if i in ("i'm", "i am") else word if word in VERBS else None
    if verb is None or tail[:1] not in ("", " ") or (scene.faced and not _is_done(scene, verb, tail, by_me=bool(i))):
        return None
    if verb in SOCIAL:
        return _to_somebody(scene, f"{found['adverb'] or ''}{verb}", tail.strip())
    return _shown(scene, f"{found['adverb'] or ''}{verb}", tail, alone=verb not in WORK)


def _is_done(scene: Scene, verb: str, tail: str, *, by_me: bool) -> bool:
    """Return whether a verb in a conversation tells an act, rather than being part of what is said."""
    deed = re.split(r"\bbecause\b", tail, maxsplit=1, flags=re.IGNORECASE)[0]
    words = [word.strip(",.;:!'\"").lower() for word in deed.split()]
    if not by_me and not _is_no_order(scene, verb, deed, words):
        return False
    if any(word in TALK_OF_ACTS and not (word == "my" and {*words} & BODY) for word in words):
        return False
    return len(words) <= _LONGEST_TAIL


def _is_no_order(scene: Scene, verb: str, tail: str, words: list[str]) -> bool:
    """Return whether a verb without `I` would make no sense as an order to whom the player faces."""
    if verb in WORK:
        return False
    if not words:
        return verb not in GRAVE
    if _mentioned(scene, tail)[0] is not None:
        return True
    return words[0].endswith("ly") or words[0] in (("hands",) if verb in SOCIAL else OPENS_A_TAIL)


def _given(scene: Scene, name: str, what: str) -> Parsed | None:
    if re.fullmatch(r"me|us", name, re.IGNORECASE):
        return None
    who = scene.person(name)
    return _act(who, f"give {_proper(scene, who, name)} {what}") or nobody_called(scene, name)


def _to_somebody(scene: Scene, verb: str, tail: str) -> Parsed | None:
    """Read an act that wants somebody."""
    if not tail:
        who = scene.addressee()
        return _act(who, f"{verb} {scene.called(who)}" if isinstance(who, str) else "")
    if re.match(r"(?:me|us)\b", tail, re.IGNORECASE):
        return None
    direct, rest = scene.lead_person(tail)
    if isinstance(direct, str):
        name = tail[: len(tail) - len(rest)].strip()
        return _done(direct, f"{verb} {_proper(scene, direct, name)}{_own(name)}{_joint(rest)}{rest}")
    if direct is not None:
        return direct
    who, words = _mentioned(scene, tail)
    if who is not None:
        return _act(who, f"{verb} {words}")
    first = tail.split()[0].lower().strip(",.;:")
    if first in _PERSONAL or (first not in DETERMINERS and scene.thing(tail, "see") is None and _is_a_name(tail)):
        return nobody_called(scene, tail)
    return _done(scene.faced if _is_bearing(tail) else None, f"{verb} {tail}")


def _joint(rest: str) -> str:
    return "" if not rest or rest[0] in ",;:'" else " "


def _is_a_name(tail: str) -> bool:
    return len(tail.split()) == 1 and tail.isalpha() and tail.lower() not in BODY | {"hands", "myself", "everyone"}


def _shown(scene: Scene, verb: str, tail: str, *, alone: bool) -> Parsed | None:
    """Read an act that may be meant for somebody: `bow`, `smile at Marta`, `kick the anvil`."""
    tail = tail.strip()
    if re.match(r"(?:me|us)\b", tail, re.IGNORECASE):
        return None
    who, words = _mentioned(scene, tail)
    if who is not None:
        return _act(who, f"{verb} {words}")
    if any(word in _PERSONAL for word in tail.lower().split()):
        return nobody_called(scene, tail)
    return _done(scene.faced if alone and _is_bearing(tail) else None, f"{verb} {tail}")


def _is_bearing(tail: str) -> bool:
    """Return whether an act has no object but one's own bearing: `slowly`, `my head`, `with a smile`."""
    words = _REASONED.split(tail.lower(), maxsplit=1)[0].split()
    return "my" in words or not ({*words} & (DETERMINERS | {"at", "on", "by", "before", "in"}))


def _mentioned(scene: Scene, text: str) -> tuple[Resolved, str]:
    """Return the first person whom an act names, and its words with the proper name put in."""
    words = list(re.finditer(r"[^\s,.;:!?]+", text))[:_LONGEST_TAIL]
    for index, start in enumerate(words):
        owner = _OWNERS.get(start.group().lower())
        if owner and _is_of_somebody(owner, [word.group().lower() for word in words[index + 1 :]]):
            return scene.person(owner), text
        if start.group().lower() in DETERMINERS and start.group().lower() != "her":
            continue
        for end in reversed(words[index : index + 2]):
            name = text[start.start() : end.end()]
            who = _named(scene, name)
            if who is not None:
                return who, _with_name(scene, text, start.start(), end.end(), who)
    return None, text


def _is_of_somebody(owner: str, what: list[str]) -> bool:
    """Return whether `his …` means him: a part of his body does, and whatever is yours is you."""
    return bool(what) and what[0] != "tongue" and (owner == "you" or what[0] in BODY)


def _named(scene: Scene, name: str) -> Resolved:
    """Return whom a name within a sentence means; a misspelling counts only for who is here."""
    low = name.lower()
    if low in _PERSONAL:
        return scene.person(low)
    ids = scene.find(name, ("person", "absent"))
    exact = {*owners(fold(name))} <= {token for id_ in ids for token in _tokens(scene, id_)}
    return scene.person(name) if ids and (exact or {*ids} <= {*scene.people}) else None


def _tokens(scene: Scene, id_: str) -> set[str]:
    return {t for entry in scene.index if entry.id == id_ for each in entry.phrases for t in each.tokens}


def _with_name(scene: Scene, text: str, start: int, end: int, who: Resolved) -> str:
    before = re.sub(r"\b(?:the|old|young|dear) +$", "", text[:start], flags=re.IGNORECASE)
    typed = text[start:end]
    return f"{before}{_proper(scene, who, typed)}{_own(typed)}{text[end:]}"


def _own(typed: str) -> str:
    return "'s" if typed.lower().endswith("'s") else ""


def _proper(scene: Scene, who: Resolved, typed: str) -> str:
    """Return a pronoun as it was typed, and any other name as it is written."""
    return typed.lower() if typed.lower() in _PERSONAL or not isinstance(who, str) else scene.called(who)


def _act(who: Resolved, text: str) -> Parsed | None:
    return _done(who, text) if isinstance(who, str) else who


def _done(to: ActorId | None, text: str) -> Ready:
    return Ready(Act(actor=PLAYER, to=to, text=text.strip()))
