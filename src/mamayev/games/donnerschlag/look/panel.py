"""The panels beside the map: the current combat, from its declaration to its result, and the current activation.

Both show only public information.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from mamayev.engine import scene as sc
from mamayev.engine.event import Modifier, ModifierLine
from mamayev.engine.fields import OWN
from mamayev.engine.notation import parts
from mamayev.engine.position import Frame
from mamayev.engine.words import counted

from ..printed.board import Board
from ..printed.cards import AFTER, BEFORE, DECKS, END, EVENT_NAMES, EVENTS, MOVE
from ..printed.map import AXIS, OFF_MAP, SEATS
from ..printed.units import FORMATION_NAMES, GROUP_NAMES, HEADQUARTERS, NONE, ROMANIANS, TOGETHER, members
from ..rules import odds
from ..rules.combat import Declared, targets
from ..rules.combat_locals import Combat, Played, Throw
from ..rules.command import SCHWERPUNKT_RANGE
from ..rules.forecasts import ORDER, chances, column_name, row
from ..rules.outlook import trade
from ..rules.position import SIDE_NAMES, Operation
from ..rules.results import BY_THE_LETTER, LAST_ROW
from ..rules.verbs import COLOUR, FORMATION, MAIN_EFFORT
from ..rules.verbs import HEADQUARTERS as BY_HQ
from ..rules.windows import WINDOW_TITLES, Window

CODES = {
    "--": "no effect", "1A": "the attacker loses a step", "AR": "the attackers retreat",
    "1AR": "the attacker loses a step, then the attackers retreat", "DR": "the defenders retreat",
    "1DR": "the defender loses a step, then the defenders retreat",
    "2DR": "the defender loses two steps, then the defenders retreat",
    "3DR": "the defender loses three steps, then the defenders retreat",
    BY_THE_LETTER: "the attacker loses a step, and the defenders retreat",
}  # fmt: skip
"""The meaning of each combat result (DON-T-CRTCODE, DON-RATIO-05)."""


# ------------------------------------------------------------------ the combat


def combat(p: Operation) -> sc.Combat | None:
    """Return the current combat, or None."""
    if not p.frames:
        return None
    if p.inside("combat"):
        return sc.Combat([shown(p, p.frame("combat"), "now")])
    if p.inside("declare"):
        said = p.frame("declare")
        if said[Declared.target]:
            f = [0] * (OWN + len(Combat.names))
            f[Combat.target], f[Combat.attackers] = said[Declared.target] - 1, said[Declared.units]
            return sc.Combat([shown(p, f, "open")])
    return None


def shown(p: Operation, f: Frame, state: Literal["open", "now"]) -> sc.BattleShown:
    """Return a combat in the form that the panel shows. Until the result is read, the values come from the units; then
    they come from the stored combat.
    """
    grid = p.board.grid
    target = f[Combat.target]
    over = state == "now" and bool(p.attacked & grid.bit[target])
    attackers = f[Combat.attackers] if over else odds.taking_part(p, f)
    defending = f[Combat.defenders] if over else odds.defenders(p, f)
    attack, defence = (f[Combat.attack], f[Combat.defence]) if over else odds.sums(p, f)
    moved = [] if over else odds.shifts(p, f, attackers, defending)
    added = [] if over else odds.modifiers(p, f)
    base = f[Combat.base] if over else odds.ratio(attack, defence)
    by = sum(shift.value for shift in moved)
    found = f[Combat.column] if over else odds.shifted(p, base, by + odds.beyond(p, attack, defence))
    drm = f[Combat.total] - f[Combat.die] if over else sum(one.value for one in added)
    result = ""
    if over:
        result = p.table.below_one_result if found == odds.BELOW else p.table.results[row(f[Combat.total])][found]
    steps = begins(p, by, defence)
    names = list(steps)
    here = names.index(found) if found in names else 0
    many = counted(attackers.bit_count(), "# unit", "# units")
    near = (found,) if over else names[max(here - 1, 0) : here + 2]
    columns = tuple(sc.OddsColumn(column_name(n), steps.get(n, 0), chances(p, n, drm)) for n in near)
    return sc.BattleShown(
        id="now", title=f"{p.board.places[target]}: {many} against {defending.bit_count()}",
        state=state,
        spaces=(grid.ids[target],), attackers=ids(p, attackers), defenders=ids(p, defending), attack=attack,
        defense=defence, odds=column_name(base), column=column_name(found), columns=columns,
        steps={} if over else {column_name(n): needs for n, needs in steps.items()}, chart="combat",
        start=column_name(base), shifts=lines(moved), modifiers=lines(added), cards=tuple(cards(p, f, state)),
        why=() if over else tuple(strengths(p, f)), notes=tuple(notes(p, columns, found, result, drm)),
        window=window(p, over), result=result,
        trade=trade(p, f) if attackers and defending and not over else None,
    )  # fmt: skip


def begins(p: Operation, by: int, defence: int) -> dict[int, int]:
    """Return the lowest attack strength that reaches each column with this total shift, from left to right. Columns
    that no whole number reaches are left out.
    """
    found: dict[int, int] = {}
    for base in range(odds.BELOW, len(odds.COLUMNS)):
        needs = 0 if base == odds.BELOW else -(-defence * odds.TWICE[base] // 2)
        found.setdefault(odds.shifted(p, base, by), needs)
    if p.table.readings["column_cap=last"]:  # DON-RATIO-04
        last = len(odds.COLUMNS) - 1
        for more in range(1, 1 - by):
            found.setdefault(odds.shifted(p, last, by + more), defence * (odds.TWICE[last] // 2 + more))
    rows = list(found.items())
    return {n: needs for (n, needs), (_, next_) in zip(rows, [*rows[1:], (0, -1)], strict=True) if needs != next_}


def ids(p: Operation, units: int) -> tuple[str, ...]:
    """Return the ids of the given units that are still on the map, the strongest first."""
    board = p.board
    return tuple(board.units[u].id for u in sorted(p.on_map(units), key=lambda u: (-max(board.units[u].strength), u)))


def lines(row: Iterable[Modifier]) -> tuple[ModifierLine, ...]:
    """Return the given shifts or modifiers in the form that the client shows."""
    return tuple(ModifierLine(*one) for one in row)


def cards(p: Operation, f: Frame, state: str) -> Iterator[sc.PlayedCard]:
    """Return the card events played in a combat, the attacker's first, and the current one."""
    board = p.board
    for bit in sorted(members(f[Combat.played]), key=lambda bit: board.cards[bit // EVENTS].side != p.active):
        yield played(board, bit, "void" if f[Combat.void] >> bit & 1 else "force")
    if state == "now" and p.inside("card"):
        card = p.frame("card")
        yield played(board, card[Played.card] * EVENTS + card[Played.event], "now")


def played(board: Board, bit: int, state: Literal["force", "void", "now"]) -> sc.PlayedCard:
    """Return a played card event in the form that the client shows."""
    c, number = divmod(bit, EVENTS)
    side = board.cards[c].side
    return sc.PlayedCard(DECKS[side][board.cards[c].kind], c, EVENT_NAMES[number], SEATS[side], state)


def strengths(p: Operation, f: Frame) -> Iterator[sc.Remark]:
    """Describe the terrain, and what makes a side weaker than the strengths on its counters."""
    board = p.board
    bit = board.grid.bit[f[Combat.target]]
    part, target = odds.taking_part(p, f), board.places[f[Combat.target]]
    grounds = ((board.cities, "a city"), (board.towns, "a town"), (board.villages, "a minor village"), (bit, "clear"))
    ground = next(name for hexes, name in grounds if bit & hexes)
    wet = [u for u in members(part) if odds.crosses(p, f, u)]
    behind = ", behind an unbridged river" if wet else ""
    yield sc.Remark(f"{target}: {ground}{behind}.", ("DON-TERR-01", "DON-TERR-04") if wet else ("DON-TERR-01",))
    if left := f[Combat.attackers] & ~part:
        names = ", ".join(board.units[u].name for u in members(left))
        yield sc.Remark(f"{names} cannot attack across the river without a bridge.", ("DON-TERR-03", "DON-PROC-04"))
    if bit & board.cities:
        yield sc.Remark("Attackers are halved against a city.", ("DON-TERR-02",))
    if weak := (part | odds.defenders(p, f)) & p.unsupplied:
        names = ", ".join(board.units[u].name for u in members(weak))
        yield sc.Remark(f"Halved, because out of supply: {names}.", ("DON-OOS-01",))


def notes(p: Operation, columns: tuple[sc.OddsColumn, ...], found: int, result: str, drm: int) -> Iterator[sc.Remark]:
    """Describe the possible results, and the unit that the defender draws if the attack fails. `found`: the column
    after shifts.
    """
    if result:
        yield sc.Remark(f"{result}: {CODES[result]}.", ("DON-CRT-02", "DON-CRT-03"))
        return
    codes = {one.text for column in columns for one in column.outcomes}
    yield sc.Remark("; ".join(f"{code} {CODES[code]}" for code in ORDER if code in codes) + ".", ("DON-CRT-02",))
    if found == odds.BELOW:
        yield sc.Remark("Below 1:1: no die is rolled.", ("DON-RATIO-05",))
        if p.active == AXIS and p.table.readings["below_one_draw=yes"]:
            yield sc.Remark("The defender draws Ad Hoc Infantry.", ("DON-DRAW-01", "DON-RATIO-05"))
        return
    if p.active == AXIS:
        faces = sum(die + drm <= 1 for die in range(1, 7))
        said, clause = f"On a modified 1 or less ({faces} of 6), the defender draws Ad Hoc Infantry.", "DON-DRAW-01"
    else:
        faces = sum(die + drm >= LAST_ROW for die in range(1, 7))
        said, clause = f"On a modified 6 or more ({faces} of 6), the defender draws an Alarmgruppe.", "DON-DRAW-02"
    if faces:
        yield sc.Remark(said, (clause,))


def window(p: Operation, over: bool) -> str:
    """Describe the open reaction window: who can play a card, and who has passed."""
    board = p.board
    f = p.top
    asks = p.table.boxes[f[0]].name
    if asks == "window" and f[Window.window] in (BEFORE, AFTER):
        side = p.active ^ f[Window.turn]
        passed = f"; the {SIDE_NAMES[1 - side]} side has passed" if f[Window.passes] else ""
        return f"{WINDOW_TITLES[f[Window.window]]}: the {SIDE_NAMES[side]} side can play a card{passed}."
    if asks == "answer":
        c = p.frame("card")[Played.card]
        return f"The {SIDE_NAMES[1 - board.cards[c].side]} side can answer {board.cards[c].title}."
    if asks == "luck":
        throw = p.frame("throw")
        return f"The die is a {throw[Throw.die]}: the {SIDE_NAMES[throw[Throw.roller]]} side can keep it."
    return "" if over else "Both sides can play cards in turn until both pass. Then the die is rolled."


# ------------------------------------------------------------------ the activation

STAGES = ("Card", "Supply", "Move", "Combat")
CARD_STAGE, _, MOVE_STAGE, COMBAT_STAGE = range(4)


def stage(p: Operation) -> int:
    """DON-ACTION-03: return the current part of the activation. The supply check needs no decision."""
    inside = dict[str, Frame]()  # the innermost frame that the activation has called
    for f in reversed(p.frames):
        if (name := p.table.boxes[f[0]].name) in ("activation", "extra-activation"):
            break
        inside[name] = f
    if "combat-segment" in inside:
        return COMBAT_STAGE
    if "movement" in inside:
        return MOVE_STAGE
    if "window" not in inside:
        return CARD_STAGE
    window = inside["window"][Window.window]
    return COMBAT_STAGE if window == END else CARD_STAGE if window < MOVE else MOVE_STAGE


def commanding(p: Operation) -> list[int]:
    """Return the HQs on the map whose command range selected the units; empty if no HQ did."""
    board = p.board
    verb, x, _ = parts(p.whom)
    if p.whom and verb == FORMATION:
        hqs = [board.hq_of[n] for n in (ROMANIANS if x == TOGETHER else (x,)) if n in board.hq_of]
        return [hq for hq in hqs if p.at[hq] < OFF_MAP and p.active == AXIS]
    return [x] if p.whom and verb == BY_HQ and p.at[x] < OFF_MAP else []


def command(p: Operation) -> int:
    """Return the hexes within which units were selected for this activation, or an empty set if distance did not
    matter.
    """
    grid = p.board.grid
    found = 0
    for hq in commanding(p):
        found |= grid.disc(p.at[hq], p.board.ranges[hq])
    if p.whom == MAIN_EFFORT and p.schwerpunkt != NONE:
        found = grid.disc(p.at[p.schwerpunkt], SCHWERPUNKT_RANGE)
    return found & grid.everywhere


def title(p: Operation) -> str:
    """Return the title of the activation."""
    verb, x, _ = parts(p.whom)
    if verb == FORMATION:
        return FORMATION_NAMES[x]
    if verb == COLOUR:
        return GROUP_NAMES[x]
    return p.board.units[x].name if verb == BY_HQ else "Schwerpunkt"


def activation(p: Operation) -> sc.Activation | None:
    """Return the current activation, or None before its card is played."""
    board = p.board
    if not p.frames or not p.whom or not p.activated:
        return None
    now = stage(p)
    row = sorted(p.on_map(p.activated), key=lambda u: (board.kind[u] != HEADQUARTERS, u))
    states = {u: acting(p, u, now) for u in row}
    hqs = commanding(p)
    text = "; ".join(f"HQ in {board.grid.ids[p.at[hq]]}, range {board.ranges[hq]}" for hq in hqs)
    if p.whom == MAIN_EFFORT:
        text = f"Within {SCHWERPUNKT_RANGE} hexes of the marker, and in command"
    units = counted(sum(board.is_combat[u] for u in row), "# combat unit", "# combat units")
    cut = sum(p.unsupplied >> u & 1 for u in row)
    supply = "" if now == CARD_STAGE else f", {cut} out of supply" if cut else ", all in supply"
    return sc.Activation(
        title=title(p), side=SEATS[p.active], lead=board.units[hqs[0]].id if hqs else "",
        text=f"{text}: {units}{supply}." if text else f"{units}{supply}.",
        stages=tuple(
            sc.Stage(part, "done" if n < now else "now" if n == now else "ahead") for n, part in enumerate(STAGES)
        ),
        pieces=tuple(sc.ActingPiece(board.units[u].id, states[u]) for u in row),
        notes=tuple(to_come(p, now, states)),
    )  # fmt: skip


def acting(p: Operation, u: int, now: int) -> Literal["may", "done", "out"]:
    """Return what a unit can still do in a stage."""
    if now == CARD_STAGE:
        return "may"
    if now == MOVE_STAGE:
        return "may" if p.to_move >> u & 1 else "done"
    if p.fought >> u & 1:
        return "done"
    return "may" if p.board.is_combat[u] and targets(p, u, 0) else "out"


def to_come(p: Operation, now: int, states: dict[int, Literal["may", "done", "out"]]) -> Iterator[sc.Remark]:
    """Describe the remaining actions and their cost."""
    grid = p.board.grid
    may = [u for u, state in states.items() if state == "may"]
    if now == CARD_STAGE:
        reached = p.supplied(p.active)
        cut = [p.board.units[u].name for u in states if not p.fed >> u & 1 and not reached & grid.bit[p.at[u]]]
        if cut:
            said = f"Out of supply if activated, with half strength and movement: {', '.join(cut)}."
            yield sc.Remark(said, ("DON-SUP-01", "DON-OOS-01"))
        else:
            yield sc.Remark("All of them can trace a supply line.", ("DON-SUP-02",))
        yield sc.Remark("A unit that you leave out skips the supply check, but cannot move or attack.", ("DON-CMD-02",))
    elif now == MOVE_STAGE:
        yield sc.Remark(f"{len(may)} of {counted(len(states), '# unit', '# units')} can still move.", ("DON-MOVE-01",))
        yield sc.Remark("Combat is next: units next to the enemy can attack.", ("DON-COMBAT-06",))
    else:
        hexes = {h for u in may for h in grid.hexes(targets(p, u, 0))}
        able = counted(len(may), "# unit", "# units")
        where = counted(len(hexes), "# hex", "# hexes")
        said = f"{able} can still attack, against {where}." if may else "No unit can still attack."
        yield sc.Remark(said, ("DON-COMBAT-04", "DON-COMBAT-08"))
