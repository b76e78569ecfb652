"""The console script `tattlewood`. Everything heavy is imported inside the commands, so that `--help` is immediate."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from game.session import Session

app = typer.Typer(
    name="tattlewood",
    help="A murder mystery for the terminal, in a village that remembers.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

StoryFolder = Annotated[Path | None, typer.Option("--story", help="The folder of a story of your own.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def main() -> None:
    """Run the console script; no error ever shows a traceback."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read the output has gone; there is nobody to tell.
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:  # the outermost boundary: a player is told, not shown
        _fail(error)


def _fail(error: Exception) -> NoReturn:
    """Tell in one line what went wrong; where in the code, only if nothing foresaw it."""
    from game.playable import fault_words
    from game.troubles import told_plainly

    try:
        with told_plainly():
            raise error
    except Exception as told:  # the same error, in words for a player where there are some
        print(fault_words(told), file=sys.stderr)
    sys.exit(1)


@app.command(epilog="Example: tattlewood play --save first --mind village")
def play(
    story: StoryFolder = None,
    save: Annotated[str, typer.Option("--save", help="The name of the game: resumed if there is one.")] = "village",
    seed: Annotated[int | None, typer.Option("--seed", help="What chance depends on, for a new game.")] = None,
    mind: Annotated[str | None, typer.Option("--mind", help="`village`, or any model LiteLLM reaches.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line mode, on stdin and stdout.")] = False,
) -> None:
    """Play the game, or go on where it stopped."""

    def open_game() -> Session:
        from game.bootstrap import open_session

        return open_session(save=save, story_folder=story, seed=seed, mind=mind)

    from game.background import leave

    # Without a terminal to draw on, line mode is the same game.
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        import asyncio

        from game.plain import run_plain

        leave(asyncio.run(run_plain(open_game())))
    from game.tui.app import run

    leave(run(open_game))


@app.command(epilog="Example: tattlewood replay village --verify")
def replay(
    session: Annotated[str, typer.Argument(help="A save's name, a bundled session's, or a journal file.")],
    story: StoryFolder = None,
    verify: Annotated[bool, typer.Option("--verify", help="Compare the check value of every turn.")] = False,
    until: Annotated[int | None, typer.Option("--until", min=0, help="Stop after this turn.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a recorded session again, without any model, and check it."""
    from game.history import show_replay

    sys.exit(show_replay(session, story, verify=verify, until=until, as_json=as_json))


@app.command(epilog="Example: tattlewood inspect village --npc krzysztof --turn 12")
def inspect(
    session: Annotated[str, typer.Argument(help="A save's name, a bundled session's, or a journal file.")],
    npc: Annotated[str, typer.Option("--npc", help="The villager's id: krzysztof.")],
    story: StoryFolder = None,
    turn: Annotated[int | None, typer.Option("--turn", min=0, help="As of this turn; the last if left out.")] = None,
    forecast: Annotated[
        str | None, typer.Option("--forecast", help="When each element will be forgotten, so far ahead: 30d, 12h.")
    ] = None,
    context: Annotated[
        str | None, typer.Option("--context", help="What a model would be told if you now said this to them.")
    ] = None,
    no_embedder: Annotated[
        bool, typer.Option("--no-embedder", help="With --context: recall by words, people and time only; immediate.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look into a villager's mind as it was at a turn: what is in it, what will fade, what would be asked of it."""
    from game import history

    if forecast is not None and context is not None:
        raise typer.BadParameter("--forecast and --context are two questions: ask one at a time.")
    if no_embedder and context is None:
        raise typer.BadParameter("--no-embedder goes with --context.")
    if forecast is not None:
        sys.exit(history.show_forecast(session, story, npc, turn, forecast, as_json=as_json))
    if context is not None:
        sys.exit(history.show_context(session, story, npc, turn, context, embed=not no_embedder, as_json=as_json))
    sys.exit(history.show_mind(session, story, npc, turn, as_json=as_json))


@app.command(epilog="Example: tattlewood sessions --json")
def sessions(as_json: AsJson = False) -> None:
    """List the saves and the recorded sessions."""
    from game.history import show_sessions

    sys.exit(show_sessions(as_json=as_json))


@app.command(epilog="Example: tattlewood lint my-story")
def lint(
    story: Annotated[Path | None, typer.Argument(help="A story's folder; the bundled story if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a story and report every mistake at once."""
    from game.designers import show_lint

    sys.exit(show_lint(story, as_json=as_json))
