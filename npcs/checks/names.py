"""Ids: whether each that is referred to exists, and whether each means one thing only."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from npcs.draft import CAST, ENTITIES, FILES, Draft
from npcs.problems import Finding, did_you_mean
from world.story import PLAYER

HOME = "home"
"""What an activity calls the home of whoever does it."""

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


class _Reference(NamedTuple):
    """A key that holds an id."""

    pattern: str
    kinds: tuple[str, ...]
    noun: str
    """What it should be the id of, and the end of the mistake's code."""

    besides: tuple[str, ...] = ()
    """Words that are allowed too."""


_REFERENCES = (
    _Reference("opening.place", ("places",), "place"),
    _Reference("places.*.exits.*.to", ("places",), "place"),
    _Reference("things.*.at", ("places", "cast"), "holder", (PLAYER,)),
    _Reference("things.*.facts.*", ("facts",), "fact"),
    _Reference("activities.*.places.*", ("places",), "place", (HOME,)),
    _Reference("activities.*.serves.@", ("needs",), "need"),
    _Reference("activities.*.who.*", ("cast",), "person"),
    _Reference("activities.*.uses.*", ("things",), "thing"),
    _Reference("facts.*.about.*", ENTITIES, "name", (PLAYER,)),
    _Reference("cast.*.home", ("places",), "place"),
    _Reference("cast.*.starts", ("places",), "place"),
    _Reference("cast.*.workplace", ("places",), "place"),
    _Reference("cast.*.needs.@", ("needs",), "need"),
    _Reference("cast.*.opinions.*.of", ENTITIES, "name", (PLAYER,)),
    _Reference("cast.*.knows.*.fact", ("facts",), "fact"),
    _Reference("cast.*.knows.*.teller", ("cast", "absent"), "person", (PLAYER,)),
    _Reference("cast.*.knows.*.where", ("places",), "place"),
    _Reference("cast.*.secrets.*.fact", ("facts",), "fact"),
    _Reference("cast.*.remembers.*.about.*", ENTITIES, "name", (PLAYER,)),
    _Reference("cast.*.remembers.*.facts.*", ("facts",), "fact"),
)

_WHAT = {
    "holder": "place or villager",
    "person": "villager",
    "name": "villager, place, thing or absent person",
}
_KIND_NOUN = {
    "cast": "a villager",
    "places": "a place",
    "things": "a thing",
    "absent": "an absent person",
    "activities": "an activity",
    "needs": "a need",
    "facts": "a fact",
}


def dangling_names(draft: Draft) -> Iterator[Finding]:
    """Find ids that nothing has. Ids of a kind whose file cannot be read may exist, and are left alone."""
    for reference in _REFERENCES:
        if not draft.is_whole(*reference.kinds):
            continue
        known = [*draft.ids(*reference.kinds), *reference.besides]
        for path, name in draft.each(reference.pattern):
            # What is no id at all is told with the shape of the table.
            if not isinstance(name, str) or name in known or not _ID.fullmatch(name):
                continue
            hint = did_you_mean(name, known) or _where_to_add(reference)
            what = _WHAT.get(reference.noun, reference.noun)
            message = f'there is no {what} "{name}"'
            is_key = reference.pattern.endswith("@")
            yield Finding(path, f"unknown-{reference.noun}", message, hint, "key" if is_key else "value")


def _where_to_add(reference: _Reference) -> str:
    if len(reference.kinds) > 1:
        return ""
    kind = reference.kinds[0]
    return f"villagers are in {CAST}" if kind == "cast" else f"{kind} are in {FILES[kind]}"


def clashing_ids(draft: Draft) -> Iterator[Finding]:
    """Find ids that two kinds share where either could be meant, and ids that mean something else already."""
    first: dict[str, str] = {}
    for kind in _KIND_NOUN:
        for id_ in draft.ids(kind):
            if id_ == PLAYER or (id_ == HOME and kind == "places"):
                yield _reserved(kind, id_)
            elif kind in ENTITIES and first.setdefault(id_, kind) != kind:
                message = f'"{id_}" is the id of {_KIND_NOUN[first[id_]]} already'
                yield Finding((kind, id_), "ambiguous-id", message, "give one of them another id", "key")


def _reserved(kind: str, id_: str) -> Finding:
    meaning = "whoever plays" if id_ == PLAYER else "the home of whoever does an activity"
    message = f'"{id_}" stands for {meaning} and cannot be the id of {_KIND_NOUN[kind]}'
    return Finding((kind, id_), "reserved-id", message, "give it another id", "key")


def secrets_not_known(draft: Draft) -> Iterator[Finding]:
    """Find secrets about facts that the villager who hides them does not know."""
    facts = draft.ids("facts")
    for id_ in draft.tables.get("cast", {}):
        known = {draft.meant("facts", fact) for _, fact in draft.each(f"cast.{id_}.knows.*.fact")}
        for path, fact in draft.each(f"cast.{id_}.secrets.*.fact"):
            if fact in facts and fact not in known:
                message = f'"{id_}" hides the fact "{fact}" without knowing it'
                yield Finding(path, "secret-not-known", message, f'add a [[knows]] with fact = "{fact}"')
