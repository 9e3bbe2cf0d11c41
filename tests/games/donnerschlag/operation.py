"""Operations from a chosen situation, with chosen dice, cards and lots, for the tests of the rules.

Plain ground, no river, road or settlement, all around 4018: 4017, 4018 and 4019 lie side by side, 3918 and 3919 above
4018, 4118 and 4119 below it. The Axis is supplied from the west and south, the Soviets from the north and east.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from mamayev.engine.chance import Scripted, Seeded
from mamayev.engine.refusal import Refusal
from mamayev.engine.state import State
from mamayev.games.donnerschlag.printed.board import ours
from mamayev.match.match import Match

BOARD = ours()

Given: TypeAlias = Any
"""Not said to the type checker, so that changes of the setup can be given as **{"card__a1_1": "hand"}."""

T1, T2 = "i-11-6p", "ii-11-6p"  # German tanks, 3-5, 2 steps
M1, M2, M3 = "i-114-6p", "ii-114-6p", "i-4-6p"  # German motorised infantry, 2-4, the last 3-4, 2 steps
RECON = "6-6p"  # 1-5, 1 step
ROM = "18-18r"  # Romanian infantry, 2-3, 2 steps
CAV = "6-5c"  # Romanian cavalry, 1-4, 1 step
R1, R2, R3 = "823-302", "825-302", "827-302"  # Soviet infantry, 2-3, 2 steps
SM, ST = "62-13t", "13-13t"  # Soviet motorised infantry 3-4 and tank 3-5, 2 steps
SCAV = "213-61c"  # Soviet cavalry 1-4, 1 step
HQ6, HQ23 = "6p-hq", "23p-hq"


class Dealt:
    """What is scripted, and after that what a seed gives."""

    def __init__(self, *row: Any) -> None:
        self.first, self.then = Scripted(*row), Seeded(1)

    def outcome(self, p: State, again: int, number: int = 0) -> int | None:
        if (p.box.chance == "die" and not self.first.dice) or (p.box.chance == "lot" and not self.first.lots):
            return self.then.outcome(p, again, number)
        if p.box.chance == "card" and not self.first.cards.get(getattr(p.box, "deck", ""), self.first.cards.get("")):
            return self.then.outcome(p, again, number)
        return self.first.outcome(p, again, number)


def begin(units: dict[str, str], dice: Given = (), turn: Given = 3, admin: Given = False, **more: Any) -> Match:
    """A match that begins with the Action Phase of a turn, or with its Admin Phase; these counters alone are on the
    map. `cards`: the cards in hand; `options` are those of the game, `lots` and `deal` what is drawn; all other words
    are changes of the setup, "__" for the dot and "_" for the hyphen."""
    options, lots, deal = more.pop("options", None), more.pop("lots", ()), more.pop("deal", ())
    start: dict[str, Any] = {"admin" if admin else "turn": turn, "unit.all": "out"}
    start |= {f"unit.{unit}": place for unit, place in units.items()}
    start |= {f"card.{card}": "hand" for card in more.pop("cards", "").split()}
    start |= {key.replace("__", ".").replace("_", "-"): value for key, value in more.items()}
    chance = Dealt(list(dice), deal, list(lots))
    return Match.new("donnerschlag", seed=1, options=options, start=start, chance=chance)


def play(match: Match, *actions: str) -> Match:
    """Play some actions."""
    for action in actions:
        match.play(action)
    return match


def box(match: Match) -> tuple[str, str]:
    """Who is asked, and what."""
    assert match.decision is not None
    return match.decision.seat, match.decision.box


QUIET = {
    "window": "pass", "answer": "pass", "luck": "keep", "muster": "begin", "declare": "cease", "exchange": "decline",
    "stow": "decline", "high-command": "decline", "calling": "decline", "marking": "decline", "advance": "halt",
    "follow": "decline", "replacing": "decline", "further": "halt", "claim": "decline",
}  # fmt: skip
"""What does as little as can be at a question."""


def go_on(match: Match, *wanted: str, seat: str = "") -> Match:
    """Do as little as can be until one of these boxes asks."""
    for _ in range(3000):
        if match.over:
            break
        decision = match.decision
        assert decision is not None
        if decision.box in wanted and (not seat or decision.seat == seat):
            return match
        answer = QUIET.get(decision.box)
        if decision.box == "move":
            answer = "stop" if "stop" in verbs(match) else "done"
        elif decision.box == "declare" and "fight" in verbs(match):
            answer = "fight"
        match.play(answer or str(next(iter(decision.actions))))
    if match.over and "over" in wanted:
        return match
    raise AssertionError(f"nobody is ever asked for {wanted}")


def activate(match: Match, card: str, *choice: str) -> Match:
    """Play an activation card, and whom it activates, and go on to the movement, or the end of the activation."""
    go_on(match, "activation-card")
    play(match, f"activate {card}", *choice)
    return match


def to_move(match: Match, card: str, *choice: str) -> Match:
    """The same, up to the question who moves."""
    return go_on(activate(match, card, *choice), "move")


def to_fight(match: Match, card: str, *choice: str) -> Match:
    """The same, up to the question who attacks."""
    return go_on(activate(match, card, *choice), "declare")


def attack(match: Match, target: str, *units: str) -> Match:
    """Declare an attack."""
    return play(match, *(f"attack {unit} {target}" for unit in units), "fight")


def assault(match: Match, target: str, *units: str) -> Match:
    """Declare an attack and fight it without cards, up to the first question about its result."""
    attack(match, target, *units)
    return go_on(match, "loss", "retreat", "advance", "placing", "declare", "activation-card", "give-up", "over")


def refused(match: Match, action: str) -> tuple[str, ...]:
    """The clauses for which an action is refused."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert not refusal.value.malformed, refusal.value.text
    return refusal.value.clauses


def at(match: Match, unit: str) -> str:
    """Where a counter is."""
    p: Any = match.position
    return BOARD.whereabouts(p.at[BOARD.unit[unit]])


def steps(match: Match, unit: str) -> int:
    """The steps that a unit has left."""
    p: Any = match.position
    return int(p.steps[BOARD.unit[unit]])


def ends(match: Match, unit: str, verb: str = "move") -> set[str]:
    """Where a counter may go now."""
    p: Any = match.position
    rows = [p.name(code).split() for code in p.choices(BOARD.unit[unit])]
    return {row[-1] for row in rows if row[0] == verb}


def offered(match: Match, verb: str) -> set[str]:
    """What a verb may name first now."""
    assert match.decision is not None
    rows = [str(action).split() for action in match.decision.actions]
    return {row[1] for row in rows if row[0] == verb and len(row) > 1}


def verbs(match: Match) -> set[str]:
    """The verbs that are open now."""
    assert match.decision is not None
    return {str(action).split()[0] for action in match.decision.actions}


def active(match: Match) -> set[str]:
    """The counters that are activated."""
    p: Any = match.position
    return {name for name, u in BOARD.unit.items() if p.activated >> u & 1}


def told(match: Match, clause: str) -> list[str]:
    """What the record of play says by a clause."""
    return [event.text for event in match.events if clause in event.clauses]


def last_roll(match: Match, title: str = "Combat") -> dict[str, Any]:
    """The last roll of a title."""
    return next(e.to_data() for e in reversed(match.events) if e.kind == "roll" and e.to_data()["title"] == title)


def column(match: Match) -> tuple[int, int]:
    """The column before and after the shifts of the last combat, 1 for 1-1."""
    roll = last_roll(match)
    return roll["start"], roll["column"]


def why_shifted(match: Match) -> dict[str, int]:
    """The shifts of the last combat by name."""
    return {line["text"]: line["value"] for line in last_roll(match).get("shifts", ())}


def why_modified(match: Match) -> dict[str, int]:
    """The die modifiers of the last combat by name."""
    return {line["text"]: line["value"] for line in last_roll(match).get("modifiers", ())}
