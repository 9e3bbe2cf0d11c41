"""Rate our own players anew (make league): docs/players.md, and what the set-up sheet says beside each opponent.

The games are kept in .cache/league; what was stopped by Ctrl-C or SIGTERM goes on by the same command, and what is told
of a game stays as it is until its league is over. Games that take long are played less often.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine import registry
from mamayev.engine.table import Game
from mamayev.lab.league import rated
from mamayev.lab.tournament import Tournament, prepare
from mamayev.players import names

GAMES = {"barbarossa": 12, "cauldron": 20, "donnerschlag": 20, "inferno": 60}
"""How many games of each pair in each seat."""
ROOT = Path(__file__).parents[1]


STOPPED = 130
"""The exit code of a league that was stopped."""


def league(game: str) -> Tournament:
    """The league of a game, all its opponents, with what has been played of it."""
    folder = ROOT / ".cache" / "league" / game
    folder.parent.mkdir(parents=True, exist_ok=True)
    return prepare(game, GAMES[game], names(registry.find(game)), folder, seed=1)


def against(measure: str, found: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """How often each player beats the measure, with the interval."""
    shares = {}
    for pair in found["pairs"]:
        if pair["games"] and measure in (pair["first"], pair["second"]):
            low, high = pair["ci95"]
            share = pair["share"]
            if pair["first"] == measure:
                share, low, high = 1 - share, 1 - high, 1 - low
            other = pair["second"] if pair["first"] == measure else pair["first"]
            shares[other] = {
                "share": round(share, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "games": pair["games"],
            }
    return shares


def section(game: Game) -> list[str]:
    """The part of the page on a game, from its league file."""
    assert game.league is not None
    found = msgspec.json.decode(game.league.read_bytes())
    measure, shares = found["measure"], found["players"]
    lines = [f"## {game.title}", "", f"| player | rating | beats {measure} in 100 | games |", "|---|---|---|---|"]
    for name, one in found["ratings"].items():
        share, won = shares.get(name), "the measure" if name == measure else "not played yet"
        if share:
            won = f"{100 * share['share']:.0f} ({100 * share['low']:.0f} to {100 * share['high']:.0f})"
        lines.append(f"| {name} | {rated(one)} | {won} | {share['games'] if share else ''} |")
    return [*lines, "", f"Played on {found['day']}.", ""]


HEAD = """# Our players

How strong the opponents are, as `make league` found it. Every pair has played in every seat on the same seeds, by the
usual rules of each game; where one side alone is a player's, the one with more points in the game of a number has won.
0 is the mean of the players of a game, and 400 points more are ten games won for one that is lost; intervals are 95 %.
Few games draw a rating towards 0, and where one player has won every game they make its interval too narrow: go by how
often he won, and in how many games. Barbarossa's strategist, of whom a game takes minutes, has met the staff alone.
Bots of your own can take part: [players from elsewhere](players-from-elsewhere.md).
"""


def kept(tournament: Tournament) -> None:
    """What a league has come to is written beside its game."""
    game, found = tournament.game, tournament.standings()
    measure, day = next(iter(game.bots)), datetime.now(UTC).date().isoformat()
    data = {"day": day, "measure": measure, "players": against(measure, found), "ratings": found["ratings"]}
    assert game.league is not None
    game.league.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")


def page() -> str:
    """The page on all games that have a league."""
    rated_games = [game for game in map(registry.find, sorted(GAMES)) if game.league and game.league.is_file()]
    lines = [HEAD, *(line for game in rated_games for line in section(game))]
    lines += [] if rated_games else ["No league has been played since these players were made.\n"]
    return "\n".join(lines)


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for name in sys.argv[1:] or sorted(GAMES):
        tournament = league(name)
        try:
            tournament.play(workers=1)
        except KeyboardInterrupt:
            done = f"{tournament.done} of {tournament.total} games of {tournament.game.title}"
            print(f"Stopped after {done}. The same command goes on.")
            return STOPPED
        kept(tournament)
        (ROOT / "docs" / "players.md").write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
