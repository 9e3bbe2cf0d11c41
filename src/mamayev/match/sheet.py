"""Read a component file, ours or a player's, into forms. Errors name the file, the entry and the field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.validation import said

T = TypeVar("T")


@dataclass(frozen=True)
class Sheet:
    """A component file: its name as players see it, and its content."""

    name: str
    data: Any

    @classmethod
    def of(cls, name: str, own: Files | None, ours: Files) -> Sheet:
        """Return the player's file with this name, or ours if the player has none. Raises Refusal."""
        if own is None:
            return cls(name, ours.data(name))
        if name in own:
            return cls(name, own.data(name))
        return cls(f"{name} (ours, since the folder has none)", ours.data(name))

    def wrong(self, entry: str, field: str, what: str) -> Refusal:
        """Return a refusal about this file, such as "map.toml, area 17, adjacent: ..."."""
        where = ", ".join(part for part in (self.name, entry, field) if part)
        return Refusal(f"{where}: {what}", field=field or entry or self.name, malformed=True)

    def find(self, entry: str, field: str, name: str, known: Mapping[str, T], what: str) -> T:
        """Return the object with this name, such as a hex or a unit. If there is none, raises a Refusal such as
        "map.toml, road 3, hexes: “2599” is no hex of ..."."""
        if name not in known:
            raise self.wrong(entry, field, f"“{name}” is no {what}.")
        return known[name]

    def once(self, entry: str, field: str, names: Iterable[str]) -> None:
        """Raise Refusal if a name occurs twice."""
        seen = set()
        for name in names:
            if name in seen:
                raise self.wrong(entry, field, f"“{name}” appears twice.")
            seen.add(name)

    def form(self, form: type[T]) -> T:
        """Convert the whole file to a form. If a list entry is invalid, raises a Refusal that names it."""
        return self._convert(self.data, form, "")

    def forms(self, data: Sequence[dict[str, Any]], form: type[T], kind: str, key: str) -> Iterator[tuple[str, T]]:
        """Yield each entry with the name that players see: "area 17", or "area entry 3" if it has none. Raises
        Refusal."""
        for place, one in enumerate(data, 1):
            name = _named(kind, place, one.get(key))
            yield name, self._convert(one, form, name)

    def _convert(self, data: object, form: type[T], entry: str) -> T:
        try:
            return msgspec.convert(data, form)
        except msgspec.ValidationError as error:
            entry, text = (entry, str(error)) if entry else self._listed(str(error))
            field = re.search(r"\$\.(\w+)", text) or re.search(r"field `(.*?)`", text)
            raise self.wrong(entry, field.group(1) if field else "", f"{said(text)}.") from error

    def _listed(self, error: str) -> tuple[str, str]:
        """Return the name of the list entry that an error is about ("" if none), and the error relative to that
        entry."""
        found = re.search(r"\$\.(\w+)\[(\d+)\]", error)
        one = self.data[found[1]][int(found[2])] if found else None
        if not found or not isinstance(one, dict):
            return "", error
        return _named(found[1], int(found[2]) + 1, *map(one.get, KEYS)), error.replace(found[0], "$")


KEYS = ("id", "number", "name", "hex")
"""The fields that can name an entry in a list."""


def _named(kind: str, place: int, *names: object) -> str:
    """Return an entry's name as players see it: "area 17", or "area entry 3" if it has none."""
    known = (name for name in names if isinstance(name, int | str) and name != "" and len(str(name)) <= 40)
    return f"{kind} {next(known, f'entry {place}')}"
