"""Acts in free words (`I punch him`) as others remember them (`punched Marta`), and how they look. Pure."""

import re

from msgspec import Struct

_LEAD = re.compile(r"^\s*\*?\s*(?:i|we)?\s*(?:then|now|will|try to|want to|quickly|slowly|gently)?\s+", re.IGNORECASE)
_OBJECTS = re.compile(r"\b(?:him|her|them|you)\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:your|yours)\b", re.IGNORECASE)
_TO_ME = re.compile(r"\b(?:my)\b", re.IGNORECASE)

_IRREGULAR_TEXT = """
am:was are:were be:was bear:bore beat:beat begin:began bend:bent bite:bit blow:blew break:broke bring:brought
build:built burn:burned buy:bought catch:caught choose:chose come:came cut:cut dig:dug do:did draw:drew drink:drank
drive:drove eat:ate fall:fell feed:fed feel:felt fight:fought find:found fling:flung fly:flew forgive:forgave
get:got give:gave go:went grab:grabbed grind:ground hang:hung have:had hear:heard hide:hid hit:hit hold:held
hurt:hurt keep:kept kneel:knelt lay:laid lead:led lean:leaned leap:leapt leave:left lend:lent let:let lie:lay
light:lit lose:lost make:made meet:met offer:offered pay:paid put:put read:read ride:rode ring:rang rise:rose
run:ran say:said see:saw sell:sold send:sent set:set shake:shook shed:shed shoot:shot show:showed shut:shut
sing:sang sink:sank sit:sat sleep:slept slide:slid speak:spoke spend:spent spit:spat split:split stand:stood
steal:stole stick:stuck sting:stung strike:struck swear:swore sweep:swept swim:swam swing:swung take:took
teach:taught tear:tore tell:told think:thought throw:threw tread:trod wake:woke wear:wore weep:wept
whisper:whispered win:won wind:wound write:wrote visit:visited listen:listened open:opened
"""

_IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR_TEXT.split())


class Colour(Struct, frozen=True):
    """How an act looks to anyone."""

    valence: float = 0.0
    arousal: float = 0.2
    degree: float = 0.0
    """How far up the range of keen feelings it lies, 0 to 1."""

    tags: tuple[str, ...] = ()


_COLOURS = (
    (
        Colour(-0.9, 0.9, 0.6, ("fear", "anger")),
        "stab kill strangle choke throttle shoot attack burn whip drown",
    ),
    (Colour(-0.7, 0.8, 0.2, ("anger",)), "punch hit kick slap strike beat bite shove push grab threaten spit fight"),
    (Colour(0.7, 0.6, 0.1, ("joy",)), "kiss embrace hug cuddle"),
    (Colour(-0.4, 0.5, 0.0, ("sadness",)), "weep cry sob scream shout yell"),
    (Colour(0.4, 0.3, 0.0, ("joy",)), "smile laugh dance sing bow thank help comfort stroke pat wave"),
)
_COLOUR_OF = {verb: colour for colour, verbs in _COLOURS for verb in verbs.split()}


def colour_of(text: str) -> Colour:
    """Return how an act looks by the first of its words that tells."""
    for word in re.findall(r"[a-z]+", text.lower()):
        for form in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ed")):
            if form in _COLOUR_OF:
                return _COLOUR_OF[form]
    return Colour()


_DONE_TO_SOMEBODY = {verb for colour, verbs in _COLOURS if colour.degree > 0 for verb in verbs.split()}
_DONE_TO_SOMEBODY |= {"thank", "help", "comfort", "stroke", "pat", "greet", "ignore", "follow", "touch", "bless"}
"""Verbs that need nobody named to be about whoever is there."""


def base(verb: str) -> str:
    """Return a verb without the ending of the third person: `hugs` becomes `hug`, `cries` becomes `cry`."""
    if not verb.endswith("s") or verb.endswith(("ss", "us")) or len(verb) < 4 or verb in _IRREGULAR.values():
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(?:ch|sh|ss|x|o)es$", verb) else verb[:-1]


def past(verb: str) -> str:
    """Return a verb in the past tense: `hug` becomes `hugged`, `take` becomes `took`."""
    verb = base(verb)
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ed") or verb in _IRREGULAR.values():
        return verb
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    # One syllable, one vowel, one consonant: the consonant is doubled.
    if re.fullmatch(r"(?:qu|[^aeiou])*[aeiou][^aeiouwxy]", verb):
        return verb + verb[-1] + "ed"
    return verb + "ed"


def in_the_past(text: str, target: str, names: tuple[str, ...] = ()) -> str:
    """Return an act in the words of its doer as it is remembered, done to `target` (`me`, `Marta`, or empty)."""
    words = _LEAD.sub("", f" {text.strip().strip('*').rstrip('.!')} ").strip()
    verb, _, rest = words.partition(" ")
    told = f"{past(verb.lower())} {rest}".strip()
    told = _TO_ME.sub("their", told)
    if target:
        told = _MINE.sub("my" if target == "me" else f"{target}’s", told)
        told, replaced = _OBJECTS.subn(target, told, count=1)
        for name in sorted(names, key=len, reverse=True):
            told, more = re.subn(rf"\b(?:the )?{re.escape(name)}\b", target, told, flags=re.IGNORECASE)
            replaced += more
        if not replaced and not rest:
            told = f"{told} {target}" if base(verb.lower()) in _DONE_TO_SOMEBODY else f"{told} in front of {target}"
    return told
