"""Taking turns back, and taking a game up again: the way from a journal to the state that play goes on from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from npcs.story import Story
from npcs.turn import opening_state
from npcs.villager import State
from saves.home import SaveError
from saves.journal import Header, Journal, Turn, story_notice
from saves.replay import DivergedError, Step, checked, checked_from, in_effect
from saves.snapshot import Snapshot, read_snapshot

STATES_IN_MEMORY = 64
"""How many of the latest states are kept at hand; to take back more turns, the game is replayed."""


class Past:
    """The turns in effect, and the latest of the states they led to."""

    def __init__(self, story: Story, header: Header, turns: Sequence[Turn] = (), state: State | None = None) -> None:
        """Begin with turns in effect and the state they led to; left out, with the opening state."""
        self._story, self._header = story, header
        self._turns = list(turns)
        self._states = {len(turns): state or opening_state(story, header.seed, header.rules)}

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[len(self._turns)]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns in effect, oldest first: without undos and what they took back."""
        return tuple(self._turns)

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn to take back."""
        return bool(self._turns)

    def played(self, turn: Turn, state: State) -> None:
        """Add a turn and the state it led to."""
        self._turns.append(turn)
        self._keep(state)

    def before_last(self) -> State:
        """Return the state to which an undo would lead, without taking anything back yet.

        Raises:
            SaveError: there is no turn to take back, or those before it no longer play as they did.
        """
        if not self._turns:
            raise SaveError("There is nothing to take back: this is where the story opens.")
        at = len(self._turns) - 1
        if at not in self._states:
            self._remember(at)
        return self._states[at]

    def undone(self) -> State:
        """Take the last turn back and return the state before it.

        Raises:
            SaveError: as `before_last` does.
        """
        state = self.before_last()
        del self._states[len(self._turns)]
        self._turns.pop()
        return state

    def _keep(self, state: State) -> None:
        self._states[len(self._turns)] = state
        self._states.pop(len(self._turns) - STATES_IN_MEMORY, None)

    def _remember(self, at: int) -> None:
        """Replay the first `at` turns and keep the last states on the way."""
        self._states[0] = opening_state(self._story, self._header.seed, self._header.rules)
        for number, step in enumerate(checked(self._story, self._header, self._turns[:at]), start=1):
            self._states[number] = step.state
            self._states.pop(number - STATES_IN_MEMORY, None)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game taken up again."""

    journal: Journal
    """Open, and owned by this process."""

    turns: tuple[Turn, ...]
    """All turns, undos and what they took back among them."""

    past: Past
    notices: tuple[str, ...]
    """What the player must be told."""


def resume(story: Story, folder: Path) -> Resumed:
    """Open a save and bring it to where it stopped, by its snapshot and a replay of what came after.

    Raises:
        SaveError: it cannot be opened, or no longer plays as it was recorded.
    """
    journal, turns, notices = Journal.open(folder)
    try:
        changed = story_notice(journal.header, story)
        past = restored(story, journal.header, turns, read_snapshot(folder, journal.header, turns))
    except BaseException:
        journal.close()
        raise
    return Resumed(journal, turns, past, (*notices, changed) if changed else notices)


def restored(story: Story, header: Header, turns: Sequence[Turn], snapshot: Snapshot | None = None) -> Past:
    """Return the past that turns lead to, from a snapshot among them if it is of use.

    Raises:
        DivergedError: a turn does not lead where it did.
    """
    line = in_effect(turns)
    if snapshot:
        before = in_effect(turns[: snapshot.n])
        if line[: len(before)] == before:
            past = Past(story, header, before, snapshot.state)
            try:
                return _went_on(past, checked_from(story, snapshot.state, line[len(before) :]))
            except DivergedError as error:
                raise _outgrown(error, header) from error
    try:
        return _went_on(Past(story, header), checked(story, header, line))
    except DivergedError as error:
        raise _outgrown(error, header) from error


def _went_on(past: Past, steps: Iterable[Step]) -> Past:
    for step in steps:
        past.played(step.turn, step.state)
    return past


def _outgrown(error: DivergedError, header: Header) -> SaveError:
    return SaveError(
        f"This save no longer plays as it was recorded. {error}. It was begun with version {header.version} of the "
        "game and its story as it was then: play on with those (--story DIR for a story of your own), or begin anew "
        "with another --save NAME. The save is untouched."
    )
