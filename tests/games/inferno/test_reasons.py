"""What the German staff says of itself, in positions of a game that it lost: every sentence true, with its figure."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mamayev.engine.bot import Intent
from mamayev.engine.registry import find
from mamayev.games.inferno.staff import soviet_reasons
from mamayev.games.inferno.staff.soviet_outlook import Fray
from mamayev.games.inferno.staff.style import SOVIET_STAFF
from mamayev.match.match import Match

from .battle import (
    GDS,
    INF,
    INF2,
    INF3,
    INF4,
    LAST_HEX,
    LAST_HEX_MORE,
    PG,
    PG2,
    PZ,
    RB,
    RB2,
    RD,
    RD2,
    RD3,
    begin,
    blocks,
    play,
)

STAFF = find("inferno").bots["staff"]
PLAYER = {"soviet_side": "player"}


def germans(units: dict[str, str], **more: Any) -> Match:
    """A German round against a Soviet player; of 3, 6 and 7 those are taken where no block stands."""
    taken = {f"control__{h}": "german" for h in ("3", "6", "7") if h not in units.values()}
    return begin(units, home=False, options=PLAYER, **taken, **more)


def said(match: Match) -> tuple[str, str]:
    """What the staff does, and why."""
    p: Any = match.position
    action = STAFF.policy(p, random.Random(1))
    return str(p.name(action)), STAFF.why(p, action)


def intent(match: Match) -> Intent:
    """What it means to do in the round."""
    assert STAFF.intent is not None
    found = STAFF.intent(match.position)
    assert found is not None
    return found


def reason(match: Match, action: str) -> str:
    """What speaks for an action."""
    p: Any = match.position
    return STAFF.why(p, p.table.notation.parse(action))


FOUR_FULL = {"h29": 4, "h13": 4, "h15": 4, "h19": 4}
"""One full stack more than the three Spawn hexes held: every Soviet action is a Spawn Action and draws three cards."""

ROUND_11 = (
    dict.fromkeys((PZ, PG, PG2), "9")
    | dict.fromkeys((INF, INF2, INF3, INF4), "89")
    | blocks(**FOUR_FULL, h38=1, h56=1, h90=1)
)
"""A round of that game without the German stacks that stood further off."""


def test_an_attack_at_long_odds_says_so() -> None:
    """It said of this one that it would most likely beat four blocks."""
    weak = {f"strength__{u}": 2 for u in (PG, PG2, PZ)}
    match = germans({PZ: "6", PG: "6", PG2: "6"} | blocks(h7=4, h13=1), **weak)
    why = reason(match, "attack 7")
    assert why.startswith("7 (4 blocks) is taken in about 3% of attacks; on average, the Soviets lose 1.6 steps")


def test_an_attack_on_one_block_gives_its_chance() -> None:
    match = germans({PZ: "13", PG: "13", PG2: "13"} | blocks(h12=1))
    assert reason(match, "attack 12").startswith("12 (1 block) is taken in about 98% of attacks")


def test_the_blow_of_a_hasty_attack_gives_its_chance() -> None:
    """It was explained as "Nothing better is left to do."."""
    match = play(germans({PZ: "24", PG: "24"} | blocks(h9=2)), f"hasty {PZ} 8", f"hasty {PG} 8")
    action, why = said(match)
    assert action == "strike 9"
    assert why.startswith("9 (2 blocks) is taken in about ")


def test_both_short_moves_are_told_with_what_each_is_for() -> None:
    """Only the first was named, and what it was for was said of another hex than the one it gained rounds for."""
    match = germans(ROUND_11, soviet_deck=17)
    assert " hits per volley to " in said(match)[1]
    found = intent(match)
    assert found.sentence.startswith("A stack goes to 26 Red October settlement S, another stack to 75 Talovoi, ")
    assert [(each.from_, each.to) for each in found.arrows[:2]] == [("9", "26"), ("89", "75")]
    hoped = [ground.text for ground in found.because if ground.name == "Hoped for"]
    assert len(hoped) == 2
    for text in hoped:
        goal = text.split(" from ")[-1].split(" instead ")[0]
        assert goal in found.sentence


def test_how_fast_the_soviet_cards_go_is_told() -> None:
    sentence = intent(germans(ROUND_11, soviet_deck=17)).sentence
    assert "before 17 Soviet cards are drawn" in sentence
    assert sentence.endswith("the next Soviet action is a Spawn Action and draws 3 cards.")
    few = intent(germans({INF: "9"} | blocks(h13=2, h15=1, h19=1), soviet_deck=1)).sentence
    assert "before 1 Soviet card is drawn" in few
    assert few.endswith("the next Soviet action draws about 0.2 cards.")


def test_no_empty_hex_is_in_danger_while_no_soviet_can_move() -> None:
    units = {INF: "89", INF2: "89", INF3: "89"}
    calm = germans(units | blocks(**FOUR_FULL, h24=1), soviet_deck=14)
    assert not intent(calm).threatened
    moving = germans(units | blocks(h13=4, h15=4, h24=1), soviet_deck=14)
    assert {each.space for each in intent(moving).threatened} == {"6", "7"}


def test_a_base_that_stands_empty_beside_a_block_is_in_danger() -> None:
    """91 walked into Y: a card, and nobody came in there any more."""
    match = germans({INF: "101", INF2: "101", INF3: "101"} | blocks(h91=1, h13=4, h15=4))
    assert ("Y", "1 hex") in {(each.space, each.odds) for each in intent(match).threatened}


def test_a_card_says_what_it_adds() -> None:
    def why(start: str, target: str, height: int) -> tuple[str, str]:
        units = dict.fromkeys((PZ, PG, PG2), start) | blocks(**{f"h{target}": height})
        match = play(germans(units, cards=["howitzer-1"]), f"attack {target}")
        while match.decision is not None and match.decision.box != "german-card":
            p: Any = match.position
            match.play(p.name(p.actions()[0]))
        return said(match)

    assert why("14", "13", 3) == (
        "play howitzer-1",
        "With the card, 13 is taken in about 95% of attacks instead of 67%.",
    )
    assert why("13", "12", 1) == ("no-card", "Without a card, 12 is taken in about 98% of attacks.")


def test_a_call_says_how_many_come() -> None:
    full = dict.fromkeys((PZ, PG, PG2, INF), "X") | dict.fromkeys((INF2, INF3, INF4, "mot-8"), "Y")
    match = germans(
        full | blocks(h13=4, h15=4), chart__1=["inf-276", "inf-274"], chart__2=["inf-576", "inf-577", "inf-578"]
    )
    assert reason(match, "reinforce").startswith("About 2 of 5 regiments come, and a card; Z is 9 hexes from 13")


@pytest.mark.parametrize(
    ("height", "dice", "said_so"),
    [(1, [2], "1 stack of 2 runs the clock."), (2, [2, 3], "2 stacks of 2 run the clock.")],
)
def test_the_soviet_clock_is_told_in_good_grammar(height: int, dice: list[int], said_so: str) -> None:
    units = {INF: "102"} | blocks(h13=2, h15=height)
    match = begin(units, dice, options=PLAYER, player="soviet", home=False)
    assert intent(match).sentence.endswith(said_so)


# ------------------------------------------------------------------ the Soviet player's staff


def soviets(units: dict[str, str], dice: list[int], **more: Any) -> Match:
    """A Soviet round of a player: a die for each of the highest stacks."""
    return begin({"inf-578": "W"} | units, dice, home=False, options=PLAYER, player="soviet", **more)


def test_a_die_says_how_many_cards_the_next_action_draws() -> None:
    match = soviets({RD: "13", RD2: "13", RD3: "15", RB: "45", "rd-131": "27", "rd-157": "61"}, [5])
    action, why = said(match)
    assert action == "use 13"
    assert why == "If nothing changes, the next action draws about 4.6 cards instead of 0.2."


def test_a_die_says_how_much_sooner_the_stacks_of_one_height_stand() -> None:
    match = soviets({RD: "13", INF: "14", INF2: "14", RB: "28", RB2: "28", RD2: "45"}, [2])
    why = "The heights of the stacks become more equal, which promises about 1.17 cards per round, not 0.78."
    assert said(match) == ("use 28", why)


def test_a_die_says_how_much_safer_a_spawn_hex_is() -> None:
    units = {RD: "13", RD2: "15", RD3: "15", RB: "28", RB2: "9", **dict.fromkeys((PZ, PG, PG2, INF), "29")}
    taken = {f"control__{h}": "german" for h in ("3", "6", "7", "19")}
    match = soviets(units, [2, 3], **taken)
    assert said(match)[0] == "use 28"
    assert said(match)[1].startswith("13, a Spawn hex, has about 5 steps instead of 3, against about 4.4 hits ")


def test_a_die_that_changes_nothing_says_so() -> None:
    """It said of every use that it "does most there: a Spawn hex, a German stack, or the way to one"."""
    why = said(soviets(LAST_HEX, [5], **LAST_HEX_MORE))[1]
    assert why == "It makes no difference, because no stack gains anything from this die, and this stack loses nothing."


def test_an_attack_gives_its_chance() -> None:
    units = {"inf-544": "74", GDS: "59", "gds-35": "59", "gds-37": "59", RB: "33"}
    match = soviets(units, [4], **{"strength__inf-544": 1})
    assert reason(match, "use 59").startswith("74 (1 block) loses all blocks in about ")


def test_equal_fire_makes_no_difference_and_unequal_does() -> None:
    def why(*units: str) -> str:
        full = {PZ: "88", PG: "88", PG2: "88", INF: "100"}
        worn = {f"strength__{u}": 2 for u in units}
        match = play(begin(full | dict.fromkeys(units, "74"), [4] * 40, options=PLAYER, **worn), "attack 74")
        while match.decision is not None and match.decision.box != "hit":
            match.play(str(match.decision.actions[0]))
        return said(match)[1]

    assert why(RD, RB) == "It makes no difference, because all hit on 6."
    assert why(RD, GDS) == "It takes the hit, because it hits only on 6."


def test_cards_say_what_they_do() -> None:
    def effect(card: str, units: dict[str, str], *more: str) -> str:
        match = begin(units, options=PLAYER, cards=(card, "thompson-1", *more))
        p: Any = play(match, "attack 74").position
        return soviet_reasons.effect(p, p.board.cards[p.board.card[card]], Fray(p, SOVIET_STAFF))

    lone = {INF: "88", RB: "74"}
    assert effect("aa-2", lone) == "No airstrike is possible, so the card does nothing here"
    assert effect("aa-2", lone, "howitzer-1").endswith("which would hit about 2.0 of 2 steps in 74")
    assert effect("infiltration-1", lone) == "A unit enters 74, which has 2 steps against about 1.1 hits"
    assert effect("khrushchev", lone) == "Khrushchev comes into play for the rest of the game"
    assert (
        "if there is armor among the 1 German block. With the remaining German units, the chance is about 2"
        in effect("at-gun-1", lone)
    )
    full = dict.fromkeys(("rd-45", "rd-95", "rd-112", "rd-138"), "74") | {INF: "88"}
    assert effect("infiltration-1", full).startswith("No unit can enter 74, so the Soviets draw a card instead; ")
    match = play(begin(lone, options=PLAYER, cards=("thompson-2", "thompson-1")), "attack 74")
    assert said(match)[1] == "There is no other kind of card in hand. Its 2 dice hit 0.7 times on average."


def test_an_open_spawn_hex_is_told_only_where_a_die_leads_into_it() -> None:
    """A block was shown on its way from 8 to 6, where no die leads but through the Germans in 7."""
    units = {RD: "13", RD2: "13", RD3: "15", "rd-45": "15", RB: "8", INF: "7", INF2: "29"}
    taken = {f"control__{h}": "german" for h in ("3", "6", "7", "19")}
    found = intent(soviets(units, [4, 6], **taken))
    assert "open" not in found.sentence
    assert ("8", "6") not in {(each.from_, each.to) for each in found.arrows}
