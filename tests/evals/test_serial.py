"""What the minds make of a serial of 90 scenes: what they have at hand, from how far, and what leaks."""

from collections.abc import Iterator
from statistics import fmean

import pytest

from npcs.memory.embedder import Embedder
from npcs.memory.recall import Recaller
from npcs.memory.store import ChromaIndex
from tests.evals.script import SCENES, STUDIED, Needed
from tests.evals.serial import Played, played
from tests.evals.studies import (
    WINDOW,
    Missing,
    as_of_leaks,
    asked_of,
    missing,
    relevant,
    spread,
    wrong_knowers,
)
from tests.evals.tables import share, shown

pytestmark = [pytest.mark.evals, pytest.mark.timeout(900)]
SEED = 1


@pytest.fixture(scope="module")
def serial() -> Played:
    """Return the serial, played once."""
    return played(SEED)


@pytest.fixture(scope="module")
def recaller(embedder: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recaller]:
    """Return the game's own recall, with the real embedder and Chroma on the disk."""
    recaller = Recaller(embedder, ChromaIndex(tmp_path_factory.mktemp("chroma"), embedder))
    yield recaller
    recaller.close()


def _by_style(found: Missing, missed: list[Needed]) -> str:
    parts = []
    for style, total in found.styles.items():
        parts.append(f"{style} {sum(needed.style == style for needed in missed)} of {total}")
    return "; ".join(parts)


def test_known_information_forgetting(serial: Played, recaller: Recaller) -> None:
    """Whatever the whole context holds, it holds at least what key facts alone do."""
    found = missing(serial, asked_of(serial.story, recaller))
    ways = {
        "recency alone: the last 400 characters": ("last characters", ""),
        f"recency alone: the last {WINDOW} tokens": ("recency window", ""),
        "key facts": ("key facts", ""),
        "the whole context: key facts and recall": ("whole context", "≤ 1 in 100"),
    }
    rows = [
        (f"needed facts missing, {what}", share(len(missed), found.of), target, _by_style(found, missed))
        for what, (way, target) in ways.items()
        for missed in (found.by_way[way],)
    ]
    rows.append(("scenes from telling to need", spread(found.gaps), "1-60", f"mean {fmean(found.gaps):.1f}"))
    rows.append(("facts known at a need", f"mean {fmean(found.known):.0f}, most {max(found.known)}", "", ""))
    rows.append(("needed facts that had faded by then", str(found.faded), "", "not counted as missing"))
    shown(f"Known-information forgetting over {SCENES} scenes", rows, "document: 26.7 % → 6.7 % of chapters")
    assert set(map(str, found.by_way["whole context"])) <= set(map(str, found.by_way["key facts"]))


def test_relevant_events_in_context(serial: Played, recaller: Recaller) -> None:
    """Each question finds at most as many events as the context takes."""
    scenes = [at for at in STUDIED if at < SCENES]
    found = relevant(serial, recaller, scenes)
    rows = [
        (
            way,
            f"{each.events:.2f} events, {each.distance:.1f} scenes back",
            "printed",
            f"{each.questions} questions; {100 * each.share:.0f} % of what is still remembered of the affair",
        )
        for way, each in found.items()
    ]
    shown("Relevant events in the context, at most 8 recalled", rows, "document: 4.2 → 6.8 events, 3.1 → 12.4 chapters")
    assert all(each.events <= 8 for each in found.values())


def test_nothing_later_leaks_into_an_earlier_minute(serial: Played, recaller: Recaller) -> None:
    """Asked as of the end of any scene, no mind knows or recalls anything that came after it."""
    leaks = as_of_leaks(serial, recaller)
    rows = [
        ("as-of leaks", str(len(leaks.later)), "0", f"{leaks.asked} memories and facts over {SCENES} scenes' ends"),
        ("found in a later wording", str(leaks.reworded), "0", "changed by an update after the minute asked about"),
    ]
    shown("As-of leaks over every scene's end", rows)
    assert leaks.asked > 1000
    assert leaks.later == []


def test_nobody_knows_what_they_cannot_know(serial: Played) -> None:
    """For every fact and villager, at every scene's end, knowledge agrees with the log of who was there."""
    found = wrong_knowers(serial)
    rows = [
        ("wrong knowers", share(len(found.wrong), found.pairs), "0", "every fact and villager at every scene's end"),
        ("pairs that know", str(found.known), "", ""),
        ("pairs that knew once", str(found.faded), "", "faded, by the law computed a second time in floating point"),
    ]
    shown("Does X know Y? Knowledge against the log", rows)
    assert found.known > 1000
    assert found.wrong == []
