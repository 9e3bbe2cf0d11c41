"""Counted nouns in sentences: the only place for plural forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from gettext import NullTranslations, bindtextdomain, textdomain, translation


def counted(number: int, one: str, more: str) -> str:
    """Return a number with its noun in the right plural form. `#` is replaced by the number.

    `counted(n, "# supply point", "# supply points")`. The forms go through `gettext`, so a translation bound to the
    text domain applies here, with the plural forms of its language.
    """
    return _forms(textdomain()).ngettext(one, more, number).replace("#", f"{number:,}")


def sentence(text: str) -> str:
    """Return a text with a period, unless it ends with a question mark or an abbreviation."""
    return text if text.endswith((".", "?")) else f"{text}."


@cache
def _forms(domain: str) -> NullTranslations:
    """Return the forms of a text domain. They are cached, because `gettext.ngettext` searches for the file at every
    call.
    """
    return translation(domain, bindtextdomain(domain), fallback=True)


def alternatives(word: str, known: Iterable[str], most: int, alike: float = 0.6) -> str:
    """Return “Do you mean a or b?” with at most this number of known words that are similar enough by difflib, or "" if
    none is.
    """
    return suggestion(get_close_matches(word, list(known), most, alike))


def suggestion(words: Sequence[str]) -> str:
    """Return “Do you mean a or b?”, or "" if no words are given."""
    return f"Do you mean {' or '.join(words)}?" if words else ""


def listed(names: Sequence[str]) -> str:
    """Join names into a list: "A, B and C"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
"""The numbers that are spelled out in prose."""


def spelled(number: int, one: str, more: str) -> str:
    """Return `counted`, with a number up to twelve in words: "nine corps", "no units", "34 units"."""
    text = counted(number, one, more)
    return text.replace(f"{number:,}", NUMBERS[number], 1) if 0 <= number < len(NUMBERS) and "#" in more else text


def capital(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return text[:1].upper() + text[1:]
