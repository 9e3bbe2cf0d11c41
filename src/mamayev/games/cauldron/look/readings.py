"""What the readings of the options change in the charts."""

from __future__ import annotations

from mamayev.engine.reread import MODIFIER, Changes, Reread, noted

CHANGES: Changes = {
    "ssi_one=0": (Reread("A", "SSI 1:", MODIFIER, "SSI 1: 0 (both rolls)"),),
    "ssi_one=-3": (Reread("A", "SSI 1:", MODIFIER, "SSI 1: -3 (both rolls)"),),
    "isolated_movement=separate": (Reread("COST", "Movement, per 5", "Isolation doubles", "yes, on a separate tally"),),
    "relief_bonus=driven-out": (
        noted("F", "In this match, only a Retreat that drives a Soviet unit out of its area counts for NE*."),
    ),
    "surrender_commitments=dropped": (noted("H", "In this match, commitments do not count after a surrender."),),
    "council_bonus=once": (noted("COUNCIL", "In this match, a second result of 12 or more adds nothing."),),
    "rumor_ranges=printed": (
        Reread("RUMOR", "Tiger Tanks", "Dispelled", "1-2"),
        Reread("RUMOR", "Tiger Tanks", "Inconclusive", "3-10"),
        Reread("RUMOR", "Zhukov", "Dispelled", "1-3"),
        Reread("RUMOR", "Zhukov", "Inconclusive", "4-12"),
        noted("RUMOR", "This match uses the ranges as printed."),
    ),
}
"""The changes by reading."""
ONE_AIRLIFT_ROW = tuple(Reread("B", "Poor", str(die), str(die)) for die in range(8))
"""CAU-AIR-01, one reading of the 1996 edition: Poor weather counts as Fair."""
