"""A player's own map, cards and counters: the texts of the files, read once and within limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from . import json, letters, toml
from .refusal import Refusal
from .text import NotText, file_text

T = TypeVar("T")

LONGEST = 800_000  # maximum size of a file in characters; TOML files have a lower limit
VALUES = 100_000  # for a JSON file: twice the size of our largest one


class Files(dict[str, str]):
    """Component files as text, by name.

    The texts include everything that a table needs, because there may be no folder. `place`: the folder of the files,
    or "" if they were uploaded. `tables`: the parsed TOML files, by name.
    """

    def __init__(
        self, texts: Mapping[str, str], place: str = "", tables: Mapping[str, dict[str, Any]] = MappingProxyType({})
    ) -> None:
        super().__init__(texts)
        self.place = place
        self._tables = dict(tables)

    @classmethod
    def of(cls, folder: Path, names: Sequence[str]) -> Files:
        """Return the given files from a folder. Raises Refusal if the folder has no such file, or if a file cannot be
        read."""
        _check_place(folder)
        found = [name for name in names if (folder / name).exists()]
        if names and not found:
            state = "holds none of the component files" if folder.is_dir() else "is not a folder"
            raise Refusal(f"{folder} {state}: {', '.join(names)}.", field="components", malformed=True)
        return cls({name: _text(folder / name) for name in found}, str(folder))

    def __reduce__(self) -> tuple[type[Files], tuple[dict[str, str], str]]:
        """Pickle and copy the texts only, without their parsed tables."""
        return Files, (dict(self), self.place)

    def data(self, name: str) -> Any:
        """Return the content of a file, parsed once, as TOML or JSON depending on its name.

        Raises a Refusal that names the file (and, in TOML, the line) if the file is invalid or contains invisible
        characters.
        """
        if name.endswith(".json"):
            return _plain(name, self[name], _json(name, self[name]))
        if name not in self._tables:
            self._tables[name] = _plain(name, self[name], _toml(name, self[name]))
        return self._tables[name]

    def some(self, *names: str) -> Files:
        """Return only the given files, without reading them again."""
        tables = {name: table for name, table in self._tables.items() if name in names}
        return Files({name: self[name] for name in names}, self.place, tables)


def _check_place(folder: Path) -> None:
    """Raise Refusal for a path that the system cannot look up."""
    try:
        folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Refusal(
            f"The folder of components cannot be read: {reason}.", field="components", malformed=True
        ) from None


def _text(file: Path) -> str:
    try:
        return file_text(file, toml.BYTES * LONGEST)
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
    except NotText as error:
        reason = f"cannot be read: {error}"
    raise Refusal(f"{file.name} {reason}.", field=file.name, malformed=True)


def _toml(name: str, text: str) -> dict[str, Any]:
    try:
        return toml.loads(text)
    except toml.TomlError as error:
        raise Refusal(f"{name}: {error}.", field=name, malformed=True) from None


def _json(name: str, text: str) -> Any:
    if len(text) > LONGEST:
        reason = f"more than {LONGEST:,} characters, which is over the limit"
    elif json.more_than(VALUES, text.encode(errors="replace")):
        reason = f"more than {VALUES:,} values, which is over the limit"
    else:
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            reason = f"not valid JSON: {error}"
    raise Refusal(f"{name}: {reason}.", field=name, malformed=True)


def _plain(name: str, text: str, data: T) -> T:
    """Return the data of a file. Raises Refusal if a text contains a barred character."""
    if (found := letters.barred(text, data)) is None:
        return data
    place, letter = found
    where = ", ".join(part for part in (name, place) if part)
    raise Refusal(
        f"{where}: {letters.said(letter)} is invisible, which is not allowed in text. Delete it.",
        field=name,
        malformed=True,
    )
