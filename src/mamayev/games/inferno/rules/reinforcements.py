"""The Call for Reinforcements (INF-REINF)."""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.engine import event
from mamayev.engine.box import Box
from mamayev.engine.chancebox import PoolBox
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.sequence import Sequence, loop
from mamayev.terrain.grid import Hexes

from ..printed.map import BOXES, EMPTY, GERMAN, IN_HAND, LOST, PARTNER, REMOVED, ROWS, TRACK
from .position import FULL, City
from .verbs import DEPLOY as DEPLOY_VERB
from .verbs import DEPLOY_ALL
from .victory import draw, enter, judge

DICE = 6
NOBODY = bytes([EMPTY])


def row_of(p: City, row: int) -> list[int]:
    """Return the face-down units in a row, leftmost first."""
    return list(p.chart[row * BOXES : (row + 1) * BOXES].replace(NOBODY, b""))


def owed_card(p: City, _f: Frame) -> None:
    """Draw the card due for a Call for Reinforcements, or two cards if Paulus was already in play (INF-REINF-01)."""
    p.dice, p.returned = bytearray(), 0
    draw(p, GERMAN)


class ReinforcementDie(PoolBox[City]):
    name = "reinforcement-die"
    title = "one of six dice for the chart"
    clauses = ("INF-REINF-01",)

    def pool(self, p: City, f: Frame) -> bytearray:
        return p.dice

    def size(self, p: City, f: Frame) -> int:
        return DICE

    def alike(self, p: City, f: Frame, place: int, n: int) -> int:
        return n


def pick_up(p: City, _f: Frame) -> None:
    """Place all dice, pick up units, then apply the penalties (INF-FLOW-31)."""
    if p.journal is not None:
        p.note("Dice", ", ".join(map(str, p.dice)) + ".", "INF-REINF-01", "INF-REINF-02")
    surplus = []
    for row in range(ROWS):
        dice = p.dice.count(row + 1)
        if not dice:
            continue
        units = row_of(p, row)
        for u in units[:dice]:
            p.chart[p.chart.index(u)] = EMPTY
            p.pick_up(u)
            if p.journal is not None:
                on_chart(p, u, f"is picked up from row {row + 1}.", "INF-REINF-03")
        if dice > len(units):
            surplus.append(row)
    for row in surplus:
        penalize(p, row)
        if p.table.readings["removed_units=lost"] and judge(p):
            return


def on_chart(p: City, u: int, what: str, clause: str, *also: str) -> None:
    """Log the fate of a unit on the chart, without its name for the enemy (INF-HUMAN-04).

    `also`: a clause that would reveal the unit.
    """
    board = p.board
    p.tell(
        GERMAN,
        event.Event(
            who="Chart", text=f"{board.units[u].name} {what}", clauses=(clause, *also), pieces=(board.units[u].id,)
        ),
        event.Event(who="Chart", text=f"A unit {what}", clauses=(clause,)),
    )


def penalize(p: City, row: int) -> None:
    """Apply the penalty for a die without a unit in its row (INF-REINF-11 to INF-REINF-16). Further dice of the same
    roll have no effect."""
    board = p.board
    u = board.penalty[row]
    where = f"Row {row + 1} has no unit left for a die"
    if p.spent >> row & 1:
        p.note("Penalty", f"{where}, and has had its one penalty.", "INF-REINF-14")
        return
    if p.table.readings["empty_row=once"] and u != EMPTY:
        p.spent |= 1 << row
    if u == EMPTY or LOST <= p.at[u] != IN_HAND:
        clause = "INF-REINF-14" if u != EMPTY and p.at[u] == REMOVED else "INF-REINF-13"
        p.note("Penalty", f"{where}; there is nothing to remove.", clause)
        return
    h = p.at[u]
    if h < LOST:
        p.lift(u, REMOVED)
    else:
        p.waiting.remove(u)
        p.at[u] = REMOVED
    if p.journal is not None:
        start = board.grid.ids[h] if h < LOST else ""
        p.say(
            event.Move(
                piece=board.units[u].id, from_=start, to=f"penalty-{row + 1}", how="place", who="Penalty",
                text=f"{where}: {board.units[u].name} leaves the game.", clauses=("INF-REINF-11", "INF-REINF-12"),
            )
        )  # fmt: skip


def entries_open(p: City) -> Hexes:
    """Return the hexes where a unit with that entry could be placed (INF-REINF-07, INF-REINF-10).

    Under one reading, hexes that the Soviets have left also count.
    """
    return (~p.soviet if p.table.readings["lost_entry=open"] else p.control) & ~p.tall[FULL]


def find_room(p: City, units: Iterable[int]) -> bool:
    """Return whether any of these units can enter (INF-REINF-04 to INF-REINF-07, INF-REINF-10)."""
    open_, entries = entries_open(p), p.board.entries
    for u in units:  # noqa: SIM110 -- `any` makes a generator, three times the work
        if open_ & entries[u]:
            return True
    return False


def deploying(p: City, row: list[int]) -> tuple[int, list[int]]:
    """Return the player who deploys now, and the waiting units that this player can deploy (INF-SHARE-06).

    With two players, the order is Blue, Yellow, then White units, as long as there is room.
    """
    if not p.table.partners:
        return GERMAN, row
    for colour, seat in (("blue", PARTNER), ("yellow", GERMAN), ("white", p.leader)):
        able = [u for u in row if p.board.units[u].colour == colour and find_room(p, (u,))]
        if able:
            return seat, able
    return p.leader, []


def can_deploy(p: City, _f: Frame) -> bool:
    row = p.waiting
    found = find_room(p, row)
    if p.table.soviet_player and row and p.journal is not None:  # all players can read why the Germans continue or stop
        wait = f"{len(row)} unit{' waits' if len(row) == 1 else 's wait'} to come in"
        turn = ", and it is the second player's turn" if found and deploying(p, row)[0] == PARTNER else ""
        p.note("Chart", f"{wait}; there is {'' if found else 'no '}room{turn}.", "INF-REINF-09", "INF-HUMAN-04")
    return found


class Deployment(Box[City]):
    """The placement of reinforcements.

    As long as there is room, all must come in (INF-REINF-09). The player chooses which units wait.
    """

    title = "Deploy which unit, and where?"
    clauses = ("INF-REINF-04", "INF-REINF-05", "INF-REINF-06", "INF-REINF-07", "INF-REINF-09")

    def __init__(self, *, forced: bool) -> None:
        """`forced`: whether to take the only answer without asking, unless that would reveal something to an enemy
        player.
        """
        self.name, self.forced = "deploy", forced  # type: ignore[misc]

    def seat(self, p: City, f: Frame) -> int:
        return deploying(p, p.waiting)[0] if p.table.partners else GERMAN

    def options(self, p: City, f: Frame) -> list[int]:
        open_, gates = entries_open(p), p.board.gates
        return [DEPLOY_VERB | u << ARG | h for u in deploying(p, p.waiting)[1] for h, bit in gates[u] if open_ & bit]

    def coming_in(self, p: City, h: int) -> list[int]:
        """Return the units that can enter at a hex now, up to the room in the hex."""
        grid = p.board.grid
        able = deploying(p, p.waiting)[1] if entries_open(p) & grid.bit[h] else []
        return [u for u in able if p.board.entries[u] & grid.bit[h]][: p.room(h)]

    def shortcuts(self, p: City, f: Frame) -> list[int]:
        """Return the actions that deploy all units that can enter at one hex."""
        hexes = sorted({option & MASK for option in self.options(p, f)})
        return [DEPLOY_ALL | h << ARG for h in hexes if len(self.coming_in(p, h)) > 1]

    def deploy_all(self, p: City, f: Frame, h: int) -> None:
        p.end()
        for u in self.coming_in(p, h):
            self.bring(p, u, h)

    def refuse_deploy_all(self, p: City, f: Frame, h: int) -> Reason | None:
        able, place = self.coming_in(p, h), p.board.grid.ids[h]
        if len(able) > 1:
            return None
        if not any(h in places for places in p.board.deploy.values()):
            return Reason(f"{place} is not an entry hex.", ("INF-REINF-04", "INF-REINF-05", "INF-REINF-06"))
        if not able:
            return Reason(f"No unit can come in at {place} now.", ("INF-REINF-07", "INF-REINF-09"))
        return Reason(f"Only one unit can come in at {place}.", ("INF-REINF-07", "INF-REINF-09"))

    def deploy(self, p: City, f: Frame, u: int, h: int) -> None:
        p.end()
        self.bring(p, u, h)

    def bring(self, p: City, u: int, h: int) -> None:
        if p.board.units[u].colour == "white":  # INF-SHARE-01
            p.partners = p.partners | 1 << u if p.leader == PARTNER else p.partners & ~(1 << u)
        p.waiting.remove(u)
        p.put(u, h)
        if p.journal is not None:
            p.tell_move(u, h, "place", "Deployed", f"comes in at {p.board.grid.ids[h]}", ("INF-REINF-09",))
        enter(p, GERMAN, h)

    def refuse_deploy(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        board, grid = p.board, p.board.grid
        unit = board.units[u]
        if u not in board.germans:
            return Reason(f"{unit.name} is a Soviet unit.", ("INF-REINF-03",))
        if p.at[u] != IN_HAND:
            return Reason(f"{unit.name} has not been picked up.", ("INF-REINF-03",))
        if h not in board.deploy[unit.colour]:
            where = " or ".join(grid.ids[place] for place in board.deploy[unit.colour])
            rule = {"blue": "INF-REINF-04", "yellow": "INF-REINF-05", "white": "INF-REINF-06"}[unit.colour]
            return Reason(f"{unit.name} is {unit.colour} and must come in at {where}.", (rule,))
        if p.soviet & grid.bit[h]:
            return Reason(f"{grid.ids[h]} has Soviet units.", ("INF-REINF-10", "INF-STACK-03"))
        if not p.control & grid.bit[h] and not p.table.readings["lost_entry=open"]:
            return Reason(f"{grid.ids[h]} is not under German control.", ("INF-REINF-10",))
        if not p.room(h):
            return Reason(f"{grid.ids[h]} already has four units.", ("INF-REINF-07", "INF-STACK-01"))
        able = deploying(p, p.waiting)[1]
        if u not in able:
            return Reason(
                f"{board.units[able[0]].colour.title()} units come in before {unit.colour} ones.", ("INF-SHARE-06",)
            )
        return None


def send_back(p: City, _f: Frame) -> None:
    """Return units without room or without a German entry hex to the chart (INF-REINF-08, INF-REINF-10).

    Each goes to the rightmost free box of the row with the fewest units. Under one reading, all go to the first such
    row until it is full.
    """
    free = [p.chart.count(EMPTY, r * BOXES, (r + 1) * BOXES) for r in range(ROWS)]
    row = free.index(max(free))
    for u in p.waiting:
        if not (p.table.readings["returned_units=row"] and free[row]):
            row = free.index(max(free))
        free[row] -= 1
        box = p.chart.rindex(EMPTY, row * BOXES, (row + 1) * BOXES)
        p.chart[box] = u
        p.at[u] = TRACK
        p.returned |= 1 << u
        if p.journal is not None:
            lost = bool(p.board.entries[u] & (p.soviet if p.table.readings["lost_entry=open"] else ~p.control))
            what = f"cannot come in and goes back to row {row + 1}."
            on_chart(p, u, what, "INF-REINF-08", *(("INF-REINF-10",) if lost else ()))
    p.waiting.clear()


CALL = Sequence(
    "call",
    owed_card,
    "reinforcement-die",
    pick_up,
    loop(can_deploy, "deploy"),
    send_back,
)
