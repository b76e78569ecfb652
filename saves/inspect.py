"""A mind laid open for testers: every number of one villager at one moment, as data and as readable text.

The keys are those that programs rely on; what is computed from the clock (retention, weights, needs) is as of now.
"""

from typing import Any

import msgspec

from npcs import needs
from npcs.disposition import Disposition, FeelingsNow, Refinement
from npcs.knowledge import Known, knowledge
from npcs.memory.dynamics import Forgetting, faded, is_removed, recency, retention, weight
from npcs.memory.episode import Episode
from npcs.memory.record import ELEMENTS, Memory, Source
from npcs.memory.salience import VIVID, Fading, consolidated, salience
from npcs.story import Story
from npcs.villager import State, StoppedAction, Villager
from saves.home import SaveError
from world.clock import Minute
from world.state import Doing
from world.story import ActorId
from world.text import clean, one_of

Data = dict[str, Any]
"""What becomes a JSON object."""


def inspect(story: Story, state: State, npc: ActorId, turn: int | None = None) -> Data:
    """Return a villager's mind at one moment, ready for JSON.

    Args:
        story: the story that is played.
        state: the state at that moment.
        npc: whose mind.
        turn: the number of the turn in the journal, where it is known; after an undo it differs from the state's own.

    Raises:
        SaveError: there is no such villager.
    """
    villager, now, forgetting = the_villager(state, npc), state.world.minute, state.rules.forgetting
    return {
        "npc": npc,
        "turn": state.turn if turn is None else turn,
        "minute": now,
        "core_memories": list(story.cast[npc].core_memories),
        "obtained_memories": [
            _memory(m, now, forgetting) for m in villager.memories if not is_removed(m, now, forgetting)
        ],
        "episodes": [_episode(each, now, state.rules.fading) for each in villager.episodes],
        "needs": [{"name": name, "weight": _short(needs.weight(need, now))} for name, need in villager.needs.items()],
        "current_action": _doing(story, state.world.doing.get(npc)),
        "stopped_action": _stopped(story, villager.stopped),
        "reason": villager.why,
        "dispositions": {person: _disposition(each) for person, each in villager.dispositions.items()},
        "knowledge": [_known(each) for each in knowledge(villager, now, forgetting).values()],
    }


def the_villager(state: State, npc: ActorId) -> Villager:
    """Return a villager by id.

    Raises:
        SaveError: there is no such villager; the message names those there are.
    """
    if villager := state.villagers.get(npc):
        return villager
    raise SaveError(f"There is no villager “{clean(npc, 40)}”. There are: {one_of(list(state.villagers))}.")


def _memory(memory: Memory, now: Minute, forgetting: Forgetting) -> Data:
    kept = faded(memory, now, forgetting)
    return {
        "id": memory.id,
        "formed": memory.formed,
        "happened": memory.happened,
        **{name: _element(kept, name, now, forgetting) for name in ELEMENTS},
        "importance": memory.importance,
        "factor": memory.factor,
        "relevance": memory.relevance,
        "recency": _short(recency(memory, now)),
        "weight": _short(weight(memory, now)),
        "valence": memory.valence,
        "arousal": memory.arousal,
        "tags": list(memory.tags),
        "participants": list(memory.participants),
        "entities": list(memory.entities),
        "facts": list(memory.facts),
        **_source(memory.source),
        "irreversible": memory.irreversible,
        "retrievals": memory.retrievals,
        "count": memory.count,
        "episode": memory.episode,
        "earlier": list(memory.earlier),
    }


def _episode(episode: Episode, now: Minute, fading: Fading) -> Data:
    left = consolidated(episode, now, fading)
    return {
        "id": episode.id,
        "memories": list(episode.memories),
        "told_of": list(episode.told_of),
        "first": episode.first,
        "last": episode.last,
        "place": episode.place,
        "participants": list(episode.participants),
        "facts": list(episode.facts),
        **msgspec.to_builtins(left.portrait),
        "appraisal": msgspec.to_builtins(episode.appraisal),
        "changes": msgspec.to_builtins(episode.changes),
        "salience": salience(episode, now, fading),
        "initial_salience": msgspec.to_builtins(episode.initial),
        "salience_since": episode.since,
        "recalled_as": "detail" if left.portrait.detail and salience(episode, now, fading) >= VIVID else "gist",
        "retrievals": episode.retrievals,
    }


def _element(memory: Memory, name: str, now: Minute, forgetting: Forgetting) -> Data:
    element = getattr(memory, name)
    return {
        "text": element.text,
        "state": str(element.state),
        "attention": element.attention,
        "retention": _short(retention(memory, name, now, forgetting)),
    }


def _source(source: Source) -> Data:
    return {
        "source": str(source.kind),
        "teller": source.teller,
        "hops": source.hops,
        "confidence": source.confidence,
    }


def _known(known: Known) -> Data:
    return {"fact": known.fact, "since": known.since, **_source(known.source), "memory": known.memory}


def _doing(story: Story, doing: Doing | None) -> Data | None:
    if doing is None:
        return None
    what = story.village.activities[doing.activity].doing
    return {"activity": doing.activity, "doing": what, "since": doing.since, "until": doing.until}


def _stopped(story: Story, stopped: StoppedAction | None) -> Data | None:
    if stopped is None:
        return None
    what = story.village.activities[stopped.activity].doing
    left = stopped.minutes_left
    return {"activity": stopped.activity, "doing": what, "since": stopped.since, "minutes_left": left}


def _disposition(disposition: Disposition) -> Data:
    return {
        "traits": [
            {
                "name": trait.name,
                "baseline": trait.baseline,
                "now": trait.strength,
                "wording": trait.wording,
                "baseline_wording": trait.baseline_wording,
            }
            for trait in disposition.traits
        ],
        "feelings": _feelings(disposition.feelings),
        "baseline_feelings": _feelings(disposition.baseline),
        "memories_since_refinement": disposition.memories_since,
        "refinements": [_refinement(each) for each in disposition.refinements],
    }


def _refinement(refinement: Refinement) -> Data:
    traits = refinement.traits
    return {
        "turn": refinement.turn,
        "minute": refinement.minute,
        "before": {**_feelings(refinement.before), "traits": {trait.name: trait.before for trait in traits}},
        "after": {**_feelings(refinement.after), "traits": {trait.name: trait.after for trait in traits}},
        "because": list(refinement.because),
        "reason": refinement.reason,
    }


def _feelings(feelings: FeelingsNow) -> Data:
    return msgspec.structs.asdict(feelings)


def _short(number: float) -> float:
    """Six decimals are enough to compare by, and the same on every machine."""
    return round(number, 6)
