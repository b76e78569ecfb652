"""Which people, places and things the words of a line may mean."""

import re
from collections.abc import Iterable

_WORD = re.compile(r"[\w’']+")
_DETERMINERS = {"the", "a", "an", "some", "my", "your", "his", "her", "their", "old"}


def plain_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation and possessive endings."""
    found = _WORD.findall(text.lower())
    return [word.replace("’", "'").removesuffix("'s").strip("'") for word in found]


class Naming:
    """Names and words, and the ids each may mean."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        """Take (words, id) pairs; several ids may share words.

        A lone possessive (`Marta's` for the inn) is left out: in a line it would make every mention of her the inn.
        """
        self._by_words: dict[tuple[str, ...], list[str]] = {}
        for words, id_ in entries:
            if words.replace("’", "'").endswith("'s") and " " not in words:
                continue
            key = tuple(word for word in plain_words(words) if word not in _DETERMINERS) or tuple(plain_words(words))
            ids = self._by_words.setdefault(key, [])
            if id_ not in ids:
                ids.append(id_)
        self._longest = max(map(len, self._by_words), default=0)

    def mentioned(self, text: str) -> tuple[str, ...]:
        """Return the ids that a text speaks of, in the order of mention; longer names win over their parts."""
        words, found, at = plain_words(text), list[str](), 0
        while at < len(words):
            for length in range(min(self._longest, len(words) - at), 0, -1):
                ids = self._by_words.get(tuple(words[at : at + length])) or self._singular(words[at : at + length])
                if ids:
                    found += [id_ for id_ in ids if id_ not in found]
                    at += length
                    break
            else:
                at += 1
        return tuple(found)

    def _singular(self, words: list[str]) -> list[str] | None:
        """Let `coins` mean what `coin` means."""
        if not words[-1].endswith("s") or len(words[-1]) < 4:
            return None
        return self._by_words.get((*words[:-1], words[-1][:-1]))
