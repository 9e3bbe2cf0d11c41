"""Who asks: the caller whose request is being answered, for everything that is shared out fairly among callers."""

from __future__ import annotations

from contextvars import ContextVar

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The caller, as the guard counts callers; "" where the server works by itself, and for a page of its own. Threads and
tasks that a request begins inherit it, so a bot's thought counts for the caller who let the bot play on."""
