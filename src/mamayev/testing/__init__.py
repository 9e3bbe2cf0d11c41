"""The battery of tests for every game, ours and those of other packages: `pytest --mamayev-game NAME`."""
