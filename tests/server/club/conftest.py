"""A club on a server in this process, the browsers of its visitors, and a mail server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from mamayev.server.app import create_app
from mamayev.server.club import sessions
from mamayev.server.club.club import CHAIN
from mamayev.server.club.post import Post
from mamayev.server.store import Store
from mamayev.server.store.database import Database

from .authenticator import Authenticator
from .sink import Sink, running

Json = dict[str, Any]
ADDRESS = "https://club.example.org"
HOST = ADDRESS.removeprefix("https://")
AGENT = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"


@pytest.fixture(autouse=True)
def every_use_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions are in use for the first time in an hour with each request, so reading one also writes."""
    monkeypatch.setattr(sessions, "USED_SECONDS", -1.0)


class Browser:
    """A browser of its own, with a page of the club open and an authenticator of its own."""

    def __init__(self, client: TestClient, sink: Sink) -> None:
        self.client, self.sink = client, sink
        self.device = Authenticator(ADDRESS)

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None, **more: Any) -> Any:
        """An answer of the API."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        return self.client.request(method, f"/api/{path}", json=body, headers=headers, **more)

    def done(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The content of a good answer."""
        answer = self.ask(method, path, body, **more)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None, **more: Any) -> str:
        """The sentence of a refusal."""
        answer = self.ask(method, path, body, **more)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["error"])

    def options(self, use: str, name: str | None = None) -> tuple[str, Json]:
        given = self.done("POST", "club/passkeys/options", {"use": use, "name": name})
        return given["ceremony"], given["options"]

    def join(self, name: str, **more: Any) -> Json:
        """Become a member with a passkey."""
        ceremony, options = self.options("join", name)
        body = {"name": name, "ceremony": ceremony, "credential": self.device.make(options), **more}
        me: Json = self.done("POST", "club/join", body)
        return me

    def code(self, mail: str) -> tuple[str, str]:
        """The token and the code of a proof by mail."""
        ceremony = self.done("POST", "club/codes", {"mail": mail})["ceremony"]
        return ceremony, self.sink.code()

    def prove_mail(self, mail: str) -> tuple[str, Json]:
        """The token of a proven mailbox, and the answer to its code."""
        ceremony, code = self.code(mail)
        return ceremony, self.done("POST", "club/codes/check", {"ceremony": ceremony, "code": code})

    def sign_in(self) -> Json:
        """Sign in with the passkey of the device."""
        ceremony, options = self.options("sign-in")
        me: Json = self.done("POST", "club/sign-in", {"ceremony": ceremony, "credential": self.device.use(options)})
        return me

    @property
    def me(self) -> Json | None:
        found: Json | None = self.done("GET", "club")["me"]
        return found


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the tables of a club."""
    file = tmp_path_factory.mktemp("prepared") / "games.sqlite"
    store = Store(f"sqlite:///{file}")
    store.database.migrate(CHAIN)
    store.close()
    return file


@pytest.fixture(scope="session")
def database(cluster: str) -> Iterator[Database]:
    """A database with the tables of a club on PostgreSQL."""
    engine = sa.create_engine(cluster.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE club")
    engine.dispose()
    store = Store(cluster.format("club"))
    store.database.migrate(CHAIN)
    yield store.database
    store.close()


@pytest.fixture(scope="session")
def sinks() -> Iterator[Sink]:
    with running() as sink:
        yield sink


@pytest.fixture
def sink(sinks: Sink) -> Sink:
    """An empty mail server."""
    while not sinks.mails.empty():
        sinks.mails.get_nowait()
    sinks.refused, sinks.down, sinks.utf8 = 0, False, False
    sinks.fails.clear()
    return sinks


def written(folder: Path, sink: Sink | None, text: str = "", **top: str) -> Path:
    """A club.toml."""
    fields = {"name": "Tuesday Club", "address": ADDRESS, "imprint": "Jan Novak, jan@example.org", **top}
    lines = [f'{name} = "{value}"' for name, value in fields.items()]
    mail = (
        ""
        if sink is None
        else f"""
[mail]
server = "127.0.0.1"
port = {sink.port}
security = "none"
sender = "Tuesday Club <club@example.org>"
"""
    )
    file = folder / "club.toml"
    file.write_text("\n".join(lines) + "\n" + text + mail, encoding="utf-8")
    return file


Opens = Callable[..., Browser]


@pytest.fixture
def club_file(tmp_path: Path, sink: Sink) -> Path:
    """The club.toml of the test's club. It may send notices to this machine."""
    names = ("joins", "codes", "senders", "tries", "tests")
    limits = "[limits]\n" + "".join(f'{name} = "10000/hour"\n' for name in names)
    return written(tmp_path, sink, limits + '[notices]\ninside = ["127.0.0.0/8"]\n')


@pytest.fixture
def opens(club_file: Path, sink: Sink, address: str, tiny: str) -> Iterator[Opens]:
    """Opens a club, and the first browser at it."""
    posts: list[Post] = []
    with ExitStack() as stack:

        def open_club(file: Path = club_file, **more: Any) -> Browser:
            app = create_app(address, club=file, bot_pause=0.01, reply_pause=0.01, **more)
            posts.append(app.state.parts.access.post)
            client = TestClient(app, base_url=ADDRESS, headers={"origin": ADDRESS, "user-agent": AGENT})
            return Browser(stack.enter_context(client), sink)

        yield open_club
    for post in posts:
        post.wait()


@pytest.fixture
def browser(opens: Opens) -> Browser:
    return opens()


def another(browser: Browser, host: str = "testclient") -> Browser:
    """Another browser at the same club. `host`: its network address."""
    headers = {"origin": ADDRESS, "user-agent": AGENT}
    client = TestClient(browser.client.app, base_url=ADDRESS, headers=headers, client=(host, 50000))
    client.portal = browser.client.portal
    return Browser(client, browser.sink)
