"""Our map, cards and counters, and what happens when somebody brings their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.games.cauldron.printed import components
from mamayev.games.cauldron.printed.components import Components, export, load
from mamayev.games.cauldron.printed.map import FILES, Area
from mamayev.games.cauldron.printed.shapes import shapes
from mamayev.games.cauldron.printed.units import TYPES
from mamayev.testing.depth import deep

TOML = FILES[:3]
OURS = {name: (Path(components.__file__).parents[1] / "data" / name).read_text(encoding="utf-8") for name in FILES}


def areas(found: Components) -> list[Area]:
    return [area for area in found.areas if area is not None]


def own(folder: Path) -> Files:
    """A player's files."""
    return Files.of(folder, FILES)


def refused(folder: Path, name: str, text: str) -> Refusal:
    """The refusal that a folder with this one file gets."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refusal) as caught:
        load(own(folder))
    assert caught.value.malformed
    return caught.value


def changed(name: str, start: str, old: str, new: str) -> str:
    """Our file with `old` replaced by `new` at its first place after `start`."""
    text = OURS[name]
    place = text.index(old, text.index(start))
    return text[:place] + new + text[place + len(old) :]


# ---- ours


@pytest.mark.rule("CAU-AREA-01", "CAU-AREA-02")
def test_64_areas_and_adjacency_is_mutual() -> None:
    board = areas(load())
    assert [area.number for area in board] == list(range(1, 65))
    assert all(area.number in board[other - 1].adjacent for area in board for other in area.adjacent)


def test_what_the_texts_say_about_the_map() -> None:
    found = load()
    board = {area.number: area for area in areas(found)}
    assert {one.number for one in board.values() if one.stalingrad} == {53, 54, 55}
    assert board[54].key
    assert not board[39].key
    assert board[54].adjacent == (53, 55)
    assert 43 in board[39].adjacent
    assert 32 in board[39].adjacent
    assert found.river_pairs == ((10, 2), (9, 7), (30, 31), (33, 34))
    assert found.relief_values[1] == found.relief_values[0] + 1
    inside = [area for area in board.values() if area.inside]
    # The setup's morale: one point an area, three a Key Area, and the relief force's box.
    assert len(inside) + 2 * sum(area.key for area in inside) + found.relief_values[0] == 33


@pytest.mark.rule("CAU-COMP-03", "CAU-CARD-01")
def test_25_cards_with_their_own_ids() -> None:
    cards = load().cards
    assert [card.id for card in cards] == list(range(1, 26))
    assert cards[2].effects == (("no-appeal", 1),)
    assert cards[6].weather == "Poor"
    assert cards[12].offensive[-1] == 1
    assert cards[18].attack == "Any 3"


@pytest.mark.rule("CAU-SETUP-08", "CAU-SETUP-09")
def test_axis_set_up() -> None:
    start = {unit.name: unit for unit in load().units if unit.area}
    places: dict[int, list[str]] = {}
    for unit in start.values():
        places.setdefault(unit.area, []).append(unit.label)
    assert places == {
        20: ["76"],
        21: ["384"],
        22: ["44"],
        23: ["29"],
        24: ["3"],
        38: ["371"],
        39: ["20"],
        40: ["297"],
        41: ["14", "376"],
        45: ["71"],
        50: ["60", "113"],
        51: ["16"],
        52: ["6A"],
        53: ["100", "295"],
        55: ["305", "79"],
        56: ["94", "389"],
        57: ["24"],
    }
    depleted = {unit.id for unit in start.values() if unit.depleted}
    assert depleted == {"20th-rum", "71st-inf", "60th-mot", "94th-inf"}
    assert {kind: sum(unit.type == kind for unit in start.values()) for kind in TYPES} == {
        "HQ": 1,
        "Pz": 3,
        "Mot": 3,
        "Inf": 14,
        "Rum": 1,
        "BG": 0,
    }


@pytest.mark.rule("CAU-SETUP-07")
def test_soviet_set_up_is_the_ring() -> None:
    found = load()
    assert sorted(area for _, area in found.soviet) == [9, 11, 12, 15, 16, 19, 25, 26, 31, 32, 37, 54, 58, 59]
    inside = {area.number for area in areas(found) if area.inside}
    ring = {other for area in areas(found) if area.inside for other in area.adjacent} - inside
    assert ring == {area for _, area in found.soviet}


@pytest.mark.rule("CAU-SETUP-10", "CAU-SETUP-11")
def test_defenses_and_battlegroups_at_the_start() -> None:
    found = load()
    assert set(found.pdm_active) == {50, 51, 53, 55, 56, 57}
    assert set(found.pdm_inactive) == {20, 21, 38, 47}
    assert found.pdm_limit == 13
    groups = [unit for unit in found.units if unit.type == "BG"]
    assert [(unit.label, unit.area) for unit in groups] == [(letter, 0) for letter in "ABCDEF"]


@pytest.mark.rule("CAU-AIR-04")
def test_two_airfields() -> None:
    assert {area.name for area in areas(load()) if area.airfield} == {"Pitomnik", "Gumrak"}


@pytest.mark.rule("CAU-SCALE-02")
def test_the_map_covers_some_35_by_65_miles() -> None:
    points = [point for area in shapes().areas for point in area.polygon]
    width = max(x for x, _ in points) - min(x for x, _ in points)
    height = max(y for _, y in points) - min(y for _, y in points)
    miles = 1.609
    assert width / miles == pytest.approx(65, rel=0.15)
    assert height / miles == pytest.approx(35, rel=0.3)


def test_units_stand_in_stacking_order_with_optional_ones_last() -> None:
    units = load().units
    order = [(unit.optional, TYPES.index(unit.type)) for unit in units]
    assert order == sorted(order)


def test_every_entry_says_whether_it_is_stated() -> None:
    found = load()
    origins = [area.origin for area in areas(found)]
    origins += [card.origin for card in found.cards]
    origins += [unit.origin for unit in found.units]
    assert set(origins) == {"stated", "reconstructed"}
    assert all(one.origin == "stated" for one in found.units if not one.optional)
    assert "effects" in found.cards[2].stated


def test_shapes_cover_every_adjacency() -> None:
    arcs = {frozenset(arc.areas) for arc in shapes().arcs}
    assert all(frozenset((area.number, other)) in arcs for area in areas(load()) for other in area.adjacent)


# ---- one's own


def test_export_gives_files_that_load_to_the_same(tmp_path: Path) -> None:
    written = export(tmp_path / "mine")
    assert [path.name for path in written] == list(FILES)
    assert find("cauldron").component_files == FILES
    mine = load(own(tmp_path / "mine"))
    assert mine.drawing is not None
    assert mine.areas == load().areas
    assert mine.cards == load().cards
    assert mine.units == load().units
    with pytest.raises(Refusal, match=r"map\.toml already exists"):
        export(tmp_path / "mine")


def test_export_to_where_a_file_stands_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Refusal, match="cannot be written"):
        export(tmp_path / "file" / "below")


def test_a_single_file_replaces_ours(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(changed("cards.toml", "id = 4", "Soviets Falter", "They Falter"))
    assert load(own(tmp_path)).cards[3].title == "They Falter"
    assert load(own(tmp_path)).areas == load().areas


@pytest.mark.parametrize(
    ("name", "start", "old", "new", "words"),
    [
        ("map.toml", "number = 17", "adjacent = [14,", "adjacent = [13,", "map.toml, area 14, adjacent: names 17"),
        (
            "map.toml",
            "number = 17",
            "adjacent = [14,",
            "adjacent = [65,",
            "map.toml, area 17, adjacent: names 65; the areas are numbered 1 to 64.",
        ),
        (
            "map.toml",
            "number = 17",
            "adjacent = [14,",
            "adjacent = [16,",
            "map.toml, area 17, adjacent: 16 is given twice",
        ),
        (
            "map.toml",
            "number = 17",
            "adjacent = [14,",
            "adjacent = [17,",
            "map.toml, area 17, adjacent: an area can't be",
        ),
        ("map.toml", "number = 17", "adjacent = [14,", 'adjacent = ["14",', "map.toml, area 17, adjacent"),
        ("map.toml", "number = 17", "name = ", "title = ", "map.toml, area 17, "),
        ("map.toml", "number = 16", "number = 17", "number = 16", "map.toml, area 16, number: two areas"),
        ("map.toml", "number = 16", "number = 17", 'number = "x"', "map.toml, area x, number"),
        ("map.toml", "number = 54", "stalingrad = true", "", "map.toml, stalingrad"),
        ("map.toml", "number = 6\n", 'entry = "D"', 'entry = "A"', "map.toml, area 29, entry"),
        ("map.toml", "number = 6\n", 'entry = "D"', "", "map.toml, entry"),
        ("map.toml", "", "[1, 2, 3, 4, 5]", "[1, 2, 3, 4]", "map.toml, relief_values"),
        ("map.toml", "", "[10, 2]", "[9, 10]", "map.toml, river_pairs"),
        ("map.toml", "", "relief_values", "relief", "map.toml, relief"),
        ("map.toml", "number = 9\n", "origin", "inside = true\norigin", "counters.toml (ours"),
        ("cards.toml", "id = 4\n", 'weather = "Fair"', 'weather = "Fine"', "cards.toml, card 4, weather"),
        ("cards.toml", "id = 4\n", '"ssi"', '"morale"', "cards.toml, card 4, effects"),
        ("cards.toml", "id = 4\n", "[1]", "[1, 2, 3]", "cards.toml, card 4, offensive"),
        ("cards.toml", "id = 4\n", "random = 2", "random = 14", "cards.toml, card 4, random"),
        ("cards.toml", "id = 4\n", '"effects"]', '"effect"]', "cards.toml, card 4, stated"),
        ("cards.toml", "id = 4\n", "id = 5", "id = 4", "cards.toml, card 4, id: two cards"),
        ("cards.toml", "id = 3\n", '["no-appeal", 1]', '["no-appeal", -1]', "cards.toml, card 3, effects"),
        ("counters.toml", "", "area = 41", "area = 54", "counters.toml, unit 14th-pz, area: 54 is not inside"),
        ("counters.toml", "", "area = 41\n", "", "counters.toml, unit 14th-pz, area"),
        ("counters.toml", "14th-pz", "16th-pz", "14th-pz", "counters.toml, unit 14th-pz, id: two units"),
        (
            "counters.toml",
            'id = "6th-army-hq"',
            "origin",
            "depleted = true\norigin",
            "counters.toml, unit 6th-army-hq, depleted",
        ),
        ("counters.toml", 'id = "bg-f"', 'type = "BG"', 'type = "Inf"', "counters.toml, unit bg-f, area"),
        ("counters.toml", 'id = "bg-f"', "origin", "area = 45\norigin", "counters.toml, unit bg-f, area"),
        ("counters.toml", '"21st"\n', "[9, 11]", "[9, 11, 60]", "counters.toml, soviet 21st, areas: area 60"),
        ("counters.toml", '"21st"\n', "[9, 11]", "[9]", "counters.toml, soviet: area 11 touches"),
        ("counters.toml", '"21st"\n', "[9, 11]", "[9, 9]", "counters.toml, soviet 21st, areas: 9 already"),
        ("counters.toml", "", "limit = 13", "limit = 9", "counters.toml, pdm, limit"),
        ("counters.toml", "", "[50, 51", "[54, 51", "counters.toml, pdm, active: 54"),
        ("counters.toml", "", "[20, 21", "[50, 21", "counters.toml, pdm, active: 50 is given twice"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, name: str, start: str, old: str, new: str, words: str) -> None:
    assert refused(tmp_path, name, changed(name, start, old, new)).text.startswith(words)


def test_a_missing_area_or_card_is_named(tmp_path: Path) -> None:
    lost = re.sub(r"\[\[area\]\]\nnumber = 17\n.*?\n\n", "", OURS["map.toml"], flags=re.S)
    assert refused(tmp_path / "a", "map.toml", lost).text.startswith("map.toml, area 17: is missing")
    lost = re.sub(r"\[\[card\]\]\nid = 4\n.*?\n\n", "", OURS["cards.toml"], flags=re.S)
    assert refused(tmp_path / "b", "cards.toml", lost).text.startswith("cards.toml, card 4: is missing")


def test_a_list_without_end_is_named(tmp_path: Path) -> None:
    text = re.sub(r"effects = .*", "effects = [" + '["ssi", 1],' * 65 + "]", OURS["cards.toml"], count=1)
    told = refused(tmp_path, "cards.toml", text).text
    assert told.startswith("cards.toml, card 1, effects: “effects” has")
    assert "64 or fewer" in told


def test_an_island_is_named(tmp_path: Path) -> None:
    text = changed("map.toml", "number = 54", "adjacent = [53, 55]", "adjacent = []")
    text = text.replace("adjacent = [38, 45, 54, 55]", "adjacent = [38, 45, 55]")
    text = text.replace("adjacent = [52, 53, 54, 56, 57]", "adjacent = [52, 53, 56, 57]")
    assert refused(tmp_path, "map.toml", text).text.startswith(
        "map.toml, area 54, adjacent: this area is not connected"
    )


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="is not a folder"):
        load(own(tmp_path / "nowhere"))
    with pytest.raises(Refusal, match="holds none of the component files"):
        load(own(tmp_path))
    (tmp_path / "map.toml").mkdir()
    with pytest.raises(Refusal, match=r"map\.toml cannot be read"):
        load(own(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('{"number":1,', '{"number":99,', "shapes.json, areas 99, number"),
        ('{"number":1,', '{"number":2,', "shapes.json, areas 1, number: appears 0 times"),
        ('"kind":"stream"', '"kind":"brook"', "shapes.json, rivers "),
        ('"frame":', '"fram":', "shapes.json, frame"),
        ('{"number":1,', '{"number":1', "shapes.json: not valid JSON"),
    ],
)
def test_a_mistake_in_the_shapes_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = re.sub(r'(?<=[,:{}\[\]"])\s+(?=[\[\]{}"\d])', "", OURS["shapes.json"])
    assert old in text
    assert refused(tmp_path, "shapes.json", text.replace(old, new, 1)).text.startswith(words)


# ---- random damage

VALUES = [
    "-1",
    "0",
    "7",
    "54",
    "65",
    "99999999999999999999999999",
    "1.5",
    "nan",
    "inf",
    '""',
    '"x"',
    "true",
    "[]",
    "[1]",
    "[54,54]",
    "[[1,2]]",
    '["ssi",1]',
    '[["ssi",99]]',
    "{}",
    "{a=1}",
    "1979-05-27",
    "12:00:00",
    "[[[[[[]]]]]]",
    '"\\u0000"',
    "=",
    "0x7f",
    "'A'",
]


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    """The name of a file and its text after one to three random mistakes."""
    name = draw(st.sampled_from(TOML))
    lines = OURS[name].splitlines()
    fields = [place for place, line in enumerate(lines) if re.match(r"\w+ = ", line)]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(fields))
        key, _, value = lines[place].partition(" = ")
        match draw(st.sampled_from(["value", "drop", "rename", "twice", "header", "text"])):
            case "value":
                lines[place] = f"{key} = {draw(st.sampled_from(VALUES))}"
            case "drop":
                lines[place] = ""
            case "rename":
                lines[place] = f"{draw(st.from_regex('[a-z]{1,8}', fullmatch=True))} = {value}"
            case "twice":
                lines[place] = f"{lines[place]}\n{lines[place]}"
            case "header":
                lines[place] = draw(st.sampled_from(["[[area]]", "[[card]]", "[[unit]]", "[area]", "[x]", "[[x]]"]))
            case "text":
                lines[place] = draw(st.text(max_size=20))
    return name, "\n".join(lines)


def refusal_of(folder: Path) -> Refusal | None:
    try:
        load(own(folder))
    except Refusal as refusal:
        return refusal
    return None


def holds_or_names_the_place(folder: Path, name: str) -> None:
    """The folder loads, or is refused with the file and the entry or field; nothing else happens."""
    refusal = refusal_of(folder)
    if refusal is not None:
        assert refusal.malformed
        assert refusal.field
        assert refusal.text.startswith((name, *(f"{other} (ours" for other in FILES)))
        assert "Expected `" not in refusal.text, "the validator's words"


@settings(max_examples=deep(150, 40), deadline=None)
@given(damage=damaged())
def test_random_mistakes_are_refused_by_place(
    tmp_path_factory: pytest.TempPathFactory, damage: tuple[str, str]
) -> None:
    name, text = damage
    folder = tmp_path_factory.mktemp("own")
    (folder / name).write_text(text, encoding="utf-8")
    holds_or_names_the_place(folder, name)


@settings(max_examples=deep(60, 20), deadline=None)
@given(name=st.sampled_from(FILES), content=st.binary(max_size=200))
def test_any_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, name: str, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("own")
    (folder / name).write_bytes(content)
    with pytest.raises(Refusal, match=f"^{re.escape(name)}"):
        load(own(folder))


@settings(max_examples=deep(40, 12), deadline=None)
@given(data=st.data())
def test_random_mistakes_in_the_shapes(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    text = OURS["shapes.json"]
    start = data.draw(st.integers(0, len(text) - 1))
    cut = data.draw(st.integers(1, 12))
    put = data.draw(st.sampled_from(["", "0", "null", '"x"', "[", "}", "1e400", "{}"]))
    folder = tmp_path_factory.mktemp("own")
    (folder / "shapes.json").write_text(text[:start] + put + text[start + cut :], encoding="utf-8")
    holds_or_names_the_place(folder, "shapes.json")
