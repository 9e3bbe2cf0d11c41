"""The staff as an opponent: what it does is legal and makes sense."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import pytest

from mamayev.engine.notation import MASK, parts, verb_of
from mamayev.games.barbarossa import GAME
from mamayev.games.barbarossa.printed.board import AXIS, LOST, RUSSIAN, ours
from mamayev.games.barbarossa.rules.declaration import Declared
from mamayev.games.barbarossa.rules.movement import reached
from mamayev.games.barbarossa.rules.odds import attack, defense, odds_name
from mamayev.games.barbarossa.rules.verbs import DECLARED, DONE, MOVE, PROPOSE
from mamayev.games.barbarossa.staff.answer import Critic
from mamayev.games.barbarossa.staff.appreciation import Danger, doubling
from mamayev.games.barbarossa.staff.defense import Post, post, thinned
from mamayev.games.barbarossa.staff.staff import PLANS, battles, plan
from mamayev.games.barbarossa.staff.style import STAFF, Style
from mamayev.match.match import Match
from mamayev.players import contender, hint
from mamayev.terrain.contact import units_of

from . import evenings
from .campaign import A3, A4, A5, A6, A7, CAV, HU, IN, IN2, IN3, PZ, PZ2, PZ3, RES, SHOCK, at, begin, box, play

BOARD = ours()

TOWN = BOARD.grid.ids[BOARD.cities[BOARD.named["Penza"]].hex]


def played(options: dict[str, Any], players: tuple[str, str], seed: int, months: int = 99) -> Any:
    """A position after some months between two players."""
    defaults = {option.name: option.default for option in GAME.options}
    p: Any = GAME.open(GAME, "1963", defaults | options, None).start()
    bots, rng = [contender(GAME, name) for name in players], random.Random(seed)
    while p.frames and p.turn < months:
        if p.box.chance:
            action = p.roll(rng.random)
        else:
            action = bots[p.seat].policy(p, rng)
            assert p.allows(action), p.name(action)
        p.apply(action)
    return p


@pytest.mark.parametrize("side", [0, 1])
def test_the_staff_beats_chance_from_either_side(side: int) -> None:
    players = ("staff", "random") if side == 0 else ("random", "staff")
    p = played({}, players, 1)
    assert p.table.returns(p)[side] == 1.0


def advice(match: Match) -> str:
    """What the staff would do now."""
    return str(hint(match, "staff")["text"])


def test_air_factors_fly_where_they_bring_something() -> None:
    """Supply for units that isolation would eliminate, and what a better column takes, no more."""
    lost = {f"city__{name}": "russian" for name in ("Warsaw", "Bucharest", "Helsinki")}
    both = {"airpower": True, "interception": True}
    supply = begin({IN: TOWN, A4: "A35"}, options=both, air__german=4, **lost, **{"isolated__ge-in-i": 1})
    assert (box(supply), advice(supply)) == (("german", "air-supply"), f"airlift {TOWN}")
    play(supply, f"airlift {TOWN}")
    assert box(supply) != ("german", "air-supply"), "one unit, so many factors as it takes"
    early = begin({IN: TOWN, A4: "A35"}, options=both, air__german=4, **lost)
    assert advice(early) == "stand-down", "it outlasts the month"

    match = begin({PZ: "F34", PZ2: "F34", A4: "F35", SHOCK: "G38"}, options=both, air__german=20, air__russian=4)
    play(match, "done", "propose", f"fight {A4}")
    assert (box(match), advice(match)) == (("german", "air-commitment"), "fly 2"), "18 to 6 is 3-1"
    play(match, "fly 2")
    assert (box(match), advice(match)) == (("russian", "interception"), "intercept 1"), "one less is 2-1 again"


def test_the_staff_leaves_the_ice_before_it_thaws() -> None:
    lake = BOARD.grid.ids[BOARD.grid.hexes(BOARD.lakes)[0]]
    match = begin({IN: lake, A4: "F35"}, turn=9, weather="snow")
    while box(match) == ("german", "move"):
        match.play(advice(match))
    assert at(match, IN) != lake, "March may bring mud"


def test_no_russian_stands_on_the_ice_before_it_thaws() -> None:
    lakes = {BOARD.grid.ids[h] for h in BOARD.grid.hexes(BOARD.lakes)}
    match = begin({IN: "F30", A4: min(lakes), A5: "F40"}, turn=9, weather="snow", russian=True)
    while box(match) == ("russian", "move"):
        match.play(advice(match))
    assert at(match, A4) not in lakes


def test_the_answer_to_a_plan_reckons_with_the_thaw() -> None:
    """An attack from the ice was planned, and the next month thaws. The staff could not take the unit from where it was
    to stand, and the game broke off (two staffs, the variant without its aircraft, seed 30005)."""
    here, there = BOARD.grid.hexes(BOARD.lakes)[:2]
    units = {IN: "F30", A4: "F35", A5: BOARD.grid.ids[here], A6: "F40"}
    p: Any = begin(units, turn=10, weather="snow", russian=True).position
    turn = Critic(p, STAFF, {}).answer({BOARD.unit[A4]: there}).turn
    assert [turn.at[BOARD.unit[u]] == LOST for u in (A4, A5, A6)] == [True, True, False]


# ------------------------------------------------------------------ the German staff fights


@pytest.fixture(scope="module")
def july(request: pytest.FixtureRequest) -> Any:
    """The Russian June turn of two staffs begins: what the German June has brought."""
    options = next(preset.options for preset in GAME.presets if preset.name == request.param)
    return played(dict(options), ("staff", "passive"), 3, months=2)


@pytest.mark.parametrize("july", [preset.name for preset in GAME.presets], indirect=True)
def test_the_germans_attack_in_june_by_every_preset(july: Any) -> None:
    """A Russian who stands as in history loses units in June, and the Germans win hexes beyond the border."""
    assert sum(july.at[u] == LOST for u in range(34)) >= 2, "Russian units lost in June"
    for city in BOARD.objectives[RUSSIAN]:
        assert july.zones.occupied[AXIS] & BOARD.grid.bit[BOARD.cities[city].hex], (
            f"{BOARD.cities[city].name} has a garrison"
        )


def months_orders(match: Match) -> tuple[set[str], set[str]]:
    """Whom the staff whose turn it is declares battles against, and with whom."""
    seat = box(match)[0]
    targets, attackers = set[str](), set[str]()
    while box(match) in ((seat, "move"), (seat, "declare")):
        verb, *unit = advice(match).split()
        match.play(" ".join((verb, *unit)))
        if verb in ("target", "attack"):
            (targets if verb == "target" else attackers).update(unit)
        elif verb in ("declared", "propose"):
            break
    return targets, attackers


def test_a_lone_army_is_struck() -> None:
    """Even one of little worth: 28 factors stand beside it."""
    match = begin({PZ: "F33", PZ2: "F33", PZ3: "E34", IN: "E34", A3: "F36"}, dice=[1, 1])
    targets, attackers = months_orders(match)
    assert targets == {A3}
    assert {PZ, PZ2, PZ3} & attackers


def test_two_armies_in_a_hex_are_struck_where_odds_are_sure() -> None:
    strong = {PZ: "F33", PZ2: "F33", PZ3: "E34", IN: "E34", IN2: "G34", IN3: "G34"}
    match = begin({**strong, A3: "F36", A4: "F36"}, dice=[1, 1])
    assert months_orders(match)[0] & {A3, A4}, "both, or one while the other is soaked off"


def test_nobody_is_sent_against_odds_that_cannot_pay() -> None:
    """Three armies in one hex, and only two corps that come: no attack."""
    match = begin({IN: "F33", IN2: "F33", A3: "F36", A5: "F36", A6: "F36"})
    assert months_orders(match) == (set(), set())


def test_an_army_that_cannot_retreat_is_struck_at_odds_that_would_else_not_do() -> None:
    """One panzer corps against one army is 1-1. On the coast, where the zone of the attacker leaves it nowhere to go,
    a retreat is as good as a loss (BAR-RETREAT-03)."""
    assert months_orders(begin({PZ: "F33", A3: "F36"}, [1, 1]))[0] == set()
    assert months_orders(begin({PZ: "O8", A3: "L7"}, [1, 1]))[0] == {A3}


def test_the_sources_of_supply_have_garrisons() -> None:
    """What could be taken without a fight: the cheapest unit that gets there stands in it at the end of the turn."""
    warsaw = BOARD.grid.ids[BOARD.cities[BOARD.named["Warsaw"]].hex]
    beside = BOARD.grid.ids[BOARD.grid.neighbours[BOARD.cities[BOARD.named["Warsaw"]].hex][0]]
    match = begin({PZ: beside, IN: beside, A4: "F35"})
    months_orders(match)
    assert at(match, IN) == warsaw
    assert at(match, PZ) != warsaw, "a panzer corps has other work"


def test_there_is_room_in_warsaw_for_those_who_are_rebuilt() -> None:
    """Three in garrison once kept them out, and 60 points lay unspent."""
    p = played({}, ("staff", "staff"), 5, months=8)
    assert p.points[AXIS] < 16


def test_a_reason_names_the_battle_and_its_odds() -> None:
    match = begin({PZ: "F33", PZ2: "F33", PZ3: "E34", A3: "F36"})
    reasons = []
    while box(match) == ("german", "move"):
        told = hint(match, "staff")
        reasons.append(told["why"])
        match.play(told["text"])
    assert any("at 3-1" in why for why in reasons), reasons


@pytest.mark.parametrize("hints", range(1, 8))
def test_after_some_hints_and_the_end_of_movement_a_hint_speaks_of_what_can_be_attacked(hints: int) -> None:
    """A battle that was planned with all moves is no plan any more after some of them."""
    match = play(Match.new("barbarossa", seed=3), "historical", "confirm", "historical", "confirm")
    for _ in range(hints):
        match.play(advice(match))
    match.play("done")
    p: Any = match.position
    assert box(match) == ("german", "declare")
    assert hint(match, "staff")["why"]
    for battle in battles(p, STAFF[AXIS]):
        assert {True} == {
            any(p.board.grid.distance(p.at[u], p.at[v]) == 1 for v in units_of(battle.defenders))
            for u in units_of(battle.attackers)
        }


def declaring() -> Match:
    """The German declaration of June 1941, after the staff's moves."""
    match = Match.new("barbarossa", seed=3)
    while box(match)[1] != "declare":
        match.play(advice(match))
    return match


def declared_by_hints(match: Match) -> list[int]:
    """Follow the hints to the end of the declaration, and return all its battles."""
    found: list[int] = []
    while box(match)[1] == "declare":
        match.play(advice(match))
        p: Any = match.position
        found = [*p.battles] or found
    return found


def told_battles(match: Match) -> int:
    """The number of battles in the plan beside the hint."""
    found = re.search(r"in (\d+) battles", hint(match, "staff")["intent"].sentence)
    return int(found[1]) if found else 0


def test_a_plan_counts_the_battles_that_units_owe_beside_the_attacks() -> None:
    """After a start of the server, or moves by hand, no plan is known, and the rules propose the other battles."""
    match = declaring()
    PLANS.clear()
    assert told_battles(match) == len(declared_by_hints(match))


def test_a_plan_counts_the_battles_of_units_that_the_player_moved() -> None:
    match = play(Match.new("barbarossa", seed=3), "historical", "confirm", "historical", "confirm")
    p: Any = match.position
    before = told_battles(match)
    meant = plan(p, STAFF[AXIS])
    busy = {u for battle in meant.battles for u in units_of(battle.units)}
    spare = [u for u in p.ready if u not in busy]
    far = [p.at[d] for d in p.units(RUSSIAN) if d not in busy]
    move = next(
        f"move {p.board.units[u].id} {p.board.grid.ids[h]}"
        for u in spare
        for h in p.board.grid.hexes(reached(p, u))
        if any(p.board.grid.distance(h, d) == 1 for d in far)
        and all(p.board.grid.distance(h, p.at[d]) > 1 for d in busy if p.board.side[d] == RUSSIAN)
    )
    play(match, move)
    told = told_battles(match)
    assert told > before
    while box(match)[1] == "move":
        match.play(advice(match))
    assert told == len(declared_by_hints(match))


BEGUN = (("target ru-army-8", "attack ge-pz-iii"), ("target ru-army-6",), ("target ru-army-8", "attack ge-pz-xli"))


@pytest.mark.parametrize("units", BEGUN)
def test_a_battle_that_was_begun_otherwise_is_declared_before_the_plan(units: tuple[str, ...]) -> None:
    match = play(declaring(), *units)
    p: Any = match.position
    main = next((one for one in battles(p, STAFF[AXIS]) if not one.soak), None)
    assert main is not None
    assert any(main.units & ~battle == 0 for battle in declared_by_hints(match)), (
        "the plan beside the hint is carried out"
    )


def test_battles_that_were_declared_otherwise_are_not_advised_again() -> None:
    match = declaring()
    before: Any = match.position
    planned = battles(before, STAFF[AXIS])
    play(match, "target ru-army-8", "attack ge-pz-iii", "attack ge-pz-xxiv", "attack ge-pz-xli", "declared")
    p: Any = match.position
    [declared] = p.battles
    assert any(one.units & declared for one in planned)
    left = battles(p, STAFF[AXIS])
    assert left
    assert not any(one.units & ~p.free for one in left)
    main = next(one for one in left if not one.soak)
    assert any(main.units & ~battle == 0 for battle in declared_by_hints(match))


# ------------------------------------------------------------------ the Russian staff holds


def test_the_border_is_not_given_away() -> None:
    """Two staffs: by the end of June at most five cities have fallen (twenty-one of ninety-four once did)."""
    p = played({}, ("staff", "staff"), 5, months=2)
    assert (BOARD.city_hexes & ~p.russian_cities).bit_count() <= 5 + sum(not city.russian for city in BOARD.cities)
    assert len(p.units(RUSSIAN)) >= 28


def test_the_army_outlasts_the_summer() -> None:
    """In October 1941 three of five armies are left."""
    assert sum(len(played({}, ("staff", "staff"), seed, months=5).units(RUSSIAN)) for seed in (1, 2, 3)) >= 3 * 21


def test_the_front_has_an_army_in_every_hex() -> None:
    """From the Baltic to the Black Sea no row of the map is without one, and nobody stands alone."""
    p = played({}, ("staff", "staff"), 5, months=1)
    stacks = {p.at[u] for u in p.units(RUSSIAN)}
    rows = {h: h // BOARD.last_column for h in stacks}
    assert set(rows.values()) >= set(range(14, 42))
    south = [h for h in stacks if rows[h] >= 14]
    assert all(any(n in stacks for n in BOARD.grid.neighbours[h]) for h in south)


@pytest.mark.parametrize("months", [2, 3])
def test_two_fifths_of_the_front_are_in_cities_or_behind_rivers(months: int) -> None:
    """BAR-ODDS-02, BAR-ODDS-04: elsewhere, a single army is eliminated without a die roll. It was a third once."""
    doubled = 0
    front = list[int]()
    for seed in (1, 2, 3):
        p = played({}, ("staff", "staff"), seed, months=months)
        enemies = {p.at[u] for u in p.units(AXIS)}
        near = [h for h in {p.at[u] for u in p.units(RUSSIAN)} if any(BOARD.grid.distance(h, e) <= 3 for e in enemies)]
        doubled += sum(doubling(BOARD, h) > 1 for h in near)
        front += near
    assert doubled >= 0.4 * len(front) > 0


def test_a_river_doubles_a_front_along_it() -> None:
    """The Dnieper with the enemy on its west bank takes one army a hex, the open steppe more."""
    p: Any = begin({IN: "F30", A4: "F36"}, russian=True).position
    dnieper, steppe = (row * BOARD.last_column + column for row, column in ((24, 14), (30, 21)))
    came, goes = (BOARD.grid.directions.index(name) for name in ("NW", "SE"))
    danger, style = Danger(p, AXIS), STAFF[RUSSIAN]._replace(later=12.0)
    assert post(p, style, danger, dnieper, came, goes).lasting == 1
    assert post(p, style, danger, steppe, came, goes).lasting > 1.5


def test_a_front_is_thinned_where_least_comes_and_never_in_a_city_that_decides() -> None:
    front = [Post(h, 1.0, danger, 1.0) for h, danger in enumerate((1, 2, 30, 3, 1, 40, 2))]
    assert [post.hex for post in thinned(front, 5, ())] == [1, 2, 3, 5, 6]
    assert {0, 4} <= {post.hex for post in thinned(front, 4, (0, 4))}
    left = [post.hex for post in thinned(front, 1, ())]
    assert all(b - a <= 3 for a, b in pairwise(left)), "zones still close it"


def test_leningrad_and_moscow_keep_garrisons_while_the_enemy_is_weak() -> None:
    """An army that has been beaten down faces one that has been beaten down as far: no last stand elsewhere."""
    leningrad, moscow = (BOARD.grid.ids[BOARD.cities[BOARD.named[name]].hex] for name in ("Leningrad", "Moscow"))
    match = begin({IN: "F30", IN2: "F30", A4: leningrad, A7: moscow, A3: "F40", A5: "F40"}, russian=True)
    months_orders(match)
    assert (at(match, A4), at(match, A7)) == (leningrad, moscow)


def test_a_forced_battle_is_no_more_than_a_soak_off() -> None:
    """An army beside a strong stack must attack it, or walk away; nobody joins in who need not."""
    match = begin({PZ: "F35", PZ2: "F35", PZ3: "F35", A4: "F36", A3: "H40", A5: "H40"}, [1, 1], russian=True)
    assert not months_orders(match)[1] & {A3, A5}


# ------------------------------------------------------------------ what evenings by hand have shown


def test_leningrad_has_a_garrison_where_the_finns_could_ride_in() -> None:
    """With its armies on the front in Karelia it once stood empty, and three Finnish corps took it in July."""
    match = begin(evenings.JUNE_1941, turn=1, russian=True)
    months_orders(match)
    leningrad = BOARD.cities[BOARD.named["Leningrad"]].hex
    p: Any = match.position
    assert p.zones.occupied[RUSSIAN] & BOARD.grid.bit[leningrad]


def test_no_city_that_decides_is_left_to_cavalry_where_it_could_be_stormed() -> None:
    """BAR-TERRAIN-18: three factors are six in Leningrad, and ten Finnish ones took it from them."""
    leningrad = BOARD.grid.ids[BOARD.cities[BOARD.named["Leningrad"]].hex]
    finns = {"fi-in-iv": "E15", "fi-in-vi": "E15", "fi-in-iii": "D15", "fi-in-ii": "D15"}
    match = begin({**finns, CAV: leningrad, A3: "K18", A5: "M18", A6: "M19"}, russian=True)
    months_orders(match)
    assert leningrad in {at(match, unit) for unit in (A3, A5, A6)}


def test_the_last_armies_hold_cities_and_nothing_between_them() -> None:
    """They stood one by one in the open, and each month fifty factors killed some of them without a die
    (BAR-ODDS-04)."""
    cities = {BOARD.grid.ids[BOARD.cities[BOARD.named[name]].hex] for name in ("Leningrad", "Moscow", "Stalingrad")}
    panzers = {PZ: "S20", PZ2: "S20", PZ3: "S20", IN: "T20", IN2: "T20", IN3: "T20"}
    match = begin({**panzers, A3: "S24", A5: "S24", A6: "T24", A4: "T24"}, turn=3, russian=True)
    months_orders(match)
    assert {at(match, unit) for unit in (A3, A5, A6, A4)} <= cities


def test_the_last_city_takes_whoever_is_rebuilt() -> None:
    """BAR-STACK-01, BAR-REPL-12: with three units in Stalingrad 47 points were left when the game was lost."""
    stalingrad = BOARD.grid.ids[BOARD.cities[BOARD.named["Stalingrad"]].hex]
    lost = {"city__Leningrad": "german", "city__Moscow": "german"}
    panzers = {PZ: "R25", PZ2: "R25", PZ3: "R25", IN: "S26"}
    armies = {A3: stalingrad, A5: stalingrad, CAV: stalingrad, SHOCK: "JJ35"}
    match = begin({**panzers, **armies}, turn=19, russian=True, points__russian=7, **lost)
    months_orders(match)
    p: Any = match.position
    there = [u for u in p.units(RUSSIAN) if BOARD.grid.ids[p.at[u]] == stalingrad]
    assert 1 <= len(there) < 3


def test_no_armies_are_thrown_before_the_enemy_for_a_single_corps() -> None:
    """Four armies once marched out to strike two factors, and stood before thirty."""
    lost = {f"city__{name}": "german" for name in ("Leningrad", "Vyborg", "Grodno", "Lvov", "Tarnopol", "Kishinev")}
    match = begin(evenings.JULY_1941, turn=2, russian=True, **lost)
    assert "rm-in-iv" not in months_orders(match)[0]


def test_no_army_marches_into_a_pocket_for_two_corps() -> None:
    """Twelve units with eighty defense factors once went to Lublin for eight, and eleven of them were lost there."""
    lost = {f"city__{name}": "german" for name in ("Bialystok", "Czernowitz", "Grodno", "Lvov", "Vyborg")}
    match = begin(evenings.POLAND_1941, turn=2, russian=True, **lost)
    targets, attackers = months_orders(match)
    assert not targets & {"ge-in-vii", "ge-in-viii"}
    assert len(attackers) <= 6


def test_nobody_is_rebuilt_to_die_of_isolation() -> None:
    """43 of 62 points once went into Leningrad, which two units held within a ring. Stalingrad was empty but for a
    cavalry corps, and fell to thirteen factors."""
    west = ("Bialystok", "Brest-Litovsk", "Czernowitz", "Grodno", "Kovel", "Kovno", "Lvov", "Riga", "Rovno", "Tarnopol")
    beyond = ("Dnepropetrovsk", "Minsk", "Novgorod", "Pskov", "Uman", "Vyborg")
    lost = {f"city__{name}": "german" for name in (*west, *beyond)}
    dead = {"ru-shock-2": "lost", "ru-cav-2": "lost"}
    match = begin(evenings.OCTOBER_1941 | dead, turn=5, russian=True, points__russian=2, **lost)
    while box(match) == ("russian", "arrivals"):
        match.play(advice(match))
    assert at(match, "ru-shock-2") == BOARD.grid.ids[BOARD.cities[BOARD.named["Stalingrad"]].hex]
    assert at(match, "ru-cav-2") != BOARD.grid.ids[BOARD.cities[BOARD.named["Leningrad"]].hex]


def hex_id(city: str) -> str:
    """Where a city lies."""
    return BOARD.grid.ids[BOARD.cities[BOARD.named[city]].hex]


def test_a_ring_is_broken_out_of() -> None:
    """Seven units around Moscow once stood until they were lost, for each had its place where it stood. They strike one
    of the corps that close the ring behind them."""
    match = begin(evenings.RING_1942, turn=12, russian=True)
    p: Any = match.position
    within = {BOARD.units[u].id for u in units_of(p.cut_off_early)}
    assert len(within) == 7
    targets, attackers = months_orders(match)
    assert targets & {"ge-in-ix", "ge-in-xxviii"}
    assert attackers & within


def test_a_ring_is_broken_from_both_sides() -> None:
    """Two units are cut off. The one corps that they can beat is struck together with an army from outside."""
    match = begin(evenings.POCKET_1942, turn=9, weather="snow", russian=True)
    within = {"ru-army-19", "ru-armor-3"}
    targets, attackers = months_orders(match)
    assert "rm-in-ii" in targets
    assert attackers & within
    assert attackers - within


def test_moscow_is_held_against_march_that_may_bring_mud() -> None:
    """Snow is likelier, and in snow hardly anybody rides; in mud sixteen factors got to a cavalry corps."""
    match = begin(evenings.FEBRUARY_1943, turn=21, weather="snow", russian=True)
    months_orders(match)
    p: Any = match.position
    assert any(BOARD.grid.ids[p.at[u]] == hex_id("Moscow") and BOARD.defense[u] >= 6 for u in p.units(RUSSIAN))


def test_places_are_left_to_those_who_are_rebuilt_where_points_wait_for_them() -> None:
    """By the variant two units fill a hex. Garrisons of one in cities that nobody could get to took every second place
    from December 1941 on, with 24 to 32 points unspent and twenty armies lost."""
    options = next(preset.options for preset in GAME.presets if preset.name == "miranda")
    match = begin(
        evenings.JANUARY_1942_VARIANT, turn=8, weather="snow", russian=True, points__russian=27, options=dict(options)
    )
    months_orders(match)
    p: Any = match.position
    standing = {BOARD.grid.ids[p.at[u]] for u in p.units(RUSSIAN)}
    assert hex_id("Leningrad") in standing, "the Finns could come"
    assert not standing & {hex_id("Stalingrad"), hex_id("Moscow")}


LOST_ARMIES = (SHOCK, A7, A3)


def leningrad_in_a_ring(months: int) -> Match:
    """A Russian turn with points for armies that were lost. `months`: how long the garrison has been isolated."""
    ring = {PZ: "F17", IN: "F17", PZ2: "I16", IN2: "I16", PZ3: "I19", IN3: "I19"}
    units = ring | {A4: hex_id("Leningrad")} | dict.fromkeys(LOST_ARMIES, "lost")
    return begin(units, turn=6, russian=True, points__russian=20, **{"isolated__ru-army-4": months})


@pytest.mark.parametrize(("months", "come"), [(0, 1), (1, 2)])
def test_a_ringed_city_takes_one_army_when_its_garrison_will_be_gone(months: int, come: int) -> None:
    """It still gives points (BAR-REPL-04). All others come to cities from which a line leads."""
    leningrad, match = hex_id("Leningrad"), leningrad_in_a_ring(months)
    while box(match) == ("russian", "arrivals"):
        match.play(advice(match))
    assert [at(match, unit) for unit in (A4, *LOST_ARMIES)].count(leningrad) == come
    assert "lost" not in {at(match, unit) for unit in LOST_ARMIES}


def test_threats_name_no_unit_that_has_yet_to_arrive() -> None:
    """They are about the current position, although the plan counts on an army that arrives in the ringed city."""
    match = leningrad_in_a_ring(months=1)
    assert box(match) == ("russian", "arrivals")
    (threat,) = hint(match, "staff")["intent"].threatened
    assert threat.title == f"Leningrad ({hex_id('Leningrad')}), 4th Army"


def test_a_front_is_changed_where_the_enemys_answer_would_cost_less() -> None:
    """July 1941: the German attacks upon the front as it is first drawn would bring 25 factors more than they cost."""
    p: Any = begin(evenings.JULY_1941, turn=2, russian=True).position
    critic = Critic(p, STAFF, {})

    def cost(style: Style) -> float:
        return critic.answer({u: p.at[u] for u in p.units(RUSSIAN)} | dict(plan(p, style).moves)).cost

    assert cost(STAFF[RUSSIAN]) < 0.8 * cost(STAFF[RUSSIAN]._replace(answers=0))


def test_what_is_remembered_of_other_plans_changes_no_answer() -> None:
    """July 1941: the answer to a plan is the same whatever other plans were looked at before it."""
    p: Any = begin(evenings.JULY_1941, turn=2, russian=True).position
    stand = {u: p.at[u] for u in p.units(RUSSIAN)}
    plans = [stand | dict(plan(p, STAFF[RUSSIAN]._replace(answers=answers)).moves) for answers in (0, 2, 6)]
    critic, answer = Critic(p, STAFF, {}), None
    for places in (stand, *plans, stand):
        answer = critic.answer(places, answer)
        fresh = Critic(p, STAFF, {}).answer(places)
        assert (answer.cost, answer.struck, answer.from_) == (fresh.cost, fresh.struck, fresh.from_)


def test_a_lone_corps_ahead_of_its_army_is_struck_out_of_the_front() -> None:
    """December 1941: five posts of the line reach four factors that nobody stands beside, and what the Germans can do
    about it in January costs less than that brings."""
    cities = ("Leningrad", "Novgorod", "Vyborg", "Uman", "Vinnitsa", "Kishinev", "Zhitomir", "Rovno", "Tarnopol")
    lost = {f"city__{name}": "german" for name in cities}
    match = begin(evenings.DECEMBER_1941, turn=7, weather="snow", russian=True, **lost)
    targets, attackers = months_orders(match)
    assert "ge-in-xxxviii" in targets
    assert len(attackers & {"ru-army-8", "ru-army-12", "ru-armor-5", "ru-armor-7", "ru-cav-2"}) >= 4


def test_leningrad_is_taken_back_from_a_single_corps() -> None:
    """Three factors held it once, and five armies nearby went to the line instead."""
    cities = ("Leningrad", "Vyborg", "Kovel", "Brest-Litovsk", "Grodno", "Bialystok", "Lvov", "Memel", "Libau")
    lost = {f"city__{name}": "german" for name in cities if name in BOARD.named}
    match = begin(evenings.SEPTEMBER_1941, turn=4, russian=True, **lost)
    assert "fi-in-iii" in months_orders(match)[0]


def test_a_city_that_decides_and_stands_open_is_entered() -> None:
    """It is won back without a fight, before the line is manned."""
    leningrad = BOARD.grid.ids[BOARD.cities[BOARD.named["Leningrad"]].hex]
    match = begin({IN: "F30", A3: "K17", A5: "J20", A6: "L20"}, russian=True, city__Leningrad="german")
    months_orders(match)
    assert leningrad in {at(match, unit) for unit in (A3, A5, A6)}


def test_a_front_is_not_doubled_where_units_are_held_still_while_it_gapes_elsewhere() -> None:
    """Aircraft held two armies still; others joined them, and three hexes of the centre stood open."""
    options = next(preset.options for preset in GAME.presets if preset.name == "miranda")
    match = begin(evenings.JUNE_1941_VARIANT, turn=1, russian=True, options=dict(options), city__Bialystok="german")
    p: Any = match.position
    p.interdicted = sum(1 << BOARD.unit[unit] for unit in ("ru-army-3", "ru-army-11"))
    p.ready = [u for u in p.ready if not p.interdicted >> u & 1]
    months_orders(match)
    rows = {at(match, unit)[0] for unit in evenings.JUNE_1941_VARIANT if unit.startswith("ru")}
    assert rows & set("VWX"), "somebody bars the way to Minsk"


def test_all_is_staked_where_the_game_would_else_be_lost() -> None:
    """All three cities are lost: Moscow is stormed even at odds that nobody would take in another month."""
    cities = {f"city__{name}": "german" for name in ("Leningrad", "Moscow", "Stalingrad")}
    moscow = BOARD.grid.ids[BOARD.cities[BOARD.named["Moscow"]].hex]
    units = {IN: moscow, IN2: "F30", A3: "S29", A5: "S29", A6: "R29"}
    match = begin(units, turn=9, russian=True, clock__german=1, **cities)
    assert months_orders(match)[0] == {IN}


# ------------------------------------------------------------------ reasons


def test_what_is_chosen_has_a_reason_with_a_figure() -> None:
    """By the whole variant, two months: moves, advances, retreats, exchanges, missions in the air."""
    table = GAME.table(options=GAME.preset("miranda").options)
    p, staff, rng = table.start(), GAME.bots["staff"], random.Random(4)
    told = set[str]()
    while table.turn(p) < 3:
        if p.seat < 0:
            p.apply(p.roll(rng.random))
            continue
        action = staff.policy(p, rng)
        verb, why = p.name(action).partition(" ")[0], staff.why(p, action)
        if verb in {"move", "advance", "retreat", "remove", "bring", "bomb", "commit", "intercept"}:
            passed = p.name(action).endswith(" 0")
            city = "an enemy city" in why
            assert re.search(r"\d", why) or passed or city, (p.name(action), why)
            told.add(verb)
        p.apply(action)
    assert len(told) >= 5, told


AT = re.compile(r"(Attacks|Soaks off) .* at (\d-\d(?: or better)?|worse than 1-6)")


def odds_of(p: Any, attackers: int, defenders: int) -> str:
    """The odds of a battle as its units stand."""
    return odds_name(attack(p, attackers, defenders), defense(p, attackers, defenders))


def test_the_reason_of_each_unit_has_the_odds_of_its_own_battle() -> None:
    """Moves and declarations of whole months. In 259 of 259 cases a soak-off was told with the odds of the main
    attack."""
    told = {"Attacks": 0, "Soaks off": 0}
    for seed in (1, 2):
        p: Any = GAME.table().start()
        staff, rng = GAME.bots["staff"], random.Random(seed)
        moved, declared = dict[int, str](), list[str]()
        while p.turn < 4:
            if p.box.chance:
                p.apply(p.roll(rng.random))
                continue
            action = staff.policy(p, rng)
            _, unit, _ = parts(action)
            said = AT.match(staff.why(p, action))
            if said is not None:
                told[said[1]] += 1
                if verb_of(action) == MOVE:
                    moved[unit] = said[2]
                else:
                    declared.append(said[2])
            if action == DONE:  # all have moved
                for one in battles(p, STAFF[p.side]):
                    own = odds_of(p, one.attackers, one.defenders)
                    assert {moved.pop(u, own) for u in units_of(one.attackers)} == {own}
                assert not moved
            if action == DECLARED:
                battle = p.top[Declared.battle]
                sides = battle & p.board.all_of[p.side], battle & p.board.all_of[1 - p.side]
                assert declared == [odds_of(p, *sides)] * len(declared)
            if action in (DECLARED, PROPOSE):
                declared.clear()
            p.apply(action)
    assert told["Attacks"] > 200
    assert told["Soaks off"] > 40


def test_the_reason_of_a_move_counts_who_stands_there_in_the_end() -> None:
    counted, told = 0, dict[int, int]()
    p: Any = GAME.table().start()
    staff, rng = GAME.bots["staff"], random.Random(6)
    while p.turn < 5:
        if p.box.chance:
            p.apply(p.roll(rng.random))
            continue
        action = staff.policy(p, rng)
        if verb_of(action) == MOVE and (said := re.match(r"(\d+) defense factors?", staff.why(p, action))):
            told[action & MASK] = int(said[1])
        if action == DONE:
            there = {h: sum(p.board.units[u].defense for u in p.units(p.side) if p.at[u] == h) for h in told}
            assert told == there
            counted += len(told)
            told.clear()
        p.apply(action)
    assert counted > 100


# ------------------------------------------------------------------ one aim for the whole army


def away(match: Match, unit: str, city: str) -> int:
    """The hexes between a unit and a city."""
    grid = BOARD.grid
    return grid.distance(grid.index[at(match, unit)], BOARD.cities[BOARD.named[city]].hex)


def test_units_in_the_north_and_in_the_center_go_toward_stalingrad_as_well() -> None:
    homes = ("Helsinki", "Warsaw", "Bucharest")
    guards = {
        u: BOARD.grid.ids[BOARD.cities[BOARD.named[home]].hex] for u, home in zip((IN, IN2, IN3), homes, strict=True)
    }
    match = begin({PZ: "J12", PZ2: "R14", A3: "A40", **guards}, turn=3)
    before = [away(match, unit, "Stalingrad") for unit in (PZ, PZ2)]
    while box(match) == ("german", "move"):
        match.play(advice(match))
    assert all(away(match, unit, "Stalingrad") < far for unit, far in zip((PZ, PZ2), before, strict=True))


def test_leningrad_is_next_once_stalingrad_is_taken() -> None:
    match = begin({PZ: "R22", A3: "A40"}, turn=3, city__Stalingrad="german")
    before = away(match, PZ, "Leningrad")
    while box(match) == ("german", "move"):
        match.play(advice(match))
    assert away(match, PZ, "Leningrad") < before


def test_a_doubled_city_is_not_attacked_at_one_to_two() -> None:
    """Ten factors against fourteen, although the city would be worth much; at 2-1, it is attacked."""
    weak = begin({PZ: "H16", RES: "G17", A3: "H17"}, dice=[1, 1], turn=3, city__Stalingrad="german")
    assert months_orders(weak)[0] == set()
    strong = {PZ: "H16", PZ2: "H16", PZ3: "G17", IN: "G17"}
    match = begin(strong | {A3: "H17"}, dice=[1, 1], turn=3, city__Stalingrad="german")
    assert months_orders(match)[0] == {A3}


def test_a_city_that_gives_points_keeps_a_garrison() -> None:
    """Kiev gives a point a month to the side with a unit there (BAR-V-REPL-07), and the cheapest one stays."""
    kiev = BOARD.grid.ids[BOARD.cities[BOARD.named["Kiev"]].hex]
    for options, stays in (({"replacement_hexes": True}, True), ({}, False)):
        match = begin({HU: kiev, PZ: kiev, A3: "A40"}, turn=3, options=options, city__Kiev="german")
        while box(match) == ("german", "move"):
            match.play(advice(match))
        assert (at(match, HU) == kiev) == stays
        assert at(match, PZ) != kiev
