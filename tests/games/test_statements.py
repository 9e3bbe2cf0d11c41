"""What the rulebooks state of map, counters and cards: ours agree with all of it, and a board that differs is told."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.games.mirrored import ours
from tests.server.conftest import HOME
from typer.testing import CliRunner

import mamayev
from mamayev.cli.main import app
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.table import Game
from mamayev.match.components import check, statements
from mamayev.server.app import create_app

GAMES = ("cauldron", "inferno", "barbarossa", "donnerschlag")


def of(game: str) -> Game:
    found = find(game)
    assert found.statements is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_ours_agree_with_every_statement(game: str) -> None:
    table = of(game).table()
    found = of(game).statements().beside(table)  # type: ignore[misc]
    assert [(one.id, one.found) for one in found if one.state == "differs"] == []
    assert sum(one.state == "agrees" for one in found) >= 30
    assert {one.state for one in found} == {"agrees", "not stated"}


@pytest.mark.parametrize("game", GAMES)
def test_each_statement_names_a_clause_a_file_and_what_is_there(game: str) -> None:
    known = of(game)
    table, stated = known.table(), known.statements()  # type: ignore[misc]
    nouns = {noun.id for row in table.notation.nouns.values() for noun in row}
    found = stated.beside(table)
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert one.clause in known.ledger().clauses, one.id
        assert one.place.file in known.component_files, one.id
        assert nouns.issuperset(one.place.names), one.id
    asked = {entry.ask for _, entry, _ in stated.entries}
    assert asked - {""} == set(stated.questions)


CONTRADICTED = {
    "cauldron": ("counters.toml", "area = 41", "area = 24", "begins-14th-pz", ("Pz, 24", "14th-pz", ("41",))),
    "inferno": ("cards.toml", "copies = 4\ndice = 6", "copies = 3\ndice = 6", "copies-howitzer",
                ("3", "howitzer-1", ())),
    "barbarossa": ("map.toml", 'hex = "FF15"\nkind = "major"', 'hex = "FF15"\nkind = "minor"', "major-kiev",
                   ("minor", "", ("FF15",))),
    "donnerschlag": ("map.toml", 'axis = ["4607"]', 'axis = ["4608"]', "axis-entry", ("4608", "", ("4607",))),
}  # fmt: skip
"""By game: a change of a file of ours against the book, the statement, and what is found instead, at which entry and
spaces."""


def against(game: str) -> dict[str, str]:
    """Our files with something against the book."""
    name, old, new, *_ = CONTRADICTED[game]
    text = ours(game)[name]
    assert old in text
    return ours(game) | {name: text.replace(old, new, 1)}


@pytest.mark.parametrize("game", GAMES)
def test_what_differs_from_the_book_is_told_with_its_place(game: str) -> None:
    file, *_, name, (found, entry, spaces) = CONTRADICTED[game]
    told = {one.id: one for one in statements(find(game), against(game))}[name]
    assert (told.state, told.found, told.place) == ("differs", found, (file, entry, spaces))


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_differs_is_played_and_marked_so(game: str) -> None:
    name = CONTRADICTED[game][3]
    match = mamayev.new(game, seed=3, components=against(game))
    assert name in match.record.differs
    assert name in mamayev.Record.from_json(match.record.to_json()).differs
    notice = match.table.look.kept.notice
    assert "A player's own board" in notice
    assert "differs from the rulebook on" in notice
    scene = match.table.look.kept
    assert {space.origin for space in scene.spaces} | {c.origin for deck in scene.decks for c in deck.cards} <= {""}
    assert mamayev.new(game, seed=3).record.differs == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_transcribed_yet_is_to_come(game: str) -> None:
    file, *_, name, (_, entry, spaces) = CONTRADICTED[game]
    undone = {file: [*spaces, entry]}
    states = {one.id: one.state for one in statements(find(game), against(game), undone)}
    assert states[name] == "to come"
    whole = {one.id: one.state for one in statements(find(game), ours(game), {file: ["elsewhere"]})}
    assert "differs" not in whole.values()
    assert {"to come", "agrees"} <= set(whole.values())
    with pytest.raises(Refusal, match=r"has no component file “rules\.toml”"):
        statements(find(game), ours(game), {"rules.toml": []})


def test_of_a_file_that_does_not_fit_nothing_is_said_yet() -> None:
    files = ours("donnerschlag") | {"units.toml": "{["}
    found = check(find("donnerschlag"), files)
    assert [one.name for one in found.files if one.problem] == ["units.toml"]
    assert {one.state for one in found.statements if one.about == "counters"} == {"to come", "not stated"}
    assert {one.state for one in found.statements if one.about == "cards"} == {"agrees", "not stated"}


def test_the_command_lists_every_statement(tmp_path: Path) -> None:
    for name, text in against("inferno").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = CliRunner().invoke(app, ["components", "inferno", "--check", str(tmp_path)])
    assert lines.exit_code == 0
    assert "INF-GCARD-08 differs. The rulebook says: There are 4 cards Howitzer. Here: 3." in lines.output
    assert "INF-MAP-06: agrees: 27 hexes are Urban." in lines.output
    assert "INF-MAP-01: not stated: " in lines.output
    told = json.loads(CliRunner().invoke(app, ["components", "inferno", "--check", str(tmp_path), "--json"]).stdout)
    agrees = {one["id"]: one["agrees"] for one in told["statements"]}
    assert (agrees["copies-howitzer"], agrees["urban"], agrees["grid"]) == (False, True, None)


def test_the_server_tells_what_the_rulebook_states_beside_the_files(tmp_path: Path) -> None:
    """Within bounds, whatever is said to be undone."""
    other = {"map.toml": against("donnerschlag")["map.toml"]}
    with TestClient(create_app(f"sqlite:///{tmp_path / 'games.sqlite'}"), base_url=HOME) as client:

        def check(**body: Any) -> Any:
            return client.post("/api/games/donnerschlag/components", json={"files": other, **body})

        differing = {one["id"]: one for one in check().json()["statements"]}["axis-entry"]
        assert (differing["state"], differing["found"]) == ("differs", "4608")
        assert differing["place"] == {"file": "map.toml", "entry": "", "spaces": ["4607"]}
        begun = client.post("/api/matches", json={"game": "donnerschlag", "components": other}).json()
        setup = client.get(f"/api/matches/{begun['id']}/setup").json()
        assert [one["id"] for one in setup["differs"]] == ["axis-entry"]
        coming = check(undone={"map.toml": ["4607"]}).json()["statements"]
        assert {one["state"] for one in coming if one["id"] == "axis-entry"} == {"to come"}
        wrongs: list[Any] = [
            {"rules.toml": []},
            {"map.toml": ["4607"] * 5_001},
            {"map.toml": ["4" * 65]},
            ["map.toml"],
        ]
        for wrong in wrongs:
            assert check(undone=wrong).status_code == 422


def cited(told: Any) -> set[str]:
    """All clauses that the workshop names."""
    if isinstance(told, dict):
        own = {told["clause"]} if told.get("clause") else set()
        return own.union(told.get("clauses", ()), *(cited(one) for name, one in told.items() if name != "clauses"))
    return set().union(*map(cited, told)) if isinstance(told, (list, tuple)) else set()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_the_workshop_names_is_in_the_ledger(game: str) -> None:
    workshop = of(game).workshop
    assert workshop is not None
    found = cited(msgspec.to_builtins(workshop()))
    assert found
    assert found <= set(of(game).ledger().clauses)
