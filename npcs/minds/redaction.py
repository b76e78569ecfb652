"""Takes keys out of text. Whatever a vendor's library said passes here before anyone reads it."""

import os
import re

HIDDEN = "[key]"
"""What stands where a key stood."""

_SECRET_NAMES = ("_API_KEY", "_TOKEN", "_KEY", "_SECRET", "_PASSWORD")
_SHORTEST = 6
"""Values shorter than this are no keys; hiding them would eat ordinary words."""

_LOOKS_LIKE_A_KEY = re.compile(
    r"(?i:(?:proxy-)?authorization|x-api-key|api[-_]key)[\"']?\s*[:=]\s*[\"']?(?:(?i:bearer|basic)\s+)?[^\s\"',;]+"
    r"|(?i:bearer)\s+[^\s\"',;]+"
    r"|\b(?:sk|pk|rk|gsk|hf|xai)[-_][\w.*-]{4,}"
    r"|\bAIza[\w-]{20,}",
)


def redacted(text: str) -> str:
    """Return a text without the values of the environment's keys, and without anything that looks like one."""
    for value in _environment_keys():
        text = text.replace(value, HIDDEN)
    return _LOOKS_LIKE_A_KEY.sub(HIDDEN, text)


def _environment_keys() -> list[str]:
    """Return the values of the environment that are keys, longest first, so that none is left in part."""
    values = {value for name, value in os.environ.items() if name.upper().endswith(_SECRET_NAMES)}
    return sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True)
