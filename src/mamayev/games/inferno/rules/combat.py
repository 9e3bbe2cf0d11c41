"""The combat sequence in thirteen steps, the same for both sides (INF-COMBAT), with advance and Blitz."""

from __future__ import annotations

from mamayev.engine import event
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.sequence import Sequence, when

from ..printed.map import GERMAN, LOST, SIDE_NAMES, SOVIET
from ..printed.units import PANZER
from .actions import TO_ADVANCE, TO_DRIVE, ask, no_space
from .arrivals import adjust, reveal
from .blitz import drive_to, drivers, may_blitz, members
from .boxes import Unforetold
from .cards import discard, german_effect, soviet_effect
from .fire import ATTACKER, DELIBERATE, KIND_NAMES, LOSSES, Combat, both_there, force, opportunity, rubble_due
from .position import HAND, LAID, SHOWN, City, names
from .stages import COMBAT as STEP
from .verbs import ADVANCE, BLITZ, FOLLOW, HALT, STAY
from .victory import enter

# ------------------------------------------------------------------ steps 1 to 4


def announce(p: City, f: Frame) -> None:
    grid = p.board.grid
    p.seen = 0
    if p.journal is not None:
        target, origins = grid.ids[f[Combat.target]], grid.hexes(f[Combat.origins])
        text = f"{KIND_NAMES[f[Combat.kind]]} on {target} from {', '.join(grid.ids[h] for h in origins)}."
        p.journal.note("Combat", text, ("INF-COMBAT-01",), spaces=[target, *(grid.ids[h] for h in origins)])


def soviets_draw_a_card(p: City, _f: Frame) -> bool:
    """Return whether the rules draw the Soviet card (INF-FLOW-13)."""
    return not p.table.soviet_player and p.count(SOVIET, HAND) > 0


def soviets_choose_a_card(p: City, _f: Frame) -> bool:
    """Return whether a player chooses the Soviet card (INF-HUMAN-06)."""
    return p.table.soviet_player and p.count(SOVIET, HAND) > 0


def may_support(p: City, f: Frame) -> bool:
    """Return whether a German card can be played: only in a German Deliberate Attack (INF-COMBAT-03, INF-HASTY-06,
    INF-SATK-03, INF-FLOW-37)."""
    return f[Combat.kind] == DELIBERATE and p.count(GERMAN, HAND) > 0


def showdown(p: City, f: Frame) -> None:
    """Step 3: reveal cards and units (INF-COMBAT-04)."""
    board = p.board
    p.battle = f[Combat.origins] | board.grid.bit[f[Combat.target]]
    laid = p.pile(SOVIET, LAID)
    if laid:
        f[Combat.soviet_card] = laid[0] + 1
    for c in (f[Combat.soviet_card] - 1, f[Combat.german_card] - 1):
        if c >= 0:
            p.cards[c] = SHOWN
            if p.journal is not None:
                card, side = board.cards[c], SIDE_NAMES[board.cards[c].side]
                p.say(
                    event.Card(
                        deck="soviet" if card.side else "german", card=c, line="effect", who="Showdown",
                        text=f"{side} card: {card.title}.", clauses=("INF-COMBAT-04",),
                    )
                )  # fmt: skip
    reveal(p, involved(p, f))


def involved(p: City, f: Frame) -> list[int]:
    """Return the units of both sides, attackers first (INF-COMBAT-04)."""
    attacker = ATTACKER[f[Combat.kind]]
    return force(p, f, attacker) + force(p, f, 1 - attacker)


def adjust_strength(p: City, f: Frame) -> None:
    """Step 4: give units on blank edges a strength (INF-COMBAT-05)."""
    adjust(p, involved(p, f))


# ------------------------------------------------------------------ step 11


def victorious(p: City, f: Frame) -> bool:
    """Return whether the attackers advance: the hex has been emptied and an attacker is left (INF-ADV-01, INF-ADV-04,
    INF-FLOW-24)."""
    return not p.stacks[f[Combat.target]] and bool(f[Combat.origins] & p.held(ATTACKER[f[Combat.kind]]))


def leading(p: City, f: Frame) -> list[int]:
    """Return the strongest Soviet attackers, one for each group of identical units (INF-ADV-03).

    Under one reading, only units of the stack whose die triggered the attack count, as long as any survive.
    """
    row = force(p, f, SOVIET)
    if p.table.readings["soviet_advance=lead"]:
        row = list(p.stacks[f[Combat.lead]]) or row
    most = max(p.strength[u] for u in row)
    different = {(p.at[u], p.board.alike[u]): u for u in reversed(row) if p.strength[u] == most}
    return sorted(different.values())


def choose_alone(p: City, f: Frame) -> None:
    """Choose the advancing unit if only one can advance."""
    row = force(p, f, GERMAN) if ATTACKER[f[Combat.kind]] == GERMAN else leading(p, f)
    f[Combat.chosen] = 1 << row[0] if len(row) == 1 else 0


def germans_choose(p: City, f: Frame) -> bool:
    return not f[Combat.chosen] and ATTACKER[f[Combat.kind]] == GERMAN


def tied(p: City, f: Frame) -> bool:
    return not f[Combat.chosen]


class Advance(Unforetold):
    """The choice of one to four attackers that advance, before the first enters (INF-ADV-02, INF-FLOW-23)."""

    name = "advance"
    title = "Which units advance?"
    clauses = ("INF-ADV-01", "INF-ADV-02")

    def seat(self, p: City, f: Frame) -> int:
        return whose(p, force(p, p.frame("combat"), GERMAN)) if p.table.partners else p.leader

    def row(self, p: City, f: Frame) -> list[int]:
        """Return the units that can be named: first the leader's units, then those of the partner's units that were not
        refused (INF-SHARE-08)."""
        combat, seat = p.frame("combat"), self.seat(p, f)
        chosen, declined = combat[Combat.chosen], combat[Combat.declined]
        if chosen.bit_count() == 4:
            return []
        left = [u for u in force(p, combat, GERMAN) if not (chosen | declined) >> u & 1]
        return left if not p.table.partners or chosen else [u for u in left if p.owner(u) == seat]

    def prompt(self, p: City, f: Frame) -> str:
        return f"Which units advance into {p.board.grid.ids[p.frame('combat')[Combat.target]]}?"

    def help(self, p: City, f: Frame) -> str:
        chosen = p.frame("combat")[Combat.chosen]
        return f"So far: {names(p.board, members(chosen))}." if chosen else ""

    def options(self, p: City, f: Frame) -> list[int]:
        combat = p.frame("combat")
        chosen = combat[Combat.chosen]
        row = [ADVANCE | u << ARG for u in self.row(p, f)]
        return [*row, HALT] if chosen else row

    def advance(self, p: City, f: Frame, u: int) -> None:
        if p.table.partners and p.owner(u) != self.seat(p, f):
            ask(p, TO_ADVANCE, u)
        else:
            advances(p, u)

    def halt(self, p: City, f: Frame) -> None:
        p.end()

    def bar_halt(self, p: City, f: Frame) -> Reason | None:
        if p.frame("combat")[Combat.chosen]:
            return None
        return Reason("At least one unit must advance.", ("INF-ADV-01", "INF-COMBAT-12"))

    def refuse_advance(self, p: City, f: Frame, u: int) -> Reason | None:
        board = p.board
        combat = p.frame("combat")
        if u not in force(p, combat, GERMAN):
            return Reason(f"{board.units[u].name} did not attack.", ("INF-ADV-02",))
        if combat[Combat.chosen] >> u & 1:
            return Reason(f"{board.units[u].name} is already advancing.", ("INF-ADV-02",))
        if combat[Combat.chosen].bit_count() == 4:
            return Reason("Four units are already advancing, which is the limit.", ("INF-ADV-02",))
        if u not in self.row(p, f):
            refused = combat[Combat.declined] >> u & 1
            why = "was refused by your partner" if refused else "is your partner's; choose yours first"
            return Reason(f"{board.units[u].name} {why}.", ("INF-SHARE-08",))
        return None


def whose(p: City, units: list[int]) -> int:
    """Return the seat that decides: the leader, or the partner if the leader owns none of these units
    (INF-SHARE-08)."""
    return p.leader if not units or any(map(p.commands, units)) else p.other


def advances(p: City, u: int) -> None:
    """Name another unit that advances."""
    p.frame("combat")[Combat.chosen] |= 1 << u


class Follow(Unforetold):
    """The choice between equally strong Soviet attackers (INF-ADV-03, INF-SATK-04).

    The German player chooses, or the Soviet player if there is one (INF-HUMAN-12).
    """

    title = "Which Soviet unit advances?"

    def __init__(self, chooser: str) -> None:
        """`chooser`: the clause that says which player chooses."""
        self.name, self.clauses = "follow", ("INF-ADV-03", chooser)

    def seat(self, p: City, f: Frame) -> int:
        return SOVIET if p.table.soviet_player else p.leader

    def options(self, p: City, f: Frame) -> list[int]:
        return [FOLLOW | u << ARG for u in leading(p, p.frame("combat"))]

    def follow(self, p: City, f: Frame, u: int) -> None:
        p.end()
        p.frame("combat")[Combat.chosen] = 1 << u

    def refuse_follow(self, p: City, f: Frame, u: int) -> Reason | None:
        combat, name = p.frame("combat"), p.board.units[u].name
        row = leading(p, combat)
        if u in row:
            return None
        if u not in force(p, combat, SOVIET):
            return Reason(f"{name} is not among the Soviet attackers.", self.clauses)
        if p.table.readings["soviet_advance=lead"] and p.at[u] != p.at[row[0]]:
            return Reason(f"{name} is not in the stack that the die activated.", self.clauses)
        if p.strength[u] == p.strength[row[0]]:
            return Reason(f"{name} is identical to a unit that you can choose.", ("INF-FLOW-07",))
        return Reason(f"Only one of the strongest units can advance, not {name}.", self.clauses)


def march_in(p: City, f: Frame) -> None:
    """Step 11: move the units in, then change control of the hex. A Spawn hex brings a card."""
    side, target = ATTACKER[f[Combat.kind]], f[Combat.target]
    for u in members(f[Combat.chosen]):
        go(p, u, target, "advance", "INF-ADV-03" if side else "INF-ADV-02")
    enter(p, side, target)


def go(p: City, u: int, h: int, how: str, clause: str) -> None:
    """Move a revealed unit to another hex."""
    board, grid = p.board, p.board.grid
    start = p.at[u]
    p.lift(u, LOST)
    p.put(u, h)
    if p.journal is not None:
        text = f"{board.units[u].name} advances to {grid.ids[h]}."
        p.say(
            event.Move(
                piece=board.units[u].id, from_=grid.ids[start], to=grid.ids[h], how=how, who="Advance", text=text,
                clauses=(clause,),
            )
        )  # fmt: skip


# ------------------------------------------------------------------ steps 12 and 13


class Blitz(Unforetold):
    """The Blitz: one group moves one more hex, without a second combat (INF-COMBAT-13). The leader's units go first
    (INF-SHARE-08)."""

    name = "blitz"
    title = "Which units Blitz, and where to?"
    clauses = ("INF-COMBAT-13", "INF-GCARD-12")

    def seat(self, p: City, f: Frame) -> int:
        return whose(p, drivers(p, p.frame("combat")))

    def row(self, p: City, f: Frame) -> list[int]:
        """Return the units that can be named (INF-SHARE-08)."""
        combat = p.frame("combat")
        found = drivers(p, combat)
        if not p.table.partners or combat[Combat.blitz]:
            return found
        seat = self.seat(p, f)
        return [u for u in found if p.owner(u) == seat]

    def options(self, p: City, f: Frame) -> list[int]:
        hexes = p.board.grid.hexes(drive_to(p, p.frame("combat")))
        return [*(BLITZ | u << ARG | h for u in self.row(p, f) for h in hexes), STAY]

    def blitz(self, p: City, f: Frame, u: int, h: int) -> None:
        if p.table.partners and p.owner(u) != self.seat(p, f):
            ask(p, TO_DRIVE, u, h)
        else:
            drives(p, u, h)

    def stay(self, p: City, f: Frame) -> None:
        p.end()

    def refuse_blitz(self, p: City, f: Frame, u: int, h: int) -> Reason | None:
        board, grid = p.board, p.board.grid
        combat = p.frame("combat")
        if u not in drivers(p, combat):
            if combat[Combat.declined] >> u & 1:
                return Reason(f"Your partner does not let {board.units[u].name} Blitz.", ("INF-SHARE-08",))
            if board.side[u] == SOVIET:
                return Reason(f"{board.units[u].name} is not German.", self.clauses)
            if not board.arms[u] & PANZER:
                return Reason(f"{board.units[u].name} is neither a Panzer nor a Panzer Grenadier unit.", self.clauses)
            driven = combat[Combat.chosen] >> u & 1
            why = "has already made its Blitz" if driven else "has not advanced in this combat"
            return Reason(f"{board.units[u].name} {why}.", self.clauses)
        if u not in self.row(p, f):
            return Reason(f"{board.units[u].name} is your partner's; choose yours first.", ("INF-SHARE-08",))
        if combat[Combat.blitz] not in (0, h + 1):
            return Reason(
                f"All units must Blitz to the same hex: {grid.ids[combat[Combat.blitz] - 1]}.", ("INF-COMBAT-13",)
            )
        if h not in grid.neighbours[combat[Combat.target]]:
            return Reason(f"{grid.ids[h]} is not next to {grid.ids[combat[Combat.target]]}.", ("INF-COMBAT-13",))
        if not board.clear_hexes & grid.bit[h]:
            return Reason(f"{grid.ids[h]} is not Clear.", ("INF-COMBAT-13",))
        return no_space(p, h)


def drives(p: City, u: int, h: int) -> None:
    """Move a unit of the group."""
    combat = p.frame("combat")
    combat[Combat.blitz] = h + 1
    go(p, u, h, "advance", "INF-COMBAT-13")
    enter(p, GERMAN, h)


def conceal(p: City, f: Frame) -> None:
    """Step 13: conceal all units again (INF-CONC-01, INF-FOG-04, INF-FLOW-02), at their remaining strength
    (INF-STEP-05)."""
    if p.journal is not None:
        row = tuple(p.board.units[u].id for u in p.units_in(p.battle))
        p.say(event.Event(who="Combat", text="All units stand upright again.", clauses=("INF-CONC-01",), pieces=row))
    p.battle = 0


COMBAT = Sequence(
    "combat",
    STEP[0],
    announce,
    when(soviets_draw_a_card, "soviet-card"),
    when(soviets_choose_a_card, "lay-card"),
    STEP[1],
    when(may_support, "german-card"),
    STEP[2],
    showdown,
    STEP[3],
    adjust_strength,
    STEP[4],
    soviet_effect,
    LOSSES,
    STEP[5],
    german_effect,
    LOSSES,
    STEP[6],
    discard,
    STEP[7],
    opportunity,
    LOSSES,  # INF-OPFIRE-04
    STEP[8],
    when(rubble_due, "rubble"),
    STEP[9],
    when(both_there, "close-combat"),
    STEP[10],
    when(
        victorious,
        choose_alone,
        when(germans_choose, "advance"),
        when(tied, "follow"),
        march_in,
    ),
    STEP[11],
    when(may_blitz, "blitz"),
    STEP[12],
    conceal,
    locals=Combat,
)
