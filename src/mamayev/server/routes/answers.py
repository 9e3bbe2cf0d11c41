"""Answers to requests over any transport: JSON with a status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from mamayev.engine.refusal import Refusal

from .. import forms


class Answer:
    """An answer. msgspec encodes its content as JSON, and `msgspec.Raw` is sent unchanged. `headers`: additional
    headers."""

    def __init__(self, content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.body = msgspec.json.encode(content)
        self.status = status
        self.headers = headers or {}


class Lasting(Answer):
    """An answer that stays the same for many requests, such as a scene, and so is worth being compressed well."""


DONE = Answer(msgspec.Raw(b""), 204)
"""The answer to a successful request without a result."""


def refused(status: int, text: str, headers: Mapping[str, str] | None = None, **fields: Any) -> Answer:
    """Return a refusal with its message and additional fields."""
    # A lone surrogate in the client's input cannot be encoded as UTF-8.
    sentence = text.encode("utf-8", "replace").decode()
    return Answer(forms.RefusalForm(sentence, **fields), status, headers)


def status_of(refusal: Refusal) -> int:
    """Return the status for a refusal: 409 if the rules forbid something, or 422 if the input is malformed."""
    return 422 if refusal.malformed else 409
