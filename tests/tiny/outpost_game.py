"""A throw-away game on hexes, from which the guide to writing a game takes its recipes: reach by movement points,
stacks, zones of control, odds with shifts, and a combat that asks in its middle.

Three units a side on five by four hexes. In each of three turns a side moves its units, then attacks with them.
"""

from __future__ import annotations

from typing import Any, Literal

from mamayev.engine import scene as sc
from mamayev.engine.box import Box
from mamayev.engine.chancebox import DieBox
from mamayev.engine.choices import Choice
from mamayev.engine.components import Files
from mamayev.engine.event import Loss, Modifier, Move, Turn
from mamayev.engine.fields import Locals
from mamayev.engine.invariant import Invariant
from mamayev.engine.ledger import Ledger
from mamayev.engine.look import Look
from mamayev.engine.notation import Noun, Verb, act, codes, parts
from mamayev.engine.position import Frame, Position
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.engine.situations import Situations
from mamayev.engine.steps import StepName
from mamayev.engine.table import Game, Table
from mamayev.terrain.grid import Grid, Hexes, numbered
from mamayev.terrain.look import board
from mamayev.terrain.paths import Reach, Steps, hindrance, reach

SEATS = ("blue", "red")
TONES: tuple[Literal["a", "b"], ...] = ("a", "b")
GRID = Grid(numbered(range(1, 6), range(1, 5), shifted="even"), "flat", pitch=4)
HEX = {name: h for h, name in enumerate(GRID.ids)}
WOOD = {HEX["0202"], HEX["0303"], HEX["0401"]}
IDS = tuple(f"{seat}-{n}" for seat in SEATS for n in (1, 2, 3))
OWNER = (0, 0, 0, 1, 1, 1)
STRENGTH = (2, 3, 4, 2, 3, 4)
START = tuple(HEX[name] for name in ("0201", "0202", "0302", "0402", "0403", "0503"))
LOST = len(GRID.ids)
POINTS, LIMIT, TURNS = 3, 2, 3

VERBS = (
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("OUTPOST-MOVE-01",)),
    Verb("attack", ("piece", "space"), "Attack", "Attack {1} with the stack of {0}", ("OUTPOST-FIGHT-01",)),
    Verb("retreat", ("space",), "Retreat", "Retreat to {0}", ("OUTPOST-FIGHT-02",)),
    Verb("done", (), "Done", "End this step", ("OUTPOST-TURN-01",), "main"),
)
MOVE, ATTACK, RETREAT, DONE = codes(VERBS)
STEPS = (
    StepName("move", "Movement", "turn", ("OUTPOST-MOVE-01",)),
    StepName("attack", "Combat", "turn", ("OUTPOST-FIGHT-01",)),
)
COLUMNS = ("1:2", "1:1", "2:1", "3:1")
RESULTS = (  # a row for each face of the die: attacker lost, no effect, defender retreats
    ("AL", "AL", "NE", "DR"),
    ("AL", "NE", "NE", "DR"),
    ("AL", "NE", "DR", "DR"),
    ("NE", "NE", "DR", "DR"),
    ("NE", "DR", "DR", "DR"),
    ("NE", "DR", "DR", "DR"),
)


# --8<-- [start:position]
class Outpost(Position):
    """Where each unit stands; which units have acted in this step, a bit each."""

    at: list[int] = list(START)
    acted: int
    side: int
    turn: int
    # --8<-- [end:position]

    def units(self, seat: int) -> list[int]:
        """The units of a side that are on the map."""
        return [u for u, h in enumerate(self.at) if h != LOST and OWNER[u] == seat]

    # --8<-- [start:stacks]
    def stack(self, h: int) -> list[int]:
        """The units in a hex, the lowest first. Where a unit stands is all that the position keeps."""
        return [u for u, at in enumerate(self.at) if at == h]

    def full(self, seat: int) -> Hexes:
        """OUTPOST-STACK-01: the hexes that hold as many units of a side as they may."""
        held = [self.at[u] for u in self.units(seat)]
        return GRID.gather({h for h in held if held.count(h) >= LIMIT})

    # --8<-- [end:stacks]

    def place(self, u: int, h: int, how: str) -> None:
        """A unit goes to another hex."""
        start, self.at[u] = GRID.ids[self.at[u]], h
        if self.journal is not None:
            text = f"{IDS[u]} {how}s to {GRID.ids[h]}."
            self.journal.add(
                Move(who=SEATS[OWNER[u]], text=text, piece=IDS[u], from_=start, to=GRID.ids[h], how=how)
            )  # fmt: skip

    def lose(self, u: int) -> None:
        """A unit leaves the map."""
        start, self.at[u] = GRID.ids[self.at[u]], LOST
        if self.journal is not None:
            self.journal.add(Loss(who=SEATS[OWNER[u]], text=f"{IDS[u]} is lost.", piece=IDS[u], from_=start))


class OwnUnits(Box[Outpost]):
    """A decision about the units of the side whose turn it is, one after the other."""

    def seat(self, p: Outpost, f: Frame) -> int:
        return p.side

    def done(self, p: Outpost, f: Frame) -> None:
        p.end()

    def not_ready(self, p: Outpost, u: int) -> Reason | None:
        if OWNER[u] != p.side or p.at[u] == LOST:
            return Reason(f"{IDS[u]} is no unit of yours on the map.", self.clauses)
        return Reason(f"{IDS[u]} has done that already.", self.clauses) if p.acted >> u & 1 else None


# --8<-- [start:reach]
WALK = Steps(GRID, lambda a, b: 2 if b in WOOD else 1)


def enemies_of(p: Outpost, u: int) -> tuple[Hexes, Hexes]:
    """OUTPOST-MOVE-01: the hexes that bar a unit, and those that stop it. A full stack may be passed."""
    enemies = GRID.gather(p.at[e] for e in p.units(1 - OWNER[u]))
    return enemies, GRID.around(enemies)


def way(p: Outpost, u: int) -> Reach:
    """OUTPOST-MOVE-01: where a unit can go."""
    barred, stops = enemies_of(p, u)
    return reach(WALK, p.at[u], POINTS, barred=barred, stops=stops)


class Movement(OwnUnits):
    name, title, clauses = "move", "Which unit moves, and where to?", ("OUTPOST-MOVE-01", "OUTPOST-STACK-01")

    def pieces(self, p: Outpost, f: Frame) -> list[int]:
        return [u for u in p.units(p.side) if self.ends(p, u)]

    def choices(self, p: Outpost, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [DONE]
        return [act(MOVE, piece, h) for h in GRID.hexes(self.ends(p, piece))]

    def routes(self, p: Outpost, f: Frame, piece: int) -> list[Choice]:
        if not (hexes := GRID.hexes(self.ends(p, piece))):
            return []
        found = way(p, piece)
        return [Choice((act(MOVE, piece, h),), h, f"{found.cost(h)} MP", tuple(found.path(h)[1:])) for h in hexes]

    def cost(self, p: Outpost, f: Frame, action: int) -> str:
        verb, u, h = parts(action)
        return f"{way(p, u).cost(h)} MP" if verb == MOVE else ""

    def ends(self, p: Outpost, u: int) -> Hexes:
        """Where a move of a unit may end."""
        return 0 if self.not_ready(p, u) else way(p, u).hexes & ~p.full(OWNER[u])

    def move(self, p: Outpost, f: Frame, u: int, h: int) -> None:
        p.acted |= 1 << u
        p.place(u, h, "move")

    def refuse_move(self, p: Outpost, f: Frame, u: int, h: int) -> Reason | None:
        if (reason := self.not_ready(p, u)) or self.ends(p, u) & GRID.bit[h]:
            return reason
        if way(p, u).hexes & GRID.bit[h]:
            return Reason(f"{GRID.ids[h]} holds {LIMIT} units already.", ("OUTPOST-STACK-01",))
        return self.out_of_reach(p, u, h)

    def out_of_reach(self, p: Outpost, u: int, h: int) -> Reason:
        """The price, or what is in the way."""
        barred, stops = enemies_of(p, u)
        found = hindrance(WALK, p.at[u], POINTS, h, barred=barred, stops=stops)
        if found is None or found.why == "barred":
            return Reason(f"No way leads {IDS[u]} to {GRID.ids[h]} past the enemy.", self.clauses)
        if found.why == "stops":
            return Reason(f"Enemy zones stop {IDS[u]} before {GRID.ids[h]}.", self.clauses)
        return Reason(f"{GRID.ids[h]} costs {IDS[u]} {found.cost} MP of {POINTS}.", self.clauses)


# --8<-- [end:reach]


# --8<-- [start:frames]
class Combat(Locals):
    """The hex that attacks, the hex that is attacked, and what the die has brought."""

    start: int
    target: int
    retreats: int


class Attacks(OwnUnits):
    name, title, clauses = "attack", "Which stack attacks, and which hex?", ("OUTPOST-FIGHT-01",)

    def options(self, p: Outpost, f: Frame) -> list[int]:
        ready = [u for u in p.units(p.side) if not p.acted >> u & 1]
        return [*(act(ATTACK, u, h) for u in ready for h in self.targets(p, u)), DONE]

    def targets(self, p: Outpost, u: int) -> list[int]:
        enemies = {p.at[e] for e in p.units(1 - OWNER[u])}
        return [h for h in GRID.neighbours[p.at[u]] if h in enemies]

    def attack(self, p: Outpost, f: Frame, u: int, h: int) -> None:
        for other in p.stack(p.at[u]):
            p.acted |= 1 << other
        p.call("combat", p.at[u], h)

    def refuse_attack(self, p: Outpost, f: Frame, u: int, h: int) -> Reason | None:
        if (reason := self.not_ready(p, u)) or h in self.targets(p, u):
            return reason
        return Reason(f"No enemy stands in {GRID.ids[h]} beside {IDS[u]}.", self.clauses)


class Retreat(Box[Outpost]):
    """The defender takes one unit after the other out of the hex; a unit without room is lost."""

    name, title, clauses = "retreat", "Where does the unit retreat to?", ("OUTPOST-FIGHT-02",)

    def seat(self, p: Outpost, f: Frame) -> int:
        return 1 - p.side

    def options(self, p: Outpost, f: Frame) -> list[int]:
        return [act(RETREAT, h) for h in retreats(p, p.frame("combat"))]

    def retreat(self, p: Outpost, f: Frame, h: int) -> None:
        p.end()
        p.place(p.stack(p.frame("combat")[Combat.target])[-1], h, "retreat")


def retreats(p: Outpost, f: Frame) -> list[int]:
    """OUTPOST-FIGHT-02: away from the enemy's units, into a hex with room for one more."""
    enemies = GRID.gather(p.at[u] for u in p.units(p.side))
    free = GRID.around(GRID.bit[f[Combat.target]]) & ~enemies & ~GRID.around(enemies) & ~p.full(1 - p.side)
    return GRID.hexes(free)


def in_the_way(p: Outpost, f: Frame) -> bool:
    """Whether a unit must still leave the hex and can; one that cannot is lost at once."""
    while f[Combat.retreats] and (stack := p.stack(f[Combat.target])):
        if retreats(p, f):
            return True
        p.lose(stack[-1])
    return False


def advance(p: Outpost, f: Frame) -> None:
    """OUTPOST-FIGHT-02: who attacked takes the hex that was left."""
    if f[Combat.retreats]:
        for u in p.stack(f[Combat.start]):
            p.place(u, f[Combat.target], "advance")


COMBAT = Sequence("combat", "die", loop(in_the_way, "retreat"), advance, locals=Combat)
# --8<-- [end:frames]


# --8<-- [start:odds]
def odds(p: Outpost, f: Frame) -> int:
    """OUTPOST-FIGHT-01: the column, as an index of COLUMNS; odds are rounded down, for the defender."""
    attack, defence = (sum(STRENGTH[u] for u in p.stack(f[i])) for i in (Combat.start, Combat.target))
    return 0 if attack < defence else min(attack // defence, 3)


def shifts(p: Outpost, f: Frame) -> list[Modifier]:
    """What moves the column, each with its reason; the arithmetic and the log use the same list."""
    found = []
    if f[Combat.target] in WOOD:
        found.append(Modifier(-1, "defender in wood", ("OUTPOST-FIGHT-01",)))
    around = {p.at[u] for u in p.units(p.side)} - {f[Combat.start]}
    if around.intersection(GRID.neighbours[f[Combat.target]]):
        found.append(Modifier(+1, "attacked from two sides", ("OUTPOST-FIGHT-01",)))
    return found


class Die(DieBox[Outpost]):
    name, title, clauses, chart = "die", "Combat", ("OUTPOST-FIGHT-01",), "combat"

    def die(self, p: Outpost, f: Frame, n: int) -> None:
        p.end()
        f = p.frame("combat")
        start, moved = odds(p, f), shifts(p, f)
        column = min(max(start + sum(shift.value for shift in moved), 0), len(COLUMNS) - 1)
        result = RESULTS[n - 1][column]
        if p.journal is not None:
            p.journal.roll(
                "Combat", f"{GRID.ids[f[Combat.start]]} attacks {GRID.ids[f[Combat.target]]}: {result}.",
                title="Combat", chart="combat", dice=(n,), total=n, row=n - 1,
                start=start + 1, shifts=moved, column=column + 1,  # the first column of the chart is the die
                result=result, clauses=self.clauses, spaces=(GRID.ids[f[Combat.target]],),
            )  # fmt: skip
        f[Combat.retreats] = int(result == "DR")
        if result == "AL":
            p.lose(p.stack(f[Combat.start])[-1])


# --8<-- [end:odds]


def turn(p: Outpost, f: Frame) -> None:
    p.turn += 1
    if p.journal is not None:
        p.journal.add(Turn(number=p.turn, text=f"Turn {p.turn} begins.", who="Turn"))


def side(seat: int) -> Any:
    def begin(p: Outpost, f: Frame) -> None:
        p.side, p.acted = seat, 0

    return begin


def rested(p: Outpost, f: Frame) -> None:
    p.acted = 0


def in_contact(p: Outpost, f: Frame) -> bool:
    enemies = GRID.around(GRID.gather(p.at[e] for e in p.units(1 - p.side)))
    return any(enemies & GRID.bit[p.at[u]] for u in p.units(p.side))


class OutpostTable(Table[Outpost]):
    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.invariants = (
            Invariant(
                "OUTPOST-STACK-01",
                "No more than two units stand in a hex before the combats.",
                lambda p: all(len(p.stack(h)) <= LIMIT for h in range(LOST)),
                lambda p: p.at.__setitem__(slice(0, 3), [0, 0, 0]),
            ),
        )
        half = ("move", rested, when(in_contact, "attack"))
        self.bind(
            [
                Sequence("game", loop(lambda p, f: p.turn < TURNS, turn, side(0), "half", side(1), "half")),
                Sequence("half", *half),
                COMBAT,
                Movement(),
                Attacks(),
                Retreat(),
                Die(),
            ],
            VERBS,
            {"piece": [Noun(u, u) for u in IDS], "space": [Noun(h, h) for h in GRID.ids]},
            STEPS,
        )

    def start(self) -> Outpost:
        p = self.blank()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Outpost:
        return Outpost(self)

    def turn(self, p: Outpost) -> int:
        return p.turn

    def facts(self, p: Outpost) -> dict[str, Any]:
        return {"turn": p.turn, **{IDS[u]: GRID.ids[h] if h != LOST else "lost" for u, h in enumerate(p.at)}}

    def result(self, p: Outpost) -> dict[str, Any]:
        lead = len(p.units(0)) - len(p.units(1))
        winner = SEATS[lead < 0] if lead else None
        return {"winner": winner, "level": f"{winner or 'nobody'} wins", "why": "Whoever lost fewer units wins."}

    def returns(self, p: Outpost) -> list[float]:
        lead = float(len(p.units(0)) - len(p.units(1)))
        return [lead, -lead]


class OutpostLook(Look[Outpost]):
    def scene(self) -> sc.Scene:
        chart = sc.Chart(
            id="combat", title="Combat", columns=["Die", *COLUMNS],
            rows=[[str(n), *row] for n, row in enumerate(RESULTS, 1)], clauses=("OUTPOST-FIGHT-01",),
        )  # fmt: skip
        return sc.Scene(
            game="outpost", title=GAME.title, edition=self.table.edition, unit="km", frame=GRID.frame(1),
            counter={"side": 2.4}, seats=[sc.SeatName(seat, seat.title(), seat) for seat in SEATS],
            sides=[sc.Side(seat, seat.title(), tone) for seat, tone in zip(SEATS, TONES, strict=True)], notice="",
            phases=[sc.Phase("turn", "Turn", [sc.StepLine(s.id, s.title, s.clauses) for s in STEPS])],
            grid=board(GRID, lambda h: "w" if h in WOOD else "c", {"c": "clear", "w": "wood"}), spaces=[],
            terrains=[sc.Terrain("clear", "Clear", "steppe"), sc.Terrain("wood", "Wood", "wood")], charts=[chart],
            pieces=[
                sc.Piece(id=IDS[u], name=IDS[u], label=str(STRENGTH[u]), side=SEATS[OWNER[u]], tone=TONES[OWNER[u]],
                         symbol={"letters": str(STRENGTH[u])}, kind="unit")
                for u in range(len(IDS))
            ],
        )  # fmt: skip

    def picture(self, p: Outpost, seat: int | None) -> sc.Picture:
        step = self.table.step(p)
        return sc.Picture(
            turn=p.turn, phase=step.phase if step else "", step=step.id if step else "", headline=f"Turn {p.turn}",
            control={}, pieces=[sc.PieceAt(id=IDS[u], at=GRID.ids[h]) for u, h in enumerate(p.at) if h != LOST],
            lost=[IDS[u] for u, h in enumerate(p.at) if h == LOST],
        )  # fmt: skip


# --8<-- [start:clashes]
class OutpostSituations(Situations[Outpost]):
    def crowds(self) -> list[dict[str, Any]]:
        return [{}]

    def clashes(self) -> list[str]:
        return ["retreat"]

    def change(self, p: Outpost, key: str, value: Any) -> None:
        unit = key.removeprefix("unit.")
        if key == "retreat" and value in HEX:
            self.beaten(p, HEX[value])
        elif unit in IDS and (value in HEX or value == "lost"):
            p.at[IDS.index(unit)] = HEX.get(value, LOST)
        else:
            raise Refusal(f"“{key}” cannot become {value!r}.", field=f"setup.{key}", malformed=True)

    def beaten(self, p: Outpost, h: int) -> None:
        """A hex has been attacked from another, and its defenders must retreat."""
        side = OWNER[p.stack(h)[0]] if p.stack(h) else 0
        starts = [n for n in GRID.neighbours[h] if p.stack(h) and any(p.at[u] == n for u in p.units(1 - side))]
        if not starts:
            raise Refusal(f"No unit in {GRID.ids[h]} stands beside an enemy.", field="setup.retreat", malformed=True)
        p.side = 1 - side
        p.call("combat", starts[0], h, 1)
        p.go_on_after("die")


# --8<-- [end:clashes]


def _clause(name: str, section: str, text: str) -> dict[str, str]:
    return {"id": f"OUTPOST-{name}", "section": section, "text": text}


LEDGER = Ledger(
    {
        "edition": [{"name": "first"}],
        "clause": [
            _clause("TURN-01", "Turns", "Three turns; in each Blue moves and attacks, then Red."),
            _clause("MOVE-01", "Movement", "A unit has 3 MP; wood costs 2. It stops beside an enemy."),
            _clause("STACK-01", "Movement", "Two units of a side may end a move in a hex."),
            _clause(
                "FIGHT-01", "Combat", "A stack attacks a neighbouring hex by the odds, shifted by wood and support."
            ),
            _clause("FIGHT-02", "Combat", "A defender retreats a hex or is lost; the attacker takes the hex."),
        ],
    }
)

GAME: Game = Game(
    name="outpost",
    title="The Tiny Outpost",
    blurb="Three units a side, twenty hexes.",
    version="1",
    seats=SEATS,
    ledger=lambda: LEDGER,
    open=OutpostTable,
    look=OutpostLook,
    situations=OutpostSituations,
)
