"""Village life between the player's words: people walk, arrive, begin, leave off, and perceive one another.

Pure: the next minute of the village is a function of this one.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from npcs import needs
from npcs.decide import choose, describe_choice
from npcs.memory.formation import formed, swept
from npcs.memory.impressions import own_act, perceived
from npcs.memory.relevance import connected
from npcs.story import Story
from npcs.villager import Plan, State, StoppedAction, Villager, with_villager
from world.clock import DAWN, minute_of_day
from world.commands import Go, Start, Stop
from world.events import Arrived, Event, Started, Stopped
from world.rules import decide, evolve
from world.state import Doing
from world.story import PLAYER, ActorId

TICK = 5
"""Minutes between two looks at what to do next."""

TALK_LAPSES = 5
"""Minutes of silence after which a conversation is over and a villager turns back to their own business."""


def is_dawn(state: State) -> bool:
    """Return whether a new day has just begun for the village."""
    return minute_of_day(state.world.minute) == DAWN


def settled(story: Story, state: State) -> State:
    """Return the opening state with everyone who has something to do here already doing it."""
    for npc in state.villagers:
        choice = choose(story, state, npc, farthest=0)
        if choice is None:
            continue
        now = state.world.minute
        doing = Doing(choice.activity, now, now + story.village.activities[choice.activity].minutes)
        state = replace(state, world=replace(state.world, doing={**state.world.doing, npc: doing}))
        state = with_villager(state, replace(state.villagers[npc], why=describe_choice(choice, state.world)))
    return state


def slept_on(state: State) -> State:
    """Return the state after a night: memories of which too little is left are gone."""
    now, forgetting = state.world.minute, state.rules.forgetting
    return replace(
        state, villagers={npc: swept(villager, now, forgetting) for npc, villager in state.villagers.items()}
    )


def carried_out(story: Story, state: State, events: Iterable[Event]) -> tuple[State, tuple[Event, ...]]:
    """Return the state after events, each perceived by those who were there and awake."""
    done = tuple(events)
    for event in done:
        seeing = state.world.witnesses(event.place, story.village)
        state = replace(state, world=evolve(state.world, event))
        seeing += [npc for npc in state.world.witnesses(event.place, story.village) if npc not in seeing]
        for npc in seeing:
            state = _perceive(story, state, npc, event)
        if event.actor in state.villagers:
            state = _lived(story, state, event)
    return state, done


def _perceive(story: Story, state: State, npc: ActorId, event: Event) -> State:
    own = event.actor == npc
    impression = own_act(story, state.world, npc, event) if own else perceived(story, state.world, npc, event)
    if impression is None:
        return state
    before = state.villagers[npc]
    villager, id_ = formed(before, impression, state.world.minute, state.seed, state.rules.forgetting)
    if id_ is not None and id_ >= before.next_id:
        villager = connected(villager, id_, story, state.rules.forgetting)
    return with_villager(state, villager)


def _lived(story: Story, state: State, event: Event) -> State:
    """Return the state after what an act of a villager's own does to their needs and intentions."""
    villager = state.villagers[event.actor]
    match event:
        case Started(activity=activity) if villager.stopped and villager.stopped.activity == activity:
            return with_villager(state, replace(villager, stopped=None))
        case Stopped(activity=activity, finished=True):
            return with_villager(state, _served(story, state, villager, activity))
        case _:
            return state


def _served(story: Story, state: State, villager: Villager, activity: str) -> Villager:
    now, serves = state.world.minute, story.village.activities[activity].serves
    eased = {n: needs.lowered(need, serves[n], now) if n in serves else need for n, need in villager.needs.items()}
    return replace(villager, needs=eased)


def interrupted(story: Story, state: State, npc: ActorId) -> tuple[State, tuple[Event, ...]]:
    """Return the state after a villager left off what they were doing, to be resumed later."""
    doing = state.world.doing.get(npc)
    if doing is None:
        return replace(state, villagers={**state.villagers, npc: replace(state.villagers[npc], bound_for=None)}), ()
    left = max(1, doing.until - state.world.minute)
    stopped = StoppedAction(doing.activity, state.world.minute, left)
    state = with_villager(state, replace(state.villagers[npc], stopped=stopped, bound_for=None))
    return carried_out(story, state, decide(story.village, state.world, Stop(actor=npc)))


def minute_passed(story: Story, state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the village one minute later, and what happened in that minute."""
    state = replace(state, world=replace(state.world, minute=state.world.minute + 1))
    state, happened = _arrivals(story, state)
    events = list(happened)
    for npc in state.villagers:
        state, happened = _finished(story, state, npc)
        events += happened
    if state.world.minute % TICK == 0:
        for npc in state.villagers:
            state, happened = _chosen(story, state, npc)
            events += happened
    return state, tuple(events)


def _arrivals(story: Story, state: State) -> tuple[State, tuple[Event, ...]]:
    """Let everyone whose walk ends now arrive, and those with further to go walk on."""
    now, events = state.world.minute, list[Event]()
    due = [(who, at) for who, at in state.world.whereabouts.items() if at.arrives is not None and at.arrives <= now]
    for who, at in due:
        arrived = Arrived(actor=who, place=at.towards or at.place, minute=now, origin=at.place)
        state, happened = carried_out(story, state, (arrived,))
        events += happened
        if who != PLAYER:
            state, happened = _next_step(story, state, who)
            events += happened
    return state, tuple(events)


def _next_step(story: Story, state: State, npc: ActorId) -> tuple[State, tuple[Event, ...]]:
    """Take the next leg towards what a villager is bound for, or begin it."""
    villager, world = state.villagers[npc], state.world
    plan, here = villager.bound_for, world.place_of(npc)
    if plan is None or here is None:
        return state, ()
    if here == plan.place:
        state = with_villager(state, replace(villager, bound_for=None))
        return _begun(story, state, npc, plan.activity)
    step = story.village.routes[here, plan.place].step
    return carried_out(story, state, decide(story.village, world, Go(actor=npc, place=step)))


def _begun(story: Story, state: State, npc: ActorId, activity: str) -> tuple[State, tuple[Event, ...]]:
    """Begin an activity, for as long as was left of it if it had been left off."""
    stopped = state.villagers[npc].stopped
    events = decide(story.village, state.world, Start(actor=npc, activity=activity))
    if stopped and stopped.activity == activity:
        until = state.world.minute + stopped.minutes_left
        events = tuple(replace(e, until=until, resumed=True) if isinstance(e, Started) else e for e in events)
    return carried_out(story, state, events)


def _finished(story: Story, state: State, npc: ActorId) -> tuple[State, tuple[Event, ...]]:
    doing = state.world.doing.get(npc)
    if doing is None or doing.until > state.world.minute:
        return state, ()
    here = state.world.whereabouts[npc].place
    over = Stopped(actor=npc, place=here, minute=state.world.minute, activity=doing.activity, finished=True)
    return carried_out(story, state, (over,))


def _chosen(story: Story, state: State, npc: ActorId) -> tuple[State, tuple[Event, ...]]:
    """Let a villager who is free choose; let one who is busy be called away only by a need that became urgent."""
    world, villager = state.world, state.villagers[npc]
    if world.place_of(npc) is None or _is_talking(state, npc):
        return state, ()
    doing = world.doing.get(npc)
    if doing and not _is_called_away(story, state, npc, doing):
        return state, ()
    choice = choose(story, state, npc)
    if choice is None or (doing and not choice.urgent) or (doing and choice.activity == doing.activity):
        return state, ()
    events: tuple[Event, ...] = ()
    if doing:
        state, events = interrupted(story, state, npc)
        villager = state.villagers[npc]
    plan = Plan(choice.activity, choice.place)
    state = with_villager(state, replace(villager, bound_for=plan, why=describe_choice(choice, state.world)))
    state, begun = _next_step(story, state, npc)
    return state, (*events, *begun)


def _is_called_away(story: Story, state: State, npc: ActorId, doing: Doing) -> bool:
    """Return whether a need weighs 3 that what they are doing does not serve. Sleepers are left to sleep."""
    activity = story.village.activities[doing.activity]
    if activity.asleep:
        return False
    now, villager = state.world.minute, state.villagers[npc]
    urgent = {name for name, need in villager.needs.items() if needs.weight(need, now) >= needs.URGENT}
    return bool(urgent - set(activity.serves)) and not urgent & set(activity.serves)


def _is_talking(state: State, npc: ActorId) -> bool:
    world = state.world
    return world.facing == npc and world.minute - world.faced_at < TALK_LAPSES
