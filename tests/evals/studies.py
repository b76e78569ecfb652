"""What is counted of the serial: figures, and no opinion of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from statistics import fmean

from npcs.assembling import as_recalled, assembled
from npcs.knowledge import knowledge
from npcs.memory.dynamics import FORGETTING, Forgetting
from npcs.memory.lookup import lookup
from npcs.memory.recall import Recaller, existing, fused, with_neighbours
from npcs.memory.record import ElementState, Memory, MemoryId
from npcs.minds.mind import Converse, Hit, Recall, Recalled, Utterance
from npcs.prompts.budget import Prompt, tokens
from npcs.prompts.converse import converse_prompt
from npcs.prompts.parts import CEILINGS, as_line
from npcs.story import Story
from npcs.villager import State, Villager
from tests.evals.script import Needed
from tests.evals.serial import Played
from world.clock import HOUR, Minute
from world.story import PLAYER, ActorId, FactId

WINDOW = CEILINGS["key_facts"] + CEILINGS["recalled"] + CEILINGS["recent"]
"""Tokens that a recency window gets: what the game spends on key facts, recalled memories and recent lines."""

LAST_CHARACTERS = 400
"""The window of the epistemic-memory study, section 3.3."""

NO_LIMIT = 1_000_000

Asked = Callable[[State, Needed], Recalled]
"""How memories come to mind for a need."""


def latest(state: State, needed: Needed) -> Recalled:
    """Return the newest memories, as many as a recall returns: what comes to mind without an index."""
    newest = state.villagers[needed.villager].memories.last(8)
    return Recalled(tuple(Hit(memory.id, 0.0, {}) for memory in newest))


def question_of(story: Story, state: State, npc: ActorId, said: str) -> Recall:
    """Return what the game asks the memory index when the player says something."""
    entities = tuple(id_ for id_ in story.village.naming.mentioned(said) if id_ != npc)
    return Recall(npc, said, (PLAYER, *entities), state.world.minute)


def asked_of(story: Story, recaller: Recaller) -> Asked:
    """Return how memories come to mind by the game's own recall."""

    def asked(state: State, needed: Needed) -> Recalled:
        question = question_of(story, state, needed.villager, needed.said)
        return recaller.recall(question, state.villagers[needed.villager])

    return asked


def prompt_of(story: Story, state: State, npc: ActorId, said: str, recalled: Recalled) -> Prompt:
    """Return what a mind would be asked."""
    context = assembled(story, state, npc, PLAYER, recalled)
    return converse_prompt(story, Converse(npc, Utterance(PLAYER, "said", said), lambda: context))


# Known-information forgetting


@dataclass
class Missing:
    """How many needed facts were not in the context, by how the context was made."""

    of: int = 0
    """Needed facts that the villager still knew."""

    faded: int = 0
    """Needed facts that had faded from the villager's memory by then, and so are rightly not in the context."""

    gaps: list[int] = field(default_factory=list)
    by_way: dict[str, list[Needed]] = field(default_factory=dict)
    known: list[int] = field(default_factory=list)
    """How many facts the villager knew at each need."""

    styles: Counter[str] = field(default_factory=Counter)
    """How many needs came up in each way."""


def missing(serial: Played, asked: Asked = latest) -> Missing:
    """Return which needed facts were not in the context of the villager who needed them."""
    found = Missing(by_way={way: [] for way in ("last characters", "recency window", "key facts", "whole context")})
    for needed in serial.needed:
        state = serial.states[needed.scene]
        villager, now = state.villagers[needed.villager], state.world.minute
        known = knowledge(villager, now)
        if needed.fact not in known:
            found.faded += 1
            continue
        found.of += 1
        found.gaps.append(needed.scene - needed.told)
        found.known.append(len(known))
        found.styles[needed.style] += 1
        for way, there in _ways(serial.story, state, needed, asked).items():
            if not there:
                found.by_way[way].append(needed)
    return found


def _ways(story: Story, state: State, needed: Needed, asked: Asked) -> dict[str, bool]:
    villager = state.villagers[needed.villager]
    prompt = prompt_of(story, state, needed.villager, needed.said, asked(state, needed))
    in_key_facts = f"[{needed.fact}]" in prompt.text_of("key_facts")
    shown = prompt.text_of("recalled")
    return {
        "last characters": needed.fact in _facts_of(_window(story, state, villager, len, LAST_CHARACTERS)),
        "recency window": needed.fact in _facts_of(_window(story, state, villager, tokens, WINDOW)),
        "key facts": in_key_facts,
        "whole context": in_key_facts
        or any(f"- memory {memory.id} " in shown for memory in villager.memories if needed.fact in memory.facts),
    }


def _window(story: Story, state: State, villager: Villager, size: Callable[[str], int], most: int) -> Iterator[Memory]:
    """Yield the newest memories that fit into a window, as the prompt would word them."""
    for memory in sorted(villager.memories, key=lambda each: (-each.formed, -each.id)):
        line = as_line(as_recalled(memory, 0.0, state.world.minute), story.village, state.world.minute)
        most -= size(line) + 1
        if most < 0:
            return
        yield memory


def _facts_of(memories: Iterable[Memory]) -> set[FactId]:
    return {fact for memory in memories for fact in memory.facts}


# Relevant events in the context

RUNGS = {
    "recency + participants": ("time", "entity"),
    "+ semantic": ("time", "entity", "situation"),
    "+ lexical": ("time", "entity", "situation", "lexical"),
}


@dataclass(frozen=True)
class Relevant:
    """How much of an affair came to mind, and from how far."""

    questions: int
    events: float
    """Relevant events in the context, mean."""

    distance: float
    """Scenes between the question and the relevant events in the context, mean."""

    share: float
    """Share of all relevant events that the villager still remembered, 0 to 1."""


def relevant(serial: Played, recaller: Recaller, scenes: Iterable[int], limit: int = 8) -> dict[str, Relevant]:
    """Return, for each set of recall modes, what of the twelve affairs comes to mind when they are asked about."""
    counts: dict[str, list[tuple[int, int]]] = {}
    distances: dict[str, list[int]] = {}
    for at in scenes:
        for npc in serial.story.cast:
            for affair in serial.affairs:
                for said in affair.questions:
                    for way, (hits, wanted) in _found(serial, recaller, at, npc, affair.number, said, limit).items():
                        ids = [hit.id for hit in hits if hit.id in wanted]
                        counts.setdefault(way, []).append((len(ids), len(wanted)))
                        distances.setdefault(way, []).extend(at - serial.formed_in[npc, id_] for id_ in ids)
    return {
        way: Relevant(
            len(each),
            fmean(found for found, _ in each),
            fmean(distances[way] or [0]),
            sum(found for found, _ in each) / sum(wanted for _, wanted in each),
        )
        for way, each in counts.items()
    }


def _found(
    serial: Played, recaller: Recaller, at: int, npc: ActorId, affair: int, said: str, limit: int
) -> dict[str, tuple[list[Hit], set[MemoryId]]]:
    state = serial.states[at]
    villager = state.villagers[npc]
    wanted = {
        memory.id
        for memory in villager.memories
        if serial.touching.get((npc, memory.id)) == affair and (npc, memory.id) in serial.formed_in
    }
    if len(wanted) < 3:
        return {}
    place = state.world.place_of(npc)
    present = tuple(who for who in state.world.actors_at(place or "") if who != npc)
    around = Recall(npc, said, present, state.world.minute, NO_LIMIT)
    everything = recaller.recall(around, villager).hits
    exists = existing(around, villager, lookup(villager))
    found = {way: _cut(everything, modes, exists, limit) for way, modes in RUNGS.items()}
    asked = question_of(serial.story, state, npc, said)
    as_played = list(recaller.recall(asked, villager).hits)
    return {way: (hits, wanted) for way, hits in {**found, "as the game recalls": as_played}.items()}


def _cut(hits: tuple[Hit, ...], modes: tuple[str, ...], exists: Callable[[MemoryId], bool], limit: int) -> list[Hit]:
    """Return what only some of the modes would have brought."""
    scores = {mode: {hit.id: hit.modes[mode] for hit in hits if mode in hit.modes} for mode in modes}
    return with_neighbours(fused(scores, limit), exists, limit)


# Leaks


@dataclass
class Leaks:
    """What was found where it must not be."""

    asked: int = 0
    later: list[str] = field(default_factory=list)
    """Memories and facts that came later than the minute asked about."""

    reworded: int = 0
    """Memories found whose wording was changed after that minute."""


def as_of_leaks(serial: Played, recaller: Recaller, every: int = 1, questions: int = 3) -> Leaks:
    """Return what the minds at the end of the serial let slip of later scenes, asked as of each scene's end.

    What was there is read from the state as it was then, not from any memory's own minute.
    """
    leaks, end = Leaks(), serial.states[-1]
    for number in range(0, len(serial.states), every):
        then = serial.states[number]
        for npc, villager in end.villagers.items():
            before = then.villagers[npc]
            late = {memory.id for memory in villager.memories if memory.id >= before.next_id}
            for affair in range(questions):
                said = serial.affairs[(number + affair) % len(serial.affairs)].questions[0]
                question = question_of(serial.story, then, npc, said)
                for hit in recaller.recall(question, villager).hits:
                    leaks.asked += 1
                    if hit.id in late:
                        leaks.later.append(f"{npc} recalls memory {hit.id} as of scene {number}")
                    old = before.memories.get(hit.id)
                    leaks.reworded += old is not None and old.text != villager.memories[hit.id].text
            heard = {e.fact for e in serial.exposures if e.villager == npc and e.minute <= then.world.minute}
            for fact in knowledge(villager, then.world.minute):
                leaks.asked += 1
                if fact not in heard:
                    leaks.later.append(f"{npc} knows {fact} as of scene {number}")
    return leaks


@dataclass
class Pairs:
    """Whether who knows what agrees with the log."""

    pairs: int = 0
    known: int = 0
    faded: int = 0
    """Facts once taken in and faded since, by the law computed here anew."""

    wrong: list[str] = field(default_factory=list)


def wrong_knowers(serial: Played, every: int = 1) -> Pairs:
    """Return where `npcs.knowledge` and the log disagree, for every fact and villager at the scenes' ends."""
    found = Pairs()
    for number in range(0, len(serial.states), every):
        state = serial.states[number]
        now = state.world.minute
        for npc, villager in state.villagers.items():
            exposed = {e.fact for e in serial.exposures if e.villager == npc and e.minute <= now}
            told = {fact for memory in villager.memories if still_told(memory, now) for fact in memory.facts}
            knows = set(knowledge(villager, now))
            for fact in serial.story.village.facts:
                found.pairs += 1
                found.known += fact in knows
                found.faded += fact in exposed and fact not in told
                if (fact in knows) != (fact in exposed and fact in told):
                    found.wrong.append(f"{npc}, {fact}, scene {number}: knows is {fact in knows}")
    return found


def still_told(memory: Memory, now: Minute, law: Forgetting = FORGETTING) -> bool:
    """Return whether a memory can still tell what it is about: the law of the 5Ws document in floating point."""
    if memory.irreversible:
        return memory.what.state is ElementState.KNOWN
    hours = max(0, now - memory.formed) / HOUR
    fall = (1 + law.beta * hours) ** -law.psi
    known = [
        part.state is ElementState.KNOWN and law.alpha * memory.importance * part.attention * fall >= law.threshold
        for part in memory.elements
    ]
    return known[1] and known.count(False) / len(known) < law.removal


def spread(numbers: Iterable[int]) -> str:
    """Return a count of numbers by tens: `0-9: 12, 10-19: 7`."""
    tens = Counter(number // 10 * 10 for number in numbers)
    return ", ".join(f"{ten}-{ten + 9}: {count}" for ten, count in sorted(tens.items()))
