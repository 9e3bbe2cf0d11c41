"""What is hidden from a seat makes no difference to its traffic: two held matches that differ in that alone are played
in the same way on two servers, and every answer and every message for the seat is the same, byte by byte."""

import random
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketTestSession

from mamayev.engine.notation import CHANCE_VERBS, VERB
from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.state import State
from mamayev.match.match import Match
from mamayev.server import company, saved
from mamayev.server.app import create_app
from mamayev.server.club import sessions, ways
from mamayev.server.club.names import name_of
from mamayev.server.club.routes import CLUB_ROUTES
from mamayev.server.routes import ROUTES, answering
from mamayev.server.routes import matches as server_matches
from mamayev.server.routes.route import Route
from mamayev.server.store import chat, rows, shared
from mamayev.server.store import matches as stored_matches
from mamayev.testing.depth import deep
from mamayev.testing.play import any_code, random_action
from mamayev.testing.secrets import account, counterpart, differing

from .club.conftest import ADDRESS, written
from .conftest import HOME, Json

LONGEST = 12  # decisions and outcomes of one pair of games
KEYS = {"blue": "b" * 32, "red": "r" * 32, "north": "n" * 32, "south": "s" * 32}
TIME = "2026-01-01T00:00:00.000000Z"
Log = list[str]
Answer = tuple[int, dict[str, str], bytes]
Call = tuple[str, str, Json | None]


class Dealt:
    """Chance as a log has it."""

    def __init__(self, game: str, log: Log) -> None:
        notation = find(game).table().notation
        codes = [notation.parse(line) for line in log]
        self.left = [code for code in codes if code >> VERB < len(CHANCE_VERBS)]

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        return self.left.pop(0) if self.left else None


def pair(game: str, seat: str, rng: random.Random, longest: int = LONGEST) -> tuple[Log, Log]:
    """The logs of two games that a seat cannot tell apart, up to the last decision of a seat with all that follows."""
    one, other = (Match.new(game, seed=1, dice="hand") for _ in range(2))
    whole = 0
    while one.decision is not None and len(one.record.log) < longest:
        action = random_action(one, rng)
        # What the seat sees is the same in both games, what it does not see is another thing where it can be.
        for answer in (counterpart(one, other, seat, action, rng), action):
            tried = [one.copy(), other.copy()]
            if answer is not None and played_alike(tried, (action, answer), seat):
                break
        else:
            break
        one, other = tried
        if one.position.seat != CHANCE:
            whole = len(one.record.log)
    assert one.position != other.position
    return one.record.log[:whole], other.record.log[:whole]


def played_alike(matches: list[Match], actions: tuple[str, str], seat: str) -> bool:
    """Play an action in each of two games; whether the seat can still not tell them apart."""
    try:
        for match, action in zip(matches, actions, strict=True):
            match.play(action)
    except Refusal:
        return False
    one, other = matches
    return not differing(account(one, seat), account(other, seat)) and one.position.seat == other.position.seat


class World:
    """A server with one held match on it, whose chance comes as a log has it. In a `club`, the person whose traffic is
    compared shows no key: an account holds the seat, or none."""

    def __init__(self, game: str, log: Log, address: str, club: Path | None = None) -> None:
        self.game, self.log, self.address, self.club = game, log, address, club
        self.match = Match.new(game, seed=1, chance=Dealt(game, log))
        self.signed_in: tuple[str | None] | None = None

    def begin(self, stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> bytes:
        """Open the match; returns the answer."""
        app = create_app(self.address, bot_pause=60, rate="1000000/minute", club=self.club)
        home = HOME if self.club is None else ADDRESS
        self.sockets = home.replace("http", "ws")
        self.client = stack.enter_context(TestClient(app, base_url=home))
        with monkeypatch.context() as patched:
            patched.setattr(Match, "new", lambda *_, **__: self.match)
            answer = self.client.post("/api/matches", json={"game": self.game, "held": True, "name": "Two games"})
        self.path = f"/api/matches/{answer.json()['id']}"
        return answer.content

    def sign_in(self, seat: str | None) -> None:
        """Let an account hold a seat, or none. From now on, it stands for the key."""
        headers = {"origin": ADDRESS}
        club = self.client.app.state.parts.access  # type: ignore[attr-defined]

        def join(connection: sa.Connection) -> str:
            ways.add_member(connection, "0" * 32, name_of("Marta K"), None)
            return sessions.begin(connection, "0" * 32, "")

        self.headers = {**headers, "cookie": f"{sessions.COOKIE}={club.write(join)}"}
        if seat is not None:
            key = {"Authorization": f"Bearer {KEYS[seat]}"}
            path = self.path.replace("/api/matches", "/api/club/games")
            assert self.client.put(f"{path}/seat", headers={**self.headers, **key}).status_code == 200
        self.signed_in = (seat,)

    def shown(self, seat: str | None) -> dict[str, str]:
        """What a person shows of themselves: a key, or an account."""
        if self.signed_in == (seat,):
            return self.headers
        return {} if seat is None else {"Authorization": f"Bearer {KEYS[seat]}"}

    def follow(self, stack: ExitStack, seat: str | None) -> WebSocketTestSession:
        """A tab of a seat, or of a spectator."""
        address, shown = f"{self.sockets}{self.path}/live", self.shown(seat)
        tab = stack.enter_context(self.client.websocket_connect(address, headers=shown))
        key = None if seat is None or "cookie" in shown else KEYS[seat]
        tab.send_json({"key": key, "company": True})
        return tab

    def ask(self, seat: str | None, method: str, rest: str, body: Any = None) -> Answer:
        headers = self.shown(seat)
        answer = self.client.request(method, self.path + rest, json=body, headers=headers)
        return answer.status_code, dict(answer.headers), answer.content

    @property
    def version(self) -> int:
        found: int = self.client.get(self.path).json()["version"]
        return found

    def act(self, seat: str, text: str) -> Answer:
        return self.ask(seat, "POST", "/actions", {"text": text, "version": self.version})

    def choices(self) -> Iterator[tuple[str, str]]:
        """The decisions of the log with their seats, as long as seats decide."""
        codes = [(line, self.match.table.notation.parse(line)) for line in self.log]
        for line in [line for line, code in codes if code >> VERB >= len(CHANCE_VERBS)]:
            assert self.match.decision is not None
            yield self.match.decision.seat, line


def questions(match: Match, seat: str, rng: random.Random) -> list[Call]:
    """Everything that somebody may ask, sense and nonsense."""
    notation, version = match.table.notation, {"version": 1}
    pieces = [noun.id for noun in notation.nouns.get("piece", ()) if noun.id]
    spaces = [noun.id for noun in notation.nouns.get("space", ()) if noun.id]
    other = next(name for name in match.game.seats if name != seat)
    texts = [notation.text(any_code(notation, rng)) for _ in range(3)]
    plies = sorted({0, len(match.record.log) // 2, len(match.record.log), len(match.record.log) + 1})
    return [
        *(
            ("GET", rest, None)
            for rest in ("", "/log", "/log?from=3", "/scene", "/series", "/company", "/studies", "/thumbnail")
        ),
        *(
            ("GET", rest, None)
            for rest in ("/diary", "/diary?from=3", "/expected", "/expected?from=3", "/overlays/zones")
        ),
        *(("GET", f"/{what}{ply}", None) for what in ("at/", "faces/", "thumbnail?ply=") for ply in plies),
        *(
            ("GET", f"/overlays/{overlay.id}", None)
            for overlay in match.table.look.picture(match.position, None).overlays
        ),
        *(("GET", f"/foretell?action={quote(text)}", None) for text in texts),
        *(("GET", f"/choices?piece={piece}", None) for piece in rng.sample(pieces, min(3, len(pieces)))),
        *(("POST", "/why", {"text": text}) for text in texts),
        *(("POST", "/why", {"piece": piece}) for piece in rng.sample(pieces, min(3, len(pieces)))),
        *(("POST", "/why", {"piece": piece["id"]}) for piece in match.view(seat)["pieces"][:4]),
        *(("POST", "/why", {"space": space}) for space in rng.sample(spaces, min(3, len(spaces)))),
        *(("POST", "/why", {"verb": verb.name}) for verb in notation.verbs),
        *(("POST", "/actions", {"text": text, **version}) for text in (*texts, "nonsense")),
        *(("GET", rest, None) for rest in ("/record", "/setup")),
        ("POST", "/branch", {"ply": 0}),
        ("POST", "/undo", version),
        ("POST", "/redo", version),
        ("POST", "/leave-lesson", version),
        ("PATCH", "", {"seats": {other: "random"}}),
        ("PATCH", "", {"seats": {other: "random"}, "until": "step"}),
        ("PUT", "/reply", {"reply": "ask", "armed": [1]}),
        ("DELETE", "", None),
        ("GET", f"?seat={other}", None),
    ]


def test_everything_that_a_match_is_asked_is_compared() -> None:
    asked = [
        (method, f"/api/matches/x{rest.partition('?')[0]}")
        for method, rest, _ in questions(Match.new("skirmish"), "red", random.Random(1))
    ]
    missing = {
        route.path.removeprefix("/api/matches/{match_id}")
        for route in ROUTES
        if route.method == "GET"
        and route.path.startswith("/api/matches/{match_id}")
        and not any(method == "GET" and route.found(path) is not None for method, path in asked)
    }
    # The first two are asked when the match is over. Reports, orders and reviews are compared in test_hidden,
    # test_orders and tests/players/test_review.py.
    assert missing == {"/intent/{ply}", "/orders/given", "/report", "/report/draft", "/orders", "/situation", "/review"}


def refusals(world: World) -> list[Call]:
    """What is refused of a request that comes in time."""
    now = {"version": world.version}
    return [
        ("POST", "/actions", {"text": "nonsense", **now}),
        ("POST", "/undo", {**now, "to": len(world.match.record.log) + 7}),
        ("POST", "/undo", {**now, "to": 0, "ask": True}),
        ("POST", "/undo/answer", {**now, "answer": "grant"}),
        ("POST", "/leave-lesson", now),
    ]


def compared(worlds: list[World], seat: str | None, method: str, rest: str, body: Json | None) -> int:
    """The status of an answer that is the same in both worlds."""
    one, other = (world.ask(seat, method, rest, body) for world in worlds)
    assert one == other, (method, rest, body)
    assert one[0] < 500, (method, rest, body)
    return one[0]


CLUB = ("", "/games", "/members", "/members/Marta%20K", "/me/export", "/play?game=duel&pace=either")
OF_GAME = ("/clocks", "/seat")
A_TIME = re.compile(rb'"\d{4}-\d\d-\d\dT[^"]*Z"')


def compare_club(worlds: list[World], begun: str) -> None:
    """What a club says apart from its times: its lists, the account and its notices."""
    for rest in (*CLUB, *(f"/games/{begun}{rest}" for rest in OF_GAME)):
        one, other = (world.client.get(f"/api/club{rest}", headers=world.headers) for world in worlds)
        assert (one.status_code, A_TIME.sub(b"", one.content)) == (other.status_code, A_TIME.sub(b"", other.content))
        assert one.status_code < 500, rest


def test_everything_that_a_club_shows_is_compared() -> None:
    paths = [f"/api/club{rest.partition('?')[0]}" for rest in (*CLUB, *(f"/games/x{rest}" for rest in OF_GAME))]
    missing = {
        route.path.removeprefix("/api/club")
        for route in CLUB_ROUTES
        if route.method == "GET" and not any(route.found(path) is not None for path in paths)
    }
    # They know no game.
    assert missing == {
        "/names",
        "/me",
        "/me/notices",
        "/me/sessions",
        "/me/vacation",
        "/challenges/{challenge_id}",
        "/unsubscribe/{token}",
        "/reports",
    }


def compare_messages(tabs: list[WebSocketTestSession]) -> None:
    assert tabs[0].receive_text() == tabs[1].receive_text()


@pytest.mark.parametrize("seed", range(deep(2)))
@pytest.mark.parametrize(("game", "accounts"), [("skirmish", False), ("duel", False), ("duel", True)])
@pytest.mark.parametrize("number", [0, 1, None], ids=["first seat", "second seat", "spectator"])
def test_two_matches_that_a_seat_cannot_tell_apart_give_it_the_same_traffic(
    duel: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    number: int | None,
    seed: int,
    accounts: bool,
) -> None:
    rng = random.Random(seed)
    found = find(game)
    # What both seats cannot tell apart, nobody can: a spectator's games differ in what one of them is hidden.
    seat = found.seats[rng.randrange(2) if number is None else number]
    logs = pair(game, seat, rng)
    assert logs[0] != logs[1]
    assert len(logs[0]) > 4
    for module in (saved, company, chat, rows, shared, stored_matches):
        monkeypatch.setattr(module, "now", lambda: TIME)
    monkeypatch.setattr("secrets.token_hex", lambda _: "0" * 16)
    monkeypatch.setattr(server_matches, "new_keys", lambda seats: {name: KEYS[name] for name in seats})
    asks = None if number is None else seat
    club = written(tmp_path, None) if accounts else None
    worlds = [World(game, log, f"sqlite:///{tmp_path / f'{n}.sqlite'}", club) for n, log in enumerate(logs)]
    with ExitStack() as stack:
        begun = [world.begin(stack, monkeypatch) for world in worlds]
        assert begun[0] == begun[1]
        for world in worlds if accounts else ():
            world.sign_in(asks)
        tabs = [world.follow(stack, asks) for world in worlds]
        compare_messages(tabs)
        # What another seat writes for itself makes no difference either.
        other = next(name for name in found.seats if name != asks)
        for number, world in enumerate(worlds):
            assert world.ask(other, "PUT", "/study/notes/0", {"text": f"Plan {number}."})[0] == 200

        for (who, line), (whose, as_well) in zip(*(world.choices() for world in worlds), strict=True):
            assert who == whose
            played = [world.act(who, text) for world, text in zip(worlds, (line, as_well), strict=True)]
            assert [answer[0] for answer in played] == [200, 200]
            assert who != asks or played[0] == played[1]
            compare_messages(tabs)
            asked = random.Random(seed + len(line))
            for call in questions(worlds[0].match, seat, asked) + refusals(worlds[0]):
                compared(worlds, asks, *call)
            if accounts:
                compare_club(worlds, worlds[0].path.rpartition("/")[2])
            if who == asks:
                for change in ("/undo", "/redo"):
                    if compared(worlds, asks, "POST", change, {"version": worlds[0].version}) != 200:
                        break
                    compare_messages(tabs)
        # A leader says that they are there, and which moment they show.
        for world in worlds:
            world.follow(stack, other).send_json({"lead": 0})
        for _ in range(2):
            compare_messages(tabs)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many of our functions each answer of a handler has called."""
    done: list[int] = []

    def call(route: Route, arguments: dict[str, Any]) -> Any:
        called = 0

        def count(frame: FrameType, event: str, _: Any) -> None:
            nonlocal called
            called += event == "call" and "/mamayev/" in frame.f_code.co_filename

        sys.setprofile(count)
        try:
            return route.handler(**arguments)
        finally:
            sys.setprofile(None)
            done.append(called)

    monkeypatch.setattr(answering, "_call", call)
    return done


@pytest.mark.parametrize("game", ["skirmish", "duel"])
@pytest.mark.parametrize("number", [0, 1, None], ids=["first seat", "second seat", "spectator"])
def test_two_matches_that_a_seat_cannot_tell_apart_take_the_same_work(
    duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: list[int], game: str, number: int | None
) -> None:
    """Answers that are the same could still come sooner in one of them. A count has no noise, unlike a clock."""
    rng = random.Random(7)
    seat = find(game).seats[0 if number is None else number]
    logs = pair(game, seat, rng)
    monkeypatch.setattr("secrets.token_hex", lambda _: "0" * 16)
    monkeypatch.setattr(server_matches, "new_keys", lambda seats: {name: KEYS[name] for name in seats})
    worlds = [World(game, log, f"sqlite:///{tmp_path / f'{n}.sqlite'}") for n, log in enumerate(logs)]
    with ExitStack() as stack:
        for world in worlds:
            world.begin(stack, monkeypatch)
        for (who, line), (_, as_well) in zip(*(world.choices() for world in worlds), strict=True):
            for world, text in zip(worlds, (line, as_well), strict=True):
                assert world.act(who, text)[0] == 200
        asks = None if number is None else seat
        asked = [call for call in questions(worlds[0].match, seat, rng) if call[0] == "GET" or call[1] == "/why"]
        for method, rest, body in asked:
            counts = []
            for world in (*worlds, *worlds):  # the second time, everything that is remembered is remembered in both
                work.clear()
                world.ask(asks, method, rest, body)
                counts.append(sum(work))
            assert counts[2] == counts[3] > 0, (method, rest, body)
