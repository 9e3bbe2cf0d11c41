"""Clean up single lines that people write for others: no direction marks, and at least one visible character."""

from __future__ import annotations

import unicodedata

from mamayev.engine.letters import TURNS_ROUND

BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters that are invisible although their Unicode category is not."""
UNSEEN = {"Cc", "Cf", "Cn", "Me", "Mn", "Zl", "Zp", "Zs"}
"""The Unicode categories whose characters are invisible by themselves: controls, combining marks, spaces."""


def one_line(text: str) -> str:
    """Return a text as one line, or "" if it has no visible characters."""
    kept = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text if c not in TURNS_ROUND)
    plain = " ".join("".join(kept).split())
    return plain if any(unicodedata.category(c) not in UNSEEN and c not in BLANK for c in plain) else ""
