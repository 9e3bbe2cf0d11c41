"""The rights to whole matches. On a server without accounts, everyone can list all matches and delete open matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import sqlalchemy as sa

from .keys import Account
from .live import Live


class Access(Protocol):
    """The rights of a server's visitors to whole matches. Except for `visitor`, the methods are about the current one
    (see asker.py). `accounts`: whether visitors can have accounts."""

    accounts: bool

    def visitor(self, method: str, headers: Mapping[str, str]) -> Account | None:
        """Return the person behind a request, or None on a server without accounts. This reads no database."""

    def listed(self) -> sa.ColumnElement[bool] | None:
        """Return the condition for the rows of the matches that the visitor may list. None means all."""

    def check_deletes(self, match_id: str) -> None:
        """Raise Forbidden if the visitor may not delete or restore an open table."""

    def check_erases(self, keys: Mapping[str, str]) -> None:
        """Raise Forbidden if the visitor may not delete a finished private game with these hashed keys."""

    def begins(self, match_id: str, held: bool) -> list[sa.Insert]:
        """Return a function that stores additional data in the transaction of the visitor's new match, with or without
        keys. Raises Forbidden if the visitor may not start one."""

    def check_says(self, keys: Mapping[str, str], seat: str) -> None:
        """Raise Forbidden if the player of a seat may not write to the others in a match with these hashed keys."""

    def look_up(self, live: Live) -> None:
        """Close the tabs of accounts that have lost their rights on another server."""

    def check_bots(self, match_id: str) -> None:
        """Raise Forbidden if the players of a match may not give its seats to bots."""


class Everybody:
    """The rights on a server without accounts."""

    accounts = False

    def visitor(self, _method: str, _headers: Mapping[str, str]) -> None:
        return None

    def listed(self) -> None:
        return None

    def check_deletes(self, _match_id: str) -> None:
        return

    def check_erases(self, _keys: Mapping[str, str]) -> None:
        return

    def begins(self, _match_id: str, _held: bool) -> list[sa.Insert]:
        return []

    def look_up(self, _live: Live) -> None:
        return

    def check_says(self, _keys: Mapping[str, str], _seat: str) -> None:
        return

    def check_bots(self, _match_id: str) -> None:
        return
