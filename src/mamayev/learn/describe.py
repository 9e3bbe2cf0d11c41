"""The meaning of the numbers in an environment, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mamayev.engine.observation import KINDS
from mamayev.engine.tokens import Tokens

from .episode import set_up
from .rewards import REWARDS


def describe(game: str, **chosen: Any) -> str:
    """Return a text that lists all tokens by kind, all features with their units and ranges, and the rewards.

    For `chosen`, see `set_up`.
    """
    return "\n".join(_lines(game, chosen))


def _lines(game: str, chosen: dict[str, Any]) -> Iterator[str]:
    table = set_up(game, **chosen)
    tokens, said, observer = Tokens(table), table.observation(), table.observer
    kinds = dict.fromkeys(name.split(" ")[0] for name in tokens.names)
    counts = {kind: sum(name.split(" ")[0] == kind for name in tokens.names) for kind in kinds}
    yield f"{table.game.title}, observation version {said.version}"
    yield f"tokens: {tokens.size}: {', '.join(f'{count} {kind}' for kind, count in counts.items())}"
    if observer.grid is not None:
        yield f"grid: {observer.grid[0]} rows, {observer.grid[1]} columns"
    for array, kind in KINDS.items():
        features = said.features(array)
        if features and (array == "globals" or observer.rows[array]):
            rows = "" if array == "globals" else f"{len(observer.rows[array])} x "
            yield f"{array}: {rows}{len(features)} {kind}"
            for feature in features:
                unit = f" {feature.unit}" if feature.unit else ""
                fixed = ", never changes" if feature.fixed is not None else ""
                yield f"  {feature.name} ({feature.low} to {feature.high}{unit}{fixed}): {feature.doc}"
    given = 1 + max(map(len, tokens.places))
    yield f"prefix: {given} token numbers chosen so far for this action; -1: not chosen yet"
    yield "action_mask: 1 for each token that may come next"
    yield from (f"reward {name}: {doc}" for name, doc in REWARDS.items())
