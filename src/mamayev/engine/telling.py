"""How a game reports a whole match: its terms, its battles, and its special events.

`mamayev.story` writes the report without code for specific games. A game names its class in `Game.telling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from .event import Event, Flip, Loss, Roll, Strength
from .scene import Scene, Verdict

SWAPPED: dict[Verdict, Verdict] = {"good": "bad", "bad": "good", "fair": "fair", "none": "none"}


class Fight(msgspec.Struct, kw_only=True):
    """The event that decides a battle, as the game interprets it.

    `side`: the attacking side. `spaces`: the attacked spaces. `attackers`, `defenders`: ids of pieces. `strength`: the
    strengths, attackers first. `odds`: the odds as printed. `die`: the deciding die, or None if there was none.
    `result`: the result in words. `verdict`: its value for the attackers. `certain`: whether the battle needs no die
    roll.
    """

    side: str
    spaces: tuple[str, ...]
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    strength: tuple[int, int] | None = None
    odds: str = ""
    die: int | None = None
    result: str = ""
    verdict: Verdict = "none"
    certain: bool = False


class Told(msgspec.Struct, kw_only=True):
    """A game's sentence about an event. `variants`: other wordings, which the writer uses in turn. `weight`: how much
    it matters; a lost unit weighs about 3. `kind`: sentences of one kind share the sequence of variants.
    `{event|words}` marks the words that belong to an event.
    """

    variants: tuple[str, ...]
    events: tuple[int, ...]
    weight: float = 1.0
    kind: str


def mark(number: int, words: object) -> str:
    """Return the words marked as belonging to an event."""
    return f"{{{number}|{words}}}"


class Telling:
    """A game's own terms for the report of a match. The default fits any game with rolls on a results table. `word`:
    the noun for a turn ("month"). `units`: the noun for pieces, singular and plural.
    """

    word = "turn"
    units = ("# unit", "# units")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sides = {piece.id: piece.side for piece in scene.pieces}
        self.names = {piece.id: piece.name for piece in scene.pieces}

    @cached_property
    def verdicts(self) -> Mapping[str, Mapping[str, Verdict]]:
        """The verdicts of each results table, from the roller's point of view."""
        return {chart.id: chart.verdicts for chart in self.scene.charts if chart.verdicts}

    def begin(self, event: Event) -> None:
        """Hear an event before `fight` and `facts`, for games that read a battle from several events."""

    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """Return the battle that an event decides or begins, or None. `standing`: a function that
        returns the known pieces in a space.
        """
        if not isinstance(event, Roll) or not event.spaces or event.chart not in self.verdicts:
            return None
        target, *_ = event.spaces
        there = {piece: self.sides.get(piece, "") for piece in event.pieces}
        at = set(standing(target))
        defenders = tuple(piece for piece in there if piece in at)
        enemy = next((there[piece] for piece in defenders), "")
        attackers = tuple(piece for piece, side in there.items() if piece not in at and side != enemy)
        side = next((there[piece] for piece in attackers), self.other(enemy))
        return Fight(
            side=side, spaces=event.spaces, attackers=attackers, defenders=defenders,
            die=event.dice[0] if len(event.dice) == 1 else None, result=self.result(event),
            verdict=self.verdict(event.chart, event.result),
        )  # fmt: skip

    def verdict(self, chart: str, result: str) -> Verdict:
        """Return the verdict of a result for the attackers."""
        return self.verdicts.get(chart, {}).get(result, "none")

    def result(self, event: Roll) -> str:
        """Return a result in words for the battle table."""
        words = next((chart.words for chart in self.scene.charts if chart.id == event.chart), {})
        return words.get(event.result, event.result)

    def again(self, fight: Fight, other: Fight) -> bool:
        """Return whether `other` is a reroll of `fight`, the battle right before it, which had no effects."""
        return fight.spaces == other.spaces

    def ends(self, event: Event) -> bool:
        """Return whether an event, other than the next battle or turn, marks the end of a battle's effects."""
        return False

    def hurt(self, event: Event) -> bool:
        """Return whether an event costs a unit part of its strength."""
        return isinstance(event, Flip) or (isinstance(event, Strength) and (event.from_ or 0) > event.to)

    def gone(self, event: Event) -> bool:
        """Return whether an event is the loss of a unit that the report counts."""
        return isinstance(event, Loss)

    def effect(self, event: Event) -> str:
        """Return another effect of a battle's event, as a predicate ("cost a fort"), or "" if there is none."""
        return ""

    def facts(self, number: int, event: Event) -> Iterable[Told]:
        """Return the game's sentences about an event."""
        return ()

    def noun(self, names: Sequence[str]) -> tuple[str, str]:
        """Return the noun for units with these names, singular and plural."""
        return self.units

    def named(self, piece: str) -> bool:
        """Return whether a unit keeps one name for the whole match."""
        return True

    def turn(self, number: int) -> str:
        """Return the name of a turn."""
        turns = self.scene.turns
        if turns and number < len(turns.names):
            return turns.names[number]
        return f"{turns.word if turns else 'Turn'} {number}"

    def when(self, number: int) -> str:
        """Return the name of a turn for use in a sentence."""
        name = self.turn(number)
        return name if self.scene.turns and number < len(self.scene.turns.names) else name[:1].lower() + name[1:]

    def period(self, turn: int) -> str:
        """Return the column for a turn in the table of losses, or "" to use a single column."""
        return ""

    def held(self, space: str) -> bool:
        """Return whether the report mentions a place when it changes hands."""
        known = self.scene.every_space.get(space)
        return known is not None and known.kind != "box"

    def weight(self, space: str) -> float:
        """Return the weight of a place that changes hands."""
        features = self.scene.every_space[space].features
        return 30.0 if "key" in features else 12.0 if "city" in features else 4.0

    def headline(self, result: Mapping[str, object], turn: int) -> str:
        """Return a special headline, or "" to use the largest swing of the match."""
        return ""

    def other(self, side: str) -> str:
        """Return the opposing side."""
        return next((one.id for one in self.scene.sides if one.id != side), "")

    def side_named(self, name: str) -> str:
        """Return the side with this name, or "" if there is none."""
        return next((one.id for one in self.scene.sides if one.name == name), "")
