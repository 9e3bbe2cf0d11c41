"""Rate limits, counted in a moving window in memory."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import NamedTuple

SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0}
SWEPT_SECONDS = 60.0
"""The number of seconds between cleanups, which remove callers who have been idle for a whole window."""


class Rate(NamedTuple):
    """A rate limit: `amount` times in any second, minute, hour or day (`unit`)."""

    amount: int
    unit: str

    @classmethod
    def parse(cls, text: str) -> Rate:
        """Parse a rate such as "600/hour". Raises ValueError for any other text."""
        amount, _, unit = text.partition("/")
        if not amount.isdecimal() or not int(amount) or unit not in SECONDS:
            raise ValueError(text)
        return cls(int(amount), unit)

    def __str__(self) -> str:
        return f"{self.amount:,} per {self.unit}"


class Rates:
    """The recent requests of each caller."""

    def __init__(self) -> None:
        self._came: dict[tuple[Rate, tuple[str, ...]], deque[float]] = {}
        self._swept = time.monotonic()
        self._lock = Lock()

    def hit(self, rate: Rate, *who: str, times: int = 1) -> bool:
        """Count a request, and return whether the caller is within the limit. `times`: a multiple of the rate to
        allow."""
        now = time.monotonic()
        with self._lock:
            if now > self._swept + SWEPT_SECONDS:
                self._sweep(now)
            came = self._came.setdefault((rate, who), deque())
            self._forget(came, now - SECONDS[rate.unit])
            if len(came) >= rate.amount * times:
                return False
            came.append(now)
            return True

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key, came in list(self._came.items()):
            self._forget(came, now - SECONDS[key[0].unit])
            if not came:
                del self._came[key]

    def _forget(self, came: deque[float], before: float) -> None:
        while came and came[0] <= before:
            came.popleft()
