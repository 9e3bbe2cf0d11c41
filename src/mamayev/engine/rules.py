"""The rules at a table: the setup, the play and the result."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Generic, TypeVar, final

from .box import Box
from .checks import check_box, check_boxes, check_clauses, check_nouns, check_sample
from .components import Files
from .course import Course
from .invariant import Invariant
from .notation import NOBODY, Notation, Noun, Verb
from .options import Readings
from .procedure import Procedure
from .rulebook import Rulebook
from .state import State
from .steps import StepName

P = TypeVar("P", bound=State)


class Rules(Course, ABC, Generic[P]):
    """The rulebook with the edition and options of a match, and its sequence of play.

    `readings`: whether an option has a value, by "name=value", or "name" for a switch. `invariants`: facts that tests
    check after every action. `procedures`: the functions that play the rules' seats, by seat index.
    """

    game: Rulebook
    edition: str
    options: dict[str, Any]
    invariants: Sequence[Invariant[P]] = ()
    procedures: Mapping[int, Procedure] = MappingProxyType({})
    in_order: tuple[str, ...] = ()
    """The clauses of the sequence of play, cited for actions out of turn."""
    files: Files | None = None
    """The player's own component files, or None if all components are ours."""
    replaced: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The clauses that the edition and the options replace, each with its replacements."""

    def __init__(self, game: Rulebook, edition: str, options: dict[str, Any]) -> None:
        self.game, self.edition, self.options = game, edition, options
        self.readings = Readings(game.options, options)

    @final
    def bind(
        self,
        boxes: Sequence[Box[Any]],
        verbs: Sequence[Verb],
        nouns: Mapping[str, Sequence[Noun]],
        steps: Sequence[StepName],
        standing: Box[Any] | None = None,
    ) -> None:
        """Connect boxes, verbs, nouns and steps. Call this once, at the end of the game's `__init__`.

        Raises TypeError for inconsistencies: a misspelled name, a verb without nouns, a step without a box.
        """
        self.replaced = self.game.ledger().replaced(self.holds)
        self.notation = Notation([replace(verb, clauses=self.cited(*verb.clauses)) for verb in verbs], nouns)
        self.steps = {s.id: s._replace(clauses=self.cited(*s.clauses)) for s in steps}
        check_sample(self.game, samples=type(self).sample is not Rules.sample)
        check_nouns(self.notation)
        check_boxes(boxes, self.steps)
        check_clauses(self.game)
        for box in (*boxes, *([standing] if standing is not None else [])):
            if (cited := self.cited(*box.clauses)) != box.clauses:
                box.clauses = cited
            if not box.runs:
                check_box(box, [verb.name for verb in self.notation.verbs])
        self.lay(boxes, standing)

    @property
    @final
    def open_seats(self) -> list[str]:
        """Return the seats that people or bots play: all except those that the rules play."""
        return [seat for index, seat in enumerate(self.game.seats) if index not in self.procedures]

    @property
    @final
    def own(self) -> tuple[str, ...]:
        """Return the names of the player's own component files."""
        return () if self.files is None else tuple(self.files)

    @property
    @final
    def departures(self) -> list[str]:
        """Return the edition and the options that differ from the defaults, as players read them."""
        return self.game.departures(self.edition, self.options)

    @final
    def holds(self, under: str) -> bool:
        """Return whether the condition of a clause is true at this table. Conditions are "name" (the option is not at
        its default), "name=value" and "edition=name"."""
        name, _, value = under.partition("=")
        if name == "edition":
            return value == self.edition
        option = next((o for o in self.game.options if o.name == name), None)
        now = self.options.get(name, option.default if option else None)
        return str(now) == value if value else option is not None and now != option.default

    @final
    def cited(self, *clauses: str) -> tuple[str, ...]:
        """Return the clauses to cite at this table. If an option replaces a clause, cite its replacements instead
        (`Clause.replaces`). Boxes, verbs and steps call this automatically.
        """
        rows = (self.replaced.get(clause, (clause,)) for clause in clauses)
        return tuple(dict.fromkeys(name for row in rows for name in row))

    @final
    def plays(self, *clauses: str) -> bool:
        """Return whether at least one of the given clauses is in force at this table: its edition is played, and its
        option is not switched off. Also return True if no clauses are given.
        """
        known = self.game.ledger().clauses
        rules = [known[name] for name in clauses if name in known]
        return not rules or any(
            rule.edition in ("both", self.edition) and self.options.get(rule.optional, True) is not False
            for rule in rules
        )

    @abstractmethod
    def start(self) -> P:
        """Return the position after setup, settled at its first decision."""

    @abstractmethod
    def blank(self) -> P:
        """Return an empty position of the right class and sizes, for `Position.load_data` to fill."""

    @abstractmethod
    def facts(self, p: P) -> dict[str, Any]:
        """Return the facts that a player can read off the table, flat and JSON-ready."""

    @abstractmethod
    def result(self, p: P) -> dict[str, Any]:
        """Return the result of a finished game: the winner or level, the points, the reason, and the score line by
        line.
        """

    @abstractmethod
    def returns(self, p: P) -> list[float]:
        """Return one float per seat for a finished game."""

    def sample(self, p: P, seat: int, rng: random.Random) -> P:
        """Return a full position that the seat cannot distinguish from this one.

        Games with secrets override this. By default, `playout` shows the position itself to policies.
        """
        return p.copy()

    @property
    @final
    def secrets(self) -> bool:
        """Whether a seat has hidden information."""
        return self.game.hides

    def disguise(self, p: P, action: int) -> str:
        """Return the text that other sides see instead of a choice that names hidden things, or "" if nothing is
        hidden.
        """
        return ""

    def called(self, p: P) -> Mapping[int, str]:
        """Return the pieces whose current name differs from the listed one, by number."""
        return NOBODY

    def label(self, p: P, action: int, stack: Sequence[int] = ()) -> str:
        """Return the sentence on the button of an action, with the current names of pieces (see `Notation.label`)."""
        return self.notation.label(action, stack, self.called(p))

    def told(self, p: P, action: int) -> str:
        """Return the log's sentence for an action at a position, without the final period."""
        return self.notation.told(action, self.called(p))

    def turn(self, p: P) -> int:
        """Return the turn number, for the log."""
        return 0

    @final
    def out_of_order(self, p: P) -> tuple[str, ...]:
        """Return the clauses that forbid an action out of order: the clauses behind the sequence of play and the
        current step.
        """
        step = self.step(p)
        return self.cited(*self.in_order, *(step.clauses[:1] if step is not None else ()))

    @final
    def to_data(self, p: P) -> dict[str, Any]:
        """Return a position as JSON-ready data, in which frames contain the names of their boxes."""
        frames = [[self.boxes[f[0]].name, *f[1:]] for f in p.frames]
        return {**p.to_data(), "frames": frames}

    @final
    def from_data(self, data: dict[str, Any]) -> P:
        """Return the position for data from `to_data`."""
        p = self.blank()
        p.load_data({k: v for k, v in data.items() if k != "frames"})
        p.frames = [[self.box_index[f[0]], *f[1:]] for f in data["frames"]]
        return p

    @final
    def broken_invariants(self, p: P) -> list[Invariant[P]]:
        """Return the invariants that a position breaks."""
        return [i for i in self.invariants if not i.holds(p)]
