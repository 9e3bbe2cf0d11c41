"""Many games and checked games: mass play, scripted games, measurements, what the tests prove."""
