"""The clocks of a game's seats. Each function that takes a connection runs inside a transaction.

A player's clock is running while the match waits for them, including in reaction windows and for retreats. Only the
engine determines the seat to move. Times are whole milliseconds, and a clock measures the difference between two
moments, so rounding errors never add up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ..clock import now
from ..store.happened import Happened
from ..store.rows import HUMAN, players_of
from ..store.tables import MATCHES
from . import deadlines, vacations
from .kept import kept
from .pace import Pace, agree, pace_of, terms_of
from .tables import CLOCKS, DEADLINES, GAMES, KEPT, SEATS
from .times import moment_of, text_of

BEAT = "beat"
"""The name under which the club stores the time of the last heartbeat of any server."""
INTERRUPTION = 30_000
"""The number of milliseconds without a heartbeat after which the time is an outage, which does not count."""
EVERYONE = ""
"""The seat of a turn that all seats share."""


@dataclass
class Clock:
    """A seat's clock.

    - `key`: the hashed key of the seat.
    - `left`: the milliseconds left at `since`; negative if the time was up.
    - `since`: when the clock started, or will start at the end of a vacation; None if it is stopped.
    - `turns`: the number of player turns credited so far.
    - `pause`: whether the player is asking for a pause.
    """

    seat: str
    key: str
    left: int
    since: int | None = None
    turns: int = 0
    pause: bool = False

    def left_at(self, moment: int) -> int:
        """Return the milliseconds left at a moment."""
        return self.left if self.since is None else self.left - max(0, moment - self.since)

    def stop(self, moment: int) -> None:
        """Deduct the time up to a moment, and stop the clock."""
        self.left, self.since = self.left_at(moment), None

    def credit(self, pace: Pace, ended: Sequence[str]) -> None:
        """Add the time for this seat's player turns that have `ended`. An undo takes no time away, and playing the turn
        again adds none."""
        for seat in ended[self.turns :]:
            if seat in (EVERYONE, self.seat):
                more = self.left + pace.more
                self.left = more if pace.most is None else min(more, pace.most)
        self.turns = max(self.turns, len(ended))


class Clocks(dict[str, Clock]):
    """A game's clocks by seat; empty for a game without a pace. `stopped`: whether no clock runs, because the installed
    rules cannot continue the game (see `beat`)."""

    def __init__(self, match_id: str, clocks: Collection[Clock] = (), pace: Pace | None = None) -> None:
        super().__init__((clock.seat, clock) for clock in clocks)
        self.match_id, self._pace = match_id, pace
        self.stopped = False

    @property
    def pace(self) -> Pace:
        """The pace of the game. Only a game with a pace has clocks."""
        assert self._pace is not None
        return self._pace

    @property
    def paused(self) -> bool:
        """Whether all players have asked for a pause."""
        return bool(self) and all(clock.pause for clock in self.values())

    @property
    def running(self) -> str:
        """The seat whose clock is running; "" if none is."""
        if self.stopped:
            return ""
        return next((clock.seat for clock in self.values() if clock.since is not None), "")

    def is_late(self, seat: str, moment: int) -> bool:
        """Return whether a clock is running at a moment and has less than 10% of the bank left."""
        clock = self[seat]
        runs = clock.since is not None and clock.since <= moment
        return runs and clock.left_at(moment) < deadlines.MARKS["tenth"] * self.pace.bank

    def due(self, to_move: str, ended: Sequence[str]) -> bool:
        """Return whether any clock changes if this seat is to move and these player turns have ended."""
        runs = "" if self.paused or to_move not in self else to_move
        return runs != self.running or any(clock.turns < len(ended) for clock in self.values())

    def excuse(self, last: int, moment: int) -> None:
        """Do not count the time from the last heartbeat to a moment."""
        for clock in self.values():
            if clock.since is not None and clock.since < moment:
                clock.left, clock.since = clock.left_at(last), moment

    def turn_to(self, to_move: str, moment: int, begins: int, ended: Sequence[str] = ()) -> None:
        """Stop all clocks at a moment, credit the player turns that have `ended`, and start the clock of the seat to
        move at `begins`. No clock runs during a pause, or for a seat without a clock."""
        for clock in self.values():
            clock.stop(moment)
            clock.credit(self.pace, ended)
        if to_move in self and not self.paused:
            self[to_move].since = max(moment, begins)


def load(connection: sa.Connection, match_id: str) -> Clocks:
    """Return the clocks of a game, locked until the end of the transaction."""
    found = _read(connection, connection.execute(_LOCKED, {"of_match": match_id}))
    return found.get(match_id) or Clocks(match_id)


def of_matches(connection: sa.Connection, match_ids: Collection[str]) -> dict[str, Clocks]:
    """Return the clocks of games that have clocks, by id."""
    found = _read(connection, connection.execute(_CLOCKS.where(CLOCKS.c.match.in_(match_ids))))
    if found:
        stopped = sa.select(MATCHES.c.id).where(MATCHES.c.id.in_(found), MATCHES.c.stopped.is_not(None))
        for match_id in connection.execute(stopped).scalars():
            found[match_id].stopped = True
    return found


_CLOCKS = (
    sa.select(CLOCKS, GAMES.c.pace)
    .select_from(CLOCKS.join(GAMES, CLOCKS.c.match == GAMES.c.match))
    .order_by(CLOCKS.c.match, CLOCKS.c.seat)
)
# Asked with every action of a player.
_LOCKED = _CLOCKS.where(CLOCKS.c.match == sa.bindparam("of_match")).with_for_update(of=CLOCKS)


def _read(connection: sa.Connection, rows: Iterable[sa.Row[Any]]) -> dict[str, Clocks]:
    """Return the clocks of games by id, without an outage that no heartbeat has ended yet."""
    found: dict[str, Clocks] = {}
    for row in rows:
        if (pace := pace_of(row.pace)) is not None:
            found.setdefault(row.match, Clocks(row.match, (), pace))[row.seat] = _clock_of(row)
    _excuse(connection, found)
    return found


def _excuse(connection: sa.Connection, games: Mapping[str, Clocks]) -> None:
    """Do not count an outage that no heartbeat has ended yet: a player may be faster, for example when a computer wakes
    up. Another transaction may hold the heartbeat, so it is only read."""
    moment, long = moment_of(now()), INTERRUPTION
    clocks = [clock for game in games.values() for clock in game.values()]
    if any(clock.since is not None and clock.since < moment - long for clock in clocks):
        last = connection.execute(sa.select(KEPT.c.value).where(KEPT.c.name == BEAT)).scalar()
        if last is not None and moment_of(last) < moment - long:
            for game in games.values():
                game.excuse(moment_of(last), moment)


def _clock_of(row: sa.Row[tuple[object, ...]]) -> Clock:
    since = None if row.since is None else moment_of(row.since)
    return Clock(row.seat, row.key, row.left, since, row.turns, row.pause)


_CHANGE = sa.update(CLOCKS).where(CLOCKS.c.match == sa.bindparam("of_match"), CLOCKS.c.seat == sa.bindparam("of_seat"))


def store(connection: sa.Connection, *games: Clocks) -> None:
    """Store the clocks of games, and the deadlines of those that run."""
    rows, ahead = [], []
    for clocks in games:
        for clock in clocks.values():
            rows.append({"of_match": clocks.match_id, "of_seat": clock.seat, **_columns(clock)})
            if clock.since is not None:
                ahead += deadlines.ahead(clocks.match_id, clock.seat, clock.left, clock.since, clocks.pace.bank)
    if rows:
        connection.execute(_CHANGE, rows)
    deadlines.put(connection, [clocks.match_id for clocks in games], ahead)


def _columns(clock: Clock) -> dict[str, object]:
    since = None if clock.since is None else text_of(clock.since)
    return {"left": clock.left, "since": since, "turns": clock.turns, "pause": clock.pause}


# ------------------------------------------------------------------ the listener


def within(connection: sa.Connection, happened: Happened) -> None:
    """Stop and start the clocks after a change to a match."""
    if not happened.keys or not happened.turned:
        return
    if happened.done == "new":
        _begin(connection, happened)
        return
    if not _counts(happened):
        connection.execute(sa.update(GAMES).where(GAMES.c.match == happened.match).values(rated=False))
    clocks = load(connection, happened.match)
    if clocks:
        _turn(connection, clocks, happened)


def _counts(happened: Happened) -> bool:
    """Return whether a game still counts for the ratings: no bot has taken a seat with a key, and no one resigned
    before each side had completed a turn."""
    if happened.done == "seats":
        return all(happened.players.get(seat) == HUMAN for seat in happened.keys)
    if happened.done in ("resign", "time"):
        ended = happened.parts[:-1]
        return all(seat in ended or EVERYONE in ended for seat in happened.keys)
    return True


def _turn(connection: sa.Connection, clocks: Clocks, happened: Happened) -> None:
    """Start the clock of the seat to move. A bot has no clock, even in a player's seat."""
    plays = happened.players.get(happened.after) == HUMAN
    to_move, ended = happened.after if plays else "", happened.parts[:-1]
    if clocks.due(to_move, ended):
        moment = moment_of(happened.at)
        clocks.turn_to(to_move, moment, begins(connection, clocks, to_move, moment), ended)
        store(connection, clocks)


def begins(connection: sa.Connection, clocks: Clocks, seat: str, moment: int) -> int:
    """Return when a seat's clock starts if the match waits for it from a moment on: immediately, or at the end of the
    player's vacation."""
    if seat not in clocks or not clocks.pace.stops:
        return moment
    key = clocks[seat].key
    return vacations.ends_of(connection, [key], moment).get(key, moment)


def _begin(connection: sa.Connection, happened: Happened) -> None:
    """Add the clocks of a new game. A game that continues another one inherits its terms and clocks."""
    earlier = Clocks("")
    if happened.continues:
        agree(connection, happened.match, terms_of(connection, happened.continues))
        earlier = load(connection, happened.continues)
    pace = terms_of(connection, happened.match).pace
    if pace is None:
        return
    moment, ended = moment_of(happened.at), happened.parts[:-1]
    if earlier:
        earlier.turn_to("", moment, moment)
        store(connection, earlier)
    clocks = Clocks(
        happened.match,
        [
            Clock(seat, key, earlier[seat].left if seat in earlier else pace.bank, turns=len(ended))
            for seat, key in happened.keys.items()
        ],
        pace,
    )
    rows = [
        {"match": happened.match, "seat": clock.seat, "key": clock.key, **_columns(clock)} for clock in clocks.values()
    ]
    connection.execute(sa.insert(CLOCKS), rows)
    _turn(connection, clocks, happened)


# ------------------------------------------------------------------ vacations and pauses


def follow_vacation(connection: sa.Connection, member_id: str, moment: int) -> None:
    """Delay a member's running clocks until the end of their vacation. Clocks that are almost out of time keep running,
    because otherwise a vacation at the last minute would gain time."""
    held = sa.select(SEATS.c.key).where(SEATS.c.member == member_id)
    running = sa.select(CLOCKS.c.match).where(CLOCKS.c.key.in_(held), CLOCKS.c.since.is_not(None))
    locked = _CLOCKS.where(CLOCKS.c.match.in_(running)).with_for_update(of=CLOCKS)
    games = _read(connection, connection.execute(locked)).values()
    ends = vacations.ends_of(connection, held, moment)
    for game in games:
        seat = game.running
        stops = game.pace.stops and not game.is_late(seat, moment)
        game.turn_to(seat, moment, ends.get(game[seat].key, moment) if stops else moment)
    store(connection, *games)


def ask_pause(connection: sa.Connection, match_id: str, seat: str, asks: bool, moment: int) -> Clocks:
    """Ask for a pause for a seat, or withdraw the request. All players must agree to a pause, and any of them can end
    it."""
    clocks = load(connection, match_id)
    if seat in clocks:
        was = clocks.paused
        clocks[seat].pause = asks
        if was and not asks:
            for clock in clocks.values():
                clock.pause = False
        if was != clocks.paused:
            to_move = _to_move(connection, match_id)
            clocks.turn_to(to_move, moment, begins(connection, clocks, to_move, moment))
        store(connection, clocks)
    return clocks


def _to_move(connection: sa.Connection, match_id: str) -> str:
    """Return the seat for which a person must decide; "" if there is none. The seat comes from the database, because
    the last move may have come through another server. A move waits for the lock on the clocks, so it cannot be
    missed."""
    row = connection.execute(sa.select(MATCHES.c.to_move, MATCHES.c.seats).where(MATCHES.c.id == match_id)).first()
    seat = "" if row is None else row.to_move or ""
    return seat if row is not None and players_of(row.seats).get(seat) == HUMAN else ""


def beat(connection: sa.Connection, moment: int) -> None:
    """Record a server's heartbeat. If the time since the last one was an outage, it does not count. In a game that the
    installed rules cannot continue, time never counts."""
    last = moment_of(kept(connection, BEAT, text_of(moment), lock=True))
    connection.execute(sa.update(KEPT).where(KEPT.c.name == BEAT).values(value=text_of(moment)))
    running = _CLOCKS.where(CLOCKS.c.since.is_not(None), CLOCKS.c.since < text_of(moment))
    if moment - last <= INTERRUPTION:
        running = running.where(CLOCKS.c.match.in_(sa.select(MATCHES.c.id).where(MATCHES.c.stopped.is_not(None))))
    games = _read(connection, connection.execute(running.with_for_update(of=CLOCKS))).values()
    for game in games:
        game.excuse(last, moment)
    store(connection, *games)


def purge(connection: sa.Connection) -> None:
    """Erase the rows of games that no longer exist."""
    there = sa.select(MATCHES.c.id)
    for table in (CLOCKS, DEADLINES):
        connection.execute(sa.delete(table).where(table.c.match.not_in(there)))
