"""Steered random play that reaches rare boxes and verbs, and stored trails to them that save later runs the search."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine.box import Box
from mamayev.engine.notation import VERB
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table

from .play import STANDING, cases

EXPLORED, FIRST_ROUND = 300_000, 4_000
"""The number of steered random decisions per setup in which every box and verb of a game must occur, and the number in
the first round. The number per setup doubles from round to round.
"""

UNTRIED = 0.05
"""The probability that steered play takes a standing action whose verb it has not used yet."""


class Trail(msgspec.Struct, array_like=True):
    """A stretch of play.

    It begins at an opening (0: the start of the game, n: the n-th of `Situations.openings`) or, if `after` is not -1,
    at the position after `plies` actions of trail `after`.
    """

    opening: int
    after: int
    plies: int
    actions: list[str]


class Explorer:
    """Steered random play that prefers rare actions and continues from rarely visited positions."""

    KEEP = 10
    """The number of positions that it remembers for each box and turn."""

    STRETCH = 300
    """The number of decisions before it looks for another starting position."""

    DRAWN = 3
    """The number of random actions from which it chooses the rarest."""

    def __init__(self, table: Table[Any], rng: random.Random) -> None:
        self.table, self.rng = copy.copy(table), rng  # others are playing at the given table
        self.ran: set[int] = set()
        self.taken: Counter[tuple[int, int]] = Counter()
        self.played: Counter[int] = Counter()
        self.visits: Counter[tuple[int, int]] = Counter()
        self.kept: dict[tuple[int, int], list[tuple[Position, Trail]]] = {}
        self.decisions = 0
        self.trails: list[Trail] = []
        self.needed: dict[int, int] = {}
        """The trails that first reached a new box or verb, and the number of actions until the last such discovery."""
        self.table.boxes = [_Watched(i, box, self.ran) for i, box in enumerate(table.boxes)]  # type: ignore[misc]
        self.table.runs = [box.run if box.runs else None for box in self.table.boxes]

    @property
    def missed(self) -> set[str]:
        """Describe the boxes that were never entered and the verbs that were never used."""
        boxes, standing, verbs = self.table.boxes, self.table.standing, self.table.notation.verbs
        rows = [*enumerate(boxes), *([(-1, standing)] if standing is not None else [])]
        found = {f"{verbs[v].name} in {box.name}" for i, box in rows for v in box.verbs if (i, v) not in self.taken}
        return found | {f"sequence {box.name}" for i, box in enumerate(boxes) if box.runs and i not in self.ran}

    def explore(self, decisions: int, wanted: set[str] | None = None) -> set[str]:
        """Play about this number of decisions, in stretches. Stop early if nothing is missing. Return the missing boxes
        and verbs.
        """
        while self.decisions < decisions and (self.missed if wanted is None else wanted & self.missed):
            self._stretch(self._beginning())
        return self.missed if wanted is None else wanted & self.missed

    def of_each_box(self, most: int) -> list[Position]:
        """Return up to `most` remembered positions at each box, if possible from different turns."""
        rows: dict[int, list[list[tuple[Position, Trail]]]] = {}
        for (box, _), row in self.kept.items():
            rows.setdefault(box, []).append(row)
        found = []
        for turns in rows.values():
            some = self.rng.sample(turns, min(most, len(turns)))
            found += [self.rng.choice(row)[0].copy() for row in some]
        return found

    def best_trails(self) -> list[Trail]:
        """Return the shortest trails that reach every box and verb found so far, each after the trail that it branches
        from.
        """
        needed = dict(self.needed)
        for number in range(len(self.trails) - 1, -1, -1):
            trail = self.trails[number]
            if number in needed and trail.after >= 0:
                needed[trail.after] = max(needed.get(trail.after, 0), trail.plies)
        places = {number: place for place, number in enumerate(sorted(needed))}
        return [
            Trail(trail.opening, places.get(trail.after, -1), trail.plies, trail.actions[: needed[number]])
            for number, trail in enumerate(self.trails)
            if number in needed
        ]

    def follow(self, trails: Sequence[Trail]) -> None:
        """Play stored trails while they are legal."""
        openings = self._openings()
        wanted = {(trail.after, trail.plies) for trail in trails}
        reached = {(-1, opening): p for opening, p in enumerate(openings)}
        for number, trail in enumerate(trails):
            begun = reached.get((trail.after, trail.plies) if trail.after >= 0 else (-1, trail.opening))
            if begun is None:
                continue
            p = begun.copy()
            for plies, text in enumerate((*trail.actions, "")):
                if (number, plies) in wanted:
                    reached[number, plies] = p.copy()
                if not text or not self._taken(p, text):
                    break

    def _taken(self, p: Position, text: str) -> bool:
        """Play an action if it is legal, and return whether it was."""
        try:
            action = p.table.notation.parse(text)
        except Refusal:
            return False
        if not p.frames or not p.allows(action):
            return False
        self.taken.update(self._places(p, action))
        p.apply(action)
        return True

    def _places(self, p: Position, action: int) -> list[tuple[int, int]]:
        """Return the boxes that allow a legal action, each with its verb.

        A verb may belong to both a box and a standing box.
        """
        frame, standing, verb = p.frames[-1], self.table.standing, action >> VERB
        box = self.table.boxes[frame[0]]
        if standing is None or verb not in standing.acts:
            return [(frame[0], verb)]
        own = verb in box.acts and (box.allows(p, frame, action) or action in box.shortcuts(p, frame))
        always = standing.allows(p, frame, action)
        return [*([(frame[0], verb)] if own else []), *([(-1, verb)] if always else [])]

    def _openings(self) -> list[Position]:
        return [self.table.start(), *self.table.situations.openings()]

    def _beginning(self) -> Position:
        if self.kept and self.rng.random() < 0.8:
            place = min(self.kept, key=lambda k: self.visits[k] * self.rng.random())
            p, trail = self.rng.choice(self.kept[place])
            self.trails.append(Trail(trail.opening, trail.after, trail.plies, []))
            return p.copy()
        ran = len(self.ran)
        starts = self._openings()
        opening = self.rng.randrange(len(starts))
        if len(self.ran) > ran:
            self.needed[len(self.trails)] = 0
        self.trails.append(Trail(opening, -1, 0, []))
        return starts[opening].copy()

    def _stretch(self, p: Position) -> None:
        number = len(self.trails) - 1
        trail = self.trails[-1]
        for _ in range(self.STRETCH):
            if not p.frames:
                return
            self._remember(p, Trail(trail.opening, number, len(trail.actions), []))
            box, action = self._choice(p)
            met = len(self.taken) + len(self.ran)
            trail.actions.append(p.name(action))
            self.taken[box, action >> VERB] += 1
            self.decisions += 1
            p.apply(action)
            if len(self.taken) + len(self.ran) > met:
                self.needed[number] = len(trail.actions)

    def _choice(self, p: Position) -> tuple[int, int]:
        """Return an action and the index of its box. Standing actions belong to no box."""
        frame = p.frames[-1]
        box = self.table.boxes[frame[0]]
        if p.seat == CHANCE:
            codes, weights = zip(*p.actions(), strict=True)
            return frame[0], self.rng.choices(codes, weights)[0]
        if p.seat in self.table.procedures:
            return frame[0], self.table.procedures[p.seat](p).action
        standing = self.table.standing.options(p, frame) if self.table.standing is not None else []
        untried = [code for code in standing if (-1, code >> VERB) not in self.taken]
        if untried and self.rng.random() < UNTRIED:
            return -1, self.rng.choice(untried)
        if standing and self.rng.random() < STANDING:
            return -1, self.rng.choice(standing)
        by_verb: dict[int, list[int]] = {}
        for code in (*self._offered(p, frame, box), *box.shortcuts(p, frame)):
            by_verb.setdefault(code >> VERB, []).append(code)
        rarity = [1 / (1 + self.taken[frame[0], verb]) ** 0.5 for verb in by_verb]
        row = self.rng.choices(list(by_verb.values()), rarity)[0]
        action = min(self.rng.choices(row, k=self.DRAWN), key=self.played.__getitem__)
        self.played[action] += 1
        return frame[0], action

    def _offered(self, p: Position, frame: list[int], box: Box[Any]) -> list[int]:
        """Return at least one legal action, and in the long run each legal action. Long lists are incomplete."""
        if box.lists:
            return box.options(p, frame)
        drawn = [box.draw(p, frame, self.rng.random) for _ in range(self.DRAWN)]
        return drawn + box.choices(p, frame, None)

    def _remember(self, p: Position, trail: Trail) -> None:
        place = p.frames[-1][0], self.table.turn(p)
        self.visits[place] += 1
        row = self.kept.setdefault(place, [])
        if len(row) < self.KEEP:
            row.append((p.copy(), trail))
        elif self.rng.random() < self.KEEP / self.visits[place]:
            row[self.rng.randrange(self.KEEP)] = p.copy(), trail


class _Watched:
    """A box that records when it runs, because a sequence leaves no decision that shows this."""

    def __init__(self, index: int, box: Box[Any], ran: set[int]) -> None:
        self._index, self._box, self._ran = index, box, ran

    def __getattr__(self, name: str) -> Any:
        return getattr(self._box, name)

    def run(self, p: Position, f: list[int]) -> None:
        self._ran.add(self._index)
        self._box.run(p, f)


Kept = dict[str, list[Trail]]
"""The trails of a game, for each of its cases by name."""


def kept_trails(folder: Path | None, game: str) -> Kept:
    """Return the trails of a game from a folder, or none if it has no file for the game."""
    file = folder / f"{game}.json" if folder is not None else None
    return msgspec.json.decode(file.read_bytes(), type=Kept) if file is not None and file.exists() else {}


def keep_trails(folder: Path, game: str, explorers: Mapping[str, Explorer]) -> None:
    """Write the trails of a game's cases to a folder, one line for each case."""
    rows = {case: explorer.best_trails() for case, explorer in explorers.items()}
    lines = [
        json.dumps(case) + ": [\n" + ",\n".join(msgspec.json.encode(trail).decode() for trail in trails) + "\n]"
        for case, trails in rows.items()
        if trails
    ]
    (folder / f"{game}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def explored(game: str, kept: Kept) -> tuple[dict[str, Explorer], set[str]]:
    """Follow the stored trails of a game's cases. Then explore until some case has reached every box and verb.

    Each case plays at most `EXPLORED` decisions. Return the explorers by case, and the boxes and verbs that no case
    reached. A box that belongs to an edition or an option is required only in cases with that edition or option.
    """
    explorers = {
        str(case): Explorer(case.game.table(case.edition, case.options), random.Random(7)) for case in cases(game)
    }
    missed, played = set[str]().union(*(explorer.missed for explorer in explorers.values())), FIRST_ROUND
    for name, explorer in explorers.items():
        here = explorer.missed
        explorer.follow(kept.get(name, ()))
        missed -= here - explorer.missed
    while missed and played < 2 * EXPLORED:
        for explorer in explorers.values():
            missed -= (here := explorer.missed) - explorer.explore(min(played, EXPLORED), missed & here)
        played *= 2
    return explorers, missed
