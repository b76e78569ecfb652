"""The serial as it is lived: its script played through the game's own `perceived`, `formed`, `connected` and the rest.

Beside the memories that are formed, the log of the script says who took which fact in, and when.
"""

from dataclasses import dataclass, field

from msgspec.structs import replace

from npcs.memory.formation import formed, from_reply, opening_villager, own_act, perceived, swept
from npcs.memory.impression import Impression
from npcs.memory.record import MemoryId
from npcs.memory.relevance import connected
from npcs.minds.mind import Create, FiveWs, Replied, Utterance
from npcs.story import Story
from npcs.villager import RECENT_LINES, Line, State, with_villager
from tests.evals.quay import ELSEWHERE, KINDS, Affair, affairs, harbour, holder
from tests.evals.script import A_DAY, SCENES, Beat, Needed, Scene, script
from world.clock import Minute
from world.events import Said
from world.rules import evolve
from world.state import Doing, Whereabouts, opening_world
from world.story import PLAYER, ActorId, FactId


@dataclass(frozen=True)
class Exposure:
    """The log's word for it: somebody took a fact in."""

    villager: ActorId
    fact: FactId
    scene: int
    minute: Minute
    memory: MemoryId | None = None


@dataclass
class Played:
    """The serial after it was played."""

    story: Story
    scenes: tuple[Scene, ...]
    affairs: tuple[Affair, ...]
    states: list[State] = field(default_factory=list)
    """The state at the end of each scene; what was needed in it is asked of this state."""

    exposures: list[Exposure] = field(default_factory=list)
    formed_in: dict[tuple[ActorId, MemoryId], int] = field(default_factory=dict)
    """The scene in which each memory came to be, as the stage manager wrote it down."""

    touching: dict[tuple[ActorId, MemoryId], int] = field(default_factory=dict)
    """The affair that a memory belongs to."""

    @property
    def needed(self) -> list[Needed]:
        """All needs, in the order of the scenes."""
        return [needed for scene in self.scenes for needed in scene.needed]


def played(seed: int, scenes: int = SCENES) -> Played:
    """Return the serial, played from beginning to end."""
    story = harbour(seed)
    villagers = {npc: opening_villager(story, npc, seed) for npc in story.cast}
    state = State(opening_world(story.village), villagers, seed)
    serial = Played(story, script(seed, scenes), affairs(seed))
    opening = state.world.minute
    for affair in serial.affairs:
        for kind in KINDS:
            if (who := holder(seed, affair, kind)) is not None:
                serial.exposures.append(Exposure(who, affair.fact(kind), -1, opening))
    for scene in serial.scenes:
        state = _performed(serial, scene, state)
        serial.states.append(state)
        if scene.number % A_DAY == A_DAY - 1:
            dawn = scene.minute + 600
            state = replace(state, villagers={npc: swept(v, dawn) for npc, v in state.villagers.items()})
    return serial


def _performed(serial: Played, scene: Scene, state: State) -> State:
    """Return the state at the end of a scene, its beats lived through and its questions not yet asked."""
    state = _risen(serial.story, scene, state)
    for beat in scene.beats:
        state = replace(state, world=replace(state.world, minute=beat.event.minute))
        present = state.world.witnesses(beat.event.place, serial.story.village)
        state = replace(state, world=evolve(state.world, beat.event))
        now_there = state.world.witnesses(beat.event.place, serial.story.village)
        for npc in dict.fromkeys((*present, *now_there)):
            state = _taken_in(serial, scene, state, npc, beat)
        for who in beat.audience:
            serial.exposures += [Exposure(who, fact, scene.number, beat.event.minute) for fact in beat.facts]
    return state


def _risen(story: Story, scene: Scene, state: State) -> State:
    """Return the state as the curtain rises: those of the scene in their places, everybody else elsewhere."""
    here = {*scene.there, *scene.asleep, PLAYER}
    whereabouts = {who: Whereabouts(scene.place if who in here else ELSEWHERE) for who in (*story.cast, PLAYER)}
    doing = {who: Doing("sleep", scene.minute, scene.minute + 400) for who in scene.asleep}
    world = replace(state.world, minute=scene.minute, whereabouts=whereabouts, doing=doing, facing=None)
    return replace(state, world=world, turn=state.turn + 1)


def _taken_in(serial: Played, scene: Scene, state: State, npc: ActorId, beat: Beat) -> State:
    impression = _impression(serial.story, state, npc, beat)
    before = state.villagers[npc]
    if impression is None:
        return state
    villager, id_ = formed(before, impression, state.world.minute, state.seed)
    if id_ is not None and id_ >= before.next_id:
        villager = connected(villager, id_, serial.story)
        serial.formed_in[npc, id_] = scene.number
    if id_ is not None and beat.affair is not None:
        serial.touching[npc, id_] = beat.affair
    if isinstance(beat.event, Said):
        line = Line(beat.event.minute, beat.event.actor, beat.event.text)
        villager = replace(villager, talk=(*villager.talk, line)[-RECENT_LINES:])
    return with_villager(state, villager)


def _impression(story: Story, state: State, npc: ActorId, beat: Beat) -> Impression | None:
    event = beat.event
    if event.actor == npc:
        return own_act(story, state.world, npc, event)
    if isinstance(event, Said) and event.actor == PLAYER and event.to == npc:
        replied = Replied("I see.", "react", Create(FiveWs()), "novelty", 0.5, 0.0, 0.3, facts_heard=beat.facts)
        heard = replace(replied, entities=tuple(story.village.naming.mentioned(event.text)))
        return from_reply(story, state.world, npc, Utterance(PLAYER, "said", event.text), heard)
    return perceived(story, state.world, npc, event, beat.facts)
