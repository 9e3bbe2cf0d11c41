"""The exact chances for the hits of a volley."""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.engine.foretell import Forecast, Outcome, Throw


def volley_odds(title: str, dice: Iterable[tuple[int, int]], halved: bool = False) -> Forecast:
    """Return the chance of each number of hits.

    `dice`: each roll needed to hit, with the number of dice that need it. `halved`: whether rubble halves the hits.
    """
    chances, number = [1.0], 0
    for need, count in dice:
        number += count
        hit = (7 - need) / 6
        for _ in range(count):
            longer = [0.0] * (len(chances) + 1)
            for hits, chance in enumerate(chances):
                longer[hits] += chance * (1 - hit)
                longer[hits + 1] += chance * hit
            chances = longer
    found: dict[int, float] = {}
    for hits, chance in enumerate(chances):
        counted = hits // 2 if halved else hits
        found[counted] = found.get(counted, 0.0) + chance
    outcomes = tuple(Outcome(f"{hits} hit{'s' * (hits != 1)}", chance) for hits, chance in found.items())
    return Forecast(title, outcomes, throws=(Throw(title, (), count=number),))
