"""A side's observation as arrays for learners.

The enemy's cards are hidden, and so is the real meeting zone from the Soviets (DON-FOG-01, DON-CALL-04).
"""

from __future__ import annotations

from functools import reduce
from operator import itemgetter, or_
from typing import Any, NamedTuple

from mamayev.engine.observation import Column, Columns, Feature, Observation, asked, asking, flag
from mamayev.terrain.grid import Hexes
from mamayev.terrain.kept import kept

from ..printed.board import Board
from ..printed.cards import BOX, DISCARD, DRAW, HAND, HIDDEN, KIND_NAMES, LATE, PICKED, REMOVED
from ..printed.map import AXIS, OFF_MAP, SEATS, SOVIET
from ..printed.units import FORMATIONS, KINDS, NONE
from ..rules.combat import Declared
from ..rules.combat_locals import Combat
from ..rules.position import Operation
from ..rules.setting import Setting

VERSION = 1
COVERED = bytes(DRAW if place in HIDDEN else LATE if place == PICKED else place for place in range(256))
"""The hidden places of the enemy's cards."""
HIDDEN_PLACES = ((HAND, "hand"), (BOX, "box"), (DRAW, "draw pile"))


class Printed(NamedTuple):
    """Data on the counters and cards: each unit's formation, each card's side, each side's cards as a set, and the
    piles by side and kind with a mapping of places.
    """

    formation: list[int]
    card_side: tuple[int, ...]
    of_side: tuple[int, ...]
    piles: tuple[tuple[str, itemgetter[Any]], ...]


@kept()
def printed(board: Board) -> Printed:
    """Return the data for a board. Cached."""
    sides = board.card_side
    return Printed(
        [unit.formation for unit in board.units],
        sides,
        tuple(sum(1 << c for c, owner in enumerate(sides) if owner == side) for side in (AXIS, SOVIET)),
        tuple(
            (f"{SEATS[side]} {KIND_NAMES[kind]}", itemgetter(*board.deck[side][kind]))
            for side in (AXIS, SOVIET)
            for kind in range(len(KIND_NAMES))
        ),
    )


def observation(table: Setting) -> Observation:
    """Return the features for the map, the counters and the cards."""
    board = table.board
    return Observation(
        version=VERSION, see=see, pieces=_pieces(board), spaces=_spaces(board), cards=_cards(board),
        globals=(*asking(table), *_globals(board)), bits=tuple(bit.bit_length() - 1 for bit in board.grid.bit),
    )  # fmt: skip


def _pieces(board: Board) -> tuple[Feature, ...]:
    units = board.units
    beside = f"from {OFF_MAP} on: eliminated, due later, in its cup, aside, an overrun HQ"
    return (
        Feature("side", 0, 1, "0 Axis, 1 Soviet", fixed=board.side_of),
        Feature("kind", 0, len(KINDS) - 1, f"one of {', '.join(KINDS)}, from 0", fixed=board.kind),
        flag("combat", "a combat unit", tuple(board.troops >> u & 1 for u in range(len(units)))),
        Feature("strength", 0, 99, "its strength at full steps", "points",
                fixed=tuple(unit.strength[-1] for unit in units)),
        Feature("movement", 0, 99, "its movement at full steps", "points",
                fixed=tuple(unit.movement[-1] for unit in units)),
        Feature("range", 0, 99, "the command range of an HQ", "hexes", fixed=board.ranges),
        Feature("turn", 0, 9, "the turn of its arrival, 0 for the setup", "turns",
                fixed=tuple(unit.turn for unit in units)),
        Feature("at", 0, OFF_MAP + 4, f"its hex; {beside}"),
        Feature("steps", 0, 9, "its remaining steps", "steps"),
        Feature("formation", NONE, len(FORMATIONS) - 1, "its formation, -1 for none"),
        flag("unsupplied", "it has an Out of Supply marker"),
        flag("activated", "it belongs to this activation"),
        flag("to move", "it has not moved in it"),
        flag("fought", "it has attacked in it"),
        flag("schwerpunkt", "it has the Schwerpunkt marker"),
        flag("attacks", "it attacks in the current combat"),
    )  # fmt: skip


def _spaces(board: Board) -> tuple[Feature, ...]:
    grid = board.grid

    def sets(names: tuple[str, ...], doc: str, rows: tuple[Hexes, ...]) -> tuple[Feature, ...]:
        return tuple(flag(name, doc.format(name), grid.flags(row)) for name, row in zip(names, rows, strict=True))

    rivers = reduce(or_, board.on_rivers.values(), 0)
    return (
        *sets(("village", "town", "city"), "a {}", (board.villages, board.towns, board.cities)),
        flag("road", "a road or railway runs through it", grid.flags(board.road)),
        flag("river", "it is on a river", grid.flags(rivers)),
        *sets(tuple(f"supply {seat}" for seat in SEATS), "{}: an edge of supply", board.sources),
        *sets(tuple(f"entry {seat}" for seat in SEATS), "{}: where reinforcements arrive", board.entries),
        *sets(tuple(f"zone {n}" for n in range(1, len(board.zones) + 1)), "meeting {}", board.zones),
        *(flag(f"troops {seat}", f"it has combat units of the {seat} side") for seat in SEATS),
        *(flag(f"hq {seat}", f"it has an HQ of the {seat} side") for seat in SEATS),
        *(flag(f"zoc {seat}", f"in a zone of control of the {seat} side") for seat in SEATS),
        flag("attacked", "it was attacked in this combat segment"),
        flag("target", "it is attacked"),
    )  # fmt: skip


def _cards(board: Board) -> tuple[Feature, ...]:
    return (
        Feature("side", 0, 1, "0 Axis, 1 Soviet", fixed=board.card_side),
        Feature("kind", 0, 1, "0 activation, 1 combat", fixed=board.card_kind),
        Feature(
            "place",
            0,
            REMOVED,
            f"0 draw pile, or the enemy's hand or box; {LATE} not in the game yet; your "
            f"own: {PICKED} taken for High Command, {HAND} hand, {BOX} box; {DISCARD} discarded, {REMOVED} "
            "removed",
        ),
        flag("known", "an enemy card that was seen in hand"),
    )


def _globals(board: Board) -> tuple[Feature, ...]:
    return (
        Feature("turn", 1, 99, "the turn", "turns"),
        Feature("active", 0, 1, "the active side"),
        Feature("track", -1, 99, "the box of the Donnerschlag marker, -1 before the call"),
        Feature("called", 0, 99, "the turn of the call, 0 before", "turns"),
        Feature("survival", 0, 99, "the turn of Air Fleet 4, 0 for none", "turns"),
        Feature("luck", 0, 1, "the side with the Schlachtenglück marker"),
        Feature("zone", NONE, len(board.zones) - 1, "the real meeting zone, for the Axis; -1 none or unknown"),
        Feature("ruled out", 0, 7, "the meeting zones that the Soviets know to be wrong, bit by bit"),
        *(Feature(f"{name} {where}", 0, 99, f"{name} cards in the {where}", "cards")
          for name, _ in printed(board).piles for _, where in HIDDEN_PLACES),
    )  # fmt: skip


def see(p: Operation, seat: int) -> Columns:
    """Return the values for the map and the seat's own cards."""
    board, cards = p.board, printed(p.board)
    formation = cards.formation[:]
    for u, belongs in zip(board.attached, p.attached, strict=True):
        formation[u] = belongs
    attackers, target = _attack(p)
    where, counted = p.where, [pile(p.where) for _, pile in cards.piles]
    covered = where.translate(COVERED)
    lying = zip(where, covered, cards.card_side, strict=True)
    place = bytes([own if side == seat else other for own, other, side in lying])
    units: tuple[Column, ...] = (
        p.at, p.steps, formation, p.unsupplied, p.activated, p.to_move, p.fought,
        0 if p.schwerpunkt == NONE else 1 << p.schwerpunkt, attackers,
    )  # fmt: skip
    return Columns(
        units,
        (
            *(p.troops(side) for side in (AXIS, SOVIET)), *(p.headquarters(side) for side in (AXIS, SOVIET)),
            *(p.controlled(side) for side in (AXIS, SOVIET)), p.attacked, target,
        ),
        (place, p.known & cards.of_side[1 - seat]),
        [
            *asked(p), p.turn, p.active, p.track, p.called, p.survival, p.luck,
            p.zone if seat == AXIS else NONE, p.ruled_out,
            *(pile.count(number) for pile in counted for number, _ in HIDDEN_PLACES),
        ],
    )  # fmt: skip


def _attack(p: Operation) -> tuple[int, Hexes]:
    """Return the attacking units and the target of the current combat, or 0 for both if there is none."""
    if p.frames and p.inside("combat"):
        f = p.frame("combat")
        return f[Combat.attackers], p.board.grid.bit[f[Combat.target]]
    if p.frames and p.inside("declare"):
        f = p.frame("declare")
        return f[Declared.units], p.board.grid.bit[f[Declared.target] - 1] if f[Declared.target] else 0
    return 0, 0
