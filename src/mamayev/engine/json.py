"""A size check for untrusted JSON, done before parsing.

A list of empty lists takes forty times its length in memory, and each error in the data adds a sentence to the message.
"""

from __future__ import annotations

_BEGIN = b",[{"
_BLOCK = 65_536  # bytes looked at together, so that a text of a million strings is not split at once


def more_than(most: int, text: bytes) -> bool:
    """Return whether a text has more than this number of values: commas and opening brackets outside strings."""
    if _count(text) <= most:  # includes those in strings
        return False
    plain = text.replace(rb"\\", b"").replace(rb"\"", b"")
    found, quotes = 0, 0
    for at in range(0, len(plain), _BLOCK):
        parts = plain[at : at + _BLOCK].split(b'"')
        found += _count(b"".join(parts[quotes % 2 :: 2]))
        if found > most:
            return True
        quotes += len(parts) - 1
    return False


def _count(text: bytes) -> int:
    return len(text) - len(text.translate(None, _BEGIN))
