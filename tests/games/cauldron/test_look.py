"""The scene and the picture: complete, consistent with each other, and true to the position."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mamayev
from mamayev.engine.components import Files
from mamayev.engine.scene import Picture, Scene
from mamayev.games.cauldron.look.picture import picture
from mamayev.games.cauldron.look.scene import army_label, notice, scene
from mamayev.games.cauldron.printed import components
from mamayev.games.cauldron.printed.map import BOX_0, FILES
from mamayev.games.cauldron.printed.units import TYPES
from mamayev.games.cauldron.rules.position import DEPLETED
from mamayev.match.match import Match

from .play import choices, play, to_soviet


@pytest.fixture(scope="module")
def table() -> Any:
    return mamayev.new("cauldron", seed=1).table


@pytest.fixture(scope="module")
def board(table: Any) -> Scene:
    return scene(table)


@pytest.fixture
def start() -> Any:
    """The position at the first decision of a game, to be changed at will."""
    return mamayev.new("cauldron", seed=1).position


def look_at(match: Match) -> Picture:
    """What the player sees now."""
    return match.table.look.picture(match.position, 0)


def clauses_in(data: object) -> set[str]:
    """All clause ids in JSON-ready data."""
    if isinstance(data, dict):
        return {c for k, v in data.items() for c in (v if k == "clauses" else clauses_in(v))}
    if isinstance(data, list | tuple):
        return {c for one in data for c in clauses_in(one)}
    return set()


# ---- the scene


def test_the_scene_has_the_protocols_form(board: Scene) -> None:
    assert msgspec.json.decode(msgspec.json.encode(board), type=Scene) == board


def test_clauses_exist(table: Any, board: Scene) -> None:
    cited = clauses_in(msgspec.to_builtins(board))
    assert len(cited) > 40
    assert cited <= set(table.game.ledger().clauses)


@pytest.mark.rule("CAU-COMP-01")
def test_areas_and_boxes(board: Scene) -> None:
    areas = [space for space in board.spaces if space.kind == "area"]
    assert [space.id for space in areas] == [str(n) for n in range(1, 65)]
    assert [space.id for space in board.spaces if space.kind == "box"] == [f"box-{n}" for n in range(1, 6)]
    left, top, width, height = board.frame
    for space in areas:
        for anchor in (space.counters, space.markers, space.text):
            assert anchor is not None
            assert left < anchor[0] < left + width
            assert top < anchor[1] < top + height
    assert {space.id for space in areas if "city" in space.features} == {"53", "54", "55"}
    assert {space.id for space in areas if "airfield" in space.features} == {"47", "52"}
    assert {space.id for space in areas if "key" in space.features} == {"47", "52", "53", "54", "55"}


def test_only_adjacent_areas_have_an_open_border(board: Scene) -> None:
    neighbours = {space.id: space.neighbours for space in board.spaces}
    kinds = {border.spaces: border.kind for border in board.borders}
    assert {kind for (one, other), kind in kinds.items() if other not in neighbours[one]} == {"blocked", "river"}
    assert {kind for (one, other), kind in kinds.items() if other in neighbours[one]} == {"open", "river"}
    river_pairs = {("2", "10"), ("7", "9"), ("30", "31"), ("33", "34")}
    assert all(kinds[pair] == "river" for pair in river_pairs)


def test_own_connections_show(tmp_path: Path) -> None:
    text = (Path(components.__file__).parents[1] / "data" / "map.toml").read_text(encoding="utf-8")
    text = text.replace("adjacent = [2, 3, 14]", "adjacent = [3, 14, 64]", 1)
    text = text.replace("adjacent = [1, 3, 4, 7]", "adjacent = [3, 4, 7]", 1)
    text = text.replace("adjacent = [18, 19, 63]", "adjacent = [1, 18, 19, 63]", 1)
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    ours = mamayev.new("cauldron", seed=1).table
    own = mamayev.new("cauldron", seed=1, components=tmp_path).table
    kinds = {border.spaces: border.kind for border in own.look.kept.borders}
    assert kinds["1", "2"] == "blocked"
    bridges = [len([item for item in one.look.kept.scenery if item.style == "bridge"]) for one in (ours, own)]
    assert bridges[1] == bridges[0] + 1


def test_charts_print_what_the_rules_use(board: Scene) -> None:
    charts = {chart.id: chart for chart in board.charts}
    assert list(charts)[:8] == list("ABCDEFGH")
    assert charts["B"].rows[1] == ["Poor", "0", "1", "1", "2", "2", "3", "4", "4"]
    assert charts["G"].columns == ["Area", "1", "{2}", "3", "4", "5", "{6}"]
    assert charts["H"].rows[0][1:] == ["-2", "-1", "-1", "-1", "0", "0", "+1", "+1", "+2"]
    assert charts["LEVEL"].rows[0] == ["1 or less", "Soviet Decisive Victory"]
    assert charts["TAC"].rows[1] == ["7-10", "-1", ""]
    assert "Luftwaffe Strong: +2" in charts["B"].modifiers
    assert all(len(row) == len(chart.columns) for chart in charts.values() for row in chart.rows)
    assert not any("optional" in msgspec.json.encode(chart).decode() for chart in charts.values())


def test_cards_show_all_their_lines(board: Scene) -> None:
    (deck,) = board.decks
    assert deck.size == len(deck.cards) == 25
    lines = {card.id: {line.id: line.text for line in card.lines} for card in deck.cards}
    assert lines[3]["event"] == "No Appeal this turn."
    assert lines[7]["weather"] == "Poor"
    assert lines[13]["offensive"] == "+2 / +1"
    assert lines[19]["attack"] == "Any 3"
    assert "remove" in lines[5]
    assert "reshuffle" in lines[12]


@pytest.mark.rule("CAU-COMP-06", "CAU-COMP-09")
def test_counters_carry_symbols(board: Scene) -> None:
    pieces = {piece.id: piece for piece in board.pieces}
    assert len(pieces) == len(board.pieces)
    for piece in pieces.values():
        code = piece.symbol.get("sidc", "0" * 20)
        assert len(code) == 20
        assert code.isdigit()
    assert pieces["71st-inf"].faces == ("full", "depleted")
    assert pieces["6th-army-hq"].faces == ("full",)
    assert pieces["20th-rum"].tone == "c"
    assert pieces["soviet-54"].label == "62A"
    tones = {piece.tone for piece in pieces.values() if piece.side == "soviet"}
    assert tones.isdisjoint(piece.tone for piece in pieces.values() if piece.side == "axis")
    assert pieces["bg-a"].faces == ("full",)
    assert pieces["14th-pz"].symbol != pieces["29th-mot"].symbol != pieces["76th-inf"].symbol


@pytest.mark.rule("CAU-COMP-10")
def test_a_defense_has_two_sides(board: Scene) -> None:
    marks = {mark.id: mark for mark in board.marks}
    assert marks["pdm-active"].symbol == marks["pdm-inactive"].symbol
    assert marks["pdm-active"].filled
    assert not marks["pdm-inactive"].filled


@pytest.mark.rule("CAU-TRACK-01", "CAU-TRACK-02")
def test_a_track_for_every_value(board: Scene) -> None:
    tracks = {track.id: track for track in board.tracks}
    values = {"turn", "offensive", "ssi", "weather", "luftwaffe", "relief", "supply", "morale", "ip", "wounded"}
    assert values <= set(tracks)
    assert tracks["turn"].board == tracks["offensive"].board != ""
    assert (tracks["turn"].max, tracks["offensive"].max, tracks["ssi"].max) == (16, 8, 10)
    assert tracks["relief-force"].values == {f"box-{n}": f"+{n}" for n in range(1, 6)}


@pytest.mark.parametrize(("army", "label"), [("62nd", "62A"), ("2nd Guards", "2GA"), ("Don Front", "DF")])
def test_army_labels(army: str, label: str) -> None:
    assert army_label(army) == label


def test_the_notice_says_what_is_made_up() -> None:
    assert "64 areas" in notice(components.load())
    assert "25 cards" in notice(components.load())


def test_all_that_is_stated_needs_no_notice(tmp_path: Path) -> None:
    for path in components.export(tmp_path / "own"):
        text = path.read_text(encoding="utf-8").replace('origin = "reconstructed"', 'origin = "stated"')
        path.write_text(text, encoding="utf-8")
    assert notice(components.load(Files.of(tmp_path / "own", FILES))) == ""


# ---- the picture


def check(board: Scene, seen: Picture) -> None:
    """Everything that a picture names is in the scene."""
    spaces = {space.id for space in board.spaces}
    pieces = {piece.id: piece for piece in board.pieces}
    assert msgspec.json.decode(msgspec.json.encode(seen), type=Picture) == seen
    assert set(seen.control) == {space.id for space in board.spaces if space.kind == "area"}
    assert len({piece.id for piece in seen.pieces}) == len(seen.pieces)
    for piece in seen.pieces:
        assert piece.at in spaces
        assert piece.face in ("", *pieces[piece.id].faces)
        if piece.at in seen.control:
            assert pieces[piece.id].side == seen.control[piece.at]
    assert {mark.mark for mark in seen.marks} <= {mark.id for mark in board.marks}
    assert {mark.at for mark in seen.marks} <= spaces
    tracks = {track.id: track for track in board.tracks}
    assert set(seen.tracks) == set(tracks)
    assert set(seen.notes) <= set(tracks)
    for name, value in seen.tracks.items():
        assert value is None or isinstance(value, int) or value in tracks[name].states
    deck = seen.decks["events"]
    assert deck.draw + len(deck.discard) + len(deck.removed) == 25
    lines = {line.id for card in board.decks[0].cards for line in card.lines}
    assert {one.line for one in deck.seen} <= lines
    for arrow in seen.arrows:
        assert {arrow.from_, arrow.to} <= spaces
    for pool in seen.pools:
        assert pool.count >= len(pool.pieces)
    assert set(seen.lost) <= set(pieces)


def test_the_picture_of_the_start(board: Scene) -> None:
    match = mamayev.new("cauldron", seed=1)
    seen = look_at(match)
    check(board, seen)
    at = {piece.id: (piece.at, piece.face) for piece in seen.pieces}
    assert at["71st-inf"] == ("45", "depleted")
    assert at["6th-army-hq"] == ("52", "full")
    assert at["hoth"] == ("box-1", "")
    assert at["soviet-54"] == ("54", "")
    assert seen.tracks["morale"] == 33
    assert seen.tracks["ssi"] == match.facts()["ssi"]
    assert seen.headline == "Turn 1 of 16"
    marks = {(mark.mark, mark.at) for mark in seen.marks}
    assert {("pdm-active", "50"), ("pdm-inactive", "38"), ("entry-used", "29"), ("entry", "6")} <= marks


@pytest.mark.rule(
    "CAU-SETUP-01", "CAU-SETUP-02", "CAU-SETUP-03", "CAU-SETUP-05", "CAU-SETUP-06", "CAU-SETUP-12", "CAU-HOTH-02"
)
def test_the_picture_before_the_first_card(table: Any) -> None:
    seen = table.look.picture(table.start(), 0)
    assert seen.tracks == {
        "turn": 1,
        "offensive": 1,
        "morale": 33,
        "supply": 10,
        "ip": 0,
        "wounded": 3,
        "tally": 0,
        "ssi": 10,
        "relief-force": 1,
        "weather": "Fair",
        "luftwaffe": None,
        "relief": None,
    }
    inside = {str(area.number) for area in table.components.areas if area is not None and area.inside}
    assert {area for area, side in seen.control.items() if side == "axis"} == inside
    assert seen.held == []


@pytest.mark.parametrize("seed", range(6))
def test_pictures_of_random_games_agree_with_the_scene(board: Scene, seed: int) -> None:
    match = mamayev.new("cauldron", seed=seed)
    rng = random.Random(seed)
    while (decision := match.decision) is not None:
        if rng.random() < 0.2:
            check(board, look_at(match))
        match.play(rng.choice(decision.actions))
    check(board, look_at(match))
    assert look_at(match).headline.startswith("Game over")


def test_stacks_stand_in_the_look_s_order(start: Any) -> None:
    kinds = [unit.type for unit in start.table.components.units]
    names = {unit.id: kind for unit, kind in zip(start.table.components.units, kinds, strict=True)}
    order = [TYPES.index(names[piece.id]) for piece in picture(start).pieces if piece.id in names]
    assert order == sorted(order)


MARKERS: list[tuple[dict[str, int], str]] = [
    ({"foa": 1}, "FoA Received"),
    ({"foa_bonus": 1}, "FoA +1"),
    ({"foa_bonus": 2}, "FoA/Airlift +1"),
    ({"politics": 1}, "HQ Politics"),
    ({"politics": 2}, "No FoA Appeal"),
    ({"commitment": 2}, "Commitment +2"),
    ({"luftwaffe_marker": 1}, "Luftwaffe +1"),
    ({"hoth_marker": 1}, "Hoth +1"),
    ({"manstein": 1}, "Manstein"),
    ({"attacks_without_foa": 2}, "Attack w/o FoA 2"),
    ({"appeal_penalty": 1}, "Appeal penalty"),
    ({"surrendered": 1}, "No FoA Surrender"),
    ({"surrendered": 2}, "FoA Surrender"),
    ({"collapsed": 1}, "Collapse"),
    ({"appeal_barred": 1}, "No Appeal"),
    ({"airlift_each_turn": -1}, "Airlift, lasting -1"),
    ({"event_airlift": -2}, "Airlift -2"),
    ({"event_upkeep": -1}, "Upkeep -1"),
    ({"event_movement": 1}, "Movement +1"),
    ({"event_ip": 1}, "Initiative +1"),
]


@pytest.mark.parametrize(("change", "title"), MARKERS)
def test_held_markers(start: Any, change: dict[str, int], title: str) -> None:
    for name in {name for one, _ in MARKERS for name in one}:
        setattr(start, name, 0)
    assert picture(start).held == []
    for name, value in change.items():
        setattr(start, name, value)
    (marker,) = picture(start).held
    assert marker.title == title
    assert marker.text.endswith(".")
    assert set(marker.clauses) <= set(start.table.game.ledger().clauses)


@pytest.mark.rule("CAU-ATK-04", "CAU-ATK-07", "CAU-BREAK-02")
def test_what_happens_to_units_shows(start: Any) -> None:
    ids = [unit.id for unit in start.table.components.units]
    panzer, infantry, motorized = ids.index("14th-pz"), ids.index("376th-inf"), ids.index("29th-mot")
    start.steps[panzer] = DEPLETED
    start.unsupplied = 1 << infantry
    start.target[panzer] = 26
    start.attack_supply[26] = 2
    start.at[motorized] = BOX_0 + 5
    start.letter[motorized] = 2
    start.hits = 1 << 54
    start.breakthrough = 1 << 29
    seen = picture(start)
    pieces = {piece.id: piece for piece in seen.pieces}
    assert pieces["14th-pz"].face == "depleted"
    assert "unsupplied" in pieces["376th-inf"].states
    assert pieces["29th-mot"].at == "box-5"
    marks = {(mark.mark, mark.at): mark for mark in seen.marks}
    assert marks["supply", "26"].count == 2
    assert marks["letter", "box-5"].text == "B"
    assert {("hit", "54"), ("breakthrough", "29")} <= set(marks)
    (arrow,) = seen.arrows
    assert (arrow.piece, arrow.from_, arrow.to) == ("14th-pz", "41", "26")


@pytest.mark.rule("CAU-CARD-09")
def test_the_discards_are_open_and_the_deck_is_a_number(start: Any) -> None:
    start.deck, start.discard, start.removed = 0b1111 << 10, 0b101 << 3, 1 << 9
    deck = msgspec.to_builtins(picture(start))["decks"]["events"]
    assert (deck["draw"], deck["discard"], deck["removed"]) == (4, [3, 5], [9])
    assert set(deck) == {"draw", "discard", "removed", "seen"}


@pytest.mark.rule("CAU-EVAC-04", "CAU-SCALE-07")
def test_evacuated_wounded_are_kept_in_mind(start: Any) -> None:
    start.evacuated = 3
    assert picture(start).notes["wounded"] == "3 evacuated so far: 4,500 men"


def test_lost_units_and_pools(start: Any) -> None:
    units = start.table.components.units
    ids = [unit.id for unit in units]
    start.at[ids.index("6th-army-hq")] = 0
    start.at[ids.index("bg-a")] = 45
    start.steps[ids.index("bg-a")] = 1
    seen = picture(start)
    assert seen.lost == ["6th-army-hq"]
    assert [marker.id for marker in seen.held if marker.id == "hq-lost"]
    pools = {pool.id: pool for pool in seen.pools}
    assert pools["battlegroups"].count == 5
    assert pools["defenses"].count == 3


@pytest.mark.rule("CAU-RELIEF-02")
def test_the_relief_force_on_the_map(start: Any) -> None:
    start.relief_box = 0
    start.relief_area = 29
    start.german &= ~(1 << 29)
    seen = picture(start)
    assert {piece.id: piece.at for piece in seen.pieces}["hoth"] == "29"
    assert seen.control["29"] == "axis"
    assert seen.tracks["relief-force"] is None
    assert "Hoth, in 29" in seen.notes["relief-force"]
    start.relief_letter = 3
    assert "Hollidt" in picture(start).notes["relief-force"]
    assert "hollidt" in {piece.id for piece in picture(start).pieces}


@pytest.mark.parametrize(
    ("ssi", "box", "words"),
    [(7, 2, "left-hand"), (8, 2, "right-hand"), (7, 3, "right-hand"), (8, 3, "don't count"), (7, 0, "right-hand")],
)
@pytest.mark.rule("CAU-FO-02", "CAU-FO-03")
def test_the_track_says_which_offensive_number_counts(start: Any, ssi: int, box: int, words: str) -> None:
    start.ssi, start.relief_box, start.launched = ssi, box, 0
    start.relief_area = 0 if box else 29
    assert words in picture(start).notes["offensive"]


@pytest.mark.rule("CAU-FLOW-07")
def test_soviet_units_keep_their_names_and_the_names_play_no_part(board: Scene) -> None:
    names = {piece.id: piece.name for piece in board.pieces if piece.side == "soviet"}
    assert len(names) == 64
    found = components.load()
    assert all(names[f"soviet-{area}"] == f"{army} Army" for army, area in found.soviet)
    reserve = {f"{army} Army" for army in found.soviet_reserve}
    placed_later = set(names) - {f"soviet-{area}" for _, area in found.soviet}
    assert {names[piece] for piece in placed_later} <= reserve
    # Units of two armies may attack 22. The one that goes in from 11 keeps its name there; 12 touches nothing more.
    match = to_soviet("card 3", "card 7")
    assert {"resolve 22 11", "resolve 22 12"} <= set(choices(match))
    play(match, "resolve 22 11", "die 6", "retreat 21")
    on_map = {piece.id: piece.name or names.get(piece.id) for piece in look_at(match).pieces}
    assert (names["soviet-11"], names["soviet-12"]) == ("21st Army", "65th Army")
    assert on_map["soviet-22"] == "21st Army"
    assert on_map["soviet-11"] == names["soviet-22"]
    assert "soviet-12" not in on_map
    match.undo(practice=True)
    assert not any(piece.name for piece in look_at(match).pieces)
