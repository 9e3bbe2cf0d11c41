"""The numbered steps of the sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from .event import Step


class StepName(NamedTuple):
    """A numbered line of the sequence of play.

    `id` is the name of the box or sequence that plays it, or of a `step` in a sequence.
    """

    id: str
    title: str
    phase: str
    clauses: tuple[str, ...] = ()

    def event(self, skipped: str = "") -> Step:
        """Return the log entry for the start of the step. `skipped`: the reason that nothing happens in the step."""
        return Step(
            step=self.id, title=self.title, phase=self.phase, clauses=self.clauses, text=self.title, skipped=skipped
        )
