"""The data for the map, counters and cards."""
