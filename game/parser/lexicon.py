"""The verbs of free acts, and their inflections. What no rule describes is told by one of these."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_SOCIAL = _words(
    """
    hug embrace kiss punch slap hit strike beat push shove tickle pat stroke caress cuddle nuzzle poke pinch
    bite choke strangle stab attack tackle headbutt kill murder threaten insult mock tease comfort console
    soothe flatter salute serenade restrain seize grip slug smack whip scratch spank trip wrestle fight squeeze
    shake high-five hold nudge elbow carry flirt
    """
)
"""What is done to somebody."""

_BEARING = _words(
    """
    bow kneel weep cry sob laugh chuckle giggle smile grin smirk sneer nod shrug sigh frown scowl glare wink
    blink blush stare gaze wave clap applaud cheer dance sing hum whistle yawn stretch crouch jump hop stumble
    faint tremble shiver shudder pray spit sneeze cough burp growl snarl groan moan gasp pant whimper pout point
    gesture beckon curtsy curtsey genuflect grimace pace lean sit stand meditate kowtow grovel howl sniffle
    swoon fidget cower flinch snort squint juggle
    """
)
"""What is done before somebody, or alone."""

_WORK = _words(
    """
    kick knock touch tap rub lick smell sniff taste eat drink smash light polish sweep wash clean scrub dig pull
    lift open close shut lock unlock hide throw toss hurl swing raise toast wipe warm feed ring burn break tear
    hammer stoke sip climb cook mend fix paint write draw count listen help cross blow scatter pour fill swim
    fish plant harvest stamp
    """
)
"""What is done to things; said to somebody without `I`, it sounds like an order."""

_DOUBLED = frozenset(
    _words(
        """
    hug hit pat stab hum hop beg sip tap rub slug trip grab nod clap spit dig grin sit shut grip whip swim snap
    chat wrap step stir hem
    """
    )
)

SOCIAL = frozenset(_SOCIAL)
"""Verbs that want somebody."""

WORK = frozenset(_WORK)
"""Verbs that want a thing."""

GRAVE = frozenset(_words("kill murder fight hold attack strike beat choke strangle stab seize carry"))
"""Verbs that may be a bare answer in a conversation, and too grave to be taken for an act."""

OPENS_A_TAIL = frozenset(
    _words("at to with before by in on over my a an the and down up away into yes no goodbye hello")
)
"""What follows the verb of an act one does alone: `point at the anvil`, `sing a song`."""

VERBS = frozenset({*_SOCIAL, *_BEARING, *_WORK})
"""Every verb of a free act, in the infinitive."""

BODY = frozenset(
    _words(
        """
    head hand hands arm arms shoulder shoulders cheek cheeks face nose lips mouth forehead knee knees foot feet
    back chest heart eyes ear ears hair fist fists throat finger fingers jaw chin belly stomach leg legs teeth
    tongue
    """
    )
)
"""Parts of the body."""

TALK_OF_ACTS = frozenset(
    _words(
        """
    me us my mine yesterday today tomorrow tonight every always never often sometimes when while if that who
    whom what why how where which since ago was were is are am did do does done had has have will would should
    could can must might i he she they we it's as again once until till about than
        """
    )
)
"""In a conversation, words that turn an act into talk of one: `I cry every night`."""


def third_person(verb: str) -> str:
    """Return what someone does: `hugs`, `kisses`, `cries`."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s"


def gerund(verb: str) -> str:
    """Return what someone is doing: `hugging`, `embracing`."""
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith(("ee", "ye")) else f"{verb}ing"


GERUNDS = {gerund(verb): verb for verb in sorted(VERBS)}
"""Infinitives by gerund."""

THIRD_PERSONS = {third_person(verb): verb for verb in sorted(VERBS)}
"""Infinitives by third person."""


def infinitive(word: str) -> str:
    """Return the infinitive of a verb in the third person or the gerund, as well as spelling can tell."""
    low = word.lower()
    if known := THIRD_PERSONS.get(low) or GERUNDS.get(low):
        return known
    if low in VERBS or len(low) < 4 or low.endswith("ss") or not low.endswith("s"):
        return word
    if low.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if low.endswith(("shes", "ches", "xes", "sses", "zzes")) else word[:-1]
