"""Where dice and cards come from: a seed, a script, or the player's own hands."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from .position import Position
from .refusal import Refusal


class ChanceSource(Protocol):
    """Answers for the seat of chance; None means that a person will type the outcome in."""

    def outcome(self, p: Position, number: int) -> int | None:
        """The outcome of the roll or draw that `p` waits for; `number` counts the outcomes of the match so far."""
        ...


class Seeded:
    """The n-th outcome of a match is a function of the seed and n alone: no generator state to save or to drift."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, p: Position, number: int) -> int | None:
        rng = random.Random(f"{self.seed}/{number}")
        outcomes = p.actions()
        chosen: int = rng.choices([o for o, _ in outcomes], [w for _, w in outcomes])[0]
        return chosen


class ByHand:
    """The player rolls real dice and draws real cards."""

    def outcome(self, p: Position, number: int) -> int | None:
        return None


class Scripted:
    """Dice, cards and lots in the order in which they are asked for; `cards` is one list, or a list for each deck;
    `lots` are ids of pieces. Where they run out the match waits at the roll."""

    def __init__(
        self,
        dice: Sequence[int] = (),
        cards: Sequence[int] | Mapping[str, Sequence[int]] = (),
        lots: Sequence[str] = (),
    ) -> None:
        self.dice = list(dice)
        self.lots = list(lots)
        self.cards = (
            {deck: list(ids) for deck, ids in cards.items()} if isinstance(cards, Mapping) else {"": list(cards)}
        )

    def outcome(self, p: Position, number: int) -> int | None:
        frame = p.frames[-1]
        box = p.table.boxes[frame[0]]
        row: list[int] | list[str]
        if box.chance == "die":
            row, what = self.dice, "dice"
        elif box.chance == "lot":
            row, what = self.lots, "lots"
        else:
            deck = getattr(box, "deck", "")
            row, what = self.cards.get(deck, self.cards.get("", [])), "cards"
        if not row:
            return None
        possible: dict[str, int] = {p.name(outcome).partition(" ")[2]: outcome for outcome, _ in p.actions()}
        if str(row[0]) not in possible:
            raise Refusal(
                f"The script's {what} give {row[0]} for “{box.prompt(p, frame)}”; possible are {', '.join(possible)}.",
                field=f"chance.{what}",
                malformed=True,
            )
        return possible[str(row.pop(0))]
