"""What can be chosen where a match is set up: options, editions, presets."""

from __future__ import annotations

from mamayev.engine.options import Option, Preset

from .printed.editions import BOOKS

EDITIONS = {name: book.doc for name, book in BOOKS.items()}

OPTIONS = (
    Option(
        "retreat_with_pdm",
        "word",
        "activated",
        "Which Prepared Defenses keep the units of an area from retreating (CAU-FLOW-14).",
        ("activated", "any", "battlegroups"),
        labels=("activated ones and battlegroups", "any, and battlegroups", "battlegroups alone"),
        title="Retreat beside Prepared Defenses",
        group="Readings",
    ),
    Option(
        "isolated_movement",
        "word",
        "whole",
        "What costs double when an isolated unit moves (CAU-FLOW-17).",
        ("whole", "separate"),
        labels=("the whole Action", "a tally of its own"),
        title="Movement of isolated units",
        group="Readings",
    ),
    Option(
        "entry",
        "word",
        "A",
        "From which side the relief force comes (CAU-HOTH-01).",
        ("A", "choose"),
        labels=("A, as the set-up prints", "the player chooses"),
        title="Entry of the relief force",
        group="Readings",
    ),
    Option(
        "morale",
        "word",
        "live",
        "Our reading: morale follows every area won and lost at once, as in the sample turn, and collapse and victory "
        "points look at it as it stands. The other: the marker is set in step 5 and stays until the next step 5 "
        "(CAU-MORALE-05).",
        ("live", "step"),
        labels=("follows at once", "stays from step 5 to step 5"),
        title="Morale between two steps 5",
        group="Readings",
    ),
    Option(
        "relief_on_map",
        "word",
        "box-5",
        "What the relief force adds to morale once it is on the map, where no value is printed. Ours: as much as in "
        "box 5, its area not besides. The others: nothing more; or its area, as if it were German-controlled "
        "(CAU-MORALE-06).",
        ("box-5", "nothing", "area"),
        labels=("the value of box 5", "nothing", "the area it stands in"),
        title="Morale of the relief force on the map",
        group="Readings",
    ),
    Option(
        "soviet_retreat",
        "word",
        "vacant",
        "A beaten Soviet unit may retreat neither into German nor into Soviet control, and every area is under one of "
        "them. Ours: it goes to a vacant area that is not German-controlled. By the letter it never can and is "
        "destroyed (CAU-ATK-16).",
        ("vacant", "never"),
        labels=("to a vacant area", "never, it is destroyed"),
        title="Retreat of Soviet units",
        group="Readings",
    ),
    Option(
        "collapse",
        "word",
        "either",
        "Ours: the army collapses by low morale under the Final Offensive, or by 20 Wounded at any time. The other: "
        "both need the Final Offensive (CAU-COL-01).",
        ("either", "offensive"),
        labels=("by 20 Wounded at any time", "only under the Final Offensive"),
        title="Collapse by Wounded",
        group="Readings",
    ),
    Option(
        "surrender_commitments",
        "word",
        "kept",
        "After a surrender no commitment is rolled any more. Ours: the markers stay as they are and go on modifying "
        "Table H. The other: they modify nothing (CAU-SURR-02).",
        ("kept", "dropped"),
        labels=("go on counting", "count no more"),
        title="Commitments after a surrender",
        group="Readings",
    ),
    Option(
        "attack_marker",
        "word",
        "turn",
        "How long the Attack w/o FoA marker lies. Ours: it lowers Table H in the turn of the attacks, and the Appeal "
        "of the next turn. The other, after Table D: it lies and lowers both until an Appeal is rolled "
        "(CAU-FLOW-18).",
        ("turn", "appeal"),
        labels=("for its turn and the next Appeal", "until an Appeal is rolled"),
        title="Attack without Freedom of Action",
        group="Readings",
    ),
    Option(
        "targets",
        "word",
        "listed",
        "Ours: which areas the Soviets attack is listed once, before the first roll. The other: an area that an "
        "advance exposes is attacked as well, in the same phase (CAU-FLOW-10).",
        ("listed", "anew"),
        labels=("listed once", "looked for anew after each advance"),
        title="Soviet target areas",
        group="Readings",
    ),
    Option(
        "reshuffle",
        "word",
        "any-draw",
        "Ours: a card that says Reshuffle does so for whatever purpose it is drawn. The other: only drawn as random "
        "event (CAU-CARD-07).",
        ("any-draw", "event-draw"),
        labels=("at any draw", "only as random event"),
        title="The word Reshuffle",
        group="Readings",
    ),
    Option(
        "breakout",
        "word",
        "every-result",
        "Ours: every Retreat result of an attack toward a Relief box takes its units one box on. The other: the first "
        "one does, and the dice left over are not rolled (CAU-BREAK-03).",
        ("every-result", "one-box"),
        labels=("a box for every result", "one box for an attack"),
        title="Breakout along the Relief boxes",
        group="Readings",
    ),
    Option(
        "relief_bonus",
        "word",
        "result",
        "What turns the relief force's NE* into an advance. Ours: any Retreat result on Table E, also one that brings "
        "a Hit or a breakout. The other: only one that drives a Soviet unit out of its area (CAU-RELIEF-08).",
        ("result", "driven-out"),
        labels=("any Retreat result", "a Soviet unit driven out"),
        title="NE* of the relief force",
        group="Readings",
    ),
    Option(
        "battlegroups",
        "word",
        "phases",
        "When a battlegroup may be created. The book says any time in the German and Soviet Phases, and that attacks "
        "are resolved after all other Actions. Ours: at any moment of the two phases, also between German attacks and "
        "after that of the relief force. The others: in the German Phase only among the Actions, in the Soviet Phase "
        "only before an attack; or at any moment of the game (CAU-BG-02).",
        ("phases", "before-attacks", "any-moment"),
        labels=("any moment of both phases", "among Actions, before Soviet attacks", "any moment of the game"),
        title="Moments for battlegroups",
        group="Readings",
    ),
    Option(
        "relief_boxes",
        "word",
        "by-letter",
        "Who is saved by a link-up in the Relief boxes. Ours: the boxes of a letter lead to its own entry area, so a "
        "unit with another letter than the relief force is saved only through that area. The other: the boxes are one "
        "track for all (CAU-LINK-03).",
        ("by-letter", "one-track"),
        labels=("the boxes of a letter lead to its area", "the boxes are one track"),
        title="Units saved in Relief boxes",
        group="Readings",
    ),
    Option(
        "breakout_letters",
        "word",
        "one",
        "Two breakouts by different letters toward the same box. Ours: one attacked area, so one Initiative Point, one "
        "stake of supply, one step of the Attack w/o FoA marker. The other: an attack for each letter (CAU-BREAK-03).",
        ("one", "each"),
        labels=("one attack", "an attack for each letter"),
        title="Breakouts by different letters",
        group="Readings",
    ),
    Option(
        "revision",
        "int",
        2,
        "The state of our rules: 1 for games begun before attacks on an area that has emptied itself were wasted, "
        "defenses in lost areas stayed as they are, and only you ended the Soviet Phase after a battlegroup.",
        (1, 2),
        labels=("as before", "as now"),
        title="State of the rules",
        group="Readings",
        before=1,
        offered=False,
    ),
    Option(
        "deck",
        "word",
        "calibrated",
        "What the 25 cards say where no book tells. Ours: Paulus as he was makes about what history made. The other, "
        "as it was first: kinder to the front and to the army. A deck of your own comes before both (CAU-NOTE-08).",
        ("calibrated", "first"),
        labels=("calibrated to history", "as it was first"),
        title="The deck",
        group="Deck",
        before="first",
    ),
    Option(
        "river_attacks",
        "bool",
        False,
        "German units may attack across a river between 10 and 2, 9 and 7, 30 and 31, 33 and 34. For them such a "
        "target counts as a Stalingrad area: a first success only brings a Hit (CAU-RIVER-01, CAU-RIVER-02).",
        title="Attacks across rivers",
        group="Optional rules",
    ),
    Option(
        "council_of_war",
        "bool",
        False,
        "From turn 8 on, when both commitments are Weak, you may take a counter that forbids Appeals; returning it "
        "calls your generals together. A card decides: surrender, on easier terms late in the game, or new resolve "
        "(CAU-COUNCIL-01, CAU-COUNCIL-04).",
        title="Council of War",
        group="Optional rules",
    ),
    Option(
        "rumors",
        "bool",
        False,
        "Until the Final Offensive begins a card a turn brings up a rumor or tells what becomes of it. Six rumors may "
        "come true, from Tiger tanks to the death of Zhukov (CAU-RUMOR-01, CAU-RUMOR-03).",
        title="Rumors",
        group="Optional rules",
    ),
    Option(
        "survival",
        "bool",
        False,
        "When the army has surrendered or is lost, two dice after the end tell how many of the prisoners come home. It "
        "changes no victory point (CAU-SURV-01, CAU-SURV-02).",
        title="Survival statistics",
        group="Optional rules",
    ),
    Option(
        "variable_setup",
        "bool",
        False,
        "Before the game six dice say how the army stands: units, supply, SSI, Prepared Defenses, first turn, depleted "
        "units. Four modifiers are yours to share among them (CAU-VARSET-01, CAU-VARSET-02).",
        title="Variable scenario set-up",
        group="Optional rules",
    ),
    Option(
        "variable_placement",
        "bool",
        False,
        "Cards name three areas that must hold a German unit and three that hold a Soviet one; the rest of the army "
        "is yours to place, in the pocket or beside it (CAU-VARPL-01, CAU-VARPL-04).",
        title="Variable placement",
        group="Optional rules",
    ),
    Option(
        "what_if",
        "bool",
        False,
        "After the set-up one card changes history: more supply, Poor weather, another Key Area, another entry of the "
        "relief force, an easier Stalingrad Central, a way out for the high officers, or nothing (CAU-WHATIF-01).",
        title="What if?",
        group="Optional rules",
    ),
    Option(
        "ssi_one",
        "word",
        "-2",
        "What Table A takes off at SSI 1, which it does not list. Ours: 2, as at SSI 2 to 4, so that a worse front "
        "never helps. The others: nothing, by the letter; or 3, as the steps go on (CAU-COMMIT-02).",
        ("-2", "0", "-3"),
        labels=("2, as at SSI 2", "nothing", "3"),
        title="SSI 1 on Table A",
        group="Readings",
    ),
    Option(
        "surrendered_city",
        "word",
        "lost",
        "Whether the point for all Stalingrad areas is given after a surrender. Ours: an army that has laid down its "
        "arms holds no area. The other, by the letter: a surrender leaves every area as it is (CAU-VP-04).",
        ("lost", "held"),
        labels=("not after a surrender", "after a surrender, too"),
        title="Stalingrad after a surrender",
        group="Readings",
    ),
    Option(
        "sample_airlift",
        "word",
        "slip",
        "Edition 1996 only. Its sample turn comes to 15 supply where our tables give 13, and its Table B is lost. "
        "Ours: a slip, put right in 2020. The others: its Table B gives in Poor weather what it gives in Fair; or the "
        "game starts with 12 supply (CAU-AIR-01).",
        ("slip", "table", "supply"),
        labels=("a slip of the book", "Poor weather counts as Fair", "12 supply at the start"),
        title="Airlift of 1996",
        group="Readings",
    ),
    Option(
        "rumor_ranges",
        "word",
        "swapped",
        "Rumors only. The table leaves the 3 of Tiger Tanks Effective open and gives that of Zhukov Dies twice. Ours: "
        "the two dispelling entries are swapped. The other: they stay, so that 3 is inconclusive for the tanks and "
        "dispels Zhukov's death (CAU-RUMOR-09, CAU-RUMOR-11).",
        ("swapped", "printed"),
        labels=("tanks on 1-3, Zhukov on 1-2", "tanks on 1-2, Zhukov on 1-3"),
        title="Ranges of two rumors",
        group="Readings",
    ),
    Option(
        "survival_bonus",
        "word",
        "higher",
        "Survival statistics only. With no Wounded in play both bonuses are fulfilled. Ours: the higher one counts, 4. "
        "The other: both do, 6 (CAU-SURV-03).",
        ("higher", "both"),
        labels=("4, the higher one", "6, both together"),
        title="Survival without Wounded",
        group="Readings",
    ),
    Option(
        "move_tally",
        "word",
        "carried",
        "What becomes of points beyond five on the move tally. Ours: they carry over, so from 4 an area worth 2 "
        "leaves 1. The other, by the letter: the marker returns to zero, and the excess is lost (CAU-MOVE-04).",
        ("carried", "lost"),
        labels=("carry over", "are lost"),
        title="Points beyond five",
        group="Readings",
    ),
    Option(
        "council_moments",
        "word",
        "actions",
        "Council of War only. When you may call the council. Ours: at any decision of step 1 of the German Phase, "
        "as an Action. The other: at any moment of that phase, between the rolls of steps 2 and 3 too "
        "(CAU-COUNCIL-03).",
        ("actions", "phase"),
        labels=("among the Actions", "any moment of the German Phase"),
        title="Moments for the council",
        group="Readings",
    ),
    Option(
        "council_bonus",
        "word",
        "adds",
        "Council of War only. What a second result of 12 or more adds. Ours: 1 again. The other: nothing, because "
        "the bonus is given once (CAU-COUNCIL-11).",
        ("adds", "once"),
        labels=("1 each time", "1 once only"),
        title="Bonus of the council",
        group="Readings",
    ),
    Option(
        "unused_letters",
        "word",
        "present",
        "Which letters the relief force may change to. Ours: any letter that is not on the counter now. The other: "
        "only one that this game has not used yet (CAU-RELIEF-16).",
        ("present", "game"),
        labels=("any other letter", "a letter never used in the game"),
        title="Unused letters",
        group="Readings",
    ),
    Option(
        "last_card",
        "word",
        "returns",
        "When the discards return after the last card is drawn. Ours: after its outcome, and the card returns with "
        "them. The other: before its outcome, so that the card itself waits for the next shuffle (CAU-CARD-06).",
        ("returns", "waits"),
        labels=("after its outcome, with it", "before its outcome, without it"),
        title="The last card",
        group="Readings",
    ),
    Option(
        "lost_army",
        "word",
        "evaluation",
        "What is played after the last German unit is lost. Ours: only the Evaluation Phase of each turn, as after "
        "a surrender. The other: full turns, with their events, commitments and relief attacks, and a battlegroup "
        "can still be raised (CAU-END-03).",
        ("evaluation", "turns"),
        labels=("only Evaluation Phases", "full turns"),
        title="After the loss of the army",
        group="Readings",
    ),
    Option(
        "rumors_heard",
        "word",
        "command",
        "Rumors only. Whether the Rumor step is played without an army in command. Ours: not after a surrender or "
        "the loss of the army. The other, by the letter: until the Final Offensive begins, whatever becomes of the "
        "army (CAU-RUMOR-01).",
        ("command", "always"),
        labels=("only with an army in command", "after its end, too"),
        title="Rumors after the end of the army",
        group="Readings",
    ),
    Option(
        "zhukov_draws",
        "word",
        "drawn",
        "Rumors only. After Zhukov's death no Final Offensive can begin. Ours: its status card is still drawn each "
        "turn. The other: it is not drawn, because it changes nothing (CAU-RUMOR-12).",
        ("drawn", "none"),
        labels=("are still drawn", "are no longer drawn"),
        title="Status cards without Zhukov",
        group="Readings",
    ),
    Option(
        "follow_up_window",
        "word",
        "open",
        "Whether you may create a battlegroup before a follow-up attack. Ours: yes, before each roll, once its "
        "target is known. The other: no, because follow-ups are made at once (CAU-FLOW-11).",
        ("open", "closed"),
        labels=("before each follow-up", "not between an attack and its follow-up"),
        title="Battlegroups before follow-ups",
        group="Readings",
    ),
    Option(
        "collapsed_pocket",
        "word",
        "around",
        "Which areas the army keeps after a collapse. Ours: the chosen Key Area and the German-controlled areas "
        "next to it, vacant ones too. The other: of these only the ones that hold units afterward (CAU-FLOW-20).",
        ("around", "occupied"),
        labels=("the Key Area and its neighbors", "only areas with units"),
        title="Pocket after a collapse",
        group="Readings",
    ),
    Option(
        "set_up_cards",
        "word",
        "discarded",
        "Where cards drawn before turn 1 go, with Variable Placement or What If. Ours: to the discards, like any "
        "other card. The other: all 25 cards are shuffled before turn 1 (CAU-FLOW-28).",
        ("discarded", "shuffled"),
        labels=("stay in the discards", "return before turn 1"),
        title="Cards drawn before play",
        group="Readings",
    ),
)

PRESETS = (
    Preset(
        "first",
        "First game",
        "The historical set-up of 2020 with our readings of the rules, and the staff's advice at every decision.",
        "2020",
        hints=True,
    ),
    Preset(
        "book",
        "By the book",
        "The edition of 2020 at its word, even where it can hardly mean it: morale moves in step 5 only, beaten Soviet "
        "units are destroyed, any Prepared Defense bars a retreat (see Readings).",
        "2020",
        {
            "morale": "step",
            "relief_on_map": "nothing",
            "soviet_retreat": "never",
            "retreat_with_pdm": "any",
            "attack_marker": "appeal",
            "ssi_one": "0",
            "surrendered_city": "held",
        },
    ),
    Preset(
        "another-start",
        "Another start",
        "The edition of 2020 with an army that you are dealt and place yourself, and a card that changes history.",
        "2020",
        {"variable_setup": True, "variable_placement": True, "what_if": True},
    ),
    Preset(
        "everything",
        "Everything",
        "The edition of 2020 with all optional rules at once.",
        "2020",
        {option.name: True for option in OPTIONS if option.group == "Optional rules"},
    ),
)
