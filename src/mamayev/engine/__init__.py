"""The engine: positions, boxes and sequences, chance as a seat, matches, records. It knows no game."""
