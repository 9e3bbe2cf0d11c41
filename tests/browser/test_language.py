"""Every page read in English with accents: what stands there without them is in no catalogue, unless a game says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from .conftest import Server, Table

pytestmark = pytest.mark.browser
Open = Callable[..., Table]

READ = """() => {
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    // Names, times of the browser's own, what is no language, and the clauses, which the game has written.
    const left = "style, script, noscript, #unserved, time, kbd, code, .brand, h1.hidden-text, [data-link], " +
        ".rules [data-clause]";
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        if (!element || element.closest(left)) continue;
        if (node === element)
            said.push(...["aria-label", "title", "placeholder", "alt"].map(name => element.getAttribute(name)));
        else said.push(node.textContent);
    }
    return said.filter(one => one && /[aeiou]/i.test(one)).map(one => one.replace(/\\s+/g, " ").trim());
}"""
APART = re.compile(r"\s*(?:[·;,:→|()=…“”]|\. )\s*")


def strings(answer: Any) -> set[str]:
    """All strings in a JSON answer, keys too."""
    if isinstance(answer, str):
        return {answer}
    if isinstance(answer, dict):
        return set(answer) | set().union(*map(strings, answer.values()))
    return set().union(*map(strings, answer)) if isinstance(answer, list) else set()


class Reader:
    """Reads a page, and knows what the server said to it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answers: list[Response] = []
        self.whole: set[str] = set()
        page.on("response", lambda answer: self.answers.append(answer) if "/api/" in answer.url else None)

    def plain(self) -> list[str]:
        """The words on the page that no catalogue and no game has said."""
        read = self.page.evaluate(READ)
        for answer in self.answers:
            self.whole |= {one.lower() for one in strings(answer.json())} if answer.ok else set()
        self.answers.clear()
        pieces = {part for one in self.whole for part in (one, *APART.split(one))}
        text = "\n".join(self.whole)

        def once(part: str) -> bool:
            told = {part, f"{part} phase"} & pieces or (" " in part and part in text)
            return bool(told) or not re.search("[aeiou]", part)

        def known(part: str) -> bool:
            """Told by the game as it stands, or two such pieces side by side: "47 Pitomnik"."""
            ends = [at.start() for at in re.finditer(" ", part)]
            return once(part) or any(once(part[:end]) and once(part[end + 1 :]) for end in ends)

        parts = {part.strip(" .?!") for said in read for part in APART.split(said)}
        own = {part for part in parts if re.search("[aeiou]", part, re.I) and not re.search("[áéíóú]", part, re.I)}
        return sorted(part for part in own if not known(part.lower()))


def test_every_page_is_read_out_of_the_catalogues(server: Server, table: Open) -> None:
    at = table(locale="en-XA", fresh=True)
    page = at.page
    reader = Reader(page)
    missing: dict[str, list[str]] = {}

    def read(name: str) -> None:
        missing[name] = reader.plain()

    def opened(match: str) -> None:
        page.goto(f"{server.url}/#/play/{match}")
        expect(at.space().first).to_be_attached()

    game = server.begin("cauldron", dice="hand")
    page.goto(f"{server.url}/#/")
    page.locator('[data-set-up="cauldron"]').click()
    expect(page.locator("[data-begin]")).to_be_visible()
    read("start page with the sheet for a new game")

    server.reach(game, lambda decision: decision["seat"] == "chance" and decision["chance"]["kind"] == "die")
    opened(game)
    read("die to be typed in")
    page.locator('[data-action="die 4"]').click()
    expect(page.locator("[data-roll]")).to_be_visible()
    page.locator("[data-correct]").last.click()
    read("roll, and its correction")
    page.locator(".entry").first.click()
    expect(page.locator("[data-now]")).to_be_visible()
    read("earlier position")

    opened(server.begin("cauldron"))
    page.keyboard.press("h")
    page.locator("[data-rules]").click()
    page.locator("[data-menu]").click()
    expect(page.locator("[data-setup] dd").first).to_be_visible()
    read("table with keys, rules and menu")
    page.locator(".menu [data-verb].grave").click()
    read("question before a grave act")
    page.locator("[data-confirm]").click()
    expect(page.locator("[data-end] figure").first).to_be_visible()
    read("end")

    begun = at.server.post("/api/matches", {"game": "skirmish", "seed": 7, "held": True})
    page.goto(f"{server.url}/#/match/{begun['id']}/{begun['keys']['blue']}")
    page.locator("[data-people-button]").click()
    page.locator("[data-invite]").click()
    page.locator("[data-resign]").click()
    read("people at a held match")

    assert {name: words for name, words in missing.items() if words} == {}
