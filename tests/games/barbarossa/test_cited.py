"""What refusals, prompts, odds and the record of play cite and name under the switches of the variant."""

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.barbarossa.printed.board import ours
from mamayev.match.match import Match

from .campaign import A4, A5, A7, A9, CAV, IN, IN2, PZ, PZ2, at, begin, box, ends, go_on, play, refused, told

BOARD = ours()

PLACE = {city.name: BOARD.grid.ids[city.hex] for city in BOARD.cities}
FINN, MARCH = "fi-in-iv", "ge-in-liii"  # 3-4-4, 4-4-4


def on(*switches: str, **options: str) -> dict[str, Any]:
    """Options with these switches on."""
    return {**dict.fromkeys(switches, True), **options}


def why(match: Match, action: str) -> tuple[str, tuple[str, ...]]:
    """The sentence with which an action is refused, and its clauses."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    return refusal.value.text, refusal.value.clauses


# ------------------------------------------------------------------ railroads


@pytest.mark.rule("BAR-V-RAIL-01", "BAR-V-RAIL-04", "BAR-V-RAIL-05", "BAR-V-RAIL-08")
def test_a_ride_that_the_switch_takes_away_is_refused_by_its_own_clause() -> None:
    mixed = begin({MARCH: "Y3"}, turn=3, options=on("railroads"))
    assert why(mixed, f"move {MARCH} X11") == (
        "LIII Corps would need a rail move of more than 5 hexes on both sides of the frontier to reach X11.",
        ("BAR-V-RAIL-01", "BAR-V-RAIL-04"),
    )
    within = begin({MARCH: "Z7"}, turn=3, options=on("railroads"))
    assert refused(within, f"move {MARCH} X17") == ("BAR-V-RAIL-01",)
    winter = begin({MARCH: "Z7"}, turn=7, options=on("railroads"))
    assert why(winter, f"move {MARCH} X11") == (
        "LIII Corps would need a rail move in the USSR in the first winter to reach X11.",
        ("BAR-V-RAIL-05",),
    )
    assert "X11" in ends(begin({MARCH: "Z7"}, turn=7), MARCH)
    russian = begin({A4: "X9", MARCH: "TT7"}, russian=True, options=on("railroads"))
    assert refused(russian, f"move {A4} {PLACE['Warsaw']}") == ("BAR-V-RAIL-08",)


@pytest.mark.rule("BAR-RAIL-01", "BAR-RAIL-03", "BAR-RAIL-04", "BAR-V-RAIL-02", "BAR-V-RAIL-06", "BAR-V-RAIL-07")
def test_a_hex_out_of_reach_is_told_with_the_ride_there_is() -> None:
    def told_of(turn: int, dice: list[int], **options: Any) -> tuple[str, tuple[str, ...]]:
        text, clauses = why(begin({MARCH: "Y3"}, dice, turn=turn, **options), f"move {MARCH} B41")
        return text.partition(" and ")[2].removesuffix("."), clauses[1:]

    variant = {"options": on("railroads")}
    assert told_of(1, []) == ("one rail move of 10 hexes", ("BAR-RAIL-02", "BAR-RAIL-01"))
    assert told_of(5, [6]) == ("one rail move of 10 hexes", ("BAR-RAIL-02", "BAR-RAIL-04"))
    assert told_of(7, []) == ("one rail move of 5 hexes", ("BAR-RAIL-02", "BAR-RAIL-03"))
    short = "one rail move of 10 hexes west of the frontier (5 in the USSR)"
    assert told_of(1, [], **variant) == (short, ("BAR-RAIL-02", "BAR-V-RAIL-01", "BAR-V-RAIL-03", "BAR-V-RAIL-04"))
    winter = ("one rail move of 5 hexes west of the frontier", ("BAR-RAIL-02", "BAR-V-RAIL-05", "BAR-V-RAIL-06"))
    assert told_of(7, [], **variant) == winter
    assert told_of(12, [], **variant) == ("one rail move of 10 hexes", ("BAR-RAIL-02", "BAR-V-RAIL-02"))
    assert told_of(19, [], **variant) == ("one rail move of 5 hexes", ("BAR-RAIL-02", "BAR-V-RAIL-07"))


@pytest.mark.rule("BAR-RAIL-10")
def test_whoever_rides_into_a_swamp_walks_on_or_under_the_other_reading_stops() -> None:
    """AA14 is a swamp with a railway, Z13 clear ground beside it without one."""
    start = {MARCH: "LL10"}
    walks, stops = begin(start), begin(start, options={"ride_end": "stops"})
    assert {"AA14", "Z13"} <= ends(walks, MARCH)
    assert "AA14" in ends(stops, MARCH), "it still gets off there"
    assert "Z13" not in ends(stops, MARCH)
    assert ends(stops, MARCH) < ends(walks, MARCH)


# ------------------------------------------------------------------ stacking, advance, arrivals


@pytest.mark.rule("BAR-V-OOB-02", "BAR-V-OOB-04", "BAR-V-OOB-06")
def test_two_russian_units_to_a_hex_are_refused_by_the_switch() -> None:
    option = on("order_of_battle")
    match = begin({A4: "F35", A7: "F35", A9: "F36"}, russian=True, options=option)
    assert refused(match, f"move {A9} F35") == ("BAR-MOVE-05", "BAR-V-OOB-02")
    assert match.decision is not None
    assert "BAR-V-OOB-02" in match.decision.clauses
    assert "BAR-STACK-01" not in match.decision.clauses
    new = Match.new("barbarossa", seed=1, options=option)
    assert refused(new, f"deploy {A4} X2") == ("BAR-V-OOB-04",)
    december = begin({A4: "F35"}, turn=7, russian=True, options=option, **{"unit__ru-shock-1": "waiting"})
    assert refused(december, f"bring {A4} F36") == ("BAR-V-OOB-06",)


@pytest.mark.rule("BAR-V-AFTER-01", "BAR-V-AFTER-04", "BAR-V-AFTER-07")
def test_the_advance_of_the_switch_is_prompted_and_refused_by_its_own_clauses() -> None:
    option = on("movement_after_battle")
    match = begin({CAV: "F34", PZ: "F33", IN: "F33", IN2: "F31"}, [1], options=option)
    play(match, "done", f"target {CAV}", f"attack {PZ}", f"attack {IN}", "declared")
    assert box(match) == ("german", "advance")
    assert match.decision is not None
    assert match.decision.clauses == ("BAR-V-AFTER-04", "BAR-V-AFTER-01", "BAR-V-AFTER-07")
    assert {verb["verb"]: verb["clauses"] for verb in match.decision.to_data()["verbs"]}["advance"] == [
        "BAR-V-AFTER-04"
    ]
    assert refused(match, f"advance {IN2} F34") == ("BAR-V-AFTER-07",)
    crowd = begin({CAV: "S26", PZ: "S25", PZ2: "S25"}, [1], turn=1)
    play(crowd, "done", f"target {CAV}", f"attack {PZ}", f"attack {PZ2}", "declared")
    assert crowd.decision is not None
    assert crowd.decision.clauses == ("BAR-ADVANCE-01", "BAR-ADVANCE-03", "BAR-ADVANCE-04")


@pytest.mark.rule("BAR-V-AFTER-04", "BAR-V-AFTER-05", "BAR-V-AFTER-06", "BAR-V-AFTER-09", "BAR-V-AFTER-10")
def test_an_advance_that_is_refused_names_the_one_thing_that_bars_it() -> None:
    def advance(turn: int) -> Match:
        match = begin({CAV: "F34", PZ: "F33", IN: "F33"}, [1], turn=turn, options=on("movement_after_battle"))
        return play(match, "done", f"target {CAV}", f"attack {PZ}", f"attack {IN}", "declared")

    far = advance(turn=1)
    assert why(far, f"advance {PZ} F37") == (
        "III Panzer Corps can advance 3 hexes after D Elim; F37 is 4 away.",
        ("BAR-V-AFTER-05",),
    )
    assert refused(far, f"advance {IN} F35") == ("BAR-V-AFTER-04",)
    snow = advance(turn=8)
    assert why(snow, f"advance {PZ} F36") == (
        "III Panzer Corps can advance 2 hexes after D Elim in snow; F36 is 3 away.",
        ("BAR-V-AFTER-05", "BAR-V-AFTER-06"),
    )
    zone = begin({CAV: "F34", PZ: "F33", IN: "F33", A4: "E36"}, [1], options=on("movement_after_battle"))
    play(zone, "done", f"target {CAV}", f"attack {PZ}", f"attack {IN}", "declared")
    assert refused(zone, f"advance {PZ} F36") == ("BAR-V-AFTER-10",)
    assert refused(zone, f"advance {PZ} E36") == ("BAR-V-AFTER-11",), "an enemy's hex, and not the one that was left"
    assert refused(far, f"advance {PZ} A1") == ("BAR-V-AFTER-11",)
    assert why(far, f"advance {PZ} F31") == (
        "An advance must begin with a hex that the defenders left. By way of F34, F31 is more than 3 hexes away, "
        "which is the limit for III Panzer Corps.",
        ("BAR-V-AFTER-08", "BAR-V-AFTER-05"),
    )


@pytest.mark.rule("BAR-ADVANCE-06", "BAR-V-AFTER-07")
def test_who_may_not_advance_is_told_why() -> None:
    units = {CAV: "F34", PZ: "F33", IN: "F33", IN2: "F30", A4: "E36"}
    match = play(begin(units, [1], options=on("movement_after_battle")), "done", f"target {CAV}")
    play(match, f"attack {PZ}", f"attack {IN}", "declared", f"advance {PZ} F34")
    assert why(match, f"advance {PZ} F35") == ("III Panzer Corps has already advanced.", ("BAR-V-AFTER-07",))
    assert why(match, f"advance {IN2} F34")[0].endswith("did not attack in this battle.")
    assert refused(match, f"advance {A4} F34") == ("BAR-ADVANCE-06",)
    assert why(match, f"advance {CAV} F34")[0].endswith("is an enemy: only the attacker advances.")


@pytest.mark.rule("BAR-V-REPL-02", "BAR-V-REPL-03", "BAR-V-REPL-06", "BAR-V-REPL-09")
def test_points_are_booked_by_the_clauses_of_the_switch() -> None:
    match = go_on(begin({}, turn=2, options=on("replacement_hexes")), "russian", "move")
    assert told(match, "BAR-V-REPL-02") == ["Russian: 20 points, 20 in all."]
    assert "BAR-V-REPL-03" in next(e for e in match.events if "BAR-V-REPL-02" in e.clauses).clauses
    assert not told(match, "BAR-REPL-04")
    play(match, "done")
    axis = next(event for event in match.events if event.text.startswith("Axis: "))
    assert axis.clauses == ("BAR-V-REPL-06", "BAR-V-REPL-09", "BAR-REPL-14")


@pytest.mark.rule("BAR-V-REPL-02")
def test_the_table_of_rates_is_that_of_the_replacements_that_are_played() -> None:
    for options, clause, july in ({}, "BAR-REPL-04", 0), (on("replacement_hexes"), "BAR-V-REPL-02", 4):
        scene: Any = Match.new("barbarossa", seed=1, options=options).table.look.kept
        (chart,) = (chart for chart in scene.charts if chart.id == "russian-rates")
        assert chart.clauses == (clause,)
        begins = {row[0]: row[2] for row in chart.rows}
        assert begins.get("July 1941", begins["June 1941"]) == str(july)


# ------------------------------------------------------------------ what changes the factors


@pytest.mark.rule("BAR-V-FINN-01", "BAR-V-FINN-02")
def test_doubled_finns_are_named_in_prompt_odds_and_roll() -> None:
    attack = begin({FINN: "C11", A4: "C12"}, [3], options=on("finns"))
    play(attack, "done", f"target {A4}", f"attack {FINN}")
    named = "Finnish attackers doubled (in clear Finland)"
    assert attack.decision is not None
    assert attack.decision.help.startswith(f"6 to 6: 1-1, {named}. ")
    shown = attack.table.look.picture(attack.position, None).combat
    assert shown is not None
    assert [one.title for one in attack.decision.odds("declared")] == [f"6 to 6, {named}, 1-1"]
    assert (f"{named}.", ("BAR-V-FINN-02",)) in [(one.text, one.clauses) for one in shown.battles[0].why]
    play(attack, "declared")
    roll = next(event for event in attack.events if event.kind == "roll")
    assert roll.text == f"6 to 6, {named}, 1-1, a 3: D Back 2."
    assert "BAR-V-FINN-02" in roll.clauses
    defend = begin({FINN: "C11", A4: "C12"}, [5, 3], options=on("finns"))
    play(defend, f"move {FINN} C10")
    go_on(defend, "russian", "move")
    play(defend, f"move {A4} C11", "done", "propose")
    roll = [event for event in defend.events if event.kind == "roll"][-1]
    assert "4 to 8, Finnish defenders doubled (in clear Finland), 1-2" in roll.text
    assert "BAR-V-FINN-01" in roll.clauses


@pytest.mark.rule("BAR-V-TAC-01", "BAR-ISO-07")
def test_air_factors_and_isolation_are_named_in_the_roll() -> None:
    match = begin({PZ: "F34", CAV: "F35"}, [1], options=on("airpower"))
    play(match, "done", f"target {CAV}", f"attack {PZ}", "declared", "fly 4")
    roll = next(event for event in match.events if event.kind == "roll")
    assert roll.text == "12 to 3, 4 air factors, 4-1, a 1: D Elim."
    assert "BAR-V-TAC-01" in roll.clauses
    alone = {"city__Warsaw": "russian", "city__Bucharest": "russian", "city__Helsinki": "russian"}
    halved = begin({PZ: "F34", CAV: "F35"}, [1], options={"isolation": "halve"}, **alone)
    play(halved, "done", f"target {CAV}", f"attack {PZ}", "declared")
    roll = next(event for event in halved.events if event.kind == "roll")
    assert roll.text.startswith("4 to 3, isolated attackers halved, 1-1")
    assert "BAR-ISO-07" in roll.clauses


# ------------------------------------------------------------------ isolation


def cut_off(match: Match, seat: str = "russian") -> dict[str, tuple[str, ...]]:
    """What is said of each unit that is isolated as the next turn of its side begins: the reason, the clauses."""
    if seat == "german":
        play(go_on(match, "russian", "move"), "done")
    go_on(match, seat, "move")
    early = [event for event in match.events if "is isolated as its turn begins" in event.text]
    return {event.pieces[0]: (event.text.partition(": ")[2], *event.clauses) for event in early}


FALLEN = {f"city__{name}": "german" for name in ("Moscow", "Stalingrad", "Kiev")}


@pytest.mark.rule("BAR-V-SUPPLY-03", "BAR-V-SUPPLY-05", "BAR-V-SUPPLY-09")
def test_the_note_of_isolation_says_that_the_source_is_dead_or_lost_or_the_line_too_long() -> None:
    option = on("supply_lines")
    beside = next(BOARD.grid.ids[h] for h in BOARD.nets[0].exits[BOARD.hex[PLACE["Leningrad"]]])
    dead = cut_off(begin({IN: beside, A4: "G22"}, options=option, **FALLEN))
    assert dead[A4] == (
        f"Leningrad ({PLACE['Leningrad']}), in an Axis zone of control, is not a source.",
        "BAR-ISO-06",
        "BAR-V-SUPPLY-03",
    )
    lost = cut_off(begin({A4: "G22"}, options=option, **FALLEN, city__Leningrad="german"))
    assert lost[A4] == ("its side holds no living source.", "BAR-ISO-06", "BAR-V-SUPPLY-03", "BAR-V-SUPPLY-09")
    far = cut_off(begin({A4: "A36"}, turn=7, options=option))
    assert far[A4] == (
        "its line, 7 hexes long off the railway, is too long: 5 hexes at most in snow.",
        "BAR-ISO-06",
        "BAR-V-SUPPLY-05",
    )


@pytest.mark.rule("BAR-ISO-03", "BAR-ISO-04", "BAR-V-SUPPLY-07")
def test_the_note_of_isolation_says_where_a_line_is_cut() -> None:
    lost = {"city__Warsaw": "russian", "city__Bucharest": "russian"}
    units = {IN: "C10", A4: "F12", A5: "F35"}
    helsinki = f"Helsinki ({PLACE['Helsinki']})"
    base = cut_off(begin(units, **lost), "german")
    assert base[IN] == (
        f"an enemy zone of control cuts its line in {helsinki}.", "BAR-ISO-06", "BAR-ISO-03", "BAR-ISO-04",
    )  # fmt: skip
    variant = cut_off(begin(units, options=on("supply_lines"), **lost), "german")
    assert variant[IN][1:] == ("BAR-ISO-06", "BAR-V-SUPPLY-04", "BAR-V-SUPPLY-07")
    none = cut_off(begin({IN: "C10"}, **lost, city__Helsinki="russian"), "german")
    assert none[IN][0] == "its side holds neither Warsaw, Bucharest nor Helsinki."
    assert at(begin({IN: "C10"}), IN) == "C10"
