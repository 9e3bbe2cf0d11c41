"""Finished games of every edition and option group replay to the same result and events as on the day they were kept.

Where one does not, either the change was not meant; or the game's rules get a new version, and `make golden` plays them
anew, for the change of version says to whoever has such a game stored what has become of it.
"""

from pathlib import Path

import msgspec
import pytest

from mamayev.engine.registry import find
from mamayev.match.match import Record
from mamayev.testing.golden import Golden, changed, set_ups

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = sorted(folder.name for folder in FOLDER.iterdir())


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*/*.json")), ids=lambda file: f"{file.parent.name} {file.stem}")
def test_a_golden_game_replays_as_ever(file: Path) -> None:
    assert changed(file) == ""


@pytest.mark.parametrize("game", GAMES)
def test_every_edition_and_option_group_has_one(game: str) -> None:
    assert {file.stem for file in (FOLDER / game).iterdir()} == {name for name, _, _ in set_ups(find(game))}


def test_a_game_that_goes_otherwise_is_named_with_the_versions(tmp_path: Path) -> None:
    golden = msgspec.json.decode(next(FOLDER.glob("*/*.json")).read_bytes(), type=Golden)
    record = Record.from_json(golden.record)
    record.rules = "0"
    file = tmp_path / "old.json"
    for result, events, said in (
        ({"why": "Nobody came."}, golden.events, "old.json ends otherwise: "),
        (golden.result, "", "old.json tells other events, or cites other clauses"),
    ):
        file.write_bytes(msgspec.json.encode(Golden(record.to_json(), result, events)))
        assert changed(file).startswith(said)
        assert "(saved under version 0 of the rules; version " in changed(file)
    record.log = [*record.log[:-1], "die 9"]
    file.write_bytes(msgspec.json.encode(Golden(record.to_json(), golden.result, golden.events)))
    assert changed(file).startswith("old.json no longer replays: Entry ")


@pytest.mark.parametrize("game", GAMES)
def test_tables_of_other_options_leave_a_table_as_it_is(game: str) -> None:
    """A list of the sequence of play is written once for all tables of a game; each table has its own steps in it."""
    opened = {find(game).table(edition, options) for _, edition, options in set_ups(find(game))}
    for file in sorted((FOLDER / game).iterdir()):
        assert changed(file) == ""
    boxes = [box for table in opened for box in table.boxes]
    assert len(boxes) == len({id(box) for box in boxes})
