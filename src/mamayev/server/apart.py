"""Store a player's own map, cards and counters once for all matches that use them.

A stored record contains only their hash. Reading it restores the original record.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import msgspec


class Apart(NamedTuple):
    """A record in stored form: the record without its component files, their hash, and the files themselves.

    The last two are "" if there are no such files.
    """

    record: str
    key: str = ""
    files: str = ""


class _Own(msgspec.Struct):
    components: msgspec.Raw


def take_apart(record: str) -> Apart:
    """Separate a record from its component files. An unreadable record stays unchanged."""
    if '"components":{' not in record:
        return Apart(record)
    try:
        files = bytes(msgspec.json.decode(record, type=_Own).components).decode()
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Apart(record)
    key = hash_of(files)
    short = record.replace(f'"components":{files}', f'"components":"{key}"', 1)
    return Apart(short, key, files) if put_together(short, key, files) == record else Apart(record)


def put_together(record: str, key: str, files: str) -> str:
    """Restore the original record, even if the rest of it is damaged."""
    return record.replace(f'"components":"{key}"', f'"components":{files}', 1)


def hash_of(files: str) -> str:
    """Return the key of stored component files."""
    return blake2b(files.encode(errors="surrogateescape"), digest_size=16).hexdigest()
