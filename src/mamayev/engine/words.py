"""Counted nouns in sentences that people read: the one place for plural forms."""

from __future__ import annotations

from gettext import ngettext


def counted(number: int, one: str, more: str) -> str:
    """A number with its noun in the form that the language wants; `#` stands for the number.

    `counted(n, "# supply point", "# supply points")`. The forms go through `gettext`, so a translation that is
    bound as the text domain is spoken here, with as many forms as its language has.
    """
    return ngettext(one, more, number).replace("#", f"{number:,}")
