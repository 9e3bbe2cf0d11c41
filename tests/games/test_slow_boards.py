"""Boards that are as large as they may be, and made to cost time: what the book states is asked of them and lessons are
played through on them, in a process that ends where that takes long."""

import json
import re
import resource
import subprocess
import sys
import tomllib
from collections.abc import Callable

import pytest
from tests.games.mirrored import Files, ours

PLAYED = """
import json, sys
import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.components import check
game, files = json.load(sys.stdin)
found = check(find(game), files)
assert not [one.problem for one in found.files if one.problem], found.files
assert found.statements
for lesson in find(game).lessons:
    try:
        mamayev.new(game, lesson=lesson.stem, components=files)
    except Refusal as refusal:
        assert "does not fit these" in refusal.text
match = mamayev.new(game, components=files, seed=1)
assert match.position.actions()
"""


def entries(text: str, kind: str) -> list[str]:
    """The entries of a kind as they are written."""
    return re.findall(rf"(?ms)^\[\[{kind}\]\]\n.*?(?=^\[|\Z)", text)


def cauldron() -> Files:
    """Each area touches each that it may: no Soviet unit comes in contact that does not begin so."""
    files = ours("cauldron")
    areas = [tomllib.loads(entry)["area"][0] for entry in entries(files["map.toml"], "area")]
    inside = {area["number"] for area in areas if area.get("inside")}
    beside: dict[int, set[int]] = {area["number"]: set(area["adjacent"]) for area in areas}
    for one in beside:
        for other in beside:
            if one != other and (one in inside) == (other in inside):
                beside[one].add(other)
    for a, b in ((10, 2), (9, 7), (30, 31), (33, 34)):
        beside[a].discard(b)
        beside[b].discard(a)
    numbers = iter(beside.values())
    row = re.compile(r"(?m)^adjacent = \[.*?\]")
    return {"map.toml": row.sub(lambda _: f"adjacent = {sorted(next(numbers))}", files["map.toml"])}


def barbarossa() -> Files:
    """A hundred railways along the longest one, and units in each hex where they may begin."""
    files = ours("barbarossa")
    longest = max(entries(files["map.toml"], "railway"), key=len)
    unit = entries(files["units.toml"], "unit")[0]
    name = re.findall(r'id = "(.*?)"', unit)[0]
    start = re.findall(rf'(?m)^{name} = "(.*?)"$', files["setup.toml"])[0]
    more = "".join(unit.replace(name, f"own-{n}", 1) for n in range(2))
    placed = "".join(f'own-{n} = "{start}"\n' for n in range(2))
    return {
        "map.toml": files["map.toml"].replace(longest, longest * 100, 1),
        "units.toml": files["units.toml"].replace(unit, unit + more, 1),
        "setup.toml": files["setup.toml"].replace("[base]\n", f"[base]\n{placed}", 1),
    }


def inferno() -> Files:
    files = ours("inferno")
    more = "".join(f'  ["own{n}", "Own", "O", "infantry", 4, "TF"],\n' for n in range(110))
    return {"units.toml": files["units.toml"].replace('  ["nrb-92"', f'{more}  ["nrb-92"', 1)}


def donnerschlag() -> Files:
    files = ours("donnerschlag")
    roads = entries(files["map.toml"], "road")
    longest = max(roads, key=len)
    return {"map.toml": files["map.toml"].replace(longest, longest * (200 - len(roads)), 1)}


@pytest.mark.parametrize("board", [cauldron, barbarossa, inferno, donnerschlag])
def test_a_board_that_costs_time_on_purpose_costs_little(board: Callable[[], Files]) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
        resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))

    done = subprocess.run(
        [sys.executable, "-c", PLAYED], input=json.dumps([board.__name__, board()]), capture_output=True, text=True,
        check=False, preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-1500:]
