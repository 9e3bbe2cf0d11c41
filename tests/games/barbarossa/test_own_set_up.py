"""The suggested setup on a player's own counters and map (BAR-SETUP-08), whose files say nothing about it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from tests.games.mirrored import ours

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.games.barbarossa.printed.board import ours as printed
from mamayev.games.barbarossa.printed.workshop import WORKSHOP
from mamayev.match.match import Match

OURS = ours("barbarossa")
THIN = {"order_of_battle": True}
WHOLE = {"units.toml": OURS["units.toml"]}


def counter(unit: str, side: str = "axis", nation: str = "German", attack: int = 9) -> str:
    return (
        f'[[unit]]\nid = "{unit}"\nname = "{unit}"\nside = "{side}"\nnationality = "{nation}"\ntype = "infantry"\n'
        f'attack = {attack}\ndefense = 4\nmovement = 4\nentry_base = "setup"\nentry_variant = "setup"\n'
    )


def without(unit: str) -> str:
    """Our counters but one."""
    left, found = re.subn(rf'(?s)\[\[unit\]\]\nid = "{unit}"\n.*?(?=\[\[unit\]\]|\Z)', "", OURS["units.toml"])
    assert found == 1
    return left


def begun(files: dict[str, str], options: Any = None) -> Any:
    """A position in which both sides have taken the suggested setup."""
    match = Match.new("barbarossa", seed=1, components=files, options=options)
    for action in ("historical", "confirm", "historical", "confirm"):
        match.play(action)
    return match.position


def where(p: Any, unit: str) -> str:
    return str(p.board.grid.ids[p.at[p.board.unit[unit]]])


def lawful(p: Any) -> None:
    """BAR-SETUP-02 to BAR-SETUP-06, BAR-STACK-01, BAR-V-OOB-02: all that the two setups have to keep."""
    board, foreign, count = p.board, 0, dict[tuple[int, int], int]()
    for u, unit in enumerate(board.units):
        if p.table.enters[u]:
            continue
        bit, side = board.grid.bit[p.at[u]], unit.side
        count[side, p.at[u]] = count.get((side, p.at[u]), 0) + 1
        assert board.open_land & bit
        if unit.nation == "Russian":
            assert board.ussr & bit
            continue
        assert board.west & ~board.bordering & bit
        assert unit.nation != "Finnish" or board.finland & bit
        foreign += unit.attack * bool(unit.nation != "Finnish" and board.finland & bit)
    assert foreign <= 8
    assert all(number <= p.table.limits[side] for (side, _), number in count.items())


@pytest.mark.parametrize("options", [None, THIN])
def test_new_counters_are_set_up_with_the_others(options: Any) -> None:
    new = [counter(f"new-{n}") for n in range(8)]
    new += [counter(f"finn-{n}", nation="Finnish") for n in range(4)]
    new += [counter(f"army-{n}", "russian", "Russian") for n in range(8)]
    p = begun({"units.toml": OURS["units.toml"] + "".join(new)}, options)
    assert len(p.board.units) == 120
    lawful(p)


def test_the_other_counters_stay_where_ours_are() -> None:
    before, after = begun(WHOLE), begun({"units.toml": OURS["units.toml"] + counter("new")})
    for unit in before.board.units:
        if not unit.enters:
            assert where(before, unit.id) == where(after, unit.id)


@pytest.mark.parametrize("options", [None, THIN])
def test_a_counter_can_be_left_out_or_have_another_id(options: Any) -> None:
    lawful(begun({"units.toml": without("ge-pz-iii")}, options))
    p = begun({"units.toml": OURS["units.toml"].replace('id = "ru-army-4"', 'id = "fourth"')}, options)
    lawful(p)
    assert p.at[p.board.unit["fourth"]] < len(p.board.grid)


def flooded(places: set[str]) -> str:
    """Our map with these hexes under water. The first 52 rows of 42 letters are the terrain."""
    rows = re.findall(r'(?m)^ *"[.^w~o]{42}",.*$', OURS["map.toml"])
    assert len(rows) == 52
    drowned = {divmod(printed().grid.index[place], 42) for place in places}
    text = OURS["map.toml"]
    for number, row in enumerate(rows):
        start = row.index('"') + 1
        wet = "".join(
            "~" if start <= at < start + 42 and (number, at - start) in drowned else letter
            for at, letter in enumerate(row)
        )
        text = text.replace(row, wet, 1) if wet != row else text
    return text


@pytest.mark.parametrize("options", [None, THIN])
def test_a_counter_whose_hex_is_water_begins_beside_it(options: Any) -> None:
    """BAR-TERRAIN-03."""
    before = begun(WHOLE, options)
    armies = [u.id for u in before.board.units if not before.table.enters[before.board.unit[u.id]]]
    # Without a city, a river, a railway or anything else of which the map names the hex.
    armies = [unit for unit in armies if f'"{where(before, unit)}"' not in OURS["map.toml"]][::4]
    wet = {where(before, unit) for unit in armies}
    assert len(wet) > 1
    p = begun({"map.toml": flooded(wet)}, options)
    lawful(p)
    for unit in armies:
        assert p.board.grid.distance(p.at[p.board.unit[unit]], before.at[before.board.unit[unit]]) in (1, 2)


def test_a_setup_of_ones_own_is_not_changed() -> None:
    files = {"units.toml": OURS["units.toml"] + counter("new"), "setup.toml": OURS["setup.toml"] + "\n"}
    begun(files)  # it is still ours
    files["setup.toml"] = OURS["setup.toml"].replace('ru-army-4 = "Z7"', 'ru-army-4 = "Z8"', 1)
    with pytest.raises(Refusal, match="base, new: the unit begins on the board but has no hex"):
        begun(files)


def test_a_map_without_room_is_refused() -> None:
    with pytest.raises(Refusal, match=r"setup.toml .*base, finn-.*no hex where the unit can begin"):
        begun({"units.toml": OURS["units.toml"] + "".join(counter(f"finn-{n}", nation="Finnish") for n in range(290))})


def test_the_staff_plays_with_a_counter_of_its_own() -> None:
    match = mamayev.new("barbarossa", seed=3, components={"units.toml": OURS["units.toml"] + counter("new")})
    for action in ("historical", "confirm", "historical", "confirm"):
        match.play(action)
    p: Any = match.position.copy()
    mamayev.playout(p, Random(1), until=lambda now: now.turn > 2)
    assert p.turn > 2 or p.over


DNIEPER = ("NN20", "OO20", "OO19", "PP18", "PP17", "QQ17")
"""Its last hexes, and the sea."""


@pytest.mark.rule("BAR-TERRAIN-12", "BAR-TERRAIN-14")
@pytest.mark.parametrize(
    ("end", "course"),
    [("sea", DNIEPER), ("river", ("Y15", "Z15", "AA16")), ("land", DNIEPER[:3]), ("edge", ("A20", "A21"))],
)
def test_a_river_that_is_drawn_in_the_workshop_may_end_anywhere(end: str, course: tuple[str, ...]) -> None:
    """The page cannot say where a river ends, so it writes the same word for each."""
    (kind,) = (line for line in WORKSHOP.lines if line.id == "river")
    assert kind.more == {"ends_in": "edge"}
    rest = re.sub(r"(?s)\[\[river\]\].*?(?=\n\[(?!\[river))", "", OURS["map.toml"])
    hexes = ", ".join(f'"{name}"' for name in course)
    drawn = f'{rest}\n[[river]]\nname = "River"\nends_in = "edge"\nhexes = [{hexes}]\n'
    match = Match.new("barbarossa", seed=1, components={"map.toml": drawn})
    board: Any = match.position.board  # type: ignore[attr-defined]
    middle = course[-2]
    assert {board.grid.ids[h] for h in board.grid.hexes(board.rivers)} == set(course)
    assert len(set(board.banks[board.hex[middle]]) - {0}) == (2 if len(course) > 2 else 0)
    last = set(board.banks[board.hex[course[-1]]]) - {0}
    assert bool(last) == (end == "edge"), "only a river that leaves the map goes on from its last hex"
