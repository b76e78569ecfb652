"""What a mind would be asked at a recorded moment: the very question that play would put, for testers to read.

The rules of the game bring it about, with nothing of their own here; only what comes to mind is asked of the caller,
since a recording without an index has none.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec.structs import replace

from npcs.conversation import answered
from npcs.minds.mind import Answer, Converse, Question, Recall, Recalled, Utterance
from npcs.prompts.budget import Prompt
from npcs.prompts.converse import converse_prompt
from npcs.story import Story
from npcs.turn import play
from npcs.villager import State, Villager
from saves.inspect import Data, the_villager
from world.clock import stamp
from world.commands import Say
from world.state import Whereabouts
from world.story import PLAYER, ActorId
from world.text import clean

ComesToMind: TypeAlias = Callable[[Recall, Villager], Recalled]
"""What answers a `Recall`: a recaller's, or a test's."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and how it came about."""

    question: Converse
    recalled: Recalled
    supposed: str = ""
    """What had to be supposed for the villager to be spoken to at all; empty if nothing."""


def asked_at(story: Story, state: State, npc: ActorId, text: str, recall: ComesToMind) -> Asked:
    """Return what a villager's mind would be asked if the player now said `text` to them.

    A player who is elsewhere is supposed to stand before them. Nothing later than the state exists.

    Raises:
        SaveError: there is no such villager.
    """
    the_villager(state, npc)
    said, supposed = clean(text), ""
    here = state.world.whereabouts[npc]
    if here.towards is None and state.world.place_of(PLAYER) != here.place:
        supposed = f"as if you stood before {story.village.name(npc)}, at {story.village.name(here.place)}"
        whereabouts = {**state.world.whereabouts, PLAYER: Whereabouts(here.place)}
        state = replace(state, world=replace(state.world, whereabouts=whereabouts))
    found = _driven(play(story, state, Say(actor=PLAYER, to=npc, text=said)), state, recall)
    if found is None:
        supposed = f"as if {story.village.name(npc)} could hear you: now they are asleep or on the way"
        turned = replace(state, turn=state.turn + 1)
        found = _driven(answered(story, turned, npc, Utterance(PLAYER, "said", said)), state, recall)
    # `answered` always asks: only a refusal of the rules can end a turn without a question.
    assert found is not None  # noqa: S101
    return Asked(*found, supposed)


def _driven(
    turn: Generator[Question, Answer, Any], state: State, recall: ComesToMind
) -> tuple[Converse, Recalled] | None:
    """Drive a turn to the question that its villager is asked; None if the rules refuse it."""
    recalled = Recalled(())
    try:
        question = next(turn)
        while not isinstance(question, Converse):
            if not isinstance(question, Recall):
                return None
            # As in play, what is searched is what was remembered before this turn.
            recalled = recall(question, state.villagers[question.npc])
            question = turn.send(recalled)
    except StopIteration:
        return None
    return question, recalled


def context_data(story: Story, state: State, asked: Asked, recalled_by: str, turn: int | None = None) -> Data:
    """Return the prompt of a question with the size of its sections, ready for JSON."""
    prompt, room = converse_prompt(story, asked.question), asked.question.context.room
    return {
        "npc": asked.question.npc,
        "turn": state.turn if turn is None else turn,
        "minute": state.world.minute,
        "said": asked.question.utterance.text,
        "supposed": asked.supposed,
        "recalled_by": recalled_by,
        "recalled": [{"memory": hit.id, "score": hit.score, "modes": hit.modes} for hit in asked.recalled.hits],
        "budget": room.budget,
        "memory_budget": room.memory,
        "tokens": prompt.tokens,
        "memory_tokens": prompt.memory_tokens,
        "messages": [message._asdict() for message in prompt.messages],
        "sections": [
            {
                "name": section.name,
                "tokens": section.tokens,
                "ceiling": section.ceiling,
                "text": section.text,
                "left_out": list(section.left_out),
            }
            for section in prompt.sections
        ],
    }


def context_text(story: Story, state: State, asked: Asked, recalled_by: str, turn: int | None = None) -> str:
    """Return the prompt of a question word for word, and a table of its sections, without control codes."""
    data = context_data(story, state, asked, recalled_by, turn)
    name, supposed = story.cast[data["npc"]].name, f" · {data['supposed']}" if data["supposed"] else ""
    lines = [
        f"{name} · turn {data['turn']} · {stamp(data['minute'])}{supposed}",
        f"What comes to mind was found {recalled_by}.",
        "",
        as_read(converse_prompt(story, asked.question)).rstrip("\n"),
        "",
        *_table(data),
    ]
    return "\n".join(lines) + "\n"


def as_read(prompt: Prompt) -> str:
    """Return a prompt as one reads it: every message whole, under its role."""
    return "\n\n".join(f"===== {message.role} =====\n{message.content}" for message in prompt.messages) + "\n"


def _table(data: Data) -> list[str]:
    lines = [f"{'section':<14}{'tokens':>7}{'ceiling':>9}{'left out':>10}"]
    for section in data["sections"]:
        left = len(section["left_out"]) or ""
        lines.append(f"{section['name']:<14}{section['tokens']:>7}{section['ceiling']:>9}{left:>10}")
    lines.append(f"{'memory':<14}{data['memory_tokens']:>7}{data['memory_budget']:>9}")
    lines.append(f"{'all':<14}{data['tokens']:>7}{data['budget']:>9}")
    for section in data["sections"]:
        lines += [f"left out of {section['name']}: {clean(entry, 300)}" for entry in section["left_out"]]
    return lines
