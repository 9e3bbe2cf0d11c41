"""Routes for every transport. A route has a method, a path and a handler."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from types import UnionType
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import compressed
from mamayev.engine.validation import place, said
from mamayev.match.reading import Unreadable, read

from ..asker import VISITOR
from ..keys import Caller
from .asked import Seat
from .given import Given
from .parts import Parts

F = TypeVar("F", bound=Callable[..., Any])

NONE: dict[str, str] = {}


class Request(NamedTuple):
    """A request over any transport.

    `path`: the URL path, without the query. `query`: the query's names and values. `key`: the key that proves the
    caller's seat. `json`: whether the body is declared as JSON. `gone`: waits until the caller has left.
    """

    method: str
    path: str
    query: Sequence[tuple[str, str]] = ()
    key: str | None = None
    body: bytes = b""
    json: bool = True
    gone: Callable[[], Awaitable[object]] | None = None


class Route:
    """A route.

    The arguments of `handler` define its inputs: `server` is the application's parts, `who` is the caller, and a form
    or bytes is the body. A `Given` comes from the server or the request. All others come from the URL, by their name
    without a trailing underscore. `drops`: whether the handler is canceled when the caller leaves, which is safe if it
    changes nothing.
    """

    def __init__(
        self, method: str, path: str, handler: Callable[..., Any], gives: Any, status: int, drops: bool = False
    ) -> None:
        self.method, self.path, self.handler, self.gives, self.status = method, path, handler, gives, status
        self.drops = drops
        self.tail = path.rpartition("}")[2]  # the literal end of each address, which is quick to compare
        self._pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/\0]+)", path))
        # A plain function answers in a thread when it has its turn at the match. An async one takes its turns itself.
        self.waits = not asyncio.iscoroutinefunction(handler)

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return {
            name: hint for name, hint in get_type_hints(self.handler, include_extras=True).items() if name != "return"
        }

    @cached_property
    def form(self) -> tuple[str, Any] | None:
        """The argument that takes the body, and its type."""
        return next(((name, hint) for name, hint in self._hints.items() if hint is bytes or _is_form(hint)), None)

    @cached_property
    def address(self) -> type[msgspec.Struct]:
        """The inputs that come from the URL, as a form."""
        taken = {self.form[0]} if self.form else set()
        parameters = inspect.signature(self.handler).parameters
        fields: list[Any] = []
        for name, hint in self._hints.items():
            if hint is Caller:
                fields.append(("seat", Seat, None))
            elif not _is_given(hint) and name not in taken:
                default = parameters[name].default
                fields.append((name, hint) if default is inspect.Parameter.empty else (name, hint, default))
        rename = {name: name.rstrip("_") for name, *_ in fields}
        return msgspec.defstruct(self.handler.__name__, fields, rename=rename, kw_only=True)

    @cached_property
    def lists(self) -> frozenset[str]:
        """The query names that may be repeated."""
        found = msgspec.structs.fields(self.address)
        return frozenset(field.encode_name for field in found if _is_list(field.type))

    def found(self, path: str) -> dict[str, str] | None:
        """Return the named parts of a path, or None if it does not match the route."""
        match = self._pattern.fullmatch(path)
        return None if match is None else match.groupdict()

    def arguments(self, server: Parts, request: Request, named: dict[str, str]) -> dict[str, Any]:
        """Return the arguments for the handler. Raises Refusal for invalid input."""
        asked = self._asked(request, named)
        arguments: dict[str, Any] = {}
        for name, hint in self._hints.items():
            if hint is Parts:
                arguments[name] = server
            elif _is_given(hint):
                arguments[name] = hint.given(server)
            elif hint is Caller:
                arguments[name] = Caller(asked.seat, request.key, VISITOR.get())
            elif hint is bytes:
                arguments[name] = request.body
            elif self.form and name == self.form[0]:
                arguments[name] = _body(request, hint)
            else:
                arguments[name] = getattr(asked, name)
        return arguments

    def _asked(self, request: Request, named: dict[str, str]) -> Any:
        values: dict[str, Any] = {}
        for name, value in request.query:
            if "\0" in value:  # some databases cannot search for it
                raise Refusal(f"“{name}” contains a NUL character.", field=name, malformed=True)
            if name in self.lists:
                values.setdefault(name, []).append(value)
            else:
                values[name] = value
        try:
            return msgspec.convert(values | named, self.address, strict=False)
        except msgspec.ValidationError as error:
            raise Refusal(f"{_sentence(said(str(error)))}", field=place(str(error)), malformed=True) from None


def _is_list(hint: Any) -> bool:
    kind = msgspec.inspect.type_info(hint)
    inner = kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
    return isinstance(inner, msgspec.inspect.ListType | msgspec.inspect.VarTupleType)


def _is_given(hint: Any) -> bool:
    return hint is Parts or (isinstance(hint, type) and issubclass(hint, Given))


def _is_form(hint: Any) -> bool:
    kinds = get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)
    return any(isinstance(kind, type) and issubclass(kind, msgspec.Struct) for kind in kinds)


def _body(request: Request, form: Any) -> Any:
    if not request.body and type(None) in get_args(form):
        return None
    if not request.json or compressed(request.body):
        raise Refusal("The body is not JSON.", field="body", malformed=True)
    try:
        return read(request.body, form)
    except Unreadable as error:
        raise Refusal(_sentence(str(error)), field=error.place or "body", malformed=True) from None


def _sentence(text: str) -> str:
    return f"{'The body ' + text.removeprefix('it ') if text.startswith('it ') else text}."


class Routes(list[Route]):
    """The routes in a module. `gives`: the form of the response. `drops`: see `Route`."""

    def get(self, path: str, gives: Any, *, drops: bool = False) -> Callable[[F], F]:
        return self._add("GET", path, gives, 200, drops)

    def post(self, path: str, gives: Any, status: int = 200, *, drops: bool = False) -> Callable[[F], F]:
        return self._add("POST", path, gives, status, drops)

    def put(self, path: str, gives: Any) -> Callable[[F], F]:
        return self._add("PUT", path, gives, 200)

    def patch(self, path: str, gives: Any) -> Callable[[F], F]:
        return self._add("PATCH", path, gives, 200)

    def delete(self, path: str) -> Callable[[F], F]:
        return self._add("DELETE", path, None, 204)

    def _add(self, method: str, path: str, gives: Any, status: int, drops: bool = False) -> Callable[[F], F]:
        def add(handler: F) -> F:
            self.append(Route(method, path, handler, gives, status, drops))
            return handler

        return add
