"""A side's view of Inferno as arrays for learners (INF-FOG-02, INF-FLOW-01, INF-HUMAN-02 to INF-HUMAN-05)."""

from __future__ import annotations

from mamayev.engine.observation import Columns, Feature, Observation, asked, asking, flag

from ..printed.board import Board
from ..printed.map import AWAY, BOXES, EMPTY, GERMAN, IN_HAND, LOST, POOL, POOL_NAMES, REMOVED, ROWS, SOVIET, STACK
from ..rules.fire import Combat
from ..rules.position import DECK, HAND, LAID, OUT, City
from ..rules.setting import Setting

VERSION = 1
UNSEEN = AWAY
"""The place given for a unit whose face a side does not see."""

ON_MAP = bytes(place if place < LOST else UNSEEN for place in range(256))
TO_GERMANS = bytes(place if place in (LOST, REMOVED, IN_HAND) or place < LOST else UNSEEN for place in range(256))
OFF_MAP = bytes(place if place in (LOST, REMOVED) else UNSEEN for place in range(256))
"""Tables that hide the places that a side does not see. The first is for the Soviets' own units. The second is for the
Germans' own units. The third is for German units outside combat, as the Soviets see them."""
COVERED = bytes(DECK if place in (DECK, HAND, LAID) else place for place in range(256))
"""The places of the enemy's cards."""


def observation(table: Setting) -> Observation:
    """Return the features for the board and the blocks."""
    board, grid = table.board, table.board.grid
    return Observation(
        version=VERSION, see=see, pieces=of_blocks(board), spaces=of_hexes(board),
        cards=(
            Feature("side", 0, 1, "0 German, 1 Soviet", fixed=tuple(card.side for card in board.cards)),
            Feature("place", 0, OUT, "0 deck, or the enemy's hand; 1 one's hand, 2 laid face down, 3 turned up, "
                                     "4 in play, 5 used up, 6 not in this match"),
        ),
        globals=(
            *asking(table),
            Feature("round", 0, 99, "the round, 0 for the setup", "rounds"),
            Feature("leader", 0, 2, "the German seat that leads it"),
            Feature("losses", 0, 99, "German losses", "units"),
            *(Feature(f"{pile} {name}", 0, 99, f"{name} cards in the {pile}", "cards")
              for name in ("german", "soviet") for pile in ("deck", "hand")),
            *(Feature(f"pool {name}", 0, 99, f"blocks in the {name} pool", "blocks") for name in POOL_NAMES),
            *(Feature(f"chart {row}", 0, BOXES, f"blocks in row {row} of the chart", "blocks")
              for row in range(1, ROWS + 1)),
        ),
        bits=tuple(bit.bit_length() - 1 for bit in grid.bit),
    )  # fmt: skip


def of_blocks(board: Board) -> tuple[Feature, ...]:
    """Return the visible features for a block."""
    kinds = tuple(dict.fromkeys(unit.kind for unit in board.units))
    return (
        Feature("side", 0, 1, "0 German, 1 Soviet", fixed=board.side),
        Feature("kind", 0, len(kinds) - 1, f"one of {', '.join(kinds)}, from 0",
                fixed=tuple(kinds.index(unit.kind) for unit in board.units)),
        Feature("most", 0, 4, "its full strength", "steps", fixed=board.most),
        Feature("hits_on", 4, 6, "the lowest die that hits", "pips", fixed=board.fire),
        Feature("at", 0, UNSEEN, f"its hex; {LOST} lost, {REMOVED} on a penalty space, {IN_HAND} picked up, "
                                 f"{UNSEEN} not seen"),
        Feature("strength", 0, 4, "its strength; 0 if it is not seen", "steps"),
        flag("shown", "the last combat has shown this unit of the enemy"),
    )  # fmt: skip


def of_hexes(board: Board) -> tuple[Feature, ...]:
    """Return the visible features for a hex."""
    return (
        Feature("terrain", 0, 2, "0 clear, 1 rough, 2 urban", fixed=board.terrain),
        *(flag(f"spawn {name}", f"a Spawn hex of the {name}s", board.grid.flags(board.spawn_hexes[side]))
          for side, name in ((GERMAN, "german"), (SOVIET, "soviet"))),
        flag("german", "it has German blocks"),
        flag("soviet", "it has Soviet blocks"),
        *(flag(f"stack {n}", f"it has at least {n} blocks") for n in range(2, STACK + 1)),
        flag("control", "under German control"),
        flag("rubble", "there is rubble"),
        flag("battle", "its blocks are turned up for the combat"),
        flag("target", "it is attacked"),
        flag("origin", "the attack comes from it"),
    )  # fmt: skip


def see(p: City, seat: int) -> Columns:
    """Return what a seat's side sees. If the rules play the Soviets, return the Germans' view."""
    board = p.board
    side = p.table.viewing_side(seat)
    assert side is not None
    at = _seen(p, side)
    strength = bytearray(len(at))
    for u in range(len(board.units)):
        if at[u] < LOST:
            strength[u] = p.strength[u]
    enemies = sum(1 << u for u in (range(len(board.germans), len(board.units)) if side == GERMAN else board.germans))
    first = board.german_cards.stop
    german, soviet = p.cards[:first], p.cards[first:]
    cards = german + soviet.translate(COVERED) if side == GERMAN else german.translate(COVERED) + soviet
    target = origins = 0
    if p.frames and p.inside("combat"):
        f = p.frame("combat")
        target, origins = board.grid.bit[f[Combat.target]], f[Combat.origins]
    return Columns(
        (at, strength, p.seen & enemies),
        (p.german, p.soviet, *p.tall[1:], p.control, p.rubble, p.battle, target, origins),
        (cards,),
        [
            *asked(p), p.round, p.leader, p.losses,
            *(p.count(owner, pile) for owner in (GERMAN, SOVIET) for pile in (DECK, HAND)),
            *(p.at.count(POOL, pool.start, pool.stop) for pool in board.pools),
            *(BOXES - p.chart.count(EMPTY, row, row + BOXES) for row in range(0, ROWS * BOXES, BOXES)),
        ],
    )  # fmt: skip


def _seen(p: City, side: int) -> bytearray:
    """Return the places of the units whose faces a side sees: its own, and those revealed by the combat."""
    board = p.board
    first = len(board.germans)
    german, soviet = p.at[:first], p.at[first:]
    if side == GERMAN:
        found = german.translate(TO_GERMANS) + bytes([UNSEEN]) * len(soviet)
    else:
        found = german.translate(OFF_MAP) + soviet.translate(ON_MAP)
    if p.battle:
        for h in board.grid.hexes(p.battle):
            for u in p.stacks[h]:
                found[u] = h
    return found
