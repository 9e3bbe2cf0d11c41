"""How the game looks."""
