"""Games on a changed board: begun, played to their end by the staff, saved, replayed; two boards in one process; files
that do not fit."""

import ast
import gc
import re
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.mirrored import mirrored, ours

import mamayev
from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.games.cauldron.staff import ground
from mamayev.lab.simulate import simulate
from mamayev.lab.study import prepare
from mamayev.match.catalogue import find_lesson
from mamayev.match.components import check

Change = tuple[str, str, str]
CHANGED: dict[str, tuple[Change, ...]] = {
    "donnerschlag": (
        ("map.toml", '  "-------......T..........",', '  "v------......T..........",'),
        ("map.toml", '3605 = "Kotelnikovo"', '3605 = "Station"'),
        ("map.toml", 'axis = ["4607"]', 'axis = ["4607", "4610"]'),
        ("map.toml", 'A = ["1012", "1013"', 'A = ["1013"'),
        ("units.toml", 'name = "I/11/6P"\nside = "axis"\ntype = "tank"\nformation = "6P"\nfront = [3, 5]',
         'name = "First"\nside = "axis"\ntype = "tank"\nformation = "6P"\nfront = [4, 5]'),
        ("units.toml", "# The counters.", '[[unit]]\nid = "own"\nname = "Own"\nside = "soviet"\ntype = "inf"\n'
         'front = [2, 3]\nstart = "1015"\n# The counters.'),
        ("cards.toml", 'title = "Stuka"', 'title = "Dive bombers"'),
    ),
    "barbarossa": (
        ("map.toml", '"~~~~~~~~............w', '"~~~~~~~~......^.....w'),
        ("map.toml", 'name = "Minsk"', 'name = "Mensk"'),
        ("units.toml", 'attack = 4\ndefense = 6\nmovement = 4\nname = "4th Army"',
         'attack = 5\ndefense = 6\nmovement = 4\nname = "First Army"'),
        ("units.toml", "[[unit]]\n", '[[unit]]\nid = "own"\nside = "russian"\nnationality = "Russian"\n'
         'type = "infantry"\nattack = 3\ndefense = 3\nmovement = 4\nname = "99th Army"\nentry_base = "setup"\n'
         'entry_variant = "setup"\n[[unit]]\n'),
        ("setup.toml", "[base]\n", '[base]\nown = "T30"\n'),
    ),
    "inferno": (
        ("map.toml", '["38", 6, -3, 3, "clear", "STZ fields"]', '["38", 6, -3, 3, "urban", "Fields"],\n'
         '  ["106", 20, -1, 1, "rough", "Beyond the south"]'),
        ("map.toml", 'blue = ["Z"]', 'blue = ["Z", "Y"]'),
        ("map.toml", 'set_up = ["3", "4"', 'set_up = ["3", "106"'),
        ("map.toml", 'hex = "15"\nunits = ["infantry"]', 'hex = "15"\nunits = ["tank", "infantry"]'),
        ("units.toml", '"2nd Panzer Regiment", "2", "16.Pz", "yellow", "panzer", 4', '"First", "1", "16.Pz", "yellow", '
         '"panzer", 3'),
        ("units.toml", '  ["nrb-92"', '  ["own", "Own Brigade", "O", "marine", 4, "TF"],\n  ["nrb-92"'),
        ("cards.toml", 'title = "Heinkel 111"', 'title = "Bomber"'),
        ("cards.toml", "copies = 5\ndice = 6", "copies = 6\ndice = 7"),
    ),
    "cauldron": (
        ("map.toml", 'name = "Golubinskaya"\nadjacent = [2, 3, 14]', 'name = "First"\nadjacent = [2, 3, 14, 17]'),
        ("map.toml", "adjacent = [14, 16, 18]", "adjacent = [1, 14, 16, 18]"),
        ("counters.toml", 'name = "14th Panzer"', 'name = "First Panzer"'),
        ("counters.toml", "area = 41", "area = 24"),
        ("counters.toml", "active = [50, ", "active = [49, 50, "),
        ("cards.toml", 'title = "Severe Frost"', 'title = "Frost"'),
        ("cards.toml", 'weather = "Poor"', 'weather = "Fair"'),
    ),
}  # fmt: skip
"""What is changed in our files, by game."""
MISTAKES = (
    ("donnerschlag", "map.toml", '"3605/3706"', '"3605/9999"', "map.toml, bridges: “9999” is no hex of this map"),
    ("donnerschlag", "map.toml", '"3605/3706"', '"3605/0914"', "map.toml, bridges: the hexes of “3605/0914” do not"),
    ("donnerschlag", "map.toml", 'axis = ["4607"]', "axis = []", "map.toml, entry: “entry.axis” has the wrong number"),
    ("donnerschlag", "map.toml", "T..........", "Q..........", "map.toml, rows: “rows[0]” has characters that are not"),
    ("donnerschlag", "map.toml", "[names]", "[named]", "map.toml, named: it has “named”, which is unknown"),
    ("donnerschlag", "units.toml", 'start = "3405"', 'start = "0101"', "unit i-11-6p, start: “0101” is no hex"),
    ("donnerschlag", "units.toml", 'start = "3405"', 'start = "3404"', "start: 3404 holds 3 such counters; at most 2"),
    ("donnerschlag", "units.toml", 'id = "stug-228"', 'id = "stug-1"', "units.toml, unit: “stug-228” is no counter"),
    ("donnerschlag", "units.toml", 'id = "ii-11-6p"', 'id = "i-11-6p"', "units.toml, id: “i-11-6p” appears twice."),
    ("donnerschlag", "units.toml", "front = [3, 5]", "front = [3, 50]", "unit i-11-6p, front: “front[1]” is more than"),
    ("donnerschlag", "units.toml", 'formation = "51A"', 'formation = "GP"', "only 6P, 17P, 23P, VI, VII, GP, 51A"),
    ("donnerschlag", "cards.toml", 'kind = "shift", n = 2', 'kind = "shove", n = 2', "unknown effect “shove”"),
    ("donnerschlag", "cards.toml", 'kind = "shift", n = 2', 'kind = "shift"', "A2, general.effects: “shift” needs “n”"),
    ("donnerschlag", "cards.toml", 'when = ["before"]', 'when = ["end"]', "needs one of the windows before, not"),
    ("donnerschlag", "shapes.json", '"hex":"0914"', '"hex":"9914"', "shapes.json, settlements 9914, hex: “9914” is no"),
    ("barbarossa", "map.toml", 'name = "Maikop"', 'name = "Maykop"', "map.toml, city: “Maikop” is no city of this map"),
    ("barbarossa", "map.toml", "columns = 42", "columns = 41", "map.toml, terrain: needs 52 rows of 41"),
    ("barbarossa", "map.toml", "........w..", "........x..", "map.toml, terrain: “terrain.rows["),
    ("barbarossa", "units.toml", "attack = 4", "attack = 400", "unit ru-army-4, attack: “attack” is more than 20"),
    ("barbarossa", "units.toml", 'nationality = "Russian"', 'nationality = "German"', "“German” is not on the russian"),
    ("barbarossa", "setup.toml", 'ru-army-4 = "Z7"', 'ru-army-4 = "A1"', "base, ru-army-4: it cannot begin"),
    ("barbarossa", "setup.toml", 'ru-army-4 = "Z7"\n', "", "setup.toml, base, ru-army-4: the unit begins on the"),
    ("barbarossa", "shapes.json", '"frame":', '"frames":', "shapes.json"),
    ("inferno", "map.toml", '["1", 1, 2, 1, "clear"', '["1", 1, 2, 1, "swamp"', "map.toml, hex 1, terrain: “terrain”"),
    ("inferno", "map.toml", '["1", 1, 2, 1, ', '["1", 1, 2, ', "map.toml, grid, row 1: the row has 5 values for 6"),
    ("inferno", "map.toml", '["1", 1, 2, 1', '["2", 1, 2, 1', "map.toml, grid, hexes: “2” appears twice"),
    ("inferno", "map.toml", '["1", 1, 2, 1', '["1", 2, 1, 1', "map.toml, grid, hexes"),
    ("inferno", "map.toml", 'german_spawn = ["X"', 'german_spawn = ["V"',
     "map.toml, signs, german_spawn: “V” is no hex"),
    ("inferno", "map.toml", 'german_held = ["W", "X"', 'german_held = ["W", "1"',
     "german_held: a German Spawn hex is missing"),
    ("inferno", "map.toml", 'german_held = ["W"', 'german_held = ["W", "3"', "german_held: Soviet Spawn hexes and"),
    ("inferno", "map.toml", 'hex = "19"', 'hex = "18"', "map.toml, spawn, hex: they must be the Soviet Spawn hexes"),
    ("inferno", "map.toml", 'clockwise = ["E", "SE"', 'clockwise = ["E", "E"',
     "compass, clockwise: “E” appears twice"),
    ("inferno", "map.toml", 'yellow = ["X", "Y"]', 'yellow = ["X", "200"]',
     "deploy, yellow: “200” is no hex of this map"),
    ("inferno", "map.toml", 'yellow = ["X", "Y"]', 'yellow = ["X", "98"]', "deploy, yellow: all must be German"),
    ("inferno", "map.toml", 'held = ["W", ', "held = [", "signs, german_held: W, X and Y are missing"),
    ("inferno", "map.toml", 'soviet_spawn = ["3", ', "soviet_spawn = [", "signs: “signs.soviet_spawn” "),
    ("inferno", "units.toml", '"yellow", "panzer", 4', '"yellow", "panzer", 9',
     "unit pz-2, strength: “strength” is more"),
    ("inferno", "units.toml", '["pz-2"', '["pz-3"', "units.toml, german, units: “pz-2” is no unit in this file"),
    ("inferno", "units.toml", '["mot-29"', '["mot-8"', "units.toml, units: “mot-8” appears twice"),
    ("inferno", "units.toml", 'penalty = ["pg-64"', 'penalty = ["nrb-92"',
     "chart, penalty: “nrb-92” is not a German unit"),
    ("inferno", "cards.toml", 'id = "hoth"', 'id = "guderian"',
     "card guderian, kind: the German leaders must be exactly paulus and"),
    ("inferno", "cards.toml", 'kind = "sniper"', 'kind = "t34"',
     "card sniper, kind: “kind” cannot be"),
    ("inferno", "cards.toml", 'hexes = ["', 'hexes = ["1", "', "card aa, hexes: each copy of an AA card"),
    ("inferno", "shapes.json", '"west_bank"', '"bank"', "shapes.json"),
)  # fmt: skip


def changed(game: str) -> dict[str, str]:
    """The files of another board; nothing is drawn of its map."""
    found = ours(game)
    for name, old, new in CHANGED[game]:
        assert old in found[name]
        found[name] = found[name].replace(old, new, 1)
    del found["shapes.json"]
    return found


@pytest.mark.parametrize("game", CHANGED)
def test_the_staff_plays_on_another_board_to_the_end(game: str, tmp_path: Path) -> None:
    """The map is turned over: whoever knew a place by its name would not find it."""
    match = mamayev.new(game, seed=5, components=mirrored(game))
    policy, rng = find(game).bots["staff"].policy, Random(1)
    while (decision := match.decision) is not None:
        p: Any = match.position
        assert decision.seat
        match.play(p.name(policy(p, rng)))
    match.record.save(tmp_path / "own.json")
    again = mamayev.Record.load(tmp_path / "own.json").replay()
    assert again.result == match.result
    assert again.table.to_data(again.position) == match.table.to_data(match.position)
    assert again.table.look.kept.spaces == match.table.look.kept.spaces


def names_of_places(game: str) -> set[str]:
    """What spaces are called on our board, by id and by name."""
    scene = find(game).table().look.kept
    spaces = find(game).table().notation.nouns["space"]
    return {noun.id for noun in spaces} | {space.name for space in scene.spaces if space.kind != "box"}


@pytest.mark.parametrize("game", CHANGED)
def test_commanders_name_no_place(game: str) -> None:
    places = names_of_places(game)
    assert len(places) > 60
    home = Path(mamayev.__file__).parent / "games" / game
    files = [*home.glob("staff/*.py"), *home.glob("commanders/*.py")]
    assert files
    for file in files:
        texts = {node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        assert not {text for text in texts if isinstance(text, str) and text} & places, file.name


def test_a_commander_finds_the_west_on_any_map() -> None:
    for files, tip, left in ((None, 23, (23, 24, 22, 21, 20)), (mirrored("cauldron"), 42, (42, 41, 43, 44, 45))):
        board = find("cauldron").table(components=Files(files) if files else None).board  # type: ignore[attr-defined]
        assert (ground.nose(board), ground.west(board)) == (tip, left)


@pytest.mark.parametrize("game", CHANGED)
def test_many_games_are_played_on_a_folder(game: str, tmp_path: Path) -> None:
    for name, text in changed(game).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = simulate(game, 2, players=("random",), seed=4, components=tmp_path)
    assert len(done.rows) == 2


QUICK = ("inferno", "cauldron")
"""Where a staff plays a game in a second; in Donnerschlag it takes seven, in Barbarossa minutes."""


@pytest.mark.parametrize("game", CHANGED)
def test_a_study_is_made_on_a_folder(game: str, tmp_path: Path) -> None:
    (own := tmp_path / "own").mkdir()
    for name, text in mirrored(game).items():
        (own / name).write_text(text, encoding="utf-8")
    by = "staff" if game in QUICK else "random"
    study = prepare(game, 2, tmp_path / "study", commanders=(by,), variant_ids=(), seed=3, components=own)
    study.play_missing()
    assert study.done == study.total == 2


@pytest.mark.parametrize("game", CHANGED)
def test_two_boards_live_side_by_side(game: str) -> None:
    own, usual = find(game).table(components=Files(changed(game))), find(game).table()
    before = usual.to_data(usual.start())
    played = [mamayev.playout(table.start(), Random(2)) for table in (own, usual, own, usual)]
    assert played[0] == played[2]
    assert played[1] == played[3]
    assert usual.to_data(usual.start()) == before
    assert own.look.kept.pieces != usual.look.kept.pieces


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("game", CHANGED)
def test_a_second_board_takes_less_than_5_mb(game: str, drawn: bool) -> None:
    """Also one that shares nothing with ours, as it would a grid, and with a drawing of its own."""
    known, files = find(game), ours(game) if drawn else mirrored(game)
    known.table(components=Files(files))
    gc.collect()
    tracemalloc.start()
    table = known.table(components=Files(files))
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert table.own
    assert taken < 5_000_000


@pytest.mark.parametrize("game", CHANGED)
def test_ours_written_out_are_ours(game: str) -> None:
    own, usual = find(game).table(components=Files(ours(game))), find(game).table()
    own.files = None  # nothing but whose they are is told of them
    assert own.look.kept == usual.look.kept
    assert own.to_data(own.start()) == usual.to_data(usual.start())


def test_a_check_counts_hexes_and_blocks_that_stand_in_rows() -> None:
    found = check(find("inferno"), ours("inferno")).files
    assert [(one.name, one.entries, one.problem) for one in found[:3]] == [
        ("map.toml", 109 + 6, ""), ("units.toml", 37 + 48, ""), ("cards.toml", 15, ""),
    ]  # fmt: skip


def test_chart_and_pools_of_inferno_stand_beside_a_map_of_another_size() -> None:
    """A hex 7 pins our map to its drawing; this one has none, and four rows more."""
    files = {name: text.replace('"7"', '"107"') for name, text in ours("inferno").items() if name.endswith(".toml")}
    files["map.toml"] = files["map.toml"].replace('["105", 17, -14', '["105", 23, -14')
    table: Any = find("inferno").table(components=Files(files))
    scene = table.look.kept
    x, y, width, height = scene.frame
    boxes = [space.shape for space in scene.spaces if space.kind == "box" and space.shape]
    hexes = [corner for h in range(109) for corner in table.board.grid.corners(h)]
    for left, top in (*(point for box in boxes for point in box), *hexes):
        assert x <= left <= x + width
        assert y <= top <= y + height
    chart, pools = boxes[0], boxes[-1]
    assert max(point[0] for point in chart) < min(point[0] for point in hexes)
    assert max(point[0] for point in hexes) < min(point[0] for point in pools)
    mamayev.playout(table.start(), Random(1))


@pytest.mark.parametrize(("game", "name", "old", "new", "words"), MISTAKES)
def test_a_mistake_is_named(game: str, name: str, old: str, new: str, words: str) -> None:
    text = ours(game)[name]
    assert old in text
    with pytest.raises(Refusal) as caught:
        find(game).table(components=Files({name: text.replace(old, new, 1)}))
    assert words in caught.value.text
    assert caught.value.text.startswith(name)


@pytest.mark.parametrize("game", CHANGED)
@pytest.mark.parametrize(
    "text", ["", "[[unit]]\nid = 3", "[" * 500, "rows = [" + '"-",' * 9_000 + "]", "a.b.c.d.e.f = 1"]
)
def test_hostile_files_are_refused(game: str, text: str) -> None:
    for name in find(game).component_files:
        with pytest.raises(Refusal, match=name):
            find(game).table(components=Files({name: text}))


NEEDED = (
    ("cauldron", "map.toml", "airfield = true", "airfield = false", "map.toml, airfield: is true for no area"),
    ("cauldron", "map.toml", "key = true", "key = false", "map.toml, key: is true for no area"),
    ("cauldron", "map.toml", 'entry = "A"', 'entry = ""', "map.toml, entry: exactly one area must have \"A\""),
    ("cauldron", "counters.toml", 'type = "HQ"', 'type = "Inf"', "0 units have the type \"HQ\"; the game has 1"),
    ("cauldron", "cards.toml", '"wounded"', '"woe"', "cards.toml, card 2, effects"),
    ("inferno", "map.toml", 'soviet_spawn = ["3", ', "soviet_spawn = [", "signs: “signs.soviet_spawn” "),
    ("inferno", "map.toml", 'german_spawn = ["X", "Y", "Z"]', "german_spawn = []", "signs: “signs.german_spawn” "),
    ("inferno", "units.toml", '["pz-2"', '["pz-3"', "“pz-2” is no unit in this file; the setup names it"),
    ("inferno", "cards.toml", 'kind = "sniper"', 'kind = "spy"', "cards.toml, card sniper, kind"),
    ("barbarossa", "map.toml", 'name = "Moscow"', 'name = "Moskva"', "“Moscow” is no city of this map; the rules need"),
    ("barbarossa", "map.toml", 'name = "Warsaw"', 'name = "Warszawa"', "“Warsaw” is no city of this map; the rules ne"),
    ("barbarossa", "units.toml", 'type = "armor"', 'type = "rocket"', "units.toml, unit "),
    ("donnerschlag", "map.toml", 'axis = ["4607"]', "axis = []", "map.toml, entry: “entry.axis” has the wrong number"),
    ("donnerschlag", "cards.toml", 'kind = "survival"', 'kind = "miracle"', "unknown effect “miracle”"),
    ("donnerschlag", "units.toml", 'formation = "51A"\nrange', 'formation = "2GA"\nrange', "have an HQ, one each"),
)  # fmt: skip
"""What the rules need: sources of supply, objectives, effects that they know."""


@pytest.mark.parametrize(("game", "name", "old", "new", "words"), NEEDED)
def test_what_the_rules_need_and_miss_is_said(game: str, name: str, old: str, new: str, words: str) -> None:
    text = ours(game)[name]
    assert old in text
    with pytest.raises(Refusal) as caught:
        mamayev.new(game, components={name: text.replace(old, new)})
    assert words in caught.value.text


@pytest.mark.parametrize(("game", "pattern"), [
    ("donnerschlag", r"(?s)axis_south = \[.*?\]"), ("barbarossa", r"(?m)U\",  #"),
])  # fmt: skip
def test_a_map_without_a_source_of_supply_is_refused(game: str, pattern: str) -> None:
    text = re.sub(pattern, "axis_south = []" if game == "donnerschlag" else 'S",  #', ours(game)["map.toml"])
    with pytest.raises(Refusal, match=r"map\.toml"):
        mamayev.new(game, components={"map.toml": text})


NOTICED = ("inferno", "donnerschlag")
"""Where a lesson meets what is changed; to those of the others the map must be turned over."""


@pytest.mark.parametrize("game", CHANGED)
def test_a_lesson_goes_on_a_board_that_it_fits_and_says_so_of_another(game: str) -> None:
    lesson = find(game).lessons[0].stem
    fitting = ours(game) | {"shapes.json": ours(game)["shapes.json"] + " "}
    match = mamayev.new(game, lesson=lesson, components=fitting)
    match.play(match.lesson_tasks[0].line)
    again = mamayev.Record.from_json(match.record.to_json()).replay()
    assert again.lesson is not None
    assert again.lesson_notice == ""
    with pytest.raises(Refusal) as caught:
        mamayev.new(game, lesson=lesson, components=changed(game) if game in NOTICED else mirrored(game))
    assert "is for our map, counters and cards and does not fit these: " in caught.value.text


UNSAID = {
    "cauldron": (("counters.toml", 'label = "376"', 'label = "37"', "the piece 376th-inf"),
                 ("counters.toml", 'name = "24th Panzer"', 'name = "First Panzer"')),
    "inferno": (("map.toml", '["6", 6, 1, 1, "urban"', '["6", 6, 1, 1, "rough"', "the space 6"),
                ("cards.toml", 'title = "Pak"', 'title = "Gun"')),
    "barbarossa": (("units.toml", "UNIT ru-army-10", "movement = 5", "the piece ru-army-10"),
                   ("map.toml", '"~~~~~~~~............w', '"~~~~~~~~......^.....w')),
    "donnerschlag": (("units.toml", "UNIT 823-302", "", "the piece 823-302"),
                     ("map.toml", 'axis = ["4607"]', 'axis = ["4607", "4610"]')),
}  # fmt: skip
"""By game: a change that the journal of the lesson does not tell, though the lesson speaks of what is changed, with
what is named in the refusal; and one that no lesson speaks of."""


def unsaid(game: str, name: str, old: str, new: str) -> dict[str, str]:
    """Our file with the change."""
    text = ours(game)[name]
    if old.startswith("UNIT "):
        start = text.index(f'id = "{old[5:]}"')
        end = text.index("[[", start)
        entry = text[start:end]
        other = re.sub(r"movement = \d+", new, entry) if new else re.sub(r"(front = \[\d+), (\d+)", r"\1, 9", entry)
        assert other != entry
        return {name: text[:start] + other + text[end:]}
    assert old in text
    return {name: text.replace(old, new, 1)}


@pytest.mark.parametrize("game", UNSAID)
def test_a_lesson_does_not_fit_where_what_it_speaks_of_is_not_as_on_ours(game: str) -> None:
    (*change, named), elsewhere = UNSAID[game]
    stem = find(game).lessons[0].stem
    files = unsaid(game, *change)
    assert find_lesson(find(game), stem, files).plan.told == find_lesson(find(game), stem).plan.told
    with pytest.raises(Refusal, match=f", {named} differs from ours"):
        mamayev.new(game, lesson=stem, components=files)
    assert mamayev.new(game, lesson=stem, components=unsaid(game, *elsewhere)).lesson is not None


def test_a_map_without_a_river_is_refused_in_our_words() -> None:
    """As the workshop says it of an empty sheet."""
    text = ours("donnerschlag")["map.toml"]
    bare = re.sub(r"(?s)\[rivers\]\n.*?(?=\n\[)", "[rivers]\n", text, count=1)
    assert bare != text
    with pytest.raises(Refusal, match=r"map.toml, rivers: “rivers” has the wrong number of entries \(1 or more\)\."):
        mamayev.new("donnerschlag", seed=1, components={"map.toml": bare})
