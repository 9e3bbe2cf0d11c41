"""Sources of dice and cards: a seed, a script, or the player's real dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Protocol

from .refusal import Refusal
from .state import State


class ChanceSource(Protocol):
    """The source of dice and cards. If `outcome` returns None, a person enters the outcome."""

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        """Return the outcome of the roll or draw that `p` waits for. `again`: the number of times that this box has
        already rolled this turn. `number`: the number of earlier rolls in the match.
        """
        ...


def keyed(seed: int, turn: int, box: str, again: int) -> Callable[[], float]:
    """Return a function that gives floats in [0, 1). They depend only on the seed and their purpose: the turn, the box,
    and the number of times that the box has rolled this turn.

    Competing plans with the same seed therefore get common random numbers, which makes their difference clearer. A
    branch of a game gets the same numbers as the original.
    """
    key, count = f"{seed}/{turn}/{box}/{again}/".encode(), 0

    def uniform() -> float:
        nonlocal count
        count += 1
        digest = blake2b(key + str(count).encode(), digest_size=8).digest()
        return (int.from_bytes(digest, "big") >> 11) / (1 << 53)

    return uniform


class Fallen:
    """The dice and cards of a game so far, in order, each with its turn and box."""

    def __init__(self) -> None:
        self._row: list[tuple[int, int]] = []
        self._again: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._row)

    def again(self, p: State) -> int:
        """Return how many times the current box has rolled this turn."""
        return self._again.get((p.table.turn(p), p.frames[-1][0]), 0)

    def add(self, p: State) -> int:
        """Count the roll that a position waits for, and return the previous value of `again`."""
        key = p.table.turn(p), p.frames[-1][0]
        again = self._again.get(key, 0)
        self._row.append(key)
        self._again[key] = again + 1
        return again

    def cut(self, count: int) -> None:
        """Forget all rolls except the first `count`."""
        for key in self._row[count:]:
            self._again[key] -= 1
        del self._row[count:]

    def copy(self) -> Fallen:
        """Return an independent, equal object."""
        other = Fallen()
        other._row, other._again = self._row[:], self._again.copy()
        return other


class Luck:
    """The dice and cards that a seed gives for a bare position, played from its start. A match with `Seeded` gets the
    same dice and cards. Use one object per game, because it counts the rolls and draws of each box per turn.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._fallen = Fallen()

    def copy(self) -> Luck:
        """Return a copy that continues with the same dice and cards."""
        other = Luck(self.seed)
        other._fallen = self._fallen.copy()
        return other

    def at(self, p: State) -> Callable[[], float]:
        """Return a function that gives floats in [0, 1) for the roll or draw that `p` waits for."""
        return keyed(self.seed, p.table.turn(p), p.box.name, self._fallen.add(p))


class Seeded:
    """A source in which every outcome is a function of the seed and the outcome's purpose. There is no generator state
    that must be stored or could drift.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, p: State, again: int, number: int = 0) -> int:
        return p.roll(keyed(self.seed, p.table.turn(p), p.box.name, again))


class ByHand:
    """The player rolls real dice and draws real cards."""

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        return None


class Scripted:
    """A script provides the dice, cards and lots, in order. `cards` is one list, or one list per deck. `lots` are ids
    of pieces. When these run out, the match waits for a person to enter the roll.
    """

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

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
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
                f"The script's {what} give {row[0]} for “{box.prompt(p, frame)}”; possible: {', '.join(possible)}.",
                field=f"chance.{what}",
                malformed=True,
            )
        return possible[str(row.pop(0))]
