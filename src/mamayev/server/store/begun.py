"""Track the rows that each caller has added to a database."""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock

from ..callers import counted


class Begun:
    """The ids and sizes of the rows that each caller has added. Methods can be called from any thread. Callers'
    addresses are never stored, so a restart forgets the rows."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, int]] = {}
        self._lock = Lock()

    def add(self, caller: str, row_id: str, size: int = 0) -> None:
        """Record a new row and its size in bytes. The server's own caller, "", has no rows."""
        if not caller:
            return
        with self._lock:
            for name, _ in counted(caller):
                self._of.setdefault(name, {})[row_id] = size

    def ids(self, caller: str) -> set[str]:
        """Return the ids of the rows that a caller and its network have added."""
        with self._lock:
            return {row_id for name, _ in counted(caller) for row_id in self._of.get(name, ())}

    def keep(self, caller: str, there: Collection[str]) -> None:
        """Forget the rows of a caller and its network that are not in `there`."""
        with self._lock:
            for name, _ in counted(caller):
                left = {row_id: size for row_id, size in self._of.get(name, {}).items() if row_id in there}
                self._of[name] = left
                if not left:
                    del self._of[name]

    def is_full(self, caller: str, rows: int, size: int | None = None) -> bool:
        """Return whether a caller has reached its limit of rows or bytes, or its network a multiple of that limit."""
        with self._lock:
            return any(
                len(own := self._of.get(name, {})) >= rows * times
                or (size is not None and sum(own.values()) >= size * times)
                for name, times in counted(caller)
            )
