"""The default port of a server."""

DEFAULT_PORT = 8642
