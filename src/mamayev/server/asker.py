"""The caller of the current request, for everything that callers share fairly."""

from __future__ import annotations

from contextvars import ContextVar

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The caller as counted by the guard; "" for the server itself and for a page with its own server.

 Threads and tasks of a request inherit it, so a bot's
thinking counts toward the caller who triggered it.
"""
