"""Why what somebody clicked offers nothing: a unit, a space, a verb, or two of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from mamayev.engine.notation import VERB, act
from mamayev.engine.position import Position
from mamayev.engine.refusal import Reason

from .decision import Decision

ASKED = 60
"""This many units or spaces are tried to find what bars a verb as a whole."""


def why(decision: Decision, piece: str, space: str, verb: str) -> list[tuple[str, Reason]]:
    """(Action text, reason) pairs for what was clicked, "" where nothing of the kind was. Empty when something is on
    offer there after all."""
    p = decision.position
    notation = p.table.notation
    wanted = {kind: noun for kind, noun in (("piece", piece), ("space", space)) if noun}
    verbs = [index for index in _verbs(p, verb) if set(wanted) <= set(notation.verbs[index].args)]
    if piece and space and not verbs:  # what was clicked is a unit that stands there
        units = any("piece" in notation.verbs[index].args for index in _verbs(p, verb))
        return why(decision, piece, "", verb) if units else why(decision, "", space, verb)
    if _offers(p, verbs, wanted):
        return []
    # A unit that may do something is told about that alone: not why something else is closed to it.
    if piece:
        verbs = [index for index in verbs if _offers(p, [index], {"piece": piece})] or verbs
    reasons: dict[str, tuple[str, Reason]] = {}
    several = bool(wanted) and _offers(p, verbs, {})
    for index in verbs:
        if {"piece", "space"} & set(notation.verbs[index].args) - set(wanted):
            # What nothing on the board allows now has nothing to do with this space, where another verb has.
            if several and not _offers(p, [index], {}):
                continue
            text, reason = _why_any(decision, index, wanted)
            reasons.setdefault(reason.text, (text, reason))
            continue
        for code in _candidates(p, index, wanted):
            reason = decision.why_not(code)
            reasons.setdefault(reason.text, (notation.text(code), reason))
            if not (piece and space):
                break
    if not reasons:
        reasons[""] = ("", Reason(f"That plays no part in this decision: {decision.prompt}", decision.clauses))
    return list(reasons.values())


def _verbs(p: Position, name: str) -> list[int]:
    """The verbs of the box, or the one of this name, which may stand open at every box."""
    notation, standing = p.table.notation, p.table.standing
    if not name:
        return list(p.box.verbs)
    own = [index for index in p.box.verbs if notation.verbs[index].name == name]
    if own or standing is None:
        return own
    return [index for index in standing.verbs if notation.verbs[index].name == name]


def _why_any(decision: Decision, verb: int, given: Mapping[str, str]) -> tuple[str, Reason]:
    """Why a verb offers nothing for a space whatever the unit, or for a unit whatever the space: what speaks
    against most of them. It is about the thing that was asked for, never about one unit picked at random."""
    p = decision.position
    notation = p.table.notation
    entry = notation.verbs[verb]
    if not _offers(p, [verb], {}):
        box = p.box if verb in p.box.acts or p.table.standing is None else p.table.standing
        return "", box.closed(p, p.frames[-1], verb)
    own = set(p.pieces())
    codes = [code for code in _candidates(p, verb, given) if "piece" in given or notation.piece_of(code) in own]
    found = [(decision.why_not(code), notation.text(code)) for code in codes[:: max(1, len(codes) // ASKED)]]
    texts = Counter(reason.text for reason, _ in found)
    text, number = texts.most_common(1)[0] if texts else ("", 0)
    if number * 2 > len(found):
        reason, action = next((reason, action) for reason, action in found if reason.text == text)
        return action, reason
    kind, noun = next(iter(given.items()))
    name = notation.noun(kind, notation.index(kind, noun) or 0).name
    title = entry.title or entry.name
    if kind == "space":
        return "", Reason(f"{title}: nobody can do that at {name} now.", entry.clauses)
    return "", Reason(f"{title}: the {name} can do that nowhere now.", entry.clauses)


def _offers(p: Position, verbs: Sequence[int], wanted: Mapping[str, str]) -> bool:
    """Whether an action of these verbs that names all of this is legal now."""
    notation = p.table.notation
    nouns = {(kind, notation.index(kind, noun)) for kind, noun in wanted.items()}
    piece = notation.index("piece", wanted.get("piece", ""))
    # Where a piece is named it stands first, unless a verb takes two.
    two = any(notation.verbs[index].args.count("piece") > 1 for index in verbs)
    rows = (p.choices(at) for at in ([*p.pieces(), None] if piece is None or two else [piece]))
    return any(
        code >> VERB in verbs and nouns <= set(zip(notation.verbs[code >> VERB].args, notation.args(code), strict=True))
        for row in rows
        for code in row
    )


def _candidates(p: Position, verb: int, given: Mapping[str, str]) -> Iterator[int]:
    """The actions of a verb that name the given piece and space, whether legal or not."""
    notation = p.table.notation
    wanted = dict(given)
    rows = []
    for kind in notation.verbs[verb].args:
        if kind in wanted:
            rows.append([notation.index(kind, wanted.pop(kind))])
        elif kind == "number":
            rows.append([1])
        else:
            rows.append([index for index, noun in enumerate(notation.nouns[kind]) if noun.id])
    for args in product(*rows):
        if None not in args:
            yield act(verb << VERB, *(int(arg or 0) for arg in args))
