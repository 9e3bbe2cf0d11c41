"""The appearance of blocks and cards."""

from __future__ import annotations

from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.refusal import Reason

from ..printed.board import Board
from ..printed.map import GERMAN, POOL_NAMES, SEATS, SIDE_NAMES, SOVIET
from ..printed.units import SYMBOLS
from ..rules.decks import EFFECT
from ..rules.setting import Setting

GROUP: dict[str, Literal["yellow", "blue", "white", ""]] = {
    "yellow": "yellow", "blue": "blue", "white": "white", "": "",
}  # fmt: skip
PIPS: dict[int, Literal["ring", "diamond", ""]] = {6: "", 5: "ring", 4: "diamond"}
"""The dots of a block by the lowest roll that hits (INF-T-FIRE)."""
ECHELON = {GERMAN: "regiment", SOVIET: "brigade"}


def decks(table: Setting) -> list[sc.Deck]:
    board = table.board
    found = []
    for side, row in ((GERMAN, board.german_cards), (SOVIET, board.soviet_cards)):
        faces = [
            sc.CardFace(
                c, board.cards[c].title, [sc.CardLine(EFFECT, "", board.cards[c].text)], origin=board.cards[c].origin
            )
            for c in row
        ]
        found.append(sc.Deck(SEATS[side], f"{SIDE_NAMES[side]} cards", len(faces), faces))
    return found


def piece(board: Board, u: int) -> sc.Piece:
    unit = board.units[u]
    echelon = "division" if unit.name.endswith("Division") else ECHELON[unit.side]
    return sc.Piece(
        id=unit.id, name=unit.name, label=unit.label + " R" * unit.r, side=SEATS[unit.side],
        tone="b" if unit.side else "a", kind=unit.kind, steps=unit.strength, group=GROUP[unit.colour],
        pips=PIPS[unit.hits_on], home=f"pool-{POOL_NAMES[board.pool_of[u]]}" if u in board.pool_of else "",
        symbol={"sidc": SYMBOLS[unit.kind], "echelon": echelon},
    )  # fmt: skip


def card_use(table: Setting, card: int) -> Reason:
    """Return when a card is played (INF-GCARD-04, INF-COMBAT-02, INF-HUMAN-06)."""
    face = table.board.cards[card]
    if face.side == SOVIET:
        laid = "INF-HUMAN-06" if table.soviet_player else "INF-COMBAT-02"
        return Reason(f"Play {face.title} face down when a combat begins.", (laid,))
    return Reason(
        f"{face.title} supports a Deliberate Attack: play it when the combat begins.",
        ("INF-GCARD-04", "INF-COMBAT-03"),
    )
