"""The position: where all blocks are and how strong, who controls the hexes, where the cards lie."""

from __future__ import annotations

from bisect import bisect, insort
from itertools import compress

from mamayev.engine import event
from mamayev.engine.fields import Derived, Shared
from mamayev.engine.position import Position
from mamayev.terrain.grid import Hexes

from ..printed.board import Board
from ..printed.map import EMPTY, GERMAN, IN_HAND, LOST, PARTNER, POOL, REMOVED, SOVIET, STACK
from .setting import Setting

DECK, HAND, LAID, SHOWN, PLAY, USED, OUT = range(7)
"""Where a card is: in its deck, in hand, laid face down for a combat, turned up in it, in play (a leader), used up, or
not in this match."""

ONLY = tuple(bytes(n == place for n in range(256)) for place in range(256))
"""By place a table for `bytes.translate`: 1 for this place, 0 for all others."""


SETS = ("taken", "taken_by_partner", "german", "soviet", "control", "rubble", "battle")
"""The fields that are sets of hexes."""

FULL = STACK - 1
"""The place in `tall` of the hexes that take no more."""

FEW = 2
"""So many members or fewer are looked for one by one."""


def those_at(place: int, places: bytearray, among: range) -> list[int]:
    """The units or cards of a range that are in a place. Lots and hands ask this 120 times a game; it takes half of the
    time that a look at one after the other takes, and where two or fewer are there, half of that again."""
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
    """A battle for the city. `round` 0 is the set-up; sets of hexes are ints."""

    table: Setting
    board: Shared[Board]
    round: int
    leader: int = GERMAN  # the German seat that leads the round (INF-SHARE-02)
    partners: int  # the units of the second German player, as a set (INF-SHARE-01)
    taken: Hexes  # the Soviet Spawn hexes that Germans have entered, and those in a round of the second player
    taken_by_partner: Hexes
    verdict: int  # 0 while nobody has won, else an index of `victory.VERDICTS`
    at: bytearray  # by unit: its hex, or a place beside the map
    strength: bytearray  # of a concealed Soviet unit the edge that is up, which may be blank
    stacks: list[tuple[int, ...]]  # the units of each hex (INF-FLOW-04)
    german: Hexes  # where German units stand
    soviet: Hexes
    control: Hexes  # INF-MAP-02: under German control
    rubble: Hexes
    cards: bytearray
    chart: bytearray = bytearray([EMPTY]) * 30  # the face-down unit of each box, row by row
    battle: Hexes  # the hexes of a combat whose units are revealed (INF-FOG-03)
    needs: bytearray  # what each die of a volley hits on
    dice: bytearray  # those thrown so far
    seen: int  # the units that the last combat has shown, as a set
    spent: int  # the rows of the chart that have had their one die without a unit, as a set (INF-REINF-14)
    returned: int  # those that found no room in the last Call for Reinforcements
    tops: list[int]  # the top stacked hexes that roll in this Soviet round, in their order; with a Soviet player, once
    # the dice have fallen, the stacks that were given one
    rolled: bytearray  # the dice on them
    tall: Derived[list[Hexes]]  # the hexes with one unit at least, with two, three, four
    decks: Derived[list[tuple[int, ...]]]  # the cards of each side's deck, ascending
    pools: Derived[list[tuple[int, ...]]]  # the units of each Soviet pool, ascending
    waiting: Derived[list[int]]  # the German units that have been picked up and are still to be deployed, ascending

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
        """INF-SETUP-11."""
        return bytearray(OUT if card.late else DECK for card in self.board.cards)

    # ------------------------------------------------------------------ blocks

    def put(self, u: int, h: int) -> None:
        """A unit comes to a hex of the map."""
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
        """A unit leaves the map for a place beside it, or for the next `put`."""
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
        """INF-REINF-03: a unit of the chart is picked up, at full strength."""
        self.at[u] = IN_HAND
        self.strength[u] = self.board.most[u]
        insort(self.waiting, u)

    def to_pool(self, u: int) -> None:
        """A Soviet unit comes to its pool."""
        self.at[u] = POOL
        pool = self.board.pool_of[u]
        row = self.pools[pool]
        n = bisect(row, u)
        self.pools[pool] = row[:n] + (u,) + row[n:]  # noqa: RUF005 -- as in `put`

    def take(self, card: int, place: int) -> None:
        """A card comes from its deck."""
        side = self.board.cards[card].side
        self.cards[card] = place
        self.decks[side] = without(self.decks[side], card)

    def held(self, side: int) -> Hexes:
        """The hexes where units of a side stand."""
        return self.soviet if side else self.german

    def room(self, h: int) -> int:
        """INF-STACK-01: how many more units a hex takes."""
        return STACK - len(self.stacks[h])

    def beside(self, place: int, units: range) -> list[int]:
        """Those of a range of units that are in a place beside the map."""
        return those_at(place, self.at, units)

    def units_in(self, hexes: Hexes) -> list[int]:
        """The units in some hexes."""
        return [u for h in self.board.grid.listed(hexes) for u in self.stacks[h]]

    def spawns_held(self) -> Hexes:
        """INF-AI-01: the Soviet Spawn hexes under Soviet control."""
        return self.board.spawn_hexes[SOVIET] & ~self.control

    def hidden(self, u: int, side: int | None) -> bool:
        """INF-FOG-02, INF-FLOW-01, INF-HUMAN-02 to INF-HUMAN-04: whether a block shows its back to a side (None: to
        whoever has none): the enemy's outside a combat, those on the chart and in the pools to all, those picked up to
        all but the Germans."""
        board = self.board
        h = self.at[u]
        if h >= LOST:
            return board.side[u] == SOVIET or (h not in (LOST, REMOVED) and (h != IN_HAND or side != GERMAN))
        return board.side[u] != side and not self.battle & board.grid.bit[h]

    # ------------------------------------------------------------------ two German players

    def owner(self, u: int) -> int:
        """INF-SHARE-01: the German seat that a unit belongs to."""
        return PARTNER if self.table.partners and self.partners >> u & 1 else GERMAN

    def commands(self, u: int) -> bool:
        """Whether a German unit is the leader's."""
        return not self.table.partners or self.owner(u) == self.leader

    def commanded(self) -> Hexes:
        """The hexes where units of the leader stand."""
        grid = self.board.grid
        if not self.table.partners:
            return self.german
        return grid.gather(h for h in grid.hexes(self.german) if any(map(self.commands, self.stacks[h])))

    @property
    def other(self) -> int:
        """The partner of whoever leads."""
        return GERMAN if self.leader == PARTNER else PARTNER

    @property
    def losses(self) -> int:
        """INF-FLOW-30, INF-WIN-03, INF-WIN-04: German losses, units with an R twice; under one reading of INF-REINF-15
        those that the chart has removed, too."""
        board = self.board
        places = (LOST, REMOVED) if self.table.removed_units_lost else (LOST,)
        return sum(1 + board.units[u].r for u in board.germans if self.at[u] in places)

    # ------------------------------------------------------------------ cards

    def pile(self, side: int, place: int) -> list[int]:
        """The cards of a side that are in a place."""
        board = self.board
        return those_at(place, self.cards, board.soviet_cards if side else board.german_cards)

    def count(self, side: int, place: int) -> int:
        """How many these are."""
        board = self.board
        row = board.soviet_cards if side else board.german_cards
        return self.cards.count(place, row.start, row.stop)

    def in_play(self, leader: int) -> bool:
        """Whether a leader is in play."""
        return self.cards[leader] == PLAY

    # ------------------------------------------------------------------ telling

    def say(self, happened: event.Event) -> None:
        """Put an event into the journal; callers ask first whether there is one."""
        assert self.journal is not None
        self.journal.add(happened)

    def tell(self, side: int, private: event.Event, plain: event.Event) -> None:
        """INF-HUMAN-02, INF-SOLO-02: what a side does unseen, as its owner reads it and as all others do. Where the
        rules play the Soviets there are only Germans to read it."""
        table = self.table
        if not table.soviet_player:
            self.say(plain if side == SOVIET else private)
            return
        private.audience, plain.audience = table.audience[side]
        self.say(private)
        self.say(plain)

    def note(self, who: str, text: str, *clauses: str, hexes: Hexes = 0) -> None:
        """A sentence for the log, where there is one."""
        grid = self.board.grid
        if self.journal is not None:
            self.journal.note(who, text, clauses, spaces=[grid.ids[h] for h in grid.hexes(hexes)])


def without(row: tuple[int, ...], one: int) -> tuple[int, ...]:
    """A stack, deck or pool when one has left it."""
    n = row.index(one)
    return row[:n] + row[n + 1 :]


def names(board: Board, units: list[int] | tuple[int, ...]) -> str:
    """Units by their names, in a sentence."""
    words = [board.units[u].name for u in units]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
