"""The one sanitiser, and the small words of a sentence."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.text import clean, clean_block, one_of, sentence, with_article


@given(st.text())
def test_nothing_that_steers_a_terminal_comes_through(text):
    """Whatever is typed, what is shown is one line without control or format characters."""
    for character in clean(text):
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


@given(st.text())
def test_cleaning_twice_changes_nothing(text):
    """Clean text stays as it is."""
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize(
    ("dirty", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07name", "name"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("two\nlines\tand  spaces", "two lines and spaces"),
        ("[/oops] [@click=app.quit]x[/]", "[/oops] [@click=app.quit]x[/]"),
        ("zero\u200bwidth", "zerowidth"),
    ],
)
def test_escapes_go_and_words_stay(dirty, harmless):
    """Terminal escapes vanish; markup stays as the plain text it is."""
    assert clean(dirty) == harmless


def test_a_block_keeps_its_lines():
    """Letters and descriptions keep their paragraphs."""
    assert clean_block("one\r\n\r\ntwo\x07") == "one\n\ntwo"


def test_what_is_too_long_is_cut():
    """Nobody can fill the journal with one line."""
    assert len(clean("x" * 100_000)) == 2_000


def test_small_words():
    """Lists, articles and sentence ends read as English."""
    assert one_of(["a", "b", "c"]) == "a, b and c"
    assert with_article("iron nail") == "an iron nail"
    assert with_article("the ledger") == "the ledger"
    assert sentence("mind the step") == "Mind the step."
