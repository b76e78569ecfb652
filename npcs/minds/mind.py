"""The questions of judgement that a turn asks, and the answers a mind may give. Both unions are closed.

A turn is a generator: it yields a question and is sent the answer. Live play asks the memory index and a mind, and
writes what they said into the journal; a replay reads the answers there. So the rules never wait, and a replay needs
no model, no embedder and no Chroma.
"""

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from npcs.context import Context, RecalledMemory
from npcs.disposition import FeelingsNow
from npcs.memory.episode import Appraisal, Changes, Episode, Portrait
from npcs.memory.record import MemoryId
from npcs.rules import RULES, Room
from world.clock import Minute
from world.story import ActorId, FactId, ThingId

Kind: TypeAlias = Literal["said", "did", "gave", "showed", "approached", "parted"]


class Utterance(Struct, frozen=True):
    """What was done or said towards a villager."""

    speaker: ActorId
    kind: Kind
    text: str
    """The words, or the act in the words of whoever did it; empty for an approach."""

    thing: ThingId | None = None
    reason: str = ""


# Questions


class Recall(Struct, frozen=True, tag=True):
    """What comes to mind? Asked of the memory index, before a mind is asked anything."""

    npc: ActorId
    text: str
    entities: tuple[str, ...]
    minute: Minute
    limit: int = 8


class Converse(Struct, frozen=True, tag=True):
    """What does this villager answer, and what do they make of what was said?"""

    npc: ActorId
    utterance: Utterance
    assemble: Callable[[], Context]
    """Puts together what the villager has in mind; the same at every call. A replay never needs it."""

    @property
    def context(self) -> Context:
        """What the villager has in mind."""
        return self.assemble()


class Refine(Struct, frozen=True, tag=True):
    """How have these memories of a person changed the villager towards them?"""

    npc: ActorId
    person: ActorId
    minute: Minute
    memories: tuple[MemoryId, ...]
    """Those with the highest retention about the person, strongest first."""

    context: Context


class Reflect(Struct, frozen=True, tag=True):
    """How would this villager tell what they went through, and how did it feel?

    The first of the two calls of the episodic-memory document.
    """

    npc: ActorId
    minute: Minute
    episode: Episode
    """As the village's own rules tell it."""

    memories: tuple[RecalledMemory, ...]
    """What it is made of, in order."""

    seed: int = 0
    room: Room = RULES.room


class Appraise(Struct, frozen=True, tag=True):
    """What does it mean to them, and what has it changed? The second of the document's calls."""

    npc: ActorId
    minute: Minute
    episode: Episode
    """As it is told after the first."""

    memories: tuple[RecalledMemory, ...]
    seed: int = 0
    room: Room = RULES.room


Question: TypeAlias = Recall | Converse | Refine | Reflect | Appraise


# Answers


class Hit(Struct, frozen=True):
    """A memory that came to mind, and what brought it."""

    id: MemoryId
    score: float
    """Quantised to 1e-6; ties are broken by id."""

    modes: dict[str, float]
    """The score of each recall mode that found it."""


class Recalled(Struct, frozen=True, tag=True):
    """The memories that came to mind, best first."""

    hits: tuple[Hit, ...]


class FiveWs(Struct, frozen=True):
    """The five elements as understood from an input; None where it leaves one open."""

    who: str | None = None
    what: str | None = None
    when: str | None = None
    where: str | None = None
    why: str | None = None


class Create(Struct, frozen=True, tag=True):
    """Form a new memory of the input."""

    elements: FiveWs


class Update(Struct, frozen=True, tag=True):
    """Fill or correct elements of a memory that the input speaks of; None leaves an element as it is."""

    memory: MemoryId
    elements: FiveWs


class Nothing(Struct, frozen=True, tag=True):
    """There is nothing to remember."""


Operation: TypeAlias = Create | Update | Nothing


class GiveThing(Struct, frozen=True, tag=True):
    """Hand a thing to whoever is spoken with."""

    thing: ThingId


class EndTalk(Struct, frozen=True, tag=True):
    """Turn away and end the conversation."""


DialogueAct: TypeAlias = GiveThing | EndTalk
"""What a villager may do with a reply: a closed list, carried out by the rules or not at all."""


class Meter(Struct, frozen=True):
    """What an answer cost."""

    model: str = "village"
    prompt_tokens: int = 0
    reply_tokens: int = 0
    cost: float = 0.0
    """US dollars, as far as the price is known."""


class Replied(Struct, frozen=True, tag=True):
    """A villager's answer and judgement of what was said."""

    reply: str
    speech_act: str
    operation: Operation
    factor: str
    """The row of the importance table that the input falls under."""

    degree: float
    """How far up that row's range it lies, 0 to 1."""

    valence: float
    arousal: float
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    """The people, places and things that the input speaks of."""

    facts_heard: tuple[FactId, ...] = ()
    facts_told: tuple[FactId, ...] = ()
    acts: tuple[DialogueAct, ...] = ()
    grounds: tuple[str, ...] = ()
    """What the reply rests on: `memory:12`, `fact:mill_dark`, `authored:greets`."""

    reply_memory: str = ""
    """What the villager will remember having said, to follow their name: `said the mill was dark`. Empty for none."""

    notice: str = ""
    """Told to the player when another mind had to answer."""

    meter: Meter = Meter()


class Reworded(Struct, frozen=True):
    """A trait after a refinement."""

    name: str
    wording: str
    strength: float
    good: bool = True


class Refined(Struct, frozen=True, tag=True):
    """How a villager now is towards a person; bounds are applied by `npcs.personality`."""

    feelings: FeelingsNow
    traits: tuple[Reworded, ...]
    meter: Meter = Meter()


class Reflected(Struct, frozen=True, tag=True, omit_defaults=True):
    """An episode told and felt; None to leave it as the rules tell it, which takes no room in a journal."""

    portrait: Portrait | None = None
    meter: Meter = Meter()


class Appraised(Struct, frozen=True, tag=True, omit_defaults=True):
    """An episode appraised; None to leave it as the rules appraise it."""

    appraisal: Appraisal | None = None
    changes: Changes | None = None
    meter: Meter = Meter()


Answer: TypeAlias = Recalled | Replied | Refined | Reflected | Appraised


class Mind(Protocol):
    """Whoever answers questions of judgement."""

    name: str
    """What the status line calls it: `village mind`, `openai/gpt-4o-mini`."""

    async def converse(self, question: Converse, heard: Callable[[str], None] | None = None) -> Replied:
        """Answer an utterance. `heard` is told the words of the reply as they come, where they come in pieces."""
        ...

    async def refine(self, question: Refine) -> Refined:
        """Judge how memories of a person changed the villager towards them."""
        ...

    async def reflect(self, question: Reflect) -> Reflected:
        """Tell an episode and say how it felt."""
        ...

    async def appraise(self, question: Appraise) -> Appraised:
        """Appraise an episode."""
        ...


class MindError(Exception):
    """A mind could not answer; the message is fit for a player and holds no secret."""
