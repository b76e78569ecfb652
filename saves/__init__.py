"""History: the journal of a session, and everything that can be rebuilt from it."""
