"""The clocks of a game at a club: they run while the match waits for a player, and stop otherwise."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.engine.refusal import Refusal
from mamayev.server.club import clocks, pace, vacations
from mamayev.server.club.club import Club
from mamayev.server.club.pace import DAY, HOUR, MINUTE, DailyPace, LivePace, Terms
from mamayev.server.club.routes import clocks as routes
from mamayev.server.club.tables import CLOCKS, DEADLINES, GAMES
from mamayev.server.club.times import moment_of, text_of

from .conftest import Browser, Opens
from .test_seats import begin, jaro, keep, marta

__all__ = ["jaro", "marta"]

Json = dict[str, Any]
DAILY = Terms(DailyPace(5, 12), rated=True)


class Game:
    """A private game with clocks, and its two players."""

    def __init__(self, one: Browser, terms: Terms = DAILY, **wanted: Any) -> None:
        self.browser, self.club = one, club_of(one)
        plain = self.club.begins

        def begins(match_id: str, held: bool) -> list[sa.Insert]:
            return [insert.values(pace=pace.written(terms.pace), rated=terms.rated) for insert in plain(match_id, held)]

        self.club.begins = begins  # type: ignore[method-assign]
        state = begin(one, **wanted)
        self.club.begins = plain  # type: ignore[method-assign]
        self.id, self.keys, self.created = state["id"], state["keys"], state
        self.first: str = state["decision"]["seat"]
        self.other = "red" if self.first == "blue" else "blue"

    def ask(self, seat: str, method: str, rest: str, body: Any = None) -> Any:
        return self.browser.ask(method, rest.format(id=self.id), body, self.keys[seat])

    def done(self, seat: str, method: str, rest: str, body: Any = None) -> Json:
        answer = self.ask(seat, method, rest, body)
        assert answer.status_code < 300, answer.text
        found: Json = answer.json()
        return found

    @property
    def state(self) -> Json:
        return self.done(self.first, "GET", "matches/{id}")

    @property
    def to_move(self) -> str:
        return str(self.state["decision"]["seat"])

    def act(self, seat: str, text: str = "done") -> Any:
        return self.ask(seat, "POST", "matches/{id}/actions", {"text": text, "version": self.state["version"]})

    def play(self, text: str = "done") -> Json:
        """The player to move does something."""
        answer = self.act(self.to_move, text)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def do(self, seat: str, what: str, **more: Any) -> Json:
        return self.done(seat, "POST", "matches/{id}/" + what, {"version": self.state["version"], **more})

    def claim(self, seat: str, **more: Any) -> Any:
        return self.ask(seat, "POST", "club/games/{id}/claim", {"version": self.state["version"], **more})

    @property
    def clocks(self) -> clocks.Clocks:
        return self.club.read(lambda connection: clocks.of_matches(connection, [self.id])).get(
            self.id, clocks.Clocks(self.id)
        )

    @property
    def running(self) -> str:
        return self.clocks.running

    def left(self, seat: str) -> int:
        """What was left when the clock last started or stopped."""
        return self.clocks[seat].left

    @property
    def form(self) -> Json:
        return self.done(self.first, "GET", "club/games/{id}/clocks")

    def later(self, milliseconds: int) -> None:
        """Let time pass for the clock that runs."""

        def shift(connection: sa.Connection) -> None:
            for table, column in ((CLOCKS, "since"), (DEADLINES, "due")):
                here = sa.and_(table.c.match == self.id, table.c[column].is_not(None))
                for row in connection.execute(sa.select(table).where(here)).mappings().all():
                    one = sa.and_(*(table.c[key.name] == row[key.name] for key in table.primary_key.columns))
                    moved = text_of(moment_of(row[column]) - milliseconds)
                    connection.execute(sa.update(table).where(one).values({column: moved}))

        self.club.write(shift)

    @property
    def rated(self) -> bool:
        query = sa.select(GAMES.c.rated).where(GAMES.c.match == self.id)
        return bool(self.club.read(lambda connection: connection.execute(query).scalar_one()))

    @property
    def marks(self) -> dict[str, str]:
        """The deadlines, and when they are due."""
        query = sa.select(DEADLINES.c.mark, DEADLINES.c.due).where(DEADLINES.c.match == self.id)
        return {row.mark: row.due for row in self.club.read(lambda connection: connection.execute(query).all())}


def club_of(browser: Browser) -> Club:
    found: Club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    return found


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim does not wait for the players of a test."""
    monkeypatch.setattr(routes, "GRACE_SECONDS", 0.02)


def near(found: int, expected: int) -> bool:
    """Whether a time is right, but for the seconds that a test takes."""
    return expected - 30_000 < found <= expected


def test_the_clock_of_the_seat_to_move_runs(browser: Browser) -> None:
    game = Game(browser)
    assert game.running == game.first
    game.later(7 * HOUR)
    game.play()
    assert game.running == game.other
    assert near(game.left(game.first), 5 * DAY - 7 * HOUR)
    assert game.left(game.other) == 5 * DAY


def test_a_turn_of_both_adds_time_to_both_when_it_ends_and_never_over_the_bank(browser: Browser) -> None:
    game = Game(browser)
    game.later(30 * HOUR)
    game.play()
    game.later(3 * HOUR)
    turns = game.clocks[game.first].turns
    while game.clocks[game.first].turns == turns:
        game.play()
    assert near(game.left(game.first), 5 * DAY - 18 * HOUR)
    assert near(game.left(game.other), 5 * DAY)


def test_a_live_game_has_no_most(browser: Browser) -> None:
    game = Game(browser, Terms(LivePace(10, 20)))
    while game.clocks[game.first].turns == 0:
        game.play()
    assert 10 * MINUTE < game.left(game.first) <= 10 * MINUTE + 20_000


def test_an_undo_gives_no_time_back_and_a_turn_adds_time_once(browser: Browser) -> None:
    game = Game(browser)
    game.later(2 * DAY)
    game.play()
    assert game.running == game.other
    game.do(game.first, "undo", ask=True)
    assert game.running == game.first
    assert near(game.left(game.first), 3 * DAY)
    game.later(HOUR)
    game.play()
    assert near(game.left(game.first), 3 * DAY - HOUR)
    while game.clocks[game.first].turns == 0:
        game.play()
    once = game.left(game.first)
    assert near(once, 3 * DAY + 11 * HOUR)
    seat = game.to_move
    mover = game.other if seat == game.first else game.first
    game.do(mover, "undo", ask=True)
    if game.state.get("asked"):
        game.do(seat, "undo/answer", answer="grant")
    game.play()
    assert near(game.left(game.first), once)


def test_a_request_for_an_undo_leaves_the_clock_running(browser: Browser) -> None:
    game = Game(browser)
    game.play()
    game.play()
    before = game.clocks
    game.do(game.first, "undo", ask=True)
    assert game.state["asked"]["seat"] == game.first
    assert game.clocks == before


def test_a_bot_that_plays_a_player_s_seat_has_no_clock(browser: Browser) -> None:
    game = Game(browser, Terms(DailyPace(5, 12)))
    game.done(game.first, "PATCH", "matches/{id}", {"seats": {game.first: "random"}})
    assert game.running in ("", game.other)


def test_no_player_of_a_rated_game_gives_a_seat_to_a_bot(browser: Browser) -> None:
    game = Game(browser)
    answer = game.ask(game.first, "PATCH", "matches/{id}", {"seats": {game.first: "random"}, "until": "turn"})
    assert answer.status_code == 403
    assert answer.json()["error"] == "This game is rated, so no player can give a seat to a bot. You can resign."
    assert game.rated
    game.do(game.first, "resign")
    game.done(game.first, "PATCH", "matches/{id}", {"seats": {game.first: "random"}})


def test_only_seats_with_keys_have_clocks(browser: Browser) -> None:
    game = Game(browser, seats={"red": "random"})
    assert set(game.clocks) == {"blue"}


@pytest.mark.parametrize("turns", [0, 1])
def test_a_game_given_up_before_each_side_has_completed_a_turn_is_not_rated(browser: Browser, turns: int) -> None:
    game = Game(browser)
    while game.clocks[game.first].turns < turns:
        game.play()
    game.do(game.first, "resign")
    assert game.rated == bool(turns)
    assert game.running == ""
    assert game.marks == {}


def test_a_branch_of_a_finished_game_has_no_clock(browser: Browser) -> None:
    game = Game(browser)
    game.do(game.first, "resign")
    branch = game.done(game.first, "POST", "matches/{id}/branch", {"ply": 2})
    assert browser.done("GET", f"club/games/{branch['id']}/clocks")["pace"] is None


def test_a_game_without_a_pace_has_no_clocks(browser: Browser) -> None:
    game = Game(browser, Terms())
    game.play()
    assert game.clocks == {}
    assert game.form | {"at": ""} == {"at": "", "pace": None, "rated": False}
    assert "No clock is running" in game.claim(game.other).json()["error"]
    assert "no clocks" in game.ask(game.first, "PUT", "club/games/{id}/pause", {"asks": True}).json()["error"]


def test_a_player_sees_both_clocks_and_a_visitor_without_a_key_no_private_game(marta: Browser, jaro: Browser) -> None:
    game = Game(marta)
    game.later(DAY)
    form = game.form
    assert form["pace"] == {"kind": "daily", "days": 5, "hours": 12}
    assert (form["bank"], form["rated"], form["mine"]) == (5 * DAY, True, [game.first])
    by_seat = {one["seat"]: one for one in form["clocks"]}
    assert by_seat[game.first]["running"]
    assert near(by_seat[game.first]["left"], 4 * DAY)
    assert by_seat[game.other] == {"seat": game.other, "left": 5 * DAY}
    marta.done("PUT", f"club/games/{game.id}/sight", {"sight": "private"}, key=game.keys["red"])
    assert jaro.ask("GET", f"club/games/{game.id}/clocks").status_code == 403


def test_the_lobby_shows_the_clock_that_runs(marta: Browser) -> None:
    game = Game(marta)
    keep(marta, game.created, game.other)
    game.later(DAY)
    (row,) = marta.done("GET", "club/games")["mine"]
    assert row["pace"] == {"kind": "daily", "days": 5, "hours": 12}
    assert row["clock"]["seat"] == game.first
    assert near(row["clock"]["left"], 4 * DAY)


# ------------------------------------------------------------------ claims


def test_nobody_claims_a_game_while_there_is_time(browser: Browser) -> None:
    game = Game(browser)
    game.later(5 * DAY - MINUTE)
    said = game.claim(game.other).json()["error"]
    assert "still has time" in said
    game.later(MINUTE)
    assert "Your own time" in game.claim(game.first).json()["error"]
    assert browser.ask("POST", f"club/games/{game.id}/claim", {"version": 1}).status_code == 403


def test_a_game_without_time_is_claimed(browser: Browser) -> None:
    game = Game(browser)
    while game.clocks[game.first].turns == 0:
        game.play()
    late, winner = game.to_move, game.other if game.to_move == game.first else game.first
    game.later(6 * DAY)
    answer = game.claim(winner)
    assert answer.status_code == 200, answer.text
    result = answer.json()["result"]
    assert (result["winner"], result["on_time"], result["level"]) == (winner, late, f"{late.capitalize()} lost on time")
    assert answer.json()["over"]
    assert game.running == ""
    assert game.rated
    record = game.done(winner, "GET", "matches/{id}/record")
    assert (record["resigned"], record["on_time"]) == (late, True)
    again = browser.done("POST", "records", record)
    assert again["result"] == result


def test_the_seat_of_a_player_without_time_is_given_to_a_bot(browser: Browser) -> None:
    game = Game(browser)
    game.later(6 * DAY)
    assert game.claim(game.other, bot="human").status_code == 422
    assert game.claim(game.other, bot="nobody").status_code == 422
    answer = game.claim(game.other, bot="random")
    assert answer.status_code == 200, answer.text
    assert answer.json()["seats"][game.first] == "random"
    assert not game.rated
    assert not game.state["over"]


def test_a_move_after_the_time_is_up_counts(browser: Browser) -> None:
    game = Game(browser)
    game.later(5 * DAY + HOUR)
    game.play()
    assert near(game.left(game.first), -HOUR)
    assert "still has time" in game.claim(game.first).json()["error"]


@pytest.mark.parametrize("pause", [0.0, 0.5])
def test_a_move_in_the_second_of_the_claim_wins(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    """`pause`: before the answers in a reaction window count, which the claim waits for, too."""
    checked, sleep = Event(), asyncio.sleep

    async def sleeping(seconds: float) -> None:
        if seconds == pause + 0.75:
            checked.set()
        await sleep(seconds)

    monkeypatch.setattr(routes, "GRACE_SECONDS", 0.75)
    monkeypatch.setattr(routes, "pause_before", lambda *_: pause)
    monkeypatch.setattr(asyncio, "sleep", sleeping)
    game = Game(browser)
    game.later(6 * DAY)
    version = game.state["version"]
    with ThreadPoolExecutor(1) as pool:
        claim = pool.submit(game.claim, game.other)
        assert checked.wait(10)
        moved = game.ask(game.first, "POST", "matches/{id}/actions", {"text": "done", "version": version})
        assert moved.status_code == 200
        answer = claim.result()
    assert answer.status_code == 409
    assert answer.json()["error"] == f"{game.first.capitalize()} moved before your claim, and the move counts."
    assert not game.state["over"]


def test_of_a_move_and_a_claim_at_once_one_wins(browser: Browser) -> None:
    for _ in range(5):
        game = Game(browser)
        game.later(6 * DAY)
        with ThreadPoolExecutor(2) as pool:
            claim, move = pool.submit(game.claim, game.other), pool.submit(game.act, game.first)
        codes = sorted((claim.result().status_code, move.result().status_code))
        assert codes == [200, 409]
        assert game.state["over"] == (claim.result().status_code == 200)


def test_of_a_move_and_a_claim_at_two_servers_one_wins(opens: Opens) -> None:
    one, two = opens(), opens()
    for _ in range(4):
        game = Game(one)
        game.later(6 * DAY)
        elsewhere = copy(game)
        elsewhere.browser = two
        with ThreadPoolExecutor(2) as pool:
            claim, move = pool.submit(elsewhere.claim, game.other), pool.submit(game.act, game.first)
        codes = sorted((claim.result().status_code, move.result().status_code))
        assert codes == [200, 409]
        if claim.result().status_code == 409:  # if the claim reads its version after the move, the other clock runs
            said = claim.result().json()["error"]
            assert "moved before your claim" in said or "still has time" in said
        assert game.state["over"] == (claim.result().status_code == 200)


def test_a_pause_that_ends_at_another_server_lets_the_right_clock_run(
    opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, a player could think without an end, and then claim the game of the opponent."""
    read = routes._clocks

    def read_after_a_move(club: Club, match_id: str) -> clocks.Clocks:
        monkeypatch.setattr(routes, "_clocks", read)
        game.play()
        return read(club, match_id)

    one, two = opens(), opens()
    game = Game(one)
    elsewhere = copy(game)
    elsewhere.browser = two
    for seat in (game.first, game.other):
        assert elsewhere.done(seat, "PUT", "club/games/{id}/pause", {"asks": True})
    monkeypatch.setattr(routes, "_clocks", read_after_a_move)
    elsewhere.done(game.other, "PUT", "club/games/{id}/pause", {"asks": False})
    assert game.running == game.other


# ------------------------------------------------------------------ vacations and pauses


def test_the_clock_stands_still_during_a_vacation(marta: Browser) -> None:
    game = Game(marta)
    keep(marta, game.created, game.first)
    game.later(DAY)
    told = marta.done("POST", "club/me/vacation", {"days": 3})
    assert (told["used"], told["most"]) == (3, 21)
    mine = next(one for one in game.form["clocks"] if one["seat"] == game.first)
    assert mine["until"] == told["until"]
    assert (mine["used"], mine["running"]) == (3, True)
    assert near(mine["left"], 4 * DAY)
    assert next(iter(sorted(game.marks.values()))) > told["until"]
    game.play()
    assert near(game.left(game.first), 4 * DAY)
    marta.done("DELETE", "club/me/vacation")
    assert marta.done("GET", "club/me/vacation") == {"until": "", "used": 1, "most": 21}


def test_a_clock_that_starts_during_a_vacation_waits_for_its_end(marta: Browser) -> None:
    game = Game(marta)
    keep(marta, game.created, game.other)
    until = marta.done("POST", "club/me/vacation", {"days": 2})["until"]
    game.play()
    since = game.clocks[game.other].since
    assert since is not None
    assert text_of(since) == text_of(moment_of(until))
    marta.done("DELETE", "club/me/vacation")
    since = game.clocks[game.other].since
    assert since is not None
    assert since < moment_of(until)


def test_a_vacation_does_not_save_a_clock_that_is_almost_out_of_time(marta: Browser) -> None:
    """It would be three more weeks for a player who is about to lose on time."""
    game = Game(marta)
    keep(marta, game.created, game.first)
    game.later(5 * DAY - 6 * HOUR)
    told = marta.done("POST", "club/me/vacation", {"days": 3})
    mine = next(one for one in game.form["clocks"] if one["seat"] == game.first)
    assert (mine["running"], mine.get("until", ""), mine["used"]) == (True, "", 3)
    game.later(HOUR)
    assert near(next(one["left"] for one in game.form["clocks"] if one["seat"] == game.first), 5 * HOUR)
    # The move is in time, and the next turn waits for the end of the vacation.
    game.play()
    game.play()
    since = game.clocks[game.first].since
    assert since is not None
    assert text_of(since) == text_of(moment_of(told["until"]))


def test_a_vacation_does_not_stop_a_live_game(marta: Browser) -> None:
    game = Game(marta, Terms(LivePace(10)))
    keep(marta, game.created, game.first)
    marta.done("POST", "club/me/vacation", {"days": 2})
    game.later(MINUTE)
    assert near(next(one["left"] for one in game.form["clocks"] if one["seat"] == game.first), 9 * MINUTE)


def test_a_vacation_cannot_be_extended_beyond_the_new_year_without_an_end(browser: Browser) -> None:
    """A player who is about to lose could stop the clock for ever."""
    december = moment_of("2026-12-15T12:00:00.000000Z")

    def declare(connection: sa.Connection, days: int, moment: int) -> int:
        vacations.declare(connection, "marta", days, 21, moment)
        return vacations.of_member(connection, "marta", moment).used

    def change(connection: sa.Connection) -> list[int]:
        used = [declare(connection, days, december) for days in (18, 2, 1)]
        with pytest.raises(Refusal, match="You have 0 of 21"):
            declare(connection, 1, december)
        return [*used, declare(connection, 18, december + 30 * DAY)]

    assert club_of(browser).write(change) == [18, 20, 21, 21]


def test_a_vacation_has_so_many_days_a_year(marta: Browser, browser: Browser) -> None:
    assert marta.refused("POST", "club/me/vacation", {"days": 22}) == (
        "You have 21 of 21 vacation days left this year. Choose a shorter vacation."
    )
    marta.done("POST", "club/me/vacation", {"days": 15})
    marta.done("POST", "club/me/vacation", {"days": 6})
    assert "You have 0 of 21" in marta.refused("POST", "club/me/vacation", {"days": 1})
    marta.done("DELETE", "club/me/vacation")
    assert marta.done("GET", "club/me/vacation")["used"] == 1
    assert marta.done("GET", "club/me/export")["vacations"]


def test_a_pause_needs_both_and_either_ends_it(browser: Browser) -> None:
    game = Game(browser)
    game.later(DAY)
    form = game.done(game.first, "PUT", "club/games/{id}/pause", {"asks": True})
    assert "paused" not in form
    assert game.running == game.first
    form = game.done(game.other, "PUT", "club/games/{id}/pause", {"asks": True})
    assert form["paused"]
    assert game.running == ""
    assert game.marks == {}
    assert near(game.left(game.first), 4 * DAY)
    game.play()
    assert game.running == ""
    form = game.done(game.other, "PUT", "club/games/{id}/pause", {"asks": False})
    assert "paused" not in form
    assert not any(one.get("pause") for one in form["clocks"])
    assert game.running == game.other
    said = [line["text"] for line in game.done(game.first, "GET", "matches/{id}/company")["lines"]]
    assert said == [
        f"{game.first.capitalize()} asks for a pause of the clocks.",
        f"{game.other.capitalize()} agrees: the clocks are stopped until a player ends the pause.",
        f"{game.other.capitalize()} ends the pause.",
    ]


def test_a_private_game_that_continues_another_one_takes_over_its_clocks(browser: Browser) -> None:
    game = Game(browser)
    game.later(2 * DAY)
    game.play()
    parts = browser.client.app.state.parts  # type: ignore[attr-defined]
    with parts.rooms.open(game.id) as room:
        match, stopped = room.match.branch(0), _Stopped(room.id, "f" * 16, room.keys)
    parts.rooms.add(match, {}, "Continued", continues=stopped)
    found = game.club.read(lambda connection: clocks.of_matches(connection, [stopped.continued, game.id]))
    assert near(found[stopped.continued][game.first].left, 3 * DAY)
    assert found[stopped.continued].running
    assert found[game.id].running == ""
    assert game.club.read(lambda connection: pace.terms_of(connection, stopped.continued)) == DAILY


class _Stopped:
    """What is left of a game that the rules stop."""

    def __init__(self, match_id: str, continued: str, keys: dict[str, str]) -> None:
        self.id, self.continued, self.keys = match_id, continued, keys


def test_a_pause_is_asked_for_a_few_times_a_minute(browser: Browser) -> None:
    """Each time, the table says so to everybody, and keeps the line."""
    game = Game(browser)
    said = [
        game.ask(game.first, "PUT", "club/games/{id}/pause", {"asks": number % 2 == 0}).status_code
        for number in range(8)
    ]
    assert said == [200] * 6 + [429, 200]  # the last one changes nothing
