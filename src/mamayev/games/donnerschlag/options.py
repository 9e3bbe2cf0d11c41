"""The options of a match: readings of unclear passages, the first one as default."""

from __future__ import annotations

from mamayev.engine.options import Option, Preset

READINGS = "Readings"

OPTIONS = (
    Option(
        "high_command", "word", "hand",
        "Where a High Command card goes: into the hand above its limit; face down into an empty OKH or STAVKA box, "
        "where it needs no die; or into the hand, with one combat card fewer dealt (DON-HICOM-02).",
        ("hand", "box", "hand-counted"), title="High Command cards", group=READINGS,
        labels=("above the hand limit", "into the supreme command's box", "instead of a card of the deal"),
    ),
    Option(
        "below_one_test", "word", "ratio",
        "What counts as odds below 1:1: the ratio itself whatever the shifts, and a column shifted off the table; the "
        "shifted column alone; or the ratio, while a shift left stops at 1-1 (DON-RATIO-06).",
        ("ratio", "final", "floor"), title="Below 1:1", group=READINGS,
        labels=("the ratio, and shifts off the table", "the shifted column alone", "the ratio; shifts stop at 1-1"),
    ),
    Option(
        "below_one_draw", "word", "no",
        "Whether an Axis attack below 1:1, which throws no die, brings the Soviets Ad Hoc Infantry (DON-DRAW-01).",
        ("no", "yes"), title="Ad Hoc Infantry below 1:1", group=READINGS, labels=("none", "one unit is drawn"),
    ),
    Option(
        "rounding_scope", "word", "hex",
        "Halved strengths are rounded down for each hex, or once for the whole side (DON-CALC-01, DON-RATIO-08).",
        ("hex", "side"), title="Rounding of halves", group=READINGS, labels=("for each hex", "once for the side"),
    ),
    Option(
        "motorised_crossing", "word", "first-step",
        "A motorised unit crosses an unbridged river as the first step of its move, or after moving along the bank on "
        "which it starts (DON-RIVER-02).",
        ("first-step", "any-bank"), title="Motorised units at rivers", group=READINGS,
        labels=("cross at once or not at all", "may move along the bank first"),
    ),
    Option(
        "road_bonus", "word", "hex",
        "The bonus hex of road movement: every hex has a road, or the road must cross every hexside too (DON-ROAD-02).",
        ("hex", "hexside"), title="Road bonus", group=READINGS, labels=("from road hex to road hex", "along the road"),
    ),
    Option(
        "alarmgruppe_retreats", "word", "yes",
        "Whether an Alarmgruppe retreats like other units, or is eliminated where it would have to (DON-ALARM-03).",
        ("yes", "no"), title="Alarmgruppen", group=READINGS, labels=("retreat", "are eliminated instead"),
    ),
    Option(
        "barred_on_the_way", "word", "eliminated",
        "What becomes of a unit that has retreated into a full hex and finds its way on barred by a lone enemy HQ: it "
        "is eliminated, or its whole retreat is ignored and it is back where it began (DON-RETREAT-20).",
        ("eliminated", "back"), title="Barred by an HQ on the way", group=READINGS,
        labels=("is eliminated", "is back where it began"),
    ),
    Option(
        "air_fleet_turn", "word", "any",
        "In which turn Air Fleet 4 must succeed for a turn 8 after a call in turn 4 (DON-TRACK-07).",
        ("any", "turn-7"), title="Air Fleet 4", group=READINGS, labels=("in any turn", "in turn 7 alone"),
    ),
    Option(
        "victory_unit", "word", "combat-unit",
        "Which Axis unit fulfils the victory condition: combat units alone, or an HQ in supply, too (DON-VICT-05).",
        ("combat-unit", "any-unit"), title="Who may win", group=READINGS, labels=("combat units", "HQs, too"),
    ),
    Option(
        "lone_hq_in_retreat", "word", "deflects",
        "A lone enemy HQ in the hex that comes first for a retreat: the unit goes to a hex beside that HQ, or the hex "
        "is closed and the next best one takes its place (DON-RETREAT-19).",
        ("deflects", "closes"), title="Lone HQs in retreats", group=READINGS,
        labels=("deflects the unit to its side", "closes its hex and no more"),
    ),
    Option(
        "bonus_out_of_supply", "word", "yes",
        "Whether a unit out of supply, whose movement is halved, still has the bonus hex of a road (DON-ROAD-02).",
        ("yes", "no"), title="Road bonus out of supply", group=READINGS, labels=("has it", "has none"),
    ),
    Option(
        "marker_returns", "word", "last",
        "When the Schlachtenglück marker returns to the Axis: as the last step of the Admin Phase, after the deal, or "
        "before anything else in the turn (DON-SCHLACHT-05).",
        ("last", "first"), title="The marker returns", group=READINGS,
        labels=("after the deal", "at the very beginning of the turn"),
    ),
    Option(
        "blocked_entry", "word", "waits",
        "What becomes of reinforcements that cannot be placed in their turn: they are due again in each later turn, or "
        "they are lost (DON-REINF-07).",
        ("waits", "lost"), title="Blocked reinforcements", group=READINGS, labels=("wait", "are lost"),
    ),
    Option(
        "alarmgruppe_command", "word", "none",
        "An Alarmgruppe belongs to no formation: it is in nobody's command and cannot win, or any Axis HQ within whose "
        "range it stands commands it (DON-ALARM-04).",
        ("none", "any-hq"), title="Who commands Alarmgruppen", group=READINGS, labels=("nobody", "any HQ in range"),
    ),
    Option(
        "declared_for_nothing", "word", "open",
        "Units that were declared in an attack and dropped out for want of a card may attack elsewhere in the segment, "
        "and a hex that nobody attacked in the end may be attacked again; or both count as spent (DON-PROC-04).",
        ("open", "spent"), title="Declared for nothing", group=READINGS,
        labels=("may attack elsewhere", "have had their attack"),
    ),
    Option(
        "below_one_result", "word", "1AR",
        "What happens below 1:1, where the text prints “A1 DR” and no die is thrown: the attacker loses a step and "
        "retreats; the attacker loses a step and stays; or, by the letter, the attacker loses a step and the defender "
        "retreats (DON-RATIO-05).",
        ("1AR", "1A", "A1-DR"), title="Result below 1:1", group=READINGS,
        labels=("the attacker loses a step and retreats", "the attacker loses a step", "and the defender retreats"),
    ),
    Option(
        "column_cap", "word", "first",
        "Odds above 7:1 and shifts: the ratio is cut to 7-1 before the shifts, or the shifts count from the ratio "
        "itself and the cut comes last (DON-RATIO-04).",
        ("first", "last"), title="Odds above 7:1", group=READINGS,
        labels=("are cut before the shifts", "are cut after the shifts"),
    ),
    Option(
        "card_strength", "word", "halved",
        "Strength that a card adds to a unit: it is halved with the unit, out of supply or against a city, or added "
        "after the halving (DON-PROC-03).",
        ("halved", "whole"), title="Strength from cards", group=READINGS,
        labels=("is halved with the unit", "is added after the halving"),
    ),
    Option(
        "zone_loss", "word", "any",
        "Who loses a step by a retreat into an enemy zone: a unit alone as well as a stack, or stacks of two units "
        "alone (DON-RETREAT-14).",
        ("any", "stacks"), title="Retreat into enemy zones", group=READINGS,
        labels=("costs every group a step", "costs stacks a step"),
    ),
    Option(
        "hq_rivers", "word", "motorised",
        "How an Axis HQ crosses an unbridged river, which the book does not say: like motorised infantry, or like "
        "infantry (DON-RIVER-05).",
        ("motorised", "on-foot"), title="HQs at rivers", group=READINGS,
        labels=("cross like motorised infantry", "cross like infantry"),
    ),
)  # fmt: skip

PRESETS = (
    Preset(
        "first", "First game", "The whole operation, with the staff's advice beside every decision.", "2022", hints=True
    ),
    Preset(
        "book", "By the book", "The whole operation as the book has it, where it is silent by our readings.", "2022"
    ),
)
