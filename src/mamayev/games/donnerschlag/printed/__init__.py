"""Data of map, counters and cards."""
