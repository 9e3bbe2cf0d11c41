"""The panels beside the map: the current findings of the Soviet procedure, and an attack before its dice are rolled."""

from __future__ import annotations

from itertools import product
from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.foretell import Outcome
from mamayev.terrain.grid import Hexes

from ..printed.map import URBAN
from ..rules.actions import Deliberate, Hastily, HastyAttack
from ..rules.fire import (
    BY_SOVIETS,
    DELIBERATE,
    KIND_NAMES,
    RUBBLE_ABOVE,
    STRUCK_HASTILY,
    Combat,
    rubble_due,
    rubble_modifiers,
    shooters,
)
from ..rules.odds import volley_odds
from ..rules.position import HAND, LAID, City
from ..rules.soviet import procedure
from ..rules.trade import of_attack


def next_round(p: City) -> sc.Procedure | None:
    """Return the tests in the Soviet procedure with their results for the current stacks (INF-T-AI)."""
    grid = p.board.grid
    if not (p.frames and p.round):
        return None
    tests = [
        sc.Test(
            found.test, found.value, found.limit, found.outcome, found.text,
            tuple(grid.ids[h] for h in grid.hexes(found.hexes)), (found.clause, *found.also),
        )
        for found in procedure(p)
    ]  # fmt: skip
    return sc.Procedure("Next Soviet round", tests)


def shown_in(p: City, h: int, viewer: int | None) -> list[str]:
    """Return the names of a hex's blocks in a side's picture. A concealed block is named after its place."""
    board = p.board
    return [
        f"?{board.grid.ids[h]}-{n}" if p.hidden(u, viewer) else board.units[u].id for n, u in enumerate(p.stacks[h])
    ]


def attack(p: City, viewer: int | None) -> sc.Combat | None:
    """Return a planned or new German attack, before units are revealed, but only for a side that sees the attackers'
    faces.


    """
    board, grid = p.board, p.board.grid
    found = planned(p)
    if found is None:
        return None
    kind, target, origins, state = found
    units = p.units_in(origins)
    if any(p.hidden(u, viewer) for u in units):
        return None
    card = p.frame("combat")[Combat.german_card] - 1 if p.inside("combat") else -1
    dice = sum(p.strength[u] for u in units)
    rubble = bool(p.rubble & grid.bit[target])
    odds = volley_odds("German fire", [(board.fire[u], p.strength[u]) for u in units], rubble)
    name = f"{grid.ids[target]} {board.place_names[target]}".strip()
    battle = sc.BattleShown(
        id=grid.ids[target], title=f"{KIND_NAMES[kind]} on {name}", state=state, spaces=(grid.ids[target],),
        attackers=tuple(name for h in grid.hexes(origins) for name in shown_in(p, h, viewer)),
        defenders=tuple(shown_in(p, target, viewer)), attack=dice, defense=0,
        odds=f"German fire, if all can fire: {dice} dice" if dice else "", column=odds.title,
        columns=(sc.OddsColumn(odds.title, 0, grouped(odds.outcomes)),),
        trade=of_attack(p, kind, target, origins, card),
        why=tuple(reasons(p, target, origins)),
        notes=(*rubble_odds(p), *cards_to_come(p, kind, card)),
    )  # fmt: skip
    return sc.Combat([battle])


def grouped(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """Return chances by number of hits. Large numbers with a total chance of less than 3% are merged."""
    kept = list(outcomes)
    while len(kept) > 2 and kept[-1].chance + kept[-2].chance < 0.03:
        rare, last = kept.pop(), kept.pop()
        kept.append(Outcome(f"{last.text.split()[0]} or more hits", last.chance + rare.chance))
    return tuple(kept)


def planned(p: City) -> tuple[int, int, Hexes, Literal["open", "now"]] | None:
    """Return the kind, the target, the attacking hexes and the stage of the German attack that is planned or under
    way.
    """
    if not p.frames or p.battle:
        return None
    f = p.top
    box = p.box
    if box.name == "attackers":
        return DELIBERATE, f[Deliberate.target], f[Deliberate.origins], "open"
    if isinstance(box, HastyAttack):
        struck = box.struck(p, f)
        return (STRUCK_HASTILY, struck[0], p.board.grid.bit[f[Hastily.end]], "open") if len(struck) == 1 else None
    if p.inside("combat") and p.frame("combat")[Combat.kind] != BY_SOVIETS:
        f = p.frame("combat")
        return f[Combat.kind], f[Combat.target], f[Combat.origins], "now"
    return None


def reasons(p: City, target: int, origins: Hexes) -> list[sc.Remark]:
    """Return notes on what affects each side's fire."""
    board = p.board
    found = []
    if board.terrain[target] == URBAN:
        found.append(sc.Remark("Urban: the defender rolls first.", ("INF-CLOSE-05",)))
    if p.rubble & board.grid.bit[target]:
        found.append(sc.Remark("Rubble: every two hits on the defender count as one.", ("INF-RUBBLE-01",)))
    if p.in_play(board.chuikov):
        number = shooters(p, target, origins)
        text = f"Chuikov: {number} {'die' if number == 1 else 'dice'} of Opportunity Fire."
        found.append(sc.Remark(text, ("INF-OPFIRE-01",)))
    if p.in_play(board.khrushchev):
        found.append(sc.Remark("Khrushchev: Soviet dice need one less to hit.", ("INF-SCARD-14",)))
    return found


def cards_to_come(p: City, kind: int, card: int) -> list[sc.Remark]:
    """Say that the trade is without the cards that are still to be played (INF-COMBAT-02, INF-COMBAT-03)."""
    places, board = p.cards, p.board
    theirs = any(places[c] in (HAND, LAID) for c in board.soviet_cards)
    ours = (
        kind == DELIBERATE
        and card < 0
        and any(places[c] == HAND for c in board.german_cards)
        and (not p.inside("combat") or p.box.name == "german-card")
    )
    if not (ours or theirs):
        return []
    whose = "any card" if ours and theirs else "a German card" if ours else "the Soviet card"
    clauses = (("INF-COMBAT-03",) if ours else ()) + (("INF-COMBAT-02",) if theirs else ())
    return [sc.Remark(f"The chance to take the hex and the expected losses are without {whose}.", clauses)]


def rubble_odds(p: City) -> list[sc.Remark]:
    """Describe the rubble roll that the current attack needs if no card places rubble (INF-RUBBLE-03 to
    INF-RUBBLE-06).
    """
    f = p.frame("combat") if p.inside("combat") else None
    if f is None or not rubble_due(p, f):
        return []
    modifiers = rubble_modifiers(p, f)
    needs = RUBBLE_ABOVE + 1 - sum(modifier.value for modifier in modifiers)
    chance = sum(sum(dice) >= needs for dice in product(range(1, 7), repeat=3)) / 216
    said = ", ".join(f"{modifier.text} +{modifier.value}" for modifier in modifiers)
    text = f"Rubble on {needs} or more of three dice, {chance:.0%} ({said}); a card can add to it."
    return [sc.Remark(text, ("INF-RUBBLE-03",))]
