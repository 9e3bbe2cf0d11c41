"""The staff plays whole games from either seat, by the rules, and better than chance."""

import random
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from mamayev.engine.chance import Luck
from mamayev.engine.components import Files
from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.donnerschlag import data
from mamayev.games.donnerschlag.printed.board import load, ours
from mamayev.games.donnerschlag.printed.map import NO_BRIDGE, SOVIET
from mamayev.games.donnerschlag.rules.combat import Declared
from mamayev.games.donnerschlag.rules.command import chosen as chosen_units
from mamayev.games.donnerschlag.rules.forecasts import column_name
from mamayev.games.donnerschlag.rules.outlook import outlook
from mamayev.games.donnerschlag.rules.verbs import ATTACK, FIGHT, MOVE
from mamayev.games.donnerschlag.staff.appreciation import aim, gates, way
from mamayev.games.donnerschlag.staff.battle import combat
from mamayev.games.donnerschlag.staff.cards import TREASURES, card_of
from mamayev.games.donnerschlag.staff.reasons import hoped, steps
from mamayev.games.donnerschlag.staff.staff import BY_BOX, SIDES, activations, by_card
from mamayev.games.donnerschlag.staff.style import STAFF, STYLES
from mamayev.match.match import Match
from mamayev.players import hint, play_on, rng_of, take

from .operation import HQ6, M1, R1, RECON, SM, ST, T1, T2, begin, go_on, to_fight

GAME = find("donnerschlag")
STAFF_BOT = GAME.bots["staff"]
policy, why = STAFF_BOT.policy, STAFF_BOT.why


def lawful(p: Any, rng: random.Random) -> int:
    """What the staff does, and that it may be done and has a reason."""
    action = policy(p, rng)
    assert p.allows(action), p.name(action)
    assert why(p, action)
    return action


@pytest.mark.rule("DON-ADMIN-01", "DON-T8-01")
@pytest.mark.parametrize(("card", "last"), [("a8-1", 6), ("a9-1", 7)])
def test_a_hand_limit_is_raised_only_while_more_cards_are_dealt(card: str, last: int) -> None:
    """Turn 8 has no activation cards, and after it nothing is dealt."""
    for turn in range(3, 9):
        match = begin({HQ6: "4015", T1: "4017"}, turn=turn, cards=f"{card} act1-1")
        go_on(match, "window")
        asked = hint(match, "staff")["text"]
        assert asked.startswith(f"play {card}") == (turn <= last), turn


@pytest.mark.parametrize("seat", [0, 1])
def test_the_staff_beats_whoever_does_not_think(seat: int) -> None:
    p = GAME.table().start()
    playout(p, random.Random(2), {seat: lawful})
    assert p.returns()[seat] == 1.0


def test_two_staffs_play_a_whole_game_by_the_rules() -> None:
    p = GAME.table().start()
    playout(p, random.Random(1), {0: lawful, 1: lawful})
    assert p.returns() in ([1.0, -1.0], [-1.0, 1.0])


def test_a_game_that_goes_on_in_place_changes_no_later_choice() -> None:
    """Mass play changes the positions that the staff has judged, and its cache must not notice."""
    staff, table = find("donnerschlag").bots["staff"], find("donnerschlag").table()

    def begun() -> list[str]:
        match = Match.new("donnerschlag", seed=1)
        while match.table.turn(match.position) < 2:
            take(match, staff, random.Random(rng_of(match, "staff")))
        return list(match.record.log)

    seats = dict.fromkeys(range(len(table.game.seats)), staff.policy)
    playout(table.start(), random.Random(1), seats, lambda p: p.table.turn(p) >= 2, Luck(1), see=False)
    after = begun()
    play_on(Match.new("donnerschlag", seed=2), dict.fromkeys(table.game.seats, "staff"))  # the cache forgets
    assert begun() == after


def test_every_order_answers_a_question_of_the_game() -> None:
    assert set(BY_BOX) <= {box.name for box in GAME.table().boxes}


def test_the_axis_strikes_a_stack_in_its_way_with_all_it_takes() -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", R1: "3206"}, cards="act1-1")
    go_on(match, "activation-card")
    match.play("activate act1-1")
    go_on(match, "declare")
    p: Any = match.position
    assert p.name(policy(p, random.Random(1))).startswith("attack")
    assert p.name(policy(p, random.Random(1))).endswith("3206")


def test_an_attack_that_is_a_loss_is_taken_back() -> None:
    match = begin({HQ6: "4015", RECON: "4017", SM: "4018", ST: "4018"}, cards="act1-1")
    go_on(match, "activation-card")
    match.play("activate act1-1")
    go_on(match, "declare")
    match.play(f"attack {RECON} 4018")
    told = hint(match, "staff")
    assert told["text"] == f"take-out {RECON}"
    assert "promises no gain" in told["why"]
    match.play(told["text"])
    assert hint(match, "staff")["text"] == "cease"


def test_the_units_of_an_attack_that_is_begun_are_in_no_other() -> None:
    rng, checked = random.Random(1), 0

    def watched(p: Any, _: random.Random) -> int:
        nonlocal checked
        if p.box.name == "declare" and not p.top[Declared.target] and rng.random() < 0.3:
            q = p.copy()
            q.apply(rng.choice([a for a in p.box.options(p, p.top) if a & ~((1 << VERB) - 1) == ATTACK] or [FIGHT]))
            if q.box.name == "declare" and q.top[Declared.target]:
                order = SIDES[q.active].council(q, STAFF[q.seat])
                order.begun()
                order.strike()
                units = [u for stroke in order.strokes for u in stroke.places]
                assert len(units) == len({*units})
                checked += len(order.strokes) > 1
        return policy(p, rng)

    playout(GAME.table().start(), random.Random(1), {0: watched, 1: watched})
    assert checked


def test_what_decides_the_game_goes_into_the_box() -> None:
    match = begin({HQ6: "4015", R1: "1010"}, turn=5, admin=True, cards=f"a2-1 {TREASURES[0][0]}")
    go_on(match, "stow", seat="axis")
    p: Any = match.position
    assert p.name(policy(p, random.Random(1))) == f"stow {TREASURES[0][0]}"


def test_the_staff_ranks_activations_and_has_styles_that_play_by_the_rules() -> None:
    staff = GAME.bots["staff"]
    match = begin({HQ6: "3405", T1: "3306", M1: "3307", R1: "3206"}, cards="act1-1 act3-1")
    go_on(match, "activation-card")
    p: Any = match.position
    found = dict(staff.rank(p))
    assert {p.name(action) for action in found} == {"activate act1-1", "activate act3-1"}
    best = max(found, key=lambda action: found[action])
    assert p.name(best) == "activate act1-1" == p.name(policy(p, random.Random(1)))
    for style in staff.styles.values():
        assert p.allows(style(p, random.Random(1)))


def test_the_staff_activates_whoever_promises_most_of_all_that_it_ranks() -> None:
    """It works out no more of them than it needs, and chooses as if it had."""
    rated, compared = GAME.bots["staff"].rated, 0
    assert rated is not None

    def watched(p: Any, rng: random.Random) -> int:
        nonlocal compared
        action = policy(p, rng)
        if p.box.name in ("activation-card", "whom"):
            found = {one.action: one.worth for one in rated(p)}
            assert action == max(found, key=lambda one: found[one]), p.name(action)
            compared += len(found) > 1
        return action

    playout(GAME.table().start(), random.Random(3), {0: watched, 1: watched})
    assert compared > 50


def test_the_soviets_keep_a_unit_at_each_bridge_that_the_axis_has_to_pass() -> None:
    """Every way from the edges of the Axis to the zones crosses the Aksai, which has the fewest bridges."""
    board, kept = ours(), 0
    hexes = gates(board, NO_BRIDGE)
    assert {board.grid.ids[h] for h in board.grid.hexes(hexes)} == {"2411", "2415", "2521", "2705"}

    def watched(p: Any, rng: random.Random) -> int:
        nonlocal kept
        action = policy(p, rng)
        u, target = action >> ARG & MASK, action & MASK
        if action & ~((1 << VERB) - 1) == MOVE and hexes & board.grid.bit[p.at[u]]:
            left = [v for v in p.units_in(p.at[u], SOVIET) if v != u and board.is_combat[v]]
            assert left or p.at[u] == target or not board.is_combat[u], p.name(action)
            kept += 1
        return action

    for seed in range(3):
        playout(GAME.table().start(), random.Random(seed), {0: policy, 1: watched})
    assert kept


def test_an_empty_bridge_gets_the_nearest_unit_of_an_activation() -> None:
    match = begin({HQ6: "4015", T1: "4017", SM: "2023", ST: "1922"}, active="soviet", cards="act12-1")
    go_on(match, "activation-card", seat="soviet")
    p: Any = match.position
    while p.box.name != "move":
        match.play(p.name(policy(p, random.Random(1))))
        p = match.position
    moves: dict[str, str] = {}
    while p.box.name == "move":
        action = policy(p, random.Random(1))
        moves[p.name(action)] = str(why(p, action))
        match.play(p.name(action))
        p = match.position
    assert [name for name in moves if name != "done"] == ["move 13-13t 2318", "move 62-13t 2421"]
    river = "at a bridge over the Aksai (Yesaulovski), which the Axis needs for its way and its supply"
    to = f"goes to hold {{}}, {river}: it is {{}} hexes away, and no unit is there."
    assert moves["move 62-13t 2421"] == f"62/13T {to.format('Aksai (2521)', 5)}"
    assert moves["move 13-13t 2318"] == f"13/13T {to.format('2415', 9)}"


def test_a_tank_that_holds_a_bridge_does_not_attack_or_advance_and_says_so() -> None:
    match = begin({HQ6: "4015", RECON: "2511", ST: "2411"}, (6,), active="soviet", cards="act12-1")
    to_fight(match, "act12-1", "colour 51a-yellow")
    but = "without the units that hold a place"
    assert hint(match, "staff")["why"] == f"No attack promises 0.10 steps after its own losses, {but}."
    match.play(f"attack {ST} 2511")
    gain = "The attack promises no gain, even with all units that can join it"
    assert hint(match, "staff")["why"] == f"{gain}, {but}."
    match.play("fight")
    go_on(match, "advance")
    told = hint(match, "staff")
    assert told["text"] == "halt"
    assert told["why"] == "No tank can advance without leaving an HQ alone or a bridge to hold."


def test_a_map_whose_rivers_can_be_avoided_has_no_bridge_to_hold() -> None:
    text = (files(data) / "map.toml").read_text("utf-8")
    name = '"Aksai (Yesaulovski)" = ['
    row = text.split(name)[1].split("]")[0]
    for without in (re.sub(r'"2624/2724",?', "", row), ""):  # open at its east end, and without the river
        changed = text.replace(name + row, name + without)
        assert changed != text
        board = load(Files({"map.toml": changed}))
        assert gates(board, NO_BRIDGE) == 0


def test_a_style_that_asks_too_much_of_an_attack_makes_none() -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", R1: "3206"}, cards="act1-1")
    go_on(match, "activation-card")
    match.play("activate act1-1")
    go_on(match, "declare")
    p: Any = match.position
    shy = STAFF[0]._replace(least=99.0)
    assert p.name(BY_BOX["declare"](p, p.frames[-1], shy).action) == "cease"
    assert p.name(BY_BOX["declare"](p, p.frames[-1], STAFF[0]).action).startswith("attack")


def test_the_reason_of_a_bot_with_short_sight_has_its_own_figures() -> None:
    near, style = GAME.bots["staff"].near, STYLES["near"]
    assert near is not None
    asked = 0

    def told(p: Any, rng: random.Random) -> int:
        nonlocal asked
        action = near.policy(p, rng)
        if p.box.name == "activation-card":
            asked += 1
            (taken,) = (one for one in activations(p, style[p.seat]) if one.action == action)
            assert f"{taken.name} promises {hoped(taken.hope)}" in near.why(p, action)
        return action

    playout(GAME.table().start(), random.Random(4), dict.fromkeys((0, 1), told), lambda p: p.turn > 2)
    assert asked > 10


def reasons(turns: int) -> Iterator[tuple[Any, int, str]]:
    """Positions of two staffs, what is done there, and why."""
    p, rng = GAME.table().start(), random.Random(5)
    while p.frames and p.turn <= turns:
        if p.seat < 0:
            p.apply(p.roll(rng.random))
            continue
        action = policy(p, rng)
        yield p, action, why(p, action)
        p.apply(action)


def test_the_reason_of_each_unit_in_an_attack_has_the_column_of_that_attack() -> None:
    told, checked = list[str](), 0
    for p, action, said in reasons(3):
        if p.box.name != "declare":
            continue
        if found := re.search(r"^(?:Against|.* joins the attack on) (.+?):? at (\S+) the hex falls", said):
            assert found[1] == p.board.places[action & MASK]
            told.append(found[2])
        elif action == FIGHT:
            f = p.top
            seen = outlook(p, combat(f[Declared.target] - 1, f[Declared.units]))
            assert told == [column_name(seen.column)] * len(told)
            checked += len(told)
            told.clear()
    assert checked > 50


def test_a_plan_and_a_move_say_the_same_of_an_attack() -> None:
    """The plan is the one that the moves follow, also after some of them."""
    intent, checked = STAFF_BOT.intent, 0
    assert intent is not None
    for p, _, said in reasons(2):
        found = re.search(r"goes there to attack (.+?): at (\S+) the hex falls on (\d)", said)
        meant = intent(p) if p.box.name == "move" else None
        if found is None or meant is None:
            continue
        for ground in meant.because:
            if one := re.match(r"(.+) at (\S+) falls on (\d)", ground.text):
                same = one[1] == found[1]
                assert not same or one.groups() == found.groups()
                checked += same
    assert checked > 20


def test_the_reason_of_an_activation_has_the_figures_of_what_it_activates() -> None:
    checked = 0
    for p, action, said in reasons(2):
        if p.box.name in ("activation-card", "whom"):
            (taken,) = (one for one in activations(p, STAFF[p.seat]) if one.action == action)
            sets = by_card(p, card_of(action)) if p.box.name == "activation-card" else [chosen_units(p, action)]
            most = max(SIDES[p.active].hope(p, STAFF[p.seat], units).total for units in sets)
            assert said.startswith(f"{taken.name} promises {steps(most)} (")
            checked += 1
    assert checked > 20


def test_the_reason_of_a_move_is_about_the_unit_and_the_hex_that_it_goes_to() -> None:
    attacks = ways = 0
    for p, action, said in reasons(2):
        if p.box.name != "move" or action & ~((1 << VERB) - 1) != MOVE:
            continue
        u, h = action >> ARG & MASK, action & MASK
        assert said.startswith(p.board.units[u].name)
        if found := re.search(r"to attack (.+?): at ", said):
            near = {p.board.places[n] for n in p.board.grid.neighbours[h]}
            assert found[1] in near
            attacks += 1
        elif found := re.search(r"has (\d+) instead of (\d+) movement points left to the zone", said):
            costs = way(p, aim(p, STAFF[0]))
            assert (int(found[1]), int(found[2])) == (costs[h], costs[p.at[u]])
            ways += 1
    assert attacks > 20
    assert ways > 20
