"""Matches with their logs, undo and dice, and saved games, scripts and lessons. This package contains no code that is
specific to a game."""
