"""The caller of the current request, for everything that is shared fairly among callers."""

from __future__ import annotations

from contextvars import ContextVar

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The caller, as the guard counts callers; "" for the server itself, and for a page of its own. Threads and tasks of a
request inherit it, so a bot's thought counts for the caller who triggered it."""
