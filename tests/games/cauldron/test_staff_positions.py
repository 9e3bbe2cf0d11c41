"""Positions out of games, and what the staff must do there, or must not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.match.match import Match

from .play import game, play, pocket, to_actions
from .test_soviet import ALL, NO_CHANGE, soviet

GATE = 26
"""The area that bars the road of the historical setup."""
ANY_THREE = 8
"""A card that has any three exposed areas attacked."""
RICH: Any = {"supply": 20, "foa": True}


def advice(match: Match) -> str:
    """What the staff does at the question that is asked."""
    position: Any = match.position
    return str(position.name(find("cauldron").bots["staff"].policy(position, random.Random(1))))


def day(match: Match) -> list[str]:
    """All that the staff does in the Actions of a German Phase; an Appeal rolls a 2, a Tactical Attack draws card 4."""
    done: list[str] = []
    while match.decision is not None and match.decision.step == "german.actions":
        chance = match.decision.chance
        done.append({"die": "die 2", "card": "card 4"}.get(chance) or advice(match))
        match.play(done[-1])
    return done


def those(done: list[str], verb: str) -> list[str]:
    """The Actions of a verb."""
    return [action for action in done if action.split()[0] == verb]


def upkeep(**start: Any) -> Match:
    """The question of how many are fed."""
    match = game((2, 2, 1), (1, 19), **start)
    assert match.decision is not None
    assert match.decision.step == "strategic.upkeep"
    return match


# ------------------------------------------------------------------ bread


def test_an_army_with_stocks_is_fed_whole() -> None:
    assert advice(upkeep(supply=9)) == "pay 5", "22 units, five to a point"


def test_bread_that_saves_nobody_is_kept_for_a_tactical_attack() -> None:
    """One point of five feeds five units, and the losses of seventeen hungry ones are those of twenty-two; when the
    Final Offensive has begun there is nothing left to delay, and all are fed."""
    assert advice(upkeep(supply=5)) == "pay 0"
    assert advice(upkeep(supply=5, fo=8)) == "pay 5"


def test_the_sortie_goes_before_a_full_stomach_when_the_relief_force_is_near() -> None:
    """Four points for an advance and an attack are kept back, but nobody is let die for them."""
    near, far = upkeep(supply=9, hoth_box=5), upkeep(supply=9)
    assert int(advice(near).split()[1]) < int(advice(far).split()[1])


# ------------------------------------------------------------------ the day


def test_the_first_thing_is_to_ask() -> None:
    """An Appeal a turn: a conference first, Freedom of Action once that is likely, then the airlift."""
    assert day(to_actions())[0] == "appeal conference"
    assert day(to_actions(foa_bonus=2))[0] == "appeal foa"
    assert day(to_actions(foa=True, turn=6))[0] == "appeal airlift"


def test_every_turn_of_quiet_is_bought_while_relief_is_far() -> None:
    """A Tactical Attack pushes the Final Offensive back; where that stands at nothing already it would be wasted."""
    assert "tactical" in day(to_actions(fo=6))
    assert "tactical" not in day(to_actions(fo=0))


@pytest.mark.parametrize(("box", "goes"), [(1, False), (2, False), (5, True)])
def test_no_sortie_before_the_relief_force_is_in_reach(box: int, goes: bool) -> None:
    attacks = those(day(to_actions(hoth_box=box, supply=20)), "attack")
    assert bool(attacks) == goes
    assert all(attack.endswith(f" {GATE}") for attack in attacks)


def test_the_sortie_keeps_the_supply_of_its_advance() -> None:
    """An attack that wins and cannot go on has wasted its supply: two points stay for the advance."""
    match = to_actions(hoth_box=5, supply=9, foa=True)
    done = day(match)
    spent = len(those(done, "support"))
    assert spent > 0
    assert match.facts()["supply"] >= 2


def test_who_can_attack_does_and_an_attack_without_a_chance_is_not_begun() -> None:
    """Attackers lose nothing, so all go; without supply the staff waits."""
    assert len(those(day(to_actions(hoth_box=5, **RICH)), "attack")) >= 4
    assert not those(day(to_actions(hoth_box=5, supply=5, foa=True)), "attack")


def test_no_motorized_division_is_taken_from_the_front_where_it_stands_alone() -> None:
    """What goes to the gate is spared: no area beside the enemy that was held is empty in the evening."""
    match = to_actions(hoth_box=4, **RICH)
    before: Any = match.position
    held = {area for area in range(20, 60) if before.count[area] and before.german >> area & 1}
    day(match)
    after: Any = match.position
    beside = after.table.board.touching(after.soviet)
    opened = {area for area in held if not after.count[area] and beside >> area & 1}
    assert opened <= {23}, "the nose of the pocket alone may be given up"


def test_the_wounded_are_flown_out_before_they_cost_initiative() -> None:
    assert "evacuate" in day(to_actions(wounded=4))
    assert "evacuate" not in day(to_actions(wounded=2)), "an Initiative Point for less is not worth it"


def test_a_unit_next_to_the_relief_force_ends_it() -> None:
    held = pocket({47: ["16th-pz"], 41: ["14th-pz"], 40: ["297th-inf"]}, [42, 43, 24])
    match = to_actions(hoth_area=25, supply=8, **held)
    if match.result is None:
        day(match)
    assert match.result is not None
    assert "linked up" in match.result["why"]


# ------------------------------------------------------------------ under attack


def test_the_enemy_is_led_to_where_a_defeat_costs_least() -> None:
    """Three areas that the Germans may choose: each has a garrison, and none an airfield."""
    match = soviet((), (NO_CHANGE, ANY_THREE), **{"unit.113th-inf": 48, "unit.60th-mot": 48})
    for _ in range(3):
        area = int(advice(match).split()[1])
        position: Any = match.position
        assert position.count[area]
        assert not position.table.board.airfields >> area & 1
        match.play(advice(match))


def test_an_open_key_area_gets_a_battlegroup_before_it_is_struck() -> None:
    """In Stalingrad South nobody is left: a battlegroup goes there, and into no area that is worth less."""
    match = soviet((), (NO_CHANGE, ALL), supply=20, **{"unit.100th-inf": 52, "unit.295th-inf": 52})
    assert advice(match) == "battlegroup 53"
    match.play("battlegroup 53")
    assert advice(match).startswith("resolve ")


def beaten(**start: Any) -> Match:
    """The 60th Motorized and the 113th Infantry Division are beaten in area 50."""
    match = soviet((6,), (NO_CHANGE, ALL), **start)
    return play(match, "resolve 50 19")


def test_a_defense_takes_the_loss_where_there_is_one() -> None:
    assert advice(beaten(pdm_50="active")) == "absorb"


def test_a_step_of_infantry_is_given_before_one_of_armour_and_no_last_step() -> None:
    assert advice(beaten(pdm_50="none")) == "lose 113th-inf"
    weak = beaten(pdm_50="none", **{"unit.113th-inf.side": "depleted", "unit.60th-mot.side": "full"})
    assert advice(weak) == "lose 60th-mot", "it has two"


def test_a_garrison_of_last_steps_falls_back_from_ground_that_is_worth_little() -> None:
    match = beaten(pdm_50="none", **{"unit.113th-inf.side": "depleted", "unit.60th-mot.side": "depleted"})
    assert advice(match).startswith("retreat ")


def test_nobody_surrenders_while_holding_out_is_worth_more() -> None:
    for turn in (2, 8, 12):
        assert "surrender" not in day(to_actions(turn=turn))
