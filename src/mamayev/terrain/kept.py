"""What is worked out on a map once and kept with it, so that it goes when the map goes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Mapped(Protocol):
    """A game's board: a place for what has been worked out on it."""

    kept: dict[Hashable, Any]


B = TypeVar("B", bound=Mapped)
P = ParamSpec("P")
T = TypeVar("T")


def kept(most: int | None = None) -> Callable[[Callable[Concatenate[B, P], T]], Callable[Concatenate[B, P], T]]:
    """For a function of a board and of what can be a key: the last `most` answers are kept with each board."""

    def keep(find: Callable[Concatenate[B, P], T]) -> Callable[Concatenate[B, P], T]:
        @wraps(find)
        def recall(board: B, *args: P.args, **kwargs: P.kwargs) -> T:
            known = board.kept.get(find)
            if known is None:
                known = board.kept[find] = lru_cache(most)(partial(find, board))
            answer: T = known(*args, **kwargs)
            return answer

        return recall

    return keep
