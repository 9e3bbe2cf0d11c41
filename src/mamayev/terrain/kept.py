"""What is worked out on a map once and kept with it, so that it goes when the map goes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast


class Mapped(Protocol):
    """A game's board: a place for what has been worked out on it."""

    kept: dict[Hashable, Any]


B = TypeVar("B", bound=Mapped)
P = ParamSpec("P")
T = TypeVar("T")


def kept(most: int | None = None) -> Callable[[Callable[Concatenate[B, P], T]], Callable[Concatenate[B, P], T]]:
    """For a function of a board and of what can be a key: the last `most` answers are kept with each board."""

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
