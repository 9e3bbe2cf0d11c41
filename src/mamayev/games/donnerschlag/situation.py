"""Situations that scripts and tests begin with."""

from __future__ import annotations

from typing import Any

from .activation import begin_action_phase
from .board import AXIS, SEATS, SOVIET, ZONE_NAMES
from .cards import DRAW, KIND_NAMES, LATE
from .combat_locals import Combat
from .position import Operation
from .results import find_column, take_losses
from .table import CARD_PLACES, OFF_THE_MAP
from .units import ASIDE, FORMATIONS, OVERRUN, set_of


def changed(p: Operation, key: str, value: Any) -> bool:
    """Make one change; returns whether there is such a change."""
    board = p.board
    what, _, name = key.partition(".")
    number = isinstance(value, int) and not isinstance(value, bool)
    if p.inside("combat"):
        return False
    if key in ("turn", "admin") and number and value in range(1 if key == "turn" else 2, 9):
        begin(p, value, key == "admin")
    elif key == "active" and value in SEATS:
        p.active = SEATS.index(value)
    elif key == "luck" and value in SEATS:
        p.luck = SEATS.index(value)
    elif key == "unit.all" and value == "out":
        p.at = [ASIDE if h < len(board.grid) or board.units[u].turn else h for u, h in enumerate(p.at)]
    elif what == "unit" and name in board.unit:
        return _placed(p, board.unit[name], value)
    elif key == "retreat" and str(value) in board.hex:
        return _beaten(p, board.hex[str(value)])
    elif what == "steps" and name in board.unit and number and 0 < value <= board.units[board.unit[name]].steps:
        p.steps[board.unit[name]] = value
    elif what == "supply" and name in board.unit and number and value in (0, 1):
        bit = 1 << board.unit[name]
        p.unsupplied = p.unsupplied & ~bit if value else p.unsupplied | bit
    elif what == "attach" and board.unit.get(name) in board.attached and value in FORMATIONS:
        p.attached[board.attached.index(board.unit[name])] = FORMATIONS.index(value)
    else:
        return _card(p, what, name, value) or _donnerschlag(p, key, what, name, value)
    return True


def _card(p: Operation, what: str, name: str, value: Any) -> bool:
    """A change of the cards."""
    board = p.board
    if what == "cards" and name == "all" and value in ("draw", "start"):
        p.where = bytearray(board.card_start) if value == "start" else bytearray(DRAW for _ in board.cards)
    elif what == "card" and name in board.card_index and value in CARD_PLACES:
        p.where[board.card_index[name]] = CARD_PLACES[value]
    elif what == "limit" and name in LIMITS_OF and value in (5, 6):
        seat, kind = LIMITS_OF[name]
        p.limits[seat][kind] = value
    else:
        return False
    return True


LIMITS_OF = {f"{seat}-{kind}": (s, k) for s, seat in enumerate(SEATS) for k, kind in enumerate(KIND_NAMES)}


def _donnerschlag(p: Operation, key: str, what: str, name: str, value: Any) -> bool:
    """A change of markers and of the call."""
    board, grid = p.board, p.board.grid
    number = isinstance(value, int) and not isinstance(value, bool)
    if key == "schwerpunkt" and value in board.unit:
        p.schwerpunkt, p.schwerpunkt_given = board.unit[value], True
    elif key == "called" and number and value in range(2, 8):
        p.called, p.track, p.zone = value, max(p.track, 0), max(p.zone, 0)
    elif key == "track" and number and value in range(5):
        p.track = value
    elif key == "zone" and value in ZONE_NAMES:
        p.zone = ZONE_NAMES.index(value)
    elif key == "survival" and number and value in range(2, 9):
        p.survival = value
    elif what == "overrun" and board.unit.get(name) in board.soviet_hqs and value in board.hex:
        p.at[board.unit[name]] = OVERRUN
        p.overrun_at[board.soviet_hqs.index(board.unit[name])] = board.hex[value]
    elif key == "bridge" and isinstance(value, str) and value.count("/") == 1:
        a, b = (board.hex.get(part) for part in value.split("/"))
        if a is None or b is None or b not in grid.neighbours[a] or grid.side(a, b) not in board.rivers:
            return False
        p.built = grid.side(a, b)
    else:
        return False
    return True


def _placed(p: Operation, u: int, value: Any) -> bool:
    """Put a counter somewhere."""
    board = p.board
    if value in OFF_THE_MAP:
        p.at[u] = OFF_THE_MAP[value]
        return True
    if str(value) not in board.hex:
        return False
    p.at[u] = board.hex[str(value)]
    if board.is_combat[u] and not p.steps[u]:
        p.steps[u] = board.units[u].steps
    return True


def _beaten(p: Operation, h: int) -> bool:
    """An attack on a hex, by all of the other side who stand next to it, has come to the retreat of the defenders."""
    board, grid = p.board, p.board.grid
    side = AXIS if p.troops(AXIS) & grid.bit[h] else SOVIET
    near = grid.near[h]
    units = set_of([u for u in p.on_map(board.of_side[1 - side] & board.troops) if grid.bit[p.at[u]] & near])
    if not p.troops(side) & grid.bit[h] or not units:
        return False
    if not p.inside("action-phase"):
        begin(p, max(p.turn, 1), False)
    p.active, p.activated = 1 - side, units
    p.go_on_after("activation")
    for name, entry in (("activation", "combat-segment"), ("combat-segment", "declare")):
        p.call(name)
        p.go_on_after(entry)
    p.call("combat", 0, h, units)
    find_column(p, p.top)
    p.fought, p.attacked = units, grid.bit[h]
    p.top[Combat.loser] = p.top[Combat.retreats] = 1
    p.go_on_after(take_losses)
    return True


def begin(p: Operation, turn: int, admin: bool) -> None:
    """A turn begins, with its Admin Phase or after it; the preparation for play is over."""
    p.turn = turn
    if turn > 3:
        for c, card in enumerate(p.board.cards):
            if p.where[c] == LATE and (turn > 4 or not admin):
                p.where[c] = DRAW
                assert card.late
    p.frames.clear()
    p.call("game")
    p.go_on_after("preparation")
    p.call("turn")
    if admin:
        return
    p.go_on_after("action-phase")
    p.call("action-phase")
    active = p.active
    begin_action_phase(p, p.top)
    p.active = active
    p.go_on_after(begin_action_phase)
