"""The report of a tournament: a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mamayev.engine.words import counted

from . import plots
from .report import CONDUCT, Plot, Table, conduct_table, drawn, page, percent
from .tournament import Tournament

Found = Mapping[str, Any]


def report(tournament: Tournament, found: Found) -> str:
    """Return the page of a tournament with its standings."""
    return page("league.html").render(
        title=tournament.game.title,
        settings=tournament.settings,
        found=found,
        counted=counted,
        plots=[_ratings(found), _matrix(found), *_agents(found), *_conduct(tournament, found)],
    )


def _ratings(found: Found) -> Plot:
    lines = [
        plots.Effect(name, (one["rating"], one["low"], one["high"])) for name, one in found["ratings"].items()
    ]  # fmt: skip
    table = Table(
        ["Player", "Rating (95% interval)", "Seconds per decision"],
        [
            [
                name,
                rated(one),
                f"{found['seconds_per_decision'][name]:.4f}",
            ]
            for name, one in found["ratings"].items()
        ],
    )
    reading = (
        "The mean of the players is 0, and a lead of 400 points means ten wins for one loss. The bar is the 95% "
        "interval. A player whose bar does not touch the line is above or below the mean."
    )
    drawings = drawn(lambda width: plots.forest(lines, "points above or below the mean", width), "ratings")
    return Plot("ratings", "Ratings", reading, table, drawings)


def rated(one: Found) -> str:
    """Format a rating with its interval."""
    return f"{one['rating']:+} ({one['low']:+} to {one['high']:+})"


def _matrix(found: Found) -> Plot:
    names = list(found["ratings"])
    won: dict[tuple[str, str], str] = {}
    for pair in found["pairs"]:
        if pair["games"]:
            one, other = pair["first"], pair["second"]
            for who, whom, turn in ((one, other, False), (other, one, True)):
                shares = [_share(each, turn) for each in (pair, *pair["seats"].values())]
                seats = f" ({', '.join(shares[1:])})" if len(shares) > 2 else ""
                won[who, whom] = shares[0] + seats
    table = Table(["Player", *names], [[name, *(won.get((name, other), "–") for other in names)] for name in names])
    seats = next((", ".join(pair["seats"]) for pair in found["pairs"]), "")
    reading = (
        f"The share of games that the player in the row wins against the player in the column ({seats} of the first)."
    )
    return Plot("matrix", "Results by pair", reading, table)


def _share(one: Found, turned: bool) -> str:
    if one["share"] is None:
        return "–"
    return percent(1 - one["share"] if turned else one["share"])


def _agents(found: Found) -> list[Plot]:
    """Return the section about the behavior of the agents (`agents.contest.behavior`), if any have played."""
    rows = [
        [
            name,
            f"{one['games']}",
            f"{one['proposals']:,}",
            f"{one['refused_per_100']:.1f}",
            _listed(one["by_clause"]),
            f"{one['surrenders']}",
            _listed(one["forfeits"]),
            f"{one['seconds'] / max(1, one['games']):.1f}",
            f"{one['tokens'] // max(1, one['games']):,}",
        ]
        for name, one in found.get("agents", {}).items()
    ]
    if not rows:
        return []
    head = ["Agent", "Games", "Proposals", "Illegal per 100", "Clauses", "Surrenders", "Forfeits", "Seconds", "Tokens"]
    reading = (
        "A proposal is an action that the agent tried. A refused proposal counts under the first clause that forbids "
        "it. "
        "Seconds and tokens are means per game; a token is a word or punctuation mark in the answers."
    )
    return [Plot("agents", "The agents", reading, Table(head, rows))]


def _listed(counts: Mapping[str, int]) -> str:
    """Return the texts with their counts, the most frequent first."""
    return ", ".join(f"{text} ({count})" for text, count in counts.items()) or "–"


def _conduct(tournament: Tournament, found: Found) -> list[Plot]:
    made = []
    for seat in (tournament.game.seats[s] for side in tournament.sides for s in side):
        there = {name: seats[seat] for name, seats in found["conduct"].items() if seat in seats}
        made.append(Plot(f"conduct-{seat}", f"How they play: {seat}", CONDUCT, conduct_table(there)))
    return made
