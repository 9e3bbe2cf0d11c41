"""Why something may not be done: a sentence and the clauses that forbid it."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 4000  # letters


class Reason(NamedTuple):
    """A sentence for the player and the ids of the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()


class Refusal(ValueError):
    """An action, option or file that is not accepted. Nothing has changed.

    `clauses` are ids of the rules ledger; `field` names the part of the input that is wrong, where there is one;
    `malformed` is true when the input was not understood at all (as opposed to forbidden by a rule). Beyond `LONGEST`
    letters a sentence is cut: what is longer repeats what somebody wrote.
    """

    def __init__(
        self,
        text: str,
        clauses: tuple[str, ...] = (),
        *,
        field: str = "",
        malformed: bool = False,
    ) -> None:
        text = text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
        super().__init__(text)
        self.text = text
        self.clauses = clauses
        self.field = field
        self.malformed = malformed
