"""What a game says of the files of its board, so that a person can draw and fill them in: how map, counters and cards
are written, what may stand in them, and what it looks like.

A `path` names a place in a file: the keys one after the other. What no form here reaches stays as it is in ours.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .scene import Fill, Point, Tone


class Value(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A value that a field may have. `fill`: how ground of this kind is drawn; `side`: whose land it is at first;
    `tone`, `sidc` and `letters`: the colour and the symbol of counters with it; `echelon`: their size; `doc`: what an
    effect does, in a sentence in which # stands for its number, and `clause` where the rules say so; `amount`: whether
    a number belongs to it."""

    value: str
    title: str
    fill: Fill | Literal[""] = ""
    side: str = ""
    tone: Tone | Literal[""] = ""
    sidc: str = ""
    letters: str = ""
    echelon: str = ""
    doc: str = ""
    clause: str = ""
    amount: bool = False


ORIGINS = (Value(value="stated", title="stated"), Value(value="reconstructed", title="reconstructed"))
"""Whether a value stands in the rulebook or is ours."""


class Layer(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Something that each hex has one of, as terrain. `path`: to rows of letters, or the name of the column in a list
    of hexes; the first choice is that of an empty sheet."""

    id: str
    title: str
    path: tuple[str, ...]
    choices: tuple[Value, ...]
    clause: str = ""


class HexSheet(msgspec.Struct, omit_defaults=True, kw_only=True):
    """How the hexes of a map are written: in rows of letters, where "-" may be a hole (`holes`); or in a list (`path`,
    to a table with `columns` and `hexes`) of an id, a row and a place in half hexes.

    `numbering`: A1, or 0914 with the number of the row first; free: as each is called. `shifted`: which rows, counted
    from 0, stand half a hex further east. `pitch`: from middle to middle, in units of the scene. `room`: the first and
    the last row, and half hex, that a sheet has room for. `name`: the column of a hex's name, `counted` that of its
    place in its row from the east. `keeps`: what of our file an empty sheet has besides, because the rules need it and
    the workshop cannot draw it."""

    file: str
    written: Literal["rows", "list"]
    layers: tuple[Layer, ...]
    numbering: Literal["lettered", "row-column", "free"]
    shifted: Literal["odd", "even"]
    pitch: float
    origin: Point = (0.0, 0.0)
    path: tuple[str, ...] = ()
    first_row: int = 1
    room: tuple[int, int, int, int] | None = None
    holes: bool = False
    name: str = ""
    counted: str = ""
    keeps: tuple[tuple[str, ...], ...] = ()


class LineKind(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Lines of a kind. `written`: courses, entries with a name and the hexes that they run through; named-sides, a
    table of names, each with its hexsides "a/b"; sides, a list of such; between, entries with two hexes. `style`: how
    they are drawn; `kinds` are the values of the field `kind`; `more`: what a new entry has besides; `across`: the kind
    of line that hexsides must have for one of these to lie there, as a bridge its river. `clause` says which way the
    game has them run."""

    id: str
    title: str
    key: str
    file: str
    path: tuple[str, ...]
    written: Literal["courses", "named-sides", "sides", "between"]
    style: Literal["river", "railway", "road", "blocked", "bridge"]
    width: float = 0.0
    kind: str = ""
    kinds: tuple[Value, ...] = ()
    more: dict[str, Any] = {}
    across: str = ""
    clause: str = ""


class Field(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A field of an entry; dots in its name lead into tables. `kind`: id, text, number, flag, choice, hex (its id),
    pair (two numbers), numbers, list (texts), or effects in order: `choices` are the words, written as pairs of a word
    and a number (`written`), or as tables with the word as their kind. `must`: there is no default; `default`: what it
    is where it is left out. `doc`: what it means, in a sentence in which # stands for its value, and the `clause` that
    says so: with these a card is read back."""

    name: str
    title: str
    kind: Literal["id", "text", "number", "flag", "choice", "hex", "pair", "numbers", "list", "effects"] = "text"
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 99
    must: bool = False
    default: Any = None
    written: Literal["pairs", "tables"] = "pairs"
    doc: str = ""
    clause: str = ""


class PlaceKind(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Places with a name. `written`: entries, each with a `hex` and the `fields`; names, a table of names by hex."""

    id: str
    title: str
    key: str
    file: str
    path: tuple[str, ...]
    written: Literal["entries", "names"]
    fields: tuple[Field, ...] = ()
    rank: str = ""
    """The field whose first value is drawn as a major city."""
    clause: str = ""


class Zone(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A list of hexes: a zone of the set-up, entries, sources."""

    id: str
    title: str
    file: str
    path: tuple[str, ...]
    kind: Literal["set-up", "entry", "supply", "other"] = "other"
    clause: str = ""


class AreaSheet(msgspec.Struct, omit_defaults=True, kw_only=True):
    """How a map of areas is written: entries (`path`) with a number, their neighbours and further fields; their
    outlines in a file of shapes, entries with an id, a `shape` and three anchors. `keeps`: as with hexes."""

    file: str
    path: tuple[str, ...]
    number: str
    neighbours: str
    fields: tuple[Field, ...]
    shapes: str
    outlines: tuple[str, ...]
    borders: tuple[str, ...] = ()
    keeps: tuple[tuple[str, ...], ...] = ()


class CounterLook(msgspec.Struct, omit_defaults=True, kw_only=True):
    """How a counter is drawn from its entry. `tone` and `symbol` name the fields whose choices tell them; `figures`:
    the fields whose values stand on it, a - between them; `label`: the field of what is written beside its symbol."""

    tone: str = ""
    symbol: str = ""
    figures: tuple[str, ...] = ()
    label: str = ""
    always: Tone = "a"
    echelon: str = ""


class Entries(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Counters or cards: a list of entries in a file. `columns`: rows under a list of `columns`, named by the last key
    of `path`; `key`: the field that tells them apart; `group`: the field by which they are sorted; `copies`: the field
    that says how many there are of one; `cites`: the field that names a clause, `clauses` those that hold for all."""

    id: str
    title: str
    of: Literal["counters", "cards"]
    file: str
    path: tuple[str, ...]
    key: str
    fields: tuple[Field, ...]
    columns: bool = False
    group: str = ""
    copies: str = ""
    name: str = "name"
    cites: str = ""
    clauses: tuple[str, ...] = ()
    look: CounterLook | None = None
    back: str = ""
    tone: Tone = "a"
    more: dict[str, Any] = {}


class Workshop(msgspec.Struct, omit_defaults=True, kw_only=True):
    """All of it: the map, of hexes or of areas, and what is printed besides."""

    hexes: HexSheet | None = None
    areas: AreaSheet | None = None
    lines: tuple[LineKind, ...] = ()
    places: tuple[PlaceKind, ...] = ()
    zones: tuple[Zone, ...] = ()
    entries: tuple[Entries, ...] = ()
