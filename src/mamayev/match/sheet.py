"""A component file, ours or a player's, read into forms; errors name file, entry and field."""

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
        """Return a player's file, or ours if they have none of this name. Raises Refusal."""
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
        """Return the meaning of a name: a hex, a unit. Raises Refusal: "map.toml, road 3, hexes: “2599” is no hex of
        ..."."""
        if name not in known:
            raise self.wrong(entry, field, f"“{name}” is no {what}.")
        return known[name]

    def once(self, entry: str, field: str, names: Iterable[str]) -> None:
        """Raise Refusal if a name occurs twice."""
        seen = set()
        for name in names:
            if name in seen:
                raise self.wrong(entry, field, f"“{name}” is given twice.")
            seen.add(name)

    def form(self, form: type[T]) -> T:
        """Return the whole file in a form. Raises Refusal."""
        return self._convert(self.data, form, "")

    def forms(self, data: Sequence[dict[str, Any]], form: type[T], kind: str, key: str) -> Iterator[tuple[str, T]]:
        """Return each entry with its name for the player ("area 17", or "area entry 3" without one). Raises Refusal."""
        for place, one in enumerate(data, 1):
            own = one.get(key)
            named = isinstance(own, int | str) and own != "" and len(str(own)) <= 40
            name = f"{kind} {own}" if named else f"{kind} entry {place}"
            yield name, self._convert(one, form, name)

    def check_lists(self, lists: Iterable[tuple[str, str, type[Any]]]) -> None:
        """Read the lists of the file, each with the key of its entries and their form, before the whole file, so that
        errors name their entry. Raises Refusal."""
        for kind, key, form in lists:
            entries = self.data.get(kind) if isinstance(self.data, dict) else None
            if isinstance(entries, list) and all(isinstance(one, dict) for one in entries):
                list(self.forms(entries, form, kind, key))

    def _convert(self, data: object, form: type[T], entry: str) -> T:
        try:
            return msgspec.convert(data, form)
        except msgspec.ValidationError as error:
            text = str(error)
            field = re.search(r"\$\.(\w+)", text) or re.search(r"field `(.*?)`", text)
            raise self.wrong(entry, field.group(1) if field else "", f"{said(text)}.") from error
