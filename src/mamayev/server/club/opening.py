"""The club as the application opens it."""

from __future__ import annotations

from pathlib import Path

from ..routes import ROUTES
from ..store import Store
from .club import Club
from .lobby import Lobby
from .routes import CLUB_ROUTES
from .settings import read_settings

ALL_ROUTES = [*ROUTES, *CLUB_ROUTES]
"""The routes of a server with a club."""


class Opening:
    """The club configured in a file, before its database is open."""

    def __init__(self, file: Path) -> None:
        """Read the file. Raises Refusal."""
        self.settings, self.routes = read_settings(file), ALL_ROUTES

    def open(self, store: Store) -> Club:
        """Return the club in a database. Raises Refusal."""
        return Club(self.settings, store)

    def lobby(self, club: Club) -> Lobby:
        """Return the open lobbies of the club on this server."""
        return Lobby(club)
