"""A player's own map, cards and counters, kept once for all matches on them: a stored record holds their hash, and
whoever reads it gets the record back exactly as it was."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import msgspec


class Apart(NamedTuple):
    """A record as it is stored: without the component files, their hash, and the files as they stood in it; "" for
    both where it has none."""

    record: str
    key: str = ""
    files: str = ""


class _Own(msgspec.Struct):
    components: msgspec.Raw


def take_apart(record: str) -> Apart:
    """A record without its component files; one that cannot be read stays as it is."""
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
    """The record that was taken apart, even where the rest of it is damaged."""
    return record.replace(f'"components":"{key}"', f'"components":{files}', 1)


def hash_of(files: str) -> str:
    """What component files are kept under."""
    return blake2b(files.encode(errors="surrogateescape"), digest_size=16).hexdigest()
