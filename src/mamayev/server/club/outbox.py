"""The outbox: notices, written in the same transaction as their cause, and their deliveries.

A notice is a row without a channel. When it is due, a transaction on any server checks whether it is still valid and
turns it into one delivery per matching channel. Each row is processed once. A server leases a delivery before it sends
it, so that no other server does; if the server dies, the lease expires and another server sends the delivery. Each
function runs inside a transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import sqlalchemy as sa

from mamayev.engine.words import counted

from ..clock import ago, now
from ..forms import Replying
from ..outage import is_outage
from ..store.happened import Happened, Said
from ..store.rows import HUMAN, keys_of, replies_of
from ..store.tables import ATTENDANCE, MATCHES
from ..writer import Busy
from .deadlines import Fired
from .preferences import Preferences, preferences
from .seats import held_by
from .tables import CHANNELS, FOLLOWED, MEMBERS, OUTBOX, REPORTS

log = logging.getLogger(__name__)

Kind = Literal["turn", "clock", "accepted", "asked", "chat", "over", "report"]
"""The kinds of notices: the member's turn, their clock, an accepted challenge, a request that needs their consent, chat
while they are away, the end of the game, and for operators a new report, which is about no game."""
KINDS: tuple[Kind, ...] = get_args(Kind)
ONCE: tuple[Kind, ...] = ("turn", "accepted", "asked", "chat")
"""The kinds of notices of which a member gets only one per game until they look at the game."""

PUT_OFF: tuple[Kind, ...] = ("turn", "clock", "accepted")
"""The kinds of notices that a member can postpone for `LATER` seconds."""
LATER = 3600.0

GRACE = 1.0
"""The number of seconds before a notice is processed. Players often undo an action right away."""
WINDOW_GRACE = 5.0
"""The same for a seat for which the server may reply in reaction windows, which takes 3 seconds."""
NEW_GRACE = 15.0
"""The same for the first turn of a game, because the player who accepted the challenge is about to open it."""
LOOKS_AGAIN = 15.0
"""The number of seconds until a notice is checked again if the member is looking at the game."""
BELIEVED = 30.0
"""The number of seconds for which a server's presence report is valid."""
LEASE = 30.0
"""The number of seconds for which a server leases a delivery. It renews the lease while it sends."""
PAUSES = (10.0, 60.0, 300.0, 1800.0, 7200.0)
"""The number of seconds before each retry. After the last one, the delivery has failed."""
OF_ONE_MEMBER = 2
"""The number of simultaneous deliveries per member, because their webhooks may never answer while others wait."""
SLOW_AT_ONCE = 2
"""The number of simultaneous deliveries through slow channels, for all members together."""
OF_ONE_MAIL = 500
"""The maximum number of notices in a daily mail."""
DECIDED_AT_ONCE = 100
"""The maximum number of notices that one transaction processes."""
ABOUT = 300
MUTED = "The game is muted."
BROKEN = "The server failed. Its log says why."
DELETED = "The game was deleted."


class Delivery(NamedTuple):
    """A notice to send through a channel. `others`: the other notices in the same daily email. `slow`: whether the
    channel is slow."""

    number: int
    member: str
    match: str
    seat: str
    kind: Kind
    about: str
    who: str | None
    channel: str
    daily: bool
    written: str
    tries: int
    others: tuple[Delivery, ...] = ()
    slow: bool = False

    @property
    def name(self) -> str:
        """The delivery's unique name, which is the same for every attempt."""
        return f"{self.number}.{''.join(letter for letter in self.written if letter.isalnum())}"


class Failure(NamedTuple):
    """An abandoned delivery, for the operator. `member`: the name."""

    at: str
    member: str
    kind: str
    channel: str
    why: str


_FIELDS = [OUTBOX.c[name] for name in Delivery._fields if name not in ("others", "slow")]
_WAITING = OUTBOX.c.state == "waiting"
_MATCH: sa.BindParameter[str] = sa.bindparam("told_match")
# Asked with every action of a player, so it is one statement.
_TOLD = sa.select(
    sa.or_(
        sa.exists().where(FOLLOWED.c.match == _MATCH, FOLLOWED.c.told.is_not(None)),
        sa.exists().where(OUTBOX.c.match == _MATCH, _WAITING),
    )
)


def write(
    connection: sa.Connection,
    member_id: str,
    kind: Kind,
    match_id: str,
    *,
    seat: str = "",
    about: str = "",
    who: str | None = None,
    wait: float | None = None,
) -> None:
    """Write a notice in the same transaction as its cause. `about`: a sentence that any spectator may read. It names no
    member, because a member can leave; `who` is the id of the member. `wait`: the seconds until the notice is
    processed, by default `GRACE`. It replaces a waiting notice of the same kind.
    """
    values = {"seat": seat, "about": about[:ABOUT], "who": who, "due": ago(-(GRACE if wait is None else wait))}
    here = sa.and_(_WAITING, OUTBOX.c.channel.is_(None), OUTBOX.c.kind == kind)
    here = sa.and_(here, OUTBOX.c.member == member_id, OUTBOX.c.match == match_id)
    if connection.execute(sa.update(OUTBOX).where(here).values(values)).rowcount == 0:
        _add(connection, {"member": member_id, "match": match_id, "kind": kind, "written": now(), **values})


def _add(connection: sa.Connection, *rows: Mapping[str, object]) -> None:
    usual = {"daily": False, "lease": "", "tries": 0, "state": "waiting", "why": ""}
    if rows:
        connection.execute(sa.insert(OUTBOX), [{**usual, **row} for row in rows])


# -------------------------------------------------------------- what is written


def within(connection: sa.Connection, happened: Happened) -> None:
    """Write the notices for a change to a match, in its transaction."""
    if not happened.keys:
        return
    told = happened.by and is_told(connection, happened.match)
    holders = held_by(connection, happened.keys) if told or happened.turned else []
    if told:
        look(connection, happened.match, [member for member, seat in holders if seat == happened.by])
    after = happened.after
    if happened.standing.over:
        _drop(connection, happened.match, ("turn", "clock", "asked"))
        for member, seat in holders:
            if seat != happened.by:
                write(connection, member, "over", happened.match, seat=seat)
        return
    if after and after not in (happened.before, happened.by) and happened.players.get(after) == HUMAN:
        for member, seat in holders:
            if seat == after:
                wait = NEW_GRACE if happened.done == "new" else _grace(connection, happened.match, after)
                write(connection, member, "turn", happened.match, seat=seat, about=happened.question, wait=wait)
    if happened.done == "ask" and happened.asked is not None:
        asked = happened.asked
        for member, seat in holders:
            if seat not in (asked.seat, *asked.agreed, happened.by):
                about = f"{spoken(asked.seat)} asks to undo {counted(asked.count, '# decision', '# decisions')}."
                write(connection, member, "asked", happened.match, seat=seat, about=about)


def within_chat(connection: sa.Connection, said: Said) -> None:
    """Write the notices for a chat message to absent players, in its transaction. They do not contain its text."""
    speaker = said.line.seat
    if speaker:
        write_to_others(connection, said.match, speaker, "chat", f"{spoken(speaker)} sent a message.")


def within_mark(connection: sa.Connection, fired: Fired) -> None:
    """Write the notices for a clock that has reached a mark, in its transaction. The time left is read when they are
    sent."""
    if fired.mark == "zero":
        about = f"{spoken(fired.seat)} has run out of time. You can claim the game."
        write_to_others(connection, fired.match, fired.seat, "clock", about)
    for member, _ in held_by(connection, {fired.seat: fired.key}):
        write(connection, member, "clock", fired.match, seat=fired.seat)


def write_to_others(connection: sa.Connection, match_id: str, seat: str, kind: Kind, about: str) -> None:
    """Write a notice for the members of all other seats of a match."""
    for member, other in _holders_at(connection, match_id):
        if other != seat:
            write(connection, member, kind, match_id, seat=other, about=about)


def spoken(seat: str) -> str:
    """Return a seat's name for players."""
    words = seat.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def _holders_at(connection: sa.Connection, match_id: str) -> list[tuple[str, str]]:
    """Return the members who hold seats of a match, with their seats."""
    text = connection.execute(sa.select(MATCHES.c["keys"]).where(MATCHES.c.id == match_id)).scalar()
    return held_by(connection, keys_of(text))


def _grace(connection: sa.Connection, match_id: str, seat: str) -> float:
    """Return the number of seconds to wait before a turn notice, which is longer if the server may reply for the
    member."""
    text = connection.execute(sa.select(MATCHES.c.replies).where(MATCHES.c.id == match_id)).scalar()
    how = replies_of(text).get(seat, Replying("ask"))
    return GRACE if how.now == "ask" else WINDOW_GRACE


def look(connection: sa.Connection, match_id: str, member_ids: Collection[str]) -> None:
    """Record that members have looked at a match. This drops waiting notices, and the next turn is announced again."""
    if not member_ids:
        return
    here = sa.and_(FOLLOWED.c.match == match_id, FOLLOWED.c.member.in_(member_ids), FOLLOWED.c.told.is_not(None))
    connection.execute(sa.update(FOLLOWED).where(here).values(told=None))
    _drop(connection, match_id, KINDS, member_ids)


def put_off(connection: sa.Connection, member_id: str, match_id: str) -> bool:
    """Postpone a member's notice about a match. Return False if there is no such notice."""
    here = sa.and_(OUTBOX.c.member == member_id, OUTBOX.c.match == match_id, OUTBOX.c.kind.in_(PUT_OFF))
    query = sa.select(OUTBOX.c.seat, OUTBOX.c.kind, OUTBOX.c.about).where(here).order_by(OUTBOX.c.number.desc())
    row = connection.execute(query.limit(1)).first()
    if row is None or not row.seat:
        return False
    look(connection, match_id, [member_id])
    about = row.about if row.kind == "turn" else ""
    write(connection, member_id, "turn", match_id, seat=row.seat, about=about, wait=LATER)
    return True


def waiting(connection: sa.Connection, member_id: str) -> int:
    """Return the number of games with a notice that a member has not opened."""
    told = sa.and_(FOLLOWED.c.member == member_id, FOLLOWED.c.told.is_not(None))
    there = sa.select(MATCHES.c.id).where(MATCHES.c.deleted_at.is_(None))
    query = sa.select(sa.func.count()).select_from(FOLLOWED).where(told, FOLLOWED.c.match.in_(there))
    return connection.execute(query).scalar_one()


def is_told(connection: sa.Connection, match_id: str) -> bool:
    """Return whether any member has a notice about a match that they have not opened, or is about to get one."""
    return bool(connection.execute(_TOLD, {"told_match": match_id}).scalar())


def look_by_seat(connection: sa.Connection, match_id: str, seat: str) -> None:
    """Record that the members of a seat have looked at its match."""
    look(connection, match_id, [member for member, own in _holders_at(connection, match_id) if own == seat])


def _drop(
    connection: sa.Connection, match_id: str, kinds: Sequence[Kind], member_ids: Collection[str] | None = None
) -> None:
    here = sa.and_(_WAITING, OUTBOX.c.match == match_id, OUTBOX.c.kind.in_(kinds), OUTBOX.c.lease < now())
    if member_ids is not None:
        here = sa.and_(here, OUTBOX.c.member.in_(member_ids))
    connection.execute(sa.update(OUTBOX).where(here).values(state="dropped", why="It was seen.", done=now()))


# -------------------------------------------------------------- what is decided


def is_due(connection: sa.Connection) -> bool:
    """Return whether a notice or a delivery is due."""
    moment = now()
    query = sa.select(OUTBOX.c.number).where(_WAITING, OUTBOX.c.due <= moment, OUTBOX.c.lease < moment).limit(1)
    return connection.execute(query).first() is not None


def decide(connection: sa.Connection, here: Collection[tuple[str, str]] = ()) -> int:
    """Turn due notices into deliveries, and return the number processed. `here`: by match, the seats with a tab on this
    server."""
    query = sa.select(OUTBOX).where(_WAITING, OUTBOX.c.channel.is_(None), OUTBOX.c.due <= now())
    query = query.order_by(OUTBOX.c.due).limit(DECIDED_AT_ONCE).with_for_update(skip_locked=True)
    rows = connection.execute(query).all()
    for row in rows:
        try:
            with connection.begin_nested():
                _decide(connection, row, here)
        except Exception as error:
            if isinstance(error, Busy) or is_outage(error):
                raise
            # The others must not wait for it.
            log.exception("a notice could not be decided")
            _end(connection, [row.number], "failed", BROKEN)
    return len(rows)


def _decide(connection: sa.Connection, row: sa.Row[Any], here: Collection[tuple[str, str]]) -> None:
    one = dict(row._mapping)
    member, match_id, kind = one["member"], one["match"], one["kind"]
    if why := lapsed(connection, match_id, one["seat"], kind, one["about"]):
        _end(connection, [one["number"]], "dropped", why)
        return
    if looks(connection, match_id, one["seat"], here):
        later = sa.update(OUTBOX).where(OUTBOX.c.number == one["number"]).values(due=ago(-LOOKS_AGAIN))
        connection.execute(later)
        return
    followed = connection.execute(
        sa.select(FOLLOWED).where(FOLLOWED.c.member == member, FOLLOWED.c.match == match_id)
    ).first()
    if followed is not None and followed.muted:
        _end(connection, [one["number"]], "dropped", MUTED)
        return
    if kind in ONCE and followed is not None and followed.told is not None:
        _end(
            connection, [one["number"]], "dropped", "The player has not responded to an earlier notice about the game."
        )
        return
    wanted = preferences(connection, member)
    if until := wanted.quiet_until():
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number == one["number"]).values(due=until))
        return
    ways = sa.select(CHANNELS.c.id, CHANNELS.c.kind, CHANNELS.c.takes).where(
        CHANNELS.c.member == member, CHANNELS.c.off.is_(None)
    )
    without = () if followed is None else followed.without.split()
    taking = [way for way in connection.execute(ways) if kind in way.takes.split() and way.id not in without]
    _add(connection, *(_delivery_of(one, way.id, wanted if way.kind == "mail" else Preferences()) for way in taking))
    _end(connection, [one["number"]], "sent" if taking else "dropped", "" if taking else "No channel accepts it.")
    if taking and kind in ONCE:
        tell(connection, member, match_id)


def _delivery_of(notice: Mapping[str, Any], channel: str, wanted: Preferences) -> dict[str, object]:
    same = {name: notice[name] for name in ("member", "match", "seat", "kind", "about", "who", "written")}
    due = wanted.next_daily()
    return {**same, "channel": channel, "daily": due is not None, "due": due or now()}


def tell(connection: sa.Connection, member: str, match_id: str) -> None:
    """Record that a member received a notice of a game."""
    follow(connection, member, match_id, told=now())


def follow(connection: sa.Connection, member: str, match_id: str, **values: object) -> None:
    """Change a member's notice settings for a game."""
    here = sa.and_(FOLLOWED.c.member == member, FOLLOWED.c.match == match_id)
    if connection.execute(sa.update(FOLLOWED).where(here).values(values)).rowcount == 0:
        usual = {"member": member, "match": match_id, "muted": False, "without": "", "told": None}
        connection.execute(sa.insert(FOLLOWED).values({**usual, **values}))


class Muting(NamedTuple):
    """The notices about a game that a member has turned off: `muted` for every notice, or those `without` some
    channels."""

    muted: bool = False
    without: tuple[str, ...] = ()

    def silences(self, channel: str) -> bool:
        """Return whether the member gets no notice through a channel."""
        return self.muted or channel in self.without


def muting(connection: sa.Connection, member: str, match_id: str) -> Muting:
    """Return the notices about a game that a member has turned off."""
    here = sa.and_(FOLLOWED.c.member == member, FOLLOWED.c.match == match_id)
    row = connection.execute(sa.select(FOLLOWED.c.muted, FOLLOWED.c.without).where(here)).first()
    return Muting() if row is None else Muting(row.muted, tuple(row.without.split()))


def mute(connection: sa.Connection, member: str, match_id: str, wanted: Muting) -> None:
    """Set the notices about a game that a member has turned off. Channels of others are ignored."""
    own = connection.execute(sa.select(CHANNELS.c.id).where(CHANNELS.c.member == member)).scalars()
    without = " ".join(channel for channel in own if channel in wanted.without)
    follow(connection, member, match_id, muted=wanted.muted, without=without)


def lapsed(connection: sa.Connection, match_id: str, seat: str, kind: str, about: str) -> str:
    """Return why a notice is no longer valid, or "". A notice about another seat's clock has that seat in `about`."""
    if kind == "report":
        return "" if open_reports(connection) else "Every report is resolved."
    query = sa.select(MATCHES.c.over, MATCHES.c.to_move, MATCHES.c.deleted_at).where(MATCHES.c.id == match_id)
    row = connection.execute(query).first()
    if row is None or row.deleted_at is not None:
        return DELETED
    if kind in ("turn", "clock", "asked") and row.over:
        return "The game is over."
    mine = kind == "turn" or (kind == "clock" and not about)
    if mine and row.to_move != seat:
        return "It is no longer their turn."
    if kind == "clock" and not mine and row.to_move == seat:
        return "The other side has moved."
    return ""


def open_reports(connection: sa.Connection) -> int:
    """Return the number of open reports."""
    query = sa.select(sa.func.count()).select_from(REPORTS).where(REPORTS.c.resolved.is_(None))
    return connection.execute(query).scalar_one()


def looks(connection: sa.Connection, match_id: str, seat: str, here: Collection[tuple[str, str]]) -> bool:
    """Return whether a seat has a tab on any server."""
    if (match_id, seat) in here:
        return True
    query = sa.select(ATTENDANCE.c.seat).where(
        ATTENDANCE.c.match == match_id, ATTENDANCE.c.seat == seat, ATTENDANCE.c.seen >= ago(BELIEVED)
    )
    return connection.execute(query).first() is not None


# -------------------------------------------------------------- what is sent


def claim(
    connection: sa.Connection,
    server: str,
    most: int,
    busy: Collection[str] = (),
    slow: Collection[str] = (),
    slow_most: int = SLOW_AT_ONCE,
) -> list[Delivery]:
    """Lease up to `most` due deliveries to a server, and return them: few per member, none for members who are `busy`,
    and at most `slow_most` through `slow` channels. A daily mail counts as one."""
    moment = now()
    free = sa.and_(_WAITING, OUTBOX.c.channel.is_not(None), OUTBOX.c.due <= moment, OUTBOX.c.lease < moment)
    found: list[Delivery] = []
    for is_slow, here in ((False, OUTBOX.c.channel.not_in(slow)), (True, OUTBOX.c.channel.in_(slow))):
        room = min(slow_most if is_slow else most, most - len(found))
        if room <= 0:
            continue
        place = sa.func.row_number().over(partition_by=OUTBOX.c.member, order_by=OUTBOX.c.due)
        those = sa.select(OUTBOX.c.number, place.label("place")).where(free, here, OUTBOX.c.member.not_in(busy))
        ranked = those.subquery()
        first = sa.select(ranked.c.number).where(ranked.c.place <= OF_ONE_MEMBER)
        query = sa.select(*_FIELDS).where(free, OUTBOX.c.number.in_(first)).order_by(OUTBOX.c.due).limit(room)
        rows = connection.execute(query.with_for_update(skip_locked=True)).all()
        found += [_delivery(row)._replace(slow=is_slow) for row in rows]
    claimed: list[Delivery] = []
    for one in found:
        if any(one.number == other.number for each in claimed for other in (each, *each.others)):
            continue
        others: list[Delivery] = []
        if one.daily:
            same = sa.select(*_FIELDS).where(free, OUTBOX.c.daily, OUTBOX.c.channel == one.channel)
            same = same.where(OUTBOX.c.number != one.number).order_by(OUTBOX.c.written).limit(OF_ONE_MAIL - 1)
            same = same.with_for_update(skip_locked=True)
            others = [_delivery(row) for row in connection.execute(same)]
        claimed.append(one._replace(others=tuple(others)))
    lease(connection, server, (each.number for one in claimed for each in (one, *one.others)))
    return claimed


def _delivery(row: sa.Row[tuple[object, ...]]) -> Delivery:
    return Delivery(**row._mapping)


def lease(connection: sa.Connection, server: str, numbers: Iterable[int]) -> None:
    """Give a server the exclusive right to deliveries until a lease ends."""
    values = {"holder": server, "lease": ago(-LEASE)}
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number.in_(list(numbers)), _WAITING).values(values))


def sent(connection: sa.Connection, one: Delivery) -> None:
    """Record that a delivery was sent."""
    _end(connection, _numbers(one), "sent", "")
    connection.execute(sa.update(CHANNELS).where(CHANNELS.c.id == one.channel).values(used=now()))


def dropped(connection: sa.Connection, one: Delivery, why: str) -> None:
    """Record that a delivery is no longer wanted."""
    _end(connection, _numbers(one), "dropped", why)


def not_sent(connection: sa.Connection, one: Delivery, why: str, *, again: bool = True, wait: float = 0.0) -> None:
    """Record that an attempt failed. It was the last one unless a retry can help (`again`). `wait`: the delay that the
    receiver asks for, in seconds."""
    if not again or one.tries >= len(PAUSES):
        _end(connection, _numbers(one), "failed", why)
        return
    due = ago(-max(PAUSES[one.tries], wait))
    values = {"tries": one.tries + 1, "due": due, "lease": "", "why": why[:300]}
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number.in_(_numbers(one)), _WAITING).values(values))


def _numbers(one: Delivery) -> list[int]:
    return [each.number for each in (one, *one.others)]


def _end(connection: sa.Connection, numbers: Collection[int], state: str, why: str) -> None:
    values = {"state": state, "why": why[:300], "done": now()}
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.number.in_(numbers), _WAITING).values(values))


def failures(connection: sa.Connection, most: int = 200) -> list[Failure]:
    """Return the abandoned deliveries, latest first."""
    query = (
        sa.select(OUTBOX.c.done, MEMBERS.c.name, OUTBOX.c.kind, CHANNELS.c.kind, OUTBOX.c.why)
        .select_from(
            OUTBOX.join(MEMBERS, OUTBOX.c.member == MEMBERS.c.id).outerjoin(CHANNELS, OUTBOX.c.channel == CHANNELS.c.id)
        )
        .where(OUTBOX.c.state == "failed")
        .order_by(OUTBOX.c.done.desc())
        .limit(most)
    )
    return [Failure(at, member, kind, way or "", why) for at, member, kind, way, why in connection.execute(query)]


def purge(connection: sa.Connection, days: int) -> None:
    """Erase old rows, and rows about matches that no longer exist. Dropped notices, such as the many for chat messages,
    are erased after a day."""
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.done < ago(days * 86400)))
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.state == "dropped", OUTBOX.c.done < ago(86400)))
    connection.execute(sa.delete(FOLLOWED).where(FOLLOWED.c.match.not_in(sa.select(MATCHES.c.id))))


def leave(connection: sa.Connection, member_id: str) -> None:
    """Erase all rows about a member who leaves."""
    for table in (OUTBOX, FOLLOWED):
        connection.execute(sa.delete(table).where(table.c.member == member_id))
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.who == member_id).values(who=None))
