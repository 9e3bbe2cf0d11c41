"""Worked examples: their steps, and what is wrong with a file."""

from pathlib import Path

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.example import Example, ExampleStep, find_example
from mamayev.match.record import LESSON

FILE = Path(__file__).parents[1] / "tiny" / "half-a-race.toml"


def changed(tmp_path: Path, before: str, after: str) -> Example:
    """The example of the tests with a change."""
    text = FILE.read_text(encoding="utf-8")
    assert before in text
    file = tmp_path / "changed.toml"
    file.write_text(text.replace(before, after), encoding="utf-8")
    return Example(file)


def test_steps_follow_the_log(tiny: str) -> None:
    example = find_example(find(tiny), "half-a-race")
    log = example.report.match.record.log
    steps = example.steps
    assert [step.text for step in steps[:-1]] == [
        "Both runners stand at the start.",
        "North steps.",
        "South rolls.",
        "North rests and draws a card.",
        "That is half a race.",
    ]
    assert steps[0] == ExampleStep(0, "Both runners stand at the start.", ["TINY-GO-01"], ["north"])
    assert log[steps[1].ply - 1] == "step north 1", "no die has fallen"
    assert log[steps[2].ply - 1] == "die 2", "the first die after South's step"
    assert "card 3" in log[: steps[3].ply]
    assert steps[3].clauses == ["TINY-CARD-01"]
    assert steps[-1].text.startswith("Too far: ")
    assert steps[-1].clauses == ["TINY-GO-02"]
    assert example.clauses == ["TINY-GO-01", "TINY-CARD-01", "TINY-GO-02"]
    assert example.reader == "north"


def test_a_branch_has_the_example_s_dice_as_far_as_it_goes(tiny: str) -> None:
    example = find_example(find(tiny), "half-a-race")
    match, step = example.match(), example.steps[3]
    branch = match.branch(step.ply, seed=5)
    assert branch.record.log[: step.ply] == match.record.log[: step.ply]
    assert branch.record.earlier == [[step.ply, LESSON]]
    assert branch.record.seed == 5


def test_one_without_a_position_is_read_and_not_played(tiny: str) -> None:
    example = find_example(find(tiny), "half-a-field")
    assert example.info().still == "It names no runner."
    assert example.info().text == ["Half a field is no field."]
    with pytest.raises(Refusal, match="It names no runner"):
        example.match()


def test_an_unknown_example_is_refused_with_those_there_are(tiny: str) -> None:
    with pytest.raises(Refusal, match="half-a-race, half-a-field"):
        find_example(find(tiny), "a-whole-race")


def test_what_does_not_go_as_written_is_named(tiny: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"changed\.toml: \[\[do\]\] 2, “step south 1”: south is 1, not 4"):
        assert changed(tmp_path, "south = 1 }", "south = 4 }").steps
    with pytest.raises(Refusal, match="That is half a race"):
        assert changed(tmp_path, 'text = "That is half a race."', 'text = "That is half a race."\nfell = 0').steps
