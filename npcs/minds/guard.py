"""What a language model may not make true: the checks between a valid answer and the game.

A villager speaks only of what is in their mind. A name of the story that they were not shown, a fact they do not know
or would hide, a thing they do not hold: each refuses the whole answer, with the reason.
"""

import unicodedata

from npcs.context import Context
from npcs.disposition import FeelingsNow
from npcs.memory.episode import Appraisal, BeliefChange, Changes, Portrait, RelationshipChange
from npcs.minds.envelope import (
    ActAsked,
    AppraisalEnvelope,
    Envelope,
    MemoryAsked,
    PortraitEnvelope,
    RefinementEnvelope,
    RefusedAnswerError,
)
from npcs.minds.mind import (
    Appraise,
    Appraised,
    Converse,
    Create,
    DialogueAct,
    EndTalk,
    FiveWs,
    GiveThing,
    Meter,
    Nothing,
    Operation,
    Refined,
    Reflected,
    Replied,
    Reworded,
    Update,
)
from npcs.prompts.budget import Prompt
from npcs.prompts.parts import open_facts, secret_facts, tellable
from npcs.story import Story
from world.naming import plain_words
from world.story import PLAYER, FactId, Village

_GAMES_OWN = ("rules", "answer", "importance", "mark")
"""Sections that say nothing of the story, so that a word in them makes nothing known."""

_DETERMINERS = ("the", "a", "an", "this", "that", "our", "my", "your", "his", "her", "their", "old")


def shown(prompt: Prompt) -> str:
    """Return what a prompt tells of the story: what its villager may speak of."""
    return "\n".join(section.text for section in prompt.sections if section.name not in _GAMES_OWN)


def unknown_terms(text: str, known: str, village: Village) -> list[str]:
    """Return the names and terms of the story that a text uses though nothing in `known` does."""
    said, told = _spaced(text), _spaced(known)
    return [
        term
        for term in _terms(village)
        if _spaced(_bare(term)) not in told and any(_spaced(words) in said for words in _spellings(term))
    ]


def _terms(village: Village) -> list[str]:
    names = [each.name for each in village.people.values()] + list(village.absent.values())
    names += [place.name for place in village.places.values()] + [thing.name for thing in village.things.values()]
    terms = [term for fact in village.facts.values() for term in fact.terms]
    return sorted({name for name in (*names, *terms) if plain_words(name)})


def _spellings(name: str) -> list[str]:
    """Return how a text would name it; `the well` is not meant by every `well`."""
    bare = _bare(name)
    if bare == name or len(plain_words(bare)) > 1:
        return [bare, f"{bare}s"]
    return [f"{determiner} {bare}" for determiner in _DETERMINERS]


def _bare(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if rest and first.lower() in _DETERMINERS else name


def _spaced(text: str) -> str:
    """Return the plain words of a text, so that a name is found whole and however it is spelled or emphasised."""
    letters = (ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    return f" {' '.join(plain_words(''.join(letters).replace('_', ' ')))} "


def checked_reply(envelope: Envelope, question: Converse, prompt: Prompt, story: Story, meter: Meter) -> Replied:
    """Return an answer as the game takes it.

    Raises:
        RefusedAnswerError: It tells, names or gives what this villager cannot.
    """
    _check_words(envelope, prompt, story.village)
    _check_facts(envelope, question.context)
    if envelope.factor not in {row.factor for row in story.importance.row}:
        raise RefusedAnswerError("factor: not a row of the table.")
    return Replied(
        reply=envelope.reply,
        speech_act=envelope.speech_act,
        operation=_operation(envelope.memory, question.context, story.village),
        factor=envelope.factor,
        degree=envelope.degree,
        valence=envelope.valence,
        arousal=envelope.arousal,
        tags=tuple(tag.lower() for tag in envelope.tags if tag),
        entities=_entities(envelope, question, prompt, story.village),
        facts_heard=_facts_heard(envelope, question, story.village),
        facts_told=envelope.facts_told,
        acts=tuple(_act(act, question.context, story.village) for act in envelope.acts),
        grounds=tuple(f"fact:{fact}" for fact in envelope.facts_told),
        reply_memory=envelope.reply_memory,
        meter=meter,
    )


def _check_words(envelope: Envelope, prompt: Prompt, village: Village) -> None:
    memory = envelope.memory
    kept = (memory.who, memory.what, memory.when, memory.where, memory.why, envelope.reply_memory, *envelope.tags)
    words = "\n".join((envelope.reply, *filter(None, kept)))
    if terms := unknown_terms(words, shown(prompt), village):
        raise RefusedAnswerError(f"it speaks of what you do not know: {', '.join(terms[:5])}.")


def _check_facts(envelope: Envelope, context: Context) -> None:
    if set(envelope.facts_told) - open_facts(context):
        raise RefusedAnswerError("facts_told: only ids of facts that are listed as known.")


def _operation(asked: MemoryAsked, context: Context, village: Village) -> Operation:
    """Return the memory operation; an update of a memory that did not come to mind forms a new one instead."""
    elements = FiveWs(*(text or None for text in (asked.who, asked.what, asked.when, asked.where, asked.why)))
    if asked.operation == "none":
        return Nothing()
    if asked.operation == "update" and asked.which in {memory.id for memory in tellable(context, village)}:
        return Update(asked.which, elements) if asked.which is not None else Create(elements)
    return Create(elements)


def _act(asked: ActAsked, context: Context, village: Village) -> DialogueAct:
    if asked.do == "end_talk":
        return EndTalk()
    named = {asked.thing or "", *village.naming.mentioned(asked.thing or "")}
    for thing in context.holding:
        if thing in named:
            return GiveThing(thing)
    raise RefusedAnswerError("acts: you can give only what you hold.")


def _entities(envelope: Envelope, question: Converse, prompt: Prompt, village: Village) -> tuple[str, ...]:
    """Return whom and what the input spoke of: by its own words, and what the model adds of what it was shown."""
    ids = {PLAYER, *village.people, *village.absent, *village.places, *village.things}
    in_mind = set(village.naming.mentioned(shown(prompt)))
    found = list(village.naming.mentioned(question.utterance.text))
    for name in envelope.entities:
        found += [id_ for id_ in (name, *village.naming.mentioned(name)) if id_ in ids and id_ in in_mind]
    return tuple(dict.fromkeys(found))


def _facts_heard(envelope: Envelope, question: Converse, village: Village) -> tuple[FactId, ...]:
    """Return the facts that were told: those known ones the model recognised, and new ones whose terms were used.

    A model cannot name a fact it was not shown, so what is new to the villager is found by its terms.
    """
    known = open_facts(question.context)
    heard = [fact for fact in envelope.facts_heard if fact in known]
    said = question.utterance.text
    if question.utterance.kind == "said" and not said.rstrip().endswith("?"):
        words = _spaced(said)
        hidden = secret_facts(question.context)
        heard += [
            id_
            for id_, fact in village.facts.items()
            if id_ not in hidden and any(_spaced(term) in words for term in fact.terms)
        ]
    return tuple(dict.fromkeys(heard))


def checked_portrait(envelope: PortraitEnvelope, prompt: Prompt, story: Story, meter: Meter) -> Reflected:
    """Return how an episode is told as the game takes it.

    Raises:
        RefusedAnswerError: It names what the villager did not meet with in it and would not know.
    """
    words = (envelope.title, envelope.gist, envelope.detail, *envelope.tags, *envelope.themes)
    _check_known("\n".join(words), prompt, story.village)
    told = {name: getattr(envelope, name) for name in Portrait.__struct_fields__}
    return Reflected(Portrait(**told), meter)


def checked_appraisal(
    envelope: AppraisalEnvelope, question: Appraise, prompt: Prompt, story: Story, meter: Meter
) -> Appraised:
    """Return what an episode means as the game takes it.

    Raises:
        RefusedAnswerError: It speaks of somebody who was not in it, or of what the villager does not know.
    """
    beliefs = (*envelope.beliefs_formed, *(each.belief for each in envelope.beliefs))
    _check_known("\n".join(beliefs), prompt, story.village)
    there = set(question.episode.participants)
    named = {each.person for each in envelope.relationships} | ({envelope.attributed_to} - {None})
    if named - there or question.npc in {each.person for each in envelope.relationships}:
        raise RefusedAnswerError("attributed_to, person: only ids of others who were in it.")
    fields = {name: getattr(envelope, name) for name in Appraisal.__struct_fields__}
    changes = Changes(
        tuple(RelationshipChange(each.person, each.direction, each.amount) for each in envelope.relationships),
        tuple(BeliefChange(each.belief, each.turn) for each in envelope.beliefs),
    )
    return Appraised(Appraisal(**fields), changes, meter)


def _check_known(words: str, prompt: Prompt, village: Village) -> None:
    if terms := unknown_terms(words, shown(prompt), village):
        raise RefusedAnswerError(f"it speaks of what the villager does not know: {', '.join(terms[:5])}.")


def checked_refinement(envelope: RefinementEnvelope, prompt: Prompt, story: Story, meter: Meter) -> Refined:
    """Return a refinement as the game takes it.

    Raises:
        RefusedAnswerError: A trait's wording names what the villager does not know.
    """
    words = "\n".join(trait.wording for trait in envelope.traits)
    if terms := unknown_terms(words, shown(prompt), story.village):
        raise RefusedAnswerError(f"it speaks of what the villager does not know: {', '.join(terms[:5])}.")
    feelings = envelope.feelings
    return Refined(
        feelings=FeelingsNow(feelings.trust, feelings.warmth, feelings.fear, feelings.respect),
        traits=tuple(Reworded(trait.name, trait.wording, trait.strength, trait.good) for trait in envelope.traits),
        meter=meter,
    )
