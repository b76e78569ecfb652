"""Headers and turns for tests that need a journal but no game."""

from npcs.memory.record import MemoryId
from npcs.minds.mind import Create, FiveWs, Hit, Recalled, Replied
from saves.journal import Header, Turn
from world.commands import Say

HEADER = Header(title="The Miller", story="f" * 64, seed=7, mind="village", version="0.1.0", digest=f"{0:064x}")


def a_turn(n: int, text: str = "Who burned the lamp?", memory: MemoryId = 1) -> Turn:
    """Return a turn with a command and both kinds of answer."""
    recalled = Recalled((Hit(memory, 0.5, {"dense": 0.5}),))
    operation = Create(FiveWs(who="the stranger", what="asked about the lamp"))
    replied = Replied(text[::-1], "ask", operation, "novelty", 0.5, 0.0, 0.25)
    command = Say(actor="player", to="marta", text=text)
    return Turn(n=n, line=text, command=command, answers=(recalled, replied), digest=f"{n:064x}")


def an_undo(n: int, to: int) -> Turn:
    """Return a turn that takes back the one before, to the digest of turn `to`."""
    return Turn(n=n, line="undo", undo=True, digest=f"{to:064x}")
