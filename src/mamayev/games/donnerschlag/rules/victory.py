"""Donnerschlag (DON-CALL, DON-TRACK): the call, the marker, the end of the game, and victory (DON-VICT)."""

from __future__ import annotations

from typing import NamedTuple

from mamayev.engine.box import Box
from mamayev.engine.event import TrackChange
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.position import Frame

from ..printed.map import AXIS, OFF_MAP, SOVIET, ZONE_NAMES
from ..printed.units import ALARM, HEADQUARTERS, NONE, members
from .position import NOT_CALLED, Operation
from .preparation import LAST_EFFORT, RESHUFFLE
from .verbs import CALL, DECLINE

LAST_BOX, LONGER = 4, 5
LAST_TURN = 7


class Verdict(NamedTuple):
    winner: int
    clause: str
    why: str


VERDICTS = {
    "reached": Verdict(AXIS, "DON-VICT-01", "An Axis unit, in supply and in command, is in the meeting zone."),
    "missed": Verdict(SOVIET, "DON-TRACK-08", "The 6th Army could not be reached and falls apart."),
    "never": Verdict(SOVIET, "DON-TRACK-09", "Donnerschlag was not called in time: the 6th Army is lost."),
}


def may_call(p: Operation, _f: Frame) -> bool:
    """DON-CALL-01, DON-T8-04: return whether Donnerschlag can be called, once per game."""
    return not p.called and p.turn < LAST_EFFORT


class Call(Box[Operation]):
    """The decision whether to call Donnerschlag, which is public, and for which zone, which is secret."""

    name = "calling"
    title = "Call Donnerschlag?"
    clauses = ("DON-CALL-01", "DON-CALL-04", "DON-TRACK-04")

    def help(self, p: Operation, f: Frame) -> str:
        """DON-CALL-03: return the turn in which the game would end."""
        end = p.turn + LAST_BOX - 1
        if end > LAST_TURN:
            return "It is too late: the marker would not reach box 4 before the game ends."
        return f"If you call it now, the game ends after turn {end}, or one turn later with the survival event."

    def options(self, p: Operation, f: Frame) -> list[int]:
        return [*(CALL | n << ARG for n in range(len(p.board.zones))), DECLINE]

    def note(self, p: Operation, f: Frame, action: int) -> str:
        """Return where a zone is: its named place, or else its hexes."""
        if action == DECLINE:
            return ""
        board = p.board
        hexes = [*board.grid.hexes(board.zones[action >> ARG & MASK])]
        named = next((board.places[h] for h in hexes if board.places[h] != board.grid.ids[h]), "")
        return f"Around {named}." if named else f"Hexes {board.grid.ids[hexes[0]]} to {board.grid.ids[hexes[-1]]}."

    def call(self, p: Operation, f: Frame, zone: int) -> None:
        p.end()
        p.called, p.zone = p.turn, zone
        text = "Donnerschlag is called! The meeting zone is fixed in secret."
        p.note("Donnerschlag", text, "DON-CALL-01", "DON-CALL-04")
        set_track(p, 0, "DON-CALL-02")

    def decline(self, p: Operation, f: Frame) -> None:
        p.end()


def set_track(p: Operation, box: int, clause: str) -> None:
    """Move the Donnerschlag marker to a box."""
    before, p.track = p.track, box
    if p.journal is not None:
        start = None if before == NOT_CALLED else before
        text = f"The Donnerschlag marker stands in box {box}."
        p.journal.add(
            TrackChange(track="advance", from_=start, to=box, who="Donnerschlag", text=text, clauses=(clause,))
        )


def survives(p: Operation) -> bool:
    """DON-TRACK-06, DON-TRACK-07: return whether the marker shows its survival side, so that box 5 is open."""
    if not p.survival:
        return False
    return p.table.readings["air_fleet_turn=any"] or p.called != RESHUFFLE or p.survival == LAST_TURN


def fulfils(p: Operation, u: int, zone: int) -> bool:
    """DON-VICT-01 to DON-VICT-05: return whether an Axis unit meets the conditions in a zone."""
    board = p.board
    h = p.at[u]
    if h >= OFF_MAP or not board.zones[zone] & board.grid.bit[h]:
        return False
    counts = p.table.readings["victory_unit=any-unit"] and board.kind[u] == HEADQUARTERS
    counts = commanded(p, u) if board.is_combat[u] else counts
    return counts and (bool(p.fed >> u & 1) or p.traces(h, AXIS))


def commanded(p: Operation, u: int) -> bool:
    """DON-VICT-04: return whether a combat unit is in command; under one reading any HQ commands an Alarmgruppe
    (DON-ALARM-04)."""
    board = p.board
    if board.cup[u] != ALARM or not p.table.readings["alarmgruppe_command=any-hq"]:
        return p.in_command(u)
    hqs = p.on_map(board.of_side[AXIS] & board.of_kind[HEADQUARTERS])
    return any(board.grid.distance(p.at[hq], p.at[u]) <= board.ranges[hq] for hq in hqs)


def fulfilled(p: Operation, zone: int) -> bool:
    """Return whether the Axis meets the conditions in a zone."""
    return any(fulfils(p, u, zone) for u in members(p.board.of_side[AXIS]) if p.at[u] < OFF_MAP)


def advance_marker(p: Operation, _f: Frame) -> None:
    """Advance the Donnerschlag marker in step 3 of a turn (DON-TRACK-01 to DON-TRACK-03, DON-TRACK-09,
    DON-TRACK-11).
    """
    if p.track != NOT_CALLED:
        set_track(p, p.track + 1, "DON-TRACK-01")
    if p.track < LAST_BOX:
        if p.turn == LAST_TURN:
            finish(p, "never")
        return
    if fulfilled(p, p.zone):
        finish(p, "reached")
    elif p.track == LAST_BOX and survives(p):
        p.ruled_out = sum(1 << zone for zone in range(len(p.board.zones)) if fulfilled(p, zone))
        p.note(
            "Donnerschlag",
            "Nobody is in the meeting zone in supply and in command; the 6th Army survives for one more turn.",
            "DON-TRACK-03", "DON-TRACK-06",
        )  # fmt: skip
    else:
        finish(p, "missed")


def finish(p: Operation, verdict: str) -> None:
    """End the game (DON-VICT-01, DON-VICT-02)."""
    p.verdict = verdict
    found = VERDICTS[verdict]
    p.note("Victory", found.why, found.clause)
    if p.zone != NONE:
        p.note("Victory", f"The meeting zone was {ZONE_NAMES[p.zone]}.", "DON-FOG-02")
    p.frames.clear()


def ending(p: Operation) -> str:
    """Reveal the secrets at the end of the game: the meeting zone, and the units in it."""
    board = p.board
    if p.zone == NONE:
        return "There was no meeting zone yet."
    there = [board.units[u].name for u in p.on_map(board.of_side[AXIS]) if fulfils(p, u, p.zone)]
    came = (
        f"In supply and in command there: {', '.join(there)}" if there else "Nobody was there in supply and in command"
    )
    return f"The meeting zone was {ZONE_NAMES[p.zone]}. {came}."


def survival(p: Operation) -> None:
    """DON-TRACK-06: flip the marker to its survival side with Air Fleet 4."""
    p.survival = p.turn
    if p.journal is not None:
        text = "The Donnerschlag marker shows its 6. Army Survival side."
        who, clauses = "Donnerschlag", ("DON-TRACK-06",)
        p.journal.add(TrackChange(track="survival", from_="Normal", to="Survival", who=who, text=text, clauses=clauses))
