"""Orders: what a player wants the staff to do, as data.

For each seat, a game declares a form for orders next to its staff. Every field has a title, a meaning, a range, a
default, and the clauses that it concerns (`about`). If all fields have their defaults, the staff makes every decision.

Orders are JSON ({"hold": ["0507"], "least": 60}) or text ("hold=0507 least=60").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

from .foretell import Throw
from .notation import Notation
from .refusal import Refusal
from .validation import place, said

F = TypeVar("F", bound="Orders")

SPACES, LINE, STAND, LEAVE = PLACES = ("spaces", "line", "stand", "leave")
"""The kinds of fields that name spaces of the board: objectives, the most important first; a line to hold; spaces to
hold to the last unit; spaces to give up.
"""


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base class of a seat's orders. Every field has a default, and `about` describes it."""

    def changed(self) -> dict[str, Any]:
        """Return the fields that differ from the default, JSON-ready."""
        values = {name: getattr(self, name) for name in self.unlike(type(self)())}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def unlike(self, other: Orders) -> list[str]:
        """Return the fields that differ from other orders of the same form."""
        return [name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)]


def about(
    title: str,
    meaning: str,
    *clauses: str,
    kind: str = "",
    least: int | None = None,
    most: int | None = None,
    unit: str = "",
    advanced: bool = False,
) -> msgspec.Meta:
    """Return the description of a field. `kind`: one of `PLACES`, or "". `least`, `most`: the range of a number, or the
    maximum length of a list. `unit`: the sign after a number, such as "%". `advanced`: whether a client can collapse
    the field."""
    more = {"x-kind": kind, "x-unit": unit, "x-advanced": advanced}
    extra: dict[str, Any] = {"x-clauses": list(clauses)} | {name: value for name, value in more.items() if value}
    if kind in PLACES:
        return msgspec.Meta(title=title, description=meaning, max_length=most, extra_json_schema=extra)
    return msgspec.Meta(title=title, description=meaning, ge=least, le=most, extra_json_schema=extra)


def grouped(form: type[F], row: type[Orders], groups: Mapping[str, str]) -> type[F]:
    """Return a form with the fields of a row once for each group, such as "posture_north" for the field "posture" and
    the group "north". `groups`: the title of each group ("x-group")."""
    hints = get_type_hints(row, include_extras=True)
    fields = [
        (
            f"{field.name}_{group}",
            Annotated[hints[field.name], msgspec.Meta(extra_json_schema={"x-group": title})],
            field.default,
        )
        for group, title in groups.items()
        for field in msgspec.structs.fields(row)
    ]
    made = msgspec.defstruct(form.__name__, fields, bases=(form,), module=form.__module__, frozen=True, kw_only=True)
    return cast("type[F]", made)


def row_of(orders: Orders, row: type[F], group: str) -> F:
    """Return the orders of one group as its row."""
    return row(**{name: getattr(orders, f"{name}_{group}") for name in row.__struct_fields__})


def schema(form: type[Orders]) -> dict[str, Any]:
    """Return the fields of a form as JSON schema: title, description, default, range, "x-clauses", "x-kind", "x-unit",
    "x-group" and "x-advanced". The choices are in the same order as in the form.
    """
    found: dict[str, Any] = msgspec.json.schema(form)["$defs"][form.__name__]
    kinds = get_type_hints(form)
    for name, field in found["properties"].items():
        if "enum" in field:
            field["enum"] = list(get_args(kinds[name]))
    return found


def read(form: type[F], data: Mapping[str, Any], notation: Notation) -> F:
    """Return the orders in JSON-ready data, with the ids of spaces as on the board. The data can also use the names of
    spaces. Raises a Refusal that names the field."""
    try:
        orders = msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise _refused(f"{said(str(error))}", place(str(error))) from None
    changes = {name: _spaces(name, getattr(orders, name), notation) for name in _places_in(form)}
    return msgspec.structs.replace(orders, **changes)


@cache
def _places_in(form: type[Orders]) -> tuple[str, ...]:
    """Return the fields of a form that name spaces."""
    fields = schema(form)["properties"].items()
    return tuple(name for name, field in fields if field.get("x-kind") in PLACES)


def _spaces(name: str, given: Sequence[str], notation: Notation) -> tuple[str, ...]:
    found = []
    for word in given:
        index = notation.index("space", word)
        place = notation.noun("space", index).id if index is not None else _called(word, notation)
        if not place:
            raise _refused(f"“{name}” has “{word}”, which is not a space on this board", name)
        found.append(place)
    return tuple(dict.fromkeys(found))


def _called(word: str, notation: Notation) -> str:
    """Return the id of the only space with this name, such as "kiev" or "velikie-luki", or "" if there is none."""
    wanted = _plain(word)
    spaces = notation.nouns["space"]
    found = [one.id for one in spaces if _plain(one.name.replace(f"({one.id})", "").removeprefix(one.id)) == wanted]
    return found[0] if wanted and len(found) == 1 else ""


def _plain(name: str) -> str:
    return "-".join(re.findall(r"\w+", name.lower()))


def words(text: str) -> dict[str, str]:
    """Return the fields and values in a text of orders, unchanged. Raises a Refusal that names the field."""
    found: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise _refused(f"“{word}” has no value: write, for example, “{name}=…”", name)
        if name in found:
            raise _refused(f"“{name}” appears twice", name)
        found[name] = value
    return found


def read_text(form: type[F], text: str, notation: Notation) -> F:
    """Return the orders in a text such as "hold=0507,0610 least=60". Raises a Refusal that names the field."""
    kinds, data = get_type_hints(form), dict[str, Any]()
    for name, value in words(text).items():
        data[name] = [part for part in value.split(",") if part] if get_origin(kinds.get(name)) is tuple else value
    try:
        return read(form, msgspec.to_builtins(msgspec.convert(data, form, strict=False)), notation)
    except msgspec.ValidationError as error:
        raise _refused(said(str(error)), place(str(error))) from None


def text(orders: Orders) -> str:
    """Return orders as text, with only the fields that differ from the default."""
    return " ".join(
        f"{name}={','.join(value) if isinstance(value, list) else value}" for name, value in orders.changed().items()
    )


def _refused(what: str, field: str) -> Refusal:
    return Refusal(f"These orders cannot be read: {what}.", field=field, malformed=True)


# ------------------------------------------------------------------ how a staff carries them out


class Objection(NamedTuple):
    """An order that the staff cannot carry out, or that contradicts another. `field`: the field of the form. `cure`:
    the smallest change to the orders that resolves it, as JSON-ready values by field, or None.
    """

    field: str
    text: str
    clauses: tuple[str, ...] = ()
    cure: Mapping[str, Any] | None = None


class Stop(NamedTuple):
    """A decision that the commander must make, because the orders do not cover it. `field`: the order that it concerns;
    the same field does not stop the staff again in this turn. `space`: where it is, or "". `gain`, `cost`: the possible
    gain and loss from continuing, as a short phrase. `cure`: the change to the orders after which the staff no longer
    asks, as JSON-ready values by field, or None. `dice`: the die roll at the current odds and at the ordered odds, or
    empty if the stop does not concern odds. `ply`: the ply at which the commander accepted the stop.
    """

    field: str
    text: str
    clauses: tuple[str, ...] = ()
    space: str = ""
    gain: str = ""
    cost: str = ""
    cure: Mapping[str, Any] | None = None
    dice: tuple[Throw, ...] = ()
    ply: int = 0


class Part(NamedTuple):
    """A row of a form, as shown on the map. `title`: the title of its group. `own`, `enemy`: the strength of each side
    in its area. `spaces`: the area, or empty if the row concerns units.
    """

    title: str
    own: float
    enemy: float
    spaces: tuple[str, ...] = ()


class Plan(NamedTuple):
    """A set of orders to choose from. `title`: the plan as a short phrase. `orders`: the changed fields, JSON-ready."""

    title: str
    orders: Mapping[str, Any]


class Foreseen(msgspec.Struct, frozen=True):
    """A battle that the staff expects under the given orders. `own`, `enemy`: the strength of each side. `chance`: the
    possible results, as a short phrase."""

    title: str
    spaces: tuple[str, ...]
    own: float
    enemy: float
    odds: str
    chance: str


class Mark(NamedTuple):
    """Something that a forecast measures at the end of a turn. `kind`: a yes-or-no fact with the value 1 or 0, or an
    amount. `label`: the text for players, the same in every rollout. `field`: the order that it concerns, or "".
    `exact`: whether no die roll can change it anymore.
    """

    kind: Literal["chance", "amount"]
    label: str
    value: float
    field: str = ""
    exact: bool = False


State = Literal["kept", "goes on", "half done", "missed", "broken"]


class Kept(NamedTuple):
    """The outcome of an order in a turn."""

    field: str
    state: State
    text: str


@dataclass(frozen=True)
class Command:
    """How a game's staff carries out orders. `p` is a position as the commanded seat sees it.

    - `forms`: the form for each seat that takes orders, by seat name.
    - `objections`: the orders that the staff cannot carry out, given a position and the orders.
    - `stops`: the decisions that the commander must make before an action.
    - `report`: the outcome of each order between two positions in a turn: before its first action, and after its last.
    - `surprises`: the decisions that the commander must make because of what happened since the turn began, from the
      position before its first action and the current one.
    - `marks`: what a forecast measures, between the same positions as `report`. Without it, a forecast measures which
      orders are kept.
    - `battles`: the battles that the staff expects in this turn, given a position and the orders.
    - `parts`: the rows of a seat's form as shown on the map, given a position and the seat's index.
    - `plans`: sets of orders to choose from, by seat name.
    - `second`: the staff's next best plan for this turn as orders, given a position and the orders, or None if no
      orders make the staff follow it.
    - `turn`: the number of the turn in which a seat carries out orders, given a position and the seat's index. By
      default, it is the game's turn (`Table.turn`). It begins with the seat's own first decision, so its report covers
      the reply of the others.
    """

    forms: Mapping[str, type[Orders]]
    objections: Callable[[Any, Any], Sequence[Objection]]
    stops: Callable[[Any, int, Any], Iterable[Stop]]
    report: Callable[[Any, Any, Any], Sequence[Kept]]
    surprises: Callable[[Any, Any, Any], Iterable[Stop]] | None = None
    marks: Callable[[Any, Any, Any], Sequence[Mark]] | None = None
    battles: Callable[[Any, Any], Sequence[Foreseen]] | None = None
    parts: Callable[[Any, int], Sequence[Part]] | None = None
    plans: Mapping[str, Sequence[Plan]] | None = None
    second: Callable[[Any, Any], Plan | None] | None = None
    turn: Callable[[Any, int], int] | None = None

    def turn_of(self, p: Any, seat: int) -> int:
        """Return the number of the turn in which a seat carries out orders at a position."""
        number: int = p.table.turn(p) if self.turn is None else self.turn(p, seat)
        return number

    def asks(self, before: Any, now: Any, action: int, orders: Orders) -> Iterator[Stop]:
        """Yield the decisions that the commander must make before an action. `before`: the position before the first
        action of the turn."""
        yield from self.stops(now, action, orders)
        if self.surprises is not None:
            yield from self.surprises(before, now, orders)
