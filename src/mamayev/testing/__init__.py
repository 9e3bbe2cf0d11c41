"""The battery of tests for every game, ours and those from elsewhere: `pytest --mamayev-game NAME`."""
