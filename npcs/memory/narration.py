"""How an episode is told in the villager's own words: title, gist and detail, made from its memories. Pure.

What has faded is told as a gap, so that an episode never says more than the memories it is made of.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from npcs.memory.boundaries import place_of
from npcs.memory.dynamics import FORGETTING, Forgetting, faded, is_removed
from npcs.memory.episode import Episode
from npcs.memory.opening import AUTHORED, clause
from npcs.memory.record import Element, ElementState, Memory, MemoryId
from npcs.memory.salience import FADING, VIVID, Fading, salience
from npcs.story import Story
from npcs.villager import Villager
from world.clock import DAY, Minute, day_of, part_of_day
from world.story import ActorId, FactId
from world.text import one_of, sentence

MOST_TITLE = 60
"""Characters of a title."""

MOST_SAID = 90
"""Characters of somebody's words in an episode."""

TOLD = 3
"""How many memories a detail tells of, besides when it was and how it felt."""

GIST = 2
"""How many memories a gist tells of."""

_LONG = 50
"""Characters of a deed after which the place comes first."""

_END = re.compile(r"(?<=[.!?])\s+")
_SPOKEN = re.compile(r"“(?P<said>[^“]*?)”?$")
_SPEECH = re.compile(r"^(?:told|asked|answered|said to) me\b|^[^“]*“|^said\b", re.IGNORECASE)
_LINKED = re.compile(r"^(?:for|to|because|so|since|as|in|out of|on account)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"^(?:i|you|he|she|they|we|it|there|the \w+ (?:was|were|is|had))\b", re.IGNORECASE)

_FELT = {
    "anger": "angry",
    "fear": "afraid",
    "hurt": "hurt",
    "pain": "hurt",
    "gratitude": "grateful",
    "gladness": "glad",
    "joy": "glad",
    "relief": "relieved",
    "pride": "proud",
    "hope": "hopeful",
    "comfort": "comforted",
    "amusement": "amused",
    "curiosity": "curious",
    "interest": "curious",
    "surprise": "surprised",
    "unease": "uneasy",
    "bewilderment": "bewildered",
    "embarrassment": "embarrassed",
    "tenderness": "moved",
    "love": "full of love",
    "pity": "sorry for them",
    "grief": "grieved",
    "sadness": "sad",
    "shame": "ashamed",
    "regret": "sorry for it",
    "respect": "full of respect",
    "guilt": "full of guilt",
    "horror": "horrified",
    "terror": "terrified",
}


class Teller(Struct, frozen=True):
    """A villager who tells what they remember."""

    story: Story
    npc: ActorId

    def title(self, memories: Sequence[Memory], leading: Memory) -> str:
        """Return what an episode is called, after the memory that leads it."""
        if fact := self._authored_fact(leading):
            return _cut(self.story.village.facts[fact].text.rstrip(".!?"), MOST_TITLE)
        others = self.others(memories)
        if _is_speech(leading) and others:
            about = self.subjects(memories)[:1]
            return _cut(" ".join(["Talk with", one_of(others[:2]), *(f"about {each}" for each in about)]), MOST_TITLE)
        return _cut(self._deed(leading), MOST_TITLE)

    def gist(self, told_of: Sequence[Memory]) -> str:
        """Return 1-2 sentences of the weightiest memories, in the order in which things happened."""
        sentences = self._sentences(told_of[:GIST])[:GIST]
        if len(sentences) == 1 and _is_gift(told_of[0]):
            sentences.append("I took it.")
        return " ".join(sentences)

    def detail(self, told_of: Sequence[Memory], tags: Sequence[str], valence: float) -> str:
        """Return 2-4 sentences in the first person: what happened, when it was and how it felt."""
        sentences = self._sentences(told_of[:TOLD])[:TOLD]
        felt = _felt(tags, valence)
        if len(sentences) == 1 and _is_gift(told_of[0]):
            sentences.append("I took it.")
        if len(sentences) < TOLD:
            sentences.append(self._when(told_of))
        return " ".join([*sentences, *([felt] if felt else [])][:4])

    def others(self, memories: Sequence[Memory]) -> list[str]:
        """Return the names of those who were in it besides the villager, as far as they are still known."""
        known = (each for each in memories if each.who.state is ElementState.KNOWN)
        people = dict.fromkeys(person for each in known for person in each.participants if person != self.npc)
        return [self.story.village.name(person) for person in people]

    def subjects(self, memories: Sequence[Memory]) -> list[str]:
        """Return what an episode was about: things, the dead, and places and people who were not in it."""
        village = self.story.village
        there = {person for memory in memories for person in memory.participants}
        here = {place_of(memory) for memory in memories}
        found = dict.fromkeys(
            entity
            for memory in sorted(memories, key=lambda each: -each.importance)
            if memory.what.state is ElementState.KNOWN
            for entity in memory.entities
        )
        named = [village.name(e) for e in found if e not in there and village.name(e) not in here]
        return [f"the {name}" if name in _things(self.story) else name for name in named]

    def _sentences(self, memories: Sequence[Memory]) -> list[str]:
        sentences, where, who = list[str](), "", ""
        for memory in sorted(memories, key=lambda each: each.id):
            place, before, who = place_of(memory), who, self._who(memory)
            again = f"Then {self._pronoun(memory)}" if who == before and who not in ("I", "Somebody") else ""
            told = self._sentence(memory, memory.where.text if place and place != where else "", again)
            # An author's own words can be several sentences.
            sentences += _END.split(told) if told == self._own_words(memory) else [told]
            where = place or where
        return sentences

    def _pronoun(self, memory: Memory) -> str:
        """Return how whoever did it is called once they have been named."""
        people = self.story.village.people
        doer = next((people[p] for p in memory.participants if p in people and people[p].name == memory.who.text), None)
        return doer.pronoun if doer else "they"

    def _sentence(self, memory: Memory, where: str, again: str = "") -> str:
        """Return who did what, where and why, as far as it is known; `again` stands for somebody just named."""
        if words := self._own_words(memory):
            return words
        if memory.what.state is not ElementState.KNOWN:
            return sentence(f"{self._who(memory)} did something; what it was, I have lost")
        deed, place = self._deed(memory, again), _placed(where)
        if place and (_is_speech(memory) or len(deed) > _LONG):
            deed, place = f"{place[0].upper()}{place[1:]}, {clause(deed)}", ""
        why = _reason(memory.why)
        return sentence(" ".join(part for part in (deed, place) if part) + (f", {why}" if why else ""))

    def _deed(self, memory: Memory, again: str = "") -> str:
        who = again or self._who(memory)
        what = memory.what.text
        if spoken := _SPOKEN.search(what):
            said, question = spoken["said"].strip(), spoken["said"].rstrip().endswith("?")
            lead = re.sub(r"^told\b", "asked", what[: spoken.start()]) if question else what[: spoken.start()]
            what = f"{lead}“{_cut(said, MOST_SAID)}”"
        return f"{who} {what}"

    def _who(self, memory: Memory) -> str:
        if memory.who.state is not ElementState.KNOWN:
            return "Somebody"
        who = memory.who.text
        own = {self.story.cast[self.npc].name.casefold(), self.npc, "i", "me"}
        return "I" if who.casefold() in own else who[:1].upper() + who[1:]

    def _authored_fact(self, memory: Memory) -> FactId | None:
        """Return the fact that a memory from before the story holds and nothing else."""
        if memory.factor != AUTHORED or len(memory.facts) != 1 or memory.valence:
            return None
        known = {each.fact for each in self.story.cast[self.npc].knows}
        return memory.facts[0] if memory.facts[0] in known and " that " in f" {memory.what.text} " else None

    def _own_words(self, memory: Memory) -> str:
        """Return how the author has them put what they knew before the story; empty if it is gone or not written."""
        fact = self._authored_fact(memory)
        if fact is None or any(part.state is ElementState.FORGOTTEN for part in memory.elements):
            return ""
        return next((each.says for each in self.story.cast[self.npc].knows if each.fact == fact and each.says), "")

    def _when(self, told_of: Sequence[Memory]) -> str:
        """Return when it was, by the day, as far as it is known."""
        moments = [memory.happened for memory in told_of if memory.when.state is ElementState.KNOWN]
        if not moments:
            return "When it was, I cannot say."
        moment, opening = min(moments), self.story.village.opening
        days = (opening.minute - moment) // DAY
        if moment < opening.minute and days > 0:
            return f"It was {days} day{'s' if days > 1 else ''} before {opening.player} came."
        return f"It was on day {day_of(moment)}, {part_of_day(moment)}."


def _things(story: Story) -> set[str]:
    return {thing.name for thing in story.village.things.values()}


def _is_speech(memory: Memory) -> bool:
    return bool(_SPEECH.match(memory.what.text))


def _is_gift(memory: Memory) -> bool:
    return memory.what.state is ElementState.KNOWN and memory.what.text.startswith("gave me ")


def _placed(where: str) -> str:
    if not where or re.match(
        r"^(?:in|at|on|by|near|behind|inside|outside|under|over|from|along)\b", where, re.IGNORECASE
    ):
        return where
    return f"at {where}"


def _reason(why: Element) -> str:
    if why.state is not ElementState.KNOWN:
        return ""
    text = why.text.strip(" .")
    if _LINKED.match(text):
        return text
    return f"because {text}" if _CLAUSE.match(text) else f"for {text}"


def _felt(tags: Sequence[str], valence: float) -> str:
    feelings = list(dict.fromkeys(_FELT[tag] for tag in tags if tag in _FELT))[:2]
    if feelings:
        return f"I was {one_of(feelings)}."
    return "I was glad of it." if valence >= 0.3 else "I did not like it." if valence <= -0.3 else ""


def _cut(text: str, most: int) -> str:
    """Return a text of at most `most` characters, cut at a word."""
    text = text.strip()
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:“") + "…"


def recounted(
    episode: Episode,
    villager: Villager,
    story: Story,
    now: Minute,
    forgetting: Forgetting = FORGETTING,
    fading: Fading = FADING,
) -> tuple[str, bool]:
    """Return how an episode comes back at `now`, and whether in vivid detail; empty if nothing of it is left.

    Where the memories it tells of have lost something, it is told anew from what is left of them.
    """
    left = [faded(m, now, forgetting) for m in _kept(villager, episode.told_of, now, forgetting)]
    vivid = bool(episode.portrait.detail) and salience(episode, now, fading) >= VIVID
    whole = len(left) == len(episode.told_of)
    if whole and vivid and not _has_lost(left):
        return episode.portrait.detail, True
    if whole and not _has_lost(left[:GIST]):
        return episode.portrait.gist, False
    telling = [memory for memory in left if memory.what.state is ElementState.KNOWN]
    return (Teller(story, villager.id).gist(telling) if telling else ""), False


def _kept(villager: Villager, ids: Sequence[MemoryId], now: Minute, forgetting: Forgetting) -> list[Memory]:
    found = (villager.memories.get(id_) for id_ in ids)
    return [memory for memory in found if memory is not None and not is_removed(memory, now, forgetting)]


def _has_lost(memories: Sequence[Memory]) -> bool:
    return any(part.state is ElementState.FORGOTTEN for memory in memories for part in memory.elements)
