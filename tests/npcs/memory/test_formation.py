"""How memories are formed, merged, updated and swept away."""

import pytest
from a_memory import KRZYSZTOF, OPENING, STORY, event, memory, villager, world
from msgspec.structs import replace

from npcs.memory.dynamics import faded, is_removed
from npcs.memory.formation import (
    Impression,
    formed,
    from_reply,
    opening_villager,
    own_act,
    own_reply,
    perceived,
    swept,
    updated,
)
from npcs.memory.record import ELEMENTS, ElementState, SourceKind
from npcs.minds.mind import Create, FiveWs, Nothing, Replied, Utterance
from npcs.needs import URGENT, weight
from world import events
from world.clock import DAY, HOUR, at
from world.state import Doing

COIN = FiveWs("the stranger", "gave me a silver coin", "day 1, 07:00", "the forge", None)


def impression(importance: float = 7.0, elements: FiveWs = COIN, **more: object) -> Impression:
    """Return an impression of a coin being given, unless told otherwise."""
    return Impression(elements, OPENING, importance, "self_relevance", **more)  # type: ignore[arg-type]


def replied(**more: object) -> Replied:
    """Return a mind's judgement of an insult."""
    plain: dict[str, object] = {
        "reply": "Out.",
        "speech_act": "insult",
        "operation": Create(FiveWs(what="called me a liar", where="on the moon", when="in a year")),
        "factor": "self_relevance",
        "degree": 0.5,
        "valence": -0.6,
        "arousal": 0.6,
    }
    return Replied(**(plain | more))  # type: ignore[arg-type]


def test_an_impression_becomes_a_memory_with_attention_of_its_own_for_each_part() -> None:
    """What was told is known, what was left open is unknown, and the parts differ in how well they stick."""
    after, id_ = formed(villager(), impression(), OPENING, 1)
    assert (id_, after.next_id) == (1, 2)
    made = after.memories[1]
    assert [part.text for part in made.elements] == [*("the stranger", "gave me a silver coin"), *COIN_REST]
    assert made.why.state is ElementState.UNKNOWN
    assert len({part.attention for part in made.elements if part.text}) > 1


COIN_REST = ("day 1, 07:00", "the forge", "")


def test_the_same_seed_forms_the_same_memory() -> None:
    """A replay forms what was formed live; another game draws other attention."""
    assert formed(villager(), impression(), OPENING, 5) == formed(villager(), impression(), OPENING, 5)
    others = {formed(villager(), impression(), OPENING, seed)[0].memories.checksum for seed in range(5)}
    assert len(others) == 5


def test_what_does_not_matter_is_not_remembered() -> None:
    """An impression of no importance leaves nothing behind."""
    before = villager()
    assert formed(before, impression(importance=0.0), OPENING, 1) == (before, None)


def test_routine_is_counted_and_not_stored_again() -> None:
    """The same unimportant thing, days apart, is one memory with a count, renewed and held for longer."""
    now, mind = OPENING, villager()
    for day in range(5):
        now = at(1 + day, 7)
        mind, id_ = formed(mind, replace(impression(importance=3.0), happened=now), now, 1)
        assert id_ == 1
    [kept] = mind.memories
    assert (kept.count, kept.happened, kept.formed, kept.first) == (5, now, now, OPENING)
    assert kept.who.attention >= 2


def test_something_important_on_another_day_is_another_memory() -> None:
    """Two coins on two days are two gifts; two in an afternoon are one memory with a count of two."""
    once, _ = formed(villager(), impression(), OPENING, 1)
    same_day, first = formed(once, impression(), OPENING + HOUR, 1)
    next_week, second = formed(same_day, impression(), OPENING + 7 * DAY, 1)
    assert (first, second) == (1, 2)
    assert [each.count for each in next_week.memories] == [2, 1]


def test_what_is_different_is_not_merged() -> None:
    """Another deed, another place or another person makes another memory."""
    mind, _ = formed(villager(), impression(1.0, participants=("player",)), OPENING, 1)
    for other in (
        impression(1.0, replace(COIN, what="gave me a letter"), participants=("player",)),
        impression(1.0, replace(COIN, where="the inn"), participants=("player",)),
        impression(1.0, participants=("marta",)),
    ):
        _, id_ = formed(mind, other, OPENING, 1)
        assert id_ == 2


def test_a_memory_that_is_gone_is_not_revived_by_a_repetition() -> None:
    """What was removed stays removed: the repetition is a new memory."""
    mind, _ = formed(villager(), impression(importance=1.0), OPENING, 1)
    assert is_removed(mind.memories[1], OPENING + 10 * DAY)
    _, id_ = formed(mind, impression(importance=1.0), OPENING + 10 * DAY, 1)
    assert id_ == 2


def test_a_repetition_brings_back_the_parts_it_tells() -> None:
    """A forgotten part that is told again is known again."""
    mind = villager(memory(importance=3.0, why="", attention=1.0))
    now = OPENING + 34 * HOUR
    lost = replace(mind.memories[1], who=replace(mind.memories[1].who, state=ElementState.FORGOTTEN))
    mind = replace(mind, memories=mind.memories.changed(put=(lost,)))
    again, id_ = formed(mind, impression(importance=3.0), OPENING + HOUR, 1)
    assert id_ == 1
    assert again.memories[1].who.state is ElementState.KNOWN
    assert faded(again.memories[1], now).who.state is ElementState.KNOWN


def test_an_update_fills_what_was_unknown_or_forgotten_and_makes_no_twin() -> None:
    """`Can you recall when I gave you the coin? It was in the Old Kingdom` fills the where of that memory."""
    mind = villager(memory(where="", importance=7.0))
    now = OPENING + 2 * DAY
    after = updated(mind, 1, FiveWs(where="the Old Kingdom"), now, 1)
    [kept] = after.memories
    assert (kept.where.text, kept.where.state) == ("the Old Kingdom", ElementState.KNOWN)
    assert kept.earlier == ()
    assert (kept.formed, kept.learnt, kept.happened) == (now, OPENING, OPENING)
    assert faded(kept, now + HOUR).where.state is ElementState.KNOWN
    forgotten = replace(kept, where=replace(kept.where, state=ElementState.FORGOTTEN))
    again = updated(
        replace(after, memories=after.memories.changed(put=(forgotten,))), 1, FiveWs(where="Lipnica"), now, 1
    )
    assert again.memories[1].where.text == "Lipnica"
    assert again.memories[1].earlier == ("where: the Old Kingdom",)


def test_a_correction_keeps_the_earlier_wording() -> None:
    """What a memory said before is still there to be read."""
    after = updated(villager(memory()), 1, FiveWs(what="lent me a silver coin"), OPENING + HOUR, 1)
    assert after.memories[1].what.text == "lent me a silver coin"
    assert after.memories[1].earlier == ("gave me a silver coin",)


def test_an_update_of_nothing_changes_nothing() -> None:
    """A memory that is gone, or an update without words, leaves the villager as they were."""
    mind = villager(memory())
    assert updated(mind, 9, FiveWs(where="here"), OPENING, 1) is mind
    assert updated(mind, 1, FiveWs(), OPENING, 1) is mind


def test_sweeping_takes_only_what_is_past_removal() -> None:
    """A night takes the trifles and leaves what mattered."""
    mind = villager(memory(1, importance=1.0), memory(2, importance=9.0), memory(3, importance=1.0, irreversible=True))
    after = swept(mind, OPENING + DAY)
    assert [each.id for each in after.memories] == [2, 3]
    assert swept(after, OPENING + DAY) is after
    assert len(swept(mind, OPENING).memories) == 3


def test_the_opening_holds_what_the_author_wrote_and_it_is_still_known() -> None:
    """Old memories are dated truly, in their order, and last from the opening as if they were new."""
    mind = opening_villager(STORY, "krzysztof")
    assert [each.id for each in mind.memories] == [1, 2, 3, 4]
    assert [each.what.text for each in mind.memories] == [
        "died in the winter",
        "would not pay for the sluice pin",
        "saw that the mill burned no lamp that night",
        "told me that Bartek's cart left about nine",
    ]
    for each in mind.memories:
        assert faded(each, OPENING + 30) == each
        assert each.formed == each.happened < OPENING
    dark, told = mind.memories[3], mind.memories[4]
    assert (dark.facts, dark.entities, dark.when.text) == (("mill_dark",), ("krzysztof", "mill"), "7 days before day 1")
    assert (told.source.kind, told.source.teller, told.source.hops) == (SourceKind.TOLD, "marta", 1)
    assert faded(dark, OPENING + 60 * DAY) != dark
    assert faded(mind.memories[1], OPENING + 9000 * DAY) == mind.memories[1]


def test_villagers_wake_with_different_needs() -> None:
    """Needs begin above 1 and below urgency, by chance, at the pace the character or the village sets."""
    one, other = (opening_villager(STORY, npc, seed=1) for npc in ("krzysztof", "marta"))
    assert one.needs["hunger"].hours_to_grow == KRZYSZTOF.needs["hunger"] == 9.0
    assert other.needs["hunger"].hours_to_grow == 4.0
    for need in (*one.needs.values(), *other.needs.values()):
        assert 1 < weight(need, OPENING) < URGENT
    assert one.needs["work"] != other.needs["work"]


SEEN = [
    (event(events.Arrived, minute=at(2, 4), origin="inn"), "Marta", "came from the inn", 2.8),
    (event(events.Arrived, origin="inn"), "Marta", "was there", 2.0),
    (event(events.Arrived, "player", origin="inn"), "the stranger", "came from the inn", 2.2),
    (event(events.Left, minute=at(1, 23), towards="mill", arrives=1), "Marta", "set out for the mill", 2.8),
    (event(events.Started, place="church", activity="stew", until=1), "Marta", "was there", 2.0),
    (event(events.Gave, to="bartek", thing="silver_coin"), "Marta", "gave Bartek a silver coin", 2.6),
    (event(events.Gave, to="krzysztof", thing="silver_coin", reason="owed"), "Marta", "gave me a silver coin", 7.3),
    (event(events.Showed, "player", to="marta", thing="tongs"), "the stranger", "showed Marta a tongs", 2.6),
    (event(events.Took, place="forge", thing="tongs"), "Marta", "took a tongs", 3.8),
    (event(events.Did, "player", to="marta", text="I punch her"), "the stranger", "punched Marta", 8.4),
    (event(events.Did, "bartek", to="krzysztof", text="hug the smith"), "Bartek", "hugged me", 8.2),
    (event(events.Said, to="bartek", text="Fine day."), "Marta", "told Bartek: “Fine day.”", 1.0),
    (event(events.Said, to=None, text="It rains."), "Marta", "said: “It rains.”", 1.0),
    (event(events.Said, to=None, text="Poor Tomasz!"), "Marta", "said: “Poor Tomasz!”", 5.0),
    (event(events.Examined, "player", subject="tongs"), "the stranger", "looked closely at the tongs", 1.0),
    (event(events.Approached, "player", to="marta"), "the stranger", "went up to Marta to talk", 1.0),
    (event(events.Dropped, thing="tongs"), "Marta", "put down a tongs", 2.2),
]


@pytest.mark.parametrize(("happened", "who", "what", "importance"), SEEN)
def test_bystanders_remember_what_they_saw_as_they_saw_it(
    happened: events.Event, who: str, what: str, importance: float
) -> None:
    """What happened is worded from where the villager stands and weighed by the importance table."""
    kept = perceived(STORY, world(), "krzysztof", happened)
    assert kept is not None
    assert (kept.elements.who, kept.elements.what, kept.importance) == (who, what, pytest.approx(importance))
    assert kept.elements.where == STORY.village.name(happened.place)
    assert {happened.actor, happened.place} <= set(kept.entities)


@pytest.mark.parametrize(
    "happened",
    [
        event(events.Left, towards="inn", arrives=9),
        event(events.Arrived, place="inn", origin="church"),
        event(events.Started, place="inn", activity="stew", until=1),
        event(events.Left, "krzysztof", towards="inn", arrives=1),
        event(events.Stopped, activity="stew", finished=True),
        event(events.Waited, "player", minutes=5),
        event(events.Examined, "player", subject="church"),
        event(events.Said, "player", to="krzysztof", text="Hello."),
        event(events.Refused, "player", words="No."),
    ],
)
def test_what_is_usual_or_answered_elsewhere_leaves_no_second_trace(happened: events.Event) -> None:
    """People where they belong, endings, and what the player says to oneself (a mind judges that) are not kept here."""
    assert perceived(STORY, world(), "krzysztof", happened) is None


def test_sleepers_perceive_nothing() -> None:
    """Whoever is asleep keeps nothing of what happens around them."""
    asleep = replace(world(), doing={"krzysztof": Doing("sleep", 0, 999)})
    assert perceived(STORY, asleep, "krzysztof", SEEN[2][0]) is None


def test_overheard_words_have_their_speaker_as_source() -> None:
    """What was said to somebody else was overheard; what was said to oneself was told."""
    overheard = perceived(STORY, world(), "krzysztof", SEEN[11][0], facts=("mill_dark",))
    told = perceived(STORY, world(), "krzysztof", event(events.Said, to="krzysztof", text="Psst."))
    assert overheard is not None
    assert told is not None
    assert (overheard.source.kind, overheard.source.teller, overheard.source.hops) == (SourceKind.OVERHEARD, "marta", 1)
    assert (overheard.facts, overheard.importance) == (("mill_dark",), 5.0)
    assert told.source.kind is SourceKind.TOLD


def test_a_long_speech_is_kept_in_gist() -> None:
    """Only the beginning of a long speech is remembered word for word."""
    kept = perceived(STORY, world(), "krzysztof", event(events.Said, to=None, text="blah " * 400))
    assert kept is not None
    assert len(kept.elements.what or "") < 180
    assert (kept.elements.what or "").endswith("blah…”")


def test_villagers_remember_what_they_did_themselves() -> None:
    """Own acts are kept under one's own name; the day's work at home and words to the player are not kept here."""
    mine = own_act(STORY, world(), "marta", event(events.Gave, to="bartek", thing="tongs", reason="he asked"))
    assert mine is not None
    assert (mine.elements.who, mine.elements.what, mine.elements.why) == ("Marta", "gave Bartek a tongs", "he asked")
    assert mine.source.kind is SourceKind.OWN
    for place, activity in (("inn", "stew"), ("forge", "shoe")):
        routine = event(events.Started, "krzysztof", place, activity=activity, until=1)
        assert own_act(STORY, world(), "krzysztof", routine) is None
    assert own_act(STORY, world(), "marta", event(events.Said, to="player", text="Good day.")) is None


def test_what_was_said_to_a_villager_is_kept_as_the_mind_understood_it_but_when_and_where_are_the_games() -> None:
    """A mind fills who, what and why; the clock and the place come from the game, and what is open is unknown."""
    heard = from_reply(STORY, world(at(1, 8, 10)), "krzysztof", Utterance("player", "said", "Liar!"), replied())
    assert heard.elements == FiveWs("the stranger", "called me a liar", "day 1, 08:10", "the forge", None)
    assert (heard.importance, heard.factor, heard.valence) == (7.5, "self_relevance", -0.6)
    assert (heard.source.kind, heard.source.teller) == (SourceKind.TOLD, "player")
    assert heard.participants == ("player", "krzysztof")


@pytest.mark.parametrize(
    ("utterance", "what", "why"),
    [
        (Utterance("player", "gave", "", "silver_coin", "for the shoe"), "gave me a silver coin", "for the shoe"),
        (Utterance("player", "did", "I punch you"), "punched me", None),
        (Utterance("player", "did", "kneel"), "knelt in front of me", None),
        (Utterance("player", "said", "Rain again."), "told me: “Rain again.”", None),
        (Utterance("player", "approached", ""), "came to talk to me", None),
    ],
)
def test_what_a_mind_leaves_open_is_filled_by_what_happened(utterance: Utterance, what: str, why: str | None) -> None:
    """Without a mind's wording the act itself is remembered."""
    kept = from_reply(STORY, world(), "krzysztof", utterance, replied(operation=Nothing()))
    assert (kept.elements.what, kept.elements.why) == (what, why)


def test_own_words_are_remembered_where_there_is_something_to_remember() -> None:
    """A villager remembers what they said, with the facts they gave away; nothing for a grunt."""
    said = Utterance("player", "said", "Was the mill dark?")
    answer = replied(reply_memory="said the mill was dark", facts_told=("mill_dark",))
    kept = own_reply(STORY, world(), "krzysztof", said, answer)
    assert kept is not None
    assert (kept.elements.who, kept.elements.what) == ("Krzysztof", "said the mill was dark")
    assert (kept.facts, kept.source.kind) == (("mill_dark",), SourceKind.OWN)
    assert own_reply(STORY, world(), "krzysztof", said, replied()) is None


def test_a_story_without_the_usual_rows_still_forms_memories() -> None:
    """Designers may remove rows of the importance table: what fell under one falls to the lowest."""
    bare = replace_rows()
    kept = perceived(bare, world(), "krzysztof", SEEN[9][0])
    assert kept is not None
    assert kept.factor == "only"
    assert all(getattr(kept.elements, name) for name in ELEMENTS[:4])


def replace_rows():
    """Return the story with one row of importance."""
    from dataclasses import replace as with_

    from npcs.character import ImportanceRow, ImportanceTable

    row = ImportanceRow(factor="only", explanation="All.", least=3, most=5)
    return with_(STORY, importance=ImportanceTable(row=(row,)))
