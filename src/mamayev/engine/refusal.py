"""Why something may not be done: a sentence and the clauses that forbid it."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 4000  # letters
QUOTED = 200
"""Letters of a quotation or of a word: what is longer is not ours, and its beginning tells which it is."""

_TOO_LONG = re.compile(rf"(“[^“”]{{{QUOTED}}})[^”]+|((?<!\S)\S{{{QUOTED}}})\S+")


class Reason(NamedTuple):
    """A sentence for the player and the ids of the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()


class Refusal(ValueError):
    """An action, option or file that is not accepted. Nothing has changed.

    `clauses` are ids of the rules ledger; `field` names the part of the input that is wrong, where there is one;
    `malformed` is true when the input was not understood at all (as opposed to forbidden by a rule). Of what somebody
    wrote the sentence and the field hold the beginning (`shortened`).
    """

    def __init__(
        self,
        text: str,
        clauses: tuple[str, ...] = (),
        *,
        field: str = "",
        malformed: bool = False,
    ) -> None:
        text = shortened(text)
        super().__init__(text)
        self.text = text
        self.clauses = clauses
        self.field = field[:QUOTED]
        self.malformed = malformed


def no_start(key: str, text: str, *clauses: str) -> Refusal:
    """The refusal of one change of the set-up (`Table.change`) that a rule forbids."""
    return Refusal(text, clauses, field=f"setup.{key}", malformed=True)


def shortened(text: str) -> str:
    """A sentence with no quotation and no word of more than `QUOTED` letters, and itself no longer than `LONGEST`."""
    if len(text) <= QUOTED:
        return text
    text = _TOO_LONG.sub(r"\1\2…", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
