"""The village mind: understands, answers, judges and remembers without a network. The game's default.

Deterministic: the same question has the same answer. What it says is always an authored line, the common stock, or
something the villager holds, and every reply names its grounds.
"""

from collections.abc import Callable, Iterable

from npcs.memory.embedder import Embedder
from npcs.minds.mind import Appraise, Appraised, Converse, Refine, Refined, Reflect, Reflected, Replied
from npcs.minds.village.affect import judged
from npcs.minds.village.answering import content
from npcs.minds.village.asserting import asserted
from npcs.minds.village.english import with_indefinite
from npcs.minds.village.five_ws import five_ws
from npcs.minds.village.operation import operation
from npcs.minds.village.refining import refined
from npcs.minds.village.scene import Say, Scene
from npcs.minds.village.understanding import Understanding
from npcs.minds.village.wording import worded
from npcs.story import Story


class VillageMind:
    """Answers questions of judgement from embeddings, patterns, authored voices and a grammar."""

    name = "village mind"

    def __init__(self, story: Story, embedder: Embedder) -> None:
        self._story = story
        self._understanding = Understanding(story.village, embedder)

    def warm_up(self) -> None:
        """Compute the vectors that answers need, so that the first one does not wait. Takes seconds: use a worker."""
        facts = [fact.text for fact in self._story.village.facts.values()]
        own = [each.says for character in self._story.cast.values() for each in character.knows if each.says]
        self._understanding.warm_up([*facts, *own])
        with_indefinite("word")  # The grammar library takes seconds to load.

    async def converse(self, question: Converse, heard: Callable[[str], None] | None = None) -> Replied:
        """Answer an utterance; `heard` is told the reply word by word."""
        replied = self.answer(question)
        if heard is not None:
            for at, word in enumerate(replied.reply.split(" ")):
                heard(word if at == 0 else f" {word}")
        return replied

    async def refine(self, question: Refine) -> Refined:
        """Judge how memories of a person changed the villager towards them."""
        return refined(self._story.cast[question.npc], question)

    async def reflect(self, question: Reflect) -> Reflected:  # noqa: ARG002 - the rules have told it already
        """Tell an episode as the rules do, which are this mind's own."""
        return Reflected()

    async def appraise(self, question: Appraise) -> Appraised:  # noqa: ARG002 - and appraised it
        """Appraise an episode as the rules do, which are this mind's own."""
        return Appraised()

    def answer(self, question: Converse) -> Replied:
        """Return the answer to an utterance. Pure, but for the vectors that are kept."""
        scene = self._scene(question)
        understood, context = scene.understood, question.context
        elements = five_ws(understood, question.utterance, context, self._understanding.names, self._story.village)
        what_to_remember = operation(scene, elements)
        meant = content(scene, what_to_remember, elements)
        reply, says = worded(meant, scene)
        first = not context.met_before and not context.recent
        feeling = judged(understood, scene.character, scene.feelings, first_meeting=first)
        return Replied(
            reply=reply,
            speech_act=understood.act,
            operation=what_to_remember,
            factor=feeling.factor,
            degree=feeling.degree,
            valence=feeling.valence,
            arousal=feeling.arousal,
            tags=feeling.tags,
            entities=understood.entities,
            facts_heard=asserted(scene),
            facts_told=_joined(say.facts for say in says),
            acts=meant.acts,
            grounds=_joined(say.grounds for say in says),
            reply_memory=_remembered(says),
        )

    def _scene(self, question: Converse) -> Scene:
        understood = self._understanding.understand(question.utterance, question.npc, question.context.recent)
        return Scene(self._story, question.context, question.utterance, understood, self._understanding)


def _joined(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for part in parts for each in part))


def _remembered(says: tuple[Say, ...]) -> str:
    """Return what the villager remembers having said: the first thing in it that is worth it."""
    return next((say.memory for say in says if say.memory), "")
