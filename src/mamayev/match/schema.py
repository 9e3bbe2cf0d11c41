"""One schema for a component file: its forms also define the fields of the workshop."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import inspect

from mamayev.engine.workshop import Field, Value

Number = Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)]
Point = tuple[Number, Number]
Line = Annotated[list[Point], msgspec.Meta(min_length=2)]
Ring = Annotated[list[Point], msgspec.Meta(min_length=3)]
"""Parts of a drawing, shapes.json."""


class Form(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a file; fields without a default are required."""


class Schema:
    """The workshop's fields for the entries of a form. Kind, choices, range and default come from the form. A text of a
    special kind names the kind in its `msgspec.Meta`, as `extra={"kind": "hex"}`. A field in a nested table has a name
    with a dot."""

    def __init__(self, form: type[msgspec.Struct]) -> None:
        self.form = form

    def __call__(self, name: str, title: str, **more: Any) -> Field:
        """Return a field with its title. `more` is what the form cannot say: the titles of choices, a sentence. Raises
        TypeError for a field that the form does not have, or choices that are not its own."""
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
            raise TypeError(f"{self.form.__name__}.{name} has the choices {offered} and no others.")
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
    """Return the data of a type about its field."""
    if isinstance(node, inspect.Metadata):
        return _said(node.type) | (node.extra or {})
    if isinstance(node, inspect.IntType):
        return {"kind": "number"} | _range(node)
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
