"""The players in the seats: people, and bots that play in the background, one action at a time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from mamayev import players
from mamayev.engine.orders import Stop
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.match.match import Match
from mamayev.players.command import Commander, Ordered

from .acting import pause_before
from .fair import Thinkers
from .keys import Viewer
from .replies import Replies
from .room import Room
from .rooms import Rooms
from .seated import Missing, Stale
from .store.rows import AWAY, HUMAN
from .tasks import Tasks, patiently
from .thoughts import Question, question
from .turns import Turns

log = logging.getLogger(__name__)

NOT_MAILED = (
    "{} hides information from seats, but a saved game reveals it, so it cannot be played by mail. "
    "On a server, each seat sees only its own secrets."
)


def check_seats(match: Match, seats: Mapping[str, str]) -> None:
    """Raise Refusal for an unknown seat or bot, or a seat that the rules play."""
    bots = players.names(match.game)
    for seat, player in seats.items():
        if match.seat_index(seat) in match.table.procedures:
            raise Refusal(f"The rules play {seat}, so no player can take it.", field=f"seats.{seat}", malformed=True)
        if player == AWAY and match.table.secrets:
            raise Refusal(NOT_MAILED.format(match.game.title), field="secrets")
        if player not in (HUMAN, AWAY) and player not in bots:
            raise Refusal(
                f"{match.game.title} has no bot “{player}”; “{HUMAN}” or one of {', '.join(bots)} can play it.",
                field=f"seats.{seat}",
                malformed=True,
            )
        if player != HUMAN and match.lesson_now() is not None:
            raise Refusal("A bot cannot take a seat during a lesson. Leave the lesson first.", field=f"seats.{seat}")
    if AWAY in seats.values() and all(seats.get(seat) == AWAY for seat in match.table.open_seats):
        raise Refusal("At least one seat must be played here.", field="seats")


def held_seats(match: Match, seats: Mapping[str, str]) -> list[str]:
    """Return the seats of a new private game that need keys. Raises Refusal if the match cannot be a private game."""
    if match.record.lesson:
        raise Refusal("A lesson is for one person, so it cannot be a private game.", field="held", malformed=True)
    if match.record.dice == "hand":
        raise Refusal(
            "Nobody on another computer can see your own dice. With a seat by link, the computer must roll and draw.",
            field="held",
            malformed=True,
        )
    if AWAY in seats.values():
        raise Refusal("Seats with keys cannot be played by mail.", field="held", malformed=True)
    held = [seat for seat in match.table.open_seats if seats.get(seat, HUMAN) == HUMAN]
    if not held:
        raise Refusal("Bots play every seat, so no seat needs a key.", field="held", malformed=True)
    return held


class _Asked(NamedTuple):
    """A question to a bot. `far`: the question in transport form, for a bot in another process. `commander`, `ordered`:
    the commander and its question, if the bot is carrying out a player's orders."""

    game: Game
    bot: str
    seat: str
    version: int
    position: Position
    rng: str
    far: Question | None
    commander: Commander | None = None
    ordered: Ordered | None = None


class Bots:
    """The bots in all matches.

    Each match has at most one task, which ends when a person must decide or the game is over. `pause`: returns the
    number of seconds to wait before an action in a match. `replies`: the pause in reaction windows, which a staff that
    carries out a player's orders observes like the player, so that others cannot tell the difference.
    """

    def __init__(
        self, rooms: Rooms, turns: Turns, thinkers: Thinkers, pause: Callable[[str], float], replies: Replies
    ) -> None:
        self._rooms, self._turns, self._thinkers, self._pause = rooms, turns, thinkers, pause
        self._replies = replies
        self.tasks = Tasks[str]()
        self._again: set[str] = set()

    def wake(self, room: Room) -> None:
        """Let a bot in a locked room play if it is the bot's turn. Can be called from any thread."""
        if room.bot is not None or room.commander is not None:
            self.tasks.soon(self._begin, room.id)

    def _begin(self, match_id: str) -> None:
        task = self.tasks.begin(match_id, lambda: self._play(match_id))
        if task is None:
            self._again.add(match_id)
        else:
            task.add_done_callback(lambda done: self._end(match_id, done.cancelled()))

    def _end(self, match_id: str, cancelled: bool) -> None:
        woken = match_id in self._again
        self._again.discard(match_id)
        if woken and not cancelled:
            self._begin(match_id)

    async def _play(self, match_id: str) -> None:
        going_on: bool | float = True
        while going_on:
            await asyncio.sleep(self._pause(match_id))
            self._again.discard(match_id)
            asked = await patiently("a bot", self._turns, match_id, self._ask, match_id)
            if asked is None:
                return
            # While the bot thinks, the room is open to others, so a person can take the seat back.
            answer: str | Refusal | Stop
            if asked.far is None:
                answer = await self._turns.run(self._think, asked)
            else:
                answer = await self._thinkers.choose(match_id, asked.version, asked.seat, asked.far)
            going_on = await patiently("a bot", self._turns, match_id, self._answer, match_id, asked, answer)
            while not isinstance(going_on, bool):
                await asyncio.sleep(going_on)
                going_on = await patiently("a bot", self._turns, match_id, self._answer, match_id, asked, answer)

    def _ask(self, match_id: str) -> _Asked | None:
        """Return the current question for a bot in a match, or None."""
        try:
            with self._rooms.open(match_id) as room:
                if room.take_back_lent():
                    self._rooms.publish(room, [], done="seats")
                if (commander := room.commander) is not None:
                    return self._ask_staff(room, commander)
                if room.bot is None:
                    return None
                match, bot = room.match, room.bot
                position, seat = match.position.copy(), match.game.seats[match.position.seat]
                far = question(match, position, bot) if players.thinks(match.game, bot) else None
                return _Asked(match.game, bot, seat, room.version, position, players.rng_of(match, bot), far)
        except (Missing, Stale, Refusal):
            # It was deleted or can no longer be opened, so there is no seat to play here.
            return None

    @staticmethod
    def _ask_staff(room: Room, commander: Commander) -> _Asked:
        """Return the current question for the staff of a commanded seat."""
        ordered = commander.ask()
        game, position = room.match.game, ordered.position
        about = game, ordered.name, commander.seat, room.version, position, ordered.rng
        return _Asked(*about, None, commander, ordered)

    def _think(self, asked: _Asked) -> str | Refusal | Stop:
        """Return the bot's action, the decision that its commander must make, or the reason why it finds no action."""
        rng, position = random.Random(asked.rng), asked.position
        try:
            if asked.ordered is not None:
                action, stops = asked.ordered.choose()
                stop = None if asked.commander is None else asked.commander.left(stops)
                return position.name(action) if stop is None else stop
            return position.name(players.answer(position, players.find(asked.game, asked.bot), rng, asked.bot))
        except Refusal as refusal:
            return refusal

    def _answer(self, match_id: str, asked: _Asked, answer: str | Refusal | Stop) -> bool | float:
        """Play the bot's action, and return whether a bot decides next. If the action must wait, return the number of
        seconds instead."""
        try:
            if asked.commander is not None:
                return self._command(match_id, asked.commander, asked.version, answer)
            assert not isinstance(answer, Stop)
            if isinstance(answer, Refusal):
                self._give_up(match_id, asked.version, answer.text)
                return False
            with self._rooms.open(match_id) as room:
                if room.version == asked.version:
                    events = room.match.play(answer)
                    room.take_back_lent()
                    self._rooms.publish(room, events)
                return room.bot is not None or room.commander is not None
        except (Missing, Stale, Refusal):
            # It was deleted, changed by another server, or can no longer be opened.
            return False

    def _command(self, match_id: str, commander: Commander, version: int, answer: str | Refusal | Stop) -> bool | float:
        """Play the action of a staff that carries out orders, or return the seat to its player with a stop. Returns the
        same as `_answer`."""
        with self._rooms.open(match_id) as room:
            if room.commander is not commander or room.version != version:
                return room.bot is not None or room.commander is not None
            if isinstance(answer, str):
                if pause := pause_before(self._rooms, self._replies, room):
                    return pause
                self._rooms.publish(room, room.match.play(answer), Viewer(commander.seat))
            else:
                if isinstance(answer, Refusal):
                    log.error("match %s: %s The player of the seat must play on.", match_id, answer.text)
                    answer = Stop("", f"The staff could not carry this out: {answer.text}")
                room.end_carrying(commander.seat, answer)
                self._rooms.publish_unseen(room, commander.seat)
            return room.bot is not None or room.commander is not None

    def _give_up(self, match_id: str, version: int, why: str) -> None:
        log.error("match %s: %s A person must play on.", match_id, why)
        with self._rooms.open(match_id) as room:
            if room.version == version:
                room.seats = {seat: HUMAN if player == room.bot else player for seat, player in room.seats.items()}
                self._rooms.publish(room, [], done="seats")
