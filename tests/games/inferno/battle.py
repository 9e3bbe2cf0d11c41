"""Battles from a chosen situation, with chosen dice, cards and lots, for the tests of the rules.

Clear ground without rubble around 88: its neighbours, clockwise from the north-east, are 87, 74, 75, 89, 100 and 99,
all Clear. Urban ground around 25: 8, 9, 26, then 42 (Clear), 41 (Rough) and 24.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.refusal import Refusal
from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import LOST, SOVIET
from mamayev.games.inferno.rules.position import HAND
from mamayev.games.inferno.rules.table import place_name
from mamayev.match.match import Match

BOARD = ours()

Given: TypeAlias = Any
"""Not said to the type checker, so that changes of the setup can be given as **{"control__9": "german"}."""

HOME = {"inf-578": "W", "rd-422": "19"}
"""A unit of each side far away, so that nobody is without."""

PZ, PG, PG2, MOT = "pz-24", "pg-64", "pg-79", "mot-8"  # 4 steps at 4+; 4 at 5+; 4 at 5+; 4 at 5+
INF, INF2, INF3, INF4 = "inf-191", "inf-194", "inf-211", "inf-516"  # 4 steps at 5+
WEAK, WEAK2 = "inf-544", "inf-545"  # 4 steps at 6
RD, RD2, RD3 = "rd-87", "rd-98", "rd-126"  # 3 steps at 6
RB, RB2, RB3 = "rb-10", "rb-42", "rb-115"  # 2 steps at 6
GDS, NRB, TB, TB2 = "gds-13", "nrb-92", "tb-6", "tb-13"  # 4 at 5+; 3 at 5+; 2 at 5+

LAST_HEX = (
    {"rd-229": "13", "gds-13": "13", "rd-196": "13", "rd-45": "13", "rd-131": "56", "rb-115": "56", "tb-133": "56"}
    | {"rd-95": "27", "rb-42": "27", "rd-112": "27", "tb-56": "8", "tb-99": "59", "rd-157": "28", "rb-10": "48"}
    | {"rd-138": "48", "rd-87": "68", "rd-399": "104", "pz-2": "7", "pg-79": "7", "mot-15": "7", "mot-120": "X"}
    | dict.fromkeys(("mot-29", "inf-194", "inf-516", "inf-517"), "29")
    | dict.fromkeys(("pz-24", "inf-274", "inf-276", "inf-82"), "14")
)
"""One Spawn hex left, in rubble, with eight German blocks beside it."""
LAST_HEX_MORE: Given = (
    {f"control__{h}": "german" for h in ("3", "6", "7", "15", "19")}
    | {"strength__rd-229": 1, "strength__gds-13": 1, "strength__rd-196": 2, "strength__rd-45": 4}
    | {"strength__rd-131": 4, "strength__rb-115": 3, "strength__tb-133": 1, "strength__rd-112": 1}
    | {"in_play": ["chuikov"], "soviet_deck": 13, "rubble__13": True}
)


def begin(units: dict[str, str], dice: Given = (), **more: Any) -> Match:
    """A match that begins with round 5, these units and those at HOME alone on the map. `cards` go to hands or into
    play ("hoth"); `drawn` and `lots` are what chance gives; `options` those of the game; all other words are changes of
    the setup with "__" for the dot."""
    options, drawn, lots = (more.pop(name, None) for name in ("options", "drawn", "lots"))
    home = HOME if more.pop("home", True) else {}
    start: dict[str, Any] = {"round": 5}
    start |= {f"unit.{unit}": place for unit, place in (home | units).items()}
    for card in more.pop("cards", ()):
        start[f"card.{card}"] = "hand"
    for card in more.pop("in_play", ()):
        start[f"card.{card}"] = "play"
    player = more.pop("player", None)
    start |= {key.replace("__", "."): value for key, value in more.items()}
    if player:
        start["player"] = player
    piles: dict[str, list[int]] = {"german": [], "soviet": []}
    for card in drawn or ():
        piles["soviet" if BOARD.cards[BOARD.card[card]].side else "german"].append(BOARD.card[card])
    chance = Scripted(list(dice), piles, list(lots or ()))
    return Match.new("inferno", seed=1, options=options, start=start, chance=chance)


def blocks(**heights: int) -> dict[str, str]:
    """Soviet units, so many in each hex ("h13" for 13), but for the one at HOME."""
    side = [unit.id for u, unit in enumerate(BOARD.units) if BOARD.side[u] == SOVIET and unit.id not in HOME]
    row = iter(side)
    return {next(row): h[1:] for h, height in heights.items() for _ in range(height)}


def play(match: Match, *actions: str) -> Match:
    """Play some actions."""
    for action in actions:
        match.play(action)
    return match


def box(match: Match) -> str:
    """What is asked."""
    assert match.decision is not None
    return match.decision.box


def verbs(match: Match) -> set[str]:
    """The verbs that are open now."""
    assert match.decision is not None
    return {str(action).split()[0] for action in match.decision.actions}


def offered(match: Match, verb: str) -> set[str]:
    """What a verb may name now, all of it in one text."""
    assert match.decision is not None
    rows = [str(action).split() for action in match.decision.actions]
    return {" ".join(row[1:]) for row in rows if row[0] == verb}


def refused(match: Match, action: str) -> tuple[str, ...]:
    """The clauses for which an action is refused."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert not refusal.value.malformed
    return refusal.value.clauses


def why(match: Match, action: str) -> str:
    """The sentence with which an action is refused."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    return str(refusal.value)


def told(match: Match, clause: str) -> list[str]:
    """What the record of play says by a clause, headings of steps left out."""
    return [event.text for event in match.events if clause in event.clauses and event.kind != "step"]


def at(match: Match, unit: str) -> str:
    """Where a unit is, hidden or not."""
    p: Any = match.position
    return place_name(BOARD, p.at[BOARD.unit[unit]])


def strength(match: Match, unit: str) -> int:
    """How strong it is, hidden or not; 0 where it is not on the map."""
    p: Any = match.position
    u = BOARD.unit[unit]
    return p.strength[u] if p.at[u] < LOST else 0


def stack(match: Match, place: str) -> int:
    """How many units stand in a hex."""
    p: Any = match.position
    return len(p.stacks[BOARD.grid.index[place]])


def soviet_hand(match: Match) -> set[str]:
    """The Soviet hand, which nobody sees."""
    p: Any = match.position
    return {card.id for c, card in enumerate(BOARD.cards) if card.side and p.cards[c] == HAND}


def german_hand(match: Match) -> set[str]:
    p: Any = match.position
    return {card.id for c, card in enumerate(BOARD.cards) if not card.side and p.cards[c] == HAND}
