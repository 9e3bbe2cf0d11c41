"""What is seen of the board: how much of its pane it fills, and that nothing moves it but a question out of sight."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = {"cauldron": "2020", "barbarossa": "1963", "donnerschlag": "2022", "inferno": "2017"}
"""The boxes, and the edition of the finished game that is played again."""
CHANCE = ("die", "card", "lot")
"""What the server throws and draws by itself."""
SHORT = 30
"""Actions of a shortened game: in every box units are chosen and move by then."""
SLOW = 60_000
"""Milliseconds that a replay may take to open in a long game on a busy machine."""
HEX = 28
"""Pixels of a hex below which the map shows nothing by itself, unless all of it is seen."""

SEEN = """() => {
    const pane = document.querySelector(".board").getBoundingClientRect();
    const board = document.querySelector(".board .layer svg").getBoundingClientRect();
    const both = (a, b, from, to) => Math.max(0, Math.min(a[to], b[to]) - Math.max(a[from], b[from]));
    const share = both(pane, board, "left", "right") * both(pane, board, "top", "bottom") / (pane.width * pane.height);
    return { share, across: board.width };
}"""
UNSEEN = """forming => {
    const pane = document.querySelector(".board").getBoundingClientRect();
    const found = kind => [...document.querySelectorAll(`.board .layer svg > :not(.fan) ${kind}, .board ${kind}`)];
    const inside = one => {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return x >= pane.left && x <= pane.right && y >= pane.top && y <= pane.bottom;
    };
    const chosen = found("[data-piece][aria-pressed='true']");
    const about = [chosen.length ? chosen : found("[data-piece][data-lit]")];
    if (!forming) about.push(found("[data-space][data-lit]"));
    return about.flatMap(all => all.length && !all.some(inside) ? [all[0].dataset.piece ?? all[0].dataset.space] : []);
}"""
"""The first of the units, and of the spaces, that a question is about if none of them is in view. While a battle is
formed, other targets may be out of view."""
VIEW = "document.querySelector('.board .layer').style.transform"
REST = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def log_of(game: str) -> Any:
    """A finished game, as it is recorded."""
    kept = json.loads((GOLDEN / game / f"{GAMES[game]}.json").read_text(encoding="utf-8"))
    return json.loads(kept["record"])


def begun(server: Server, game: str, record: Any) -> tuple[str, dict[str, str]]:
    """The same game at its beginning; where it has secrets, for two who hold a seat each."""
    held = game == "donnerschlag"
    body = {name: record[name] for name in ("game", "edition", "options", "seed")} | {"held": held}
    found = server.post("/api/matches", body)
    return str(found["id"]), found.get("keys") or {}


def seen(at: Table) -> Any:
    at.page.evaluate(REST)
    return at.page.evaluate(SEEN)


@pytest.mark.parametrize(
    ("game", "size", "opening", "fit", "hex_fit"),
    [
        ("cauldron", (1440, 900), 0.99, 0.88, 0),
        ("barbarossa", (1440, 900), 0.99, 0.78, 18),
        ("donnerschlag", (1440, 900), 0.99, 0.62, 25),
        ("inferno", (1440, 900), 0.91, 0.91, 40),
        ("cauldron", (1024, 768), 0.99, 0.64, 0),
        ("barbarossa", (1024, 768), 0.99, 0.84, 12),
        ("donnerschlag", (1024, 768), 0.99, 0.66, 16),
        ("inferno", (1024, 768), 0.92, 0.92, 31),
    ],
)
def test_the_board_fills_its_pane(
    game: str, size: tuple[int, int], opening: float, fit: float, hex_fit: float, server: Server, table: Open
) -> None:
    match = server.begin(game)
    scene = server.get(f"/api/matches/{match}/scene")
    pitch = scene["grid"]["pitch"] / scene["frame"][2] if "grid" in scene else 1
    at = table(width=size[0], height=size[1])
    at.open(match)
    first = seen(at)
    at.page.keyboard.press("f")
    whole = seen(at)
    assert first["share"] >= opening
    assert whole["share"] >= fit
    assert pitch * first["across"] >= HEX - 0.1
    assert pitch * whole["across"] >= hex_fit
    at.page.keyboard.press("f")
    assert seen(at) == first, "back to what was seen"


def panels(at: Table) -> None:
    """Open and close what can be opened beside the map and over it; the view stays."""
    page, before = at.page, at.page.evaluate(VIEW)

    def stays(what: str) -> None:
        page.evaluate(REST)
        assert page.evaluate(VIEW) == before, f"{what} has moved the map"

    for key in ("h", "l", "r"):
        page.keyboard.press(key)
        stays(key)
        page.keyboard.press(key)
        stays(f"{key} again")
    page.locator("[data-menu]").click()
    stays("the menu")
    page.keyboard.press("Escape")
    stays("the menu's end")
    tabs = page.locator(".dock > .bar .tabs button")
    for tab in tabs.all():
        replay = tab.get_attribute("data-replay-tab") is not None
        tab.click()
        if replay:
            expect(page.locator("[data-replay]")).to_be_visible(timeout=SLOW)
        else:
            stays("a tab")
    tabs.first.click()
    expect(page.locator("[data-replay]")).to_have_count(0)
    stays("the replay's end")


def play(game: str, server: Server, at: Table, limit: int | None, desk: bool = True) -> None:
    """Play a finished game again; nothing that is asked at the page's seats is out of sight."""
    record = log_of(game)
    match, keys = begun(server, game, record)
    if keys:
        at.page.goto(f"{server.url}/#/match/{match}/{keys['axis']}")
    else:
        at.open(match)
    unseen, asked, rng = list[str](), 0, random.Random(1)
    chosen = [text for text in record["log"] if text.split()[0] not in CHANCE]
    for number, text in enumerate(chosen[:limit]):
        state = server.get(f"/api/matches/{match}", next(iter(keys.values()), None))
        if state["over"]:
            break
        seat = state["decision"]["seat"]
        if keys:
            state = server.get(f"/api/matches/{match}", keys[seat])
        at.page.locator(f'.game[data-version="{state["version"]}"]').wait_for(state="attached")
        at.page.evaluate(REST)
        if not keys or seat == "axis":
            asked += 1
            battles = (state["picture"].get("combat") or {}).get("battles") or []
            forming = state["decision"]["box"] == "declare" and any(one["state"] != "declared" for one in battles)
            unseen += [f"{number} {state['decision']['box']}: {one}" for one in at.page.evaluate(UNSEEN, forming)]
            if desk and asked % 40 == 10:
                panels(at)
        offered = state["decision"]["actions"]
        if text not in {action["text"] for action in offered} and state["decision"].get("listed", True):
            # The dice are others than those of the finished game.
            grave = {verb["verb"] for verb in state["decision"]["verbs"] if verb.get("weight") == "grave"}
            text = rng.choice([action["text"] for action in offered if action["verb"] not in grave])
        body = {"text": text, "version": state["version"]}
        server.post(f"/api/matches/{match}/actions", body, keys.get(seat))
    assert asked > (10 if limit else 20)
    assert unseen == []


@pytest.mark.parametrize("game", GAMES)
def test_no_question_is_out_of_sight_and_no_panel_moves_the_map(game: str, server: Server, table: Open) -> None:
    play(game, server, table(), SHORT)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("game", GAMES)
def test_no_question_of_a_whole_game_is_out_of_sight(
    game: str, size: tuple[int, int], server: Server, table: Open
) -> None:
    phone = size[0] < 700
    at = table(width=size[0], height=size[1], **({"has_touch": True, "is_mobile": True} if phone else {}))
    play(game, server, at, None, desk=not phone)
