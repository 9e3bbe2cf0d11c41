"""Plan the air missions.

Factors fly where they gain the most: in battles, against stacks behind the front, or to units that are cut off.

The gain from a mission is measured in combat factors, like the gain from a ground attack. An air factor has a cost,
because it could fly another mission.
"""

from __future__ import annotations

from mamayev.engine.bot import Rated, because
from mamayev.engine.notation import ARG, MASK, parts, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.words import counted
from mamayev.terrain.contact import units_of

from ..printed.board import AXIS
from ..rules.air import ELIM, INTERDICT, WIDEST, Mission, kind, open_to_attack, standing
from ..rules.declaration import Battle as Fight
from ..rules.isolation import TURNS, isolated
from ..rules.position import Campaign
from ..rules.verbs import AIRLIFT, BOMB, STAND_DOWN
from .attack import promise, worth
from .style import JUDGMENT, Style


def gain(p: Campaign, care: float, flying: int) -> float:
    """Return the gain from the current mission for the side that flies it if `flying` factors get through."""
    mission = kind(p)
    frame = p.frame(mission)
    if mission == "battle":
        attack = frame[Fight.attack] + flying
        battle = frame[Fight.attackers], frame[Fight.defenders]
        return promise(p, care, battle, attack, frame[Fight.defense], 0.0)
    if mission == "supply-mission":
        return sum(sorted(saved(p, frame[Mission.hex]), reverse=True)[:flying])
    return bombed(p, frame[Mission.hex], flying)


def bombed(p: Campaign, h: int, flying: int) -> float:
    """Return the expected gain from a strategic attack on a hex.

    An elimination gains the value of the best unit, and an interdiction gains a share of the value of all units.
    """
    board = p.board
    if not flying:
        return 0.0
    results = [row[min(flying, WIDEST) - 1] for row in p.table.strategic]
    units = [(board.units[u].kind == "armor", worth(board, 1 << u)) for u in units_of(open_to_attack(p, h))]
    best, pinned = max(units)[1], JUDGMENT.pinned * sum(value for _, value in units)
    chance = {result: results.count(result) / len(results) for result in (ELIM, INTERDICT)}
    return chance[ELIM] * (best + pinned) + chance[INTERDICT] * pinned


def saved(p: Campaign, h: int) -> list[float]:
    """Return the value of each unit in a hex that isolation would eliminate this turn."""
    doomed = isolated(p, AXIS) & standing(p, AXIS, h)
    return [worth(p.board, 1 << u) for u in units_of(doomed) if p.cut_off[u] == TURNS - 1]


# ------------------------------------------------------------------ orders


def open_factors(p: Campaign, style: Style, *missions: str) -> int:
    """Return the number of air factors that orders allow for any of the given missions."""
    task = style.task
    return max(0, p.air[p.seat] - task.kept_air) if task.air in ("staff", *missions) else 0


def airlift(p: Campaign, f: Frame, style: Style) -> Rated:
    """Supply units that isolation would eliminate at the end of the turn, if their value justifies the air factors."""
    for action in p.box.options(p, f):
        verb, h, _ = parts(action)
        if verb == AIRLIFT:
            needed = standing(p, AXIS, h).bit_count()
            if needed <= open_factors(p, style, "battles") and sum(saved(p, h)) > JUDGMENT.air_price * needed:
                lost = counted(len(saved(p, h)), "# unit", "# units")
                ground = because(f"{lost} would be lost at the end of the month, for {in_the_air(needed)}")
                return Rated(action, sum(saved(p, h)), ground)
    return Rated.by_rule(STAND_DOWN, "No unit that is worth the factors is lost without it")


def bomb(p: Campaign, options: list[int], style: Style) -> Rated | None:
    """Attack the most valuable stack behind the front, as long as enough factors are left for the next battles. If
    orders allow no air support in battles, no factors are reserved for them.
    """
    kept = 0 if style.task.air == "strategic" else JUDGMENT.air_kept
    spare = min(open_factors(p, style, "strategic") - kept, WIDEST)
    bombs = [action for action in options if verb_of(action) == BOMB]
    if spare <= 0 or not bombs:
        return None
    best = max(bombs, key=lambda action: bombed(p, action >> ARG & MASK, spare))
    brings = bombed(p, best >> ARG & MASK, spare)
    if brings < JUDGMENT.air_price * spare:
        return None
    ground = because(f"The units there are worth {brings:.1f} on the ground, for {in_the_air(spare)}")
    return Rated(best, brings, ground)


def strike(p: Campaign, f: Frame, style: Style) -> Rated:
    """Make strategic attacks before the losses and retreats in a battle, by the same criteria as at any other time
    (BAR-V-STRAT-02).
    """
    return bomb(p, p.box.options(p, f), style) or Rated.by_rule(
        STAND_DOWN, "The air factors are worth more in the next battles"
    )


def commit(p: Campaign, f: Frame, style: Style) -> Rated:
    """Commit the number of factors whose gain exceeds their cost by the most."""
    most = open_factors(p, style, "strategic" if kind(p) == "strategic-attack" else "battles")
    options = [action for action in p.box.options(p, f) if flown(action) <= most] or p.box.options(p, f)[:1]
    best = max(
        options,
        key=lambda action: (gain(p, style.care, flown(action)) - JUDGMENT.air_price * flown(action), -flown(action)),
    )
    if not flown(best):
        return Rated.by_rule(best, "No air factor brings what it is worth")
    brings = gain(p, style.care, flown(best)) - gain(p, style.care, 0)
    ground = because(
        f"It is worth {brings:.1f} on the ground, for {in_the_air(flown(best))}; more would bring too little"
    )
    return Rated(best, brings, ground)


def intercept(p: Campaign, f: Frame, style: Style) -> Rated:
    """Commit the number of factors whose cost the enemy's loss exceeds by the most."""
    most = open_factors(p, style, "battles")
    options = [action for action in p.box.options(p, f) if flown(action) <= most]

    def left(action: int) -> float:
        return gain(p, style.care, p.flying - flown(action)) + JUDGMENT.air_price * flown(action)

    best = min(options, key=lambda action: (left(action), flown(action)))
    if not flown(best):
        return Rated.by_rule(best, "It is not worth the factors")
    takes = gain(p, style.care, p.flying) - gain(p, style.care, p.flying - flown(best))
    ground = because(f"It takes {takes:.1f} on the ground from them, for {in_the_air(flown(best))}")
    return Rated(best, takes, ground)


def in_the_air(factors: int) -> str:
    """Return a number of air factors in words."""
    return counted(factors, "# air factor", "# air factors")


def flown(action: int) -> int:
    """Return the number of air factors that an action commits."""
    return action >> ARG & MASK


def weightiest(p: Campaign, f: Frame, style: Style) -> Rated:
    """Take the most valuable unit."""
    options = p.box.options(p, f)
    best = max(options, key=lambda action: worth(p.board, 1 << (action >> ARG & MASK)))
    most = worth(p.board, 1 << (best >> ARG & MASK))
    return Rated(best, most, because(f"It is worth {most:g}; no other unit is worth more"))
