"""Check members' names: which are valid, and which look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from confusable_homoglyphs.categories import aliases_categories
from confusable_homoglyphs.confusables import confusables_data

from mamayev.engine.refusal import Refusal

SHORTEST, LONGEST = 3, 20
OPEN_SCRIPTS = frozenset({"COMMON", "INHERITED"})
TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Scripts that people write together (UTS 39, “highly restrictive”, without Latin alongside them)."""
JOINTS = " _-.'’"
KEPT = 4096
"""The number of cached names and letters with their look-alike forms; without a limit, visitors could fill the
cache."""
RESERVED = (
    "admin", "administrator", "anonymous", "everybody", "everyone", "former member", "help", "host", "mamayev",
    "member", "moderator", "nobody", "operator", "owner", "referee", "root", "server", "staff", "support", "system",
    "visitor", "webmaster",
)  # fmt: skip


class Name(NamedTuple):
    """A possible name of a member, in stored form."""

    text: str

    @property
    def skeleton(self) -> str:
        """The name reduced to its appearance. No two members share this form."""
        return skeleton(self.text)


def name_of(text: str, reserved: Iterable[str] = ()) -> Name:
    """Return a name in stored form. Raises a malformed Refusal for an impossible one.

    `reserved`: names that nobody may take in addition to `RESERVED`, such as the names of the club and of bots.
    """
    name = " ".join(unicodedata.normalize("NFKC", text[: 4 * LONGEST]).split())
    if len(name) < SHORTEST or len(name) > LONGEST or len(text) > 4 * LONGEST:
        raise _impossible(f"A name must have {SHORTEST} to {LONGEST} characters.")
    for letter in name:
        if not (letter.isalnum() or letter in JOINTS or unicodedata.category(letter) in ("Mn", "Mc")):
            raise _impossible(f"A name cannot contain {_called(letter)}. Use letters, digits, spaces, and _ - . '")
    if not name[0].isalnum() or name[-1] in "_-.'’ " or re.search(rf"[{re.escape(JOINTS)}]{{2}}", name):
        raise _impossible("A name must begin and end with a letter or digit, without two punctuation marks in a row.")
    if not any(letter.isalpha() for letter in name):
        raise _impossible("A name needs at least one letter.")
    scripts = {aliases_categories(letter)[0] for letter in name} - OPEN_SCRIPTS
    if len(scripts) > 1 and not any(scripts <= some for some in TOGETHER):
        spoken = " and ".join(sorted(script.capitalize() for script in scripts))
        raise _impossible(f"A name can use only one script. This one mixes {spoken}.")
    if any(unicodedata.category(letter).startswith("M") for letter in name) and re.search(r"[\u0300-\u036f]{2}", name):
        raise _impossible("A letter in a name can have only one mark.")
    seen = skeleton(name)
    if any(seen == skeleton(taken) for taken in (*RESERVED, *reserved)):
        raise Refusal(f"“{name}” is reserved. Choose another name.", field="name")
    return Name(name)


@lru_cache(maxsize=KEPT)
def skeleton(name: str) -> str:
    """Return the appearance of a name (UTS 39, section 4), without case, marks, spaces and punctuation.

    Names with the same skeleton are confusable: “Marta K” and “marta-k”, “cop” in Latin and in Cyrillic letters.
    """
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    # A capital I looks like a small l. Names are compared without case, so every i counts as an l.
    letters = ("l" if letter == "i" else letter for letter in folded if letter.isalnum())
    drawn = "".join(map(_prototype, letters)).casefold()
    return "".join(map(_prototype, drawn))  # again, because a prototype may be a capital


@lru_cache(maxsize=KEPT)
def _prototype(letter: str) -> str:
    """Return the single text that represents all look-alikes of a letter: the longest plain one, such as “rn” for
    “m”."""
    alike = [text for text in _class_of(letter) if text.isalnum()]
    return min(alike, key=lambda text: (not text.isascii(), -len(text), not text.isalpha(), text), default=letter)


@lru_cache(maxsize=KEPT)
def _class_of(letter: str) -> frozenset[str]:
    """Return all look-alikes of a letter, direct or indirect."""
    found, left = {letter}, [letter]
    while left:
        for row in confusables_data.get(left.pop(), ()):
            if row["c"] not in found:
                found.add(row["c"])
                left.append(row["c"])
    return frozenset(found)


def _called(letter: str) -> str:
    named = unicodedata.name(letter, "").lower()
    shown = f"“{letter}”" if letter.isprintable() else ""
    return " ".join(part for part in (shown, f"({named})" if named else "") if part) or "this character"


def _impossible(text: str) -> Refusal:
    return Refusal(text, field="name", malformed=True)
