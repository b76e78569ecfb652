"""The screens: the story, and pages over it."""
