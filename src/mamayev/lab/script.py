"""Script files: a game written down action by action, with the dice, the cards and what must come of it."""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from mamayev.engine.chance import Scripted
from mamayev.engine.match import Decision, Match
from mamayev.engine.refusal import Refusal


class _Do(msgspec.Struct, forbid_unknown_fields=True):
    action: str
    seat: str = ""
    expect: dict[str, Any] = {}


class _Refuse(msgspec.Struct, forbid_unknown_fields=True):
    action: str
    clause: str = ""


class _Script(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    edition: str | None = None
    options: dict[str, Any] = {}
    title: str = ""
    clauses: list[str] = []
    rules: list[str] = []
    setup: dict[str, Any] = {}
    chance: dict[str, list[int | str]] = {}
    do: list[_Do] = []
    expect: dict[str, Any] = {}
    refuse: list[_Refuse] = []


@dataclass
class ScriptReport:
    """How a script went: the facts at its end, and in `failure` the sentence that says where it went wrong."""

    game: str
    match: Match
    steps: int = 0
    checks: int = 0
    failure: str = ""
    clauses: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether everything went as written."""
        return not self.failure

    def to_data(self) -> dict[str, Any]:
        """The JSON-ready form."""
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
    """The game does not go as the script says."""


def run_script(path: str | Path) -> ScriptReport:
    """Play a script file to its end or to the first thing that is not as written.

    Raises Refusal (malformed) for a file that is wrong: it names the file, the step and the field.
    """
    file = Path(path)
    script = _read(file)
    chance = _chance(script, file)
    try:
        match = Match.new(
            script.game,
            seed=0,
            edition=script.edition,
            options=script.options,
            start=_flat(script.setup),
            chance=chance,
        )
    except Refusal as refusal:
        where = f"[{refusal.field.partition('.')[0]}] " if refusal.field.startswith("chance") else ""
        raise Refusal(f"{file}: {where}{refusal.text}", refusal.clauses, field=refusal.field, malformed=True) from None
    report = ScriptReport(script.game, match)
    where = ""
    try:
        for number, step in enumerate(script.do, 1):
            where = f"[[do]] {number}, “{step.action}”: "
            turn = match.table.turn(match.position)
            _do(match, step)
            if match.table.turn(match.position) == turn:
                # The rolls that begin another turn need not be written down at a script's end.
                _has_chance(match.decision)
            report.steps = number
            report.checks += _check(match, step.expect)
        where = "[expect]: "
        report.checks += _check(match, script.expect)
        for number, wrong in enumerate(script.refuse, 1):
            where = f"[[refuse]] {number}, “{wrong.action}”: "
            _refused(match, wrong)
            report.checks += 1
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
    report.facts = match.facts()
    return report


def _chance(script: _Script, file: Path) -> Scripted:
    """The dice, the lots, and the cards of one deck ("cards") or of several by their names."""
    for name, row in script.chance.items():
        wanted, words = (str, "ids of pieces") if name == "lots" else (int, "numbers")
        if not all(type(value) is wanted for value in row):
            raise Refusal(f"{file}: [chance] {name} takes {words}.", field=f"chance.{name}", malformed=True)
    rows: dict[str, Any] = dict(script.chance)
    dice, lots = rows.pop("dice", ()), rows.pop("lots", ())
    return Scripted(dice, {"": rows.pop("cards", []), **rows}, lots)


def _read(file: Path) -> _Script:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(data, _Script)
    except OSError as error:
        reason, where = error.strerror or str(error), ""
    except UnicodeDecodeError as error:
        reason, where = f"it is not UTF-8 text (byte {error.start})", ""
    except tomllib.TOMLDecodeError as error:
        reason, where = f"it is not TOML: {error}", ""
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$")
        where = _place(path.rstrip("`"))
        reason = text[:1].lower() + text[1:]
    raise Refusal(f"{file}: {where}{reason}.", field=where.rstrip(": ") or "file", malformed=True)


def _place(path: str) -> str:
    """The table and field of a path such as ".do[2].action", steps counted from 1."""
    if not path:
        return ""
    step = re.match(r"\.(do|refuse)\[(\d+)\]\.?(\w*)", path)
    if step:
        table, number, inner = step.groups()
        return f"[[{table}]] {int(number) + 1}{f', {inner}' if inner else ''}: "
    # A key of a table stands as [...] in the path.
    return f"{path.partition('[')[0].lstrip('.')}: "


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested TOML tables as dotted keys: unit.red-1 = 39."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def _do(match: Match, step: _Do) -> None:
    decision = match.decision
    if decision is None:
        raise _Failed("the game is already over.")
    _has_chance(decision)
    if step.seat and step.seat != decision.seat:
        match.seat_index(step.seat)
        raise _Failed(f"it is {decision.seat} that decides now, not {step.seat}. {decision.prompt}")
    match.play(step.action)


def _has_chance(decision: Decision | None) -> None:
    """Raises Refusal where the match waits for a roll that the script does not give."""
    if decision is not None and decision.seat == "chance":
        what = {"die": "dice", "lot": "lots"}.get(decision.chance, "cards")
        raise Refusal(
            f"The script has run out of {what}: asked for “{decision.prompt}”.",
            field=f"chance.{what}",
            malformed=True,
        )


def _check(match: Match, expected: dict[str, Any]) -> int:
    """Compare facts; returns how many. Raises Refusal for a fact that does not exist."""
    facts = match.facts()
    known = {"over": match.over, **{f"result.{k}": v for k, v in (match.result or {}).items()}, **facts}
    wanted = _flat(expected)
    for key in wanted:
        if key not in known and not (key.startswith("result.") and not match.over):
            near = difflib.get_close_matches(key, known, n=4, cutoff=0.5)
            hint = f" Do you mean {' or '.join(near)}?" if near else ""
            raise Refusal(f"there is no fact “{key}”.{hint}", field=f"expect.{key}", malformed=True)
    wrong = [
        f"{key} is {known.get(key)!r}, not {value!r}"
        for key, value in wanted.items()
        if key not in known or known[key] != value
    ]
    if wrong:
        raise _Failed("; ".join(wrong) + ".")
    return len(wanted)


def _refused(match: Match, wrong: _Refuse) -> None:
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
        return
    raise _Failed("this should have been refused, but it is allowed.")
