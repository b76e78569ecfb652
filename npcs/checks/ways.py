"""Exits: whether one can get everywhere and back."""

from collections.abc import Iterator

from npcs.draft import Draft
from npcs.problems import Finding
from world.naming import plain_words
from world.toml_source import KeyPath


def _exits(draft: Draft) -> Iterator[tuple[str, KeyPath, str]]:
    """Return each exit as (from, path of its `to`, to); a misspelt place is taken for the nearest."""
    for path, name in draft.each("places.*.exits.*.to"):
        to = draft.meant("places", name)
        if to is not None:
            yield str(path[1]), path, to


def exits_amiss(draft: Draft) -> Iterator[Finding]:
    """Find exits to where one is, exits without a way back, and exits that cannot be told apart."""
    exits = list(_exits(draft))
    ways = {(origin, to) for origin, _, to in exits}
    seen: set[tuple[str, str]] = set()
    for origin, path, to in exits:
        if to == origin:
            yield Finding(path, "exit-to-itself", f'"{origin}" has an exit to itself', "take it out")
            continue
        if (origin, to) in seen:
            yield Finding(path, "duplicate-exit", f'"{origin}" has two exits to "{to}"', "take one out")
        elif to in draft.ids("places") and (to, origin) not in ways:
            message = f'no exit of "{to}" leads back to "{origin}"'
            yield Finding(
                path, "no-way-back", message, f'add {{ to = "{origin}", minutes = … }} to the exits of "{to}"'
            )
        seen.add((origin, to))
    yield from _ways_alike(draft)


def _ways_alike(draft: Draft) -> Iterator[Finding]:
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for path, way in draft.each("places.*.exits.*.way"):
        key = str(path[1]), tuple(plain_words(way)) if isinstance(way, str) else ()
        if key[1] and key in seen:
            yield Finding(path, "same-way", f'"{key[0]}" has two exits called "{way}"', "give one another word")
        seen.add(key)


def places_cut_off(draft: Draft) -> Iterator[Finding]:
    """Find places that no exit leads to, and those that cannot be walked to from the opening."""
    opening = draft.meant("places", draft.tables.get("opening", {}).get("place"))
    places = draft.ids("places")
    if opening not in places:
        return
    exits = [(origin, to) for origin, _, to in _exits(draft) if origin != to]
    entered = {to for _, to in exits}
    reached = _reached(str(opening), exits)
    for place in places:
        if place in reached:
            continue
        if place not in entered:
            message = f'no exit leads to "{place}"'
            yield Finding(("places", place), "no-way-in", message, "add an exit in a place next to it")
        else:
            message = f'"{place}" cannot be walked to from "{opening}", where the player begins'
            yield Finding(("places", place), "unreachable-place", message, "join it to the other places by exits")


def _reached(start: str, exits: list[tuple[str, str]]) -> set[str]:
    reached, edge = {start}, [start]
    while edge:
        here = edge.pop()
        ahead = [to for origin, to in exits if origin == here and to not in reached]
        reached.update(ahead)
        edge += ahead
    return reached
