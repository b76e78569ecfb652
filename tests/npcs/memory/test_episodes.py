"""How memories become episodes, told and appraised by the village's own rules, and what becomes of those."""

import msgspec
import pytest
from a_memory import KRZYSZTOF, OPENING, STORY, element, memory, villager
from msgspec.structs import replace

from npcs.assembling import assembled
from npcs.disposition import FeelingsNow, opening_disposition
from npcs.memory.dynamics import removed_at
from npcs.memory.episode import Agency, Coping, Direction, Episodes, Norms, Relevance, Strategy, Turn
from npcs.memory.episodes import (
    come_to_mind,
    drafted,
    is_due,
    kept,
    looked_back,
    runs_over,
    salience_of,
    settled,
)
from npcs.memory.narration import recounted
from npcs.memory.recall import vividness
from npcs.memory.record import ElementState, Memory, Source
from npcs.memory.salience import FADING, salience
from npcs.minds.mind import Appraise, Appraised, Hit, Recalled, Reflect, Reflected
from npcs.prompts.parts import recalled
from npcs.reflecting import MOST_ASKED, looking_back
from npcs.story import Story
from npcs.villager import State, Villager
from world.clock import DAY, HOUR
from world.state import opening_world

BOTH = ("player", "krzysztof")
GIFT = memory(
    1,
    what="gave me a silver coin",
    why="for the horseshoes",
    importance=7.5,
    attention=2.0,
    valence=0.6,
    arousal=0.4,
    tags=("gratitude",),
    participants=BOTH,
    entities=(*BOTH, "silver_coin", "forge"),
)
BLOW = memory(
    2,
    what="punched me",
    why="",
    formed=OPENING + 2,
    importance=9.0,
    attention=2.0,
    valence=-0.8,
    arousal=0.9,
    tags=("fear", "anger"),
    participants=BOTH,
    entities=(*BOTH, "forge"),
)
NEWS = memory(
    3,
    what="told me: “Did you know the candlesticks were stolen from the church?”",
    why="",
    formed=OPENING + 4,
    importance=5.0,
    valence=-0.1,
    arousal=0.3,
    participants=BOTH,
    entities=(*BOTH, "candlesticks", "church", "forge"),
    facts=("theft",),
    source=Source("told", "player", 1, 0.7),
)
ROUTINE = memory(9, who="Marta", what="came in", importance=1.0, participants=("marta",))


def lived(*memories: Memory, story: Story = STORY) -> Villager:
    """Return a smith with these memories, each run of them that is over in an episode."""
    smith = villager(*memories)
    now = max(each.learnt for each in memories) + 60
    runs = runs_over(smith, now)
    for run in runs:
        smith = kept(smith, drafted(story, smith, run, now))
    return settled(smith, runs, now, FADING)


def test_a_gift_reads_like_a_person():
    """Title, gist and detail are sentences of the villager's own, made of the five elements."""
    (episode,) = lived(GIFT).episodes
    told = episode.portrait
    assert told.title == "The stranger gave me a silver coin"
    assert told.gist == "The stranger gave me a silver coin at the forge, for the horseshoes. I took it."
    assert told.detail == f"{told.gist} It was on day 1, at dawn. I was grateful."
    assert (episode.place, episode.participants, episode.first, episode.last) == ("the forge", BOTH, OPENING, OPENING)
    assert told.themes == ("a gift", "money", "the silver coin")
    assert (told.arousal, told.valence, told.tags) == (0.4, 0.6, ("gratitude",))


def test_a_talk_is_told_in_order_and_a_question_is_asked():
    """The gist tells of the two weightiest in the order in which they happened; words that ask are asked."""
    (episode,) = lived(GIFT, BLOW, NEWS).episodes
    assert episode.portrait.gist == (
        "The stranger gave me a silver coin at the forge, for the horseshoes. Then they punched me."
    )
    assert episode.portrait.detail == (
        f"{episode.portrait.gist} Then they asked me: “Did you know the candlesticks were stolen from the church?”"
        " I was afraid and angry."
    )
    (talk,) = lived(NEWS).episodes
    assert talk.portrait.title == "Talk with the stranger about the candlesticks"


def test_an_episode_is_felt_as_its_memories_were():
    """Arousal is that of the strongest, valence a mean by importance and arousal, and salience their sum."""
    (episode,) = lived(GIFT, BLOW).episodes
    told, first = episode.portrait, episode.initial
    assert told.arousal == 0.9
    assert told.valence == pytest.approx((7.5 * 0.5 * 0.6 - 9 * 1.0 * 0.8) / (7.5 * 0.5 + 9), abs=0.001)
    assert first.novelty == first.personal == 1.0
    assert episode.salience == first.value == pytest.approx(0.4 * 0.9 + 0.2 * abs(told.valence) + 0.4)
    witnessed = replace(BLOW, participants=("player", "marta"))
    assert next(iter(lived(witnessed).episodes)).initial.personal == 0.3


def test_a_blow_is_appraised():
    """Every field of the appraisal follows from what was done, by whom, and how it felt."""
    (episode,) = lived(BLOW).episodes
    meant = episode.appraisal
    assert meant.relevance is Relevance.STRESSFUL
    assert meant.goal_congruence == -0.8
    assert meant.coping_potential is Coping.LOW
    assert meant.coping_strategy is Strategy.AVOID
    assert (meant.causal_attribution, meant.attributed_to) == (Agency.OTHER, "player")
    assert meant.norm_compatibility is Norms.VIOLATED
    assert meant.beliefs_formed == ("The stranger is dangerous to me.",)
    (moved,) = episode.changes.relationships
    assert (moved.person, moved.direction, moved.amount) == ("player", Direction.APART, 0.72)


def test_fear_of_somebody_leaves_less_to_cope_with():
    """The same blow from somebody already feared leaves the villager helpless, and they endure it."""
    feared = replace(opening_disposition(KRZYSZTOF, "player"), feelings=FeelingsNow(fear=1.0))
    smith = replace(villager(BLOW), dispositions={"player": feared})
    meant = drafted(STORY, smith, (BLOW,), OPENING + 60).appraisal
    assert meant.coping_potential is Coping.HELPLESS
    assert drafted(STORY, villager(BLOW), (replace(BLOW, tags=(), arousal=1.0, irreversible=True),), 500).appraisal == (
        replace(meant, coping_strategy=Strategy.ENDURE)
    )


def test_good_and_idle_things_are_appraised_too():
    """A gift is benign, upholds what is done and is savoured; what others do idly does not matter."""
    (gift,) = lived(GIFT).episodes
    assert gift.appraisal.relevance is Relevance.BENIGN
    assert gift.appraisal.coping_strategy is Strategy.SAVOUR
    assert gift.appraisal.norm_compatibility is Norms.UPHELD
    (moved,) = gift.changes.relationships
    assert (moved.person, moved.direction) == ("player", Direction.CLOSER)
    idle = memory(1, who="Marta", what="swept the yard", importance=2.0, participants=("marta",))
    (seen,) = lived(idle).episodes
    assert seen.appraisal.relevance is Relevance.IRRELEVANT


def test_news_is_new_once():
    """A fact is newly known in the first episode that carries it, and strengthened by the next."""
    again = replace(NEWS, id=4, formed=OPENING + 100, what=element("told me: “I say it again.”"))
    first, second = lived(NEWS, again).episodes
    assert first.changes.knowledge == ("theft",)
    assert [each.turn for each in first.changes.beliefs] == [Turn.FORMED]
    assert second.changes.knowledge == ()
    assert [each.turn for each in second.changes.beliefs] == [Turn.STRENGTHENED]


def test_routine_is_no_episode():
    """Who came in and drank is passed over for good, and is not looked at again."""
    smith = looked_back(STORY, villager(ROUTINE), OPENING + DAY)
    assert (len(smith.episodes), smith.settled_to) == (0, 9)
    assert smith.memories[9].episode is None
    assert runs_over(smith, OPENING + 2 * DAY) == []


def test_what_is_not_over_stays_open():
    """The last run waits until nothing can be added to it: ten minutes without a memory."""
    smith = villager(GIFT, BLOW)
    assert runs_over(smith, OPENING + 12) == []
    assert [len(run) for run in runs_over(smith, OPENING + 13)] == [2]


def test_memories_know_their_episode():
    """Each memory is in one episode at most, and says in which; only new ones are looked at the next time."""
    later = memory(4, formed=OPENING + 200, participants=BOTH)
    smith = lived(GIFT, BLOW, later)
    assert [each.episode for each in smith.memories] == [1, 1, 2]
    assert [each.memories for each in smith.episodes] == [(1, 2), (4,)]
    more = replace(smith, memories=smith.memories.changed(put=[memory(5, formed=OPENING + 900)]), next_id=6)
    assert [tuple(each.id for each in run) for run in runs_over(more, OPENING + 999)] == [(5,)]


def test_enough_memories_do_not_wait_for_dawn():
    """After 25 new memories it is time."""
    many = [memory(id_) for id_ in range(1, 26)]
    assert not is_due(villager(*many[:24]))
    assert is_due(villager(*many))
    assert not is_due(replace(villager(*many), settled_to=3))


def test_an_authored_past_is_as_fresh_as_its_memories():
    """What a villager remembers when the story opens lies in episodes, in the author's own words where it has any."""
    knows = [{"fact": "mill_dark", "days_ago": 7, "where": "mill", "importance": 6, "says": "It was dark. I saw it."}]
    cast = {
        **STORY.cast,
        "krzysztof": type(KRZYSZTOF).model_validate({**KRZYSZTOF.model_dump(by_alias=True), "knows": knows}),
    }
    story = Story(STORY.village, cast, STORY.importance, "")
    from npcs.memory.formation import opening_villager

    smith = looked_back(story, opening_villager(story, "krzysztof"), OPENING)
    by_title = {each.portrait.title: each for each in smith.episodes}
    dark = by_title["The mill burned no lamp that night"]
    assert dark.portrait.gist == "It was dark. I saw it."
    assert dark.portrait.detail == "It was dark. I saw it. It was 7 days before the stranger came."
    assert dark.since == OPENING
    assert salience(dark, OPENING) == dark.initial.value
    pin = by_title["Tomasz would not pay for the sluice pin"]
    assert pin.appraisal.attributed_to == "tomasz"


def test_coming_to_mind_rehearses_an_episode_once():
    """However many of its memories are retrieved at once, an episode gains one boost."""
    smith, now = lived(GIFT, BLOW), OPENING + 10 * HOUR
    (before,) = smith.episodes
    (after,) = come_to_mind(smith, smith.memories, now, FADING).episodes
    assert salience(after, now) == pytest.approx(salience(before, now) + FADING.boost, abs=1e-5)
    assert after.retrievals == 1
    assert come_to_mind(smith, [ROUTINE], now, FADING) is smith


def test_recall_goes_by_the_salience_of_the_episode():
    """A memory is as vivid as its episode is now; one in none, or asked about before it was closed, goes by itself."""
    smith, now = lived(GIFT, BLOW), OPENING + 10 * HOUR
    (episode,) = smith.episodes
    assert vividness(smith, smith.memories[1], now) == salience(episode, now) == salience_of(smith, 1, now, FADING)
    assert salience_of(smith, 1, OPENING - 1, FADING) is None
    assert vividness(villager(ROUTINE), ROUTINE, now) < 0.2


def test_vivid_in_detail_then_as_a_gist():
    """At 0.4 and more the detail comes back, below it the gist."""
    smith = lived(GIFT)
    (episode,) = smith.episodes
    assert recounted(episode, smith, STORY, OPENING + HOUR) == (episode.portrait.detail, True)
    tomorrow = next(h for h in range(500) if salience(episode, OPENING + h * HOUR) < 0.4)
    strong = replace(smith, memories=smith.memories.changed(put=[replace(smith.memories[1], irreversible=True)]))
    assert recounted(episode, strong, STORY, OPENING + tomorrow * HOUR) == (episode.portrait.gist, False)


def test_an_episode_never_says_more_than_its_memories():
    """Where the memory has lost who, where or why, the episode is told anew with the gap; of nothing left, nothing."""
    smith = lived(GIFT)
    (episode,) = smith.episodes
    old = smith.memories[1]
    lost = replace(
        old,
        who=replace(old.who, state=ElementState.FORGOTTEN),
        why=replace(old.why, state=ElementState.FORGOTTEN),
    )
    faint = replace(smith, memories=smith.memories.changed(put=[lost]))
    told, vivid = recounted(episode, faint, STORY, OPENING + HOUR)
    assert (told, vivid) == ("Somebody gave me a silver coin at the forge. I took it.", False)
    gone = removed_at(old)
    assert gone is not None
    assert recounted(episode, smith, STORY, gone) == ("", False)


def state(smith: Villager, minute: int = OPENING + 60) -> State:
    """Return the small village at a minute, with this smith in it."""
    world = replace(opening_world(STORY.village), minute=minute)
    return State(world, {"krzysztof": smith}, seed=1)


def test_episodes_come_back_in_the_context():
    """What a mind is told holds the episodes of what came to mind, in detail while they are vivid."""
    smith = lived(GIFT, BLOW)
    hits = Recalled((Hit(2, 0.9, {}), Hit(1, 0.8, {})))
    context = assembled(STORY, state(smith), "krzysztof", "player", hits)
    (back,) = context.episodes
    assert back.vivid
    assert back.text == next(iter(smith.episodes)).portrait.detail
    lines = recalled(context, STORY.village, "mark").entries
    assert any(line.startswith("- what you went through (vivid, today at dawn; felt: ") for line in lines)
    assert back.text in " ".join(lines)
    later = assembled(STORY, state(smith, OPENING + 4 * DAY), "krzysztof", "player", hits)
    assert all(not each.vivid for each in later.episodes)


def test_an_episode_with_a_secret_is_not_in_the_context():
    """What is hidden from somebody is not told by the episode either."""
    secret = {"fact": "theft", "trust": 0.9, "cover": "I was abed."}
    hiding = type(KRZYSZTOF).model_validate({**KRZYSZTOF.model_dump(by_alias=True), "secrets": [secret]})
    story = Story(STORY.village, {**STORY.cast, "krzysztof": hiding}, STORY.importance, "")
    smith = lived(GIFT, NEWS, story=story)
    context = assembled(story, state(smith), "krzysztof", "player", Recalled((Hit(1, 0.9, {}),)))
    assert [each.id for each in context.recalled] == [1]
    assert context.episodes == ()


def asked_of(state_: State, *answers: object) -> tuple[State, list[object]]:
    """Look back, giving these answers and then the village's; return the state and what was asked."""
    asked, given = [], iter(answers)
    looking = looking_back(STORY, state_, "krzysztof")
    try:
        question = next(looking)
        while True:
            asked.append(question)
            plain = Reflected() if isinstance(question, Reflect) else Appraised()
            question = looking.send(next(given, plain))
    except StopIteration as end:
        return end.value, asked


def test_a_mind_is_asked_about_what_is_salient_only():
    """A blow is asked about in two questions, told and meant; a dull errand in none."""
    dull = memory(4, who="Marta", what="swept", importance=2.0, formed=OPENING + 300, participants=("marta",))
    after, asked = asked_of(state(villager(BLOW, dull), OPENING + 400))
    assert [type(question) for question in asked] == [Reflect, Appraise]
    assert len(after.villagers["krzysztof"].episodes) == 2
    assert asked[0].episode.portrait.title == "The stranger punched me"


def test_a_night_has_a_price():
    """However much happened, a mind is asked about a few episodes of one villager at a time."""
    blows = [
        replace(BLOW, id=n, formed=OPENING + 100 * n, what=element(f"punched me {n} times", 2.0)) for n in range(1, 9)
    ]
    after, asked = asked_of(state(villager(*blows), OPENING + DAY))
    assert len(asked) == 2 * MOST_ASKED
    assert len(after.villagers["krzysztof"].episodes) == 8


def test_a_mind_words_and_judges_but_what_happened_stays():
    """Portrait and appraisal are the mind's; memories, place, people and what was learnt stay the game's."""
    _, (reflect, appraise) = asked_of(state(villager(BLOW)))
    portrait = replace(reflect.episode.portrait, title="Struck", gist="He struck me.", arousal=1.0, valence=-1.0)
    meaning = replace(appraise.episode.appraisal, coping_potential=Coping.HIGH)
    after, _ = asked_of(state(villager(BLOW)), Reflected(portrait), Appraised(meaning))
    (episode,) = after.villagers["krzysztof"].episodes
    assert (episode.portrait, episode.appraisal) == (portrait, meaning)
    assert episode.initial.value == pytest.approx(0.4 + 0.2 + 0.2 + 0.2)
    assert (episode.memories, episode.participants, episode.place) == ((2,), BOTH, "the forge")


def test_a_rules_own_answer_takes_no_room_in_a_journal():
    """Under the village mind both answers are a word each."""
    assert msgspec.json.encode([Reflected(), Appraised()]) == b'[{"type":"Reflected"},{"type":"Appraised"}]'


def test_the_checksum_is_that_of_the_episodes():
    """One by one or at once, the same episodes have the same checksum, and another when one differs."""
    smith = lived(GIFT, memory(4, formed=OPENING + 200, participants=BOTH))
    first, second = smith.episodes
    assert Episodes([first, second]).checksum == smith.episodes.checksum
    assert smith.episodes.changed([replace(first, retrievals=1)]).checksum != smith.episodes.checksum
    assert smith.episodes.changed([first]) == smith.episodes
    assert smith.episodes.last(1) == [second]
