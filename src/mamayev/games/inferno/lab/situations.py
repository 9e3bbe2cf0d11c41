"""Situations for scripts and tests, positions that random play rarely reaches, and the transfer of a game to another
map.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mamayev.engine.refusal import Refusal, no_start
from mamayev.engine.situations import Situations
from mamayev.engine.table import Table

from ..printed.map import BESIDE, BOXES, EMPTY, GERMAN, LOST, POOL, ROWS, SEATS, SOVIET, STACK, TRACK
from ..rules.fire import BY_SOVIETS, DELIBERATE
from ..rules.position import DECK, HAND, OUT, PLAY, SETS, USED, City
from ..rules.setting import Setting

CARD_PLACES = {"deck": DECK, "hand": HAND, "play": PLAY, "used": USED, "out": OUT}
OFF_MAP = ("lost", "removed", "away")
PLACES = {word: place for place, word in BESIDE.items()}
LEADERS: tuple[tuple[str, ...], ...] = (("hoth",), ("hoth", "chuikov", "khrushchev"))
FIGHT = (
    {"pz-2": "58", "pg-64": "58", "inf-191": "58", "pz-24": "60", "inf-516": "60"}
    | {"rb-10": "59", "rd-87": "59", "rd-98": "74", "gds-13": "13"}
)  # fmt: skip
CARDS = ("heinkel-1", "pioneer-1", "sniper-1", "pak-1")
FEW = ((0, {"rd-87": "59"}), (1, {"rd-87": "59", "rd-98": "74"}))
"""The number of Spawn hexes in Soviet hands, and the hexes of the Soviet stacks."""


def _place_all(p: City, units: dict[str, str]) -> None:
    for unit, place in units.items():
        _place(p, f"unit.{unit}", unit, place)
    p.derive()


def begun(table: Table[Any], number: int) -> City:
    """Return a position at the beginning of a round with an empty map. Soviet units are in their pools, and German
    units are in the box.
    """
    p: City = table.blank()
    for u in p.board.soviets:
        p.at[u] = POOL
    p.derive()
    p.round = number - 1
    p.call("game")
    p.go_on_after("set-up")
    p.settle()
    return p


# ------------------------------------------------------------------ changes of the setup


def _changed(p: City, key: str, value: Any) -> bool:
    """Make one change, and return whether its key is known."""
    what, _, name = key.partition(".")
    if key == "round" and _number(value) and 1 <= value <= 200:
        p.become(begun(p.table, value))
        return True
    if p.inside("combat"):
        raise no_start(key, "“combat” must be the last change in a setup.")
    if not p.round:
        raise no_start(key, "Units are drawn at random in the setup: write “round” first, then its changes.")
    return what in CHANGES and CHANGES[what](p, key, name, value)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _player(p: City, key: str, _name: str, value: Any) -> bool:
    if key != "player" or value != "soviet":
        return False
    to_soviet_round(p)
    return True


def _owner(p: City, key: str, name: str, value: Any) -> bool:
    board = p.board
    if name not in board.unit or value not in ("german", "partner"):
        return False
    bit, unit = 1 << board.unit[name], board.units[board.unit[name]]
    if unit.colour != "white":
        raise no_start(key, f"{unit.name} is not White: its color shows its owner.", "INF-SHARE-01")
    p.partners = p.partners | bit if value == "partner" else p.partners & ~bit
    return True


def _strength(p: City, key: str, name: str, value: Any) -> bool:
    board = p.board
    if name not in board.unit or not _number(value):
        return False
    u = board.unit[name]
    most, unit = STACK if board.side[u] == SOVIET else board.units[u].strength, board.units[u]
    if not 1 <= value <= most:
        raise no_start(key, f"{unit.name} can have a strength of 1 to {most}, not {value}.", "INF-STR-01")
    if p.at[u] >= LOST:
        raise no_start(key, f"{unit.name} is not on the map, so it has no strength.", "INF-STR-01")
    p.strength[u] = value
    return True


def _card(p: City, key: str, name: str, value: Any) -> bool:
    board = p.board
    if name not in board.card or value not in CARD_PLACES:
        return False
    card = board.cards[board.card[name]]
    if value == "play" and card.kind != "leader":
        raise no_start(key, f"{card.title} doesn't stay in play: it is not a Leader.", "INF-SCARD-03")
    p.cards[board.card[name]] = CARD_PLACES[value]
    return True


def _control(p: City, key: str, name: str, value: Any) -> bool:
    board = p.board
    if name not in board.hex or value not in SEATS:
        return False
    bit = board.grid.bit[board.hex[name]]
    if p.held(SOVIET if value == "german" else GERMAN) & bit:
        raise no_start(key, f"Hex {name} belongs to the side whose units are in it.", "INF-MAP-03")
    p.control = p.control | bit if value == "german" else p.control & ~bit
    return True


def _rubble(p: City, key: str, name: str, value: Any) -> bool:
    board = p.board
    if name not in board.hex or value is not True:
        return False
    bit = board.grid.bit[board.hex[name]]
    if not board.urban_hexes & bit:
        raise no_start(key, f"Hex {name} is not Urban. Only Urban hexes can have rubble.", "INF-RUBBLE-08")
    p.rubble |= bit
    return True


def _soviet_deck(p: City, key: str, _name: str, value: Any) -> bool:
    if key != "soviet_deck" or not _number(value) or not 1 <= value <= len(p.decks[SOVIET]):
        return False
    for c in p.decks[SOVIET][value:]:
        p.cards[c] = USED
    return True


def _place(p: City, key: str, name: str, value: Any) -> bool:
    """Place a unit at full strength, if allowed. Its side takes control of the hex."""
    board, grid = p.board, p.board.grid
    h = board.hex.get(str(value))
    if name not in board.unit or (h is None and value not in ("pool", *OFF_MAP)):
        return False
    u = board.unit[name]
    side, unit = board.side[u], board.units[u].name
    if p.at[u] == TRACK:
        raise no_start(key, f"{unit} is already on the chart.", "INF-REINF-02")
    if h is None:
        if (value == "pool") != (side == SOVIET):
            text = f"{unit} returns to its pool" if side == SOVIET else f"{unit} has no pool to return to"
            raise no_start(key, f"{text}: it can't be “{value}”.", "INF-STEP-03", "INF-STEP-04")
        if p.at[u] < LOST:
            p.lift(u, PLACES[value])
        p.at[u] = PLACES[value]
        return True
    if p.held(1 - side) & grid.bit[h]:
        raise no_start(key, f"{unit} can't be in hex {value}: it has enemy units.", "INF-STACK-03")
    if p.at[u] != h and not p.room(h):
        raise no_start(
            key,
            f"{unit} would exceed the stacking limit in hex {value}, which already has {STACK} units.",
            "INF-STACK-01",
        )
    if p.at[u] < LOST:
        p.lift(u, LOST)
    p.put(u, h)
    p.strength[u] = board.units[u].strength
    p.control = p.control & ~grid.bit[h] if side else p.control | grid.bit[h]
    return True


def _chart(p: City, key: str, name: str, units: Any) -> bool:
    """Place German units that are not on the map in an empty row of the chart."""
    board = p.board
    if name not in map(str, range(1, ROWS + 1)) or not isinstance(units, list | tuple):
        return False
    row = int(name) - 1
    if len(units) > BOXES:
        raise no_start(key, f"A row of the chart can have only {BOXES} boxes.", "INF-REINF-12")
    if any(p.chart[b] != EMPTY for b in range(row * BOXES, (row + 1) * BOXES)):
        raise no_start(key, f"Row {name} of the chart is already filled.", "INF-REINF-02")
    for n, unit in enumerate(units):
        u = board.unit.get(unit, -1) if isinstance(unit, str) else -1
        if u not in board.germans:
            raise no_start(key, f"{unit!r} is not a German unit. Only German units can be on the chart.", "INF-SOLO-05")
        if p.at[u] < LOST or p.at[u] == TRACK:
            place = "on the map" if p.at[u] < LOST else "on the chart"
            raise no_start(key, f"{board.units[u].name} is already {place}.", "INF-REINF-02")
        p.chart[(row + 1) * BOXES - len(units) + n] = u
        p.at[u] = TRACK
    return True


def to_soviet_round(p: City) -> None:
    """Skip to the Soviet half of the round."""
    p.back_to("round")
    p.go_on_after("german-round")


def _attacked(p: City, key: str, _name: str, value: Any) -> bool:
    """Start a Deliberate Attack on a hex by all adjacent stacks of the other side."""
    board, grid = p.board, p.board.grid
    h = board.hex.get(str(value))
    if key != "combat" or h is None:
        return False
    side = GERMAN if p.soviet & grid.bit[h] else SOVIET
    origins = board.near[h] & p.held(side)
    if not p.stacks[h]:
        raise no_start(key, f"There are no units to attack in hex {grid.ids[h]}.", "INF-COMBAT-01")
    if not origins:
        raise no_start(key, f"No enemy stack is next to hex {grid.ids[h]}, so none can attack it.", "INF-COMBAT-01")
    to_soviet_round(p)  # a German attack is the action of the German round
    if side == SOVIET:
        p.call("combat", BY_SOVIETS, h, origins, grid.hexes(origins)[0])
    else:
        p.call("combat", DELIBERATE, h, origins)
    return True


CHANGES: dict[str, Callable[[City, str, str, Any], bool]] = {
    "player": _player, "combat": _attacked, "unit": _place, "owner": _owner, "strength": _strength, "chart": _chart,
    "card": _card, "control": _control, "rubble": _rubble, "soviet_deck": _soviet_deck,
}  # fmt: skip


class CitySituations(Situations[City]):
    table: Setting

    def openings(self) -> list[City]:
        """Return positions with leaders and rare Spawn hexes.

        In some positions, Hoth is in play, with Panzers next to a weak stack in the open. In others, Chuikov and
        Khrushchev are in play, or the Soviets have no Spawn hexes, or fewer than top stacks (INF-AI-04).
        """
        board, found = self.table.board, []
        for leaders in LEADERS:
            p = begun(self.table, 3)
            for card, place in (*((leader, PLAY) for leader in leaders), *((card, HAND) for card in CARDS)):
                p.cards[board.card[card]] = place
            _place_all(p, FIGHT)
            found.append(p)
        for held, units in FEW:
            p = begun(self.table, 3)
            p.control |= board.grid.gather(board.soviet_spawn[held:])
            _place_all(p, units | {"pz-2": "W"})
            to_soviet_round(p)
            p.settle()
            found.append(p)
        return found

    def crowds(self) -> list[dict[str, Any]]:
        """Return early and late rounds on an empty map."""
        return [{"round": number} for number in (1, 2, 5, 9)]

    def clashes(self) -> Sequence[str]:
        return ("combat",)

    def change(self, p: City, key: str, value: Any) -> None:
        """Set a fact that a script can change before play.

        - "round" = 5, as the first change: start with that round on an empty map, with Soviet units in their pools,
          German units away, and all cards in their decks. "player" = "soviet": start with its Soviet round.
        - "unit.pz-2" = "W", "lost", "removed" or "away". "unit.rb-10" = "9" or "pool".
        - "strength.rb-10" = 2 (an edge, for Soviet units). "owner.inf-544" = "partner" (for White units).
        - "chart.1" = ["inf-191"]: these units fill the row from its right end.
        - "card.hoth" = "play", "hand", "deck", "used" or "out". "soviet_deck" = 3: leave three cards in the deck.
        - "control.9" = "german". "rubble.9" = true.
        - As the last change, "combat" = "9": an attack on that hex by all adjacent stacks of the other side.
        """
        if not _changed(p, key, value):
            super().change(p, key, value)
        p.derive()

    def take_over(self, p: City, before: Any) -> None:
        """Translate sets of hexes to this map, where places can differ.

        Raises Refusal during an attack, which has its own sets.
        """
        assert isinstance(before, Setting)
        old, grid = before.board.grid, self.table.board.grid
        if old.bit == grid.bit:
            return
        if any(p.inside(name) for name in ("attackers", "consent", "combat")):
            raise Refusal("Some hexes have moved on this map. Finish the current attack first.", field="components")
        for name in SETS:
            setattr(p, name, grid.gather(old.hexes(getattr(p, name))))
        p.derive()
