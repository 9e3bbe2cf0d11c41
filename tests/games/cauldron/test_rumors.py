"""Rumors, an optional rule."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.match.match import Match

from .play import (
    QUIET,
    card_of,
    choices,
    game,
    modifiers,
    names,
    pass_soviet,
    play,
    refused,
    to_actions,
    to_soviet,
    told,
)

RUMORS = {"rumors": True}


def to_rumor(**start: Any) -> Match:
    """A turn without attacks, played to its Rumor step."""
    options = {**RUMORS, **start.pop("options", {})}
    match = to_soviet(options=options, **start)
    if not match.facts()["final_offensive"]:
        play(match, "card 3", "card 14")
    pass_soviet(match)
    while match.decision is not None and match.decision.step.startswith("soviet"):
        play(match, choices(match)[0])
    return play(match, "die 4")


def step(match: Match) -> str:
    return "" if match.decision is None else match.decision.box


def drawn(match: Match, number: int) -> Match:
    """Draw for the rumor in play, with a card of this Random Number."""
    play(match, "listen")
    return play(match, card_of(match, number))


@pytest.mark.rule("CAU-RUMOR-01", "CAU-RUMOR-02")
def test_the_step_follows_the_turn_marker_until_the_offensive_begins() -> None:
    match = to_rumor()
    assert (step(match), match.facts()["turn"], match.facts()["rumor"]) == ("evaluation.rumor.new", 2, None)
    assert match.decision is not None
    assert match.decision.step == "evaluation.rumor"
    assert "evaluation.rumor" in match.table.steps
    assert "evaluation.rumor" not in to_actions().table.steps
    assert step(to_rumor(turn=5, fo=8, supply=0)) == "strategic.event"
    given_up = to_actions(options=RUMORS)
    play(given_up, "surrender", "die 4", "die 4")
    assert "evaluation.rumor" not in {event.step for event in told(given_up, "step")}
    assert to_rumor(turn=16).over


@pytest.mark.rule("CAU-RUMOR-03")
@pytest.mark.parametrize(
    ("number", "rumor"),
    [
        (1, "Tiger Tanks Effective"),
        (2, "Zhukov Dies"),
        (3, "Manstein's Magic"),
        (4, "Soviets Treating Prisoners Well"),
        (5, "Soviets Treating Prisoners Well"),
        (6, "Luftwaffe Shifts Forces"),
        (7, "Luftwaffe Shifts Forces"),
        (8, "Schmidt's Influence Wanes"),
        (9, None),
        (13, None),
    ],
)
def test_which_rumor_comes_up(number: int, rumor: str | None) -> None:
    match = to_rumor()
    play(match, card_of(match, number))
    assert match.facts()["rumor"] == rumor
    held = {one.id: one.title for one in match.table.look.picture(match.position, 0).held}
    assert held.get("rumor") == (f"Rumor: {rumor}" if rumor else None)
    # One card a step: the turn goes on.
    assert step(match) == "strategic.event"


RANGES = [
    # rumor, last number that dispels, first that makes it obtain
    ("tiger", 3, 11, ("CAU-RUMOR-09",)),
    ("zhukov", 2, 13, ("CAU-RUMOR-11",)),
    ("manstein", 1, 12, ("CAU-RUMOR-13",)),
    ("prisoners", 4, 10, ("CAU-RUMOR-15",)),
    ("luftwaffe", 2, 10, ("CAU-RUMOR-17",)),
    ("schmidt", 4, 9, ("CAU-RUMOR-20",)),
]


@pytest.mark.rule(
    "CAU-RUMOR-04", "CAU-RUMOR-05", "CAU-RUMOR-06", "CAU-RUMOR-09", "CAU-RUMOR-11", "CAU-RUMOR-13", "CAU-RUMOR-15",
    "CAU-RUMOR-17", "CAU-RUMOR-20",
)  # fmt: skip
@pytest.mark.parametrize(("rumor", "dispels", "obtains", "clauses"), RANGES)
def test_what_becomes_of_a_rumor(rumor: str, dispels: int, obtains: int, clauses: tuple[str, ...]) -> None:
    fact = f"rumor.{rumor}"
    for number, state in (
        (dispels, "dispelled"),
        (dispels + 1, "in play"),
        (obtains - 1, "in play"),
        (obtains, "obtained"),
        (13, "obtained"),
    ):
        match = to_rumor(**{fact: "in play"})
        assert choices(match) == ["listen", "dispel"]
        drawn(match, number)
        assert match.facts()[fact] == state, number
        assert (match.facts()["rumor"] is None) == (state != "in play")
        said = [one for kind in ("note", "held") for one in told(match, kind) if clauses[0] in one.clauses]
        assert len(said) == 1


@pytest.mark.rule("CAU-RUMOR-07")
@pytest.mark.parametrize("state", ["dispelled", "obtained"])
def test_a_settled_rumor_does_not_come_up_again(state: str) -> None:
    match = to_rumor(**{"rumor.tiger": state})
    play(match, card_of(match, 1))
    assert match.facts()["rumor"] is None
    assert "settled" in told(match, "note", who="Rumor")[-1].text


@pytest.mark.rule("CAU-RUMOR-06")
def test_an_effect_outlives_its_counter() -> None:
    match = to_rumor(**{"rumor.tiger": "obtained"})
    play(match, card_of(match, 2))
    assert (match.facts()["rumor.tiger"], match.facts()["rumor.zhukov"]) == ("obtained", "in play")


@pytest.mark.rule("CAU-RUMOR-08")
def test_a_rumor_may_be_dispelled_without_a_card() -> None:
    match = to_rumor(**{"rumor.schmidt": "in play"})
    before = match.facts()["deck"]
    play(match, "dispel")
    assert (match.facts()["rumor.schmidt"], match.facts()["deck"]) == ("dispelled", before)
    assert step(match) == "strategic.event"


@pytest.mark.rule("CAU-RUMOR-01", "CAU-SURR-01", "CAU-VP-08")
@pytest.mark.parametrize(("turn", "early"), [(12, True), (13, False)])
def test_a_surrender_in_the_rumor_step_belongs_to_the_turn_that_the_marker_shows(turn: int, early: bool) -> None:
    match = to_rumor(turn=turn, **dict[str, Any]({"rumor.tiger": "in play"}))
    play(match, "surrender")
    assert (step(match), match.facts()["turn"]) == ("evaluation.ssi", turn + 1)
    while not match.over:
        play(match, "die 4")
    assert match.result is not None
    assert any("CAU-VP-08" in line["clauses"] for line in match.result["sum"]) == early


@pytest.mark.rule("CAU-RUMOR-10")
def test_tiger_tanks_help_all_relief_rolls() -> None:
    match = game([2, 2], QUIET, options=RUMORS, **{"rumor.tiger": "obtained"})
    assert match.facts()["relief"] == "Strong"
    assert match.facts()["luftwaffe"] == "Average"
    assert modifiers(match, "A") == {"SSI 10": 2, "Tiger Tanks Effective": 1}
    match = to_actions(options=RUMORS, strategic=(2, 1, 1), **{"rumor.tiger": "obtained"})
    assert match.facts()["relief"] == "Average"
    play(match, "end-actions", "die 4")
    assert match.facts()["hoth_box"] == 2
    assert told(match, "roll", chart="F")[-1].column == 5
    on_the_map = to_actions(options=RUMORS, hoth_area=28, **{"rumor.tiger": "obtained"})
    play(on_the_map, "end-actions", "aim 29", "die 1")
    assert modifiers(on_the_map, "F") == {"Tiger Tanks Effective": 1}


@pytest.mark.rule("CAU-RUMOR-12", "CAU-VP-07")
def test_without_zhukov_the_offensive_never_begins() -> None:
    dead = {"rumor.zhukov": "obtained"}
    table: Any = to_actions().table
    up = next(card.id for card in table.components.cards if card.offensive[0] > 0 and card.id not in QUIET)
    alive = play(to_soviet(options=RUMORS, turn=16, fo=7, ssi=5), f"card {up}")
    assert alive.facts()["final_offensive"]
    match = play(to_soviet(options=RUMORS, turn=16, fo=7, ssi=5, **dead), f"card {up}")
    assert (match.facts()["fo"], match.facts()["final_offensive"]) == (7, False)
    # Target cards are still drawn.
    assert match.decision is not None
    assert match.decision.box == "soviet.targets.draw"


@pytest.mark.rule("CAU-RUMOR-14")
@pytest.mark.parametrize("before", [7, 2])
def test_mansteins_magic_takes_three(before: int) -> None:
    match = to_rumor(**{"rumor.manstein": "in play", "ssi": 10, "hoth_box": 3, "fo": before})
    standing = match.facts()["fo"]
    drawn(match, 12)
    assert match.facts()["fo"] == max(0, standing - 3)
    assert match.facts()["manstein"] is False


@pytest.mark.rule("CAU-RUMOR-18")
def test_milch_makes_the_shift_of_forces_likelier() -> None:
    for number, state in ((6, "in play"), (7, "obtained")):
        match = to_rumor(**{"rumor.luftwaffe": "in play", "milch": True})
        assert match.decision is not None
        assert "inconclusive on 3-6, true on 7 or more" in match.decision.help
        assert drawn(match, number).facts()["rumor.luftwaffe"] == state
    assert play(game(options=RUMORS), "card 5").facts()["milch"] is True
    assert play(game(options=RUMORS), "card 6").facts()["milch"] is False


@pytest.mark.rule("CAU-RUMOR-18", "CAU-RUMOR-15")
def test_milch_changes_no_other_rumor() -> None:
    match = drawn(to_rumor(**{"rumor.prisoners": "in play", "milch": True}), 7)
    assert match.facts()["rumor.prisoners"] == "in play"


@pytest.mark.rule("CAU-RUMOR-18")
def test_milch_stays_in_charge_however_often_he_is_drawn() -> None:
    assert play(game(options=RUMORS, milch=True), "card 5").facts()["milch"] is True
    # Only the event counts, no other line of his card, and no other rumor.
    assert play(game((), (1,), options=RUMORS), "card 5").facts()["milch"] is False
    obtained = drawn(to_rumor(**{"rumor.tiger": "in play"}), 11)
    assert obtained.facts()["milch"] is False


@pytest.mark.rule("CAU-RUMOR-19")
def test_the_luftwaffe_brings_one_more() -> None:
    plain, more = to_actions(), to_actions(options=RUMORS, **{"rumor.luftwaffe": "obtained"})
    assert more.facts()["supply"] == plain.facts()["supply"] + 1


@pytest.mark.rule("CAU-RUMOR-21")
def test_without_schmidt_appeals_are_dear_and_freedom_is_nearer() -> None:
    match = to_actions(options=RUMORS, foa_bonus=1, **{"rumor.schmidt": "obtained"})
    ip = match.facts()["ip"]
    play(match, "appeal foa", "die 1")
    assert match.facts()["ip"] == ip - 2
    assert modifiers(match, "D") == {"FoA +1 marker": 1, "Schmidt counter": 1}
    airlift = play(to_actions(options=RUMORS, **{"rumor.schmidt": "obtained"}), "appeal airlift", "die 1")
    assert modifiers(airlift, "D") == {}
    lost = to_actions(options=RUMORS, **{"rumor.schmidt": "obtained", "unit.6th-army-hq": 0})
    ip = lost.facts()["ip"]
    assert play(lost, "appeal airlift").facts()["ip"] == ip - 4


@pytest.mark.rule("CAU-RUMOR-21", "CAU-ACT-03")
def test_a_dear_appeal_is_not_on_offer_with_one_point() -> None:
    obtained = {"rumor.schmidt": "obtained", "wounded": 25}
    match = to_actions(options=RUMORS, **obtained)
    assert match.facts()["ip"] == 1
    assert not any(name.startswith("appeal") for name in names(match))
    assert refused(match, "appeal foa") == ("CAU-RUMOR-21", "CAU-ACT-03")


@pytest.mark.rule("CAU-RUMOR-05")
def test_a_dispelled_rumor_has_no_effect() -> None:
    gone = {f"rumor.{rumor}": "dispelled" for rumor in ("tiger", "zhukov", "luftwaffe", "schmidt")}
    match = to_actions(options=RUMORS, **gone)
    assert "Tiger Tanks Effective" not in modifiers(match, "A")
    assert match.facts()["supply"] == to_actions().facts()["supply"]
    ip = match.facts()["ip"]
    assert play(match, "appeal foa", "die 3").facts()["ip"] == ip - 1
    assert modifiers(match, "D") == {}
    table: Any = match.table
    up = next(card.id for card in table.components.cards if card.offensive[0] > 0 and card.id not in QUIET)
    begun = play(to_soviet(options=RUMORS, turn=16, fo=7, ssi=5, **gone), f"card {up}")
    assert begun.facts()["final_offensive"]


@pytest.mark.rule("CAU-RUMOR-03", "CAU-RUMOR-04")
def test_the_tables_are_shown_with_the_option_only() -> None:
    shown = {chart.id: chart for chart in to_actions(options=RUMORS).table.look.kept.charts}
    assert shown["RUMOR"].rows[4][:4] == ["Luftwaffe Shifts Forces", "1-2", "3-9", "10 or more"]
    assert shown["RUMOR-NEW"].rows[0] == ["1", "Tiger Tanks Effective"]
    assert not {"RUMOR", "RUMOR-NEW"} & {chart.id for chart in to_actions().table.look.kept.charts}


@pytest.mark.rule("CAU-RUMOR-04")
def test_a_script_names_rumors_and_states() -> None:
    from mamayev.engine.refusal import Refusal

    for wrong in ({"rumor.tiger": "maybe"}, {"rumor.elvis": "in play"}, {"milch": 1}):
        with pytest.raises(Refusal, match="dispelled, obtained"):
            game(options=RUMORS, **wrong)
    with pytest.raises(Refusal, match="not a setup change"):
        game(**{"rumor.tiger": "in play"})
    assert "listen" not in names(game())
