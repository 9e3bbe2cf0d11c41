"""Kill two servers of a club again and again while deadlines of clocks come due, and print when each had its effect.

python bench/deadlines.py [--kills 1000] [--deadlines 2000] [--ends 40] [--every 0.4] [--db ADDRESS]

Two servers share one database. Each runs in a process that is killed (SIGKILL) at a random moment and started again.
The next kill comes when both have started, because servers that never run do nothing.
`--deadlines`: marks of clocks (a half, a tenth, zero). `--ends`: games that the servers end because a player has been
out of time for three banks. `--every`: the mean seconds between two kills. Every deadline must have its effect exactly
once, and none later than 10 seconds; otherwise the program ends with 1.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa

from mamayev.match.match import Match
from mamayev.server.app import create_app
from mamayev.server.clock import now
from mamayev.server.club import pace
from mamayev.server.club.club import Club
from mamayev.server.club.deadlines import MARKS, Fired
from mamayev.server.club.tables import DEADLINES
from mamayev.server.club.times import moment_of, text_of
from mamayev.server.keys import new_keys
from mamayev.server.room import Room
from mamayev.server.rooms import Begun, Rooms
from mamayev.server.store.tables import MATCHES

BAR_SECONDS = 10.0
AFTER_SECONDS = 12.0
"""How long both servers run undisturbed at the end."""
GAME = "skirmish"
CLUB = 'name = "Deadlines"\naddress = "https://club.example.org"\nimprint = "nobody"\n'

FIRED = sa.Table(
    "bench_fired",
    sa.MetaData(),
    sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(32)),
    sa.Column("mark", sa.String(16)),
    sa.Column("at", sa.String(32)),
)


def serve(address: str, file: Path, ready: int) -> None:
    """Run a server without its port until it is killed. It writes to `ready` when it has started."""
    app = create_app(address, club=file)

    def told(connection: sa.Connection, fired: Fired) -> None:
        connection.execute(sa.insert(FIRED).values(match=fired.match, mark=fired.mark, at=now()))

    app.state.parts.access.deadlines.told.append(told)

    async def run() -> None:
        async with app.router.lifespan_context(app):
            os.write(ready, b"1")
            await asyncio.Event().wait()

    asyncio.run(run())


def start(address: str, file: Path) -> int:
    """Start a server in a process of its own, wait until it has started, and return its number."""
    told, ready = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            serve(address, file, ready)
        finally:
            os._exit(1)
    os.close(ready)
    os.read(told, 1)
    os.close(told)
    return child


def end(child: int) -> None:
    """Kill a server."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def prepare(address: str, file: Path, deadlines: int, ends: int, seconds: float) -> dict[tuple[str, str], str]:
    """Fill the database, and return when each deadline is due, by match and mark."""
    app = create_app(address, club=file)
    club: Club = app.state.parts.access
    rooms: Rooms = app.state.parts.rooms
    FIRED.create(club.store.database.engine)
    marks: list[tuple[str, str]] = []

    def put(connection: sa.Connection, new: list[Room]) -> None:
        for room in new:
            pace.agree(connection, room.id, pace.Terms(pace.DailyPace(30)))

    match = Match.new(GAME, seed=1)
    for number in range(0, deadlines // 3 + ends, 50):
        new = [
            Begun(match, {}, f"Game {one}", new_keys(match.game.seats))
            for one in range(number, min(number + 50, deadlines // 3 + ends))
        ]
        for place, room in enumerate(rooms.add_together(new, put)):
            marks += [(room.id, mark) for mark in (list(MARKS)[:3] if number + place >= ends else ["end"])]
    begins = moment_of(now()) + 1_000
    due = {one: text_of(begins + round(random.uniform(0, seconds) * 1000)) for one in marks}

    def shift(connection: sa.Connection) -> None:
        for (match_id, mark), at in due.items():
            here = sa.and_(DEADLINES.c.match == match_id, DEADLINES.c.mark == mark)
            connection.execute(sa.update(DEADLINES).where(here).values(due=at))

    club.write(shift)
    club.stop()
    app.state.parts.store.close()
    return due


def effects(address: str) -> list[tuple[str, str, str]]:
    """Return the effects that deadlines had: match, mark and time."""
    engine = sa.create_engine(address)
    with engine.connect() as connection:
        found = [(row.match, row.mark, row.at) for row in connection.execute(sa.select(FIRED))]
        ended = sa.select(MATCHES.c.id, MATCHES.c.updated, MATCHES.c.version).where(MATCHES.c.over)
        for row in connection.execute(ended):
            found += [(row.id, "end", row.updated)] * (row.version - 1)
    engine.dispose()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--deadlines", type=int, default=2000)
    parser.add_argument("--ends", type=int, default=40)
    parser.add_argument("--every", type=float, default=0.4)
    parser.add_argument("--db")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "club.toml"
        file.write_text(CLUB, encoding="utf-8")
        address = wanted.db or f"sqlite:///{folder}/games.sqlite"
        # In a process of its own, so that no thread and no connection is there when the servers are forked.
        due = prepare(address, file, wanted.deadlines, wanted.ends, wanted.kills * wanted.every)
        children = [start(address, file) for _ in range(2)]
        for _ in range(wanted.kills):
            time.sleep(random.expovariate(1 / wanted.every))
            which = random.randrange(2)
            end(children[which])
            children[which] = start(address, file)
        time.sleep(AFTER_SECONDS)
        for child in children:
            end(child)
        found = effects(address)
    times: dict[tuple[str, str], list[str]] = {}
    for match_id, mark, at in found:
        times.setdefault((match_id, mark), []).append(at)
    late = [0.0] if not times else sorted((moment_of(at[0]) - moment_of(due[one])) / 1000 for one, at in times.items())
    twice = sum(len(at) > 1 for at in times.values())
    missing = len(due.keys() - times.keys())
    print("| kills | deadlines | never | more than once | median s | p99 s | latest s |")
    print("|---|---|---|---|---|---|---|")
    latest, p99 = late[-1], late[int(len(late) * 0.99)]
    counts = f"| {wanted.kills} | {len(due)} | {missing} | {twice} |"
    print(f"{counts} {statistics.median(late):.1f} | {p99:.1f} | {latest:.1f} |")
    good = not missing and not twice and times.keys() <= due.keys() and latest <= BAR_SECONDS
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
