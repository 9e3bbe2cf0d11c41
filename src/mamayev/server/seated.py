"""A live match with its players."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from threading import Lock
from typing import Any

from mamayev.engine.event import Event
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.match.decision import Decision
from mamayev.match.example import Example
from mamayev.match.match import Match
from mamayev.match.ordering import last_of_each
from mamayev.match.parting import taken_back
from mamayev.match.record import Given

from .forms import Lent, State, Until
from .keys import Caller, Denied, Forbidden, Viewer, resolve
from .last import last_of, look_of
from .saved import changed_rules, standing
from .store.happened import player_turns
from .store.rows import AWAY, HUMAN, Saved, Standing


class Missing(Denied):
    """The match, game or ply does not exist. The message says so."""


class Stale(Denied):
    """The match has changed since the version that the client has seen. `state`: the current state."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class Seated:
    """A match in memory, with its players and its version.

    `inside`: the number of threads that hold its lock or are waiting for it. `example`: the worked example that it
    shows, if any, which no one can change.
    """

    def __init__(self, saved: Saved, match: Match, example: Example | None = None) -> None:
        self.example = example
        self.lock, self.inside = Lock(), 0
        self.id, self.name, self.version, self.created = saved.id, saved.name, saved.version, saved.created
        self.seats, self.keys, self.asked = saved.seats, saved.keys, saved.asked
        self.replies, self.since = saved.replies, time.monotonic()
        # What is asked since then (see rooms.py).
        self.question: tuple[int, str] = (0, "")
        self.lent = saved.lent
        # The server's last answer in a window: the version, the seat and the answer.
        self.answered: tuple[int, str | None, list[str]] = (0, None, [])
        # The length of the log after the last undo among several people (see windows.py).
        self.brought_back = -1
        self.match = match
        # What the stored version waits for, and the hash of the look that is stored for it.
        self.waited_for, self.look_kept = self.waits_for, saved.look
        self.changed = changed_rules(match, saved.left)
        # What pieces may do in one version of the match (see questions.py).
        self.choices_made: dict[tuple[Any, ...], bytes] = {}
        self.choices_version = 0

    # -------------------------------------------------------------- seats

    def lend(self, seats: Iterable[str], until: Until) -> None:
        """Lend the given seats to their bots until the step or turn is over, or until the player stops them."""
        self.lent = {**self.lent, **dict.fromkeys(seats, self._now(until))}

    def forget_lent(self, seats: Collection[str]) -> None:
        """Make the current players of the given seats permanent."""
        self.lent = {seat: lent for seat, lent in self.lent.items() if seat not in seats}

    def take_back_lent(self) -> bool:
        """Return seats whose loan has ended to their players. Return whether any loan had ended."""
        over = [seat for seat, lent in self.lent.items() if lent.until != "stop" and self._now(lent.until) != lent]
        self.forget_lent(over)
        self.seats = {**self.seats, **dict.fromkeys(over, HUMAN)}
        return bool(over)

    def _now(self, until: Until) -> Lent:
        table, position = self.match.table, self.match.position
        step = table.step(position) if until == "step" else None
        # Two sides may have a step of the same name in a turn, so it is counted.
        return Lent(until, table.turn(position), "" if step is None else f"{step.id} {len(self.match.events.steps)}")

    @property
    def humans(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat, player in self.seats.items() if player == HUMAN]

    @property
    def drawer(self) -> str | None:
        """The person's seat that must enter a card, lot or die that only this seat may see; None if there is none."""
        decision = self.match.decision
        drawer = None if decision is None else decision.drawer
        return drawer if drawer in self.humans else None

    def asked_name(self, decision: Decision) -> str:
        """Return the name of the seat that decides or draws in secret."""
        return self.name_of(self.drawer or decision.seat)

    def asks(self, viewer: str | None) -> bool:
        """Return whether the current question is for a viewer. A die, card or lot that everyone may see is for all, and
        one that a seat draws in secret is for its side."""
        decision, sides = self.match.decision, self.match.table.look.sides
        if decision is None or decision.seat == viewer:
            return decision is not None
        if decision.seat != "chance":
            return False
        drawer = self.drawer
        return drawer in (None, viewer) or (viewer in sides and sides[viewer] == sides.get(drawer or ""))

    @property
    def plies(self) -> int:
        """The number of entries in the log."""
        return len(self.log)

    @property
    def log(self) -> list[str]:
        """The log of the match."""
        return self.match.record.log

    @property
    def to_move(self) -> str:
        """The seat to move; "" if the game is over."""
        return "" if self.match.decision is None else self.match.decision.seat

    @property
    def waits_for(self) -> tuple[str, str, int]:
        """The seat to move, its player, and the number of player turns that have begun."""
        return self.to_move, self._decides, len(player_turns(self.match.events.begun))

    @property
    def bot(self) -> str | None:
        """The bot that decides next; None if a person, a lesson or the dice are next."""
        player = self._decides
        return None if self.example or self.match.lesson_tasks or player in (HUMAN, AWAY) else player

    @property
    def _decides(self) -> str:
        """The player of the deciding seat."""
        decision = self.match.decision
        return self.seats.get(decision.seat, HUMAN) if decision else HUMAN

    @property
    def waits(self) -> bool:
        """Whether an opponent who plays by mail must decide."""
        return self._decides == AWAY

    @property
    def held(self) -> bool:
        """Whether its seats have keys."""
        return bool(self.keys)

    @property
    def moment(self) -> int:
        """A number that identifies the current position while this server runs.

        After an undo and a redo, it is the same again. A rename, a change of players or an undo request does not affect
        it.
        """
        record = self.match.record
        return hash((tuple(record.log), len(record.boards)))

    def viewer(self, caller: Caller) -> Viewer:
        """Return the viewer for a caller. Raises Forbidden for a wrong key, and Refusal for an unknown seat."""
        viewer = resolve(self.id, self.keys, caller)
        self.match.seat_index(viewer.seat)
        return viewer

    def seat_of(self, viewer: Viewer) -> str | None:
        """Return the viewer's seat; None for the public view.

        On a shared screen, this is the seat of a person that decides or draws in secret, or else the only seat that a
        person plays.
        """
        if not viewer.shared:
            return viewer.seat
        decision, humans = self.match.decision, self.humans
        if decision is not None and decision.seat in humans:
            return decision.seat
        return self.drawer or (humans[0] if len(humans) == 1 else None)

    def check_open(self, what: str) -> None:
        """Raise Forbidden if the match is private and not over. `what`: the requested data, which would reveal secrets
        or future dice."""
        if self.held and not self.match.over:
            raise Forbidden(f"{what} of a private game is not available until the game is over.")

    def check_over(self, what: str) -> None:
        """Raise Refusal if the match is not over. `what`: the requested data, for the message."""
        if not self.match.over:
            raise Refusal(f"{what} is not available until the game is over.", field="ply")

    @property
    def partners(self) -> bool:
        """Whether more than one seat has a key, so that undo needs consent.

        A player who gives their seat to a bot keeps its key.
        """
        return len(self.keys) > 1

    def leave_lesson(self) -> None:
        """End the lesson. The game's first bot takes over the seats that the lesson played. Raises Refusal if no lesson
        is running."""
        lesson = self.match.lesson
        self.match.leave_lesson()
        if lesson is not None and (bot := next(iter(self.match.game.bots), "")):
            self.seats = {seat: who if seat in lesson.learners else bot for seat, who in self.seats.items()}

    def resign(self, viewer: Viewer) -> list[Event]:
        """Resign for the viewer's seat, which ends the match, and return the events. Raises Refusal."""
        if viewer.seat is None or not self.held:
            raise Refusal("At an open table, players do not have separate seats, so you cannot resign.", field="held")
        return self.match.resign(viewer.seat)

    def name_of(self, seat: str) -> str:
        """Return the name of a seat as players know it."""
        return next((known.name for known in self.scene.seats if known.id == seat), seat)

    def go_on(self, longer: Match) -> list[Event]:
        """Replace the match with a longer one that has the same beginning, and return the new events. The record keeps
        the undos in practice mode from both.
        """
        here = self.match.record
        more = taken_back(here, longer.record)
        longer.record.practice = [*here.practice]
        longer.record.note_practice(more)
        longer.record.mail = {**here.mail, **longer.record.mail}
        longer.record.orders = self._all_orders(longer)
        before, self.match = len(self.match.events), longer
        return longer.events[before:]

    def _all_orders(self, longer: Match) -> list[Given]:
        """Return the orders of the seats played here, which a turn by mail omits, together with those of the seats
        played by mail."""
        here = [one for one in self.match.record.orders if one.ply <= self.plies]  # not what was undone
        others = [one for one in longer.record.orders if self.seats.get(one.seat) == AWAY and one not in here]
        return last_of_each(sorted([*here, *others], key=lambda one: one.ply))

    # -------------------------------------------------------------- looking

    @property
    def scene(self) -> Scene:
        """The game's scene."""
        return look_of(self.match.table).scene

    def scene_json(self, ply: int | None = None) -> bytes:
        """Return the scene as JSON or, with a `ply`, the scene of the board in use then."""
        if ply is None or not self.match.boards_since(ply):
            return look_of(self.match.table).json
        return look_of(self.position_at(ply).table).json

    def picture(self, position: Position, viewer: str | None) -> Picture:
        """Return a seat's picture of a position in this match.

        In a game without secrets, all seats have the same picture.
        """
        table = position.table
        return table.look.picture(position, self.match.seat_index(viewer) if table.secrets else None)

    def position_at(self, ply: int) -> Position:
        """Return the position after the first `ply` entries of the log. Raises Missing."""
        last = len(self.match.record.log)
        if not 0 <= ply <= last:
            raise Missing(f"This game has plies 0 to {last}, not {ply}.")
        return self.match.at(ply)

    def standing(self) -> Standing:
        """Return the public data for the list of games."""
        return standing(self.match)

    def events(self) -> Sequence[Event]:
        """Return the events."""
        return self.match.events

    def saved(self, picture: Picture) -> Saved:
        """Return the match in stored form. `picture`: the public picture."""
        match = self.match
        return Saved(
            id=self.id,
            name=self.name,
            game=match.record.game,
            version=self.version,
            record=match.to_json(),
            undone=match.undone,
            seats=self.seats,
            created=self.created,
            keys=self.keys,
            asked=self.asked,
            lent=self.lent,
            last=last_of(match, picture),
            checked=match.game.version,
            look=self.look_kept,
        )
