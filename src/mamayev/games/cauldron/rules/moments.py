"""Actions available at any moment.

The player can surrender (CAU-SURR-01) and, in the German and Soviet Phases, create a battlegroup (CAU-BG-02). Under one
reading they can call the Council of War at any moment of the German Phase (CAU-COUNCIL-03). Every decision offers these
actions. Players who also want to act between decisions, before a die roll or a card, can make play stop at each such
moment.
"""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.notation import VERB, verb_of
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted

from .actions import BattlegroupBox, call_council, surrender, why_no_council
from .control import army_is_gone, in_command, in_set_up
from .evaluation import TURNS
from .position import GOING_PAST, ON, STOPPING, Pocket
from .verbs import BATTLEGROUP, COUNCIL, GO_ON, RUN_ON, STOP, SURRENDER

ATTACK_IN_PROGRESS = ("soviet.loss", "soviet.enter")


class AnyTime(BattlegroupBox):
    """Actions available at every decision of the player (CAU-SURR-01, CAU-BG-02)."""

    name = "any-time"
    title = "At any time"
    clauses = ("CAU-SURR-01", "CAU-BG-02")
    concludes = True

    def bind(self, table: Any) -> None:
        super().bind(table)
        if not table.council_any_moment:
            del self.acts[COUNCIL >> VERB]
        self.verbs = tuple(self.acts)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        found = []
        if p.table.council_any_moment and COUNCIL >> VERB not in p.box.acts and self.bar_council(p, f) is None:
            found.append(COUNCIL)
        if BATTLEGROUP >> VERB not in p.box.acts and closed_to_battlegroups(p) is None:
            found += self.battlegroups(p)
        if self.bar_stop(p, f) is None:
            found.append(STOP)
        if self.bar_surrender(p, f) is None:
            found.append(SURRENDER)
        return found

    def bar_battlegroup(self, p: Pocket, f: Frame) -> Reason | None:
        return closed_to_battlegroups(p) or super().bar_battlegroup(p, f)

    def note(self, p: Pocket, f: Frame, action: int) -> str:
        return what_surrender_does(p) if verb_of(action) == SURRENDER else ""

    # -------------------------------------------------------------- the Council of War

    def council(self, p: Pocket, f: Frame) -> None:
        call_council(p)

    def bar_council(self, p: Pocket, f: Frame) -> Reason | None:
        if p.inside("german"):
            return why_no_council(p)
        return Reason("You can call the Council of War only in a German Phase.", ("CAU-COUNCIL-03",))

    # -------------------------------------------------------------- surrender

    def surrender(self, p: Pocket, f: Frame) -> None:
        if p.box.name in ATTACK_IN_PROGRESS:
            p.surrender_due = 1
            if p.journal is not None:
                p.journal.note("Surrender", "The army surrenders after the attack in progress.", ("CAU-SURR-01",))
        else:
            surrender(p)

    def bar_surrender(self, p: Pocket, f: Frame) -> Reason | None:
        if p.surrendered or p.surrender_due:
            return Reason("The army has already surrendered.", ("CAU-SURR-01",))
        if in_set_up(p):
            return Reason("The game has not begun.", ("CAU-SURR-01",))
        if army_is_gone(p):
            return Reason("There are no units left to surrender.", ("CAU-SURR-01", "CAU-END-03"))
        return None

    # -------------------------------------------------------------- the moments between two decisions

    def stop(self, p: Pocket, f: Frame) -> None:
        p.stops = STOPPING

    def bar_stop(self, p: Pocket, f: Frame) -> Reason | None:
        if p.stops:
            return Reason("Play already stops before every roll and draw.", ("CAU-SURR-01", "CAU-BG-02"))
        return self.bar_surrender(p, f)


def what_surrender_does(p: Pocket) -> str:
    """Return the consequences of a surrender (CAU-SURR-02 to CAU-SURR-05, CAU-VP-08)."""
    rolls = counted(TURNS + 1 - p.turn, "once more", "# more times")
    point = " You lose a victory point, because it is before turn 14." if p.turn < 14 else ""
    return (
        f"All activity on the map ends and morale drops to zero. Table H is rolled {rolls}, at {-1 if p.foa else -2}; "
        f"the final index decides.{point}"
    )


def closed_to_battlegroups(p: Pocket) -> Reason | None:
    """Return why no battlegroup can be created at this moment (CAU-BG-02, CAU-BG-05)."""
    if in_set_up(p):
        return Reason("The game has not begun: create a battlegroup during play.", ("CAU-BG-02",))
    if not in_command(p) or not p.inside("turn"):
        return Reason("There is no army in command to create a battlegroup.", ("CAU-BG-02", "CAU-SURR-02"))
    if p.box.name in ATTACK_IN_PROGRESS:
        return Reason(
            "You can't create a battlegroup between the roll of a Soviet attack and the end of its advance.",
            ("CAU-BG-05",),
        )
    if p.table.readings["follow_up_window=closed"] and (p.inside("soviet.follow-up") or p.inside("soviet.roll")):
        return Reason(
            "You can't create a battlegroup between an attack and its follow-up.", ("CAU-FLOW-11", "CAU-FOLLOW-01")
        )
    if p.table.readings["battlegroups=any-moment"]:
        return None
    german, soviet = p.inside("german"), p.inside("soviet")
    if not (german or soviet):
        return Reason("You can create battlegroups only in the German and Soviet Phases.", ("CAU-BG-02",))
    if p.table.readings["battlegroups=phases"]:
        return None
    if german:
        return Reason("Attacks are being resolved, so other Actions are over.", ("CAU-BG-02", "CAU-ATK-02"))
    return Reason(
        "You can create a battlegroup once the target of an attack or follow-up is known, before it is rolled.",
        ("CAU-BG-02", "CAU-FLOW-11"),
    )


def stopping(p: Pocket, _f: Frame) -> bool:
    """Return whether the player wants to stop between two decisions."""
    return p.stops > ON and p.inside("turn")


class Moment(Box[Pocket]):
    """A stop before a die roll or a card, or at the end of the Soviet Phase, if the player wants to stop (CAU-SURR-01,
    CAU-BG-02).

    The player can create a battlegroup, surrender, or continue.
    """

    name = "moment"
    title = "Stop between decisions"
    hint = "You asked to stop before every roll and draw. Here you can create a battlegroup or surrender."
    clauses = ("CAU-SURR-01", "CAU-BG-02")
    concludes = True

    def prompt(self, p: Pocket, f: Frame) -> str:
        below = p.table.boxes[p.caller(f)[0]]
        if below.chance:
            what = "Next, a die is rolled" if below.chance == "die" else f"Next, a {p.table.book.card} is drawn"
            return f"{what}: {below.title}. Continue?"
        return "The Soviet attacks are over. Continue?"

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [GO_ON, RUN_ON]

    def go_on(self, p: Pocket, f: Frame) -> None:
        p.end()
        p.stops = GOING_PAST if p.box.chance else STOPPING

    def run_on(self, p: Pocket, f: Frame) -> None:
        p.end()
        p.stops = ON
