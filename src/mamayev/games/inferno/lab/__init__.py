"""Studies, observations and situations for the game."""
