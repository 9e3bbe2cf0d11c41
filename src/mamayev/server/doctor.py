"""Check every stored game, report problems, and repair what can be rebuilt."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.match.holding import holding
from mamayev.match.match import Record
from mamayev.match.reading import Unreadable, read

from .forms import Commanded, Lent, UndoAsked
from .saved import standing
from .store import Store
from .store.rows import LOST, shown_values

NOTHING_UNDONE = "[]"


class Finding(NamedTuple):
    """A problem with a stored game, described in a sentence.

    `version`: the version that was examined. `mends`: the column values that repair it; without any, it cannot be
    repaired. `grave`: False if it is only worth knowing about.
    """

    match: str
    version: int
    name: str
    sentence: str
    mends: dict[str, Any]
    grave: bool = True


def examine(store: Store) -> list[Finding]:
    """Return all problems with the games in a store, including deleted games."""
    return [finding for row in store.matches.rows() for finding in _findings(row)]


def repair(store: Store, findings: list[Finding]) -> list[Finding]:
    """Repair everything that can be rebuilt, and return the findings that were repaired.

    A game that has changed since the check is skipped.
    """
    return [f for f in findings if f.mends and store.matches.mend(f.match, f.version, f.mends)]


def _findings(row: dict[str, Any]) -> list[Finding]:
    name = row["name"].encode("utf-8", "replace").decode()
    found: list[Finding] = []

    def tell(sentence: str, mends: dict[str, Any] | None = None, *, grave: bool = True) -> None:
        found.append(Finding(row["id"], row["version"], name, sentence, mends or {}, grave))

    def column(what: str, key: str, form: Any, anew: Any) -> None:
        try:
            if row[key] is not None:
                read(row[key], form)
        except Unreadable as error:
            tell(f"{what} cannot be read: {error}.", {} if anew is ... else {key: anew})

    column("The undone decisions, which can be redone,", "undone", list[list[str]], NOTHING_UNDONE)
    column("A seat's undo request", "asked", UndoAsked, None)
    column("The list of lent seats", "lent", dict[str, Lent], None)
    column("What became of orders", "commanded", dict[str, Commanded], None)
    column("The list of players", "seats", dict[str, str], ...)
    column("The list of keys", "keys", dict[str, str], ...)
    if row["components"] is not None:
        tell(f"It {LOST}")
        return found
    try:
        match, refusal = holding(Record.from_json(row["record"]))
    except Refusal as error:
        tell(error.text)
        return found
    if refusal is not None or match is None:
        assert refusal is not None
        plies = 0 if match is None else len(match.record.log)
        on = f" It can be replayed up to entry {plies}, and continued from there in a branch." if match else ""
        tell(f"{refusal.text}{on}")
        return found
    installed = match.game.version
    if match.record.rules != installed:
        tell(
            f"It began under version {match.record.rules} of the rules and continues under version {installed}. "
            "Everything played so far is legal under both.",
            grave=False,
        )
    now = shown_values(standing(match))
    changed = {key: value for key, value in now.items() if not _same(row[key], value)}
    if list(changed) == ["to_move"] and row["to_move"] is None:
        tell(
            "It was last played with an older version of the program, so the list does not say whose move it is.",
            changed,
            grave=False,
        )
    elif changed:
        said = "Its result has changed" if "result" in changed and match.over else "Its state differs from the list"
        tell(f"{said}: {', '.join(sorted(changed))}.", changed)
    return found


def _same(stored: Any, now: Any) -> bool:
    if stored == now or not (isinstance(stored, str) and isinstance(now, str)):
        return bool(stored == now)
    try:
        return bool(msgspec.json.decode(stored) == msgspec.json.decode(now))
    except (msgspec.MsgspecError, UnicodeError):
        return False
