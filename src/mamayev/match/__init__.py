"""Matches with log, undo and chance; saved games, script files and lessons. This package knows no game."""
