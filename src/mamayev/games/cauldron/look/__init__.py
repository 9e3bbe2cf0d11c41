"""The look of the game."""
