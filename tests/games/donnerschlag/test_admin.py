"""Preparation for play and the Admin Phase: attachment, deals, High Command, boxes, reinforcements, the reshuffle."""

from typing import Any

import pytest

from mamayev.games.donnerschlag.printed.board import ours
from mamayev.games.donnerschlag.printed.cards import ACTIVATION, COMBAT, DISCARD, DRAW, HAND, LATE, REMOVED
from mamayev.match.match import Match

from .operation import HQ6, R1, T1, at, begin, box, ends, go_on, offered, play, refused, told, verbs

BOARD = ours()

FULL = {HQ6: "4015", R1: "3010"}


def new(**options: str) -> Match:
    """A game from its beginning."""
    return Match.new("donnerschlag", seed=4, options=options)


def held(match: Match, side: int, kind: int, *places: int) -> list[int]:
    """The cards of a side in some places."""
    p: Any = match.position
    return list(p.held(side, kind, *places))


# ------------------------------------------------------------------ preparation


@pytest.mark.rule("DON-SETUP-01", "DON-SETUP-02", "DON-OVERRUN-02")
def test_the_stugs_are_attached_for_the_whole_game() -> None:
    match = new()
    assert box(match) == ("axis", "attach")
    assert offered(match, "attach") == {"stug-228", "stug-243"}
    play(match, "attach stug-228 6p")
    assert at(match, "stug-228") == "3506"
    assert "DON-SETUP-02" in refused(match, "attach stug-228 23p")
    assert "DON-SETUP-02" in refused(match, "attach stug-243 4mc")
    play(match, "attach stug-243 6p")
    assert at(match, "stug-243") == "3605", "with its HQ"
    p: Any = match.position
    assert len(p.of_formation(0)) == 9
    late = play(new(), "attach stug-228 17p")
    assert at(late, "stug-228") == "waiting"
    romanian = play(new(), "attach stug-228 vi")
    assert at(romanian, "stug-228") == "3403"


@pytest.mark.rule("DON-SETUP-03", "DON-SETUP-04", "DON-SETUP-05", "DON-SETUP-06", "DON-ACARD-02", "DON-CCARD-01",
                  "DON-SCHLACHT-01")  # fmt: skip
def test_five_cards_of_each_early_deck_are_dealt() -> None:
    match = play(new(), "attach stug-228 6p", "attach stug-243 23p")
    for side in (0, 1):
        for kind in (ACTIVATION, COMBAT):
            hand = held(match, side, kind, HAND)
            assert len(hand) == 5
            assert not any(BOARD.cards[c].late for c in hand)
            assert all(BOARD.cards[c].late for c in held(match, side, kind, LATE))
    assert [len(BOARD.deck[s][k]) for s in (0, 1) for k in (0, 1)] == [28, 38, 24, 38]
    assert match.facts()["luck"] == "axis"


@pytest.mark.rule("DON-SETUP-07", "DON-HICOM-01", "DON-HICOM-02", "DON-SEQ-02", "DON-BOX-02", "DON-T8-04")
def test_high_command_in_turn_1_and_no_admin_phase() -> None:
    match = play(new(), "attach stug-228 6p")
    assert match.decision is not None
    assert match.decision.prompt == "Attach StuG 243 to which formation?"
    play(match, "attach stug-243 23p")
    assert box(match) == ("axis", "high-command")
    wanted = next(BOARD.cards[c].id for c in held(match, 0, COMBAT, DRAW))
    late = next(BOARD.cards[c].id for c in held(match, 0, COMBAT, LATE))
    assert match.decision is not None
    notes = {row["text"]: row.get("note", "") for row in match.decision.to_data()["actions"]}
    assert all(("General: " in note and "Tactical: " in note) == (text != "decline") for text, note in notes.items())
    assert "DON-HICOM-01" in refused(match, f"pick {late}")
    play(match, f"pick {wanted}")
    assert len(held(match, 0, COMBAT, HAND)) == 6, "above the hand limit"
    assert box(match) == ("soviet", "high-command")
    play(match, "decline")
    assert match.events[-1].text == "No card is taken from High Command.", "the log says what was declined"
    assert box(match) == ("axis", "exchange"), "no box, no call, no reinforcements"
    go_on(match, "window")
    assert match.facts()["turn"] == 1
    boxed = play(new(high_command="box"), "attach stug-228 6p", "attach stug-243 23p")
    play(boxed, f"pick {next(BOARD.cards[c].id for c in held(boxed, 0, COMBAT, DRAW))}")
    assert boxed.facts()["axis_boxed"] == 1
    counted = play(new(high_command="hand-counted"), "attach stug-228 6p", "attach stug-243 23p")
    assert box(counted) == ("axis", "claim")
    play(counted, "claim", "decline")
    assert len(held(counted, 0, COMBAT, HAND)) == 4
    assert "DON-HICOM-02" in refused(counted, "decline")


@pytest.mark.rule("DON-SCHLACHT-03", "DON-SCHLACHT-04", "DON-FLOW-04")
def test_a_dealt_card_is_exchanged_and_the_marker_passes_on() -> None:
    match = play(new(), "attach stug-228 6p", "attach stug-243 23p", "decline", "decline")
    given = held(match, 0, COMBAT, HAND)[0]
    elsewhere = BOARD.cards[held(match, 1, COMBAT, HAND)[0]].id
    assert "DON-SCHLACHT-03" in refused(match, f"swap {elsewhere}")
    play(match, f"swap {BOARD.cards[given].id}")
    assert len(held(match, 0, COMBAT, HAND)) == 5
    p: Any = match.position
    assert p.where[given] == DRAW
    assert match.facts()["luck"] == "soviet"
    assert box(match) == ("soviet", "exchange")
    events = [e.text for e in match.events_for("soviet") if "xchange" in e.text]
    assert events
    assert BOARD.cards[given].title not in events[-1]


# ------------------------------------------------------------------ admin phase


@pytest.mark.rule(
    "DON-SEQ-01", "DON-SEQ-03", "DON-SEQ-05", "DON-ADMIN-01", "DON-ADMIN-02", "DON-CALL-01", "DON-REINF-01"
)
def test_the_order_of_the_admin_phase() -> None:
    match = begin(FULL | {"36-4m": "waiting"}, turn=2, admin=True, schwerpunkt=HQ6, luck="soviet")
    asked: list[tuple[str, str]] = []
    while box(match)[1] != "window":
        if not asked or asked[-1] != box(match):
            asked.append(box(match))
        go = {"marking": "decline", "stow": "decline", "exchange": "decline", "calling": "decline"}
        now = match.decision
        assert now is not None
        match.play(go.get(now.box) or str(next(iter(now.actions))))
    assert asked == [
        ("axis", "marking"), ("soviet", "arrive"), ("axis", "stow"), ("soviet", "stow"), ("soviet", "exchange"),
        ("axis", "calling"), ("axis", "exchange"),
    ]  # fmt: skip
    assert match.facts()["luck"] == "axis"


@pytest.mark.rule("DON-SCHLACHT-05", "DON-ADMIN-04")
def test_the_marker_comes_back_in_the_admin_phase() -> None:
    match = begin(FULL, turn=2, admin=True, luck="soviet")
    go_on(match, "calling")
    assert match.facts()["luck"] == "soviet"
    play(match, "decline")
    assert match.facts()["luck"] == "axis"
    first = begin(FULL, turn=2, admin=True, luck="soviet", options={"marker_returns": "first"})
    go_on(first, "stow", "exchange")
    assert (box(first)[1], first.facts()["luck"]) == ("stow", "axis"), "the Soviets exchange no card of the deal"
    assert box(go_on(first, "exchange")) == ("axis", "exchange")


@pytest.mark.rule("DON-ADMIN-01", "DON-CCARD-04", "DON-ACARD-03", "DON-CCARD-02")
def test_hands_are_filled_to_their_limits() -> None:
    match = begin(FULL, turn=3, admin=True, cards="a2-1", limit__axis_activation=6)
    go_on(match, "stow")
    assert len(held(match, 0, ACTIVATION, HAND)) == 6
    assert len(held(match, 0, COMBAT, HAND)) == 5, "the kept card counts"
    assert len(held(match, 1, ACTIVATION, HAND)) == 5


@pytest.mark.rule("DON-BOX-02", "DON-BOX-05", "DON-BOX-06", "DON-BOX-07", "DON-BOX-08")
def test_the_boxes() -> None:
    match = begin(FULL, turn=3, admin=True, cards="a2-1 s2-1 s3-1 s1-1")
    go_on(match, "stow")
    play(match, "stow a2-1")
    assert match.facts()["axis_boxed"] == 1
    assert "a2-1" not in str(match.events_for("soviet")[-3:])
    assert box(match) == ("soviet", "stow")
    assert offered(match, "stow-both") == {"s2-1"}
    play(match, "stow-both s2-1")
    assert match.facts()["soviet_boxed"] == 2
    later = begin(FULL, turn=3, admin=True, card__a2_1="box", card__s2_1="box", cards="s3-1 s1-1")
    go_on(later, "stow")
    assert box(later) == ("soviet", "stow"), "the OKH box is taken"
    assert offered(later, "stow") == {"s3-1"}, "the partner alone may join"
    assert "DON-BOX-07" in refused(later, "stow s1-1")


@pytest.mark.rule("DON-ADMIN-03")
def test_a_pile_that_runs_dry_is_made_of_its_discards() -> None:
    match = begin(FULL, turn=3, admin=True)
    p: Any = match.position
    for c in BOARD.deck[0][COMBAT]:
        if p.where[c] == DRAW:
            p.where[c] = DISCARD
    kept = next(c for c in BOARD.deck[0][COMBAT] if p.where[c] == DISCARD)
    p.where[kept] = REMOVED
    before = len(held(match, 0, COMBAT, DISCARD))
    go_on(match, "stow")
    assert before
    assert p.where[kept] == REMOVED


@pytest.mark.rule("DON-RESHUF-01", "DON-RESHUF-02", "DON-RESHUF-03", "DON-CCARD-14", "DON-HICOM-01")
def test_turn_4_deals_then_high_command_then_new_piles() -> None:
    match = begin(FULL, turn=4, admin=True, card__a1_1="removed", card__a2_1="discard")
    go_on(match, "high-command")
    assert not any(BOARD.cards[c].late for c in held(match, 0, COMBAT, HAND))
    assert {BOARD.cards[c].late for c in held(match, 0, COMBAT, LATE)} == {True}
    play(match, "pick al1-1")
    go_on(match, "calling")
    assert "al1-1" in {BOARD.cards[c].id for c in held(match, 0, COMBAT, HAND)}
    assert len(held(match, 0, COMBAT, HAND)) == 6
    assert not held(match, 0, COMBAT, LATE, DISCARD)
    assert [BOARD.cards[c].id for c in held(match, 0, COMBAT, REMOVED)] == ["a1-1"]


@pytest.mark.rule("DON-BOX-02", "DON-RESHUF-02")
@pytest.mark.parametrize("turn", [3, 4])
def test_the_place_of_a_card_in_the_box_is_not_dealt_anew(turn: int) -> None:
    match = begin(FULL, turn=turn, admin=True, cards="a2-1 s2-1 s3-1")
    go_on(match, "stow")
    assert [len(held(match, side, COMBAT, HAND)) for side in (0, 1)] == [5, 5]
    play(match, "stow a2-1", "stow-both s2-1")
    go_on(match, "calling")
    assert [len(held(match, side, COMBAT, HAND)) for side in (0, 1)] == [4, 3]
    assert [match.facts()["axis_boxed"], match.facts()["soviet_boxed"]] == [1, 2]


@pytest.mark.rule("DON-BOX-02", "DON-RESHUF-02")
def test_in_turn_4_the_new_piles_give_what_the_old_ones_lacked() -> None:
    early = [
        BOARD.cards[c].id for c in BOARD.deck[0][COMBAT] if not BOARD.cards[c].late and BOARD.cards[c].id != "a2-1"
    ]
    discarded: dict[str, Any] = {f"card.{name}": "discard" for name in early[2:]}
    match = begin(FULL, turn=4, admin=True, cards="a2-1", **discarded)
    go_on(match, "stow")
    assert len(held(match, 0, COMBAT, HAND)) == 3, "two cards were left in the pile"
    play(match, "stow a2-1")
    go_on(match, "calling")
    assert len(held(match, 0, COMBAT, HAND)) == 4


@pytest.mark.rule("DON-RESHUF-04", "DON-T8-01", "DON-T8-04", "DON-HICOM-01")
def test_turn_8_has_no_activation_cards_and_high_command_looks_through_everything() -> None:
    match = begin(FULL, turn=8, admin=True, called=4, track=4, survival=7, card__a2_1="discard", card__a1_1="removed")
    go_on(match, "high-command")
    assert not held(match, 0, ACTIVATION, HAND)
    assert "a2-1" in offered(match, "pick")
    assert "a1-1" not in offered(match, "pick")
    go_on(match, "window")
    assert "calling" not in [e.step for e in match.events]


# ------------------------------------------------------------------ reinforcements


@pytest.mark.rule("DON-REINF-01", "DON-REINF-03", "DON-REINF-04", "DON-REINF-05")
def test_soviet_reinforcements_come_along_the_roads() -> None:
    match = begin(FULL | {"36-4m": "waiting", "51-6m": "waiting"}, turn=2, admin=True)
    go_on(match, "arrive")
    assert offered(match, "arrive") == {"36-4m"}, "the 6th Mechanized comes later"
    found = ends(match, "36-4m", "arrive")
    assert {"0914", "2124", "1018"} <= found
    assert not {"1015", "4018"} & found, "roads alone"
    assert "DON-REINF-04" in refused(match, "arrive 36-4m 1015")
    assert "DON-REINF-01" in refused(match, "arrive 51-6m 0914")
    full = begin(FULL | {"36-4m": "waiting", "825-302": "2124", "827-302": "2124"}, turn=2, admin=True)
    go_on(full, "arrive")
    assert "DON-REINF-05" in refused(full, "arrive 36-4m 2124")


@pytest.mark.rule("DON-REINF-04", "DON-REINF-07", "DON-UNIT-06")
def test_no_hex_of_the_way_is_next_to_an_enemy_and_who_has_no_way_waits() -> None:
    match = begin({HQ6: "2223", "36-4m": "waiting", T1: "0915"}, turn=2, admin=True)
    go_on(match, "stow")
    assert at(match, "36-4m") == "waiting", "an HQ bars an entry as well"
    later = begin({HQ6: "4015", "36-4m": "waiting"}, turn=5, admin=True)
    assert offered(go_on(later, "arrive"), "arrive") == {"36-4m"}, "it is due again"
    units = {HQ6: "2223", "36-4m": "waiting", "51-6m": "waiting", T1: "0915", "i-40-17p": "waiting"}
    lost = begin(units, turn=4, admin=True, options={"blocked_entry": "lost"})
    go_on(lost, "arrive")
    go_on(lost, "stow")
    assert at(lost, "36-4m") == "lost", "under one reading"
    assert at(lost, "51-6m") == "waiting", "it is not due yet"
    assert told(lost, "DON-REINF-07")


@pytest.mark.rule("DON-REINF-06", "DON-REINF-07")
def test_the_17th_panzer_comes_in_turn_4_with_its_hq() -> None:
    match = begin({"17p-hq": "waiting", "i-40-17p": "waiting", R1: "3010"}, turn=4, admin=True)
    go_on(match, "arrive")
    assert box(match)[0] == "axis"
    assert offered(match, "arrive") == {"17p-hq", "i-40-17p"}
    assert {"4607", "3605"} <= ends(match, "17p-hq", "arrive")
    together = play(match.copy(), "arrive-all")
    assert at(together, "17p-hq") == at(together, "i-40-17p") == "4607"
    play(match, "arrive 17p-hq 4607")
    assert "4607" in ends(match, "i-40-17p", "arrive")


@pytest.mark.rule("DON-CCARD-03", "DON-CCARD-04", "DON-CCARD-17")
def test_at_the_end_all_combat_cards_but_one_are_given_up_in_the_open() -> None:
    match = begin(FULL, cards="act1-1 a2-1 a2-2 a3-1 s1-1")
    go_on(match, "give-up")
    assert box(match)[0] == "axis"
    assert "DON-CCARD-03" in refused(match, "keep")
    once = play(match.copy(), "keep-card a2-2")
    play(match, "discard a2-1", "discard a3-1")
    assert {"keep", "discard"} == verbs(match)
    assert match.decision is not None
    keep = match.decision.action_data(match.decision.code("keep"))
    assert keep["label"] == "Keep the last card", "nobody speaks of a die"
    assert {**play(match.copy(), "keep").facts()} == {**once.facts()}, "one click keeps the same card"
    play(match, "keep")
    assert box(match) == ("soviet", "give-up")
    play(match, "discard s1-1")
    assert match.facts()["card.s1-1"] == "discard"
    assert told(match, "DON-CCARD-17")


@pytest.mark.rule("DON-FLOW-10")
def test_real_dice_and_cards_may_be_typed_in() -> None:
    match = Match.new("donnerschlag", seed=1, dice="hand")
    play(match, "attach stug-228 6p", "attach stug-243 23p")
    decision = match.decision
    assert decision is not None
    assert decision.seat == "chance"
    play(match, f"card {BOARD.deck[0][ACTIVATION][0]}")
    assert len(held(match, 0, ACTIVATION, HAND)) == 1
