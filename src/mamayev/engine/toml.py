"""A reader for untrusted TOML, which first measures a text and only parses it within limits.

Python's parser takes time and memory that grow quadratically with the number of dots in a key, and keeps a table for
every header. A few thousand characters can therefore take minutes.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from .text import file_text

LONGEST = 100_000  # characters: more than twice the longest of our own maps
BYTES = 4  # maximum that one character takes
NESTING = 16
_BOUNDS = (
    (5_000, "more than 5,000 lines", re.compile("\n")),
    (10_000, "more than 10,000 values", re.compile("[,=]")),
    (5_000, "more than 5,000 dots", re.compile(r"\.")),
    (2_000, "more than 2,000 lists and tables", re.compile(r"[\[{]")),
    (0, "a key with more than 4 dots", re.compile(r"\.(?:[^.,=\[\]{}\n]*\.){4}")),
    (0, "a number or a name of more than 100 characters", re.compile(r"\b[\w+-]{101}", re.ASCII)),
)
"""The limits on a text, not counting strings and comments."""

_QUOTED = re.compile(r"""#[^\n]*|"[^"\\\n]*"(?!")|'[^'\n]*'(?!')|["']""")
"""A whole comment or plain string, or the first quote of any other string."""
_TWICE = re.compile(
    r"(?:Cannot overwrite a value|Cannot declare .* twice|Duplicate inline table key .*) \(at (?:line (\d+),|end)"
)
"""The parser's errors about a key or table that is set twice, with the line on which the second value ends."""
_NAME = re.compile(r"\s*(?:\[+([^]\[]+)\]|([\w.\"' -]+?)\s*=)")
"""The name in a header or before a value."""
_ENDS = {
    '"""': re.compile(r'\\.|"{3,5}', re.DOTALL),
    "'''": re.compile("'{3,5}"),
    '"': re.compile(r'\\.|"|\n'),
    "'": re.compile(r"'|\n"),
}


class TomlError(ValueError):
    """The text is not TOML, or exceeds the limits. The message names the problem and the line."""


def loads(text: str) -> dict[str, Any]:
    """Return the data of a text. Raises TomlError."""
    _measure(text)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TomlError(_twice(text, str(error)) or f"not valid TOML: {error}") from None


def _twice(text: str, error: str) -> str:
    """Describe the parser's error about a key or table that the text sets twice, or return "" for other errors."""
    found = _TWICE.match(error)
    if found is None:
        return ""
    line = int(found[1] or text.count("\n") + 1)
    named = (_NAME.match(each) for each in reversed(text.split("\n")[:line]))
    name = next((each[1] or each[2] for each in named if each), "")
    return f"line {line}: “{name.strip()}” is set twice"


def ours(file: Traversable, until: str = "") -> dict[str, Any]:
    """Return the data of a packaged file. `until`: the header line before which to stop reading, which is faster. In a
    package for browsers, a JSON copy is next to the file or replaces it (`parsed`), because JSON is much faster to
    read. Raises tomllib.TOMLDecodeError.
    """
    beside = file.with_name(parsed(file.name)) if isinstance(file, Path) else None
    if beside is not None and beside.is_file():
        return msgspec.json.decode(beside.read_bytes(), type=dict[str, Any])
    text = file.read_text(encoding="utf-8")
    return tomllib.loads(text.partition(f"\n{until}\n")[0] if until else text)


def parsed(name: str) -> str:
    """Return the name of the JSON copy of a TOML file."""
    return f"{name}.json"


def load(file: Path) -> dict[str, Any]:
    """Return the data of a file. Raises TomlError, OSError, NotText."""
    return loads(file_text(file, BYTES * LONGEST))


def _measure(text: str) -> None:
    """Raise TomlError for a text over the limits. The parser stops at anything that is not TOML."""
    if len(text) > LONGEST:
        raise _too_much(text, LONGEST, f"more than {LONGEST:,} characters")
    bare = _bare(text)
    for most, what, pattern in _BOUNDS:
        beyond = next(itertools.islice(pattern.finditer(bare), most, None), None)
        if beyond is not None:
            raise _too_much(bare, beyond.start(), what)
    depth = 0
    for bracket in re.finditer(r"[][{}]", bare):
        depth = max(0, depth + (1 if bracket[0] in "[{" else -1))
        if depth > NESTING:
            raise _too_much(bare, bracket.start(), f"more than {NESTING} nested lists and tables")


def _too_much(text: str, at: int, what: str) -> TomlError:
    line = text.count("\n", 0, at) + 1
    return TomlError(f"line {line}: {what}, which is over the limit")


def _bare(text: str) -> str:
    """Return a text without its strings and comments, with the same lines."""
    parts, at = [], 0
    while (found := _QUOTED.search(text, at)) is not None:
        start, end = found.span()
        parts.append(text[at:start])
        parts.append('"')
        at = end
        if end == start + 1 and text[start] != "#":
            at = _end(text, start)
            parts.append("\n" * text.count("\n", start, at))
    return "".join([*parts, text[at:]])


def _end(text: str, start: int) -> int:
    """Return the end of a string, or the end of the line or text if it is not closed."""
    quote = text[start]
    opened = quote * 3 if text.startswith(quote * 3, start) else quote
    for found in _ENDS[opened].finditer(text, start + len(opened)):
        if not found[0].startswith("\\"):
            return found.start() if found[0] == "\n" else found.end()
    return len(text)
