"""The test battery for every game, ours or third-party: `pytest --mamayev-game NAME`."""
