"""Create and open stored matches, and describe them for the list of games."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Picture
from mamayev.match.example import Example
from mamayev.match.holding import Holding, holding
from mamayev.match.match import Match, Record
from mamayev.match.parting import mark
from mamayev.match.record import PRACTICE

from .clock import now
from .forms import Stopped
from .last import last_of
from .store.rows import AWAY, HUMAN, Saved, Standing
from .store.studies import KeptStudy

MATCH_ID = re.compile(r"[0-9a-f]{16}")
EXAMPLE_ID = re.compile(r"example\.([^./]+)\.([^./]+)")
"""The id of a worked example, used in place of a stored match's id. It contains the names of the game and the
example."""
LONGEST_LOG = 20_000


def standing(match: Match, picture: Picture | None = None) -> Standing:
    """Return a match's public data for the list of games. `picture`: the public picture, if it is already known."""
    picture = picture or match.table.look.picture(match.position, None)
    return Standing(
        title=match.game.title,
        turn=picture.turn,
        headline=picture.headline,
        standing=picture.standing,
        over=match.over,
        result=match.result,
        plies=len(match.record.log),
        to_move="" if match.decision is None else match.decision.seat,
    )


def changed_rules(match: Match, left: str) -> str:
    """Return a notice if the rules of a match have changed since it began, or else "". `left`: the state in which the
    match was stored, which the notice includes if the state is different now.
    """
    record, version = match.record, match.game.version
    if record.rules == version:
        return ""
    shown = standing(match)
    now = f"{shown.headline}; {shown.standing}"
    moved = f" It was left at “{left}”; under these rules it is at “{now}”." if left not in ("", now) else ""
    return (
        f"This game began under version {record.rules} of the rules and continues under version {version}. Everything "
        f"played so far is legal under both.{moved}"
    )


def ours(seats: Mapping[str, str]) -> list[str]:
    """Return the seats that are played here in a match by mail; empty if the match is not played by mail."""
    return [seat for seat, player in seats.items() if player != AWAY] if AWAY in seats.values() else []


def shareable(saved: Saved, seat: str | None, studies: list[KeptStudy]) -> str | None:
    """Return a match's record with its `studies`, and without the orders that the reader may not see before the end;
    None if the stored record can be sent as it is. A seat sees its own orders, a shared screen sees the orders of all
    seats that people play, and spectators see none. A turn by mail contains neither orders nor studies.
    """
    if saved.over and not studies:
        return None
    humans = {one for one, player in saved.seats.items() if player == HUMAN}
    own = humans if seat is None else humans & {seat}
    try:
        record = Record.from_json(saved.record)
    except Refusal:  # it is damaged, and can only be given as it is
        return None
    if AWAY in saved.seats.values() and not saved.over:
        own, studies = set(), []
    if record.altered:
        return None
    before = len(record.orders)
    record.forget_later_orders()
    if saved.over or all(given.seat in own for given in record.orders):
        if not studies and len(record.orders) == before:
            return None
    else:
        record = record.without_orders(own)
    record.studies = [study for kept in studies if not (study := kept.on(record.log)).empty]
    return record.to_json()


def begun(match: Match, seats: Mapping[str, str], name: str) -> Saved:
    """Return a new match in stored form.

    People play the seats that `seats` does not name, except those that the rules play. In a match by mail,
    the record marks the seats that are played on this server (`parting.mark`).
    """
    seats = {seat: seats.get(seat, HUMAN) for seat in match.table.open_seats}
    mark(match.record, ours(seats))
    if not match.over:
        match.record.keep_bots(seats)
    return Saved(
        id=secrets.token_hex(8),
        name=name,
        game=match.record.game,
        version=1,
        record=match.to_json(),
        undone=match.undone,
        seats=seats,
        created=now(),
        last=last_of(match, match.table.look.picture(match.position, None)),
        checked=match.game.version,
    )


def shown(example: Example, match_id: str) -> tuple[Saved, Match]:
    """Return a worked example as if it were a stored match. The reader has one seat, and the game's first bot has the
    others. Raises Refusal if the example cannot be played as written.
    """
    match = example.match()
    bot = next(iter(match.game.bots), HUMAN)
    seats = {seat: HUMAN if seat == example.reader else bot for seat in match.table.open_seats}
    record, title = match.to_json(), f"{match.game.title}: {example.script.title}"
    return Saved(match_id, title, match.record.game, 1, record, [], seats, now()), match


def match_of(saved: Saved, holds: Holding) -> Match:
    """Return the match of a stored record that is valid."""
    assert holds.match is not None
    holds.match.undone = saved.undone
    return holds.match


def refused(saved: Saved, refusal: Refusal) -> Refusal:
    """Return why a stored match cannot be opened."""
    text = f"“{saved.name}” cannot be opened with what is installed here. {refusal.text}"
    return Refusal(text, refusal.clauses, field="record")


def held(saved: Saved) -> Holding:
    """Return the valid part of a stored match."""
    try:
        record = Record.from_json(saved.record)
    except Refusal as refusal:
        return Holding(None, refusal)
    return _held(record)


def _held(record: Record, *, sent: bool = False) -> Holding:
    """Return the valid part of a record. The refusal names the version of the rules if it differs from the installed
    one."""
    found = holding(record, sent=sent)
    if found.refusal is None:
        return found
    text = _with_version(record, found.refusal.text)
    return Holding(found.match, Refusal(text, found.refusal.clauses, field=found.refusal.field, malformed=True))


def stopped_by(saved: Saved) -> Stopped | None:
    """Return the point where the installed rules cannot continue a stored match, or None if they can."""
    holds = held(saved)
    return None if holds.refusal is None else stopped_at(saved, holds, holds.refusal)


def stopped_at(saved: Saved, holds: Holding, refusal: Refusal) -> Stopped:
    """Return the point where a stored match stops, and the reason."""
    return Stopped(holds.plies, max(saved.plies, holds.plies), refusal.text)


class StoppedByRules(Refusal):
    """The installed rules cannot continue an imported saved game. A branch can continue from its first `holds`
    entries."""

    def __init__(self, refusal: Refusal, holds: int) -> None:
        super().__init__(refusal.text, refusal.clauses, field=refusal.field, malformed=True)
        self.holds = holds


def open_record(data: bytes, *, branch: bool = False) -> Match:
    """Return the match of an imported saved game. `branch`: if the rules refuse an entry, return a branch with the
    entries before it.

    Raises a malformed Refusal that describes the problem, or StoppedByRules if only a branch is possible.
    """
    record = Record.from_json(data)
    if record.components and isinstance(record.components, str):
        raise Refusal(
            "This game was saved by an earlier version with the path of a folder in place of its owner's own map, "
            "cards and counters. Save it again on the machine with that folder.",
            field="components",
            malformed=True,
        )
    for field, found, most, of in (
        ("log", record.log, LONGEST_LOG, "The log"),
        ("practice", record.practice, PRACTICE, "The list of undos in practice mode"),
    ):
        if len(found) > most:
            raise Refusal(f"{of} has {len(found)} entries; the limit is {most}.", field=field, malformed=True)
    holds = _held(record, sent=True)
    if holds.match is not None:
        holds.match.drop_foreign_orders()
    if holds.match is not None and (unknown := record.mail.keys() - set(holds.match.game.seats)):
        raise Refusal(f"{holds.match.game.title} has no seat “{min(unknown)}”.", field="mail", malformed=True)
    if holds.refusal is None and holds.match is not None:
        return holds.match
    assert holds.refusal is not None
    if holds.match is None or not holds.plies:
        raise holds.refusal
    if branch:
        return holds.match.branch(holds.plies)
    raise StoppedByRules(holds.refusal, holds.plies)


def _with_version(record: Record, text: str) -> str:
    if record.game in registry.names() and record.rules != (version := registry.find(record.game).version):
        return f"{text} (The game was saved under version {record.rules} of the rules; version {version} is installed.)"
    return text
