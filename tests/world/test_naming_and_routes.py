"""Names in a line, and ways through the village."""

from world.naming import Naming
from world.routes import shortest_ways


def test_longer_names_win_over_their_parts():
    """`the mill key` is the key, not the mill and some key."""
    naming = Naming([("the mill", "mill"), ("mill key", "mill_key"), ("key", "old_key"), ("Marta", "marta")])
    assert naming.mentioned("Did Marta's cousin find the mill key?") == ("marta", "mill_key")
    assert naming.mentioned("what of the mill, and the keys?") == ("mill", "old_key")
    assert naming.mentioned("nothing of note") == ()


def test_words_shared_by_two_mean_both():
    """An ambiguous word is reported with everything that it may mean."""
    assert Naming([("key", "a"), ("key", "b")]).mentioned("the key") == ("a", "b")


def test_the_shortest_way_is_found_leg_by_leg():
    """A long way round loses to a short way through."""
    ways = shortest_ways({"a": [("b", 5), ("c", 1)], "b": [], "c": [("b", 2)], "d": []})
    assert ways["a", "b"] == (3, "c")
    assert ways["a", "a"] == (0, "a")
    assert ("a", "d") not in ways
