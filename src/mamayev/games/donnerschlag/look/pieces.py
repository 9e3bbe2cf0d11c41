"""The appearance of counters and cards."""

from __future__ import annotations

from typing import Literal

from mamayev.engine import scene as sc

from ..printed import units as counters
from ..printed.board import Board
from ..printed.cards import ACTIVATION, AFTER, BEFORE, COMBAT, DECKS, EVENT_NAMES, KIND_NAMES, REACT, ROLL
from ..printed.map import AXIS, SEATS, SOVIET
from ..rules.position import SIDE_NAMES, Operation

SILHOUETTES: tuple[sc.Silhouette, ...] = ("tank", "motorized", "infantry", "cavalry")
"""The silhouette of each kind of unit."""


def decks(board: Board) -> list[sc.Deck]:
    """Return the four decks; each copy is a separate card."""
    return [
        sc.Deck(
            DECKS[s][kind], f"{SIDE_NAMES[s]} {KIND_NAMES[kind]} cards", len(board.deck[s][kind]),
            [face(board, c) for c in board.deck[s][kind]], f"{KIND_NAMES[kind]} card",
        )
        for s in (AXIS, SOVIET)
        for kind in (ACTIVATION, COMBAT)
    ]  # fmt: skip


WAYS = {
    "formation": "Activates the HQ of the formation, and its units in range.",
    "any": "Activates a formation on the board: its HQ and its units in range.",
    "schwerpunkt": "Activates the units within four hexes of the Schwerpunkt marker that are in command.",
    "colour": "Activates all units of this color of this army.",
    "colour-or-formation": "Activates all units of one color of one army, or of one formation.",
    "hq-or-formation": "Activates all units in range of one HQ, or all of one formation.",
}


def face(board: Board, c: int) -> sc.CardFace:
    """Return the face of a card."""
    card = board.cards[c]
    origin: Literal["stated", "reconstructed"] = "stated" if card.stated else "reconstructed"
    if card.kind == ACTIVATION:
        lines = [sc.CardLine("way", "", WAYS[card.way])]
        return sc.CardFace(c, card.title, lines, origin, strip=strip_of(card.whom))
    lines = []
    for name, event in zip(EVENT_NAMES, card.events, strict=True):
        if event is not None:
            fate = "leaves the game if it happens" if event.removes else "then discarded"
            lines.append(sc.CardLine(name, name.title(), event.text, event.roll or 6, fate))
    timing, when = played_when({window for event in card.events if event is not None for window in event.windows})
    return sc.CardFace(c, card.title, lines, origin, timing, when)


def played_when(windows: set[int]) -> tuple[str, Literal["before", "after", "any"]]:
    """DON-CARDWIN-06: describe when a card can be played, given the reaction windows of its events."""
    if windows <= {BEFORE}:
        return "Before combat", "before"
    if windows <= {AFTER, ROLL}:
        return ("Own combat die" if ROLL in windows else "After combat"), "after"
    return ("Answer to a card" if windows == {REACT} else "Any time"), "any"


# ------------------------------------------------------------------ counters


def tone(board: Board, u: int) -> sc.Tone:
    """Return the tone of a unit: German, Romanian or Soviet."""
    if board.units[u].side == AXIS:
        romanian = board.romanian >> u & 1 or board.units[u].formation in counters.ROMANIANS
        return "c" if romanian else "a"
    return "b"


LONGEST_LABEL = 8


def label(name: str) -> str:
    """Return the label at the side of a counter: its name, or a short form that identifies it. The short form leaves
    out the formation, which the strip shows, and abbreviates words to initials.
    """
    short = name.partition(" (")[0].removesuffix(" HQ")
    while len(short) > LONGEST_LABEL and "/" in short:
        short = short.rpartition("/")[0]
    if len(short) <= LONGEST_LABEL:
        return short
    return "".join(f" {word}" if word[0].isdigit() else word[0] for word in short.split()).strip()


INKS: dict[str, sc.Ink] = {
    "6P": "cream", "23P": "sky", "17P": "violet", "VI": "brown", "VII": "forest", "GP": "plum",
    "red": "red", "blue": "blue", "yellow": "yellow", "green": "green",
}  # fmt: skip
"""The ink of each Axis formation, and of each Soviet color."""


def strip(group: int, formation: int) -> sc.Strip | None:
    """Return the strip that shows which card activates a unit. The strip shows the formation, or the army's color with
    a number of blocks (on a dark background for the 51st Army, a light one for the 2nd Guards).
    """
    if group != counters.NONE:
        army, _, colour = counters.GROUPS[group].partition("-")
        return sc.Strip(INKS[colour], counters.COLOURS.index(colour) + 1, army == counters.ARMIES[1])
    ink = INKS.get(counters.FORMATIONS[formation]) if formation != counters.NONE else None
    return sc.Strip(ink) if ink else None


def strip_of(whom: str) -> sc.Strip | None:
    """Return the strip of the units that an activation card names: a formation, or one color within an army."""
    if whom in counters.GROUPS:
        return strip(counters.GROUPS.index(whom), counters.NONE)
    return strip(counters.NONE, counters.FORMATION[whom]) if whom in counters.FORMATION else None


def own_strip(p: Operation, u: int) -> sc.Strip | None:
    """Return the strip of a unit that was attached to a formation or color in play."""
    board = p.board
    if u in board.attached:
        return strip(counters.NONE, p.formation(u))
    return strip(p.naval_group, counters.NONE) if u == board.naval else None


def silhouette(board: Board, u: int) -> sc.Silhouette:
    """Return the silhouette of a combat unit: the other counter set of the box (DON-UNIT-08)."""
    if board.kind[u] == counters.TANK:
        if u in board.stugs:
            return "assault-gun"
        return "sloped-tank" if board.units[u].side == SOVIET else "tank"
    return SILHOUETTES[board.kind[u]]


def piece(board: Board, u: int) -> sc.Piece:
    unit = board.units[u]
    kind = board.kind[u]
    faces = ("full", "reduced") if unit.steps == 2 else ("full",)
    if kind == counters.HEADQUARTERS:
        figures: tuple[str, ...] = (f"R{unit.range} {unit.movement[1] or ''}".strip(),)
    elif kind == counters.SNAFU:
        figures = ()
    elif board.cup[u] == counters.ALARM:
        figures = (f"({unit.strength[1]})",)
    else:
        figures = tuple(f"{unit.strength[n]}-{unit.movement[n]}" for n in range(unit.steps, 0, -1))
    symbol: sc.UnitSymbol
    if kind in (counters.HEADQUARTERS, counters.SNAFU):
        symbol = {"letters": "HQ" if kind == counters.HEADQUARTERS else "!"}
    else:
        echelon = "battalion" if unit.side == AXIS and not board.romanian >> u & 1 else "regiment"
        symbol = {
            "sidc": counters.SYMBOLS[kind], "silhouette": silhouette(board, u), "echelon": echelon,
        }  # fmt: skip
    return sc.Piece(
        id=unit.id, name=unit.name, label=label(unit.name), side=SEATS[unit.side], tone=tone(board, u),
        kind=counters.KIND_TITLES[kind], faces=faces, figures=figures, symbol=symbol,
        strip=strip(unit.group, unit.formation),
    )  # fmt: skip
