"""Rights to whole matches. On a server without accounts, everyone can list all matches and delete open tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import sqlalchemy as sa

from .keys import Account
from .live import Live


class Access(Protocol):
    """A server's rules about its visitors' rights to whole matches. All methods except `visitor` are about the current
    visitor (see asker.py). `accounts`: whether visitors can have accounts."""

    accounts: bool

    def visitor(self, method: str, headers: Mapping[str, str]) -> Account | None:
        """Return the person behind a request, or None on a server without accounts. This does not read the database."""

    def listed(self) -> sa.ColumnElement[bool] | None:
        """Return the SQL condition for the matches that the visitor may list. None means all."""

    def check_deletes(self, match_id: str) -> None:
        """Raise Forbidden if the visitor may not delete or restore an open table."""

    def check_erases(self, keys: Mapping[str, str]) -> None:
        """Raise Forbidden if the visitor may not delete a finished private game whose seats have these hashed keys."""

    def begins(self, match_id: str, held: bool) -> list[sa.Insert]:
        """Return the insert statements to run in the transaction that stores the visitor's new match. `held`: whether
        its seats have keys. Raises Forbidden if the visitor may not start a match."""

    def check_says(self, keys: Mapping[str, str], seat: str) -> None:
        """Raise Forbidden if a seat's player may not write to the others in a match whose seats have these hashed
        keys."""

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
