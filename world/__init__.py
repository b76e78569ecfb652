"""The place: clock, map, things, what can be done, and the two pure functions that hold the rules."""
