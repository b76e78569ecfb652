"""The sections that both prompts share: who the villager is, how they feel, what they know and remember.

What a villager would hide from this person now is not rendered at all: neither the fact, nor its id, nor a memory that
carries it. Only the words they say instead are.
"""

from npcs.character import FEELINGS, Character
from npcs.context import Context, KeyFact, RecalledEpisode, RecalledMemory, Told
from npcs.memory.record import ElementState, Source, SourceKind
from npcs.prompts.budget import Draft
from npcs.rules import RULES, Ceilings, ceilings_by_name
from npcs.story import Story
from world.clock import Minute, stamp, when_words
from world.naming import plain_words
from world.story import Fact, Village
from world.text import clean, one_of

CEILINGS = ceilings_by_name(RULES.room.ceilings)
"""The most tokens of each section, unless settings say otherwise."""

_REGISTERS = {
    "plain": "plain village speech",
    "rustic": "broad country speech",
    "courtly": "polished and courteous speech",
    "pious": "the speech of a devout person",
    "sharp": "quick, cutting speech",
}
_EXAMPLES = 3

EPISODES_AFTER = 4
"""How many memories stand before the episodes they belong to."""


def secret_facts(context: Context) -> set[str]:
    """Return the facts that the villager hides from this person now."""
    return {known.fact for known in context.key_facts if known.secret}


def open_facts(context: Context) -> set[str]:
    """Return the facts that the villager knows and would tell."""
    return {known.fact for known in context.key_facts if not known.secret}


def tellable(context: Context, village: Village) -> list[RecalledMemory]:
    """Return the memories that came to mind, without those that carry or betray a secret."""
    hidden = secret_facts(context)
    terms = [term.casefold() for fact in sorted(hidden) if fact in village.facts for term in village.facts[fact].terms]
    return [
        memory for memory in context.recalled if not hidden.intersection(memory.facts) and not _betrays(memory, terms)
    ]


def _betrays(memory: RecalledMemory, terms: list[str]) -> bool:
    text = " ".join(element.text for element in (memory.who, memory.what, memory.where, memory.why)).casefold()
    return any(term in text for term in terms)


def persona(character: Character, village: Village, ceilings: Ceilings) -> Draft:
    """Return who the villager is and how they talk: authored words, the same every turn."""
    voice = character.voice
    entries = [
        character.persona,
        f"You want: {character.wants}",
        f"You speak {_REGISTERS[voice.register_]}, {_brevity(voice.brevity)}.",
        *_examples("You are fond of saying", voice.turns + voice.oaths),
        *_examples("When you do not know, you say such things as", voice.does_not_know),
        *_examples("When you would rather not say, you say such things as", voice.deflects),
        *_acquaintances(character, village),
        *(f"You mean to do this: {plan}" for plan in character.plans),
    ]
    heading = f"YOU ARE {character.name.upper()}, {character.role}."
    return Draft("persona", ceilings.persona, tuple(entries), heading)


def _acquaintances(character: Character, village: Village) -> list[str]:
    """Return the names that the villager may always use: those they hold an opinion of."""
    names = [village.name(opinion.of) for opinion in character.opinions]
    return [f"You know {one_of(names)}."] if names else []


def _brevity(brevity: float) -> str:
    return "at length" if brevity < 0.34 else "in a few words" if brevity > 0.66 else "neither short nor long"


def _examples(opening: str, lines: tuple[str, ...]) -> list[str]:
    return [f"{opening}: {' / '.join(lines[:_EXAMPLES])}"] if lines else []


def core(character: Character, ceilings: Ceilings) -> Draft:
    """Return what the villager always knows and holds true."""
    return Draft("core", ceilings.core, tuple(f"- {line}" for line in character.core_memories), "ALWAYS TRUE FOR YOU")


def state(story: Story, context: Context) -> Draft:
    """Return what the villager does and needs, and whom they face, at this moment."""
    entries = [
        f"It is {stamp(context.minute)}. You are at {context.place_name}.",
        f"You face {clean(context.person_name, 60)}, whom you {_acquaintance(context)}.",
        *([f"You were {context.doing}."] if context.doing else []),
        *([f"You mean to go back to {context.stopped}."] if context.stopped else []),
        *_needs(story.village, context),
    ]
    return Draft("state", context.room.ceilings.state, tuple(entries), "YOU, NOW")


def disposition(context: Context, mark: str) -> Draft:
    """Return how the villager is towards the person. An earlier answer may have worded it, so it is data."""
    towards = context.disposition
    feelings = ", ".join(f"{name} {getattr(towards.feelings, name):+.1f}" for name in FEELINGS)
    traits = (f"- {t.name} {t.strength:.1f}: {clean(t.wording)}" for t in towards.traits if t.strength > 0)
    heading = "How you feel towards them, from -1 to 1, and are towards them, from 0 to 1:"
    return Draft("disposition", context.room.ceilings.disposition, (feelings, *traits), heading, mark)


def _acquaintance(context: Context) -> str:
    return "have talked with before" if context.met_before else "have never talked with"


def _needs(village: Village, context: Context) -> list[str]:
    pressing = sorted(
        (-weight, name) for name, weight in context.needs.items() if weight >= 2 and name in village.needs
    )
    feelings = [village.needs[name].feeling for _, name in pressing]
    return [f"You are {one_of(feelings)}."] if feelings else []


def opening(mark: str, ceilings: Ceilings) -> Draft:
    """Return the line that tells this turn's mark."""
    return Draft("mark", ceilings.mark, (f"The mark of this turn is {mark}.",))


def opinions(character: Character, context: Context, village: Village, said: str, mark: str) -> Draft:
    """Return what the villager thinks of whoever and whatever is spoken of or there."""
    mentioned = set(village.naming.mentioned(said))
    here = {other.id for other in context.present}
    told = sorted((each for each in character.opinions if each.of in mentioned | here), key=lambda o: o.of in here)
    lines = tuple(f"- of {village.name(opinion.of)}: {opinion.line}" for opinion in told)
    return Draft("opinions", context.room.ceilings.opinions, lines, "What you think, in your words:", mark)


def key_facts(context: Context, village: Village, said: str, mark: str) -> list[Draft]:
    """Return what the villager already knows, and the words they put in the place of what they hide.

    What touches the words `said` comes first, then what touches what came to mind or was just spoken of, then what
    touches whoever and wherever is there, then the latest.
    """
    ranked = sorted(
        context.key_facts, key=lambda fact: (-_closeness(fact, context, village, said), -fact.since, fact.fact)
    )
    known = tuple(_known(fact, context, village) for fact in ranked if not fact.secret)
    covers = tuple(dict.fromkeys(f"- {clean(fact.cover)}" for fact in ranked if fact.secret and fact.cover))
    return [
        Draft("key_facts", context.room.ceilings.key_facts, known, _KNOWN_HEADING, mark),
        Draft("covers", context.room.ceilings.covers, covers, _COVER_HEADING, mark),
    ]


def _closeness(known: KeyFact, context: Context, village: Village, said: str) -> int:
    """Return how near a fact is to what is spoken of, 0 to 4.

    4 by its words, 3 by whom it is about, 2 by what came to mind or was just said, 1 by who and what is there.
    """
    fact = village.facts.get(known.fact)
    if fact is None:
        return 0
    if _speaks_of(said, fact):
        return 4
    if set(fact.about).intersection(village.naming.mentioned(said)):
        return 3
    # "And who told you that?" names nothing: what it is about was said before.
    before = " ".join(line.text for line in context.recent[-_JUST_SAID:])
    if any(known.fact in memory.facts for memory in context.recalled) or _speaks_of(before, fact):
        return 2
    return int(bool(set(fact.about).intersection({context.place, *(other.id for other in context.present)})))


def _speaks_of(text: str, fact: Fact) -> bool:
    words = f" {' '.join(plain_words(text))} "
    return any(f" {' '.join(plain_words(word))} " in words for word in (*fact.terms, *fact.words))


_JUST_SAID = 4
"""How many of the last lines are still the topic."""

_KNOWN_HEADING = (
    "You ALREADY KNOW these facts. Do not ask about them, do not rediscover them, do not be surprised by them:"
)
_COVER_HEADING = "There are things you keep to yourself. Pressed about them, say this and no more:"


def _known(fact: KeyFact, context: Context, village: Village) -> str:
    when = when_words(fact.since, context.minute)
    return f"- [{fact.fact}] {clean(fact.text)} ({_source(fact.source, village)}, {when})"


def _source(source: Source, village: Village) -> str:
    if source.kind is SourceKind.TOLD:
        return f"told by {village.name(source.teller)}" if source.teller else "told by someone"
    return {"witnessed": "seen yourself", "own": "your own doing"}.get(source.kind.value, source.kind.value)


def recalled(context: Context, village: Village, mark: str) -> Draft:
    """Return what came to mind, best first, gaps included: the memories, and what the first of them belong to."""
    entries = [as_line(memory, village, context.minute) for memory in tellable(context, village)]
    # Episodes follow the memories they come from, and are there when a long list of memories is cut.
    entries[EPISODES_AFTER:EPISODES_AFTER] = [episode_line(e, context.minute) for e in retellable(context, village)]
    heading = "What comes to mind. `forgotten` is gone and you cannot say it; `unknown` you never learnt:"
    return Draft("recalled", context.room.ceilings.recalled, tuple(entries), heading, mark)


def retellable(context: Context, village: Village) -> list[RecalledEpisode]:
    """Return the episodes that came back, without those that carry or betray a secret."""
    hidden = secret_facts(context)
    terms = [term.casefold() for fact in sorted(hidden) if fact in village.facts for term in village.facts[fact].terms]
    return [
        episode
        for episode in context.episodes
        if not hidden.intersection(episode.facts)
        and not any(term in f"{episode.title} {episode.text}".casefold() for term in terms)
    ]


def episode_line(episode: RecalledEpisode, now: Minute) -> str:
    """Return an episode as one line: in detail if it is still vivid, else what is left of it."""
    when = f", {when_words(episode.last, now)}" if episode.last is not None else ""
    felt = f"; felt: {', '.join(clean(tag, 40) for tag in episode.tags)}" if episode.vivid and episode.tags else ""
    how = "vivid" if episode.vivid else "what is left of it"
    return f"- what you went through ({how}{when}{felt}): {clean(episode.text, 700)}"


def as_line(memory: RecalledMemory, village: Village, now: Minute) -> str:
    """Return a memory with its number, five elements and the sum of its weights, never the single ones."""
    elements = {
        "who": memory.who,
        "what": memory.what,
        "when": memory.when if memory.happened is None else Told(when_words(memory.happened, now), memory.when.state),
        "where": memory.where,
        "why": memory.why,
    }
    told = "; ".join(f"{name}: {_told(element)}" for name, element in elements.items())
    source = f"; {_source(memory.source, village)}" if memory.source.kind is not SourceKind.WITNESSED else ""
    times = f"; {memory.count} times" if memory.count > 1 else ""
    return f"- memory {memory.id} (weight {memory.weight:.0f} of 30{source}{times}): {told}"


def _told(element: Told) -> str:
    return clean(element.text, 300) if element.state is ElementState.KNOWN else element.state.value


def untrusted(context: Context, village: Village) -> list[str]:
    """Return every text of the context that someone in play can have worded, for the mark to avoid."""
    return [
        *(fact.text + fact.cover for fact in context.key_facts),
        *(as_line(memory, village, context.minute) for memory in context.recalled),
        *(episode_line(episode, context.minute) for episode in context.episodes),
        *(line.text for line in context.recent),
        *(other.about + other.name for other in context.present),
        *(trait.wording for trait in context.disposition.traits),
        context.person_name,
    ]
