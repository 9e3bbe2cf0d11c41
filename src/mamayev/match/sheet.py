"""A component file, from us or a player, read into forms. Errors name file, entry and field."""

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
    """A file: its name for the player, and its content."""

    name: str
    data: Any

    @classmethod
    def of(cls, name: str, own: Files | None, ours: Files) -> Sheet:
        """Return a player's file, or ours if the player has no file with this name. Raises Refusal."""
        if own is None:
            return cls(name, ours.data(name))
        if name in own:
            return cls(name, own.data(name))
        return cls(f"{name} (ours, since the folder has none)", ours.data(name))

    def wrong(self, entry: str, field: str, what: str) -> Refusal:
        """Return the refusal of this file: "map.toml, area 17, adjacent: ..."."""
        where = ", ".join(part for part in (self.name, entry, field) if part)
        return Refusal(f"{where}: {what}", field=field or entry or self.name, malformed=True)

    def find(self, entry: str, field: str, name: str, known: Mapping[str, T], what: str) -> T:
        """Return the object behind a name: a hex, a unit. Raises Refusal: "map.toml, road 3, hexes: “2599” is no hex of
        ..."."""
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
        """Return the whole file in a form. If a list entry is invalid, raises a Refusal that names it."""
        return self._convert(self.data, form, "")

    def forms(self, data: Sequence[dict[str, Any]], form: type[T], kind: str, key: str) -> Iterator[tuple[str, T]]:
        """Return each entry with its name for the player ("area 17", or "area entry 3" without one). Raises Refusal."""
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
        """Return the entry of a list that an error is about, "" for none, and the error as one of this entry."""
        found = re.search(r"\$\.(\w+)\[(\d+)\]", error)
        one = self.data[found[1]][int(found[2])] if found else None
        if not found or not isinstance(one, dict):
            return "", error
        return _named(found[1], int(found[2]) + 1, *map(one.get, KEYS)), error.replace(found[0], "$")


KEYS = ("id", "number", "name", "hex")
"""The fields that name an entry of a list."""


def _named(kind: str, place: int, *names: object) -> str:
    """Return an entry for the player: "area 17", or "area entry 3" without a name."""
    known = (name for name in names if isinstance(name, int | str) and name != "" and len(str(name)) <= 40)
    return f"{kind} {next(known, f'entry {place}')}"
