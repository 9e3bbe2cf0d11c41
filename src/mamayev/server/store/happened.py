"""Descriptions of changes to a match or its chat, for listeners inside the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

import sqlalchemy as sa

from mamayev.engine.event import Begun

from ..forms import ChatLine, UndoAsked
from .rows import Standing

Done = Literal["new", "action", "undo", "redo", "ask", "resign", "time", "seats", "lesson", "mail"]
"""The kind of a change: a new match, an action, an undo, a redo, an undo request or a reply to one, a resignation, a
loss on time, a change of the name or the players, the end of a lesson, or a turn by mail."""


class Happened(NamedTuple):
    """A change to a match.

    - `keys`: the hashed keys by seat. `players`: who plays each seat.
    - `before`, `after`: the seats to move before and after the change, or "". Between two changes, a match waits for at
    most one seat.
    - `standing`: the public state after the change. `question`: the public title of the decision.
    - `parts`: the seats of the player turns that have begun after the setup, in order; "" for a turn of every seat.
      The last one has not ended unless the game is over.
    - `asked`: an open undo request. It is waiting for the seats with keys that have neither asked nor agreed.
    - `turned`: whether the match is waiting for a different player, or a player turn has begun. It is False only for an
    action after which the same player decides again.
    - `by`: the acting seat; "" for the server, a bot or a shared screen.
    - `continues`: for a new match, the private game that it continues under the same keys.
    """

    match: str
    version: int
    done: Done
    at: str
    keys: Mapping[str, str]
    players: Mapping[str, str]
    before: str
    after: str
    standing: Standing
    question: str
    parts: tuple[str, ...]
    turned: bool = True
    asked: UndoAsked | None = None
    by: str = ""
    continues: str = ""


def player_turns(begun: Sequence[Begun]) -> tuple[str, ...]:
    """Return the seat of each player turn among the parts of a game. If the sequence of play assigns any parts to
    seats, parts without a seat are not player turns. If players alternate within a game turn, all of one player's parts
    in it count as one player turn."""
    after = dict.fromkeys((part.turn, part.seat) for part in begun if part.turn > 0)
    return tuple(seat for _, seat in after if seat) or tuple(seat for _, seat in after)


class Said(NamedTuple):
    """A new chat message. `line.seat` is "" for messages from the table itself."""

    match: str
    line: ChatLine


Within = Callable[[sa.Connection, Happened], None]
"""A listener that is called in the transaction of a change, after the row has changed. An error undoes the change. The
listener may run twice (see `Writer.write`), so it must be quick and change nothing outside the database."""
WithinChat = Callable[[sa.Connection, Said], None]
"""A listener for a new chat message, which is called in the same way."""
