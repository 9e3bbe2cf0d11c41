"""What a start may not be: each door refuses it with the sentence and the clause."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev.server.saved import open_record

from .operation import HQ6, M1, R1, T1, T2

EMPTY: dict[str, Any] = {"turn": 3, "unit.all": "out"}
THREE = EMPTY | {f"unit.{unit}": "2513" for unit in (T1, T2, M1)}

WRONG: list[tuple[dict[str, Any], str, str]] = [
    (THREE, "at most two combat units fit", "DON-STACK-02"),
    ({f"unit.{T1}": "2513", f"unit.{R1}": "2513"}, "the sides cannot share a hex", "DON-STACK-05"),
    ({f"unit.{HQ6}": "2513", f"unit.{R1}": "2513"}, "the sides cannot share a hex", "DON-STACK-05"),
    ({f"unit.{HQ6}": "2513", "unit.23p-hq": "2513"}, "two HQs cannot share a hex", "DON-STACK-03"),
    ({f"unit.{R1}": "2513", "schwerpunkt": R1}, "goes to an Axis unit", "DON-SCHWER-01"),
    ({"schwerpunkt": "snafu-alarmgruppe-1"}, "goes to an Axis unit", "DON-SCHWER-01"),
    ({"schwerpunkt": T1}, "but is not on the map", "DON-SCHWER-02"),
    ({"attach.stug-228": "4MC"}, "is not an Axis formation", "DON-SETUP-02"),
    ({"attach.stug-228": "51A"}, "is not an Axis formation", "DON-SETUP-02"),
    ({"attach.stug-228": "rom"}, "is not an Axis formation", "DON-SETUP-02"),
    ({"attach.s-pz-abt-503": "VI"}, "joins a Panzer division", "DON-AXACT-07"),
    ({"unit.stug-228": "2513"}, "without a formation", "DON-SETUP-02"),
    ({"unit.snafu-tank-1": "2513"}, "stays in its cup", "DON-CUP-07"),
    ({f"unit.{T1}": "cup"}, "does not come from a cup", "DON-CUP-04"),
    ({f"unit.{T1}": "overrun"}, "is not a Soviet HQ", "DON-OVERRUN-06"),
    ({"unit.51st-army-hq": "overrun"}, "Where was 51st Army HQ overrun", "DON-OVERRUN-06"),
    ({f"unit.{R1}": "2513", "overrun.51st-army-hq": "2513"}, "would have returned", "DON-OVERRUN-06"),
    ({f"unit.{T1}": "waiting"}, "has no arrival turn", "DON-REINF-01"),
    ({f"supply.{T1}": 0}, "Only units on the map are out of supply", "DON-SUP-06"),
    ({"card.a1-1": "late"}, "is not a late card", "DON-SETUP-03"),
    ({"card.sl9-1": "hand"}, "late cards arrive in turn 4", "DON-SETUP-03"),
    ({"turn": 6, "card.sl9-1": "late"}, "late cards arrive in turn 4", "DON-RESHUF-01"),
    ({"card.act1-1": "box"}, "is not a combat card", "DON-BOX-02"),
    ({"card.a1-1": "box", "card.a2-1": "box"}, "it can hold only one card, or a pair", "DON-BOX-08"),
    ({"called": 5}, "this is turn 3", "DON-CALL-01"),
    ({"track": 2}, "Before the call", "DON-CALL-02"),
    ({"zone": "B"}, "Before the call", "DON-CALL-02"),
    ({"survival": 5}, "this is turn 3", "DON-TRACK-06"),
    ({"bridge": "2513/2514"}, "No river runs", "DON-RIVER-04"),
    ({"retreat": "2513"}, "has no combat units to retreat", "DON-RETREAT-01"),
    ({f"unit.{T1}": "2513", "retreat": "2513"}, "No enemy combat unit is next to", "DON-COMBAT-04"),
]


@pytest.mark.parametrize(("changes", "sentence", "clause"), WRONG, ids=[clause for *_, clause in WRONG])
def test_a_start_that_the_rules_forbid_is_refused(changes: dict[str, Any], sentence: str, clause: str) -> None:
    with pytest.raises(Refusal, match=sentence) as refused:
        Match.new("donnerschlag", seed=1, start=EMPTY | changes)
    assert clause in refused.value.clauses
    assert refused.value.malformed


def test_the_order_of_the_changes_does_not_matter() -> None:
    """Units may trade their hexes: what counts is where they stand in the end."""
    swapped = {f"unit.{T1}": "2513", f"unit.{R1}": "2513"} | {f"unit.{T1}": "2609"}
    assert Match.new("donnerschlag", seed=1, start=EMPTY | swapped).facts()[f"unit.{T1}"] == "2609"
    pair = {"turn": 3, "card.s2-1": "box", "card.s3-1": "box"}
    assert Match.new("donnerschlag", seed=1, start=pair).facts()["soviet_boxed"] == 2


def test_a_stored_game_with_such_a_start_still_opens() -> None:
    match = Match.new("donnerschlag", seed=1, start=EMPTY | {f"unit.{T1}": "2513", f"unit.{T2}": "2513"})
    match.record.start[f"unit.{M1}"] = "2513"
    assert Match.from_record(match.record).facts()[f"unit.{M1}"] == "2513"


def test_a_script_is_refused_with_the_clause(tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    rows = "\n".join(f'"{key}" = {json.dumps(value)}' for key, value in THREE.items())
    file.write_text(f'game = "donnerschlag"\n[setup]\n{rows}\n')
    ended = subprocess.run([sys.executable, "-m", "mamayev", "script", file], capture_output=True, text=True)
    assert ended.returncode == 2
    assert "DON-STACK-02" in ended.stderr


def test_a_saved_game_that_somebody_sends_is_refused_with_the_clause() -> None:
    record = Match.new("donnerschlag", seed=1, start=EMPTY | {f"unit.{T1}": "2513"}).record
    record.start |= THREE
    with pytest.raises(Refusal, match="at most two combat units fit") as refused:
        open_record(record.to_json().encode())
    assert refused.value.clauses == ("DON-STACK-02",)
