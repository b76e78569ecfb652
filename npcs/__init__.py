"""The minds: who lives in the village, what they remember, want, decide and say."""
