"""What happens when somebody turns to a villager: they recall, answer, remember it, and may come to feel otherwise.

Every step that is no pure function of the state is a question that the turn yields.
"""

from collections.abc import Generator
from functools import cache, partial
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from npcs import personality
from npcs.assembling import assembled, disposition_towards
from npcs.memory.dynamics import Forgetting, rehearsed, strength
from npcs.memory.episodes import come_to_mind
from npcs.memory.formation import formed, updated
from npcs.memory.impressions import from_reply, own_reply
from npcs.memory.record import MemoryId
from npcs.memory.relevance import connected
from npcs.minds.mind import (
    Answer,
    Converse,
    EndTalk,
    GiveThing,
    Hit,
    Nothing,
    Question,
    Recall,
    Recalled,
    Refine,
    Refined,
    Replied,
    Update,
    Utterance,
)
from npcs.story import Story
from npcs.villager import RECENT_LINES, Line, State, Villager, with_villager
from world.clock import Minute
from world.commands import Command, Give, Part, Say
from world.events import Approached, Did, Event, Gave, Parted, Said, Showed
from world.story import PLAYER, ActorId, FactId

Asking: TypeAlias = Generator[Question, Answer, State]
"""A step of a turn that may ask questions before it returns the next state."""


class WrongAnswerError(Exception):
    """A question was sent an answer of another kind."""


def utterance_of(event: Event) -> tuple[ActorId, Utterance] | None:
    """Return whom an event addresses and with what, or None if it is not addressed to a villager by the player."""
    match event:
        case Said(actor=speaker, to=str(to), text=text) if to != PLAYER and speaker == PLAYER:
            return to, Utterance(speaker, "said", text)
        case Did(actor=speaker, to=str(to), text=text) if to != PLAYER and speaker == PLAYER:
            return to, Utterance(speaker, "did", text)
        case Gave(actor=speaker, to=to, thing=thing, reason=reason) if to != PLAYER and speaker == PLAYER:
            return to, Utterance(speaker, "gave", "", thing, reason)
        case Showed(actor=speaker, to=to, thing=thing) if to != PLAYER and speaker == PLAYER:
            return to, Utterance(speaker, "showed", "", thing)
        case Approached(actor=speaker, to=to) if to != PLAYER and speaker == PLAYER:
            return to, Utterance(speaker, "approached", "")
        case _:
            return None


def parting(event: Parted) -> Utterance:
    """Return a leave-taking as something that was done towards a villager."""
    return Utterance(event.actor, "parted", "")


def answered(
    story: Story, state: State, npc: ActorId, utterance: Utterance
) -> Generator[Question, Answer, tuple[State, tuple[Command, ...], str]]:
    """Let a villager answer; return the state, what they now do (their words first) and a notice for the player."""
    recalled = yield from _recall(story, state, npc, utterance)
    state = with_villager(state, _rehearse(state, npc, recalled.hits))
    replied = yield Converse(npc, utterance, cache(partial(assembled, story, state, npc, utterance.speaker, recalled)))
    if not isinstance(replied, Replied):
        raise WrongAnswerError(f"asked to converse, answered {type(replied).__name__}")
    villager = _remembered(story, state, npc, utterance, replied)
    villager = _heard(story, villager, utterance, replied, state.world.minute)
    return with_villager(state, villager), _commands(npc, utterance.speaker, replied), replied.notice


def _recall(story: Story, state: State, npc: ActorId, utterance: Utterance) -> Generator[Question, Answer, Recalled]:
    text = f"{utterance.text} {story.village.name(utterance.thing) if utterance.thing else ''}".strip()
    entities = tuple(e for e in story.village.naming.mentioned(text) if e != npc)
    if utterance.thing and utterance.thing not in entities:
        entities = (*entities, utterance.thing)
    asked = Recall(
        npc, text or story.village.name(utterance.speaker), (utterance.speaker, *entities), state.world.minute
    )
    recalled = yield asked
    if not isinstance(recalled, Recalled):
        raise WrongAnswerError(f"asked to recall, answered {type(recalled).__name__}")
    return recalled


def _rehearse(state: State, npc: ActorId, hits: tuple[Hit, ...]) -> Villager:
    villager = state.villagers[npc]
    found = [memory for hit in hits if (memory := villager.memories.get(hit.id))]
    stronger = [rehearsed(memory, state.world.minute, state.seed, npc, state.rules.forgetting) for memory in found]
    villager = come_to_mind(villager, stronger, state.world.minute, state.rules.fading)
    return replace(villager, memories=villager.memories.changed(put=stronger))


def _remembered(story: Story, state: State, npc: ActorId, utterance: Utterance, replied: Replied) -> Villager:
    """Form or update the memory of what was said, and form that of the villager's own words."""
    villager, now, seed = state.villagers[npc], state.world.minute, state.seed
    forgetting = state.rules.forgetting
    before = villager.next_id
    important = 0.0
    match replied.operation:
        case Update(memory=id_, elements=elements) if id_ in villager.memories:
            villager = _with_facts(updated(villager, id_, elements, now, seed, forgetting), id_, replied.facts_heard)
        case Nothing():
            pass
        case _:
            impression = from_reply(story, state.world, npc, utterance, replied)
            important = impression.importance
            villager = _stored(villager, formed(villager, impression, now, seed, forgetting), story, forgetting)
    own = own_reply(story, state.world, npc, utterance, replied)
    if own is not None:
        villager = _stored(villager, formed(villager, own, now, seed, forgetting), story, forgetting)
    return _counted(story, villager, utterance.speaker, villager.next_id - before, important)


def _with_facts(villager: Villager, id_: MemoryId, facts: tuple[FactId, ...]) -> Villager:
    """Let a memory that was filled in carry what was told with it."""
    memory = villager.memories[id_]
    news = tuple(fact for fact in facts if fact not in memory.facts)
    return replace(villager, memories=villager.memories.changed(put=[replace(memory, facts=(*memory.facts, *news))]))


def _stored(before: Villager, after: tuple[Villager, int | None], story: Story, forgetting: Forgetting) -> Villager:
    villager, id_ = after
    new = id_ is not None and id_ >= before.next_id
    return connected(villager, id_, story, forgetting) if new and id_ is not None else villager


def _counted(story: Story, villager: Villager, person: ActorId, new: int, important: float) -> Villager:
    """Count new memories of a person; one that shakes counts for as many as a refinement waits for."""
    towards = disposition_towards(story, villager, person)
    count = towards.memories_since + new
    if important >= personality.SHAKING:
        count = max(count, personality.MEMORIES_BETWEEN)
    return replace(villager, dispositions={**villager.dispositions, person: replace(towards, memories_since=count)})


def _heard(story: Story, villager: Villager, utterance: Utterance, replied: Replied, now: Minute) -> Villager:
    """Keep the last lines of talk word for word, and what was done between them in brackets."""
    lines = list(villager.talk)
    if words := _as_line(story, utterance):
        lines.append(Line(now, utterance.speaker, words))
    if replied.reply:
        lines.append(Line(now, villager.id, replied.reply))
    return replace(villager, talk=tuple(lines[-RECENT_LINES:]))


def _as_line(story: Story, utterance: Utterance) -> str:
    match utterance.kind:
        case "said":
            return utterance.text
        case "did":
            return f"({utterance.text})"
        case "gave" | "showed":
            return f"({utterance.kind} the {story.village.name(utterance.thing or '')})"
        case "approached" | "parted":
            return ""
    assert_never(utterance.kind)


def _commands(npc: ActorId, to: ActorId, replied: Replied) -> tuple[Command, ...]:
    commands: list[Command] = [Say(actor=npc, to=to, text=replied.reply)] if replied.reply else []
    for act in replied.acts:
        match act:
            case GiveThing(thing=thing):
                commands.append(Give(actor=npc, to=to, thing=thing))
            case EndTalk():
                commands.append(Part(actor=npc))
    return tuple(commands)


def reconsidered(story: Story, state: State, npc: ActorId, person: ActorId, *, dawn: bool, pace: str) -> Asking:
    """Refine how a villager is towards a person, if enough has happened between them."""
    villager = state.villagers[npc]
    towards = villager.dispositions.get(person)
    if towards is None or not personality.is_due(towards, dawn=dawn):
        return state
    now, forgetting = state.world.minute, state.rules.forgetting
    because = personality.strongest_about(villager, person, now, forgetting)
    hits = tuple(Hit(memory.id, strength(memory, now, forgetting), {}) for memory in because)
    context = assembled(story, state, npc, person, Recalled(hits))
    answer = yield Refine(npc, person, now, tuple(hit.id for hit in hits), context)
    if not isinstance(answer, Refined):
        raise WrongAnswerError(f"asked to refine, answered {type(answer).__name__}")
    changed = personality.refined(towards, answer, because, state, pace)
    return with_villager(state, replace(villager, dispositions={**villager.dispositions, person: changed}))
