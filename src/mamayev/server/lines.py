"""Lines that people write for others, without direction marks, and with something visible."""

from __future__ import annotations

import unicodedata

from mamayev.engine.letters import TURNS_ROUND

BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Letters and signs by name that are invisible."""
UNSEEN = {"Cc", "Cf", "Cn", "Me", "Mn", "Zl", "Zp", "Zs"}
"""Unicode categories that are invisible by themselves: controls, marks on other letters, spaces."""


def one_line(text: str) -> str:
    """Return a text as one line; "" if nothing of it is visible."""
    kept = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text if c not in TURNS_ROUND)
    plain = " ".join("".join(kept).split())
    return plain if any(unicodedata.category(c) not in UNSEEN and c not in BLANK for c in plain) else ""
