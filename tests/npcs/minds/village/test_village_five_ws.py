"""What, when, where and why, as the village mind reads them from free words."""

import pytest

from npcs.minds.mind import Create, FiveWs
from npcs.minds.village.english import addressed, past, reported
from npcs.minds.village.five_ws import when, where, why
from npcs.minds.village.names import Names
from npcs.story import Story
from world.clock import at

NOW = at(2, 10)


def elements(smith, text: str, kind="said", **given) -> FiveWs:
    """Return the five elements of a memory that an input forms."""
    operation = smith.hears(text, kind, **given).operation
    assert isinstance(operation, Create)
    return operation.elements


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("My sister is ill.", "told me that their sister is ill"),
        ("I was born in the hills and I'm tired.", "told me that they were born in the hills and they are tired"),
        ("What do you know about the mill?", "asked me about the mill"),
        ("What do you think of Marta?", "asked me what I think of Marta"),
        ("I promise I'll find the killer.", "promised to find the killer"),
        ("I'll burn your forge down!", "threatened to burn my forge down"),
        ("You filthy liar", "called me a filthy liar"),
        ("Did you kill Tomasz?", "asked me whether I killed Tomasz"),
        ("Thank you for the stew.", "thanked me for the stew"),
        ("Give me the hammer.", "asked me for the hammer"),
    ],
)
def test_what_was_said(smith, said: str, what: str) -> None:
    """Words are remembered as reported speech, from the villager's side."""
    assert elements(smith, said).what == what


@pytest.mark.parametrize(
    ("done", "what"),
    [
        ("hug krzysztof", "hugged me"),
        ("I punch him", "punched me"),
        ("slowly kneel and kiss his hand", "slowly knelt and kissed my hand"),
        ("shake the smith's hand", "shook my hand"),
        ("take her by the arm", "took me by the arm"),
    ],
)
def test_what_was_done(smith, done: str, what: str) -> None:
    """A free act is remembered in the past tense, done to me."""
    assert elements(smith, done, "did").what == what


def test_a_gift_and_its_reason(smith) -> None:
    """A gift is remembered with its thing and, if one was given, its reason."""
    with_reason = elements(smith, "", "gave", thing="silver_coin", reason="for the horseshoes")
    assert (with_reason.who, with_reason.what, with_reason.why) == (
        "the stranger",
        "gave me a silver coin",
        "for the horseshoes",
    )
    assert elements(smith, "", "gave", thing="silver_coin").why is None


def test_a_blow_leaves_only_the_reason_open(smith) -> None:
    """A blow without a word says who and what, never why."""
    blow = elements(smith, "I punch you", "did")
    assert (blow.who, blow.what, blow.why) == ("the stranger", "punched me", None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I hit him because he lied to me", "because he lied to them"),
        ("I gave you the coin for the horseshoes", "for the horseshoes"),
        ("I left early so that you could rest", "so that I could rest"),
        ("I brought it to pay for the bread", "to pay for the bread"),
        ("I am looking for the murderer", None),
        ("I waited for an hour", None),
        ("I want to help", None),
    ],
)
def test_why(text: str, reason: str | None) -> None:
    """A reason is taken where one is given, and no other `for` or `to` is taken for one."""
    assert why(text) == reason


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("I saw him yesterday at dusk", "day 1, 19:00"),
        ("it was two days ago", "1 day before day 1"),
        ("it was three hours ago", "day 2, 07:00"),
        ("I heard it this morning", "day 2, 08:00"),
        ("I heard it last night", "day 1, 22:00"),
        ("I heard it", None),
    ],
)
def test_when(text: str, moment: str | None) -> None:
    """A phrase of time becomes a moment of the game."""
    assert when(text, NOW) == moment


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("It was during the travel in the Old Kingdom", "the Old Kingdom"),
        ("I met her at the mill yesterday", "the mill"),
        ("we stood on the bridge", "the bridge"),
        ("I did it in the night", None),
        ("I am in trouble", None),
    ],
)
def test_where(small_village_story: Story, text: str, place: str | None) -> None:
    """A place is taken where one is named, of the village or not."""
    village = small_village_story.village
    assert where(text, Names(village), village) == place


def test_grammar() -> None:
    """Past tenses, reported words and words said to the one they are about come out as English."""
    assert [past(verb) for verb in ("hug", "kneels", "cry", "kiss", "embrace", "hit", "slap")] == [
        "hugged",
        "knelt",
        "cried",
        "kissed",
        "embraced",
        "hit",
        "slapped",
    ]
    assert reported("I know you lied to me about my sister") == "they know I lied to them about their sister"
    assert addressed("told me that their sister is ill", "the stranger", of_person=True) == (
        "told me that your sister is ill"
    )
