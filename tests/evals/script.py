"""The script of a serial of 90 scenes of our own making: who is where, what is said, what is needed later.

Made by `world.chance` alone. It keeps its own account of who is in the room and awake, apart from the world state and
from every memory, so that it can be asked what a villager can know. Each fact is told (or seen) once; a quarter of them
are passed on once more by whoever was told. What was told is needed 1 to 60 scenes later, twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.evals.quay import ELSEWHERE, KINDS, ROLES, SMALL_TALK, Affair, affairs, holder
from world.chance import chance, pick
from world.clock import Minute, at
from world.events import Arrived, Did, Event, Left, Said
from world.story import PLAYER, ActorId, FactId, PlaceId

SCENES = 90
A_DAY = 10
"""Scenes a day: the serial takes nine days."""

FARTHEST = 60
"""The most scenes between a telling and its need."""

STUDIED = (70, 74, 78, 82, 86, 89)
"""The scenes at whose end the affairs are asked about: the last quarter, as in the document."""

STYLES = ("named", "about", "at hand")
"""How a need comes up: by the fact's own words, by somebody or something in it, or only by what is in sight."""


@dataclass(frozen=True)
class Telling:
    """A fact comes to somebody's ears or eyes."""

    scene: int
    affair: Affair
    kind: str
    teller: ActorId
    listener: ActorId
    seen: bool = False
    """Whether it is watched and not told; the teller is then the one who does it."""

    @property
    def fact(self) -> FactId:
        """What is told."""
        return self.affair.fact(self.kind)


@dataclass(frozen=True)
class Needed:
    """A moment at which a villager must have a fact in mind."""

    scene: int
    told: int
    """The scene in which they came to know it."""

    villager: ActorId
    fact: FactId
    style: str
    said: str
    """What the player says to them."""


@dataclass(frozen=True)
class Beat:
    """One event of a scene, the facts that it carries, and who of the villagers takes it in."""

    event: Event
    facts: tuple[FactId, ...] = ()
    affair: int | None = None
    audience: tuple[ActorId, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One scene as it is to be played."""

    number: int
    minute: Minute
    place: PlaceId
    there: tuple[ActorId, ...]
    """Who is there when the curtain rises."""

    asleep: tuple[ActorId, ...]
    beats: tuple[Beat, ...]
    needed: tuple[Needed, ...]


def minute_of(scene: int) -> Minute:
    """Return when a scene begins."""
    return at(scene // A_DAY + 1, 7, 80 * (scene % A_DAY))


def script(seed: int, scenes: int = SCENES) -> tuple[Scene, ...]:
    """Return the whole serial, unplayed."""
    tellings = _tellings(seed, scenes)
    needs = _needs(seed, scenes, tellings)
    return tuple(
        _scene(seed, n, [t for t in tellings if t.scene == n], [each for each in needs if each[0] == n])
        for n in range(scenes)
    )


def _tellings(seed: int, scenes: int) -> list[Telling]:
    facts = [(affair, kind) for affair in affairs(seed) for kind in KINDS]
    facts.sort(key=lambda each: chance(seed, "order", each[0].fact(each[1])))
    made = []
    for k, (affair, kind) in enumerate(facts):
        fact, scene = affair.fact(kind), k * (scenes - 2) // len(facts)
        teller = holder(seed, affair, kind) or PLAYER
        seen = kind == "seen" and teller == PLAYER
        others = [who for who in ROLES if who not in (teller, affair.c, affair.d)]
        listener = pick(others, seed, "listener", fact)
        made.append(Telling(scene, affair, kind, affair.c if seen else teller, listener, seen))
        later = scene + 3 + int(12 * chance(seed, "later", fact))
        if chance(seed, "passed on", fact) < 0.25 and later < scenes - 1:
            third = pick([who for who in others if who != listener], seed, "third", fact)
            made.append(Telling(later, affair, kind, listener, third))
    return made


def _needs(seed: int, scenes: int, tellings: list[Telling]) -> list[tuple[int, Telling, str]]:
    """Return when, of which telling and how each fact is needed."""
    found = []
    for telling in tellings:
        for again in range(2):
            purpose = (seed, telling.fact, telling.listener, again)
            room = min(FARTHEST, scenes - 1 - telling.scene)
            gap = 1 + int(room * chance(seed, "gap", *purpose))
            found.append((min(scenes - 1, telling.scene + gap), telling, pick(STYLES, seed, "style", *purpose)))
    return found


def _scene(seed: int, number: int, tellings: list[Telling], needs: list[tuple[int, Telling, str]]) -> Scene:
    place, needed, company = _staged(seed, number, tellings, needs)
    free = sorted((who for who in ROLES if who not in company), key=lambda who: chance(seed, "free", number, who))
    roles = dict(zip(("extra", "leaver", "latecomer", "sleeper"), free, strict=False))
    company += [roles["extra"]] if "extra" in roles else []
    room = [*company, *([roles["leaver"]] if "leaver" in roles else [])]
    stage = _Stage(place, minute_of(number), room)
    beats = list(stage.rehearsed(seed, number, tellings, roles))
    arrives_later = company[-1:] if len(company) > 2 else []
    there = tuple(who for who in room if who not in arrives_later)
    asleep = (roles["sleeper"],) if "sleeper" in roles else ()
    return Scene(number, minute_of(number), place, there, asleep, tuple(beats), tuple(needed))


def _staged(
    seed: int, number: int, tellings: list[Telling], needs: list[tuple[int, Telling, str]]
) -> tuple[PlaceId, list[Needed], list[ActorId]]:
    """Return where a scene plays, what is needed in it, and who must be there."""
    watched = [telling.affair.p for telling in tellings if telling.seen]
    in_sight = [place for _, t, style in needs if style == "at hand" and (place := _place_of(t))]
    place = (watched + in_sight + [pick(sorted(set(_workplaces())), seed, "place", number)])[0]
    company = [who for telling in tellings for who in (telling.teller, telling.listener) if who != PLAYER]
    needed = []
    for _, telling, style in needs:
        company.append(telling.listener)
        about = [who for who in (telling.affair.c, telling.affair.d) if _is_about(telling, who)]
        if style == "at hand" and _place_of(telling) != place:
            style = "at hand" if about else "about"
            company += about[:1]
        said = _question(seed, number, telling, style)
        needed.append(Needed(number, telling.scene, telling.listener, telling.fact, style, said))
    return place, needed, list(dict.fromkeys(company))


def _workplaces() -> Iterator[PlaceId]:
    return (workplace for *_, workplace in ROLES.values())


def _about(telling: Telling) -> tuple[str, ...]:
    affair, kind = telling.affair, telling.kind
    keys = {"seen": "cp", "gone": "tp", "feud": "cdt", "hidden": "tw", "absent": "dw"}.get(kind, "cd")
    return tuple(getattr(affair, key) for key in keys)


def _place_of(telling: Telling) -> PlaceId | None:
    return next((id_ for id_ in _about(telling) if id_ in set(_workplaces())), None)


def _is_about(telling: Telling, who: ActorId) -> bool:
    return who in _about(telling)


_KEYWORDS = {
    "seen": "somebody lurking",
    "gone": "a theft",
    "feud": "a quarrel",
    "hidden": "a hiding place",
    "debt": "a debt",
    "absent": "an alibi",
}


def _question(seed: int, number: int, telling: Telling, style: str) -> str:
    affair = telling.affair
    if style == "named":
        topic = affair.n if telling.kind in ("name", "vow") else _KEYWORDS[telling.kind]
        return f"I keep hearing of {topic}. What can you tell me?"
    if style == "about":
        names = {getattr(affair, key): name for key, name in affair.named().items()}
        return f"What do you know about {names[pick(_about(telling), seed, 'asks', number, telling.fact)]}?"
    return "Well, here we are. What do you make of it all?"


class _Stage:
    """One scene's room, as the stage manager keeps it: who is in it at each moment."""

    def __init__(self, place: PlaceId, minute: Minute, room: list[ActorId]) -> None:
        self.place, self.minute, self.room = place, minute, list(room)

    def beat(self, event: Event, facts: tuple[FactId, ...] = (), affair: int | None = None) -> Beat:
        """Return an event with those who are in the room to take it in."""
        self.minute += 1
        return Beat(event, facts, affair, tuple(who for who in self.room if who != event.actor))

    def rehearsed(self, seed: int, number: int, tellings: list[Telling], roles: dict[str, ActorId]) -> Iterator[Beat]:
        """Yield what happens, in order."""
        company = [who for who in self.room if who != roles.get("leaver")]
        if len(company) > 2:
            self.room.remove(company[-1])
            self.room.append(company[-1])
            yield self.beat(Arrived(actor=company[-1], place=self.place, minute=self.minute, origin="quay"))
        yield from self._chatter(seed, number, "before", 3)
        if "leaver" in roles:
            leaver = roles["leaver"]
            left = Left(actor=leaver, place=self.place, minute=self.minute, towards=ELSEWHERE, arrives=self.minute + 9)
            yield self.beat(left)
            self.room.remove(leaver)
        for telling in tellings:
            yield self.beat(self._told(telling), (telling.fact,), telling.affair.number)
        yield from self._chatter(seed, number, "after", 1)
        if "latecomer" in roles:
            self.room.append(roles["latecomer"])
            yield self.beat(Arrived(actor=roles["latecomer"], place=self.place, minute=self.minute, origin="quay"))

    def _chatter(self, seed: int, number: int, purpose: str, lines: int) -> Iterator[Beat]:
        for i in range(lines):
            speaker = pick(self.room, seed, purpose, number, i)
            text = pick(SMALL_TALK, seed, purpose, "line", number, i)
            yield self.beat(Said(actor=speaker, place=self.place, minute=self.minute, to=None, text=text))

    def _told(self, telling: Telling) -> Event:
        place, minute, affair = self.place, self.minute, telling.affair
        if telling.seen:
            text = f"I look behind me and slip round the back of {affair.named()['p']}, as {affair.o}"
            return Did(actor=telling.teller, place=place, minute=minute, to=None, text=text)
        return Said(
            actor=telling.teller, place=place, minute=minute, to=telling.listener, text=affair.says(telling.kind)
        )
