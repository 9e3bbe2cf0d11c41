"""What a refusal says: which of two things is the case, by the clause that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .barbarossa import campaign
from .cauldron.play import to_actions
from .donnerschlag.operation import HQ6, M1, R1, R2, T1, T2, attack, begin, box, go_on, play, to_fight


def said(match: Match, action: str) -> tuple[str, tuple[str, ...]]:
    """The sentence and the clauses of a refusal."""
    with pytest.raises(Refusal) as refusal:
        match.play(action)
    return refusal.value.text, refusal.value.clauses


@pytest.mark.parametrize(
    ("game", "action", "clauses"),
    [
        ("cauldron", "drive 53", ("CAU-SEQ-06",)),
        ("inferno", "take-card", ("INF-SEQ-04",)),
        ("barbarossa", "halt", ("BAR-SEQ-01", "BAR-SETUP-01")),
        ("donnerschlag", "halt", ("DON-SEQ-01", "DON-SETUP-01")),
    ],
)
def test_what_is_asked_out_of_its_time_cites_the_sequence_of_play(
    game: str, action: str, clauses: tuple[str, ...]
) -> None:
    match = Match.new(game, seed=1)
    assert match.decision is not None
    text, found = said(match, action)
    assert "is not possible now" in text
    assert set(clauses) <= set(found)
    assert set(found) & set(match.decision.clauses) <= {*clauses, "INF-SEQ-04", "INF-ACT-01"}


def beaten() -> Match:
    """A stack must retreat, and the other side has fought."""
    units = {R1: "4018", T1: "4017", T2: "4017", M1: "3717"}
    return begin(units, active="soviet", retreat="4017")


@pytest.mark.rule("DON-RETREAT-01")
def test_who_does_not_retreat_is_told_why() -> None:
    match = beaten()
    assert match.decision is not None
    assert match.decision.box == "retreat"
    for unit, words in ((R1, "is not yours."), (M1, "does not have to retreat.")):
        text, clauses = said(match, f"retreat {unit} 4016")
        assert text.endswith(words)
        assert clauses == ("DON-RETREAT-01",)


@pytest.mark.rule("DON-REPL-02")
def test_where_nobody_arrives_is_told_by_the_one_condition_that_fails() -> None:
    from mamayev.games.donnerschlag.rules.replacements import no_arrival

    p: Any = begin({R1: "4018", T1: "4310", T2: "4310"}).position
    board = p.board
    u = board.unit[M1]
    found = {name: no_arrival(p, u, board.hex[name], "DON-REPL-02") for name in ("4018", "4017", "4310", "2020")}
    assert found["4018"].text == "An enemy unit is in 4018."
    assert found["4017"].text == "4017 is next to an enemy unit."
    assert "is full." in found["4310"].text
    assert found["2020"].text.startswith("No friendly unit in supply is in")
    assert all("DON-REPL-02" in reason.clauses for reason in found.values())
    assert "DON-STACK-02" in found["4310"].clauses


@pytest.mark.rule("DON-SOVACT-01", "DON-SOVACT-03", "DON-AXACT-05")
def test_who_is_not_activated_is_told_why() -> None:
    match = go_on(begin({R1: "4018", T1: "4310"}, cards="act12-1", active="soviet"), "activation-card")
    match.play("activate act12-1")
    assert match.decision is not None
    assert match.decision.box == "whom"
    text, clauses = said(match, "colour 2ga-blue")
    assert (text.endswith("no unit is on the map."), clauses) == (True, ("DON-SOVACT-01",))
    text, clauses = said(match, "headquarters 51st-army-hq")
    assert clauses in (("DON-SOVACT-03",), ("DON-SOVACT-02",))
    assert " or " not in text
    assert said(match, "main-effort") == ("The Schwerpunkt marker belongs to the Axis.", ("DON-AXACT-05",))


def test_a_counter_that_no_action_names_plays_no_part() -> None:
    match = to_actions()
    known = {noun.id for noun in match.table.notation.nouns["piece"]}
    counter = next(piece.id for piece in match.table.look.kept.pieces if piece.id not in known)
    ((text, reason),) = match.why(piece=counter)
    assert text == ""
    assert reason.text.startswith("Not part of this decision")


@pytest.mark.rule("DON-CCARD-05")
def test_an_event_of_the_other_role_names_who_plays_it() -> None:
    match = go_on(begin({"6p-hq": "4015", T1: "4017", M1: "4017", R1: "4018"}, cards="act1-1 a4-1"), "activation-card")
    match.play("activate act1-1")
    go_on(match, "declare")
    match.play("assault 4018")
    match.play("fight")
    text, clauses = said(match, "play a4-1 general")
    assert text == "The general event of 8,8-Flak is only for the defender."
    assert clauses == ("DON-CCARD-05",)


@pytest.mark.rule("BAR-SETUP-08")
def test_a_set_up_that_is_the_suggested_one_is_told_so() -> None:
    match = campaign.play(Match.new("barbarossa", seed=1), "historical")
    assert said(match, "historical") == ("All units are already in their suggested hexes.", ("BAR-SETUP-08",))


@pytest.mark.rule("BAR-COMBAT-02")
def test_who_would_end_the_combat_is_told_how_many_battles_are_left() -> None:
    units = {campaign.PZ: "F35", campaign.IN: "J35", campaign.A4: "F36", campaign.A7: "J36"}
    match = campaign.begin(units, options={"airpower": True}, air__german=4)
    campaign.play(campaign.go_on(match, "german", "move"), "done")
    for attacker, defender in ((campaign.PZ, campaign.A4), (campaign.IN, campaign.A7)):
        campaign.play(match, f"target {defender}", f"attack {attacker}", "declared")
    assert campaign.box(match) == ("german", "fight")
    assert said(match, "stand-down") == ("2 battles are still to be fought.", ("BAR-COMBAT-02", "BAR-SEQ-05"))


@pytest.mark.rule("BAR-RETREAT-03")
def test_an_enemy_in_a_hex_and_an_enemy_zone_are_two_reasons_against_a_retreat() -> None:
    units = {
        campaign.PZ: "F34",
        campaign.PZ2: "F34",
        campaign.PZ3: "F34",
        campaign.A4: "F35",
        campaign.IN: "C36",
        campaign.IN2: "F33",
    }
    match = campaign.play(campaign.go_on(campaign.begin(units, [4]), "german", "move"), "done")
    attackers = (campaign.PZ, campaign.PZ2, campaign.PZ3)
    campaign.play(match, f"target {campaign.A4}", *(f"attack {unit}" for unit in attackers), "declared")
    assert campaign.box(match)[1] == "retreat"
    found = [said(match, f"retreat {campaign.A4} {h}") for h in ("D36", "F33")]
    assert found == [
        ("D36 is in an enemy zone of control.", ("BAR-RETREAT-03",)),
        ("An enemy unit is in F33.", ("BAR-RETREAT-03",)),
    ]


@pytest.mark.rule("DON-REINF-04")
def test_what_closes_a_hex_to_reinforcements_is_told() -> None:
    match = go_on(begin({HQ6: "4211", T1: "0915", "36-4m": "waiting", R1: "4018"}, turn=2, admin=True), "arrive")
    found = {name: said(match, f"arrive 36-4m {name}") for name in ("0915", "0916", "4018", "4510")}
    assert {name: text for name, (text, _) in found.items()} == {
        "0915": "An enemy unit is in 0915.",
        "0916": "0916 is next to an enemy unit.",
        "4018": "No road or railway leads from an entry hex to 4018.",
        "4510": "Enemy units are on or next to every road and railway to Atamanskaya (4510).",
    }
    assert {clauses for _, clauses in found.values()} == {("DON-REINF-04", "DON-REINF-06")}


@pytest.mark.rule("DON-CARDWIN-04", "DON-ADV-03")
def test_a_tank_that_goes_no_further_is_told_why() -> None:
    units = {HQ6: "4015", T1: "4017", T2: "4017", R1: "4018", R2: "4119"}
    match = to_fight(begin(units, [2, 3], cards="act1-1 al5-1", turn=5), "act1-1")
    go_on(attack(match, "4018", T1, T2), "advance")
    play(match, f"advance {T1} 4018", "halt", "play al5-1 general")
    while box(match)[1] != "further":
        match.play({"luck": "keep"}.get(box(match)[1], "pass"))
    found = [said(match, f"advance {unit} {h}") for unit, h in ((T2, "4118"), (T1, "4020"), (T1, "4119"))]
    assert found == [
        ("II/11/6P has not advanced.", ("DON-CARDWIN-04", "DON-ADV-03")),
        ("4020 is not next to I/11/6P.", ("DON-CARDWIN-04", "DON-ADV-03")),
        ("Enemy units are in 4119.", ("DON-STACK-05",)),
    ]
