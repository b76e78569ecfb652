"""Needs and activities: whether every villager can do something about every need, with what it takes."""

from collections.abc import Iterator
from typing import Any

from npcs.checks.names import HOME
from npcs.draft import Draft
from npcs.problems import Finding
from world.story import PLAYER
from world.text import one_of


def _strings(table: dict[str, Any], key: str) -> list[str]:
    values = table.get(key)
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def _activities(draft: Draft) -> list[tuple[str, dict[str, Any]]]:
    return [(id_, each) for id_, each in draft.tables.get("activities", {}).items() if isinstance(each, dict)]


def _doers(draft: Draft, activity: dict[str, Any]) -> set[str]:
    """Return who may do an activity; a misspelt villager is taken for the nearest."""
    who = _strings(activity, "who")
    return {person for name in who if (person := draft.meant("cast", name))} if who else set(draft.people)


def _names(draft: Draft, people: list[str]) -> str:
    if people == draft.people:
        return "anyone"
    return one_of([f'"{person}"' for person in people], "or")


def needs_unserved(draft: Draft) -> Iterator[Finding]:
    """Find needs that some villager has no activity for, and villagers who have none to sleep by."""
    if not draft.is_whole("activities", "cast"):
        return
    served = {need: set[str]() for need in draft.ids("needs")}
    rested = set[str]()
    for _, activity in _activities(draft):
        doers = _doers(draft, activity)
        serves = activity.get("serves")
        for name in serves if isinstance(serves, dict) else ():
            served.setdefault(draft.meant("needs", name) or name, set()).update(doers)
        if activity.get("asleep") is True:
            rested |= doers
    for need in draft.ids("needs"):
        if missing := [person for person in draft.people if person not in served[need]]:
            message = f'no activity serves "{need}" for {_names(draft, missing)}'
            yield Finding(("needs", need), "unserved-need", message, "add one, or name them in its `who`")
    if missing := [person for person in draft.people if person not in rested]:
        message = f"no activity lets {_names(draft, missing)} sleep"
        yield Finding(("activities",), "no-rest", message, "add one with asleep = true")


def needs_that_never_grow(draft: Draft) -> Iterator[Finding]:
    """Find paces of infinite hours, which no clock reaches."""
    for pattern in ("needs.*.hours_to_grow", "cast.*.needs.*"):
        for path, hours in draft.each(pattern):
            if hours == float("inf"):
                yield Finding(path, "out-of-range", "infinite hours are never over", "give a number")


def activities_without_their_things(draft: Draft) -> Iterator[Finding]:
    """Find activities that use something fixed that stands at none of their places."""
    for id_, activity in _activities(draft):
        places = {draft.meant("places", name) for name in _strings(activity, "places") if name != HOME}
        if HOME in _strings(activity, "places"):
            homes = (draft.tables.get("cast", {}).get(person, {}).get("home") for person in _doers(draft, activity))
            places |= {draft.meant("places", home) for home in homes}
        for path, name in draft.each(f"activities.{id_}.uses.*"):
            thing = draft.tables.get("things", {}).get(name) if isinstance(name, str) else None
            if not isinstance(thing, dict) or thing.get("portable") is not False:
                continue
            held = thing.get("at") in (*draft.people, PLAYER)
            at = None if held else draft.meant("places", thing.get("at"))
            if places and None not in places and at not in places:
                message = f'"{name}" is at "{thing.get("at")}", cannot be carried, and this is done elsewhere'
                yield Finding(path, "thing-elsewhere", message, f'move "{name}", or make it portable')
