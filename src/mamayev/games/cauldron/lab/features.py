"""The state of the army as numbers, for search and learning."""

from __future__ import annotations

from ..rules.board import bits
from ..rules.control import army_steps, keys, morale, units_in_play
from ..rules.evaluation import TURNS
from ..rules.position import LINK_UP, Pocket

BOXES = 5
"""The number of Relief boxes (CAU-RELIEF-01). Beyond the last box, the relief force is on the map."""


def features(p: Pocket, seat: int) -> dict[str, float]:
    """Return the factors in the victory sum (CAU-VP-01 to CAU-VP-09), and the values that make them change."""
    board, left = p.table.board, (TURNS - p.turn) / TURNS
    linked = p.outcome == LINK_UP
    front = p.german & board.touching(p.soviet)
    relief = 0.0 if linked else (p.relief_box or BOXES + 1) / (BOXES + 1)
    held = p.german.bit_count() / 30
    return {
        "left": left,
        "ssi": p.ssi / 8,
        "ssi_left": p.ssi / 8 * left,
        "supply": p.supply / 15,
        "ip": p.ip / 5,
        "morale": morale(p) / 25,
        "offensive": p.offensive / 8,
        "launched": float(bool(p.launched)),
        "launched_left": bool(p.launched) * left,
        "wounded": p.wounded / 6,
        "relief": relief,
        "relief_left": relief * left,
        "committed": p.relief / 4,
        "luftwaffe": p.luftwaffe / 3,
        "units": len(units_in_play(p)) / 25,
        "steps": army_steps(p) / 40,
        "areas": held,
        "areas_left": held * left,
        "keys": (p.german & keys(p)).bit_count() / 8,
        "airfields": (p.german & board.airfields).bit_count() / 5,
        "stalingrad": (p.german & board.stalingrad).bit_count() / 5,
        "front": front.bit_count() / 15,
        "open": sum(not p.count[area] for area in bits(front)) / 5,
        "defenses": sum(p.pdm_active[area] for area in bits(p.german)) / 10,
        "foa": float(bool(p.foa)),
        "bonus": p.foa_bonus / 3,
        "manstein": float(bool(p.manstein)),
        "collapsed": float(bool(p.collapsed)),
        "surrendered": float(bool(p.surrendered)),
    }
