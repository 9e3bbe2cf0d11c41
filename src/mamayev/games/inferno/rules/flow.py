"""The Soviet procedure as a flow chart: the tests in `soviet`, from top to bottom."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..printed.board import ours

BOARD = ours()


class Rung(NamedTuple):
    """A test. One answer leads to a result, the other to the next test. `found`: the logged outcomes that show that
    this test decided, which are empty if the log shows it in another way. `clauses`: the clauses behind the test; the
    first is the one in the finding.
    """

    question: str
    leads_off: Literal["yes", "no"]
    done: str
    found: tuple[str, ...]
    clauses: tuple[str, ...]


class Ladder(NamedTuple):
    """Tests from top to bottom.

    `start`: when to make the tests. `rest`: the result if no test decides, with its findings and clauses.
    """

    id: str
    title: str
    start: str
    rungs: tuple[Rung, ...]
    rest: str
    found: tuple[str, ...]
    clauses: tuple[str, ...]


LADDERS = (
    Ladder(
        "action", "Which action",
        "Ask these questions once, when the Soviet round begins.\n"
        "The hexes with the highest Soviet stacks are the top stacked hexes.",
        (
            Rung("Do the Soviets control any of their own Spawn hexes?", "no", "Draw a card", ("draw a card",),
                 ("INF-AI-02", "INF-AI-07")),
            Rung("Are there more top stacked hexes than Spawn hexes in Soviet hands?", "yes", "Spawn Action",
                 ("Spawn Action",), ("INF-AI-04", "INF-AI-01")),
        ),
        "Movement Action", ("Movement Action",), ("INF-AI-05", "INF-AI-08"),
    ),
    Ladder(
        "spawn", "The Spawn Action",
        "Ask these questions for each Spawn hex, in the order "
        f"{', '.join(BOARD.grid.ids[h] for h in BOARD.spawn_order)}.",
        (
            Rung("Is it under Soviet control?", "no", "No units arrive", ("nothing comes",), ("INF-SPAWN-02",)),
            Rung("Are four units there?", "yes", "A card instead", ("a card instead", "2 cards instead"),
                 ("INF-SPAWN-04",)),
            Rung("Are three units there, and are two due?", "yes",
                 "Only one Infantry; a card only if there is none", ("one Infantry alone",), ("INF-SPAWN-05",)),
            Rung("Is the pool of a unit empty?", "yes", "A card instead of this unit", (),
                 ("INF-SPAWN-06", "INF-SPAWN-07")),
        ),
        "The units arrive, drawn blind, at random strength", ("1 unit comes", "2 units come"),
        ("INF-SPAWN-01", "INF-SPAWN-03", "INF-SPAWN-08", "INF-SOLO-04"),
    ),
    Ladder(
        "dice", "The Movement Action",
        "First roll a die for each top stacked hex, from north to south.\n"
        "Then answer these questions for each die, starting with the lowest.",
        (
            Rung("Does another die show the same number?", "yes", "A card (two for a 1), no move",
                 ("1 card, no move", "2 cards, no move"), ("INF-SMOVE-07", "INF-SMOVE-09", "INF-SMOVE-10")),
            Rung("Is it a 1?", "yes", "A card, no move", ("1 card, no move",), ("INF-SMOVE-09",)),
            Rung("Is a Soviet unit left in its hex?", "no", "Nothing happens", ("no effect",), ("INF-FLOW-16",)),
            Rung("Does the compass point to a hex of the map?", "no", "A card, no move", ("a card, no move",),
                 ("INF-SMOVE-08", "INF-FLOW-19")),
            Rung("Is a German stack in that hex?", "yes",
                 "The whole stack attacks; with Chuikov in play, so do all stacks next to the target", ("an attack",),
                 ("INF-SATK-01", "INF-SATK-02", "INF-TOTAL-01")),
            Rung("Are four Soviet units there?", "yes", "A card, no move", ("a card, no move",),
                 ("INF-SMOVE-08",)),
        ),
        "One random unit in the stack moves there unseen", ("one unit moves",),
        ("INF-SMOVE-05", "INF-SOLO-09", "INF-SMOVE-06"),
    ),
)  # fmt: skip
