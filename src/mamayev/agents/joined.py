"""A seat in a game on a running server, held with the seat's key."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec

from mamayev.engine.bot import Intent
from mamayev.engine.described import describe
from mamayev.engine.event import AnyEvent, Event
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.registry import find
from mamayev.engine.scene import Picture, Scene
from mamayev.match.data import ActionData, ChoiceData, DecisionData
from mamayev.match.foretold import Foretold

from .seat import Carried, Found, Order

PATIENCE = 60.0
"""The number of seconds that a call waits for the other players."""
ANSWER_BYTES = 16_000_000
"""The maximum size of a response in bytes, several times the size of ours. The agent names the address, so any server
may respond.
"""
ANSWER_SECONDS = 2 * PATIENCE
"""The maximum time in seconds until a response is complete, because it may arrive one byte at a time."""
PAUSE = 0.3
"""The number of seconds between polls while the other players play."""


class Joined:
    """A seat in a game on a running server. A call that plays an action waits until the seat must decide again, but at
    most `PATIENCE` seconds.

    `told`: the number of events that the agent has read.
    """

    def __init__(self, address: str, key: str = "") -> None:
        """Join a game, given a seat's private link, or the game's address and the seat's key. Raises Refusal."""
        parts = urlsplit(address)
        words = [word for word in parts.fragment.split("/") if word][1:]  # match, ID, KEY
        if parts.scheme not in ("http", "https") or not words:
            raise Refusal(
                f"“{address}” is not a link to a seat, such as http://HOST/#/match/ID/KEY.",
                field="address",
                malformed=True,
            )
        match_id, key = words[0], key or "".join(words[1:2])
        self._address = f"{parts.scheme}://{parts.netloc}/api/matches/{match_id}"
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._http = httpx2.Client(headers=headers, timeout=PATIENCE)
        self.told = 0
        self._state: dict[str, Any] = {}
        self._read()
        if "viewer" not in self._state:
            raise Refusal("This key does not open a seat of the game.", field="key", malformed=True)
        self.seat: str = self._state["viewer"]
        self.scene = msgspec.convert(self._ask("GET", "/scene"), Scene)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state["over"])

    @property
    def decision(self) -> DecisionData | None:
        """The current decision of this seat, or None."""
        asked: DecisionData | None = self._state["decision"]
        return asked if asked is not None and asked["seat"] == self.seat else None

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of a finished game."""
        found: dict[str, Any] | None = self._state["result"]
        return found

    def board(self) -> str:
        """Return the table in words, with all moves that the other players have made so far."""
        self._read()
        return describe(self.scene, msgspec.convert(self._state["picture"], Picture), self._departures)

    @cached_property
    def _departures(self) -> list[str]:
        """The edition and options other than the defaults; by name, if the game is not installed here."""
        options = {one["name"]: one["value"] for one in self.scene.options}
        try:
            return find(self.scene.game).departures(self.scene.edition, options)
        except Refusal:
            return [f"Edition {self.scene.edition}", *(f"{name}: {value}" for name, value in options.items())]

    def news(self) -> list[Event]:
        """Return the events since the agent's last call, and mark them as read."""
        found = self._events()
        new, self.told = found[self.told :], len(found)
        return new

    def history(self, number: int) -> list[Event]:
        """Return the last events that the seat can see."""
        return self._events()[-number:]

    def pieces(self) -> list[str]:
        """Return the ids of the pieces that have a choice."""
        return list(self._asked().get("pieces", []))

    def choices(self, piece: str) -> list[ChoiceData]:
        """Return the choices of a piece, with complete paths."""
        return list(self._ask("GET", "/choices", params={"piece": piece}))

    def actions(self, verb: str) -> list[ActionData]:
        """Return the listed actions with this verb."""
        return [row for row in self._asked()["actions"] if row["verb"] == verb]

    def why(self, *, action: str = "", piece: str = "", space: str = "", verb: str = "") -> list[Found]:
        """Return the reasons that something is not available. The list is empty if the thing is available."""
        given = {"text": action} if action else {"piece": piece, "space": space, "verb": verb}
        found = self._ask("POST", "/why", json={name: value for name, value in given.items() if value})
        return [(one.get("action", ""), Reason(one["text"], tuple(one["clauses"]))) for one in found["reasons"]]

    def foresee(self, action: str) -> Foretold:
        """Return the consequences of an action."""
        self._asked()
        return msgspec.convert(self._ask("GET", "/foretell", params={"action": action}), Foretold)

    def play(self, path: str | Sequence[str]) -> None:
        """Play an action, or a path of several as one, and wait for the other players. If it raises Refusal, nothing
        has changed."""
        texts = [path] if isinstance(path, str) else list(path)
        self._state = self._ask("POST", "/actions", json={"version": self._state["version"], "texts": texts})
        self._wait()

    def resign(self) -> None:
        """Resign the game."""
        self._state = self._ask("POST", "/resign", json={"version": self._state["version"]})

    def hint(self, bot: str = "") -> dict[str, Any]:
        """Return a bot's choice for this seat, and its reason."""
        found = dict(self._ask("POST", "/hint", json={"bot": bot} if bot else {}))
        return found | {"intent": msgspec.convert(found["intent"], Intent)} if "intent" in found else found

    def sheet(self) -> list[Order]:
        """Return the orders of this seat to its staff."""
        found = self._ask("GET", "/orders")
        given = found["orders"]
        return [
            Order(one["name"], given.get(one["name"]), one["meaning"], tuple(one["clauses"])) for one in found["fields"]
        ]

    def orders(self, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Give the staff orders for this seat, and return its objections. Raises Refusal."""
        found = self._ask("POST", "/orders", json={"version": self._state["version"], "orders": dict(fields)})
        self._read()
        return list(found["objections"])

    def carry_out(self, go_on: Sequence[str] = ()) -> Carried:
        """Let the staff play this turn under the orders, until it ends or the commander must decide."""
        self._ask("POST", "/orders/carry", json={"version": self._state["version"], "go_on": list(go_on)})
        until = time.monotonic() + PATIENCE
        while (now := self._ask("GET", "/orders"))["carrying"] and time.monotonic() < until:
            time.sleep(PAUSE)
        self._wait()
        stop = now["stop"]
        return Carried(
            None if stop is None else (stop["field"], Reason(stop["text"], tuple(stop["clauses"]))),
            [(kept["field"], kept["state"], kept["text"]) for kept in now["report"]],
        )

    # ------------------------------------------------------------ the server

    def _asked(self) -> DecisionData:
        decision = self.decision
        if decision is None:
            raise Refusal("The game is over." if self.over else "It is not your turn.", field="action")
        return decision

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        self._read()
        while not self.over and self.decision is None and time.monotonic() < until:
            time.sleep(PAUSE)
            self._read()

    def _read(self) -> None:
        self._state = self._ask("GET", "")

    def _events(self) -> list[Event]:
        found = self._ask("GET", "/log")["events"]
        return list(msgspec.convert(found, list[AnyEvent]))

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        """Return the server's response. If the server refuses, raises a Refusal with its reason."""
        try:
            with self._http.stream(method, f"{self._address}{path}", **given) as answer:
                data = _whole(answer)
        except httpx2.HTTPError as error:
            raise Refusal(f"The server is not responding: {error}.", field="address") from None
        try:
            told = msgspec.json.decode(data)
            if answer.is_success:
                return told
            refused = msgspec.convert(told, RefusalData)
        except (msgspec.MsgspecError, RecursionError):
            raise Refusal(f"The address returned status {answer.status_code} without data.", field="address") from None
        raise Refusal(refused.error, refused.clauses, field=refused.field)


class RefusalData(msgspec.Struct):
    """A refusal by a server."""

    error: str
    clauses: tuple[str, ...] = ()
    field: str = ""


def _whole(answer: httpx2.Response) -> bytes:
    """Return the content of a response. Raises Refusal if the response is too large or too slow."""
    data, until = bytearray(), time.monotonic() + ANSWER_SECONDS
    for part in answer.iter_bytes():
        data += part
        if len(data) > ANSWER_BYTES:
            raise Refusal(
                f"The response from this address is over the limit of {ANSWER_BYTES // 1_000_000} MB.", field="address"
            )
        if time.monotonic() > until:
            raise Refusal(f"The response from this address took more than {ANSWER_SECONDS:g} seconds.", field="address")
    return bytes(data)
