"""A game in this process, with an agent in one seat and bots in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import mamayev
from mamayev.engine.event import Event
from mamayev.engine.notation import VERB
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.registry import find
from mamayev.engine.scene import Scene
from mamayev.match.data import ActionData, ChoiceData, DecisionData
from mamayev.match.decision import Decision
from mamayev.match.foretold import Foretold
from mamayev.match.match import Match
from mamayev.players import find as opponent
from mamayev.players import hint, play_on
from mamayev.players.command import Commander

from .seat import Carried, Found, Order


class Table:
    """A seat in a game in this process. Bots play the other seats.

    `told`: the number of events that the agent has read.
    """

    def __init__(self, match: Match, seat: str, bots: Mapping[str, str]) -> None:
        self.match, self.seat, self.bots = match, seat, dict(bots)
        self.index = match.game.seats.index(seat)
        self.told = 0
        self._commander: Commander | None = None
        self._go_on()

    @classmethod
    def begin(
        cls,
        game: str,
        seat: str = "",
        opponent_name: str = "",
        *,
        preset: str = "",
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Table:
        """Start a game. `seat`: the agent's seat; by default, the first that people can play. `opponent_name`: the bot
        in every other seat; by default, the game's first bot. Raises Refusal.
        """
        found = find(game)
        chosen, given = found.with_preset(preset, edition or None, options or {})
        match = mamayev.new(game, seed=seed, edition=chosen, options=given)
        open_seats = match.table.open_seats
        seat = seat or open_seats[0]
        if seat not in open_seats:
            raise Refusal(
                f"{found.title} has no seat “{seat}” that you can play; it has {', '.join(open_seats)}.",
                field="seat",
                malformed=True,
            )
        bot = opponent_name or next(iter(found.bots))
        opponent(found, bot)
        return cls(match, seat, {name: bot for name in open_seats if name != seat})

    @property
    def scene(self) -> Scene:
        """The look of the game that never changes."""
        return self.match.table.look.kept

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    @property
    def decision(self) -> DecisionData | None:
        """The current decision of this seat, or None."""
        return None if self.match.decision is None else self.match.decision.to_data()

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of a finished game."""
        return self.match.result

    def board(self) -> str:
        """Return the table in words, as the seat sees it."""
        return self.match.table.describe(self.match.position, self.index)

    def news(self) -> list[Event]:
        """Return the events since the agent's last call, and mark them as read."""
        new = self.match.events_for(self.seat, self.told)
        self.told = len(self.match.events)
        return new

    def history(self, number: int) -> list[Event]:
        """Return the last events that the seat can see."""
        return self.match.events_for(self.seat)[-number:]

    def pieces(self) -> list[str]:
        """Return the ids of the pieces that have a choice."""
        return self._asked().pieces()

    def choices(self, piece: str) -> list[ChoiceData]:
        """Return the choices of a piece, with complete paths."""
        return self._asked().choices_data(piece)

    def actions(self, verb: str) -> list[ActionData]:
        """Return the legal actions with this verb."""
        decision = self._asked()
        index = self.match.table.notation.verb_index.get(verb, -1)
        return [decision.action_data(code) for code in decision.codes if code >> VERB == index]

    def why(self, *, action: str = "", piece: str = "", space: str = "", verb: str = "") -> list[Found]:
        """Return the reasons that something is not available. The list is empty if the thing is available."""
        decision = self._asked()
        if action:
            try:
                decision.parse(action)
            except Refusal as refusal:
                if refusal.malformed:
                    raise
                return [(action, Reason(refusal.text, refusal.clauses))]
            return []
        return self.match.why(piece=piece, space=space, verb=verb)

    def foresee(self, action: str) -> Foretold:
        """Return the consequences of an action."""
        return self._asked().foretell(action)

    def play(self, path: str | Sequence[str]) -> None:
        """Play an action, or a path of several as one, and let the bots play until this seat decides again. If it
        raises Refusal, nothing has changed."""
        self._asked()
        self.match.play(path)
        self._go_on()

    def resign(self) -> None:
        """Resign the game. Raises Refusal if the game is over."""
        self.match.resign(self.seat)

    def hint(self, bot: str = "") -> dict[str, Any]:
        """Return a bot's choice for this seat, and its reason."""
        self._asked()
        return hint(self.match, bot)

    def sheet(self) -> list[Order]:
        """Return the orders of this seat to its staff."""
        given = self.match.orders_of(self.seat).changed()
        return [
            Order(name, given.get(name), field["description"], tuple(field.get("x-clauses", ())))
            for name, field in self.match.orders_schema(self.seat)["properties"].items()
        ]

    def orders(self, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Give the staff orders for this seat, and return its objections. Raises Refusal."""
        objections = list(self.match.order(fields, self.seat)["objections"])
        self._commander = None if self._commander is None else self._commander.renewed()
        return objections

    def carry_out(self, go_on: Sequence[str] = ()) -> Carried:
        """Let the staff play this turn under the orders, until it ends or the commander must decide."""
        commander = self._commander
        if commander is None or not commander.under_way:
            commander = self._commander = Commander(self.match, self.seat)
        done = commander.carry_out_among(self.bots, go_on)
        self._commander = None if done.over else commander
        self._go_on()
        stop = None if done.stop is None else (done.stop.field, Reason(done.stop.text, done.stop.clauses))
        return Carried(stop, [(kept.field, kept.state, kept.text) for kept in done.report])

    def _go_on(self) -> list[Event]:
        return play_on(self.match, self.bots)

    def _asked(self) -> Decision:
        """Return the decision. Raises a Refusal if the game is over."""
        decision = self.match.decision
        if decision is None:
            raise Refusal("The game is over.", field="action")
        return decision
