"""The rules of Front, clause by clause, with a few units on the empty map."""

from typing import Any

import pytest

from mamayev.engine.chance import Scripted
from mamayev.engine.event import Control, Roll
from mamayev.engine.foretell import Forecast
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev_front.board import CITIES, GRID, HEX, LETTER, RAIL_LINES, RIVERS, UNITS

# West's infantry (4-5-3, reduced 2-3), armour (8-6-6) and East's infantry.
W1, W2, W3, W4, TANK, E1, E2, E3 = "w1", "w2", "w3", "w4", "w80", "e1", "e2", "e3"


def begin(units: dict[str, str], dice: list[int] | None = None, turn: int = 6, reduced: tuple[str, ...] = ()) -> Match:
    """A match in its last turn with these units alone, West to move."""
    start: dict[str, Any] = {"unit.all": "lost", "turn": turn}
    start |= {f"unit.{unit}": space for unit, space in units.items()} | {f"reduced.{unit}": True for unit in reduced}
    return Match.new("front", seed=1, start=start, chance=Scripted(dice or []))


def play(match: Match, actions: str) -> Match:
    for action in actions.split(", "):
        match.play(action)
    return match


def refused(match: Match, action: str) -> tuple[str, ...]:
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    assert not refusal.value.malformed
    return refusal.value.clauses


def at(match: Match, unit: str) -> str:
    p: Any = match.position
    h = p.at[[u.id for u in UNITS].index(unit)]
    return GRID.ids[h] if h < len(GRID) else "lost"


def reduced(match: Match, unit: str) -> bool:
    p: Any = match.position
    return bool(p.face([u.id for u in UNITS].index(unit)))


def ends(match: Match, unit: str) -> set[str]:
    assert match.decision is not None
    return {choice.space for choice in match.decision.choices(unit)}


def box(match: Match) -> tuple[str, str]:
    assert match.decision is not None
    return match.decision.seat, match.decision.box


def find(letters: str) -> str:
    """A hex whose row goes on with these letters from it to the east, no river or railway near."""
    rails = {h for line in RAIL_LINES for h in line}
    for h in range(len(GRID) - len(letters)):
        row = range(h, h + len(letters))
        if (
            "".join(LETTER[n] for n in row) == letters
            and GRID.places[row[0]][0] == GRID.places[row[-1]][0]
            and not rails & set(row)
            and not any(GRID.side_toward[n][d] in RIVERS for n in row for d in range(6))
            and all(GRID.disc(n, 3).bit_count() == 37 for n in row)
        ):
            return GRID.ids[h]
    raise AssertionError(letters)


def east(name: str, steps: int) -> str:
    """The hex so many steps further east."""
    return GRID.ids[HEX[name] + steps]


PLAIN = find("." * 9)
"""A hex of clear ground with eight more to its east."""


def test_the_units_of_these_tests_are_what_they_say() -> None:
    by_id = {unit.id: unit for unit in UNITS}
    assert {(by_id[u].kind, by_id[u].attack, by_id[u].defence, by_id[u].movement) for u in (W1, W4, E1, E3)} == {
        ("infantry", (4, 2), (5, 3), 3)
    }
    assert (by_id[TANK].kind, by_id[TANK].attack, by_id[TANK].movement) == ("armour", (8, 4), 6)
    assert len(UNITS) == 200
    assert len(GRID) == 42 * 52


@pytest.mark.rule("FRO-TURN-01")
def test_west_moves_and_fights_before_east_and_the_game_ends_with_its_turns() -> None:
    match = begin({W1: PLAIN, W2: PLAIN, E1: east(PLAIN, 1)}, [2, 2], turn=5)
    assert (box(match), match.facts()["turn"]) == (("west", "move"), 5)
    match.play("done")
    assert box(match) == ("west", "declare")
    play(match, "target e1, attack w1, attack w2, declared")
    order = []
    while not match.over:
        if box(match)[1] == "move":
            order.append((box(match)[0], match.facts()["turn"]))
        assert match.decision is not None
        match.play(str(match.decision.actions[-1]))
    assert order == [("east", 5), ("west", 6), ("east", 6)]


@pytest.mark.rule("FRO-MOVE-01")
def test_a_unit_pays_for_terrain_and_rivers_up_to_its_factor_and_moves_once() -> None:
    match = begin({W1: PLAIN})
    assert max(GRID.distance(HEX[PLAIN], HEX[h]) for h in ends(match, W1)) == 3
    assert match.decision is not None
    costs = {choice.space: choice.cost for choice in match.decision.choices(W1)}
    assert costs[east(PLAIN, 3)] == "3"
    match.play(f"move w1 {east(PLAIN, 1)}")
    assert refused(match, f"move w1 {east(PLAIN, 2)}") == ("FRO-MOVE-01",)
    wood = find(".w")
    assert {c.space: c.cost for c in _choices(begin({W1: wood}), W1)}[east(wood, 1)] == "2"
    mountain = find(".^")
    assert {c.space: c.cost for c in _choices(begin({W1: mountain}), W1)}[east(mountain, 1)] == "3"


def _choices(match: Match, unit: str) -> Any:
    assert match.decision is not None
    return match.decision.choices(unit)


@pytest.mark.rule("FRO-MOVE-01")
def test_a_river_costs_one_point_more_and_the_sea_is_closed() -> None:
    a, b = next(
        (a, b) for a, b in (GRID.sides[s] for s in sorted(RIVERS)) if LETTER[a] == LETTER[b] == "." and a + 1 == b
    )
    match = begin({W1: GRID.ids[a]})
    assert {c.space: c.cost for c in _choices(match, W1)}[GRID.ids[b]] == "2"
    coast, sea = next((a, b) for a, b in GRID.sides if LETTER[a] == "." and LETTER[b] == "~")
    match = begin({W1: GRID.ids[coast]})
    assert refused(match, f"move w1 {GRID.ids[sea]}") == ("FRO-MOVE-01",)


@pytest.mark.rule("FRO-MOVE-02")
def test_three_units_share_a_hex_and_never_with_an_enemy() -> None:
    match = begin({W1: PLAIN, W2: PLAIN, W3: PLAIN, W4: east(PLAIN, 1), E1: east(PLAIN, 4)})
    assert refused(match, f"move w4 {PLAIN}") == ("FRO-MOVE-02",)
    match.play(f"move w1 {east(PLAIN, 3)}")
    match.play(f"move w4 {PLAIN}")
    assert refused(match, f"move w2 {east(PLAIN, 4)}") == ("FRO-MOVE-02",)


@pytest.mark.rule("FRO-MOVE-02")
def test_friends_may_be_passed_where_three_of_them_stand() -> None:
    beside = {u: east(PLAIN, 1) for u in (W2, W3, W4)}
    assert east(PLAIN, 2) in ends(begin({W1: PLAIN, **beside}), W1)
    assert east(PLAIN, 1) not in ends(begin({W1: PLAIN, **beside}), W1)


@pytest.mark.rule("FRO-ZONE-01")
def test_a_unit_stops_in_an_enemy_zone_and_may_go_from_one_into_another() -> None:
    far = begin({TANK: PLAIN, E1: east(PLAIN, 3)})
    assert east(PLAIN, 2) in ends(far, TANK)
    beyond = east(PLAIN, 5)
    assert GRID.distance(HEX[PLAIN], HEX[beyond]) == 5
    free = ends(begin({TANK: PLAIN}), TANK)
    assert beyond in free
    notes = {c.space: c.note for c in _choices(far, TANK)}
    assert (notes[east(PLAIN, 2)], notes[east(PLAIN, 1)]) == ("of 6, in an enemy zone", "of 6")
    near = begin({TANK: PLAIN, E1: east(PLAIN, 1)})
    beside_both = [n for n in GRID.neighbours[HEX[PLAIN]] if n in GRID.neighbours[HEX[east(PLAIN, 1)]]]
    paths = {c.space: c.path for c in _choices(near, TANK)}
    assert all(paths[GRID.ids[n]] == (GRID.ids[n],) for n in beside_both), "from one zone straight into another"
    assert not any(GRID.ids[n] in path[:-1] for path in paths.values() for n in beside_both), "where it stops"


def test_why_a_far_hex_is_out_of_reach_speaks_of_price_zones_or_what_bars_the_way() -> None:
    def why(units: dict[str, str], space: str) -> tuple[str, tuple[str, ...]]:
        ((_, reason),) = begin(units).why(piece=W1, space=space)
        return reason.text, reason.clauses

    far, unit = east(PLAIN, 6), next(unit.name for unit in UNITS if unit.id == W1)
    assert why({W1: PLAIN}, far) == (
        f"{far} costs {unit} 6 points by the cheapest way, and it has 3.",
        ("FRO-MOVE-01",),
    )
    behind = east(PLAIN, 3)
    row = [GRID.ids[h] for h in GRID.neighbours[HEX[east(PLAIN, 2)]] if GRID.distance(h, HEX[PLAIN]) == 2]
    text, clauses = why({W1: PLAIN, **dict(zip((E1, E2), row, strict=False))}, behind)
    assert (text, clauses) == (f"Enemy zones stop {unit} on the way to {behind}.", ("FRO-ZONE-01",))
    ring = dict(zip((f"e{n}" for n in range(1, 9)), (GRID.ids[h] for h in GRID.neighbours[HEX[PLAIN]]), strict=False))
    text, clauses = why({W1: PLAIN, **ring}, east(PLAIN, 3))
    assert (text.endswith("past the enemy."), clauses) == (True, ("FRO-MOVE-01", "FRO-MOVE-02"))


@pytest.mark.rule("FRO-RAIL-01")
def test_a_unit_that_begins_on_a_railway_rides_twelve_hexes_and_walks_on() -> None:
    line = next(line for line in RAIL_LINES if len(line) > 16)
    match = begin({W1: GRID.ids[line[0]]})
    choices = {c.space: c for c in _choices(match, W1)}
    ride = choices[GRID.ids[line[12]]]
    assert (ride.cost, ride.note, len(ride.path)) == ("0", "of 3, by rail", 12)
    assert choices[GRID.ids[line[13]]].cost != "0"
    enemy = next(n for n in GRID.neighbours[line[6]] if n not in line and LETTER[n] != "~")
    assert GRID.ids[line[12]] not in ends(begin({W1: GRID.ids[line[0]], E1: GRID.ids[enemy]}), W1)
    aside = next(
        n for n in GRID.neighbours[line[0]] if all(n not in other for other in RAIL_LINES) and LETTER[n] == "."
    )
    assert GRID.ids[line[12]] not in ends(begin({W1: GRID.ids[aside]}), W1)


@pytest.mark.rule("FRO-FIGHT-01")
def test_everybody_beside_an_enemy_fights_and_nobody_is_left_over() -> None:
    match = begin({W1: PLAIN, W2: PLAIN, E1: east(PLAIN, 1), E2: east(PLAIN, 1)})
    play(match, "done, target e1, attack w1")
    match_2 = Match.from_json(match.to_json())
    play(match, "attack w2")
    assert refused(match, "declared") == ("FRO-FIGHT-01",), "nobody would be left for the other defender"
    match.play("target e2")
    match.play("declared")
    assert box(match)[1] != "declare"
    play(match_2, "declared, target e2, attack w2, declared")
    assert box(match_2) == ("west", "fight")


def test_odds_are_told_before_a_battle_is_declared_and_why_the_step_goes_on() -> None:
    match = begin({W1: PLAIN, TANK: east(PLAIN, 2), W2: PLAIN, E1: east(PLAIN, 1), E2: east(PLAIN, 1)}, [1, 1])

    def asked() -> tuple[Any, dict[str, tuple[str, str]], Any]:
        assert match.decision is not None
        data = match.decision.to_data()
        told = {action["text"]: (action.get("cost", ""), action.get("note", "")) for action in data["actions"]}
        return data, told, {verb["verb"]: verb for verb in data["verbs"]}

    def foretold(action: str) -> list[Forecast]:
        assert match.decision is not None
        return match.decision.foretell(action).rolls

    match.play("done")
    data, told, verbs = asked()
    assert told["target e1"] == ("", "defends with 5, at best 16 to 5, 3-1: EX 2/6 DR 2/6 D1 2/6")
    assert foretold("target e1") == []
    assert verbs["declared"]["why"]["text"].startswith("No enemy is attacked yet.")
    play(match, "target e1, attack w1")
    data, told, verbs = asked()
    assert told["attack w80"] == ("2-1", "12 to 5, 2-1: AR 1/6 EX 2/6 DR 2/6 D1 1/6")
    assert told["target e2"][0] == "1-3"
    (now,) = foretold("declared")
    assert now.title == "West Infantry 1 against East Infantry 1"
    assert {one.text: round(6 * one.chance) for one in now.outcomes} == {
        "The attacker loses two steps and retreats": 1,
        "The attacker loses a step and retreats": 3,
        "The attacker retreats": 1,
        "Both lose a step": 1,
    }
    (more,) = foretold("attack w80")
    assert more.title == "West Infantry 1, West Armour 80 against East Infantry 1"
    assert "Still without one: West Infantry 2, West Armour 80; East Infantry 2." in data["help"]
    assert verbs["declared"]["cost"] == "this one; 3 units without one"
    play(match, "attack w80, target e2")
    data, _, verbs = asked()
    assert "leaves West Infantry 2 without an enemy" in verbs["declared"]["why"]["text"]
    match.play("attack w2")
    data, _, verbs = asked()
    assert verbs["declared"]["cost"] == "the last one"
    ((die,),) = (one.throws for one in foretold("declared"))
    play(match, "declared, fight e2")
    roll = next(event for event in match.events if isinstance(event, Roll))
    assert (roll.column, roll.start, roll.result) == (die.faces[0].column, die.start, die.faces[0].result)


@pytest.mark.rule("FRO-FIGHT-01")
def test_all_attackers_stand_beside_all_defenders() -> None:
    match = begin({W1: PLAIN, E1: east(PLAIN, 1), W2: east(PLAIN, 2), E2: east(PLAIN, 3)})
    play(match, "done, target e2")
    assert refused(match, "attack w1") == ("FRO-FIGHT-01",)
    play(match, "attack w2, declared, target e1, attack w1, declared")


def fought(die: int, units: dict[str, str], lost: tuple[str, ...] = ()) -> tuple[Match, Roll]:
    """All West's units attack East's together with this die."""
    match = begin(units, [die, *[1] * 5], reduced=lost)
    match.play("done")
    for verb, side in (("target", "e"), ("attack", "w")):
        for unit in units:
            if unit.startswith(side):
                match.play(f"{verb} {unit}")
    match.play("declared")
    return match, next(e for e in reversed(match.events) if isinstance(e, Roll))


@pytest.mark.rule("FRO-FIGHT-02")
def test_odds_are_rounded_for_the_defender_and_terrain_and_rivers_shift_them() -> None:
    _, roll = fought(6, {W1: PLAIN, W2: PLAIN, E1: east(PLAIN, 1)})
    assert roll.column == 3, "8 to 5 is 1-1"
    _, roll = fought(6, {W1: PLAIN, E1: east(PLAIN, 1)})
    assert roll.column == 2, "4 to 5 is 1-2"
    _, roll = fought(6, {TANK: PLAIN, W1: PLAIN, E1: east(PLAIN, 1)})
    assert roll.column == 4, "12 to 5 is 2-1"
    wood, hill = find(".w"), find(".^")
    for place, column in ((wood, 3), (hill, 2)):
        _, roll = fought(6, {TANK: place, W1: place, E1: east(place, 1)})
        assert roll.column == column, place
    a, b = next(
        (a, b) for a, b in (GRID.sides[s] for s in sorted(RIVERS)) if LETTER[a] == LETTER[b] == "." and a + 1 == b
    )
    _, roll = fought(6, {TANK: GRID.ids[a], W1: GRID.ids[a], E1: GRID.ids[b]})
    assert roll.column == 3


@pytest.mark.rule("FRO-LOSS-01")
def test_a_full_unit_is_turned_a_reduced_one_lost_and_the_owner_chooses() -> None:
    match, _ = fought(5, {W1: PLAIN, W2: PLAIN, E1: east(PLAIN, 1)})  # 1-1: both lose a step
    assert box(match) == ("west", "attacker-loss")
    match.play("lose w2")
    assert (reduced(match, W1), reduced(match, W2), reduced(match, E1)) == (False, True, True)
    match, _ = fought(5, {TANK: PLAIN, E1: east(PLAIN, 1)}, (E1,))  # 2-1: the defender retreats
    assert at(match, E1) == east(PLAIN, 1)
    assert box(match) == ("east", "retreat")
    match, _ = fought(6, {TANK: PLAIN, W1: PLAIN, E1: east(PLAIN, 1)}, (E1,))  # 4-1: a step and a retreat
    assert at(match, E1) == "lost"


@pytest.mark.rule("FRO-BACK-01")
def test_a_retreat_ends_two_hexes_away_out_of_enemy_zones_where_the_owner_chooses() -> None:
    match, _ = fought(5, {TANK: PLAIN, W1: PLAIN, E1: east(PLAIN, 1)})
    assert match.decision is not None
    assert box(match) == ("east", "retreat")
    places = {str(action).split()[2] for action in match.decision.actions}
    zone = {HEX[PLAIN], *GRID.neighbours[HEX[PLAIN]]}
    assert places
    for name in places:
        assert GRID.distance(HEX[name], HEX[east(PLAIN, 1)]) == 2
        assert HEX[name] not in zone
    match.play(f"retreat e1 {east(PLAIN, 3)}")
    assert at(match, E1) == east(PLAIN, 3)


@pytest.mark.rule("FRO-BACK-01")
def test_a_unit_with_nowhere_to_go_is_lost() -> None:
    ring = [GRID.ids[h] for h in GRID.hexes(GRID.ring(HEX[east(PLAIN, 4)], 2))]
    units = {f"w{n}": name for n, name in enumerate(ring, 2)}
    match = begin({TANK: east(PLAIN, 3), W1: east(PLAIN, 3), E1: east(PLAIN, 4), **units}, [5])
    play(match, "done, target e1, attack w1, attack w80, declared")
    assert at(match, E1) == "lost"


@pytest.mark.rule("FRO-AFTER-01")
def test_attackers_may_advance_into_what_the_defenders_left() -> None:
    match, _ = fought(5, {TANK: PLAIN, W1: PLAIN, E1: east(PLAIN, 1)})
    match.play(f"retreat e1 {east(PLAIN, 3)}")
    assert box(match) == ("west", "advance")
    match.play(f"advance w80 {east(PLAIN, 1)}")
    assert at(match, TANK) == east(PLAIN, 1)
    match, _ = fought(5, {TANK: PLAIN, W1: PLAIN, E1: east(PLAIN, 1)})
    play(match, f"retreat e1 {east(PLAIN, 3)}, halt")
    assert at(match, TANK) == PLAIN


@pytest.mark.rule("FRO-WIN-01")
def test_who_ends_a_move_in_a_city_takes_it_and_points_win() -> None:
    city = next(city for city in CITIES if city["side"] == "east" and LETTER[HEX[city["hex"]] - 1] == ".")
    match = begin({W1: GRID.ids[HEX[city["hex"]] - 1]})
    before = match.facts()
    events = match.play(f"move w1 {city['hex']}")
    assert [e.to for e in events if isinstance(e, Control)] == ["west"]
    after = match.facts()
    assert (after["west"] - before["west"], after["east"] - before["east"]) == (city["points"], -city["points"])
    play(match, "done, done")
    assert match.over
    assert match.result is not None
    assert match.result["winner"] == ("west" if after["west"] > after["east"] else "east")


@pytest.mark.rule("FRO-WIN-01")
def test_equal_points_are_a_draw() -> None:
    match = play(begin({W1: PLAIN}), "done, done")
    assert match.result is not None
    assert match.facts()["west"] == match.facts()["east"]
    assert match.result["winner"] is None
    assert match.position.returns() == [0.0, 0.0]


def test_a_change_that_makes_no_sense_is_refused() -> None:
    table = begin({W1: PLAIN}).table
    p: Position = table.blank()
    for key, value in (("unit.w1", "Q99"), ("unit.x1", PLAIN), ("turn", 99), ("unit.all", PLAIN), ("reduced.w1", 2)):
        with pytest.raises(Refusal):
            table.situations.change(p, key, value)
