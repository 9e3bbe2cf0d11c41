"""The routes of the HTTP API (docs/protocol.md), by what they do."""

from . import bots, company, games, live, look, matches, play

ROUTERS = [each.router for each in (games, matches, play, bots, look, company, live)]
"""In the order in which the API's document lists them."""
