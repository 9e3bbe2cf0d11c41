"""The threat question, held against all that an enemy could do on small fronts, and against the rules on large ones."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations, product
from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.barbarossa import GAME
from mamayev.games.barbarossa.look.overlays import blow_badge, blow_text
from mamayev.games.barbarossa.printed.board import LOST, ours
from mamayev.games.barbarossa.rules.declaration import Declaration, judge_contact
from mamayev.games.barbarossa.rules.movement import reached
from mamayev.games.barbarossa.rules.odds import COLUMNS, attack, column, defense, hopeless
from mamayev.games.barbarossa.rules.threat import Blow, Enemy, enemies_next, offers, threats
from mamayev.games.barbarossa.rules.verbs import CONFIRM, HISTORICAL
from mamayev.match.match import Match
from mamayev.players import contender
from mamayev.terrain.contact import units_of
from mamayev.testing.depth import deep

from .campaign import A3, A4, A5, ARM, CAV, HU, IN, IN2, IN3, IN4, PZ, PZ2, SHOCK, begin

BOARD = ours()


def standing(p: Any, places: dict[int, int]) -> Any:
    """The enemy's turn as his combat step begins, his other units out of the way."""
    q = p.copy()
    for u in q.units(q.side):
        q.at[u] = places.get(u, LOST)
    q.derive()
    judge_contact(q, [])
    return q


def best_of_all(enemy: Enemy) -> dict[int, int]:
    """The best column against each hex of opponents, by trying everything."""
    p, found = enemy.p, dict[int, int]()
    ways = [
        [
            (s.unit, None if n < 0 else enemy.places[n])
            for n in (-1, *range(len(enemy.places)))
            if (n < 0 and not s.held) or (n >= 0 and s.mask >> n & 1)
        ]
        for s in enemy.strikers
    ]
    for way in product(*ways):
        places = {u: h for u, h in way if h is not None}
        if any(list(places.values()).count(h) > enemy.limit for h in places.values()):
            continue
        q = standing(p, places)
        mine, theirs = (list(units_of(units)) for units in (q.contact.attackers, q.contact.defenders))
        for defenders in chain.from_iterable(combinations(theirs, n) for n in range(1, len(theirs) + 1)):
            against = sum(1 << d for d in defenders)
            hexes = {q.at[d] for d in defenders}
            for few in chain.from_iterable(combinations(mine, n) for n in range(1, len(mine) + 1)):
                units = sum(1 << a for a in few)
                if against & ~q.contact.touched_by_all(units):
                    continue
                odds = column(attack(q, units, against), defense(q, units, against))
                if odds is None or all(found.get(h, -1) >= odds for h in hexes):
                    continue
                if Declaration().complete(q, units | against):
                    found |= {h: max(found.get(h, -1), odds) for h in hexes}
    return found


SMALL = [
    # A lone army, three attackers.
    {A4: "F35", IN: "F31", IN2: "E32", PZ: "G30"},
    # Two stacks side by side: whoever attacks one touches the other.
    {A4: "F35", CAV: "F35", A3: "G35", IN: "F33", IN2: "F33", PZ: "F33"},
    # A line of three with a strong one in the middle.
    {A4: "E35", SHOCK: "F35", CAV: "G35", PZ: "F32", PZ2: "F32", IN: "G32"},
    # Behind a river, and too weak to soak off alone.
    {SHOCK: "Y12", A5: "Z12", HU: "Y9", IN: "Y9", PZ: "Z9"},
    # In mountains.
    {A3: "HH4", CAV: "HH4", IN: "FF2", IN3: "GG2", PZ: "GG2"},
    # In the second line: no reach.
    {ARM: "F35", A4: "F36", IN: "F33", IN2: "E34", IN3: "G34"},
]  # fmt: skip


@pytest.mark.parametrize("units", SMALL)
@pytest.mark.parametrize("turn", [3, 8])
def test_the_best_blow_is_the_best_of_all_on_a_small_front(units: dict[str, str], turn: int) -> None:
    p: Any = begin(units, turn=turn, weather="snow" if turn == 8 else "perfect", russian=True).position
    assert p.side == BOARD.side[BOARD.unit[A4]]
    told, tried = threats(p, p.side), dict[int, int]()
    for enemy in enemies_next(p, 1 - p.side):
        for h, odds in best_of_all(enemy).items():
            tried[h] = max(tried.get(h, -1), odds)
    assert {h: blow.column for h, blow in told.items()} == tried


def test_a_threat_says_what_could_not_be_ruled_out() -> None:
    p: Any = begin(SMALL[0], turn=3, russian=True).position
    (blow,) = threats(p, p.side).values()
    assert blow_badge(blow) == blow.odds
    open_ = blow._replace(most=blow.column + 1)
    assert blow_badge(open_) == f"{blow.odds}+"
    said = f"{blow_text(p, blow)} Better odds may be possible, up to {COLUMNS[open_.most]}."
    assert blow_text(p, open_) == said


GROUND = {"plain": ("F35", 2), "river": ("Y12", 2), "mountains": ("HH4", 2)}
"""Where random fronts stand, and how far apart."""


@pytest.mark.parametrize("seed", [*range(deep(29, 8)), 95])
def test_the_best_blow_is_the_best_of_all_on_random_fronts(seed: int) -> None:
    rng = random.Random(seed)
    place = rng.choice(sorted(GROUND))
    middle, radius = BOARD.hex[GROUND[place][0]], GROUND[place][1]
    hexes = [h for h in BOARD.grid.hexes(BOARD.grid.disc(middle, radius)) if BOARD.nets[False].exits[h]]
    own = rng.sample(hexes, 2)
    units = {name: BOARD.grid.ids[rng.choice(own)] for name in rng.sample([A3, A4, A5, CAV, SHOCK, ARM], 3)}
    away = [h for h in BOARD.grid.hexes(BOARD.grid.ring(middle, 3)) if BOARD.nets[False].exits[h]]
    units |= {name: BOARD.grid.ids[rng.choice(away)] for name in rng.sample([IN, IN2, HU, PZ, PZ2], 3)}
    p: Any = begin(units, turn=8, weather="snow", russian=True).position
    (enemy,) = enemies_next(p, 1 - p.side)
    best = best_of_all(enemy)
    assert {h: (blow.column, blow.most) for h, blow in threats(p, p.side).items()} == {
        h: (c, c) for h, c in best.items()
    }
    # A search that gives up says what it has not ruled out.
    for effort in (1, 2, 4, 8):
        short = Enemy(enemy.p, enemy.ready, (effort, effort))
        for h, column_ in best.items():
            blow = short.blow(h)
            assert blow is None or blow.column <= column_ <= blow.most
    # A better one than the best is not found.
    for h, column_ in best.items():
        assert enemy.blow(h, column_) == enemy.blow(h)
        assert enemy.blow(h, column_ + 1) is None


@pytest.mark.rule("BAR-STACK-01")
@pytest.mark.parametrize("seed", range(deep(40, 6)))
def test_the_best_attack_is_the_best_of_all_when_units_have_moved(seed: int) -> None:
    """They stay where they are, whether they attack or not, and so there is less room for others."""
    rng = random.Random(seed)
    middle = BOARD.hex["F35"]
    own, others = rng.sample([A3, A4, A5, CAV, SHOCK], 2), rng.sample([IN, IN2, IN3, IN4, HU, PZ], 4)
    hexes = [h for h in BOARD.grid.hexes(BOARD.grid.disc(middle, 1)) if BOARD.nets[False].exits[h]]
    units = {name: BOARD.grid.ids[rng.choice(hexes[:3])] for name in own}
    away = [h for h in BOARD.grid.hexes(BOARD.grid.ring(middle, 3)) if BOARD.nets[False].exits[h]]
    units |= {name: BOARD.grid.ids[h] for name, h in zip(others, rng.sample([*away[:3], *away[:3]], 4), strict=True)}
    match = begin(units, turn=3)
    p: Any = match.position
    beside = [h for h in hexes if not p.zones.occupied[1 - p.side] & BOARD.grid.bit[h]]
    together = BOARD.grid.ids[rng.choice(beside)]
    for name in others[: p.zones.limits[p.side]]:
        assert match.decision is not None
        if f"move {name} {together}" in {str(action) for action in match.decision.actions}:
            match.play(f"move {name} {together}")
    p = match.position
    enemy = Enemy(p, p.ready)
    found = {h: enemy.blow(h) for h in enemy.stacks}
    assert {h: blow.column for h, blow in found.items() if blow is not None} == best_of_all(enemy)


@pytest.mark.rule("BAR-STACK-01")
@pytest.mark.parametrize("month", [1, 3])
def test_attacks_that_are_offered_while_units_move_fit_into_their_hexes(month: int) -> None:
    p: Any = Match.new("barbarossa", seed=month).position
    rng, staff, full = random.Random(month), contender(GAME, "staff").policy, 0
    for moved in range(1, 41):
        while p.turn < month or p.box.name != "move":
            p.apply(p.roll(rng.random) if p.box.chance else staff(p, rng))
        p.apply(staff(p, rng))
        if moved % 8:
            continue
        held, limit = [u for u in p.units(p.side) if u not in p.ready], p.zones.limits[p.side]
        for blow in chain.from_iterable(offers(p).values()):
            there = Counter(dict(blow.places).values()) + Counter(p.at[u] for u in held if u not in dict(blow.places))
            assert all(there[h] <= limit for _, h in blow.places)
            full += any(there[h] == limit for _, h in blow.places)
    assert full


def test_units_that_can_be_rebuilt_or_are_due_count_as_far_as_they_can_be_paid() -> None:
    moscow = next(city.hex for city in BOARD.cities if city.name == "Moscow")
    near = next(h for h in BOARD.grid.hexes(BOARD.grid.ring(moscow, 3)) if BOARD.nets[False].exits[h])
    lost: dict[str, Any] = {f"unit__{unit}": "lost" for unit in (SHOCK, A4)}
    for points, arrived in ((0, None), (6, {A4}), (10, {SHOCK}), (16, {SHOCK, A4})):
        p: Any = begin({IN: BOARD.grid.ids[near]}, turn=2, points__russian=points, **lost).position
        blow = threats(p, p.side).get(near)
        assert (blow and {BOARD.units[u].id for u in units_of(blow.attackers)}) == arrived
    assert p.at[BOARD.unit[SHOCK]] == LOST


def test_air_factors_are_told_beside_the_odds() -> None:
    units = {A4: "F35", IN: "F31", PZ: "G30"}
    match = begin(units, turn=3, russian=True, air__german=7, options={"airpower": True})
    p: Any = match.position
    (enemy,) = enemies_next(p, 0)
    income = enemy.p.air[0] - 7
    blow = threats(p, 1)[BOARD.hex["F35"]]
    assert (blow.attack, blow.defense, blow.odds, blow.air) == (12, 6, "2-1", 7 + income)
    assert blow.odds_with_air == "3-1"
    shown = match.table.look.overlay(p, 1, "threats-russian")
    assert shown.values["F35"] == "2-1 (3-1)"
    assert f"With all {7 + income} air factors, up to 3-1." in shown.notes["F35"]
    assert set(shown.origins["F35"]) == {BOARD.grid.ids[p.at[u]] for u in units_of(blow.attackers)}


def check(p: Any, side: int, blow: Blow) -> None:
    """Whether the enemy can do what a blow says, by the rules."""
    for enemy in enemies_next(p, 1 - side):
        q, places = enemy.p, dict(blow.places)
        if any(h != q.at[u] and not reached(q, u) & BOARD.grid.bit[h] for u, h in places.items()):
            continue
        assert all(list(places.values()).count(h) <= enemy.limit for h in places.values())
        then = standing(q, places)
        assert (attack(then, blow.attackers, blow.defenders), defense(then, blow.attackers, blow.defenders)) == (
            blow.attack,
            blow.defense,
        )
        assert column(blow.attack, blow.defense) == blow.column
        free = then.contact.duty
        for attackers, defenders in ((blow.attackers, blow.defenders), *blow.soaked):
            assert then.contact.completed(free, attackers | defenders) == attackers | defenders
            free &= ~(attackers | defenders)
            if hopeless(then, attackers, defenders):
                assert Declaration().complete(then, blow.attackers | blow.defenders)
        assert not free
        return
    raise AssertionError(f"the enemy does not get there: {blow}")


def test_the_enemy_can_do_what_is_foretold_on_a_whole_front() -> None:
    rng, counted = random.Random(5), 0
    p: Any = GAME.open(GAME, "1963", {option.name: option.default for option in GAME.options}, None).start()
    while p.turn < 3:
        before = p.turn
        if p.box.name == "set-up":
            p.apply(CONFIRM if CONFIRM in p.choices(None) else HISTORICAL)
        else:
            p.apply(p.roll(rng.random) if p.box.chance else p.draw(rng.random))
        if p.turn > before or (p.box.name == "move" and p.side and len(p.ready) == 30):
            for side in (0, 1):
                for blow in threats(p, side).values():
                    counted += 1
                    check(p, side, blow)
    assert counted > 50


def test_threats_are_shown_where_they_are_asked_for_and_name_the_attackers() -> None:
    match = begin({A4: "F35", IN: "F33", PZ: "E33", PZ2: "F33"}, turn=3, russian=True)
    asked = {one.id: one for one in match.table.look.picture(match.position, 1).overlays if one.asked}
    assert not asked["threats-russian"].values
    shown = match.table.look.overlay(match.position, 1, "threats-russian")
    assert shown.values["F35"] == "3-1"
    assert "III Panzer Corps" in shown.notes["F35"]
    with pytest.raises(Refusal, match="no overlay"):
        match.table.look.overlay(match.position, 1, "threats-martian")


def test_an_attack_that_can_be_made_now_is_drafted_with_its_soak_offs() -> None:
    """First its moves, then its declarations; the enemy's next turn can only be foreseen."""
    match = begin({A4: "F35", A3: "G36", IN: "F33", PZ: "E33", PZ2: "F33", IN2: "F32"})
    shown = match.table.look.overlay(match.position, 0, "threats-russian")
    assert not match.table.look.overlay(match.position, 0, "threats-german").drafts
    match.play(shown.drafts["F35"])
    match.play("done")
    again = match.table.look.overlay(match.position, 0, "threats-russian")
    assert again.values["F35"] == shown.values["F35"]
    match.play(again.drafts["F35"])
    assert match.decision is not None
    assert shown.values["F35"] in match.decision.help, "the attack itself stays open"
    match.play("propose")
