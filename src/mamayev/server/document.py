"""Generate the OpenAPI document of the API from its routes and forms."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from . import forms
from .routes import ROUTES
from .routes.route import Route

SCHEMAS = "#/components/schemas/"
REFUSALS = {
    403: "not allowed for this caller: no key, a wrong key, or a page of another site",
    404: "not found",
    405: "the address does not accept this method",
    409: "not allowed now, or the match has changed since `version`",
    413: "the body is too long",
    422: "not understood",
    429: "too many requests",
    503: "the database is not responding",
}


def document(routes: Sequence[Route] = ROUTES) -> dict[str, Any]:
    """Return the OpenAPI document of these routes."""
    taken = [route.form[1] for route in routes if route.form and route.form[1] is not bytes]
    given = [route.gives for route in routes if route.gives is not None]
    asked = [route.address for route in routes]
    kinds: list[Any] = list({str(kind): kind for kind in (*taken, *given, *asked)}.values())
    written, components = msgspec.json.schema_components([*kinds, *forms.ANSWERS], ref_template=SCHEMAS + "{name}")
    schemas = {str(kind): schema for kind, schema in zip(kinds, written, strict=False)}
    addresses = {route: components[route.address.__name__] for route in routes}
    for route in routes:
        components.pop(route.address.__name__, None)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas, addresses[route])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mamayev", "version": version("mamayev")},
        "paths": paths,
        "components": {"schemas": _ordered(components, taken)},
    }


def _ordered(components: dict[str, Any], taken: list[Any]) -> dict[str, Any]:
    """Return the forms in order: those of requests, by name, and then those of responses."""
    _, first = msgspec.json.schema_components(taken, ref_template=SCHEMAS + "{name}")
    _, then = msgspec.json.schema_components(forms.ANSWERS, ref_template=SCHEMAS + "{name}")
    return {name: components[name] for name in dict.fromkeys((*sorted(first), *then, *components))}


def _operation(route: Route, schemas: dict[str, Any], address: dict[str, Any]) -> dict[str, Any]:
    doc = " ".join((route.handler.__doc__ or "").split())
    operation: dict[str, Any] = {"operationId": route.handler.__name__, "description": doc}
    parameters = [_parameter(route, name, schema, address) for name, schema in address["properties"].items()]
    if parameters:
        operation["parameters"] = parameters
    if route.form is not None:
        form = route.form[1]
        schema = {"$ref": SCHEMAS + "RecordForm"} if form is bytes else schemas[str(form)]
        any_file = form is bytes and route.gives is forms.FileRead
        content = {"application/octet-stream": {"schema": {}}} if any_file else _json(schema)
        operation["requestBody"] = {"required": "anyOf" not in schema, "content": content}
    done: dict[str, Any] = {"description": "done"}
    if route.gives is not None:
        done["content"] = _json(schemas[str(route.gives)])
    refusal = _json({"$ref": SCHEMAS + "RefusalForm"})
    refusals = {str(status): {"description": text, "content": refusal} for status, text in REFUSALS.items()}
    operation["responses"] = {str(route.status): done, **refusals}
    return operation


def _parameter(route: Route, name: str, schema: dict[str, Any], address: dict[str, Any]) -> dict[str, Any]:
    shown = {key: value for key, value in schema.items() if key not in ("description", "default")}
    place = "path" if f"{{{name}}}" in route.path else "query"
    parameter = {"name": name, "in": place, "required": name in address.get("required", ()), "schema": shown}
    if "description" in schema:
        parameter["description"] = schema["description"]
    return parameter


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
