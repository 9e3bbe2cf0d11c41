"""Setups for scripts and tests, and settled positions that random play rarely reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.refusal import Reason, no_start
from mamayev.engine.situations import Situations
from mamayev.engine.words import listed

from ..printed import units as counters
from ..printed.cards import BOX, COMBAT, DISCARD, DRAW, HAND, KIND_NAMES, LATE, REMOVED
from ..printed.map import AXIS, OFF_MAP, SEATS, SOVIET, ZONE_NAMES
from ..printed.units import members, set_of
from ..rules.combat_locals import Combat
from ..rules.command import begin_action_phase
from ..rules.position import NOT_CALLED, SIDE_NAMES, Operation
from ..rules.preparation import RESHUFFLE
from ..rules.results import find_column, take_losses

OFF_THE_MAP = {name: place for place, name in counters.BESIDE.items()}
CARD_PLACES = {"draw": DRAW, "late": LATE, "hand": HAND, "box": BOX, "discard": DISCARD, "removed": REMOVED}
LAST_EFFORT: tuple[dict[str, Any], ...] = (
    {"admin": 4},
    {"admin": 8, "called": 4, "track": 4, "survival": 7, "schwerpunkt": "6p-hq"},
)
"""The start of turn 4, and the start of the last turn."""
PAIRS: dict[str, Any] = {
    "turn": 3, "active": "soviet", "card.s2-1": "hand", "card.s3-1": "hand", "card.s4-1": "hand", "card.s5-1": "box",
    "card.s6-1": "hand", "card.act12-1": "hand",
}  # fmt: skip
"""Both Soviet pairs, with one half in the box."""
CUT_OFF: dict[str, Any] = {
    "turn": 5, "unit.all": "out", "unit.6p-hq": "2709", "unit.i-11-6p": "2511", "unit.ii-11-6p": "2509",
    "unit.6-6p": "2607", "unit.23p-hq": "3106", "unit.i-126-23p": "3106", "unit.ii-126-23p": "3106",
    "unit.36-4m": "2411", "unit.823-302": "2710", "unit.825-302": "2808", "unit.59-4m": "3005", "unit.60-4m": "3107",
    "unit.55-4m": "3107", "unit.51st-army-hq": "2412", "schwerpunkt": "6p-hq", "card.act1-1": "hand",
    "card.act12-1": "hand", "card.act12-2": "hand", "card.al11-1": "hand", "card.al5-1": "box", "card.al6-1": "hand",
    "card.al10-1": "hand", "card.a9-1": "hand", "card.sl2-1": "hand", "supply.i-11-6p": 0, "supply.ii-11-6p": 0,
}  # fmt: skip
"""Tanks far ahead of all other units, and HQs that the enemy can reach."""
ENCIRCLED: dict[str, Any] = CUT_OFF | {
    "unit.ii-11-6p": "2511", "unit.6-6p": "2511", "unit.827-302": "2410", "unit.366-126": "2411",
    "unit.550-126": "2510", "unit.690-126": "2512", "unit.503-91": "2610", "unit.561-91": "2611",
}  # fmt: skip
"""Tanks surrounded by the enemy."""


class OperationSituations(Situations[Operation]):
    def openings(self) -> list[Operation]:
        """Return setups for the start of turns 4 and 8, and for moments with rare events."""
        if self.table.own:  # because a player's own counters may differ
            return [self._begun(LAST_EFFORT[0])]
        return [self._begun(changes) for changes in (*LAST_EFFORT, PAIRS, CUT_OFF, ENCIRCLED)]

    def _begun(self, changes: dict[str, Any]) -> Operation:
        p: Operation = self.table.start()
        for key, value in changes.items():
            self.change(p, key, value)
        p.settle()
        return p

    def clashes(self) -> Sequence[str]:
        return ("retreat",)

    def crowds(self) -> Sequence[dict[str, Any]]:
        """Return the Admin Phase of each turn that always has an Admin Phase, and the Action Phase of each side, with
        the historical setup and on an empty map.
        """
        turns = range(2, 8)
        phases: list[dict[str, Any]] = [{"admin": turn} for turn in turns]
        phases += [{"turn": turn, "active": side} for turn in turns for side in SEATS]
        return [phase | units for phase in phases for units in ({}, {"unit.all": "out"})]

    def change(self, p: Operation, key: str, value: Any) -> None:
        """Make a change before play.

        - "turn" = 5: begin with the Action Phase of that turn. "admin" = 5: begin with its Admin Phase.
        - "active" = "soviet": begin with a Soviet activation.
        - "unit.all" = "out": clear the map. "unit.i-11-6p" = "2513", "lost", "waiting", "cup" or "out".
        - "steps.i-11-6p" = 1, "supply.i-11-6p" = 0, "attach.stug-228" = "23P", "schwerpunkt" = a unit.
        - "cards.all" = "draw". "card.a1-1" = "hand", "box", "discard", "removed", "draw" or "late".
        - "limit.axis-combat" = 6, "called" = 4, "track" = 0, "zone" = "B", "survival" = 7, "luck" = "soviet".
        - "overrun.51st-army-hq" = "1821", "bridge" = "2413/2514".
        - As the last change, "retreat" = "4217": all units next to that hex have attacked it, and the defenders must
          retreat.
        """
        if not _changed(p, key, value):
            super().change(p, key, value)
        p.derive()

    def misplaced(self, p: Operation) -> Reason | None:
        return crowded(p) or _mismarked(p) or _miscarded(p) or _miscalled(p) or super().misplaced(p)


def _changed(p: Operation, key: str, value: Any) -> bool:
    """Make one change, and return whether its key is known."""
    board = p.board
    what, _, name = key.partition(".")
    number = isinstance(value, int) and not isinstance(value, bool)
    if p.inside("combat"):
        raise no_start(key, "“retreat” must be the last change in a setup.")
    if key in ("turn", "admin") and number and value in range(1 if key == "turn" else 2, 9):
        begin(p, value, key == "admin")
    elif key == "active" and value in SEATS:
        p.active = SEATS.index(value)
    elif key == "luck" and value in SEATS:
        p.luck = SEATS.index(value)
    elif key == "unit.all" and value == "out":
        p.at = [counters.ASIDE if h < len(board.grid) or board.units[u].turn else h for u, h in enumerate(p.at)]
    elif what == "unit" and name in board.unit:
        return _placed(p, key, board.unit[name], value)
    elif key == "retreat" and str(value) in board.hex:
        _beaten(p, key, board.hex[str(value)])
    elif what == "steps" and name in board.unit and number and 0 < value <= board.units[board.unit[name]].steps:
        p.steps[board.unit[name]] = value
    elif what == "supply" and name in board.unit and number and value in (0, 1):
        bit = 1 << board.unit[name]
        p.unsupplied = p.unsupplied & ~bit if value else p.unsupplied | bit
    elif what == "attach" and board.unit.get(name) in board.attached and value in counters.FORMATIONS:
        _attach(p, key, board.unit[name], counters.FORMATIONS.index(value))
    else:
        return _card(p, key, value) or _donnerschlag(p, key, what, name, value)
    return True


def _attach(p: Operation, key: str, u: int, formation: int) -> None:
    """Attach an independent unit."""
    board = p.board
    name, unit = counters.FORMATION_NAMES[formation], board.units[u].name
    if u == board.tigers and formation not in counters.PANZER:
        raise no_start(key, f"{unit} joins a Panzer division; {name} is not one.", "DON-AXACT-07")
    if formation not in counters.AXIS_FORMATIONS:
        raise no_start(key, f"{unit} cannot be attached to {name}, which is not an Axis formation.", "DON-SETUP-02")
    p.attached[board.attached.index(u)] = formation


def _card(p: Operation, key: str, value: Any) -> bool:
    """Change cards."""
    board = p.board
    what, _, name = key.partition(".")
    if what == "cards" and name == "all" and value in ("draw", "start"):
        p.where = bytearray(board.card_start)
        if value == "draw":
            p.where = bytearray(
                LATE if c in board.late_cards and p.turn < RESHUFFLE else DRAW for c in range(len(p.where))
            )
    elif what == "card" and name in board.card_index and value in CARD_PLACES:
        c = board.card_index[name]
        if value == "late" and c not in board.late_cards:
            raise no_start(key, f"{board.cards[c].name} is not a late card.", "DON-SETUP-03")
        if value == "box" and board.card_kind[c] != COMBAT:
            raise no_start(
                key, f"{board.cards[c].name} is not a combat card; only combat cards can go into a box.", "DON-BOX-02"
            )
        p.where[c] = CARD_PLACES[value]
    elif what == "limit" and name in LIMITS_OF and value in (5, 6):
        seat, kind = LIMITS_OF[name]
        p.limits[seat][kind] = value
    else:
        return False
    return True


LIMITS_OF = {f"{seat}-{kind}": (s, k) for s, seat in enumerate(SEATS) for k, kind in enumerate(KIND_NAMES)}


def _donnerschlag(p: Operation, key: str, what: str, name: str, value: Any) -> bool:
    """Change markers and the call."""
    board, grid = p.board, p.board.grid
    number = isinstance(value, int) and not isinstance(value, bool)
    if key == "schwerpunkt" and value in board.unit:
        u = board.unit[value]
        if board.side_of[u] != AXIS or board.kind[u] == counters.SNAFU:
            text = f"The Schwerpunkt marker goes to an Axis unit; {board.units[u].name} is not one."
            raise no_start(key, text, "DON-SCHWER-01")
        p.schwerpunkt, p.schwerpunkt_given = board.unit[value], True
    elif key == "called" and number and value in range(2, 8):
        p.called, p.track, p.zone = value, max(p.track, 0), max(p.zone, 0)
    elif key == "track" and number and value in range(5):
        p.track = value
    elif key == "zone" and value in ZONE_NAMES:
        p.zone = ZONE_NAMES.index(value)
    elif key == "survival" and number and value in range(2, 9):
        p.survival = value
    elif what == "overrun" and board.unit.get(name) in board.soviet_hqs and value in board.hex:
        p.at[board.unit[name]] = counters.OVERRUN
        p.overrun_at[board.soviet_hqs.index(board.unit[name])] = board.hex[value]
    elif key == "bridge" and isinstance(value, str) and value.count("/") == 1:
        a, b = (board.hex.get(part) for part in value.split("/"))
        if a is None or b is None:
            return False
        if b not in grid.neighbours[a] or grid.side(a, b) not in board.rivers:
            raise no_start(key, f"No river runs between {board.places[a]} and {board.places[b]}.", "DON-RIVER-04")
        p.built = grid.side(a, b)
    else:
        return False
    return True


def _placed(p: Operation, key: str, u: int, value: Any) -> bool:
    """Put a counter in a place."""
    board = p.board
    unit = board.units[u]
    if value not in OFF_THE_MAP and str(value) not in board.hex:
        return False
    if board.kind[u] == counters.SNAFU and value != "cup":
        raise no_start(key, f"{unit.name} is a marker and stays in its cup.", "DON-CUP-07")
    if value == "cup" and board.cup[u] == counters.NONE:
        raise no_start(key, f"{unit.name} does not come from a cup.", "DON-CUP-04")
    if value == "overrun" and u not in board.soviet_hqs:
        raise no_start(key, f"{unit.name} is not a Soviet HQ; only these return after an overrun.", "DON-OVERRUN-06")
    if value == "overrun" and p.overrun_at[board.soviet_hqs.index(u)] == OFF_MAP:
        text = f"Where was {unit.name} overrun? Write “overrun.{unit.id}” with the hex first."
        raise no_start(key, text, "DON-OVERRUN-06")
    if value == "waiting" and not unit.turn and u not in board.stugs:
        raise no_start(key, f"{unit.name} has no arrival turn.", "DON-REINF-01")
    p.at[u] = OFF_THE_MAP[value] if value in OFF_THE_MAP else board.hex[str(value)]
    if u in board.soviet_hqs and value != "overrun":
        p.overrun_at[board.soviet_hqs.index(u)] = OFF_MAP
    if p.at[u] < OFF_MAP and board.is_combat[u] and not p.steps[u]:
        p.steps[u] = unit.steps
    return True


def _beaten(p: Operation, key: str, h: int) -> None:
    """Attack a hex with all adjacent enemies, and advance the attack to the defenders' retreat."""
    board, grid = p.board, p.board.grid
    if (reason := crowded(p)) is not None:
        raise no_start(key, reason.text, *reason.clauses)
    side = AXIS if p.troops(AXIS) & grid.bit[h] else SOVIET
    near = grid.near[h]
    units = set_of([u for u in p.on_map(board.of_side[1 - side] & board.troops) if grid.bit[p.at[u]] & near])
    if not p.troops(side) & grid.bit[h]:
        raise no_start(key, f"{board.places[h]} has no combat units to retreat.", "DON-RETREAT-01")
    if not units:
        text = f"No enemy combat unit is next to {board.places[h]}, so none can attack it."
        raise no_start(key, text, "DON-COMBAT-04")
    if not p.inside("action-phase"):
        begin(p, max(p.turn, 1), False)
    p.active, p.activated = 1 - side, units
    p.go_on_after("activation")
    for name, entry in (("activation", "combat-segment"), ("combat-segment", "declare")):
        p.call(name)
        p.go_on_after(entry)
    p.call("combat", 0, h, units)
    find_column(p, p.top)
    p.fought, p.attacked = units, grid.bit[h]
    p.top[Combat.loser] = p.top[Combat.retreats] = 1
    p.go_on_after(take_losses)


def crowded(p: Operation) -> Reason | None:
    """DON-STACK: return a hex with too many counters, and those counters."""
    board = p.board
    here: dict[int, list[int]] = {}
    for u in members(p.present[AXIS] | p.present[SOVIET]):
        here.setdefault(p.at[u], []).append(u)
    for h, units in here.items():
        place, names = board.places[h], listed([board.units[u].name for u in units])
        if len({board.side_of[u] for u in units}) > 1:
            return Reason(f"{place} would have {names}: the sides cannot share a hex.", ("DON-STACK-05",))
        counted = [board.category[u] for u in units]
        if any(counted.count(category) > counters.LIMITS[category] for category in counters.TROOPS):
            return Reason(f"{place} would have {names}: at most two combat units fit in a hex.", ("DON-STACK-02",))
        if any(counted.count(category) > counters.LIMITS[category] for category in counters.HQS):
            return Reason(f"{place} would have {names}: two HQs cannot share a hex.", ("DON-STACK-03",))
    return None


def _mismarked(p: Operation) -> Reason | None:
    """Return the rules that the changes to markers and attachments violate."""
    board = p.board
    if p.schwerpunkt != counters.NONE and p.at[p.schwerpunkt] >= OFF_MAP:
        name = board.units[p.schwerpunkt].name
        return Reason(f"{name} would have the Schwerpunkt marker, but is not on the map.", ("DON-SCHWER-02",))
    for u, formation in zip(board.attached, p.attached, strict=True):
        if p.at[u] < OFF_MAP and formation == counters.NONE:
            clause = "DON-AXACT-07" if u == board.tigers else "DON-SETUP-02"
            return Reason(f"{board.units[u].name} would be on the map without a formation.", (clause,))
    for n, hq in enumerate(board.soviet_hqs):
        at = p.overrun_at[n]
        free = p.troops(SOVIET) & ~p.headquarters(SOVIET)
        if p.at[hq] == counters.OVERRUN and at < OFF_MAP and free & board.grid.bit[at]:
            text = f"{board.units[hq].name} would have returned, because a Soviet unit is in {board.places[at]}."
            return Reason(text, ("DON-OVERRUN-06",))
    return None


def _miscarded(p: Operation) -> Reason | None:
    """Return the rules that the changes to cards violate."""
    board = p.board
    for side, name in enumerate(SIDE_NAMES):
        boxed = p.held(side, COMBAT, BOX)
        if len(boxed) > 1 and (len(boxed) > 2 or board.partner.get(boxed[0]) != boxed[1]):
            titles = listed([board.cards[c].name for c in boxed])
            return Reason(f"The {name} box would have {titles}; it can hold only one card, or a pair.", ("DON-BOX-08",))
    waiting = [c for c in sorted(board.late_cards) if p.where[c] == LATE]
    if p.turn > RESHUFFLE and waiting:
        text = f"{board.cards[waiting[0]].name} would not be in play in turn {p.turn}, but late cards arrive in turn 4."
        return Reason(text, ("DON-RESHUF-01",))
    early = [c for c in sorted(board.late_cards) if p.where[c] != LATE]
    if p.turn < RESHUFFLE and early:
        text = f"{board.cards[early[0]].name} would be in play in turn {p.turn}, but late cards arrive in turn 4."
        return Reason(text, ("DON-SETUP-03",))
    return None


def _miscalled(p: Operation) -> Reason | None:
    """Return the rules that the changes to the call violate."""
    if p.called > p.turn:
        text = f"Donnerschlag would have been called in turn {p.called}, but this is turn {p.turn}."
        return Reason(text, ("DON-CALL-01",))
    if not p.called and (p.track != NOT_CALLED or p.zone != counters.NONE):
        return Reason("Before the call there is no Donnerschlag marker and no meeting zone.", ("DON-CALL-02",))
    if p.survival > p.turn:
        text = f"Air Fleet 4 would have been played in turn {p.survival}, but this is turn {p.turn}."
        return Reason(text, ("DON-TRACK-06",))
    return None


def begin(p: Operation, turn: int, admin: bool) -> None:
    """Start a turn at its Admin Phase, or after it. The preparation for play is over."""
    p.turn = turn
    if turn > 3:
        for c, card in enumerate(p.board.cards):
            if p.where[c] == LATE and (turn > 4 or not admin):
                p.where[c] = DRAW
                assert card.late
    p.frames.clear()
    p.call("game")
    p.go_on_after("preparation")
    p.call("turn")
    if admin:
        return
    p.go_on_after("action-phase")
    p.call("action-phase")
    active = p.active
    begin_action_phase(p, p.top)
    p.active = active
    p.go_on_after(begin_action_phase)
