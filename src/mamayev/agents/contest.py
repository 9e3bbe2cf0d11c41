"""Agents in a tournament: programs that play a seat as clients of the Model Context Protocol."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from mamayev.engine.bot import RANDOM, Policy
from mamayev.engine.event import Event
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.text import plain
from mamayev.lab.conduct import Observer
from mamayev.lab.mass import Row, Setup, Took, by_lot, table_of
from mamayev.lab.tournament import SEATS, Told, Tournament
from mamayev.match.data import DecisionData
from mamayev.match.decision import Decision
from mamayev.match.match import Match
from mamayev.players import checked, contender
from mamayev.players.outside import guard, kill, words

from .server import Door
from .serving import in_a_thread
from .table import Table

AGENT = "mcp:"
"""The prefix of an agent's player name. The rest of the name is the command that starts the agent."""
ADDRESS, TOKEN = "MAMAYEV_MCP_URL", "MAMAYEV_MCP_TOKEN"
"""The environment variables that contain the address and the token of the game."""
LIMITS = {"seconds": 1800, "tokens": 1_000_000, "refused": 200}
"""The default limits of a game: thinking time in seconds, words and punctuation marks in all responses, and refused
actions.
"""
BEAT = 0.2
"""The maximum delay, in seconds, before the contest notices that a program has ended."""
PARTING = 5.0
"""The number of seconds that a program has to end after its game."""
PATIENCE = 60.0
"""The number of seconds that a call waits for the other players."""
COLUMNS = (
    ("proposals", pa.int32()), ("refused", pa.int32()), ("refused_clauses", pa.string()), ("tokens", pa.int32()),
    ("surrendered", pa.bool_()), ("forfeit", pa.string()),
)  # fmt: skip


class Forfeit(Exception):
    """An agent has forfeited its game. The message gives the reason."""


class Contested(Table):
    """A seat in a tournament game in which other players hold the other seats.

    `turn`: a condition whose lock protects the match, and which is notified after every action. `proposals`: the number
    of actions that the agent has tried. `refused`: the clauses for each refused action. `tokens`: the number of words
    and punctuation marks in all responses. `left`: whether the agent left the game before its end.
    """

    def __init__(self, match: Match, seat: str, turn: threading.Condition) -> None:
        self.turn = turn
        self.proposals = self.tokens = 0
        self.spent = 0.0
        self.left = False
        self.refused: list[tuple[str, ...]] = []
        super().__init__(match, seat, {})

    @property
    def decision(self) -> DecisionData | None:
        """The current decision of this seat, or None."""
        with self.turn:
            return super().decision if self._is_due() else None

    def board(self) -> str:
        """Return the table in words, as the seat sees it."""
        with self.turn:
            return super().board()

    def news(self) -> list[Event]:
        """Return the events since the agent's last call, and mark them as read."""
        with self.turn:
            return super().news()

    def play(self, path: str | Sequence[str]) -> None:
        """Play an action, or a path of several as one, and wait for the other players. If it raises Refusal, nothing
        has changed."""
        with self.turn:
            self._asked()
            self.proposals += 1
            try:
                self.match.play(path)
            except Refusal as refusal:
                self.refused.append(refusal.clauses)
                raise
            self.turn.notify_all()
            self.turn.wait_for(lambda: self.over or self.left or self._is_due(), PATIENCE)

    def resign(self) -> None:
        """Resign the game. Raises Refusal if the game is over."""
        with self.turn:
            super().resign()
            self.turn.notify_all()

    def leave(self) -> None:
        """End a call that is waiting for the other players, because the agent is leaving the game."""
        with self.turn:
            self.left = True
            self.turn.notify_all()

    def heard(self, text: str) -> None:
        """Add the length of a response to `tokens`."""
        self.tokens += len(re.findall(r"\w+|[^\w\s]", text))

    def _is_due(self) -> bool:
        decision = self.match.decision
        return decision is not None and decision.index == self.index

    def _asked(self) -> Decision:
        with self.turn:
            found = super()._asked()
            if not self._is_due():
                raise Refusal("It is not your turn.", field="action")
            return found


@dataclass
class Agent:
    """An agent's program in its seat. `lost`: whether it has forfeited the game."""

    command: str
    table: Contested
    process: subprocess.Popen[bytes]
    limits: Mapping[str, int]
    lost: bool = False

    def wait(self) -> None:
        """Wait until the agent has played. Raises Forfeit if the agent exceeds a limit or its program ends."""
        table, turn, begun = self.table, self.table.turn, time.monotonic()
        plies = len(table.match.record.log)
        try:
            while not table.over and len(table.match.record.log) == plies:
                turn.wait(BEAT)
                self._check(table.spent + time.monotonic() - begun)
        finally:
            table.spent += time.monotonic() - begun

    def _check(self, spent: float) -> None:
        table, limits = self.table, self.limits
        if spent > limits["seconds"]:
            why = f"has thought for more than {limits['seconds']} seconds"
        elif len(table.refused) > limits["refused"]:
            why = f"has proposed more than {limits['refused']} illegal actions"
        elif table.tokens > limits["tokens"]:
            why = f"has read more than {limits['tokens']:,} words and punctuation marks"
        elif not table.over and self.process.poll() is not None:
            why = "ended before the game was over"
        else:
            return
        self.lost = True
        raise Forfeit(f"The agent “{self.command}” {why}.")


@contextmanager
def started(command: str, table: Contested, limits: Mapping[str, int], *, hints: bool) -> Iterator[Agent]:
    """Start an agent's program for its seat, and stop it and its child processes at the end. Raises Refusal if it
    cannot start."""
    door = Door(hints=hints, begins=False, heard=table.heard)
    door.seat(table)
    with in_a_thread(door) as (address, token):
        group = guard()
        try:
            process = subprocess.Popen(
                words(command),
                env={**os.environ, ADDRESS: address, TOKEN: token},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                process_group=group.pid if group else None,
            )
        except (OSError, ValueError) as error:
            why = plain(error)
            raise Refusal(f"The agent “{command}” cannot be started: {why}.", field="--players") from None
        try:
            agent = Agent(command, table, process, limits)
            yield agent
            if not agent.lost:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(PARTING)
        finally:
            table.leave()
            _end(process, group)


def _end(process: subprocess.Popen[bytes], group: subprocess.Popen[bytes] | None) -> None:
    kill(process, group)
    if group is not None:
        group.wait()
    process.wait()


@dataclass
class Agents:
    """The agents of a tournament (`lab.tournament.Guests`). `hints`: whether they can ask bots for advice."""

    limits: dict[str, int] = field(default_factory=lambda: dict(LIMITS))
    hints: bool = False
    columns: Sequence[tuple[str, pa.DataType]] = COLUMNS

    def knows(self, name: str) -> bool:
        """Return whether a player is an agent. Raises Refusal if its name contains no command."""
        if not name.startswith(AGENT):
            return False
        if not name.removeprefix(AGENT).strip():
            raise Refusal(
                f"“{AGENT}” does not name a program. Put its command after the colon, as in “{AGENT}python3 agent.py”.",
                field="--players",
                malformed=True,
            )
        return True

    def play_number(
        self, setup: Setup, seed: int, number: int, observer: Observer, took: Took, spent: dict[int, float]
    ) -> tuple[Row, Position, Told]:
        """Play a game as `mass.play_number` does, with the same dice and cards."""
        own = random.Random(f"{seed}/{number}").getrandbits(53)
        game, rng = table_of(setup).game, random.Random(own)
        components = setup.components or None
        match = Match.new(
            setup.game, seed=own, edition=setup.edition, options=dict(setup.options), components=components
        )
        turn = threading.Condition(threading.RLock())
        lost: tuple[int, str] | None = None
        with ExitStack() as stack:
            agents = {
                seat: stack.enter_context(
                    started(
                        name.removeprefix(AGENT),
                        Contested(match, game.seats[seat], turn),
                        self.limits,
                        hints=self.hints,
                    )
                )
                for seat, name in enumerate(setup.players)
                if self.knows(name)
            }
            policies = {
                seat: by_lot if name == RANDOM else checked(contender(game, name), name)
                for seat, name in enumerate(setup.players)
                if name and seat not in agents
            }
            with turn:
                try:
                    _play_out(match, agents, policies, rng, spent, turn)
                except Forfeit as forfeit:
                    decision = match.decision
                    assert decision is not None
                    lost = decision.index, str(forfeit)
                    match.resign(decision.seat)
                turn.notify_all()
        spent |= {seat: agent.table.spent for seat, agent in agents.items()}
        surrendered = match.record.resigned if lost is None else ""
        columns = {
            seat: _behavior(
                agent.table, surrendered == game.seats[seat], lost[1] if lost is not None and lost[0] == seat else ""
            )
            for seat, agent in agents.items()
        }
        result = dict(match.result or {})
        if lost is not None:
            result |= {"level": f"{game.seats[lost[0]].capitalize()} forfeited", "why": lost[1]}
        p, decisions = _observed(match, observer, took)
        row = {"number": number, "seed": own, "decisions": decisions}
        resigned = match.record.resigned
        told = Told(columns, game.seats.index(resigned) if resigned else None)
        return row | {key: result.get(key) for key in ("winner", "level", "points", "why")}, p, told


def _play_out(
    match: Match,
    agents: Mapping[int, Agent],
    policies: Mapping[int, Policy],
    rng: random.Random,
    spent: dict[int, float],
    turn: threading.Condition,
) -> None:
    """Play a match to its end. Raises Forfeit."""
    while (decision := match.decision) is not None:
        seat, p = decision.index, match.position
        if seat in agents:
            agents[seat].wait()
            continue
        begun, policy = time.monotonic(), policies[seat]
        code = policy(p if policy is by_lot else p.table.sample(p, seat, rng), rng)
        spent[seat] = spent.get(seat, 0.0) + time.monotonic() - begun
        match.play(p.name(code))
        turn.notify_all()


def _behavior(table: Contested, surrendered: bool, forfeit: str) -> Row:
    """Return the columns that describe an agent's behavior."""
    clauses = Counter(clause for one in table.refused for clause in one[:1] or ("",))
    return {
        "proposals": table.proposals, "refused": len(table.refused), "refused_clauses": json.dumps(clauses),
        "tokens": table.tokens, "surrendered": surrendered, "forfeit": forfeit,
    }  # fmt: skip


def _observed(match: Match, observer: Observer, took: Took) -> tuple[Position, int]:
    """Replay the log of a match for an observer. Return the last position and the number of decisions by players."""
    p, decisions = match.table.start(), 0
    observer.watch(p)
    for text in match.record.log:
        code = match.table.notation.parse(text)
        if p.seat >= 0 and p.seat not in match.table.procedures:
            took(p, p.seat, code)
            decisions += 1
        p.apply(code)
    return p, decisions


def behavior(tournament: Tournament) -> dict[str, Any]:
    """Return the behavior of each agent in a tournament, JSON-ready: illegal actions per 100 proposals and by clause,
    surrenders, tokens read, seconds, and forfeited games by reason."""
    found = {}
    for name in tournament.settings.players:
        if not name.startswith(AGENT):
            continue
        rows = [row for row in tournament.kept.tables[SEATS].to_pylist() if row["player"] == name]
        proposals, refused = (sum(row[key] for row in rows) for key in ("proposals", "refused"))
        clauses: Counter[str] = Counter()
        for row in rows:
            clauses.update(json.loads(row["refused_clauses"]))
        found[name] = {
            "games": len(rows),
            "proposals": proposals,
            "refused": refused,
            "refused_per_100": round(100 * refused / max(1, proposals), 2),
            "by_clause": {clause or "malformed": count for clause, count in clauses.most_common()},
            "surrenders": sum(row["surrendered"] for row in rows),
            "tokens": sum(row["tokens"] for row in rows),
            "seconds": round(sum(row["seconds"] for row in rows), 1),
            "forfeits": dict(Counter(row["forfeit"] for row in rows if row["forfeit"])),
        }
    return found
