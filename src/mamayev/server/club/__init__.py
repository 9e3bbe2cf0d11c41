"""A club, which adds accounts that hold seats to a server started with `--club`. Only `server/app.py` imports it."""
