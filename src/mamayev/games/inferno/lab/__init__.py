"""Studies, observations and situations of the game."""
