"""Play from here on: a running game goes on on a changed board, in all four games, and says what bars it."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.mirrored import mirrored, ours

import mamayev
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.match.dealt import dealt
from mamayev.match.match import Match
from mamayev.match.record import BOARDS, Board

CORRECTED = {
    "donnerschlag": (
        ("map.toml", '3605 = "Kotelnikovo"', '3605 = "Station"'),
        ("units.toml", 'formation = "6P"\nfront = [3, 5]', 'formation = "6P"\nfront = [4, 5]'),
    ),
    "barbarossa": (
        ("map.toml", 'name = "Minsk"', 'name = "Mensk"'),
        ("units.toml", 'attack = 4\ndefense = 6\nmovement = 4\nname = "4th Army"',
         'attack = 5\ndefense = 6\nmovement = 4\nname = "First Army"'),
    ),
    "inferno": (
        ("map.toml", '["38", 6, -3, 3, "clear", "STZ fields"]', '["38", 6, -3, 3, "urban", "Fields"]'),
        ("cards.toml", 'title = "Heinkel 111"', 'title = "Bomber"'),
    ),
    "cauldron": (
        ("map.toml", 'name = "Golubinskaya"', 'name = "First"'),
        ("counters.toml", 'name = "14th Panzer"', 'name = "First Panzer"'),
    ),
}  # fmt: skip
"""What is corrected in our files, by game: a name or a hex on the map, and a counter or card."""


def corrected(game: str) -> dict[str, str]:
    """The files that are corrected; all others are ours."""
    found: dict[str, str] = {}
    for name, old, new in CORRECTED[game]:
        assert old in ours(game)[name]
        found[name] = ours(game)[name].replace(old, new, 1)
    return found


def played(match: Match, decisions: int) -> Match:
    """The match after so many decisions of the staff."""
    policy, rng = find(match.game.name).bots["staff"].policy, Random(1)
    for _ in range(decisions):
        if match.decision is not None:
            p: Any = match.position
            match.play(p.name(policy(p, rng)))
    return match


@pytest.fixture(params=CORRECTED)
def running(request: pytest.FixtureRequest) -> Match:
    """A game under way on our board."""
    return played(mamayev.new(request.param, seed=5), 40)


def test_a_running_game_goes_on_on_a_changed_board(running: Match, tmp_path: Path) -> None:
    game, before = running.game.name, running.to_json()
    match = running.carried(corrected(game))
    assert running.to_json() == before
    assert match.position.to_data() == running.position.to_data()
    assert match.table.own == tuple(corrected(game))
    assert match.table.look.kept != running.table.look.kept
    ply = len(running.record.log)
    assert match.record.boards == [Board(ply, corrected(game))]
    assert "uses a changed board: " in match.events[-1].text
    played(match, 25)
    match.record.save(tmp_path / "own.json")
    again = mamayev.Record.load(tmp_path / "own.json").replay()
    assert again == match
    assert again.table.own == match.table.own
    assert [one.to_data() for one in again.events] == [one.to_data() for one in match.events]
    assert dealt(again).wrong is None
    for n in (0, ply // 2, ply, ply + 3):
        assert again.at(n).to_data() == match.record.replay(n).position.to_data()
    assert match.at(ply - 1).table is not match.table
    assert match.at(ply).table is match.table


def test_undo_stops_where_the_board_was_changed(running: Match) -> None:
    match = played(running.carried(corrected(running.game.name)), 3)
    after = match.position.copy()
    while match.undos:
        match.undo(practice=True)
    assert len(match.record.log) == len(running.record.log)
    assert (match.undos, match.free_undos) == (0, 0)
    with pytest.raises(Refusal, match="The board has changed since"):
        match.undo(practice=True)
    with pytest.raises(Refusal, match="The board has changed since"):
        match.undo_to(next(ply for ply in range(len(match.record.log)) if can_be_gone_to(running, ply)), practice=True)
    while match.redos:
        match.redo()
    assert match.position == after
    branch = match.branch(len(running.record.log) // 2)
    assert branch.record.boards == []
    assert branch.table.own == ()


def can_be_gone_to(match: Match, ply: int) -> bool:
    try:
        return match.decisions_after(ply) > 0
    except Refusal:
        return False


def test_a_board_can_be_changed_again_and_be_ours_again(running: Match) -> None:
    game = running.game.name
    files = corrected(game)
    first = next(iter(files))
    match = running.carried(files).carried({first: files[first]})
    assert match.table.own == (first,)
    assert match.record.boards[1].files == {name: "" for name in files if name != first}
    assert mamayev.Record.from_json(match.to_json()).replay().table.own == (first,)
    with pytest.raises(Refusal, match="already uses this board"):
        match.carried({first: files[first]})


def test_spaces_must_be_the_same_ones(running: Match) -> None:
    with pytest.raises(Refusal) as caught:
        running.carried(mirrored(running.game.name))
    if running.game.name == "cauldron":  # its areas have the same numbers, and hold both sides when turned over
        assert "The rules forbid this board" in caught.value.text
    else:
        assert "A running game cannot continue on this board: the" in caught.value.text


def test_pieces_must_be_the_same_ones() -> None:
    match = played(mamayev.new("donnerschlag", seed=5), 4)
    text = ours("donnerschlag")["units.toml"]
    more = text.replace(
        "# The counters.",
        '[[unit]]\nid = "own"\nname = "Own"\nside = "soviet"\ntype = "inf"\nfront = [2, 3]\nstart = "1015"\n'
        "# The counters.",
    )
    with pytest.raises(Refusal, match="this board has the piece “own”, which the game does not know"):
        match.carried({"units.toml": more})
    with pytest.raises(Refusal, match="the piece “own” of the game is not on this board"):
        mamayev.new("donnerschlag", components={"units.toml": more}).carried({"units.toml": text})


def test_nobody_is_left_standing_in_the_sea() -> None:
    match = played(mamayev.new("barbarossa", seed=5), 60)
    board = match.table.board  # type: ignore[attr-defined]
    places = [row for row in ours("barbarossa")["map.toml"].splitlines() if row.startswith('  "') and "~" in row]
    taken = {board.grid.ids[h] for h in match.position.at if h < len(board.grid)}  # type: ignore[attr-defined]
    text, begun = ours("barbarossa")["map.toml"], ours("barbarossa")["setup.toml"]
    taken = {hex_ for hex_ in taken if f'"{hex_}"' not in begun}  # nobody may begin in the sea, either
    letters = [name[:-1] for name in board.grid.ids[::42]]
    for row in places:
        n = places.index(row)
        columns = [c for c in range(42) if f"{letters[n]}{c + 1}" in taken and row[3 + c] == "."]
        if columns:
            c = 3 + columns[0]
            text = text.replace(row, row[:c] + "~" + row[c + 1 :], 1)
            break
    with pytest.raises(Refusal) as caught:
        match.carried({"map.toml": text})
    assert "BAR-TERRAIN-03" in caught.value.clauses or caught.value.text.startswith("map.toml")


def played_to_the_end(match: Match) -> Match:
    """The match, played to its end by the staff, saved and replayed."""
    again = mamayev.Record.from_json(played(match, 10_000).to_json()).replay()
    assert again.over
    assert again.result == match.result
    return again


def test_a_hex_may_lie_elsewhere() -> None:
    """Sets of hexes are those of the same numbers, wherever these lie; in an attack they must lie still."""
    text = ours("inferno")["map.toml"].replace('["105", 17, -14', '["105", 17, -16', 1)
    match, barred = mamayev.new("inferno", seed=5), 0
    while not match.over and len(match.record.log) < 400:
        played(match, 3)
        if any(match.position.inside(name) for name in ("attackers", "combat")):
            with pytest.raises(Refusal, match=r"hexes have moved on this map. Finish the current attack"):
                match.carried({"map.toml": text})
            barred += 1
            continue
        other = match.carried({"map.toml": text})
        p, q = match.position, other.at(len(match.record.log))
        mine, others = match.table.board.grid, other.table.board.grid  # type: ignore[attr-defined]
        assert [*map(mine.ids.__getitem__, mine.hexes(p.control))] == [  # type: ignore[attr-defined]
            *map(others.ids.__getitem__, others.hexes(q.control))  # type: ignore[attr-defined]
        ]
    assert barred > 0
    played_to_the_end(other)


def test_the_ring_closes_where_other_areas_touch() -> None:
    """A line more, a line less: one Soviet unit stands in each area that touches the pocket now, none elsewhere."""
    text = ours("cauldron")["map.toml"]
    for number, old, new in ((60, "adjacent = [", "adjacent = [21, "), (21, "adjacent = [", "adjacent = [60, ")):
        start = text.index(f"number = {number}\n")
        text = text[:start] + text[start:].replace(old, new, 1)
    files = {"map.toml": text, "counters.toml": ours("cauldron")["counters.toml"].replace("[19, 58]", "[19, 58, 60]")}
    match = mamayev.new("cauldron", seed=5)
    ring = match.position.soviet  # type: ignore[attr-defined]
    assert not ring >> 60 & 1
    other = match.carried(files)
    ply = len(match.record.log)
    assert other.at(ply).soviet == ring | 1 << 60  # type: ignore[attr-defined]
    assert any("60" in event.text and "is placed" in event.text for event in other.events[len(match.events) :])
    played_to_the_end(other)
    for _ in range(12):
        played(match, 12)
        if not match.over:
            played_to_the_end(match.carried(files))


def test_a_new_city_is_held_as_at_the_beginning() -> None:
    match = mamayev.new("barbarossa", seed=5)
    text = ours("barbarossa")["map.toml"]
    start = text.index("[[city]]")
    entry = text[start : text.index("[[city]]", start + 1)]
    board = match.table.board  # type: ignore[attr-defined]
    clear = board.of_kind(".") & ~board.city_hexes
    free = next(name for h, name in enumerate(board.grid.ids) if clear & board.grid.bit[h])
    fields = [line for line in entry.splitlines() if line]
    more = "\n".join(
        f'hex = "{free}"' if line.startswith("hex") else 'name = "Own"' if line.startswith("name") else line
        for line in fields
    )
    own = match.carried({"map.toml": text[:start] + more + "\n" + text[start:]})
    table: Any = own.table
    assert own.facts() == mamayev.new("barbarossa", seed=5, components=own.record.board).facts()
    assert len(table.board.cities) == len(board.cities) + 1


def test_what_is_over_or_a_lesson_does_not_go_on(running: Match) -> None:
    game = running.game.name
    lesson = mamayev.new(game, lesson=find(game).lessons[0].stem)
    with pytest.raises(Refusal, match="Leave the lesson first"):
        lesson.carried(corrected(game))
    over = running.copy()
    over.resign(next(seat for n, seat in enumerate(over.game.seats) if n not in over.table.procedures))
    with pytest.raises(Refusal, match="The game is over"):
        over.carried(corrected(game))


def test_a_board_is_changed_ten_times_at_most() -> None:
    match = mamayev.new("cauldron", seed=5)
    text = corrected("cauldron")["map.toml"]
    for n in range(BOARDS):
        match = match.carried({"map.toml": text.replace('"First"', f'"Name {n}"')})
    with pytest.raises(Refusal, match="at most 10 times"):
        match.carried({"map.toml": text})
    data = json.loads(match.to_json()) | {"checksum": ""}
    data["boards"].append({"ply": 0, "files": {"map.toml": text}})
    with pytest.raises(Refusal, match="boards"):
        mamayev.from_json(json.dumps(data))


def test_a_folder_is_taken_as_for_a_new_game_and_refused_in_a_record(running: Match, tmp_path: Path) -> None:
    game = running.game.name
    for name, text in corrected(game).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    match = running.carried(tmp_path)
    assert match.record.boards[0].files == corrected(game)
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refusal, match="holds none of the component files"):
        running.carried(tmp_path / "empty")
    data = json.loads(match.to_json()) | {"checksum": ""}
    data["boards"] = [{"ply": len(running.record.log), "files": str(tmp_path)}]
    with pytest.raises(Refusal, match=r"This is not a saved game: .*boards"):
        mamayev.from_json(json.dumps(data))
    data["boards"] = []
    data["components"] = str(tmp_path)  # as an earlier version wrote it
    data["log"] = []
    with pytest.raises(Refusal, match="with a folder of files"):
        mamayev.from_json(json.dumps(data)).carried(ours(game))


@pytest.mark.parametrize("boards", [[[3, 0]], [[9_999, 1]], [[5, 0], [2, 1]], [[-1, 0]]])
def test_a_record_whose_boards_are_not_in_order_is_refused(boards: list[list[int]]) -> None:
    match = played(mamayev.new("cauldron", seed=5), 8)
    files = [corrected("cauldron"), {"map.toml": ours("cauldron")["map.toml"] + "\n"}]
    data = json.loads(match.to_json()) | {
        "checksum": "",
        "boards": [{"ply": ply, "files": files[n]} for ply, n in boards],
    }
    if boards == [[3, 0]]:  # where somebody decides: as good as any
        assert mamayev.from_json(json.dumps(data)).table.own == ("map.toml", "counters.toml")
    else:
        with pytest.raises(Refusal, match=r"The record.s board change after entry"):
            mamayev.from_json(json.dumps(data))
