"""Play twin games at two clubs, and look for any difference in what somebody gets who cannot tell them apart.

python bench/twins.py [--pairs 4000] [--workers N] [--minutes N] [--seed N] [--game GAME ...]

The two games of a pair differ only in what is hidden from one seat. Members hold both seats by account. In turn, each
seat's member and a spectator without a seat look: every answer, every message of a tab, the lists of the lobby, and
the text of every notice must be the same in both games, byte by byte. The questions are drawn from those of
`tests/server/test_traffic.py`. Each worker is a process with clubs of its own, and a new pair of clubs follows after
`TOGETHER` pairs of games, because the lists of the lobby grow with them. Prints what was compared so far after each of
these, then a JSON object, and ends with 1 at a leak.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.conftest import install
from tests.server.club.conftest import ADDRESS, written
from tests.server.test_traffic import LONGEST, TIME, Dealt, Log, World, compare_messages, compared, pair, questions

from mamayev.engine.registry import find
from mamayev.match.match import Match
from mamayev.server import company, saved
from mamayev.server.app import create_app
from mamayev.server.club import notices, seats, sessions, ways
from mamayev.server.club.names import name_of
from mamayev.server.club.outbox import Delivery
from mamayev.server.club.tables import OUTBOX
from mamayev.server.keys import hashed
from mamayev.server.routes import matches as server_matches
from mamayev.server.store import chat, rows, shared
from mamayev.server.store import matches as stored_matches

GAMES = ("duel", "skirmish", "donnerschlag")
LENGTHS = {"donnerschlag": 40}
"""How many entries of a log are played at most, where the setup alone has more than usual."""
TOGETHER = 50
"""The number of pairs at the same two clubs."""
ASKED = 3
"""The number of questions after each action."""
CLUB_PATHS = ("/api/club/games", "/api/club/members")
NAMES = {"blue": "Blue Bird", "red": "Red Rose", "north": "North Wind", "south": "South Sea"}
NAMES |= {"axis": "Axel", "soviet": "Sonja", "": "Look On"}
"""The members by seat. The last one has none."""
KEYS = {seat: seat.ljust(32, "-") for seat in NAMES}
PATCHED = (saved, company, chat, rows, shared, stored_matches, notices, ways)
FIELDS = [OUTBOX.c[name] for name in Delivery._fields if name not in ("others", "slow")]


class Leak(Exception):
    """Twin games differ for somebody who cannot tell them apart."""


class Lasting(World):
    """A world at a club that stays open for many games."""

    def __init__(self, stack: ExitStack, folder: Path, number: int) -> None:
        self.club = written(folder, None)
        self.app = create_app(
            f"sqlite:///{folder / f'{number}.sqlite'}", bot_pause=60, rate="100000000/minute", games="100000000/hour",
            club=self.club,
        )  # fmt: skip
        self.client = stack.enter_context(TestClient(self.app, base_url=ADDRESS))
        self.sockets = ADDRESS.replace("http", "ws")
        parts = self.app.state.parts
        parts.access.sender.stop()
        self.tokens: dict[str, dict[str, str]] = {}
        for place, (seat, name) in enumerate(NAMES.items()):

            def join(connection: sa.Connection, name: str = name, member: str = f"{place:032}") -> str:
                ways.add_member(connection, member, name_of(name), None)
                return sessions.begin(connection, member, "")

            token = parts.access.write(join)
            self.tokens[seat] = {"origin": ADDRESS, "cookie": f"{sessions.COOKIE}={token}"}

    def begin_game(self, game: str, log: Log, monkeypatch: pytest.MonkeyPatch) -> bytes:
        """Begin a game whose seats members hold; returns the answer."""
        self.game, self.log = game, log
        self.match = Match.new(game, seed=1, chance=Dealt(game, log))
        with monkeypatch.context() as patched:
            patched.setattr(Match, "new", lambda *_, **__: self.match)
            answer = self.client.post("/api/matches", json={"game": game, "held": True, "name": "Two games"})
        self.id = answer.json()["id"]
        self.path = f"/api/matches/{self.id}"

        def keep(connection: sa.Connection) -> None:
            for place, seat in enumerate(NAMES):
                if seat in find(game).seats:
                    seats.keep(connection, f"{place:032}", self.id, hashed(KEYS[seat] + self.id))
            seats.set_sight(connection, self.id, "public")

        self.app.state.parts.access.write(keep)
        return answer.content

    def shown(self, seat: str | None) -> dict[str, str]:
        return self.tokens[seat or ""]

    @property
    def version(self) -> int:
        found: tuple[int, int] = self.app.state.parts.store.matches.version(self.id)
        return found[0]

    def notices(self) -> list[Any]:
        """The texts of the notices of this game that wait for both members."""

        def read(connection: sa.Connection) -> list[Any]:
            query = sa.select(*FIELDS).where(OUTBOX.c.match == self.id).order_by(OUTBOX.c.number)
            found = [Delivery(*row)._replace(number=0, written="") for row in connection.execute(query)]
            return [(one, notices.notice(connection, one, ADDRESS)) for one in found]

        found: list[Any] = self.app.state.parts.access.read(read)
        return found


class Compared(NamedTuple):
    """What was compared: pairs of games, answers with messages and notices, and the leaks among them."""

    pairs: int
    answers: int
    leaks: list[str]

    def with_more(self, more: Compared) -> Compared:
        """Return both together."""
        return Compared(self.pairs + more.pairs, self.answers + more.answers, self.leaks + more.leaks)


@contextmanager
def prepared() -> Iterator[tuple[pytest.MonkeyPatch, Path]]:
    """The throw-away games, a clock that stands still, and numbers in order instead of random ids."""
    monkeypatch = pytest.MonkeyPatch()
    with tempfile.TemporaryDirectory() as folder, monkeypatch.context() as patched:
        install("duel", Path(folder), patched)
        for module in PATCHED:
            patched.setattr(module, "now", lambda: TIME)
        yield patched, Path(folder)


def twins(game: str, seat: str, rng: random.Random) -> tuple[Log, Log]:
    """Return the logs of two games that differ, drawn again until they do."""
    while True:
        with suppress(AssertionError):
            one, other = pair(game, seat, rng, LENGTHS.get(game, LONGEST))
            if one != other:
                return one, other


def play(worlds: list[Lasting], game: str, looks: str | None, seed: int, patched: pytest.MonkeyPatch) -> int:
    """Play a pair of games, and return how many answers, messages and notices were compared. Raises Leak."""
    rng = random.Random(seed)
    seat = looks or rng.choice(find(game).seats)
    logs, checked = twins(game, seat, rng), 0
    with ExitStack() as stack:
        begun: list[bytes] = []
        for world, log in zip(worlds, logs, strict=True):
            numbers = count(1)
            name = f"{seed:016x}"
            patched.setattr("secrets.token_hex", lambda _, name=name, numbers=numbers: name if next(numbers) else "")
            patched.setattr(
                server_matches, "new_keys", lambda names, name=name: {each: KEYS[each] + name for each in names}
            )
            begun.append(world.begin_game(game, log, patched))
        if begun[0] != begun[1]:
            raise Leak("the new game")
        tabs = [world.follow(stack, looks) for world in worlds]
        compare_messages(tabs)
        for (who, line), (_, as_well) in zip(*(world.choices() for world in worlds), strict=True):
            played = [world.act(who, text) for world, text in zip(worlds, (line, as_well), strict=True)]
            if [answer[0] for answer in played] != [200, 200] or (who == looks and played[0] != played[1]):
                raise Leak(f"{who} plays {line}: {played}")
            compare_messages(tabs)
            asked = questions(worlds[0].match, seat, random.Random(seed + len(line)))
            for call in rng.sample(asked, ASKED):
                compared(list(worlds), looks, *call)
            told = [world.notices() for world in worlds]
            if told[0] != told[1]:
                raise Leak(f"notices: {told}")
            checked += 2 + ASKED + len(told[0])
        for path in CLUB_PATHS:
            found = [world.client.get(path, headers=world.shown(looks)) for world in worlds]
            if found[0].content != found[1].content:
                raise Leak(f"{path}: {[one.text for one in found]}")
            checked += 1
    return checked


def play_some(games: tuple[str, ...], seed: int, until: float, numbers: range) -> Compared:
    """Play pairs of games at two clubs of their own, until a moment at most."""
    answers, done, leaks = 0, 0, []
    with prepared() as (patched, folder), ExitStack() as stack:
        worlds = [Lasting(stack, folder, number) for number in range(2)]
        for number in numbers:
            if time.time() > until:
                break
            game = games[number % len(games)]
            looks = (*find(game).seats, None)[number // len(games) % 3]
            try:
                answers += play(worlds, game, looks, seed + number, patched)
            except (AssertionError, Leak) as leak:
                leaks.append(f"seed {seed + number}, {game}, {looks}: {leak}"[:2000])
            done += 1
    return Compared(done, answers, leaks)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", nargs="+", default=GAMES)
    given = parser.parse_args()
    found = Compared(0, 0, [])
    parts = [range(first, min(first + TOGETHER, given.pairs)) for first in range(0, given.pairs, TOGETHER)]
    some = partial(play_some, tuple(given.game), given.seed, time.time() + 60 * given.minutes)
    with ProcessPoolExecutor(given.workers, max_tasks_per_child=1) as pool:
        for more in pool.map(some, parts):
            found = found.with_more(more)
            print(f"{found.pairs} pairs, {found.answers} compared, {found.leaks} leaks", file=sys.stderr, flush=True)
    print(json.dumps({"games": list(given.game), **found._asdict()}))
    return 1 if found.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
