"""Acts in free words, as others remember them."""

import pytest

from npcs.memory.acts import colour_of, in_the_past, past


@pytest.mark.parametrize(
    ("verb", "told"),
    [
        ("hug", "hugged"),
        ("take", "took"),
        ("kneels", "knelt"),
        ("cry", "cried"),
        ("pray", "prayed"),
        ("kiss", "kissed"),
        ("punches", "punched"),
        ("smile", "smiled"),
        ("bow", "bowed"),
        ("point", "pointed"),
        ("stop", "stopped"),
        ("laughed", "laughed"),
    ],
)
def test_verbs_are_told_in_the_past(verb: str, told: str) -> None:
    """Regular, irregular and third-person forms all come out as one would tell them."""
    assert past(verb) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I punch him", "punched Marta"),
        ("*hugs the innkeeper*", "hugged Marta"),
        ("hug", "hugged Marta"),
        ("I weep.", "wept in front of Marta"),
        ("take your hand", "took Marta’s hand"),
        ("kiss marta on the cheek", "kissed Marta on the cheek"),
        ("point at the mill", "pointed at the mill"),
    ],
)
def test_an_act_names_whom_it_was_done_to(text: str, told: str) -> None:
    """However the doer put it, the memory says to whom."""
    assert in_the_past(text, "Marta", ("Marta", "innkeeper")) == told


def test_blows_and_kisses_look_like_what_they_are() -> None:
    """Violence is bad and stirring, tenderness good; what is neither is calm."""
    assert colour_of("I stab you").valence < colour_of("slaps him").valence < 0 < colour_of("I hug you").valence
    assert colour_of("tie my boots").arousal < 0.5 <= colour_of("kiss").arousal
