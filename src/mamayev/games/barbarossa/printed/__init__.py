"""The printed map, counters and turn record."""
