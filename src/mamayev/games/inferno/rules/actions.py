"""The German round: one of five actions (INF-ACT), and the moves that are part of them (INF-LONG, INF-SHORT,
INF-HASTY).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.map import EMPTY, GERMAN, LOST, ROUGH, SOVIET
from .boxes import GermanBox
from .fire import DELIBERATE, STRUCK_HASTILY
from .odds import volley_odds
from .position import FULL, City, names
from .trade import of_attack
from .verbs import ASSAULT, ATTACK, BEGIN, DONE, HASTY, JOIN, JOIN_ALL, LONG, PASS, REINFORCE, SHORT, STAY_OUT, STRIKE
from .victory import enter


def touched(p: City) -> Hexes:
    """Return the hexes that contain a Soviet stack or are next to one (INF-STACK-02)."""
    return p.board.grid.widened(p.soviet)


def march(p: City, units: list[int], path: list[int], how: str, *clauses: str) -> None:
    """Move German units along a path of hexes; each hex that they enter becomes German-controlled (INF-MAP-03,
    INF-FLOW-17).
    """
    board = p.board
    start, end = p.at[units[0]], path[-1]
    for u in units:
        p.lift(u, LOST)
        p.put(u, end)
        if p.journal is not None:
            p.tell_move(
                u, end, "move", how, f"goes from {board.grid.ids[start]} to {board.grid.ids[end]}", clauses, start
            )
    for h in path:
        if p.verdict:  # the game is won on the way, but the hex where the units stop still changes hands
            p.control |= board.grid.bit[h]
        else:
            enter(p, GERMAN, h)


def volley_of(p: City, kind: int, hexes: Hexes, target: int) -> list[Forecast]:
    """Forecast the volley by all units in the given hexes if no unit is hit first, and the trade of their attack."""
    board = p.board
    dice = [(board.fire[u], p.strength[u]) for u in p.units_in(hexes)]
    fire = volley_odds("German fire, if all can fire: hits", dice, bool(p.rubble & board.grid.bit[target]))
    return [replace(fire, trade=of_attack(p, kind, target, hexes))]


def hasty_volleys(p: City, action: int) -> list[Forecast]:
    """Forecast the volley and the trade of a Hasty Attack after a unit's move, against each Soviet stack next to the
    hex that it enters.
    """
    there = p.copy()
    there.apply(action)
    box, grid = there.box, p.board.grid
    if not isinstance(box, HastyAttack):
        return []
    hexes = grid.bit[there.top[Hastily.end]]
    return [
        replace(one, title=f"{one.title}, in {grid.ids[h]}")
        for h in box.struck(there, there.top)
        for one in volley_of(there, STRUCK_HASTILY, hexes, h)
    ]


# ------------------------------------------------------------------ what may move where


def held(p: City, h: int) -> bool:
    """Return whether one reading forbids a Short Move to begin in a hex (INF-SHORT-02)."""
    return p.table.readings["short_start=free"] and bool(touched(p) & p.board.grid.bit[h])


def short_ends(p: City, u: int) -> Hexes:
    """Return the hexes that a unit can enter by a Short Move (INF-SHORT-01 to INF-SHORT-04, INF-MOVE-03).

    Under one reading, a unit next to a Soviet stack cannot enter any.
    """
    if held(p, p.at[u]):
        return 0
    return neighbours_with_room(p, p.at[u]) & ~touched(p)


def hasty_ends(p: City, u: int) -> Hexes:
    """Return the hexes that a unit can enter for a Hasty Attack (INF-HASTY-01, INF-HASTY-05)."""
    near = touched(p)
    return 0 if near & p.board.grid.bit[p.at[u]] else neighbours_with_room(p, p.at[u]) & near


def neighbours_with_room(p: City, h: int) -> Hexes:
    """Return the adjacent hexes with no Soviet unit and fewer than four German units (INF-STACK-01, INF-STACK-03,
    INF-MOVE-02)."""
    return p.board.near[h] & ~(p.tall[FULL] | p.soviet)


def long_ends(p: City, h: int) -> Hexes:
    """Return the hexes where a stack can end a Long Move (INF-LONG-01 to INF-LONG-04, INF-MOVE-03, INF-HEX-02)."""
    board, grid = p.board, p.board.grid
    near = touched(p)
    if near & grid.bit[h]:
        return 0
    way = board.clear_hexes & ~near
    once = board.near[h] & way
    return (once | grid.around(once) & way) & ~p.german & ~grid.bit[h]


def long_path(p: City, start: int, end: int) -> list[int]:
    """Return the path of a Long Move (INF-FLOW-17).

    Between two paths, even to an adjacent hex, choose the path that captures more: a Spawn hex of either side, or else
    a hex that changes hands.
    """
    board, grid = p.board, p.board.grid
    middle = board.near[start] & board.near[end] & board.clear_hexes & ~touched(p)
    taken = middle & ~p.control
    captured = taken & (board.spawn_hexes[GERMAN] | board.spawn_hexes[SOVIET]) or taken
    if end in grid.neighbours[start] and not captured:
        return [end]
    return [grid.hexes(captured or middle)[0], end]


def targets(p: City) -> Hexes:
    """Return the Soviet stacks next to one of the leader's stacks (INF-DELIB-02, INF-SHARE-05)."""
    return p.soviet & p.board.grid.around(p.commanded())


def not_yours(p: City, u: int) -> Reason | None:
    """Return why the leader cannot move a unit, or None if the leader can (INF-SHARE-04)."""
    if p.commands(u):
        return None
    return Reason(f"{p.board.units[u].name} is your partner's.", ("INF-SHARE-04", "INF-SHARE-01"))


def long_move(p: City, start: int, end: int) -> None:
    """Move a whole stack (INF-LONG-01)."""
    march(p, list(p.stacks[start]), long_path(p, start, end), "Long Move", "INF-LONG-01", "INF-LONG-04")


BRINGS = {
    "long": "one stack, 2 Clear hexes",
    "short": "two stacks, 1 hex each",
    "hasty": "one stack, 1 hex and attack",
    "pass": "no move",
}
"""A short note on what each action does (INF-LONG-01, INF-SHORT-01, INF-HASTY-01, INF-ACT-04)."""


class GermanRound(GermanBox):
    """The choice of one of the five actions (INF-ACT-01)."""

    name = "german-round"
    title = "Which action?"
    clauses = ("INF-ACT-01", "INF-FLOW-35")

    def prompt(self, p: City, f: Frame) -> str:
        return f"Round {p.round}: choose a German action."

    def pieces(self, p: City, f: Frame) -> list[int]:
        grid = p.board.grid
        near = touched(p)
        found: list[int] = []
        for h in grid.hexes(p.german):
            reach = neighbours_with_room(p, h)
            if (reach and not near & grid.bit[h]) or (reach & ~near and not held(p, h)):
                found += filter(p.commands, p.stacks[h])
        return found

    def choices(self, p: City, f: Frame, piece: int | None) -> list[int]:
        grid = p.board.grid
        if piece is None:
            row = [REINFORCE]
            row += [
                LONG | h << ARG | n
                for h in grid.hexes(self.starts(p, f) & ~touched(p))
                for n in grid.hexes(long_ends(p, h))
            ]
            return row + [ATTACK | h << ARG for h in grid.hexes(targets(p))] + [PASS]
        if piece not in p.board.germans or p.at[piece] >= LOST or not p.commands(piece):
            return []
        unit = piece << ARG
        return [SHORT | unit | h for h in grid.hexes(short_ends(p, piece))] + [
            HASTY | unit | h for h in grid.hexes(hasty_ends(p, piece))
        ]

    def draw(self, p: City, f: Frame, uniform: Callable[[], float]) -> int:
        """Draw one of the available actions with equal chance, so that random play tries them all."""
        grid = p.board.grid
        stacks = p.commanded()
        while stacks:
            action = int(uniform() * 5)
            h = grid.draw(stacks, uniform)
            if action == 0:
                break
            if action == 1:
                found = long_ends(p, h) if self.starts(p, f) & grid.bit[h] else 0
                if found:
                    return LONG | h << ARG | grid.draw(found, uniform)
            elif action == 2:
                found = targets(p)
                if found:
                    return ATTACK | grid.draw(found, uniform) << ARG
            else:
                row = p.stacks[h] if not p.table.partners else tuple(filter(p.commands, p.stacks[h]))
                u = row[int(uniform() * len(row))]
                found = short_ends(p, u) if action == 3 else hasty_ends(p, u)
                if found:
                    verb = SHORT if action == 3 else HASTY
                    return verb | u << ARG | grid.draw(found, uniform)
                if action == 3:
                    return PASS
        return REINFORCE

    def starts(self, p: City, f: Frame) -> Hexes:
        """Return the hexes from which the leader can order a stack to make a Long Move."""
        return p.commanded()

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        verb, target, _ = parts(action)
        if verb == HASTY:
            return hasty_volleys(p, action)
        if verb not in (ATTACK, ASSAULT):
            return []
        return volley_of(p, DELIBERATE, p.board.near[target] & p.german, target)

    def shortcuts(self, p: City, f: Frame) -> list[int]:
        """Return the attacks on a target with all of the leader's adjacent stacks. The player can then leave stacks
        out.
        """
        return [ASSAULT | h << ARG for h in p.board.grid.hexes(targets(p))]

    def terms(self, p: City, f: Frame, verb: str) -> tuple[str, str]:
        """Return notes on the effect of each action, for its button."""
        if verb == "reinforce":
            return f"six dice, {len(p.chart) - p.chart.count(EMPTY)} left", ""
        if verb == "attack":
            return counted(targets(p).bit_count(), "# stack in reach", "# stacks in reach"), ""
        return BRINGS.get(verb, ""), ""

    def reinforce(self, p: City, f: Frame) -> None:
        p.end()
        p.call("call")

    def long(self, p: City, f: Frame, start: int, end: int) -> None:
        p.end()
        long_move(p, start, end)

    def short(self, p: City, f: Frame, u: int, h: int) -> None:
        start = p.at[u]
        p.end()
        p.call("short-moves", start, h, 0, 0, 1 << u)
        march(p, [u], [h], "Short Move", "INF-SHORT-01")

    def pass_(self, p: City, f: Frame) -> None:
        p.end()

    def hasty(self, p: City, f: Frame, u: int, h: int) -> None:
        start = p.at[u]
        p.end()
        p.call("hasty", start, h)
        march(p, [u], [h], "Hasty Attack", "INF-HASTY-01")

    def attack(self, p: City, f: Frame, target: int) -> None:
        p.end()
        beside = p.board.near[target] & p.german
        if beside.bit_count() == 1:
            p.call("combat", DELIBERATE, target, beside)
        else:
            p.call("attackers", target)

    def assault(self, p: City, f: Frame, target: int) -> None:
        p.end()
        p.call("attackers", target)
        open_ = p.frame("attackers")
        for h in p.board.grid.hexes(p.board.near[target] & p.commanded()):
            joins(p, open_, h)

    # ------------------------------------------------------------------ why not

    def refuse_assault(self, p: City, f: Frame, target: int) -> Reason | None:
        return self.refuse_attack(p, f, target)

    def refuse_long(self, p: City, f: Frame, start: int, end: int) -> Reason | None:
        board, grid = p.board, p.board.grid
        name = grid.ids[end]
        if not p.german & grid.bit[start]:
            return Reason(f"There is no German stack in {grid.ids[start]}.", ("INF-LONG-01",))
        if not p.commanded() & grid.bit[start]:
            return Reason(f"The stack in {grid.ids[start]} is your partner's.", ("INF-SHARE-04",))
        if touched(p) & grid.bit[start]:
            return Reason(
                f"The stack in {grid.ids[start]} is next to a Soviet stack, so it cannot make a Long Move.",
                ("INF-LONG-03",),
            )
        if long_ends(p, start) & grid.bit[end]:
            return None
        if p.german & grid.bit[end]:
            return Reason(f"{name} has German units: you can't join stacks in a Long Move.", ("INF-LONG-04",))
        if not board.clear_hexes & grid.bit[end]:
            rough = board.terrain[end] == ROUGH
            what, kind = ("Rough", "INF-HEX-03") if rough else ("Urban", "INF-HEX-04")
            return Reason(f"{name} is {what}, and a Long Move can enter only Clear hexes.", ("INF-LONG-01", kind))
        if p.soviet & grid.bit[end]:
            return Reason(f"{name} has Soviet units.", ("INF-STACK-03",))
        if touched(p) & grid.bit[end]:
            return Reason(f"A Soviet stack is next to {name}, so a Long Move cannot end there.", ("INF-LONG-02",))
        if grid.distance(start, end) > 2:
            return Reason(f"{name} is {grid.distance(start, end)} hexes away. The limit is two.", ("INF-LONG-01",))
        return Reason(
            "No hex between the two is Clear and away from the Soviets.",
            ("INF-LONG-01", "INF-LONG-02"),
        )

    def refuse_short(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        return no_short_move(p, u, h)

    def refuse_hasty(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        grid = p.board.grid
        if reason := no_neighbour(p, u, h, "INF-HASTY-01"):
            return reason
        if touched(p) & grid.bit[p.at[u]]:
            name = p.board.units[u].name
            return Reason(f"{name} is already next to a Soviet stack.", ("INF-HASTY-05", "INF-DELIB-06"))
        if not touched(p) & grid.bit[h]:
            return Reason(f"{grid.ids[h]} is not next to a Soviet stack.", ("INF-HASTY-01",))
        return None

    def refuse_attack(self, p: City, f: Frame, target: int) -> Reason | None:
        grid = p.board.grid
        if not p.soviet & grid.bit[target]:
            return Reason(f"There is no Soviet stack in {grid.ids[target]}.", ("INF-DELIB-02",))
        if not targets(p) & grid.bit[target]:
            clause = "INF-SHARE-05" if p.table.partners else "INF-DELIB-02"
            whose = "stack of yours" if p.table.partners else "German stack"
            return Reason(f"There is no {whose} next to {grid.ids[target]}.", (clause,))
        return None


def no_neighbour(p: City, u: int, h: int, clause: str) -> Reason | None:
    """Return why a German unit cannot step into a hex, regardless of the units around it, or None if it can."""
    board, grid = p.board, p.board.grid
    if u not in board.germans:
        return Reason(f"{board.units[u].name} is a Soviet unit.", (clause,))
    if p.at[u] >= LOST:
        return Reason(f"{board.units[u].name} is not on the map.", (clause,))
    if reason := not_yours(p, u):
        return reason
    if h not in grid.neighbours[p.at[u]]:
        return Reason(f"{grid.ids[h]} is not next to {board.units[u].name}.", (clause,))
    return no_space(p, h)


def no_short_move(p: City, u: int, h: int) -> Reason | None:
    """Return why a German unit cannot make a Short Move into a hex, or None if it can."""
    if reason := no_neighbour(p, u, h, "INF-SHORT-01"):
        return reason
    if held(p, p.at[u]):
        return Reason(f"{p.board.units[u].name} is next to a Soviet stack.", ("INF-SHORT-02",))
    if touched(p) & p.board.grid.bit[h]:
        return Reason(f"{p.board.grid.ids[h]} is next to a Soviet stack.", ("INF-SHORT-02",))
    return None


def no_space(p: City, h: int) -> Reason | None:
    """Return why no German unit fits into a hex with the current stacks, or None if one does."""
    grid = p.board.grid
    if p.soviet & grid.bit[h]:
        return Reason(f"{grid.ids[h]} has Soviet units.", ("INF-STACK-03",))
    if not p.room(h):
        return Reason(f"{grid.ids[h]} already has four units.", ("INF-STACK-01",))
    return None


# ------------------------------------------------------------------ Short Moves


class Shorts(Locals):
    """The start and end of both moves, and the units that have moved. The start and end of the second move are 0 before
    it begins.
    """

    start: int
    end: int
    second_start: int
    second_end: int
    moved: int


class ShortMoves(GermanBox):
    """The choice of more units for the current move, then of units for the second move (INF-SHORT-01, INF-SHORT-05).

    Units move one by one, so a stack can be split (INF-MOVE-01, INF-SHORT-03).
    """

    name = "short-moves"
    title = "Which unit moves next, and where?"
    clauses = ("INF-SHORT-01", "INF-SHORT-05")
    locals = Shorts

    def begun(self, f: Frame) -> bool:
        """Return whether the second move has begun, which ends the first."""
        return f[Shorts.second_start] != f[Shorts.second_end]

    def reachable(self, p: City, f: Frame, u: int) -> Hexes:
        """Return the hexes to which a unit can move."""
        if f[Shorts.moved] >> u & 1 or not p.commands(u):
            return 0
        found = short_ends(p, u)
        if not self.begun(f):
            return found
        return found & p.board.grid.bit[f[Shorts.second_end]] if p.at[u] == f[Shorts.second_start] else 0

    def pieces(self, p: City, f: Frame) -> list[int]:
        return [u for u in p.units_in(p.german) if self.reachable(p, f, u)]

    def choices(self, p: City, f: Frame, piece: int | None) -> list[int]:
        board = p.board
        if piece is None:
            return [DONE]
        if piece not in board.germans or p.at[piece] >= LOST:
            return []
        return [SHORT | piece << ARG | h for h in board.grid.hexes(self.reachable(p, f, piece))]

    def draw(self, p: City, f: Frame, uniform: Callable[[], float]) -> int:
        grid = p.board.grid
        for _ in range(2):
            row = p.stacks[grid.draw(p.german, uniform)]
            u = row[int(uniform() * len(row))]
            found = self.reachable(p, f, u)
            if found:
                return SHORT | u << ARG | grid.draw(found, uniform)
        return DONE

    def short(self, p: City, f: Frame, u: int, h: int) -> None:
        start = p.at[u]
        f[Shorts.moved] |= 1 << u
        if not self.begun(f) and (start, h) != (f[Shorts.start], f[Shorts.end]):
            f[Shorts.second_start], f[Shorts.second_end] = start, h
        march(p, [u], [h], "Short Move", "INF-SHORT-01")

    def done(self, p: City, f: Frame) -> None:
        p.end()

    def refuse_short(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        grid = p.board.grid
        if reason := no_short_move(p, u, h):
            return reason
        if f[Shorts.moved] >> u & 1:
            return Reason(f"{p.board.units[u].name} has already moved.", ("INF-SHORT-05",))
        if not self.reachable(p, f, u) & grid.bit[h]:
            start, end = grid.ids[f[Shorts.second_start]], grid.ids[f[Shorts.second_end]]
            return Reason(f"All units in the second Short Move must go from {start} to {end}.", ("INF-SHORT-01",))
        return None


# ------------------------------------------------------------------ attacks


class Hastily(Locals):
    """The start and end of the move in a Hasty Attack."""

    start: int
    end: int


class HastyAttack(GermanBox):
    """The choice of more units of the same stack, then of a single stack to attack (INF-HASTY-02, INF-HASTY-03,
    INF-MOVE-01).

    The combat sequence resolves the attack (INF-ACT-02).
    """

    name = "hasty"
    title = "Move more units, or attack a stack?"
    clauses = ("INF-HASTY-02", "INF-HASTY-03", "INF-HASTY-04")
    locals = Hastily

    def options(self, p: City, f: Frame) -> list[int]:
        end = f[Hastily.end]
        more = filter(p.commands, p.stacks[f[Hastily.start]] if p.room(end) else ())
        return [HASTY | u << ARG | end for u in more] + [STRIKE | h << ARG for h in self.struck(p, f)]

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        verb, target, _ = parts(action)
        if verb == HASTY:
            return hasty_volleys(p, action)
        return volley_of(p, STRUCK_HASTILY, p.board.grid.bit[f[Hastily.end]], target) if verb == STRIKE else []

    def struck(self, p: City, f: Frame) -> list[int]:
        """Return the Soviet stacks next to the hex entered."""
        grid = p.board.grid
        return [h for h in grid.neighbours[f[Hastily.end]] if p.soviet & grid.bit[h]]

    def hasty(self, p: City, f: Frame, u: int, h: int) -> None:
        march(p, [u], [h], "Hasty Attack", "INF-HASTY-03")

    def strike(self, p: City, f: Frame, target: int) -> None:
        end = f[Hastily.end]
        p.end()
        p.call("combat", STRUCK_HASTILY, target, p.board.grid.bit[end])

    def refuse_hasty(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        grid = p.board.grid
        start, end = f[Hastily.start], f[Hastily.end]
        if p.at[u] != start or h != end:
            return Reason(
                f"All units in this attack must move from {grid.ids[start]} to {grid.ids[end]}.", ("INF-HASTY-04",)
            )
        if reason := not_yours(p, u):
            return reason
        return no_space(p, end)

    def refuse_strike(self, p: City, f: Frame, target: int) -> Reason | None:
        grid = p.board.grid
        if target in self.struck(p, f):
            return None
        if not p.soviet & grid.bit[target]:
            return Reason(f"There is no Soviet stack in {grid.ids[target]}.", ("INF-HASTY-02",))
        return Reason(f"{grid.ids[target]} is not next to {grid.ids[f[Hastily.end]]}.", ("INF-HASTY-02",))


class Deliberate(Locals):
    """The hex under attack, and the hexes from which stacks attack it so far."""

    target: int
    origins: int
    declined: int


TO_MOVE, TO_JOIN, TO_ADVANCE, TO_DRIVE = range(4)
"""The questions to the partner."""


def ask(p: City, what: int, first: int, second: int = 0) -> None:
    """Ask the partner. An enemy player can read this in the log (INF-SHARE-04, INF-SHARE-05, INF-SHARE-08)."""
    p.note("Partner", "The partner is asked whether he agrees.", "INF-SHARE-04", "INF-SHARE-05", "INF-SHARE-08")
    p.call("consent", what, first, second)


def joins(p: City, f: Frame, h: int) -> None:
    """Add a stack to the attack (INF-DELIB-03)."""
    grid = p.board.grid
    f[Deliberate.origins] |= grid.bit[h]
    if p.table.partners:  # An enemy player who must not see the question reads why the partner was asked, or was not.
        p.note("Attack", f"The stack in {grid.ids[h]} joins in.", "INF-SHARE-05", hexes=grid.bit[h])


class Attackers(GermanBox):
    """The choice of stacks next to the target that attack it, each as a whole and from its own hex (INF-DELIB-01 to
    INF-DELIB-03).

    The combat sequence resolves the attack (INF-ACT-02). Stacks of the partner alone join if the partner agrees
    (INF-SHARE-05).
    """

    name = "attackers"
    title = "Which stacks attack?"
    clauses = ("INF-DELIB-02", "INF-DELIB-03")
    locals = Deliberate

    def free(self, p: City, f: Frame) -> Hexes:
        """Return the stacks that can still join."""
        left_out = f[Deliberate.origins] | f[Deliberate.declined]
        return p.board.near[f[Deliberate.target]] & p.german & ~left_out

    def ready(self, p: City, f: Frame) -> bool:
        """Return whether an attacking stack contains a unit of the leader."""
        return bool(f[Deliberate.origins] & p.commanded())

    def prompt(self, p: City, f: Frame) -> str:
        return f"Which stacks attack {p.board.grid.ids[f[Deliberate.target]]}?"

    def help(self, p: City, f: Frame) -> str:
        grid = p.board.grid
        origins = f[Deliberate.origins]
        if p.table.soviet_player:  # All seats can read the prompt.
            hexes = ", ".join(grid.ids[h] for h in grid.hexes(origins))
            return f"So far the attack comes from {hexes}." if origins else ""
        units = p.units_in(origins)
        return f"{names(p.board, units)} attack{'s' * (len(units) == 1)}." if units else ""

    def options(self, p: City, f: Frame) -> list[int]:
        row = [JOIN | h << ARG for h in p.board.grid.hexes(self.free(p, f))]
        return [*row, BEGIN] if self.ready(p, f) else row

    def shortcuts(self, p: City, f: Frame) -> list[int]:
        """Add all of the leader's stacks at once, or remove an attacking stack."""
        grid = p.board.grid
        together = [JOIN_ALL] if (self.free(p, f) & p.commanded()).bit_count() > 1 else []
        return together + [STAY_OUT | h << ARG for h in grid.hexes(f[Deliberate.origins])]

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        target, origins = f[Deliberate.target], f[Deliberate.origins]
        verb, h, _ = parts(action)
        if verb == JOIN_ALL:
            origins |= self.free(p, f) & p.commanded()
        elif verb in (JOIN, STAY_OUT):
            origins ^= p.board.grid.bit[h]
        return volley_of(p, DELIBERATE, origins, target) if origins else []

    def join(self, p: City, f: Frame, h: int) -> None:
        if p.commanded() & p.board.grid.bit[h]:
            joins(p, f, h)
        else:
            ask(p, TO_JOIN, h)

    def join_all(self, p: City, f: Frame) -> None:
        for h in p.board.grid.hexes(self.free(p, f) & p.commanded()):
            joins(p, f, h)

    def stay_out(self, p: City, f: Frame, h: int) -> None:
        grid = p.board.grid
        f[Deliberate.origins] &= ~grid.bit[h]
        if p.table.partners:
            p.note("Attack", f"The stack in {grid.ids[h]} stays out.", "INF-SHARE-05", hexes=grid.bit[h])

    def begin(self, p: City, f: Frame) -> None:
        target, origins = f[Deliberate.target], f[Deliberate.origins]
        p.end()
        p.call("combat", DELIBERATE, target, origins)

    def bar_begin(self, p: City, f: Frame) -> Reason | None:
        return None if self.ready(p, f) else Reason("You have not chosen a stack to attack with.", ("INF-DELIB-02",))

    def bar_join_all(self, p: City, f: Frame) -> Reason | None:
        if JOIN_ALL in self.shortcuts(p, f):
            return None
        return Reason("Fewer than two of your stacks can still join.", ("INF-DELIB-02",))

    def refuse_stay_out(self, p: City, f: Frame, h: int) -> Reason | None:
        if f[Deliberate.origins] & p.board.grid.bit[h]:
            return None
        return Reason(f"The stack in {p.board.grid.ids[h]} is not attacking.", ("INF-DELIB-02",))

    def refuse_join(self, p: City, f: Frame, h: int) -> Reason | None:
        grid = p.board.grid
        if self.free(p, f) & grid.bit[h]:
            return None
        if f[Deliberate.origins] & grid.bit[h]:
            return Reason(f"The stack in {grid.ids[h]} is already attacking.", ("INF-DELIB-02",))
        if f[Deliberate.declined] & grid.bit[h]:
            return Reason(f"Your partner does not let the stack in {grid.ids[h]} join.", ("INF-SHARE-05",))
        if not p.german & grid.bit[h]:
            return Reason(f"There is no German stack in {grid.ids[h]}.", ("INF-DELIB-02",))
        return Reason(f"{grid.ids[h]} is not next to {grid.ids[f[Deliberate.target]]}.", ("INF-DELIB-02",))
