"""What people run: the command line, the screen, line mode, and the session they share."""
