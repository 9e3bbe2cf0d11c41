"""The staff plays whole games from either seat, by the rules, and better than chance."""

import random
from typing import Any

import pytest

from mamayev.engine.playout import playout
from mamayev.engine.registry import find
from mamayev.games.donnerschlag.staff.cards import TREASURES
from mamayev.games.donnerschlag.staff.reasons import hoped
from mamayev.games.donnerschlag.staff.staff import ORDERS, activations
from mamayev.games.donnerschlag.staff.style import STAFF, STYLES

from .operation import HQ6, M1, R1, T1, T2, begin, go_on

GAME = find("donnerschlag")
STAFF_BOT = GAME.bots["staff"]
policy, why = STAFF_BOT.policy, STAFF_BOT.why


def lawful(p: Any, rng: random.Random) -> int:
    """What the staff does, and that it may be done and has a reason."""
    action = policy(p, rng)
    assert p.allows(action), p.name(action)
    assert why(p, action)
    return action


@pytest.mark.parametrize("seat", [0, 1])
def test_the_staff_beats_whoever_does_not_think(seat: int) -> None:
    p = GAME.table().start()
    playout(p, random.Random(2), {seat: lawful})
    assert p.returns()[seat] == 1.0


def test_two_staffs_play_a_whole_game_by_the_rules() -> None:
    p = GAME.table().start()
    playout(p, random.Random(1), {0: lawful, 1: lawful})
    assert p.returns() in ([1.0, -1.0], [-1.0, 1.0])


def test_every_order_answers_a_question_of_the_game() -> None:
    assert set(ORDERS) <= {box.name for box in GAME.table().boxes}


def test_the_axis_strikes_a_stack_in_its_way_with_all_it_takes() -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", R1: "3206"}, cards="act1-1")
    go_on(match, "activation-card")
    match.play("activate act1-1")
    go_on(match, "declare")
    p: Any = match.position
    assert p.name(policy(p, random.Random(1))).startswith("attack")
    assert p.name(policy(p, random.Random(1))).endswith("3206")


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
    rank, compared = GAME.bots["staff"].rank, 0

    def watched(p: Any, rng: random.Random) -> int:
        nonlocal compared
        action = policy(p, rng)
        if p.box.name in ("activation-card", "whom"):
            found = dict(rank(p))
            assert action == max(found, key=lambda one: found[one]), p.name(action)
            compared += len(found) > 1
        return action

    playout(GAME.table().start(), random.Random(3), {0: watched, 1: watched})
    assert compared > 50


def test_a_style_that_asks_too_much_of_an_attack_makes_none() -> None:
    match = begin({HQ6: "3405", T1: "3306", T2: "3306", M1: "3307", R1: "3206"}, cards="act1-1")
    go_on(match, "activation-card")
    match.play("activate act1-1")
    go_on(match, "declare")
    p: Any = match.position
    shy = STAFF[0]._replace(least=99.0)
    assert p.name(ORDERS["declare"](p, p.frames[-1], shy).action) == "cease"
    assert p.name(ORDERS["declare"](p, p.frames[-1], STAFF[0]).action).startswith("attack")


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
