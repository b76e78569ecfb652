"""The side panel: whom the player faces, and below it who and what is here."""

from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from game.shown import FeelingView, HereView, PersonView, Presence, TraitView, WayView, ground_words, signed

WIDE = 110
"""Columns of the terminal from which the panel tells everything it could."""

TALL = 32
"""Rows from which it tells in their own words how traits have changed."""

_BAR = "━"


class Room(NamedTuple):
    """How much room the terminal gives the panel."""

    wide: bool
    tall: bool


class Panel(Static):
    """Something that is drawn anew when what it shows or the terminal's width changes."""

    def on_resize(self, _: events.Resize) -> None:
        """Draw again, with as much detail as there is room for."""
        self.draw()

    def draw(self) -> None:
        """Draw what is shown."""
        size = self.app.size
        self.update(self.drawn(Room(size.width >= WIDE, size.height >= TALL)))

    def drawn(self, room: Room) -> Content:
        """Return what is shown."""
        raise NotImplementedError


class PersonPanel(Panel):
    """Whom the player faces: what they do, and how they were and are towards the player."""

    person: reactive[PersonView | None] = reactive(None)
    """The person, or None if nobody is faced."""

    def watch_person(self) -> None:
        """Show another person, or the same one changed."""
        self.draw()

    def drawn(self, room: Room) -> Content:
        """Return the person, or a word on how to face one."""
        return person_content(self.person, room) if self.person else Content.styled(_NOBODY, "$faint")


class HerePanel(Panel):
    """Who is here, what lies here, what the player carries, where one can go."""

    here: reactive[HereView | None] = reactive(None)
    """What is here."""

    def on_mount(self) -> None:
        """Head the panel."""
        self.border_title = "HERE"

    def watch_here(self) -> None:
        """Show another place, or the same one changed."""
        self.draw()

    def drawn(self, room: Room) -> Content:
        """Return what is here."""
        return here_content(self.here, room) if self.here else Content("")


_NOBODY = "You are talking with nobody. Try: talk, and a name."


def person_content(person: PersonView, room: Room) -> Content:
    """Return a person as lines."""
    head = [
        Content.assemble((person.name.upper(), "bold $primary"), f", {person.role}"),
        Content.styled(person.doing, "italic $faint"),
        Content.styled(person.attitude, "$accent"),
    ]
    feelings = [_feeling(each, wide=room.wide) for each in person.feelings]
    shown = person.traits if room.tall else person.traits[:4]
    traits = [line for each in shown for line in _trait(each, room)]
    because = [_because(person)] if person.because else []
    blocks = [block for block in (head, because, feelings, traits) if block]
    gap = [Content("")] if room.tall else []
    lines = [line for n, block in enumerate(blocks) for line in ([*gap, *block] if n else block)]
    return Content("\n").join(lines)


def _feeling(feeling: FeelingView, *, wide: bool) -> Content:
    length = 8 if wide else 5
    change = f"{signed(feeling.baseline)} → {signed(feeling.now)}"
    moved = round(feeling.baseline, 1) != round(feeling.now, 1)
    spark = feeling.spark[-length:].ljust(length)
    return Content.assemble(f"{feeling.name:<8}", (spark, "$secondary"), " ", (change, "bold" if moved else "$faint"))


def _trait(trait: TraitView, room: Room) -> list[Content]:
    """Return a trait as a line, with its wording below where there is room."""
    name = trait.name.replace("_", " ")
    day = f", day {trait.since}" if trait.since and room.wide else ""
    # Bars tell of themselves whether a trait shows more or less.
    mark = f" {trait.mark}{day}" if trait.mark in ("new", "dropped", "reworded") else ""
    bars = _bars(trait, 8 if room.wide else 4)
    line = Content.assemble(f"{name:<9} ", (bars, "$secondary"), (mark, "$accent"))
    if room.tall and (room.wide or mark):
        return [line, Content.styled(f"  “{trait.wording}”", "italic $faint")]
    return [line]


def _bars(trait: TraitView, length: int) -> str:
    before, now = (_BAR * max(1 if value > 0 else 0, round(value * length)) for value in (trait.baseline, trait.now))
    if not before or before == now:
        return now or "—"
    # The spaces are missed where there is no room for them.
    joint = " → " if length > 4 else "→"
    return f"{before}{joint}{now or '—'}"


def _because(person: PersonView) -> Content:
    words = ground_words(person.because) if person.because else ""
    return Content.assemble(("because: ", "$faint"), words)


def here_content(here: HereView, room: Room) -> Content:
    """Return what is here as lines."""
    lines = [_presence(each) for each in here.people] or [Content.styled("Nobody but you.", "$faint")]
    if here.things:
        lines.append(Content.assemble(("here: ", "$faint"), ", ".join(here.things)))
    if here.carried:
        lines.append(Content.assemble(("you carry: ", "$faint"), ", ".join(here.carried)))
    ways = [_way(way) for way in here.exits]
    if room.wide:
        lines += [Content("")] + [Content.styled(way, "$secondary") for way in ways]
    elif ways:
        lines.append(Content.styled(" · ".join(ways), "$secondary"))
    return Content("\n").join(lines)


def _presence(person: Presence) -> Content:
    doing = f", {person.doing}" if person.doing else ""
    listens = " · listens" if person.listens else ""
    return Content.assemble((person.name, "bold"), doing, (listens, "$accent"))


def _way(way: WayView) -> str:
    name = way.name.removeprefix("the ")
    return f"{name} {way.minutes} min{f' {way.way}' if way.way else ''}"
