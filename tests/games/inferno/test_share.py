"""Two German players: what they share and what each has. The scripts named share-… show the rest."""

from __future__ import annotations

from typing import Any

import pytest

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .battle import INF, MOT, RD, begin, box, offered, play, refused

TWO = {"german_players": "2"}
BLUE, WHITE = "pz-24", "inf-208"
EAST = {"rd-422": "19"}


def shared(units: dict[str, str], dice: Any = (), **more: Any) -> Match:
    """A match with two German players that begins with round 5, the first player's."""
    return begin(units, dice, home=False, options=TWO | more.pop("also", {}), **more)


@pytest.mark.rule("INF-SHARE-01")
def test_partners_see_the_same_and_a_white_unit_of_the_second_is_signed() -> None:
    match = shared({INF: "W", BLUE: "88", WHITE: "88", RD: "59"}, **{"owner__inf-208": "partner"})
    blocks = {piece["id"]: piece for piece in match.view("partner")["pieces"]}
    assert blocks[WHITE]["label"].endswith(" II")
    assert "label" not in blocks[BLUE]
    first, second = (match.view(seat) for seat in ("german", "partner"))
    assert [hand.pop("seat") for view in (first, second) for hand in view["hands"]] == [
        "german", "soviet", "partner", "soviet",
    ]  # fmt: skip
    assert first == second
    assert "led by the first" in first["headline"]


@pytest.mark.rule("INF-SHARE-04")
@pytest.mark.rule("INF-SHARE-05")
def test_who_may_begin_depends_on_whose_units_there_are() -> None:
    match = shared({INF: "88", MOT: "100", BLUE: "87", RD: "74"})
    assert offered(match, "attack") == {"74"}
    assert {text.split()[0] for text in offered(match, "short")} == {INF, MOT}
    play(match, "hand-over")
    assert {text.split()[0] for text in offered(match, "short")} == {BLUE}
    assert offered(match, "long") == set()
    assert "The second player leads round 5; the second one leads the next." in [event.text for event in match.events]


@pytest.mark.rule("INF-SHARE-08")
def test_panzers_of_the_partner_drive_on_by_consent() -> None:
    units = {"pg-64": "88", "pg-79": "88", BLUE: "88", RD: "74"}
    dice = [1, *[6] * 12]
    match = shared(units | EAST, dice, in_play=["hoth"], **{"strength__rd-87": 1})
    play(match, "attack 74")
    if box(match) == "first-fire":
        play(match, "first")
    play(match, "advance pg-64", "advance pg-79", f"advance {BLUE}", "agree", "halt")
    assert box(match) == "blitz"
    assert {text.split()[0] for text in offered(match, "blitz")} == {"pg-64", "pg-79"}
    assert refused(match, f"blitz {BLUE} 60") == ("INF-SHARE-08",)
    play(match, "blitz pg-79 60", f"blitz {BLUE} 60")
    assert match.decision is not None
    assert (match.decision.seat, match.decision.prompt) == ("partner", "Let 24th Panzer Regiment Blitz to 60?")
    play(match, "decline")
    assert {text.split()[0] for text in offered(match, "blitz")} == {"pg-64"}


@pytest.mark.rule("INF-SHARE-07")
@pytest.mark.rule("INF-FLOW-07")
def test_units_of_both_players_are_never_alike() -> None:
    match = shared({WHITE: "74", "inf-212": "74", RD: "59"} | EAST, [6, *[1] * 20], **{"owner__inf-212": "partner"})
    play(match, "attack 59")
    assert offered(match, "hit") == {WHITE, "inf-212"}
    assert match.decision is not None
    assert match.decision.seat == "german"
    alike = play(shared({WHITE: "74", "inf-212": "74", RD: "59"} | EAST, [6, *[1] * 20]), "attack 59")
    assert box(alike) != "hit"


@pytest.mark.rule("INF-SHARE-09")
def test_the_result_notes_who_entered_which_spawn_hexes_first() -> None:
    german = {f"control__{name}": "german" for name in ("3", "6", "7", "15", "19")}
    match = play(shared({INF: "28", RD: "100"}, **german), "short inf-191 13")
    assert match.result is not None
    assert match.result["notes"][1]["text"] == (
        "Spawn hexes first entered: 1 in rounds of the first German player, 0 of the second."
    )
    assert match.position.returns() == [1.0, -1.0, 1.0]


@pytest.mark.parametrize(("seat", "winner"), [("german", "soviet"), ("partner", "soviet"), ("soviet", "german")])
def test_whoever_resigns_loses_to_the_other_side(seat: str, winner: str) -> None:
    match = shared({INF: "28", RD: "100"}, also={"soviet_side": "player"})
    match.resign(seat)
    assert match.result is not None
    assert match.result["winner"] == winner


def test_where_one_player_has_all_germans_there_is_no_partner() -> None:
    match = begin({INF: "28", RD: "100"})
    assert [match.game.seats[seat] for seat in match.table.procedures] == ["soviet", "partner"]
    with pytest.raises(Refusal, match="rules play partner"):
        match.resign("partner")


def test_the_partner_reads_the_choice_and_the_enemy_its_disguise() -> None:
    match = play(shared({INF: "W", RD: "100"}, also={"soviet_side": "player"}), f"short {INF} 1")
    choices = {seat: [e.text for e in match.events_for(seat) if e.who == "Short Move"] for seat in match.game.seats}
    assert choices["partner"] == choices["german"]
    assert choices["german"][0] == "191st Infantry Regiment makes a Short Move to 1 Latashanka orchards."
    assert choices["soviet"][0] == "A unit makes a Short Move from W to 1."
