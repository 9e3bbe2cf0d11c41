"""The engine: positions, boxes and sequences, chance as a seat, matches, records. This package contains no code for
specific games."""
