"""The cards of both decks."""

from __future__ import annotations

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.rules.position import USED

from .battle import (
    GDS,
    INF,
    INF2,
    MOT,
    NRB,
    PG,
    PZ,
    RB,
    RB2,
    RB3,
    RD,
    RD2,
    TB,
    TB2,
    at,
    begin,
    box,
    offered,
    play,
    refused,
    soviet_hand,
    stack,
    strength,
    told,
)
from .test_combat import rolls, volleys

BOARD = ours()

MISS = [1] * 40


@pytest.mark.rule("INF-COMBAT-03")
@pytest.mark.rule("INF-DELIB-04")
@pytest.mark.rule("INF-GCARD-04")
@pytest.mark.rule("INF-GCARD-05")
@pytest.mark.rule("INF-CARD-04")
def test_one_card_of_each_name_is_offered_or_none_and_it_is_gone_after_use() -> None:
    match = begin({INF: "74", RD: "59"}, MISS, cards=["heinkel-1", "heinkel-2", "sniper-1"])
    play(match, "attack 59")
    assert offered(match, "play") == {"heinkel-1", "sniper-1"}
    with pytest.raises(Refusal, match="Choose heinkel-1 to play Heinkel 111") as refusal:
        match.play("play heinkel-2")
    assert refusal.value.clauses == ("INF-COMBAT-03",)
    assert refused(match, "play pak-1") == ("INF-COMBAT-03",)
    play(match, "play heinkel-1")
    assert match.facts()["german_hand"] == 2
    assert match.view("german")["decks"]["german"]["removed"] == [BOARD.card["heinkel-1"]]
    none = play(begin({INF: "74", RD: "59"}, MISS, cards=["heinkel-1"]), "attack 59", "no-card")
    assert none.facts()["german_hand"] == 1


@pytest.mark.rule("INF-GCARD-06")
@pytest.mark.rule("INF-GCARD-07")
@pytest.mark.rule("INF-GCARD-08")
@pytest.mark.rule("INF-GCARD-09")
@pytest.mark.rule("INF-COMBAT-07")
@pytest.mark.rule("INF-CARD-03")
def test_cards_that_fire_hit_on_four_and_their_hits_count_at_once() -> None:
    for card, dice in (("heinkel-1", 6), ("howitzer-1", 6), ("pioneer-1", 5)):
        match = begin({INF: "74", GDS: "59"}, [4, 3, 3, 3, 5, 3, 3][:dice] + MISS, cards=[card])
        play(match, "attack 59", f"play {card}")
        first, second, *_ = volleys(match)
        assert (len(first.fires[0].dice), first.fires[0].needs, first.hits) == (dice, 4, 2)
        assert [len(fire.dice) for fire in second.fires] == [2], "two steps are gone before they roll"
        in_rubble = begin({INF: "42", GDS: "25"}, [4, 3, 3, 3, 5, 6, 6][:dice] + MISS, cards=[card], rubble__25=True)
        play(in_rubble, "attack 25", f"play {card}")
        assert volleys(in_rubble)[0].counted == 1
        assert volleys(in_rubble)[0].text.endswith(f": {volleys(in_rubble)[0].hits} hits, 1 in rubble.")


@pytest.mark.rule("INF-GCARD-10")
@pytest.mark.rule("INF-GCARD-11")
@pytest.mark.rule("INF-FLOW-09")
def test_sniper_and_pak_hit_one_arm_whatever_the_rubble() -> None:
    units = {INF: "42", RD: "25", NRB: "25", TB: "25"}
    sniper = play(begin(units, MISS, cards=["sniper-1"], rubble__25=True), "attack 25", "play sniper-1")
    assert offered(sniper, "hit") == {RD, NRB}
    assert refused(sniper, f"hit {TB}") == ("INF-GCARD-10",)
    play(sniper, f"hit {RD}")
    assert (strength(sniper, RD), strength(sniper, TB)) == (2, 2)
    pak = play(begin(units, MISS, cards=["pak-1"], rubble__25=True), "attack 25", "play pak-1")
    assert (strength(pak, TB), strength(pak, RD)) == (1, 3)
    nobody = play(begin({INF: "74", RD: "59"}, MISS, cards=["pak-1"]), "attack 59", "play pak-1")
    assert strength(nobody, RD) == 3
    assert nobody.facts()["german_hand"] == 0


@pytest.mark.rule("INF-GCARD-01")
@pytest.mark.rule("INF-SCARD-02")
def test_a_leader_in_play_cites_how_he_came_and_what_he_does() -> None:
    match = begin({INF: "74", RD: "59"}, in_play=["paulus", "hoth", "chuikov", "khrushchev"])
    assert [list(held["clauses"]) for held in match.view("german")["held"]] == [
        ["INF-GCARD-01", "INF-GCARD-03"], ["INF-GCARD-01", "INF-GCARD-12"],
        ["INF-SCARD-02", "INF-SCARD-16"], ["INF-SCARD-02", "INF-SCARD-14"],
    ]  # fmt: skip


@pytest.mark.rule("INF-SCARD-15")
def test_what_an_anti_tank_gun_cannot_hit_is_refused_by_its_own_clause() -> None:
    match = begin({PZ: "74", PG: "74", INF: "74", RD: "59"}, MISS, cards=["at-gun-1"], drawn=["at-gun-1"])
    play(match, "attack 59")
    assert offered(match, "hit") == {PZ, PG}
    assert refused(match, f"hit {INF}") == ("INF-SCARD-15",)


@pytest.mark.rule("INF-CARD-03")
@pytest.mark.rule("INF-GCARD-08")
@pytest.mark.rule("INF-SCARD-08")
@pytest.mark.rule("INF-RUBBLE-01")
def test_the_dice_of_a_card_cite_the_card_and_not_close_combat() -> None:
    """Before they fall, and with what they have done."""
    match = begin({INF: "42", RD: "25"}, [1], cards=["thompson-1", "howitzer-1"], drawn=["thompson-1"],
                  rubble__25=True)  # fmt: skip
    play(match, "attack 25", "play howitzer-1")
    assert match.decision is not None
    assert (match.decision.box, match.decision.clauses) == ("card-dice", ("INF-CARD-03",))
    match = begin({INF: "42", RD: "25"}, MISS, cards=["thompson-1", "howitzer-1"], drawn=["thompson-1"],
                  rubble__25=True)  # fmt: skip
    play(match, "attack 25", "play howitzer-1")
    cited = {volley.title: volley.clauses for volley in volleys(match)}
    assert cited["Thompson"] == ("INF-SCARD-08", "INF-CARD-03")
    assert cited["Howitzer"] == ("INF-GCARD-08", "INF-CARD-03", "INF-RUBBLE-01", "INF-FLOW-08")
    assert cited["Soviet fire"] == ("INF-CLOSE-01", "INF-STR-03")


@pytest.mark.rule("INF-SCARD-03")
@pytest.mark.rule("INF-SCARD-06")
@pytest.mark.rule("INF-SCARD-07")
@pytest.mark.rule("INF-SCARD-08")
@pytest.mark.rule("INF-COMBAT-06")
def test_thompson_has_two_dice_on_five_and_rubble_protects_germans_who_defend() -> None:
    match = begin({INF: "74", RD: "59"}, [5, 4, *MISS], cards=["thompson-1"], drawn=["thompson-1"])
    play(match, "attack 59")
    assert (volleys(match)[0].title, volleys(match)[0].hits) == ("Thompson", 1)
    assert strength(match, INF) == 3
    assert match.position.cards[BOARD.card["thompson-1"]] == USED  # type: ignore[attr-defined]
    behind = begin({INF: "25", RD: "42", RD2: "42"}, [6, 5, 5, *MISS], player="soviet", rubble__25=True,
                   cards=["thompson-1"], drawn=["thompson-1"])  # fmt: skip
    assert (volleys(behind)[0].hits, volleys(behind)[0].counted) == (2, 1)


@pytest.mark.rule("INF-SCARD-09")
@pytest.mark.rule("INF-SCARD-15")
@pytest.mark.rule("INF-UNIT-03")
def test_soviet_sniper_and_anti_tank_gun_both_hit_panzer_grenadiers() -> None:
    units = {PZ: "42", PG: "42", INF: "42", RD: "25"}
    sniper = begin(units, [1] * 3 + MISS, cards=["soviet-sniper-1"], drawn=["soviet-sniper-1"], rubble__25=True)
    play(sniper, "attack 25")
    assert offered(sniper, "hit") == {PG, INF}
    gun = begin(units, MISS, cards=["at-gun-1"], drawn=["at-gun-1"], rubble__25=True)
    play(gun, "attack 25")
    assert offered(gun, "hit") == {PG, PZ}
    nobody = begin({PZ: "42", RD: "25"}, MISS, cards=["soviet-sniper-1"], drawn=["soviet-sniper-1"], rubble__25=True)
    play(nobody, "attack 25")
    assert strength(nobody, PZ) == 4
    defended = begin({INF: "25", RD: "42", RD2: "42"}, [6, *MISS], player="soviet", rubble__25=True,
                     cards=["soviet-sniper-1"], drawn=["soviet-sniper-1"])  # fmt: skip
    assert strength(defended, INF) == 3


@pytest.mark.rule("INF-SCARD-04")
@pytest.mark.rule("INF-SCARD-05")
@pytest.mark.rule("INF-RUBBLE-02")
@pytest.mark.rule("INF-RUBBLE-04")
def test_aa_cancels_an_airstrike_and_places_the_rubble_of_its_card() -> None:
    """INF-EX-25."""
    units = {INF: "42", RD: "25"}
    more = {"cards": ["aa-2", "heinkel-1", "howitzer-1"], "drawn": ["aa-2"]}
    raid = play(begin(units, [1] * 3 + MISS, **more), "attack 25", "play heinkel-1")
    assert [volley.title for volley in volleys(raid)] == ["Soviet fire", "German fire"]
    assert raid.facts()["rubble.9"] is True
    assert raid.facts()["german_hand"] == 1
    roll = rolls(raid)[0]
    assert [m.value for m in roll.modifiers] == [1], "the hex alone; the raid adds nothing"
    guns = play(begin(units, MISS, **more), "attack 25", "play howitzer-1")
    assert volleys(guns)[0].title == "Howitzer"
    assert guns.facts()["rubble"] == 0
    always = play(begin(units, MISS, options={"aa_rubble": "always"}, **more), "attack 25", "play howitzer-1")
    assert always.facts()["rubble.9"] is True
    there = play(begin(units, MISS, rubble__9=True, **more), "attack 25", "play heinkel-1")
    assert there.facts()["rubble"] == 1
    attack = begin({INF: "25", RD: "42", RD2: "42"}, [6, *MISS], player="soviet", cards=["aa-1"], drawn=["aa-1"])
    assert attack.facts()["rubble"] == 0
    own = play(begin(units, MISS, cards=["aa-2", "heinkel-1"], drawn=["aa-2"]), "attack 25", "no-card")
    assert own.facts()["rubble"] == 0


@pytest.mark.rule("INF-SCARD-10")
@pytest.mark.rule("INF-SCARD-12")
@pytest.mark.rule("INF-FLOW-11")
def test_infiltration_and_t34_bring_a_unit_into_the_fight() -> None:
    for card, unit, edge in (("infiltration-1", RB2, 3), ("t-34-1", TB, 4)):
        match = begin({INF: "74", RD: "59"}, [edge, *MISS], cards=[card], drawn=[card], lots=[unit])
        play(match, "attack 59")
        assert at(match, unit) == "59"
        assert strength(match, unit) == 1, "a blank edge is put right as it is revealed"
        assert [len(fire.dice) for fire in volleys(match)[0].fires] == [3, 1], "it fires at once"
        clause, pool = ("INF-SCARD-10", "infantry") if unit == RB2 else ("INF-SCARD-12", "tank")
        assert told(match, clause) == [f"A Soviet unit comes from the {pool} pool to 59."]
    joins = begin({INF: "25", RD: "42", RD2: "42"}, [6, 2, *MISS], player="soviet", cards=["t-34-1"],
                  drawn=["t-34-1"], lots=[TB])  # fmt: skip
    assert at(joins, TB) == "42"
    assert [volley.fires[-1].piece for volley in volleys(joins)][-1] == TB


@pytest.mark.rule("INF-SCARD-11")
@pytest.mark.rule("INF-SCARD-13")
@pytest.mark.rule("INF-FLOW-12")
@pytest.mark.rule("INF-SPAWN-06")
def test_a_full_hex_or_an_empty_pool_gives_a_card_instead() -> None:
    full = {INF: "74", RD: "59", RB: "59", RB2: "59", RB3: "59"}
    for card in ("infiltration-1", "t-34-1"):
        match = begin(full, MISS, cards=[card], drawn=[card, "thompson-1"])
        play(match, "attack 59")
        assert soviet_hand(match) == {"thompson-1"}
        assert stack(match, "59") == 4
        clause, other = ("INF-SCARD-11", "INF-SCARD-13")[:: 1 if card == "infiltration-1" else -1]
        assert (told(match, clause), told(match, other)) == (["59 is full: a card instead."], [])
        assert not [volley for volley in volleys(match) if volley.title == "Thompson"]
    tanks = ["gtb-6", *(f"tb-{n}" for n in (6, 13, 26, 27, 56, 84, 99, 133, 135, 137, 189, 254))]
    places = dict(zip(tanks, ["3"] * 4 + ["6"] * 4 + ["7"] * 4 + ["4"], strict=True))
    match = begin({INF: "74", RD: "59", **places}, MISS, cards=["t-34-1"], drawn=["t-34-1", "thompson-1"])
    play(match, "attack 59")
    assert soviet_hand(match) == {"thompson-1"}
    assert stack(match, "59") == 1
    assert told(match, "INF-FLOW-12") == ["The tank pool is empty: a card instead."]


@pytest.mark.rule("INF-SCARD-01")
@pytest.mark.rule("INF-SCARD-02")
@pytest.mark.rule("INF-SCARD-16")
@pytest.mark.rule("INF-FLOW-33")
def test_a_soviet_leader_does_nothing_in_hand_and_comes_into_play_in_a_combat() -> None:
    units = {INF: "74", RD: "59", RB: "75"}
    held = begin(units, MISS, cards=["chuikov", "thompson-1"], drawn=["thompson-1"])
    play(held, "attack 59")
    assert "Opportunity Fire" not in [volley.title for volley in volleys(held)]
    played = begin(units, MISS, cards=["chuikov"], drawn=["chuikov"])
    play(played, "attack 59")
    assert volleys(played)[0].title == "Opportunity Fire"
    assert played.facts()["leaders"] == "Chuikov"
    assert soviet_hand(played) == set()
    widened = begin({INF: "74", RD: "59"}, [5, 5, 5, *MISS], cards=["khrushchev"], drawn=["khrushchev"])
    play(widened, "attack 59")
    assert volleys(widened)[0].hits == 3


@pytest.mark.rule("INF-CARD-02")
def test_the_soviet_card_is_done_before_the_german_one() -> None:
    match = begin({INF: "74", RD: "59"}, [5, 5, 6, 6, 1, 1, 1, 1, *MISS], cards=["thompson-1", "howitzer-1"],
                  drawn=["thompson-1"])  # fmt: skip
    play(match, "attack 59", "play howitzer-1")
    hits = [event.text for event in match.events if event.who in ("Fire", "Hit")][:4]
    assert hits[0].startswith("Thompson")
    assert "191st" in hits[1]
    assert "191st" in hits[2]
    assert hits[3].startswith("Howitzer")


@pytest.mark.rule("INF-SOLO-08")
def test_the_soviet_card_is_drawn_from_the_hand_by_chance() -> None:
    match = begin({INF: "74", RD: "59"}, MISS, cards=["thompson-1", "soviet-sniper-1", "chuikov", "heinkel-1"])
    play(match, "attack 59")
    assert box(match) == "soviet-card"
    found = {str(action) for action in match.decision.actions} if match.decision else set()
    assert found == {f"card {BOARD.card[card]}" for card in ("thompson-1", "soviet-sniper-1", "chuikov")}
    assert told(match, "INF-COMBAT-02") == []
    assert {at(match, unit) for unit in (MOT, TB2)} == {"away", "pool"}


@pytest.mark.rule("INF-GCARD-04")
def test_a_support_card_outside_a_combat_is_told_when_it_is_played() -> None:
    """INF-GCARD-04, INF-COMBAT-03."""
    match = begin({INF: "88"}, cards=["howitzer-1"])
    ((_, reason),) = match.why(card=BOARD.card["howitzer-1"])
    assert reason.text == "Howitzer supports a Deliberate Attack: play it when the combat begins."
    assert reason.clauses == ("INF-GCARD-04", "INF-COMBAT-03")
    ((_, other),) = match.why(card=BOARD.card["at-gun-1"])
    assert other.text == "Anti-Tank Gun is not in your hand."


@pytest.mark.rule("INF-SHORT-01")
def test_a_space_that_nobody_reaches_is_told_of_the_unit_that_stands_nearest() -> None:
    """INF-SHORT-01."""
    match = begin({INF: "88", INF2: "W"})
    texts = [reason.text for _, reason in match.why(space="73", verb="short")]
    name = BOARD.units[BOARD.unit[INF]].name
    assert texts == [f"Short Move: {name} is nearest. 73 is not next to {name}."]
