"""The port of a server that is given none."""

DEFAULT_PORT = 8642
