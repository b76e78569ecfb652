"""The screen. Nothing outside this package imports textual."""
