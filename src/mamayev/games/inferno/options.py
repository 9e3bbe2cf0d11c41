"""What can be chosen where a match is set up: who plays, and readings of open passages. The first is the default."""

from __future__ import annotations

from mamayev.engine.options import Option, Preset

READINGS, MODES = "Readings", "Who plays"

OPTIONS = (
    Option(
        "soviet_side", "word", "procedure",
        "Whether the rules play the Soviets or a player; then each side hides its blocks and cards from the other. The "
        "rules for that are ours (INF-HUMAN-01).",
        ("procedure", "player"), title="The Soviets", group=MODES, labels=("the rules play them", "a player"),
    ),
    Option(
        "german_players", "word", "1",
        "Whether one player has all Germans, or two share them: one has the Yellow units, the other the Blue ones, and "
        "they lead a round each in turn; the rules for that are ours (INF-SHARE-01).",
        ("1", "2"), title="The Germans", group=MODES, labels=("one player", "two players"),
    ),
    Option(
        "aa_rubble", "word", "cancelled",
        "When a Soviet AA card places its rubble: only if it has cancelled an airstrike, or whenever it is played "
        "(INF-SCARD-05).",
        ("cancelled", "always"), title="AA and rubble", group=READINGS,
        labels=("only for a cancelled airstrike", "whenever it is played"),
    ),
    Option(
        "blitz", "word", "move",
        "What Blitz is, whose text is lost: Panzers that have advanced go one Clear hex further, or nothing "
        "(INF-COMBAT-13).",
        ("move", "off"), title="Blitz", group=READINGS, labels=("one hex further", "no Blitz"),
    ),
    Option(
        "soviet_deck", "word", "mode",
        "The Soviet deck is the clock of the game: 21 cards with both leaders, or 21 and two leaders on top "
        "(INF-SCARD-15). A Soviet player hurries the clock on and so has the longer one (INF-HUMAN-13).",
        ("mode", "21", "23"), title="Soviet deck", group=READINGS,
        labels=("21 cards, with a Soviet player 23", "21 cards", "23 cards"),
    ),
    Option(
        "empty_row", "word", "again",
        "What a die does on a row of the reinforcement chart that is empty, where an earlier one found its named unit "
        "still on the chart or lost: it looks for the unit again, or nothing, since the row's first such die was its "
        "last (INF-REINF-14).",
        ("again", "once"), title="A die on an empty row", group=READINGS,
        labels=("removes its unit as soon as it can", "only the first one counts"),
    ),
    Option(
        "spawn_marine", "word", "hex-7",
        "Which Spawn hex calls for the Marine: 7 alone, with two Infantry in 13, or 13 beside an Infantry, with an "
        "Infantry in 7 (INF-SPAWN-03).",
        ("hex-7", "hex-13"), title="The Marines come", group=READINGS, labels=("to 7", "to 13"),
    ),
    Option(
        "compass", "word", "clockwise",
        "How the Soviet compass is numbered: from the river clockwise, which fits both moves that the rulebook tells, "
        "or from the west anticlockwise (INF-COMPASS-01).",
        ("clockwise", "anticlockwise"), title="Soviet compass", group=READINGS,
        labels=("1 east, then clockwise", "1 west, then anticlockwise"),
    ),
    Option(
        "sixth_spawn", "word", "hex-6",
        "Which hex is the sixth Soviet Spawn hex: 6, as two of three lists have it, or 9, as the paragraph on captures "
        "has it. 9 then takes the place of 6 in everything (INF-MAP-05).",
        ("hex-6", "hex-9"), title="The sixth Spawn hex", group=READINGS, labels=("hex 6", "hex 9"),
    ),
    Option(
        "removed_units", "word", "apart",
        "Whether a unit that the reinforcement chart takes out of the game counts as a German loss (INF-REINF-15).",
        ("apart", "lost"), title="Units the chart removes", group=READINGS, labels=("are no losses", "are losses"),
    ),
    Option(
        "short_start", "word", "any",
        "Where a Short Move may begin: in any hex, so that a unit can break contact, or like a Long Move only away "
        "from Soviet stacks (INF-SHORT-02).",
        ("any", "free"), title="Where Short Moves begin", group=READINGS,
        labels=("anywhere", "away from Soviet stacks"),
    ),
    Option(
        "combined_force", "word", "both",
        "When the Combined Force Bonus lets the Germans roll first, whose text is lost: attacking and defending, or "
        "attacking alone (INF-CLOSE-09).",
        ("both", "attack"), title="Combined Force Bonus", group=READINGS,
        labels=("in attack and defense", "in attack alone"),
    ),
    Option(
        "opportunity_fire", "word", "others",
        "Who gives Opportunity Fire: Soviet units in other hexes next to the attackers, or those of the attacked hex, "
        "too (INF-OPFIRE-02).",
        ("others", "all"), title="Opportunity Fire", group=READINGS,
        labels=("units in other hexes", "the attacked hex, too"),
    ),
    Option(
        "full_spawn", "word", "one",
        "What the Soviets draw for a Spawn hex that is full: one card, or one for each unit that would have come "
        "(INF-SPAWN-04).",
        ("one", "each"), title="A full Spawn hex", group=READINGS, labels=("one card", "a card for each unit"),
    ),
    Option(
        "lone_infantry", "word", "card",
        "What a Spawn hex with three units brings where the Infantry pool is empty: a card, as for any empty pool, or "
        "nothing (INF-SPAWN-05).",
        ("card", "nothing"), title="Three units and no Infantry", group=READINGS, labels=("a card", "nothing"),
    ),
    Option(
        "spawn_order", "word", "list",
        "In which order the Spawn hexes are served: as the book lists them, or the northernmost first, as dice are "
        "rolled (INF-SPAWN-08).",
        ("list", "north"), title="Order of Spawn hexes", group=READINGS, labels=("as listed", "north first"),
    ),
    Option(
        "rubble_count", "word", "survivors",
        "What the rubble roll counts: hexes and Panzers that still attack when it is made, or those that began the "
        "attack (INF-RUBBLE-05, INF-RUBBLE-06).",
        ("survivors", "declared"), title="The rubble roll counts", group=READINGS,
        labels=("those who still attack", "those who began the attack"),
    ),
    Option(
        "victory_test", "word", "at-once",
        "When a victory is tested: at once, or at the end of the Soviet round, but for the deck, whose last card ends "
        "the game at once (INF-WIN-06, INF-AI-02).",
        ("at-once", "couplet"), title="Victory is tested", group=READINGS,
        labels=("at once", "at the end of the couplet"),
    ),
    Option(
        "opening_hand", "word", "drawn",
        "What the Germans draw at first: three cards, of which a leader goes into play, or cards until they hold "
        "three (INF-SETUP-10).",
        ("drawn", "held"), title="The opening hand", group=READINGS,
        labels=("three cards drawn", "three cards in hand"),
    ),
    Option(
        "returned_units", "word", "fewest",
        "Where units that find no room go back on the chart: each to the row with the fewest units, or all to the "
        "first such row until it is full (INF-REINF-08).",
        ("fewest", "row"), title="Units without room", group=READINGS,
        labels=("each to the emptiest row", "fill one row first"),
    ),
    Option(
        "lost_entry", "word", "closed",
        "Whether German units may come in at X, Y or Z where the Soviets control the hex and have left it; that "
        "retakes it (INF-REINF-10).",
        ("closed", "open"), title="An entry hex that was lost", group=READINGS,
        labels=("is closed", "is open while it is empty"),
    ),
    Option(
        "canceled_card", "word", "used",
        "What becomes of an airstrike that AA has canceled: it is used up, or it returns to the German hand (INF-"
        "GCARD-05).",
        ("used", "back"), title="A canceled airstrike", group=READINGS, labels=("is used up", "returns to the hand"),
    ),
    Option(
        "paulus_draw", "word", "next",
        "Whether Paulus doubles only draws that begin once the card is in play, or the one that brings it, too (INF-"
        "FLOW-27).",
        ("next", "at-once"), title="Paulus doubles", group=READINGS,
        labels=("later draws", "the one that brings the card, too"),
    ),
    Option(
        "chuikov_joins", "word", "next",
        "Whether Chuikov, turned up in a Soviet attack, brings the stacks beside the target into it at once, or only "
        "into later ones (INF-FLOW-33).",
        ("next", "at-once"), title="Chuikov's first attack", group=READINGS,
        labels=("the stack of the die alone", "all neighbors join at once"),
    ),
    Option(
        "soviet_advance", "word", "any",
        "Which attacker advances after a Total Deliberate Attack: the strongest of all, or of the stack whose die has "
        "ordered it, as long as one is left (INF-ADV-03).",
        ("any", "lead"), title="The Soviet advance", group=READINGS,
        labels=("the strongest of all", "of the stack of the die"),
    ),
)  # fmt: skip

PRESETS = (
    Preset("solo", "Alone", "One player has the Germans, the rules play the Soviets.", "2017"),
    Preset("duel", "Two sides", "A player for each side, blocks and cards hidden.", "2017", {"soviet_side": "player"}),
    Preset(
        "shared", "Two Germans", "Two players share the Germans against the rules.", "2017", {"german_players": "2"}
    ),
)
