"""Counted nouns in sentences that people read: the one place for plural forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from gettext import NullTranslations, bindtextdomain, textdomain, translation


def counted(number: int, one: str, more: str) -> str:
    """A number with its noun in the form that the language wants; `#` stands for the number.

    `counted(n, "# supply point", "# supply points")`. The forms go through `gettext`, so a translation that is
    bound as the text domain is spoken here, with as many forms as its language has.
    """
    return _forms(textdomain()).ngettext(one, more, number).replace("#", f"{number:,}")


def sentence(text: str) -> str:
    """A text with its full stop, unless it asks or ends in that of an abbreviation."""
    return text if text.endswith((".", "?")) else f"{text}."


@cache
def _forms(domain: str) -> NullTranslations:
    """The forms of a text domain. Its file is looked for once: `gettext.ngettext` looks for it at every word."""
    return translation(domain, bindtextdomain(domain), fallback=True)


def alternatives(word: str, known: Iterable[str], most: int, alike: float = 0.6) -> str:
    """“Do you mean a or b?” of the known words that come nearest, at most so many, from this similarity on by difflib's
    measure; "" where none comes near."""
    return suggestion(get_close_matches(word, list(known), most, alike))


def suggestion(words: Sequence[str]) -> str:
    """“Do you mean a or b?”, "" of none."""
    return f"Do you mean {' or '.join(words)}?" if words else ""


def listed(names: Sequence[str]) -> str:
    """Names in a row: "A, B and C"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
