"""A mind as a person reads it: the data of `saves.inspect` in words and short lines, one thing a line."""

from collections.abc import Iterator

from npcs.character import FEELINGS
from npcs.memory.record import ELEMENTS, ElementState
from npcs.story import Story
from npcs.villager import State
from saves.inspect import Data, inspect
from world.clock import stamp
from world.story import ActorId


def inspect_text(story: Story, state: State, npc: ActorId, turn: int | None = None) -> str:
    """Return a villager's mind at one moment as plain text, without markup or control codes.

    Raises:
        SaveError: there is no such villager.
    """
    data = inspect(story, state, npc, turn)
    name, role = story.cast[npc].name, story.cast[npc].role
    lines = [f"{name}, {role} · turn {data['turn']} · {stamp(data['minute'])}", *_doing(data)]
    sections = {
        "Needs (1 content, 3 urgent)": [f"{need['name']} {need['weight']:.1f}" for need in data["needs"]],
        "Always known": data["core_memories"],
        "Remembered": [line for memory in data["obtained_memories"] for line in _memory(memory)],
        "Went through": [line for episode in data["episodes"] for line in _episode(story, episode)],
        "Knows": [_known(story, known) for known in data["knowledge"]],
    }
    for person, disposition in data["dispositions"].items():
        sections[f"Towards {story.village.name(person)}"] = list(_disposition(disposition))
    for title, content in sections.items():
        lines += ["", title, *(f"  {line}" for line in content or ["nothing"])]
    return "\n".join(lines) + "\n"


def _doing(data: Data) -> Iterator[str]:
    current, stopped = data["current_action"], data["stopped_action"]
    yield f"Now: {current['doing']} until {stamp(current['until'])}" if current else "Now: nothing in particular"
    if stopped:
        yield f"Left off: {stopped['doing']}, {stopped['minutes_left']} minutes to go"
    if data["reason"]:
        yield f"Why: {data['reason']}"


def _memory(memory: Data) -> Iterator[str]:
    yield (
        f"{memory['id']}. weight {memory['weight']:.1f} = recency {memory['recency']:.1f} + importance "
        f"{memory['importance']:.1f} ({memory['factor']}) + relevance {memory['relevance']:.1f}"
    )
    for name in ELEMENTS:
        yield f"   {name:<6}{_element(memory[name])}"
    times = f" · {memory['count']} times" if memory["count"] > 1 else ""
    yield (
        f"   {_source(memory)} · {stamp(memory['happened'])} · valence {memory['valence']:+.1f} · "
        f"arousal {memory['arousal']:.1f}{times}"
    )


def _element(element: Data) -> str:
    if element["state"] == ElementState.UNKNOWN:
        return "unknown"
    numbers = f"attention {element['attention']:g}, retention {element['retention']:.2f}"
    if element["state"] == ElementState.FORGOTTEN:
        return f"forgotten (was: {element['text']}; {numbers})"
    return f"{element['text']} ({numbers})"


def _source(data: Data) -> str:
    teller = f" by {data['teller']}" if data["teller"] else ""
    hops = f", {data['hops']} hops" if data["hops"] > 1 else ""
    return f"{data['source']}{teller}{hops}"


def _episode(story: Story, episode: Data) -> Iterator[str]:
    name, initial = story.village.name, episode["initial_salience"]
    how = f"salience {episode['salience']:.2f}, recalled as {episode['recalled_as']}"
    yield f"{episode['id']}. {episode['title']} · {how}"
    yield f"   gist  {episode['gist']}"
    if episode["detail"]:
        yield f"   detail  {episode['detail']}"
    people = ", ".join(name(person) for person in episode["participants"]) or "nobody"
    place = episode["place"] or "place unknown"
    yield (
        f"   {stamp(episode['first'])} to {stamp(episode['last'])} · {place} · {people} · "
        f"memories {', '.join(map(str, episode['memories']))}"
    )
    yield (
        f"   salience at first {initial['value']:.2f} (arousal {initial['arousal']:.2f}, valence "
        f"{initial['valence']:.2f}, novelty {initial['novelty']:.2f}, personal {initial['personal']:.1f}, suppressed "
        f"{initial['suppressed']:.2f}) · {episode['retrievals']} retrievals"
    )
    yield (
        f"   arousal {episode['arousal']:.2f} · valence {episode['valence']:+.2f} · felt "
        f"{', '.join(episode['tags']) or 'nothing named'} · about {', '.join(episode['themes']) or 'nothing named'}"
    )
    yield from (f"   {line}" for line in _appraisal(story, episode["appraisal"]))
    yield from (f"   {line}" for line in _changed(story, episode["changes"]))


def _appraisal(story: Story, appraisal: Data) -> Iterator[str]:
    whose = f" ({story.village.name(appraisal['attributed_to'])})" if appraisal["attributed_to"] else ""
    yield (
        f"appraised as {appraisal['relevance']}, goals {appraisal['goal_congruence']:+.2f}, coping "
        f"{appraisal['coping_potential']} by {appraisal['coping_strategy']}, caused by "
        f"{appraisal['causal_attribution']}{whose}, norms {appraisal['norm_compatibility']}"
    )
    yield from (f"came to believe: {belief}" for belief in appraisal["beliefs_formed"])


_TOWARDS = {"closer": "closer to", "apart": "further from"}


def _changed(story: Story, changes: Data) -> Iterator[str]:
    for each in changes["relationships"]:
        yield f"{_TOWARDS[each['direction']]} {story.village.name(each['person'])} by {each['amount']:.2f}"
    yield from (f"belief {each['turn']}: {each['belief']}" for each in changes["beliefs"])
    if changes["knowledge"]:
        yield f"newly known: {', '.join(changes['knowledge'])}"


def _known(story: Story, known: Data) -> str:
    fact = story.village.facts.get(known["fact"])
    words = f": {fact.text}" if fact else ""
    return f"{known['fact']}{words} (since {stamp(known['since'])}, {_source(known)})"


def _disposition(disposition: Data) -> Iterator[str]:
    for name in FEELINGS:
        yield f"{name:<9}{disposition['baseline_feelings'][name]:+.2f} → {disposition['feelings'][name]:+.2f}"
    for trait in disposition["traits"]:
        yield f"{trait['name']} {trait['baseline']:.2f} → {trait['now']:.2f}: {trait['wording']}"
    for refinement in disposition["refinements"]:
        yield f"turn {refinement['turn']}, {stamp(refinement['minute'])}: {'; '.join(_changes(refinement))}"
        because = ", ".join(map(str, refinement["because"]))
        yield f"  because of memories {because}: {refinement['reason']}"


def _changes(refinement: Data) -> Iterator[str]:
    before, after = refinement["before"], refinement["after"]
    for name in FEELINGS:
        if before[name] != after[name]:
            yield f"{name} {before[name]:+.2f} → {after[name]:+.2f}"
    for name in before["traits"]:
        yield f"{name} {before['traits'][name]:.2f} → {after['traits'][name]:.2f}"
