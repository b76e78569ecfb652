"""The small grammar that prose about a turn needs: numbers, durations, persons and plurals. Pure."""

import re

from world.text import with_article

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PLURAL_IN_S = re.compile(r"(?<![siu])s$")
_IRREGULAR = {"am": "is", "have": "has", "do": "does", "go": "goes", "can": "can", "will": "will", "must": "must"}
_YOUR = {"i": "you", "i'm": "you're", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are"}
_THEIR = {"he": "his", "she": "her", "they": "their"}
_THEM = {"he": "him", "she": "her", "they": "them"}


def number_words(number: int) -> str:
    """Return a count as one writes it in a sentence: `four`, from 13 on in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """Return a number of things: `one minute`, `four minutes`."""
    return f"{number_words(number)} {noun}{'' if number == 1 else 's'}"


def duration_words(minutes: int) -> str:
    """Return how long something takes, as one says it: `an hour and a half`, `two hours`, `20 minutes`."""
    days, rest = divmod(minutes, 24 * 60)
    hours, left = divmod(rest, 60)
    parts = []
    if days:
        parts.append("a day" if days == 1 else counted(days, "day"))
    if hours:
        parts.append("an hour" if hours == 1 else counted(hours, "hour"))
    if left == 30 and hours == 1 and not days:
        return "an hour and a half"
    if left or not parts:
        parts.append(counted(left, "minute"))
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]


def some(noun: str) -> str:
    """Return a thing one comes upon: `an anvil`, `some nails`, `a pair of tongs`."""
    head = re.split(r" (?:of|in|on|with|for) ", noun, maxsplit=1)[0]
    return f"some {noun}" if _PLURAL_IN_S.search(head) and noun[:1].islower() else with_article(noun)


def the(noun: str) -> str:
    """Return a thing one knows already: `the silver coin`; names and what has a determiner stay as they are."""
    return f"the {noun}" if with_article(noun) != noun else noun


def capital(text: str) -> str:
    """Return text with its first letter a capital."""
    return text[:1].upper() + text[1:]


def he_is(pronoun: str) -> str:
    """Return the start of a sentence about how somebody is: `He is`, `They are`."""
    return f"{capital(pronoun)} {'are' if pronoun == 'they' else 'is'}"


def third_person(verb: str) -> str:
    """Return a verb as it follows a name: `kneel` becomes `kneels`."""
    if verb.lower() in _IRREGULAR:
        return _IRREGULAR[verb.lower()]
    if re.search(r"(?:[sxz]|ch|sh|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _own_words(text: str) -> list[str]:
    return re.sub(r"^i\s+", "", text.strip().rstrip(".!"), flags=re.IGNORECASE).split()


def your_act(text: str) -> str:
    """Return an act told in the first person as told to whoever did it: `I wipe my eyes` becomes `You wipe your eyes`.

    A leading `*` and a trailing one, as some players write acts, are left out.
    """
    words = _own_words(text.strip("* "))
    return capital(" ".join(["you", *(_YOUR.get(word.lower(), word) for word in words)]))


def their_act(name: str, pronoun: str, text: str) -> str:
    """Return an act told in the first person as seen in another: `kneel by my bench`, `Marta kneels by her bench`."""
    verb, *rest = _own_words(text) or ["pause"]
    swaps = {"my": _THEIR[pronoun], "me": _THEM[pronoun], "i": pronoun, "myself": f"{_THEM[pronoun]}self"}
    return " ".join([name, third_person(verb), *(swaps.get(word.lower(), word) for word in rest)])
