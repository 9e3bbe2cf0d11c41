"""What a refusal says: which of two things is the case, by the clause that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .cauldron.play import to_actions
from .donnerschlag.operation import M1, R1, T1, T2, begin, go_on


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
    assert text == "The general event of 8,8-Flak is for the defender."
    assert clauses == ("DON-CCARD-05",)
