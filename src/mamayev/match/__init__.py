"""Matches, with their logs, undo and dice; also saved games, scripts and lessons. This package knows no game."""
