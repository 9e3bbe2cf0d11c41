"""The staff study of Inferno: how games end, how long they last, and which actions and cards win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median

from mamayev.engine.notation import ARG, MASK, verb_of
from mamayev.engine.study import Brief, Measure, Rows, Study

from ..printed.board import ours
from ..printed.map import GERMAN, SEATS, SOVIET
from ..rules.position import DECK, City
from ..rules.verbs import ATTACK, HASTY, LONG, PLAY, REINFORCE, SHORT
from ..rules.victory import VERDICTS
from .conduct import CONDUCT

ENDS = tuple(verdict.why for verdict in VERDICTS[1:])


def action_of(verb: int) -> Callable[[City, int], bool]:
    """Return a test for whether a decision begins the given action in a German round."""
    return lambda p, action: verb_of(action) == verb and p.box.name == "german-round"


def card_of(title: str) -> Callable[[City, int], bool]:
    """Return a test for whether a decision plays a card with the given name."""
    return lambda p, action: verb_of(action) == PLAY and p.board.cards[action >> ARG & MASK].title == title


ACTIONS = (
    ("calls", "Calls for Reinforcements", REINFORCE),
    ("long", "Long Moves", LONG),
    ("short", "Short Moves", SHORT),
    ("hasty", "Hasty Attacks", HASTY),
    ("deliberate", "Deliberate Attacks", ATTACK),
)
SUPPORT = tuple(dict.fromkeys(card.title for card in ours().cards if card.side == GERMAN and card.kind != "leader"))
"""The German support cards of our deck, by name."""

MEASURES = (
    Measure("end", "How the games end", "word", "The condition that ends the game.",
            lambda p: VERDICTS[p.verdict].why, ENDS),
    Measure("rounds", "Rounds", "number", "Played until the end.", lambda p: p.round),
    Measure("german_losses", "German losses", "number", "Of 10; units with an R count two.", lambda p: p.losses),
    Measure("spawn_hexes", "Soviet Spawn hexes in German hands", "number", "Of 6.",
            lambda p: 6 - p.spawns_held().bit_count()),
    Measure("soviet_deck", "Soviet cards left", "number", "In the deck at the end.", lambda p: p.count(SOVIET, DECK)),
    Measure("paulus", "Paulus came", "number", "The share of games.", lambda p: float(p.in_play(p.board.paulus))),
    Measure("hoth", "Hoth came", "number", "The share of games.", lambda p: float(p.in_play(p.board.hoth))),
    *(
        Measure(name, title, "number", "Actions of German rounds.", lambda _p: 0.0, counts=action_of(verb))
        for name, title, verb in ACTIONS
    ),
    *(
        Measure(f"card_{title.split()[0].lower()}", f"{title} played", "number", "Cards played.", lambda _p: 0.0,
                counts=card_of(title))
        for title in SUPPORT
    ),
)  # fmt: skip


def mean(rows: Rows, name: str) -> float:
    """Return the mean of a column."""
    return float(sum(row[name] for row in rows)) / len(rows)


def brief(games: Mapping[str, Rows]) -> Brief | None:
    """Report who won, how long the games lasted, and how won and lost games differ."""
    rows = games.get("staff")
    if not rows:
        return None
    won = [row for row in rows if row["winner"] == SEATS[GERMAN]]
    lost = [row for row in rows if row["winner"] != SEATS[GERMAN]]
    sentences = [f"The staff wins {100 * len(won) / len(rows):.0f}% of games."]
    for what, part in (("it wins", won), ("it loses", lost)):
        if part:
            sentences.append(
                f"The median length of games that {what} is {median(row['rounds'] for row in part):.0f} rounds."
            )
    if won and lost:
        per_round = {
            title: mean(won, name) / mean(won, "rounds") - mean(lost, name) / mean(lost, "rounds")
            for name, title, _ in ACTIONS
        }
        most = max(per_round, key=lambda title: per_round[title])
        sentences.append(f"In games it wins, {most} are a larger share of its rounds than in games it loses.")
    return Brief("Does the city fall?", tuple(sentences))


def series(p: City) -> dict[str, float]:
    """Return the values to plot over the rounds."""
    return {
        "losses": float(p.losses),
        "soviet-deck": float(p.count(SOVIET, DECK)),
        "spawn": float(p.spawns_held().bit_count()),
    }


SERIES_TITLES = {
    "losses": "German losses",
    "soviet-deck": "Soviet deck",
    "spawn": "Soviet Spawn hexes under Soviet control",
}

PLAN = Study(
    series=series,
    series_titles=SERIES_TITLES,
    series_battles={"soviet-deck": "none"},
    commanders=("staff", "random"),
    seat=SEATS[GERMAN],
    levels=("Soviet Decisive Victory", "German Decisive Victory"),
    measures=MEASURES,
    bands=("losses", "soviet-deck", "spawn"),
    brief=brief,
    conduct=CONDUCT,
)
