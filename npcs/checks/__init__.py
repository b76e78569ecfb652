"""What is checked of a story beyond the shape of its tables. Each check takes a draft and returns what it found."""

from npcs.checks.importance import rows_that_clash
from npcs.checks.names import clashing_ids, dangling_names, secrets_not_known
from npcs.checks.needs import activities_without_their_things, needs_that_never_grow, needs_unserved
from npcs.checks.ways import exits_amiss, places_cut_off
from npcs.checks.words import colliding_words, unshowable_text
from npcs.draft import Draft
from npcs.problems import Finding

CHECKS = (
    dangling_names,
    clashing_ids,
    secrets_not_known,
    exits_amiss,
    places_cut_off,
    needs_unserved,
    needs_that_never_grow,
    activities_without_their_things,
    colliding_words,
    unshowable_text,
    rows_that_clash,
)


def checked(draft: Draft) -> list[Finding]:
    """Return everything that the checks find."""
    return [finding for check in CHECKS for finding in check(draft)]
