"""The voice of a report: names, counted nouns, and variants of sentences used in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mamayev.engine.words import capital, listed, sentence, spelled

from .reading import Reading, Stretch
from .story import Sentence

NAMED = 3
"""The number of names above which a count replaces the list."""


class Voice:
    """The vocabulary of one report. `people`: the name for the soldiers of each side, after "the"."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.telling, self.scene = reading, reading.telling, reading.scene
        self.people = {side.id: side.people or side.name for side in self.scene.sides}
        self._said: Counter[str] = Counter()

    def begin(self) -> None:
        """Start with the first variant of every kind of sentence."""
        self._said.clear()

    def say(self, kind: str, variants: Sequence[str], events: tuple[int, ...], form: str = "") -> Sentence:
        """Return a sentence with the next variant of its kind, and with the others as rewordings. `form`: the form to
        which the variants belong, if the kind has several.
        """
        said, form = [_whole(text) for text in variants], form or kind
        place = self._said[form] % len(said)
        self._said[form] += 1
        text, *others = *said[place:], *said[:place]
        return Sentence(text=text, others=tuple(others), events=events, kind=kind)

    def side(self, stretch: Stretch, piece: str) -> str:
        """Return the side of a piece, or "" if the reader does not know it."""
        return stretch.account.side.get(piece, "")

    def place(self, space: str) -> str:
        """Return the name of a space."""
        return self.scene.every_space[space].name

    def name(self, stretch: Stretch, piece: str) -> str:
        """Return the name of a unit without an article."""
        return (self.telling.named(piece) and stretch.account.name.get(piece)) or "a unit"

    def units(self, stretch: Stretch, pieces: Sequence[str], *, article: bool = True, most: int = 99) -> str:
        """Return units by name, or their number if there are many or their names have more than `most` words."""
        pieces = list(dict.fromkeys(pieces))
        if not pieces:
            return ""
        names = [self.name(stretch, piece) for piece in pieces]
        if len(pieces) <= NAMED and len(" ".join(names).split()) <= most and all(map(self.telling.named, pieces)):
            return listed([stretch.account.the(piece) for piece in pieces] if article else names)
        noun = self.telling.noun(names)
        if noun == self.telling.units:
            sides = {self.side(stretch, piece) for piece in pieces}
            side = next((one.name for one in self.scene.sides if {one.id} == sides), "")
            noun = of_side(side, noun) if side else noun
        return spelled(len(pieces), *noun)

    def spot(self, stretch: Stretch, space: str) -> str:
        """Return a space for use in a table: its name, or its number and a nearby place."""
        where = stretch.account.where(space)
        label = self.scene.every_space[space].label or space
        if where.startswith("at "):
            return where[3:]
        return f"{label}, {where}" if where.startswith("near ") else label


def _whole(text: str) -> str:
    """Return a text as a sentence, with a capital letter and a period."""
    head, bar, rest = text.partition("|") if text.startswith("{") else ("", "", text)
    return sentence(f"{head}{bar}{capital(rest)}")


def of_side(side: str, unit: tuple[str, str]) -> tuple[str, str]:
    """Return a counted noun with the name of its side: "# Axis units"."""
    return unit[0].replace("# ", f"# {side} "), unit[1].replace("# ", f"# {side} ")


def was(pieces: Sequence[object]) -> str:
    """Return "was" or "were", depending on the number of things."""
    return "was" if len(pieces) == 1 else "were"


def times(number: int) -> str:
    """Return a number as "once", "twice", "three times" and so on."""
    return {1: "once", 2: "twice"}.get(number) or spelled(number, "# time", "# times")


def number_of(number: int) -> str:
    """Return a number in words up to twelve, "none" for 0."""
    return spelled(number, "#", "#") if number else "none"
