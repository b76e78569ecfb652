"""Draws the picture that the README opens with, from a real game: `python -m tests.draw_screen`."""

import asyncio
import os
import tempfile
from pathlib import Path

from game.bootstrap import open_session
from game.session import Session
from game.tui.app import TattlewoodApp

PICTURE = Path(__file__).parents[1] / "game" / "tui" / "screen.svg"
LINES = (
    "go to the forge",
    "talk krzysztof",
    "give coin to krzysztof for the horseshoes",
    "did the mill burn a lamp that night?",
    "who killed Tomasz?",
    "I hug him",
    "you are a good man, Krzysztof",
    "what do you think of Marta?",
    "thank you for your time",
    "Do you remember what I gave you?",
)


async def draw(size: tuple[int, int] = (118, 36)) -> str:
    """Return the screen after a short talk at the forge, as SVG."""

    def open_game() -> Session:
        return open_session(save="picture", seed=5)

    app = TattlewoodApp(open_game)
    async with app.run_test(size=size) as pilot:
        while app.story.session is None or not app.story.session.ready:
            await pilot.pause(0.1)
        for line in LINES:
            played = len(app.story.session.state.villagers["krzysztof"].talk), app.story.session.state.turn
            await pilot.press(*(key if key != " " else "space" for key in line), "enter")
            while app.story.session.state.turn == played[1]:
                await pilot.pause(0.1)
        await pilot.pause(3)
        return app.export_screenshot(title="Tattlewood")


def main() -> None:
    """Draw the picture and put it in its place."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TATTLEWOOD_HOME"] = folder
        PICTURE.write_text(asyncio.run(draw()), encoding="utf-8")


if __name__ == "__main__":
    main()
