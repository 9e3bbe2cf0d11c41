"""What a request is answered: JSON with a status, whichever way the request came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from mamayev.engine.refusal import Refusal

from .. import forms


class Answer:
    """JSON, written by msgspec; `msgspec.Raw` is sent as it is. `headers`: what is said beside it."""

    def __init__(self, content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.body = msgspec.json.encode(content)
        self.status = status
        self.headers = headers or {}


DONE = Answer(msgspec.Raw(b""), 204)
"""It is done, and there is nothing to tell."""


def refused(status: int, text: str, headers: Mapping[str, str] | None = None, **fields: Any) -> Answer:
    """A refusal: its sentence, and what else its form holds."""
    # A lone surrogate in what the client sent cannot be written as UTF-8.
    sentence = text.encode("utf-8", "replace").decode()
    return Answer(forms.RefusalForm(sentence, **fields), status, headers)


def status_of(refusal: Refusal) -> int:
    """409 where the rules forbid something, 422 where it makes no sense."""
    return 422 if refusal.malformed else 409
