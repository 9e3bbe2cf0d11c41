"""The rules of Skirmish, in the order in which rules.toml numbers them."""

# --8<-- [start:imports]
from __future__ import annotations

import random
from importlib.resources import files
from typing import Any

from mamayev.author import (
    OWN,
    Box,
    DieBox,
    DrawBox,
    Files,
    Frame,
    Game,
    Grid,
    Invariant,
    Ledger,
    Locals,
    Modifier,
    Noun,
    Position,
    Reason,
    Refusal,
    Sequence,
    Situations,
    StepName,
    Study,
    Table,
    Verb,
    act,
    codes,
    event,
    loop,
    numbered,
    parts,
    when,
)

# --8<-- [end:imports]

# --8<-- [start:data]
LEDGER = Ledger.load(files(__package__) / "rules.toml")
MAP, COMBAT, COUNTERS = LEDGER.data["map"], LEDGER.data["combat"], LEDGER.data["counter"]

SEATS = ("blue", "red")
BLUE, RED = 0, 1
GRID = Grid(numbered(range(1, MAP["columns"] + 1), range(1, MAP["rows"] + 1), shifted="even"), "flat", pitch=7.0)
HEX = {name: index for index, name in enumerate(GRID.ids)}
WOOD = {HEX[name] for name in MAP["wood"]}
VILLAGE = HEX[MAP["village"]]
REAR = [HEX[MAP["rear"][seat]] for seat in SEATS]

OWNER = [SEATS.index(counter["id"].split("-")[0]) for counter in COUNTERS]
SIDE = [SEATS[seat].title() for seat in OWNER]
NAME = [counter["name"] for counter in COUNTERS]
STRENGTH = [counter["strength"] for counter in COUNTERS]
START = {i: HEX[counter["hex"]] for i, counter in enumerate(COUNTERS) if "hex" in counter}
RESERVES = [[i for i in range(len(COUNTERS)) if i not in START and OWNER[i] == seat] for seat in (BLUE, RED)]
LOST, POOL = 254, 255  # where counters are that stand in no hex
# --8<-- [end:data]

# --8<-- [start:verbs]
VERBS = (
    Verb("move", ("piece", "space"), "Move", "Move {0} to {1}", ("SKI-MOVE-01",), told="{0} moves to {1}"),
    Verb("attack", ("piece", "space"), "Attack", "Attack {1} with {0}", ("SKI-FIGHT-01",), told="{0} attacks {1}"),
    Verb("retreat", ("space",), "Retreat", "Retreat to {0}", ("SKI-FIGHT-01",), told="The retreat leads to {0}"),
    Verb("done", (), "Done", "End this step", ("SKI-TURN-01",), weight="main", told="The step is over"),
)
MOVE, ATTACK, RETREAT, DONE = codes(VERBS)
STEPS = (
    StepName("reserve", "Draw a reserve", "setup", ("SKI-HIDDEN-01",)),
    StepName("move", "Movement", "turn", ("SKI-MOVE-01",)),
    StepName("attack", "Combat", "turn", ("SKI-FIGHT-01",)),
)
# --8<-- [end:verbs]


# --8<-- [start:position]
class Field(Position):
    """Where each counter stands, which counters have acted in this step, and which everybody has seen."""

    table: Skirmish
    turn: int
    side: int = BLUE
    at: bytearray = bytearray(START.get(i, POOL) for i in range(len(COUNTERS)))  # the hex of each counter
    acted: bytearray = bytearray(len(COUNTERS))
    seen: bytearray = bytearray(i in START for i in range(len(COUNTERS)))

    # --8<-- [end:position]

    def on_map(self, seat: int) -> list[int]:
        """The counters of a side that stand in a hex."""
        return [i for i, space in enumerate(self.at) if space < LOST and OWNER[i] == seat]

    def ready(self) -> list[int]:
        """The counters of the side whose turn it is that have not acted in this step."""
        return [i for i in self.on_map(self.side) if not self.acted[i]]

    def room(self, space: int) -> list[int]:
        """The empty neighbouring hexes."""
        return [n for n in GRID.neighbours[space] if n not in self.at]

    def targets(self, i: int) -> list[int]:
        """The neighbouring hexes with an enemy."""
        enemies = {self.at[e] for e in self.on_map(1 - OWNER[i])}
        return [n for n in GRID.neighbours[self.at[i]] if n in enemies]

    def hidden_from(self, i: int, seat: int | None) -> bool:
        """SKI-HIDDEN-01: whether a counter on the map is face down for a seat."""
        return not self.seen[i] and self.at[i] < LOST and OWNER[i] != seat

    def dealt(self) -> int:
        """How many reserves have been drawn."""
        return sum(self.at[i] != POOL for row in RESERVES for i in row)

    def holder(self) -> int | None:
        """SKI-WIN-01: the side in the village."""
        return OWNER[self.at.index(VILLAGE)] if VILLAGE in self.at else None

    # --8<-- [start:place]
    def place(self, i: int, space: int, how: str) -> None:
        """Put a counter into a hex. While it is face down, each side reads its own account of that."""
        start, self.at[i] = self.at[i], space
        if self.journal is None:
            return
        accounts: list[tuple[str, str, tuple[str, ...]]] = [(COUNTERS[i]["id"], NAME[i], ())]
        if not self.seen[i]:
            owner, other = SEATS[OWNER[i]], SEATS[1 - OWNER[i]]
            accounts = [
                (COUNTERS[i]["id"], NAME[i], (owner,)),
                (f"?{owner}", "A hidden counter", (other, event.ONLOOKERS)),
            ]
        verb = {"place": "enters", "move": "moves to", "retreat": "retreats to", "advance": "advances to"}[how]
        for piece, name, audience in accounts:
            self.journal.add(event.Move(
                piece=piece, from_=GRID.ids[start] if start < LOST else "", to=GRID.ids[space], how=how, who=SIDE[i],
                text=f"{name} {verb} {GRID.ids[space]}.", spaces=(GRID.ids[space],), pieces=(piece,), audience=audience,
            ))  # fmt: skip

    def lose(self, i: int) -> None:
        """Take a counter off the map."""
        start, self.at[i] = GRID.ids[self.at[i]], LOST
        if self.journal is not None:
            piece = COUNTERS[i]["id"]
            self.journal.add(event.Loss(piece=piece, from_=start, who=SIDE[i], text=f"{NAME[i]} is lost."))

    # --8<-- [end:place]

    def turn_up(self, i: int) -> None:
        """SKI-HIDDEN-01: a counter that fights is seen by all from now on."""
        if not self.seen[i] and self.journal is not None:
            text = f"The hidden counter is {NAME[i]}, strength {STRENGTH[i]}."
            self.journal.note(SIDE[i], text, ("SKI-HIDDEN-01",), (GRID.ids[self.at[i]],), (COUNTERS[i]["id"],))
        self.seen[i] = 1


# ------------------------------------------------------------------ SKI-TURN-01


def new_turn(p: Field, _f: Frame) -> None:
    p.turn += 1
    if p.journal is not None:
        p.journal.add(event.Turn(number=p.turn, who="Turn", text=f"Turn {p.turn} begins.", clauses=("SKI-TURN-01",)))


def blue(p: Field, _f: Frame) -> None:
    p.side = BLUE


def red(p: Field, _f: Frame) -> None:
    p.side = RED


def fresh(p: Field, _f: Frame) -> None:
    p.acted = bytearray(len(COUNTERS))


# --8<-- [start:sequence]
def sequence_of_play() -> list[Box[Any]]:
    """As SKI-TURN-01 prints it."""
    return [
        Sequence("game", blue, "reserve", red, "reserve", loop(turns_left, new_turn, blue, "side", red, "side")),
        Sequence("side", fresh, "move", fresh, when(enemy_in_reach, "attack")),
        Reserve(), Movement(), Attacks(), Combat(), Retreat(),
    ]  # fmt: skip


def turns_left(p: Field, _f: Frame) -> bool:
    return p.turn < int(p.table.options["turns"])


def enemy_in_reach(p: Field, _f: Frame) -> bool:
    return any(p.targets(i) for i in p.ready())


# --8<-- [end:sequence]


# ------------------------------------------------------------------ SKI-MOVE-01


# --8<-- [start:side]
class SideBox(Box[Field]):
    """A decision of the side whose turn it is."""

    def seat(self, p: Field, f: Frame) -> int:
        return p.side

    def done(self, p: Field, f: Frame) -> None:
        p.end()

    def not_ready(self, p: Field, i: int) -> Reason | None:
        """Why a counter cannot act in this step."""
        if OWNER[i] != p.side:
            return Reason(f"{NAME[i]} is not yours.", ("SKI-TURN-01",))
        if p.at[i] >= LOST:
            return Reason(f"{NAME[i]} is not on the map.", self.clauses)
        return Reason(f"{NAME[i]} has done that already in this turn.", self.clauses) if p.acted[i] else None


# --8<-- [end:side]
# --8<-- [start:move]
class Movement(SideBox):
    name = "move"
    title = "Which counter moves, and where to?"
    clauses = ("SKI-MOVE-01",)

    def options(self, p: Field, f: Frame) -> list[int]:
        return [*(act(MOVE, i, n) for i in p.ready() for n in p.room(p.at[i])), DONE]

    def move(self, p: Field, f: Frame, i: int, space: int) -> None:
        p.acted[i] = 1
        p.place(i, space, "move")

    def refuse_move(self, p: Field, f: Frame, i: int, space: int) -> Reason | None:
        if reason := self.not_ready(p, i):
            return reason
        if space in p.room(p.at[i]):
            return None
        what = "is occupied" if space in p.at else f"is not beside {NAME[i]}"
        return Reason(f"{GRID.ids[space]} {what}.", self.clauses)


# --8<-- [end:move]


# ------------------------------------------------------------------ SKI-FIGHT-01


class Attacks(SideBox):
    name = "attack"
    title = "Which counter attacks, and whom?"
    clauses = ("SKI-FIGHT-01",)

    def options(self, p: Field, f: Frame) -> list[int]:
        return [*(act(ATTACK, i, n) for i in p.ready() for n in p.targets(i)), DONE]

    def attack(self, p: Field, f: Frame, i: int, space: int) -> None:
        p.acted[i] = 1
        defender = p.at.index(space)
        p.turn_up(i)
        p.turn_up(defender)
        p.call("combat", i, defender)

    def refuse_attack(self, p: Field, f: Frame, i: int, space: int) -> Reason | None:
        if reason := self.not_ready(p, i):
            return reason
        if space in p.targets(i):
            return None
        what = f"No enemy of {NAME[i]} stands in {GRID.ids[space]}, or it is not a neighbouring hex."
        return Reason(what, self.clauses)


# --8<-- [start:modifiers]
def modifiers(p: Field, attacker: int, defender: int) -> list[Modifier]:
    """What changes the die, each with its reason."""
    space = p.at[defender]
    found = [Modifier(-1, "defender in wood", ("SKI-FIGHT-01",))] if space in WOOD else []
    beside = [i for i in p.on_map(OWNER[attacker]) if i != attacker and p.at[i] in GRID.neighbours[space]]
    names = [NAME[i] if p.seen[i] else f"{SIDE[i]}'s hidden counter" for i in beside]
    return found + [Modifier(+1, f"{name} beside the defender", ("SKI-FIGHT-01",)) for name in names]


# --8<-- [end:modifiers]


# --8<-- [start:locals]
class Fight(Locals):
    """Two counters."""

    attacker: int
    defender: int


# --8<-- [end:locals]


class Combat(DieBox[Field]):
    name = "combat"
    title = "Combat"
    clauses = ("SKI-FIGHT-01",)
    locals = Fight
    chart = "combat"

    def die(self, p: Field, f: Frame, n: int) -> None:
        attacker, defender = f[OWN:]
        p.end()
        changes = modifiers(p, attacker, defender)
        total = n + sum(change.value for change in changes)
        difference = STRENGTH[attacker] - STRENGTH[defender]
        row = min(max(total, 1), 6) - 1
        column = sum(difference >= least for least in COMBAT["from"]) - 1
        result = COMBAT["rows"][row][column]
        if p.journal is not None:
            p.journal.roll(
                "Combat", f"{NAME[attacker]} attacks {NAME[defender]}: {COMBAT['results'][result]}.",
                title="Combat", chart="combat", dice=(n,), modifiers=changes, total=total, row=row, column=column + 1,
                result=COMBAT["results"][result], clauses=self.clauses, spaces=(GRID.ids[p.at[defender]],),
                pieces=(COUNTERS[attacker]["id"], COUNTERS[defender]["id"]),
            )  # fmt: skip
        if result == "DR" and p.room(p.at[defender]):
            p.call("retreat", attacker, defender)
        elif result in ("DR", "DL"):
            space = p.at[defender]
            p.lose(defender)
            p.place(attacker, space, "advance")
        elif result == "AL":
            p.lose(attacker)
        if not p.on_map(BLUE) or not p.on_map(RED):  # SKI-WIN-01
            p.frames.clear()


# --8<-- [start:retreat]
class Retreat(Box[Field]):
    name = "retreat"
    title = "Where does the defender retreat to?"
    clauses = ("SKI-FIGHT-01",)
    locals = Fight

    def seat(self, p: Field, f: Frame) -> int:
        return OWNER[f[Fight.defender]]

    def options(self, p: Field, f: Frame) -> list[int]:
        return [act(RETREAT, n) for n in p.room(p.at[f[Fight.defender]])]

    def retreat(self, p: Field, f: Frame, space: int) -> None:
        attacker, defender = f[OWN:]
        left = p.at[defender]
        p.end()
        p.place(defender, space, "retreat")
        p.place(attacker, left, "advance")


# --8<-- [end:retreat]


# ------------------------------------------------------------------ SKI-HIDDEN-01


# --8<-- [start:reserve]
class Reserve(DrawBox[Field]):
    name = "reserve"
    title = "the reserve counter"
    clauses = ("SKI-HIDDEN-01",)
    deck = "reserve"

    def drawer(self, p: Field, f: Frame) -> int:
        return p.side

    def cards(self, p: Field, f: Frame) -> list[int]:
        return RESERVES[p.side]

    def card(self, p: Field, f: Frame, i: int) -> None:
        p.end()
        p.place(i, REAR[p.side], "place")


# --8<-- [end:reserve]


# ------------------------------------------------------------------ the table


# --8<-- [start:table]
class Skirmish(Table[Field]):
    """Everything that does not change in play."""

    def __init__(self, game: Game, edition: str, options: dict[str, Any], _own: Files | None) -> None:
        super().__init__(game, edition, options)
        pieces = [Noun(counter["id"], counter["name"]) for counter in COUNTERS]
        spaces = [Noun(name, f"the village {name}" if name == MAP["village"] else name) for name in GRID.ids]
        self.bind(sequence_of_play(), VERBS, {"piece": pieces, "space": spaces}, STEPS)
        # --8<-- [start:invariants]
        self.invariants = (
            Invariant("SKI-MOVE-01", "No two counters share a hex.", alone, share),
            Invariant("SKI-HIDDEN-01", "A side has no more than one of its reserves.", one_reserve, two_reserves),
        )
        # --8<-- [end:invariants]

    def start(self) -> Field:
        p = self.blank()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Field:
        return Field(self)

    def turn(self, p: Field) -> int:
        return p.turn

    # --8<-- [start:secrets]
    def sample(self, p: Field, seat: int, rng: random.Random) -> Field:
        """SKI-HIDDEN-01: the enemy's face-down counter may be any of his three reserves."""
        other = p.copy()
        for i in range(len(COUNTERS)):
            if p.hidden_from(i, seat):
                j = rng.choice(RESERVES[OWNER[i]])
                for row in (other.at, other.acted):
                    row[i], row[j] = row[j], row[i]
        return other

    def disguise(self, p: Field, action: int) -> str:
        """SKI-HIDDEN-01: a face-down counter moves without a name."""
        verb, i, space = parts(action)
        return f"A hidden counter moves to {GRID.ids[space]}" if verb == MOVE and not p.seen[i] else ""

    # --8<-- [end:secrets]

    def facts(self, p: Field) -> dict[str, Any]:
        holder = p.holder()
        where = {COUNTERS[i]["id"]: GRID.ids[a] if a < LOST else "lost" for i, a in enumerate(p.at) if p.seen[i]}
        sides = {seat: len(p.on_map(number)) for number, seat in enumerate(SEATS)}
        return {"turn": p.turn, "village": "" if holder is None else SEATS[holder], **sides, **where}

    def winner(self, p: Field) -> int | None:
        """SKI-WIN-01."""
        alive = [seat for seat in (BLUE, RED) if p.on_map(seat)]
        return alive[0] if len(alive) == 1 else p.holder()

    def result(self, p: Field) -> dict[str, Any]:
        winner = self.winner(p)
        if winner is None:
            return {"winner": None, "level": "Draw", "why": "Nobody stands in the village."}
        name = SEATS[winner].title()
        why = f"{name} stands in the village." if p.on_map(1 - winner) else f"{name} alone is left."
        return {"winner": SEATS[winner], "level": f"{name} wins", "why": why}

    def returns(self, p: Field) -> list[float]:
        winner = self.winner(p)
        return [0.0 if winner is None else 1.0 if seat == winner else -1.0 for seat in (BLUE, RED)]


class Beginnings(Situations[Field]):
    def crowds(self) -> list[dict[str, Any]]:
        return [{}]

    def change(self, p: Field, key: str, value: Any) -> None:
        units = {f"unit.{COUNTERS[i]['id']}": i for i in START}
        if key == "turn" and value in range(self.table.options["turns"]):
            p.turn = value
        elif key in units and (value == "lost" or (value in GRID.ids and HEX[value] not in (*p.at, *REAR))):
            p.at[units[key]] = HEX.get(value, LOST)
        else:
            raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=f"setup.{key}", malformed=True)


def series(p: Field) -> dict[str, float]:
    return {seat: float(len(p.on_map(number))) for number, seat in enumerate(SEATS)}


PLAN = Study(series=series, series_titles={seat: f"{seat.title()} counters" for seat in SEATS})


# --8<-- [end:table]


def alone(p: Field) -> bool:
    taken = [space for space in p.at if space < LOST]
    return len(taken) == len(set(taken))


def share(p: Field) -> None:
    p.at[0] = p.at[1] = VILLAGE


def one_reserve(p: Field) -> bool:
    return all(sum(p.at[i] != POOL for i in row) <= 1 for row in RESERVES)


def two_reserves(p: Field) -> None:
    for i in RESERVES[BLUE]:
        p.at[i] = LOST
