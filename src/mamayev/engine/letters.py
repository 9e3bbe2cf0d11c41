"""Invisible characters, which can make one text look like another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

TURNS_ROUND = {"\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
"""Marks that reverse the direction of writing, which can make one line look like another."""

_BARRED = "".join(sorted(TURNS_ROUND)) + r"\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff"
_IN_TEXT = re.compile(f"[{_BARRED}]")
"""The pattern for those marks, surrogates, and control characters other than tabs and line endings."""
_IN_FILE = re.compile(rf"[{_BARRED}]|\\[uUbfrx]")
"""The pattern for the same characters in a file before parsing, where a string may contain an escape."""


def barred(source: str, data: Any) -> tuple[str, str] | None:
    """Return the place of a forbidden character in a file's data, and the character itself, or None. `source`: the text
    of the file, whose comments may contain anything.
    """
    if _IN_FILE.search(source):
        for place, text in _texts(data, ""):
            if found := _IN_TEXT.search(text):
                return place, found[0]
    return None


def said(letter: str) -> str:
    """Return a character's code and name: U+202E (right-to-left override)."""
    name = unicodedata.name(letter, "half of a character" if "\ud800" <= letter <= "\udfff" else "control character")
    return f"U+{ord(letter):04X} ({name.lower()})"


def _texts(data: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield every text, including names of fields, with the fields that lead to it: "unit 3, name"."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield place, key
            yield from _texts(value, f"{place}, {key}" if place else key)
    elif isinstance(data, list):
        for number, value in enumerate(data, 1):
            yield from _texts(value, f"{place} {number}".strip())
