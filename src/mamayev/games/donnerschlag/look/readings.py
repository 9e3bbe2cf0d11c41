"""What the readings of the options change in the charts."""

from __future__ import annotations

from mamayev.engine.reread import Changes, Reread, noted

RESULT = "combat"

CHANGES: Changes = {
    "motorised_crossing=any-bank": (
        Reread("rivers", "motorised movement", "Unbridged hexside", "only from the bank where it starts, then stop"),
    ),
    "hq_rivers=on-foot": (noted("rivers", "Axis HQs cross like infantry."),),
    "high_command=box": (
        noted("sequence", "In this match, a High Command card goes face down into an empty OKH or STAVKA box."),
    ),
    "high_command=hand-counted": (
        noted("sequence", "In this match, a High Command card counts against the hand limit."),
    ),
    "marker_returns=first": (
        noted("sequence", "In this match, the Schlachtenglück marker returns to the Axis before step 1a."),
    ),
    "air_fleet_turn=turn-7": (
        Reread("call", "4 | ", "Box 5 at end of turn if survival", "8, if Air Fleet 4 succeeds in turn 7"),
    ),
    "below_one_result=1A": (noted(RESULT, "In this match, the result below 1:1 is 1A."),),
    "below_one_result=A1-DR": (
        noted(RESULT, "In this match, below 1:1 the attacker loses a step, and the defenders retreat."),
    ),
    "below_one_test=final": (
        noted("shifts", "In this match, only the shifted column counts, so a ratio below 1:1 is shifted, too."),
    ),
    "below_one_test=floor": (noted("shifts", "In this match, left shifts stop at the column 1-1."),),
    "column_cap=last": (
        noted("shifts", "In this match, odds above 7:1 are shifted from their own ratio, and capped after the shifts."),
    ),
    "zone_loss=stacks": (noted("retreat", "In this match, ranks 5 to 8 cost a single unit no step."),),
    "alarmgruppe_retreats=no": (
        noted("retreat", "In this match, an Alarmgruppe that must retreat is eliminated instead."),
    ),
}
"""The changes by reading."""
