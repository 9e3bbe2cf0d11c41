"""What can be chosen where a match is set up: two readings of a rule, the default first (BAR-FLOW-08), and the
switches of the variant."""

from __future__ import annotations

from mamayev.engine.options import Option, Preset

READINGS = "Readings"
VARIANT = "The variant of 2001"

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
        "ride_end", "word", "walks-on",
        "Whether a unit that gets off the train in swamp or mountains may walk on from there, or stops (BAR-RAIL-10).",
        ("walks-on", "stops"), title="A ride into swamp or mountains", group=READINGS,
        labels=("the unit may walk on", "the unit stops"),
    ),
    Option(
        "weather_mode", "word", "dice",
        "Whether October, November, March and April are rolled for, or follow a fixed calendar (BAR-WEATHER-05).",
        ("dice", "historical"), title="Weather", group=READINGS, labels=("by dice", "by a fixed calendar"),
    ),
    Option(
        "replacement_saving", "word", "keep",
        "Whether replacement points that are not spent are kept, or lost after the arrivals of the turn (BAR-REPL-09).",
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
        ("winner", "owner"), title="Retreats are made by", group=READINGS, labels=("the winner", "the owner"),
    ),
    Option(
        "city_holding", "word", "control",
        "When a city counts for a victory clock: while it is under control, or only while a unit stands in it when the "
        "clock is read (BAR-WIN-06).",
        ("control", "garrison"), title="Holding a city", group=READINGS,
        labels=("the last unit in it decides", "a unit must stand in it"),
    ),
    Option(
        "order_of_battle", "bool", False,
        "31 Russian units at the start and three more in December 1941, two Russian units to a hex (BAR-V-OOB).",
        title="Order of battle and stacking", group=VARIANT,
    ),
    Option(
        "third_armor_month", "word", "1941-12",
        "Order of battle: the month in which the 6-9-6 arrives (BAR-V-OOB-08).",
        ("1941-12", "1942-10"), title="The third armored unit arrives in", group=VARIANT,
        labels=("December 1941", "October 1942"),
    ),
    Option(
        "reinforce_besieged", "word", "yes",
        "Order of battle: whether the December units may be placed in a city in an Axis zone (BAR-V-OOB-09).",
        ("yes", "no"), title="Besieged cities are reinforced", group=VARIANT, labels=("yes", "no"),
    ),
    Option(
        "reserves", "bool", False,
        "The six German units with the letter R come in July 1941 (BAR-V-RESERVE).",
        title="German reserves", group=VARIANT,
    ),
    Option(
        "extra_victory", "bool", False,
        "The Germans also win with four of the five replacement hexes for two turns (BAR-V-WIN).",
        title="Economic victory", group=VARIANT,
    ),
    Option(
        "extra_victory_count", "word", "4",
        "Economic victory: how many of the five hexes it takes; the text asks for four of six (BAR-V-WIN-02).",
        ("4", "3", "5"), title="Hexes for economic victory", group=VARIANT, labels=("four", "three", "all five"),
    ),
    Option(
        "extra_victory_hold", "word", "garrison",
        "Economic victory: whether a hex counts only while an Axis unit stands in it, or by control (BAR-V-WIN-03).",
        ("garrison", "control"), title="Holding a hex for economic victory", group=VARIANT,
        labels=("a unit must stand in it", "the last unit in it decides"),
    ),
    Option(
        "railroads", "bool", False,
        "The Axis rides 5 hexes in Russia until its railways are cleared, and none in the first winter; Russians never "
        "ride west of the frontier (BAR-V-RAIL).",
        title="Railroads", group=VARIANT,
    ),
    Option(
        "movement_after_battle", "bool", False,
        "Attackers advance into any hex that they have emptied, mobile units up to three hexes (BAR-V-AFTER).",
        title="Movement after battle", group=VARIANT,
    ),
    Option(
        "russian_mobile_from", "word", "calendar-1942",
        "Movement after battle: Russian armor is mobile from the first snow turn of 1942, or from the first one in "
        "October 1942 or later (BAR-V-AFTER-13).",
        ("calendar-1942", "second-winter"), title="Russian armor is mobile from", group=VARIANT,
        labels=("the first snow turn of 1942", "the second winter"),
    ),
    Option(
        "finns", "bool", False, "Finnish units are doubled in clear hexes of Finland (BAR-V-FINN).",
        title="Finnish units", group=VARIANT,
    ),
    Option(
        "replacement_hexes", "bool", False,
        "Five Russian replacement hexes from July 1941; the Germans gain a point for each that they take (BAR-V-REPL).",
        title="Replacement hexes", group=VARIANT,
    ),
    Option(
        "supply_lines", "bool", False,
        "Four cities as Russian sources; lines of 10 hexes, 5 in mud and snow, and then rail (BAR-V-SUPPLY).",
        title="Supply lines", group=VARIANT,
    ),
    Option(
        "city_source_in_zoc", "word", "dead",
        "Supply lines: whether a Russian supply city in an Axis zone is dead, or lives while a unit stands in it "
        "(BAR-V-SUPPLY-03).",
        ("dead", "garrison"), title="Besieged supply cities", group=VARIANT,
        labels=("are no source", "are one with a garrison"),
    ),
    Option(
        "airpower", "bool", False,
        "Air factors of both sides: tactical attacks, German strategic attacks, German air supply (BAR-V-AIR).",
        title="Airpower", group=VARIANT,
    ),
    Option(
        "air_income_city", "word", "garrison",
        "Airpower: whether an own city gives air factors only with a unit in it, or by control (BAR-V-AIR-06, "
        "BAR-V-AIR-10).",
        ("garrison", "control"), title="Cities that give air factors", group=VARIANT,
        labels=("a unit must stand in them", "the last unit in them decides"),
    ),
    Option(
        "air_supply_asked", "word", "isolated",
        "Airpower: whether air supply is asked for only where an isolated unit stands in a city, since it changes "
        "nothing for others, or in every month in which there are air factors (BAR-V-AIRSUP-01).",
        ("isolated", "always"), title="Air supply is asked for", group=VARIANT, before="always",
        labels=("where a unit is isolated", "in every month"),
    ),
    Option(
        "interception", "bool", False,
        "Air factors of the other side may shoot down those of a mission; needs airpower (BAR-V-INTER).",
        title="Interception", group=VARIANT,
    ),
    Option(
        "mud_rail", "word", "10",
        "How many hexes the rail bonus has in mud: as many as in perfect weather, or as many as in snow (BAR-RAIL-04).",
        ("10", "5"), title="Rail bonus in mud", group=READINGS, labels=("10 hexes", "5 hexes"),
    ),
    Option(
        "boarding", "word", "walks",
        "Whether a unit may walk to the railway before its ride, or rides only from the rail hex in which its turn "
        "begins (BAR-RAIL-05).",
        ("walks", "start"), title="Boarding trains", group=READINGS,
        labels=("after a walk, too", "only where the turn begins"),
    ),
    Option(
        "isolation_tests", "word", "two",
        "When a turn counts as isolated: if the unit is isolated at the beginning and at the end of its player turn, "
        "or if it is isolated at the end (BAR-ISO-06, BAR-ISO-11).",
        ("two", "one"), title="Tests of isolation", group=READINGS,
        labels=("at the beginning and the end", "at the end alone"),
    ),
    Option(
        "besieged_points", "word", "yes",
        "Whether a Russian city in an Axis zone of control gives replacement points (BAR-REPL-06, BAR-V-REPL-03).",
        ("yes", "no"), title="Points from besieged cities", group=READINGS, labels=("are received", "are not received"),
    ),
    Option(
        "seven_to_one", "word", "eliminated",
        "What happens at 7-1 and better: the defenders are eliminated without a throw, or the 6-1 column is used. The "
        "switch for movement after battle rules the throw out (BAR-ODDS-04, BAR-V-AFTER-18).",
        ("eliminated", "6-1"), title="Odds of 7-1 and better", group=READINGS,
        labels=("no throw, the defenders are eliminated", "the 6-1 column"),
    ),
    Option(
        "rough_ground", "word", "stops",
        "What mountains and unfrozen swamps cost: 1 movement factor and the move ends, or 2 factors and the unit may "
        "go on. An advance stops there in any case (BAR-TERRAIN-07, BAR-TERRAIN-09).",
        ("stops", "two"), title="Mountains and swamps", group=READINGS,
        labels=("end the move", "cost 2 movement factors"),
    ),
    Option(
        "frozen_rivers", "word", "double",
        "Whether rivers double the defender in snow, too, or freeze like the lakes (BAR-TERRAIN-17).",
        ("double", "freeze"), title="Rivers in snow", group=READINGS, labels=("double the defender", "are frozen"),
    ),
    Option(
        "axis_rebuilt", "word", "all",
        "Which Axis units can be rebuilt: all but Finnish ones, or German ones alone (BAR-REPL-10).",
        ("all", "german"), title="Axis units rebuilt", group=READINGS,
        labels=("all but the Finns", "German units alone"),
    ),
    Option(
        "warsaw_lost", "word", "none",
        "Whether German replacement points come while Warsaw is lost; they can be spent only there (BAR-REPL-14).",
        ("none", "wait"), title="Points without Warsaw", group=READINGS,
        labels=("do not come", "come and wait"),
    ),
    Option(
        "east_edge", "word", "replaced",
        "Supply lines: whether the four cities replace the east map edge as Russian sources, or are added to it "
        "(BAR-V-SUPPLY-01).",
        ("replaced", "kept"), title="The east map edge", group=VARIANT,
        labels=("is no source", "is a source, too"),
    ),
    Option(
        "line_length", "word", "entered",
        "Supply lines: how their 10 or 5 hexes are counted: the hexes entered, the last one among them, or the hexes "
        "between the unit and that one, which makes a line one longer (BAR-V-SUPPLY-05).",
        ("entered", "between"), title="Length of supply lines", group=VARIANT,
        labels=("the hexes entered", "the hexes between"),
    ),
    Option(
        "advance_ground", "word", "in-fact",
        "Which hex an attacker may advance into: one whose defenders were doubled in the battle, or one that can "
        "double them, like a river hex attacked from both banks (BAR-ADVANCE-02). Movement after battle replaces both.",
        ("in-fact", "by-nature"), title="Advance after combat", group=READINGS,
        labels=("where the defender was doubled", "where a defender can be doubled"),
    ),
    Option(
        "city_clock", "word", "opponent",
        "When the victory clocks are read: at the end of the opponent's player turn, or two whole turns after the "
        "capture, at the end of the holder's own (BAR-WIN-02, BAR-WIN-05).",
        ("opponent", "capture"), title="Two turns with the cities", group=READINGS,
        labels=("two player turns of the opponent", "two whole turns from the capture"),
    ),
    Option(
        "last_units", "word", "board",
        "Whether a side without a unit on the board has lost, or has not while units of it are still due "
        "(BAR-WIN-03).",
        ("board", "due"), title="The last unit", group=READINGS,
        labels=("units on the board count", "units still due count, too"),
    ),
    Option(
        "third_bank", "word", "undoubled",
        "At a confluence with three banks: whether attackers on two of them take the doubling away, or leave it "
        "because the third bank is the defender's (BAR-TERRAIN-16).",
        ("undoubled", "doubled"), title="Confluences", group=READINGS,
        labels=("two banks end the doubling", "two of three banks do not"),
    ),
    Option(
        "ice", "word", "snow",
        "When lakes are frozen: in every snow turn, or from December to February alone (BAR-TERRAIN-04).",
        ("snow", "mid-winter"), title="Frozen lakes", group=READINGS,
        labels=("in every snow turn", "in mid-winter alone"),
    ),
    Option(
        "weather_throws", "word", "month",
        "Whether one throw settles the weather of a month, or each player turn has its own (BAR-WEATHER-02).",
        ("month", "player-turn"), title="Weather is thrown", group=READINGS,
        labels=("once a month", "in each player turn"),
    ),
    Option(
        "retreat_path", "word", "away",
        "Whether a retreat ends two hexes away, or takes any path of two steps to another hex (BAR-RETREAT-02).",
        ("away", "any"), title="Retreats end", group=READINGS,
        labels=("two hexes away", "after any two steps"),
    ),
    Option(
        "retreat_into_battle", "word", "apart",
        "Whether a unit that retreats into a hex still to be attacked is no part of that battle, or defends in it "
        "(BAR-RETREAT-07).",
        ("apart", "shares"), title="Retreats into a battle", group=READINGS,
        labels=("the unit is no part of it", "the unit defends in it"),
    ),
    Option(
        "straits", "word", "closed",
        "Whether Kerch strait, Kronstadt bay and the other narrow waters are closed, or can be crossed like any "
        "hexside (BAR-MAP-05).",
        ("closed", "crossed"), title="Straits", group=READINGS, labels=("are closed", "can be crossed"),
    ),
    Option(
        "reserves_due", "word", "placed",
        "German reserves: whether all must be placed in July 1941, or may be held back (BAR-V-RESERVE-04).",
        ("placed", "held"), title="German reserves", group=VARIANT,
        labels=("must be placed when due", "may be held back"),
    ),
    Option(
        "reserves_in_finland", "word", "free",
        "German reserves: whether the 8 factors that may begin in Finland bind them, too (BAR-V-RESERVE-05).",
        ("free", "limited"), title="Reserves in Finland", group=VARIANT,
        labels=("any number", "8 factors with the set-up"),
    ),
    Option(
        "finnish_cities", "word", "city",
        "Finnish units: whether a major city hex of Finland is a city alone, or clear ground as well (BAR-V-FINN-03).",
        ("city", "clear"), title="Helsinki", group=VARIANT, labels=("is a city", "is clear ground, too"),
    ),
    Option(
        "lost_source", "word", "re-entered",
        "Supply lines: when a captured Russian supply city is a source again: once a Russian unit has entered it, or "
        "as soon as no Axis unit or zone is in it (BAR-V-SUPPLY-09).",
        ("re-entered", "empty"), title="Lost supply cities", group=VARIANT,
        labels=("must be entered again", "are sources when empty"),
    ),
    Option(
        "axis_source_in_zoc", "word", "lives",
        "Supply lines: whether a Russian zone of control ends an Axis source as an Axis zone ends a Russian one "
        "(BAR-V-SUPPLY-10).",
        ("lives", "dead"), title="Axis supply cities in a zone", group=VARIANT,
        labels=("are sources", "are none"),
    ),
    Option(
        "air_income", "word", "own-turn",
        "Airpower: whether each side gets its air factors in its own player turn, or both at the start of the month "
        "(BAR-V-AIR-13).",
        ("own-turn", "month"), title="Air factors come", group=VARIANT,
        labels=("in the own player turn", "at the start of the month"),
    ),
    Option(
        "strikes_in_battle", "word", "no",
        "Airpower: whether strategic attacks may also be made inside a battle, between its die and its losses and "
        "retreats (BAR-V-STRAT-02).",
        ("no", "yes"), title="Strategic attacks", group=VARIANT,
        labels=("between battles", "inside a battle, too"),
    ),
    Option(
        "attacked_unit", "word", "spared",
        "Airpower: whether a unit that was attacked on the ground is spared from strategic attacks alone, or shields "
        "all units in its hex (BAR-V-STRAT-06).",
        ("spared", "shields"), title="Attacked units", group=VARIANT,
        labels=("are spared themselves", "shield their hex"),
    ),
    Option(
        "failed_mission", "word", "flown",
        "Interception: whether a hex whose mission was wholly intercepted has had it, or may be tried again "
        "(BAR-V-INTER-07).",
        ("flown", "again"), title="Intercepted missions", group=VARIANT,
        labels=("are over", "may be flown again"),
    ),
)  # fmt: skip

AIRCRAFT = ("airpower", "interception")
SWITCHES = tuple(option.name for option in OPTIONS if option.group == VARIANT and option.type == "bool")
"""BAR-SCOPE-04: the ten switches."""

PRESETS = (
    Preset("classic", "Classic", "The base game of 1963, all switches of the variant off.", "1963"),
    Preset(
        "ground",
        "The variant on the ground",
        "The variant of 2001 without its aircraft: eight switches on.",
        "1963",
        {switch: True for switch in SWITCHES if switch not in AIRCRAFT},
    ),
    Preset(
        "miranda",
        "The variant of 2001",
        "The whole variant, all ten switches on: reserves, breakthroughs, short lines, and the war in the air.",
        "1963",
        dict.fromkeys(SWITCHES, True),
    ),
)
