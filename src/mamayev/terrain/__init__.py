"""Maps of hexes: what games have in common. It knows no game.

A hex is a small int, its place in `Grid.ids`. A set of hexes is one int with a bit for each: a whole board is moved,
spread and cut by a few operations on ints, and a copied position shares its sets.
"""
