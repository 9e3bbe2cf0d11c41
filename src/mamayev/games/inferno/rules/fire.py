"""Fire and hits: volleys, hits on units, Opportunity Fire, the rubble roll, Close Combat (INF-CLOSE, INF-OPFIRE,
INF-RUBBLE)."""

from __future__ import annotations

from collections.abc import Callable
from operator import ge

from mamayev.engine import event
from mamayev.engine.chancebox import DieBox, PoolBox
from mamayev.engine.event import Modifier
from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.terrain.grid import Hexes

from ..printed.map import CLEAR, GERMAN, LOST, SEATS, SIDE_NAMES, SOVIET, URBAN
from ..printed.units import INFANTRY, PANZER
from .boxes import GermanBox, Unforetold
from .odds import volley_odds
from .position import City
from .verbs import FIRST, HIT, TOGETHER
from .victory import judge

STRUCK_HASTILY, DELIBERATE, BY_SOVIETS = range(3)
ATTACKER = (GERMAN, GERMAN, SOVIET)
"""The attacking side in each kind of combat."""
KIND_NAMES = ("Hasty Attack", "Deliberate Attack", "Soviet Deliberate Attack")
AT_ONCE, DEFENDER_FIRST, ATTACKER_FIRST = range(3)
CLOSE, BY_CARD, OPPORTUNITY = range(3)
"""The kinds of volleys."""
VOLLEYS = ("volley", "card-dice", "opportunity-dice")
"""The names of the boxes that roll each kind of volley."""

MOST_RUBBLE = 15  # INF-RUBBLE-08
RUBBLE_ABOVE = 18  # INF-RUBBLE-03


class Combat(Locals):
    """The participants of a combat, and the results so far."""

    kind: int
    target: int
    origins: int  # hexes that attack
    lead: int  # in a Soviet attack, the hex whose die ordered it
    soviet_card: int  # revealed; its number plus 1
    german_card: int  # played; its number plus 1
    cancelled: int  # INF-SCARD-04
    order: int  # of Close Combat
    on_soviets: int  # hits still to be taken
    on_germans: int
    only: int  # the type that a hit must fall on; 0: any
    chosen: int  # units that advance, as a set
    blitz: int  # destination of the Blitz; the hex plus 1
    declined: int  # units that a partner does not let advance or Blitz, as a set


HITS_ON = (Combat.on_germans, Combat.on_soviets)
"""The field of `Combat` that stores the hits on each side."""


def force(p: City, f: Frame, side: int) -> list[int]:
    """Return the units of a side in the combat (INF-DELIB-03, INF-SATK-02)."""
    if side == ATTACKER[f[Combat.kind]]:
        return p.units_in(f[Combat.origins] & p.held(side))
    return list(p.stacks[f[Combat.target]])


def both_there(p: City, f: Frame) -> bool:
    return bool(p.stacks[f[Combat.target]]) and bool(f[Combat.origins] & p.held(ATTACKER[f[Combat.kind]]))


# ------------------------------------------------------------------ fire


class Volley(Locals):
    """The side that fires, and the source of its fire."""

    side: int


# --8<-- [start:volley]
class VolleyDie(PoolBox[City]):
    """The die rolls of a volley, one after another."""

    locals = Volley

    def __init__(self, what: int, title: str, clauses: tuple[str, ...]) -> None:
        self.what, self.name, self.title, self.clauses = what, VOLLEYS[what], title, clauses

    def prompt(self, p: City, f: Frame) -> str:
        n = len(p.dice)
        return f"{SIDE_NAMES[f[Volley.side]]} die {n + 1} of {len(p.needs)}, hits on {p.needs[n]} or more"

    def pool(self, p: City, f: Frame) -> bytearray:
        return p.dice

    def size(self, p: City, f: Frame) -> int:
        return len(p.needs)

    def alike(self, p: City, f: Frame, place: int, n: int) -> tuple[bool, bool]:
        return n >= p.needs[place], n == 1 and hits_itself(p, f[Volley.side], self.what)

    def fallen(self, p: City, f: Frame) -> None:
        count(p, p.frame("combat"), f[Volley.side], self.what)


def volleys() -> list[VolleyDie]:
    """Return the boxes that roll the dice for units in Close Combat, for cards, and for Opportunity Fire."""
    return [
        VolleyDie(CLOSE, "the dice of a volley", ("INF-STR-02", "INF-STR-03", "INF-CLOSE-01")),
        VolleyDie(BY_CARD, "the dice of a card", ("INF-CARD-03",)),
        VolleyDie(OPPORTUNITY, "the dice of Opportunity Fire", ("INF-OPFIRE-01", "INF-OPFIRE-04")),
    ]


# --8<-- [end:volley]


def needed(p: City, u: int) -> int:
    """Return the roll that a unit needs to hit (INF-T-FIRE, INF-SCARD-14).

    Khrushchev lowers it by one for Soviet units.
    """
    board = p.board
    return board.fire[u] - (board.side[u] == SOVIET and p.in_play(board.khrushchev))


def protected(p: City, f: Frame, side: int) -> bool:
    """Return whether rubble doubles the defense of a side (INF-RUBBLE-01, INF-RUBBLE-10, INF-FLOW-09)."""
    return side != ATTACKER[f[Combat.kind]] and bool(p.rubble & p.board.grid.bit[f[Combat.target]])


def hits_itself(p: City, side: int, what: int) -> bool:
    """Return whether each 1 of a volley hits the firing side (INF-SCARD-14)."""
    return side == SOVIET and what != BY_CARD and p.in_play(p.board.khrushchev)


def count(p: City, f: Frame, side: int, what: int) -> None:
    """Record the hits of a volley; against rubble, every two hits count as one, rounded down (INF-FLOW-08)."""
    hits = sum(map(ge, p.dice, p.needs))
    own = p.dice.count(1) if hits_itself(p, side, what) else 0
    counted = hits // 2 if protected(p, f, 1 - side) else hits
    own_counted = own // 2 if protected(p, f, side) else own
    f[HITS_ON[1 - side]] += counted
    f[HITS_ON[side]] += own_counted
    f[Combat.only] = 0
    if p.journal is not None:
        tell_volley(p, f, side, what, (hits, counted, own_counted))


def tell_volley(p: City, f: Frame, side: int, what: int, results: tuple[int, int, int]) -> None:
    """Log the dice by unit, the hits, and the effect of rubble."""
    board = p.board
    hits, counted, own = results
    dice = tuple(p.dice)
    fires = []
    if what == CLOSE:
        title = f"{SIDE_NAMES[side]} fire"
        start = 0
        for u in force(p, f, side):
            end = start + p.strength[u]
            fires.append(event.Fire(board.units[u].name, p.needs[start], dice[start:end], board.units[u].id))
            start = end
    else:
        card = f[Combat.soviet_card if side else Combat.german_card]
        title = "Opportunity Fire" if what == OPPORTUNITY else board.cards[card - 1].title
        fires.append(event.Fire(title, p.needs[0], dice))
    text = "; ".join(f"{fire.text} rolls {', '.join(map(str, fire.dice))}" for fire in fires)
    text += f": {hits or 'no'} hit{'s' * (hits != 1)}"
    if counted != hits:
        text += f", {counted or 'none'} in rubble"
    if own:
        text += f", and {own} on the Soviets themselves"
    p.say(
        event.Volley(
            title=title, side=SEATS[side], fires=tuple(fires), hits=hits, counted=counted, own=own, who="Fire",
            text=f"{text}.", clauses=behind(p, f, side, what),
            pieces=tuple(fire.piece for fire in fires if fire.piece),
        )
    )  # fmt: skip


def behind(p: City, f: Frame, side: int, what: int) -> tuple[str, ...]:
    """Return the clauses that apply to a volley: the source of fire, rubble, and Khrushchev."""
    board = p.board
    if what == CLOSE:
        found = ["INF-CLOSE-01", "INF-STR-03"]
    elif what == BY_CARD:
        found = [board.cards[f[Combat.soviet_card if side else Combat.german_card] - 1].clause, "INF-CARD-03"]
    else:
        found = ["INF-OPFIRE-01", "INF-OPFIRE-04"]
    if protected(p, f, 1 - side):
        found += ["INF-RUBBLE-01", "INF-FLOW-08"]
    if side == SOVIET and what != BY_CARD and p.in_play(board.khrushchev):
        found.append("INF-SCARD-14" if what == CLOSE else "INF-OPFIRE-05")
    return tuple(found)


def fire(p: City, side: int, what: int, needs: bytearray) -> None:
    """Roll a side's dice."""
    if needs:
        p.needs, p.dice = needs, bytearray()
        p.call(VOLLEYS[what], side)


# ------------------------------------------------------------------ hits


def takers(p: City, f: Frame, side: int) -> list[int]:
    """Return the strongest units of a side in the combat that can take a hit (INF-CLOSE-02, INF-FLOW-05).

    Of identical units with the same owner (INF-SHARE-07), return only the one with the lowest number (INF-FLOW-07).
    """
    board = p.board
    row = force(p, f, side)
    if f[Combat.only]:
        row = [u for u in row if board.arms[u] & f[Combat.only]]
    if len(row) < 2:
        return row
    most = max(map(p.strength.__getitem__, row))
    strongest = [u for u in row if p.strength[u] == most]
    if len(strongest) == 1:
        return strongest
    different: dict[tuple[int, int, int], int] = {}
    for u in strongest:
        key = p.at[u], p.owner(u), board.alike[u]
        if key not in different or u < different[key]:
            different[key] = u
    return list(different.values())


def hits_to_choose(p: City, f: Frame) -> bool:
    """Apply hits one by one, hits on the Soviets first, and return whether a player must choose between equally strong
    units.

    Hits without a target are lost (INF-CLOSE-03, INF-FLOW-06, INF-FLOW-14).
    """
    for side in (SOVIET, GERMAN):
        slot = HITS_ON[side]
        while f[slot]:
            row = takers(p, f, side)
            if len(row) > 1:
                return True
            if not row:
                f[slot] = 0
            else:
                f[slot] -= 1
                lose_step(p, row[0])
    return False


def lose_step(p: City, u: int) -> None:
    """Reduce a unit by one step. Below its minimum strength, it is destroyed (INF-STEP-01 to INF-STEP-04).

    A Soviet unit returns to its pool; a German unit is lost permanently.
    """
    board = p.board
    unit = board.units[u]
    p.strength[u] -= 1
    if p.strength[u]:
        if p.journal is not None:
            p.say(
                event.Strength(
                    piece=unit.id, from_=p.strength[u] + 1, to=p.strength[u], who="Hit",
                    text=f"{unit.name} is down to {p.strength[u]}.", clauses=("INF-STEP-01",), pieces=(unit.id,),
                )
            )  # fmt: skip
        return
    h = p.at[u]
    p.lift(u, LOST)
    if unit.side == SOVIET:
        p.to_pool(u)
    if p.journal is not None:
        fate, clause = ("goes back to its pool", "INF-STEP-03") if unit.side else ("is lost", "INF-STEP-04")
        text = f"{unit.name} is destroyed and {fate}."
        p.say(
            event.Loss(
                piece=unit.id, from_=board.grid.ids[h], who="Destroyed", text=text, clauses=("INF-STEP-02", clause)
            )
        )


# --8<-- [start:hit]
class Hit(Unforetold):
    """The choice between units of equal strength (INF-CLOSE-04).

    The German player chooses for both sides. With a Soviet player, each player chooses for their own side
    (INF-HUMAN-12).
    """

    name = "hit"
    title = "Which unit takes the hit?"
    clauses: tuple[str, ...] = ("INF-CLOSE-04", "INF-CLOSE-02", "INF-FLOW-07")

    def seat(self, p: City, f: Frame) -> int:
        side = self.side(p)
        if side == SOVIET:
            return SOVIET if p.table.soviet_player else p.leader
        if not p.table.partners:
            return p.leader
        owners = {p.owner(u) for u in takers(p, p.frame("combat"), side)}  # INF-SHARE-07
        return owners.pop() if len(owners) == 1 else p.leader

    def side(self, p: City) -> int:
        """Return the side whose unit is hit."""
        return SOVIET if p.frame("combat")[Combat.on_soviets] else GERMAN

    def prompt(self, p: City, f: Frame) -> str:
        left = p.frame("combat")[HITS_ON[self.side(p)]]
        more = f" ({left} hits to take)" if left > 1 else ""
        return f"Which {SIDE_NAMES[self.side(p)]} unit takes the hit?{more}"

    def options(self, p: City, f: Frame) -> list[int]:
        return [HIT | u << ARG for u in takers(p, p.frame("combat"), self.side(p))]

    def hit(self, p: City, f: Frame, u: int) -> None:
        p.end()
        p.frame("combat")[HITS_ON[p.board.side[u]]] -= 1
        lose_step(p, u)

    def refuse_hit(self, p: City, f: Frame, u: int) -> Reason | None:
        board = p.board
        combat = p.frame("combat")
        row = takers(p, combat, self.side(p))
        if u in row:
            return None
        if u not in force(p, combat, self.side(p)):
            side = SIDE_NAMES[self.side(p)]
            return Reason(f"The hit must fall on a {side} unit in this combat.", ("INF-CLOSE-02",))
        if combat[Combat.only] and not board.arms[u] & combat[Combat.only]:
            card = board.cards[combat[Combat.soviet_card if board.side[u] == GERMAN else Combat.german_card] - 1]
            return Reason(f"{card.title} cannot hit {board.units[u].name}.", (card.clause,))
        if p.strength[u] == p.strength[row[0]]:
            return Reason(f"{board.units[u].name} is identical to a unit that you can choose.", ("INF-FLOW-07",))
        return Reason(
            f"The hit must fall on one of the strongest units, not on {board.units[u].name}.", ("INF-CLOSE-02",)
        )


# --8<-- [end:hit]


def hits(_p: City, f: Frame) -> bool:
    return bool(f[Combat.on_soviets] or f[Combat.on_germans])


def judge_losses(p: City, _f: Frame) -> None:
    """End the game if a side has won after the hits of a volley, or of two simultaneous volleys (INF-FLOW-28)."""
    judge(p)


LOSSES = when(hits, loop(hits_to_choose, "hit"), judge_losses)

# ------------------------------------------------------------------ steps 8 and 9


def shooters(p: City, target: int, origins: Hexes) -> int:
    """Return the Soviet units next to an attacking stack (INF-OPFIRE-01, INF-OPFIRE-02).

    Units of the attacked hex are left out, except under one reading.
    """
    grid = p.board.grid
    near = grid.around(origins & p.german) & p.soviet
    if not p.table.readings["opportunity_fire=all"]:
        near &= ~grid.bit[target]
    return sum(len(p.stacks[h]) for h in grid.hexes(near))


def opportunity(p: City, f: Frame) -> None:
    """Step 8: with Chuikov in play (INF-SCARD-16), each Soviet unit next to an attacking stack rolls one die against
    the attackers (INF-COMBAT-09, INF-OPFIRE-01, INF-OPFIRE-03, INF-OPFIRE-05, INF-FLOW-37).

    The units stay concealed.
    """
    board = p.board
    if ATTACKER[f[Combat.kind]] == GERMAN and p.in_play(board.chuikov):
        number = shooters(p, f[Combat.target], f[Combat.origins])
        fire(p, SOVIET, OPPORTUNITY, bytearray([6 - p.in_play(board.khrushchev)]) * number)


def rubble_due(p: City, f: Frame) -> bool:
    """Step 9: return whether there is a rubble roll (INF-COMBAT-10, INF-DELIB-05, INF-RUBBLE-08, INF-RUBBLE-09).

    There is none in a Hasty Attack or a Soviet attack (INF-HASTY-07, INF-RUBBLE-11, INF-TOTAL-02, INF-FLOW-37).
    """
    board = p.board
    bit = board.grid.bit[f[Combat.target]]
    return (
        f[Combat.kind] == DELIBERATE
        and board.terrain[f[Combat.target]] == URBAN
        and not p.rubble & bit
        and p.rubble.bit_count() < MOST_RUBBLE
        and bool(f[Combat.origins] & p.german)
    )


def rubble_modifiers(p: City, f: Frame) -> list[Modifier]:
    """Return the modifiers that the remaining attackers give to the rubble roll (INF-RUBBLE-04 to INF-RUBBLE-06).

    Under one reading, all attackers at the start count.
    """
    board, declared = p.board, p.table.readings["rubble_count=declared"]
    found = []
    card = f[Combat.german_card] - 1
    if card >= 0 and board.cards[card].rubble and not f[Combat.cancelled]:
        found.append(Modifier(board.cards[card].rubble, board.cards[card].title, ("INF-RUBBLE-04",)))
    hexes = (f[Combat.origins] if declared else f[Combat.origins] & p.german).bit_count()
    found.append(Modifier(hexes, f"attack from {hexes} hex{'es' * (hexes > 1)}", ("INF-RUBBLE-05",)))
    units = set(force(p, f, GERMAN))
    if declared:
        units |= {u for u in board.germans if p.seen >> u & 1}
    panzers = sum(bool(board.arms[u] & PANZER) for u in units)
    if panzers:
        found.append(Modifier(panzers, "Panzers and Panzer Grenadiers", ("INF-RUBBLE-06",)))
    return found


class Thrown(Locals):
    """The sum of three dice so far, and the number of dice rolled."""

    total: int
    number: int
    first: int
    second: int


class RubbleDie(DieBox[City]):
    """Step 9: roll three dice. Rubble takes effect at once (INF-RUBBLE-03, INF-RUBBLE-07)."""

    name = "rubble"
    title = "the rubble roll, three dice"
    clauses = ("INF-RUBBLE-03", "INF-COMBAT-10")
    locals = Thrown

    def die(self, p: City, f: Frame, n: int) -> None:
        grid = p.board.grid
        f[Thrown.number] += 1
        f[Thrown.total] += n
        if f[Thrown.number] < 3:
            f[Thrown.first + f[Thrown.number] - 1] = n
            return
        p.end()
        combat = p.frame("combat")
        modifiers = rubble_modifiers(p, combat)
        total = f[Thrown.total] + sum(m.value for m in modifiers)
        target = combat[Combat.target]
        if p.journal is not None:
            result = "rubble" if total > RUBBLE_ABOVE else "no rubble"
            p.journal.roll(
                "Rubble", f"{total} in all: {result} in {grid.ids[target]}.", title="Rubble roll", chart="rubble",
                dice=(f[Thrown.first], f[Thrown.second], n), modifiers=modifiers, total=total, result=result,
                clauses=("INF-RUBBLE-03",), spaces=(grid.ids[target],),
            )  # fmt: skip
        if total > RUBBLE_ABOVE:
            place_rubble(p, target, "INF-RUBBLE-07")


def place_rubble(p: City, h: int, clause: str) -> bool:
    """If the hex has no marker and a marker is left, place it (INF-RUBBLE-02, INF-RUBBLE-08). Return whether it was
    placed.
    """
    grid = p.board.grid
    if p.rubble & grid.bit[h] or p.rubble.bit_count() >= MOST_RUBBLE:
        return False
    p.rubble |= grid.bit[h]
    if p.journal is not None:
        text = f"{grid.ids[h]} lies in rubble."
        p.say(event.MarkChange(mark="rubble", at=grid.ids[h], change=1, who="Rubble", text=text, clauses=(clause,)))
    return True


# ------------------------------------------------------------------ step 10


def set_order(p: City, _f: Frame) -> None:
    """Step 10: return whether Close Combat is sequential, which depends on the attacked hex (INF-COMBAT-11, INF-HEX-02,
    INF-HEX-05)."""
    board = p.board
    f = p.frame("combat")
    f[Combat.order] = DEFENDER_FIRST if board.terrain[f[Combat.target]] == URBAN else AT_ONCE
    if f[Combat.order] and p.journal is not None:
        p.note(
            "Close combat", f"{board.grid.ids[f[Combat.target]]} is Urban: the defender rolls first.", "INF-CLOSE-05"
        )


def bonus(p: City, _f: Frame) -> bool:
    """Return whether the Germans can roll first, as attackers or defenders (INF-CLOSE-09)."""
    board = p.board
    f = p.frame("combat")
    if p.table.readings["combined_force=attack"] and ATTACKER[f[Combat.kind]] != GERMAN:
        return False
    arms = 0
    for u in force(p, f, GERMAN):
        arms |= board.arms[u]
    return combined(p, f[Combat.target], arms)


def combined(p: City, target: int, arms: int) -> bool:
    """Return whether units of these arms have the Combined Force Bonus in a combat for a hex (INF-CLOSE-09)."""
    board = p.board
    return board.terrain[target] == CLEAR and p.in_play(board.hoth) and arms == INFANTRY | PANZER


class FirstFire(GermanBox):
    """The choice to use the Combined Force Bonus (INF-CLOSE-07)."""

    name = "first-fire"
    title = "Use the bonus to roll first?"
    clauses = ("INF-COMBAT-11", "INF-CLOSE-09")

    def options(self, p: City, f: Frame) -> list[int]:
        return [FIRST, TOGETHER]

    def foretell(self, p: City, f: Frame, action: int) -> list[Forecast]:
        combat = p.frame("combat")
        sides = (GERMAN,) if action == FIRST else (GERMAN, SOVIET)
        return [close_odds(p, combat, side) for side in sides]

    def first(self, p: City, f: Frame) -> None:
        p.end()
        combat = p.frame("combat")
        combat[Combat.order] = DEFENDER_FIRST if ATTACKER[combat[Combat.kind]] == SOVIET else ATTACKER_FIRST

    def together(self, p: City, f: Frame) -> None:
        p.end()


def close_odds(p: City, f: Frame, side: int) -> Forecast:
    """Return the chances for a side's volley at the moment."""
    dice = [(needed(p, u), p.strength[u]) for u in force(p, f, side)]
    return volley_odds(f"{SIDE_NAMES[side]} fire: hits", dice, protected(p, f, 1 - side))


def close_fire(p: City, f: Frame, side: int) -> None:
    """Roll one die for each step. The unit's dots determine what hits (INF-CLOSE-01)."""
    needs = bytearray()
    for u in force(p, f, side):
        needs += bytes([needed(p, u)]) * p.strength[u]
    fire(p, side, CLOSE, needs)


def fire_first(p: City, _f: Frame) -> None:
    """Roll for the side that fires first: the defender, or the attacker with the Combined Force Bonus (INF-CLOSE-05,
    INF-FLOW-32).

    In simultaneous fire, the defender's dice are rolled first.
    """
    f = p.frame("combat")
    attacker = ATTACKER[f[Combat.kind]]
    close_fire(p, f, attacker if f[Combat.order] == ATTACKER_FIRST else 1 - attacker)


def fire_second(p: City, _f: Frame) -> None:
    f = p.frame("combat")
    attacker = ATTACKER[f[Combat.kind]]
    close_fire(p, f, 1 - attacker if f[Combat.order] == ATTACKER_FIRST else attacker)


def in_turn(p: City, _f: Frame) -> bool:
    """Return whether one side's hits are applied before the other side rolls (INF-CLOSE-05, INF-CLOSE-06)."""
    return p.frame("combat")[Combat.order] != AT_ONCE


def of_combat(test: Callable[[City, Frame], bool]) -> Callable[[City, Frame], bool]:
    """Wrap a test on the combat for use in a sequence that the combat calls."""
    return lambda p, _f: test(p, p.frame("combat"))


EXCHANGED = when(of_combat(hits), loop(of_combat(hits_to_choose), "hit"), judge_losses)
"""Apply the losses of Close Combat."""

CLOSE_COMBAT = Sequence(
    "close-combat",
    set_order,
    when(bonus, "first-fire"),
    fire_first,
    when(in_turn, EXCHANGED),
    when(
        of_combat(both_there), fire_second
    ),  # destroyed units do not fire, and units without a target do not fire (INF-FLOW-10)
    EXCHANGED,
)
"""The sequence of an exchange of fire (INF-COMBAT-15)."""
