"""A club in a real browser, with a virtual authenticator: passkeys, the cookie, and a seat that comes back."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .conftest import free_port

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


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club on this machine."""
    folder, port = tmp_path_factory.mktemp("club"), free_port()
    address = f"http://localhost:{port}"
    file = folder / "club.toml"
    file.write_text(f'name = "Tuesday Club"\naddress = "{address}"\nimprint = "Jan Novak"\n', encoding="utf-8")
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


class Device:
    """A browser with an authenticator of its own, at a page of a club."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.context = chromium.new_context()
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

    def join(self, name: str) -> Any:
        asked = self.done("POST", "club/passkeys/options", {"use": "join", "name": name})
        made = self.page.evaluate(MAKE, asked["options"])
        return self.done("POST", "club/join", {"name": name, "ceremony": asked["ceremony"], "credential": made})

    def sign_in(self) -> Any:
        asked = self.done("POST", "club/passkeys/options", {"use": "sign-in"})
        used = self.page.evaluate(USE, asked["options"])
        return self.ask("POST", "club/sign-in", {"ceremony": asked["ceremony"], "credential": used})

    def passkeys(self) -> Any:
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})["credentials"]

    def take(self, passkey: Any) -> None:
        """Have a passkey that was synchronized from another device."""
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.authenticator, "credential": passkey})


@pytest.fixture
def device(chromium: Browser, club: str) -> Iterator[Device]:
    device = Device(chromium, club)
    yield device
    device.context.close()


@pytest.fixture
def new_device(chromium: Browser, club: str) -> Iterator[Device]:
    device = Device(chromium, club)
    yield device
    device.context.close()


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
