"""Kinds of our files by content, because browsers change names."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Kind = Literal["record", "board", "backup", "json", "text"]

OPENED = {
    "record": "a saved game: open it in the browser (“Open a saved game”), or with `mamayev play FILE --resume`",
    "board": "a board from the workshop: open it there, or choose it when you set up a game",
    "backup": "a backup of all games: import it with `mamayev import-all FILE`, or on the page of the hosted version",
}
"""What a file is and where to open it, as the end of a sentence that begins with "it is"."""


def kind_of(text: str) -> Kind:
    """Return the kind of a text. The first line identifies a backup, even a damaged one."""
    begins = text.lstrip()
    if not begins.startswith(("{", "[")):
        return "text"
    if begins.startswith('{"backup":'):
        return "backup"
    try:
        data: Any = msgspec.json.decode(text.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return "text"
    if isinstance(data, dict) and data.get("mamayev") == "board":
        return "board"
    return "record" if isinstance(data, dict) and "mamayev" in data else "json"


def not_a(what: str, text: str, kind: Kind, problem: str) -> str:
    """Return the message for a text of the wrong kind: its actual kind, else the `problem`."""
    found = kind_of(text)
    return f"{what}: {f'it is {OPENED[found]}' if found != kind and found in OPENED else problem}."
