"""Recognize our files by their content, because browsers change file names."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

Kind = Literal["record", "board", "backup", "json", "text"]

OPENED = {
    "record": "a saved game: open it in the browser (“Open a saved game”), or with `mamayev play FILE --resume`",
    "board": "a board from the workshop: open it there, or choose it when you set up a game",
    "backup": "a backup of all games: import it with `mamayev import-all FILE`, or on the page of the hosted version",
}
"""What each kind of file is and where to open it, as the end of a sentence that begins with "it is"."""


_BOARD = re.compile(r'\{\s*"mamayev":\s*"board"')


class _Marked(msgspec.Struct):
    """The fields that identify our files. The parser checks the syntax of everything else but does not build it,
    because a file full of brackets would take 40 times its size in memory."""

    mamayev: msgspec.Raw = msgspec.Raw(b"")


def kind_of(text: str) -> Kind:
    """Return the kind of a text. Its beginning identifies a backup or a board, even a damaged one."""
    begins = text.lstrip()
    if not begins.startswith(("{", "[")):
        return "text"
    if begins.startswith('{"backup":'):
        return "backup"
    data = text.encode("utf-8", "replace")
    try:
        if begins.startswith("["):
            msgspec.json.decode(data, type=msgspec.Raw)
            return "json"
        mark = bytes(msgspec.json.decode(data, type=_Marked).mamayev)
    except (msgspec.DecodeError, RecursionError):
        return "board" if _BOARD.match(begins) else "text"
    if not mark:
        return "json"
    return "board" if mark == b'"board"' else "record"


def not_a(what: str, text: str, kind: Kind, problem: str) -> str:
    """Return the message for a text of the wrong kind. It names the actual kind if that is known, and otherwise the
    `problem`."""
    found = kind_of(text)
    return f"{what}: {f'it is {OPENED[found]}' if found != kind and found in OPENED else problem}."
