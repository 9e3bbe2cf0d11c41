"""The study of a game: drawn with the mouse, a finger and the keyboard, read chapter by chapter, opened from a file and
by a link, and watched together."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]
GOLDEN = Path(__file__).parents[1] / "golden" / "cauldron" / "2020.json"
EVERY = ("minor", "moderate", "serious", "critical")
LINK_SECONDS = 2.0
"""The bar of the issue for a link to a moment. On a shared machine the test takes several times as long."""


@pytest.fixture
def finished(server: Server) -> str:
    """A finished game of The Cauldron."""
    match: str = server.post("/api/records", json.loads(json.loads(GOLDEN.read_bytes())["record"]))["id"]
    return match


def opened(at: Table, match: str, rest: str = "") -> Page:
    at.page.goto(f"{at.server.url}/#/study/{match}{rest}")
    expect(at.page.locator("[data-study] .board")).to_be_visible()
    expect(at.page.locator('[data-study="loading"]')).to_have_count(0)
    expect(at.space().first).to_be_attached()
    return at.page


def kept(server: Server, match: str, key: str | None = None) -> Any:
    """The studies on the server, once nothing of the page has to be saved."""
    return server.get(f"/api/matches/{match}/studies", key)["studies"]


def until(reached: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 15
    while not (found := reached()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


def middle(space: Locator) -> tuple[float, float]:
    box = space.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def two_spaces(at: Table) -> tuple[str, str]:
    """Two spaces that are in sight, by id."""
    found: list[str] = at.page.evaluate(
        """() => {
            const board = document.querySelector(".board").getBoundingClientRect();
            return [...document.querySelectorAll(".board [data-space]")].filter(one => {
                const { left, right, top, bottom } = one.getBoundingClientRect();
                const [x, y] = [(left + right) / 2, (top + bottom) / 2];
                const on = document.elementFromPoint(x, y);
                return x > board.left + 60 && x < board.right - 120 && y > board.top + 60 && y < board.bottom - 60
                    && on?.closest("[data-space]") === one;
            }).map(one => one.dataset.space);
        }"""
    )
    assert len(found) > 1, found
    return found[0], found[-1]


def drag(page: Page, one: Locator, other: Locator) -> None:
    page.mouse.move(*middle(one))
    page.mouse.down()
    page.mouse.move(*middle(other), steps=8)
    page.mouse.up()


def test_arrows_circles_and_a_comment_are_drawn_with_the_mouse(server: Server, table: Open, finished: str) -> None:
    at = table()
    page = opened(at, finished, "@12")
    one, other = two_spaces(at)
    page.locator('[data-tool="arrow"]').click()
    drag(page, at.space(one), at.space(other))
    expect(page.locator('[data-sketches="1"]')).to_be_attached()
    page.locator('[data-tool="circle"]').click()
    page.locator('[data-color="gold"]').click()
    page.mouse.click(*middle(at.space(one)))
    expect(page.locator('[data-sketches="2"]')).to_be_attached()
    page.locator("textarea[data-comment]").fill("Here it turns.")
    note = until(lambda: (found := kept(server, finished)) and found[0]["notes"][0].get("text") and found[0]["notes"])
    assert note == [
        {"ply": 12, "text": "Here it turns.", "marks": [{"at": one, "to": other}, {"at": one, "color": "gold"}]}
    ]
    page.locator('[data-tool="erase"]').click()
    page.mouse.click(*middle(at.space(one)))
    expect(page.locator('[data-sketches="0"]')).to_be_attached()
    until(lambda: "marks" not in kept(server, finished)[0]["notes"][0])
    # The table at that moment shows what is written there.
    page.goto(f"{server.url}/#/match/{finished}@12")
    expect(page.locator("[data-noted]")).to_have_text("Here it turns.")
    assert at.axe(EVERY) == []


def test_a_study_is_written_with_the_keyboard(server: Server, table: Open, finished: str) -> None:
    at = table()
    page = opened(at, finished, "@12")
    page.keyboard.press("m")
    focused = page.locator(".board [data-space]:focus, .board [data-piece]:focus")
    expect(focused).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(page.locator("[data-tool-says]")).to_contain_text("choose its end")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('[data-sketches="1"]')).to_be_attached()
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    expect(page.locator('[data-sketches="2"]')).to_be_attached()

    def both() -> Any:
        marks = [mark for study in kept(server, finished) for note in study["notes"] for mark in note.get("marks", ())]
        return len(marks) == 2 and marks

    [arrow, circle] = until(both)
    assert arrow["to"] == circle["at"]
    page.keyboard.press("Escape")
    expect(page.locator('[data-tool="circle"][aria-pressed="true"]')).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-study="13"]')).to_be_attached()
    page.keyboard.press("Home")
    expect(page.locator('[data-study="0"]')).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".game")).to_be_attached()


def test_a_chapter_s_title_can_be_cleared_and_written_anew(server: Server, table: Open, finished: str) -> None:
    at = table()
    page = opened(at, finished, "@12")
    page.locator("[data-add-chapter]").click()
    title = page.locator("[data-chapter-title]")
    expect(title).to_be_focused()
    title.press_sequentially("The crossing")
    until(lambda: kept(server, finished)[0]["chapters"] == [{"ply": 12, "title": "The crossing"}])
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        title.fill("")
    page.wait_for_timeout(100)  # the page takes the answer
    expect(title).to_be_focused()
    page.keyboard.type("Fix the ring")
    expect(title).to_have_value("Fix the ring")
    until(lambda: kept(server, finished)[0]["chapters"] == [{"ply": 12, "title": "Fix the ring"}])
    expect(page.locator('[data-tool][aria-pressed="true"]')).to_have_count(0)


def test_chapters_lead_through_a_game(server: Server, table: Open, finished: str) -> None:
    at = table()
    page = opened(at, finished, "@12")
    page.locator("[data-title]").fill("How it was lost")
    page.locator("[data-add-chapter]").click()
    page.locator("[data-chapter-title]").fill("The crossing")
    page.goto(f"{server.url}/#/study/{finished}@30")
    expect(page.locator('[data-study="30"]')).to_be_attached()
    page.locator("[data-add-chapter]").click()
    page.get_by_role("button", name="Move up").click()
    until(lambda: len(kept(server, finished)[0]["chapters"]) == 2)
    study = until(lambda: (found := kept(server, finished)[0])["chapters"][0]["ply"] == 30 and found)
    assert study["title"] == "How it was lost"
    assert study["chapters"][1] == {"ply": 12, "title": "The crossing"}
    # It opens at its first chapter, and the keys lead on.
    page.goto(f"{server.url}/#/play/{finished}")
    page.goto(f"{server.url}/#/study/{finished}")
    expect(page.locator('[data-study="30"]')).to_be_attached()
    page.keyboard.press("PageDown")
    expect(page.locator('[data-study="12"]')).to_be_attached()
    page.keyboard.press("PageUp")
    expect(page.locator('[data-study="30"]')).to_be_attached()
    assert at.axe(EVERY) == []
    page.locator("[data-remove-chapter]").click()
    expect(page.locator("[data-chapter]")).to_have_count(1)


def test_a_study_on_a_phone(server: Server, table: Open, finished: str) -> None:
    at = table(width=390, height=844, has_touch=True, dark=True)
    page = opened(at, finished, "@12")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    one, other = two_spaces(at)
    page.locator('[data-tool="arrow"]').tap()
    (x, y), (to_x, to_y) = middle(at.space(one)), middle(at.space(other))
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        at_x, at_y = x + (to_x - x) * step / 8, y + (to_y - y) * step / 8
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": at_x, "y": at_y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
    expect(page.locator('[data-sketches="1"]')).to_be_attached()
    page.locator('[data-tool="circle"]').tap()
    page.touchscreen.tap(x, y)
    expect(page.locator('[data-sketches="2"]')).to_be_attached()
    page.get_by_role("button", name="Chapters", exact=True).tap()
    page.locator("[data-add-chapter]").tap()
    expect(page.locator("[data-chapter]")).to_have_count(1)
    assert at.axe(EVERY) == []


def test_a_study_is_opened_from_a_file(server: Server, table: Open, finished: str, tmp_path: Path) -> None:
    chapters = [{"ply": 30, "title": "The crossing"}]
    server.post(f"/api/matches/{finished}/study", {"title": "How it was lost", "chapters": chapters}, method="PUT")
    file = tmp_path / "game.mamayev.json"
    file.write_text(json.dumps(server.get(f"/api/matches/{finished}/record")))
    at = table()
    at.page.goto(f"{server.url}/#/import")
    at.page.locator('input[type="file"]').first.set_input_files(file)
    expect(at.page.locator('[data-study="30"]')).to_be_attached()
    expect(at.page.locator("[data-title]")).to_have_value("How it was lost")
    assert finished not in at.page.url


def test_what_was_undone_takes_its_notes_along(server: Server, table: Open) -> None:
    """In a tab that stays open, another action at the same ply has no note."""
    match = server.post("/api/matches", {"game": "cauldron", "seed": 7})["id"]
    for _ in range(3):  # a card is not undone as freely as these losses
        first = server.get(f"/api/matches/{match}")
        server.post(
            f"/api/matches/{match}/actions",
            {"version": first["version"], "text": first["decision"]["actions"][0]["text"]},
        )
    one, other = [action["text"] for action in server.get(f"/api/matches/{match}")["decision"]["actions"]][:2]

    def does(what: str, **body: Any) -> Any:
        version = server.get(f"/api/matches/{match}")["version"]
        return server.post(f"/api/matches/{match}/{what}", {"version": version, **body})

    ply = does("actions", text=one)["plies"]
    server.post(f"/api/matches/{match}/study/notes/{ply}", {"text": "Of the first."}, method="PUT")
    at = table()
    page = opened(at, match, f"@{ply}")
    expect(page.locator("[data-comment]")).to_have_value("Of the first.")
    does("undo")
    expect(page.locator(f'[data-study="{ply}"]')).to_have_count(0)
    version = does("actions", text=other)["version"]
    expect(page.locator(f'[data-study][data-version="{version}"]')).to_be_attached()
    page.keyboard.press("End")
    expect(page.locator(f'[data-study="{ply}"]')).to_be_attached()
    expect(page.locator("[data-comment]")).to_have_value("")


def test_a_file_has_what_was_typed_just_before(server: Server, table: Open, finished: str) -> None:
    at = table()
    opened(at, finished, "@12")
    at.page.locator("[data-comment]").fill("The last words")
    with at.page.expect_download() as given:
        at.page.locator("[data-save]").click()
    assert "The last words" in given.value.path().read_text(encoding="utf-8")


def test_a_link_to_a_moment_opens_with_its_notes(server: Server, table: Open, finished: str) -> None:
    space = next(iter(server.get(f"/api/matches/{finished}/scene")["spaces"]))["id"]
    note = {"text": "Here it turns.", "marks": [{"at": space}]}
    server.post(f"/api/matches/{finished}/study/notes/40", note, method="PUT")
    at = table()
    at.open(finished)
    began = time.monotonic()
    at.page.goto(f"{server.url}/api/health")
    at.page.goto(f"{server.url}/#/match/{finished}@40")
    expect(at.page.locator("[data-noted]")).to_have_text("Here it turns.")
    expect(at.page.locator('[data-sketches="1"]')).to_be_attached()
    assert time.monotonic() - began < 5 * LINK_SECONDS
    at.page.locator("[data-study-link]").click()
    expect(at.page.locator('[data-study="40"]')).to_be_attached()


def test_what_cannot_be_saved_is_said_and_saved_later(server: Server, table: Open, finished: str) -> None:
    at = table()
    page = opened(at, finished, "@12")
    page.route("**/study/notes/*", lambda route: route.abort())
    page.locator("textarea[data-comment]").fill("Kept.")
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    page.unroute_all(behavior="ignoreErrors")
    until(lambda: kept(server, finished))
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("textarea[data-comment]")).to_have_value("Kept.")


def test_a_comment_is_saved_when_the_page_is_left_at_once(server: Server, table: Open, finished: str) -> None:
    at = table()
    page = opened(at, finished, "@12")
    page.locator("textarea[data-comment]").fill("The last word.")
    page.goto(f"{server.url}/api/health")
    [study] = until(lambda: kept(server, finished))
    assert study["notes"] == [{"ply": 12, "text": "The last word."}]


# ------------------------------------------------------------------ watching together


def test_one_leads_and_the_others_follow_look_around_and_return(server: Server, table: Open) -> None:
    begun = server.post("/api/matches", {"game": "skirmish", "seed": 7, "held": True})
    match, keys = begun["id"], begun["keys"]
    state = begun
    for _ in range(4):
        seat = state["decision"]["seat"]
        done = {"text": "done", "version": state["version"]}
        state = server.post(f"/api/matches/{match}/actions", done, keys[seat])
    blue, red, watcher = table(), table(), table()
    opened(blue, match, f"/{keys['blue']}@1")
    red.page.goto(f"{server.url}/#/match/{match}/{keys['red']}")
    expect(red.space().first).to_be_attached()
    opened(watcher, match)
    expect(watcher.page.locator("[data-lead], textarea")).to_have_count(0)
    blue.page.locator("[data-lead]").click()
    # The table shows it to the others, who can follow by a click.
    expect(red.page.locator("[data-led]")).to_contain_text("Blue is showing a position")
    assert red.axe() == []
    red.page.locator("[data-watch]").click()
    expect(red.page.locator('[data-study="1"]')).to_be_attached()
    blue.page.locator("[data-next]").click()
    for at in (red, watcher):
        expect(at.page.locator('[data-study="2"]')).to_be_attached()
    # Each by their own view.
    secret = {"blue": "?red", "red": "?blue"}
    for at, seat in ((blue, "blue"), (red, "red")):
        expect(at.piece(secret[seat]).first).to_be_attached()
        expect(at.piece(secret["red" if seat == "blue" else "blue"])).to_have_count(0)
    for hidden in secret.values():
        expect(watcher.piece(hidden).first).to_be_attached()
    red.page.locator("[data-back]").click()
    expect(red.page.locator('[data-study="1"]')).to_be_attached()
    blue.page.locator("[data-next]").click()
    expect(watcher.page.locator('[data-study="3"]')).to_be_attached()
    expect(red.page.locator('[data-study="1"]')).to_be_attached()
    red.page.locator("[data-follow]").click()
    expect(red.page.locator('[data-study="3"]')).to_be_attached()
    blue.page.goto(f"{server.url}/api/health")
    expect(red.page.locator('[data-together="led"]')).to_have_count(0)
    expect(red.page.locator("[data-lead]")).to_be_visible()


def test_a_seat_shares_its_study(server: Server, table: Open) -> None:
    begun = server.post("/api/matches", {"game": "skirmish", "seed": 7, "held": True})
    match, keys = begun["id"], begun["keys"]
    blue, red = table(), table()
    page = opened(blue, match, f"/{keys['blue']}@0")
    page.locator("textarea[data-comment]").fill("My plan.")
    until(lambda: kept(server, match, keys["blue"]))
    opened(red, match, f"/{keys['red']}@0")
    expect(red.page.locator("textarea[data-comment]")).to_have_value("")
    page.locator("[data-shared]").check()
    red.page.get_by_role("button", name="Blue’s study").click()
    expect(red.page.locator("p[data-comment]")).to_have_text("My plan.")


def test_what_others_wrote_without_a_connection_is_not_replaced(server: Server, table: Open, finished: str) -> None:
    """A page that has missed a change shows it as soon as it is connected again, and asks before it replaces one."""
    at = table(fresh=True)
    page, lines, missed, silent = at.page, list[WebSocketRoute](), list[str](), False

    def write(text: str) -> None:
        server.post(f"/api/matches/{finished}/study/notes/12", {"text": text}, method="PUT")

    def connect(line: WebSocketRoute) -> None:
        for text in missed:
            write(text)
        up = line.connect_to_server()
        up.on_message(lambda message: None if silent else line.send(message))
        lines.append(line)

    page.route_web_socket("**/live*", connect)
    opened(at, finished, "@12")
    comment = page.locator("textarea[data-comment]")
    expect(comment).to_have_value("")
    missed.append("Theirs.")
    lines[0].close()
    expect(comment).to_have_value("Theirs.")
    silent = True
    write("Theirs again.")
    comment.fill("Mine.")
    expect(page.locator("[data-theirs]")).to_be_visible()
    expect(comment).to_have_value("Mine.")
    assert kept(server, finished)[0]["notes"] == [{"ply": 12, "text": "Theirs again."}]
    page.locator("[data-mine]").click()
    expect(page.locator("[data-mine]")).to_have_count(0)
    until(lambda: kept(server, finished)[0]["notes"] == [{"ply": 12, "text": "Mine."}])
    silent = False
    write("Later.")
    expect(comment).to_have_value("Later.")
