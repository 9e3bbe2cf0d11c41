"""A club: accounts that hold seats, on a server that is started with `--club`. Only `server/app.py` imports it."""
