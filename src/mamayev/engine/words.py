"""Counted nouns in sentences that people read: the one place for plural forms."""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations, bindtextdomain, textdomain, translation


def counted(number: int, one: str, more: str) -> str:
    """A number with its noun in the form that the language wants; `#` stands for the number.

    `counted(n, "# supply point", "# supply points")`. The forms go through `gettext`, so a translation that is
    bound as the text domain is spoken here, with as many forms as its language has.
    """
    return _forms(textdomain()).ngettext(one, more, number).replace("#", f"{number:,}")


@cache
def _forms(domain: str) -> NullTranslations:
    """The forms of a text domain. Its file is looked for once: `gettext.ngettext` looks for it at every word."""
    return translation(domain, bindtextdomain(domain), fallback=True)
