"""What was said or done to a villager, as they will remember it: in the past tense, to follow the doer's name.

`gave me a silver coin`, `told me that their sister is ill`, `asked me about the mill`, `hugged me`.
"""

import re

from npcs.minds.mind import Utterance
from npcs.minds.village.english import listed, lowered, past, reported, with_indefinite, words
from npcs.minds.village.patterns import PHYSICAL
from npcs.minds.village.understanding import Understood
from world.story import ActorId, Village

LONGEST_WHAT = 180
"""Characters of `what`: a memory is a sentence, not a speech."""

_FILLER = re.compile(
    r"^(?:(?:well|so|and|but|then|oh|ah|listen|look|please|now|you know|by the way|anyway)[,\s]+)+", re.I
)
_BODY = re.compile(r"^[*(_\s]*(?:i\s+|you\s+)?(?:then\s+|now\s+|just\s+|try to\s+)*", re.I)
_OBJECTS = {
    "him": "me", "them": "me", "you": "me", "his": "my", "your": "my", "their": "my", "hers": "mine",
    "my": "their", "me": "them", "myself": "themselves",
}  # fmt: skip
_PARTIES = re.compile(r"\b(him|her|them|you|his|hers|your|their|myself|my|me)\b(?=(\s+\w+)?)", re.I)

_TAG = re.compile(r", (?:do|did|does|have|are|were|is|was|will|would|can)(?:n't| not)? (?:you|he|she|it|they|i)$", re.I)
"""A question put after a statement: `, didn't you`."""

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
    plain = _TAG.sub("", piece.rstrip(" .!?…"))
    if act == "tell" or act == "remind":
        return f"told me that {reported(_lowered(plain))}"
    if act == "introduce":
        return f"told me that {reported(_lowered(plain))}"
    if act == "promise":
        return _promised(plain)
    if act in {"confess", "tell_secret"}:
        return f"confided to me that {reported(_lowered(plain))}"
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
    return _asked(understood, about, plain)


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


def _asked(understood: Understood, about: str, plain: str) -> str:
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
        return f"asked a favour of me: {reported(_lowered(plain))}"
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
        return "gave me their word"
    deed = re.sub(r",? i (?:promise|swear|vow).*$", "", match["deed"], flags=re.I)
    if deed.lower().startswith(("not ", "never ")):
        never, _, rest = deed.partition(" ")
        return f"promised {never.lower()} to {reported(rest)}"
    return f"promised to {_objective(reported(f'to {deed}'))}"


def _threatened(plain: str) -> str:
    match = re.search(r"\bi(?:'ll| will|'m going to| am going to| shall| could) (?P<deed>.+)$", plain, re.I)
    return f"threatened to {_objective(reported('to ' + match['deed']))}" if match else "threatened me"


def _objective(deed: str) -> str:
    return deed.removeprefix("to ")


def _accused(plain: str) -> str:
    claim = re.sub(
        r"^(?:i (?:think|believe|know|say|suspect|am sure)(?: that)?|admit(?: it)?,?|confess,?) ", "", plain, flags=re.I
    )
    if re.match(r"(?:who|what|when|where|why|how)\b", claim, re.I):
        return f"asked me: “{claim}?”"
    if match := re.match(r"(?:did|have|are|were) you (?P<deed>.*)$", claim, re.I):
        return f"asked me whether I {_whether(claim, match['deed'])}"
    return (
        f"said to my face that {reported(_lowered(claim))}"
        if "you" in words(claim)
        else f"told me that {reported(_lowered(claim))}"
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


def _lowered(text: str) -> str:
    return lowered(text, frozenset())
