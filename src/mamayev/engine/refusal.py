"""Reasons that an action is refused: a sentence, and the clauses that forbid it."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 4000  # letters
QUOTED = 200
"""Maximum length of a quotation or word. Our own words are shorter, and the beginning is enough to identify a longer
one."""

_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, which can affect a terminal, and marks that reverse the direction of the surrounding text."""
_TOO_LONG = re.compile(rf"(“[^“”]{{{QUOTED}}})[^”]+|((?<!\S)\S{{{QUOTED}}})\S+")


class Reason(NamedTuple):
    """A sentence for the player, and the ids of the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()


class Refusal(ValueError):
    """The refusal of an action, an option or a file. A refusal changes nothing.

    `clauses`: ids of the rules ledger. `field`: the invalid part of the input, if any. `malformed`: whether the input
    is invalid, as opposed to forbidden by a rule. Long input is shortened in the sentence and the field (`shortened`),
    and its control characters are replaced.
    """

    def __init__(
        self,
        text: str,
        clauses: tuple[str, ...] = (),
        *,
        field: str = "",
        malformed: bool = False,
    ) -> None:
        text = _HIDDEN.sub("\N{REPLACEMENT CHARACTER}", shortened(text))
        super().__init__(text)
        self.text = text
        self.clauses = clauses
        self.field = _HIDDEN.sub("\N{REPLACEMENT CHARACTER}", field[:QUOTED])
        self.malformed = malformed


def no_start(key: str, text: str, *clauses: str) -> Refusal:
    """Return the refusal of a setup change (`Situations.change`) that a rule forbids."""
    return Refusal(text, clauses, field=f"setup.{key}", malformed=True)


def shortened(text: str) -> str:
    """Return a sentence with every quotation and word cut to `QUOTED` characters, and the sentence cut to `LONGEST`."""
    if len(text) <= QUOTED:
        return text
    text = _TOO_LONG.sub(r"\1\2…", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
