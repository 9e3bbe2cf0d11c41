"""A check that two games look the same, byte by byte, to a seat that cannot tell them apart."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from mamayev.engine.position import CHANCE
from mamayev.match.match import Match

from .play import any_code, random_action

FOLLOWED = 40
"""The maximum number of decisions for which two games are compared."""


def account(match: Match, seat: str) -> dict[str, str]:
    """Return everything that a seat can read from the table and the question, with each part as JSON text."""
    table, p = match.table, match.position
    parts: dict[str, Any] = {
        "view": match.view(seat),
        "view of a spectator": match.view(None),
        "facts": match.facts(),
        "plotted values": table.game.study().series(p),
        "number of plies": len(match.record.log),
        "result": match.result,
        **asked(match, seat),
    }
    arrays = table.observe(p, match.game.seats.index(seat))
    return {name: json.dumps(part, ensure_ascii=False) for name, part in parts.items()} | {
        f"observation of {name}": rows.tobytes().hex() for name, rows in arrays.items()
    }


def asked(match: Match, seat: str) -> dict[str, Any]:
    """Return the question as a seat reads it: the seat that decides, and the prompt.

    For the seat's own question, return all of it, with the reasons that actions are unavailable.
    """
    decision = match.decision
    if decision is None:
        return {}
    data: dict[str, Any] = {**decision.to_data()}
    if decision.seat == seat or data.get("chance", {}).get("kind") == "die":
        rng, notation, p = random.Random(len(match.record.log)), match.table.notation, match.position
        closed = [code for code in (any_code(notation, rng) for _ in range(5)) if not p.allows(code)]
        refusals = {notation.text(code): decision.why_not(code) for code in closed}
        pieces = data.get("pieces", [])
        choices = {piece: decision.choices_data(piece) for piece in rng.sample(pieces, min(2, len(pieces)))}
        faces = [face.id for deck in match.table.look.kept.decks for face in deck.cards]
        cards = {card: match.why(card=card) for card in rng.sample(faces, min(10, len(faces)))}
    else:  # the possible cards, or another seat's choices, can be a secret
        refusals, choices, cards = {}, {}, {}
        data = {name: data[name] for name in ("seat", "box", "step", "title", "prompt", "help", "clauses")}
    return {
        "whose turn it is": decision.seat,
        "decision": data,
        "refusals": refusals,
        "choices": choices,
        "cards": cards,
    }


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return the parts in which two views, or two sets of facts, differ."""
    return [name for name in one if one[name] != other.get(name)] + [name for name in other if name not in one]


def told(match: Match, seat: str, start: int, *, steps: bool = True) -> list[str]:
    """Return the events that a seat reads, from number `start` on, as JSON texts. `steps`: whether to include the
    beginnings of steps.
    """
    events = match.events_for(seat, start)
    return [json.dumps(e.to_data(), ensure_ascii=False) for e in events if steps or e.kind != "step"]


def counterpart(one: Match, other: Match, seat: str, action: str, rng: random.Random) -> str | None:
    """Return the action in the other game that reads the same to the seat. Return None if the seat sees the choice and
    only one game has it.
    """
    assert one.decision is not None
    assert other.decision is not None
    notation = one.table.notation
    code, codes = notation.parse(action), other.decision.codes
    if one.decision.seat == seat or one.decision.chance == "die":
        return action
    if one.decision.index == CHANCE:
        there = [c for c in codes if c != code] or codes
        return notation.text(rng.choice(there)) if is_private(one, other, seat, action) else action
    reads = one.table.disguise(one.position, code)
    alike = [c for c in codes if other.table.disguise(other.position, c) == reads] if reads else codes
    if code in alike and (not reads or rng.random() < 0.5):
        return action
    return notation.text(rng.choice(alike)) if reads and alike else None


def is_private(one: Match, other: Match, seat: str, outcome: str) -> bool:
    """Return whether a card or lot may be hidden from the seat.

    It may be hidden if the possible cards or lots differ between the games, or if the seat reads something different
    about it in each game.
    """
    assert one.decision is not None
    assert other.decision is not None
    if sorted(one.decision.codes) != sorted(other.decision.codes):
        return True
    drawn = one.copy()
    return any(not event.seen_by(seat) for event in drawn.play(outcome))


def assert_inseparable(one: Match, other: Match, seat: str, rng: random.Random) -> None:
    """Check that the same visible play looks the same in both games, until an event reveals a difference and the table
    shows it, too.
    """
    parts = differing(account(one, seat), account(other, seat))
    assert not parts, f"`sample` gives a position that {seat} can tell from the true one, by its {', '.join(parts)}"
    for _ in range(FOLLOWED):
        if one.decision is None:
            return
        action = random_action(one, rng)
        answer = counterpart(one, other, seat, action, rng)
        if answer is None:
            return
        start, there = len(one.events), len(other.events)
        box = one.decision.box
        one.play(action)
        other.play(answer)
        first, second = told(one, seat, start), told(other, seat, there)
        parts = differing(account(one, seat), account(other, seat))
        played = f"box {box}, “{action}” (or “{answer}”)"
        if not parts:
            assert first == second, (
                f"{played}: {seat} is told {apart(first, second)}, though his table shows no difference: "
                "give the event an `audience`, or show the difference to everybody"
            )
        else:
            first, second = (told(match, seat, n, steps=False) for match, n in ((one, start), (other, there)))
            common = min(len(first), len(second))
            assert first[:common] != second[:common], (
                f"{played}: what {seat} cannot see decides about his {', '.join(parts)}, and no event tells him why"
            )
            return


def apart(first: list[str], second: list[str]) -> str:
    """Return the first two events that differ."""
    longest = max(len(first), len(second))
    rows = [[*row, *(["nothing"] * (longest - len(row)))] for row in (first, second)]
    return next(f"{a} in one game and {b} in the other" for a, b in zip(*rows, strict=True) if a != b)
