"""The score of the answers to an exam, by kind of question and by section of the rules."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.lab.figures import counted

from .items import Given, Key

NEAR = 0.01
"""The maximum error with which a chance still counts as right."""


def graded(given: Iterable[Given], keys: Iterable[Key]) -> dict[str, Any]:
    """Return the score with 95% intervals, JSON-ready: in total, by kind and by section. A missing answer counts as
    wrong.

    `position`: the share of right answers to questions that depend on the position. `cited`: the share of questions for
    which the answer cites at least one of the clauses. `floor`: the score of a player who answers "no" to every action
    and always picks the first of four. Raises Refusal for an unknown question.
    """
    answers = {one.id: one for one in given}
    right, asked, cited, floor = Counter[str](), Counter[str](), 0, Counter[str]()
    unknown = set(answers)
    for key in keys:
        unknown.discard(key.id)
        one = answers.get(key.id)
        good = one is not None and is_right(key, one.answer)
        for group in ("all", f"kind:{key.kind}", f"section:{key.section or 'other'}", *["position"] * key.dependent):
            asked[group] += 1
            right[group] += good
        cited += one is not None and bool(set(one.clauses) & set(key.clauses))
        for group in ("all", f"kind:{key.kind}"):
            floor[group] += is_right(key, "no" if key.kind == "verdict" else "A")
    if not asked["all"]:
        raise Refusal("The answer file contains no questions.", field="--key", malformed=True)
    if unknown:
        raise Refusal(f"“{min(unknown)}” is not a question of this exam.", field="--grade", malformed=True)

    def under(head: str) -> dict[str, Any]:
        names = sorted(group for group in asked if group.startswith(head))
        return {name.removeprefix(head): _share(right[name], asked[name]) for name in names}

    return {
        "answered": len(answers),
        "score": _share(right["all"], asked["all"]),
        "position": _share(right["position"], asked["position"]) if asked["position"] else None,
        "cited": _share(cited, asked["all"]),
        "floor": {
            "all": _share(floor["all"], asked["all"]),
            **{kind: _share(floor[f"kind:{kind}"], asked[f"kind:{kind}"]) for kind in under("kind:")},
        },
        "kinds": under("kind:"),
        "sections": under("section:"),
    }


def is_right(key: Key, answer: str) -> bool:
    """Return whether an answer is right. It ignores case, spaces and a final period."""
    said = answer.strip().rstrip(".").strip()
    if key.kind in ("verdict", "four", "next"):
        return said.casefold() == key.answer.casefold()
    try:
        found, wanted = msgspec.json.decode(said), msgspec.json.decode(key.answer)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    if key.kind == "isolated":
        lists = isinstance(found, list) and isinstance(wanted, list)
        return lists and {str(one).casefold() for one in found} == {one.casefold() for one in wanted}
    if not isinstance(found, dict) or not isinstance(wanted, dict) or found.keys() != wanted.keys():
        return False
    return all(_equal(found[name], value) for name, value in wanted.items())


def _equal(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, float):
        # A whole number can be too large for a comparison with a fraction by `isclose`.
        return isinstance(found, int | float) and 0 <= found <= 1 + NEAR and math.isclose(found, wanted, abs_tol=NEAR)
    return bool(found == wanted)


def _share(count: int, of: int) -> dict[str, Any]:
    return {"of": of, **counted(count, of)}
