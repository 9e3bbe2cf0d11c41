"""The position: the places and strengths of all blocks, the control of hexes, and the places of the cards."""

from __future__ import annotations

from bisect import bisect, insort
from itertools import compress

from mamayev.engine import event
from mamayev.engine.fields import Derived, Shared
from mamayev.engine.position import Position
from mamayev.engine.words import listed
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import BOXES, EMPTY, GERMAN, IN_HAND, LOST, PARTNER, POOL, REMOVED, ROWS, SOVIET, STACK
from .setting import Setting

DECK, HAND, LAID, SHOWN, PLAY, USED, OUT = range(7)
"""The places of a card: in its deck, in hand, face down for a combat, revealed, in play (a leader), used up, or not in
this match."""

ONLY = tuple(bytes(n == place for n in range(256)) for place in range(256))
"""Tables for `bytes.translate`, one for each place: 1 for that place, 0 for all others."""


SETS = ("taken", "taken_by_partner", "german", "soviet", "control", "rubble", "battle")
"""The fields that are sets of hexes."""

FULL = STACK - 1
"""The index of the full hexes in `tall`."""

EDGES = range(1, 5)
"""The edges of a block, each with the number of steps that it shows."""

ANY_EDGE = (25, 25, 25, 25)
WORN = (50, 22, 12, 16)
"""How many of 100 concealed Soviet blocks have one to four steps. WORN: in a Spawn hex next to the Germans, where they
have probably been attacked (460 blocks in the attacks of the staff). ANY_EDGE: elsewhere (INF-SOLO-04)."""

FEW = 2
"""The number of members up to which it is faster to search for them one by one."""


def those_at(place: int, places: bytearray, among: range) -> list[int]:
    """Return the units or cards in a range that are in a place. Draws and hands call this function 120 times per game.
    It takes half as long as a plain loop, or a quarter as long for two members or fewer.
    """
    first, stop = among.start, among.stop
    count = places.count(place, first, stop)
    if count > FEW:
        return [*compress(among, places[first:stop].translate(ONLY[place]))]
    found = []
    while count:
        u = places.find(place, first, stop)
        found.append(u)
        first = u + 1
        count -= 1
    return found


class City(Position):
    """A battle for the city. `round` 0 is the setup. Sets of hexes are ints."""

    table: Setting
    board: Shared[Board]
    round: int
    leader: int = GERMAN  # German seat that leads the round (INF-SHARE-02)
    partners: int  # units of the second German player, as a set (INF-SHARE-01)
    taken: Hexes  # Soviet Spawn hexes that Germans have entered, and those in a round of the second player
    taken_by_partner: Hexes
    verdict: int  # 0 without a winner, else an index of `victory.VERDICTS`
    at: bytearray  # by unit: its hex, or a place beside the map
    strength: bytearray  # for a concealed Soviet unit the upper edge, which can be blank
    stacks: list[tuple[int, ...]]  # units in each hex (INF-FLOW-04)
    german: Hexes  # hexes with German units
    soviet: Hexes
    control: Hexes  # under German control (INF-MAP-02)
    rubble: Hexes
    cards: bytearray
    chart: bytearray = bytearray([EMPTY]) * 30  # face-down unit of each box, row by row
    battle: Hexes  # hexes of a combat whose units are revealed (INF-FOG-03)
    needs: bytearray  # what each die of a volley needs to hit
    dice: bytearray  # dice rolled so far
    seen: int  # units that the last combat revealed, as a set
    spent: int  # rows of the chart that have had their one die without a unit, as a set (INF-REINF-14)
    returned: int  # units without room in the last Call for Reinforcements
    tops: list[int]  # top stacked hexes that roll in this Soviet round, in order; with a Soviet player, one entry
    # the dice are rolled; stacks that were given a die
    rolled: bytearray  # the numbers on the dice
    tall: Derived[list[Hexes]]  # hexes with at least one, two, three, four units
    decks: Derived[list[tuple[int, ...]]]  # cards of each side's deck, ascending
    pools: Derived[list[tuple[int, ...]]]  # units of each Soviet pool, ascending
    waiting: Derived[list[int]]  # German units picked up and still to be deployed, ascending

    def make_partners(self) -> int:
        return self.board.blues

    def make_at(self) -> bytearray:
        return self.board.boxed

    def make_strength(self) -> bytearray:
        return bytearray(len(self.board.units))

    def make_stacks(self) -> list[tuple[int, ...]]:
        return [()] * len(self.board.grid)

    def make_control(self) -> Hexes:
        return self.board.german_at_first

    def make_cards(self) -> bytearray:
        """Return the place of each card before the setup (INF-SETUP-11)."""
        return bytearray(OUT if card.late else DECK for card in self.board.cards)

    # ------------------------------------------------------------------ blocks

    def put(self, u: int, h: int) -> None:
        """Place a unit in a hex of the map."""
        board = self.board
        bit, stack = board.grid.bit[h], self.stacks[h]
        self.at[u] = h
        self.tall[len(stack)] |= bit
        self.stacks[h] = stack + (u,)  # noqa: RUF005 -- half of what unpacking takes
        if board.side[u] == GERMAN:
            self.german |= bit
        else:
            self.soviet |= bit

    def lift(self, u: int, place: int) -> None:
        """Move a unit from the map to a place beside the map, or pick it up for the next `put`."""
        board, h = self.board, self.at[u]
        others, stack = ~board.grid.bit[h], self.stacks[h]
        self.at[u] = place
        self.tall[len(stack) - 1] &= others
        if len(stack) > 1:
            self.stacks[h] = without(stack, u)
        else:
            self.stacks[h] = ()
            if board.side[u] == GERMAN:
                self.german &= others
            else:
                self.soviet &= others

    def make_tall(self) -> list[Hexes]:
        return [
            self.board.grid.gather(h for h, stack in enumerate(self.stacks) if len(stack) >= height)
            for height in range(1, STACK + 1)
        ]

    def make_decks(self) -> list[tuple[int, ...]]:
        return [tuple(self.pile(side, DECK)) for side in (GERMAN, SOVIET)]

    def make_pools(self) -> list[tuple[int, ...]]:
        return [tuple(self.beside(POOL, pool)) for pool in self.board.pools]

    def make_waiting(self) -> list[int]:
        return self.beside(IN_HAND, self.board.germans)

    def pick_up(self, u: int) -> None:
        """Pick up a unit from the chart at full strength (INF-REINF-03)."""
        self.at[u] = IN_HAND
        self.strength[u] = self.board.most[u]
        insort(self.waiting, u)

    def to_pool(self, u: int) -> None:
        """Return a Soviet unit to its pool."""
        self.at[u] = POOL
        pool = self.board.pool_of[u]
        row = self.pools[pool]
        n = bisect(row, u)
        self.pools[pool] = row[:n] + (u,) + row[n:]  # noqa: RUF005 -- as in `put`

    def take(self, card: int, place: int) -> None:
        """Take a card from its deck."""
        side = self.board.cards[card].side
        self.cards[card] = place
        self.decks[side] = without(self.decks[side], card)

    def held(self, side: int) -> Hexes:
        """Return the hexes with units of a side."""
        return self.soviet if side else self.german

    def room(self, h: int) -> int:
        """Return how many more units fit into a hex (INF-STACK-01)."""
        return STACK - len(self.stacks[h])

    def beside(self, place: int, units: range) -> list[int]:
        """Return the units in a range that are in a place beside the map."""
        return those_at(place, self.at, units)

    def units_in(self, hexes: Hexes) -> list[int]:
        """Return the units in the given hexes."""
        return [u for h in self.board.grid.listed(hexes) for u in self.stacks[h]]

    def spawns_held(self) -> Hexes:
        """Return the Soviet Spawn hexes under Soviet control (INF-AI-01)."""
        return self.board.spawn_hexes[SOVIET] & ~self.control

    def edges(self, h: int) -> tuple[int, ...]:
        """Return how many of 100 concealed Soviet blocks in a hex probably have one to four steps."""
        attacked = self.spawns_held() & self.board.grid.around(self.german) & self.board.grid.bit[h]
        return WORN if attacked else ANY_EDGE

    def hidden(self, u: int, side: int | None) -> bool:
        """Return whether a block shows its back to a side, or to a spectator if the side is None (INF-FOG-02,
        INF-FLOW-01, INF-HUMAN-02 to INF-HUMAN-04).

        Enemy blocks show their backs outside a combat, blocks on the chart and in the pools to everyone, and picked-up
        blocks to everyone except the Germans.
        """
        board = self.board
        h = self.at[u]
        if h >= LOST:
            return board.side[u] == SOVIET or (h not in (LOST, REMOVED) and (h != IN_HAND or side != GERMAN))
        return board.side[u] != side and not self.battle & board.grid.bit[h]

    def unseen_germans(self) -> list[int]:
        """INF-HUMAN-02, INF-HUMAN-04: return the German units that the Soviets cannot tell apart.

        They are concealed on the map, picked up, or face down on the chart. The last box of a row does not count,
        because its kind of unit is known.
        """
        germans = self.board.germans
        free = [u for u in germans if self.at[u] == IN_HAND or (self.at[u] < LOST and self.hidden(u, SOVIET))]
        boxes = (b for b in range(ROWS * BOXES) if self.chart[b] != EMPTY and b % BOXES < BOXES - 1)
        return free + [self.chart[b] for b in boxes]

    # ------------------------------------------------------------------ two German players

    def owner(self, u: int) -> int:
        """Return the German seat that owns a unit (INF-SHARE-01)."""
        return PARTNER if self.table.partners and self.partners >> u & 1 else GERMAN

    def commands(self, u: int) -> bool:
        """Return whether a German unit belongs to the leader."""
        return not self.table.partners or self.owner(u) == self.leader

    def commanded(self) -> Hexes:
        """Return the hexes with units of the leader."""
        grid = self.board.grid
        if not self.table.partners:
            return self.german
        return grid.gather(h for h in grid.hexes(self.german) if any(map(self.commands, self.stacks[h])))

    @property
    def other(self) -> int:
        """Return the leader's partner."""
        return GERMAN if self.leader == PARTNER else PARTNER

    @property
    def losses(self) -> int:
        """Return the number of German losses, in which units with an R count twice (INF-FLOW-30, INF-WIN-03,
        INF-WIN-04).

        Under one reading of INF-REINF-15, units removed by the chart also count.
        """
        board = self.board
        places = (LOST, REMOVED) if self.table.readings["removed_units=lost"] else (LOST,)
        return sum(1 + board.units[u].r for u in board.germans if self.at[u] in places)

    # ------------------------------------------------------------------ cards

    def pile(self, side: int, place: int) -> list[int]:
        """Return the cards of a side that are in a place."""
        board = self.board
        return those_at(place, self.cards, board.soviet_cards if side else board.german_cards)

    def count(self, side: int, place: int) -> int:
        """Return the number of a side's cards in a place."""
        board = self.board
        row = board.soviet_cards if side else board.german_cards
        return self.cards.count(place, row.start, row.stop)

    def in_play(self, leader: int) -> bool:
        """Return whether a leader is in play."""
        return self.cards[leader] == PLAY

    # ------------------------------------------------------------------ log

    def say(self, happened: event.Event) -> None:
        """Add an event to the journal. The caller must check that there is a journal."""
        assert self.journal is not None
        self.journal.add(happened)

    def tell(self, side: int, private: event.Event, plain: event.Event) -> None:
        """Log a side's secret act, with one text for its owner and another for everyone else (INF-HUMAN-02,
        INF-SOLO-02).

        If the rules play the Soviets, only Germans read the log.
        """
        table = self.table
        if not table.soviet_player:
            self.say(plain if side == SOVIET else private)
            return
        private.audience, plain.audience = table.audience[side]
        self.say(private)
        self.say(plain)

    def tell_move(
        self, u: int, to: int, how: str, who: str, does: str, clauses: tuple[str, ...], start: int | None = None
    ) -> None:
        """Log the destination of a unit: by name for its owner, without a name for all others."""
        unit, grid, side = self.board.units[u], self.board.grid, self.board.side[u]
        from_ = "" if start is None else grid.ids[start]
        unseen = ("?german", "A German unit") if side == GERMAN else ("?soviet", "A Soviet unit")
        mine, other = (
            event.Move(
                piece=piece, from_=from_, to=grid.ids[to], how=how, who=who, text=f"{name} {does}.", clauses=clauses
            )
            for piece, name in ((unit.id, unit.name), unseen)
        )
        self.tell(side, mine, other)

    def note(self, who: str, text: str, *clauses: str, hexes: Hexes = 0) -> None:
        """Add a sentence to the log, if there is one."""
        grid = self.board.grid
        if self.journal is not None:
            self.journal.note(who, text, clauses, spaces=[grid.ids[h] for h in grid.hexes(hexes)])


def without(row: tuple[int, ...], one: int) -> tuple[int, ...]:
    """Return a stack, deck or pool without one member."""
    n = row.index(one)
    return row[:n] + row[n + 1 :]


def names(board: Board, units: list[int] | tuple[int, ...]) -> str:
    """Return the names of units as a list for use in a sentence."""
    return listed([board.units[u].name for u in units])
