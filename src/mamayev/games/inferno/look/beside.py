"""Displays beside the map: the reinforcement chart, pools, decks, leaders, and the tracks on their panels."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mamayev.engine import scene as sc
from mamayev.terrain.grid import Point

from ..printed.board import Board
from ..printed.map import BOXES, EMPTY, GERMAN, POOL_NAMES, ROWS, SEATS, SOVIET
from ..printed.shapes import layout
from ..rules.setting import Setting

CELL = 1.3
"""The cell size of the reinforcement chart, in units of the drawing."""


def chart_row(corner: Point, row: int) -> sc.Space:
    """Return the five boxes in a row of the chart, with the row's die on the left."""
    x, y = corner[0], corner[1] + row * CELL
    right, below = x + BOXES * CELL, y + CELL
    return sc.Space(
        id=f"chart-{row + 1}", label=f"Reinforcement chart, row {row + 1}", name=str(row + 1), kind="box",
        shape=[(x, y), (right, y), (right, below), (x, below)], text=(x - 0.45, y + CELL / 2),
        slots=[(round(x + (n + 0.5) * CELL, 2), round(y + CELL / 2, 2)) for n in range(BOXES)],
    )  # fmt: skip


def penalty(board: Board, row: int) -> sc.Space:
    """Return the space to the right of a row, with the unit that a surplus die removes."""
    corner = layout(board).chart
    x, y = corner[0] + BOXES * CELL + 0.1, corner[1] + row * CELL
    unit = board.penalty[row]
    name = "–" if unit == EMPTY else board.units[unit].label
    return sc.Space(
        id=f"penalty-{row + 1}", label=name, name=name, kind="box",
        shape=[(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)], text=(x + CELL / 2, y + CELL / 2),
        slots=[(round(x + CELL / 2, 2), round(y + CELL / 2, 2))],
    )  # fmt: skip


POOL_BOXES = ((0.0, 6, "Infantry pool"), (8.2, 4, "Tank pool"), (14.0, 1, "Marine pool"))
"""The Soviet pools on the far bank: position, rows of blocks, and name (INF-STEP-03)."""
POOL_COLUMNS, POOL_WIDTH, POOL_BELOW = 4, 4.9, 16.5


def pool(corner: Point, n: int) -> sc.Space:
    """Return a pool's box, with places for the blocks in it."""
    first, rows, title = POOL_BOXES[n]
    (left, top), right = corner, corner[0] + POOL_WIDTH
    top += first
    below = top + 1.15 + rows * 1.15
    return sc.Space(
        id=f"pool-{POOL_NAMES[n]}", label=title, name=title, kind="box",
        shape=[(left, top), (right, top), (right, below), (left, below)], text=((left + right) / 2, top + 0.4),
        slots=[
            (round(left + 0.7 + column * 1.17, 2), round(top + 1.65 + row * 1.15, 2))
            for row in range(rows) for column in range(POOL_COLUMNS)
        ],
    )  # fmt: skip


def compass(table: Setting) -> tuple[sc.PanelItem, ...]:
    """Return the compass numbers around a hex."""
    board, grid = table.board, table.board.grid
    x, y = grid.centre(board.middle)
    toward = [(d, grid.centre(grid.toward[board.middle][d])) for d in table.compass]
    return tuple(
        sc.PanelItem(grid.directions[d], str(n), (round(to[0] - x, 3), round(to[1] - y, 3)))
        for n, (d, to) in enumerate(toward, 1)
    )


class Panel(NamedTuple):
    """A panel: its id, title, side and height, its content, and its track or items."""

    id: str
    title: str
    side: int
    height: float
    shows: Literal["track", "hand", "held", "rose"]
    of: str = ""
    items: tuple[sc.PanelItem, ...] = ()


def beside(table: Setting) -> list[sc.BoardPanel]:
    """Return the panels beside the map. Soviet panels are on the far bank, and German panels are below the chart."""
    board = table.board
    german, soviet = (
        tuple(sc.PanelItem(board.cards[c].id, board.cards[c].title) for c in leaders)
        for leaders in ((board.paulus, board.hoth), (board.chuikov, board.khrushchev))
    )
    place = layout(board)
    corners = [
        (place.chart[0], place.chart[1] + ROWS * CELL + 0.5, (BOXES + 1) * CELL + 0.1),
        (place.pools[0], round(place.pools[1] + POOL_BELOW, 2), POOL_WIDTH),
    ]  # fmt: skip
    found = []
    for one in (
        Panel("german-leaders", "Leaders in play", GERMAN, 1.9, "held", items=german),
        Panel("losses", "German losses", GERMAN, 1.9, "track", "losses"),
        Panel("soviet-deck", "Soviet deck", SOVIET, 3.1, "track", "soviet-deck"),
        Panel("soviet-hand", "Soviet hand", SOVIET, 2.0, "hand", "soviet-hand"),
        Panel("soviet-leaders", "Leaders in play", SOVIET, 2.8, "held", items=soviet),
        Panel("rubble", "Rubble", SOVIET, 1.7, "track", "rubble"),
        Panel("compass", "Soviet compass", SOVIET, 3.5, "rose", items=compass(table)),
    ):
        left, top, width = corners[one.side]
        corners[one.side] = (left, top + one.height + 0.2, width)
        frame = (left, round(top, 2), width, one.height)
        found.append(sc.BoardPanel(id=one.id, title=one.title, frame=frame, shows=one.shows, of=one.of,
                                   items=one.items, side=SEATS[one.side]))  # fmt: skip
    return found
