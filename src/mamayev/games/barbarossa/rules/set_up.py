"""Setup (BAR-SETUP): first by the Russian player, then by the German player, freely or as suggested."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.board import AXIS, IN_HAND, LOST, RUSSIAN
from ..printed.calendar import MONTHS
from .position import Campaign, PhasingBox
from .verbs import CONFIRM, DEPLOY, HISTORICAL

IN_FINLAND = 8  # BAR-SETUP-06


def to_set_up(p: Campaign, _f: Frame) -> bool:
    """Return whether a unit must still be set up."""
    return IN_HAND in p.at


def army(p: Campaign) -> list[int]:
    """BAR-SETUP-02, BAR-SETUP-03, BAR-SETUP-07, BAR-V-OOB-03, BAR-V-RESERVE-01: return the units that the side sets
    up."""
    return [u for u in p.board.of_side[p.side] if not p.table.enters[u]]


def area(p: Campaign, u: int) -> Hexes:
    """BAR-SETUP-02 to BAR-SETUP-06, BAR-V-OOB-04: return the hexes where a unit can be set up, regardless of
    stacking."""
    board = p.board
    if board.side[u] == RUSSIAN:
        return board.ussr & board.open_land
    if board.units[u].nation == "Finnish":
        return board.finland & board.open_land & ~board.bordering
    return board.west & board.open_land & ~board.bordering & ~(0 if may_join_the_finns(p, u) else board.finland)


def may_join_the_finns(p: Campaign, u: int) -> bool:
    """BAR-SETUP-06: return whether the limit on factors in Finland allows another German or Romanian unit."""
    board = p.board
    there = sum(
        board.units[v].attack
        for v in board.of_side[AXIS]
        if v != u and p.at[v] < LOST and board.finland & board.grid.bit[p.at[v]] and board.units[v].nation != "Finnish"
    )
    return there + board.units[u].attack <= IN_FINLAND


class SetUp(PhasingBox):
    name = "set-up"
    title = "Set up which unit, and where?"
    clauses = ("BAR-SETUP-01", "BAR-SETUP-02", "BAR-SETUP-03", "BAR-SETUP-08")

    def help(self, p: Campaign, f: Frame) -> str:
        left = sum(p.at[u] == IN_HAND for u in army(p))
        return _still(left) if left else "Everything is placed. Rearrange units, or confirm."

    def pieces(self, p: Campaign, f: Frame) -> list[int]:
        return army(p)

    def spaces(self, p: Campaign, u: int) -> Hexes:
        """BAR-STACK-02: return the hexes where a unit can be placed now."""
        here = p.board.grid.bit[p.at[u]] if p.at[u] < LOST else 0
        return area(p, u) & p.zones.room[p.side] & ~here

    def choices(self, p: Campaign, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            units = army(p)
            rest = [] if as_suggested(p) else [HISTORICAL]
            return rest if any(p.at[u] == IN_HAND for u in units) else [*rest, CONFIRM]
        if piece not in army(p):
            return []
        return [DEPLOY | piece << ARG | h for h in p.board.grid.hexes(self.spaces(p, piece))]

    def allows(self, p: Campaign, f: Frame, action: int) -> bool:
        if action in (HISTORICAL, CONFIRM):
            return action in self.choices(p, f, None)
        _, u, h = parts(action)
        return u in army(p) and bool(self.spaces(p, u) & p.board.grid.bit[h])

    def draw(self, p: Campaign, f: Frame, uniform: Callable[[], float]) -> int:
        """Draw the suggested setup, or place units one by one, then confirm. Random play does not rearrange units."""
        units = army(p)
        in_hand = [u for u in units if p.at[u] == IN_HAND]
        if not in_hand:
            return CONFIRM
        if len(in_hand) == len(units) and uniform() < 0.5:
            return HISTORICAL
        u = in_hand[int(uniform() * len(in_hand))]
        hexes = self.spaces(p, u)
        return DEPLOY | u << ARG | p.board.grid.draw(hexes, uniform)

    def deploy(self, p: Campaign, f: Frame, u: int, h: int) -> None:
        text = f"{p.called(u)} is set up in {p.table.places[h]}."
        p.come(u, h, "set up", text, self.clauses)

    def historical(self, p: Campaign, f: Frame) -> None:
        for u in army(p):
            if p.at[u] < LOST:
                p.zones.remove(p.board.side[u], p.at[u])
                p.at[u] = IN_HAND
        for u in army(p):
            self.deploy(p, f, u, p.table.suggested[u])

    def confirm(self, p: Campaign, f: Frame) -> None:
        p.end()

    def refuse_deploy(self, p: Campaign, f: Frame, u: int, h: int) -> Reason | None:
        if p.board.side[u] != p.side:
            return Reason(f"{p.called(u)} is not yours.", ("BAR-SETUP-01",))
        if (reason := barred(p, u, h)) is not None:
            return reason
        place = p.table.places[h]
        if p.at[u] == h:
            return Reason(f"{p.called(u)} is already in {place}.", self.clauses)
        full = p.zones.full[p.side] & p.board.grid.bit[h]
        return Reason(f"{place} is full.", p.table.cited("BAR-STACK-01")) if full else None

    def bar_historical(self, p: Campaign, f: Frame) -> Reason | None:
        return Reason("All units are already in their suggested hexes.", ("BAR-SETUP-08",)) if as_suggested(p) else None

    def bar_confirm(self, p: Campaign, f: Frame) -> Reason | None:
        left = sum(p.at[u] == IN_HAND for u in army(p))
        return Reason(_still(left), ("BAR-SETUP-08",)) if left else None


def as_suggested(p: Campaign) -> bool:
    """Return whether every unit of the side is in its suggested hex."""
    return all(p.at[u] == p.table.suggested[u] for u in army(p))


def barred(p: Campaign, u: int, h: int) -> Reason | None:
    """Return why a unit cannot be set up in a hex, regardless of stacking, or None if it can."""
    board = p.board
    unit, place, bit = board.units[u], p.table.places[h], board.grid.bit[h]
    if p.table.enters[u]:
        comes = MONTHS[p.table.enters[u] - 1].name
        return Reason(f"{p.called(u)} arrives in {comes}.", (p.table.why_late(u) or "BAR-SETUP-07",))
    if area(p, u) & bit:
        return None
    if not board.open_land & bit:
        return Reason(f"No unit can enter {place}.", ("BAR-SETUP-08",))
    if board.side[u] == RUSSIAN:
        return Reason(f"{place} is not in the USSR.", p.table.cited("BAR-SETUP-02"))
    if not board.west & bit:
        return Reason(f"{place} is not west of the border.", ("BAR-SETUP-03",))
    if board.bordering & bit:
        return Reason(f"{place} is next to the USSR: leave one hex in between.", ("BAR-SETUP-04",))
    if unit.nation == "Finnish":
        return Reason("Finnish units must be set up in Finland.", ("BAR-SETUP-05",))
    return Reason(f"At most {IN_FINLAND} factors that are not Finnish can begin in Finland.", ("BAR-SETUP-06",))


def _still(left: int) -> str:
    return counted(left, "# unit left to set up.", "# units left to set up.")
