"""Brings together what a villager has in mind when someone turns to them. Pure: the same state, the same context."""

from npcs import needs
from npcs.context import Bystander, Context, KeyFact, Nearby, RecalledEpisode, RecalledMemory, Told
from npcs.disposition import Disposition, opening_disposition
from npcs.knowledge import Known, knowledge
from npcs.memory.dynamics import FORGETTING, Forgetting, faded, weight
from npcs.memory.narration import recounted
from npcs.memory.record import Element, ElementState, Memory, SourceKind
from npcs.memory.salience import salience
from npcs.minds.mind import Recalled
from npcs.story import Story
from npcs.villager import State, Villager
from world.clock import Minute
from world.story import PLAYER, ActorId

CLOSE_BY = 12
"""Places farther than this, in minutes on foot, are not in mind as surroundings."""


EPISODES = 3
"""The most episodes that come back at once."""


def disposition_towards(story: Story, villager: Villager, person: ActorId) -> Disposition:
    """Return how a villager is towards a person, from the authored baseline if they have not met."""
    return villager.dispositions.get(person) or opening_disposition(story.cast[villager.id], person)


def assembled(story: Story, state: State, npc: ActorId, person: ActorId, recalled: Recalled) -> Context:
    """Return what `npc` has in mind towards `person` now, with the memories that came to mind."""
    villager, world = state.villagers[npc], state.world
    here = world.whereabouts[npc].place
    disposition = disposition_towards(story, villager, person)
    key_facts = _key_facts(story, state, villager, disposition)
    doing = world.doing.get(npc)
    activities = story.village.activities
    return Context(
        npc=npc,
        person=person,
        person_name=story.village.name(person),
        minute=world.minute,
        turn=state.turn,
        place=here,
        place_name=story.village.name(here),
        doing=activities[doing.activity].doing if doing else "",
        stopped=activities[villager.stopped.activity].doing if villager.stopped else "",
        needs={name: round(needs.weight(need, world.minute), 3) for name, need in villager.needs.items()},
        disposition=disposition,
        key_facts=key_facts,
        recalled=_recalled(state, villager, recalled, {fact.fact for fact in key_facts if fact.secret}),
        recent=villager.talk,
        present=_present(story, state, npc, person),
        nearby=_nearby(story, here),
        holding=tuple(world.things_at(npc)),
        things_here=tuple(world.things_at(here) + world.things_at(person)),
        met_before=person in villager.dispositions,
        seed=state.seed,
        room=state.rules.room,
        episodes=_episodes(story, state, villager, recalled, {fact.fact for fact in key_facts if fact.secret}),
    )


def _key_facts(story: Story, state: State, villager: Villager, towards: Disposition) -> tuple[KeyFact, ...]:
    known = knowledge(villager, state.world.minute, state.rules.forgetting)
    return tuple(_key_fact(story, villager, towards, fact) for fact in known.values())


def _key_fact(story: Story, villager: Villager, towards: Disposition, known: Known) -> KeyFact:
    character = story.cast[villager.id]
    own_words = next((each.says for each in character.knows if each.fact == known.fact and each.says), None)
    secret = next((each for each in character.secrets if each.fact == known.fact), None)
    hidden = secret is not None and not (
        towards.feelings.trust >= secret.trust or (secret.fear is not None and towards.feelings.fear >= secret.fear)
    )
    return KeyFact(
        fact=known.fact,
        text=own_words or story.village.facts[known.fact].text,
        since=known.since,
        source=known.source,
        memory=known.memory,
        secret=hidden,
        cover=secret.cover if secret and hidden else "",
    )


def _recalled(state: State, villager: Villager, recalled: Recalled, hidden: set[str]) -> tuple[RecalledMemory, ...]:
    """Return what came to mind, without the memories that would tell what is to be hidden."""
    found = ((villager.memories.get(hit.id), hit.score) for hit in recalled.hits)
    return tuple(
        as_recalled(memory, score, state.world.minute, state.rules.forgetting)
        for memory, score in found
        if memory and not hidden & set(memory.facts)
    )


def _episodes(
    story: Story, state: State, villager: Villager, recalled: Recalled, hidden: set[str]
) -> tuple[RecalledEpisode, ...]:
    """Return the episodes of what came to mind, without those in which something is to be hidden."""
    now, rules = state.world.minute, state.rules
    found = (memory for hit in recalled.hits if (memory := villager.memories.get(hit.id)))
    touched = (villager.episodes.get(id_) for id_ in dict.fromkeys(memory.episode for memory in found))
    told = list[RecalledEpisode]()
    for episode in touched:
        if episode is None or len(told) == EPISODES:
            continue
        memories = [memory for id_ in episode.memories if (memory := villager.memories.get(id_))]
        facts = tuple(dict.fromkeys((*episode.facts, *(fact for memory in memories for fact in memory.facts))))
        text, vivid = recounted(episode, villager, story, now, rules.forgetting, rules.fading)
        if not text or hidden.intersection(facts):
            continue
        dated = all(faded(memory, now, rules.forgetting).when.state is ElementState.KNOWN for memory in memories)
        left, portrait = salience(episode, now, rules.fading), episode.portrait
        last = episode.last if dated else None
        told.append(RecalledEpisode(episode.id, portrait.title, text, vivid, last, left, portrait.tags, facts))
    return tuple(told)


def as_recalled(memory: Memory, score: float, now: Minute, forgetting: Forgetting = FORGETTING) -> RecalledMemory:
    """Return a memory as it comes to mind now, with what has faded taken out."""
    kept = faded(memory, now, forgetting)
    gone = kept.when.state is not ElementState.KNOWN
    who_told = memory.source.kind in (SourceKind.TOLD, SourceKind.OVERHEARD)
    return RecalledMemory(
        id=memory.id,
        who=_told(kept.who),
        what=_told(kept.what),
        when=_told(kept.when),
        where=_told(kept.where),
        why=_told(kept.why),
        happened=None if gone else memory.happened,
        weight=round(weight(memory, now), 3),
        importance=memory.importance,
        valence=memory.valence,
        arousal=memory.arousal,
        participants=memory.participants if kept.who.state is not ElementState.FORGOTTEN or who_told else (),
        entities=memory.entities,
        facts=memory.facts if kept.what.state is ElementState.KNOWN else (),
        source=memory.source,
        score=score,
        count=memory.count,
    )


def _told(element: Element) -> Told:
    return Told(element.text if element.state is ElementState.KNOWN else "", element.state)


def _present(story: Story, state: State, npc: ActorId, person: ActorId) -> tuple[Bystander, ...]:
    """Return who else is there: those the villager feels most about in full, strangers by name only."""
    world, village = state.world, story.village
    others = [a for a in world.actors_at(world.whereabouts[npc].place) if a not in (npc, person)]
    found = []
    for other in others:
        opinion = story.cast[npc].opinion_of(other)
        doing = world.doing.get(other)
        now = village.activities[doing.activity].doing if doing else "here"
        if other == PLAYER:
            found.append(Bystander(other, village.name(other), "low", ""))
        elif opinion and abs(opinion.feeling) >= 0.4:
            about = f"{village.people[other].role}; {now}; you think of them: {opinion.line}"
            found.append(Bystander(other, village.name(other), "full", about))
        else:
            found.append(Bystander(other, village.name(other), "medium", f"{village.people[other].role}; {now}"))
    return tuple(found)


def _nearby(story: Story, here: str) -> tuple[Nearby, ...]:
    ways = [(route.minutes, to) for (origin, to), route in story.village.routes.items() if origin == here != to]
    return tuple(Nearby(story.village.name(to), minutes) for minutes, to in sorted(ways) if minutes <= CLOSE_BY)
