"""The shared parts of games on hex maps. This package contains no code for specific games.

A hex is a small int, its index in `Grid.ids`. A set of hexes is an int with one bit per hex. A few int operations
therefore shift, spread or intersect the sets of a whole board, and copied positions share their sets.
"""
