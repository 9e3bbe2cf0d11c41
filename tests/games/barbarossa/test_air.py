"""Airpower and interception: income, the missions, and what the other side can do about them."""

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.games.barbarossa.printed.board import AXIS, RUSSIAN, ours
from mamayev.games.barbarossa.rules.isolation import isolated
from mamayev.match.match import Match

from .campaign import (
    A3,
    A4,
    A5,
    A6,
    A7,
    A9,
    A12,
    ARM,
    CAV,
    IN,
    IN2,
    PZ,
    PZ2,
    RES,
    Given,
    at,
    begin,
    box,
    ends,
    go_on,
    offered,
    play,
    refused,
    told,
    verbs,
)

BOARD = ours()

PLACE = {city.name: BOARD.grid.ids[city.hex] for city in BOARD.cities}
AIR = {"airpower": True}
BOTH = {"airpower": True, "interception": True}
RUMANIAN, FINN = "rm-in-i", "fi-in-ii"
HEXES = ("Moscow", "Kiev", "Stalingrad", "Maikop", "Leningrad")
GARRISONS = dict(zip((A4, A7, A9, A12, A3), (PLACE[city] for city in HEXES), strict=True))


def air(match: Match) -> tuple[int, int]:
    """The air factors of both sides."""
    facts = match.facts()
    return facts["german_air"], facts["russian_air"]


def notes(match: Match) -> dict[str, str]:
    """What is said of each choice that is listed."""
    assert match.decision is not None
    return {row["text"]: row.get("note", "") for row in match.decision.to_data()["actions"] if row["verb"] != "resign"}


def to_combat(match: Match, seat: str = "german") -> Match:
    """Until a seat has moved and declares."""
    return play(go_on(match, seat, "move"), "done")


def battle(units: dict[str, str], attackers: tuple[str, ...], *targets: str, dice: Given = (), **more: Any) -> Match:
    """A match in which a battle has been declared and is taken up."""
    seat = "russian" if more.get("russian") else "german"
    match = to_combat(begin(units, dice, **({"options": AIR} | more)), seat)
    play(match, *(f"target {unit}" for unit in targets), *(f"attack {unit}" for unit in attackers), "declared")
    if box(match) == (seat, "fight"):
        match.play(f"fight {targets[0]}")
    return match


# ------------------------------------------------------------------ switches and income


@pytest.mark.rule("BAR-V-FLOW-03", "BAR-V-FLOW-06")
def test_interception_needs_airpower_and_airpower_alone_asks_for_no_interception() -> None:
    game = find("barbarossa")
    with pytest.raises(Refusal) as refusal:
        game.table(None, {"interception": True})
    assert (refusal.value.field, refusal.value.clauses) == ("options.interception", ("BAR-V-FLOW-03",))
    miranda = game.preset("miranda").options
    assert len(miranda) == 10
    assert all(miranda.values())
    assert game.table(None, miranda).start().air == [20, 0]
    match = battle({PZ: "F34", CAV: "F35"}, (PZ,), CAV, dice=[1], air__russian=5)
    assert box(play(match, "fly 1"))[1] != "interception"


@pytest.mark.rule("BAR-V-AIR-01", "BAR-V-AIR-05", "BAR-V-AIR-13")
def test_the_germans_begin_with_twenty_air_factors_that_all_can_see() -> None:
    match = go_on(begin(GARRISONS | {IN: PLACE["Warsaw"]}, options=AIR), "russian", "move")
    assert air(match) == (20, 0), "nothing comes in June"
    tracks = match.table.look.picture(match.position, None).tracks
    assert (tracks["air-german"], tracks["air-russian"]) == (20, 0)
    assert "german_air" not in begin({}).facts()


@pytest.mark.rule("BAR-V-AIR-06", "BAR-V-AIR-07", "BAR-V-AIR-08", "BAR-V-AIR-12")
@pytest.mark.parametrize(
    ("turn", "dice", "units", "reading", "income"),
    [
        (2, [], {IN: "Warsaw"}, "garrison", 12),
        (5, [4], {IN: "Warsaw"}, "garrison", 6),
        (7, [], {IN: "Warsaw", IN2: "Maikop"}, "garrison", 4),
        (15, [], {IN: "Warsaw", IN2: "Maikop"}, "garrison", 9),
        (15, [], {IN: "Warsaw", IN2: "Kiev"}, "garrison", 8),
        (15, [], {IN: "Warsaw", IN2: "Maikop", A4: "Z3"}, "garrison", 0),
        (15, [], {}, "garrison", 0),
        (15, [], {}, "control", 8),
    ],
)
def test_german_income(turn: int, dice: list[int], units: dict[str, str], reading: str, income: int) -> None:
    """BAR-V-EX-14."""
    standing = {unit: PLACE.get(place, place) for unit, place in units.items()}
    match = begin(standing, dice, turn=turn, options=AIR | {"air_income_city": reading}, air__german=3)
    assert air(match)[0] == 3 + income


@pytest.mark.rule("BAR-V-AIR-09", "BAR-V-AIR-10", "BAR-V-AIR-11", "BAR-V-AIR-12", "BAR-V-FLOW-06")
@pytest.mark.parametrize(
    ("turn", "dice", "garrisons", "reading", "income"),
    [
        (1, [], 5, "garrison", 0),
        (2, [], 5, "garrison", 2),
        (5, [4], 5, "garrison", 1),
        (7, [], 5, "garrison", 1),
        (8, [], 3, "garrison", 1),
        (2, [], 1, "garrison", 0),
        (12, [], 5, "garrison", 5),
        (12, [], 3, "garrison", 3),
        (12, [], 3, "control", 5),
    ],
)
def test_russian_income(turn: int, dice: list[int], garrisons: int, reading: str, income: int) -> None:
    """BAR-V-EX-02, BAR-V-EX-15: counted in quarters, the fraction dropped once."""
    units = dict(list(GARRISONS.items())[:garrisons])
    match = begin(units, dice, turn=turn, options=AIR | {"air_income_city": reading}, air__german=0)
    assert air(go_on(match, "russian", "move"))[1] == income


@pytest.mark.rule("BAR-V-AIR-10")
def test_an_axis_zone_spoils_a_russian_hex_in_spite_of_its_garrison() -> None:
    match = begin(GARRISONS | {IN: "H18"}, turn=12, russian=True, options=AIR)
    assert air(match)[1] == 4


# ------------------------------------------------------------------ tactical attacks


@pytest.mark.rule("BAR-V-TAC-01", "BAR-V-TAC-07", "BAR-V-AIR-03")
def test_one_air_factor_lifts_the_odds() -> None:
    """BAR-V-EX-01."""
    match = battle({PZ: "F34", CAV: "F35"}, (PZ,), CAV, dice=[6])
    assert box(match) == ("german", "air-commitment")
    said = notes(match)
    assert (said["fly 0"], said["fly 1"], said["fly 13"]) == ("8 to 3, 2-1", "9 to 3, 3-1", "21 to 3, 7-1 or better")
    assert match.decision is not None
    (found,) = match.decision.foretell("fly 1").rolls
    assert {one.text: round(6 * one.chance) for one in found.outcomes} == {"D Elim": 2, "D Back 2": 2, "Exchange": 2}
    settings = {one.text: one.now for one in found.settings}
    assert list(settings) == [f"{n} air factors" for n in (0, 1, 4, 7, 10, 13)]
    assert [text for text, now in settings.items() if now] == ["1 air factors"]
    match.play("fly 1")
    assert air(match)[0] == 19
    assert at(match, CAV) == "lost", "a 6 at 3-1; at 2-1 the attacker would be lost"


@pytest.mark.rule("BAR-V-TAC-02", "BAR-V-TAC-08", "BAR-V-AIR-02")
def test_only_the_attacker_is_asked_and_each_battle_gets_one_commitment() -> None:
    match = to_combat(begin({PZ: "F34", CAV: "F35", RUMANIAN: "J30", A4: "J31"}, [4, 4], options=AIR, air__russian=9))
    play(match, f"target {CAV}", f"attack {PZ}", "declared", f"target {A4}", f"attack {RUMANIAN}", "declared")
    match.play(f"fight {A4}")
    assert box(match) == ("german", "air-commitment"), "Axis units of any nation, and no question to the defender"
    match.play("fly 4")
    go_on(match, "german", "air-commitment").play("fly 16")
    assert air(match) == (0, 9)
    russian = battle({PZ: "F34", A4: "F35", A7: "F35"}, (A4, A7), PZ, dice=[1], russian=True, air__russian=3)
    assert box(russian) == ("russian", "air-commitment")
    assert notes(russian)["fly 2"] == "10 to 8, 1-1"


@pytest.mark.rule("BAR-V-TAC-03")
def test_air_factors_alone_attack_nobody_and_soak_off_nothing() -> None:
    far = to_combat(begin({PZ: "F34", CAV: "F37"}, options=AIR))
    assert box(far) == ("german", "fight")
    assert verbs(far) == {"bomb", "stand-down"}
    duty = to_combat(begin({PZ: "F34", CAV: "F35", A4: "E35"}, options=AIR))
    play(duty, f"target {CAV}", f"attack {PZ}")
    assert "BAR-COMBAT-02" in refused(duty, "declared"), "the 4-6-4 must be fought on the ground as well"


@pytest.mark.rule("BAR-V-TAC-04", "BAR-V-TAC-05")
def test_air_does_not_bleed_in_an_exchange() -> None:
    """BAR-V-EX-12."""
    options = AIR | {"movement_after_battle": True}
    first = battle({PZ: "F34", IN: "F34", A4: "F35"}, (PZ, IN), A4, dice=[2], options=options)
    first.play("fly 6")
    assert (at(first, A4), at(first, PZ), at(first, IN)) == ("lost", "lost", "F34")
    assert ends(first, IN, "advance") == {"F35"}
    for committed in (4, 5):
        match = battle({RES: "F34", A4: "F35", CAV: "F35"}, (RES,), A4, CAV, dice=[2], options=options)
        match.play(f"fly {committed}")
        assert (at(match, RES), at(match, A4), at(match, CAV)) == ("lost", "lost", "lost")
        assert air(match)[0] == 20 - committed
        assert box(match)[1] != "advance"


@pytest.mark.rule("BAR-V-TAC-06", "BAR-V-FINN-05")
def test_terrain_doubles_against_air_and_nothing_doubles_air() -> None:
    city = battle({PZ: "S25", CAV: PLACE["Moscow"]}, (PZ,), CAV)
    assert notes(city)["fly 4"] == "12 to 6, 2-1"
    place, beside = next(
        (BOARD.grid.ids[h], BOARD.grid.ids[n])
        for h in BOARD.grid.hexes(BOARD.clear_finland)
        for n in BOARD.grid.neighbours[h]
        if BOARD.clear_finland & BOARD.grid.bit[n] and BOARD.grid.ids[n] != PLACE["Helsinki"]
    )
    finns = dict.fromkeys(("fi-in-iv", IN), beside)
    match = battle(finns | {A4: place}, tuple(finns), A4, options=AIR | {"finns": True})
    assert (notes(match)["fly 0"], notes(match)["fly 2"]) == ("10 to 6, 1-1", "12 to 6, 2-1")


@pytest.mark.rule("BAR-V-TAC-09", "BAR-COMBAT-11", "BAR-V-INTER-02", "BAR-V-INTER-07")
@pytest.mark.parametrize(
    ("committed", "intercepted", "odds", "lost"),
    [(0, None, "", True), (1, 0, "5 to 26", False), (1, 1, "", True), (2, 1, "5 to 26", False)],
)
def test_air_under_a_forced_attack(committed: int, intercepted: int | None, odds: str, lost: bool) -> None:
    """BAR-V-EX-29."""
    units = {IN: "F34", A4: "F35", A7: "F35", A3: "F35", A6: "E35"}
    match = to_combat(begin(units, [3], options=BOTH, air__german=3, air__russian=1))
    match.play("propose")
    assert at(match, IN) == "F34", "nobody is removed before air factors can be committed"
    match.play(f"fly {committed}")
    if intercepted is not None:
        match.play(f"intercept {intercepted}")
    rolled = [text for text in told(match, "BAR-ODDS-05") if odds and text.startswith(odds)]
    assert bool(rolled) == (not lost)
    assert (at(match, IN) == "lost") == lost
    assert air(match)[0] == 3 - committed


# ------------------------------------------------------------------ strategic attacks

P, Q, R = "F39", "L36", "P30"


@pytest.mark.rule("BAR-V-STRAT-03", "BAR-V-STRAT-09", "BAR-V-STRAT-04", "BAR-V-STRAT-05", "BAR-V-STRAT-07")
def test_what_may_be_bombed_and_what_is_hit() -> None:
    """BAR-V-EX-23."""
    units = {PZ: "F34", ARM: P, A3: P, A5: Q, RUMANIAN: "L33", A4: R, FINN: "P29", A7: "H37"}
    match = to_combat(begin(units, [1], options=AIR, air__german=10))
    match.play("propose")
    assert {text for text in notes(match) if text.startswith("bomb")} == {f"bomb {P}", "bomb H37"}
    match.play(f"bomb {P}")
    assert notes(match)["fly 3"] == "Elim 1 on 2 of 6, Interdict on 2 of 6, N/E on 2 of 6"
    assert notes(match)["fly 4"] == notes(match)["fly 10"] == "Elim 1 on 2 of 6, Interdict on 4 of 6"
    match.play("fly 3")
    assert (at(match, ARM), at(match, A3), match.facts()["interdicted"]) == ("lost", P, 1)
    assert air(match)[0] == 7
    assert refused(match, f"bomb {P}") == ("BAR-V-STRAT-04",)
    assert refused(match, f"bomb {Q}") == ("BAR-V-STRAT-07",)
    assert refused(match, f"bomb {R}") == ("BAR-V-STRAT-05",)
    assert refused(match, "bomb F36") == ("BAR-V-STRAT-01",)


@pytest.mark.rule("BAR-V-STRAT-06", "BAR-V-STRAT-02", "BAR-V-STRAT-08")
def test_a_beaten_unit_is_not_hit_again_from_the_air() -> None:
    match = battle({PZ: "F34", CAV: "F35", A4: "F37", A7: "C36"}, (PZ,), CAV, dice=[3, 2])
    play(match, "fly 0", f"retreat {CAV} F37")
    assert box(match) == ("german", "fight"), "after the last battle"
    play(match, "bomb F37", "fly 4")
    assert (at(match, A4), at(match, CAV), match.facts()["interdicted"]) == ("lost", "F37", 0)
    alone = battle({PZ: "F34", CAV: "F35", A7: "C36"}, (PZ,), CAV, dice=[3])
    play(alone, "fly 0", f"retreat {CAV} F37")
    assert refused(alone, "bomb F37") == ("BAR-V-STRAT-06",)


@pytest.mark.rule("BAR-V-STRAT-10", "BAR-V-STRAT-11", "BAR-V-STRAT-12", "BAR-V-STRAT-14")
def test_an_interdicted_unit_stays_for_a_turn() -> None:
    """BAR-V-EX-05."""
    match = to_combat(begin({PZ: "F34", ARM: "F38", A4: "K38"}, [2], options=AIR))
    play(match, "bomb F38", "fly 1")
    p: Any = match.position
    assert match.facts()["interdicted"] == 1
    assert p.zones.controlled[RUSSIAN] & BOARD.grid.bit[BOARD.hex["F37"]], "its zone of control stays"
    go_on(match, "russian", "move")
    states = {piece.id: piece.states for piece in match.table.look.picture(match.position, None).pieces}
    assert "interdicted" in states[ARM]
    assert not ends(match, ARM)
    assert ends(match, A4)
    assert refused(match, f"move {ARM} F39") == ("BAR-V-STRAT-11",)
    match.play("done")
    assert match.facts()["interdicted"] == 0
    assert ends(go_on(match, "russian", "move"), ARM), "in July it moves freely"


@pytest.mark.rule("BAR-V-STRAT-13", "BAR-V-STRAT-05", "BAR-V-STRAT-11", "BAR-V-AIR-04")
def test_pinned_beside_a_panzer_unit() -> None:
    """BAR-V-EX-24."""
    options = AIR | {"movement_after_battle": True}
    match = to_combat(begin({PZ: "F34", CAV: "F35", A3: "F38"}, [3], options=options))
    play(match, f"target {CAV}", f"attack {PZ}", "declared", "bomb F38", "fly 4")
    assert match.facts()["interdicted"] == 1
    play(match, "fly 13", f"advance {PZ} F37")
    assert air(match)[0] == 3
    go_on(match, "russian", "move")
    assert not ends(match, A3)
    match.play("done")
    assert box(match) == ("russian", "declare")
    assert offered(match, "target") == {PZ}


@pytest.mark.parametrize("airpower", [True, False])
def test_a_game_without_airpower_does_not_mention_its_verbs(airpower: bool) -> None:
    match = begin({PZ: "F34", CAV: "F35", PZ2: "K34", ARM: "K35"}, options={"airpower": airpower})
    play(match, "done", "propose")
    assert box(match) == ("german", "fight")
    assert match.decision is not None
    seen = {verb["verb"] for verb in match.decision.to_data()["verbs"]}
    assert "fight" in seen
    assert ("bomb" in seen) == airpower


@pytest.mark.rule("BAR-V-STRAT-01", "BAR-V-STRAT-15")
def test_a_strategic_attack_is_german_and_no_battle() -> None:
    match = to_combat(begin({PZ: "F34", A4: "F37"}, [1], options=AIR))
    play(match, "bomb F37", "fly 4")
    p: Any = match.position
    assert at(match, A4) == "lost"
    assert not p.zones.controlled[RUSSIAN] & BOARD.grid.bit[BOARD.hex["F36"]], "its zone has ended"
    assert box(match) == ("russian", "move"), "nobody advances, and no target is left"
    russian = begin({PZ: "F34", A4: "F37"}, russian=True, options=AIR, air__russian=5)
    russian.play("done")
    assert box(russian)[0] == "german"


@pytest.mark.rule("BAR-V-AIR-04", "BAR-V-AIR-14")
def test_missions_go_one_at_a_time_in_any_weather() -> None:
    match = to_combat(begin({PZ: "F34", ARM: "F37", A4: "H35"}, [6, 1], turn=7, options=AIR, air__german=9))
    play(match, "bomb F37", "fly 3")
    assert told(match, "BAR-V-STRAT-03")[-1].endswith("N/E.")
    play(match, "bomb H35", "fly 3")
    assert (at(match, A4), at(match, ARM)) == ("lost", "F37")


# ------------------------------------------------------------------ air supply

CUT_OFF = {"city__Warsaw": "russian", "city__Bucharest": "russian", "city__Helsinki": "russian"}
"""No Axis unit has a line."""
TOWN, OTHER = PLACE["Penza"], PLACE["Murom"]


def airlift(units: dict[str, str], **more: Any) -> Match:
    """A German turn that begins with air supply, all Axis units isolated."""
    return begin(units, options=BOTH, **CUT_OFF, **more)


def cut_off(match: Match) -> set[str]:
    """The Axis units that count as isolated."""
    p: Any = match.position
    return {unit for unit, u in BOARD.unit.items() if isolated(p, AXIS) >> u & 1}


@pytest.mark.rule("BAR-V-AIRSUP-01", "BAR-V-AIRSUP-02", "BAR-V-AIRSUP-05", "BAR-V-INTER-01", "BAR-V-INTER-05")
@pytest.mark.parametrize(("committed", "left"), [(2, 4), (1, 5)])
def test_two_factors_to_supply_one_unit(committed: int, left: int) -> None:
    """BAR-V-EX-04."""
    match = airlift({IN: TOWN, RUMANIAN: OTHER}, air__german=6, air__russian=1, **{"isolated__ge-in-i": 1})
    assert box(match) == ("german", "air-supply")
    states = {piece.id: piece.states for piece in match.table.look.picture(match.position, None).pieces}
    assert "isolated" in states[IN], "who is isolated now is seen before"
    assert refused(match, "airlift F35") == ("BAR-V-AIRSUP-01",)
    play(match, f"airlift {TOWN}", f"fly {committed}")
    assert box(match) == ("russian", "interception")
    match.play("intercept 1")
    assert air(match) == (left, 0)
    assert (IN in cut_off(match)) == (committed == 1)
    assert refused(match, f"airlift {TOWN}") == ("BAR-V-AIRSUP-05",)
    go_on(match, "russian", "move")
    assert (at(match, IN) == "lost") == (committed == 1), "its second isolated turn, or none"


@pytest.mark.rule("BAR-V-AIRSUP-03", "BAR-V-AIRSUP-04", "BAR-V-INTER-05")
def test_the_german_chooses_who_is_supplied_and_the_city_is_no_source() -> None:
    match = airlift({IN: TOWN, IN2: TOWN, PZ: "X36"}, air__german=3)
    play(match, f"airlift {TOWN}", "fly 1")
    assert offered(match, "supply") == {IN, IN2}
    assert refused(match, f"supply {PZ}") == ("BAR-V-AIRSUP-03",)
    match.play(f"supply {IN2}")
    assert {IN, PZ} <= cut_off(match)
    assert IN2 not in cut_off(match)
    go_on(match, "german", "move").play(f"move {IN2} Y34")
    assert IN2 not in cut_off(match), "the mark goes with the unit"


@pytest.mark.rule("BAR-V-FLOW-01", "BAR-V-AIRSUP-02", "BAR-V-AIR-13")
def test_income_then_air_supply_then_the_judgement_of_isolation() -> None:
    always = AIR | {"air_supply_asked": "always"}
    match = begin({IN: PLACE["Warsaw"], A4: "F37"}, turn=2, options=always, air__german=0)
    assert (box(match), air(match)) == (("german", "air-supply"), (12, 0))
    assert not told(match, "BAR-ISO-06")
    russian = begin({IN: PLACE["Warsaw"], A4: "F37"}, turn=2, russian=True, options=AIR, air__russian=5)
    assert box(russian) == ("russian", "move"), "Russians fly no supply"
    joined = begin({IN: PLACE["Warsaw"], A4: "F37"}, turn=2, options=AIR)
    assert box(joined) == ("german", "move"), "nobody is isolated: nobody is asked"
    afield = begin({IN: "X36", A4: "F37"}, turn=2, options=AIR, **CUT_OFF)
    assert box(afield) == ("german", "move"), "nor where the isolated unit stands in no city"


# ------------------------------------------------------------------ interception


@pytest.mark.rule("BAR-V-TAC-07", "BAR-V-INTER-02", "BAR-V-INTER-03", "BAR-V-INTER-08", "BAR-V-FLOW-02")
def test_seven_to_one_with_air_and_shot_down_to_six_to_one() -> None:
    """BAR-V-EX-11."""
    options = BOTH | {"movement_after_battle": True}
    units = {PZ: "F34", PZ2: "F34", CAV: "F35"}
    through = battle(units, (PZ, PZ2), CAV, options=options, air__russian=2)
    play(through, "fly 5", "intercept 0")
    assert at(through, CAV) == "lost"
    assert "F37" in ends(through, PZ, "advance")
    down = battle(units, (PZ, PZ2), CAV, dice=[2], options=options, air__russian=2)
    down.play("fly 5")
    assert down.free_undos == 0, "what is committed cannot be taken back"
    assert notes(down) == {f"intercept {n}": f"{21 - n} to 3, {'7-1 or better' if not n else '6-1'}" for n in range(3)}
    assert down.decision is not None
    assert "5 air factors" in down.decision.help
    down.play("intercept 1")
    assert told(down, "BAR-ODDS-05")[-1].startswith("20 to 3")
    assert air(down) == (15, 1)
    assert refused(down, "fly 1")


@pytest.mark.rule("BAR-V-INTER-01", "BAR-V-INTER-04", "BAR-V-INTER-06")
def test_germans_intercept_russian_tactical_attacks() -> None:
    match = battle({PZ: "F34", A4: "F35", A7: "F35"}, (A4, A7), PZ, dice=[1], russian=True, options=BOTH,
                   air__german=1, air__russian=6)  # fmt: skip
    match.play("fly 6")
    assert box(match) == ("german", "interception")
    match.play("intercept 1")
    assert told(match, "BAR-ODDS-05")[-1].startswith("13 to 8"), "and nobody answers the interception"
    assert air(match)[1] == 0


@pytest.mark.rule("BAR-V-INTER-07", "BAR-V-INTER-06")
def test_a_strategic_attack_that_is_shot_down_throws_no_die_and_has_used_up_the_hex() -> None:
    match = to_combat(begin({PZ: "F34", A4: "F37", A7: "H35"}, options=BOTH, air__russian=4))
    play(match, "bomb F37", "fly 2")
    assert notes(match) == {
        "intercept 0": "Interdict on 4 of 6, N/E on 2 of 6",
        "intercept 1": "Interdict on 2 of 6, N/E on 4 of 6",
        "intercept 2": "no effect",
    }
    match.play("intercept 2")
    assert (at(match, A4), match.facts()["interdicted"], air(match)) == ("F37", 0, (18, 2))
    assert refused(match, "bomb F37") == ("BAR-V-STRAT-04",)
