"""What memory costs, small and large: recall, formation, and a save of 100,000 memories.

The embedding is left out, as the targets say: vectors are drawn from hashes (`tests.evals.fake_vectors`), before the
clock starts. Everything else is the game's own: Chroma on the disk, the words, the rules, the snapshot.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace

from npcs.authored import read_story
from npcs.disposition import FeelingsNow
from npcs.memory.collection import Memories
from npcs.memory.dynamics import rehearsed
from npcs.memory.formation import formed
from npcs.memory.impression import Impression
from npcs.memory.recall import CANDIDATES, Recaller
from npcs.memory.record import Element, ElementState, Memory, Source, SourceKind
from npcs.memory.relevance import connected
from npcs.memory.store import ChromaIndex
from npcs.minds.mind import (
    Answer,
    Appraise,
    Appraised,
    Converse,
    Create,
    FiveWs,
    Question,
    Recall,
    Refine,
    Refined,
    Reflect,
    Reflected,
    Replied,
)
from npcs.story import Story
from npcs.turn import opening_state, play
from npcs.villager import State, Villager, digest
from saves.journal import Header
from saves.minds import write_minds
from saves.snapshot import read_snapshot, write_snapshot
from tests.evals.fake_vectors import FakeVectors
from world.chance import chance, pick
from world.commands import Say
from world.state import Whereabouts
from world.story import PLAYER, Village

Row = tuple[str, str, str, str]
"""What, measured, target, besides."""

RECALL_TARGETS = {1_000: 4, 5_000: 6, 20_000: 12}
FORMING_SIZES = (100, 1_000, 5_000, 20_000)
FORMING_TARGET = 12
RUNS = 60
CROWD = 100
NOW = 30_000

_WORDS_TEXT = """
anvil apple barn barrel basket bell bench blanket boat bread bridge broom bucket candle cart chalk cheese church cider
cloak coal coin crow cup dog door drum egg fence ferry fiddle fire fish flour fork fox gate goat goose grain hammer
harvest hat hay hedge hen herb hill honey horse ice inn iron jug kettle key kitchen knife lamp lane ledger letter
linen lock loft meadow milk mill mouse nail needle net oak oats oven owl path pear pig pond pot rain ring river roof
rope rose rye sack salt saw sheep shoe sieve silver smoke snow soap song spade spoon stable star stone storm straw
table tallow thread tithe toll tower tree wall well wheat wheel whistle willow window wine wolf wood wool
"""
_WORDS = tuple(_WORDS_TEXT.split())
_VERBS_TEXT = "brought mended sold lost found carried broke borrowed painted hid weighed counted stole burned washed"
_VERBS = tuple(_VERBS_TEXT.split())


def rows() -> list[Row]:
    """Measure everything and return the rows of a table."""
    return [*_recalling(), *_forming(), *_crowd()]


def memory(story: Story, id_: int, npc: str, formed_at: int) -> Memory:
    """Return one of many memories, all different, about the people and places of a story."""
    who, place, what, why = _said(id_)
    people, places, facts = tuple(story.cast), tuple(story.village.places), tuple(story.village.facts)
    actor, at = people[who % len(people)], places[place % len(places)]

    def known(text: str) -> Element:
        return Element(text, ElementState.KNOWN, 3.0)

    return Memory(
        id=id_, formed=formed_at, happened=formed_at,
        who=known(story.village.name(actor)), what=known(what), when=known("day 1, 08:00"),
        where=known(story.village.name(at)), why=known(why),
        importance=9.0, factor="novelty", relevance=id_ % 100 / 10, arousal=0.3,
        participants=(actor, npc), entities=tuple(dict.fromkeys((actor, npc, at))),
        facts=(facts[id_ % len(facts)],) if id_ % 20 == 0 else (),
    )  # fmt: skip


@cache
def _said(id_: int) -> tuple[int, int, str, str]:
    """Return by chance who and where, as numbers, and what and why, in words."""
    words = [pick(_WORDS, 1, "word", id_, i) for i in range(4)]
    what = f"{pick(_VERBS, 1, 'verb', id_)} the {words[0]} and the {words[1]} from the {words[2]}"
    return int(1e6 * chance(1, "who", id_)), int(1e6 * chance(1, "place", id_)), what, f"for the {words[3]}"


def filled(story: Story, npc: str, size: int) -> Villager:
    """Return a villager who remembers so many things, formed a minute apart."""
    memories = Memories(memory(story, id_, npc, NOW - size + id_) for id_ in range(1, size + 1))
    return Villager(id=npc, memories=memories, next_id=size + 1, needs={}, dispositions={})


def timed(call: Callable[[], object]) -> float:
    """Return the milliseconds that a call takes."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def _figure(milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    return f"p50 {statistics.median(ordered):.1f} ms, p95 {ordered[int(0.95 * len(ordered))]:.1f}"


def _recalling() -> Iterator[Row]:
    story = read_story()
    npc = next(iter(story.cast))
    for size, target in RECALL_TARGETS.items():
        with tempfile.TemporaryDirectory() as folder:
            embedder, recaller, villager = _indexed(story, npc, size, Path(folder))
            dense, whole = _recalled(story, embedder, recaller, villager)
            recaller.close()
        besides = f"Chroma's dense query alone, {CANDIDATES} nearest: {_figure(dense)}"
        yield f"recall, hybrid and durable, {size:,} memories", _figure(whole), f"p50 ≤ {target} ms", besides


def _indexed(story: Story, npc: str, size: int, folder: Path) -> tuple[FakeVectors, Recaller, Villager]:
    embedder, villager = FakeVectors(), filled(story, npc, size)
    recaller = Recaller(embedder, ChromaIndex(folder, embedder))  # type: ignore[arg-type]
    recaller.recall(_asked(story, npc, 0), villager)
    return embedder, recaller, villager


def _asked(story: Story, npc: str, i: int) -> Recall:
    text = f"Who {pick(_VERBS, 2, i)} the {pick(_WORDS, 2, 'a', i)} and the {pick(_WORDS, 2, 'b', i)}?"
    return Recall(npc, text, (PLAYER, pick(tuple(story.village.places), 2, "place", i)), NOW)


def _recalled(
    story: Story, embedder: FakeVectors, recaller: Recaller, villager: Villager
) -> tuple[list[float], list[float]]:
    """Time questions one after the other; between two, what came to mind is rehearsed, as a turn does."""
    npc, dense, whole = villager.id, list[float](), list[float]()
    for i in range(1, RUNS + 1):
        question = _asked(story, npc, i)
        vector = embedder.vectors([question.text])[0]
        begun = time.perf_counter()
        recaller.index.query(npc, vector, CANDIDATES)
        dense.append((time.perf_counter() - begun) * 1000)
        begun = time.perf_counter()
        hits = recaller.recall(question, villager).hits
        whole.append((time.perf_counter() - begun) * 1000)
        stronger = [rehearsed(villager.memories[hit.id], NOW, 1, npc) for hit in hits]
        villager = replace(villager, memories=villager.memories.changed(put=stronger))
    return dense, whole


def _forming() -> Iterator[Row]:
    story, medians = read_story(), list[float]()
    npc = next(iter(story.cast))
    for size in FORMING_SIZES:
        with tempfile.TemporaryDirectory() as folder:
            embedder, recaller, villager = _indexed(story, npc, size, Path(folder))
            parts = _formed(story, embedder, recaller, villager)
            recaller.close()
        total = [sum(each) for each in parts]
        medians.append(statistics.median(total))
        form, connect, sync = (statistics.median(part) for part in zip(*parts, strict=True))
        besides = f"formed {form:.1f}, connected {connect:.1f}, index {sync:.1f} ms"
        yield f"forming a memory, {size:,} memories", _figure(total), f"p50 ≤ {FORMING_TARGET} ms", besides
    yield "forming, 20,000 over 100 memories", f"{medians[-1] / medians[0]:.1f} ×", "flat", "medians"


def _formed(
    story: Story, embedder: FakeVectors, recaller: Recaller, villager: Villager
) -> list[tuple[float, float, float]]:
    """Time each of the three steps of forming a memory, one memory after the other."""
    found = []
    for _ in range(RUNS):
        impression = _impression(story, villager.id, villager.next_id)
        begun = time.perf_counter()
        villager, id_ = formed(villager, impression, NOW, 1)
        after_forming = time.perf_counter()
        assert id_ is not None
        villager = connected(villager, id_, story)
        after_connecting = time.perf_counter()
        embedder.vectors([villager.memories[id_].text])
        before_indexing = time.perf_counter()
        recaller.index.sync(villager.id, villager.memories)
        seconds = after_forming - begun, after_connecting - after_forming, time.perf_counter() - before_indexing
        found.append((seconds[0] * 1000, seconds[1] * 1000, seconds[2] * 1000))
    return found


def _impression(story: Story, npc: str, id_: int) -> Impression:
    like = memory(story, id_, npc, NOW)
    texts = [part.text for part in like.elements]
    return Impression(
        elements=FiveWs(*texts), happened=NOW, importance=6.0, factor="novelty", participants=like.participants,
        entities=like.entities, facts=like.facts, source=Source(SourceKind.WITNESSED),
    )  # fmt: skip


# A crowd


def crowd(size: int) -> Story:
    """Return the bundled story with so many villagers: its own, over and over."""
    story = read_story()
    own = tuple(story.cast)
    ids = {f"{own[i % len(own)]}_{i}": own[i % len(own)] for i in range(size)}
    village = {name: getattr(story.village, name) for name in Village.model_fields}
    people = {id_: story.village.people[like] for id_, like in ids.items()}
    cast = {id_: story.cast[like] for id_, like in ids.items()}
    return Story(Village(**(village | {"people": people})), cast, story.importance, story.fingerprint)


def peopled(story: Story, each: int) -> State:
    """Return a village in which everyone remembers so many things, the player beside the first of them."""
    state = replace(opening_state(story, 1), turn=0)
    now = state.world.minute
    minds = {
        npc: replace(villager, memories=(filled_ := _aged(story, npc, each, now)).memories, next_id=filled_.next_id)
        for npc, villager in state.villagers.items()
    }
    first = next(iter(story.cast))
    here = Whereabouts(state.world.whereabouts[first].place)
    return replace(
        state, villagers=minds, world=replace(state.world, whereabouts={**state.world.whereabouts, PLAYER: here})
    )


def _aged(story: Story, npc: str, each: int, now: int) -> Villager:
    memories = [memory(story, id_, npc, now - each + id_) for id_ in range(1, each + 1)]
    return Villager(id=npc, memories=Memories(memories), next_id=each + 1, needs={}, dispositions={})


def _crowd() -> Iterator[Row]:
    story = crowd(CROWD)
    large, small = peopled(story, 1_000), peopled(story, 10)
    with tempfile.TemporaryDirectory() as folder:
        yield from _saved(story, large, Path(folder))
        few, many = (_turns(story, state, Path(folder) / name) for state, name in ((small, "few"), (large, "many")))
    ratio = statistics.median(many) / statistics.median(few)
    besides = f"{_figure(many)}, with 1,000: {_figure(few)}"
    yield f"a turn with 100,000 memories of {CROWD} villagers", f"{ratio:.2f} ×", "≤ 1.5 × 1,000", besides


def _saved(story: Story, state: State, folder: Path) -> Iterator[Row]:
    header = Header(title="bench", story=story.fingerprint, seed=1, mind="village", version="0", digest=digest(state))
    written = timed(lambda: write_snapshot(folder, header, 0, state)) / 1000
    size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
    opened = timed(lambda: _read(folder, header)) / 1000
    minds = timed(lambda: write_minds(folder, story, state)) / 1000
    total = sum(len(villager.memories) for villager in state.villagers.values())
    yield f"opening a save of {total:,} memories", f"{opened:.2f} s", "≤ 3 s", f"from its snapshot, {size:.0f} MB"
    yield (
        "keeping it: snapshot, minds",
        f"{written:.2f} s, {minds:.2f} s",
        "",
        "every ten turns, while the player waits",
    )


def _read(folder: Path, header: Header) -> None:
    if read_snapshot(folder, header, ()) is None:
        raise AssertionError("the snapshot was passed over")


def _turns(story: Story, state: State, folder: Path) -> list[float]:
    """Time turns of talk with one villager: recall, a mind's answer that costs nothing, the village, the digest."""
    embedder = FakeVectors()
    recaller = Recaller(embedder, ChromaIndex(folder, embedder))  # type: ignore[arg-type]
    npc, found = next(iter(story.cast)), list[float]()
    for i in range(RUNS // 2):
        said = Say(actor=PLAYER, to=npc, text=_asked(story, npc, i).text)
        embedder.vectors([said.text])
        begun = time.perf_counter()
        state = _turned(story, state, said, recaller)
        digest(state)
        found.append((time.perf_counter() - begun) * 1000)
        state = _stay(state, npc)
    recaller.close()
    return found[3:]


def _stay(state: State, npc: str) -> State:
    """Keep the one spoken to where the player is."""
    here = {who: Whereabouts(state.world.whereabouts[PLAYER].place) for who in (npc, PLAYER)}
    return replace(state, world=replace(state.world, whereabouts={**state.world.whereabouts, **here}))


def _turned(story: Story, state: State, said: Say, recaller: Recaller) -> State:
    turn = play(story, state, said)
    try:
        question = next(turn)
        while True:
            question = turn.send(_answer(question, state, recaller))
    except StopIteration as end:
        after: State = end.value.state
        return after


def _answer(question: Question, state: State, recaller: Recaller) -> Answer:
    match question:
        case Recall(npc=npc):
            return recaller.recall(question, state.villagers[npc])
        case Converse():
            return Replied("So they say.", "answer", Create(FiveWs()), "novelty", 0.4, 0.0, 0.2, reply_memory="agreed")
        case Reflect():
            return Reflected()
        case Appraise():
            return Appraised()
        case Refine():
            return Refined(FeelingsNow(), ())
    assert_never(question)
