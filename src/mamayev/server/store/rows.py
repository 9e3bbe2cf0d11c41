"""Convert rows of the matches table to matches, list entries and claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from mamayev.engine.refusal import Refusal
from mamayev.match.reading import Unreadable, read

from ..apart import put_together
from ..clock import now
from ..forms import Commanded, Lent, MatchCard, Replying, Stopped, UndoAsked
from ..last import Last

HUMAN = "human"
"""The player value of a seat that a person plays."""
AWAY = "mail"
"""The player value of a seat that is played by mail."""

LOST = "is damaged in the database: its own map, cards and counters are missing."

T = TypeVar("T")


@dataclass
class Saved:
    """A match in stored form. `record`: the saved game. `undone`: the log lines of each undone decision. `keys`: the
    hashed key of each seat. `left`: a text about its state when it was stored. `over`: whether it is over. `result`:
    its result. `plies`: the length of its log. `replies`: see `Replying`. `lent`: see `Lent`. `commanded`: see
    `Commanded`. `unseen`: the number of changes that do not affect the version. `last`: its last state, if it must be
    stored. `look`: the hash of its stored scene. `checked`: the version of the rules under which it was last
    replayed."""

    id: str
    name: str
    game: str
    version: int
    record: str
    undone: list[list[str]]
    seats: dict[str, str]
    created: str
    keys: dict[str, str] = field(default_factory=dict)
    asked: UndoAsked | None = None
    left: str = ""
    replies: dict[str, Replying] = field(default_factory=dict)
    lent: dict[str, Lent] = field(default_factory=dict)
    commanded: dict[str, Commanded] = field(default_factory=dict)
    unseen: int = 0
    over: bool = False
    result: dict[str, Any] | None = None
    plies: int = 0
    last: Last | None = None
    checked: str | None = None
    look: str | None = None


class Claim(NamedTuple):
    """What determines the rights to a whole match, without opening it: the hashed keys of its seats, and whether it is
    over."""

    keys: dict[str, str]
    over: bool


@dataclass
class Standing:
    """The public state of a match for the list of games."""

    title: str
    turn: int
    headline: str
    standing: str
    over: bool
    result: dict[str, Any] | None
    plies: int
    to_move: str


class Damaged(Refusal):
    """The stored data of a match cannot be read. Its raw record can still be exported, and the match can be deleted."""


class SetUp(msgspec.Struct):
    """The parts of a record that a list entry needs."""

    edition: str
    options: dict[str, Any]
    dice: str = "seeded"


def saved_of(row: Mapping[Any, Any]) -> Saved:
    """Return the match in a row. Raises Damaged."""
    name = legible(row["name"])
    if row["components"] is not None:
        raise Damaged(f"“{name}” {LOST}", field="record")
    return Saved(
        id=row["id"],
        name=name,
        game=row["game"],
        version=row["version"],
        record=row["record"],
        undone=_column(name, "the list of undone decisions", row["undone"], list[list[str]]),
        seats=_column(name, "the list of players", row["seats"], dict[str, str]),
        created=row["created"],
        keys=keys_of(row["keys"], name),
        asked=None if row["asked"] is None else _column(name, "the undo request", row["asked"], UndoAsked),
        left=legible(f"{row['headline']}; {row['standing']}"),
        replies=replies_of(row["replies"], name),
        lent={} if row["lent"] is None else _column(name, "the list of lent seats", row["lent"], dict[str, Lent]),
        commanded={}
        if row["commanded"] is None
        else _column(name, "the outcome of the orders", row["commanded"], dict[str, Commanded]),
        unseen=row["unseen"],
        over=row["over"],
        plies=row["plies"],
        result=None if row["result"] is None else _column(name, "its result", row["result"], dict[str, Any]),
        checked=row["checked"],
        look=row["look"],
    )


def replies_of(text: str | None, name: str = "") -> dict[str, Replying]:
    """Parse the column with each seat's setting for reaction windows. Raises Damaged."""
    return {} if text is None else _column(name, "the settings for reaction windows", text, dict[str, Replying])


def keys_of(text: str | None, name: str = "") -> dict[str, str]:
    """Parse the column with the hashed key of each seat. Raises Damaged."""
    return {} if text is None else _column(name, "the list of keys", text, dict[str, str])


def _column(name: str, what: str, text: str, form: type[T]) -> T:
    try:
        return read(text, form)
    except Unreadable as error:
        raise Damaged(
            f"“{name}” is damaged in the database: {what} cannot be read ({error}). Its record can still be saved as a "
            "file; mamayev doctor says what can be repaired.",
            field="record",
        ) from None


def legible(text: str) -> str:
    """Return a text in which a question mark replaces each invalid byte."""
    return text.encode("utf-8", "replace").decode()


def values_of(saved: Saved, standing: Standing) -> dict[str, Any]:
    """Return the columns that change when a match changes."""
    return {
        "name": saved.name,
        "version": saved.version,
        "undone": msgspec.json.encode(saved.undone).decode(),
        "seats": msgspec.json.encode(saved.seats).decode(),
        "asked": None if saved.asked is None else msgspec.json.encode(saved.asked).decode(),
        "lent": msgspec.json.encode(saved.lent).decode() if saved.lent else None,
        "commanded": msgspec.json.encode(saved.commanded).decode() if saved.commanded else None,
        "unseen": saved.unseen,
        **shown_values(standing),
        "updated": now(),
        "last": saved.last.left or None if saved.last else None,
        "look": saved.last.look.hash or None if saved.last else None,
        "checked": saved.checked,
        "stopped": None,
    }


def shown_values(standing: Standing) -> dict[str, Any]:
    """Return the columns for the list of games."""
    return {
        "title": standing.title,
        "turn": standing.turn,
        "headline": standing.headline,
        "standing": standing.standing,
        "over": standing.over,
        "result": None if standing.result is None else msgspec.json.encode(standing.result).decode(),
        "plies": standing.plies,
        "to_move": standing.to_move,
    }


def whole_row(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a match's row with its whole record. `components` stays set only if no files with that hash are stored."""
    whole = dict(row)
    files = whole.pop("files")
    if files is not None:
        whole |= {"record": put_together(whole["record"], whole["components"], files), "components": None}
    return whole


def set_up_of(record: str) -> SetUp | str:
    """Return the parts of a record that a list entry needs, or the reason why the record cannot be read."""
    try:
        return read(record, SetUp)
    except Unreadable as error:
        return _damage(error)


def _damage(error: Unreadable) -> str:
    return f"This game is damaged in the database: {error}."


def card_of(row: sa.RowMapping, set_up: SetUp | str) -> MatchCard:
    """Return an entry for the list of games. `set_up`: see `set_up_of`."""
    shown: dict[str, Any] = {
        name: legible(v) if isinstance(v, str) else v for name, v in row.items() if name not in ("version", "seats")
    }
    shown["held"] = shown.pop("keys") is not None
    shown["to_move"] = shown["to_move"] or ""
    players = players_of(row["seats"])
    shown["bots"] = HUMAN not in players.values()  # no one plays here
    shown["bot_seats"] = {seat: player for seat, player in players.items() if player not in (HUMAN, AWAY)}
    shown["thinks"] = shown["to_move"] in shown["bot_seats"]
    shown["away"] = [seat for seat, player in players.items() if player == AWAY]
    shown["result"], damaged = None, set_up if isinstance(set_up, str) else ""
    found = SetUp("", {}) if isinstance(set_up, str) else set_up
    try:
        if row["result"] is not None:
            shown["result"] = read(row["result"], dict[str, Any])
        if row["stopped"] is not None:
            shown["stopped"] = read(row["stopped"], Stopped)
    except Unreadable as error:
        damaged = _damage(error)
    return MatchCard(**shown, edition=found.edition, options=found.options, dice=found.dice, damaged=damaged)


def players_of(seats: str) -> dict[str, str]:
    """Parse the column with each seat's player. If it is unreadable, return a single person; opening the game will
    report the damage."""
    try:
        return read(seats, dict[str, str])
    except Unreadable:
        return {"": HUMAN}
