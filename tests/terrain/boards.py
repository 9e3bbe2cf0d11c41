"""Maps for the tests: pieces of real ones in the three forms in which maps come, and boards drawn at random."""

import json
from pathlib import Path
from typing import Any

import networkx as nx
from hypothesis import strategies as st

from mamayev.terrain.grid import Grid, lettered, numbered


def facts(form: str) -> dict[str, Any]:
    """What a map says of itself: row_letters, shifted_rows or irregular."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / f"{form}.json").read_text())
    return found


def row_letters() -> Grid:
    f = facts("row_letters")
    name, (x, y) = f["anchor"]
    return Grid(lettered(f["lines"], f["places"], shifted="even"), "pointy", f["pitch"], (name, (x, y)))


def shifted_rows() -> Grid:
    f = facts("shifted_rows")
    (top, bottom), (left, right), (name, (x, y)) = f["lines"], f["places"], f["anchor"]
    places = numbered(range(top, bottom + 1), range(left, right + 1), shifted="even")
    here = {name: place for name, place in places.items() if name in f["neighbours"]}
    return Grid(here, "pointy", f["pitch"], (name, (x, y)))


def irregular() -> Grid:
    f = facts("irregular")
    name, (x, y) = f["anchor"]
    places = {name: (line, half) for name, (line, half) in f["places"].items()}
    return Grid(places, "pointy", f["pitch"], (name, (x, y)))


FORMS = {"row_letters": row_letters, "shifted_rows": shifted_rows, "irregular": irregular}


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    """A small board, flat or pointy, either lines shifted, with holes."""
    lines, along = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    places = numbered(range(lines), range(along), draw(st.sampled_from(["odd", "even"])))
    holes = draw(st.sets(st.sampled_from(sorted(places)), max_size=len(places) - 1))
    return Grid(
        {name: place for name, place in places.items() if name not in holes}, draw(st.sampled_from(["flat", "pointy"]))
    )


def graph(grid: Grid) -> nx.Graph:
    """The neighbours, for the oracle; found by the geometry alone."""
    found = nx.Graph()
    found.add_nodes_from(range(len(grid)))
    centres = [grid.centre(h) for h in found.nodes]
    for a, (x, y) in enumerate(centres):
        for b, (u, v) in enumerate(centres[:a]):
            if ((x - u) ** 2 + (y - v) ** 2) ** 0.5 < grid.pitch * 1.01:
                found.add_edge(a, b)
    return found
