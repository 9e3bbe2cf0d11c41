"""What the table shows beside the map: the combat panel, the activation panel, what threatens a stack."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

from mamayev.engine.fields import OWN
from mamayev.engine.refusal import Refusal
from mamayev.engine.scene import BattleShown, Picture
from mamayev.games.donnerschlag.look.scene import scene
from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.cards import ACTIVATION, HAND, HIDDEN
from mamayev.games.donnerschlag.printed.map import AXIS, SEATS, SOVIET
from mamayev.games.donnerschlag.printed.units import FORMATION, LIMITS, members
from mamayev.games.donnerschlag.rules.combat_locals import Combat
from mamayev.games.donnerschlag.rules.command import by_formation
from mamayev.games.donnerschlag.rules.movement import allowance, may_enter, ways
from mamayev.games.donnerschlag.rules.odds import BELOW, column
from mamayev.games.donnerschlag.rules.threat import chance_held, threats
from mamayev.match.match import Match
from mamayev.testing.play import random_action

from .operation import HQ6, M1, R1, R2, RECON, SM, T1, T2, attack, begin, go_on, play, to_fight, to_move

BOARD = ours()

HOME = {HQ6: "4015"}


def shown(match: Match, seat: int | None = None) -> Picture:
    """The table for a seat, or for everybody."""
    return match.table.look.picture(match.position, seat)


def battle(match: Match) -> BattleShown:
    """The combat that the panel shows."""
    combat = shown(match).combat
    assert combat is not None
    (found,) = combat.battles
    return found


def chances(found: BattleShown) -> dict[str, int]:
    """The faces of six for each result, on the column that is fought on."""
    (here,) = (one for one in found.columns if one.name == found.column)
    return {one.text: round(6 * one.chance) for one in here.outcomes}


def test_before_a_target_is_chosen_each_attack_shows_its_odds_and_its_trade() -> None:
    """R2 can be attacked by the recon unit alone, R1 by all three; the recon unit would not improve the column."""
    match = begin(HOME | {T1: "4017", M1: "4017", RECON: "4019", R1: "4018", R2: "4020"}, cards="act1-1")
    to_fight(match, "act1-1")
    look = match.table.look
    assert [one.id for one in shown(match).overlays if one.now and one.shown] == ["attacks"]
    assert not [one for one in shown(match, SOVIET).overlays if one.now], "only for the attacker"
    found = look.overlay(match.position, AXIS, "attacks")
    strong, weak = found.offers
    assert (strong.space, weak.space) == ("4018", "4020")
    assert [(way.odds, set(way.pieces)) for way in strong.ways] == [("2-1", {T1}), ("4-1", {T1, M1})]
    assert found.values == {"4018": strong.ways[strong.best].odds, "4020": "below 1-1"}
    for each in found.offers:
        for way in each.ways:
            tried = Match.from_json(match.to_json())
            tried.play(way.draft)
            now = battle(tried)
            assert (now.column, now.attack, now.defense, now.trade) == (way.odds, way.attack, way.defense, way.trade)
            assert set(now.attackers) == set(way.pieces)
    match.play(strong.ways[0].draft)
    assert not [one for one in shown(match).overlays if one.now], "the panel shows the odds of the chosen attack"


@pytest.mark.rule("DON-RETREAT-14", "DON-RETREAT-18")
def test_the_expected_losses_include_those_of_a_retreat_into_enemy_zones() -> None:
    """With the recon unit behind it, R1 can only retreat into a zone: one more step for each retreat it survives."""
    free = begin(HOME | {T1: "4017", M1: "4017", R1: "4018"}, cards="act1-1")
    shut = begin(HOME | {T1: "4017", M1: "4017", R1: "4018", RECON: "4019"}, cards="act1-1")
    for match in (free, shut):
        play(to_fight(match, "act1-1"), f"attack {T1} 4018", f"attack {M1} 4018")
    steps = free.position.steps[BOARD.unit[R1]]  # type: ignore[attr-defined]
    code = {"--": 0, "DR": 0, "1DR": 1, "2DR": 2}
    kills = sum(faces * min(code[text] + ("R" in text), steps) for text, faces in chances(battle(shut)).items())
    apart, closed = battle(free).trade, battle(shut).trade
    assert apart is not None
    assert closed is not None
    assert apart.kills < closed.kills
    assert closed.kills == pytest.approx(kills / 6, abs=0.01)


@pytest.mark.rule("DON-RATIO-05", "DON-DRAW-01")
@pytest.mark.parametrize(("result", "taken"), [("1AR", 0.0), ("1A", 0.0), ("A1-DR", 1.0)])
@pytest.mark.parametrize("draw", ["no", "yes"])
def test_below_one_to_one_the_panel_tells_the_result_in_force(result: str, taken: float, draw: str) -> None:
    """No die is rolled, so the draw of a unit does not depend on one."""
    options = {"below_one_result": result, "below_one_draw": draw}
    match = begin(HOME | {RECON: "4017", R1: "4018", R2: "4018"}, cards="act1-1", options=options)
    play(to_fight(match, "act1-1"), f"attack {RECON} 4018")
    found = battle(match)
    assert (found.column, found.trade and found.trade.chance) == ("below 1-1", taken)
    texts = [note.text for note in found.notes]
    assert any(text.startswith(f"{result} ") or f"; {result} " in text for text in texts)
    assert "Below 1:1: no die is rolled." in texts
    assert not [text for text in texts if "modified" in text]
    assert ("The defender draws Ad Hoc Infantry." in texts) == (draw == "yes")


@pytest.mark.rule("DON-RETREAT-14")
def test_the_expected_losses_are_those_of_the_reading_in_force() -> None:
    """Under one reading, a single unit loses no step in an enemy zone, but two units of a stack do."""

    def kills(reading: str, *units: str) -> float:
        there = {T1: "4017", M1: "4017", RECON: "4019"} | dict.fromkeys(units, "4018")
        match = begin(HOME | there, cards="act1-1", options={"zone_loss": reading})
        play(to_fight(match, "act1-1"), f"attack {T1} 4018", f"attack {M1} 4018")
        trade = battle(match).trade
        assert trade is not None
        return trade.kills

    free = begin(HOME | {T1: "4017", M1: "4017", R1: "4018"}, cards="act1-1")
    play(to_fight(free, "act1-1"), f"attack {T1} 4018", f"attack {M1} 4018")
    trade = battle(free).trade
    assert trade is not None
    assert kills("stacks", R1) == trade.kills < kills("any", R1)
    assert kills("stacks", R1, R2) == kills("any", R1, R2)


@pytest.mark.rule("DON-ALARM-03")
def test_an_alarmgruppe_that_would_retreat_is_an_expected_loss_under_one_reading() -> None:
    def kills(reading: str) -> float:
        units = {HQ6: "4211", "alarm-1": "4017", R1: "4018"}
        options = {"alarmgruppe_retreats": reading}
        match = begin(units, cards="act12-1", active="soviet", options=options)
        to_fight(match, "act12-1", "colour 51a-red")
        play(match, f"attack {R1} 4017")
        trade = battle(match).trade
        assert trade is not None
        return trade.kills

    assert kills("yes") < kills("no")


@pytest.mark.rule("DON-RATIO-03", "DON-SHIFT-03", "DON-SHIFT-05", "DON-CRT-01", "DON-CARDWIN-03", "DON-CARDWIN-05")
def test_the_panel_follows_a_combat_from_its_declaration_to_its_result() -> None:
    """Stuka fails on a 4 and succeeds on a 3, one column each; the combat's die is a 6."""
    match = begin(HOME | {T1: "4017", M1: "4017", R1: "4018"}, [4, 3, 6], cards="act1-1 a2-1 a2-2")
    play(to_fight(match, "act1-1"), f"attack {T1} 4018")
    alone = battle(match)
    assert (alone.state, alone.attack, alone.defense, alone.start, alone.column) == ("open", 3, 2, "1.5-1", "2-1")
    assert [(shift.value, shift.text) for shift in alone.shifts] == [(1, "Tank")]
    play(match, f"attack {M1} 4018")
    found = battle(match)
    assert (found.attack, found.start, found.column) == (5, "2-1", "4-1")
    assert [one.name for one in found.columns] == ["3-1", "4-1", "5-1"]
    assert [one.needs for one in found.columns] == [3, 4, 6]
    assert chances(found) == {"--": 1, "DR": 1, "1DR": 3, "2DR": 1}
    steps = match.position.steps[BOARD.unit[R1]]  # type: ignore[attr-defined]
    assert found.trade is not None
    assert found.trade.kills == pytest.approx((3 + min(2, steps)) / 6, abs=0.01)
    assert (found.trade.costs, found.trade.chance, found.trade.enters) == (0, 0.833, True)
    play(match, "fight", "play a2-1 tactical")
    assert [(one.state, one.line) for one in battle(match).cards] == [("now", "tactical")]
    go_on(match, "window", seat="soviet")
    assert battle(match).window == "Before combat: the Soviet side can play a card."
    play(match, "pass")
    go_on(match, "window", seat="axis")
    found = battle(match)
    states = {(one.card, one.state) for one in found.cards}
    assert len(states) == 1
    assert found.column == ("5-1" if ("force" in {state for _, state in states}) else "4-1")
    play(match, "pass")
    go_on(match, "placing", "loss", "advance", "retreat", "window")
    over = battle(match)
    assert over.result
    assert [one.name for one in over.columns] == [over.column]
    assert over.notes[0].text.startswith(f"{over.result}: ")


@pytest.mark.rule("DON-RATIO-05", "DON-TERR-03", "DON-TERR-04")
def test_the_panel_says_why_an_attack_is_weak() -> None:
    match = to_fight(begin(HOME | {RECON: "4017", R1: "4018"}, cards="act1-1"), "act1-1")
    found = battle(play(match, f"attack {RECON} 4018"))
    assert (found.odds, found.column, chances(found)) == ("below 1-1", "below 1-1", {"1AR": 6})
    assert [one.name for one in found.columns] == ["below 1-1", "1-1"]
    river = to_fight(begin({HQ6: "2610", T1: "2514", M1: "2514", R1: "2414"}, cards="act1-1"), "act1-1")
    found = battle(play(river, f"attack {T1} 2414", f"attack {M1} 2414"))
    assert found.attackers == (M1,)
    assert [(one.value, one.text) for one in found.modifiers] == [(-1, "Unbridged river")]
    assert any(
        one.text.endswith("cannot attack across the river without a bridge.") and "DON-TERR-03" in one.clauses
        for one in found.why
    )


@pytest.mark.rule("DON-ACTION-03", "DON-SUP-01", "DON-OOS-01", "DON-MOVE-01", "DON-COMBAT-04")
def test_the_activation_panel_says_who_may_act_and_what_it_costs() -> None:
    match = begin(HOME | {T1: "4017", M1: "4014", T2: "2018", R1: "4018"}, cards="act1-1")
    go_on(match, "activation-card")
    assert shown(match).activation is None
    go_on(play(match, "activate act1-1"), "muster")
    found = shown(match).activation
    assert found is not None
    assert (found.title, found.lead, found.text) == (
        "6th Panzer Division",
        HQ6,
        "HQ in 4015, range 4: 2 combat units.",
    )
    assert [(one.title, one.state) for one in found.stages] == [
        ("Card", "now"),
        ("Supply", "ahead"),
        ("Move", "ahead"),
        ("Combat", "ahead"),
    ]
    (inside,) = (one.spaces for one in shown(match).overlays if one.id == "range")
    assert "4017" in inside
    assert "2018" not in inside
    play(match, "begin")
    assert match.decision is not None
    assert match.decision.box == "window"
    assert not any(one.states for one in shown(match).pieces), "nobody can act while a card is asked for"
    to_act = go_on(match, "move")
    play(to_act, f"move {M1} 4016")
    found = shown(match).activation
    assert found is not None
    assert {one.id: one.state for one in found.pieces} == {HQ6: "may", T1: "may", M1: "done"}
    assert found.notes[0].text == "2 of 3 units can still move."
    assert {one.id: one.states for one in shown(match).pieces if one.states} == {
        HQ6: ("active",),
        T1: ("active",),
        M1: ("moved",),
    }
    go_on(play(match, "done"), "declare")
    found = shown(match).activation
    assert found is not None
    assert {one.id: one.state for one in found.pieces} == {HQ6: "out", T1: "may", M1: "out"}


# ------------------------------------------------------------------ threats


def best_of_all(p: Any, h: int) -> int:
    """The best column that the 6th Panzer Division can bring against a hex, by trying everything."""
    near = [n for n in BOARD.grid.neighbours[h] if not p.troops(SOVIET) & BOARD.grid.bit[n]]
    units = [u for u in members(by_formation(p, FORMATION["6P"])) if BOARD.category[u] == AXIS]
    places: list[list[int | None]] = []
    for u in units:
        found = ways(p, u, allowance(p, u), True, False)
        hexes = (found.hexes | BOARD.grid.bit[p.at[u]]) & (may_enter(p, u) | BOARD.grid.bit[p.at[u]])
        places.append([None, *(n for n in near if hexes & BOARD.grid.bit[n])])
    best, q = BELOW, p.copy()
    q.active = AXIS
    for way in product(*places):
        sent = {u: n for u, n in zip(units, way, strict=True) if n is not None}
        if not sent or any(list(way).count(n) > LIMITS[AXIS] for n in set(sent.values())):
            continue
        f = [0] * (OWN + len(Combat.names))
        f[Combat.target], f[Combat.attackers] = h, sum(1 << u for u in sent)
        before = q.at[:]
        for u, n in sent.items():
            q.at[u] = n
        best = max(best, column(q, f)[1])
        q.at = before
    return best


@pytest.mark.parametrize("seed", range(6))
def test_a_threat_is_the_best_that_the_rules_let_the_enemy_bring(seed: int) -> None:
    rng = random.Random(seed)
    around = [BOARD.grid.ids[h] for h in BOARD.grid.hexes(BOARD.grid.disc(BOARD.grid.index["4017"], 3))]
    rng.shuffle(around)
    spots = iter(around)
    units = {HQ6: next(spots)}
    units |= {u: next(spots) for u in (T1, M1, RECON, R1, R2, SM)}
    match = begin(units, cards="act1-1")
    p: Any = match.position
    found = threats(p, SOVIET)
    for u in (R1, R2, SM):
        h = p.at[BOARD.unit[u]]
        blow = found.get(h)
        assert (BELOW if blow is None else blow.column) == best_of_all(p, h), BOARD.grid.ids[h]


@pytest.mark.rule("DON-RATIO-05")
def test_an_attack_below_the_table_is_no_threat() -> None:
    here = BOARD.grid.index["4017"]
    beside = [BOARD.grid.ids[h] for h in BOARD.grid.neighbours[here]]
    match = begin({HQ6: beside[0], RECON: beside[1], R1: "4017", R2: "4017"}, cards="act1-1")
    p: Any = match.position
    assert best_of_all(p, here) == BELOW
    assert here not in threats(p, SOVIET)


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_the_chance_that_the_enemy_holds_a_card_counts_the_cards_that_were_seen(seen: int) -> None:
    """All hands that fit what the other side saw are counted."""
    match, rng = Match.new("donnerschlag", seed=3), random.Random(3)
    p: Any = match.position
    while sum(p.where[c] == HAND for c in BOARD.deck[SOVIET][ACTIVATION]) < 3:
        match.play(random_action(match, rng))
        p = match.position
    hidden = [c for c in BOARD.deck[SOVIET][ACTIVATION] if p.where[c] in HIDDEN]
    hand = [c for c in hidden if p.where[c] == HAND]
    for c in hand[:seen]:
        p.known |= 1 << c
    rest = [c for c in hidden if c not in hand[:seen]]
    good = set(rest[::8])
    hands = [set(cards) for cards in combinations(rest, len(hand) - seen)]
    assert chance_held(p, SOVIET, ACTIVATION, good) == pytest.approx(
        sum(bool(good & one) for one in hands) / len(hands)
    )
    if seen:
        assert chance_held(p, SOVIET, ACTIVATION, {*good, hand[0]}) == 1


def test_what_threatens_a_seat_is_for_its_eyes_and_rests_on_what_it_knows() -> None:
    match, rng = Match.new("donnerschlag", seed=3), random.Random(3)
    for _ in range(4):
        for _ in range(150):
            if match.over:
                return
            match.play(random_action(match, rng))
        p: Any = match.position
        for seat, name in enumerate(SEATS):
            asked = match.table.look.overlay(p, seat, f"threats-{name}")
            assert asked.notes
            assert asked.origins.keys() == asked.notes.keys()
            for _ in range(3):
                other = match.table.look.overlay(match.table.sample(p, seat, rng), seat, f"threats-{name}")
                assert msgspec.json.encode(other) == msgspec.json.encode(asked)
            with pytest.raises(Refusal):
                match.table.look.overlay(p, 1 - seat, f"threats-{name}")
            with pytest.raises(Refusal):
                match.table.look.overlay(p, None, f"threats-{name}")


def test_other_overlays_are_made_when_they_are_asked_for() -> None:
    match = to_move(begin(HOME | {T1: "4017", R1: "4019"}, cards="act1-1"), "act1-1")
    asked = [one.id for one in shown(match, AXIS).overlays if one.asked]
    assert "threats-axis" in asked
    assert all(
        match.table.look.overlay(match.position, AXIS, name).spaces or name.startswith(("threats", "command"))
        for name in asked
    )
    zone = match.table.look.overlay(match.position, None, "zones-soviet")
    assert "4018" in zone.spaces


def test_the_attack_is_drawn_while_it_is_declared() -> None:
    match = to_fight(begin(HOME | {T1: "4017", R1: "4018"}, cards="act1-1"), "act1-1")
    attack(match, "4018", T1)
    assert [(one.from_, one.to) for one in shown(match).arrows] == [("4017", "4018")]


def test_an_attached_unit_bears_the_strip_of_its_formation() -> None:
    match = begin({HQ6: "4015", "stug-228": "4017", T1: "4118"}, attach__stug_228="17P")
    strips = {piece.id: piece.strip for piece in shown(match).pieces}
    own = {piece.id: piece.strip for piece in match.table.look.kept.pieces}
    assert own["ii-39-17p"] is not None
    assert strips["stug-228"] == own["ii-39-17p"]
    assert strips[T1] is None, "as in the scene"


@pytest.mark.rule("DON-SUP-02")
def test_supply_is_shown_with_the_way_of_each_stack() -> None:
    match = begin(HOME | {T1: "4017", M1: "4017", R1: "4018"}, cards="act1-1")
    shown = match.table.look.overlay(match.position, 0, "supply-axis")
    starts = [way[0] for way in shown.lines]
    assert starts == ["4017"], "one way a stack; the HQ needs none"
    assert set(shown.lines[0][1:]) <= set(shown.spaces)
    assert len(shown.lines[0]) > 2


def test_it_is_always_winter() -> None:
    assert shown(Match.new("donnerschlag", seed=1)).season == "winter"


def test_rivers_run_from_source_to_mouth() -> None:
    """They grow on the map: the Myshkova and the Aksai end at the Don, in the west."""
    setting: Any = Match.new("donnerschlag", seed=1).table
    rivers = {item.name: item.points for item in scene(setting).scenery if item.style == "river"}
    for name in ("Myshkova", "Aksai (Yesaulovski)", "Aksai Kurmoyarski"):
        assert rivers[name][0][0] > rivers[name][-1][0], name
