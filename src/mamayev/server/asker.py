"""The caller of the current request: the person, and the address by which callers share resources fairly."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .keys import Account

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The caller as the guard counts it; "" for the server itself and for a page that runs its own server.

 Threads and tasks of a request inherit it, so a bot's search counts toward the caller who triggered it.
"""

VISITOR: ContextVar[Account | None] = ContextVar("visitor", default=None)
"""The person behind the current request. None on a server without accounts."""
