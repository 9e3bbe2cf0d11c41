"""Script files: what goes as written, what does not, and what is wrong with the file."""

from pathlib import Path

import pytest

from mamayev import Refusal
from mamayev.lab.script import run_script

GOOD = """
game = "tiny"
edition = "second"
clauses = ["TINY-GO-02"]
options = { length = 2 }
[setup]
north = 2
[chance]
dice = [1, 4]
cards = [3]
[[do]]
seat = "north"
action = "step north 3"
expect = { north = 2 }
[[do]]
action = "rest"
[expect]
bonus = 3
over = false
[[refuse]]
action = "step north 5"
clause = "TINY-GO-02"
"""


def write(folder: Path, change: tuple[str, str] = ("", "")) -> Path:
    file = folder / "race.toml"
    assert change[0] in GOOD
    file.write_text(GOOD.replace(*change) if change[0] else GOOD, encoding="utf-8")
    return file


def test_a_script_goes_as_written(tiny: str, tmp_path: Path) -> None:
    report = run_script(write(tmp_path))
    assert report.ok
    assert (report.steps, report.checks) == (2, 4)
    assert report.facts == {"turn": 2, "north": 2, "south": 0, "bonus": 3}


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        (("north = 2 }", "north = 3 }"), "[[do]] 1, “step north 3”: north is 2, not 3."),
        (
            ('seat = "north"', 'seat = "south"'),
            "[[do]] 1, “step north 3”: north must decide now, not south.",
        ),
        (
            ('"step north 3"', '"step north 4"'),
            "[[do]] 1, “step north 4”: A step goes one field, not to 4. [TINY-GO-02]",
        ),
        (("bonus = 3", "bonus = 4"), "[expect]: bonus is 3, not 4."),
        (("over = false", 'result.winner = "north"'), "[expect]: result.winner is None, not 'north'."),
        (('clause = "TINY-GO-02"', 'clause = "TINY-GO-01"'), "refused, but citing TINY-GO-02 instead of TINY-GO-01"),
        (('"step north 5"', '"step north 3"'), "[[refuse]] 1, “step north 3”: this should have been refused"),
        (("length = 2", "length = 1"), "[[refuse]] 1, “step north 5”: the game is already over."),
    ],
)
def test_what_does_not_go_as_written(tiny: str, tmp_path: Path, change: tuple[str, str], failure: str) -> None:
    text = run_script(write(tmp_path, change if change[0] != "length = 2" else ("over = false", ""))).failure
    if change[0] == "length = 2":
        file = write(tmp_path, change)
        file.write_text(file.read_text(encoding="utf-8").replace("over = false", "over = true"), encoding="utf-8")
        text = run_script(file).failure
    assert failure in text


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('game = "tiny"', 'game = "vast"'), "There is no game “vast”."),
        (('game = "tiny"', ""), "object missing required field `game`."),
        (('edition = "second"', 'edition = "third"'), "has no edition “third”"),
        (("length = 2", "length = 8"), "Option length cannot be 8"),
        (("[setup]\nnorth = 2", "[setup]\nwest = 2"), "not west = 2."),
        (("dice = [1, 4]", 'dice = ["one"]'), "[chance] dice takes numbers."),
        (("dice = [1, 4]", "dice = 1"), "chance: expected `array`, got `int`."),
        (("dice = [1, 4]", "lots = [1]"), "[chance] lots takes ids of pieces."),
        (("dice = [1, 4]", "dice = [9]"), "[[do]] 1, “step north 3”: The script's dice give 9"),
        (("dice = [1, 4]", "dice = []"), "run out of dice: asked for “Roll one die: Stumbling”."),
        (("cards = [3]", ""), "[[do]] 2, “rest”: The script has run out of cards: asked for “Draw a card: A bonus”."),
        (('action = "rest"', 'action = "hop"'), "[[do]] 2, “hop”: There is no action “hop”."),
        (('action = "rest"', "actoin = 1"), "[[do]] 2: object contains unknown field `actoin`."),
        (('action = "rest"', "action = 1"), "[[do]] 2, action: expected `str`, got `int`."),
        (("bonus = 3", "bonis = 3"), "[expect]: there is no fact “bonis”. Do you mean bonus?"),
        (("bonus = 3", "bonus = = 3"), "not valid TOML: Invalid value (at line"),
    ],
)
def test_a_wrong_file_is_refused_with_file_step_and_field(
    tiny: str, tmp_path: Path, change: tuple[str, str], reason: str
) -> None:
    file = write(tmp_path, change)
    with pytest.raises(Refusal) as refusal:
        run_script(file)
    assert refusal.value.malformed
    assert refusal.value.text.startswith(f"{file}: ")
    assert reason in refusal.value.text


def test_cards_of_a_named_deck(tiny: str, tmp_path: Path) -> None:
    assert run_script(write(tmp_path, ("cards = [3]", "bonus = [3]"))).ok
