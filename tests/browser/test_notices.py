"""Notices in a real browser: the member's settings, pushes through the service worker, and those of a living tab."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, Worker, expect

from ..server.club.pushes import Device as Subscribed
from ..server.club.pushes import Web, web
from ..server.club.sink import Sink, running
from .conftest import Server, free_port
from .test_club import Device

pytestmark = pytest.mark.browser

SUBSCRIBE = """
PushManager.prototype.subscribe = async function (options) {
    return { toJSON: () => ({ endpoint: %s, keys: %s, key: options.applicationServerKey }) };
};
PushManager.prototype.getSubscription = async () => null;
"""
# Chromium without a window allows no notifications, so what would be shown is kept. As on a phone, only the worker can
# show them.
ALLOW = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
window.Notification = new Proxy(Notification, { construct() { throw new TypeError("Illegal constructor."); } });
"""
KEEP = """() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data, actions }) => {
        self.shown.push({ title, body, tag, data, actions: (actions ?? []).map(({ title }) => title) });
    };
}"""
HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
LISTEN = """
window.sounds = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.sounds += 1; return create.call(this); };
"""


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with running() as sink:
        yield sink


@pytest.fixture
def hook() -> Iterator[Web]:
    with web() as server:
        yield server


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, sink: Sink) -> Iterator[str]:
    """The address of a club on this machine that may send to this machine."""
    folder, port = tmp_path_factory.mktemp("club"), free_port()
    address, file = f"http://localhost:{port}", folder / "club.toml"
    file.write_text(
        f'name = "Tuesday Club"\naddress = "{address}"\nimprint = "Jan Novak"\nwork = 8\n'
        '[notices]\ninside = ["127.0.0.0/8"]\n'
        f'[mail]\nserver = "127.0.0.1"\nport = {sink.port}\nsecurity = "none"\nsender = "club@example.org"\n'
        "[limits]\n" + "".join(f'{name} = "10000/hour"\n' for name in ("joins", "codes", "senders", "tries", "tests")),
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mamayev", "serve", "--no-browser", "--port", str(port), "--club", str(file)]
    command += ["--db", f"sqlite:///{folder / 'games.sqlite'}"]
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


@pytest.fixture
def subscribed() -> Subscribed:
    return Subscribed()


@pytest.fixture
def device(chromium: Browser, club: str, hook: Web, subscribed: Subscribed) -> Iterator[Device]:
    """A browser whose pushes come to a push service of the test."""
    device = Device(chromium.new_context(), club)
    device.context.add_init_script(ALLOW)
    device.context.add_init_script(SUBSCRIBE % (json.dumps(f"{hook.address}/push"), json.dumps(subscribed.keys)))
    device.page.reload()
    yield device
    device.context.close()


def opened(device: Device) -> Any:
    """The member's notices in their account."""
    device.page.reload()
    device.page.locator("[data-entry]").click()
    section = device.page.locator("[data-notices-of-mine]")
    section.scroll_into_view_if_needed()
    return section


def with_mail(device: Device, sink: Sink, mail: str) -> None:
    ceremony = device.done("POST", "club/codes", {"mail": mail, "work": device.work()})["ceremony"]
    device.done("POST", "club/codes/check", {"ceremony": ceremony, "code": sink.code()})
    device.done("PUT", "club/me/mail", {"ceremony": ceremony})


def worker_of(device: Device) -> Worker:
    """The page's worker, which keeps what it would show."""
    found = device.context.service_workers
    worker = found[0] if found else device.context.wait_for_event("serviceworker")
    worker.evaluate(KEEP)
    return worker


def deliver(device: Device, worker: Worker, message: Any) -> Any:
    """Deliver a push to the page's worker, as the browser does when one comes. Returns what it shows."""
    found: list[str] = []
    device.cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    device.cdp.send("ServiceWorker.enable")
    end = time.monotonic() + 10
    while not found and time.monotonic() < end:
        device.page.wait_for_timeout(50)
    origin = device.page.url.split("/#")[0].rstrip("/")
    data = {"origin": origin, "registrationId": found[-1], "data": json.dumps(message)}
    device.cdp.send("ServiceWorker.deliverPushMessage", data)
    while not (shown := worker.evaluate("self.shown")) and time.monotonic() < end:
        device.page.wait_for_timeout(50)
    return shown


def test_a_member_chooses_what_reaches_them_where(
    device: Device, sink: Sink, hook: Web, subscribed: Subscribed
) -> None:
    device.join("Marta K")
    with_mail(device, sink, "marta@example.org")
    section = opened(device)
    expect(section.locator("thead th")).to_have_count(1)
    section.locator("[data-add-browser]").click()
    expect(section.locator("thead th")).to_have_text(["Email", "Pushthis browser"])
    section.get_by_label("Chat while I am away: Push, this browser").check()
    section.get_by_label("My turn: Email").uncheck()
    expect(section.get_by_label("My turn: Email")).to_be_enabled()
    given = {one["kind"]: one["takes"] for one in device.done("GET", "club/me/notices")["channels"]}
    assert "chat" in given["push"]
    assert "turn" not in given["mail"]

    section.locator("[data-test]").click()
    told = section.locator("[data-tested]")
    expect(told).to_have_text(["Sent", "Sent"])
    message = subscribed.read(hook.next().body)
    assert message["title"] == "Test notice"
    assert sink.mail()["Subject"] == "Test notice"
    assert [one["title"] for one in deliver(device, worker_of(device), message)] == ["Test notice"]
    expect(told).to_have_text(["Sent", "Arrived"])
    found = Axe().run(device.page, options={"rules": {"color-contrast": {"enabled": False}}})
    assert [one["id"] for one in found.response["violations"]] == []


def test_times_are_set_in_the_zone_of_the_browser(device: Device) -> None:
    device.join("Lena B")
    section = opened(device)
    section.locator("[data-quiet]").check()
    section.locator("[data-quiet-from]").fill("21:15")
    section.locator("[data-quiet-from]").blur()
    expect(section.locator("[data-zone]")).to_be_visible()
    section.locator("[data-zone]").select_option("America/New_York")
    section.locator("[data-daily]").check()
    expect(section.locator("[data-daily]")).to_be_enabled()
    given = device.done("GET", "club/me/notices")
    assert (given["quiet_from"], given["quiet_to"], given["zone"]) == ("21:15", "07:00", "America/New_York")
    assert given["daily"] == "18:00"


def test_a_webhook_is_added_tested_and_removed(device: Device, hook: Web) -> None:
    device.join("Jan N")
    section = opened(device)
    section.locator("[data-add-webhook]").click()
    section.locator("[data-url]").fill("http://10.0.0.1/hook")
    section.locator("[data-add]").click()
    expect(section.get_by_role("alert")).to_have_text("10.0.0.1 is not a public address.")
    section.locator("[data-url]").fill(f"{hook.address}/hook")
    section.locator("[data-add]").click()
    expect(section.locator("[data-channel=webhook]")).to_contain_text("nothing delivered yet")
    hook.status = 404
    section.locator("[data-test]").click()
    expect(section.locator("[data-channel=webhook]")).to_contain_text("The webhook no longer exists (status 404).")
    hook.status = 201
    section.locator("[data-switch-on]").click()
    expect(section.locator("[data-switch-on]")).to_have_count(0)
    section.locator("[data-remove-channel]").click()
    expect(section.locator("[data-channel]")).to_have_count(0)


def test_a_member_chooses_the_channels_of_a_game_at_its_table(device: Device, sink: Sink, hook: Web) -> None:
    device.join("Chooser")
    with_mail(device, sink, "chooser@example.org")
    device.done("POST", "club/me/notices/channels", {"url": f"{hook.address}/hook", "label": "Discord"})
    mail, _ = [one["id"] for one in device.done("GET", "club/me/notices")["channels"]]
    state = device.done("POST", "matches", {"game": "skirmish", "held": True})
    device.done("PUT", f"club/games/{state['id']}/seat", None, state["keys"]["blue"])
    page = device.page
    page.goto(f"{page.url.partition('#')[0]}#/play/{state['id']}")
    page.reload()  # the page knows the member
    page.locator("[data-people-button]").click()
    by = page.locator("[data-mute-channels]")
    by.get_by_label("Email").uncheck()
    expect(by.get_by_label("Email")).to_be_enabled()
    expect(by.get_by_label("Webhook, Discord")).to_be_checked()
    assert device.done("GET", f"club/games/{state['id']}/seat")["without"] == [mail]
    page.locator("[data-mute]").check()
    expect(by).to_have_count(0)
    kept = device.done("GET", f"club/games/{state['id']}/seat")
    assert (kept["muted"], kept["without"]) == (True, [mail])


def test_a_push_is_shown_and_opens_its_game(device: Device, hook: Web, subscribed: Subscribed) -> None:
    device.join("Jaro R")
    section = opened(device)
    section.locator("[data-add-browser]").click()
    expect(section.locator("thead th")).to_have_count(1)
    state = device.done("POST", "matches", {"game": "skirmish", "held": True})
    mine, other = (next(s for s in state["keys"] if (s == state["decision"]["seat"]) is own) for own in (False, True))
    device.done("PUT", f"club/games/{state['id']}/seat", None, state["keys"][mine])
    body = {"text": "done", "version": state["version"]}
    device.done("POST", f"matches/{state['id']}/actions", body, state["keys"][other])
    message = subscribed.read(hook.next().body)
    assert deliver(device, worker_of(device), message) == [
        {
            "title": f"Your move: {state['name']}",
            "body": message["body"],
            "tag": state["id"],
            "data": message["url"],
            "actions": ["Open the game", "In an hour"],
        }
    ]
    assert message["url"].endswith(f"/#/play/{state['id']}")
    device.page.goto(device.page.url.partition("#")[0])
    device.page.reload()
    waits = device.page.locator("[data-notices-wait]")
    expect(waits).to_have_text("Notices 1")
    waits.click()
    expect(device.page.locator("[data-your-games] [data-row-button]")).to_be_focused()
    assert device.done("POST", f"club/games/{state['id']}/later") is None
    expect(waits).to_have_count(0)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def test_a_hidden_tab_notifies_through_the_worker_and_sounds(page: Page, server: Server) -> None:
    """Without a club, too."""
    state = server.post("/api/matches", {"game": "skirmish", "held": True, "seed": 3})
    mover = state["decision"]["seat"]
    mine = next(seat for seat in state["keys"] if seat != mover)
    for script in (ALLOW, f"({KEEP})()", LISTEN):
        page.add_init_script(script)
    page.goto(f"{server.url.replace('127.0.0.1', 'localhost')}/#/match/{state['id']}/{state['keys'][mine]}")
    page.locator("[data-people-button]").click()
    page.locator("[data-notices]").check()
    page.evaluate(HIDE, True)
    body = {"text": "done", "version": state["version"]}
    server.post(f"/api/matches/{state['id']}/actions", body, state["keys"][mover])
    end = time.monotonic() + 20
    while not (found := page.evaluate("window.shown")) and time.monotonic() < end:
        page.wait_for_timeout(100)
    (shown,) = found
    assert (shown["title"], shown["tag"]) == ("Your turn", state["id"])
    assert page.evaluate("window.sounds") == 2
