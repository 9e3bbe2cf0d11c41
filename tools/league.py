"""Rate our own players (make league) for docs/players.md and the dialog of a new game.

The games are in .cache/league. After Ctrl-C or SIGTERM, the same command continues. Published ratings of a game
change only when its league is complete. Slow games are played less often, and slow players only meet the yardstick.
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
from mamayev.engine.bot import STRATEGIST
from mamayev.engine.table import Game
from mamayev.lab.league import rated
from mamayev.lab.simulate import simulate
from mamayev.lab.tournament import Tournament, prepare
from mamayev.players import names

ALONE = 400
"""Games of the yardstick at a box that is played alone for points."""
GAMES = {"barbarossa": 12, "cauldron": 20, "donnerschlag": 20, "inferno": 40}
"""Games per pair of players and seat."""
SLOW = dict.fromkeys(("barbarossa", "donnerschlag", "inferno"), (STRATEGIST,))
"""The players whose games take minutes. They only meet the yardstick."""
ROOT = Path(__file__).parents[1]


STOPPED = 130
"""The exit code after an interruption."""


def league(game: str) -> Tournament:
    """Return the league of a game with all its opponents and the games played so far."""
    folder = ROOT / ".cache" / "league" / game
    folder.parent.mkdir(parents=True, exist_ok=True)
    return prepare(game, GAMES[game], names(registry.find(game)), folder, seed=1, slow=SLOW.get(game, ()))


def against(measure: str, found: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Return how often each player beats the yardstick, with the interval."""
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


def alone(game: Game, bot: str) -> dict[str, Any]:
    """Return the mean of a bot's points in a box that is played alone, with the interval; empty for any other box."""
    points = simulate(game.name, ALONE, [bot], seed=1).summary().get("points") if len(game.seats) == 1 else None
    if points is None:
        return {}
    low, high = points["ci95"]
    return {"mean": round(points["mean"], 2), "low": round(low, 2), "high": round(high, 2), "games": ALONE}


def section(game: Game) -> list[str]:
    """Return the section of the page for a game, from its league file."""
    assert game.league is not None
    found = msgspec.json.decode(game.league.read_bytes())
    measure, shares = found["measure"], found["players"]
    lines = [
        f"## {game.title}",
        "",
        f"| player | rating | wins out of 100 against {measure} | games |",
        "|---|---|---|---|",
    ]
    for name, one in found["ratings"].items():
        share, won = shares.get(name), "yardstick" if name == measure else "not played yet"
        if share:
            won = f"{100 * share['share']:.0f} ({100 * share['low']:.0f} to {100 * share['high']:.0f})"
        lines.append(f"| {name} | {rated(one)} | {won} | {share['games'] if share else ''} |")
    if points := found.get("points"):
        mean = f"{points['mean']} points ({points['low']} to {points['high']})"
        lines += ["", f"Alone, {measure} averages {mean} in {points['games']} games."]
    return [*lines, "", f"Played on {found['day']}.", ""]


HEAD = """# Our players

This page shows the strength of the opponents, as measured by `make league`.
Every pair played in every seat, with the same seeds and the default rules of each game.
In a solitaire game, both players play each game with the same seed, and the one with more points wins.

A rating of 0 is the mean of a game's players.
A lead of 400 points means ten wins for each loss.
Intervals are 95%.
Ratings from few games are pulled toward 0.
If a player won every game, its interval is too narrow: look at the numbers of wins and games instead.
Games with the strategist take long, so it has played only against the staff bot, except in The Cauldron.

Your own bots can take part: see [external players](players-from-elsewhere.md).
"""


def kept(tournament: Tournament) -> None:
    """Write the results of a league beside its game."""
    game, found = tournament.game, tournament.standings()
    measure, day = next(iter(game.bots)), datetime.now(UTC).date().isoformat()
    data = {"day": day, "measure": measure, "players": against(measure, found), "ratings": found["ratings"]}
    data |= {"points": points} if (points := alone(game, measure)) else {}
    assert game.league is not None
    game.league.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")


def page() -> str:
    """Return the page on all games that have a league."""
    rated_games = [game for game in map(registry.find, sorted(GAMES)) if game.league and game.league.is_file()]
    lines = [HEAD, *(line for game in rated_games for line in section(game))]
    lines += [] if rated_games else ["These players have not played a league yet.\n"]
    return "\n".join(lines)


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for name in sys.argv[1:] or sorted(GAMES):
        tournament = league(name)
        try:
            tournament.play_missing(workers=1)
        except KeyboardInterrupt:
            done = f"{tournament.done} of {tournament.total} games of {tournament.game.title}"
            print(f"Stopped after {done}. Run the same command to continue.")
            return STOPPED
        kept(tournament)
        (ROOT / "docs" / "players.md").write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
