"""How often somebody may do something: a moving window in memory."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limits import RateLimitItem

SWEPT_SECONDS = 60.0
"""So often those who have not come for a whole window are forgotten."""


class Rates:
    """When each has come lately. A rate is one of `limits`, whose own store in memory begins a thread for every few
    requests: that took a server as long as to answer them."""

    def __init__(self) -> None:
        self._came: dict[tuple[RateLimitItem, tuple[str, ...]], deque[float]] = {}
        self._swept = time.monotonic()
        self._lock = Lock()

    def hit(self, rate: RateLimitItem, *who: str) -> bool:
        """Whether somebody may come once more; then it counts."""
        now = time.monotonic()
        with self._lock:
            if now > self._swept + SWEPT_SECONDS:
                self._sweep(now)
            came = self._came.setdefault((rate, who), deque())
            self._forget(came, now - rate.get_expiry())
            if len(came) >= rate.amount:
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
