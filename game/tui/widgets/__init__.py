"""The parts of the screen. Each shows one record of `game.views`, or passages; none plays, loads or saves anything."""
