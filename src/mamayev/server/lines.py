"""A line that a person writes for others: without what turns it round, and with something to see in it."""

from __future__ import annotations

import unicodedata

from mamayev.engine.letters import TURNS_ROUND

BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Letters and signs by name that show nothing."""
UNSEEN = {"Cc", "Cf", "Cn", "Me", "Mn", "Zl", "Zp", "Zs"}
"""Categories of Unicode that show nothing by themselves: controls, marks on other letters, spaces."""


def one_line(text: str) -> str:
    """A text as one line; "" where nothing of it can be seen."""
    kept = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text if c not in TURNS_ROUND)
    plain = " ".join("".join(kept).split())
    return plain if any(unicodedata.category(c) not in UNSEEN and c not in BLANK for c in plain) else ""
