"""The table on a terminal: a game shown to people, their choices read, their game kept."""
