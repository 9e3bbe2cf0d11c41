"""Checks of untrusted JSON, done before parsing.

When parsed, a list of empty lists takes forty times its length in memory, and each error in the data adds a sentence to
the message. The depth at which a parser gives up depends on its caller, so one program could write a file that another
cannot read.
"""

from __future__ import annotations

from collections.abc import Iterator

_BEGIN = b",[{"
_OPENING, _CLOSING = b"[{", b"]}"
_BRACKETS = _OPENING + _CLOSING
_OTHERS = bytes(set(range(256)) - set(_BRACKETS))
_BLOCK = 65_536  # bytes looked at together, so that a text of a million strings is not split at once


def more_than(most: int, text: bytes) -> bool:
    """Return whether a text has more than this number of values: commas and opening brackets outside strings."""
    if _count(text) <= most:  # includes those in strings
        return False
    found = 0
    for part in _outside(text):
        found += _count(part)
        if found > most:
            return True
    return False


def deeper_than(most: int, text: bytes) -> bool:
    """Return whether lists and objects in a text are nested deeper than this number of levels."""
    if sum(text.count(bracket) for bracket in _OPENING) <= most:
        return False
    depth = 0
    for part in _outside(text):
        for bracket in part.translate(None, _OTHERS):
            depth += 1 if bracket in _OPENING else -1
            if depth > most:
                return True
            if depth < 0:  # no JSON
                return False
    return False


def _outside(text: bytes) -> Iterator[bytes]:
    """Yield the parts of a text that are outside its strings."""
    plain = text.replace(rb"\\", b"").replace(rb"\"", b"")
    quotes = 0
    for at in range(0, len(plain), _BLOCK):
        parts = plain[at : at + _BLOCK].split(b'"')
        yield b"".join(parts[quotes % 2 :: 2])
        quotes += len(parts) - 1


def _count(text: bytes) -> int:
    return len(text) - len(text.translate(None, _BEGIN))
