"""Deadlines: the club announces each mark of a running clock once, and a game without time for three banks ends."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.server.clock import now
from mamayev.server.club import clocks, deadlines
from mamayev.server.club.club import Club
from mamayev.server.club.deadlines import LEASE, Fired
from mamayev.server.club.outbox import spoken
from mamayev.server.club.pace import DAY, HOUR, MINUTE, LivePace, Terms
from mamayev.server.club.tables import DEADLINES, KEPT, OUTBOX
from mamayev.server.club.times import moment_of, text_of
from mamayev.server.forms import Stopped

from ..conftest import in_a_loop
from .conftest import Browser
from .test_clocks import Game, near
from .test_seats import jaro, keep, marta

__all__ = ["jaro", "marta"]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "LOOK_SECONDS", 0.02)


def listening(club: Club) -> list[Fired]:
    """Collect the marks that the club announces from here on."""
    told: list[Fired] = []
    club.deadlines.told.append(lambda _, fired: told.append(fired))
    return told


def until(browser: Browser, done: Callable[[], Any]) -> None:
    """Let the server work until something is done."""

    async def wait() -> None:
        for _ in range(500):
            if await asyncio.to_thread(done):
                return
            await asyncio.sleep(0.02)
        raise AssertionError("it was not done in ten seconds")

    portal = browser.client.portal
    assert portal is not None
    portal.call(wait)


def test_the_deadlines_of_a_clock_that_runs(browser: Browser) -> None:
    game = Game(browser)
    since = game.clocks[game.first].since
    assert since is not None
    ahead = {"half": 5 * DAY // 2, "tenth": 5 * DAY - 12 * HOUR, "zero": 5 * DAY, "end": 20 * DAY}
    assert game.marks == {mark: text_of(since + time) for mark, time in ahead.items()}


def test_each_mark_is_told_once(browser: Browser) -> None:
    game = Game(browser)
    told = listening(game.club)
    game.later(5 * DAY // 2)
    until(browser, lambda: told)
    assert [(one.seat, one.mark, one.left) for one in told] == [(game.first, "half", 5 * DAY // 2)]
    assert told[0].key == game.clocks[game.first].key
    game.later(2 * DAY)
    until(browser, lambda: len(told) == 2)
    game.later(DAY)
    until(browser, lambda: len(told) == 3)
    assert [one.mark for one in told] == ["half", "tenth", "zero"]
    until(browser, lambda: set(game.marks) == {"end"})  # the club tells a mark before it commits


def test_a_mark_behind_the_clock_is_not_told_again(browser: Browser) -> None:
    game = Game(browser)
    told = listening(game.club)
    game.later(3 * DAY)
    until(browser, lambda: told and "half" not in game.marks)
    game.play()
    while game.to_move != game.first:
        game.play()
    assert set(game.marks) == {"tenth", "zero", "end"}


def test_a_clock_that_stops_has_no_deadline(browser: Browser) -> None:
    game = Game(browser)
    game.play()
    query = sa.select(DEADLINES.c.seat).where(DEADLINES.c.match == game.id)
    assert set(game.club.read(lambda connection: connection.execute(query).scalars().all())) == {game.other}


def test_a_game_ends_by_itself_after_three_banks(browser: Browser) -> None:
    game = Game(browser)
    while game.clocks[game.first].turns == 0:
        game.play()
    late = game.to_move
    game.later(20 * DAY)
    until(browser, lambda: game.marks == {})
    state = game.state
    assert state["over"]
    assert state["result"]["on_time"] == late
    assert game.rated


def test_a_game_that_nobody_has_played_ends_without_a_rating(browser: Browser) -> None:
    game = Game(browser)
    game.later(21 * DAY)
    until(browser, lambda: game.marks == {})
    assert game.state["over"]
    assert not game.rated


def test_a_game_that_cannot_be_opened_has_no_deadline(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(browser)
    browser.client.app.state.parts.store.matches.delete(game.id)  # type: ignore[attr-defined]
    game.later(21 * DAY)
    until(browser, lambda: game.marks == {})


def test_a_deadline_in_hand_is_taken_by_another_server_after_its_lease(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines.Deadlines, "_take", lambda *_: [])
    game = Game(browser)
    game.later(3 * DAY)
    moment = moment_of(now())
    take = game.club.write
    assert [row.mark for row in take(lambda connection: deadlines.take(connection, moment))] == ["half"]
    assert take(lambda connection: deadlines.take(connection, moment + LEASE)) == []
    assert [row.mark for row in take(lambda connection: deadlines.take(connection, moment + LEASE + 1))] == ["half"]


def test_a_deadline_that_moved_in_between_is_not_told(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines.Deadlines, "_take", lambda *_: [])
    game = Game(browser)
    told = listening(game.club)
    game.later(3 * DAY)
    (row,) = game.club.write(lambda connection: deadlines.take(connection, moment_of(now())))
    game.play()
    game.club.deadlines._pass(row)
    assert told == []


def notices(game: Game) -> list[tuple[str, str]]:
    """The notices about the clocks of a game that wait: the seat, and the sentence."""
    query = sa.select(OUTBOX.c.seat, OUTBOX.c.about).where(OUTBOX.c.kind == "clock", OUTBOX.c.channel.is_(None))
    return sorted((row.seat, row.about) for row in game.club.read(lambda connection: connection.execute(query).all()))


def test_the_player_is_told_of_a_half_and_both_of_zero(marta: Browser, jaro: Browser) -> None:
    game = Game(marta)
    keep(marta, game.created, game.first)
    keep(jaro, game.created, game.other)
    game.later(5 * DAY // 2)
    until(marta, lambda: "half" not in game.marks)
    assert notices(game) == [(game.first, "")]  # the time left is read when the notice is sent
    game.later(5 * DAY // 2)
    until(marta, lambda: "zero" not in game.marks)
    said = f"{spoken(game.first)} has run out of time. You can claim the game."
    assert {(game.first, ""), (game.other, said)} <= set(notices(game))


def test_a_deadline_that_fails_leaves_the_others_alone(browser: Browser) -> None:
    one, other = Game(browser), Game(browser)
    told: list[str] = []

    def tell(_: sa.Connection, fired: Fired) -> None:
        if fired.match == one.id:
            raise ValueError("it is broken")
        told.append(fired.match)

    one.club.deadlines.told.append(tell)
    one.later(3 * DAY)
    other.later(3 * DAY)
    until(browser, lambda: other.id in told)
    assert "half" in one.marks


def noted(game: Game, milliseconds: int) -> None:
    """The last note of a server that runs is this old, and a server notes again."""
    moment = moment_of(now())

    def note(connection: sa.Connection) -> None:
        here = KEPT.c.name == clocks.BEAT
        connection.execute(sa.update(KEPT).where(here).values(value=text_of(moment - milliseconds)))
        clocks.beat(connection, moment)

    game.club.write(note)


def test_the_time_without_a_server_does_not_count(browser: Browser) -> None:
    game = Game(browser)
    told = listening(game.club)
    until(browser, lambda: game.club.read(lambda connection: connection.execute(sa.select(KEPT.c.name)).all()))
    game.later(3 * HOUR)
    noted(game, 2 * HOUR)
    assert near(game.left(game.first), 5 * DAY - HOUR)
    assert game.running == game.first
    since = game.clocks[game.first].since
    assert since is not None
    assert game.marks["zero"] == text_of(since + game.left(game.first))

    # A mark that was told before is not told again.
    game.later(2 * DAY)
    game.later(DAY)
    until(browser, lambda: told)
    noted(game, HOUR)
    assert set(game.marks) == {"tenth", "zero", "end"}
    assert [one.mark for one in told] == ["half"]


def test_the_sleep_of_a_computer_does_not_count(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it sleeps, only the wall clock goes on. So a clock can be long out of time when it wakes up."""
    game = Game(browser, Terms(LivePace(30), rated=True))
    until(browser, lambda: game.club.read(lambda connection: connection.execute(sa.select(KEPT.c.name)).all()))
    woken = text_of(moment_of(now()) + 8 * HOUR)
    monkeypatch.setattr(deadlines, "now", lambda: woken)
    until(browser, lambda: game.clocks[game.first].since == moment_of(woken))
    assert near(game.left(game.first), 30 * MINUTE)
    assert not game.state["over"]


@pytest.fixture
def unnoted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game, int, int], None]:
    """Let time pass for a game whose servers were away after some of it, which no server has noted yet."""
    monkeypatch.setattr(deadlines.Deadlines, "_note", lambda *_: None)
    monkeypatch.setattr(deadlines.Deadlines, "_take", lambda *_: [])

    def passed(game: Game, time: int, after: int) -> None:
        game.later(time)
        beat = text_of(moment_of(now()) - time + after)
        game.club.write(lambda connection: connection.execute(sa.delete(KEPT).where(KEPT.c.name == clocks.BEAT)))
        game.club.write(lambda connection: connection.execute(sa.insert(KEPT).values(name=clocks.BEAT, value=beat)))

    return passed


def test_a_player_may_act_before_the_outage_is_noted(
    browser: Browser, unnoted: Callable[[Game, int, int], None]
) -> None:
    game = Game(browser, Terms(LivePace(30), rated=True))
    unnoted(game, 3 * HOUR, 10 * MINUTE)
    assert game.claim(game.other).json()["error"] == f"{game.first.title()} still has time."
    game.play()
    assert near(game.left(game.first), 20 * MINUTE)


def test_a_vacation_may_begin_before_the_outage_is_noted(
    marta: Browser, unnoted: Callable[[Game, int, int], None]
) -> None:
    game = Game(marta)
    keep(marta, game.created, game.first)
    unnoted(game, 6 * DAY, DAY)
    until = marta.done("POST", "club/me/vacation", {"days": 3})["until"]
    assert near(game.left(game.first), 4 * DAY)
    assert game.clocks[game.first].since == moment_of(until)


def test_a_short_interruption_counts(browser: Browser) -> None:
    game = Game(browser)
    until(browser, lambda: game.club.read(lambda connection: connection.execute(sa.select(KEPT.c.name)).all()))
    before = game.clocks[game.first]
    noted(game, clocks.INTERRUPTION)
    assert game.clocks[game.first] == before


def test_a_server_notes_that_it_runs_before_it_looks_for_deadlines(browser: Browser) -> None:
    """So no deadline that came due without a server has an effect."""
    called: list[str] = []

    class AtOnce:
        async def run(self, work: Callable[..., Any], *about: Any) -> Any:
            return work(*about)

    def look(_: int) -> None:
        called.append("look")
        raise asyncio.CancelledError

    found = deadlines.Deadlines(Game(browser).club.store.database, lambda *_: called.append("note"))
    found._take = look  # type: ignore[method-assign, assignment]
    with pytest.raises(asyncio.CancelledError):
        in_a_loop(found.run(SimpleNamespace(turns=AtOnce())))  # type: ignore[arg-type]
    assert called == ["note", "look"]


def test_no_clock_runs_in_a_game_that_the_rules_stop(browser: Browser) -> None:
    game = Game(browser)
    store = game.club.store
    until(browser, lambda: game.club.read(lambda connection: connection.execute(sa.select(KEPT.c.name)).all()))
    version = store.matches.versions([game.id])[game.id]
    store.matches.note_checked(game.id, version, "2", Stopped(0, 1, "The rules have changed."))
    game.later(HOUR)
    noted(game, 10_000)
    assert near(game.left(game.first), 5 * DAY - HOUR + 10_000)
    game.later(10_000)
    noted(game, 10_000)
    assert near(game.left(game.first), 5 * DAY - HOUR + 10_000)
    shown = game.form["clocks"]
    assert not any(one.get("running") for one in shown)
    assert game.running == ""
    store.matches.note_checked(game.id, version, "3", None)
    assert game.running == game.first
