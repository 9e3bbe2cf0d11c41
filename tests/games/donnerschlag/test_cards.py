"""Combat cards: windows, dice, boxes, the fate of a card, and what each event does."""

from typing import Any

import pytest

from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.cards import WINDOWS
from mamayev.games.donnerschlag.rules.effects import IMMEDIATE, IN_COMBAT

from .operation import (
    CAV,
    HQ6,
    HQ23,
    M1,
    M2,
    R1,
    R2,
    RECON,
    SM,
    ST,
    T1,
    T2,
    active,
    at,
    attack,
    begin,
    box,
    ends,
    go_on,
    last_roll,
    offered,
    play,
    refused,
    steps,
    to_fight,
    to_move,
    told,
    verbs,
    why_modified,
    why_shifted,
)

BOARD = ours()

HOME = {HQ6: "4015"}
FIELD = {T1: "4017", M1: "4118", R1: "4018"}  # 5 to 2: 2-1, two shifts right, 4-1


def before(
    units: dict[str, str], *dice: int, attackers: tuple[str, ...] = (T1, M1), target: str = "4018", **more: Any
) -> Any:
    """The window before a combat of the 6th Panzer Division."""
    cards = "act1-1 " + more.pop("cards", "")
    return attack(to_fight(begin(HOME | units, dice, cards=cards, **more), "act1-1"), target, *attackers)


def fought(match: Any) -> Any:
    """The same to the end of the combat."""
    return go_on(match, "declare", "activation-card", "give-up", "over", "exchange", "arrive")


def quiet(match: Any, *actions: str) -> Any:
    """Play cards of the attacker one by one; nobody answers, and the defender passes."""
    for action in actions:
        play(match, action)
        while box(match)[1] in ("answer", "luck"):
            play(match, "pass" if box(match)[1] == "answer" else "keep")
        if box(match) == ("soviet", "window"):
            play(match, "pass")
    return match


def test_every_effect_of_every_card_is_known_and_every_card_has_two_events() -> None:
    for card in BOARD.cards:
        for event in card.events:
            if event is not None:
                assert {effect.kind for effect in event.effects} <= {*IMMEDIATE, *IN_COMBAT}
                assert event.windows <= set(range(len(WINDOWS)))
                assert event.text
        assert sum(event is not None for event in card.events) in (0, 2, 3)


# ------------------------------------------------------------------ windows


@pytest.mark.rule("DON-CARDWIN-01", "DON-CARDWIN-02", "DON-CARDWIN-03", "DON-CCARD-06", "DON-PROC-02")
def test_the_window_goes_to_and_fro_until_both_pass() -> None:
    match = before(FIELD, 3, 3, 4, cards="a2-1 a3-1 s7-1 s1-1")
    assert match.decision is not None
    notes = {row["text"]: row.get("note") for row in match.decision.to_data()["actions"]}
    assert notes["play a2-1 general"] == "On 1 to 3: Two columns right (attack) or two left (defence)."
    assert notes["pass"] is None
    play(match, "pass")
    assert box(match) == ("soviet", "window")
    play(match, "play s7-1 tactical", "pass")
    assert box(match) == ("axis", "window"), "a pass forfeits nothing"
    play(match, "play a3-1 tactical", "pass", "play s1-1 tactical", "pass", "pass", "pass")
    assert box(match)[1] == "luck", "two passes in a row close it, and the die falls"
    assert {"Il-2 Sturmovik": -1}.items() <= why_shifted(match).items()
    assert why_modified(match) == {"Nebelwerfer": 1}
    assert "Tank" not in why_shifted(match), "M1937"


@pytest.mark.rule("DON-CCARD-05", "DON-CCARD-07", "DON-CARDWIN-05", "DON-CARDWIN-07")
def test_cards_have_their_time_and_one_of_two_events() -> None:
    match = before(FIELD, 5, cards="a4-1 al5-1 a7-1 a1-1", turn=5)
    assert "DON-CCARD-05" in refused(match, "play a4-1 general"), "for a defence"
    assert "DON-CCARD-05" in refused(match, "play al5-1 general"), "after combat"
    assert "DON-CARDWIN-07" in refused(match, "play a2-1 general")
    assert "DON-CCARD-07" in refused(match, "play a1-1 joint")
    assert "DON-CARDWIN-03" in refused(match, "wait")
    go_on(match, "retreat", "loss", "advance")
    go_on(match, "advance")
    play(match, f"advance {T1} 4018")
    assert box(match) == ("axis", "window")
    assert "play" in verbs(match)


@pytest.mark.rule("DON-CARDWIN-04", "DON-CARDWIN-06", "DON-CCARD-05")
def test_cards_of_an_activation_are_played_in_ones_own() -> None:
    match = begin(HOME | {T1: "4017", R1: "3010"}, cards="act1-1 act8-1 a5-1 s9-1")
    play(match, "pass")
    assert "DON-CCARD-05" in refused(match, "play s9-1 tactical")
    go_on(match, "muster")
    play(match, "begin")
    assert offered(match, "play") == {"a5-1"}


# ------------------------------------------------------------------ the fate of a card


@pytest.mark.rule("DON-CCARD-08", "DON-CCARD-09", "DON-CCARD-13", "DON-CCARD-16", "DON-SHIFT-02")
def test_success_removes_or_discards_and_failure_discards() -> None:
    match = quiet(before(FIELD, 3, 4, 4, cards="a2-1 a2-2"), "play a2-1 general", "play a2-2 tactical")
    assert (match.facts()["card.a2-1"], match.facts()["card.a2-2"]) == ("removed", "discard")
    fought(match)
    assert sum(line["value"] for line in last_roll(match)["shifts"] if line["text"] == "Stuka") == 3
    failed = quiet(before(FIELD, 4, 4, cards="a2-1"), "play a2-1 general")
    assert failed.facts()["card.a2-1"] == "discard"
    fought(failed)
    assert "Stuka" not in why_shifted(failed)


@pytest.mark.rule("DON-BOX-01", "DON-BOX-03", "DON-BOX-04", "DON-CARDWIN-07")
def test_a_boxed_card_needs_no_die_and_cannot_be_stopped() -> None:
    match = before(FIELD, 4, card__a2_1="box")
    play(match, "play a2-1 general")
    assert box(match) == ("soviet", "window"), "nobody is asked for an answer, no die is thrown"
    assert match.facts()["card.a2-1"] == "removed"
    tactical = before(FIELD, 4, card__a2_1="box")
    play(tactical, "play a2-1 tactical")
    assert tactical.facts()["card.a2-1"] == "discard", "removed only where the event says so"


@pytest.mark.rule("DON-CARDWIN-04", "DON-CCARD-16", "DON-FLOW-05")
def test_no_one_answers_the_phone() -> None:
    match = before(FIELD, 4, 4, cards="a2-1 s11-1")
    play(match, "play a2-1 general")
    assert box(match) == ("soviet", "answer")
    play(match, "play s11-1 general")
    while box(match)[1] in ("answer", "luck"):
        play(match, "pass" if box(match)[1] == "answer" else "keep")
    assert told(match, "DON-CCARD-16")
    assert (match.facts()["card.a2-1"], match.facts()["card.s11-1"]) == ("discard", "removed")
    in_vain = quiet(before({T1: "4017", T2: "4118", R1: "4018"}, 4, attackers=(T1, T2), cards="a10-1 a7-1"),
                    "play a7-1 tactical")  # fmt: skip
    assert told(in_vain, "DON-FLOW-05"), "the units are of one formation"


@pytest.mark.rule("DON-CCARD-10", "DON-CCARD-12", "DON-CCARD-15")
def test_swt_40_and_deadbolt_position_together() -> None:
    match = before(FIELD, 4, 5, cards="s2-1 s3-1")
    play(match, "pass", "play s2-1 joint", "pass")
    fought(match)
    assert why_shifted(match)["SWT-40"] == -2
    assert at(match, R1) == "4018", "no retreat"
    assert (match.facts()["card.s2-1"], match.facts()["card.s3-1"]) == ("removed", "removed")
    boxed = before(FIELD, 5, cards="s3-1", card__s2_1="box")
    play(boxed, "pass", "play s2-1 joint")
    assert box(boxed) == ("axis", "window"), "one half in the box: no die, no answer"
    failed = before(FIELD, 5, 5, cards="s2-1 s3-1")
    play(failed, "pass", "play s2-1 joint", "pass")
    assert (failed.facts()["card.s2-1"], failed.facts()["card.s3-1"]) == ("discard", "discard")
    single = before(FIELD, 3, 5, cards="s3-1")
    play(single, "pass", "play s3-1 general", "pass")
    fought(single)
    assert why_shifted(single)["Deadbolt Position (Riegelstellung)"] == -1


@pytest.mark.rule("DON-SCHLACHT-02", "DON-CARDWIN-04")
@pytest.mark.parametrize(("die", "result"), [(1, "1AR"), (4, "no effect"), (5, "1D")])
def test_before_a_reroll_a_result_is_what_the_cards_in_force_leave_of_it(die: int, result: str) -> None:
    match = before(FIELD, 3, die, cards="s3-1")
    play(match, "pass", "play s3-1 general", "pass", "pass", "pass")
    assert box(match) == ("axis", "luck")
    assert match.decision.prompt == f"You rolled a {die}: {result}. Keep it?"


@pytest.mark.rule("DON-CCARD-11", "DON-CCARD-12")
def test_naval_rifle_brigade_and_garde_together() -> None:
    match = begin({R1: "2020", HQ6: "4015"}, [4], cards="act8-1 s4-1 s5-1", active="soviet")
    go_on(match, "muster")
    play(match, "begin", "play s4-1 joint", "pass")
    assert box(match) == ("soviet", "painting")
    play(match, "paint 51a-red", "place naval-154 2021")
    assert (at(match, "naval-154"), steps(match, "naval-154")) == ("2021", 2)
    assert match.position.in_group(0)  # type: ignore[attr-defined]


# ------------------------------------------------------------------ what a card would bring


def offer(match: Any, text: str) -> Any:
    """An action as it is offered."""
    return next(one for one in match.decision.to_data()["actions"] if one["text"] == text)


@pytest.mark.rule("DON-CARDWIN-04", "DON-SHIFT-02", "DON-FLOW-05")
def test_a_card_says_the_column_and_its_chances_before_it_is_played_and_whether_it_would_be_in_vain() -> None:
    match = before(FIELD, cards="a2-1 a1-1")
    (told,) = match.decision.foretell("play a2-1 general").rolls
    assert told.title.startswith("the combat on 6-1 instead of 4-1 if the card succeeds on ")
    assert {one.text: round(6 * one.chance) for one in told.outcomes} == {"DR": 1, "1DR": 1, "2DR": 3, "3DR": 1}
    assert "vain" not in offer(match, "play a2-1 general")
    assert offer(match, "play a1-1 tactical")["vain"] == "The combat would stay on 4-1.", (
        "there is no river to be crossed"
    )
    romanian = before(FIELD, cards="a13-1")
    assert offer(romanian, "play a13-1 general")["vain"] == "The combat would stay on 4-1.", (
        "no Romanian cavalry attacks"
    )


@pytest.mark.rule("DON-CCARD-06")
def test_a_window_is_not_idle_if_two_cards_together_change_what_one_cannot() -> None:
    """8 to 1 with the tank and combined arms is two columns beyond the last one. The server passed for the Soviets."""
    units = {HQ6: "4015", "i-11-6p": "4017", "ii-11-6p": "4118", "i-114-6p": "4118", "adhoc-1": "4018"}
    attackers = ("i-11-6p", "ii-11-6p", "i-114-6p")
    for cards, idle in (("s7-1", True), ("s7-1 s7-2", False)):
        match = before(units, attackers=attackers, cards=cards)
        play(match, "pass")
        assert box(match) == ("soviet", "window")
        for card in cards.split():
            assert offer(match, f"play {card} general")["vain"] == "The combat would stay on 7-1."
        assert match.decision.idle is idle
    held = {"s7-1": 0, "s7-2": 0} | {card.id: c for c, card in enumerate(match.position.board.cards)}
    assert match.decision.reacts({held["s7-1"], held["s7-2"]})
    assert not match.decision.reacts({held["s7-1"]})


# ------------------------------------------------------------------ Schlachtenglueck and second throws


@pytest.mark.rule("DON-SCHLACHT-01", "DON-SCHLACHT-02", "DON-SCHLACHT-04", "DON-FLOW-03")
def test_schlachtenglueck_throws_a_die_of_ones_own_again_and_passes_on() -> None:
    match = before(FIELD, 5, 6, 5, cards="a2-1 s7-1")
    play(match, "play a2-1 general", "pass")
    assert box(match) == ("axis", "luck")
    play(match, "reroll")
    assert match.facts()["luck"] == "soviet"
    assert match.facts()["card.a2-1"] == "discard", "the second throw stands"
    play(match, "play s7-1 general", "pass")
    assert box(match) == ("soviet", "luck"), "it may go to and fro within a turn"


@pytest.mark.rule("DON-SCHLACHT-02", "DON-CCARD-08")
def test_a_card_die_that_succeeded_is_not_asked_about() -> None:
    failed = play(before(FIELD, 6, cards="a2-1"), "play a2-1 general", "pass")
    assert box(failed) == ("axis", "luck"), "with a 6 it fails"
    match = play(before(FIELD, 1, cards="a2-1"), "play a2-1 general", "pass")
    assert match.facts()["luck"] == "axis"
    assert box(match) == ("soviet", "window")


@pytest.mark.rule("DON-SCHLACHT-02")
def test_the_best_face_of_a_combat_die_lets_the_window_pass_and_a_worse_one_asks_for_the_marker() -> None:
    best, worse = (play(before(FIELD, die, cards="a9-1"), "pass", "pass").decision for die in (6, 3))
    assert best is not None
    assert worse is not None
    assert (best.box, worse.box) == ("luck", "luck"), "both are asked: what passes is the player's wish"
    assert best.idle
    assert all("vain" in one for one in map(best.action_data, best.codes) if one["verb"] != "keep")
    assert worse.waiver is None, "the marker is not let pass with the combat"
    assert not worse.idle


@pytest.mark.rule("DON-SCHLACHT-02")
def test_hoth_throws_a_combat_die_again() -> None:
    match = before(FIELD, 1, 6, cards="a9-1", luck="soviet")
    play(match, "pass", "pass")
    assert box(match) == ("axis", "luck")
    assert verbs(match) == {"keep", "play"}
    play(match, "play a9-1 tactical", "pass")
    assert last_roll(match)["total"] == 6
    assert match.facts()["card.a9-1"] == "discard"


@pytest.mark.rule("DON-SCHLACHT-02", "DON-SCHLACHT-04")
def test_a_combat_die_is_thrown_twice_at_most() -> None:
    marker = before(FIELD, 1, 2, 6, cards="a9-1")
    play(marker, "pass", "pass", "reroll")
    assert box(marker)[1] != "luck", "Hoth comes too late"
    assert last_roll(marker)["total"] == 2
    card = before(FIELD, 1, 2, 6, cards="a9-1")
    play(card, "pass", "pass", "play a9-1 tactical", "pass")
    assert box(card)[1] != "luck", "and so does the marker"
    assert last_roll(card)["total"] == 2
    assert card.facts()["luck"] == "axis"


# ------------------------------------------------------------------ events in a combat


@pytest.mark.rule("DON-CARDWIN-04")
def test_sturmpioniere_tactical_lifts_the_modifier_alone() -> None:
    units = {HQ6: "2610", M1: "2513", M2: "2514", R1: "2413", T1: "2513"}
    match = quiet(before(units, 4, attackers=(M1, M2, T1), target="2413", cards="a1-1"), "play a1-1 tactical")
    fought(match)
    assert why_modified(match) == {}
    assert "Tank" not in why_shifted(match)


@pytest.mark.rule("DON-CARDWIN-04")
def test_defence_against_tanks() -> None:
    match = before(FIELD, 1, 4, cards="s1-1 sl11-1", turn=5)
    play(match, "pass", "play sl11-1 general", "pass")
    fought(match)
    assert why_shifted(match) == {}
    assert steps(match, T1) == 1, "an attacking tank loses a step"


@pytest.mark.rule("DON-CARDWIN-04", "DON-DRM-01")
def test_modifiers_of_cards() -> None:
    village = {HQ6: "3120", T1: "3120", M1: "3120", R1: "3020"}
    match = quiet(before(village, 4, 4, target="3020", cards="a3-1"), "play a3-1 general")
    fought(match)
    assert why_modified(match) == {"Nebelwerfer": 1}, "the village no longer counts"
    guards = before({T1: "4017", M1: "4118", "70g-24g-1g": "4018"}, 4, 4, cards="s5-1")
    play(guards, "pass", "play s5-1 tactical", "pass")
    fought(guards)
    assert why_modified(guards) == {"Garde": -1}
    stronger = before({T1: "4017", M1: "4118", R1: "4018"}, 3, 4, cards="s5-1")
    play(stronger, "pass", "play s5-1 general", "pass")
    fought(stronger)
    assert last_roll(stronger)["text"].startswith("5 to 3")


@pytest.mark.rule("DON-CARDWIN-04", "DON-PROC-03")
def test_romanian_cavalry_with_korne() -> None:
    units = {"gr-popescu-hq": "4015", CAV: "4017", "7-5c": "4017", R1: "4018"}
    match = to_fight(begin(units, [4, 4], cards="act4-1 a13-1"), "act4-1")
    attack(match, "4018", CAV, "7-5c")
    quiet(match, "play a13-1 general")
    fought(match)
    assert last_roll(match)["text"].startswith("4 to 2")


@pytest.mark.rule("DON-CARDWIN-04")
def test_fog_grounds_the_aircraft() -> None:
    match = before(FIELD, 2, 4, 4, cards="a2-1 a2-2 sl9-1", turn=5)
    play(match, "play a2-1 general", "pass")
    play(match, "play sl9-1 tactical", "pass")
    assert told(match, "DON-CARDWIN-04")
    fought(match)
    assert "Stuka" not in why_shifted(match)
    barred = before(FIELD, 4, 4, cards="a2-1 sl9-1", turn=5)
    play(barred, "pass", "play sl9-1 general", "pass")
    assert "DON-CARDWIN-04" in refused(barred, "play a2-1 general")


@pytest.mark.rule("DON-BOX-04", "DON-CARDWIN-04")
def test_fog_does_not_undo_what_came_out_of_the_box() -> None:
    match = before(FIELD, 4, card__a2_1="box", cards="sl9-1", turn=5)
    play(match, "play a2-1 general", "play sl9-1 tactical", "pass")
    fought(match)
    assert why_shifted(match)["Stuka"] == 2
    later = before(FIELD, 4, card__a2_1="box", cards="sl9-1", turn=5)
    play(later, "pass", "play sl9-1 general", "pass")
    assert "DON-CARDWIN-04" in refused(later, "play a2-1 general"), "it stays in the box while there is fog"


@pytest.mark.rule("DON-CARDWIN-04", "DON-RETREAT-14")
def test_cards_that_change_the_result() -> None:
    units = {HQ6: "4211", M1: "4017", R1: "4018", "550-126": "4018"}
    match = to_fight(begin(units, [4, 5], cards="act8-1 a11-1", active="soviet"), "act8-1")
    attack(match, "4017", R1, "550-126")
    play(match, "pass", "play a11-1 general", "pass")
    fought(match)
    assert steps(match, M1) == 2, "no step is lost"
    stand = before({T1: "4017", T2: "4017", R1: "4018"}, 3, 2, attackers=(T1, T2), cards="s13-1")
    play(stand, "pass", "play s13-1 general", "pass")
    fought(stand)
    assert (at(stand, R1), steps(stand, R1)) == ("4018", 1), "a step in place of the retreat"


@pytest.mark.rule("DON-CARDWIN-05", "DON-CARDWIN-04")
def test_kampfgruppe_huenersdorff_goes_on() -> None:
    match = before({T1: "4017", T2: "4017", R1: "4018"}, 2, 3, attackers=(T1, T2), cards="al5-1", turn=5)
    go_on(match, "advance")
    play(match, f"advance {T1} 4018", "halt")
    quiet(match, "play al5-1 general")
    assert box(match) == ("axis", "further")
    assert "4118" in ends(match, T1, "advance")
    play(match, f"advance {T1} 4118")
    assert at(match, T1) == "4118"


# ------------------------------------------------------------------ events of an activation


def in_activation(units: dict[str, str], *dice: int, card: str = "act1-1", cards: str = "", **more: Any) -> Any:
    """The window before the movement of an activation."""
    match = begin(units, dice, cards=f"{card} {cards}", **more)
    go_on(match, "muster")
    return play(match, "begin")


@pytest.mark.rule("DON-REPL-01", "DON-REPL-02", "DON-REPL-03")
def test_replacements() -> None:
    units = HOME | {T1: "4017", T2: "lost", R1: "4018"}
    match = quiet(in_activation(units, 4, cards="a5-1", steps__i_11_6p=1), "play a5-1 general")
    assert box(match) == ("axis", "replacing")
    assert offered(match, "restore") == {T1}, "also next to an enemy"
    found = ends(match, T2, "place")
    assert {"4015", "4016"} <= found, "with a friend in supply, or next to one"
    assert "4118" not in found, "not next to an enemy"
    assert "DON-REPL-02" in refused(match, f"place {T2} 4118")
    play(match, f"restore {T1}", f"place {T2} 4015")
    assert (steps(match, T1), steps(match, T2), at(match, T2)) == (2, 1, "4015")
    flip = quiet(in_activation(units, 3, cards="a5-1", steps__i_11_6p=1), "play a5-1 tactical")
    assert "place" not in verbs(flip)


@pytest.mark.rule("DON-CUP-03", "DON-CUP-07", "DON-REINF-02", "DON-CUP-04")
def test_cards_draw_from_the_cups() -> None:
    units = {R1: "2020", HQ6: "4015"}
    match = in_activation(units, 3, card="act8-1", cards="s4-1", active="soviet", lots=["snafu-adhoc-1", "adhoc-8"])
    play(match, "play s4-1 general", "pass")
    assert box(match) == ("soviet", "placing")
    assert at(match, "snafu-adhoc-1") == "out", "the SNAFU marker stays out until the draws are done"
    play(match, "place adhoc-8 2021")
    assert at(match, "snafu-adhoc-1") == "cup"


@pytest.mark.rule("DON-HQ-04", "DON-REINF-08", "DON-OVERRUN-06")
def test_a_card_brings_a_soviet_hq_even_into_a_zone() -> None:
    match = begin({R1: "4018", T1: "1822", HQ6: "4015"}, cards="act8-1 s6-1", active="soviet")
    play(match, "play s6-1 general", "pass")
    assert at(match, "51st-army-hq") == "1821"
    assert match.facts()["card.s6-1"] == "discard"
    barred = begin({R1: "4018", T1: "1821", HQ6: "4015"}, cards="act8-1 s6-1", active="soviet")
    play(barred, "play s6-1 general", "pass")
    assert at(barred, "51st-army-hq") == "out"
    assert told(barred, "DON-FLOW-05")


@pytest.mark.rule("DON-SCHWER-01", "DON-SCHWER-03", "DON-SCHWER-04")
def test_the_schwerpunkt_marker() -> None:
    match = begin(HOME | {T1: "4017", R1: "4018"}, cards="act1-1 a7-1")
    play(match, "play a7-1 general", "pass")
    assert box(match) == ("axis", "give-schwerpunkt")
    play(match, f"mark {HQ6}")
    assert match.facts()["schwerpunkt"] == HQ6
    lost = begin({HQ6: "4015", RECON: "4017", SM: "4018", ST: "4018"}, [6], cards="act12-1", active="soviet",
                 schwerpunkt=RECON)  # fmt: skip
    attack(to_fight(lost, "act12-1", "formation 13tc"), "4017", SM, ST)
    go_on(lost, "marking")
    assert lost.facts()["schwerpunkt"] == ""
    play(lost, f"mark {HQ6}")
    assert lost.facts()["schwerpunkt"] == HQ6


@pytest.mark.rule("DON-ACARD-03", "DON-CCARD-02", "DON-CCARD-09")
def test_hand_limits_and_the_exchange_of_an_activation_card() -> None:
    match = begin(HOME, [4], cards="act1-1 a8-1", card__act2_1="discard")
    play(match, "play a8-1 general", "pass")
    assert match.position.limits == [[6, 5], [5, 5]]  # type: ignore[attr-defined]
    trade = begin(HOME, [4], cards="act1-1 a8-1", card__act2_1="discard")
    play(trade, "play a8-1 tactical", "pass")
    assert box(trade) == ("axis", "trading")
    play(trade, "trade act1-1 act2-1")
    assert trade.facts()["card.act1-1"] == "discard"
    both = begin(HOME, [4], cards="act8-1 sl2-1", active="soviet", turn=5)
    play(both, "play sl2-1 general", "pass")
    assert both.position.limits[1] == [5, 6]  # type: ignore[attr-defined]


@pytest.mark.rule("DON-CCARD-17", "DON-FOG-01")
def test_cards_that_rob_a_hand() -> None:
    match = begin(HOME, [5], cards="act1-1 a10-1 s1-1 s7-1")
    play(match, "play a10-1 general", "pass")
    discards = [c for c in ("s1-1", "s7-1") if match.facts().get(f"card.{c}") == "discard"]
    assert len(discards) == 1
    view = match.view("axis")
    assert [held["id"] for held in view["held"]] == ["known"]
    assert not match.view(None).get("held")
    saturn = begin(HOME, [3], cards="act1-1 act1-2 act8-1 sl5-1", active="soviet", turn=5)
    play(saturn, "play sl5-1 general", "pass")
    assert saturn.facts()["axis_activation_cards"] == 1


@pytest.mark.rule("DON-RIVER-04", "DON-RIVER-02", "DON-MOVE-03")
def test_engineers_and_haste() -> None:
    units = {HQ6: "2610", M1: "2513", T1: "2513"}
    match = quiet(in_activation(units, 4, cards="al6-1", turn=5), "play al6-1 general")
    play(match, "bridge 2413 2513")
    go_on(match, "move")
    assert "2313" in ends(match, T1)
    ford = quiet(in_activation(units, 4, cards="al6-1", turn=5), "play al6-1 tactical")
    go_on(ford, "move")
    assert "2213" in ends(ford, M1)
    plain = ends(to_move(begin(units, cards="act1-1"), "act1-1"), T1)
    hasty = quiet(in_activation(units, 4, cards="al10-1", turn=5), "play al10-1 tactical")
    go_on(hasty, "move")
    assert plain < ends(hasty, T1)


@pytest.mark.rule("DON-OOS-03", "DON-SUP-08")
def test_convoys() -> None:
    units = {
        HQ6: "1412",
        RECON: "1512",
        R1: "1812",
        R2: "1813",
        "827-302": "2016",
        "366-126": "1921",
        "550-126": "1923",
    }
    match = quiet(in_activation(units, 5, cards="al11-1", turn=5), "play al11-1 general")
    assert match.facts()["supply.6-6p"] is False
    play(match, "feed 6p")
    assert match.facts()["supply.6-6p"] is True
    markers = quiet(in_activation(units, 5, cards="al11-1", turn=5), "play al11-1 tactical")
    play(markers, f"relieve {RECON}", f"relieve {HQ6}")
    assert markers.facts()["supply.6-6p"] is True


@pytest.mark.rule("DON-AXACT-02", "DON-SOVACT-02", "DON-FLOW-01")
def test_extra_activations() -> None:
    units = {HQ6: "4015", T1: "4017", HQ23: "4211", "i-128-23p": "4212"}
    match = begin(units, [3], cards="act1-1 al10-1", turn=5)
    go_on(match, "move")
    play(match, "done")
    go_on(match, "window")
    play(match, "pass", "pass", "play al10-1 general", "pass")
    assert box(match) == ("axis", "whom")
    play(match, "formation 23p")
    assert active(match) == {HQ23, "i-128-23p"}
    go_on(match, "move")
    corps = begin({SM: "4018", R1: "4017", "213-61c": "4020"}, [3], cards="act8-1 sl8-1", active="soviet", turn=5)
    go_on(corps, "move")
    play(corps, "done", "pass", "pass", "play sl8-1 general", "pass")
    assert offered(corps, "formation") == {"13tc"}, "no cavalry corps"


@pytest.mark.rule("DON-AXACT-07")
def test_the_tigers_join_a_panzer_division() -> None:
    match = quiet(in_activation({HQ6: "4112", T1: "4112"}, 4, cards="al2-1", turn=5), "play al2-1 general")
    assert refused(match, "attach s-pz-abt-503 13tc") == ("DON-AXACT-07", "DON-CARDWIN-04")
    assert refused(match, f"attach {T1} 6p") == ("DON-AXACT-07", "DON-CARDWIN-04")
    play(match, "attach s-pz-abt-503 6p")
    assert "4012" in ends(match, "s-pz-abt-503", "place")
    play(match, "place s-pz-abt-503 4012")
    assert at(match, "s-pz-abt-503") == "4012"
    assert match.position.attached[-1] == 0, "the 6th Panzer Division"


# ------------------------------------------------------------------ why not


def told_of(match: Any, card: str) -> list[tuple[str, tuple[str, ...]]]:
    """The answer to a click on a card."""
    return [(reason.text, reason.clauses) for _, reason in match.why(card=BOARD.card_index[card])]


def test_a_card_that_cannot_be_played_now_is_told_when_it_is() -> None:
    """DON-CCARD-05, DON-CARDWIN-06, DON-CMD-02."""
    match = before(FIELD, cards="a2-1 a6-1 act1-2")
    assert told_of(match, "a2-1") == [], "Stuka is played before combat"
    ((text, clauses),) = told_of(match, "a6-1")
    assert (text, clauses) == (
        "Marschkompanie can be played before movement or at the end of combat.",
        ("DON-CCARD-05", "DON-CARDWIN-06"),
    )
    ((text, clauses),) = told_of(match, "act1-2")
    assert text == "6. Panzer is an activation card: play it at the start of an activation."
    assert clauses == ("DON-CMD-02",)


def test_a_combat_card_is_no_activation_card_and_none_is_played_while_units_move() -> None:
    """DON-CMD-02, DON-CCARD-05."""
    match = to_move(begin(HOME | FIELD, cards="act1-1 a2-1"), "act1-1")
    assert told_of(match, "a2-1") == [("Stuka is a combat card: play it before combat.", ("DON-CCARD-05",))]


def test_of_a_card_in_another_hand_or_pile_the_same_is_told() -> None:
    """DON-CARDWIN-07."""
    match = before(FIELD, cards="a2-1 s8-1")
    for card in ("s8-1", "s9-1", "a3-1", "act1-1", "act10-1"):
        title = BOARD.cards[BOARD.card_index[card]].title
        assert [text for text, _ in told_of(match, card)] == [f"{title} is not in your hand."]
