"""Checks for misspelled names, and for names already in use."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from difflib import get_close_matches
from types import MemberDescriptorType
from typing import Any, TypeVar

T = TypeVar("T")

ALIKE = 0.75
"""Minimum similarity, by difflib, for a word to count as a misspelling of another."""


def meant(word: str, known: Iterable[str]) -> str:
    """Return a hint that suggests the most similar known word, or all known words if there are few."""
    words = list(known)
    near = get_close_matches(word, words, 1, ALIKE)
    if near:
        return f" Did you mean “{near[0]}”?"
    return f" There are: {', '.join(words)}." if 0 < len(words) <= 12 else ""


class ByName(dict[str, T]):
    """Attributes of boxes and sequences by name. Raises TypeError for an unknown name."""

    def __missing__(self, name: str) -> T:
        raise TypeError(f"No box or sequence has the name “{name}”.{meant(name, self)}")


def check_names(made: type, engine: type) -> None:
    """Check that a game's class does not override what the engine needs from its base class `engine`: final methods,
    attributes set when a table is bound, and the arguments of methods.

    Raises TypeError.
    """
    bases = engine.__mro__
    attributes = {name for base in bases for name in getattr(base, "__annotations__", ())}
    methods = {name for base in bases for name in vars(base)}
    for name, value in vars(made).items():
        method = _function(value)
        if name.startswith("__") or not inspect.isfunction(method):
            continue
        hidden = next((vars(above)[name] for above in made.__mro__[1:] if name in vars(above)), None)
        asked = _function(hidden)
        if getattr(asked, "__final__", False) or (
            name in attributes and isinstance(hidden, MemberDescriptorType | None)
        ):
            raise TypeError(
                f"{made.__name__}.{name} would hide `{engine.__name__}.{name}`, which belongs to the engine, and "
                f"other code relies on it. Give it another name, such as `own_{name}`."
            )
        if name in methods and inspect.isfunction(asked) and not _answers(method, asked):
            raise TypeError(
                f"{made.__name__}.{name}{_arguments(method)} is called by the engine as `{name}{_arguments(asked)}`. "
                f"Take these arguments, or give a method that is something else another name, such as `own_{name}`."
            )


def _function(value: Any) -> Any:
    """Return the function behind a property or a class method."""
    return next((inner for word in ("fget", "func", "__func__") if (inner := getattr(value, word, None))), value)


def _arguments(function: Any) -> str:
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    return f"({', '.join(names)})"


def _answers(method: Any, asked: Any) -> bool:
    """Return whether a method accepts the same calls as the engine's method that it overrides."""
    given = [None] * len(inspect.signature(asked).parameters)
    try:
        inspect.signature(method).bind(*given)
    except TypeError:
        return False
    return True
