"""Random play for tests: cases (a game with an edition and options) and walks through a game."""

from __future__ import annotations

import math
import os
import random
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st

from mamayev.engine.notation import MASK, VERB, Notation, act
from mamayev.engine.playout import playout
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.table import Game, Table
from mamayev.match.match import Match

from . import depth
from .depth import deep

SHORT = 0.5
"""The depth below which a run counts as short."""

STANDING = 0.002
"""The share of standing actions, such as a surrender, in random play."""


OF_EACH = 3
"""The number of questions per box that a walk examines first. Of n further questions, it examines about `OF_EACH *
log(n)`.
"""


class Ending:
    """A watch over a random game that detects an endless loop."""

    MOST = 100_000
    """The maximum number of questions in a game, including rolls and draws."""

    def __init__(self) -> None:
        self.asked = 0

    def watch(self, p: Position) -> None:
        """Count a question. Raises AssertionError after too many questions."""
        self.asked += 1
        if self.asked > self.MOST:
            stack = " > ".join(p.table.boxes[frame[0]].name for frame in p.frames)
            raise AssertionError(f"random play does not end; it stands in {stack}: does the last one end its frame?")


def of_walks(most: int) -> settings:
    """Return hypothesis settings for this number of walks.

    Hypothesis shortens a failing walk and stores nothing; the walk itself reports the failure.
    """
    return settings(
        max_examples=most,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
    )


class Case:
    """A game with an edition and options to be tested."""

    def __init__(self, game: Game, edition: str, options: dict[str, Any], share: float = 1.0) -> None:
        self.game, self.edition, self.options = game, edition, options
        self.share = share  # the share of the decisions that a test plays
        self.only: tuple[int, int] | None = None  # seed and plies of the one walk to try

    @classmethod
    def of(cls, text: str) -> Case:
        """Return the case that a message names, such as “halma first board=small”: game, edition and options. Raises
        Refusal."""
        name, edition, *options = text.split()
        game = find(name)
        given = dict(option.partition("=")[::2] for option in options)
        checked = game.check_options(given)
        return cls(game, edition, {option: checked[option] for option in given})

    def __repr__(self) -> str:
        return f"Case.of({str(self)!r})"

    def __str__(self) -> str:
        return " ".join((self.game.name, self.edition, *(f"{k}={v}" for k, v in self.options.items())))

    @cached_property
    def table(self) -> Table[Any]:
        """Return a table that no match uses."""
        return self.game.table(self.edition, self.options)

    @cached_property
    def clauses(self) -> set[str]:
        """Return the clauses in force: the clauses of this edition, except those that an option replaces."""
        found = {c.id for c in self.game.ledger().clauses.values() if c.edition in ("both", self.edition)}
        return found - self.table.replaced.keys()

    @cached_property
    def length(self) -> int:
        """Return an estimate of the number of decisions in a random game."""
        rng = random.Random(0)
        return 1 + sum(playout(self.table.start(), rng, watch=Ending().watch) for _ in range(5)) // 5

    def new(self, seed: int, dice: str = "seeded") -> Match:
        """Start a new match."""
        return Match.new(self.game.name, seed=seed, edition=self.edition, options=self.options, dice=dice)

    def try_out(self, check: Callable[[Walk], None], *, decisions: int = 1500) -> None:
        """Check random walks with about this number of decisions in total.

        Hypothesis shortens a failing walk. In long games, walks cover only the beginning, because other tests play to
        the end.
        """
        decisions = deep(decisions)
        games = max(3, min(deep(100), int(2 * decisions * self.share / self.length)))
        longest = min(2 * self.length, max(1, int(2 * decisions * self.share / games)))

        def walk(seed: int, plies: int) -> None:
            walk = Walk(self, seed, plies)
            with walk.reported():
                check(walk)

        plan = of_walks(games)
        if self.only is not None:
            walk(*self.only)
        else:
            plan(given(seed=st.integers(0, 9999), plies=st.integers(0, longest))(walk))()


@cache
def cases(name: str) -> tuple[Case, ...]:
    """Return some setups of a game: each edition with defaults, then all options changed, then, unless the run is
    short, a mixture. All tests share them and their cached knowledge of the game.
    """
    game = find(name)
    plain: dict[str, Any] = {}
    other = {o.name: _values(o.type, o.default, o.choices)[-1] for o in game.options}
    rng = random.Random(name)
    mixed = {o.name: rng.choice(_values(o.type, o.default, o.choices)) for o in game.options}
    found = [Case(game, edition, plain) for edition in game.editions]
    for options in (other, mixed) if depth.times >= SHORT else (other,):
        if options not in [case.options for case in found]:
            case = Case(game, game.editions[0], options, share=0.4)
            if _allowed(case):
                found.append(case)
    return tuple(found)


def to_the_end(number: int, case: Case) -> bool:
    """Return whether the n-th bot of a game plays this setup to the end. In a short run, it does so in only one
    setup."""
    among = cases(case.game.name)
    return depth.times >= SHORT or case not in among or among[-1 - number % len(among)] is case


def set_ups(name: str) -> st.SearchStrategy[Case]:
    """Draw any edition of a game with any allowed set of options."""
    game = find(name)
    values = {o.name: st.sampled_from(_values(o.type, o.default, o.choices)) for o in game.options}
    drawn = st.builds(Case, st.just(game), st.sampled_from(game.editions), st.fixed_dictionaries(values))
    return drawn.filter(_allowed)


def how_many_set_ups(name: str) -> int:
    """Return the number of editions multiplied by the number of option values to try."""
    game = find(name)
    return len(game.editions) * math.prod(len(_values(o.type, o.default, o.choices)) for o in game.options)


def _values(kind: str, default: Any, choices: tuple[Any, ...]) -> list[Any]:
    """Return some values of an option, its default first."""
    known = (True, False) if kind == "bool" else choices
    return [default, *(value for value in known if value != default)]


def _allowed(case: Case) -> bool:
    """Return whether the options can be combined, because a game may refuse a combination."""
    try:
        return bool(case.table)
    except Refusal:
        return False


class Walk:
    """The first `plies` decisions of a random game."""

    def __init__(self, case: Case, seed: int, plies: int) -> None:
        self.case, self.seed, self.plies = case, seed, plies
        self._match: Match | None = None

    def __repr__(self) -> str:
        return f"Walk({self.case!r}, seed={self.seed}, plies={self.plies})"

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Add the position, and the command that reproduces it, to any failure inside the block."""
        try:
            yield
        except Exception as error:
            error.add_note(self.story())
            raise

    def story(self) -> str:
        """Describe the position: the walk, the box, the last line of the log, and the command that replays it."""
        lines = [repr(self)]
        if self._match is not None:
            match, log = self._match, self._match.record.log
            if match.position.frames:
                box = match.position.box
                lines.append(f"box “{box.name}” ({box.title or box.name}), after {len(log)} lines of the log")
            if log:
                label = match.table.notation.label(match.table.notation.parse(log[-1]))
                lines.append(f"the last of them: “{log[-1]}” ({label})")
        test = os.environ.get("PYTEST_CURRENT_TEST", "").split("::")[-1].split("[")[0].split(" ")[0]
        walk = ["--mamayev-walk", str(self.case), str(self.seed), str(self.plies)]
        command = ["pytest", "--mamayev-game", self.case.game.name, *(["-k", test] if test else []), *walk]
        return "\n".join([*lines, f"again: {shlex.join(command)}"])

    @property
    def rng(self) -> random.Random:
        """Return a generator for the random choices of a test."""
        return random.Random(f"{self.seed}/{self.plies}")

    def steps(self, dice: str = "seeded") -> Iterator[Match]:
        """Yield the same match at its start and after each decision."""
        rng = random.Random(self.seed)
        self._match = match = self.case.new(self.seed, dice)
        yield match
        for _ in range(self.plies):
            if match.over:
                return
            match.play(random_action(match, rng))
            yield match

    def moments(self, dice: str = "seeded") -> Iterator[Match]:
        """Yield the same match as `steps` does, but at fewer and fewer repeated questions of each box, for tests that
        are slow at each step.
        """
        met, rng = Counter[str](), random.Random(f"moments/{self.seed}/{self.plies}")
        for match in self.steps(dice):
            box = match.position.box.name if match.position.frames else ""
            met[box] += 1
            if rng.random() * met[box] < OF_EACH:
                yield match

    def end(self, dice: str = "seeded") -> Match:
        """Return the match after the last decision."""
        *_, match = self.steps(dice)
        return match


def random_action(match: Match, rng: random.Random) -> str:
    """Draw any offered action, as random play does. Standing actions and shortcuts are drawn only rarely."""
    p = match.position
    if p.seat == CHANCE:
        return p.name(p.roll(rng.random))
    if p.seat not in p.table.procedures and rng.random() < STANDING:
        standing, frame = p.table.standing, p.frames[-1]
        codes = [*p.box.shortcuts(p, frame), *(standing.options(p, frame) if standing is not None else [])]
        if codes:
            return p.name(rng.choice(codes))
    return p.name(p.draw(rng.random))


def assert_known(clauses: Iterable[str], case: Case) -> None:
    """Check that all clauses are in the ledger and in force."""
    assert [c for c in clauses if c not in case.clauses] == [], "these clauses are not in force"


def any_code(notation: Notation, rng: random.Random, among: Sequence[int] = ()) -> int:
    """Draw an action with any verb, or with one `among` the given verbs, and with any nouns, sensible or not."""
    verb = rng.choice(
        among or [i for i, v in enumerate(notation.verbs) if all(k in ("number", *notation.nouns) for k in v.args)]
    )
    args = []
    for kind in notation.verbs[verb].args:
        if kind == "number":
            args.append(rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 40, MASK)))
        else:
            args.append(rng.choice([i for i, noun in enumerate(notation.nouns[kind]) if noun.id]))
    return act(verb << VERB, *args)


class Crowds:
    """Units of a table, placed at random on a narrow front, as dense as the game's invariants allow."""

    STEPS, AROUND = (1, 2, 3), 2
    """The widths of a front in steps around a space, and the width used for clashes inside it."""

    IN_A_SPACE = (1, 1, 2, 2, 4)
    """The numbers of units of one side that a space can get, each equally likely.

    Because no space is empty, both sides are in contact. Many spaces are full, and many contain a single unit.
    """

    def __init__(self, table: Table[Any]) -> None:
        self.table, scene = table, table.look.kept
        self.spaces = scene.every_space
        self.middles = [space.id for space in self.spaces.values() if space.neighbours] or list(self.spaces)
        names = {noun.id for noun in table.notation.nouns.get("piece", ()) if noun.id}
        self.kinds: dict[str, dict[str, list[str]]] = {}
        for piece in scene.pieces:
            if piece.id in names:
                self.kinds.setdefault(piece.side, {}).setdefault(piece.kind, []).append(piece.id)
        self.begun: list[tuple[Position, dict[str, Any]]] = []

    def front(self, rng: random.Random) -> tuple[Position, dict[str, Any]]:
        """Return a position in one of the table's `crowds`, and its setup changes in script form."""
        p, changes, _ = self._crowd(rng, rng.choice(self.STEPS))
        return p, changes

    def clashes(self, rng: random.Random) -> list[tuple[Position, dict[str, Any]]]:
        """Return crowded positions in which a clash has begun: one of the table's `clashes` in each space of the front
        where the rules allow it.
        """
        p, changes, middle = self._crowd(rng, self.AROUND)
        key, found = rng.choice(self.table.situations.clashes()), []
        for space in self._around(middle, self.AROUND - 1):
            there = p.copy()
            try:
                self.table.situations.change(there, key, space)
            except Refusal:
                continue
            found.append((there, changes | {key: space}))
        return found

    def _crowd(self, rng: random.Random, steps: int) -> tuple[Position, dict[str, Any], str]:
        """Create a front of this width around a space, and return the space as the third value.

        Rare pieces such as headquarters are placed as often as others.
        """
        p, changes = self._begun(rng)
        sides = [[rng.sample(row, len(row)) for row in kinds.values()] for kinds in self.kinds.values()]
        middle = rng.choice(self.middles)
        for space in self._around(middle, steps):
            p = self._fill(p, changes, space, rng.choice(sides), rng)
        return p, changes, middle

    def _begun(self, rng: random.Random) -> tuple[Position, dict[str, Any]]:
        """Return a cached setup of a front."""
        if not self.begun:
            for changes in self.table.situations.crowds():
                p = self.table.start()
                for key, value in changes.items():
                    self.table.situations.change(p, key, value)
                self.begun.append((p, dict(changes)))
        p, found = rng.choice(self.begun)
        return p.copy(), dict(found)

    def _fill(
        self, p: Position, changes: dict[str, Any], space: str, kinds: list[list[str]], rng: random.Random
    ) -> Position:
        """Put units into a space, all at once or, if the invariants forbid that, one by one as far as they allow."""
        drawn = []
        for _ in range(rng.choice(self.IN_A_SPACE)):
            if rows := [row for row in kinds if row]:
                drawn.append(rng.choice(rows).pop())
        for units in (drawn, *([unit] for unit in drawn)):
            there = p.copy()
            try:
                for unit in units:
                    self.table.situations.change(there, f"unit.{unit}", space)
            except Refusal:
                continue
            if not self.table.broken_invariants(there):
                p = there
                changes |= dict.fromkeys((f"unit.{unit}" for unit in units), space)
                if units is drawn:
                    break
        return p

    def _around(self, middle: str, steps: int) -> list[str]:
        """Return the spaces within `steps` steps of `middle`."""
        front = {middle}
        for _ in range(steps):
            front.update(*(self.spaces[name].neighbours for name in front))
        return sorted(front)
