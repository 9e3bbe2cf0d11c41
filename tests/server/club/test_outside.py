"""Requests to addresses that members give never reach this machine or a private network."""

import ipaddress
import socket
import ssl
from collections.abc import Iterator
from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.server.club import outside
from mamayev.server.club.outside import Outside, Unreachable, is_public

from .pushes import Web, web

PRIVATE = [
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "fec0::1",
    "::127.0.0.1",
    "2002:7f00:1::",
    "2002:0a00:0001::",
]


@pytest.fixture
def hook() -> Iterator[Web]:
    with web() as server:
        yield server


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_known(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_public_addresses_are_known(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"]
)
def test_this_machine_is_refused_by_every_name(host: str, hook: Web) -> None:
    with pytest.raises(Refusal, match=r"not a public address|no address for the name"):
        Outside().check(f"https://{host}:{hook.server_address[1]}/")
    with pytest.raises(Unreachable):
        Outside().post(f"http://{host}:{hook.server_address[1]}/", b"", {})
    assert hook.got.empty()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://example.org/", "not a web address"),
        ("https://user:word@example.org/", "not a web address"),
        ("https:///path", "not a web address"),
        ("https://example.org:99999/", "not a web address"),
        ("https://exämple.org/", "not a web address"),
        ("https://example.org/a b", "a space"),
        ("http://1.1.1.1/", "must begin with https"),
        ("https://1.1.1.1:25/", "Port 25 is not one of"),
    ],
)
def test_other_addresses_are_refused(url: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        Outside().check(url)


def test_a_name_that_changes_between_check_and_connection_gains_nothing(
    hook: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: the name is public when it is checked, and this machine's afterwards."""
    asked, tried = [], []
    port = hook.server_address[1]

    def lookup(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        address = "1.1.1.1" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(to: tuple[str, int], *_: Any, **__: Any) -> Any:
        tried.append(to)
        raise TimeoutError

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(outside, "PORTS", (port,))
    with pytest.raises(Unreachable, match="did not answer within"):
        Outside().post(f"https://hook.example.org:{port}/", b"", {})
    assert (asked, tried) == (["hook.example.org"], [("1.1.1.1", port)])
    assert hook.got.empty()


def test_one_private_address_among_several_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("1.1.1.1", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Refusal, match=r"is at 10\.0\.0\.1"):
        Outside().check("https://hook.example.org/")


def test_a_redirect_is_not_followed(hook: Web) -> None:
    hook.status, hook.to = 302, f"{hook.address}/elsewhere"
    assert Outside(["127.0.0.1"]).post(f"{hook.address}/x?y=1", b"body", {"X": "1"}).status == 302
    got = hook.next()
    assert (got.path, got.body, got.headers["x"], hook.got.empty()) == ("/x?y=1", b"body", "1", True)


def test_an_answer_that_drips_is_cut_off(hook: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.3)
    hook.slow = 0.1
    with pytest.raises(Unreachable, match="did not answer within"):
        Outside(["127.0.0.1"]).post(hook.address, b"", {})


def test_a_certificate_must_be_good(hook: Web) -> None:
    url = hook.address.replace("http://", "https://")
    with pytest.raises(Unreachable, match="could not be reached"):
        Outside(["127.0.0.1"]).post(url, b"", {})
    assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED
