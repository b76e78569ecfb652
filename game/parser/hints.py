"""What the player could type: the list behind `help`, and one thing that would be understood here and now."""

from game.parser.result import Misunderstood
from game.parser.scene import Scene
from npcs.story import Story
from npcs.villager import State
from world.text import one_of

HELP: tuple[tuple[str, str], ...] = (
    ("look", "look around; an empty line does the same"),
    ("look at the letter", "look closely at a thing, a person or a place; read what is written"),
    ("go to the inn", "walk to a place next to this one; its name or a direction alone will do"),
    ("talk to Marta", "turn to somebody; after that, plain lines are said to them"),
    ("say good morning", "say something; `say good morning to Marta` to somebody else"),
    ("ask Marta about the mill", "ask somebody about something, or `ask Marta who she saw`"),
    ("tell Marta that I am tired", "tell somebody something"),
    ("show the letter to Marta", "hold something out for somebody to see"),
    ("give the coin to Marta for the stew", "give something, and say what for if you like"),
    ("take the key", "pick something up; `drop the key` puts it down"),
    ("hug Marta", "do whatever you like: `I bow`, `*kneels*`, `/me weeps`"),
    ("accuse Marta", "say to somebody's face that they did it"),
    ("bye", "end the conversation"),
    ("wait 2h", "let time pass; `wait until dusk`, `sleep`"),
    ("inventory", "what you carry (i)"),
    ("who", "who is here"),
    ("time", "what day and hour it is (t)"),
    ("map", "the places you know and the ways between them (m)"),
    ("journal", "what you have learnt (j)"),
    ("why Marta", "why somebody does what they do"),
    ("undo", "take the last turn back (u)"),
    ("help", "this list (h, ?)"),
    ("quit", "leave the game, which is saved (q)"),
)
"""Every form the parser reads, as an example, and what it means."""

QUOTED = 48
"""How much of the player's own words a message repeats, in characters."""


def suggestion(story: Story, state: State) -> str:
    """Return a line that would be understood where the player is now: `talk to Marta`."""
    return suggested(Scene(story, state))


def suggested(scene: Scene) -> str:
    """Return a line that would be understood in this scene."""
    if scene.faced:
        topics = [*scene.village.absent.values(), *(place.name for place in scene.village.places.values())]
        return f"ask {scene.called(scene.faced)} about {topics[0]}" if topics else "bye"
    if scene.awake:
        return f"talk to {scene.called(scene.awake[0])}"
    things = scene.state.world.things_at(scene.here)
    if things:
        return f"look at {scene.called(things[0])}"
    return f"go to {scene.called(scene.exits[0].to)}" if scene.exits else "wait 30 minutes"


def quoted(words: str) -> str:
    """Return the player's own words, short enough to repeat."""
    words = words.strip(' .,!?"') or words
    return f"“{words if len(words) <= QUOTED else words[: QUOTED - 1].rstrip() + '…'}”"


def not_understood(scene: Scene, line: str) -> Misunderstood:
    """Say that a line makes no sense here, and what would."""
    return unclear(f"{quoted(line)} is not something this game understands.", suggested(scene))


def unclear(problem: str, example: str) -> Misunderstood:
    """Return what was not understood and one line that would be."""
    return Misunderstood(f"{problem} You could type: {example}.")


def nobody_called(scene: Scene, words: str) -> Misunderstood:
    """Say that words name nobody, and whom one could talk to."""
    return unclear(f"There is nobody here you could mean by {quoted(words)}.", suggested(scene))


def nothing_called(scene: Scene, words: str, verb: str) -> Misunderstood:
    """Say that words name nothing here, and what the verb could be used on."""
    world = scene.state.world
    mine = [thing for thing in world.held if scene.holds(thing)]
    lying = [thing for thing in world.things_at(scene.here) if scene.village.things[thing].portable]
    fit = {"take": lying, "drop": mine, "give": mine, "show": mine}.get(verb, [*world.things_at(scene.here), *mine])
    if not fit:
        return unclear(f"You see no {quoted(words)} here.", suggested(scene))
    to = f" to {scene.called(scene.awake[0])}" if verb in ("give", "show") and scene.awake else ""
    problem = "You have no" if verb in ("drop", "give", "show") else "You see no"
    return unclear(f"{problem} {quoted(words)}.", f"{verb} {scene.called(fit[0])}{to}")


def no_such_way(scene: Scene, words: str) -> Misunderstood:
    """Say that words name no place or direction, and where one could go."""
    if not scene.exits:
        return Misunderstood("There is no way out of here. You could type: look.")
    ways = one_of([scene.called(way.to) for way in scene.exits], "or")
    problem = f"You know no way to {quoted(words)}." if words else "Where to?"
    return Misunderstood(f"{problem} From here you could go to {ways}.")
