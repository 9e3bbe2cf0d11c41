"""Parse untrusted JSON into a form. For invalid or damaged data, a message explains the problem."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import TypeVar

import msgspec

from mamayev.engine.text import MOST, NotText, text_of
from mamayev.engine.validation import place, said

T = TypeVar("T")

TOO_DEEP = "it is nested too deeply"


class Unreadable(ValueError):
    """The data does not match the form. The text continues a sentence that begins with the expected kind. `place`: the
    wrong field, or ""."""

    def __init__(self, text: str, place: str = "") -> None:
        super().__init__(text)
        self.place = place


_PREPARING = Lock()


def prepare(module: str) -> None:
    """Make msgspec analyze the forms in a module, or in the imported modules of a package.

    Otherwise, msgspec does so when a form is first used, and two threads that do so at once crash the process. A server
    calls this function before it starts threads. A module with forms that is imported later calls it on its last line,
    before any other code can use the module.
    """
    with _PREPARING:
        for form in _forms(msgspec.Struct):
            if f"{form.__module__}.".startswith(f"{module}."):
                msgspec.json.Decoder(form)


def _forms(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for form in base.__subclasses__():
        yield form
        yield from _forms(form)


def read(data: str | bytes, form: type[T]) -> T:
    """Read data into a form. Bytes can have any encoding. If this fails, raises an Unreadable that names the problem
    and where it is."""
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        raise Unreadable(said(str(error)), place(str(error))) from None
    except (UnicodeError, msgspec.DecodeError):
        if isinstance(data, str):
            return _read_text(data, form)
        return _read_text(text_in(data), form)
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None


def text_in(data: str | bytes, most: int = MOST) -> str:
    """Return the text of a file or of typed input. A packed file may have at most `most` bytes unpacked. Raises
    Unreadable."""
    try:
        return data if isinstance(data, str) else text_of(data, most)
    except NotText as error:
        raise Unreadable(str(error)) from None


def _read_text(data: str, form: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=form)
    except UnicodeError:
        raise Unreadable(_not_text(data)) from None
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    except msgspec.MsgspecError as error:
        raise Unreadable(said(str(error)), place(str(error))) from None


def _not_text(data: str | bytes) -> str:
    try:
        (data.encode(errors="surrogateescape") if isinstance(data, str) else data).decode()
    except UnicodeDecodeError as error:
        return f"it is damaged at byte {error.start}, which is not UTF-8 text"
    except UnicodeEncodeError as error:
        return f"the character at position {error.start} is not valid Unicode"
    return "it contains invalid Unicode"
