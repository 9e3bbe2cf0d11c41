"""Which tests cite which clauses."""

from pathlib import Path

import pytest

from mamayev import Refusal
from mamayev.lab.coverage import coverage

TESTS = """
import pytest
pytestmark = pytest.mark.rule("TINY-END-01")

@pytest.mark.rule("TINY-GO-01")
class TestSteps:
    @pytest.mark.rule("TINY-GO-02", "TINY-GO-01")
    def test_one(self) -> None: ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("TINY-DIE-01"))])
def test_dice(x: int) -> None: ...

@pytest.mark.rule("TINY-HOP-01")
def test_hop() -> None: ...
"""


EXAMPLE = "examples/half-a-race.toml"


def test_marks_scripts_and_examples_are_found(tiny: str, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_race.py").write_text(TESTS)
    (tmp_path / "card.toml").write_text('game = "tiny"\nclauses = ["TINY-CARD-01"]\n')
    (tmp_path / "broken.toml").write_text("game = = 1")
    (tmp_path / "settings.toml").write_text('clauses = ["TINY-END-02"]\n')
    found = coverage(tiny, [tmp_path])
    assert found.tests == {
        "TINY-END-01": ["deep/test_race.py"],
        "TINY-GO-01": [EXAMPLE, "deep/test_race.py::TestSteps::test_one", "deep/test_race.py::TestSteps"],
        "TINY-GO-02": [EXAMPLE, "deep/test_race.py::TestSteps::test_one"],
        "TINY-DIE-01": ["deep/test_race.py::test_dice"],
        "TINY-CARD-01": [EXAMPLE, "card.toml"],
    }, "the example without a position, which cites TINY-DIE-01, proves nothing"
    assert found.uncovered == ["TINY-END-02"]
    assert found.unknown == [("deep/test_race.py::test_hop", "TINY-HOP-01")]


def test_a_test_that_cannot_be_read_is_named(tiny: str, tmp_path: Path) -> None:
    (tmp_path / "test_race.py").write_text("def :")
    with pytest.raises(Refusal, match=r"test_race\.py is not a Python file that can be read"):
        coverage(tiny, [tmp_path])
