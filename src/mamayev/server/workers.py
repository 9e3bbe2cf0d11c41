"""The rollouts of a search in several workers of the browser."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from mamayev.players import crew


class Workers(Protocol):
    """The other workers (`web/src/house/crew.ts`)."""

    def ready(self) -> Awaitable[int]:
        """Return the number of workers that are ready."""

    def play(self, root: Any, parts: Any) -> Awaitable[Any]:
        """Return the results of each part, or None for a part whose worker failed."""


def share(workers: Workers, wait: Callable[[Awaitable[Any]], Any], to_js: Callable[[Any], Any], number: int) -> None:
    """Let searches use this number of workers, this one included.

    `wait` blocks until an awaitable is done, and `to_js` converts bytes for JavaScript (`pyodide.ffi`).
    """

    def play(packed: bytes, jobs: Sequence[Any]) -> list[float]:
        size = -(-len(jobs) // (wait(workers.ready()) + 1))
        own, *others = (jobs[n : n + size] for n in range(0, len(jobs), size))
        asked = workers.play(to_js(packed), to_js([pickle.dumps(part) for part in others]))
        found = crew.results(packed, own)
        for part, there in zip(others, wait(asked), strict=True):
            found += crew.results(packed, part) if there is None else list(there)
        return found

    crew.allow(number, play)


def rolled(packed: bytes, jobs: bytes) -> list[float]:
    """Return the results of a part that another worker sent."""
    return crew.results(packed, pickle.loads(jobs))
