"""What the staff says in a game, and whether each figure in it is true.

A game's checks (`tests/games/*/reasons.py`) compute every figure again from the position, with code of their own. A
text with a figure that no check knows counts as unknown, so a new sentence needs a check.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from mamayev.engine.registry import find

OPTIONS: Mapping[str, dict[str, Any]] = {
    "barbarossa": {"airpower": True, "interception": True},
    "inferno": {"soviet_side": "player"},
}
"""Options under which seats decide most."""


class Said(NamedTuple):
    """A text of the staff at a position.

    - `kind`: "reason", "intent", "instead" (the next best plan), "threat", or "stack" (a threatened stack as "place |
      units | odds | text").
    - `p`: the position as the seat sees it; `true`: the whole position; `action`: what the staff plays.
    """

    kind: str
    text: str
    p: Any
    true: Any
    action: int


class Claim(NamedTuple):
    """A figure or a fact of a text, and what it should be."""

    what: str
    said: object
    true: object

    @property
    def holds(self) -> bool:
        """Whether the text is right. Numbers can differ by half of their last digit."""
        if isinstance(self.true, (int, float)) and not isinstance(self.true, bool):
            said = str(self.said).replace("%", "")
            digits = len(said.partition(".")[2])
            return bool(abs(float(said) - self.true) <= 0.5001 * 10**-digits)
        return bool(self.said == self.true)


Check = Callable[[Said, "re.Match[str]"], Iterable[Claim]]


@dataclass
class Checks:
    """The checks of a game: a pattern for the whole text, and what it claims."""

    rows: list[tuple[re.Pattern[str], Check]] = field(default_factory=list)

    def of(self, *patterns: str) -> Callable[[Check], Check]:
        """Add a check for the texts of some patterns."""

        def add(check: Check) -> Check:
            self.rows += [(re.compile(pattern), check) for pattern in patterns]
            return check

        return add

    def claims(self, said: Said) -> tuple[str, list[Claim]] | None:
        """Return the pattern of a text and its claims; None if no check knows it."""
        for pattern, check in self.rows:
            found = pattern.fullmatch(said.text)
            if found:
                return pattern.pattern, list(check(said, found))
        return None


class Verdict(NamedTuple):
    """What became of a text: its pattern, or "" if no check knows it; its wrong claims; whether it has a figure."""

    said: Said
    pattern: str
    wrong: list[Claim]
    figure: bool


@cache
def names(game: str) -> re.Pattern[str]:
    """Return a pattern for the names of a game that contain digits, which are no figures."""
    table = find(game).table(options=OPTIONS.get(game))
    found = {noun.name for nouns in table.notation.nouns.values() for noun in nouns if re.search(r"\d", noun.name)}
    ids = {noun.id for noun in table.notation.nouns["space"] if len(noun.id) > 2 and re.search(r"\d", noun.id)}
    rows = sorted(found | ids, key=len, reverse=True)
    return re.compile("|".join(rf"(?<![\w.]){re.escape(row)}(?![\w%.]|-\d)" for row in rows if row))


def judged(checks: Checks, game: str, said: Said) -> Verdict:
    """Return what became of a text."""
    figure = bool(re.search(r"\d", names(game).sub("", said.text)))
    known = checks.claims(said)
    if known is None:
        return Verdict(said, "", [], figure)
    return Verdict(said, known[0], [claim for claim in known[1] if not claim.holds], figure)


def told(game: str, p: Any, true: Any, action: int) -> Iterator[Said]:
    """Yield the texts of the staff at a decision: the grounds of its action, and its plan if it has one here."""
    staff = find(game).bots["staff"]
    assert staff.rated is not None
    assert staff.intent is not None
    row = next(one for one in staff.rated(p) if one.action == action)
    for ground in row.told():
        yield Said("reason", ground.text, p, true, action)
    plan = staff.intent(p)
    if plan is None:
        return
    for text in (plan.sentence, *(ground.text for ground in plan.because)):
        yield Said("intent", text.removesuffix("."), p, true, action)
    if plan.instead:
        yield Said("instead", plan.instead.sentence.removesuffix("."), p, true, action)
    for one in plan.threatened:
        yield Said("threat", one.text.removesuffix("."), p, true, action)
        yield Said("stack", f"{one.space} | {one.title} | {one.odds} | {one.text}", p, true, action)


def decisions(
    game: str, seed: int, share: float = 1.0, turns: int = 99, stray: float = 0.0
) -> Iterator[tuple[Any, Any, int]]:
    """Play a game by the staff, and yield a share of its decisions: what the seat sees, the position, the action.

    `stray`: the share of decisions in which a player who does not follow the staff takes any legal action.
    """
    offer = find(game)
    true, rng = offer.table(options=OPTIONS.get(game)).start(), random.Random(seed)
    picked, staff = random.Random(seed + 1), offer.bots["staff"]
    while true.frames and true.table.turn(true) <= turns:
        if true.seat < 0:
            true.apply(true.roll(rng.random))
            continue
        if (procedure := true.table.procedures.get(true.seat)) is not None:
            true.apply(procedure(true).action)
            continue
        forced = true.table.forced[true.frames[-1][0]]
        if forced is not None and len(row := forced(true, true.frames[-1])) == 1:
            true.apply(row[0])
            continue
        p = true.table.sample(true, true.seat, rng)
        action = staff.policy(p, rng)
        if len(p.pieces()) + len(p.choices(None)) > 1 and picked.random() < share:
            yield p, true, action
        if stray and picked.random() < stray:
            action = true.box.draw(true, true.top, picked.random)
        true.apply(action)


def texts(
    game: str, most: int, share: float = 1.0, seed: int = 7, turns: int = 99, stray: float = 0.0
) -> Iterator[Said]:
    """Yield the texts at a number of decisions, from as many games as it needs."""
    left = most
    while left > 0:
        for p, true, action in decisions(game, seed, share, turns, stray):
            yield from told(game, p, true, action)
            left -= 1
            if left <= 0:
                return
        seed += 1
