"""What people hold: a match with its log, undo and chance; saved games, script files and lessons. It knows no game."""
