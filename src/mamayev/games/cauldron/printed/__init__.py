"""Everything printed on the map, counters and cards."""
