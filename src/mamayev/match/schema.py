"""The schema of a component file. The same forms define the fields that the workshop shows."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import inspect

from mamayev.engine.workshop import Field, Value

Number = Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)]
Point = tuple[Number, Number]
Line = Annotated[list[Point], msgspec.Meta(min_length=2)]
Ring = Annotated[list[Point], msgspec.Meta(min_length=3)]
"""A closed outline in a drawing (shapes.json): at least three points."""


class Form(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base class for parts of a file. Fields without a default are required."""


class Schema:
    """The workshop's fields for the entries in a form. The form defines the kind, choices, range and default. Text of a
    special kind names it in its `msgspec.Meta`: `extra={"kind": "hex"}`. The name of a field in a nested table contains
    a dot."""

    def __init__(self, form: type[msgspec.Struct]) -> None:
        self.form = form

    def __call__(self, name: str, title: str, **more: Any) -> Field:
        """Return a field with its title. `more`: what the form cannot define, such as the titles of choices or a help
        sentence. Raises TypeError for a field or a choice that the form does not have."""
        node: inspect.Type = inspect.type_info(self.form)
        must = True
        for key in name.split("."):
            known = {one.encode_name: one for one in node.fields} if isinstance(node, inspect.StructType) else {}
            if key not in known:
                raise TypeError(f"{self.form.__name__} has no field “{name}”; it has {', '.join(known) or 'none'}.")
            field, node = known[key], _given(known[key].type)
            must = must and field.required
        said = _said(node)
        values = {one.value for one in said.get("choices", ())}
        if values and {one.value for one in more.get("choices", ())} - {""} not in (set(), values - {""}):
            offered = ", ".join(sorted(filter(None, values)))
            raise TypeError(f"{self.form.__name__}.{name} allows only the choices {offered}.")
        if must:
            said["must"] = True
        elif field.default_factory is not msgspec.NODEFAULT:
            said["default"] = field.default_factory()
        elif field.default not in (msgspec.NODEFAULT, None):
            said["default"] = field.default
        return Field(name=name, title=title, **said | more)


def _given(node: inspect.Type) -> inspect.Type:
    """Return a type without None."""
    if isinstance(node, inspect.UnionType):
        (node,) = (one for one in node.types if not isinstance(one, inspect.NoneType))
    return node


def _said(node: inspect.Type) -> dict[str, Any]:
    """Return what a type defines about its field."""
    if isinstance(node, inspect.Metadata):
        return _said(node.type) | (node.extra or {})
    if isinstance(node, inspect.IntType):
        return {"kind": "number"} | _range(node)
    if isinstance(node, inspect.StrType):
        return {} if node.max_length is None else {"high": node.max_length}
    if isinstance(node, inspect.BoolType):
        return {"kind": "flag"}
    if isinstance(node, inspect.LiteralType):
        return {"kind": "choice", "choices": tuple(Value(value=str(v), title=str(v) or "none") for v in node.values)}
    if isinstance(node, inspect.TupleType) and isinstance(node.item_types[0], inspect.IntType):
        return {"kind": "pair"} | _range(node.item_types[0])
    if isinstance(node, inspect.VarTupleType | inspect.ListType):
        items = node.item_type
        return {"kind": "numbers"} | _range(items) if isinstance(items, inspect.IntType) else {"kind": "list"}
    return {}


def _range(node: inspect.IntType) -> dict[str, Any]:
    bounds = {"low": node.ge, "high": node.le}
    return {name: bound for name, bound in bounds.items() if bound is not None}
