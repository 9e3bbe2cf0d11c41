"""The workshop: boards drawn and filled in as a person does it, by mouse and by finger; hostile files do no harm."""

from __future__ import annotations

import io
import json
import math
import os
import random
import re
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, Route, expect

from mamayev.engine.components import Files
from mamayev.engine.registry import find, names
from mamayev.engine.workshop import Entries, HexSheet, Workshop, Zone
from mamayev.match.components import check

from .conftest import Server, Table, unanswered, wait_for

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
Point = tuple[float, float]

# A person's pace, in seconds: a click with the look that goes before it, a hex that a drag goes on to, a key.
CLICK, ALONG, KEY, LETTER = 1.5, 0.5, 0.7, 0.25

TO_SCREEN = """(element, points) => {
    const matrix = element.getScreenCTM();
    return points.map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f]);
}"""
OF_PHOTOGRAPH = """(board, points) => {
    const layer = new DOMMatrix(getComputedStyle(board.querySelector(".layer")).transform);
    const photo = new DOMMatrix(getComputedStyle(board.querySelector(".photographs canvas")).transform);
    const box = board.getBoundingClientRect();
    return points.map(([x, y]) => {
        const at = layer.multiply(photo).transformPoint(new DOMPoint(x, y));
        return [box.left + at.x / at.w, box.top + at.y / at.w];
    });
}"""


def workshop_of(game: str) -> Workshop:
    open_workshop = find(game).workshop
    assert open_workshop is not None
    return open_workshop()


def entries_of(game: str, kind: str) -> Entries:
    """The counters or the cards of a game's workshop."""
    return next(one for one in workshop_of(game).entries if one.of == kind)


DRAWN = [name for name in names() if find(name).workshop is not None]
SHEETS = {name: sheet for name in DRAWN if (sheet := workshop_of(name).hexes) is not None}
LISTED = next(name for name, sheet in SHEETS.items() if sheet.written == "list")
LETTERED = next(name for name, sheet in SHEETS.items() if len(sheet.layers) > 1)
SIDED = next(name for name in SHEETS if any(line.written == "named-sides" for line in workshop_of(name).lines))
AREAS = next(name for name in DRAWN if workshop_of(name).areas is not None)


class Bench:
    """A draft on the bench, and a person at it, whose time is reckoned."""

    def __init__(self, at: Table, game: str, *, empty: bool = False, photographs: Sequence[Path] = ()) -> None:
        self.at, self.page, self.game = at, at.page, game
        self.seconds = 0.0
        self.ours: dict[str, str] = at.server.get(f"/api/games/{game}/workshop")["files"]
        self.sheet = SHEETS.get(game)
        self.page.goto(f"{at.server.url}/#/workshop")
        self.page.locator(f'[data-draw="{game}"]').click()
        self.page.locator(f'[data-from="{"empty" if empty else "ours"}"]').click()
        if photographs:
            self.page.locator("[data-photographs]").set_input_files(list(photographs))
        self.page.locator("[data-start]").click()
        if photographs:
            expect(self.page.locator("[data-stage]")).to_be_visible()
            return
        expect(self.page.locator("[data-sheet]")).to_be_visible()
        expect(self.page.locator("[data-sheet] canvas").first).to_be_attached()

    @property
    def files(self) -> dict[str, str]:
        """The draft's files, as soon as the server has all of them."""
        expect(self.page.locator('[data-kept="saved"]')).to_be_attached()
        found = re.search(r"#/workshop/([^/]+)", self.page.url)
        assert found
        files: dict[str, str] = self.at.server.get(f"/api/drafts/{found[1]}")["files"]
        return files

    def data(self, name: str) -> dict[str, Any]:
        return tomllib.loads(self.files.get(name, self.ours[name]))

    # ---- where things lie

    def middle(self, row: int, column: int) -> Point:
        """The middle of a hex in pixels of the board, by the row and column of the sheet."""
        sheet = self.sheet
        assert sheet is not None
        side = self.at.server.get(f"/api/games/{self.game}/scene")["counter"]["side"] if not hasattr(self, "_by") else 0
        if side:
            self._by = 35 / side
        shifted = 0.5 if row % 2 == (sheet.shifted == "odd") else 0.0
        x, y = sheet.origin
        across, down = sheet.pitch * (column + shifted), sheet.pitch * math.sqrt(0.75) * row
        return (x + across) * self._by, (y + down) * self._by

    def screen(self, points: Sequence[Point]) -> list[Point]:
        svg = self.page.locator("[data-sheet] .layer > svg")
        return [(x, y) for x, y in svg.evaluate(TO_SCREEN, [list(point) for point in points])]

    def hexes(self, places: Sequence[tuple[int, int]]) -> list[Point]:
        return self.screen([self.middle(row, column) for row, column in places])

    # ---- what a person does

    def click(self, point: Point) -> None:
        self.page.mouse.click(*point)
        self.seconds += CLICK

    def drag(self, points: Sequence[Point]) -> None:
        """The pen goes down at the first point and up at the last, through all between."""
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=2)
        self.page.mouse.up()
        self.seconds += CLICK + ALONG * (len(points) - 1)

    def sweep(self, points: Sequence[Point]) -> None:
        """A drag with the brush along a row: the hand is as fast as the eye, eight hexes a second."""
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        if len(points) > 1:
            self.page.mouse.move(*points[-1], steps=2)
        self.page.mouse.up()
        self.seconds += CLICK + 0.12 * (len(points) - 1)

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)
        self.seconds += KEY

    def type(self, field: Locator, text: str) -> None:
        field.fill(text)
        self.seconds += CLICK + LETTER * len(text)

    def hold(self, tool: str) -> None:
        self.page.locator(f'[data-tool="{tool}"]').click()
        self.seconds += CLICK

    def value(self, layer: int, value: str) -> None:
        """Take a kind of ground up: its button in the palette."""
        assert self.sheet is not None
        if len(self.sheet.layers) > 1:
            self.page.locator(f'[data-layer-of="{self.sheet.layers[layer].id}"]').click()
        self.page.locator(f'[data-value="{value}"]').click()
        self.seconds += 2 * CLICK


@pytest.fixture
def bench(table: Open) -> Callable[..., Bench]:
    def begun(game: str, **wanted: Any) -> Bench:
        more = {name: wanted.pop(name) for name in ("width", "height", "has_touch", "is_mobile") if name in wanted}
        return Bench(table(**more), game, **wanted)

    return begun


def listed(sheet: HexSheet, text: str) -> dict[str, dict[str, Any]]:
    """The entries of a list of hexes, by id."""
    data: Any = tomllib.loads(text)
    for key in sheet.path:
        data = data[key]
    return {row[0]: dict(zip(data["columns"], row, strict=True)) for row in data["hexes"]}


def place_of(sheet: HexSheet, entry: dict[str, Any]) -> tuple[int, int]:
    """Row and column on the sheet, of an entry in half hexes."""
    assert sheet.room is not None
    top, _, left, _ = sheet.room
    return entry["row"] - top, (entry["half"] - left) // 2


# ---------------------------------------------------------------- a whole map, over a picture of it


def photographed(by: float) -> Callable[[Point], Point]:
    """How a table's camera sees a board: turned, from a little aside."""
    turn = math.radians(2.4)

    def seen(point: Point) -> Point:
        x, y = point[0] * by, point[1] * by
        x, y = x * math.cos(turn) - y * math.sin(turn) + 160, x * math.sin(turn) + y * math.cos(turn) + 120
        away = 1 + 0.00007 * x + 0.00004 * y
        return x / away, y / away

    return seen


class Print(NamedTuple):
    """A photograph of a drawn map, and where a point of the board lies on it."""

    file: Path
    size: tuple[int, int]
    seen: Callable[[Point], Point]


COLOURS = {"clear": "#e9e0c8", "rough": "#cdb98f", "urban": "#a09082", "^": "#b59a70", "w": "#a9b58b", "~": "#9fb9c9",
           "o": "#8fb0c4"}  # fmt: skip


def picture(
    bench: Bench, places: dict[str, tuple[int, int]], ground: dict[str, str], folder: Path, by: float = 1.6
) -> Print:
    """A photograph of a drawn map: hexes, ground, numbers."""
    assert bench.sheet is not None
    seen = photographed(by)
    radius = bench.middle(0, 1)[0] - bench.middle(0, 0)[0]
    down, across = (max(place[axis] for place in places.values()) + 1 for axis in (0, 1))
    ends = [seen(bench.middle(*place)) for place in ((0, across), (down, 0), (down, across))]
    size = int(max(x for x, _ in ends)) + 40, int(max(y for _, y in ends)) + 40
    image = Image.new("RGB", size, "#6b5f50")
    draw = ImageDraw.Draw(image)
    for name, place in places.items():
        x, y = bench.middle(*place)
        corners = [math.radians(60 * k + 30) for k in range(6)]
        ring = [seen((x + radius / 3**0.5 * math.cos(a), y + radius / 3**0.5 * math.sin(a))) for a in corners]
        draw.polygon(ring, fill=COLOURS.get(ground[name], "#e9e0c8"), outline="#40382e")
        draw.text(seen((x, y)), name, fill="#202020", anchor="mm")
    noise = np.random.default_rng(1).integers(-6, 7, (size[1], size[0], 1), dtype=np.int16)
    pixels = np.clip(np.asarray(image, dtype=np.int16) + noise, 0, 255).astype(np.uint8)
    file = folder / "map.jpg"
    Image.fromarray(pixels).save(file, quality=80)
    return Print(file, size, seen)


def over_its_picture(at: Bench, folder: Path) -> tuple[dict[str, Any], dict[str, Point]]:
    """The hexes of our map, and where each is on the page, over a photograph of it on which the grid lies."""
    sheet = at.sheet
    assert sheet is not None
    entries = listed(sheet, at.ours[sheet.file])
    places = {name: place_of(sheet, entry) for name, entry in entries.items()}
    terrains = {name: entry["terrain"] for name, entry in entries.items()}
    where = lay(at, places, picture(at, places, terrains, folder))
    at.hold("hex")
    return entries, where


def in_zone(data: Any, zone: Zone) -> list[str]:
    """The hexes of a zone in the data of its file."""
    for key in zone.path:
        data = data[key]
    return [str(one) for one in data]


def test_a_whole_map_is_entered_over_its_picture_in_half_an_hour(bench: Callable[..., Bench], tmp_path: Path) -> None:
    at = bench(LISTED, empty=True)
    sheet = at.sheet
    assert sheet is not None
    entries, where = over_its_picture(at, tmp_path)
    numbers = sorted((name for name in entries if name.isdigit()), key=int)
    letters = [name for name in entries if not name.isdigit()]
    for name in (*numbers, *letters):
        at.click(where[name])
    for name, entry in sorted(entries.items(), key=lambda one: one[0].isdigit()):
        at.click(where[name])
        if not name.isdigit():
            at.type(at.page.locator("[data-number]"), name)
        at.type(at.page.locator("[data-name]"), entry["name"])
        at.key("Enter")
    for choice in sheet.layers[0].choices[1:]:
        at.value(0, choice.value)
        for run in runs(sheet, entries, choice.value):
            at.drag([where[name] for name in run])
    for zone in workshop_of(LISTED).zones:
        at.hold(zone.id)
        for name in in_zone(tomllib.loads(at.ours[zone.file]), zone):
            at.click(where[name])
    found = at.data(sheet.file)
    assert listed(sheet, at.files[sheet.file]) == entries
    ours = tomllib.loads(at.ours[sheet.file])
    assert {**found, "grid": 0} == {**ours, "grid": 0}
    assert at.seconds < 30 * 60
    expect(at.page.locator("[data-play]")).to_be_enabled()
    at.page.locator("[data-play]").click()
    expect(at.page.get_by_role("group", name="Board")).to_be_visible()
    assert not [url for url in sent(at.page) if "jpg" in url]


def test_an_empty_sheet_does_not_cover_the_photograph(bench: Callable[..., Bench], tmp_path: Path) -> None:
    """Who draws from a photograph must see it where no hex is yet, not only while V is held."""
    at = bench(LISTED, empty=True)
    _, where = over_its_picture(at, tmp_path)
    at.page.mouse.move(*where["1"])

    def ground() -> dict[str, Any]:
        seen = Image.open(io.BytesIO(at.page.screenshot())).convert("RGB")
        return {name: seen.getpixel((round(x), round(y + 9))) for name, (x, y) in where.items() if name != "1"}

    def apart(one: dict[str, Any], other: dict[str, Any]) -> float:
        return max(math.dist(one[name], other[name]) for name in one)

    over = ground()
    at.page.keyboard.down("v")
    at.page.wait_for_timeout(200)
    alone = ground()
    at.page.keyboard.up("v")
    assert apart(over, alone) < 20
    assert math.dist(over["12"], over["44"]) > 20  # urban and clear, as printed


def test_a_hex_that_gets_another_number_is_called_by_it_and_keeps_its_signs(bench: Callable[..., Bench]) -> None:
    """An owner sees a wrong number on the drawing and types the right one: the board, which shows the names of hexes,
    shows no old number, and the sign in the hex does not stay behind at a number that no click can reach."""
    at = bench(LISTED, empty=True)
    sheet = at.sheet
    assert sheet is not None
    assert sheet.name
    zone = workshop_of(LISTED).zones[0]
    spots = dict(zip("123", at.hexes([(9, 4), (9, 5), (9, 6)]), strict=True))
    at.hold("hex")
    for name in "123":
        at.click(spots[name])

    def zoned() -> list[str]:
        return in_zone(at.data(zone.file), zone)

    at.hold(zone.id)
    for name in "12":
        at.click(spots[name])
    assert zoned() == ["1", "2"]
    at.hold("hex")
    at.click(spots["1"])
    at.type(at.page.locator("[data-number]"), "W")
    at.key("Enter")
    at.click(spots["2"])
    at.type(at.page.locator("[data-number]"), "7")
    at.type(at.page.locator("[data-name]"), "Mill")
    at.key("Enter")
    names = {id: entry[sheet.name] for id, entry in listed(sheet, at.files[sheet.file]).items()}
    assert names == {"W": "W", "7": "Mill", "3": "3"}
    assert zoned() == ["W", "7"]
    at.hold("erase")
    at.click(spots["2"])
    assert set(listed(sheet, at.files[sheet.file])) == {"W", "3"}
    assert zoned() == ["W"]
    at.page.keyboard.press("z")
    assert zoned() == ["W", "7"]


def sent(page: Page) -> list[str]:
    urls: list[str] = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
    return urls


def lay(at: Bench, places: dict[str, tuple[int, int]], print_: Print) -> dict[str, Point]:
    """The picture is laid by four of its hexes; returns where each hex of it lies on the screen then."""
    at.hold("lay")
    at.page.locator("[data-add-sheet]").set_input_files(print_.file)
    stage = at.page.locator("[data-stage] > canvas")
    expect(stage).to_be_visible()
    rows, columns = (sorted({place[axis] for place in places.values()}) for axis in (0, 1))
    ends = [(rows[row], columns[column]) for row, column in ((1, 1), (-2, -2), (1, -2), (-2, 1))]
    for end in ends:  # not the very corners: there are the squares that can be pulled
        name = min(places, key=lambda one: math.dist(places[one], end))
        box = stage.bounding_box()
        assert box is not None
        x, y = print_.seen(at.middle(*places[name]))
        at.click((box["x"] + x * box["width"] / print_.size[0], box["y"] + y * box["height"] / print_.size[1]))
        at.type(at.page.locator("[data-pin]"), name)
        at.key("Enter")
    assert float(at.page.locator("[data-worst]").get_attribute("data-worst") or 1) < 0.1
    at.page.locator("[data-to-map]").click()
    expect(at.page.locator("[data-sheet] .photographs canvas")).to_be_attached()
    at.page.wait_for_timeout(300)
    printed = [list(print_.seen(at.middle(*place))) for place in places.values()]
    found = at.page.locator("[data-sheet]").evaluate(OF_PHOTOGRAPH, printed)
    return {name: (x, y) for name, (x, y) in zip(places, found, strict=True)}


def runs(sheet: HexSheet, entries: dict[str, dict[str, Any]], value: str) -> list[list[str]]:
    """Hexes of a kind of ground that lie side by side in a row: a drag each."""
    layer = sheet.layers[0].path[0]
    by = {(entry["row"], entry["half"]): name for name, entry in entries.items() if entry[layer] == value}
    found = []
    for row, half in sorted(by):
        if (row, half - 2) in by:
            continue
        run = [by[row, half]]
        while (row, half + 2 * len(run)) in by:
            run.append(by[row, half + 2 * len(run)])
        found.append(run)
    return found


# ---------------------------------------------------------------- a large map, by brush and lines


def strokes(rows: Sequence[str], blank: str, only: range) -> Iterator[tuple[str, int, int, int]]:
    """What a brush lays down row by row: the letter, the row, the first and the last column."""
    for row in only:
        for run in re.finditer(r"(.)\1*", rows[row]):
            if run[1] != blank:
                yield run[1], row, run.start(), run.end() - 1


def letters_of(row: int, columns: int) -> list[str]:
    """How the hexes of a row are called: A1 …, after Z comes AA."""
    return [f"{chr(65 + row % 26) * (1 + row // 26)}{column + 1}" for column in range(columns)]


def test_a_large_map_is_entered_by_brush_and_lines(
    bench: Callable[..., Bench], tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """Five rows of it, a river, a railway, two cities; with WHOLE=1 all of it, over its picture: half an hour."""
    entire = "WHOLE" in os.environ
    at = bench(LETTERED, empty=True)
    sheet, workshop = at.sheet, workshop_of(LETTERED)
    assert sheet is not None
    ours = tomllib.loads(at.ours[sheet.file])
    ground = inside(ours, sheet.layers[0].path)
    part = range(len(ground)) if entire else range(4, 7)
    places = {
        name: (row, column) for row, line in enumerate(ground) for column, name in enumerate(letters_of(row, len(line)))
    }
    if entire:
        letters = {name: ground[row][column] for name, (row, column) in places.items()}
        where = lay(at, places, picture(at, places, letters, tmp_path, 1.9))
    else:
        where = dict(zip(places, at.hexes(list(places.values())), strict=True))
    for n, layer in enumerate(sheet.layers):
        rows = inside(ours, layer.path)
        for value in sorted({letter for letter, *_ in strokes(rows, layer.choices[0].value, part)}):
            at.value(n, value)
            for one, row, first, last in strokes(rows, layer.choices[0].value, part):
                if one == value:
                    names = letters_of(row, last + 1)
                    at.sweep([where[name] for name in names[first:]])
    for line in workshop.lines:
        wanted = inside(ours, line.path)
        at.hold(line.id)
        if line.written == "courses":
            for course in wanted if entire else [max(wanted, key=lambda one: len(one["hexes"]))]:
                at.type(at.page.locator("[data-line-name]"), course["name"])
                at.drag([where[name] for name in course["hexes"]])
                at.page.locator("[data-end]").click()
                at.seconds += CLICK
        elif entire:
            for side in wanted:
                at.type(at.page.locator("[data-line-name]"), side["name"])
                (x, y), (to_x, to_y) = (where[name] for name in side["between"])
                at.click(((x + to_x) / 2, (y + to_y) / 2))
    kind = workshop.places[0]
    cities = inside(ours, kind.path)
    at.hold(kind.id)
    for city in cities if entire else cities[:2]:
        at.click(where[city["hex"]])
        at.type(at.page.locator("[data-name]"), city["name"])
        for field in kind.fields:
            form = at.page.locator(f'[data-place] [data-field="{field.name}"]')
            if field.kind == "choice" and city.get(field.name, field.default) is not None:
                form.select_option(city.get(field.name, field.default))
                at.seconds += CLICK
            elif field.kind == "flag" and city.get(field.name):
                form.check()
                at.seconds += CLICK
        at.page.locator("[data-keep]").click()
        at.seconds += CLICK
    found = at.data(sheet.file)
    for layer in sheet.layers:
        mine, theirs = inside(found, layer.path), inside(ours, layer.path)
        assert [mine[row] for row in part] == [theirs[row] for row in part]
    for line in workshop.lines:
        drawn, theirs = inside(found, line.path), inside(ours, line.path)
        if entire:
            mine, wanted = (
                [(one["name"], one.get("hexes"), sorted(one.get("between", ()))) for one in lines]
                for lines in (drawn, theirs)
            )
            assert mine == wanted
        elif line.written == "courses":
            assert [one["hexes"] for one in drawn] == [max((c["hexes"] for c in theirs), key=len)]
    told = ("name", "hex", *(field.name for field in kind.fields if field.name != "origin"))
    assert [[one.get(name, False) for name in told] for one in inside(found, kind.path)] == [
        [city.get(name, False) for name in told] for city in (cities if entire else cities[:2])
    ]
    if entire:
        record_testsuite_property("minutes", at.seconds / 60)
        assert at.seconds < 90 * 60
        return
    # Half a map raises no alarm, and does not go on the table.
    expect(at.page.locator('[data-state="refused"]')).to_have_count(0)
    expect(at.page.locator("[data-play]")).to_be_disabled()


def inside(data: Any, path: Sequence[str]) -> Any:
    for key in path:
        data = data[key]
    return data


def named(name: str) -> tuple[int, int]:
    """Row and column of a hex such as AA7."""
    found = re.fullmatch(r"([A-Z])(\1?)(\d+)", name)
    assert found
    return ord(found[1]) - 65 + 26 * len(found[2]), int(found[3]) - 1


# ---------------------------------------------------------------- hexsides, undo, differences


def test_a_river_runs_along_hexsides_and_is_taken_back_again(bench: Callable[..., Bench]) -> None:
    at = bench(SIDED)
    river = next(line for line in workshop_of(SIDED).lines if line.written == "named-sides")
    before = inside(tomllib.loads(at.ours[river.file]), river.path)
    at.page.keyboard.press(river.key)
    at.type(at.page.locator("[data-line-name]"), "Brook")
    # From corner to corner along the upper sides of hexes in a row, far from any river.
    across = at.middle(20, 12)[0] - at.middle(20, 11)[0]
    upper = [(at.middle(20, n)[0] + step * across / 2, at.middle(20, n)[1] - (1 + step) * across / 3**0.5 / 2)
             for n in (12, 13, 14) for step in (0, 1)]  # fmt: skip
    at.drag(at.screen(upper))
    at.key("Enter")
    rivers = inside(at.data(river.file), river.path)
    assert len(rivers["Brook"]) == len(upper) - 1
    assert {name: rivers[name] for name in before} == before
    expect(at.page.locator("[data-differences]")).to_contain_text("differ from ours")
    at.key("z")
    assert inside(at.data(river.file), river.path) == before
    expect(at.page.locator("[data-differences]")).to_contain_text("Nothing differs")
    at.key("Shift+Z")
    assert "Brook" in inside(at.data(river.file), river.path)
    at.hold("erase")
    at.drag(at.screen([(x, y) for x, y in upper]))
    assert "Brook" not in inside(at.data(river.file), river.path)


def test_a_stroke_that_begins_beside_the_map_is_drawn(bench: Callable[..., Bench]) -> None:
    """Rivers leave the map at its rim, where no hand begins at the very pixel of a corner."""
    at = bench(SIDED, empty=True)
    sheet, workshop = SHEETS[SIDED], workshop_of(SIDED)
    river = next(line for line in workshop.lines if line.written == "named-sides")
    across = at.middle(21, 12)[0] - at.middle(21, 11)[0]
    (x, y), rows = at.middle(21, 0), inside(tomllib.loads(at.ours[sheet.file]), sheet.layers[0].path)
    corners = [(x - across / 2 - 2, y - across / 3**0.5 / 2)]  # at the rim, and two units beside it
    corners += [(x + n * across / 2, y - (1 + (n + 1) % 2) * across / 3**0.5 / 2) for n in range(3)]
    at.hold(river.id)
    at.type(at.page.locator("[data-line-name]"), "Brook")
    at.drag(at.screen(corners))
    at.key("Enter")
    assert len(inside(at.data(river.file), river.path)["Brook"]) == 3
    for corner in corners[:2]:  # the same with clicks
        at.click(at.screen([corner])[0])
    at.key("Enter")
    assert len(inside(at.data(river.file), river.path)["Brook"]) == 3
    layer = sheet.layers[0]
    at.value(0, layer.choices[1].value)
    end = at.middle(21, len(rows[21]) - 1)
    at.drag(at.screen([(end[0] + 2 * across, end[1]), end]))
    assert inside(at.data(sheet.file), layer.path)[21].endswith(layer.choices[1].value)
    before = at.files
    at.drag(at.screen([(end[0] + across, end[1]), (end[0] + 2 * across, end[1])]))
    at.key("z")  # nothing was drawn beside the map, so this takes the stroke back
    assert at.files != before
    zone = workshop.zones[0]
    at.hold(zone.id)
    at.drag(at.screen([(end[0] + across, end[1]), end]))
    assert len(in_zone(at.data(zone.file), zone)) == 1
    at.drag(at.screen([(end[0] + across, end[1]), end]))
    assert not in_zone(at.data(zone.file), zone)


def test_a_board_differs_from_the_book_and_says_so(bench: Callable[..., Bench]) -> None:
    at = bench(SIDED)
    expect(at.page.locator('[data-state="agrees"]').first).to_be_visible()
    page = at.page
    page.locator('[data-tab="counters"]').click()
    page.locator("[data-form] [data-delete]").click()
    expect(page.locator("[data-differences]")).to_contain_text("1 counter")
    page.locator("[data-differences] button").click()
    page.locator(".listing button", has_text="Use ours here").click()
    expect(page.locator("[data-differences]")).to_contain_text("Nothing differs")


def test_a_running_game_goes_on_on_the_board_that_is_drawn(bench: Callable[..., Bench]) -> None:
    at = bench(SIDED)
    match = at.at.server.begin(SIDED, name="Under way")
    plies = at.at.server.state(match)["plies"]
    page = at.page
    sheet = SHEETS[SIDED]
    clear, other = sheet.layers[0].choices[:2]
    column = inside(tomllib.loads(at.ours[sheet.file]), sheet.layers[0].path)[6].index(clear.value, 10)
    expect(page.locator("[data-play]")).to_be_enabled()
    at.value(0, other.value)
    at.click(at.hexes([(6, column)])[0])
    expect(page.locator("[data-differences]")).to_contain_text("1 place")
    page.locator("[data-play-on]").click()
    row_of_it = page.locator(f'[data-go-on="{match}"]')
    expect(row_of_it).to_contain_text("Under way")
    row_of_it.click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()
    found = re.search(r"#/play/(\w+)", page.url)
    assert found
    begun = at.at.server.state(found[1])
    assert (begun["plies"], begun["undo"]["free"], begun["undo"]["practice"]) == (plies, 0, 0)
    assert begun["name"].startswith("Under way, on ")
    record = at.at.server.get(f"/api/matches/{found[1]}/record")
    assert [list(board["files"]) for board in record["boards"]] == [["map.toml"]]


def test_looking_back_shows_the_board_of_then(table: Open) -> None:
    """A game that went on on a board with another name of a town: before the change the town has the old one."""
    at = table(fresh=True)
    server, page = at.server, at.page
    match = server.begin(SIDED, name="Two boards")
    ply = server.play(match, server.state(match)["decision"]["actions"][0]["text"])["plies"]
    ours = server.get(f"/api/games/{SIDED}/workshop")["files"]["map.toml"]
    names = next(kind for kind in workshop_of(SIDED).places if kind.written == "names")
    hex_, name = next(iter(inside(tomllib.loads(ours), names.path).items()))
    own = {"map.toml": ours.replace(f'{hex_} = "{name}"', f'{hex_} = "Newtown"')}
    branch = server.post(f"/api/matches/{match}/branch", {"ply": ply, "components": own})["id"]
    at.open(branch)
    board = page.get_by_role("group", name="Board")
    expect(board.get_by_text("Newtown")).to_be_attached()
    page.goto(f"{server.url}/#/play/{branch}/at/0")
    expect(board.get_by_text(name, exact=True)).to_be_attached()
    expect(board.get_by_text("Newtown")).to_have_count(0)
    page.goto(f"{server.url}/#/play/{branch}")
    expect(board.get_by_text("Newtown")).to_be_attached()


def test_lines_of_a_spreadsheet_become_counters(bench: Callable[..., Bench]) -> None:
    at = bench(LETTERED)
    page = at.page
    page.locator('[data-tab="counters"]').click()
    page.locator("[data-paste]").click()
    lines = [
        "1st Test Corps\tGerman\tinf\t4-4-4",
        "2nd Test Corps\tGerman\talpini\t3-3-4",
        "4th Army\tRussian\tinf\t4-6-4",
    ]
    page.locator("[data-paste-here]").fill("\n".join(lines))
    page.locator("[data-read-lines]").click()
    sheet = page.locator("[data-paste-sheet]")
    expect(sheet).to_contain_text("3 lines read: 1 ready, 1 with errors, 1 already present")
    expect(sheet.get_by_role("alert")).to_contain_text("Row 2, Type: “alpini” is not valid. Use one of these: ")
    sheet.get_by_role("button", name="Use infantry").click()
    sheet.locator("[data-add-lines]").click()
    counters = entries_of(LETTERED, "counters")
    units = inside(at.data(counters.file), counters.path)
    fresh = {one["name"]: one for one in units if "Test" in one["name"]}
    assert fresh["1st Test Corps"]["attack"] == fresh["1st Test Corps"]["movement"] == 4
    assert fresh["2nd Test Corps"]["type"] == "infantry"
    # No page says where they begin: the suggested setup adapts to them, and the board can be played.
    expect(page.locator("[data-play]")).to_be_enabled()
    page.locator("[data-play]").click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def test_areas_are_joined_and_the_line_is_mutual(bench: Callable[..., Bench]) -> None:
    at = bench(AREAS)
    areas = workshop_of(AREAS).areas
    assert areas is not None
    ours = {one[areas.number]: one for one in inside(tomllib.loads(at.ours[areas.file]), areas.path)}
    scene = at.at.server.get(f"/api/games/{AREAS}/scene")
    by = 35 / scene["counter"]["side"]
    spots = {int(space["id"]): space["text"] for space in scene["spaces"] if space["kind"] == "area"}
    one = next(iter(ours))
    other = next(n for n in ours if n != one and n not in ours[one][areas.neighbours])
    where = at.screen([(spots[n][0] * by, spots[n][1] * by) for n in (one, other)])
    at.click(where[0])
    expect(at.page.locator(f'[data-area="{one}"]')).to_be_visible()
    at.hold("join")
    at.click(where[1])
    found = {row[areas.number]: row for row in inside(at.data(areas.file), areas.path)}
    assert other in found[one][areas.neighbours]
    assert one in found[other][areas.neighbours]


# ---------------------------------------------------------------- photographs: lines that are sought, sheets, areas


def pin(at: Bench, print_: Print, name: str, point: Point, off: Point = (0.0, 0.0)) -> None:
    """A point of the photograph is clicked, `off` by so many pixels of the board, and its number typed."""
    stage = at.page.locator("[data-stage] > canvas")
    box = stage.bounding_box()
    assert box is not None
    x, y = print_.seen((point[0] + off[0], point[1] + off[1]))
    at.click((box["x"] + x * box["width"] / print_.size[0], box["y"] + y * box["height"] / print_.size[1]))
    at.type(at.page.locator("[data-pin]"), name)
    at.key("Enter")


def lies_off(at: Bench, print_: Print, spots: Sequence[Point]) -> float:
    """How far, at the worst, the photograph lies from the drawing below it, in pixels of the board."""
    at.page.wait_for_timeout(400)
    photo = at.page.locator("[data-sheet]").evaluate(OF_PHOTOGRAPH, [list(print_.seen(spot)) for spot in spots])
    svg = at.page.locator("[data-sheet] .layer > svg")
    by: float = svg.evaluate("element => element.getScreenCTM().a")
    worst: float = max(math.dist(one, other) for one, other in zip(photo, at.screen(spots), strict=True))
    return worst / by


def test_printed_lines_are_found_near_the_grid(bench: Callable[..., Bench], tmp_path: Path) -> None:
    """A hand that is a fifth of a hex off is put right; where nothing is printed, that is said."""
    at = bench(SIDED)
    sheet = at.sheet
    assert sheet is not None
    rows = inside(tomllib.loads(at.ours[sheet.file]), sheet.layers[0].path)
    places = {
        f"{row + sheet.first_row:02}{column + 1:02}": (row, column)
        for row, line in enumerate(rows) for column, letter in enumerate(line) if letter != "-"
    }  # fmt: skip
    print_ = picture(at, places, dict.fromkeys(places, "clear"), tmp_path, 1.9)
    at.hold("lay")
    at.page.locator("[data-add-sheet]").set_input_files(print_.file)
    expect(at.page.locator("[data-stage] > canvas")).to_be_visible()
    hex_ = at.middle(0, 1)[0] - at.middle(0, 0)[0]
    down, across = len(rows), max(map(len, rows))
    ends = [(2, 2), (down - 3, across - 3), (2, across - 3), (down - 3, 2)]
    for (row, column), off in zip(ends, ((0.2, 0.1), (-0.15, 0.15), (0.1, -0.2), (0.2, 0.05)), strict=True):
        name = min(places, key=lambda one: math.dist(places[one], (row, column)))
        pin(at, print_, name, at.middle(*places[name]), (off[0] * hex_, off[1] * hex_))
    spots = [at.middle(*place) for place in list(places.values())[:: len(places) // 40]]
    at.page.locator("[data-to-map]").click()
    assert lies_off(at, print_, spots) > 0.1 * hex_
    at.hold("lay")
    at.page.locator("[data-seek]").click()
    expect(at.page.locator("[data-found]")).to_contain_text("Lines found around")
    at.page.locator("[data-keep-found]").click()
    at.page.locator("[data-to-map]").click()
    assert lies_off(at, print_, spots) < 0.06 * hex_
    blank = tmp_path / "blank.png"
    Image.new("RGB", print_.size, "#d8cdb0").save(blank)
    at.hold("lay")
    at.page.locator("[data-add-sheet]").set_input_files(blank)
    at.page.locator(".which button", has_text="blank.png").click()
    for row, column in ends[:2]:
        name = min(places, key=lambda one: math.dist(places[one], (row, column)))
        pin(at, print_, name, at.middle(*places[name]))
    at.page.locator("[data-seek]").click()
    expect(at.page.locator("[data-no-lines]")).to_be_visible()


def test_a_photograph_lies_under_areas_and_another_joins_it(bench: Callable[..., Bench], tmp_path: Path) -> None:
    """Three areas lay the first sheet, two the next; what is looked at covers them, ours shows beneath."""
    at = bench(AREAS)
    page = at.page
    areas = workshop_of(AREAS).areas
    assert areas is not None
    scene = at.at.server.get(f"/api/games/{AREAS}/scene")
    by = 35 / scene["counter"]["side"]
    shapes = json.loads(at.ours[areas.shapes])[areas.outlines[0]]
    rings = {str(one["number"]): [(x * by, y * by) for x, y in one["polygon"]] for one in shapes}
    turn = math.radians(1.5)

    def seen(point: Point) -> Point:
        x, y = point[0] * 1.3, point[1] * 1.3
        return x * math.cos(turn) - y * math.sin(turn) + 90, x * math.sin(turn) + y * math.cos(turn) + 40

    ends = [seen(point) for ring in rings.values() for point in ring]
    size = int(max(x for x, _ in ends)) + 40, int(max(y for _, y in ends)) + 40
    image = Image.new("RGB", size, "#cbbd98")
    draw = ImageDraw.Draw(image)
    for ring in rings.values():
        draw.polygon([seen(point) for point in ring], outline="#40382e", fill="#e2d7b8")
    files = [tmp_path / "one.png", tmp_path / "two.png"]
    for file in files:
        image.save(file)
    print_ = Print(files[0], size, seen)
    middles = {number: centroid(ring) for number, ring in rings.items()}
    far = [min(middles, key=lambda n: a * middles[n][0] + b * middles[n][1]) for a, b in ((1, 1), (-1, 1), (0, -1))]
    assert len(set(far)) == 3
    at.hold("lay")
    page.locator("[data-add-sheet]").set_input_files(files[0])
    expect(page.locator("[data-stage] > canvas")).to_be_visible()
    expect(page.locator("aside")).to_contain_text("Click the center of an area")
    for number in far:
        pin(at, print_, number, middles[number])
    page.locator("[data-add-sheet]").set_input_files(files[1])
    page.locator(".which button", has_text="two.png").click()
    expect(page.locator("aside")).to_contain_text("that are also on another sheet")
    for number in far[:2]:
        pin(at, print_, number, middles[number])
    expect(page.locator("[data-to-map]")).not_to_contain_text("missing")
    page.locator("[data-to-map]").click()
    expect(page.locator("[data-sheet] .photographs canvas")).to_have_count(2)
    assert lies_off(at, print_, list(middles.values())) < 4
    drawing = page.locator("[data-sheet] .drawing")
    covered = drawing.evaluate("element => getComputedStyle(element).clipPath")
    page.locator("[data-areas]").select_option(far[0])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".side > section").first).to_contain_text("1 of 64")
    assert drawing.evaluate("element => getComputedStyle(element).clipPath") != covered
    page.locator('[data-ours="beneath"]').click()
    expect(page.locator("[data-beneath] canvas").first).to_be_attached()
    assert not [url for url in sent(page) if "png" in url]


PIN = """stage => {
    const of = element => new DOMMatrix(getComputedStyle(element).transform);
    const pin = stage.querySelector("svg > g.pin").transform.baseVal.consolidate().matrix;
    const at = of(stage.querySelector("canvas")).inverse().transformPoint(new DOMPoint(pin.e, pin.f));
    return [Math.round(at.x), Math.round(at.y)];
}"""


def test_a_photograph_is_turned_with_what_lays_it(bench: Callable[..., Bench], tmp_path: Path) -> None:
    """Before it is laid and after: a point keeps to its spot of the picture, also when the draft is opened again."""
    Image.new("RGB", (300, 200), "#cbbd98").save(tmp_path / "aside.png")
    at = bench(LISTED)
    page, sheet = at.page, at.sheet
    assert sheet is not None
    page.goto(f"{at.at.server.url}/#/workshop")
    page.locator(f'[data-draw="{LISTED}"]').click()
    page.locator("[data-photographs]").set_input_files(tmp_path / "aside.png")
    page.locator(".sheets [data-turn]").click()
    expect(page.locator(".sheets li")).to_contain_text("rotated right")
    expect(page.locator(".sheets canvas")).to_have_attribute("height", "420")
    page.locator("[data-start]").click()
    photo = page.locator("[data-stage] > canvas")
    expect(photo).to_have_attribute("width", "200")
    box = photo.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.25 * box["width"], box["y"] + 0.5 * box["height"])
    page.locator("[data-pin]").fill(next(iter(listed(sheet, at.ours[sheet.file]))))
    page.keyboard.press("Enter")
    expect(page.locator("[data-stage] g.pin")).to_have_count(1)
    assert page.locator("[data-stage]").evaluate(PIN) == [50, 150]
    page.locator("[data-stage] [data-turn]").click()
    expect(photo).to_have_attribute("width", "300")
    assert page.locator("[data-stage]").evaluate(PIN) == [150, 50]
    page.reload()
    expect(photo).to_have_attribute("width", "300")
    assert page.locator("[data-stage]").evaluate(PIN) == [150, 50]


def test_layers_are_put_away_and_drafts_show_their_map(bench: Callable[..., Bench]) -> None:
    at = bench(SIDED)
    page = at.page
    drawing, eye = page.locator("[data-sheet] .drawing"), page.locator('[data-eye="drawing"]')
    expect(drawing).to_have_css("opacity", "1")
    eye.click()
    expect(drawing).to_have_css("opacity", "0")
    expect(eye).to_have_attribute("aria-pressed", "false")
    eye.click()
    expect(drawing).to_have_css("opacity", "1")
    page.goto(f"{at.at.server.url}/#/workshop")
    expect(page.locator(".drafts li").first.locator("svg path").first).to_be_visible()


def test_on_a_phone_play_has_a_tab_of_its_own(bench: Callable[..., Bench]) -> None:
    page = bench(LISTED, width=390, height=844, has_touch=True, is_mobile=True).page
    page.locator('[data-tab="checks"]').tap()
    expect(page.locator("[data-check]").first).to_be_visible()
    expect(page.locator("[data-play]")).to_be_hidden()
    page.locator('[data-tab="play"]').tap()
    expect(page.locator("[data-check]").first).to_be_hidden()
    page.locator("[data-play]").tap()
    expect(page.get_by_role("group", name="Board")).to_be_visible()


def centroid(ring: Sequence[Point]) -> Point:
    """The middle of an area."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        cross = ax * by - bx * ay
        area, x, y = area + cross, x + (ax + bx) * cross, y + (ay + by) * cross
    return x / (3 * area), y / (3 * area)


def test_without_the_magnet_the_pen_takes_what_it_touches(bench: Callable[..., Bench]) -> None:
    """With Alt a stroke through the middles of hexes meets no corner, a stroke past their middles none of them."""
    at = bench(SIDED)
    page = at.page
    river = next(line for line in workshop_of(SIDED).lines if line.written == "named-sides")
    road = next(line for line in workshop_of(SIDED).lines if line.written == "courses")
    across = at.middle(20, 12)[0] - at.middle(20, 11)[0]
    along = at.screen([at.middle(20, n) for n in (12, 13, 14)])
    past = at.screen([(x, y + 0.27 * across) for x, y in (at.middle(20, n) for n in (12, 13, 14))])
    said = page.locator("[data-sheet] .said")
    for line, points in ((river, along), (road, past)):
        page.keyboard.press(line.key)
        page.keyboard.down("Alt")
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=1 if line is road else 2)
        expect(page.locator("[data-status]")).to_contain_text("snapping off")
        page.mouse.up()
        page.keyboard.up("Alt")
        expect(said).to_have_count(0)
        at.drag(points)
        expect(page.locator("[data-status]")).to_contain_text("snapping on")
        expect(said).to_be_visible()
        page.keyboard.press("Escape")


# ---------------------------------------------------------------- a finger


def test_a_finger_draws_and_two_fingers_do_not(bench: Callable[..., Bench]) -> None:
    at = bench(LISTED, width=390, height=844, has_touch=True, is_mobile=True)
    sheet = at.sheet
    assert sheet is not None
    entries = listed(sheet, at.ours[sheet.file])
    run = next(run for run in runs(sheet, entries, sheet.layers[0].choices[0].value) if len(run) >= 3)[:3]
    where = at.hexes([place_of(sheet, entries[name]) for name in run])
    urban = sheet.layers[0].choices[-1].value
    at.page.locator(f'[data-value="{urban}"]').tap()
    session = at.page.context.new_cdp_session(at.page)

    def touch(kind: str, *points: Point) -> None:
        session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
        })  # fmt: skip

    touch("touchStart", where[0])
    for point in where[1:]:
        touch("touchMove", point)
    touch("touchEnd")
    painted = listed(sheet, at.files[sheet.file])
    assert {name for name in entries if painted[name] != entries[name]} == set(run)
    (x, y) = where[0]
    touch("touchStart", (x, y + 60))
    touch("touchStart", (x, y + 60), (x + 60, y + 120))
    touch("touchMove", (x, y + 50), (x + 70, y + 140))
    touch("touchEnd")
    at.page.wait_for_timeout(200)
    assert listed(sheet, at.files[sheet.file]) == painted
    assert at.at.axe() == []


# ---------------------------------------------------------------- in and out


def test_a_draft_goes_out_as_one_file_and_comes_in_again(bench: Callable[..., Bench], tmp_path: Path) -> None:
    at = bench(LISTED)
    sheet = at.sheet
    assert sheet is not None
    at.value(0, sheet.layers[0].choices[-1].value)
    entry = listed(sheet, at.ours[sheet.file])["1"]
    at.click(at.hexes([place_of(sheet, entry)])[0])
    files = at.files
    with at.page.expect_download() as waited:
        at.page.locator("[data-export]").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    slow: list[Route] = []
    at.page.route("**/api/games", lambda route: slow.append(route))
    with at.page.expect_request("**/api/games"):
        at.page.goto(f"{at.at.server.url}/#/workshop")
    at.page.locator("[data-bring]").set_input_files(file)
    (games,) = slow
    games.continue_()  # the file was quicker than the list of games
    expect(at.page.locator("[data-sheet]")).to_be_visible()
    assert at.files == files
    assert json.loads(file.read_text())["files"] == files


def bomb() -> bytes:
    return ("a" + ".a" * 200_000 + " = 1").encode()


def noise() -> bytes:
    return bytes(random.Random(1).randrange(256) for _ in range(5_000))


HOSTILE = {
    "board.board.json": b'{"mamayev": "board", "game": "nowhere", "files": {"map.toml": ""}}',
    "proto.board.json": b'{"mamayev": "board", "game": "GAME", "files": {"__proto__": "x", "map.toml": "[[[" }}',
    "markup.board.json": b'{"mamayev": "board", "game": "GAME", "name": "<img src=x onerror=alert(1)>",'
    b' "files": {"map.toml": "a=1"}}',
    "deep.board.json": b"[" * 100_000,
    "noise.board.json": noise(),
    "list.board.json": b"[1, 2]",
    "cut.board.json": b'{\n "mamayev": "board",\n "game": "GAME",\n "files": {"map.toml": "a=1',
    "large.board.json": b" " * 1_000_001,
    "map.toml": bomb(),
    "other.toml": b"a = 1",
}


SAID = {"cut.board.json": "^This export of the workshop is damaged"}


def test_hostile_files_are_refused_with_a_sentence(table: Open, tmp_path: Path) -> None:
    at = table(fresh=True)
    page = at.page
    page.goto(f"{at.server.url}/#/workshop")
    page.locator(f'[data-draw="{LISTED}"]').click()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    for name, content in HOSTILE.items():
        file = tmp_path / name
        file.write_bytes(content.replace(b"GAME", LISTED.encode()))
        page.locator("[data-bring]").set_input_files(file)
        refused = page.locator("aside [role=alert]")
        expect(refused).to_have_text(re.compile(SAID.get(name, r"\S.*[.]$"), re.DOTALL))
        assert "#/workshop/" not in page.url, name
        page.reload()
        page.locator(f'[data-draw="{LISTED}"]').click()
    assert dialogs == []
    expect(page.locator("[data-go-on]")).to_have_count(0)


def test_a_picture_that_is_none_is_said_at_its_place(bench: Callable[..., Bench], tmp_path: Path) -> None:
    at = bench(LISTED)
    at.hold("lay")
    bad = tmp_path / "bad.png"
    bad.write_bytes(noise())
    drawn = tmp_path / "drawn.svg"
    drawn.write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    good = io.BytesIO()
    Image.new("RGB", (80, 60), "red").save(good, "PNG")
    fine = tmp_path / "fine.png"
    fine.write_bytes(good.getvalue())
    at.page.locator("[data-add-sheet]").set_input_files([bad, drawn, fine])
    expect(at.page.locator("aside [role=alert]")).to_have_count(2)
    expect(at.page.locator("[data-stage] > canvas")).to_be_visible()


def test_what_is_drawn_while_the_server_is_away_is_kept(table: Open, own: Server) -> None:
    at = Bench(table(of=own), LISTED)
    sheet = at.sheet
    assert sheet is not None
    goal = at.hexes([place_of(sheet, listed(sheet, at.ours[sheet.file])["1"])])[0]
    own.kill()
    at.value(0, sheet.layers[0].choices[-1].value)
    at.click(goal)
    expect(at.page.locator('[data-kept="here"]')).to_be_attached()
    own.start()
    deadline = time.monotonic() + 20
    while listed(sheet, at.files.get(sheet.file, at.ours[sheet.file]))["1"]["terrain"] == "clear":
        assert time.monotonic() < deadline
        at.page.wait_for_timeout(200)


def test_a_text_is_kept_while_it_is_written_and_when_the_page_is_left(bench: Callable[..., Bench]) -> None:
    at = bench("cauldron")
    page = at.page
    page.locator('[data-tab="cards"]').click()
    text = page.locator("textarea[data-field$=text]").first
    name = page.locator("[data-field=title]").first
    text.fill("")
    with page.expect_request(lambda asked: "/api/drafts" in asked.url and "The wind turns," in (asked.post_data or "")):
        text.press_sequentially("The wind turns, ")
    expect(page.locator('[data-kept="saved"]')).to_be_attached()
    cards = entries_of("cauldron", "cards")
    assert "The wind turns," in at.files[cards.file]
    expect(text).to_have_value("The wind turns, ")
    text.press_sequentially("and the snow with it.")
    expect(text).to_have_value("The wind turns, and the snow with it.")
    name.fill("Wind and snow")  # the field still has the focus
    page.reload()
    page.locator('[data-tab="cards"]').click()
    expect(text).to_have_value("The wind turns, and the snow with it.")
    expect(page.locator("[data-field=title]").first).to_have_value("Wind and snow")


def first_title(at: Bench) -> Locator:
    """The title of the first card, which was changed to "Snow" and saved."""
    at.page.locator('[data-tab="cards"]').click()
    title = at.page.locator("[data-field=title]").first
    title.fill("Snow")
    title.blur()
    expect(at.page.locator('[data-kept="saved"]')).to_be_attached()
    return title


@pytest.mark.parametrize("arrives", [False, True])
def test_a_change_during_a_save_is_kept_when_the_page_is_left(bench: Callable[..., Bench], arrives: bool) -> None:
    at = bench("cauldron")
    page, title = at.page, first_title(at)
    sent: list[Route] = []

    def held(route: Route) -> None:
        if arrives:
            route.fetch()
        sent.append(route)

    page.route("**/api/drafts/*", held, times=1)
    title.fill("Snow and wind")
    title.blur()
    wait_for(sent, page)
    title.fill("Snow, wind and ice")  # the field still has the focus
    page.reload()
    page.locator('[data-tab="cards"]').click()
    expect(page.locator("[data-field=title]").first).to_have_value("Snow, wind and ice")
    expect(page.locator('[data-kept="saved"]')).to_be_attached()
    assert "Snow, wind and ice" in at.files[entries_of("cauldron", "cards").file]


def test_a_draft_that_was_left_while_it_was_saved_is_nobody_elses(bench: Callable[..., Bench]) -> None:
    at = bench("cauldron")
    page, title = at.page, first_title(at)
    stored: list[int] = []

    def held(route: Route) -> None:
        stored.append(route.fetch().status)

    page.route("**/api/drafts/*", held)
    title.fill("Snow and wind")
    title.blur()
    wait_for(stored, page)
    page.unroute("**/api/drafts/*", held)
    page.reload()
    page.locator('[data-tab="cards"]').click()
    expect(page.locator("[data-field=title]").first).to_have_value("Snow and wind")
    expect(page.locator('[data-kept="elsewhere"]')).to_have_count(0)
    title.fill("Snow, wind and ice")
    title.blur()
    expect(page.locator('[data-kept="saved"]')).to_be_attached()
    cards = entries_of("cauldron", "cards")
    assert "Snow, wind and ice" in at.files[cards.file]


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_save_without_an_answer_is_nobody_elses(bench: Callable[..., Bench], reloaded: bool) -> None:
    at = bench("cauldron")
    page, title = at.page, first_title(at)
    with unanswered(page, "**/api/drafts/*") as stored:
        title.fill("Snow and wind")
        title.blur()
        wait_for(stored, page)
        expect(page.locator('[data-kept="here"]')).to_be_attached()
        title.fill("Snow, wind and ice")
        title.blur()
        if reloaded:
            page.wait_for_timeout(1500)  # the browser keeps it, too
            page.reload()
            page.locator('[data-tab="cards"]').click()
            expect(page.locator("[data-field=title]").first).to_have_value("Snow, wind and ice")
    expect(page.locator('[data-kept="saved"]')).to_be_attached(timeout=15_000)
    assert "Snow, wind and ice" in at.files[entries_of("cauldron", "cards").file]


def test_a_draft_that_was_deleted_elsewhere_is_kept_by_a_page_that_goes_on(bench: Callable[..., Bench]) -> None:
    at = bench(LISTED)
    sheet = at.sheet
    assert sheet is not None
    before = at.page.url
    goal = at.hexes([place_of(sheet, listed(sheet, at.ours[sheet.file])["1"])])[0]
    deleted = at.page.request.delete(f"{at.at.server.url}/api/drafts/{before.rpartition('/')[2]}")
    assert deleted.status == 204
    at.value(0, sheet.layers[0].choices[-1].value)
    at.click(goal)
    expect(at.page).not_to_have_url(before)
    assert listed(sheet, at.files[sheet.file])["1"]["terrain"] != "clear"
    at.page.reload()
    assert listed(sheet, at.files[sheet.file])["1"]["terrain"] != "clear"


@pytest.mark.parametrize("kept", ["theirs", "mine"])
def test_two_tabs_of_one_draft_ask_which_version_stays(bench: Callable[..., Bench], kept: str) -> None:
    at = bench(LISTED)
    sheet = at.sheet
    assert sheet is not None
    id_ = at.page.url.rpartition("/")[2]
    there = at.at.server.get(f"/api/drafts/{id_}")
    at.at.server.post(  # the other tab
        f"/api/drafts/{id_}",
        {**{key: there[key] for key in ("files", "done", "standing", "version")}, "name": "The other tab"},
        method="PUT",
    )
    goal = at.hexes([place_of(sheet, listed(sheet, at.ours[sheet.file])["1"])])[0]
    at.value(0, sheet.layers[0].choices[-1].value)
    at.click(goal)
    expect(at.page.locator('[data-kept="elsewhere"]')).to_be_visible()
    at.page.locator(f"[data-{kept}]").click()
    expect(at.page.locator('[data-kept="saved"]')).to_be_visible()
    found = at.at.server.get(f"/api/drafts/{id_}")
    assert (found["name"] == "The other tab") == (kept == "theirs")
    expect(at.page.get_by_text("The other tab").first).to_be_visible(visible=kept == "theirs")


def test_a_draft_that_was_begun_while_the_server_was_away_keeps_its_photographs(table: Open, tmp_path: Path) -> None:
    photograph = tmp_path / "sheet.png"
    Image.new("RGB", (80, 60), "red").save(photograph)
    at = table()
    at.page.route("**/api/drafts", lambda route: route.abort())
    Bench(at, LISTED, photographs=[photograph])
    expect(at.page).to_have_url(re.compile("/here-"))
    at.page.unroute("**/api/drafts")
    expect(at.page.locator('[data-kept="saved"]')).to_be_attached()
    expect(at.page).not_to_have_url(re.compile("/here-"))
    at.page.reload()
    expect(at.page.locator("[data-stage] > canvas")).to_be_visible()


# ---------------------------------------------------------------- cells as people have them, and files as they come out


CASES = {
    "flags": "Name\tSide\tType\tFormation\tFront\tBack\tArrives by card\n"
    "I/90/6P\tAxis\ttank\t6P\t3-5\t2-5\tWAHR\nI/88/6P\tAxis\ttank\t6P\t3-5\t2-5\t✓\n"
    "I/86/6P\tAxis\ttank\t6P\t3-5\t2-5\tmaybe\n",
    "quoted": 'Name\tSide\tType\tFormation\tFront\tBack\n"I/93\n6P"\tAxis\ttank\t6P\t3-5\t2-5\n'
    "I/92/6P\tAxis\ttank\t6P\t3-5\t2-5\n",
    "long": "Name\tSide\tType\tFormation\tFront\tBack\tArrives in turn\n"
    "I/60/6P\tAxis\ttank\t6P\t3-5\t2-5\t99999999999999999999\n",
    "german": "Einheit;Seite;Typ;Vorne;Hinten\nI/40/6P;Axis;tank;3-5;2-5\nI/41/6P;Axis;tank;3-5;2-5\n",
}
PAIRED = next(
    name for name in DRAWN
    if any(field.kind == "pair" for one in workshop_of(name).entries for field in one.fields if one.of == "counters")
)  # fmt: skip


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
}"""


def paste(at: Bench, text: str) -> Locator:
    page = at.page
    page.locator('[data-tab="counters"]').click()
    expect(page.locator("[data-paste]")).to_be_visible()
    page.evaluate(PASTE, text)
    return page.locator("[data-paste-sheet]")


def counters(at: Bench) -> list[dict[str, Any]]:
    entries = entries_of(at.game, "counters")
    found: list[dict[str, Any]] = inside(at.data(entries.file), entries.path)
    return found


def test_cells_that_are_not_understood_are_named_and_settled(bench: Callable[..., Bench]) -> None:
    at = bench(PAIRED)
    before = len(counters(at))
    sheet = paste(at, CASES["flags"])
    expect(sheet).to_contain_text("3 lines read: 2 ready, 1 with errors")
    alert = sheet.locator("[data-troubles]")
    expect(alert).to_contain_text("Row 4, Arrives by card: “maybe” is not valid. Use yes or no")
    sheet.locator("[data-add-lines]").click()
    expect(sheet).to_contain_text("0 ready, 1 with errors, 2 already present")
    alert.get_by_role("button", name="Use yes").click()
    sheet.locator("[data-add-lines]").click()
    expect(sheet).to_have_count(0)
    assert [one.get("card") for one in counters(at)[before:]] == [True, True, True]
    sheet = paste(at, CASES["quoted"])
    expect(sheet.locator("[data-troubles]")).to_contain_text("Row 2, Name: “I/93⏎6P” is not valid. Use one line")
    sheet.get_by_role("button", name="Use “I/93 6P”").click()
    sheet.locator("[data-add-lines]").click()
    sheet = paste(at, CASES["long"])
    expect(sheet.locator("[data-troubles]")).to_contain_text("Arrives in turn: “99999999999999999999” is not")
    expect(sheet.locator("[data-troubles]")).to_contain_text("Use a whole number from 0 to 8")
    cell = sheet.locator('[data-cell="2,7"]')
    cell.fill("4,0")
    cell.press("Enter")
    sheet.locator("[data-add-lines]").click()
    sheet = paste(at, CASES["german"])
    expect(sheet.locator("[data-headed]")).to_be_checked()
    expect(sheet).to_contain_text("2 lines read: 2 ready")
    expect(sheet.locator("[data-guessed]")).to_contain_text("Name, Side, Type, Front, Back")
    sheet.locator("[data-add-lines]").click()
    fresh = {one["name"]: one for one in counters(at)[before + 3 :]}
    assert list(fresh) == ["I/93 6P", "I/92/6P", "I/60/6P", "I/40/6P", "I/41/6P"]
    assert fresh["I/60/6P"]["turn"] == 4
    assert fresh["I/41/6P"]["back"] == [2, 5]
    at.page.reload()
    expect(at.page.locator("[data-sheet]")).to_be_visible()
    assert len(counters(at)) == before + 8


def test_a_whole_list_in_another_language_is_pasted_taken_back_sent_and_played(
    bench: Callable[..., Bench], tmp_path: Path
) -> None:
    """All counters of a side under foreign words: each word is settled once, and the board goes out and comes in."""
    at = bench(PAIRED)
    page = at.page
    entries = entries_of(PAIRED, "counters")
    side, kind = (next(field for field in entries.fields if field.name == name) for name in ("side", "type"))
    own = [one for one in counters(at) if one["side"] == side.choices[0].value and not one.get("attached")]
    words = {choice.value: f"Art {number}" for number, choice in enumerate(kind.choices)}
    columns = ("name", "side", "type", "formation", "front", "back", "turn")
    lines = ["Einheit;Seite;Typ;Verband;Vorne;Hinten;Kommt in Zug"] + [
        ";".join(
            [
                f"Neu {one['name']}",
                "Eigene",
                words[one["type"]],
                one.get("formation", ""),
                *("-".join(map(str, one.get(face, ()))) for face in ("front", "back")),
                "4",
            ]
        )
        for one in own
    ]
    sheet = paste(at, "\r\n".join(lines))
    for number, name in enumerate(columns, 1):
        sheet.locator(f'[data-column="{number}"]').select_option(name)
    settled = [side.choices[0].title, *(c.title for c in kind.choices if any(one["type"] == c.value for one in own))]
    for title in sorted(settled, key=lambda title: _row(title, own, side, kind)):
        sheet.locator("[data-troubles] li").first.get_by_role("button", name=f"Use {title}", exact=True).click()
    expect(sheet).to_contain_text(f"{len(own)} lines read: {len(own)} ready")
    sheet.locator("[data-add-lines]").click()
    expect(sheet).to_have_count(0)

    def fresh() -> list[str]:
        return [one["type"] for one in counters(at) if one["name"].startswith("Neu ")]

    assert fresh() == [one["type"] for one in own]
    page.locator("[data-undo]").click()
    expect(page.locator("[data-undo]")).to_be_disabled()
    assert fresh() == []
    page.locator("[data-redo]").click()
    expect(page.locator("[data-undo]")).to_be_enabled()
    files = at.files
    with page.expect_download() as waited:
        page.locator("[data-export]").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    page.goto(f"{at.at.server.url}/#/workshop")
    page.locator("[data-bring]").set_input_files(file)
    expect(page.locator("[data-sheet]")).to_be_visible()
    assert at.files == files
    page.locator("[data-play]").click()
    expect(page.get_by_role("group", name="Board")).to_be_visible()
    record = at.at.server.get(f"/api/matches/{at.at.match}/record")
    assert record["components"][entries.file].count("Neu ") == len(own)


def _row(title: str, own: list[dict[str, Any]], side: Any, kind: Any) -> tuple[int, int]:
    """The first row and the column in which a word stands."""
    if title == side.choices[0].title:
        return 0, 0
    (value,) = [choice.value for choice in kind.choices if choice.title == title]
    return next(number for number, one in enumerate(own) if one["type"] == value), 1


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_pasted_lines_have_room(bench: Callable[..., Bench], size: tuple[int, int]) -> None:
    at = bench(PAIRED, width=size[0], height=size[1])
    lines = "".join(f"Unit {n}\tAxis\ttank\t3-5\tmaybe {n}\n" for n in range(40))
    sheet = paste(at, f"Name\tSide\tType\tFront\tArrives by card\n{lines}")
    rows = sheet.locator("[data-lines]")
    sheet.locator("[data-cell]").first.scroll_into_view_if_needed()
    box = rows.bounding_box()
    assert box is not None
    assert box["height"] >= 140
    expect(sheet.locator("[data-cell]").first).to_be_in_viewport()
    sheet.locator("[data-troubles]").scroll_into_view_if_needed()
    expect(sheet.locator("[data-troubles] li").first).to_be_in_viewport()
    assert at.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert at.at.axe() == []


LEFT = [
    "", "3-5", "３－５", "3–5", "05. Mrz", "3,5", "4,0", "1.000", "1 000", "1\u202f000", "3\u00a05", "−2", "+4",
    "٣", "②", "99999999999999999999", "-99999999999999999999", "1e400", "NaN", "Infinity", "0x1F", "½", "3²",
    "#REF!", "=A1", "WAHR", "VRAI", "TRUE", "FALSCH", "ИСТИНА", "✓", "✗", "☐", "x", "maybe", "“Das Reich”",
    "‚x‘", "«6P»", "it’s", "6\u00adP", "\ufeff6P", "\u200b", "6P\u200e", "\u202e6P", "\u2066a\u2069",
    "a\u0000b", "a\u0007", "a\u0085b", "a\u2028b", '"two\nlines"', '"a ""b"" c"', '"', '""', "a\\b", "\\u0000",
    "'''", "[[unit]]", "a = 1", "# x", "__proto__", "constructor", "tank", "inf", "Axis", "achse", "пехота",
    "歩兵", "0914", "914", "9999", "x" * 200, "é", "e\u0301", "🂡", "👨\u200d👩", "\t",
]  # fmt: skip
CELL = st.one_of(st.sampled_from(LEFT), st.text(max_size=12))


def test_what_is_pasted_is_kept_as_it_can_be_read(bench: Callable[..., Bench]) -> None:
    """Whatever stands in cells: what is taken reads back in the browser and at the server, and all else is named."""
    at = bench(PAIRED)
    page = at.page
    entries = entries_of(PAIRED, "counters")
    titles = [field.title for field in entries.fields]
    known = {one["name"] for one in counters(at)}

    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.tuples(st.sampled_from(titles), CELL), min_size=12, max_size=12), st.sampled_from("\t;"))
    def pasted(cells: list[tuple[str, str]], between: str) -> None:
        lines = [between.join(titles)]
        for n, (title, cell) in enumerate(cells):
            row = {"Name": f"Unit {n} {len(known)}", "Type": "tank", "Front": "3-5"} | {title: cell}
            lines.append(between.join(row.get(one, "") for one in titles))
        sheet = paste(at, "\n".join(lines))
        said = re.match(
            r"(\d+) lines? read: (\d+) ready, (\d+) with errors, (\d+) already", sheet.locator(".large").inner_text()
        )
        assert said
        read, ready, settle, there = map(int, said.groups())
        assert read == ready + settle + there
        assert settle <= sheet.locator("[data-cell]").count()
        if ready:
            sheet.locator("[data-add-lines]").click()
        if settle or not ready:
            page.get_by_role("button", name="Discard").click()
        expect(sheet).to_have_count(0)
        expect(page.locator("[data-problem]")).to_have_count(0)
        kept = at.files
        found = inside(Files(kept).data(entries.file), entries.path)
        assert len(found) == len(known) + ready
        known.update(f"{len(known)} {one}" for one in range(ready))
        problem = next(one.problem for one in check(find(PAIRED), kept).files if one.name == entries.file)
        assert not re.search(r"but must be|not allowed|characters|known here|cannot be|less than|more than", problem), (
            problem
        )
        page.reload()
        expect(page.locator("[data-sheet]")).to_be_visible()
        expect(page.locator("[data-unread]")).to_have_count(0)

    pasted()


def test_a_draft_with_a_file_that_cannot_be_read_opens(bench: Callable[..., Bench], tmp_path: Path) -> None:
    """That file is named and kept as it is, the rest can be changed, undone, sent out and brought in again."""
    at = bench(PAIRED)
    page, sheet = at.page, at.sheet
    assert sheet is not None
    broken = '[[unit]]\nid = "a"\nturn = 99999999999999999999\n'
    card = at.at.server.post(
        "/api/drafts",
        {"game": PAIRED, "name": "Broken", "files": {"units.toml": broken, sheet.file: at.ours[sheet.file]}},
    )
    page.goto(f"{at.at.server.url}/#/workshop/{card['id']}")
    expect(page.locator("[data-unread]")).to_contain_text("units.toml cannot be read")
    before = inside(tomllib.loads(at.ours[sheet.file]), sheet.layers[0].path)
    other = sheet.layers[0].choices[1].value
    at.value(0, other)
    at.click(at.hexes([(20, 12)])[0])
    assert at.files["units.toml"] == broken
    assert inside(at.data(sheet.file), sheet.layers[0].path)[20][12] == other
    at.key("z")
    assert inside(at.data(sheet.file), sheet.layers[0].path) == before
    page.locator('[data-tab="counters"]').click()
    page.locator("[data-form] [data-delete]").click()
    expect(page.locator("[data-problem]")).to_contain_text("Nothing changed: units.toml")
    with page.expect_download() as waited:
        page.locator("[data-export]").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    assert json.loads(file.read_text())["files"]["units.toml"] == broken
    page.locator("[data-replace]").click()
    expect(page.locator("[data-unread]")).to_have_count(0)
    assert "units.toml" not in at.files
    page.keyboard.press("z")
    expect(page.locator("[data-unread]")).to_be_visible()
    page.goto(f"{at.at.server.url}/#/workshop")
    expect(page.locator(".drafts li").first).to_be_visible()


def test_a_half_drawn_board_goes_out_and_comes_in_again(bench: Callable[..., Bench], tmp_path: Path) -> None:
    at = bench(LETTERED, empty=True)
    paste(at, "1st Test Corps\tGerman\tinf\t4-4-4").locator("[data-add-lines]").click()
    files = at.files
    expect(at.page.locator("[data-play]")).to_be_disabled()
    with at.page.expect_download() as waited:
        at.page.locator("[data-export]").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    at.page.goto(f"{at.at.server.url}/#/workshop")
    at.page.locator("[data-bring]").set_input_files(file)
    expect(at.page.locator("[data-sheet]")).to_be_visible()
    assert at.files == files


@pytest.mark.parametrize("game", DRAWN)
def test_nothing_drawn_on_our_map_is_on_an_empty_sheet(bench: Callable[..., Bench], game: str) -> None:
    at = bench(game, empty=True)
    workshop = workshop_of(game)
    sheet = workshop.hexes or workshop.areas
    assert sheet is not None
    found, ours = at.data(sheet.file), tomllib.loads(at.ours[sheet.file])
    drawn = {kind.path[0] for kind in workshop.lines} | {kind.path[0] for kind in workshop.places}
    drawn |= {zone.path[0] for zone in workshop.zones}
    drawn |= {layer.path[0] for layer in workshop.hexes.layers} if workshop.hexes else {sheet.path[0]}
    assert set(found) <= drawn | {path[0] for path in sheet.keeps} | {path[0] for path in [sheet.path] if path}
    for path in sheet.keeps:
        assert inside(found, path) == inside(ours, path)
    names = {place["name"] for kind in workshop.places for place in inside(ours, kind.path) if isinstance(place, dict)}
    names |= {line["name"] for kind in workshop.lines if kind.written == "courses" for line in inside(ours, kind.path)}
    assert not [name for name in names if name in at.files[sheet.file]]


def test_a_place_lies_in_the_country_of_its_hex_and_lines_have_no_name_of_ours(bench: Callable[..., Bench]) -> None:
    at = bench(LETTERED)
    sheet = at.sheet
    assert sheet is not None
    layer, kind = sheet.layers[1], workshop_of(LETTERED).places[0]
    field = next(one for one in kind.fields if {c.title for c in one.choices} & {c.title for c in layer.choices})
    ours = tomllib.loads(at.ours[sheet.file])
    taken = {named(one["hex"]) for one in inside(ours, kind.path)}
    rows = inside(ours, layer.path)
    for choice in (layer.choices[1], layer.choices[2]):
        row, column = next(
            (row, column) for row in range(20, len(rows)) for column, letter in enumerate(rows[row])
            if letter == choice.value and column > 1 and (row, column) not in taken
        )  # fmt: skip
        at.hold(kind.id)
        at.click(at.hexes([(row, column)])[0])
        expect(at.page.locator(f'[data-place] [data-field="{field.name}"]')).to_have_value(choice.title)
        at.page.keyboard.press("Escape")
    for line in workshop_of(LETTERED).lines:
        at.hold(line.id)
        expect(at.page.locator("[data-line-name]")).to_have_value("")
    at.page.locator('[data-tab="counters"]').click()
    expect(at.page.locator(".side > section").first).not_to_contain_text("checked")


# ---------------------------------------------------------------- photographs that are broken, or large


def test_broken_photographs_are_named_where_they_are_chosen(table: Open, tmp_path: Path) -> None:
    at = table(fresh=True)
    page = at.page
    whole = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)).save(whole, "PNG")
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "cut.png").write_bytes(whole.getvalue()[:3000])
    (tmp_path / "cut.jpg").write_bytes(noise())
    (tmp_path / "fine.png").write_bytes(whole.getvalue())
    page.goto(f"{at.server.url}/#/workshop")
    page.locator(f'[data-draw="{SIDED}"]').click()
    start = page.locator("[data-start]")
    page.locator("[data-photographs]").set_input_files(
        [tmp_path / name for name in ("empty.png", "cut.png", "cut.jpg")]
    )
    expect(page.locator("[data-chosen].wrong")).to_have_count(3)
    expect(page.locator("[data-chosen].wrong").first).to_contain_text("This picture is damaged")
    expect(start).to_contain_text("Start")
    page.locator("[data-photographs]").set_input_files(tmp_path / "fine.png")
    expect(page.locator('[data-chosen="fine.png"]')).to_contain_text("ready")
    expect(start).to_contain_text("Align the grid")
    start.click()
    expect(page.locator("[data-stage] > canvas")).to_be_visible()
    page.locator("[data-to-map]").click()
    expect(page.locator("[data-sheet]")).to_be_visible()


SLOW = """() => {
    const decode = window.createImageBitmap.bind(window);
    window.createImageBitmap = async (...all) => {
        await new Promise(resolve => (window.letThrough = resolve));
        return decode(...all);
    };
}"""


def test_a_large_photograph_is_being_read(bench: Callable[..., Bench], tmp_path: Path) -> None:
    at = bench(LISTED)
    page = at.page
    at.hold("lay")
    expect(page.locator("[data-no-sheet]")).to_contain_text("No photograph yet")
    page.evaluate(SLOW)
    Image.new("RGB", (80, 60), "red").save(tmp_path / "large.png")
    page.locator("[data-add-sheet]").set_input_files(tmp_path / "large.png")
    expect(page.locator("[data-no-sheet]")).to_contain_text("Reading large.png")
    page.evaluate("() => window.letThrough()")
    expect(page.locator("[data-stage] > canvas")).to_be_visible()
