"""A club in a real browser, with a virtual authenticator: passkeys, the cookie, and a seat that comes back."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from mamayev.server.club.channels import token_of
from mamayev.server.club.work import zeros

from ..server.club.sink import Sink, running
from .conftest import Server, free_port

pytestmark = pytest.mark.browser

ASK = """async ([method, path, body, key]) => {
    const headers = { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) };
    const sent = { method, headers, body: body === null ? undefined : JSON.stringify(body) };
    const answer = await fetch(`/api/${path}`, sent);
    const text = await answer.text();
    return { status: answer.status, content: text ? JSON.parse(text) : null };
}"""
MAKE = """async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return (await navigator.credentials.create({ publicKey })).toJSON();
}"""
USE = """async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
}"""

OPERATOR = "operator@example.org"


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with running() as sink:
        yield sink


@pytest.fixture(scope="module")
def club_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the club."""
    return tmp_path_factory.mktemp("club") / "games.sqlite"


@pytest.fixture(scope="module")
def club(club_file: Path, sink: Sink) -> Iterator[str]:
    """The address of a club on this machine."""
    folder, port = club_file.parent, free_port()
    address = f"http://localhost:{port}"
    file = folder / "club.toml"
    text = f'name = "Tuesday Club"\naddress = "{address}"\nimprint = "Jan Novak"\nwork = 8\n'
    text += f'operators = ["{OPERATOR}"]\n'
    mail = f'[mail]\nserver = "127.0.0.1"\nport = {sink.port}\nsecurity = "none"\nsender = "club@example.org"\n'
    limits = "[limits]\n" + "".join(f'{name} = "10000/hour"\n' for name in ("joins", "codes", "senders", "tries"))
    file.write_text(text + mail + limits, encoding="utf-8")
    command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", str(port), "--club", str(file)]
    command += ["--db", f"sqlite:///{club_file}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=5).close()
        except OSError:
            assert process.poll() is None, "the server has stopped"
            time.sleep(0.1)
        else:
            break
    yield address
    process.terminate()
    process.wait(timeout=20)


class Device:
    """A browser with an authenticator of its own, at a page of a club."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page: Page = self.context.new_page()
        self.page.goto(address)
        self.cdp = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        self.authenticator: str = self.cdp.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                    "automaticPresenceSimulation": True,
                }
            },
        )["authenticatorId"]

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        return self.page.evaluate(ASK, [method, path, body, key])

    def done(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        answer = self.ask(method, path, body, key)
        assert answer["status"] < 300, answer
        return answer["content"]

    def work(self) -> Any:
        """A task of the club that is done."""
        task = self.done("POST", "club/tasks")["task"]
        return {"task": task, "answer": next(n for n in range(10**6) if zeros(task, n) >= 8)}

    def join(self, name: str) -> Any:
        work = self.work()
        asked = self.done("POST", "club/passkeys/options", {"use": "join", "name": name, "work": work})
        made = self.page.evaluate(MAKE, asked["options"])
        return self.done("POST", "club/join", {"name": name, "ceremony": asked["ceremony"], "credential": made})

    def sign_in(self) -> Any:
        asked = self.done("POST", "club/passkeys/options", {"use": "sign-in"})
        used = self.page.evaluate(USE, asked["options"])
        return self.ask("POST", "club/sign-in", {"ceremony": asked["ceremony"], "credential": used})

    def passkeys(self) -> Any:
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})["credentials"]

    def leave(self) -> None:
        """Close all pages of the context and delete what they have stored; what came over the line stays cached."""
        bare = self.context.new_page()
        for page in self.context.pages:
            if page is not bare:
                page.close()
        bare.goto(f"{self.address}/api/health")
        session = self.context.new_cdp_session(bare)
        session.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        self.context.clear_cookies()
        bare.close()

    def take(self, passkey: Any) -> None:
        """Have a passkey that was synchronized from another device."""
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.authenticator, "credential": passkey})


@pytest.fixture(scope="module")
def contexts(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Those that a test has left. In a new one, a page compiles the client again."""
    contexts: list[BrowserContext] = []
    yield contexts
    for context in contexts:
        context.close()


@pytest.fixture
def devices(chromium: Browser, club: str, contexts: list[BrowserContext]) -> Iterator[Callable[[], Device]]:
    """Opens browsers at the club."""
    opened: list[Device] = []

    def open_device() -> Device:
        opened.append(Device(contexts.pop() if contexts else chromium.new_context(), club))
        return opened[-1]

    yield open_device
    for device in opened:
        device.leave()
        contexts.append(device.context)


@pytest.fixture
def device(devices: Callable[[], Device]) -> Device:
    return devices()


@pytest.fixture
def new_device(devices: Callable[[], Device]) -> Device:
    return devices()


def test_a_passkey_opens_the_account_and_brings_back_the_seat_on_a_new_device(
    device: Device, new_device: Device
) -> None:
    assert device.join("Marta K")["name"] == "Marta K"
    (cookie,) = [one for one in device.context.cookies() if one["name"] == "__Host-club"]
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Lax")
    state = device.done("POST", "matches", {"game": "donnerschlag", "held": True, "seed": 3})
    seat, key = next(iter(state["keys"].items()))
    assert device.done("PUT", f"club/games/{state['id']}/seat", None, key)["seats"] == [seat]
    device.page.reload()
    assert device.done("GET", f"matches/{state['id']}")["viewer"] == seat

    assert new_device.done("GET", f"matches/{state['id']}").get("viewer") is None
    new_device.take(device.passkeys()[0])
    assert new_device.sign_in()["content"]["name"] == "Marta K"
    assert new_device.done("GET", f"matches/{state['id']}")["viewer"] == seat
    assert [row["mine"] for row in new_device.done("GET", "club/games")["mine"]] == [[seat]]


def test_a_second_passkey_of_one_device_is_refused_by_the_browser(device: Device) -> None:
    device.join("Jaro R")
    asked = device.done("POST", "club/passkeys/options", {"use": "add"})
    name = device.page.evaluate(
        "async (options) => { try { await (" + MAKE + ")(options); return ''; } catch (error) { return error.name; } }",
        asked["options"],
    )
    assert name == "InvalidStateError"


def test_a_passkey_that_was_removed_here_opens_nothing(device: Device, new_device: Device) -> None:
    passkey = device.join("Lena B")["passkeys"][0]["id"]
    old = device.passkeys()[0]
    device.cdp.send("WebAuthn.clearCredentials", {"authenticatorId": device.authenticator})
    asked = device.done("POST", "club/passkeys/options", {"use": "add"})
    asked["options"]["excludeCredentials"] = []
    made = device.page.evaluate(MAKE, asked["options"])
    device.done("POST", "club/me/passkeys", {"ceremony": asked["ceremony"], "credential": made})
    device.done("DELETE", f"club/me/passkeys/{passkey}")
    new_device.take(old)
    answer = new_device.sign_in()
    assert answer["status"] == 409
    assert "does not open an account here" in answer["content"]["error"]


def test_a_visitor_joins_with_a_passkey_a_mailbox_and_recovery_codes(device: Device, sink: Sink) -> None:
    page = device.page
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog", name="Join Tuesday Club")
    name = sheet.locator("[data-name]")
    gap = "one => one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom"
    assert name.evaluate(gap) >= 4  # for the ring of the focus
    name.fill("Tuesday-Club")
    expect(sheet.get_by_text("is reserved")).to_be_visible()
    expect(sheet.locator("[data-passkey]")).to_be_disabled()
    name.fill("Anke Holub")
    expect(sheet.get_by_text("Free", exact=True)).to_be_visible()
    sheet.locator("[data-passkey]").click()
    expect(sheet.get_by_text("Created: Chrome on Linux")).to_be_visible()

    sheet.locator("[data-mail]").fill("anke@example.org")
    sheet.locator("[data-send]").click()
    code = sink.code()
    typed = sheet.locator("[data-code]")
    typed.press_sequentially(f"{(int(code) + 1) % 10**6:06}")
    expect(sheet.get_by_text("Wrong code. 4 tries left.")).to_be_visible()
    typed.press_sequentially(code)
    expect(sheet.get_by_text("Saved: anke@example.org")).to_be_visible()

    sheet.locator("[data-codes]").click()
    expect(sheet.locator("[data-printed] li")).to_have_count(10)
    sheet.locator("[data-kept]").check()
    expect(sheet.get_by_text("You are in")).to_be_visible()
    sheet.locator("[data-done]").click()
    expect(page.locator("[data-entry]")).to_have_text("Anke Holub")


@pytest.mark.parametrize("before", ["typed", "sent", "proven"])
def test_a_mailbox_is_not_asked_for_again_after_the_passkey(before: str, device: Device, sink: Sink) -> None:
    page = device.page
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog", name="Join Tuesday Club")
    sheet.locator("[data-name]").fill(f"Hanne {before}")
    expect(sheet.get_by_text("Free", exact=True)).to_be_visible()
    sheet.locator("[data-mail]").fill(f"hanne.{before}@example.org")
    steps = [lambda: sheet.locator("[data-send]").click(), lambda: sheet.locator("[data-code]").fill(sink.code())]
    done = {"typed": 0, "sent": 1, "proven": 2}[before]
    for step in steps[:done]:
        step()
    if before == "proven":
        expect(sheet.locator("[data-join]")).to_be_visible()
    sheet.locator("[data-passkey]").click()
    expect(sheet.get_by_text("Created: Chrome on Linux")).to_be_visible()
    for step in steps[done:]:
        step()
    expect(sheet.get_by_text(f"Saved: hanne.{before}@example.org")).to_be_visible()


def test_a_member_comes_back_with_a_passkey_a_code_or_a_recovery_code(device: Device, sink: Sink) -> None:
    device.join("Old Bicycle")
    sent = device.done("POST", "club/codes", {"mail": "bicycle@example.org", "work": device.work()})
    device.done("POST", "club/codes/check", {"ceremony": sent["ceremony"], "code": sink.code()})
    device.done("PUT", "club/me/mail", {"ceremony": sent["ceremony"]})
    recovery = device.done("POST", "club/me/recovery")["codes"][0]
    page = device.page
    page.reload()
    entry = page.locator("[data-entry]")
    for way in ("passkey", "mail", "recovery"):
        expect(entry).to_have_text("Old Bicycle")
        entry.click()
        page.get_by_role("button", name="Sign out").click()
        expect(entry).to_have_text("Join or sign in")
        entry.click()
        page.get_by_role("button", name="Sign in", exact=True).click()
        sheet = page.get_by_role("dialog", name="Sign in to Tuesday Club")
        if way == "passkey":
            sheet.locator("[data-passkey]").click()
        elif way == "mail":
            sheet.locator("[data-mail]").fill("bicycle@example.org")
            sheet.locator("[data-send]").click()
            sheet.locator("[data-code]").press_sequentially(sink.code())
        else:
            sheet.locator("[data-recovery]").fill("not a code")
            sheet.locator("[data-recovery]").press("Enter")
            expect(sheet.get_by_text("This recovery code is wrong or already used")).to_be_visible()
            sheet.locator("[data-recovery]").fill(recovery)
            sheet.locator("[data-recovery]").press("Enter")
    expect(entry).to_have_text("Old Bicycle")


def test_a_member_finds_their_games_in_the_lobby_on_a_device_without_keys(device: Device, new_device: Device) -> None:
    device.join("Halvard")
    page = device.page
    page.reload()
    expect(page.get_by_text("No games yet. Accept a challenge, or choose Play now.")).to_be_visible()
    expect(page.get_by_text("No public game is in progress.")).to_be_visible()
    keys = {}
    for seed in (3, 4):
        state = device.done(
            "POST", "matches", {"game": "donnerschlag", "held": True, "seed": seed, "name": f"No. {seed}"}
        )
        mover = state["decision"]["seat"]
        seat = mover if seed == 4 else next(one for one in state["keys"] if one != mover)
        keys[state["id"]] = seat
        device.done("PUT", f"club/games/{state['id']}/seat", None, state["keys"][seat])
    new_device.take(device.passkeys()[0])
    new_device.sign_in()
    there = new_device.page
    there.reload()
    rows = there.locator("[data-lobby] [data-match]")
    expect(rows.locator("[data-move]")).to_have_text(["Your move", re.compile("to move")])
    expect(rows.locator("[data-resume]")).to_have_text(["Play", "View"])
    expect(rows.first).to_contain_text("No. 4")
    expect(rows.first).to_contain_text("you play")
    rows.first.locator("[data-resume]").click()
    there.locator("[data-people-button]").click()
    (own,) = [seat for match, seat in keys.items() if there.url.endswith(match)]
    expect(there.locator(f"[data-presence={own}]")).to_contain_text("you")

    there.goto(there.url.split("#")[0])
    there.locator("[data-entry]").click()
    there.get_by_role("button", name="Sign out").click()
    expect(there.locator(".library")).to_be_visible()
    expect(there.get_by_text("No. 4")).to_have_count(0)


def test_a_member_renames_deletes_and_restores_an_own_table_in_the_lobby(device: Device) -> None:
    device.join("Renamer")
    device.done("POST", "matches", {"game": "skirmish", "name": "Alone"})
    page = device.page
    page.reload()
    row = page.locator("[data-lobby] [data-match]")
    row.locator("[data-more]").click()
    row.get_by_role("button", name="Rename Alone").click()
    row.get_by_label("Game name").fill("Together")
    row.get_by_label("Game name").press("Enter")
    expect(row).to_contain_text("Together")
    row.locator("[data-more]").click()
    row.locator("[data-delete]").click()
    expect(row).to_have_count(0)
    page.locator("[data-restore]").click()
    expect(row).to_contain_text("Together")


def test_a_public_game_is_listed_to_watch(device: Device, new_device: Device) -> None:
    device.join("Okapi")
    state = device.done("POST", "matches", {"game": "donnerschlag", "held": True, "seed": 3})
    key = next(iter(state["keys"].values()))
    device.done("PUT", f"club/games/{state['id']}/seat", None, key)
    device.done("PUT", f"club/games/{state['id']}/sight", {"sight": "public"})
    new_device.join("Watcher")
    new_device.page.reload()
    expect(new_device.page.locator(f"[data-watch='{state['id']}']")).to_contain_text("Okapi")


def test_a_seat_that_came_by_a_link_is_kept_by_joining_and_let_go_at_the_table(
    device: Device, new_device: Device, club: str
) -> None:
    state = new_device.done("POST", "matches", {"game": "donnerschlag", "held": True, "seed": 3, "name": "Relief"})
    seat, key = next(iter(state["keys"].items()))
    page = device.page
    page.goto(f"{club}/#/match/{state['id']}/{key}")
    page.wait_for_function("id => (localStorage.getItem('mamayev.keys') ?? '').includes(id)", arg=state["id"])
    page.goto(f"{club}/#/")
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[data-links]")).to_contain_text("in “Relief”")
    expect(sheet.locator("[data-keep]")).to_be_checked()
    sheet.locator("[data-name]").fill("Linked")
    sheet.locator("[data-passkey]").click()
    expect(sheet.get_by_text("Created: Chrome on Linux")).to_be_visible()
    expect(sheet.locator("[data-keep]")).to_be_checked()
    expect(sheet.locator("[data-keep]")).to_be_enabled()
    assert device.done("GET", f"club/games/{state['id']}/seat", None, key)["seats"] == [seat]

    page.goto(f"{club}/#/match/{state['id']}/{key}")
    page.locator("[data-people-button]").click()
    kept = page.locator("[data-people] [data-keep]")
    expect(kept).to_be_checked()
    kept.uncheck()
    expect(kept).to_be_enabled()
    assert device.done("GET", f"club/games/{state['id']}/seat", None, key)["seats"] == []


def test_a_member_ends_sessions_saves_their_data_and_deletes_the_account_with_a_fresh_proof(
    device: Device, new_device: Device, club_file: Path
) -> None:
    device.join("Leaver")
    new_device.done("POST", "club/sign-in", {"recovery": device.done("POST", "club/me/recovery")["codes"][0]})
    page = device.page
    page.reload()
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog", name="Your account")
    expect(sheet.locator("[data-sessions] li")).to_have_count(2)
    sheet.locator("[data-end-others]").click()
    expect(sheet.locator("[data-sessions] li")).to_have_count(1)
    assert new_device.done("GET", "club")["me"] is None

    sheet.locator("[data-remove-passkey]").click()
    expect(sheet.get_by_role("alert")).to_contain_text("Add another")
    sheet.locator("[data-codes]").click()
    expect(sheet.locator("[data-printed] li")).to_have_count(10)
    page.emulate_media(media="print")
    expect(sheet.locator("[data-printed]")).to_be_visible()
    expect(sheet.locator("[data-sessions]")).to_be_hidden()
    expect(page.locator("header").first).to_be_hidden()
    page.emulate_media(media="screen")
    with page.expect_download() as saved:
        sheet.locator("[data-export]").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8"))["me"]["name"] == "Leaver"

    with sqlite3.connect(club_file) as database:
        database.execute("update club_sessions set proved = '2020-01-01T00:00:00+00:00'")
    sheet.locator("[data-leaving]").click()
    sheet.locator("[data-leave]").click()
    sheet.locator("[data-prove]").click()
    expect(page.locator("[data-entry]")).to_have_text("Join or sign in")
    assert device.done("GET", "club")["me"] is None


def test_a_code_is_pasted_into_six_boxes_and_another_one_waits(device: Device, sink: Sink) -> None:
    page = device.page
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("[data-name]").fill("Paster")
    sheet.locator("[data-mail]").fill("paster@example.org")
    sheet.locator("[data-send]").click()
    code = sink.code()
    expect(sheet.locator("[data-code]")).to_be_focused()
    expect(sheet.locator("[data-again]")).to_have_text(re.compile(r"Send again in 0:\d\d"))
    expect(sheet.locator("[data-again]")).to_be_disabled()
    sheet.locator("[data-code]").fill(f"{code[:3]} {code[3:]}")
    expect(sheet.get_by_text("paster@example.org is confirmed.")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_wrong_invitation_is_told_at_its_field(device: Device, sink: Sink, width: int, height: int) -> None:
    def by_invitation(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, json={**found.json(), "sign_up": "invitation"})

    why = {"error": "You can join this club only by invitation. Check your code.", "field": "invitation"}
    page = device.page
    page.set_viewport_size({"width": width, "height": height})
    page.route("**/api/club", by_invitation)
    page.route("**/api/club/codes", lambda route: route.fulfill(status=409, json=why))
    page.reload()
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("[data-name]").fill(f"Invited {width}")
    expect(sheet.get_by_text("Free", exact=True)).to_be_visible()
    sheet.locator("[data-invitation]").fill("kotluban-1943")
    sheet.locator("[data-mail]").fill("invited@example.org")
    sheet.locator("[data-send]").click()
    expect(sheet.get_by_role("alert")).to_have_text(why["error"])
    expect(sheet.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(sheet.locator("[data-invitation]")).to_be_focused()
    expect(sheet.locator("[data-step='1']")).not_to_contain_text("✓")
    page.unroute_all(behavior="wait")


def test_a_closed_club_leads_to_signing_in(device: Device) -> None:
    def closed(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, json={**found.json(), "sign_up": "closed"})

    page = device.page
    page.route("**/api/club", closed)
    page.reload()
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog", name="Sign in to Tuesday Club")
    expect(sheet).to_contain_text("This club is not accepting new members.")
    expect(sheet.locator("[data-passkey]")).to_be_enabled()
    expect(sheet.locator("[data-name], [data-leads-to]")).to_have_count(0)
    page.unroute_all(behavior="wait")


def test_the_imprint_is_at_the_foot_of_the_lobby_and_of_joining(device: Device) -> None:
    page = device.page
    expect(page.locator("main [data-imprint]")).to_have_text("Tuesday Club is run by: Jan Novak")
    page.locator("[data-entry]").click()
    expect(page.get_by_role("dialog").locator("[data-imprint]")).to_have_text("Tuesday Club is run by: Jan Novak")


def test_the_page_says_that_the_mail_server_is_down(device: Device, sink: Sink) -> None:
    page = device.page
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("[data-mail]").fill("eva@example.org")
    sink.down = True
    sheet.locator("[data-send]").click()
    expect(sheet.get_by_role("alert")).to_contain_text("mail server is not responding", timeout=60_000)
    sink.down = False
    sink.code()


def test_a_phone_leads_to_the_other_pages_from_the_last_tab_of_the_lobby(device: Device) -> None:
    device.join("Phone Member")
    page = device.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator("header")).to_contain_text("Tuesday Club")
    page.locator("[data-lobby-tab='watch']").click()
    expect(page.locator("#club-watch")).to_be_visible()
    expect(page.locator("#club-games")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-lobby-tab='you']").click()
    sheet = page.get_by_role("dialog")
    for name in ("Rules", "Settings"):
        expect(sheet.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)
    sheet.get_by_role("link", name="Members", exact=True).click()
    expect(page).to_have_url(re.compile("#/members$"))


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_and_the_account_pass_axe(device: Device, width: int, scheme: Literal["light", "dark"]) -> None:
    device.join(f"Axe {scheme} {width}")
    state = device.done("POST", "matches", {"game": "donnerschlag", "held": True, "seed": 3})
    for key in state["keys"].values():
        device.done("PUT", f"club/games/{state['id']}/seat", None, key)
    page = device.page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.reload()
    expect(page.locator("[data-match]")).to_be_visible()
    assert axe(page) == []
    page.locator("[data-entry]").click()
    page.locator("[data-leaving]").click()
    page.locator("[data-codes]").click()
    expect(page.locator("[data-printed] li")).to_have_count(10)
    assert axe(page) == []


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_everyone_sees_the_page_of_a_member(
    device: Device, new_device: Device, club_file: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    """Figures, a rating with its error, and its curve, to somebody who is not signed in."""
    name = f"Marta {scheme}"
    device.join(name)
    with sqlite3.connect(club_file) as database:
        ((member,),) = database.execute("SELECT id FROM club_members WHERE name = ?", [name])
        columns = "match, seat, number, place, at, box, rules, kind, player, score, ended, pace, rated"
        for number in range(6):
            for place, (seat, player) in enumerate((("axis", member), ("soviet", f"{scheme}-other"))):
                score = float((number % 3 == 0) == (place == 0))
                at, match = f"2026-03-{number + 10}T12:00:00.000000Z", f"{scheme}{number}"
                told = [match, seat, 100 + number, place, at, "donnerschlag", "book", "duel", player, score]
                marks = ", ".join("?" * 13)
                values = [*told, "played", "daily", True]
                database.execute(f"INSERT INTO club_results ({columns}) VALUES ({marks})", values)
    address = f"sqlite:///{club_file}"
    subprocess.run([sys.executable, "-m", "mamayev", "club", "ratings", "--rebuild", "--db", address], check=True)
    page = new_device.page
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{page.url.partition('#')[0]}#/member/{name.replace(' ', '%20')}")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.locator("[data-figures]")).to_contain_text("2 · 0 · 4")
    row = page.locator("[data-rating=donnerschlag]")
    expect(row).to_contain_text(re.compile(r"1[34]\d\d ± 1\d\d, provisional"))
    expect(page.locator("[data-curve] .a.won, [data-curve] circle.won").first).to_be_visible()
    if width < 700:
        rest = r"^Axis 2 of 6 · Soviet 0 of 0 · (Axis|Soviet) \+\d+ · Mar 15, 2026$"
        expect(page.locator("[data-rest]")).to_have_text(re.compile(rest))
    if width > 700:
        expect(row).to_contain_text("Axis 2 of 6")
        page.get_by_role("button", name="Soviet", exact=True).click()
        expect(page.locator("[data-curve] circle")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_an_operator_resolves_a_report(
    device: Device, new_device: Device, sink: Sink, width: int, scheme: Literal["light", "dark"]
) -> None:
    device.join(f"Boss {scheme}")
    new_device.join(f"Rude {scheme}")
    address = device.page.url.partition("#")[0]
    device.page.goto(f"{address}#/reports")
    expect(device.page.get_by_role("alert")).to_have_text("Only an operator of this club can do that.")

    state = device.done("POST", "matches", {"game": "skirmish", "held": True})
    mine, theirs = state["keys"]
    device.done("PUT", f"club/games/{state['id']}/seat", None, state["keys"][mine])
    new_device.done("PUT", f"club/games/{state['id']}/seat", None, state["keys"][theirs])
    new_device.done("POST", f"matches/{state['id']}/chat", {"text": "Boo!"}, state["keys"][theirs])
    key = state["keys"][mine]
    (line,) = [
        one for one in device.done("GET", f"matches/{state['id']}/company", None, key)["lines"] if one.get("seat")
    ]
    wanted = {"line": line["number"], "reason": "Shouts."}
    device.done("POST", f"club/games/{state['id']}/reports", wanted, key)

    ceremony = device.done("POST", "club/codes", {"mail": OPERATOR, "work": device.work()})["ceremony"]
    device.done("POST", "club/codes/check", {"ceremony": ceremony, "code": sink.code()})
    device.done("PUT", "club/me/mail", {"ceremony": ceremony})
    page = device.page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.reload()
    expect(page.locator("[data-reports-wait]")).to_have_accessible_name("1 open report")
    row = page.locator("[data-report-row]")
    expect(row).to_contain_text(f"Boss {scheme} reported Rude {scheme}")
    expect(row).to_contain_text("Boo!")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    row.locator("[data-outcome]").fill("Muted for a week.")
    expect(row.locator("[data-days]")).to_be_disabled()
    row.get_by_label(f"Sanction for Rude {scheme}").select_option("mute")
    expect(row.locator("[data-days]")).to_be_enabled()
    row.locator("[data-resolve]").click()
    expect(page.get_by_text("No open reports.")).to_be_visible()
    expect(page.locator("[data-reports-wait]")).to_have_count(0)
    page.locator("[data-resolved-reports]").click()
    expect(page.locator("[data-resolved]").first).to_contain_text("Muted for a week.")
    expect(page.locator("[data-report-row]").first).to_contain_text(f"Boss {scheme} reported Rude {scheme}")
    assert axe(page) == []
    answer = new_device.ask("POST", f"matches/{state['id']}/chat", {"text": "Boo!"}, state["keys"][theirs])
    assert answer["status"] == 403
    device.done("DELETE", "club/me/mail")


def test_an_address_is_added_after_a_proof_and_gets_notices_at_once(
    device: Device, sink: Sink, club_file: Path
) -> None:
    device.join("Adder")
    with sqlite3.connect(club_file) as database:
        database.execute("update club_sessions set proved = '2020-01-01T00:00:00+00:00'")
    page = device.page
    page.reload()
    page.locator("[data-entry]").click()
    sheet = page.get_by_role("dialog", name="Your account")
    expect(sheet.get_by_text("You do not receive notices yet.")).to_be_visible()
    sheet.locator("[data-add-mail]").click()
    ways = sheet.locator("[data-ways]")
    expect(ways.locator("[data-prove]")).to_be_focused()
    expect(ways.locator("[data-mail]")).to_have_count(0)
    ways.locator("[data-prove]").click()
    ways.locator("[data-mail]").fill("adder@example.org")
    ways.locator("[data-send]").click()
    ways.locator("[data-code]").fill(sink.code())
    expect(ways.get_by_text("Email: adder@example.org")).to_be_visible()
    expect(sheet.locator("[data-channel=mail]")).to_be_visible()
    expect(sheet.get_by_text("You do not receive notices yet.")).to_have_count(0)
    expect(sheet.locator("[data-take=accepted]")).to_be_checked()
    expect(sheet.locator("[data-take=report]")).to_have_count(0)  # only for operators

    with sqlite3.connect(club_file) as database:
        database.execute("update club_sessions set proved = '2020-01-01T00:00:00+00:00'")
    page.reload()
    page.locator("[data-entry]").click()
    sheet.locator("[data-leaving]").click()
    yours = sheet.locator("[data-yours]")
    expect(yours.locator("[data-proof]")).to_be_visible()
    expect(yours.locator("[data-leave]")).to_have_count(0)
    yours.locator("[data-prove]").click()
    expect(yours.locator("[data-leave]")).to_be_visible()


@pytest.mark.parametrize("at", ["lobby", "table"])
def test_the_tab_of_a_deleted_member_is_told_and_leads_to_the_start_page(
    device: Device, club: str, club_file: Path, at: str
) -> None:
    name = f"Deleted {at}"
    device.join(name)
    state = device.done("POST", "matches", {"game": "skirmish", "held": True})
    for key in state["keys"].values():
        device.done("PUT", f"club/games/{state['id']}/seat", None, key)
    page = device.page
    page.reload()
    expect(page.locator("[data-lobby] [data-match]")).to_be_visible()
    if at == "table":
        page.locator("[data-resume]").first.click()
        expect(page.get_by_role("group", name="Board")).to_be_visible()
    command = [sys.executable, "-m", "mamayev", "club", "delete", name, "--yes", "--db", f"sqlite:///{club_file}"]
    subprocess.run(command, check=True)
    expect(page.get_by_role("alert").filter(has_text="Your account is deleted.")).to_be_visible(timeout=20_000)
    expect(page.locator("[data-entry]")).to_have_text("Join or sign in")
    expect(page).to_have_url(f"{club}/#/" if at == "table" else re.compile(re.escape(club)))


@pytest.mark.parametrize("width", [1440, 390])
def test_a_member_is_challenged_blocked_and_reported_on_their_page(
    device: Device, new_device: Device, width: int
) -> None:
    device.join(f"Reader {width}")
    name = f"Other {width}"
    new_device.join(name)
    page = device.page
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{page.url.partition('#')[0]}#/member/{name.replace(' ', '%20')}")
    page.reload()
    page.locator("[data-challenge-member]").click()
    challenge = page.get_by_role("dialog", name="New challenge")
    expect(challenge.locator("[data-member]")).to_have_value(name)
    page.keyboard.press("Escape")
    page.locator("[data-report]").click()
    report = page.get_by_role("dialog", name="Report to the operator")
    expect(report.get_by_role("radio")).to_have_count(0)
    report.locator("[data-reason]").fill("A rude name.")
    report.locator("[data-send-report]").click()
    expect(report.get_by_role("status")).to_contain_text("Sent.")
    page.keyboard.press("Escape")
    page.locator("[data-block]").click()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    expect(page.locator("[data-challenge-member]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
    page.locator("[data-block]").click()
    expect(page.get_by_role("button", name="Block", exact=True)).to_be_visible()
    page.goto(f"{page.url.partition('#')[0]}#/member/Reader%20{width}")
    expect(page.get_by_text("This is your page")).to_be_visible()
    expect(page.locator("[data-block], [data-report]")).to_have_count(0)


def test_the_unsubscribe_page_has_the_look_of_the_product(device: Device, club: str, club_file: Path) -> None:
    """Its style passes its own policy."""
    with sqlite3.connect(club_file) as database:
        (secret,) = database.execute("SELECT value FROM club_kept WHERE name = 'unsubscribe'").fetchone()
    page = device.page
    page.goto(f"{club}/api/club/unsubscribe/{token_of('0' * 32, secret)}")
    bar = page.locator("header")
    expect(bar).to_have_text("MAMAYEV Tuesday Club")
    expect(bar).to_have_css("background-color", "rgb(32, 48, 61)")
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    expect(bar).to_have_css("background-color", "rgb(18, 22, 26)")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []
    page.get_by_role("button", name="Stop these emails").click()
    expect(page.get_by_text("You have stopped these emails.")).to_be_visible()


def axe(page: Page) -> list[str]:
    """What axe-core finds on a page, a line each, once nothing fades in any more."""
    page.emulate_media(reduced_motion="reduce")
    found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False}).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def test_a_server_without_a_club_loads_none_of_its_code(chromium: Browser, server: Server) -> None:
    page = chromium.new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(server.url)
    expect(page.locator("[data-game]").first).to_be_visible()
    expect(page.locator("[data-entry], [data-lobby]")).to_have_count(0)
    assert not [url for url in loaded if any(part in url for part in ("club", "Entry", "Lobby", "Sheet"))]
    page.close()
