"""The thirteen steps of a combat as the log shows them: the current step, and why a step has no effect (INF-COMBAT-02
to INF-COMBAT-14)."""

from __future__ import annotations

from mamayev.engine.position import Frame
from mamayev.engine.sequence import step

from ..printed.map import CLEAR, GERMAN, SOVIET, URBAN
from .blitz import drive_to, drivers
from .fire import ATTACKER, DELIBERATE, MOST_RUBBLE, STRUCK_HASTILY, Combat, both_there, shooters
from .position import HAND, SHOWN, City
from .verbs import COMBAT_STEPS


def no_soviet_card(p: City, _f: Frame) -> str:
    return "" if p.count(SOVIET, HAND) else "no card in the Soviet hand"


def no_german_card(p: City, f: Frame) -> str:
    if f[Combat.kind] != DELIBERATE:
        return "none in a Hasty Attack" if f[Combat.kind] == STRUCK_HASTILY else "only when Germans attack"
    return "" if p.count(GERMAN, HAND) else "no card in hand"


def no_soviet_effect(_p: City, f: Frame) -> str:
    return "" if f[Combat.soviet_card] else "no card laid"


def no_german_effect(_p: City, f: Frame) -> str:
    if not f[Combat.german_card]:
        return "no card played"
    return f"{_p.board.cards[f[Combat.german_card] - 1].title} is cancelled" if f[Combat.cancelled] else ""


def no_discard(p: City, f: Frame) -> str:
    played = (f[Combat.soviet_card] - 1, f[Combat.german_card] - 1)
    return "" if any(c >= 0 and p.cards[c] == SHOWN for c in played) else "no card to discard"


def no_opportunity(p: City, f: Frame) -> str:
    if ATTACKER[f[Combat.kind]] == SOVIET:
        return "only at attacking Germans"
    if not p.in_play(p.board.chuikov):
        return "Chuikov is not in play"
    return "" if shooters(p, f[Combat.target], f[Combat.origins]) else "no other Soviet unit near"


def no_rubble_roll(p: City, f: Frame) -> str:
    grid = p.board.grid
    target = f[Combat.target]
    if f[Combat.kind] != DELIBERATE:
        return "only in a German Deliberate Attack"
    if p.board.terrain[target] != URBAN:
        return f"{grid.ids[target]} is not Urban"
    if p.rubble & grid.bit[target]:
        return f"{grid.ids[target]} lies in rubble"
    if p.rubble.bit_count() >= MOST_RUBBLE:
        return "all markers are placed"
    return "" if f[Combat.origins] & p.german else "no attacker is left"


def no_close_combat(p: City, f: Frame) -> str:
    return "" if both_there(p, f) else "one side is gone"


def no_advance(p: City, f: Frame) -> str:
    if p.stacks[f[Combat.target]]:
        return f"{p.board.grid.ids[f[Combat.target]]} is still held"
    return "" if f[Combat.origins] & p.held(ATTACKER[f[Combat.kind]]) else "no attacker is left"


def no_blitz(p: City, f: Frame) -> str:
    board = p.board
    if ATTACKER[f[Combat.kind]] == SOVIET:
        return "Germans only"
    if not p.table.readings["blitz=move"]:
        return "not by this match's reading"
    if not p.in_play(board.hoth):
        return "Hoth is not in play"
    if board.terrain[f[Combat.target]] != CLEAR:
        return f"{board.grid.ids[f[Combat.target]]} is not Clear"
    if not f[Combat.chosen]:
        return "nobody has advanced"
    if not drivers(p, f):
        return "no Panzer has advanced"
    return "" if drive_to(p, f) else "no free Clear hex beside it"


SKIPPED = (
    no_soviet_card, no_german_card, None, None, no_soviet_effect, no_german_effect, no_discard, no_opportunity,
    no_rubble_roll, no_close_combat, no_advance, no_blitz, None,
)  # fmt: skip
"""Tests for the thirteen steps. Each returns the reason why its step has no effect, if there is one."""
COMBAT = tuple(step(named.id, skipped) for named, skipped in zip(COMBAT_STEPS, SKIPPED, strict=True))
"""The box at which each step begins."""
