"""The five Ws of an input: who acted, what they did, when, where and why. What an input leaves open stays None.

`what` is written in the past tense from the villager's side, to follow the speaker's name: `gave me a silver coin`,
`told me that their sister is ill`. A time that a phrase names becomes a moment of the game; a place, its name.
"""

import re

from npcs.context import Context
from npcs.memory.impressions import when_text
from npcs.minds.mind import FiveWs, Utterance
from npcs.minds.village.deeds import what
from npcs.minds.village.english import listed, reported, words
from npcs.minds.village.names import Names
from npcs.minds.village.understanding import Understood
from world.clock import DAY, HOUR, NAMED_HOURS, Minute, minute_of_day
from world.story import Village

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
    r"(?P<place>(?:(?:the|an?|my|your|his|her|their|this|that)\s+)?(?:[\w'’-]+\s*){1,4}?)"
    r"(?=$|[,.;:!?]| (?:because|when|while|"
    r"for|so|to|and|but|that|who|which|with|after|before|on|in|at|by|yesterday|today|last|this|two|three|"
    r"a week|remember))",
    re.I,
)
_GROUND = listed(
    "road wood woods forest field fields river bridge market square yard cellar kitchen attic barn garden gate door "
    "house cottage hill mountain town city village kingdom country castle tower cave sea harbour ship lake pond "
    "crossing crossroads churchyard graveyard street lane path meadow shore camp north south east west kingdoms land"
)
_NOT_GROUND = listed("night day morning evening noon dusk dawn midnight time moment week year hour")

_BECAUSE = re.compile(r"\b(?:because|since|as(?= (?:i|you|he|she|they|we) ))\s+(?P<why>[^.!?;]+)", re.I)
_SO_THAT = re.compile(
    r"\b(?P<why>(?:so that|so (?=you|he|she|they|i)|in order to|"
    r"to (?:pay|thank|repay|settle|buy|help|show|make up|say)\b)[^.!?;]*)",
    re.I,
)
_FOR = re.compile(
    r"\b(?P<why>(?:in (?:return|exchange|payment) )?"
    r"for (?!you\b|me\b|him\b|her\b|them\b|now\b|a (?:while|moment)|"
    r"(?:\w+ )?(?:hours?|days?|weeks?|years?|minutes?)\b|sure\b|god|certain|heaven|example|ever\b|long\b|"
    r"once\b|it\b)[^.!?,;]+)",
    re.I,
)
_NO_WHY = re.compile(
    r"\b(?:looking|look|search(?:ing)?|ask(?:ed|ing)?|wait(?:ing)?|thanks?|thank you|sorry|known|care|what|promise|"
    r"swear|vow|want|need|like|going|have|ought|try|trying|wish|mean|how|where|able) $",
    re.I,
)


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
