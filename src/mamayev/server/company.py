"""The people in a private game: presence and chat."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from mamayev.engine.refusal import Refusal

from .clock import now
from .forms import Presence
from .keys import Denied
from .lines import one_line
from .rates import Rate, Rates

LONGEST_LINE = 280


class TooOften(Denied):
    """The player has exceeded a rate limit. The message names it."""


class Quota:
    """A rate limit for each seat in a match.

    Without a `rate`, there is no limit. `done`: what is limited, as the message names it.
    """

    def __init__(self, rate: Rate | None = None, done: str = "") -> None:
        self._rate, self._done = rate, done
        self._limiter = Rates()

    def count(self, match_id: str, seat: str | None) -> None:
        """Count an action. Raises TooOften if it exceeds the limit."""
        if self._rate is not None and not self._limiter.hit(self._rate, match_id, seat or ""):
            raise TooOften(f"Too fast: the limit for {self._done} is {self._rate}.")


def chat_line(text: str) -> str:
    """Return a chat message in stored form: one line, without invisible characters. Raises Refusal."""
    plain = one_line(text)
    if not plain:
        raise Refusal("The message is empty. Type something.", field="text", malformed=True)
    if len(plain) > LONGEST_LINE:
        raise Refusal(f"A message can have at most {LONGEST_LINE} characters.", field="text", malformed=True)
    return plain


class Attendance:
    """The seats with an open tab, here or on another server, and the times at which players left. It is in memory
    only."""

    def __init__(self) -> None:
        self._here: dict[tuple[str, str], int] = {}
        self._elsewhere: set[tuple[str, str]] = set()
        self._left: dict[tuple[str, str], str] = {}
        self._lock = Lock()

    def come(self, match_id: str, seat: str) -> bool:
        """Record that a tab of a seat has opened, and return whether the seat was away."""
        with self._lock:
            tabs = self._here.get((match_id, seat), 0)
            self._here[match_id, seat] = tabs + 1
            return tabs == 0 and (match_id, seat) not in self._elsewhere

    def go(self, match_id: str, seat: str) -> bool:
        """Record that a tab of a seat has closed, and return whether it was the last."""
        with self._lock:
            tabs = self._here.pop((match_id, seat)) - 1
            if tabs:
                self._here[match_id, seat] = tabs
            elif (match_id, seat) not in self._elsewhere:
                self._left[match_id, seat] = now()
                return True
            return False

    def here(self) -> set[tuple[str, str]]:
        """Return the seats in all matches that have a tab on this server."""
        with self._lock:
            return set(self._here)

    def hear(self, elsewhere: set[tuple[str, str]]) -> set[str]:
        """Record the seats with a tab on another server. Return the matches in which a player arrived or left."""
        with self._lock:
            changed = (elsewhere ^ self._elsewhere) - self._here.keys()
            self._left.update(dict.fromkeys(changed - elsewhere, now()))
            self._elsewhere = elsewhere
        return {match_id for match_id, _ in changed}

    def of(self, match_id: str, seats: Iterable[str]) -> dict[str, Presence]:
        """Return the presence of each seat's player. The time of leaving is unknown if the player has not been there
        since the server started."""
        with self._lock:
            return {
                seat: Presence(True)
                if (match_id, seat) in self._here or (match_id, seat) in self._elsewhere
                else Presence(False, self._left.get((match_id, seat), ""))
                for seat in seats
            }
