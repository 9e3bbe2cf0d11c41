"""The grid of a scene: hexes told row by row."""

from __future__ import annotations

import math
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.engine.scene import HexGrid, Scene, Space


def grid(orientation: Literal["flat", "pointy"], shifted: Literal["odd", "even"], columns: int, rows: int) -> HexGrid:
    return HexGrid(
        orientation=orientation,
        pitch=4.0,
        origin=(10.0, 20.0),
        shifted=shifted,
        ids=[" ".join(f"{c:02}{r:02}" for c in range(columns)) for r in range(rows)],
    )


def scene(hexes: HexGrid, spaces: list[Space]) -> Scene:
    return Scene(
        game="g", title="G", edition="1", unit="km", frame=(0, 0, 1, 1), counter={"side": 1, "gap": 0}, notice="",
        seats=[], sides=[], phases=[], spaces=spaces, grid=hexes,
    )  # fmt: skip


@given(st.sampled_from(("flat", "pointy")), st.sampled_from(("odd", "even")), st.integers(1, 7), st.integers(1, 7))
def test_neighbours_are_the_hexes_a_pitch_away(
    orientation: Literal["flat", "pointy"], shifted: Literal["odd", "even"], columns: int, rows: int
) -> None:
    hexes = grid(orientation, shifted, columns, rows)
    centre = {name: hexes.centre(column, row) for name, column, row in hexes.places()}
    assert centre["0000"] == (10.0, 20.0)
    for name, space in hexes.spaces().items():
        near = {other for other in centre if math.isclose(math.dist(centre[name], centre[other]), 4.0)}
        assert set(space.neighbours) == near
        assert len(space.shape) == 6
        for other in space.neighbours:
            shared = set(space.shape) & set(hexes.spaces()[other].shape)
            assert len(shared) == 2, "neighbours share a side"


@pytest.mark.parametrize(
    ("orientation", "shifted", "there"),
    [("flat", "odd", "below"), ("flat", "even", "above"), ("pointy", "odd", "right"), ("pointy", "even", "left")],
)
def test_shifted_rows_and_columns_stand_half_a_hex_further(
    orientation: Literal["flat", "pointy"], shifted: Literal["odd", "even"], there: str
) -> None:
    hexes = grid(orientation, shifted, 2, 2)
    x, y = hexes.centre(1, 0) if orientation == "flat" else hexes.centre(0, 1)
    assert {"below": y - 20, "above": 20 - y, "right": x - 10, "left": 10 - x}[there] == 2.0


def test_what_is_listed_of_a_hex_comes_before_what_the_grid_says() -> None:
    hexes = HexGrid(
        orientation="pointy", pitch=50.0, origin=(0.0, 0.0), shifted="odd",
        ids=["A1 - A3", "B1 B2 B3"], terrain=["c-m", "ccm"], codes={"c": "clear", "m": "marsh"},
    )  # fmt: skip
    city = Space(id="B2", label="B2", name="The Town", kind="hex", counters=(70.0, 40.0), terrain="city")
    box = Space(id="reserve", label="", name="Reserve", kind="box")
    board = scene(hexes, [city, box])
    spaces = board.every_space
    assert list(spaces) == ["A1", "A3", "B1", "B2", "B3", "reserve"]
    assert board.space_ids() == set(spaces)
    assert spaces["A3"].terrain == "marsh"
    assert spaces["A1"].neighbours == ("B1",)
    assert spaces["B2"].name == "The Town"
    assert spaces["B2"].counters == (70.0, 40.0)
    assert spaces["B2"].terrain == "city"
    assert spaces["B2"].neighbours == ("B1", "A3", "B3")
    assert len(spaces["B2"].shape) == 6
    assert spaces["reserve"].shape == []


def test_a_front_of_two_thousand_hexes_is_small() -> None:
    hexes = grid("pointy", "odd", 42, 52)
    told = msgspec.structs.replace(hexes, terrain=["c" * 42] * 52, codes={"c": "clear"})
    assert len(msgspec.json.encode(told)) < 20_000
    assert len(scene(told, []).every_space) == 2184
