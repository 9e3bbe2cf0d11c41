"""The files of a game's board for the workshop: the syntax of map, counters and cards, their values, and their look.

A `path` is a place in a file: its keys in order. Parts of our files that no form in this module covers stay unchanged.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .scene import Fill, Point, Tone


class Value(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A possible value of a field. `fill`: the drawing of a terrain. `side`: the initial owner. `tone`, `sidc`,
    `letters`: the color and symbol of counters with this value. `echelon`: their unit size. `doc`: a sentence about the
    value's effect, with # for its number. `clause`: the clause about it. `amount`: whether it has a number.
    """

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
"""The origins of a value: stated in the rulebook, or reconstructed by us."""


class Layer(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A property of each hex, such as terrain.

    `path` leads to rows of letters, or names the column in a list of hexes. In an empty map, every hex has the first
    choice.
    """

    id: str
    title: str
    path: tuple[str, ...]
    choices: tuple[Value, ...]
    clause: str = ""


class HexSheet(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The syntax of a map's hexes: rows of letters, where "-" can be a hole (`holes`), or a list (`path`, to a table
    with `columns` and `hexes`) of an id, a row and a position in half hexes.

    `numbering`: ids such as A1, ids such as 0914 with the row number first, or free ids. `shifted`: the rows, counted
    from 0, that are half a hex farther east. `pitch`: distance between centers in units of the scene. `room`: the first
    and last row, and the first and last half hex, of a sheet. `name`: the column with a hex's name. `counted`: the
    column with its position in the row, counted from the east. `keeps`: parts of our file that an empty sheet keeps,
    because the rules need them and the workshop cannot draw them.
    """

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
    """Lines of one kind. `written`: the syntax. courses: entries with a name and their hexes; named-sides: a table of
    names, each with its hexsides "a/b"; sides: a list of hexsides; between: entries with two hexes. `style`: their
    look. `kinds`: the values of the field `kind`. `more`: extra data for a new entry. `across`: the kind of line that
    these hexsides must already have, as a bridge needs its river. `clause`: the clause about their direction.
    """

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
    """A field of an entry. Dots in its name lead into tables. `kind`: id, text, number, flag, choice, hex (its id),
    pair (two numbers), numbers, list (texts), or effects in order: `choices` are the words, written as pairs of a word
    and a number (`written`), or as tables with the word as their kind. `low`, `high`: the range of a number; `high` is
    also the maximum length of an id or a text. `must`: whether the field is required. `default`: the value if the
    field is omitted. `doc`: a sentence about its meaning, with # for its value. `clause`: the clause about it. Both
    explain a card.
    """

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
    """A kind of named place.

    `written`: the syntax. entries: each with a `hex` and the `fields`; names: a table of names by hex.
    """

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
    """A list of hexes: a setup zone, entry hexes or sources."""

    id: str
    title: str
    file: str
    path: tuple[str, ...]
    kind: Literal["set-up", "entry", "supply", "other"] = "other"
    clause: str = ""


class AreaSheet(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The syntax of an area map: entries (`path`) with a number, neighbors and further fields. The outlines are in a
    separate file, as entries with an id, a `shape` and three anchors. `keeps`: as in `HexSheet`.
    """

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
    """The drawing of a counter from its entry.

    `tone`, `symbol`: the fields whose choices set the color and the symbol. `figures`: the fields with the counter's
    values, which are joined by "-". `label`: the field with the text next to its symbol.
    """

    tone: str = ""
    symbol: str = ""
    figures: tuple[str, ...] = ()
    label: str = ""
    always: Tone = "a"
    echelon: str = ""


class Entries(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Counters or cards: a list of entries in a file. `columns`: whether the entries are rows under a list of
    `columns`; the last key of `path` names the rows. `key`: the field that identifies an entry. `group`: the field by
    which entries are grouped. `copies`: the field with the number of copies. `cites`: the field that names a clause.
    `clauses`: the clauses that apply to all entries.
    """

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
    """A whole workshop: the map, of hexes or of areas, and all other printed parts."""

    hexes: HexSheet | None = None
    areas: AreaSheet | None = None
    lines: tuple[LineKind, ...] = ()
    places: tuple[PlaceKind, ...] = ()
    zones: tuple[Zone, ...] = ()
    entries: tuple[Entries, ...] = ()
