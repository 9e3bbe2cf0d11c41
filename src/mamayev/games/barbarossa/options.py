"""What can be chosen where a match is set up: two readings of a base rule; the first is the default (BAR-FLOW-08)."""

from __future__ import annotations

from mamayev.engine.table import Option

READINGS = "Readings"

OPTIONS = (
    Option(
        "river_doubling", "word", "every",
        "When a river doubles the defender: only where all attackers of the battle stand on one and the same bank, or "
        "as soon as one of them stands on a bank (BAR-TERRAIN-15).",
        ("every", "any"), title="River lines", group=READINGS,
        labels=("all attackers on one bank", "one attacker on a bank is enough"),
    ),
    Option(
        "isolation", "word", "eliminate",
        "What isolation does: a unit isolated in two own turns in a row is removed, or it stays and attacks and moves "
        "at half (BAR-ISO-07).",
        ("eliminate", "halve"), title="Isolated units", group=READINGS,
        labels=("are eliminated after two own turns", "attack and move at half"),
    ),
    Option(
        "supply_friends", "word", "blocked",
        "Whether a line may pass an enemy zone of control in a hex that holds a friendly unit (BAR-ISO-05).",
        ("blocked", "open"), title="Lines through zones of control", group=READINGS,
        labels=("never", "through hexes with friends"),
    ),
    Option(
        "zoc_to_zoc", "word", "same-unit",
        "Which steps from one enemy zone of control to another are barred: those within the zone of one and the same "
        "unit, or all (BAR-ZOC-05).",
        ("same-unit", "never"), title="From zone to zone", group=READINGS,
        labels=("not within the zone of one unit", "never"),
    ),
    Option(
        "weather_mode", "word", "dice",
        "Whether October, November, March and April are thrown for, or follow a fixed calendar (BAR-WEATHER-05).",
        ("dice", "historical"), title="Weather", group=READINGS, labels=("by dice", "by a fixed calendar"),
    ),
    Option(
        "replacement_saving", "word", "keep",
        "Whether replacement points that are not spent are kept, or gone after the arrivals of the turn (BAR-REPL-09).",
        ("keep", "lose"), title="Replacement points", group=READINGS, labels=("are saved", "are lost if not spent"),
    ),
    Option(
        "german_replacements_from", "word", "june-1941",
        "The first month of the German replacement points; the text names none (BAR-REPL-08).",
        ("june-1941", "september-1941"), title="German replacements", group=READINGS,
        labels=("from June 1941", "from September 1941"),
    ),
    Option(
        "retreat_chooser", "word", "winner",
        "Who moves units that must retreat: the side that has won the battle, or their owner (BAR-RETREAT-01).",
        ("winner", "owner"), title="Retreats are led by", group=READINGS, labels=("the winner", "the owner"),
    ),
    Option(
        "city_holding", "word", "control",
        "When a city counts for a victory clock: while it is under control, or only while a unit stands in it when the "
        "clock is read (BAR-WIN-06).",
        ("control", "garrison"), title="Holding a city", group=READINGS,
        labels=("the last unit in it decides", "a unit must stand in it"),
    ),
)  # fmt: skip
