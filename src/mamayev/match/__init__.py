"""Matches, with their logs, undo and dice; also saved games, scripts and lessons. This package contains no code for
specific games."""
