"""Worked examples. Each is a script file with text, which opens as a complete match to read step by step."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

import msgspec

from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game

from .match import Match
from .record import LESSON
from .run import ScriptReport, run_script
from .script import Page, Script, read


class ExampleStep(msgspec.Struct, omit_defaults=True):
    """A step of an example: the position after `ply` entries of the log, and its text. `show`: the ids of the pieces,
    spaces and tracks that the text mentions."""

    ply: int
    text: str
    clauses: list[str] = []
    show: list[str] = []


class ExampleInfo(msgspec.Struct, omit_defaults=True):
    """An entry in the list of examples. `source`: where the example is in the rulebook. `still`: why the example has no
    position to step through. In that case, `text` is the whole example."""

    name: str
    title: str
    source: str
    clauses: list[str]
    edition: str = ""
    still: str = ""
    text: list[str] = []


class ExampleNow(msgspec.Struct, omit_defaults=True):
    """The example of a match: the `example` in a State (see docs/protocol.md)."""

    name: str
    title: str
    source: str
    clauses: list[str]
    steps: list[ExampleStep]


class Example:
    """A script file as a worked example."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.name = file.stem
        self.script: Script = read(file)

    def info(self) -> ExampleInfo:
        """Return the entry for the list of examples."""
        script = self.script
        text = [page.text for page in script.opening] if script.still else []
        return ExampleInfo(
            self.name, script.title, script.source, self.clauses, script.edition or "", script.still, text
        )

    @property
    def clauses(self) -> list[str]:
        """Return the clauses that the file and its steps cite."""
        script = self.script
        pages = [*(page for do in script.do for page in do.pages), *script.closing]
        rows = [
            *(page.clauses for page in script.opening),
            *(do.clauses for do in script.do),
            *(page.clauses for page in pages),
        ]
        steps = [clause for row in rows for clause in row]
        refused = [wrong.clause for wrong in script.refuse if wrong.clause]
        return list(dict.fromkeys([*script.clauses, *steps, *refused]))

    @cached_property
    def report(self) -> ScriptReport:
        """Play the script once. Raises Refusal if it has no position, or if a result differs from the script."""
        if self.script.still:
            raise Refusal(f"“{self.script.title}” cannot be played: {self.script.still}", field="example")
        report = run_script(self.file)
        if report.failure:
            raise Refusal(f"{self.file}: {report.failure}", report.clauses, malformed=True)
        return report

    @cached_property
    def steps(self) -> list[ExampleStep]:
        """Return the steps in order. Raises Refusal as `report` does."""
        script, report = self.script, self.report
        match, plies = report.match, [*report.plies, len(report.match.record.log)]
        fallen = [ply for ply, p in enumerate(match.onwards(0)) if p.seat == CHANCE and ply < plies[-1]]

        def after(fell: int | None, start: int, end: int) -> int:
            """Return the ply after the first `fell` outcomes in a range of the log, including their automatic
            consequences."""
            later = [ply for ply in fallen if start <= ply < end]
            return end if fell is None or fell >= len(later) else later[fell]

        def read_at(page: Page, start: int, end: int) -> ExampleStep:
            return ExampleStep(after(page.fell, start, end), page.text, page.clauses, page.show)

        found = []
        for page in script.opening:
            found.append(ExampleStep(after(page.fell or 0, 0, plies[0]), page.text, page.clauses, page.show))
        before = 0
        for do, (start, end) in zip(script.do, pairwise(plies), strict=True):
            found += [read_at(page, before, start) for page in do.pages]
            if do.text:
                found.append(ExampleStep(after(do.fell, start + 1, end), do.text, do.clauses, do.show))
            before = start + 1
        found += [read_at(page, before, plies[-1]) for page in script.closing]
        for wrong, reason in zip(script.refuse, report.refused, strict=True):
            clauses = [wrong.clause] if wrong.clause else []
            found.append(ExampleStep(plies[-1], f"{wrong.text} {reason}".strip(), clauses))
        for one, other in pairwise(found):
            if other.ply < one.ply:
                raise Refusal(
                    f"{self.file}: “{other.text}” would be read before “{one.text}”: check their “fell”.",
                    field="fell",
                    malformed=True,
                )
        return found

    def match(self) -> Match:
        """Return the example's match, played to the last step. Its dice and cards do not come from its seed."""
        record = self.report.match.record
        match = Match.from_record(record, self.steps[-1].ply if self.steps else None)
        match.record.earlier = [[len(match.record.log), LESSON]]
        return match

    @cached_property
    def reader(self) -> str:
        """Return the seat that the reader takes to play on; "" if no seat decides."""
        game, match = self.report.match.game, self.report.match
        if self.script.reader:
            match.seat_index(self.script.reader)
            return self.script.reader
        ruled = match.table.procedures
        decided = (p.seat for p in match.onwards(0) if p.seat >= 0 and p.seat not in ruled)
        rest = [seat for number, seat in enumerate(game.seats) if number not in ruled]
        first = next(decided, None)
        return game.seats[first] if first is not None else rest[0]

    def now(self) -> ExampleNow:
        """Return the data for stepping through it."""
        return ExampleNow(self.name, self.script.title, self.script.source, self.clauses, self.steps)


@cache
def example(file: Path) -> Example:
    """Return the example in a file. The result is cached. Raises a malformed Refusal."""
    return Example(file)


def find_example(game: Game, name: str) -> Example:
    """Return the example of a game with this name. If there is none, raises a Refusal that lists the examples."""
    for file in game.examples:
        if file.stem == name:
            return example(file)
    names = ", ".join(file.stem for file in game.examples) or "none"
    raise Refusal(f"{game.title} has no example “{name}”. Its examples: {names}.", field="example", malformed=True)


def of_clause(game: Game, clause: str) -> list[Example]:
    """Return the examples of a game that show a clause."""
    return [one for one in map(example, game.examples) if clause in one.clauses]
