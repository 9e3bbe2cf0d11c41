"""The flow chart of the Soviet procedure is that of the game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.rules.flow import LADDERS
from mamayev.games.inferno.rules.soviet import procedure

from .battle import GDS, INF, RB, RB2, RD, RD2
from .test_combat import volleys
from .test_soviet import findings, soviet, stacked

BOARD = ours()

ROOT = Path(__file__).parents[3]
ON_THE_WAY = ("go on", "stacks of")
"""What findings say that decide nothing yet."""


def test_the_page_is_what_the_game_gives() -> None:
    command = [sys.executable, str(ROOT / "tools" / "flow_chart.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_test_that_play_tells_stands_in_the_chart_and_the_other_way_round() -> None:
    told: set[tuple[str, str]] = set()
    weak: dict[str, Any] = {"strength__inf-191": 1}
    hexes = ["7", "59", "60", "61", "48", "65"]
    spawn = soviet(stacked(dict.fromkeys(["59", "60", "61", "45", "48", "56", "62"], 1)), [1] * 9, control__6="german")
    while spawn.decision is not None and spawn.decision.box == "arrival":
        spawn.play(str(spawn.decision.actions[0]))
    for match in (
        spawn,
        soviet(stacked(dict.fromkeys(["3", "19", "6", "15", "13", "7", "59"], 4))),
        soviet(stacked(dict.fromkeys(["3", "19", "6", "15", "13", "7", "59"], 4)), options={"full_spawn": "each"}),
        soviet(stacked(dict.fromkeys(["3", "59", "60", "61", "45", "48", "56"], 3)), [1] * 8),
        soviet(stacked(dict.fromkeys(hexes, 2)), [1, 2, 6, 6, 3, 2], drawn=["aa-1", "aa-2"]),
        soviet(stacked({"59": 2, "60": 2}), [1, 1]),
        soviet({RD: "68"}, [5]),
        soviet(stacked({"59": 4, "60": 4}), [3, 4], lots=["rd-45"]),
        soviet(stacked({"60": 2}), [4], lots=[RD2]),
        soviet(stacked({"59": 3, "61": 3}) | {INF: "60"}, [3, 6, 1, 6, *[1] * 8], lots=[RB2], **weak),
        soviet({RB: "59", GDS: "61", INF: "60"}, [3, 6, 1, 6, *[1] * 5], in_play=["chuikov"], **weak),
    ):  # fmt: skip
        told |= {(found.clauses[0], found.outcome) for found in findings(match)}
    p: Any = soviet({RD: "59"}).position.copy()
    for name in ("3", "6", "7", "13", "15", "19"):
        p.control |= BOARD.grid.bit[BOARD.grid.index[name]]
    told |= {(found.clause, found.outcome) for found in procedure(p)}
    drawn = {(rung.clauses[0], words) for ladder in LADDERS for rung in ladder.rungs for words in rung.found}
    drawn |= {(ladder.clauses[0], words) for ladder in LADDERS for words in ladder.found}
    assert {(clause, words) for clause, words in told if not words.startswith(ON_THE_WAY)} == drawn


def test_findings_and_volleys_are_told_as_sentences() -> None:
    match = soviet(stacked({"60": 2, "61": 2}) | {INF: "74"}, [5, 5], drawn=["aa-1", "aa-2"])
    assert [found.text for found in findings(match)] == [
        "The Soviets hold 6 of their 6 Spawn hexes.",
        "The highest Soviet stacks hold 2 units.",
        "Top stacked hexes: 60, 61.",
        "The die of 60 shows 5, as another one does: 1 card, no move.",
        "The die of 61 shows 5, as another one does: 1 card, no move.",
    ]
    attack = soviet(stacked({"60": 1}) | {INF: "74"}, [5, 1, 2, 3, 4, 5, 6, 1])
    assert findings(attack)[-1].text == "Germans stand in 74: the stack in 60 attacks."
    told = [volley.text for volley in volleys(attack)]
    assert told == ["191st Infantry Regiment rolls 1, 2, 3, 4: no hits.", "87th Rifle Division rolls 5, 6, 1: 1 hit."]


def test_the_page_names_the_readings_that_change_an_answer() -> None:
    """With another reading, the page alone would lead a player to another Soviet action than the game's."""
    page = (ROOT / "docs" / "inferno-procedure.md").read_text(encoding="utf-8")
    named = page.partition("## With other readings")[2].partition("## The clauses")[0]
    for title in ("The sixth Spawn hex", "A full Spawn hex", "Order of Spawn hexes", "Soviet compass"):
        assert f"| {title} |" in named
