"""What the panels and pages show, as plain records: pure functions of story and state, with no widget in sight.

What a mind or a save may have put into the state is cleaned once more before it is shown.
"""

from game.phrases import capital
from game.regard import NOTICEABLE, attitude_words
from game.scenery import doing_words, people_at
from game.shown import (
    FeelingView,
    Ground,
    HereView,
    MapPlace,
    Mark,
    PersonView,
    Presence,
    StatusView,
    Talk,
    TraitView,
    WayView,
    ground_words,
    signed,
    way_text,
)
from npcs.character import FEELINGS
from npcs.disposition import Disposition, Refinement, TraitNow
from npcs.story import Story
from npcs.villager import Line, State, Villager
from world.clock import clock_time, day_of, part_of_day, stamp
from world.story import PLAYER, ActorId, PlaceId
from world.text import clean


def status_view(story: Story, state: State, mind_name: str) -> StatusView:
    """Return the line at the top of the screen."""
    world, village = state.world, story.village
    return StatusView(
        title=village.opening.title,
        time=stamp(world.minute),
        part=part_of_day(world.minute),
        place=village.name(_place(state)),
        mind=clean(mind_name),
    )


def person_view(story: Story, state: State) -> PersonView | None:
    """Return what can be told of whom the player faces, or None if nobody."""
    facing = state.world.facing
    if facing is None:
        return None
    person, villager = story.village.people[facing], state.villagers[facing]
    towards = villager.dispositions.get(PLAYER)
    return PersonView(
        name=person.name,
        role=person.role,
        doing=_doing_now(story, state, facing),
        attitude=attitude_words(towards.baseline, towards.feelings) if towards else "",
        feelings=tuple(_feeling(towards, name) for name in FEELINGS) if towards else (),
        traits=tuple(_traits(towards)) if towards else (),
        because=_ground(story, villager, towards.refinements[-1]) if towards and towards.refinements else None,
    )


def here_view(story: Story, state: State) -> HereView:
    """Return who and what is where the player is."""
    village, world, place = story.village, state.world, _place(state)
    present = (
        Presence(village.name(actor), doing_words(village, world, actor), actor == world.facing)
        for actor in people_at(world, place)
    )
    return HereView(
        people=tuple(present),
        things=tuple(village.name(thing) for thing in world.things_at(place)),
        carried=tuple(village.name(thing) for thing in world.things_at(PLAYER)),
        exits=_ways(story, place),
    )


def journal_view(story: Story, state: State) -> tuple[Talk, ...]:
    """Return what was said with whom, most recent talk first, as far as it is kept."""
    spoken = [(npc, villager.talk) for npc, villager in state.villagers.items() if villager.talk]
    spoken.sort(key=lambda each: each[1][-1].minute, reverse=True)
    return tuple(Talk(story.village.name(npc), tuple(_line(story, line) for line in talk)) for npc, talk in spoken)


def map_view(story: Story, state: State) -> tuple[MapPlace, ...]:
    """Return the places of the village, the nearest first, with the ways between them."""
    village, here = story.village, _place(state)
    reached = {place: village.routes.get((here, place)) for place in village.places}
    order = sorted(reached, key=lambda place: (place != here, *_distance(reached[place])))
    return tuple(
        MapPlace(village.name(place), place == here, route.minutes if route else None, _ways(story, place))
        for place in order
        for route in (reached[place],)
    )


def journal_lines(story: Story, state: State) -> tuple[str, ...]:
    """Return the journal as lines of text."""
    talks = journal_view(story, state)
    if not talks:
        return ("You have not talked with anyone yet.",)
    lines = ((f"With {talk.name}:", *(f"  {when}  {who}: {said}" for when, who, said in talk.lines)) for talk in talks)
    return tuple(line for talk in lines for line in talk)


def map_lines(story: Story, state: State) -> tuple[str, ...]:
    """Return the map as lines of text."""
    return tuple(
        f"{capital(place.name)}{_how_far(place)}: {', '.join(map(way_text, place.ways)) or 'no way on'}"
        for place in map_view(story, state)
    )


def who_lines(story: Story, state: State) -> tuple[str, ...]:
    """Return who is here, and how whom the player faces is towards them, as lines of text."""
    here, person = here_view(story, state), person_view(story, state)
    lines = [f"{each.name}{f', {each.doing}' if each.doing else ''}." for each in here.people]
    if person:
        lines.append(f"{person.name} is {person.attitude}.")
        lines += [f"  {each.name} {signed(each.baseline)} → {signed(each.now)}" for each in person.feelings]
        lines += [f"  because: {ground_words(person.because)}"] if person.because else []
    return tuple(lines) or ("There is nobody here but you.",)


def _place(state: State) -> PlaceId:
    return state.world.whereabouts[PLAYER].place


def _doing_now(story: Story, state: State, npc: ActorId) -> str:
    doing, stopped = doing_words(story.village, state.world, npc), state.villagers[npc].stopped
    if doing or stopped is None:
        return doing or "listening to you"
    return f"was {story.village.activities[stopped.activity].doing}"


def _feeling(towards: Disposition, name: str) -> FeelingView:
    baseline, now = getattr(towards.baseline, name), getattr(towards.feelings, name)
    history = [baseline, *(getattr(refinement.after, name) for refinement in towards.refinements)]
    if history[-1] != now:
        history.append(now)
    return FeelingView(name, baseline, now, tuple(history))


def _traits(towards: Disposition) -> list[TraitView]:
    """Return the traits, those that changed first."""
    days = {change.name: day_of(each.minute) for each in towards.refinements for change in each.traits}
    views = [
        TraitView(
            clean(trait.name), clean(trait.wording), trait.baseline, trait.strength, _mark(trait), days.get(trait.name)
        )
        for trait in towards.traits
    ]
    return sorted(views, key=lambda view: not view.mark)


def _mark(trait: TraitNow) -> Mark:
    if trait.strength <= 0:
        return "dropped"
    if trait.baseline <= 0:
        return "new"
    if trait.wording != trait.baseline_wording:
        return "reworded"
    moved = trait.strength - trait.baseline
    if abs(moved) < NOTICEABLE:
        return ""
    return "stronger" if moved > 0 else "weaker"


def _ground(story: Story, villager: Villager, latest: Refinement) -> Ground:
    """Return the reason for a refinement, with the day and place its memory had, as far as that is still there."""
    player = story.village.opening.player
    reason = clean(latest.reason).replace(f"{player}'s", "your").replace(player, "you")
    changed = day_of(latest.minute)
    memory = villager.memories.get(latest.because[0]) if latest.because else None
    if memory is None:
        return Ground(reason, changed, "", changed)
    return Ground(reason, day_of(memory.happened), clean(memory.where.text), changed)


def _ways(story: Story, place: PlaceId) -> tuple[WayView, ...]:
    village = story.village
    return tuple(WayView(village.name(way.to), way.minutes, way.way) for way in village.places[place].exits)


def _distance(route: object) -> tuple[bool, int]:
    minutes = getattr(route, "minutes", None)
    return minutes is None, minutes or 0


def _how_far(place: MapPlace) -> str:
    if place.here:
        return " (you are here)"
    return " (no way from here)" if place.minutes is None else f" ({place.minutes} min away)"


def _line(story: Story, line: Line) -> tuple[str, str, str]:
    speaker = "You" if line.speaker == PLAYER else story.village.name(line.speaker)
    return f"day {day_of(line.minute)}, {clock_time(line.minute)}", speaker, clean(line.text)
