"""What the readings of the options change in the charts."""

from __future__ import annotations

from mamayev.engine.reread import Changes, Reread, noted

CHANGES: Changes = {
    "soviet_side=player": (
        Reread("combat", "1 | ", "What", "Soviet player chooses a card from hand, face down"),
        Reread(
            "soviet-cards", "Movement Action: move blocked", "Occasion", "Movement Action: die that no stack can use"
        ),
    ),
    "sixth_spawn=hex-9": (
        Reread("procedure", "1 | ", "Test", "Soviets control at least one of #3 #7 #9 #13 #15 #19"),
        Reread("spawn", "3 | 9", "Known", "in place of #6"),
        Reread("spawn", "3 | 9", "Units at three", "normal"),
        Reread("spawn", "4 | 15", "Known", "same row as #9"),
    ),
    "short_start=free": (Reread("actions", "3 | ", "Start next to enemy", "no"),),
    "combined_force=attack": (Reread("combat", "10b", "Soviet attack", "no"),),
    "blitz=off": (
        Reread("combat", "12 | ", "Hasty", "no"),
        Reread("combat", "12 | ", "Deliberate", "no"),
        Reread("combat", "12 | ", "Condition", "never in this match"),
    ),
    "full_spawn=each": (
        Reread("soviet-cards", "Spawn Action: controlled Spawn hex full", "Cards", "1 per unit without room"),
        noted("spawn", "In this match, a full hex brings one card for each unit without room."),
    ),
    "lone_infantry=nothing": (
        noted("soviet-cards", "A Spawn hex with three units brings no card if the Infantry pool is empty."),
    ),
    "rubble_count=declared": (
        noted("rubble", "In this match, hexes and regiments count even if they have been eliminated."),
    ),
}
"""The changes by reading."""
