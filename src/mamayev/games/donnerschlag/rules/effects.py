"""The effects of card events (DON-CARDWIN-04), with one function for each immediate effect.

`odds.py` and `results.py` read the effects that are in force in a combat.
"""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DrawBox
from mamayev.engine.event import ONLOOKERS, Event
from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason

from ..printed import units as counters
from ..printed.cards import ACTIVATION, COMBAT, DECKS, DISCARD, EVENTS, HAND, KIND_NAMES, Effect
from ..printed.map import AXIS, OFF_MAP, SEATS, SOVIET
from ..printed.units import PANZER, members, set_of
from .combat_locals import Combat, Played, Throw
from .command import ANY, MOBILE_CORPS, axis_formations, corps
from .cups import cup_has_units, tiger_hexes
from .odds import holds
from .position import SIDE_NAMES, Operation
from .replacements import AMONG, arrival_hexes, to_replace
from .verbs import ATTACH, BRIDGE, FEED, PAINT, RELIEVE, TRADE
from .victory import survival

RAISED_LIMIT = 6  # DON-T-HAND
IN_COMBAT = {
    "shift", "modifier", "strength", "river", "settlement", "no-tank-shift", "no-combined-arms", "tank-hit",
    "no-losses", "no-zone-loss", "no-retreat", "fewer-losses",
}  # fmt: skip


def possible(p: Operation, side: int, effect: Effect) -> bool:
    """DON-FLOW-05: return whether the condition of an effect is met."""
    if effect.kind in IN_COMBAT:
        return holds(p, p.frame("combat"), effect, side)
    test = NEEDS.get(effect.kind)
    return test is None or test(p, side, effect)


# ------------------------------------------------------------------ immediate, without a choice


def limit(p: Operation, side: int, effect: Effect) -> None:
    """DON-ACARD-03, DON-CCARD-02: raise a side's hand limit for a kind of card."""
    kind = KIND_NAMES.index(effect.what)
    p.limits[side][kind] = RAISED_LIMIT


def cancel(p: Operation, side: int, effect: Effect) -> None:
    """Cancel the card that this card answers."""
    p.frame("card")[Played.cancelled] = 1


def reroll(p: Operation, side: int, effect: Effect) -> None:
    """Make the player roll the combat die again."""
    p.frame("throw")[Throw.again] = 1


def no_air(p: Operation, side: int, effect: Effect) -> None:
    """Forbid aircraft for the rest of the turn."""
    p.no_air = True


def air_in_force(p: Operation) -> list[int]:
    """Return the events of Axis air cards in force in this combat, as bits.

    DON-BOX-04: events from the box cannot be canceled.
    """
    combat = p.frame("combat")
    force = combat[Combat.force] & ~combat[Combat.certain]
    return [n for n in members(force) if p.board.cards[n // EVENTS].air]


def cancel_air(p: Operation, side: int, effect: Effect) -> None:
    """Cancel the air card in force with the greatest shift."""

    board = p.board

    def worth(bit: int) -> int:
        event = board.events[bit // EVENTS][bit % EVENTS]
        return 0 if event is None else sum(one.n for one in event.effects)

    found = max(air_in_force(p), key=worth)
    combat = p.frame("combat")
    combat[Combat.force] &= ~(1 << found)
    combat[Combat.void] |= 1 << found
    p.note("Cards", f"{board.cards[found // EVENTS].title} no longer counts.", "DON-CARDWIN-04")


def ford(p: Operation, side: int, effect: Effect) -> None:
    """Let one motorized unit in this activation continue after crossing a river."""
    p.ford = True


def haste(p: Operation, side: int, effect: Effect) -> None:
    """Give the units in this activation one more movement point."""
    p.hasty = p.activated & set_of([u for u in members(p.activated) if p.board.is_combat[u]])


def headquarters_free(p: Operation, side: int, effect: Effect) -> bool:
    """DON-REINF-08: return whether the hex has neither an enemy nor another HQ."""
    board = p.board
    formation, name = effect.what.split()
    bit, hq = board.grid.bit[board.hex[name]], board.hq_of[counters.FORMATION[formation]]
    return not bit & (p.standing(AXIS) | p.headquarters(SOVIET)) and p.at[hq] != board.hex[name]


def headquarters(p: Operation, side: int, effect: Effect) -> None:
    """DON-HQ-04, DON-REINF-08, DON-OVERRUN-06: place a Soviet HQ in the hex that the card names."""
    board = p.board
    formation, name = effect.what.split()
    hq, h = board.hq_of[counters.FORMATION[formation]], board.hex[name]
    p.overrun_at[board.soviet_hqs.index(hq)] = OFF_MAP
    if p.at[hq] < OFF_MAP:
        p.go(hq, h, "place", "DON-REINF-08")
    else:
        p.come(hq, h, "place", "DON-REINF-08")
    p.retest_supply()


def look(p: Operation, side: int, effect: Effect) -> None:
    """Show the Soviet combat cards to the Axis, then discard one of them at random."""
    hand = p.hand(SOVIET)
    p.known = (p.known & ~set_of(p.held(SOVIET, COMBAT, *range(8)))) | set_of(hand)
    p.looked, p.swaps = p.turn, 0
    if p.journal is not None:
        names = ", ".join(p.board.cards[c].title for c in hand)
        told = ("DON-CARDWIN-04",)
        p.journal.add(Event(who="Axis", text=f"The Soviet hand: {names}.", audience=SEATS, clauses=told))
        p.journal.add(
            Event(who="Axis", text="The Axis player looks at the Soviet hand.", audience=(ONLOOKERS,), clauses=told)
        )
    p.call(f"rob-{DECKS[SOVIET][COMBAT]}")


def rob(p: Operation, side: int, effect: Effect) -> None:
    """Make the enemy discard a random card of a kind."""
    p.call(f"rob-{DECKS[1 - side][KIND_NAMES.index(effect.what)]}")


class Rob(DrawBox[Operation]):
    """The random discard of a card from a hand."""

    title = "a card to discard"
    clauses = ("DON-CCARD-17",)

    def __init__(self, side: int, kind: int) -> None:
        self.side, self.kind = side, kind
        self.deck = DECKS[side][kind]  # type: ignore[misc]
        self.name = f"rob-{self.deck}"

    def drawer(self, p: Operation, f: Frame) -> int:
        """Return the side whose hand it is, because the list of what can be drawn is the hand."""
        return self.side

    def cards(self, p: Operation, f: Frame) -> list[int]:
        return p.hand(self.side, self.kind)

    def card(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        p.put_card(c, DISCARD)
        line = "way" if self.kind == ACTIVATION else "general"
        text = f"The {SIDE_NAMES[self.side]} side discards {p.board.cards[c].title} by lot."
        p.show_card(c, line, text, "DON-CCARD-17")


# ------------------------------------------------------------------ exchange with the discard pile


class Trade(Box[Operation]):
    name = "trading"
    title = "Exchange an activation card for which card in the discard pile?"
    clauses = ("DON-CCARD-09",)

    def seat(self, p: Operation, f: Frame) -> int:
        return p.frame("trade")[One.value]

    def options(self, p: Operation, f: Frame) -> list[int]:
        side = self.seat(p, f)
        return [TRADE | c << ARG | d for c in p.hand(side, ACTIVATION) for d in p.held(side, ACTIVATION, DISCARD)]

    def trade(self, p: Operation, f: Frame, c: int, d: int) -> None:
        board = p.board
        p.end()
        p.put_card(c, DISCARD)
        p.where[d] = HAND
        p.known |= 1 << d
        p.show_card(c, "way", f"{board.cards[c].title} is exchanged for {board.cards[d].title}.", "DON-CCARD-09")

    def refuse_trade(self, p: Operation, f: Frame, c: int, d: int) -> Reason | None:
        board = p.board
        side = self.seat(p, f)
        if board.card_side[c] != side or board.card_kind[c] != ACTIVATION or p.where[c] != HAND:
            return Reason(f"{board.cards[c].name} is not an activation card in your hand.", self.clauses)
        if board.card_side[d] != side or board.card_kind[d] != ACTIVATION or p.where[d] != DISCARD:
            return Reason(f"{board.cards[d].name} is not in your discard pile of activation cards.", self.clauses)
        return None


class One(Locals):
    """The frame of a sequence with one choice."""

    value: int


# ------------------------------------------------------------------ bridges, supply, the brigade of sailors, the Tigers


def bridge_sides(p: Operation) -> list[tuple[int, int]]:
    """Return the unbridged river hexsides next to a German unit."""
    board = p.board
    near = {p.at[u] for u in p.on_map(board.german)}
    found = (board.grid.sides[n] for n in sorted(p.crossings.unbridged))
    return [pair for pair in found if near.intersection(pair)]


class BuildBridge(Box[Operation]):
    name = "build-bridge"
    title = "Build the bridge where?"
    clauses = ("DON-RIVER-04", "DON-CARDWIN-04")
    decider = AXIS

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [BRIDGE | a << ARG | b for a, b in bridge_sides(p)]

    def bridge(self, p: Operation, f: Frame, a: int, b: int) -> None:
        board = p.board
        p.end()
        p.built = board.grid.side(a, b)
        p.note("Axis", f"A bridge joins {board.places[a]} and {board.places[b]}.", "DON-RIVER-04", hexes=(a, b))
        p.retest_supply()

    def refuse_bridge(self, p: Operation, f: Frame, a: int, b: int) -> Reason | None:
        if (a, b) in bridge_sides(p):
            return None
        text = "Choose an unbridged river hexside next to a German unit, in the order of its hexes."
        return Reason(text, self.clauses)


class Feed(Box[Operation]):
    name = "feeding"
    title = "Supply which formation until the end of the turn?"
    clauses = ("DON-OOS-03", "DON-CARDWIN-04")
    decider = AXIS

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [FEED | n << ARG for n in fed_formations(p)]

    def feed(self, p: Operation, f: Frame, formation: int) -> None:
        hq = p.board.hq_of[formation]
        p.end()
        p.fed |= p.in_formation(formation) | (1 << hq if p.at[hq] < OFF_MAP else 0)
        p.unsupplied &= ~p.fed
        name = counters.FORMATION_NAMES[formation]
        p.note("Axis", f"The {name} counts as in supply until the end of the turn.", "DON-OOS-03")

    def refuse_feed(self, p: Operation, f: Frame, formation: int) -> Reason | None:
        if formation in fed_formations(p):
            return None
        return Reason(f"The {counters.FORMATION_NAMES[formation]} has no units on the map.", self.clauses)


def fed_formations(p: Operation) -> list[int]:
    """Return the Axis formations that have units on the map."""
    return [n for n in range(counters.FORMATION["1GRC"]) if p.in_formation(n)]


class Relieve(Box[Operation]):
    name = "relieving"
    title = "Remove which unit's Out of Supply marker?"
    clauses = ("DON-SUP-08",)
    decider = AXIS

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [RELIEVE | u << ARG for u in members(p.unsupplied & p.board.of_side[AXIS])]

    def relieve(self, p: Operation, f: Frame, u: int) -> None:
        p.end()
        p.frame("relief")[One.value] -= 1
        p.unsupplied &= ~(1 << u)
        p.note("Axis", f"{p.board.units[u].name} loses its Out of Supply marker.", "DON-SUP-08", units=(u,))

    def refuse_relieve(self, p: Operation, f: Frame, u: int) -> Reason | None:
        board = p.board
        if p.unsupplied & board.of_side[AXIS] & 1 << u:
            return None
        return Reason(f"{board.units[u].name} is not an Axis unit with an Out of Supply marker.", self.clauses)


def relief_left(p: Operation, f: Frame) -> bool:
    """Return whether another marker can be removed."""
    return f[One.value] > 0 and bool(p.unsupplied & p.board.of_side[AXIS])


class Paint(Box[Operation]):
    """DON-CCARD-11: the event when Naval Rifle Brigade and Garde are played together."""

    name = "painting"
    title = "Assign the brigade to which color?"
    clauses = ("DON-CCARD-11", "DON-SOVACT-01")
    decider = SOVIET

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [PAINT | g << ARG for g in range(len(counters.GROUPS))]

    def paint(self, p: Operation, f: Frame, group: int) -> None:
        p.end()
        p.naval_group = group
        p.note("Soviet", f"The 154th Naval Rifle Brigade belongs to {counters.GROUP_NAMES[group]}.", "DON-CCARD-11")


class AttachTigers(Box[Operation]):
    name = "attach-tigers"
    title = "Attach the battalion to which Panzer division?"
    clauses = ("DON-AXACT-07", "DON-CARDWIN-04")
    decider = AXIS

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [ATTACH | p.board.tigers << ARG | n for n in PANZER if tiger_hexes(p, n)]

    def attach(self, p: Operation, f: Frame, u: int, formation: int) -> None:
        p.end()
        p.attached[-1] = formation
        text = f"{p.board.units[u].name} is attached to the {counters.FORMATION_NAMES[formation]}."
        p.note("Axis", text, "DON-AXACT-07", units=(u,))

    def refuse_attach(self, p: Operation, f: Frame, u: int, formation: int) -> Reason | None:
        if u == p.board.tigers and formation in PANZER and tiger_hexes(p, formation):
            return None
        return Reason("Choose a Panzer division with a free road hex in supply within its HQ's range.", self.clauses)


def activate_more(p: Operation, side: int, effect: Effect) -> None:
    """Grant an extra activation at once."""
    p.call("extra-activation", ANY if effect.what == "any" else MOBILE_CORPS)


IMMEDIATE: dict[str, Callable[[Operation, int, Effect], None]] = {
    "schwerpunkt": lambda p, side, effect: p.call("give-schwerpunkt"),
    "limit": limit,
    "trade": lambda p, side, effect: p.call("trade", side),
    "reroll": reroll,
    "look": look,
    "rob": rob,
    "cancel": cancel,
    "survival": lambda p, side, effect: survival(p),
    "tigers": lambda p, side, effect: p.call("tigers"),
    "advance": lambda p, side, effect: p.call("further"),
    "bridge": lambda p, side, effect: p.call("build-bridge"),
    "ford": ford,
    "activation": activate_more,
    "haste": haste,
    "convoy": lambda p, side, effect: p.call("feeding"),
    "relieve": lambda p, side, effect: p.call("relief", effect.n),
    "replacements": lambda p, side, effect: p.call(
        "replacements", side, effect.n, AMONG.index(effect.what.split()[0]), int("flip" in effect.what.split())
    ),
    "draw": lambda p, side, effect: p.call("cup-draw", counters.CUPS.index(effect.what), effect.n),
    "headquarters": headquarters,
    "naval": lambda p, side, effect: p.call("naval"),
    "no-air": no_air,
    "cancel-air": cancel_air,
}
"""The immediate effect of each kind of event."""


def may_get_tigers(p: Operation) -> bool:
    """Return whether the battalion can join a Panzer division."""
    return p.at[p.board.tigers] == counters.ASIDE and any(tiger_hexes(p, n) for n in PANZER)


def may_replace(p: Operation, side: int, effect: Effect) -> bool:
    """Return whether a unit can be restored or brought back."""
    words = effect.what.split()
    return bool(to_replace(p, side, AMONG.index(words[0]), "flip" in words))


NEEDS: dict[str, Callable[[Operation, int, Effect], bool]] = {
    "schwerpunkt": lambda p, side, effect: bool(p.on_map(p.board.of_side[AXIS])),
    "trade": lambda p, side, effect: bool(p.hand(side, ACTIVATION) and p.held(side, ACTIVATION, DISCARD)),
    "look": lambda p, side, effect: bool(p.hand(SOVIET)),
    "rob": lambda p, side, effect: bool(p.hand(1 - side, KIND_NAMES.index(effect.what))),
    "tigers": lambda p, side, effect: may_get_tigers(p),
    "advance": lambda p, side, effect: bool(p.frame("combat")[Combat.advanced] & p.board.german),
    "bridge": lambda p, side, effect: bool(bridge_sides(p)),
    "activation": lambda p, side, effect: bool(
        axis_formations(p) if effect.what == "any" else corps(p, counters.MOBILE)
    ),
    "haste": lambda p, side, effect: bool(p.activated),
    "convoy": lambda p, side, effect: bool(fed_formations(p)),
    "relieve": lambda p, side, effect: bool(p.unsupplied & p.board.of_side[AXIS]),
    "replacements": may_replace,
    "draw": lambda p, side, effect: cup_has_units(p, counters.CUPS.index(effect.what)),
    "headquarters": headquarters_free,
    "naval": lambda p, side, effect: p.at[p.board.naval] == counters.ASIDE and bool(arrival_hexes(p, p.board.naval)),
    "cancel-air": lambda p, side, effect: bool(air_in_force(p)),
}
"""The condition for each effect."""
