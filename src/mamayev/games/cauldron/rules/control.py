"""Control of areas, the Soviet ring, isolation, morale, gains and losses of units, and the link-up.

`german` is the mask of German-controlled areas: those inside the Perimeter until a Soviet unit enters (CAU-CTRL-01,
CAU-FLOW-02), and those with a German unit (CAU-CTRL-02). All others are Soviet-controlled (CAU-CTRL-03). `soviet` is
the mask of areas with a Soviet unit, at most one per area (CAU-CTRL-04, CAU-MOVE-12). The two masks are independent
(CAU-FLOW-01). Soviet units are interchangeable and unlimited (CAU-FLOW-06, CAU-SOVADV-04). Nothing restores a lost step
or unit (CAU-FLOW-39, CAU-HQ-03).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress, count
from typing import Any

from mamayev.engine.event import Control, Event, Flip, Held, Loss, MarkChange, Modifier, Move, TrackChange
from mamayev.engine.words import counted

from ..printed.map import BOX_0, SPACES
from .board import bits
from .position import DEPLETED, FULL, GOING_ON, LINK_UP, SSI_ZERO, TARGETS, TIGER_TANKS, ZHUKOV_DIES, Pocket

TRACKS = {
    "ssi": "Situation",
    "offensive": "Offensive",
    "wounded": "Wounded",
    "supply": "Supply",
    "ip": "Initiative",
    "tally": "Move tally",
    "turn": "Turn",
}


# ------------------------------------------------------------------ tracks


def set_track(p: Pocket, track: str, value: int) -> None:
    """Move a marker to a value and log it."""
    before = getattr(p, track)
    if value == before:
        return
    setattr(p, track, value)
    if p.journal is not None:
        text = f"{TRACKS[track]} {before} to {value}."
        p.journal.add(TrackChange(track=track, from_=before, to=value, who=TRACKS[track], text=text))


def change_ssi(p: Pocket, change: int) -> None:
    """Change the SSI within the range 0 to 10. Zero ends the game at once (CAU-FLOW-25)."""
    set_track(p, "ssi", max(0, min(10, p.ssi + change)))
    if p.ssi == 0:
        end_game(p, SSI_ZERO)


def change_wounded(p: Pocket, change: int) -> None:
    """Change the number of Wounded, which has no upper limit and is never below zero (CAU-FLOW-27)."""
    set_track(p, "wounded", max(0, p.wounded + change))


def evacuate_wounded(p: Pocket, most: int) -> None:
    """Fly out up to the given number of Wounded, and count them (CAU-EVAC-01, CAU-EVAC-04)."""
    out = min(most, p.wounded)
    p.evacuated += out
    if p.journal is not None:
        p.journal.note("Evacuated", f"{out} Wounded are flown out, {p.evacuated} so far.", ("CAU-EVAC-04",))
    change_wounded(p, -out)


def change_offensive(p: Pocket, change: int) -> None:
    """Move the Final Offensive marker within the range 0 to 8 (CAU-FO-01, CAU-FO-04, CAU-FO-05).

    At 8 the Final Offensive begins and the marker stays.
    """
    if p.launched:
        return
    # Without Zhukov the marker stops one space short of the offensive (CAU-RUMOR-12).
    most = 7 if obtained(p, ZHUKOV_DIES) else 8
    set_track(p, "offensive", max(0, min(most, p.offensive + change)))
    if p.offensive == 8:
        p.launched = p.turn
        if p.journal is not None:
            p.journal.note("Offensive", "The Soviet Final Offensive begins.", ("CAU-FO-04", "CAU-FO-05"))


def hold(p: Pocket, marker: str, value: int, held_id: str, text: str, clauses: tuple[str, ...]) -> None:
    """Take, flip or return a marker."""
    before = getattr(p, marker)
    setattr(p, marker, value)
    if p.journal is not None and before != value:
        p.journal.add(Held(id=held_id, gained=value > before, who="Marker", text=text, clauses=clauses))


def obtained(p: Pocket, rumor: int) -> bool:
    """Return whether a rumor has come true (CAU-RUMOR-06)."""
    return bool(p.rumors >> rumor + 8 & 1)


def council_bonus(p: Pocket) -> int:
    """Return the bonus that Councils of War give to Appeals and Regular Attacks (CAU-COUNCIL-11)."""
    return p.council >> 1


def council_modifiers(p: Pocket) -> list[Modifier]:
    """Return the bonus from Councils of War as modifiers."""
    bonus = council_bonus(p)
    return [Modifier(bonus, "Council of War", ("CAU-COUNCIL-11",))] if bonus else []


def tiger_tanks(p: Pocket) -> list[Modifier]:
    """Return the bonus from the Tiger Tanks rumor to every roll of the relief force (CAU-RUMOR-10)."""
    return [Modifier(1, "Tiger Tanks Effective", ("CAU-RUMOR-10",))] if obtained(p, TIGER_TANKS) else []


def take_counter(p: Pocket, held: int, text: str, clauses: tuple[str, ...]) -> None:
    """Take or return the Council of War counter."""
    p.council = p.council & ~1 | held
    if p.journal is not None:
        p.journal.add(Held(id="council", gained=bool(held), who="Marker", text=text, clauses=clauses))


def army_steps(p: Pocket) -> int:
    """Return the number of steps in the army, excluding battlegroups."""
    table = p.table
    return sum(p.steps) - sum(p.steps[table.first_battlegroup : table.last_battlegroup])


def end_game(p: Pocket, outcome: int) -> None:
    """End the game. With the option, two more dice determine how many prisoners survive (CAU-SURV-02)."""
    p.outcome = outcome
    p.frames.clear()
    if p.table.survival and (p.surrendered or army_is_gone(p)):
        p.call("survival")


def lift_attack_marker(p: Pocket, text: str) -> None:
    """Remove the Attack w/o FoA marker after Table H (CAU-FLOW-18).

    Under the alternative reading, it is removed when an Appeal is rolled. Areas attacked in the same phase still count
    (CAU-FOA-01).
    """
    kept = 0 if p.foa else p.targets.bit_count()
    hold(p, "attacks_without_foa", kept, "attack-without-foa", text, ("CAU-FLOW-18",))


def relief_name(p: Pocket) -> str:
    """Return the name of the relief force's commander: Hollidt for entry D in the 2020 edition, otherwise Hoth
    (CAU-RELIEF-02, CAU-RELIEF-03).
    """
    return "Hollidt" if p.relief_letter == 3 and p.table.book.hollidt else "Hoth"


# ------------------------------------------------------------------ control and the ring


def held_for_ring(p: Pocket) -> int:
    """Return the German-controlled areas and the area of the relief force (CAU-FLOW-05, CAU-FLOW-19)."""
    return p.german | 1 << p.relief_area if p.relief_area else p.german


def is_isolated(p: Pocket, space: int) -> bool:
    """Return whether a space has no chain of German-controlled areas to a German-controlled airfield (CAU-ISO-01).

    From a Relief box, the chain runs along the boxes and through the entry area with the unit's letter; see
    `unit_is_isolated`.
    """
    return not p.table.board.shape(held_for_ring(p)).connected >> space & 1


def unit_is_isolated(p: Pocket, unit: int) -> bool:
    """Return whether a unit in an area or a Relief box is isolated (CAU-ISO-01)."""
    space = p.at[unit]
    if space > BOX_0:
        space = p.table.board.entries[p.letter[unit] - 1]
    return is_isolated(p, space)


def restore_ring(p: Pocket) -> None:
    """Place one Soviet unit in every area that touches the German side, and remove all others (CAU-FLOW-04,
    CAU-FLOW-05).

    The ring is not restored while German attacks are being resolved; CAU-ADV-04 then closes the gaps. PDMs in an area
    that a Soviet unit enters are removed (CAU-PDM-06).
    """
    if p.fighting:
        return
    ring = p.table.board.shape(held_for_ring(p)).ring & ~p.breakthrough
    if p.relief_box == 5:
        ring |= 1 << p.table.board.entries[p.relief_letter] & ~p.german
    before = p.soviet
    if ring == before:
        return
    p.soviet = ring
    p.hits &= ring
    for area in bits(ring & ~before):
        remove_pdms(p, area)
    if p.journal is not None:
        table = p.table
        for area in bits(ring & ~before):
            tell_soviet_placed(p, area, "is placed", ("CAU-FLOW-04",))
        for area in bits(before & ~ring):
            text = f"The Soviet unit in {table.board.names[area]} touches no German area and leaves the map."
            tell_soviet_loss(p, area, text, ("CAU-SOVADV-03",))
        printed = len(p.table.components.soviet) + len(p.table.components.soviet_reserve)
        if before.bit_count() <= printed < ring.bit_count():
            p.journal.note("Soviets", f"More than the {printed} printed Soviet units are in play.", ("CAU-FLOW-06",))


def keep_name(p: Pocket, source: int, area: int) -> None:
    """Move a Soviet unit's name along with it (CAU-FLOW-07).

    A unit placed in the area that it leaves gets the name of the other area.
    """
    p.armies[source], p.armies[area] = p.armies[area], p.armies[source]


def set_german(p: Pocket, german: int) -> None:
    """Set which areas are German-controlled, and restore the ring."""
    changed = german ^ p.german
    if not changed:
        return
    p.german = german
    if p.journal is not None:
        for area in bits(changed):
            side = "axis" if german >> area & 1 else "soviet"
            holder = "German" if side == "axis" else "Soviet"
            p.journal.add(
                Control(
                    space=str(area),
                    to=side,
                    who="Control",
                    text=f"{p.table.board.names[area]} is now {holder}-controlled.",
                    clauses=("CAU-CTRL-02", "CAU-CTRL-03"),
                    spaces=(str(area),),
                )
            )
    restore_ring(p)


def remove_pdms(p: Pocket, area: int) -> None:
    """Remove the PDMs of a vacant area that a Soviet unit enters (CAU-PDM-05, CAU-PDM-06).

    They can be built again (CAU-PDM-07).
    """
    for row, mark in ((p.pdm_active, "pdm-active"), (p.pdm_inactive, "pdm-inactive")):
        count = row[area]
        if count:
            row[area] = 0
            tell_mark(p, mark, area, -count, "the Prepared Defenses are removed.", ("CAU-PDM-06",))


def tell_mark(p: Pocket, mark: str, space: int, change: int, text: str, clauses: tuple[str, ...]) -> None:
    """Log that a marker was placed in or removed from a space."""
    if p.journal is not None:
        where = p.table.board.names[space]
        p.journal.add(
            MarkChange(
                mark=mark,
                at=p.table.space_id(space),
                change=change,
                who="Marker",
                text=f"{where}: {text}",
                clauses=clauses,
                spaces=(p.table.space_id(space),),
            )
        )


def tell_unit(
    p: Pocket, event: Callable[..., Event], unit: int, does: str, clauses: tuple[str, ...], *at: int, **fields: Any
) -> None:
    """Log an act of a unit. `at`: its spaces. `fields`: the other fields of the event."""
    if p.journal is not None:
        table, own = p.table, p.table.unit_id(unit)
        text, spaces = f"{table.the(unit, first=True)} {does}.", tuple(table.space_id(space) for space in at)
        p.journal.add(event(piece=own, text=text, clauses=clauses, spaces=spaces, pieces=(own,), **fields))


def tell_placed(p: Pocket, unit: int, space: int, clauses: tuple[str, ...], how: str = "is created") -> None:
    """Log that a unit was placed."""
    if p.journal is not None:
        does, to = f"{how} in {p.table.board.names[space]}", p.table.space_id(space)
        tell_unit(p, Move, unit, does, clauses, space, to=to, how="place", who=p.table.components.units[unit].label)


def tell_soviet(
    p: Pocket, event: Callable[..., Event], area: int, text: str, clauses: tuple[str, ...], *at: int, **fields: Any
) -> None:
    """Log an act of an area's Soviet unit. `at`: other areas that are involved."""
    if p.journal is not None:
        piece, spaces = f"soviet-{area}", tuple(str(one) for one in (area, *at))
        p.journal.add(event(piece=piece, who="Soviets", text=text, clauses=clauses, spaces=spaces, **fields))


def tell_soviet_placed(p: Pocket, area: int, verb: str, clauses: tuple[str, ...]) -> None:
    """Log that a Soviet unit was placed. `verb`: how to put it, such as "is placed"."""
    text = f"A Soviet unit {verb} in {p.table.board.names[area]}."
    tell_soviet(p, Move, area, text, clauses, to=str(area), how="place")


def tell_soviet_move(p: Pocket, area: int, to: int, how: str, clauses: tuple[str, ...]) -> None:
    """Log that a Soviet unit retreats or advances."""
    if p.journal is not None:
        names = p.table.board.names
        text = f"The Soviet unit {how}s from {names[area]} to {names[to]}."
        tell_soviet(p, Move, area, text, clauses, to, from_=str(area), to=str(to), how=how)


def tell_soviet_loss(p: Pocket, area: int, text: str, clauses: tuple[str, ...]) -> None:
    """Log that a Soviet unit left the map."""
    tell_soviet(p, Loss, area, text, clauses, from_=str(area))


# ------------------------------------------------------------------ units


def put(p: Pocket, unit: int, space: int) -> None:
    """Place a unit in a space. In an area, the unit takes control (CAU-CTRL-02)."""
    p.at[unit] = space
    p.count[space] += 1
    if space <= BOX_0:
        set_german(p, p.german | 1 << space)


def lift(p: Pocket, unit: int) -> None:
    """Remove a unit from its space and from play."""
    space = p.at[unit]
    p.at[unit] = 0
    vacate(p, space)


def vacate(p: Pocket, space: int) -> None:
    """Remove one unit from the count of a space.

    When the last unit leaves an area outside the Perimeter, control is lost (CAU-CTRL-06, CAU-FLOW-03); inside the
    Perimeter the area stays German (CAU-FLOW-31).
    """
    p.count[space] -= 1
    if space <= BOX_0 and not p.count[space] and not p.table.board.inside >> space & 1:
        set_german(p, p.german & ~(1 << space))


def shift(p: Pocket, unit: int, space: int, how: str, clauses: tuple[str, ...]) -> None:
    """Move a unit to another space and check for a link-up (CAU-FLOW-23)."""
    before = p.at[unit]
    if p.journal is not None:
        table, names = p.table, p.table.board.names
        fields = {"from_": table.space_id(before), "to": table.space_id(space), "how": how}
        does, label = f"{how}s from {names[before]} to {names[space]}", table.components.units[unit].label
        tell_unit(p, Move, unit, does, clauses, before, space, who=label, **fields)
    # Fill the new space first, so that an area the army keeps is not lost in between.
    put(p, unit, space)
    vacate(p, before)
    find_link_up(p)


def eliminate(p: Pocket, unit: int, clauses: tuple[str, ...], *, starved: bool = False) -> None:
    """Eliminate a unit. The caller must check `army_is_gone`."""
    space = p.at[unit]
    if p.journal is not None:
        does = f"is eliminated in {p.table.board.names[space]}"
        tell_unit(p, Loss, unit, does, clauses, space, from_=p.table.space_id(space), who="Loss")
    p.steps[unit] = 0
    p.letter[unit] = 0
    p.target[unit] = 0
    p.starved = int(starved)
    lift(p, unit)


def take_loss(p: Pocket, unit: int, clauses: tuple[str, ...], *, starved: bool = False) -> None:
    """Take one loss: flip a full-strength unit, eliminate any other (CAU-UPK-09, CAU-SOVATK-05)."""
    if p.steps[unit] == FULL:
        p.steps[unit] = DEPLETED
        tell_unit(p, Flip, unit, "is depleted", clauses, p.at[unit], face="depleted", who="Loss")
    else:
        eliminate(p, unit, clauses, starved=starved)


def units_at(p: Pocket, space: int) -> list[int]:
    """Return the German units in a space, in the order of the counter list."""
    found = []
    unit = p.at.find(space)
    while unit >= 0:
        found.append(unit)
        unit = p.at.find(space, unit + 1)
    return found


def units_in_play(p: Pocket) -> list[int]:
    """Return the German units on the map, including those in Relief boxes."""
    return list(compress(count(), p.at))


def units_ahead(p: Pocket) -> list[int]:
    """Return the units in areas that the current step must still roll for or place."""
    at, rolled = p.at, p.rolled
    return [unit for unit in compress(count(), at) if at[unit] <= BOX_0 and not rolled >> unit & 1]


def army_size(p: Pocket) -> int:
    """Return the number of German units on the map, including those in Relief boxes."""
    return len(p.at) - p.at.count(0)


def army_is_gone(p: Pocket) -> bool:
    """Return whether no German unit is on the map; PDMs do not count (CAU-FLOW-29)."""
    return not any(p.at)


def in_command(p: Pocket, _f: object = None) -> bool:
    """Return whether the phases before the Evaluation Phase are played: not after a surrender, and not without an army.

    One reading plays full turns without an army (CAU-END-03).
    """
    return p.outcome == GOING_ON and not p.surrendered and (p.table.readings["lost_army=turns"] or not army_is_gone(p))


def hq_lost(p: Pocket) -> bool:
    """Return whether the 6th Army HQ is lost, which is permanent (CAU-HQ-01, CAU-HQ-03)."""
    return not p.at[p.table.hq]


def in_set_up(p: Pocket) -> bool:
    """Return whether the game is still in its setup."""
    return p.inside("set-up")


def box_by_letter(box: int, letter: int) -> int:
    """Return the target for units that break out with a letter (1-4). The units of each letter make a separate
    attack.
    """
    return SPACES + 4 * (box - BOX_0 - 1) + letter - 1


def target_of(p: Pocket, unit: int, space: int) -> int:
    """Return the target to which IP, supply and the Attack w/o FoA marker are charged (CAU-BREAK-03).

    This is the space, or under the alternative reading a Relief box with the unit's letter.
    """
    if space <= BOX_0 or p.table.readings["breakout_letters=one"]:
        return space
    return box_by_letter(space, p.letter[unit] or p.table.board.entries.index(p.at[unit]) + 1)


def clear_attacks(p: Pocket) -> None:
    """Clear targets and their supply after the German attacks, and close the ring (CAU-ADV-04)."""
    p.fighting = p.retreat_result = 0
    p.targets = p.isolated_targets = p.rolled = p.hits = 0
    p.target = bytearray(len(p.target))
    p.attack_supply = bytearray(TARGETS)
    restore_ring(p)


def drop_turn(p: Pocket) -> None:
    """Skip the rest of the turn before the Evaluation Phase (CAU-FLOW-24, CAU-FLOW-29).

    Within the Evaluation Phase, skip only the current step. Unsupplied units are turned back (CAU-UPK-13).
    """
    clear_attacks(p)
    p.unsupplied = p.soviet_targets = p.in_order = p.stops = 0
    p.back_to("evaluation" if p.inside("evaluation") else "turn")


def drop_turn_without_army(p: Pocket) -> None:
    """Skip the rest of the turn once the army is lost (CAU-FLOW-29), except under one reading of CAU-END-03."""
    if army_is_gone(p) and not p.table.readings["lost_army=turns"]:
        drop_turn(p)


# ------------------------------------------------------------------ morale


def keys(p: Pocket) -> int:
    """Return the Key Areas: the printed Key Areas, and any Key Area added by the What If card."""
    return p.table.keys[p.what_if]


def morale_parts(p: Pocket) -> tuple[int, int]:
    """Return the areas that count for morale, and the points of the relief force.

    In a box, the relief force adds the printed value (CAU-MORALE-03). On the map, it counts as in box 5, and its area
    does not count again (CAU-MORALE-06). Under the other readings, it adds nothing, or the value of its area regardless
    of control.
    """
    values = p.table.components.relief_values
    if before_first_count(p):
        return p.german, 0
    if p.relief_box:
        return p.german, values[p.relief_box - 1]
    if p.table.readings["relief_on_map=box-5"]:
        return p.german & ~(1 << p.relief_area), values[4]
    return p.german | 1 << p.relief_area if p.table.readings["relief_on_map=area"] else p.german, 0


def count_morale(p: Pocket) -> int:
    """Return the morale count: three for each Key Area, one for each other area, plus the relief force (CAU-MORALE-01,
    CAU-MORALE-02).
    """
    held, relief = morale_parts(p)
    return held.bit_count() + 2 * (held & keys(p)).bit_count() + relief


def morale(p: Pocket) -> int:
    """Return the current morale (CAU-MORALE-05, CAU-FLOW-26).

    Under the alternative reading, this is the count of the last step 5. After a surrender it is zero (CAU-SURR-05).
    """
    if p.surrendered:
        return 0
    if p.morale_marker and p.table.readings["morale=step"]:
        return p.morale_marker
    return count_morale(p)


def before_first_count(p: Pocket) -> bool:
    """Return whether morale starts at 32, as printed in the 1996 edition, which leaves out the relief force's box
    (CAU-SETUP-04).

    The first count, right after the first commitments, makes it 33.
    """
    return not p.relief and p.table.book.areas_alone


# ------------------------------------------------------------------ link-up


def find_link_up(p: Pocket) -> None:
    """End the game if a German unit is next to the relief force (CAU-LINK-01, CAU-BREAK-05, CAU-FLOW-23)."""
    board = p.table.board
    if p.relief_area:
        met = any(p.count[n] for n in board.neighbours[p.relief_area])
        if not met and p.count[BOX_0 + 5] and p.relief_area in board.entries:
            letter = board.entries.index(p.relief_area) + 1
            met = any(p.letter[unit] == letter for unit in units_at(p, BOX_0 + 5))
    else:
        met = p.relief_box == 5 and bool(p.count[board.entries[p.relief_letter]])
        if not met and any(p.count[BOX_0 + 1 :]):
            letter = p.relief_letter + 1
            met = any(
                p.letter[unit] == letter and abs(space - BOX_0 - p.relief_box) <= 1
                for unit, space in enumerate(bytes(p.at))
                if space > BOX_0
            )
    if met and p.outcome == GOING_ON:
        p.linked = len(linked_units(p))
        if p.journal is not None:
            p.journal.note(
                "Link-up",
                f"6th Army and the relief force have linked up: {counted(p.linked, '# unit is', '# units are')} saved.",
                ("CAU-LINK-01", "CAU-LINK-02", "CAU-LINK-03"),
            )
        end_game(p, LINK_UP)


def linked_units(p: Pocket) -> list[int]:
    """Return the units with an unbroken chain of German-controlled areas or Relief boxes to the relief force
    (CAU-LINK-03).

    The boxes of a letter lead only to its own entry area. Under the alternative reading, all boxes form one track.
    """
    board = p.table.board
    entry = board.entries[p.relief_letter]
    if p.relief_area:
        chain = board.connected_to(p.relief_area, p.german)
    else:
        chain = board.connected_to(entry, p.german) if p.german >> entry & 1 else 0
    # From a box the chain runs through the entry area of the unit's letter, or along the boxes to the relief force.
    own = p.relief_letter + 1 if p.relief_box else 0
    along = p.table.readings["relief_boxes=one-track"] and (bool(p.relief_box) or bool(chain >> entry & 1))
    return [
        unit
        for unit, space in enumerate(bytes(p.at))
        if space
        and (
            chain >> space & 1
            if space <= BOX_0
            else along or p.letter[unit] == own or chain >> board.entries[p.letter[unit] - 1] & 1
        )
    ]


def list_names(p: Pocket, spaces: Iterable[int]) -> str:
    """Return the names of spaces, separated by commas."""
    return ", ".join(p.table.board.names[space] for space in spaces)
