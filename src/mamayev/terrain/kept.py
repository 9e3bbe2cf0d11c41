"""A cache for values computed from a map. It lasts as long as the map."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast


class Mapped(Protocol):
    """The board of a game, with a cache for values computed from it."""

    kept: dict[Hashable, Any]


B = TypeVar("B", bound=Mapped)
P = ParamSpec("P")
T = TypeVar("T")


def kept(most: int | None = None) -> Callable[[Callable[Concatenate[B, P], T]], Callable[Concatenate[B, P], T]]:
    """Cache the latest `most` results of a function that takes a board and hashable arguments. Each board holds its own
    cache.
    """

    def keep(find: Callable[Concatenate[B, P], T]) -> Callable[Concatenate[B, P], T]:
        def recall(board: B, /, *args: P.args, **kwargs: P.kwargs) -> T:
            known: Callable[..., T] | None = board.kept.get(find)
            if known is None:
                here: Callable[..., Any] = partial(find, board)
                known = board.kept[find] = cast("Callable[..., T]", lru_cache(most)(here))
            return known(*args, **kwargs)

        update_wrapper(recall, find)
        return recall

    return keep
