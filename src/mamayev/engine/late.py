"""Parts of a game that are loaded on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any


def late(where: str) -> Callable[..., Any]:
    """Return a function that loads "package.module:name" at its first call. If the object is callable, the function
    calls it; otherwise, it returns the object."""
    module, _, name = where.partition(":")

    @cache
    def found() -> Any:
        return attrgetter(name)(import_module(module))

    def load(*args: Any, **more: Any) -> Any:
        value = found()
        return value(*args, **more) if callable(value) else value

    load.__name__ = load.__qualname__ = name
    return load
