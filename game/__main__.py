"""Lets `python -m game` stand for `tattlewood`."""

from game.cli import main

main()
