"""What the readings of the options change in the charts."""

from __future__ import annotations

from mamayev.engine.reread import Changes, Reread, noted

WEATHER, TERRAIN, VICTORY, MISSIONS = "weather-effects", "terrain", "victory", "missions"
THROWN = ("October", "November", "March", "April")
MID_WINTER = "from December to February"

CHANGES: Changes = {
    "river_doubling=any": (
        Reread(TERRAIN, "river", "Doubles defender", "when at least one attacker stands on a bank"),
    ),
    "third_bank=doubled": (
        noted(TERRAIN, "At a confluence, attackers on two of the three banks do not cancel the doubling."),
    ),
    "frozen_rivers=freeze": (
        Reread(WEATHER, "snow", "River", "does not double"),
        Reread(TERRAIN, "river", "In snow", "frozen: does not double"),
    ),
    "rough_ground=two": (
        *(Reread(WEATHER, weather, "Swamp", "costs 2") for weather in ("perfect", "mud")),
        *(Reread(TERRAIN, ground, "Cost", "2") for ground in ("mountain", "swamp")),
        *(Reread(TERRAIN, ground, "Must stop", "no; an advance stops") for ground in ("mountain", "swamp")),
    ),
    "ice=mid-winter": (
        Reread(WEATHER, "snow", "Lake", f"as clear {MID_WINTER}, else impassable"),
        Reread(TERRAIN, "lake", "In snow", f"frozen {MID_WINTER}: as clear; thaw eliminates"),
    ),
    "mud_rail=5": (Reread(WEATHER, "mud", "Rail bonus", "5"),),
    "railroads": (noted(WEATHER, "The rail bonus of Axis units in Russia is different (BAR-V-RAIL-01)."),),
    "weather_mode=historical": (
        *(Reread("weather", month, "Throw", "no: fixed") for month in THROWN),
        noted("weather", "This match uses the fixed calendar, so no die is rolled in any month."),
    ),
    "finns": (noted(TERRAIN, "Finnish units are doubled in clear hexes of Finland (BAR-V-FINN-01)."),),
    "seven_to_one=6-1": (
        noted("combat", "In this match, 7-1 and better uses the column 6-1, unless there is movement after battle."),
    ),
    "besieged_points=no": (noted("russian-rates", "A city in an Axis zone of control gives no points."),),
    "city_holding=garrison": (
        Reread(VICTORY, "German | holds", "Condition", "has units in Leningrad, Moscow and Stalingrad"),
        Reread(VICTORY, "Russian | holds", "Condition", "has units in Helsinki, Warsaw and Bucharest"),
    ),
    "city_clock=capture": (
        Reread(VICTORY, "German | h", "When read", "end of every German player turn"),
        Reread(VICTORY, "Russian | h", "When read", "end of every Russian player turn"),
        Reread(VICTORY, "German | h", "Turns needed", "2 after the capture"),
        Reread(VICTORY, "Russian | h", "Turns needed", "2 after the capture"),
    ),
    "last_units=due": (Reread(VICTORY, "either", "Condition", "the enemy has no unit on the board, and none is due"),),
    "extra_victory": (noted(VICTORY, "The Germans can also win by replacement hexes (BAR-V-WIN-02)."),),
    "reserves": (noted("units", "The Axis units with the letter R arrive in July 1941 (BAR-V-RESERVE-02)."),),
    "order_of_battle": (noted("units", "Three of the Russian units arrive after the setup (BAR-V-OOB-06)."),),
    "strikes_in_battle=yes": (
        Reread(MISSIONS, "strategic attack", "When", "combat segment, also between a battle's die and its losses"),
    ),
    "attacked_unit=shields": (
        noted(MISSIONS, "A unit that was attacked on the ground shields its hex from strategic attacks."),
    ),
    "failed_mission=again": (
        noted(MISSIONS, "A mission that was completely intercepted can be flown again to the same hex."),
    ),
}
"""The changes by reading."""
