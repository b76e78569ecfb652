"""A replay is a fold over a journal: no model, no embedder, no index, and the same state at every turn.

A divergence names its turn and the first thing that differs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from npcs.minds.recorded import NotRecordedError, answered_from
from npcs.story import Story
from npcs.turn import Outcome, opening_state, play
from npcs.villager import State, digest
from saves.home import SaveError
from saves.journal import Header, Turn
from world.clock import DAY
from world.commands import Wait
from world.events import Event
from world.text import clean

LONGEST_WAIT = 60 * DAY
"""Minutes. A journal that waits longer is no game's, and replaying it would take for ever."""


class DivergedError(SaveError):
    """A replay does not lead where the journal says."""

    def __init__(self, turn: Turn | None, what: str) -> None:
        """Say what differs first, and at which turn; None for the opening state."""
        self.n = turn.n if turn else 0
        """The turn that diverged; 0 for the opening state."""

        self.what = what
        super().__init__(f"{_where(turn)}: {what}")


@dataclass(frozen=True, slots=True)
class Step:
    """One turn, played again."""

    turn: Turn
    state: State
    """The state it led to."""

    events: tuple[Event, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of comparing a replay with its journal."""

    turns: int
    """How many turns led where they should, from the first."""

    divergence: DivergedError | None = None
    """The first thing that differed."""


def replayed(story: Story, header: Header, turns: Sequence[Turn]) -> Iterator[Step]:
    """Play recorded turns again, from the opening state.

    Raises:
        DivergedError: a turn cannot be played as it was recorded.
    """
    return _continued(story, opening_state(story, header.seed, header.rules), turns)


def checked(story: Story, header: Header, turns: Sequence[Turn]) -> Iterator[Step]:
    """Play recorded turns again and compare the digest of every state.

    Raises:
        DivergedError: a turn cannot be played, or leads somewhere else.
    """
    opening = opening_state(story, header.seed, header.rules)
    if digest(opening) != header.digest:
        raise DivergedError(None, _differs(digest(opening), header.digest))
    yield from checked_from(story, opening, turns)


def checked_from(story: Story, state: State, turns: Sequence[Turn]) -> Iterator[Step]:
    """Play recorded turns on from the state that those before led to, and compare every digest.

    Raises:
        DivergedError: a turn cannot be played, leads somewhere else or takes back a turn that is not among them.
    """
    for step in _continued(story, state, turns):
        if (found := digest(step.state)) != step.turn.digest:
            raise DivergedError(step.turn, _differs(found, step.turn.digest))
        yield step


def verify(story: Story, header: Header, turns: Sequence[Turn], until: int | None = None) -> Verification:
    """Compare a replay with its journal at every turn, up to turn `until` if given."""
    right = 0
    try:
        for _ in checked(story, header, turns[:until]):
            right += 1
    except DivergedError as divergence:
        return Verification(right, divergence)
    return Verification(right)


def state_at(story: Story, header: Header, turns: Sequence[Turn], n: int | None = None) -> State:
    """Return the state that turn `n` led to; the opening state for 0, the latest for None.

    Raises:
        SaveError: there is no such turn.
        DivergedError: a turn on the way cannot be played.
    """
    n = len(turns) if n is None else n
    if not 0 <= n <= len(turns):
        raise SaveError(f"There is no turn {n}: this session has turns 0 to {len(turns)}.")
    state = opening_state(story, header.seed, header.rules)
    for step in _continued(story, state, in_effect(turns[:n])):
        state = step.state
    return state


def in_effect(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return the turns that no undo has taken back, without the undos."""
    kept = list[Turn]()
    for turn in turns:
        if not turn.undo:
            kept.append(turn)
        elif kept:
            kept.pop()
    return tuple(kept)


def _continued(story: Story, state: State, turns: Sequence[Turn]) -> Iterator[Step]:
    returns = _returns(turns)
    last_use = {target: n for n, target in returns.items()}
    # Only the states that an undo will return to are kept: a long game would not fit into memory.
    kept = {0: state}
    for turn in turns:
        if turn.undo:
            target = returns.get(turn.n)
            if target is None:
                raise DivergedError(turn, "it takes back a turn, but none is left to take back")
            outcome = Outcome(kept[target], ())
        else:
            outcome = _played(story, state, turn)
            if turn.n in last_use:
                kept[turn.n] = outcome.state
        state = outcome.state
        yield Step(turn, state, outcome.events, outcome.notices)


def _returns(turns: Sequence[Turn]) -> dict[int, int]:
    """Return, for each undo, the turn whose state it goes back to; 0 for the state before the first."""
    returns, kept = dict[int, int](), [0]
    for turn in turns:
        if not turn.undo:
            kept.append(turn.n)
        elif len(kept) > 1:
            kept.pop()
            returns[turn.n] = kept[-1]
    return returns


def _played(story: Story, state: State, turn: Turn) -> Outcome:
    command = turn.command
    if command is None or (isinstance(command, Wait) and command.minutes > LONGEST_WAIT):
        raise DivergedError(turn, "this is not a command that a game can play")
    try:
        return answered_from(play(story, state, command, turn.pace), turn.answers)
    except NotRecordedError as error:
        raise DivergedError(turn, clean(str(error))) from error
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        # A stranger's journal can name people, things and memories that this village does not have.
        raise DivergedError(turn, f"it cannot be played: {type(error).__name__}: {clean(str(error), 200)}") from error


def _where(turn: Turn | None) -> str:
    if turn is None:
        return "Diverged at the opening state"
    what = "undo" if turn.undo else repr(turn.command)
    return f"Diverged at turn {turn.n} (line {turn.n + 1} of the journal), {clean(what, 200)}"


def _differs(found: str, recorded: str) -> str:
    return f"the digest of the state is {found[:12]}, recorded {recorded[:12]}"
