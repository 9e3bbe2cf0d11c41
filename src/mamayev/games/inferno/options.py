"""What can be chosen where a match is set up: who plays, and readings of open passages. The first is the default."""

from __future__ import annotations

from mamayev.engine.table import Option, Preset

READINGS, MODES = "Readings", "Who plays"

OPTIONS = (
    Option(
        "soviet_side", "word", "procedure",
        "Whether the rules play the Soviets or a player; then each side hides its blocks and cards from the other. The "
        "rules for him are ours (INF-HUMAN-01).",
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
)  # fmt: skip

PRESETS = (
    Preset("solo", "Alone", "One player has the Germans, the rules play the Soviets.", "2017"),
    Preset("duel", "Two sides", "A player for each side, blocks and cards hidden.", "2017", {"soviet_side": "player"}),
    Preset(
        "shared", "Two Germans", "Two players share the Germans against the rules.", "2017", {"german_players": "2"}
    ),
)
