"""Maps: what games on hexes and on connected areas have in common. It knows no game."""
