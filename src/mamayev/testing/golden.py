"""Golden games: finished records that must always replay to the same result and events.

`python -m mamayev.testing.golden FOLDER [GAME ...]` plays and writes one for each edition and option group of the
games. `--check` lists the games that have changed. An intended change needs a new version of the game's rules.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.match import files
from mamayev.match.match import Match, Record

SEED = 1942


class Golden(msgspec.Struct):
    """A finished game: its saved form, its result, and a digest of its events."""

    record: str
    result: dict[str, Any]
    events: str


def set_ups(game: Game) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield setups as tuples of name, edition and options: each edition with defaults, and with each of its option
    groups turned on.
    """
    for edition in game.editions:
        yield edition, edition, {}
        for group in dict.fromkeys(option.group for option in game.options):
            chosen = {
                option.name: True if option.type == "bool" else option.choices[-1]
                for option in game.options
                if option.group == group and (option.type == "bool" or option.choices)
            }
            name = "".join(c if c.isalnum() else "-" for c in f"{edition} {group or 'options'}".lower())
            try:
                game.table(edition, chosen)
            except Refusal:
                continue  # this edition does not have them
            if chosen:
                yield name, edition, chosen


def golden_game(game: Game, edition: str, options: dict[str, Any]) -> Golden:
    """Play a random game to its end."""
    match, rng = Match.new(game.name, seed=SEED, edition=edition, options=options), random.Random(SEED)
    while not match.over:
        match.play(match.position.name(match.position.draw(rng.random)))
    return Golden(match.to_json(), _plain(match.result), digest(match))


def digest(match: Match) -> str:
    """Return a digest of all events in a match."""
    return blake2b(msgspec.json.encode([event.to_data() for event in match.events]), digest_size=16).hexdigest()


def _plain(result: dict[str, Any] | None) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(result))
    return data


def changed(file: Path) -> str:
    """Describe how the replay of a golden game differs, or return "" if it does not."""
    golden = msgspec.json.decode(file.read_bytes(), type=Golden)
    record = Record.from_json(golden.record)
    version = registry.find(record.game).version
    under = f" (saved under version {record.rules} of the rules; version {version} is installed)"
    try:
        match = record.replay()
    except Refusal as refusal:
        return f"{file.name} no longer replays: {refusal.text}{under}"
    if (result := _plain(match.result)) != golden.result:
        return f"{file.name} ends otherwise: {result.get('why')}, was {golden.result.get('why')}{under}"
    if digest(match) != golden.events:
        return f"{file.name} tells other events, or cites other clauses{under}"
    return ""


def main() -> None:
    """Write golden games, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=registry.names())
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    wrong = False
    for name in wanted.games:
        game, folder = registry.find(name), wanted.folder / name
        if wanted.check:
            for file in sorted(folder.glob("*.json")):
                if sentence := changed(file):
                    wrong = True
                    sys.stdout.write(f"{name}: {sentence}\n")
            continue
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for title, edition, options in set_ups(game):
            files.write(folder / f"{title}.json", msgspec.json.encode(golden_game(game, edition, options)) + b"\n")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
