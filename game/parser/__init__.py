"""From a typed line to a command, a request to the game, or a question back to the player."""

from game.parser.grammar import parse
from game.parser.hints import HELP, suggestion
from game.parser.result import Ambiguous, Meta, MetaVerb, Misunderstood, Parsed, Ready

__all__ = ["HELP", "Ambiguous", "Meta", "MetaVerb", "Misunderstood", "Parsed", "Ready", "parse", "suggestion"]
