"""Write a corpus of stored games: what a server of this version leaves in its database.

    python tools/stored_games.py tests/stored/NAME.sql.gz
    python tools/stored_games.py games.sql.gz --each 250 --longest 60 --records FOLDER

Twenty games, five of each game of the package, begun with options drawn at random, played by the staff and at random to
different lengths, and stored by the server itself. Run it once for each release, with the release's own code
(`make stored NAME=0.2`), and commit the file: `tests/server/test_stored.py` opens every corpus that there is.

It uses only what users hold on to (`mamayev.new`, `play`, the HTTP API), so that it also runs beside an old checkout:
`PYTHONPATH=OLD/src python tools/stored_games.py FILE`. `make release-check` does so for a thousand shorter games, and
also keeps their records as files.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

import mamayev
from mamayev.players import find, take
from mamayev.server.app import create_app

GAMES = ("cauldron", "inferno", "barbarossa", "donnerschlag")
EACH = 5
ENTRIES = (30, 60, 120, 200, 320)
"""About how many entries the log of each has; a game may be over before."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a database of stored games as SQL, compressed.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=EACH, help="games of each kind")
    parser.add_argument("--longest", type=int, default=max(ENTRIES), help="most entries of a log")
    parser.add_argument("--records", type=Path, help="also write each record as a file into this folder")
    chosen = parser.parse_args()
    write(chosen.file, chosen.each, chosen.longest, chosen.records)


def write(file: Path, each: int, longest: int, records: Path | None) -> None:
    """Play the games, store them and write the database down as SQL, compressed."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "games.sqlite")
        app = create_app(f"sqlite:///{database}", rate="1000000/minute", games="1000000/hour")
        with TestClient(app, base_url="http://127.0.0.1") as client:
            for number in range(each * len(GAMES)):
                record = played(GAMES[number % len(GAMES)], number, longest)
                if records is not None:
                    records.mkdir(parents=True, exist_ok=True)
                    (records / f"{number}.json").write_text(record, encoding="utf-8")
                answer = client.post("/api/records", content=record, headers={"content-type": "application/json"})
                assert answer.status_code == 201, answer.text
        with closing(sqlite3.connect(database)) as connection:
            smaller(connection)
            text = "\n".join(connection.iterdump())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def smaller(connection: sqlite3.Connection) -> None:
    """Keep how the game looked for one match of each game: most of the file would be scenes."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'looks'").fetchone():
        return
    connection.execute("UPDATE matches SET look = NULL WHERE id NOT IN (SELECT min(id) FROM matches GROUP BY game)")
    connection.execute("DELETE FROM looks WHERE hash NOT IN (SELECT look FROM matches WHERE look IS NOT NULL)")
    connection.commit()


def played(name: str, number: int, longest: int) -> str:
    """The record of a game with options drawn by its number, played by the staff and at random in turns."""
    rng = random.Random(number)
    match = begun(name, number, rng)
    staff = find(match.game, next(iter(match.game.bots)))
    entries = min(longest, ENTRIES[number // len(GAMES) % len(ENTRIES)])
    while match.decision is not None and len(match.record.log) < entries:
        if number % 2 or rng.random() < 0.5:
            take(match, staff, rng)
        else:
            match.play(match.position.name(match.position.draw(rng.random)))
    return str(match.to_json())


def begun(name: str, seed: int, rng: random.Random) -> Any:
    """A match of an edition and options that go together."""
    info = mamayev.info(name)
    while True:
        edition = rng.choice(info["editions"])
        options = {o["name"]: drawn(o, rng) for o in info["options"] if rng.random() < 0.3}
        try:
            return mamayev.new(name, seed=seed, edition=edition, options=options)
        except ValueError:
            continue  # these options do not go together


def drawn(option: dict[str, Any], rng: random.Random) -> Any:
    """A value of an option."""
    if option["type"] == "bool":
        return rng.random() < 0.5
    return rng.choice(option["choices"]) if option.get("choices") else option["default"]


if __name__ == "__main__":
    main()
