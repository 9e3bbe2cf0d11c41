"""Activation: the activation card and the activated units (DON-CMD, DON-AXACT, DON-SOVACT, DON-RANGE), and the supply
check (DON-SUP)."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.fields import Locals
from mamayev.engine.notation import ARG, MASK, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted, sentence

from ..printed import units as counters
from ..printed.cards import ACTIVATION, DISCARD, HAND, Card
from ..printed.map import AXIS, OFF_MAP, SOVIET
from ..printed.units import CORPS, GROUPS, NONE, members, set_of
from .position import SIDE_NAMES, ActiveBox, Operation
from .preparation import LAST_EFFORT
from .verbs import ACTIVATE, BEGIN, COLOUR, HEADQUARTERS, LEAVE, MAIN_EFFORT
from .verbs import FORMATION as FORM

SCHWERPUNKT_RANGE = 4  # DON-RANGE-02
LAST_ACTIVATIONS = 5  # DON-T8-01

ANY, ONE, COLOUR_OR_FORMATION, HQ_OR_FORMATION, EFFORT, LAST, MOBILE_CORPS = range(7)
"""The sets of options that a player can choose from: any Axis formation; none; those on the cards; those of turn 8; any
tank or mechanized corps.
"""
CHOICE = {"any": ANY, "colour-or-formation": COLOUR_OR_FORMATION, "hq-or-formation": HQ_OR_FORMATION}


class Whom(Locals):
    """The set of options to choose from."""

    choice: int


# ------------------------------------------------------------------ the order of activations


def begin_action_phase(p: Operation, _f: Frame) -> None:
    """DON-ACTION-01, DON-T8-01: the Axis goes first."""
    p.active = AXIS
    if p.turn == LAST_EFFORT:
        p.activations = [LAST_ACTIVATIONS, LAST_ACTIVATIONS]


def left(p: Operation, side: int) -> int:
    """Return the number of remaining activations of a side this turn."""
    return p.activations[side] if p.turn == LAST_EFFORT else len(p.hand(side, ACTIVATION))


def activations_left(p: Operation, _f: Frame) -> bool:
    """DON-ACTION-04, DON-ACTION-05: return whether either side has an activation left."""
    return bool(left(p, AXIS) or left(p, SOVIET))


def next_activation(p: Operation, _f: Frame) -> None:
    """DON-ACTION-05: start the next activation, skipping a side without cards."""
    if not left(p, p.active):
        p.active = 1 - p.active
    p.waits[p.active] = 0


def end_activation(p: Operation, _f: Frame) -> None:
    """DON-ACTION-04: pass to the other side."""
    clear_activation(p)
    p.active = 1 - p.active


def clear_activation(p: Operation) -> None:
    """DON-ACTION-03: deactivate all units. DON-FLOW-01: the next activation counts moves and attacks from zero."""
    p.whom = p.activated = p.to_move = p.fought = p.attacked = p.stranded = p.hasty = 0
    p.ford = False


# ------------------------------------------------------------------ whom it activates


def by_formation(p: Operation, formation: int) -> int:
    """DON-AXACT-01, DON-AXACT-04, DON-SOVACT-02: return the units that a formation activates.

    An Axis HQ activates itself and its own combat units currently in range, but no other HQ (DON-AXACT-03,
    DON-RANGE-03). A Soviet corps needs no HQ (DON-RANGE-06).
    """
    board = p.board
    if formation in CORPS:
        return p.in_formation(formation)
    found = 0
    for one in counters.ROMANIANS if formation == counters.TOGETHER else (formation,):
        hq = board.hq_of[one]
        h = p.at[hq]
        if h < OFF_MAP:
            near = [u for u in p.of_formation(one) if board.grid.distance(h, p.at[u]) <= board.ranges[hq]]
            found |= 1 << hq | set_of(near)
    return found


def by_schwerpunkt(p: Operation) -> int:
    """DON-AXACT-05: return the units in command within four hexes of the marker, except HQs.

    DON-AXACT-06: there are none if the marker is not on the map.
    """
    board = p.board
    if p.schwerpunkt == NONE:
        return 0
    h = p.at[p.schwerpunkt]
    near = [
        u for u in p.on_map(board.of_side[AXIS] & board.troops) if board.grid.distance(h, p.at[u]) <= SCHWERPUNKT_RANGE
    ]
    return set_of([u for u in near if p.in_command(u)])


def by_headquarters(p: Operation, hq: int) -> int:
    """DON-SOVACT-03: return all Soviet combat units within the range of an HQ."""
    board = p.board
    h = p.at[hq]
    units = p.on_map(board.of_side[SOVIET] & board.troops)
    return set_of([u for u in units if board.grid.distance(h, p.at[u]) <= board.ranges[hq]])


def axis_formations(p: Operation) -> list[int]:
    """DON-AXACT-02: return the Axis formations on the board. The Romanian corps count as one."""
    on_board = [n for n in counters.AXIS_FORMATIONS if p.at[p.board.hq_of[n]] < OFF_MAP]
    alone = [n for n in on_board if n not in counters.ROMANIANS]
    return alone if len(alone) == len(on_board) else [*alone, counters.TOGETHER]


def corps(p: Operation, among: tuple[int, ...] = CORPS) -> list[int]:
    """Return the Soviet corps on the board."""
    return [n for n in among if p.in_formation(n)]


def groups(p: Operation) -> list[int]:
    """Return the colors of the Soviet armies on the board."""
    return [g for g in range(len(GROUPS)) if p.in_group(g)]


def set_out(p: Operation, units: int, who: str, whom: int = 0) -> None:
    """DON-ACTION-03: activate the given units. They stay active even when they are out of range (DON-RANGE-04). `whom`:
    the choice that selected them.
    """
    clear_activation(p)
    p.whom, p.activated = whom, units
    if p.journal is not None:
        row = members(units)
        many = counted(len(row), "# unit", "# units") if row else "nobody"
        said = f"{who}: {many} can be activated."
        p.note(SIDE_NAMES[p.active], said, "DON-CMD-02", units=row)


def units_of_card(p: Operation, card: Card) -> tuple[int, int]:
    """For a card without options, return its only choice and the units that it activates."""
    if card.way == "formation":
        whom = FORM | counters.FORMATION[card.whom] << ARG
    elif card.way == "colour":
        whom = COLOUR | GROUPS.index(card.whom) << ARG
    else:
        whom = MAIN_EFFORT
    return whom, chosen(p, whom)


def chosen(p: Operation, action: int) -> int:
    """Return the units that a choice activates."""
    verb, x, _ = parts(action)
    if verb == FORM:
        return by_formation(p, x)
    if verb == COLOUR:
        return p.in_group(x)
    return by_headquarters(p, x) if verb == HEADQUARTERS else by_schwerpunkt(p)


def choices_of(p: Operation, choice: int) -> list[int]:
    """Return the player's choices for a card, an event or turn 8."""
    if p.active == AXIS:
        row = [FORM | n << ARG for n in axis_formations(p)]
        return [*row, MAIN_EFFORT] if choice == LAST and p.schwerpunkt != NONE else row
    row = [FORM | n << ARG for n in corps(p, counters.MOBILE if choice == MOBILE_CORPS else CORPS)]
    if choice in (COLOUR_OR_FORMATION, LAST):
        row += [COLOUR | g << ARG for g in groups(p)]
    if choice in (HQ_OR_FORMATION, LAST):
        row += [HEADQUARTERS | hq << ARG for hq in p.board.soviet_hqs if p.at[hq] < OFF_MAP]
    return row


def units_text(p: Operation, units: int) -> str:
    """Return the number of combat units among the given units in words."""
    return counted((units & p.board.troops).bit_count(), "# combat unit", "# combat units")


class ActivationCard(ActiveBox):
    name = "activation-card"
    title = "Play which activation card?"
    clauses = ("DON-CMD-02", "DON-ACARD-04", "DON-ACTION-02")

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [ACTIVATE | c << ARG for c in p.hand(p.active, ACTIVATION)]

    def note(self, p: Operation, f: Frame, action: int) -> str:
        """Describe how many combat units a card activates, or the most that it can activate."""
        card = p.board.cards[action >> ARG & MASK]
        if card.way not in CHOICE:
            return units_text(p, units_of_card(p, card)[1])
        whom = choices_of(p, CHOICE[card.way])
        return f"up to {units_text(p, max((chosen(p, one) for one in whom), key=int.bit_count))}" if whom else "no unit"

    def activate(self, p: Operation, f: Frame, c: int) -> None:
        p.end()
        card = p.board.cards[c]
        p.put_card(c, DISCARD)
        p.show_card(c, "way", sentence(f"The {SIDE_NAMES[p.active]} side plays {card.title}"), "DON-CMD-02")
        if card.way in CHOICE:
            choose(p, CHOICE[card.way], card.title)
        else:
            whom, units = units_of_card(p, card)
            set_out(p, units, card.title, whom)

    def refuse_activate(self, p: Operation, f: Frame, c: int) -> Reason | None:
        board = p.board
        if board.card_kind[c] != ACTIVATION:
            return p.table.look.card_use(c)
        if board.card_side[c] != p.active or p.where[c] != HAND:
            return Reason(f"{board.cards[c].name} is not an activation card in your hand.", self.clauses)
        return None


def choose(p: Operation, choice: int, who: str) -> None:
    """DON-FLOW-07: choose the units when the card is played. If no unit can be activated, the card activates none
    (DON-FLOW-06).
    """
    p.call("whom", choice)
    if not p.box.options(p, p.top):
        p.end()
        set_out(p, 0, who)


class Choice(ActiveBox):
    """The choice offered by a card, an event or turn 8."""

    name = "whom"
    title = "Activate which units?"
    clauses = ("DON-AXACT-02", "DON-SOVACT-02", "DON-SOVACT-03", "DON-T8-02", "DON-T8-03")
    locals = Whom

    def options(self, p: Operation, f: Frame) -> list[int]:
        return choices_of(p, f[Whom.choice])

    def note(self, p: Operation, f: Frame, action: int) -> str:
        return units_text(p, chosen(p, action))

    def formation(self, p: Operation, f: Frame, formation: int) -> None:
        p.end()
        set_out(p, by_formation(p, formation), counters.FORMATION_NAMES[formation], FORM | formation << ARG)

    def colour(self, p: Operation, f: Frame, group: int) -> None:
        p.end()
        set_out(p, p.in_group(group), counters.GROUP_NAMES[group], COLOUR | group << ARG)

    def headquarters(self, p: Operation, f: Frame, hq: int) -> None:
        p.end()
        set_out(p, by_headquarters(p, hq), p.board.units[hq].name, HEADQUARTERS | hq << ARG)

    def main_effort(self, p: Operation, f: Frame) -> None:
        p.end()
        set_out(p, by_schwerpunkt(p), "Schwerpunkt", MAIN_EFFORT)

    def refuse_formation(self, p: Operation, f: Frame, formation: int) -> Reason | None:
        if FORM | formation << ARG in self.options(p, f):
            return None
        name = counters.FORMATION_NAMES[formation]
        axis = formation == counters.TOGETHER or formation in counters.AXIS_FORMATIONS
        clause = ("DON-AXACT-02" if p.active == AXIS else "DON-SOVACT-02",)
        if axis != (p.active == AXIS):
            return Reason(f"The {name} is not yours.", clause)
        if formation in counters.ROMANIANS and counters.TOGETHER in axis_formations(p):
            return Reason(f"The {name} is activated together with the other Romanian corps.", ("DON-AXACT-04",))
        if axis:
            return Reason(f"The HQ of the {name} is not on the map.", clause)
        if formation not in CORPS:
            return Reason(f"The {name} is an army: choose one of its colors, a corps, or its HQ if offered.", clause)
        if not p.in_formation(formation):
            return Reason(f"No unit of the {name} is on the map.", clause)
        return Reason(f"This activation is for a tank or mechanized corps; the {name} is not one.", clause)

    def refuse_colour(self, p: Operation, f: Frame, group: int) -> Reason | None:
        if COLOUR | group << ARG in self.options(p, f):
            return None
        name = counters.GROUP_NAMES[group]
        if p.active == AXIS:
            return Reason(f"{name}: the Axis has no colors.", ("DON-AXACT-02",))
        if not p.in_group(group):
            return Reason(f"{name}: no unit is on the map.", ("DON-SOVACT-01",))
        return Reason(f"{name}: you cannot choose a color for this activation.", ("DON-SOVACT-02", "DON-SOVACT-03"))

    def refuse_headquarters(self, p: Operation, f: Frame, hq: int) -> Reason | None:
        if HEADQUARTERS | hq << ARG in self.options(p, f):
            return None
        board = p.board
        name = board.units[hq].name
        if p.active == AXIS:
            return Reason(f"{name}: the Axis chooses a formation, not an HQ.", ("DON-AXACT-02",))
        if hq not in board.soviet_hqs:
            return Reason(f"{name} is not a Soviet HQ.", ("DON-SOVACT-03",))
        if p.at[hq] >= OFF_MAP:
            return Reason(f"{name} is not on the map.", ("DON-SOVACT-03",))
        return Reason(f"{name}: this activation is not for an HQ.", ("DON-SOVACT-02",))

    def bar_main_effort(self, p: Operation, f: Frame) -> Reason | None:
        if MAIN_EFFORT in self.options(p, f):
            return None
        if p.active != AXIS:
            return Reason("The Schwerpunkt marker belongs to the Axis.", ("DON-AXACT-05",))
        if p.schwerpunkt == NONE:
            return Reason("The Schwerpunkt marker is not on the map.", ("DON-AXACT-06",))
        return Reason("This activation is for a formation; the marker needs its own card.", ("DON-AXACT-06",))


def falls_short(p: Operation, u: int) -> bool:
    """DON-SUP-06: return whether the supply check of an activated unit would mark it as out of supply."""
    return not (p.unsupplied | p.fed) >> u & 1 and not p.traces(p.at[u], p.active)


class Muster(ActiveBox):
    """DON-CMD-02: the choice of units to leave out of the activation. Those units skip the supply check."""

    name = "muster"
    title = "Activate all of these?"
    hint = "Click a unit to leave it out; “Begin” activates the others."
    clauses = ("DON-CMD-02", "DON-ACTION-03", "DON-SUP-01")

    def waivers(self, p: Operation, f: Frame) -> tuple[int, ...]:
        return (BEGIN,)

    def note(self, p: Operation, f: Frame, action: int) -> str:
        verb, u, _ = parts(action)
        return "would be out of supply" if verb == LEAVE and falls_short(p, u) else ""

    def vain(self, p: Operation, f: Frame, action: int) -> str:
        """DON-SUP-01, DON-SUP-06: return why leaving a unit out has no effect: its only effect would be to skip a
        supply check that the unit passes.
        """
        verb, u, _ = parts(action)
        spared = verb != LEAVE or falls_short(p, u)
        return "" if spared else "The supply check does not affect this unit. If you leave it out, it just cannot act."

    def pieces(self, p: Operation, f: Frame) -> list[int]:
        return members(p.activated)

    def choices(self, p: Operation, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [BEGIN]
        return [LEAVE | piece << ARG] if p.activated >> piece & 1 else []

    def draw(self, p: Operation, f: Frame, uniform: Callable[[], float]) -> int:
        """In random play, leave out one unit in 24."""
        units = self.pieces(p, f)
        return LEAVE | units[int(uniform() * len(units))] << ARG if units and uniform() < 0.04 else BEGIN

    def leave(self, p: Operation, f: Frame, u: int) -> None:
        p.activated &= ~(1 << u)

    def begin(self, p: Operation, f: Frame) -> None:
        p.end()

    def refuse_leave(self, p: Operation, f: Frame, u: int) -> Reason | None:
        return None if p.activated >> u & 1 else Reason(f"{p.board.units[u].name} is not activated.", self.clauses)


def check_supply(p: Operation, _f: Frame) -> None:
    """DON-SUP-01, DON-SUP-06: check the supply of the activated units only, in step b of an activation."""
    grid = p.board.grid
    if not p.activated:
        return
    row = members(p.activated & ~p.fed)
    found = p.supplied(p.active, grid.gather(p.at[u] for u in row))
    for u in row:
        fits = bool(found & grid.bit[p.at[u]])
        if fits == bool(p.unsupplied >> u & 1):
            p.unsupplied ^= 1 << u
            said = "is in supply again" if fits else "is out of supply"
            p.note("Supply", f"{p.board.units[u].name} {said}.", "DON-SUP-06", units=(u,), hexes=(p.at[u],))
    p.to_move = p.activated


def spend_activation(p: Operation, _f: Frame) -> None:
    """DON-T8-01: use up one of the activations of turn 8."""
    p.activations[p.active] -= 1
    choose(p, LAST, "Turn 8")
