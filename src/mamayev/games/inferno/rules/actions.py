"""The German round: one of five actions (INF-ACT), and the moves among them (INF-LONG, INF-SHORT, INF-HASTY)."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine import event
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import EMPTY, GERMAN, LOST, ROUGH, SOVIET
from .boxes import GermanBox
from .fire import DELIBERATE, STRUCK_HASTILY
from .odds import volley_odds
from .position import FULL, City, names
from .verbs import ASSAULT, ATTACK, BEGIN, DONE, HASTY, JOIN, JOIN_ALL, LONG, PASS, REINFORCE, SHORT, STAY_OUT, STRIKE
from .victory import enter


def touched(p: City) -> Hexes:
    """The hexes with a Soviet stack in them or next to them (INF-STACK-02)."""
    return p.board.grid.widened(p.soviet)


def march(p: City, units: list[int], path: list[int], how: str, *clauses: str) -> None:
    """German units go along a path of hexes. INF-MAP-03, INF-FLOW-17: each hex that they enter is theirs."""
    board = p.board
    start, end = p.at[units[0]], path[-1]
    for u in units:
        p.lift(u, LOST)
        p.put(u, end)
        if p.journal is not None:
            p.tell(GERMAN, gone(board, board.units[u].id, board.units[u].name, start, end, how, clauses),
                   gone(board, "?german", "A German unit", start, end, how, clauses))  # fmt: skip
    for h in path:
        if p.verdict:  # won on the way: where the units stand is theirs all the same
            p.control |= board.grid.bit[h]
        else:
            enter(p, GERMAN, h)


def gone(board: Board, piece: str, name: str, start: int, end: int, how: str, clauses: tuple[str, ...]) -> event.Move:
    """The account of a unit that has gone from one hex to another."""
    grid = board.grid
    return event.Move(
        piece=piece, from_=grid.ids[start], to=grid.ids[end], how="move", who=how,
        text=f"{name} goes from {grid.ids[start]} to {grid.ids[end]}.", clauses=clauses,
    )  # fmt: skip


def volley_of(p: City, hexes: Hexes, target: int) -> list[Forecast]:
    """The chances of the volley of all units in some hexes, if none of them is hit before it."""
    board = p.board
    dice = [(board.fire[u], p.strength[u]) for u in p.units_in(hexes)]
    return [volley_odds("German fire, if all can fire: hits", dice, bool(p.rubble & board.grid.bit[target]))]


# ------------------------------------------------------------------ what may move where


def held(p: City, h: int) -> bool:
    """INF-SHORT-02: whether under one reading no Short Move begins in a hex."""
    return p.table.short_start_free and bool(touched(p) & p.board.grid.bit[h])


def short_ends(p: City, u: int) -> Hexes:
    """INF-SHORT-01 to INF-SHORT-04, INF-MOVE-03: the hexes that a unit may enter by a Short Move; under one reading
    none where it stands next to a Soviet stack."""
    if held(p, p.at[u]):
        return 0
    return neighbours_with_room(p, p.at[u]) & ~touched(p)


def hasty_ends(p: City, u: int) -> Hexes:
    """INF-HASTY-01, INF-HASTY-05: the hexes that it may enter for a Hasty Attack."""
    near = touched(p)
    return 0 if near & p.board.grid.bit[p.at[u]] else neighbours_with_room(p, p.at[u]) & near


def neighbours_with_room(p: City, h: int) -> Hexes:
    """INF-STACK-01, INF-STACK-03, INF-MOVE-02: the neighbours that hold no Soviet unit and fewer than four German
    ones."""
    return p.board.near[h] & ~(p.tall[FULL] | p.soviet)


def long_ends(p: City, h: int) -> Hexes:
    """INF-LONG-01 to INF-LONG-04, INF-MOVE-03, INF-HEX-02: where the stack of a hex may end a Long Move."""
    board, grid = p.board, p.board.grid
    near = touched(p)
    if near & grid.bit[h]:
        return 0
    way = board.clear_hexes & ~near
    once = board.near[h] & way
    return (once | grid.around(once) & way) & ~p.german & ~grid.bit[h]


def long_path(p: City, start: int, end: int) -> list[int]:
    """INF-FLOW-17: the hexes of a Long Move. Of two ways it takes the one that captures more: a Spawn hex, of either
    side, else a hex that changes hands; to a neighbour, too."""
    board, grid = p.board, p.board.grid
    middle = board.near[start] & board.near[end] & board.clear_hexes & ~touched(p)
    taken = middle & ~p.control
    captured = taken & (board.spawn_hexes[GERMAN] | board.spawn_hexes[SOVIET]) or taken
    if end in grid.neighbours[start] and not captured:
        return [end]
    return [grid.hexes(captured or middle)[0], end]


def targets(p: City) -> Hexes:
    """INF-DELIB-02, INF-SHARE-05: the Soviet stacks that touch a German one, one of the leader's."""
    return p.soviet & p.board.grid.around(p.commanded())


def not_his(p: City, u: int) -> Reason | None:
    """INF-SHARE-04: why a unit is not the leader's to move; None where it is."""
    return (
        None
        if p.commands(u)
        else Reason(f"{p.board.units[u].name} is your partner's.", ("INF-SHARE-04", "INF-SHARE-01"))
    )


def long_move(p: City, start: int, end: int) -> None:
    """INF-LONG-01: a whole stack moves."""
    march(p, list(p.stacks[start]), long_path(p, start, end), "Long Move", "INF-LONG-01", "INF-LONG-04")


BRINGS = {
    "long": "one stack, 2 Clear hexes",
    "short": "two stacks, 1 hex each",
    "hasty": "one stack, 1 hex and strike",
    "pass": "nobody moves",
}
"""INF-LONG-01, INF-SHORT-01, INF-HASTY-01, INF-ACT-04: what an action is good for, in short."""


class GermanRound(GermanBox):
    """INF-ACT-01: one of the five."""

    name = "german-round"
    title = "Which action?"
    clauses = ("INF-ACT-01", "INF-FLOW-35")

    def prompt(self, p: City, f: Frame) -> str:
        return f"Round {p.round}: which action do the Germans take?"

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
        """Each of the five actions is equally likely where it is open, so that random play tries them all."""
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
        """The hexes whose stacks may begin a Long Move, as far as that is for the leader to say."""
        return p.commanded()

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        verb, target, _ = parts(action)
        if verb not in (ATTACK, ASSAULT):
            return []
        return volley_of(p, p.board.near[target] & p.german, target)

    def shortcuts(self, p: City, f: Frame) -> list[int]:
        """All of the leader's stacks beside a target attack it; who stays out is said afterwards."""
        return [ASSAULT | h << ARG for h in p.board.grid.hexes(targets(p))]

    def terms(self, p: City, f: Frame, verb: str) -> tuple[str, str]:
        """What each of the actions brings, for its button."""
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
            return Reason(f"No German stack stands in {grid.ids[start]}.", ("INF-LONG-01",))
        if not p.commanded() & grid.bit[start]:
            return Reason(f"The stack in {grid.ids[start]} is your partner's.", ("INF-SHARE-04",))
        if touched(p) & grid.bit[start]:
            return Reason(f"The stack in {grid.ids[start]} stands next to a Soviet stack.", ("INF-LONG-03",))
        if long_ends(p, start) & grid.bit[end]:
            return None
        if p.german & grid.bit[end]:
            return Reason(f"German units stand in {name}: no join-up in a Long Move.", ("INF-LONG-04",))
        if not board.clear_hexes & grid.bit[end]:
            rough = board.terrain[end] == ROUGH
            what, kind = ("Rough", "INF-HEX-03") if rough else ("Urban", "INF-HEX-04")
            return Reason(f"{name} is {what}, not Clear.", ("INF-LONG-01", kind))
        if p.soviet & grid.bit[end]:
            return Reason(f"Soviet units stand in {name}.", ("INF-STACK-03",))
        if touched(p) & grid.bit[end]:
            return Reason(f"A Soviet stack stands next to {name}.", ("INF-LONG-02",))
        if grid.distance(start, end) > 2:
            return Reason(f"{name} is {grid.distance(start, end)} hexes away.", ("INF-LONG-01",))
        return Reason(
            f"No hex on the way to {name} is Clear and away from the Soviets.", ("INF-LONG-01", "INF-LONG-02")
        )

    def refuse_short(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        grid = p.board.grid
        if reason := no_neighbour(p, u, h, "INF-SHORT-01"):
            return reason
        if held(p, p.at[u]):
            return Reason(f"{p.board.units[u].name} stands next to a Soviet stack.", ("INF-SHORT-02",))
        if touched(p) & grid.bit[h]:
            return Reason(f"{grid.ids[h]} is next to a Soviet stack.", ("INF-SHORT-02",))
        return None

    def refuse_hasty(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        grid = p.board.grid
        if reason := no_neighbour(p, u, h, "INF-HASTY-01"):
            return reason
        if touched(p) & grid.bit[p.at[u]]:
            name = p.board.units[u].name
            return Reason(f"{name} stands next to a Soviet stack already.", ("INF-HASTY-05", "INF-DELIB-06"))
        if not touched(p) & grid.bit[h]:
            return Reason(f"{grid.ids[h]} is next to no Soviet stack.", ("INF-HASTY-01",))
        return None

    def refuse_attack(self, p: City, f: Frame, target: int) -> Reason | None:
        grid = p.board.grid
        if not p.soviet & grid.bit[target]:
            return Reason(f"No Soviet stack stands in {grid.ids[target]}.", ("INF-DELIB-02",))
        if not targets(p) & grid.bit[target]:
            clause = "INF-SHARE-05" if p.table.partners else "INF-DELIB-02"
            whose = "stack of yours" if p.table.partners else "German stack"
            return Reason(f"No {whose} stands next to {grid.ids[target]}.", (clause,))
        return None


def no_neighbour(p: City, u: int, h: int, clause: str) -> Reason | None:
    """Why a German unit cannot step into a hex, whatever stands around it; None where it can."""
    board, grid = p.board, p.board.grid
    if u not in board.germans:
        return Reason(f"{board.units[u].name} is a Soviet unit.", (clause,))
    if p.at[u] >= LOST:
        return Reason(f"{board.units[u].name} is not on the map.", (clause,))
    if reason := not_his(p, u):
        return reason
    if h not in grid.neighbours[p.at[u]]:
        return Reason(f"{grid.ids[h]} is not next to {board.units[u].name}.", (clause,))
    return no_space(p, h)


def no_space(p: City, h: int) -> Reason | None:
    """Why no German unit fits into a hex, as stacks stand; None where one does."""
    grid = p.board.grid
    if p.soviet & grid.bit[h]:
        return Reason(f"Soviet units stand in {grid.ids[h]}.", ("INF-STACK-03",))
    if not p.room(h):
        return Reason(f"{grid.ids[h]} holds four units already.", ("INF-STACK-01",))
    return None


# ------------------------------------------------------------------ Short Moves


class Shorts(Locals):
    """From where to where the moves go (the second is from 0 to 0 before it begins), and who has moved."""

    start: int
    end: int
    second_start: int
    second_end: int
    moved: int


class ShortMoves(GermanBox):
    """INF-SHORT-01, INF-SHORT-05: more units of the move that is under way, then those of the second one. INF-MOVE-01,
    INF-SHORT-03: each unit by itself, so a stack may be broken down."""

    name = "short-moves"
    title = "Who moves on, and where to?"
    clauses = ("INF-SHORT-01", "INF-SHORT-05")
    locals = Shorts

    def begun(self, f: Frame) -> bool:
        """Whether the second move has begun; then the first one is over."""
        return f[Shorts.second_start] != f[Shorts.second_end]

    def reachable(self, p: City, f: Frame, u: int) -> Hexes:
        """Where a unit may go."""
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
        if reason := no_neighbour(p, u, h, "INF-SHORT-01"):
            return reason
        if held(p, p.at[u]):
            return Reason(f"{p.board.units[u].name} stands next to a Soviet stack.", ("INF-SHORT-02",))
        if touched(p) & grid.bit[h]:
            return Reason(f"{grid.ids[h]} is next to a Soviet stack.", ("INF-SHORT-02",))
        if f[Shorts.moved] >> u & 1:
            return Reason(f"{p.board.units[u].name} has moved already.", ("INF-SHORT-05",))
        if not self.reachable(p, f, u) & grid.bit[h]:
            start, end = grid.ids[f[Shorts.second_start]], grid.ids[f[Shorts.second_end]]
            return Reason(f"The second of two Short Moves leads from {start} to {end}.", ("INF-SHORT-01",))
        return None


# ------------------------------------------------------------------ attacks


class Hastily(Locals):
    """From where to where the stack of a Hasty Attack moves."""

    start: int
    end: int


class HastyAttack(GermanBox):
    """INF-HASTY-02, INF-HASTY-03, INF-MOVE-01: more of the same stack, then the one stack that is struck, by the combat
    sequence (INF-ACT-02)."""

    name = "hasty"
    title = "Who else moves, or which stack is struck?"
    clauses = ("INF-HASTY-02", "INF-HASTY-03", "INF-HASTY-04")
    locals = Hastily

    def options(self, p: City, f: Frame) -> list[int]:
        end = f[Hastily.end]
        more = filter(p.commands, p.stacks[f[Hastily.start]] if p.room(end) else ())
        return [HASTY | u << ARG | end for u in more] + [STRIKE | h << ARG for h in self.struck(p, f)]

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        verb, target, _ = parts(action)
        return volley_of(p, p.board.grid.bit[f[Hastily.end]], target) if verb == STRIKE else []

    def struck(self, p: City, f: Frame) -> list[int]:
        """The Soviet stacks next to the hex that was entered."""
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
            return Reason(f"The attack moves from {grid.ids[start]} to {grid.ids[end]}.", ("INF-HASTY-04",))
        if reason := not_his(p, u):
            return reason
        return no_space(p, end)

    def refuse_strike(self, p: City, f: Frame, target: int) -> Reason | None:
        grid = p.board.grid
        if target in self.struck(p, f):
            return None
        if not p.soviet & grid.bit[target]:
            return Reason(f"No Soviet stack stands in {grid.ids[target]}.", ("INF-HASTY-02",))
        return Reason(f"{grid.ids[target]} is not next to {grid.ids[f[Hastily.end]]}.", ("INF-HASTY-02",))


class Deliberate(Locals):
    """The hex that is attacked, and the hexes that attack it so far."""

    target: int
    origins: int
    declined: int


TO_MOVE, TO_JOIN, TO_ADVANCE, TO_DRIVE = range(4)
"""What a partner is asked to agree to."""


def ask(p: City, what: int, first: int, second: int = 0) -> None:
    """INF-SHARE-04, INF-SHARE-05, INF-SHARE-08: the partner is asked; an enemy reads that."""
    p.note("Partner", "The partner is asked whether he agrees.", "INF-SHARE-04", "INF-SHARE-05", "INF-SHARE-08")
    p.call("consent", what, first, second)


def joins(p: City, f: Frame, h: int) -> None:
    """INF-DELIB-03: a stack joins the attack."""
    grid = p.board.grid
    f[Deliberate.origins] |= grid.bit[h]
    if p.table.partners:  # an enemy who is asked nothing reads why the partner was asked, or was not
        p.note("Attack", f"The stack in {grid.ids[h]} joins in.", "INF-SHARE-05", hexes=grid.bit[h])


class Attackers(GermanBox):
    """INF-DELIB-01 to INF-DELIB-03: which of the stacks around the target attack it, each as a whole and where it
    stands, by the combat sequence (INF-ACT-02). INF-SHARE-05: those of the partner alone if they agree."""

    name = "attackers"
    title = "Which stacks attack?"
    clauses = ("INF-DELIB-02", "INF-DELIB-03")
    locals = Deliberate

    def free(self, p: City, f: Frame) -> Hexes:
        """The stacks that may still join."""
        left_out = f[Deliberate.origins] | f[Deliberate.declined]
        return p.board.near[f[Deliberate.target]] & p.german & ~left_out

    def ready(self, p: City, f: Frame) -> bool:
        """Whether a stack in which the leader has a unit attacks."""
        return bool(f[Deliberate.origins] & p.commanded())

    def prompt(self, p: City, f: Frame) -> str:
        return f"Which stacks attack {p.board.grid.ids[f[Deliberate.target]]}?"

    def help(self, p: City, f: Frame) -> str:
        grid = p.board.grid
        origins = f[Deliberate.origins]
        if p.table.soviet_player:  # what is asked can be read by all
            hexes = ", ".join(grid.ids[h] for h in grid.hexes(origins))
            return f"So far the attack comes from {hexes}." if origins else ""
        units = p.units_in(origins)
        return f"{names(p.board, units)} attack{'s' * (len(units) == 1)}." if units else ""

    def options(self, p: City, f: Frame) -> list[int]:
        row = [JOIN | h << ARG for h in p.board.grid.hexes(self.free(p, f))]
        return [*row, BEGIN] if self.ready(p, f) else row

    def shortcuts(self, p: City, f: Frame) -> list[int]:
        """All of the leader's stacks join at once, or one of those that attack stays out after all."""
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
        return volley_of(p, origins, target) if origins else []

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
        return None if self.ready(p, f) else Reason("No stack of yours attacks yet.", ("INF-DELIB-02",))

    def bar_join_all(self, p: City, f: Frame) -> Reason | None:
        if JOIN_ALL in self.shortcuts(p, f):
            return None
        return Reason("No two stacks of yours could still join in.", ("INF-DELIB-02",))

    def refuse_stay_out(self, p: City, f: Frame, h: int) -> Reason | None:
        if f[Deliberate.origins] & p.board.grid.bit[h]:
            return None
        return Reason(f"The stack in {p.board.grid.ids[h]} does not attack.", ("INF-DELIB-02",))

    def refuse_join(self, p: City, f: Frame, h: int) -> Reason | None:
        grid = p.board.grid
        if self.free(p, f) & grid.bit[h]:
            return None
        if f[Deliberate.origins] & grid.bit[h]:
            return Reason(f"The stack in {grid.ids[h]} attacks already.", ("INF-DELIB-02",))
        if f[Deliberate.declined] & grid.bit[h]:
            return Reason(f"Your partner keeps the stack in {grid.ids[h]} out.", ("INF-SHARE-05",))
        if not p.german & grid.bit[h]:
            return Reason(f"No German stack stands in {grid.ids[h]}.", ("INF-DELIB-02",))
        return Reason(f"{grid.ids[h]} is not next to {grid.ids[f[Deliberate.target]]}.", ("INF-DELIB-02",))
