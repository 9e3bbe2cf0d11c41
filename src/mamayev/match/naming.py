"""Resolve the names that players type for units and spaces: an id, or enough of the printed name to be unique."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from mamayev.engine.refusal import Refusal

SHOWN = 8


class Named(NamedTuple):
    """A piece or space: its id, and its name and label as printed."""

    id: str
    name: str
    label: str = ""

    @property
    def title(self) -> str:
        """The name, followed by the id if the name does not contain it."""
        return self.name if self.id in self.name.split() else f"{self.name} ({self.id})"


def one_of(what: str, typed: str, known: Sequence[Named], likely: Collection[str] = ()) -> Named:
    """Return the item with this name.

    Ids are tried first, then whole words, the beginnings of words, and abbreviations ("pz"). Each kind of match is
    tried among the `likely` ids first. If no item or several items match, raises a malformed Refusal that lists the
    names.
    """
    for one in known:
        if typed.lower() == one.id.lower():
            return one
    found = candidates(typed, known, likely)
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refusal(f"There is no {what} “{typed}”.", field=what, malformed=True)
    more = " and others" if len(found) > SHOWN else ""
    listed = ", ".join(one.title for one in found[:SHOWN])
    raise Refusal(f"“{typed}” may be {listed}{more}: type more of the name, or the id.", field=what, malformed=True)


def candidates(typed: str, known: Sequence[Named], likely: Collection[str] = ()) -> list[Named]:
    """Return all items that match in the best way that any of them does."""
    wanted = _words(typed)
    spelt = [(one, [*_words(one.name), *_words(one.label), *_words(one.id), one.id.lower()]) for one in known]
    for fits in (str.__eq__, str.startswith, _abbreviated):
        found = [one for one, words in spelt if wanted and all(any(fits(w, each) for w in words) for each in wanted)]
        if found:
            return [one for one in found if one.id in likely] or found
    return []


def runs(words: Sequence[str], known: Sequence[Named]) -> list[str]:
    """Split words into several names, each as long as possible: "16 pz 297" is two names. A comma ends a name."""
    found: list[str] = []
    rest = list(words)
    while rest:
        length = len(rest)
        while length > 1 and (
            any(word.endswith(",") for word in rest[: length - 1]) or not _fits(rest[:length], known)
        ):
            length -= 1
        found.append(" ".join(rest[:length]).rstrip(","))
        rest = rest[length:]
    return found


def _fits(words: Sequence[str], known: Sequence[Named]) -> bool:
    return bool(candidates(" ".join(words).rstrip(","), known))


def _words(text: str) -> list[str]:
    """Return the words of a name in lowercase, with ordinals as numbers: "16th" becomes "16"."""
    return [re.sub(r"^(\d+)(st|nd|rd|th)$", r"\1", word) for word in re.findall(r"\w+", text.lower())]


def _abbreviated(word: str, typed: str) -> bool:
    """Return whether the typed letters occur in a word in this order, starting with its first letter.

    Digits must match completely.
    """
    if not typed.isalpha() or word[:1] != typed[:1]:
        return False
    letters = iter(word)
    return all(letter in letters for letter in typed)
