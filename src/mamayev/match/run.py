"""Play a script file, which contains actions with their dice and cards, and the expected results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mamayev.engine.chance import Seeded
from mamayev.engine.refusal import Refusal
from mamayev.engine.words import alternatives

from .decision import Decision
from .lesson import Lesson, Rehearsed
from .match import Match
from .script import Do, Refuse, Said, Script, flat, read

CLOSINGS = 20
"""The number of seeds with which the closing text of a lesson is checked, because the dice after its last task vary."""


@dataclass
class ScriptReport:
    """The result of a script. `failure`: the message about the first deviation, or "".

    `plies`: the length of the log before each action. `refused`: the reason for each expected refusal.
    """

    game: str
    match: Match
    steps: int = 0
    checks: int = 0
    failure: str = ""
    clauses: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    plies: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the script played without deviations."""
        return not self.failure

    def to_data(self) -> dict[str, Any]:
        """Return the JSON-ready form."""
        return {
            "game": self.game,
            "ok": self.ok,
            "steps": self.steps,
            "checks": self.checks,
            "failure": self.failure or None,
            "clauses": list(self.clauses),
            "over": self.match.over,
            "result": self.match.result,
            "facts": self.facts,
        }


class _Failed(Exception):
    """Raised when the game deviates from the script."""


def run_script(path: str | Path) -> ScriptReport:
    """Play a script file to its end or to the first deviation.

    For an invalid file, raises a malformed Refusal that names the file, the action and the field.
    """
    file = Path(path)
    script = read(file)
    report, where = ScriptReport(script.game, _begun(file, script)), ""
    try:
        for place in _parts(file, script, report):
            where = place
    except _Failed as failure:
        report.failure = f"{where}{failure}"
    except Refusal as refusal:
        if refusal.malformed:
            raise Refusal(
                f"{file}: {where}{refusal.text}", refusal.clauses, field=refusal.field, malformed=True
            ) from None
        cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
        report.failure = f"{where}{refusal.text}{cited}"
        report.clauses = refusal.clauses
    report.facts = report.match.facts()
    return report


def _begun(file: Path, script: Script) -> Match:
    """Return the match at the start of a script. Raises a malformed Refusal."""
    chance = script.scripted(file)
    try:
        return Match.new(
            script.game, seed=0, edition=script.edition, options=script.options, start=flat(script.setup), chance=chance
        )
    except Refusal as refusal:
        where = f"[{refusal.field.partition('.')[0]}] " if refusal.field.startswith("chance") else ""
        raise Refusal(f"{file}: {where}{refusal.text}", refusal.clauses, field=refusal.field, malformed=True) from None


def _parts(file: Path, script: Script, report: ScriptReport) -> Iterator[str]:
    """Yield the location of each part of a script, for messages, before playing and checking that part."""
    match = report.match
    yield "[[opening]]: "
    report.checks += _check_pages(match, script.opening)
    for number, do in enumerate(script.do, 1):
        yield f"[[do]] {number}, “{do.action}”: "
        report.checks += _check_pages(match, do.pages)
        turn = match.table.turn(match.position)
        report.plies.append(len(match.record.log))
        _do(match, do)
        if match.table.turn(match.position) == turn and not (script.closing and number == len(script.do)):
            # Rolls that begin another turn, or follow a lesson, need not be written down at a script's end.
            _has_chance(match.decision)
        report.steps = number
        report.checks += _check(match, do.expect)
    yield "[expect]: "
    report.checks += _check(match, script.expect)
    for number, wrong in enumerate(script.refuse, 1):
        yield f"[[refuse]] {number}, “{wrong.action}”: "
        report.refused.append(_refused(match, wrong))
        report.checks += 1
    if script.closing:
        yield "[[closing]]: "
        report.checks += _check_closing(file, script)


def _do(match: Match, do: Do) -> None:
    decision = match.decision
    if decision is None:
        raise _Failed("the game is already over.")
    _has_chance(decision)
    if do.seat and do.seat != decision.seat:
        match.seat_index(do.seat)
        raise _Failed(f"{decision.seat} must decide now, not {do.seat}. {decision.prompt}")
    match.play(do.action)


def _has_chance(decision: Decision | None) -> None:
    """Raise Refusal if the match is waiting for a die, card or lot that the script does not contain."""
    if decision is not None and decision.seat == "chance":
        what = {"die": "dice", "lot": "lots"}.get(decision.chance, "cards")
        raise Refusal(
            f"The script has run out of {what}: asked for “{decision.prompt}”.", field=f"chance.{what}", malformed=True
        )


def _check(match: Match, expected: dict[str, Any]) -> int:
    """Compare the facts with the expected ones, and return how many there are. Raises Refusal for an unknown fact."""
    facts = match.facts()
    decides = match.decision.seat if match.decision else None
    result = {f"result.{key}": value for key, value in (match.result or {}).items()}
    known = {"over": match.over, "decides": decides, **result, **facts}
    wanted = flat(expected)
    for key in wanted:
        if key not in known and not (key.startswith("result.") and not match.over):
            hint = alternatives(key, known, 4, 0.5)
            raise Refusal(f"there is no fact “{key}”. {hint}".rstrip(), field=f"expect.{key}", malformed=True)
    wrong = [
        f"{key} is {known.get(key)!r}, not {value!r}"
        for key, value in wanted.items()
        if key not in known or known[key] != value
    ]
    if wrong:
        raise _Failed("; ".join(wrong) + ".")
    return len(wanted)


def _check_pages(match: Match, pages: Sequence[Said]) -> int:
    return sum(_check(match, page.expect) for page in pages)


def _check_closing(file: Path, script: Script) -> int:
    """Check the closing pages with different dice and cards after the end of the lesson. Return the number of facts."""
    plan, checks = Lesson(file).plan, 0
    for seed in range(CLOSINGS):
        match = Match.new(
            script.game, seed=seed, edition=script.edition, options=script.options, start=flat(script.setup),
            chance=Rehearsed(plan.outcomes, Seeded(seed)),
        )  # fmt: skip
        for task in plan.tasks:
            match.play(task.line)
        checks += _check_pages(match, script.closing)
    return checks


def _refused(match: Match, wrong: Refuse) -> str:
    """Return the reason for a refused action. Raises an error if it is not refused."""
    decision = match.decision
    if decision is None:
        raise _Failed("the game is already over.")
    _has_chance(decision)
    try:
        decision.parse(wrong.action)
    except Refusal as refusal:
        if refusal.malformed and not wrong.clause:
            raise
        if wrong.clause and wrong.clause not in refusal.clauses:
            cited = ", ".join(refusal.clauses) or "no clause"
            raise _Failed(f"refused, but citing {cited} instead of {wrong.clause}: {refusal.text}") from None
        return refusal.text
    raise _Failed("this should have been refused, but it is allowed.")
