"""A check that the answers of a position agree: `actions`, `pieces`, `choices`, `draw`, `allows` and `objection`."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from mamayev.engine.notation import ARG, MASK, VERB, Notation, act, verb_of
from mamayev.engine.position import Position

from .play import any_code


def assert_chance_agrees(p: Position, rng: random.Random) -> None:
    codes = [code for code, _ in p.actions()]
    assert all(p.allows(code) for code in codes)
    assert p.roll(rng.random) in codes
    assert p.choices(None) == p.pieces() == []
    for code in (any_code(p.table.notation, rng) for _ in range(10)):
        assert p.allows(code) == (code in codes), f"outcome “{p.name(code)}”"
    assert_any_int_has_an_answer(p, codes, rng)


def assert_any_int_has_an_answer(p: Position, legal: list[int], rng: random.Random) -> None:
    """Check that `allows` and `choices` accept any int."""
    notation = p.table.notation
    for code in any_ints(notation, p.box.verbs, rng):
        assert p.allows(code) == (code in legal), f"`allows` and the list differ about the int {code}"
    for piece in (-1, -(2**70), len(notation.nouns.get("piece", ())), MASK, 2**63, rng.getrandbits(40)):
        assert p.choices(piece) == [], f"`choices` of the int {piece}, which is not a piece"


def any_ints(notation: Notation, own: Sequence[int], rng: random.Random) -> list[int]:
    """Draw ints that have no verb, ints with unknown or too many nouns, and arbitrary ints."""
    count = {kind: len(row) for kind, row in notation.nouns.items()}
    row = [-1, -(2**70), 2**63, 2**63 - 1, len(notation.verbs) << VERB, 255 << VERB, rng.getrandbits(VERB)]
    for verb in (*own, rng.randrange(len(notation.verbs))):
        args, code = notation.verbs[verb].args, verb << VERB
        beyond = [count.get(kind, MASK) for kind in args] + [1] * (2 - len(args))
        drawn = [rng.randrange(max(1, count.get(kind, 9))) for kind in args] + [0] * (2 - len(args))
        row += [act(code, beyond[0], drawn[1]), act(code, drawn[0], beyond[1]), act(code, *beyond)]
        row += [act(code, MASK, MASK), -act(code, *drawn), act(code, *drawn) | 1 << 40]
        row += [code | rng.getrandbits(VERB)]
    return row


def assert_questions_agree(p: Position, rng: random.Random) -> None:
    piece_of, listed = p.table.notation.piece_of, p.actions()
    by_piece: dict[int | None, list[int]] = {None: []}
    for code in listed:
        by_piece.setdefault(piece_of(code), []).append(code)
    pieces = p.pieces()
    assert sorted(pieces) == sorted(piece for piece in by_piece if piece is not None), "`pieces` differs from the list"
    nouns = p.table.notation.nouns.get("piece", ())
    some = [*rng.sample(pieces, min(4, len(pieces))), *(rng.randrange(len(nouns)) for _ in nouns[:2])]
    for piece in (None, *some):
        name = "no piece" if piece is None else nouns[piece].id
        assert sorted(p.choices(piece)) == sorted(by_piece.get(piece, [])), f"`choices` of {name} differ from the list"
    for code in rng.sample(listed, min(20, len(listed))):
        assert p.allows(code), f"`allows` refuses “{p.name(code)}”, which is listed"
        assert_no_objection(p, code)
    for code in unlikely(p, listed, rng):
        assert p.allows(code) == (code in listed), f"`allows` and the list differ about “{p.name(code)}”"
        if code not in listed:
            assert_objection(p, code)
    assert_any_int_has_an_answer(p, listed, rng)
    assert all(p.draw(rng.random) in listed for _ in range(3)), "`draw` takes what is not listed"
    if p.seat not in p.table.procedures:
        for piece in some[:2]:
            assert_routes(p, piece)


def unlikely(p: Position, listed: list[int], rng: random.Random) -> list[int]:
    """Draw actions that are rarely legal: any action, any of this box's verbs, and mixed nouns of two legal actions."""
    notation = p.table.notation
    crossed = [
        act(verb_of(one), one >> ARG & MASK, other & MASK)
        for one, other in (rng.choices(listed, k=2) for _ in range(12))
        if one >> VERB == other >> VERB and len(notation.verbs[one >> VERB].args) == 2
    ]
    own = [any_code(notation, rng, p.box.verbs) for _ in range(16)]
    return [*(any_code(notation, rng) for _ in range(5)), *own, *crossed]


def objections(p: Position, code: int) -> tuple[str, list[Any]]:
    """Return the reason of each verb by name, and the reasons from the box's `bar_` and `refuse_` methods, if it has
    any.
    """
    frame, notation = p.frames[-1], p.table.notation
    box, name = p.table.boxes[frame[0]], notation.verbs[code >> VERB].name.replace("-", "_")
    if code >> VERB not in box.acts:
        return name, []
    bar, refuse = getattr(box, f"bar_{name}", None), getattr(box, f"refuse_{name}", None)
    barred = bar(p, frame) if bar is not None else None
    if refuse is None or barred is not None:  # a choice only matters if its verb is open
        return name, [barred]
    return name, [refuse(p, frame, *notation.args(code))]


def assert_no_objection(p: Position, code: int) -> None:
    name, said = objections(p, code)
    assert not any(said), f"`bar_{name}` or `refuse_{name}` objects to “{p.name(code)}”, which is listed: {said}"


def assert_objection(p: Position, code: int) -> None:
    box = p.box
    name, said = objections(p, code)
    if said and hasattr(box, f"refuse_{name}"):
        assert any(said), f"`refuse_{name}` has nothing against “{p.name(code)}”, which is not listed"


def assert_routes(p: Position, piece: int) -> None:
    """Check that each path is legal step by step, asks no other seat on the way, ends at its space, and has the stated
    cost.
    """
    frame, space_of = p.frames[-1], p.table.notation.space_of
    box = p.table.boxes[frame[0]]
    routes, choices = box.routes(p, frame, piece), box.choices(p, frame, piece)
    assert {r.actions[0] for r in routes if len(r.actions) == 1} == set(choices), "`routes` and `choices` differ"
    for route in routes:
        words = " + ".join(p.name(code) for code in route.actions)
        there, prices = p.copy(), []
        for code in route.actions:
            assert there.frames, f"{words}: the game is over on the way"
            assert (there.seat, there.frames[-1][0]) == (p.seat, frame[0]), f"{words}: something is asked on the way"
            assert there.allows(code), f"{words}: “{p.name(code)}” is not legal on the way"
            prices.append(number(box.cost(there, there.frames[-1], code)))
            there.apply(code)
        assert route.space == space_of(route.actions[-1]), f"{words}: it ends somewhere else"
        assert not route.path or route.path[-1] == route.space, f"{words}: the path ends somewhere else"
        if len(route.actions) == 1:
            # A box may state the cost of its choices only in their routes.
            assert prices[0] in (None, number(route.cost)), f"{words}: another cost"
        elif (total := number(route.cost)) is not None and None not in prices:
            assert total == sum(price for price in prices if price), f"{words} costs {prices}, not “{route.cost}”"


def number(words: str) -> int | None:
    """Return the number in a cost, if it has exactly one."""
    found = re.findall(r"[+-]?\d+", words)
    return int(found[0]) if len(found) == 1 else None
