"""The battery of tests that every game passes, ours and those from elsewhere: `pytest --mamayev-game NAME`."""
