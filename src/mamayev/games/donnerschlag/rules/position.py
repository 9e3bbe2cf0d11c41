"""The position: the places of counters and cards, the activated units, and each side's calls, draws and knowledge. A
set of counters or cards is an int with one bit per member.
"""

from __future__ import annotations

from collections.abc import Iterable

from mamayev.engine import event
from mamayev.engine.box import Box
from mamayev.engine.event import ONLOOKERS
from mamayev.engine.fields import Derived, Shared
from mamayev.engine.position import Frame, Position
from mamayev.terrain.grid import Hexes
from mamayev.terrain.zones import Zones

from ..printed import cards as deck
from ..printed import units as counters
from ..printed.board import Board
from ..printed.cards import COMBAT, DECKS, HAND
from ..printed.map import AXIS, NO_BRIDGE, OFF_MAP, SEATS, SOVIET, Crossings
from ..printed.units import ALARMS, ATTACHABLE, HQS, IN_CUP, LIMITS, LOST, NONE, OVERRUN, members
from .setting import Setting

SIDE_NAMES = ("Axis", "Soviet")
EVERYWHERE: Hexes = -1
"""All hexes of any map."""
HAND_LIMIT = 5  # DON-ACARD-02, DON-ACARD-03, DON-CCARD-01
NOT_CALLED = -1


class Operation(Position):
    """The relief attack. `turn` 1 begins with the preparation for play."""

    table: Setting
    board: Shared[Board]
    turn: int = 1
    active: int = AXIS  # the active side: the attacker in combats (DON-COMBAT-03)
    at: list[int]  # by unit: its hex, or a place off the map
    steps: bytearray  # by unit: its remaining steps
    attached: list[int] = [NONE] * len(ATTACHABLE)  # DON-SETUP-02: the formation of each
    naval_group: int = NONE  # the army and color of the naval rifle brigade
    built: int = NO_BRIDGE  # the hexside with a bridge that was built in play
    unsupplied: int  # DON-SUP-06, DON-SUP-07: units with an Out of Supply marker, one at most
    fed: int  # units that count as in supply until the end of the turn
    whom: int  # the choice that selected the units of this activation, 0 for none
    activated: int  # the units of this activation
    to_move: int  # those that have not moved
    fought: int  # those that have attacked
    attacked: Hexes  # DON-COMBAT-08: hexes attacked in this combat segment
    stranded: int  # DON-PROC-04: tanks that failed to attack across a river in this combat segment
    hasty: int  # units with one more movement point in this activation
    ford: bool  # whether one motorized unit can continue after crossing a river
    overrun_at: list[int] = [OFF_MAP, OFF_MAP]  # DON-OVERRUN-06: where each Soviet HQ was overrun
    schwerpunkt: int = NONE  # the unit with the marker, which moves with it (DON-SCHWER-02)
    schwerpunkt_given: bool  # DON-SCHWER-01: whether the marker is in the game
    where: bytearray  # by card: its place
    known: int  # cards that the enemy saw in hand and did not see leave; one may have been exchanged in secret
    looked: int  # the turn in which the Axis last looked at the Soviet hand
    boxed: list[int] = [0, 0]  # the turn in which each side filled its box
    beside: int  # cards in hand since then, any of which may be the one in the box
    swaps: int  # Soviet combat cards exchanged since then
    old: int  # cards in hand or box since before their pile was last shuffled
    stock: int  # the cards that those may be, to the enemy
    late_pick: int  # the cards taken from the late cards for High Command, while in hand
    limits: list[list[int]] = [[HAND_LIMIT, HAND_LIMIT], [HAND_LIMIT, HAND_LIMIT]]  # by side: activation, combat
    claimed: list[int] = [0, 0]  # DON-HICOM-02: the sides that asked for a High Command card
    exchanged: list[int] = [0, 0]  # DON-SCHLACHT-03: the sides that exchanged a card of this deal
    luck: int = AXIS  # the side with the Schlachtenglück marker, at first the Axis (DON-SETUP-06)
    waits: list[int] = [0, 0]  # the sides that play no card outside combats until their next activation
    no_air: bool  # whether Axis air cards are barred for the rest of the turn
    activations: list[int] = [0, 0]  # DON-T8-01: each side's remaining activations of turn 8
    called: int  # DON-CALL-01: the turn of the call, 0 before
    zone: int = NONE  # the real meeting zone
    ruled_out: int  # zones that the enemy knows to be wrong, from a failed check
    track: int = NOT_CALLED  # DON-T-TRACK: the box of the Donnerschlag marker
    survival: int  # DON-TRACK-06: the turn of Air Fleet 4, 0 for none
    entered: list[list[int]]  # DON-RETREAT-14: EZOC hexes entered by the retreating stack, each with its units
    verdict: str  # the key of the verdict, once the game is over
    zones: Derived[Zones]
    present: Derived[list[int]]  # by side: the counters on the map

    def make_at(self) -> list[int]:
        """DON-SETUP-01: return the starting places of the counters."""
        return [unit.start for unit in self.board.units]

    def make_steps(self) -> bytearray:
        return bytearray(unit.steps for unit in self.board.units)

    def make_where(self) -> bytearray:
        return self.board.card_start

    def make_zones(self) -> Zones:
        """DON-ZOC-01, DON-ZOC-03: return the zones of control of combat units; HQs have none. DON-STACK-02 to
        DON-STACK-04: they also count the counters of each category in each hex."""
        board = self.board
        standing = ((board.category[u], h, board.is_combat[u]) for u, h in enumerate(self.at) if h < OFF_MAP)
        return Zones.of(board.zone_net, LIMITS, standing)

    def make_present(self) -> list[int]:
        return [
            counters.set_of([u for u in members(of_side) if self.at[u] < OFF_MAP]) for of_side in self.board.of_side
        ]

    # ------------------------------------------------------------------ the places of units

    @property
    def crossings(self) -> Crossings:
        """Return the river crossings, including a bridge built during play."""
        return self.board.crossings(self.built)

    def troops(self, side: int) -> Hexes:
        """Return the hexes with combat units of a side."""
        occupied = self.zones.occupied
        return occupied[SOVIET] if side else occupied[AXIS] | occupied[ALARMS]

    def headquarters(self, side: int) -> Hexes:
        """Return the hexes with HQs of a side."""
        return self.zones.occupied[HQS[side]]

    def standing(self, side: int) -> Hexes:
        """Return the hexes with any unit of a side."""
        return self.troops(side) | self.zones.occupied[HQS[side]]

    def controlled(self, side: int) -> Hexes:
        """Return the zones of control of a side, which are EZOCs for the other side (DON-ZOC-06). Several zones in a
        hex count as one (DON-ZOC-05)."""
        controlled = self.zones.controlled
        return controlled[SOVIET] if side else controlled[AXIS] | controlled[ALARMS]

    def room(self, u: int) -> int:
        """DON-STACK-02 to DON-STACK-05: return the hexes with room for a counter, anywhere on the map."""
        board = self.board
        return ~(self.standing(1 - board.side_of[u]) | self.zones.full[board.category[u]])

    def units_in(self, h: int, side: int) -> list[int]:
        """Return the units of a side in a hex, including HQs."""
        at, found = self.at, []
        u = -1
        for _ in range(at.count(h)):
            u = at.index(h, u + 1)
            if self.board.side_of[u] == side:
                found.append(u)
        return found

    def on_map(self, units: int) -> list[int]:
        """Return the counters of a set that are on the map."""
        axis, soviet = self.present
        return members(units & (axis | soviet))

    def formation(self, u: int) -> int:
        """Return the formation of a unit, NONE for independent units. DON-ALARM-01: an Alarmgruppe has no formation, so
        neither an HQ nor the marker can activate it, and it never attacks.
        """
        board = self.board
        return self.attached[board.attached.index(u)] if u in board.attached else board.units[u].formation

    def strength(self, side: int) -> int:
        """Return the total strength of a side's units on the map."""
        return self.strength_of(self.on_map(self.board.of_side[side] & self.board.troops))

    def strength_of(self, units: Iterable[int]) -> int:
        """Return the total printed strength of some units, by their remaining steps."""
        strength = self.board.strength
        return sum(strength[u][self.steps[u]] for u in units)

    def zones_left(self) -> list[int]:
        """Return the zones that no failed check has ruled out (DON-TRACK-06)."""
        return [zone for zone in range(len(self.board.zones)) if not self.ruled_out >> zone & 1]

    def to_zones(self) -> int:
        """Return the distance in hexes from the foremost Axis combat unit to the nearest meeting zone. All zones count,
        because the chosen one is secret (DON-FOG-02).
        """
        away = self.board.to_zones
        units = self.on_map(self.board.of_side[AXIS] & self.board.troops)
        return min((away[self.at[u]] for u in units), default=max(away))

    def in_formation(self, formation: int) -> int:
        """Return the combat units of a formation on the map, as a set."""
        board = self.board
        units = board.of_formation[formation]
        for u, belongs in zip(board.attached, self.attached, strict=True):
            if belongs == formation:
                units |= 1 << u
        axis, soviet = self.present
        return units & (axis | soviet)

    def of_formation(self, formation: int) -> list[int]:
        """Return the combat units of a formation on the map."""
        return members(self.in_formation(formation))

    def in_group(self, group: int) -> int:
        """Return an army's combat units of one color on the map, as a set."""
        board = self.board
        return (board.of_group[group] | (1 << board.naval if self.naval_group == group else 0)) & self.present[SOVIET]

    def in_command(self, u: int) -> bool:
        """DON-VICT-04, DON-AXACT-05: return whether a unit is within the range of its own formation's HQ. DON-RANGE-01,
        DON-RANGE-05: range is counted in hexes in a straight line, regardless of terrain or units in between.
        """
        board = self.board
        formation = self.formation(u)
        if formation == NONE or formation not in board.hq_of:
            return False
        hq = board.hq_of[formation]
        return self.at[hq] < OFF_MAP and board.grid.distance(self.at[hq], self.at[u]) <= board.ranges[hq]

    # ------------------------------------------------------------------ supply

    def open_to(self, side: int) -> Hexes:
        """DON-SUP-04: return the hexes that a supply line of a side can enter."""
        friends, enemies = self.standing(side), self.standing(1 - side)
        return self.board.grid.everywhere & ~enemies & (~self.controlled(1 - side) | friends)

    def supplied(self, side: int, asked: Hexes = EVERYWHERE) -> Hexes:
        """DON-SUP-02 to DON-SUP-05: return the hexes of `asked` from which units of a side can trace a supply line now,
        with or without markers (DON-SUP-09). The search starts at the sources and stops when it has reached all these
        hexes. For the units in an activation, 99% of which are in supply, the search covers a third of the map."""
        open_ = self.open_to(side)
        return self.crossings.dry.flood(self.board.sources[side] & open_, open_, sought=asked) & asked

    def traces(self, h: int, side: int) -> bool:
        """Return whether a unit in a hex can trace a supply line."""
        board = self.board
        open_, goal, net = self.open_to(side), board.sources[side], self.crossings.dry
        among = new = board.grid.bit[h]
        while new:
            if new & goal:
                return True
            new = net.spread(new) & open_ & ~among
            among |= new
        return False

    def retest_supply(self) -> None:
        """DON-SUP-08: a marked unit loses its marker as soon as it can trace a line."""
        board = self.board
        if not self.unsupplied:
            return
        found: dict[int, bool] = {}
        for u in members(self.unsupplied):
            h = self.at[u]
            if h >= OFF_MAP:
                self.unsupplied &= ~(1 << u)
                continue
            if h not in found:
                found[h] = self.traces(h, board.side_of[u])
            if found[h]:
                self.unsupplied &= ~(1 << u)
                text = f"{board.units[u].name} is in supply again."
                self.note(SIDE_NAMES[board.side_of[u]], text, "DON-SUP-08", units=(u,))

    # ------------------------------------------------------------------ what happens to counters

    def go(self, u: int, h: int, how: str, *clauses: str) -> None:
        """Move a counter on the map to another hex."""
        board, grid = self.board, self.board.grid
        start = self.at[u]
        self.at[u] = h
        self.zones.move(board.category[u], start, h, board.is_combat[u])
        if self.journal is not None:
            text = f"{board.units[u].name} {MOVED_BY[how]} {board.places[h]}."
            to, from_ = grid.ids[h], grid.ids[start]
            self.tell(event.Move(piece=board.units[u].id, from_=from_, to=to, how=how, text=text, clauses=clauses), u)
        self.wake_headquarters(u, h)

    def come(self, u: int, h: int, how: str, *clauses: str) -> None:
        """Place a counter on the map."""
        board = self.board
        self.at[u] = h
        self.present[board.side_of[u]] |= 1 << u
        self.zones.add(board.category[u], h, board.is_combat[u])
        if self.journal is not None:
            text = f"{board.units[u].name} {MOVED_BY[how]} {board.places[h]}."
            self.tell(event.Move(piece=board.units[u].id, to=board.grid.ids[h], how=how, text=text, clauses=clauses), u)
        self.wake_headquarters(u, h)

    def wake_headquarters(self, u: int, h: int) -> None:
        """DON-OVERRUN-06: an overrun Soviet HQ returns as soon as a Soviet combat unit is in its hex again."""
        board = self.board
        if h in self.overrun_at and board.side_of[u] == SOVIET and board.is_combat[u]:
            n = self.overrun_at.index(h)
            if not self.headquarters(SOVIET) & board.grid.bit[h]:
                self.overrun_at[n] = OFF_MAP
                self.come(board.soviet_hqs[n], h, "return", "DON-OVERRUN-06")

    def take_off(self, u: int, to: int) -> None:
        """Remove a counter and its markers from the map."""
        board = self.board
        self.zones.remove(board.category[u], self.at[u], board.is_combat[u])
        self.at[u] = to
        self.present[board.side_of[u]] &= ~(1 << u)
        self.unsupplied &= ~(1 << u)
        self.fed &= ~(1 << u)
        self.activated &= ~(1 << u)
        self.to_move &= ~(1 << u)
        self.stranded &= ~(1 << u)
        if self.schwerpunkt == u:
            self.schwerpunkt = NONE  # DON-SCHWER-03

    def eliminate(self, u: int, why: str, *clauses: str) -> None:
        """DON-LOSS-03, DON-CUP-04, DON-DRAW-04: eliminate a combat unit. A unit that came from a cup goes back into the
        cup.
        """
        board = self.board
        start, cup = self.at[u], board.cup[u]
        if self.journal is not None:
            back = f" and goes back to the {counters.CUP_NAMES[cup]} cup" if cup != NONE else ""
            text = f"{board.units[u].name} is eliminated{why}{back}."
            self.tell(event.Loss(piece=board.units[u].id, from_=board.grid.ids[start], text=text, clauses=clauses), u)
        self.take_off(u, LOST if cup == NONE else IN_CUP)
        if cup != NONE:
            self.steps[u] = board.units[u].steps

    def lose_step(self, u: int, why: str, *clauses: str) -> None:
        """DON-LOSS-01: take one step from a unit."""
        board = self.board
        if self.steps[u] == 1:
            self.steps[u] = 0
            self.eliminate(u, why, *clauses)
            return
        self.steps[u] -= 1
        if self.journal is not None:
            text = f"{board.units[u].name} is reduced{why}."
            self.tell(event.Flip(piece=board.units[u].id, face="reduced", text=text, clauses=clauses), u)

    def overrun(self, h: int, side: int) -> None:
        """DON-OVERRUN-01: overrun a lone enemy HQ in a hex that a unit of a side has entered."""
        board, grid = self.board, self.board.grid
        if not self.headquarters(1 - side) & grid.bit[h]:
            return
        hq = next(u for u in members(board.of_kind[counters.HEADQUARTERS] & board.of_side[1 - side]) if self.at[u] == h)
        if side == AXIS:
            if self.journal is not None:
                text = f"{board.units[hq].name} is overrun in {board.places[h]}."
                self.tell(
                    event.Loss(piece=board.units[hq].id, from_=grid.ids[h], text=text, clauses=("DON-OVERRUN-06",)), hq
                )
            self.take_off(hq, OVERRUN)
            self.overrun_at[board.soviet_hqs.index(hq)] = h
        else:
            said = f"{board.units[hq].name} is overrun in {board.places[h]}."
            self.note("Soviet", said, "DON-OVERRUN-02", units=(hq,))
            carried = self.schwerpunkt == hq
            self.take_off(hq, OVERRUN)
            self.call("redeploy", hq, h, int(carried))

    # ------------------------------------------------------------------ cards

    def held(self, side: int, kind: int, *places: int) -> list[int]:
        """Return the cards of a side and kind in the given places."""
        where = self.where
        return [c for c in self.board.deck[side][kind] if where[c] in places]

    def hand(self, side: int, kind: int = COMBAT) -> list[int]:
        """Return a side's cards of a kind in hand, excluding the box (DON-BOX-06)."""
        where = self.where
        return [c for c in self.board.deck[side][kind] if where[c] == HAND]

    def put_card(self, c: int, place: int) -> None:
        """Move a card. If the new place is public, this ends the enemy's secret knowledge of the card."""
        self.where[c] = place
        if place not in deck.HIDDEN:
            bit = ~(1 << c)
            self.known &= bit
            self.old &= bit
            self.late_pick &= bit
            self.beside &= bit

    def shuffle(self, side: int, kind: int, *places: int) -> None:
        """Shuffle the cards in the given places into the draw pile. The hand stays the same."""
        hidden = self.held(side, kind, *deck.HIDDEN)
        self.stock |= counters.set_of(hidden)
        for c in hidden:
            if self.where[c] != deck.DRAW and not self.late_pick >> c & 1:
                self.old |= 1 << c
        for c in self.held(side, kind, *places):
            self.where[c] = deck.DRAW
        if self.journal is not None:
            name = DECKS[side][kind]
            text = f"The {SIDE_NAMES[side]} {deck.KIND_NAMES[kind]} cards are shuffled into a new draw pile."
            self.journal.add(
                event.Shuffle(deck=name, who=SIDE_NAMES[side], text=text, clauses=("DON-RESHUF-01", "DON-ADMIN-03"))
            )

    def tell_card(self, c: int, line: str, secret: str, public: str, *clauses: str) -> None:
        """Log the movement of a card that only its owner may see."""
        board = self.board
        if self.journal is not None:
            side = board.card_side[c]
            name, owner, other = DECKS[side][board.card_kind[c]], SEATS[side], SEATS[1 - side]
            who = SIDE_NAMES[side]
            self.journal.add(
                event.Card(deck=name, card=c, line=line, who=who, text=secret, audience=(owner,), clauses=clauses)
            )
            self.journal.add(event.Event(who=who, text=public, audience=(other, ONLOOKERS), clauses=clauses))

    def show_card(self, c: int, line: str, text: str, *clauses: str) -> None:
        """Log the movement of a face-up card."""
        board = self.board
        if self.journal is not None:
            name, who = DECKS[board.card_side[c]][board.card_kind[c]], SIDE_NAMES[board.card_side[c]]
            self.journal.add(event.Card(deck=name, card=c, line=line, who=who, text=text, clauses=clauses))

    # ------------------------------------------------------------------ the record of play

    def tell(self, said: event.Event, u: int) -> None:
        """Log the movement of a counter."""
        board = self.board
        if self.journal is not None:
            h = self.at[u]
            said.who, said.pieces = SIDE_NAMES[board.side_of[u]], (board.units[u].id,)
            said.spaces = (board.grid.ids[h],) if h < OFF_MAP else ()
            self.journal.add(said)

    def note(self, who: str, text: str, *clauses: str, units: Iterable[int] = (), hexes: Iterable[int] = ()) -> None:
        """Log a sentence."""
        board = self.board
        if self.journal is not None:
            self.journal.note(
                who, text, clauses, [board.grid.ids[h] for h in hexes], [board.units[u].id for u in units]
            )


class ActiveBox(Box[Operation]):
    """A decision for the active side."""

    def seat(self, p: Operation, f: Frame) -> int:
        return p.active


MOVED_BY = {
    "move": "moves to", "retreat": "retreats to", "advance": "advances to", "follow": "goes along to",
    "arrive": "arrives in", "place": "is placed in", "return": "returns to", "redeploy": "is redeployed to",
    "set up": "is set up in", "back": "is brought back in",
}  # fmt: skip
