"""Labels of the map keep clear of counters, badges and one another; one that finds no place is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Server, Table

BOXES = """() => {
    const glyphs = node => {
        const found = [];
        for (const text of node.querySelectorAll("text")) {
            const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
            for (let part = walker.nextNode(); part; part = walker.nextNode()) {
                const along = text.querySelector("textPath") !== null;
                const ends = along ? [...part.data].map((_, index) => [index, index + 1]) : [[0, part.data.length]];
                for (const [from, to] of ends) {
                    const range = document.createRange();
                    range.setStart(part, from);
                    range.setEnd(part, to);
                    for (const { x, y, width, height } of range.getClientRects()) {
                        // Without the room for accents and the tails of letters, which names here hardly have; the
                        // box of a letter that is turned has that room on all sides.
                        const trim = 0.22 * height, beside = along ? 0.22 * width : 0;
                        if (width > 0) found.push([x + beside, y + trim, width - 2 * beside, height - 2 * trim]);
                    }
                }
            }
        }
        return found;
    };
    const board = document.querySelector(".board").getBoundingClientRect();
    const seen = ([x, y, width, height]) =>
        x + width > board.left && x < board.right && y + height > board.top && y < board.bottom;
    const labels = [...document.querySelectorAll(".board [data-label]")].map(node => ({
        name: node.dataset.label, boxes: glyphs(node).filter(seen),
    })).filter(({ boxes }) => boxes.length);
    const solid = [".board .one:not(.under) rect.face", ".board .tag rect", ".board .count circle", ".board .marks > g",
        ".board [data-battle] circle", ".board [data-digit]"];
    const others = solid.flatMap(which => [...document.querySelectorAll(which)].map(node => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { name: which, boxes: [[x, y, width, height]].filter(seen) };
    }));
    return { labels, others };
}"""
ZOOM = """factor => {
    const board = document.querySelector(".board");
    const { left, top, width, height } = board.getBoundingClientRect();
    board.dispatchEvent(new WheelEvent("wheel", {
        deltaY: -Math.log2(factor) / 0.002, clientX: left + width / 2, clientY: top + height / 2,
        bubbles: true, cancelable: true,
    }));
}"""
TOUCH = 1.5  # square pixels that two boxes may share: letters are not as wide as their boxes


def shared(one: list[float], other: list[float]) -> float:
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    across, down = min(ax + aw, bx + bw) - max(ax, bx), min(ay + ah, by + bh) - max(ay, by)
    return max(0.0, across) * max(0.0, down)


def overlaps(page: Page) -> list[tuple[str, str]]:
    """The labels that lie on something, and on what."""
    found: dict[str, list[dict[str, Any]]] = page.evaluate(BOXES)
    labels, others = found["labels"], found["others"]
    return [
        (label["name"], other["name"])
        for index, label in enumerate(labels)
        for other in [*labels[index + 1 :], *others]
        if sum(shared(a, b) for a in label["boxes"] for b in other["boxes"]) > TOUCH
    ]


def scales(page: Page) -> Iterator[float]:
    """The whole board, and two scales at which it is played."""
    page.locator("body").press("f")
    for factor in (1.0, 2.0, 1.6):
        page.evaluate(ZOOM, factor)
        page.wait_for_timeout(700)
        page.locator(".board [data-sharp]").wait_for(state="attached")
        yield factor


def test_names_are_above_the_area_that_a_unit_can_reach(table: Callable[..., Table], server: Server) -> None:
    match = server.june()
    at = table()
    at.open(match)
    at.point(at.piece("ge-pz-xxiv"))
    at.page.locator(".board .reach").wait_for(state="attached")
    assert at.page.evaluate("""() => {
        const [reach, names] = [".reach", ".names"].map(one => document.querySelector(`.board ${one}`));
        return Boolean(reach.compareDocumentPosition(names) & Node.DOCUMENT_POSITION_FOLLOWING);
    }""")


@pytest.mark.parametrize("game", ["barbarossa", "cauldron", "donnerschlag", "inferno"])
def test_labels_do_not_overlap(table: Callable[..., Table], server: Server, game: str) -> None:
    match = server.begin(game)
    if game == "barbarossa":
        for action in ("historical", "confirm"):
            server.play(match, action)
    opened = table()
    opened.open(match)
    page = opened.page
    seen = 0
    for _ in scales(page):
        assert overlaps(page) == []
        seen += len(page.evaluate(BOXES)["labels"])
    assert seen > 30, "the map has names at these scales"


WIDTHS = """() => [...document.querySelectorAll(".fan .one")].map(one => [".figures", "rect.face"].map(
    part => one.querySelector(part).getBoundingClientRect().width
))"""


def test_figures_of_a_spread_stack_stay_on_their_counters_at_every_zoom(
    server: Server, table: Callable[..., Table]
) -> None:
    match = server.june()
    at = table()
    at.open(match)
    for key in ("f", "f"):
        at.page.keyboard.press(key)
        at.page.mouse.move(3, 300)
        expect(at.page.locator(".fan")).to_have_count(0)
        at.page.mouse.move(*at.spot(at.page.locator('.board .counters [data-at="V3"]').last))
        expect(at.page.locator(".fan .one")).to_have_count(3)
        assert all(figures <= face for figures, face in at.page.evaluate(WIDTHS))
