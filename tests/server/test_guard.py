"""Who may ask, how much and how often; and what every answer carries."""

import gzip
import socket
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from mamayev.server import app as served
from mamayev.server.app import create_app
from mamayev.server.client import Client
from mamayev.server.document import document
from mamayev.server.guard import HEADERS, RECORD_BYTES, RECORDS, is_loopback

from .conftest import HOME, New, begun


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "https://127.0.0.1:8642x"},
        {"origin": "file://"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"host": "evil.example"},
        {"host": "evil.example:8642"},
        {"host": "192.168.0.7:8642"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "[::1"},
        {"host": ""},
    ],
)
def test_pages_of_other_sites_are_refused(client: TestClient, tiny: str, headers: dict[str, str]) -> None:
    for answer in (
        client.post("/api/matches", json={"game": tiny}, headers=headers),
        client.get("/api/matches", headers=headers),
    ):
        assert answer.status_code == 403
        assert set(answer.json()) == {"error"}
    assert client.get("/api/matches").json() == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": HOME, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"host": "localhost:8642", "origin": "http://localhost:8642"},
        {"host": "LOCALHOST:8642"},
        {"host": "[::1]:8642", "origin": "http://[::1]:8642"},
        {"host": "127.0.0.1", "origin": "http://127.0.0.1:80"},
        {"host": "localhost:5173", "origin": "http://localhost:5173"},
    ],
)
def test_our_own_page_is_answered(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/api/matches", headers=headers).status_code == 200


def test_a_link_from_elsewhere_opens_the_page_but_no_rebound_name_does(client: TestClient) -> None:
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code in (200, 503)
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403


def test_a_server_for_others_answers_to_its_addresses_but_no_foreign_name(address: str) -> None:
    app = create_app(address, host="0.0.0.0")
    for host, status in (
        ("192.168.0.7:8642", 200),
        ("[fe80::1]:8642", 200),
        ("localhost:8642", 200),
        (f"{socket.gethostname()}:8642", 200),
        ("evil.example", 403),
    ):
        assert TestClient(app, base_url=HOME).get("/api/health", headers={"host": host}).status_code == status
    named = create_app(address, host="Table.local")
    assert TestClient(named, base_url="http://table.local:8642").get("/api/health").status_code == 200


def test_a_name_that_was_allowed_is_answered(address: str, tiny: str) -> None:
    app = create_app(address, allow_hosts=["Games.Example"])
    client = TestClient(app, base_url=HOME)
    for host, status in (("games.example", 200), ("games.example:8443", 200), ("other.example", 403)):
        assert client.get("/api/health", headers={"host": host}).status_code == status
    origin = {"host": "games.example", "origin": "https://games.example", "x-forwarded-proto": "https"}
    assert client.post("/api/matches", json={"game": tiny}, headers=origin).status_code == 201


@pytest.mark.parametrize("header", ["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via"])
def test_a_server_of_one_s_own_refuses_what_comes_through_a_proxy(address: str, header: str) -> None:
    answer = TestClient(create_app(address), base_url=HOME).get("/api/health", headers={header: "203.0.113.7"})
    assert answer.status_code == 403
    assert "--allow-host" in answer.json()["error"]


def test_loopback_is_told_from_other_addresses() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "127.8.8.8")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "::", "192.168.0.7", "table.local")] == [False] * 4


def test_long_bodies_are_not_read(client: TestClient, new: New) -> None:
    state = new()
    long = client.post(f"/api/matches/{state['id']}/actions", content=b" " * 64_001)
    assert (long.status_code, long.json()["error"]) == (413, "The request is too long: the limit is 64,000 bytes.")
    for path in RECORDS:
        assert client.post(path, content=b" " * (RECORD_BYTES + 1)).status_code == 413
        assert client.post(path, content=b" " * RECORD_BYTES).status_code == 422

    def pieces() -> Iterator[bytes]:
        for _ in range(1_001):
            yield b" " * 1000

    assert client.post("/api/matches", content=pieces()).status_code == 413
    assert client.post("/api/matches", content=b"{}", headers={"content-length": "9" * 30}).status_code == 413


def test_too_many_requests_are_refused_for_a_while(tiny: str, address: str) -> None:
    client = TestClient(create_app(address, rate="5/minute"), base_url=HOME)
    assert [client.get("/api/health").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    assert client.get("/api/health").json() == {"error": "Too many requests: the limit is 5 per minute."}
    assert client.get("/").status_code in (200, 503)
    other = TestClient(client.app, base_url=HOME, client=("127.0.0.2", 5000))
    assert other.get("/api/health").status_code == 200


def test_every_answer_carries_the_headers_that_keep_other_hosts_out(client: TestClient) -> None:
    for answer in (client.get("/"), client.get("/api/games"), client.get("/api/none"), client.put("/api/games")):
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http:" not in policy
    assert "unsafe" not in policy
    assert client.get("/api/games").headers["cache-control"] == "no-store"


# ------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    "path", ["/api/none", "/api/matches/x/none", "/none", "/%00", "/api/", "/../secret", "/assets/"]
)
def test_an_unknown_address_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"error": "There is nothing at this address."})


def test_a_browser_at_an_unknown_address_is_shown_the_way_home(client: TestClient) -> None:
    answer = client.get("/foo/bar", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert '<a href="/">Go to your games</a>' in answer.text
    assert client.get("/api/none", headers={"accept": "text/html"}).json()


@pytest.mark.parametrize(("method", "path"), [("PUT", "/api/games"), ("POST", "/"), ("DELETE", "/api/matches")])
def test_a_method_that_an_address_does_not_take(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()) == (405, {"error": "This address does not accept this method."})
    assert "GET" in answer.headers["allow"]


# ------------------------------------------------------------------ the client


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as the client's build leaves it."""
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Built</title>", encoding="utf-8")
    (folder / "assets" / "main-abc123.js").write_text("export {};", encoding="utf-8")
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return folder


def test_the_built_client_is_served(address: str, built: Path) -> None:
    app = create_app(address)
    app.router.default = Client(built)
    client = TestClient(app, base_url=HOME)
    page = client.get("/")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    script = client.get("/assets/main-abc123.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert client.get("/favicon.svg").headers["content-type"].startswith("image/svg+xml")
    assert client.head("/").status_code == 200
    assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    for outside in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert client.get(outside).status_code == 404
    gone = client.get("/assets/main-old.js")
    assert (gone.status_code, "cache-control" in gone.headers) == (404, False)


def test_what_is_long_is_compressed_for_those_who_can_read_it(address: str, built: Path) -> None:
    code = "export const sum = 1 + 1;\n" * 200
    (built / "assets" / "long-abc123.js").write_text(code, encoding="utf-8")
    (built / "assets" / "face-abc123.woff2").write_bytes(bytes(5000))
    app = create_app(address)
    app.router.default = Client(built)
    client = TestClient(app, base_url=HOME)
    packed = client.get("/assets/long-abc123.js", headers={"accept-encoding": "gzip, br"})
    assert (packed.text, packed.headers["content-encoding"]) == (code, "gzip")
    assert "content-length" not in packed.headers or int(packed.headers["content-length"]) < len(code) / 10
    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = client.get("/assets/long-abc123.js", headers={"accept-encoding": "identity"})
    assert (plain.text, plain.headers["content-length"]) == (code, str(len(code)))
    assert "content-encoding" not in plain.headers
    assert [answer.headers["vary"] for answer in (packed, plain)] == ["Accept-Encoding"] * 2
    known = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
    assert client.get("/assets/long-abc123.js", headers=known).status_code == 304
    part = client.get("/assets/long-abc123.js", headers={"accept-encoding": "gzip", "range": "bytes=7-11"})
    assert (part.status_code, part.content, "content-encoding" in part.headers) == (206, b"const", False)
    for already_small in ("/assets/face-abc123.woff2", "/favicon.svg", "/api/health"):
        assert "content-encoding" not in client.get(already_small, headers={"accept-encoding": "gzip"}).headers


def test_what_anybody_can_ask_for_is_worked_out_once(
    address: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To compress a file, or to write the API's document, takes as long as a hundred answers."""
    script, worked = built / "assets" / "long-abc123.js", list[str]()
    script.write_text("export const sum = 1 + 1;\n" * 200, encoding="utf-8")

    def noted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def working(*given: Any, **named: Any) -> Any:
            worked.append(name)
            return call(*given, **named)

        return working

    monkeypatch.setattr("zlib.compressobj", noted("stream", zlib.compressobj))
    monkeypatch.setattr("gzip.compress", noted("file", gzip.compress))
    monkeypatch.setattr("mamayev.server.app.document", noted("document", document))
    served._written.cache_clear()
    app = create_app(address)
    app.router.default = Client(built)
    client = TestClient(app, base_url=HOME)
    packed, api = "/assets/long-abc123.js", "/api/openapi.json"
    asked = [client.get(path, headers={"accept-encoding": "gzip"}) for path in (packed, packed, api, api) * 2]
    assert {answer.headers["content-encoding"] for answer in asked} == {"gzip"}
    assert sorted(worked) == ["document", "file"]
    script.write_text("export const sum = 2 + 2;\n" * 300, encoding="utf-8")
    assert client.get(packed, headers={"accept-encoding": "gzip"}).text == script.read_text(encoding="utf-8")
    assert client.head(packed, headers={"accept-encoding": "gzip"}).content == b""


def test_without_a_built_client_the_page_says_what_to_do(address: str, tmp_path: Path) -> None:
    app = create_app(address)
    app.router.default = Client(tmp_path / "none")
    page = TestClient(app, base_url=HOME).get("/")
    assert page.status_code == 503
    assert "make client" in page.text


def test_the_game_can_be_played_while_the_client_is_not_built(tiny: str, address: str, tmp_path: Path) -> None:
    app = create_app(address)
    app.router.default = Client(tmp_path / "none")
    assert begun(TestClient(app, base_url=HOME), tiny)["version"] == 1
