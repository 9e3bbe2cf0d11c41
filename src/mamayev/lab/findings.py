"""The results of a study in figures: JSON-ready, and computed only from its tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from mamayev.engine.study import Measure

from .conduct import conducted
from .figures import counted, difference, distribution, quantile
from .kept import Key
from .study import Arm, StaffStudy

BAND = (0.05, 0.25, 0.5, 0.75, 0.95)


def findings(study: StaffStudy) -> dict[str, Any]:
    """Return the figures of every commander, and the effect of each variant on the first commander."""
    base = [arm for arm in study.arms if arm.variant is None]
    first = base[0]
    return {
        "game": study.settings.game,
        "edition": study.settings.edition,
        "seed": study.settings.seed,
        "games": study.done,
        "last_turn": max(study.tables["games"]["turn"].to_pylist()),
        "commanders": {
            arm.commander: _of_commander(study, arm.key)
            | ({} if arm is first else {"against": {"commander": first.commander} | _difference(study, arm, first)})
            for arm in base
        },
        "variants": [_of_variant(study, arm, first) for arm in study.arms if arm.variant is not None],
    }


def _difference(study: StaffStudy, arm: Arm, first: Arm) -> dict[str, Any]:
    """Return the difference in points between two arms, compared game by game.

    Games with the same number have the same seed and the same dice.
    """
    rows, others = study.rows("games", arm.key), study.rows("games", first.key)
    base = dict(zip(others["number"].to_pylist(), others["points"].to_pylist(), strict=True))
    pairs = [
        (value, base[number])
        for number, value in zip(rows["number"].to_pylist(), rows["points"].to_pylist(), strict=True)
        if number in base
    ]
    return difference([value for value, _ in pairs], [value for _, value in pairs])


def _of_commander(study: StaffStudy, key: Key) -> dict[str, Any]:
    plan = study.plan
    games = study.rows("games", key)
    points = games["points"].to_pylist()
    found: dict[str, Any] = {"games": len(points), "points": distribution(points)}
    found["points"]["counts"] = {f"{value:g}": counted(n, len(points)) for value, n in sorted(Counter(points).items())}
    if plan.reference is not None:
        found["better"] = counted(sum(value > plan.reference[0] for value in points), len(points))
    found["levels"] = _words(games["level"].to_pylist(), plan.levels)
    found["measures"] = {m.name: _measured(m, games[m.name].to_pylist()) for m in plan.measures}
    found["conduct"] = conducted(plan.conduct, study.game, study.seat, games.to_pylist())
    found["turns"] = _by_turn(study, key)
    found["lost"] = _losses(study, key, len(points))
    found["departures"] = _departures(study, key, len(points))
    return found


def _departures(study: StaffStudy, key: Key, games: int) -> list[dict[str, Any]]:
    """Return how a search departed from the staff's choice, the most frequent departure first: the box and verbs, the
    number per game, and the turn in which it was most frequent.
    """
    turns = defaultdict(list)
    for row in study.rows("departures", key).to_pylist():
        turns[row["box"], row["usual"], row["verb"]].append(row["turn"])
    return [
        {
            "box": box,
            "usual": usual,
            "verb": verb,
            "a_game": len(found) / games,
            "median_turn": quantile(sorted(found), 0.5),
        }
        for (box, usual, verb), found in sorted(turns.items(), key=lambda one: (-len(one[1]), one[0]))
    ]


def _words(values: Sequence[str | None], order: Sequence[str]) -> dict[str, Any]:
    count = Counter(value or "none" for value in values)
    return {word: counted(count[word], len(values)) for word in dict.fromkeys([*order, *sorted(count)])}


def _measured(measure: Measure, values: Sequence[Any]) -> dict[str, Any]:
    if measure.kind == "word":
        return _words(values, measure.words)
    if measure.kind == "number":
        return distribution(values)
    there = sorted(value for value in values if value is not None)
    found: dict[str, Any] = {"never": counted(len(values) - len(there), len(values))}
    found["counts"] = {str(turn): counted(n, len(values)) for turn, n in sorted(Counter(there).items())}
    found["median"] = quantile(there, 0.5) if there else None
    return found


def _by_turn(study: StaffStudy, key: Key) -> dict[str, list[dict[str, Any]]]:
    """Return the number of games still in play and the `BAND` quantiles, turn by turn, for each value of the
    plan."""
    rows = study.rows("turns", key)
    turns = rows["turn"].to_pylist()
    found: dict[str, list[dict[str, Any]]] = {}
    for name in study.plan.bands:
        values = defaultdict(list)
        for turn, value in zip(turns, rows[name].to_pylist(), strict=True):
            values[turn].append(value)
        found[name] = [
            {"turn": turn, "games": len(values[turn]), "quantiles": [quantile(sorted(values[turn]), q) for q in BAND]}
            for turn in sorted(values)
        ]
    return found


def _losses(study: StaffStudy, key: Key, games: int) -> dict[str, Any]:
    """Return, for each space that was ever lost, the number of games, the median turn of its first loss, and the count
    for each turn.
    """
    rows = study.rows("losses", key)
    turns = defaultdict(list)
    for space, turn in zip(rows["space"].to_pylist(), rows["turn"].to_pylist(), strict=True):
        turns[space].append(turn)
    most_first = sorted(turns, key=lambda space: (-len(turns[space]), space))
    found = {}
    for space in most_first:
        row = sorted(turns[space])
        falls = {str(turn): count for turn, count in sorted(Counter(row).items())}
        found[space] = counted(len(row), games) | {"median_turn": quantile(row, 0.5), "falls": falls}
    return found


def _of_variant(study: StaffStudy, arm: Arm, first: Arm) -> dict[str, Any]:
    assert arm.variant is not None
    points = study.rows("games", arm.key)["points"].to_pylist()
    found = _difference(study, arm, first)
    return {
        "variant": arm.variant.id,
        "title": arm.variant.title,
        "group": arm.variant.group,
        "commander": arm.commander,
        "games": len(points),
        "points": distribution(points),
        "difference": found["mean"],
        "error": found["error"],
        "ci95": found["ci95"],
        "kept": found["kept"],
    }
