"""The contents of positions and frames, described once by annotations.

    class Front(Position):
        turn: int = 1
        lost: int  # a set of units, bit by bit; without a value, a field begins at 0 or empty
        at: bytearray  # depends on the table's board: `make_at` returns the first value
        zones: Derived[Zones]  # follows from the others: `make_zones` computes it
        board: Shared[Board]  # the attribute of the table

    class Battle(Locals):
        hex: int
        result: int

A position's fields give it `__slots__`, `copy`, equality, `to_data` and `load_data`. The source of `copy` is generated
once, with the class, because searches need it to be fast. Frames are lists of ints for the same reason, and `Locals`
name the indexes: `f[Battle.hex]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import MemberDescriptorType
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, get_args, get_origin

from .names import check_names

T = TypeVar("T")

OWN = 2
"""Index of a frame's own ints, after its box and its place."""

PLAIN = (int, bool, str)
"""Types of immutable values, which copies share."""


Derived = Annotated[T, "derived"]
"""A value that follows from the fields and is cached because rules use it often, such as zones of control.

It can be any object with a `copy` method. The position's `make_NAME` computes the value. It is copied, but neither
stored nor compared.
"""


Shared = Annotated[T, "shared"]
"""An attribute of the table with the same name, such as its board: `p.board` is `p.table.board` for every position.

Properties would take 2 to 5% of the time in random play on a large map.
"""


BESIDE = (Derived, Shared)
"""Kinds of attributes that are not fields."""


class Field(NamedTuple):
    """The type of a field and its first value. `made`: the position's `make_NAME` computes the value for each table."""

    kind: Any
    start: Any
    made: bool = False


class Described(type):
    """The metaclass of positions, which turns annotations into fields.

    The first class has its own `__slots__`, for attributes that are not fields. Raises TypeError for an annotation that
    is not a field type, a value of a different type, or a method name of the engine (`engine.checks`).
    """

    fields: dict[str, Field]
    derived: tuple[str, ...]
    shared: tuple[str, ...]

    def __new__(mcls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Described:
        above = next((base for base in bases if isinstance(base, Described)), None)
        fields: dict[str, Field] = {}
        derived: tuple[str, ...] = ()
        shared: tuple[str, ...] = ()
        if above is not None:
            own = _own_fields(name, above, space)
            fields = above.fields | {word: field for word, field in own.items() if field.kind not in BESIDE}
            derived = (*above.derived, *(word for word, field in own.items() if field.kind is Derived))
            shared = (*above.shared, *(word for word, field in own.items() if field.kind is Shared))
            space = {word: value for word, value in space.items() if word not in own}
            space["__slots__"] = tuple(own)
            space.setdefault("copy", _written_copy(fields, derived, shared))
        made = super().__new__(mcls, name, bases, space)
        made.fields, made.derived, made.shared = fields, derived, shared
        if above is not None:
            check_names(made, next(base for base in reversed(made.__mro__) if isinstance(base, Described)))
        return made


def _own_fields(owner: str, above: Described, space: dict[str, Any]) -> dict[str, Field]:
    """Return the fields that the body of a class adds to its base class."""
    if "__slots__" in space:
        raise TypeError(f"{owner} defines __slots__: the annotations of its fields are enough.")
    own = {}
    for name, raw in annotated(space).items():
        there = getattr(above, name, None)
        if isinstance(there, MemberDescriptorType) and name not in above.fields:
            continue  # The attributes of every position get a narrower type.
        try:
            kind = eval(raw, vars(sys.modules[space["__module__"]]), space) if isinstance(raw, str) else raw
        except NameError as error:
            raise TypeError(
                f"{owner}.{name} is annotated as “{raw}”, which is not defined when the class is created: {error}."
            ) from None
        if kind is ClassVar or get_origin(kind) is ClassVar:
            continue
        if there is not None:
            raise TypeError(
                f"{owner}.{name} cannot be a field: {above.__name__} already has an attribute with this name."
            )
        if get_origin(kind) is Annotated and get_args(kind)[1:] == get_args(Derived)[1:]:
            if f"make_{name}" not in space:
                raise TypeError(f"{owner}.{name} is derived, and {owner} has no method make_{name}.")
            own[name] = Field(Derived, None)
            continue
        if get_origin(kind) is Annotated and get_args(kind)[1:] == get_args(Shared)[1:]:
            own[name] = Field(Shared, None)
            continue
        if not _is_kind(kind):
            raise TypeError(
                f"{owner}.{name} is “{shown(kind)}”, which is not a field type. Use int, bool, str, bytearray, "
                "list[int], lists of lists, and tuple[int, ...]."
            )
        start = space[name] if name in space else (get_origin(kind) or kind)()
        try:
            taken(kind, start)
        except TypeError:
            raise TypeError(f"{owner}.{name} is {shown(kind)}: its first value cannot be {start!r}.") from None
        own[name] = Field(kind, start, f"make_{name}" in space)
    return own


def annotated(space: dict[str, Any]) -> dict[str, Any]:
    """Return the annotations in the body of a new class."""
    if sys.version_info >= (3, 14):
        import annotationlib

        annotate = annotationlib.get_annotate_from_class_namespace(space)
        if annotate is not None:
            return annotationlib.call_annotate_function(annotate, annotationlib.Format.STRING)
    found: dict[str, Any] = space.get("__annotations__", {})
    return found


def shown(kind: Any) -> str:
    """Return a type as written in the source."""
    return kind.__name__ if isinstance(kind, type) and get_origin(kind) is None else str(kind)


def _is_kind(kind: Any) -> bool:
    """Return whether a field may have this type."""
    if get_origin(kind) is list:
        return _is_kind(*get_args(kind))
    if get_origin(kind) is tuple:
        return get_args(kind)[1:] == (...,) and get_args(kind)[0] in PLAIN
    return kind in PLAIN or kind is bytearray


def taken(kind: Any, value: Any) -> Any:
    """Return an independent copy of a value of this type. The value may come from JSON. Raises TypeError."""
    if kind is bytearray:
        if isinstance(value, bytearray) or (isinstance(value, list) and all(n in range(256) for n in value)):
            return bytearray(value)
    elif kind in PLAIN:
        if isinstance(value, kind):
            return value
    elif isinstance(value, list) or (get_origin(kind) is tuple and isinstance(value, tuple)):
        inner = get_args(kind)[0]
        return get_origin(kind)(taken(inner, each) for each in value)
    raise TypeError(f"{value!r} is not {shown(kind)}")


def stored(value: Any) -> Any:
    """Return an independent, JSON-ready copy of a value."""
    if isinstance(value, list | tuple):
        return [stored(each) for each in value]
    return list(value) if isinstance(value, bytearray) else value


def _written_copy(fields: dict[str, Field], derived: tuple[str, ...], shared: tuple[str, ...]) -> Callable[[Any], Any]:
    """Write the method `copy` of a position with these fields."""
    lines = [
        "def copy(self):",
        "    new = make(type(self))",
        "    new.table = self.table",
        "    new.journal = None",
        "    new.frames = [frame[:] for frame in self.frames]",
        *(f"    new.{name} = {_copied(field.kind, f'self.{name}')}" for name, field in fields.items()),
        *(f"    new.{name} = self.{name}.copy()" for name in derived),
        *(f"    new.{name} = self.{name}" for name in shared),
        "    return new",
    ]
    space: dict[str, Any] = {"make": object.__new__}
    exec("\n".join(lines), space)
    copy: Callable[[Any], Any] = space["copy"]
    return copy


def _copied(kind: Any, value: str) -> str:
    """Return the expression that copies a value of this type."""
    if kind is not bytearray and get_origin(kind) is not list:
        return value
    each = _copied(get_args(kind)[0], "each") if get_args(kind) else "each"
    return f"{value}[:]" if each == "each" else f"[{each} for each in {value}]"


class Numbered(type):
    """The metaclass of locals, which numbers the annotated names from 2 on, after those of the base class.

    The class statement creates an object instead of a class, with the numbers in its slots. CPython reads a slot five
    times as fast as a class attribute, and rules read 1,200 numbers in a game of 47 decisions. You can use it
    as a base class like any class. Raises TypeError if an annotation is not int, if a name has a value, or if a name
    is already in use.
    """

    names: tuple[str, ...]

    def __new__(mcls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Any:
        above = next((base for base in bases if isinstance(base, Numbered)), None)
        own = annotated(space) if above is not None else {}
        for local, kind in own.items():
            if kind not in (int, "int") or local in space:
                raise TypeError(
                    f"{name}.{local} must be annotated as `int` and have no default: "
                    "a frame stores the int that its caller passes, or 0."
                )
            if above is not None and hasattr(above, local):
                raise TypeError(
                    f"{name}.{local} cannot be a local: {above.__name__} already has an attribute with this name."
                )
        space["__slots__"] = tuple(own)
        made = super().__new__(mcls, name, bases, space)
        made.names = (*(above.names if above is not None else ()), *own)
        if above is None:
            return made
        kept = made()
        for index, local in enumerate(made.names, OWN):
            setattr(kept, local, index)
        return kept


class Locals(metaclass=Numbered):
    """The named ints that a box or sequence stores in its frame.

    A subclass declares them in the order in which `Position.call` gets them, each as `name: int`. The names are then
    their indexes in the frame. `names` lists them.
    """

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (type(self),)
