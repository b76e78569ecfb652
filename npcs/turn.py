"""One turn: a command, what it leads to, and everything it does to the minds. Pure, and the same live and in a replay.

`play` is a generator: it yields questions (`npcs.minds.mind`) and is sent their answers. Live play asks the memory
index and a mind; a replay reads the journal.
"""

from collections.abc import Generator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from npcs import life
from npcs.conversation import answered, parting, reconsidered, utterance_of
from npcs.memory.episodes import is_due, looked_back
from npcs.memory.formation import opening_villager
from npcs.minds.mind import Answer, Question, Utterance
from npcs.reflecting import looking_back
from npcs.rules import RULES, Rules
from npcs.story import Story
from npcs.villager import State, Villager
from world.commands import Command, Go, Part
from world.events import Event, Left, Parted, Refused
from world.rules import decide, minutes_of
from world.state import opening_world
from world.story import PLAYER, ActorId

Events: TypeAlias = tuple[Event, ...]


class Outcome(Struct, frozen=True):
    """What a turn led to."""

    state: State
    events: Events
    """Everything that happened, in order, wherever it happened."""

    notices: tuple[str, ...] = ()
    """What the player is to be told besides: another mind had to answer."""


Turn: TypeAlias = Generator[Question, Answer, Outcome]


def opening_state(story: Story, seed: int, rules: Rules = RULES) -> State:
    """Return the village as the story opens, everyone about their first business of the day."""
    now, villagers = story.village.opening.minute, dict[ActorId, Villager]()
    for npc in story.cast:
        remembering = opening_villager(story, npc, seed, rules.forgetting)
        villagers[npc] = looked_back(story, remembering, now, rules)
    return life.settled(story, State(opening_world(story.village), villagers, seed, rules=rules))


def play(story: Story, state: State, command: Command, pace: str = "moderate") -> Turn:
    """Play one command of the player's and let the village live on for as long as it took."""
    run = _Run(story, replace(state, turn=state.turn + 1), pace)
    yield from run.played(command)
    yield from run.looked_back(dawn=False)
    return Outcome(run.state, tuple(run.events), tuple(run.notices))


class _Run:
    """A turn under way: the state so far and what has happened in it."""

    def __init__(self, story: Story, state: State, pace: str) -> None:
        self.story, self.state, self.pace = story, state, pace
        self.events: list[Event] = []
        self.notices: list[str] = []

    def played(self, command: Command) -> Generator[Question, Answer, None]:
        if isinstance(command, Go):
            yield from self._walk(command)
            return
        minutes = minutes_of(command, self.story.village, self.state.world)
        happened = self._do(command)
        if any(isinstance(event, Refused) for event in happened):
            return
        for event in happened:
            addressed = utterance_of(event)
            if isinstance(event, Parted):
                addressed = event.to, parting(event)
            if addressed:
                yield from self._answer(*addressed)
        yield from self._live_on(minutes)

    def looked_back(self, *, dawn: bool) -> Generator[Question, Answer, None]:
        """Let everyone put what is over into episodes, at dawn or once enough has gathered."""
        for npc in self.state.villagers:
            if dawn or is_due(self.state.villagers[npc]):
                self.state = yield from looking_back(self.story, self.state, npc)

    def _walk(self, command: Go) -> Generator[Question, Answer, None]:
        """Walk to a place, by as many legs as it takes; the village lives on meanwhile."""
        world = self.state.world
        route = self.story.village.routes.get((world.whereabouts[PLAYER].place, command.place))
        step = route.step if route else command.place
        happened = self._do(replace(command, place=step))
        left = next((event for event in happened if isinstance(event, Left)), None)
        if left is None:
            return
        yield from self._live_on(left.arrives - left.minute)
        if step != command.place:
            yield from self._walk(command)

    def _do(self, command: Command) -> Events:
        """Carry a command out, the rules permitting, and let those who are there perceive it."""
        happened = decide(self.story.village, self.state.world, command)
        self.state, done = life.carried_out(self.story, self.state, happened)
        self.events += done
        return done

    def _answer(self, npc: ActorId, utterance: Utterance) -> Generator[Question, Answer, None]:
        self.state, interrupted = life.interrupted(self.story, self.state, npc)
        self.events += interrupted
        self.state, commands, notice = yield from answered(self.story, self.state, npc, utterance)
        if notice:
            self.notices.append(notice)
        for command in commands:
            if isinstance(command, Part) and self.state.world.facing != npc:
                continue
            self._do(command)
        self.state = yield from reconsidered(self.story, self.state, npc, utterance.speaker, dawn=False, pace=self.pace)

    def _live_on(self, minutes: int) -> Generator[Question, Answer, None]:
        """Let the clock run, minute by minute, while everyone follows their own business."""
        for _ in range(minutes):
            self.state, happened = life.minute_passed(self.story, self.state)
            self.events += happened
            if life.is_dawn(self.state):
                self.state = life.slept_on(self.state)
                yield from self.looked_back(dawn=True)
                for npc in self.state.villagers:
                    self.state = yield from reconsidered(self.story, self.state, npc, PLAYER, dawn=True, pace=self.pace)
