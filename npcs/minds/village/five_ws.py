"""The five Ws of an input: who acted, what they did, when, where and why. What an input leaves open stays None.

`what` is written in the past tense from the villager's side, to follow the speaker's name: `gave me a silver coin`,
`told me that their sister is ill`. A time that a phrase names becomes a moment of the game; a place, its name.
"""

import re

from npcs.context import Context
from npcs.memory.impressions import when_text
from npcs.minds.mind import FiveWs, Utterance
from npcs.minds.village.english import listed, past, reported, with_indefinite, words
from npcs.minds.village.names import Names
from npcs.minds.village.patterns import PHYSICAL
from npcs.minds.village.understanding import Understood
from world.clock import DAY, HOUR, NAMED_HOURS, Minute, minute_of_day
from world.story import ActorId, Village

LONGEST_WHAT = 180
"""Characters of `what`: a memory is a sentence, not a speech."""

_TIME_WORDS = (
    r"yesterday|today|tonight|last night|this (?:morning|afternoon|evening)|(?:\w+|\d+) (?:days?|hours?|weeks?) ago|"
    r"earlier|just now|the day before yesterday|the other day"
)
_DAYS_BACK = {"yesterday": 1, "last night": 1, "the day before yesterday": 2}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
_AGO = re.compile(
    r"\b(?P<count>an?|one|two|three|four|five|six|seven|ten|\d{1,2}) (?P<unit>hour|day|week)s? ago\b", re.I
)
_DAY = re.compile(
    r"\b(the day before yesterday|yesterday|last night|today|this (?=morning|afternoon|evening)|tonight)\b", re.I
)
_HOUR = re.compile(rf"\b({'|'.join(NAMED_HOURS)})\b", re.I)
_CLOCK = re.compile(r"\bat (?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?P<half>am|pm|o'clock)?\b", re.I)

_WHERE = re.compile(
    r"\b(?:in|at|on|by|near|behind|inside|outside|beside|under|over|next to|in front of|to|from)\s+"
    r"(?P<place>(?:(?:the|an?|my|your|his|her|their|this|that)\s+)?(?:[\w'’-]+\s*){1,4}?)(?=$|[,.;:!?]| (?:because|when|while|"
    r"for|so|to|and|but|that|who|which|with|after|before|on|in|at|by|yesterday|today|last|this|two|three|a week|remember))",
    re.I,
)
_GROUND = listed(
    "road wood woods forest field fields river bridge market square yard cellar kitchen attic barn garden gate door "
    "house cottage hill mountain town city village kingdom country castle tower cave sea harbour ship lake pond crossing "
    "crossroads churchyard graveyard street lane path meadow shore camp north south east west kingdoms land"
)
_NOT_GROUND = listed("night day morning evening noon dusk dawn midnight time moment week year hour")

_BECAUSE = re.compile(r"\b(?:because|since|as(?= (?:i|you|he|she|they|we) ))\s+(?P<why>[^.!?;]+)", re.I)
_SO_THAT = re.compile(
    r"\b(?P<why>(?:so that|so (?=you|he|she|they|i)|in order to|to (?:pay|thank|repay|settle|buy|help|show|make up|say)\b)[^.!?;]*)",
    re.I,
)
_FOR = re.compile(
    r"\b(?P<why>(?:in (?:return|exchange|payment) )?for (?!you\b|me\b|him\b|her\b|them\b|now\b|a (?:while|moment)|"
    r"(?:\w+ )?(?:hours?|days?|weeks?|years?|minutes?)\b|sure\b|god|certain|heaven|example|ever\b|long\b|once\b|it\b)[^.!?,;]+)",
    re.I,
)
_NO_WHY = re.compile(
    r"\b(?:looking|look|search(?:ing)?|ask(?:ed|ing)?|wait(?:ing)?|thanks?|thank you|sorry|known|care|what) $", re.I
)
_FILLER = re.compile(
    r"^(?:(?:well|so|and|but|then|oh|ah|listen|look|please|now|you know|by the way|anyway)[,\s]+)+", re.I
)
_BODY = re.compile(r"^[*(_\s]*(?:i\s+|you\s+)?(?:then\s+|now\s+|just\s+|try to\s+)*", re.I)
_OBJECTS = {
    "him": "me", "them": "me", "you": "me", "his": "my", "your": "my", "their": "my", "hers": "mine",
    "my": "their", "me": "them", "myself": "themselves",
}  # fmt: skip
_PARTIES = re.compile(r"\b(him|her|them|you|his|hers|your|their|myself|my|me)\b(?=(\s+\w+)?)", re.I)

_SAID = {
    "greet": "greeted me",
    "thank": "thanked me",
    "apologise": "apologised to me",
    "praise": "praised me",
    "comfort": "comforted me",
    "joke": "joked with me",
    "flirt": "made eyes at me",
    "agree": "agreed with me",
    "disagree": "disagreed with me",
    "small_talk": "passed the time of day with me",
    "strange": "said something I could make no sense of",
    "unclear": "said something I could not follow",
    "silence": "stood before me and said nothing",
    "approach": "came up to talk with me",
    "part": "took leave of me",
    "ask_wellbeing": "asked me how I was",
    "ask_doing": "asked me what I was doing",
    "ask_plan": "asked me what I mean to do",
    "ask_identity": "asked me about myself",
    "ask_follow": "asked me to come along",
    "ask_leave": "told me to go away",
    "ask_help": "asked me for help",
}


def five_ws(understood: Understood, utterance: Utterance, context: Context, names: Names, village: Village) -> FiveWs:
    """Return the five elements of an input, None where it leaves one open.

    Args:
        understood: What the input was understood to mean.
        utterance: The input.
        context: Whom the villager speaks with, and now, from which phrases such as `yesterday` count.
        names: The names of the story.
        village: The village, for the names of places.
    """
    told = understood.text if utterance.kind == "said" else ""
    asking = understood.act in _ASKING
    reason = _why_of_reason(utterance.reason) or (None if asking else why(understood.text))
    return FiveWs(
        who=context.person_name,
        what=what(understood, utterance, context.npc, village),
        when=when(told, context.minute),
        where=None if asking else where(told, names, village),
        why=reason,
    )


_ASKING = listed(
    "ask_topic ask_opinion ask_memory ask_whereabouts ask_directions ask_plan ask_identity ask_doing ask_wellbeing"
)


def _why_of_reason(reason: str) -> str | None:
    said = reason.strip(" .!,;")
    return reported(said) if said else None


def what(understood: Understood, utterance: Utterance, npc: ActorId, village: Village) -> str:
    """Return what was done to the villager, to follow the name of whoever did it."""
    thing = with_indefinite(village.name(utterance.thing)) if utterance.thing else "something"
    if utterance.kind == "gave":
        return f"gave me {thing}"
    if utterance.kind == "showed":
        return f"showed me {thing}"
    if utterance.kind == "did" or understood.act in PHYSICAL:
        return _shortened(_done(_named_as_you(understood.text, npc, village)))
    return _shortened(_said(understood, village))


def _named_as_you(text: str, npc: ActorId, village: Village) -> str:
    """Put `you` for the villager's own name: `hug Krzysztof's arm` → `hug your arm`."""
    person = village.people[npc]
    named = sorted({npc, person.name, *person.name.split(), person.role, *person.words}, key=len, reverse=True)
    pattern = rf"\b(?:the )?(?:{'|'.join(map(re.escape, named))})\b(['’]s)?"
    return re.sub(pattern, lambda m: "your" if m[1] else "you", text, flags=re.I)


def _shortened(what: str) -> str:
    return what if len(what) <= LONGEST_WHAT else f"{what[:LONGEST_WHAT].rsplit(' ', 1)[0]} …"


def _done(text: str) -> str:
    """Return an act in free words as it was suffered: `hug krzysztof` → `hugged me`."""
    plain = _BODY.sub("", text.strip(" .!*()_")).strip()
    tokens = plain.split()
    if not tokens:
        return "did something"
    lead = []
    while len(tokens) > 1 and tokens[0].lower().endswith("ly"):
        lead.append(tokens.pop(0).lower())
    tokens[0] = past(tokens[0])
    for at, token in enumerate(tokens[1:-1], 1):
        if token.lower() in {"and", "then"} and tokens[at + 1].isalpha() and _is_bare_verb(tokens[at + 1]):
            tokens[at + 1] = past(tokens[at + 1])
    return _to_me(" ".join([*lead, *tokens]))


def _is_bare_verb(word: str) -> bool:
    return word.lower() not in {"the", "a", "an", "his", "her", "my", "your", "their", "then", "him", "them", "i"}


def _to_me(what: str) -> str:
    """Put the villager where the pronouns of an act towards them stand; the doer's own become `their`."""
    return _PARTIES.sub(lambda m: _party(m[1].lower(), (m[2] or "").strip().lower()), what)


def _party(word: str, after: str) -> str:
    if word == "her":
        return "my" if after and after not in _AFTER_OBJECT else "me"
    return _OBJECTS[word]


_AFTER_OBJECT = listed(
    "on in with by at from to and then hard gently tightly again away back down out off while for because so"
)


def _said(understood: Understood, village: Village) -> str:
    act, piece = understood.act, _FILLER.sub("", understood.piece.strip(' "“”'))
    about = _about(understood, village)
    plain = piece.rstrip(" .!?…")
    if act == "tell" or act == "remind":
        return f"told me that {reported(_start_lowered(plain))}"
    if act == "introduce":
        return f"told me that {reported(_start_lowered(plain))}"
    if act == "promise":
        return _promised(plain)
    if act in {"confess", "tell_secret"}:
        return f"confided to me that {reported(_start_lowered(plain))}"
    if act == "threaten":
        return _threatened(plain)
    if act == "accuse":
        return _accused(plain)
    if act == "insult":
        return _insulted(plain)
    if act == "thank" and (match := re.search(r"\bfor (.+)$", plain, re.I)):
        return f"thanked me for {reported(match[1])}"
    if act == "apologise" and (match := re.search(r"\b(?:for|about) (.+)$", plain, re.I)):
        return f"apologised to me for {reported(match[1])}"
    if act in _SAID:
        return _SAID[act]
    return _asked(understood, about, plain, village)


def _about(understood: Understood, village: Village) -> str:
    names = [_definite(id_, village) for id_ in understood.entities[:2]] or [
        _as_written(name, understood.text) for name in understood.unknown[:1]
    ]
    return " and ".join(names)


def _as_written(name: str, text: str) -> str:
    return f"the {name}" if f"the {name}" in text else name


def _definite(id_: str, village: Village) -> str:
    name = village.name(id_)
    return f"the {name}" if id_ in village.things else name


def _asked(understood: Understood, about: str, plain: str, village: Village) -> str:
    act = understood.act
    if act == "ask_opinion":
        return f"asked me what I think of {about}" if about else f"asked me: {plain}?"
    if act == "ask_whereabouts" and about:
        return f"asked me where {about} might be"
    if act == "ask_directions" and about:
        return f"asked me the way to {about}"
    if act == "ask_thing":
        return f"asked me for {about or 'something'}"
    if act in {"ask_favour"}:
        return f"asked a favour of me: {reported(_start_lowered(plain))}"
    if act == "ask_memory":
        return f"asked me what I remember{f' of {about}' if about else ' of them'}"
    if act in {"give", "show"}:
        return f"offered me {about or 'something'}"
    return f"asked me about {about}" if about else f"asked me: “{plain}?”"


def _promised(plain: str) -> str:
    match = re.search(r"\bi(?:'ll| will| shall) (?P<deed>.+)$", plain, re.I) or re.search(
        r"\b(?:promise|swear|vow)(?: you)? to (?P<deed>.+)$", plain, re.I
    )
    if not match:
        return f"gave me their word: {reported(_start_lowered(plain))}"
    deed = re.sub(r",? i (?:promise|swear|vow).*$", "", match["deed"], flags=re.I)
    if deed.lower().startswith(("not ", "never ")):
        return (
            f"promised me {'never' if deed.lower().startswith('never') else 'not'} to {reported(deed.split(' ', 1)[1])}"
        )
    return f"promised me to {_objective(reported(f'to {deed}'))}"


def _threatened(plain: str) -> str:
    match = re.search(r"\bi(?:'ll| will|'m going to| am going to| shall| could) (?P<deed>.+)$", plain, re.I)
    return f"threatened to {_objective(reported('to ' + match['deed']))}" if match else "threatened me"


def _objective(deed: str) -> str:
    return deed.removeprefix("to ")


def _accused(plain: str) -> str:
    claim = re.sub(
        r"^(?:i (?:think|believe|know|say|suspect|am sure)(?: that)?|admit(?: it)?,?|confess,?) ", "", plain, flags=re.I
    )
    if match := re.match(r"(?:did|have|are|were) you (?P<deed>.*)$", claim, re.I):
        return f"asked me whether I {_whether(claim, match['deed'])}"
    return (
        f"said to my face that {reported(_start_lowered(claim))}"
        if "you" in words(claim)
        else f"told me that {reported(_start_lowered(claim))}"
    )


def _whether(claim: str, deed: str) -> str:
    first = claim.split()[0].lower()
    if first == "did":
        verb, _, rest = deed.partition(" ")
        return f"{past(verb)} {reported(rest)}".strip()
    return f"{ {'have': 'have', 'are': 'am', 'were': 'was'}[first] } {reported(deed)}"


def _insulted(plain: str) -> str:
    match = re.search(
        r"\byou(?:'re| are)? (?P<name>an? [\w ]{3,30}|(?:stupid|filthy|lying|old|ugly|damned)[\w ]{2,30})$", plain, re.I
    )
    return f"called me {with_indefinite(match['name'].strip())}" if match else "insulted me"


def _start_lowered(text: str) -> str:
    first = text.split(" ", 1)[0]
    keeps = first in {"I", "I'm", "I've", "I'll", "I'd"} or not first[1:].islower() or not _is_plain_start(first)
    return text if keeps else text[:1].lower() + text[1:]


def _is_plain_start(word: str) -> bool:
    return word.lower() in _PLAIN_STARTS


_PLAIN_STARTS = listed(
    "my your his her their our the a an there here it this that these those he she they we you someone somebody "
    "everyone everybody nobody people no not some many most all one two three last yesterday today when where if who "
    "what while after before because once never always there's it's that's he's she's they're we're you're"
)


def when(text: str, now: Minute) -> str | None:
    """Return the moment that a text names, as `day 2, 19:00`, or None if it names none."""
    if match := _AGO.search(text):
        count = int(match["count"]) if match["count"].isdigit() else _COUNTS[match["count"].lower()]
        back = count * {"hour": HOUR, "day": DAY, "week": 7 * DAY}[match["unit"].lower()]
        return when_text(_at_hour(text, now - back) if match["unit"].lower() != "hour" else now - back)
    match = _DAY.search(text)
    if match is None:
        return None
    word = match[1].strip().lower()
    days = _DAYS_BACK.get(word, 0)
    moment = now - days * DAY
    if word == "last night":
        return when_text(moment - minute_of_day(moment) + NAMED_HOURS["night"])
    timed = _at_hour(text, moment)
    return when_text(timed) if timed != now else None


def _at_hour(text: str, moment: Minute) -> Minute:
    """Return the moment of that day at the hour a text names, or at the same hour if it names none."""
    midnight = moment - minute_of_day(moment)
    if match := _CLOCK.search(text):
        hour = int(match["hour"]) % 24 + (
            12 if (match["half"] or "").lower() == "pm" and int(match["hour"]) < 12 else 0
        )
        return midnight + hour * HOUR + int(match["minute"] or 0)
    if match := _HOUR.search(text):
        return midnight + NAMED_HOURS[match[1].lower()]
    return moment


def where(text: str, names: Names, village: Village) -> str | None:
    """Return the place that a text names as the scene, as one would say it, or None."""
    for match in _WHERE.finditer(text):
        phrase = match["place"].strip()
        known = [id_ for id_ in names.mentions(phrase).entities if id_ in village.places]
        if known:
            return village.name(known[0])
        said = words(phrase)
        if set(said) & _NOT_GROUND or match[0].lower().startswith(("to ", "from ")):
            continue
        if set(said) & _GROUND or (names.mentions(f"x {phrase}").unknown and said):
            return reported(phrase)
    return None


def why(text: str) -> str | None:
    """Return the reason that a text gives, in the villager's words, or None."""
    if match := _BECAUSE.search(text):
        return f"because {reported(match['why'].strip(' ,'))}"
    for pattern in (_SO_THAT, _FOR):
        match = pattern.search(text)
        if match and not _NO_WHY.search(text[: match.start()]):
            return reported(match["why"].strip(" ,"))
    return None
