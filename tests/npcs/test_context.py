"""What a villager has in mind: sections under ceilings that can be set, and never more for a longer game."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, replace
from prompt_story import CONTEXT, STORY, asked, memory

from npcs.context import KeyFact
from npcs.memory.record import Source
from npcs.prompts.budget import Draft, composed, fitted, tokens
from npcs.prompts.converse import converse_prompt
from npcs.rules import FIXED, LEAST_TOKENS, RULES, Ceilings, Room
from npcs.villager import Line
from world.story import Fact

LONG = "the miller and his brother quarrelled about the price of rye at the fair, Krzysztof says, " * 6


def after(turns: int):
    """Return what the smith has in mind after so many turns, each of which left a fact, a memory and a line."""
    return replace(
        CONTEXT,
        turn=turns,
        key_facts=tuple(KeyFact(f"fact_{n}", LONG[:150], n, Source(), None) for n in range(turns)),
        recalled=tuple(memory(n, LONG[:120]) for n in range(1, min(turns, 40) + 1)),
        recent=tuple(Line(n, "player", f"{n} {LONG[:200]}") for n in range(min(turns, 12))),
    )


def test_a_prompt_does_not_grow_with_the_game() -> None:
    """At turn 50, 500 and 5,000 the prompt has the same size within a tenth, and keeps its budget."""
    sizes = [converse_prompt(STORY, asked(context=after(turns))).tokens for turns in (50, 500, 5_000)]
    assert max(sizes) <= min(sizes) * 1.1
    assert max(sizes) <= RULES.room.budget


small = st.integers(LEAST_TOKENS, 400)


@given(small, small, small, small, st.integers(1, 300))
def test_every_section_keeps_the_ceiling_that_is_set(
    facts: int, covers: int, recalled: int, recent: int, n: int
) -> None:
    """Ceilings come from the rules of the session; what did not fit is on record, and the sum is that of the text."""
    set_ = replace(RULES.room.ceilings, key_facts=facts, covers=covers, recalled=recalled, recent=recent)
    prompt = converse_prompt(STORY, asked(context=replace(after(n), room=Room(ceilings=set_))))
    for section in prompt.sections:
        assert section.tokens <= section.ceiling == asdict(set_)[section.name]
    assert prompt.memory_tokens <= facts + covers + recalled + recent
    assert sum(tokens(message.content) for message in prompt.messages) <= prompt.tokens
    told = next(section for section in prompt.sections if section.name == "key_facts")
    shown = sum(line.startswith("- [fact_") for line in told.text.splitlines())
    # An entry too long alone is clipped, and on record whole.
    assert len(told.left_out) + shown in (n, n + 1)


def test_a_section_without_room_for_a_word_is_left_out_whole() -> None:
    """No heading stands over nothing; the entries are on record."""
    nothing = fitted(Draft("any", 4, ("a long entry of many words",), "A heading of some words:", "0123456789ab"))
    assert nothing is not None
    assert (nothing.text, nothing.tokens, nothing.left_out) == ("", 0, ("a long entry of many words",))
    prompt = composed([Draft("any", 4, ("many words and more words",), "A heading:")], [Draft("b", 40, ("said",))])
    assert [message.content for message in prompt.messages] == ["", "said"]


def test_facts_of_what_was_just_spoken_of_outrank_those_of_the_place() -> None:
    """`And who told you that?` names nothing: the fact that the last lines and memories are about is kept first."""
    about = {
        "lamp": Fact(text="The mill burned no lamp.", terms=("lamp",), about=("mill",)),
        "debt": Fact(text="Tomasz owed forty groats.", terms=("groats",)),
        "anvil": Fact(text="The anvil rang all night.", about=("forge",)),
        "beer": Fact(text="Marta waters the beer.", terms=("beer",)),
        "moon": Fact(text="The moon was new.", terms=("moon",)),
    }
    village = STORY.village.model_copy(update={"facts": about})
    context = replace(
        CONTEXT,
        key_facts=tuple(KeyFact(name, fact.text, 0, Source(), None) for name, fact in sorted(about.items())),
        recalled=(memory(12, "said so", ("debt",)),),
        recent=(Line(5, "player", "Was there a lamp?"), Line(5, "krzysztof", "None.")),
    )
    question = asked("And who told you that? Was it over a beer?", context)
    lines = converse_prompt(dataclasses.replace(STORY, village=village), question).text_of("key_facts").splitlines()
    assert [line.split("]")[0] for line in lines[2:-1]] == ["- [beer", "- [debt", "- [lamp", "- [anvil", "- [moon"]


@pytest.mark.parametrize(
    ("room", "message"),
    [
        ({"budget": 6_499}, "context_budget is 6499 tokens, but the ceilings .* come to 6500 .900 of them fixed"),
        ({"memory": 2_000}, "memory_budget is 2000 tokens, but the ceilings of key_facts, covers, recalled, recent"),
        ({"ceilings": Ceilings(recent=10)}, "ceilings.recent must be at least 60 tokens, not 10"),
    ],
)
def test_ceilings_that_cannot_be_kept_are_refused(room: dict[str, object], message: str) -> None:
    """What is wrong is named with its numbers, and what to lower or raise."""
    with pytest.raises(ValueError, match=message):
        Room(**room)  # type: ignore[arg-type]


def test_the_games_own_words_are_never_cut() -> None:
    """Rules, the form of the answer and the mark fit under their fixed ceilings whole."""
    sections = {section.name: section for section in converse_prompt(STORY, asked()).sections}
    assert all(not sections[name].left_out for name in FIXED)
