"""The little English grammar that the village mind needs. Every function is pure and works on plain text.

It knows past tenses, how to report someone's words ("my sister is ill" becomes "their sister is ill"), and how to say
a memory to the person it is about ("the stranger gave me a coin" becomes "you gave me a coin").
"""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import inflect


def listed(text: str) -> frozenset[str]:
    """Return the words of a list that is written as one text, for sets too long to quote word by word."""
    return frozenset(text.split())


_IRREGULAR = {
    **{
        word: word
        for word in ["hit", "hurt", "put", "cut", "shut", "set", "let", "cast", "split", "spit", "bet", "burst", "quit"]
    },
    **dict(
        pair.split(":")
        for pair in [
            "am:was",
            "are:were",
            "is:was",
            "be:was",
            "have:had",
            "has:had",
            "do:did",
            "does:did",
            "go:went",
            "come:came",
            "give:gave",
            "take:took",
            "make:made",
            "say:said",
            "tell:told",
            "see:saw",
            "know:knew",
            "think:thought",
            "find:found",
            "get:got",
            "leave:left",
            "feel:felt",
            "bring:brought",
            "buy:bought",
            "keep:kept",
            "hold:held",
            "stand:stood",
            "sit:sat",
            "lie:lay",
            "kneel:knelt",
            "weep:wept",
            "sing:sang",
            "shake:shook",
            "strike:struck",
            "steal:stole",
            "break:broke",
            "throw:threw",
            "draw:drew",
            "fall:fell",
            "bite:bit",
            "bend:bent",
            "bow:bowed",
            "hear:heard",
            "meet:met",
            "pay:paid",
            "run:ran",
            "rise:rose",
            "send:sent",
            "show:showed",
            "shoot:shot",
            "sleep:slept",
            "speak:spoke",
            "spend:spent",
            "stab:stabbed",
            "sweep:swept",
            "swear:swore",
            "tear:tore",
            "understand:understood",
            "wake:woke",
            "wear:wore",
            "win:won",
            "write:wrote",
            "eat:ate",
            "drink:drank",
            "begin:began",
            "become:became",
            "fight:fought",
            "lose:lost",
            "lead:led",
            "lay:laid",
            "light:lit",
            "read:read",
            "ride:rode",
            "seek:sought",
            "sell:sold",
            "slide:slid",
            "spin:spun",
            "stick:stuck",
            "sting:stung",
            "swing:swung",
            "teach:taught",
            "blow:blew",
            "catch:caught",
            "choose:chose",
            "drive:drove",
            "fly:flew",
            "forget:forgot",
            "forgive:forgave",
            "freeze:froze",
            "grow:grew",
            "hide:hid",
            "build:built",
            "burn:burned",
            "dig:dug",
            "will:would",
            "can:could",
            "shall:should",
            "may:might",
            "must:must",
            "want:wanted",
            "need:needed",
        ]
    ),
}
_DOUBLED = listed("hug pat slap grab stop nod stab rob beg clap rub tap drop kid wrap trip drag wag grin plan")

_FROM_SPEAKER = {
    "i": "they",
    "me": "them",
    "my": "their",
    "mine": "theirs",
    "myself": "themselves",
    "i'm": "they are",
    "i've": "they have",
    "i'll": "they will",
    "i'd": "they would",
    "we": "they",
    "us": "them",
    "our": "their",
    "ours": "theirs",
}
_TO_LISTENER = {
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "you're": "I am",
    "you've": "I have",
    "you'll": "I will",
    "you'd": "I would",
}
_AFTER_THEY = {"am": "are", "was": "were"}
_AFTER_I = {"are": "am", "were": "was", "aren't": "am not", "weren't": "was not"}
_SUBJECT_BEFORE = listed(
    "that if when what where who why how because and but so as while since though think know believe say did do can "
    "could will would should have had are were is was whether than before after until"
)
_VERB_AFTER = listed(
    "are were have had will would can could should must might may did do know knew think said told saw gave took "
    "killed lied lie never always also really once were are want need owe owed live lived work look seem aren't "
    "weren't don't didn't can't won't couldn't shouldn't wouldn't"
)
_THEY_TO_YOU = {"they": "you", "them": "you", "their": "your", "theirs": "yours", "themselves": "yourself"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@cache
def _engine() -> "inflect.engine":
    import inflect

    return inflect.engine()


def with_indefinite(noun: str) -> str:
    """Return a noun with `a` or `an` by its sound: `an hourglass`, `a horseshoe`; plurals get `some`."""
    first = noun.split(" ", 1)[0].lower()
    if first in {"a", "an", "the", "some", "his", "her", "their", "my", "your"} or noun[:1].isupper():
        return noun
    last = noun.rsplit(" ", 1)[-1]
    if _engine().singular_noun(last) and not last.endswith("ss"):
        return f"some {noun}"
    return str(_engine().a(noun))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, with straight apostrophes."""
    return [word.replace("’", "'").casefold() for word in _WORD.findall(text)]


def past(verb: str) -> str:
    """Return the past tense of a verb in its bare or third-person form: `hug`, `hugs` → `hugged`."""
    bare = verb.lower()
    if bare in _IRREGULAR:
        return _IRREGULAR[bare]
    if (
        bare.endswith("s")
        and not bare.endswith("ss")
        and (bare[:-1] in _IRREGULAR or bare[:-1] in _DOUBLED or len(bare) > 3)
    ):
        return past(_bare_of_third(bare))
    if bare.endswith("ed"):
        return bare
    if bare in _DOUBLED:
        return f"{bare}{bare[-1]}ed"
    if bare.endswith("e"):
        return f"{bare}d"
    if re.search(r"[^aeiou]y$", bare):
        return f"{bare[:-1]}ied"
    return f"{bare}ed"


def _bare_of_third(verb: str) -> str:
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if re.search(r"(?:ss|sh|ch|x|zz)es$", verb):
        return verb[:-2]
    return verb[:-1]


def reported(text: str) -> str:
    """Return what a speaker said as their listener would report it: `my sister is ill` → `their sister is ill`."""
    pieces, last, spoken = list[str](), "", text.replace("’", "'")
    tokens = list(_WORD.finditer(spoken))
    position = 0
    for index, token in enumerate(tokens):
        following = tokens[index + 1].group().lower() if index + 1 < len(tokens) else ""
        touching = index == 0 or "," in spoken[tokens[index - 1].end() : token.start()]
        new = _reported_word(token.group(), "" if touching else tokens[index - 1].group().lower(), following, last)
        pieces += [spoken[position : token.start()], new]
        position, last = token.end(), new.split(" ")[-1] if new != token.group() else token.group()
    return "".join([*pieces, spoken[position:]])


def _reported_word(word: str, before: str, after: str, last: str) -> str:
    low = word.lower()
    if last == "they" and low in _AFTER_THEY:
        return _AFTER_THEY[low]
    if last == "I" and low in _AFTER_I:
        return _AFTER_I[low]
    if low in _FROM_SPEAKER:
        return _FROM_SPEAKER[low]
    if low in _TO_LISTENER:
        return _TO_LISTENER[low]
    if low == "you":
        subject = not before or before in _SUBJECT_BEFORE or after in _VERB_AFTER
        return "I" if subject else "me"
    return word


def addressed(text: str, name: str, *, of_person: bool) -> str:
    """Return words of a memory as they are said to the person called `name`.

    With `of_person`, what `they` did in it was that person's doing, and becomes `you`.
    """
    said = re.sub(rf"\b{re.escape(name)}\b('s)?", lambda m: "your" if m[1] else "you", text, flags=re.IGNORECASE)
    if of_person:
        said = re.sub(
            r"\b(?:they|them|their|theirs|themselves)\b",
            lambda m: _THEY_TO_YOU[m[0].lower()],
            said,
            flags=re.IGNORECASE,
        )
    return re.sub(
        r"\byou was\b", "you were", re.sub(r"\byou is\b", "you are", re.sub(r"\byou has\b", "you have", said))
    )


def as_subject(subject: str, predicate: str) -> str:
    """Join a subject and a predicate told in the third person, so that they agree: `you` + `was ill`."""
    first, _, rest = predicate.partition(" ")
    forms = {"you": {"was": "were", "is": "are", "has": "have"}, "I": {"is": "am", "has": "have", "were": "was"}}
    return f"{subject} {forms.get(subject, {}).get(first, first)} {rest}".rstrip()


def in_first_person(text: str) -> str:
    """Return a sentence told to someone in the second person as they would say it: `Your name is` → `My name is`."""
    return _capital(reported(text.strip()))


def lowered(text: str, names: frozenset[str]) -> str:
    """Return text that can follow a colon or `that`: its first letter small, if its first word is a plain one."""
    first = next(iter(_WORD.findall(text)), "")
    plain = first.lower().split("'")[0] in _PLAIN_STARTS and first not in names
    return text[:1].lower() + text[1:] if plain else text


_PLAIN_STARTS = listed(
    "my your his her their our the a an there here it this that these those he she they we you someone somebody "
    "everyone everybody nobody people no not some many most all one two three last yesterday today when where if who "
    "what while after before because once never always there's it's that's he's she's they're we're you're",
)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, ends kept."""
    return [part for part in re.split(r"(?<=[.!?…])[\"”']?\s+|\n+", text.strip()) if part]
