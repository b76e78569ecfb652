"""Who knows what, since when and from whom, as far as memories still say."""

from a_memory import OPENING, TOLD_BY_MARTA, memory, villager
from msgspec.structs import replace

from npcs.knowledge import knowledge
from npcs.memory.dynamics import fades_at
from npcs.memory.formation import swept, updated
from npcs.memory.record import ElementState, Source, SourceKind
from npcs.minds.mind import FiveWs
from world.clock import DAY, HOUR


def test_a_fact_is_known_while_a_memory_can_tell_it() -> None:
    """Knowledge fades with the memory that carries it, to the minute, and sweeping changes nothing about it."""
    carrier = memory(importance=3.0, facts=("mill_dark",))
    mind = villager(carrier, memory(2))
    gone = fades_at(carrier, "what") or 0
    known = knowledge(mind, gone - 1)["mill_dark"]
    assert (known.fact, known.since, known.memory) == ("mill_dark", OPENING, 1)
    assert knowledge(mind, gone) == knowledge(swept(mind, gone), gone) == {}


def test_what_is_not_yet_learnt_is_not_yet_known() -> None:
    """Asked as of an earlier minute, nothing learnt later exists."""
    mind = villager(memory(formed=OPENING, facts=("mill_dark",)))
    assert knowledge(mind, OPENING - 1) == {}
    assert set(knowledge(mind, OPENING)) == {"mill_dark"}


def test_the_best_source_speaks_and_the_earliest_moment_counts() -> None:
    """Who saw it oneself says so, even if they were told before; having said it is the weakest ground."""
    mine = memory(1, importance=9.0, facts=("theft",), source=Source(SourceKind.OWN))
    told = memory(2, formed=OPENING + HOUR, importance=9.0, facts=("theft",), source=TOLD_BY_MARTA)
    seen = memory(3, formed=OPENING + DAY, importance=9.0, facts=("theft",))
    known = knowledge(villager(mine, told, seen), OPENING + DAY)["theft"]
    assert (known.memory, known.source.kind, known.since) == (3, SourceKind.WITNESSED, OPENING)
    assert knowledge(villager(mine, told), OPENING + DAY)["theft"].memory == 2


def test_of_two_tellings_the_one_nearer_the_event_counts() -> None:
    """Fewer hops make a better source."""
    far = memory(1, importance=9.0, facts=("theft",), source=replace(TOLD_BY_MARTA, hops=3))
    near = memory(2, importance=9.0, facts=("theft",), source=replace(TOLD_BY_MARTA, hops=1, teller="bartek"))
    assert knowledge(villager(far, near), OPENING)["theft"].source.teller == "bartek"


def test_who_told_it_can_be_forgotten_while_it_is_still_known() -> None:
    """`Somebody told me`: provenance fades on its own."""
    carrier = memory(importance=9.0, facts=("theft",), source=TOLD_BY_MARTA)
    assert knowledge(villager(carrier), OPENING)["theft"].source.teller == "marta"
    lost = replace(carrier, who=replace(carrier.who, state=ElementState.FORGOTTEN))
    source = knowledge(villager(lost), OPENING)["theft"].source
    assert (source.kind, source.teller, source.hops) == (SourceKind.TOLD, None, 1)


def test_talking_of_an_old_memory_does_not_make_the_fact_new() -> None:
    """An update renews a memory; since when its fact is known stays."""
    mind = updated(villager(memory(importance=9.0, facts=("theft",))), 1, FiveWs(where="here"), OPENING + DAY, 1)
    assert knowledge(mind, OPENING + DAY)["theft"].since == OPENING


def test_facts_come_in_the_same_order_whatever_was_learnt_first() -> None:
    """The order of candidates never matters."""
    one, two = memory(1, facts=("theft",)), memory(2, facts=("mill_dark",))
    assert list(knowledge(villager(one, two), OPENING)) == list(knowledge(villager(two, one), OPENING))
    assert list(knowledge(villager(one, two), OPENING)) == ["mill_dark", "theft"]
