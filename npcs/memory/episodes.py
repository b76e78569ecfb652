"""How memories become episodes, and what becomes of those. Every function here is pure.

At dawn, and whenever enough memories have gathered, those not yet in an episode are cut into runs
(`npcs.memory.boundaries`), and every run that is over becomes an episode, told and appraised by the village's own rules
(`npcs.memory.narration`, `npcs.memory.appraisal`). A run with nothing above routine in it is passed over and not
stored: its memories say all there is to say, and episodes of people drinking from the well would crowd out the rest.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from npcs.memory import salience
from npcs.memory.appraisal import Lived, appraised, changes, themes
from npcs.memory.boundaries import BACKGROUND, is_over, place_of, segmented
from npcs.memory.dynamics import faded
from npcs.memory.episode import Appraisal, Changes, Episode, Portrait
from npcs.memory.lookup import stems
from npcs.memory.narration import TOLD, Teller
from npcs.memory.record import Memory, MemoryId
from npcs.memory.salience import Fading
from npcs.rules import RULES, Rules
from npcs.story import Story
from npcs.villager import Villager
from world.clock import Minute

EVERY = 25
"""New memories after which episodes are looked for without waiting for dawn; as many as the largest can hold."""

MOST_TAGS = 5


def is_due(villager: Villager) -> bool:
    """Return whether enough memories have gathered since episodes were last looked for."""
    return villager.next_id - 1 - villager.settled_to >= EVERY


def runs_over(villager: Villager, now: Minute) -> list[tuple[Memory, ...]]:
    """Return the runs of memories in no episode yet to which nothing can be added any more, oldest first."""
    pending = villager.memories.last(villager.next_id - 1 - villager.settled_to)
    runs = segmented((memory for memory in reversed(pending) if memory.id > villager.settled_to), villager.id)
    return runs[:-1] if runs and not is_over(runs[-1], now) else runs


def is_routine(run: Iterable[Memory]) -> bool:
    """Return whether there is nothing in a run but the routine of a day."""
    return all(memory.importance <= BACKGROUND for memory in run)


def drafted(
    story: Story,
    villager: Villager,
    run: Sequence[Memory],
    now: Minute,
    rules: Rules = RULES,
    since: Minute | None = None,
) -> Episode:
    """Return the episode that a run (not empty) makes by the village's own rules; `kept` gives it to the villager.

    Args:
        story: the story that is played.
        villager: whose memories they are, with all earlier episodes.
        run: memories that belong together, in the order of their formation.
        now: when the episode is closed.
        rules: what is played by.
        since: from when its salience fades; left out, from its last memory on.
    """
    memories = tuple(faded(memory, now, rules.forgetting) for memory in run)
    ranked = sorted(memories, key=lambda memory: (-memory.importance, -memory.arousal, memory.id))
    told_of = [each for each in ranked if each.importance > BACKGROUND][:TOLD] or ranked[:1]
    portrait = _portrait(Teller(story, villager.id), memories, told_of)
    lived = Lived(story, villager, memories, ranked[0], portrait.arousal, portrait.valence, portrait.tags)
    participants = tuple(dict.fromkeys(person for memory in memories for person in memory.participants))
    draft = Episode(
        id=next((episode.id + 1 for episode in villager.episodes.last(1)), 1),
        memories=tuple(memory.id for memory in run),
        told_of=tuple(memory.id for memory in told_of),
        first=min(memory.learnt for memory in run),
        last=max(memory.learnt for memory in run),
        place=next((place for memory in ranked if (place := place_of(memory))), ""),
        participants=participants,
        facts=tuple(dict.fromkeys(fact for memory in memories for fact in memory.facts)),
        portrait=portrait,
        appraisal=appraised(lived),
        changes=changes(lived),
        initial=salience.initial(0.0, 0.0, 0.0, took_part=False),
        salience=0.0,
        since=max(memory.learnt for memory in run) if since is None else since,
    )
    return _weighed(villager, draft, rules.fading)


def _portrait(teller: Teller, memories: Sequence[Memory], told_of: Sequence[Memory]) -> Portrait:
    by_force = sorted(memories, key=lambda memory: (-memory.importance * (0.1 + memory.arousal), memory.id))
    tags = tuple(dict.fromkeys(tag for memory in by_force for tag in memory.tags))[:MOST_TAGS]
    valence = _valence(memories)
    return Portrait(
        title=teller.title(memories, told_of[0]),
        gist=teller.gist(told_of),
        detail=teller.detail(told_of, tags, valence),
        arousal=max(memory.arousal for memory in memories),
        valence=valence,
        tags=tags,
        themes=themes(memories, teller.subjects(memories)[:3]),
    )


def _valence(memories: Sequence[Memory]) -> float:
    """Return the mean valence, each memory counting by its importance and by how strongly it was felt."""
    weights = [memory.importance * (0.1 + memory.arousal) for memory in memories]
    whole = sum(weights)
    felt = sum(weight * memory.valence for weight, memory in zip(weights, memories, strict=True))
    return round(felt / whole, 3) if whole else 0.0


def _weighed(villager: Villager, episode: Episode, fading: Fading) -> Episode:
    """Return an episode with the salience that its portrait and what went before give it."""
    words = stems(episode.portrait.gist)
    new = salience.novelty(words, (stems(e.portrait.gist) for e in villager.episodes.last(salience.LATEST)))
    before = next(iter(villager.episodes.last(1)), None)
    shadow = before.portrait.arousal if before and salience.overshadows(before, episode.first, fading) else 0.0
    portrait, took_part = episode.portrait, villager.id in episode.participants
    parts = salience.initial(portrait.arousal, portrait.valence, new, took_part=took_part, after=shadow, fading=fading)
    return replace(episode, initial=parts, salience=parts.value)


def portrayed(villager: Villager, episode: Episode, portrait: Portrait, rules: Rules = RULES) -> Episode:
    """Return a drafted episode as a mind tells and feels it, its salience weighed anew.

    Where it was, who took part and which memories it is made of stay as they happened.
    """
    return _weighed(villager, replace(episode, portrait=portrait), rules.fading)


def judged(episode: Episode, appraisal: Appraisal, changed: Changes) -> Episode:
    """Return a drafted episode as a mind appraises it; what was learnt from it stays as it happened."""
    return replace(episode, appraisal=appraisal, changes=replace(changed, knowledge=episode.changes.knowledge))


def kept(villager: Villager, episode: Episode) -> Villager:
    """Return the villager with an episode, its memories knowing that they belong to it."""
    found = (villager.memories.get(id_) for id_ in episode.memories)
    belonging = [replace(memory, episode=episode.id) for memory in found if memory is not None]
    memories = villager.memories.changed(put=belonging)
    return replace(villager, memories=memories, episodes=villager.episodes.changed((episode,)))


def settled(villager: Villager, runs: Sequence[Sequence[Memory]], now: Minute, fading: Fading) -> Villager:
    """Return the villager after runs were dealt with; what has faded far enough is left with its gist alone."""
    upto = max((memory.id for run in runs for memory in run), default=villager.settled_to)
    changed = [new for old in villager.episodes if (new := salience.consolidated(old, now, fading)) is not old]
    episodes = villager.episodes.changed(changed) if changed else villager.episodes
    return replace(villager, settled_to=upto, episodes=episodes)


def looked_back(story: Story, villager: Villager, now: Minute, rules: Rules = RULES) -> Villager:
    """Return a villager as the story opens, what they remember from before it in episodes as fresh as its memories."""
    runs = runs_over(villager, now)
    for run in runs:
        if not is_routine(run):
            villager = kept(villager, drafted(story, villager, run, now, rules, since=now))
    return settled(villager, runs, now, rules.fading)


def come_to_mind(villager: Villager, memories: Iterable[Memory], now: Minute, fading: Fading) -> Villager:
    """Return the villager after memories were retrieved: each episode they belong to is rehearsed once."""
    touched = dict.fromkeys(memory.episode for memory in memories if memory.episode is not None)
    found = (villager.episodes.get(id_) for id_ in touched)
    stronger = [salience.rehearsed(episode, now, fading) for episode in found if episode is not None]
    return replace(villager, episodes=villager.episodes.changed(stronger)) if stronger else villager


def salience_of(villager: Villager, id_: MemoryId, now: Minute, fading: Fading) -> float | None:
    """Return how salient the episode of a memory is at `now`; None for a memory in none, or in none yet."""
    memory = villager.memories.get(id_)
    episode = villager.episodes.get(memory.episode) if memory else None
    return salience.salience(episode, now, fading) if episode and episode.since <= now else None
