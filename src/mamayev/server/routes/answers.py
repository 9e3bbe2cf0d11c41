"""What routes answer: JSON, and the forms of it in the OpenAPI document."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from fastapi import Response

from mamayev.engine.refusal import Refusal

from .. import forms

SCHEMAS = "#/components/schemas/"
REFUSALS = {
    403: "not for whoever asks: no key, a wrong one, or a page of another site",
    404: "no such thing",
    409: "not allowed now, or the match has changed since `version`",
    413: "the body is too long",
    422: "not understood",
    429: "too many requests",
    503: "the database does not answer",
}


class Answer(Response):
    """JSON, written by msgspec."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def gives(form: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The documented answers of a route."""
    return {status: {"description": "done", "content": {"application/json": {"schema": _schema(form)}}}, **_errors()}


@cache
def _schema(form: Any) -> dict[str, Any]:
    """A form in the OpenAPI document; msgspec inspects everything that a form is made of, which is slow."""
    (schema,), _ = msgspec.json.schema_components([form], ref_template=SCHEMAS + "{name}")
    return schema


def _errors() -> dict[int | str, dict[str, Any]]:
    content = {"application/json": {"schema": {"$ref": SCHEMAS + "RefusalForm"}}}
    return {status: {"description": text, "content": content} for status, text in REFUSALS.items()}


def refused(status: int, text: str, headers: Any = None, **fields: Any) -> Answer:
    """A refusal: its sentence, and what else its form holds."""
    # A lone surrogate in what the client sent cannot be written as UTF-8.
    sentence = text.encode("utf-8", "replace").decode()
    return Answer(forms.RefusalForm(sentence, **fields), status, headers)


def status_of(refusal: Refusal) -> int:
    """409 where the rules forbid something, 422 where it makes no sense."""
    return 422 if refusal.malformed else 409
