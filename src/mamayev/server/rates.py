"""How often somebody may do something: a moving window in memory."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limits import RateLimitItem

SWEPT_SECONDS = 60.0
"""So often those who have not come for a whole window are forgotten."""


@lru_cache(maxsize=8192)
def caller(address: str) -> str:
    """Return the caller that an address is counted for.

    In IPv6 a caller is a whole network of 64 bits, since providers give out nothing smaller. An IPv4 address that is
    written as IPv6 (`::ffff:192.0.2.1`) counts as itself, and so does one of the local link, which all machines share.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address) or found.is_link_local:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False))


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
