"""The people at a held match: who is here, and what they say to each other."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING

from mamayev.engine.refusal import Refusal

from .clock import now
from .forms import Presence
from .keys import Denied
from .lines import one_line
from .rates import Rates

if TYPE_CHECKING:
    from limits import RateLimitItem

LONGEST_LINE = 280


class TooOften(Denied):
    """Somebody says more than the others can read; the text says so in a sentence."""


class Quota:
    """How often each seat of a match may do something; without a `rate`, as often as it likes. `done` says what becomes
    of so many."""

    def __init__(self, rate: RateLimitItem | None = None, done: str = "") -> None:
        self._rate, self._done = rate, done
        self._limiter = Rates()

    def count(self, match_id: str, seat: str | None) -> None:
        """Count one more. Raises TooOften."""
        if self._rate is not None and not self._limiter.hit(self._rate, match_id, seat or ""):
            raise TooOften(f"Not so fast: at most {self._rate} {self._done}.")


def chat_line(text: str) -> str:
    """A line of chat as it is kept: one line, without marks that cannot be seen. Raises Refusal."""
    plain = one_line(text)
    if not plain:
        raise Refusal("An empty line says nothing.", field="text", malformed=True)
    if len(plain) > LONGEST_LINE:
        raise Refusal(f"A line has at most {LONGEST_LINE} characters.", field="text", malformed=True)
    return plain


class Attendance:
    """Which seats have an open tab, here or through another server, and since when the others are away; since when is
    kept in memory alone."""

    def __init__(self) -> None:
        self._here: dict[tuple[str, str], int] = {}
        self._elsewhere: set[tuple[str, str]] = set()
        self._left: dict[tuple[str, str], str] = {}
        self._lock = Lock()

    def come(self, match_id: str, seat: str) -> bool:
        """A tab of a seat opens; whether the seat was away."""
        with self._lock:
            tabs = self._here.get((match_id, seat), 0)
            self._here[match_id, seat] = tabs + 1
            return tabs == 0 and (match_id, seat) not in self._elsewhere

    def go(self, match_id: str, seat: str) -> bool:
        """A tab of a seat closes; whether it was the last."""
        with self._lock:
            tabs = self._here.pop((match_id, seat)) - 1
            if tabs:
                self._here[match_id, seat] = tabs
            elif (match_id, seat) not in self._elsewhere:
                self._left[match_id, seat] = now()
                return True
            return False

    def here(self) -> set[tuple[str, str]]:
        """The seats of all matches that have a tab of this server."""
        with self._lock:
            return set(self._here)

    def hear(self, elsewhere: set[tuple[str, str]]) -> set[str]:
        """Which seats have a tab of another server by now; returns the matches that somebody has come to or left."""
        with self._lock:
            changed = (elsewhere ^ self._elsewhere) - self._here.keys()
            self._left.update(dict.fromkeys(changed - elsewhere, now()))
            self._elsewhere = elsewhere
        return {match_id for match_id, _ in changed}

    def of(self, match_id: str, seats: Iterable[str]) -> dict[str, Presence]:
        """Who is here. How long a seat has been away is unknown where nobody has been at it since the server began."""
        with self._lock:
            return {
                seat: Presence(True)
                if (match_id, seat) in self._here or (match_id, seat) in self._elsewhere
                else Presence(False, self._left.get((match_id, seat), ""))
                for seat in seats
            }
