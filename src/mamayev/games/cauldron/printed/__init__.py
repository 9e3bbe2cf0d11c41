"""What is printed on map, counters and cards."""
