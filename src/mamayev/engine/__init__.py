"""The engine: positions, boxes, sequences of play, chance, events and pictures. This package contains no code for
specific games.
"""
