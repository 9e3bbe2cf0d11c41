"""What is printed on map and counters, and the turn record."""
