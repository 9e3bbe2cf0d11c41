"""Survival statistics, an optional rule."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from mamayev.cli.board import show_result
from mamayev.cli.screen import Screen
from mamayev.games.cauldron.rules.control import eliminate, take_loss
from mamayev.match.match import Match

from .play import QUIET, choices, game, modifiers, play, pocket, to_actions, to_soviet, told
from .test_rumors import to_rumor

SURVIVAL = {"survival": True}
HQ = "6th-army-hq"


def to_the_end(match: Match) -> Match:
    """On through the Evaluation Phases of an army that has left the field."""
    while match.decision is not None and match.decision.box == "evaluation.ssi":
        play(match, "die 4")
    return match


def surrendered(**start: Any) -> Match:
    """A small army that has surrendered, at the two dice after the end."""
    army = pocket({52: [HQ], 45: ["14th-pz", "bg-a"]}, [47])
    match = to_actions(options={**SURVIVAL, **start.pop("options", {})}, **army | start)
    return to_the_end(play(match, "surrender"))


def facts(match: Match) -> tuple[Any, Any, Any]:
    found = match.facts()
    return found["prisoners"], found["survival_percent"], found["survivors"]


@pytest.mark.rule(
    "CAU-SURV-02", "CAU-SURV-03", "CAU-SURV-04", "CAU-SURV-06", "CAU-SURV-07", "CAU-SURV-08", "CAU-SURV-09"
)
def test_the_books_example() -> None:
    """The book's example. Its six is the sum of two dice; its five divisions that end depleted count half as lost and
    half as surrendered, which the rule does not say (CAU-SURV-08)."""
    match = to_actions(options=SURVIVAL, turn=14)
    p: Any = match.position
    divisions = [u for u in range(len(p.at)) if p.at[u] and u != p.table.hq]
    full = [u for u in divisions if p.steps[u] == 2]
    depleted = [u for u in divisions if p.steps[u] == 1]
    assert (len(full), len(depleted), 6000 * p.began) == (17, 4, 234_000)
    for unit in full[:6] + depleted:
        eliminate(p, unit, ())
    for unit in full[6:11]:
        take_loss(p, unit, ())
    play(to_the_end(play(match, "surrender")), "die 2")
    assert not match.over
    play(match, "die 4")
    assert match.over
    assert facts(match) == (111_600, 6, 6_696)
    assert modifiers(match, "") == {}
    assert match.result is not None
    assert match.result["notes"] == [
        {
            "text": "Of 234,000 men 122,400 were killed and 111,600 taken prisoner; 6 % of these, 6,696 men, survive "
            "the war.",
            "clauses": ["CAU-SURV-02", "CAU-SURV-06", "CAU-SURV-07", "CAU-SURV-09"],
        }
    ]


@pytest.mark.rule("CAU-SURV-01")
def test_it_changes_no_point_and_comes_only_to_an_army_that_is_gone() -> None:
    with_dice = play(surrendered(), "die 6", "die 6")
    plain = to_actions(**pocket({52: [HQ], 45: ["14th-pz", "bg-a"]}, [47]))
    to_the_end(play(plain, "surrender"))
    assert with_dice.result is not None
    assert plain.result is not None
    assert with_dice.result["sum"] == plain.result["sum"]
    assert "notes" not in plain.result
    held = to_rumor(turn=16, options=SURVIVAL)
    assert held.over
    assert facts(held) == (None, None, None)


def test_the_terminal_tells_it_below_the_result() -> None:
    match = play(surrendered(), "die 1", "die 1")
    assert match.result is not None
    shown = StringIO()
    show_result(Screen(plain=True, console=Console(file=shown, width=300)), match.result)
    assert shown.getvalue().endswith(
        "2 % of these, 288 men, survive the war.  [CAU-SURV-02, CAU-SURV-06, CAU-SURV-07, CAU-SURV-09]\n"
    ), shown.getvalue()


@pytest.mark.rule("CAU-SURV-01", "CAU-SURV-06")
def test_an_army_lost_to_the_last_man_has_prisoners_too() -> None:
    army = pocket({23: ["20th-rum"]}) | {"unit.20th-rum.side": "depleted"}
    match = to_soviet("resolve 23 9", "die 5", options=SURVIVAL, **army, turn=16, fo=8)
    play(to_the_end(match), "die 1", "die 1")
    assert facts(match)[0] == 1200


@pytest.mark.rule("CAU-SURV-02")
def test_two_dice_are_rolled_after_the_end() -> None:
    match = surrendered()
    assert match.decision is not None
    assert (match.decision.chance, match.decision.prompt) == (
        "die",
        "Roll the first of two dice: Survival statistics",
    )
    assert match.facts()["over"] is False
    play(match, "die 1")
    assert match.decision.prompt == "Roll the second of two dice: Survival statistics"
    play(match, "die 1")
    assert match.over
    assert told(match, "roll")[-1].dice == (1, 1)


@pytest.mark.rule("CAU-SURV-03")
@pytest.mark.parametrize(("wounded", "bonus"), [(0, 4), (1, 2), (2, 2), (3, 0), (9, 0)])
def test_few_wounded_raise_the_percentage(wounded: int, bonus: int) -> None:
    assert facts(play(surrendered(wounded=wounded), "die 3", "die 4"))[1] == 7 + bonus


@pytest.mark.rule("CAU-SURV-04", "CAU-SURV-05", "CAU-SURV-07")
def test_battlegroups_are_not_counted() -> None:
    # A division of 12,000 and an HQ of 6,000; the battlegroup is ignored.
    assert facts(play(surrendered(), "die 1", "die 1"))[0] == 18_000 * 80 // 100


@pytest.mark.rule("CAU-SURV-09")
def test_fractions_of_a_man_are_dropped() -> None:
    match = play(surrendered(**{"unit.14th-pz": 0}), "die 3", "die 4")
    assert facts(match) == (4800, 7, 336)
    assert 4800 * 7 == 336 * 100


@pytest.mark.rule("CAU-RUMOR-16")
def test_good_treatment_doubles_the_modified_total() -> None:
    options = {"rumors": True}
    match = play(surrendered(wounded=0, options=options, **{"rumor.prisoners": "obtained"}), "die 3", "die 4")
    assert facts(match)[1] == 22
    assert "CAU-RUMOR-16" in told(match, "roll")[-1].clauses


@pytest.mark.rule("CAU-RUMOR-16", "CAU-RUMOR-05")
def test_a_dispelled_rumor_of_good_treatment_doubles_nothing() -> None:
    options = {"rumors": True}
    match = play(surrendered(wounded=0, options=options, **{"rumor.prisoners": "dispelled"}), "die 3", "die 4")
    assert facts(match)[1] == 11


@pytest.mark.rule("CAU-SURV-04", "CAU-VARSET-04", "CAU-VARSET-05")
@pytest.mark.parametrize(("die", "more", "men"), [(1, (), 246_000), (4, (5,), 270_000)])
def test_the_army_is_counted_as_its_set_up_leaves_it(die: int, more: tuple[int, ...], men: int) -> None:
    """No unit is depleted; a division more or less counts from the start."""
    options = {**SURVIVAL, "variable_setup": True}
    match = game((die, 2, 3, 4, 1, 6, *more, 2, 2, 1), QUIET, options=options)
    play(match, "raise depleted", "raise depleted", "cast")
    while match.decision is not None and not match.decision.step.startswith("strategic"):
        play(match, choices(match)[0])
    play(to_the_end(play(match, "surrender")), "die 1", "die 1")
    assert facts(match)[0] == men * 80 // 100
    assert match.result is not None
    assert match.result["notes"][0]["text"].startswith(f"Of {men:,} men {men // 5:,} were killed")


@pytest.mark.rule("CAU-SURV-01", "CAU-LINK-02")
def test_an_army_that_links_up_leaves_no_prisoners() -> None:
    match = to_actions(options=SURVIVAL, hoth_box=4, **{"unit.14th-pz": 29})
    play(match, "end-actions", "relieve", "die 6")
    assert match.over
    assert facts(match) == (None, None, None)


@pytest.mark.rule("CAU-SURV-01", "CAU-UPK-09")
def test_an_army_that_starves_has_prisoners_too() -> None:
    army = pocket({52: ["14th-pz"]}, [47]) | {"unit.14th-pz.side": "depleted"}
    match = play(game((2, 2, 1), QUIET, options=SURVIVAL, turn=16, supply=0, **army), "pay 0", "die 6")
    assert match.facts()["units"] == 0
    play(to_the_end(match), "die 1", "die 1")
    assert facts(match)[0] == 1200


@pytest.mark.rule("CAU-SURV-01", "CAU-COL-07")
def test_a_collapsed_army_that_holds_out_is_not_counted() -> None:
    army = pocket({52: [HQ, "14th-pz"]}, [47])
    match = to_soviet("card 3", "face 14th-pz", "die 1", options=SURVIVAL, turn=16, collapsed=True, **army)
    play(match, "die 4")
    assert match.over
    assert facts(match) == (None, None, None)
