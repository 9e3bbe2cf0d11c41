"""Rate limits: a moving window in memory."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limits import RateLimitItem

SWEPT_SECONDS = 60.0
"""Seconds between cleanups of callers who have been idle for a whole window."""


class Rates:
    """The recent requests of each caller.

    A rate is one of `limits`. Its own memory store would start a thread for every few requests, which took as long as
    the answers.
    """

    def __init__(self) -> None:
        self._came: dict[tuple[RateLimitItem, tuple[str, ...]], deque[float]] = {}
        self._swept = time.monotonic()
        self._lock = Lock()

    def hit(self, rate: RateLimitItem, *who: str, times: int = 1) -> bool:
        """Count a request and return whether the caller may continue. `times` multiplies the rate."""
        now = time.monotonic()
        with self._lock:
            if now > self._swept + SWEPT_SECONDS:
                self._sweep(now)
            came = self._came.setdefault((rate, who), deque())
            self._forget(came, now - rate.get_expiry())
            if len(came) >= rate.amount * times:
                return False
            came.append(now)
            return True

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key, came in list(self._came.items()):
            self._forget(came, now - key[0].get_expiry())
            if not came:
                del self._came[key]

    def _forget(self, came: deque[float], before: float) -> None:
        while came and came[0] <= before:
            came.popleft()
