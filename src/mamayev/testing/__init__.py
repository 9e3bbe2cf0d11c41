"""The battery of tests for every game, ours or third-party: `pytest --mamayev-game NAME`."""
