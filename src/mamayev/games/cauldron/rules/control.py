"""Who holds what: control of areas, the Soviet ring, isolation, morale, placing and losing units, link-up.

`german` is the mask of German-controlled areas: those inside the Perimeter until a Soviet unit enters (CAU-CTRL-01,
CAU-FLOW-02), and those with a German unit (CAU-CTRL-02). All others are Soviet-controlled (CAU-CTRL-03); `soviet` is
the mask of those that hold a Soviet unit, at most one each (CAU-CTRL-04, CAU-MOVE-12). The two are not the same:
CAU-FLOW-01. Soviet units are interchangeable and never run out (CAU-FLOW-06, CAU-SOVADV-04). Nothing brings a step or
a lost unit back (CAU-FLOW-39, CAU-HQ-03).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count

from mamayev.engine.event import Control, Flip, Held, Loss, MarkChange, Modifier, Move, TrackChange
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
    """Move a marker to a value and say so."""
    before = getattr(p, track)
    if value == before:
        return
    setattr(p, track, value)
    if p.journal is not None:
        text = f"{TRACKS[track]} {before} to {value}."
        p.journal.add(TrackChange(track=track, from_=before, to=value, who=TRACKS[track], text=text))


def change_ssi(p: Pocket, change: int) -> None:
    """CAU-FLOW-25: the SSI stays within 0 and 10 after every change, and zero ends the game at once."""
    set_track(p, "ssi", max(0, min(10, p.ssi + change)))
    if p.ssi == 0:
        end_game(p, SSI_ZERO)


def change_wounded(p: Pocket, change: int) -> None:
    """CAU-FLOW-27: no upper bound, never below zero."""
    set_track(p, "wounded", max(0, p.wounded + change))


def evacuate_wounded(p: Pocket, most: int) -> None:
    """CAU-EVAC-01, CAU-EVAC-04: up to this many Wounded are flown out; they are counted until the end."""
    out = min(most, p.wounded)
    p.evacuated += out
    if p.journal is not None:
        p.journal.note("Evacuated", f"{out} Wounded are flown out, {p.evacuated} so far.", ("CAU-EVAC-04",))
    change_wounded(p, -out)


def change_offensive(p: Pocket, change: int) -> None:
    """CAU-FO-01, CAU-FO-04, CAU-FO-05: 0 to 8; at 8 the Final Offensive begins, and the marker moves no more."""
    if p.launched:
        return
    # CAU-RUMOR-12: without Zhukov the marker stops short of the space where the offensive begins.
    most = 7 if obtained(p, ZHUKOV_DIES) else 8
    set_track(p, "offensive", max(0, min(most, p.offensive + change)))
    if p.offensive == 8:
        p.launched = p.turn
        if p.journal is not None:
            p.journal.note("Offensive", "The Soviet Final Offensive begins.", ("CAU-FO-04", "CAU-FO-05"))


def hold(p: Pocket, marker: str, value: int, held_id: str, text: str, clauses: tuple[str, ...]) -> None:
    """Take, turn or give up a marker."""
    before = getattr(p, marker)
    setattr(p, marker, value)
    if p.journal is not None and before != value:
        p.journal.add(Held(id=held_id, gained=value > before, who="Marker", text=text, clauses=clauses))


def obtained(p: Pocket, rumor: int) -> bool:
    """Whether a rumor has turned out true (CAU-RUMOR-06)."""
    return bool(p.rumors >> rumor + 8 & 1)


def council_bonus(p: Pocket) -> int:
    """CAU-COUNCIL-11: what councils have added to Appeals and Regular Attacks."""
    return p.council >> 1


def council_modifiers(p: Pocket) -> list[Modifier]:
    """The same as a modifier, if there are any."""
    bonus = council_bonus(p)
    return [Modifier(bonus, "Council of War", ("CAU-COUNCIL-11",))] if bonus else []


def tiger_tanks(p: Pocket) -> list[Modifier]:
    """CAU-RUMOR-10: what the rumor adds to every roll of the relief force."""
    return [Modifier(1, "Tiger Tanks Effective", ("CAU-RUMOR-10",))] if obtained(p, TIGER_TANKS) else []


def take_counter(p: Pocket, held: int, text: str, clauses: tuple[str, ...]) -> None:
    """Take or return the Council of War counter."""
    p.council = p.council & ~1 | held
    if p.journal is not None:
        p.journal.add(Held(id="council", gained=bool(held), who="Marker", text=text, clauses=clauses))


def army_steps(p: Pocket) -> int:
    """The steps of the army without its battlegroups."""
    table = p.table
    return sum(p.steps) - sum(p.steps[table.first_battlegroup : table.last_battlegroup])


def end_game(p: Pocket, outcome: int) -> None:
    """No further step is played; under the option two dice still tell how many prisoners survive (CAU-SURV-02)."""
    p.outcome = outcome
    p.frames.clear()
    if p.table.survival and (p.surrendered or army_is_gone(p)):
        p.call("survival")


def lift_attack_marker(p: Pocket, text: str) -> None:
    """CAU-FLOW-18: the Attack w/o FoA marker goes after Table H, or under the other reading when an Appeal is rolled;
    then the areas attacked in this very phase stay on it (CAU-FOA-01)."""
    kept = 0 if p.foa else p.targets.bit_count()
    hold(p, "attacks_without_foa", kept, "attack-without-foa", text, ("CAU-FLOW-18",))


def relief_name(p: Pocket) -> str:
    """CAU-RELIEF-02, CAU-RELIEF-03: Hollidt comes by entry D in the 2020 edition, Hoth by the others."""
    return "Hollidt" if p.relief_letter == 3 and p.table.book.hollidt else "Hoth"


# ------------------------------------------------------------------ control and the ring


def held_for_ring(p: Pocket) -> int:
    """The German-controlled areas, with that of the relief force on the map (CAU-FLOW-05, CAU-FLOW-19)."""
    return p.german | 1 << p.relief_area if p.relief_area else p.german


def is_isolated(p: Pocket, space: int) -> bool:
    """CAU-ISO-01: no chain of German-controlled areas to a German-controlled airfield area.

    In a Relief box the chain runs along the boxes and through the entry area of the unit's letter; ask
    `unit_is_isolated` for a unit.
    """
    return not p.table.board.shape(held_for_ring(p)).connected >> space & 1


def unit_is_isolated(p: Pocket, unit: int) -> bool:
    """CAU-ISO-01 for a unit, in an area or in a Relief box."""
    space = p.at[unit]
    if space > BOX_0:
        space = p.table.board.entries[p.letter[unit] - 1]
    return is_isolated(p, space)


def restore_ring(p: Pocket) -> None:
    """CAU-FLOW-04, CAU-FLOW-05: one Soviet unit in every area that touches the German side, none elsewhere.

    Suspended while German attacks are being resolved (CAU-ADV-04 closes them). PDMs in an area that a Soviet unit
    enters are removed (CAU-PDM-06).
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
    """CAU-FLOW-07: a Soviet unit takes its name along; one that is placed where it came from gets the name that was
    kept for the area it has gone to."""
    p.armies[source], p.armies[area] = p.armies[area], p.armies[source]


def set_german(p: Pocket, german: int) -> None:
    """Set who controls what and restore the ring."""
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
    """CAU-PDM-05, CAU-PDM-06: PDMs hold no area; those of a vacant one go when a Soviet unit enters, and may be built
    again (CAU-PDM-07)."""
    for row, mark in ((p.pdm_active, "pdm-active"), (p.pdm_inactive, "pdm-inactive")):
        count = row[area]
        if count:
            row[area] = 0
            tell_mark(p, mark, area, -count, "the Prepared Defenses are removed.", ("CAU-PDM-06",))


def tell_mark(p: Pocket, mark: str, space: int, change: int, text: str, clauses: tuple[str, ...]) -> None:
    """Say that a marker was put into or taken from a space."""
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


def tell_placed(p: Pocket, unit: int, space: int, clauses: tuple[str, ...], how: str = "is created") -> None:
    """Say that a unit has been placed."""
    if p.journal is not None:
        p.journal.add(
            Move(
                piece=p.table.unit_id(unit),
                to=p.table.space_id(space),
                how="place",
                who=p.table.components.units[unit].label,
                text=f"{p.table.the(unit, first=True)} {how} in {p.table.board.names[space]}.",
                clauses=clauses,
                spaces=(p.table.space_id(space),),
                pieces=(p.table.unit_id(unit),),
            )
        )


def tell_soviet_placed(p: Pocket, area: int, verb: str, clauses: tuple[str, ...]) -> None:
    """Say that a Soviet unit has come onto the map; `verb` says how, as "is placed"."""
    if p.journal is not None:
        p.journal.add(
            Move(
                piece=f"soviet-{area}",
                to=str(area),
                how="place",
                who="Soviets",
                text=f"A Soviet unit {verb} in {p.table.board.names[area]}.",
                clauses=clauses,
                spaces=(str(area),),
            )
        )


def tell_soviet_loss(p: Pocket, area: int, text: str, clauses: tuple[str, ...]) -> None:
    """Say that a Soviet unit has left the map."""
    if p.journal is not None:
        p.journal.add(
            Loss(
                piece=f"soviet-{area}",
                from_=str(area),
                who="Soviets",
                text=text,
                clauses=clauses,
                spaces=(str(area),),
            )
        )


# ------------------------------------------------------------------ units


def put(p: Pocket, unit: int, space: int) -> None:
    """Set a unit down in a space; an area so entered is German-controlled (CAU-CTRL-02)."""
    p.at[unit] = space
    p.count[space] += 1
    if space <= BOX_0:
        set_german(p, p.german | 1 << space)


def lift(p: Pocket, unit: int) -> None:
    """Take a unit off its space and out of play."""
    space = p.at[unit]
    p.at[unit] = 0
    vacate(p, space)


def vacate(p: Pocket, space: int) -> None:
    """One unit fewer in a space; the last one out of an area outside the Perimeter gives up control (CAU-CTRL-06,
    CAU-FLOW-03), inside it stays German (CAU-FLOW-31)."""
    p.count[space] -= 1
    if space <= BOX_0 and not p.count[space] and not p.table.board.inside >> space & 1:
        set_german(p, p.german & ~(1 << space))


def shift(p: Pocket, unit: int, space: int, how: str, clauses: tuple[str, ...]) -> None:
    """Move a unit from its space to another, and look for a link-up (CAU-FLOW-23)."""
    before = p.at[unit]
    if p.journal is not None:
        table = p.table
        verb = {"move": "moves", "retreat": "retreats", "advance": "advances"}[how]
        p.journal.add(
            Move(
                piece=table.unit_id(unit),
                from_=table.space_id(before),
                to=table.space_id(space),
                how=how,
                who=table.components.units[unit].label,
                text=f"{table.the(unit, first=True)} {verb} from {table.board.names[before]} "
                f"to {table.board.names[space]}.",
                clauses=clauses,
                spaces=(table.space_id(before), table.space_id(space)),
                pieces=(table.unit_id(unit),),
            )
        )
    # The new space first: an area that the army keeps must not fall in between.
    put(p, unit, space)
    vacate(p, before)
    find_link_up(p)


def eliminate(p: Pocket, unit: int, clauses: tuple[str, ...], *, starved: bool = False) -> None:
    """Take a unit out of play. The end of the army is noticed by `army_is_gone`."""
    space = p.at[unit]
    if p.journal is not None:
        table = p.table
        p.journal.add(
            Loss(
                piece=table.unit_id(unit),
                from_=table.space_id(space),
                who="Loss",
                text=f"{table.the(unit, first=True)} is eliminated in {table.board.names[space]}.",
                clauses=clauses,
                spaces=(table.space_id(space),),
                pieces=(table.unit_id(unit),),
            )
        )
    p.steps[unit] = 0
    p.letter[unit] = 0
    p.target[unit] = 0
    p.starved = int(starved)
    lift(p, unit)


def take_loss(p: Pocket, unit: int, clauses: tuple[str, ...], *, starved: bool = False) -> None:
    """One loss: a full-strength unit is flipped, any other eliminated (CAU-UPK-09, CAU-SOVATK-05)."""
    if p.steps[unit] == FULL:
        p.steps[unit] = DEPLETED
        if p.journal is not None:
            table = p.table
            p.journal.add(
                Flip(
                    piece=table.unit_id(unit),
                    face="depleted",
                    who="Loss",
                    text=f"{table.the(unit, first=True)} is depleted.",
                    clauses=clauses,
                    spaces=(table.space_id(p.at[unit]),),
                    pieces=(table.unit_id(unit),),
                )
            )
    else:
        eliminate(p, unit, clauses, starved=starved)


def units_at(p: Pocket, space: int) -> list[int]:
    """The German units in a space, in the order of the counter list."""
    found = []
    unit = p.at.find(space)
    while unit >= 0:
        found.append(unit)
        unit = p.at.find(space, unit + 1)
    return found


def units_in_play(p: Pocket) -> list[int]:
    """The German units on the map, Relief boxes included."""
    return list(compress(count(), p.at))


def units_ahead(p: Pocket) -> list[int]:
    """The units in areas that have not been rolled for, or placed, in the step that is under way."""
    at, rolled = p.at, p.rolled
    return [unit for unit in compress(count(), at) if at[unit] <= BOX_0 and not rolled >> unit & 1]


def army_size(p: Pocket) -> int:
    """The number of German units on the map, Relief boxes included."""
    return len(p.at) - p.at.count(0)


def army_is_gone(p: Pocket) -> bool:
    """No German unit is left on the map; PDMs do not count (CAU-FLOW-29)."""
    return not any(p.at)


def in_command(p: Pocket, _f: object = None) -> bool:
    """Whether the phases before the Evaluation Phase are played: not after a surrender nor without an army; one
    reading plays full turns without one (CAU-END-03)."""
    return p.outcome == GOING_ON and not p.surrendered and (p.table.lost_army_turns or not army_is_gone(p))


def hq_lost(p: Pocket) -> bool:
    """CAU-HQ-01, CAU-HQ-03: the 6th Army HQ is out of play, for good."""
    return not p.at[p.table.hq]


def in_set_up(p: Pocket) -> bool:
    """Whether the first turn has still to begin."""
    return p.inside("set-up")


def box_by_letter(box: int, letter: int) -> int:
    """The target that a Relief box is for units with a letter (1-4), where each letter attacks for itself."""
    return SPACES + 4 * (box - BOX_0 - 1) + letter - 1


def target_of(p: Pocket, unit: int, space: int) -> int:
    """CAU-BREAK-03: what a unit that attacks toward a space attacks, as IP, supply and the Attack w/o FoA marker count:
    the space, or under the other reading a Relief box by the unit's letter."""
    if space <= BOX_0 or p.table.breakout_letters_one:
        return space
    return box_by_letter(space, p.letter[unit] or p.table.board.entries.index(p.at[unit]) + 1)


def clear_attacks(p: Pocket) -> None:
    """The German attacks are over: targets and their supply are cleared, and the ring is closed again (CAU-ADV-04)."""
    p.fighting = p.retreat_result = 0
    p.targets = p.isolated_targets = p.rolled = p.hits = 0
    p.target = bytearray(len(p.target))
    p.attack_supply = bytearray(TARGETS)
    restore_ring(p)


def drop_turn(p: Pocket) -> None:
    """CAU-FLOW-24, CAU-FLOW-29: skip what is left of the turn before the Evaluation Phase.

    Within the Evaluation Phase only the step in progress is dropped. Units named as unsupplied are turned back
    (CAU-UPK-13).
    """
    clear_attacks(p)
    p.unsupplied = p.soviet_targets = p.in_order = p.stops = 0
    p.back_to("evaluation" if p.inside("evaluation") else "turn")


def drop_turn_without_army(p: Pocket) -> None:
    """CAU-FLOW-29: after the loss of the army the turn is dropped; under one reading of CAU-END-03 it goes on."""
    if army_is_gone(p) and not p.table.lost_army_turns:
        drop_turn(p)


# ------------------------------------------------------------------ morale


def keys(p: Pocket) -> int:
    """The Key Areas: those of the map, and one more where the What If card says so."""
    return p.table.keys[p.what_if]


def morale_parts(p: Pocket) -> tuple[int, int]:
    """The areas that count for morale, and the points of the relief force.

    In a box it gives what is printed there (CAU-MORALE-03). On the map it counts as in box 5, its area not again
    (CAU-MORALE-06); under the other readings it gives nothing, or its area whoever controls it.
    """
    values = p.table.components.relief_values
    if before_first_count(p):
        return p.german, 0
    if p.relief_box:
        return p.german, values[p.relief_box - 1]
    if p.table.relief_on_map_box_5:
        return p.german & ~(1 << p.relief_area), values[4]
    return p.german | 1 << p.relief_area if p.table.relief_on_map_area else p.german, 0


def count_morale(p: Pocket) -> int:
    """Three for a Key Area, one for any other area, plus the relief force (CAU-MORALE-01, CAU-MORALE-02)."""
    held, relief = morale_parts(p)
    return held.bit_count() + 2 * (held & keys(p)).bit_count() + relief


def morale(p: Pocket) -> int:
    """Counted anew whenever it is asked for (CAU-MORALE-05, CAU-FLOW-26), or under the other reading what the last
    step 5 counted; after a surrender zero (CAU-SURR-05)."""
    if p.surrendered:
        return 0
    if p.morale_marker and p.table.morale_step:
        return p.morale_marker
    return count_morale(p)


def before_first_count(p: Pocket) -> bool:
    """CAU-SETUP-04: 1996 prints 32, the areas without the relief force's box; its first count, right after the first
    commitments, makes it 33."""
    return not p.relief and p.table.book.areas_alone


# ------------------------------------------------------------------ link-up


def find_link_up(p: Pocket) -> None:
    """CAU-LINK-01, CAU-BREAK-05, CAU-FLOW-23: a German unit next to the relief force ends the game at once."""
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
    """CAU-LINK-03: the units with an unbroken chain of German-controlled areas or Relief boxes to the relief force. The
    boxes of a letter lead to its own entry area alone; under the other reading they are one track for all letters."""
    board = p.table.board
    entry = board.entries[p.relief_letter]
    if p.relief_area:
        chain = board.connected_to(p.relief_area, p.german)
    else:
        chain = board.connected_to(entry, p.german) if p.german >> entry & 1 else 0
    # In a box the chain runs through the entry area of the unit's letter, or along the boxes to the relief force.
    own = p.relief_letter + 1 if p.relief_box else 0
    along = p.table.relief_boxes_one_track and (bool(p.relief_box) or bool(chain >> entry & 1))
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
    """The names of spaces in a sentence."""
    return ", ".join(p.table.board.names[space] for space in spaces)
