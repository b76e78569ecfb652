"""A villager filled with memories as a long game would, and what a mind would be asked then."""

from dataclasses import dataclass

from msgspec.structs import replace

from npcs.memory.formation import formed, from_reply, opening_villager
from npcs.memory.impressions import own_reply
from npcs.memory.recall import Recaller
from npcs.memory.relevance import connected
from npcs.minds.mind import Create, FiveWs, Replied, Utterance
from npcs.prompts.budget import Prompt
from npcs.story import Story
from npcs.villager import RECENT_LINES, Line, State, Villager
from tests.evals.quay import KINDS, SMALL_TALK, Affair, affairs, harbour
from tests.evals.studies import prompt_of, question_of
from world.chance import chance, pick
from world.state import Whereabouts, opening_world
from world.story import PLAYER, FactId

A_TURN = 2
"""Minutes from one turn to the next: 5,000 turns are a week of nothing but talk."""

NPC = "greta"
NUMBERS_TEXT = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
VERBS_TEXT = "mended sold lost painted borrowed broke found weighed washed counted carried promised hid traded"
NOUNS_TEXT = "nets barrels lamps loaves candles ropes oars hooks sails baskets kegs bells keys charts planks stones"


@dataclass(frozen=True)
class Moment:
    """The prompt of one turn."""

    turn: int
    memories: int
    facts: int
    prompt: Prompt


def moments(seed: int, recaller: Recaller, at: tuple[int, ...], fading: bool = True) -> list[Moment]:
    """Play a long talk with one villager and return what a mind is asked at some of its turns."""
    story = harbour(seed)
    threads = affairs(seed)
    villagers = {npc: opening_villager(story, npc, seed) for npc in story.cast}
    world = opening_world(story.village)
    here = {who: Whereabouts("herb_garden") for who in (NPC, PLAYER, "aldona", "hugo")}
    state = State(replace(world, whereabouts={**world.whereabouts, **here}), villagers, seed)
    found = []
    for turn in range(1, max(at) + 1):
        state = _talked(story, threads, state, turn)
        if turn in at:
            said = threads[turn % len(threads)].questions[0]
            recalled = recaller.recall(question_of(story, state, NPC, said), state.villagers[NPC])
            prompt = prompt_of(story, state, NPC, said, recalled)
            villager = state.villagers[NPC]
            facts = {fact for memory in villager.memories for fact in memory.facts}
            found.append(Moment(turn, len(villager.memories), len(facts), prompt))
    return found


def _talked(story: Story, threads: tuple[Affair, ...], state: State, turn: int) -> State:
    """Return the state after the player said something and was answered, both remembered."""
    state = replace(state, turn=turn, world=replace(state.world, minute=state.world.minute + A_TURN))
    villager, now, seed = state.villagers[NPC], state.world.minute, state.seed
    text, facts = _said(threads, turn, seed)
    important = 0.3 + 0.7 * chance(seed, "degree", turn)
    replied = Replied(
        reply=f"{pick(SMALL_TALK, seed, 'reply', turn)} And what of the {pick(NOUNS_TEXT.split(), seed, 'of', turn)}?",
        speech_act="answer",
        operation=Create(FiveWs()),
        factor=("novelty", "emotional_stress", "intrinsic_motivation")[turn % 3],
        degree=round(important, 2),
        valence=0.0,
        arousal=0.2,
        entities=story.village.naming.mentioned(text),
        facts_heard=facts,
        reply_memory=f"asked what became of the {text.split(' ')[-1]}",
    )
    utterance = Utterance(PLAYER, "said", text)
    for impression in (
        from_reply(story, state.world, NPC, utterance, replied),
        own_reply(story, state.world, NPC, utterance, replied),
    ):
        if impression is not None:
            before = villager
            villager, id_ = formed(villager, impression, now, seed)
            if id_ is not None and id_ >= before.next_id:
                villager = connected(villager, id_, story)
    lines = (*villager.talk, Line(now, PLAYER, text), Line(now, NPC, replied.reply))
    return _with(state, replace(villager, talk=lines[-RECENT_LINES:]))


def _said(threads: tuple[Affair, ...], turn: int, seed: int) -> tuple[str, tuple[FactId, ...]]:
    """Return what the player says: every other turn of the first hundred-odd a fact, else what nobody needs."""
    facts = [(affair, kind) for affair in threads for kind in KINDS]
    if turn % 2 == 0 and turn // 2 < len(facts):
        affair, kind = facts[turn // 2]
        return affair.says(kind), (affair.fact(kind),)
    words = [pick(list_.split(), seed, name, turn) for name, list_ in _LISTS.items()]
    return f"On the way here I {words[0]} {words[1]} {words[2]} and {words[3]} {words[4]} for the {words[5]}", ()


_LISTS = {
    "verb": VERBS_TEXT,
    "number": NUMBERS_TEXT,
    "noun": NOUNS_TEXT,
    "verb again": VERBS_TEXT,
    "number again": NUMBERS_TEXT,
    "noun again": NOUNS_TEXT,
}


def _with(state: State, villager: Villager) -> State:
    return replace(state, villagers={**state.villagers, villager.id: villager})
