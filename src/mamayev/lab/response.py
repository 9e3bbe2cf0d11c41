"""The best response to a bot: fixed orders that beat it in more games than the staff without orders does.

This measures exploitability: if a plan that never changes beats a bot, so can a player who finds the plan.

The search is a bandit with successive halving. Each round begins with random orders and variations of the best orders
so far. All plans play the same training games; then the worse half is dropped and the rest play twice as many games,
until one plan is left. Finally, fresh games compare the best plan with the staff.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine import orders as form_of
from mamayev.engine import registry
from mamayev.engine.chance import Luck
from mamayev.engine.orders import PLACES, Orders
from mamayev.engine.playout import playout
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game, Table
from mamayev.players import checked, contender

from .figures import mean_ci95, share_ci95
from .mass import Setup, run_all, stoppable, table_of

WIDTH = 8
"""The number of plans at the start of a round."""
FIRST = 4
"""The number of training games that each plan plays before the first halving."""
CHANGED = 2
"""Maximum number of fields that differ between the best plan so far and a new one."""
FEW = 3
"""Maximum number of fields in a random plan."""
PLAN, FRESH = "plan", "fresh"
"""The purposes for which games are numbered: training and the result."""


@dataclass
class Arm:
    """A plan and its results in training games, in the order of their numbers."""

    orders: Orders
    worth: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean result if two games with the worst result are added, so that plans with few games rank lower."""
        return (sum(self.worth) - 2) / (len(self.worth) + 2)


@dataclass
class Response:
    """A search for the best response to a bot in one seat.

    `budget`: the number of training games, or the seconds for them if it is a float. `fresh`: the number of games for
    the result. `best`: the best plan so far.
    """

    game: Game
    seat: str
    against: str
    setup: Setup
    seed: int
    budget: float
    fresh: int
    workers: int = 1
    backend: str = "local"
    played: int = 0
    best: Arm | None = None
    found: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        command = self.game.command() if self.game.command is not None else None
        if command is None or self.seat not in command.forms:
            there = ", ".join(command.forms) if command is not None else "none"
            raise Refusal(f"The seat “{self.seat}” takes no orders. Seats that do: {there}.", field="--seat")
        self.form = command.forms[self.seat]
        self.table = table_of(self.setup)

    def search(self, progress: Callable[[int], None] | None = None) -> None:
        """Play training games until the budget is spent. After an interruption, `best` is the best plan so far."""
        begun = time.monotonic()

        def allows(games: int) -> bool:
            """Return whether the budget allows this number of further games, or whether there is time left."""
            if isinstance(self.budget, int):
                return self.played + games <= self.budget
            return time.monotonic() - begun < self.budget

        rng = random.Random(f"{self.seed}/{self.seat}")
        first = Arm(self.form())
        while allows(WIDTH * FIRST):
            known = [first] if self.best is None else [self.best]
            arms = [*known, *(Arm(self.other(rng)) for _ in range(WIDTH - 1))]
            games = FIRST
            while True:
                self.train(arms, games, progress)
                arms.sort(key=lambda arm: arm.mean, reverse=True)
                if self.best is None or arms[0].mean > self.best.mean:
                    self.best = arms[0]
                arms = arms[: max(1, len(arms) // 2)]
                games *= 2
                if len(arms) == 1 or not allows(len(arms) * games // 2):
                    break

    def train(self, arms: Sequence[Arm], games: int, progress: Callable[[int], None] | None) -> None:
        """Let each plan play until it has this number of training games."""
        jobs = [
            (self.setup, self.seat, form_of.text(arm.orders), f"{self.seed}/{PLAN}", number, (n,))
            for n, arm in enumerate(arms)
            for number in range(len(arm.worth), games)
        ]
        results: dict[int, list[tuple[int, float]]] = {}
        with stoppable(run_all(play, jobs, self.workers, self.backend)) as parts:
            for (n,), number, worth in parts:
                results.setdefault(n, []).append((number, worth))
                self.played += 1
                if progress is not None:
                    progress(1)
        for n, row in results.items():
            arms[n].worth += [worth for _, worth in sorted(row)]

    def compare(self, progress: Callable[[int], None] | None = None) -> None:
        """Play the fresh games with the best plan and with the staff."""
        plans = {"plan": form_of.text(self.best.orders) if self.best is not None else "", "staff": ""}
        jobs = [
            (self.setup, self.seat, text, f"{self.seed}/{FRESH}", number, (name,))
            for number in range(self.fresh)
            for name, text in plans.items()
        ]
        results: dict[str, list[float]] = {name: [] for name in plans}
        try:
            with stoppable(run_all(play, jobs, self.workers, self.backend)) as parts:
                for (name,), _, worth in parts:
                    results[name].append(worth)
                    if progress is not None:
                        progress(1)
        finally:
            alone = len(self.game.seats) == 1
            self.found = {name: counted(row, points=alone) for name, row in results.items()}

    def to_data(self) -> dict[str, Any]:
        """Return the results so far, JSON-ready."""
        best = self.best
        return {
            "game": self.game.name,
            "seat": self.seat,
            "against": self.against,
            "seed": self.seed,
            "training_games": self.played,
            "orders": best.orders.changed() if best is not None else {},
            "text": form_of.text(best.orders) if best is not None else "",
            "training": counted(best.worth, points=len(self.game.seats) == 1) if best is not None else None,
            **self.found,
        }

    # -------------------------------------------------------------- new plans

    def other(self, rng: random.Random) -> Orders:
        """Return random orders, or the best orders so far with one or two fields changed."""
        fields = form_of.schema(self.form)["properties"]
        if self.best is not None and self.best.orders != self.form() and rng.random() < 0.5:
            base, changes = msgspec.to_builtins(self.best.orders), rng.randint(1, CHANGED)
        else:
            base, changes = {}, rng.randint(1, FEW)
        for name in rng.sample(sorted(fields), min(changes, len(fields))):
            base[name] = self.value(fields[name], rng)
        return form_of.read(self.form, base, self.table.notation)

    def value(self, field: Mapping[str, Any], rng: random.Random) -> Any:
        """Return a random value for a field: up to two named places, a number in its range, or a choice."""
        if field.get("x-kind") in PLACES:
            return rng.sample(named(self.table), rng.randint(1, 2))
        if "enum" in field:
            return rng.choice(field["enum"])
        if field.get("type") == "boolean":
            return rng.random() < 0.5
        if field.get("type") == "integer":
            return rng.randint(field.get("minimum", 0), field.get("maximum", 10))
        return field["default"]


def named(table: Table[Any]) -> list[str]:
    """Return the spaces of a board that have a name as well as an id, or all spaces if none has a name."""
    spaces = [noun for noun in table.notation.nouns["space"] if noun.id]
    found = [noun.id for noun in spaces if noun.name not in ("", noun.id)]
    return found or [noun.id for noun in spaces]


def counted(row: Sequence[float], *, points: bool) -> dict[str, Any]:
    """Return the games and their results with 95% intervals: the mean points, or the share of wins, counting draws as
    half."""
    if not row:
        return {"games": 0}
    if points:
        mean, low, high = mean_ci95(row)
        return {"games": len(row), "points": round(mean, 2), "ci95": [round(low, 2), round(high, 2)]}
    won = sum((one > 0) + 0.5 * (one == 0) for one in row)
    share, low, high = share_ci95(won, len(row))
    return {"games": len(row), "won": won, "share": round(share, 4), "ci95": [round(low, 4), round(high, 4)]}


@lru_cache(maxsize=64)
def ordered(game: str, table: Table[Any], seat: str, text: str) -> Any:
    """Return the staff's policy under the orders in a text."""
    offer = registry.find(game)
    command = offer.command() if offer.command is not None else None
    assert command is not None
    staff = next(iter(offer.bots.values()))
    assert staff.commanded is not None
    return staff.commanded(form_of.read_text(command.forms[seat], text, table.notation)).policy


def play(
    setup: Setup, seat: str, text: str, seed: str, number: int, key: tuple[Any, ...]
) -> tuple[tuple[Any, ...], int, float]:
    """Play a game with orders in one seat, and return the key, the number and the seat's result."""
    table = table_of(setup)
    game, p = table.game, table.start()
    own = random.Random(f"{seed}/{number}").getrandbits(53)
    policies = {
        n: ordered(setup.game, table, seat, text) if game.seats[n] == seat else checked(contender(game, name), name)
        for n, name in enumerate(setup.players)
        if name
    }
    playout(p, random.Random(own), policies, luck=Luck(own))
    returns: list[float] = table.returns(p)
    points = table.result(p).get("points") if len(game.seats) == 1 else None
    return key, number, returns[game.seats.index(seat)] if points is None else float(points)


def prepare(
    game: str,
    seat: str,
    against: str,
    budget: float,
    *,
    fresh: int = 100,
    seed: int = 0,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    components: Path | None = None,
    workers: int = 1,
    backend: str = "local",
) -> Response:
    """Return a search for the best response to a bot. `seat`: "" for the first seat that takes orders. Raises Refusal
    for an unknown name, a seat that takes no orders, or a budget that is too small for a round. `budget`: as in
    `Response`.
    """
    offer = registry.find(game)
    contender(offer, against)
    command = offer.command() if offer.command is not None else None
    if command is None:
        raise Refusal(f"The staff of {offer.title} takes no orders.", field="GAME", malformed=True)
    if isinstance(budget, int) and budget < WIDTH * FIRST:
        raise Refusal(f"The minimum budget is {WIDTH * FIRST} games, not {budget}.", field="--budget", malformed=True)
    if fresh < 1:
        raise Refusal(f"At least one game must be played, not {fresh}.", field="--games", malformed=True)
    chosen = offer.check_options(options or {})
    place = str(components.resolve()) if components else ""
    table = offer.table(edition or offer.editions[0], chosen, components)
    players = tuple("" if n in table.procedures else against for n in range(len(offer.seats)))
    setup = Setup(game, players, edition or offer.editions[0], tuple(sorted(chosen.items())), place)
    own = seat or next(name for name in offer.seats if name in command.forms)
    return Response(offer, own, against, setup, seed, budget, fresh, workers, backend)
