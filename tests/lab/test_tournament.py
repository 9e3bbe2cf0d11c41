"""The tournament: who meets whom, who is stronger, and what a folder keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from mamayev import Refusal
from mamayev.lab.league import report
from mamayev.lab.ratings import Score, ratings
from mamayev.lab.tournament import Tournament, meetings, prepare


def played(game: str, folder: Path, players: list[str], games: int = 20, **rules: object) -> Tournament:
    found = prepare(game, games, players, folder, **rules)  # type: ignore[arg-type]
    found.play_missing()
    return found


def test_every_pair_meets_in_every_seat_on_the_same_seeds(tiny: str, tmp_path: Path) -> None:
    tournament = played(tiny, tmp_path / "t", ["eager", "moody", "random"], 5)
    rows = tournament.kept.tables["games"].to_pylist()
    assert {row["players"] for row in rows} == {
        "eager,moody", "moody,eager", "eager,random", "random,eager", "moody,random", "random,moody",
    }  # fmt: skip
    seeds = {name: [row["seed"] for row in rows if row["players"] == name] for name in {row["players"] for row in rows}}
    assert len({tuple(row) for row in seeds.values()}) == 1


def test_a_slow_player_meets_only_the_first_player(tiny: str, tmp_path: Path) -> None:
    tournament = played(tiny, tmp_path / "t", ["eager", "moody", "random"], 2, slow=("random",))
    rows = tournament.kept.tables["games"].to_pylist()
    assert {row["players"] for row in rows} == {"eager,moody", "moody,eager", "eager,random", "random,eager"}
    games = {(pair["first"], pair["second"]): pair["games"] for pair in tournament.standings()["pairs"]}
    assert games == {("eager", "moody"): 4, ("eager", "random"): 4, ("moody", "random"): 0}


def test_the_stronger_player_is_rated_higher_and_the_matrix_says_by_how_much(tiny: str, tmp_path: Path) -> None:
    found = played(tiny, tmp_path / "t", ["random", "eager"], 60).standings()
    assert list(found["ratings"]) == ["eager", "random"]
    assert found["ratings"]["eager"]["low"] > 0 > found["ratings"]["random"]["high"]
    (pair,) = found["pairs"]
    assert (pair["first"], pair["second"], pair["games"]) == ("random", "eager", 120)
    assert pair["won"] == sum(one["won"] for one in pair["seats"].values()) < 60
    assert set(pair["seats"]) == {"north", "south"}
    assert set(found["conduct"]) == {"random", "eager"}
    assert found["seconds_per_decision"]["eager"] > 0


def test_a_game_for_one_compares_players_on_the_same_dice() -> None:
    (meeting,) = meetings([(0,)], 1, ("a", "b"))
    assert meeting == ((("a",), (0,)), (("b",), (0,)))


def test_partners_of_one_side_are_one_player() -> None:
    assert meetings([(0, 2), (1,)], 3, ("a", "b")) == [
        ((("a", "b", "a"), (0, 2)), (("a", "b", "a"), [1])),
        ((("b", "a", "b"), (1,)), (("b", "a", "b"), [0, 2])),
    ]


def test_a_solitaire_game_is_won_by_the_one_with_more_points(tmp_path: Path) -> None:
    tournament = played("cauldron", tmp_path / "t", ["staff", "random"], 6)
    (pair,) = tournament.standings()["pairs"]
    points: dict[str, dict[int, float]] = {row["player"]: {} for row in tournament.kept.tables["seats"].to_pylist()}
    for row in tournament.kept.tables["seats"].to_pylist():
        points[row["player"]][row["number"]] = row["worth"]
    own, other = points["staff"], points["random"]
    assert pair["won"] == sum(0.5 if own[n] == other[n] else own[n] > other[n] for n in own)
    assert pair["games"] == 6
    assert tournament.done == 12


def test_ratings_are_those_of_bradley_and_terry() -> None:
    """Ten games won for one that is lost are 400 points, as the model says."""
    scores = [Score(("a", "b"), "x", n, 0.0 if n % 11 == 0 else 1.0) for n in range(1100)]
    found = ratings(["a", "b"], scores)
    assert found["a"].rating - found["b"].rating == pytest.approx(400, abs=2)
    assert found["a"].low < found["a"].rating < found["a"].high


def test_what_was_stopped_goes_on_and_comes_to_the_same(tiny: str, tmp_path: Path) -> None:
    def stop(_done: int) -> None:
        raise KeyboardInterrupt

    whole = played(tiny, tmp_path / "whole", ["eager", "random"], 10).standings()
    cut = prepare(tiny, 10, ["eager", "random"], tmp_path / "cut")
    with pytest.raises(KeyboardInterrupt):
        cut.play_missing(progress=stop)
    assert cut.done == 1
    again = played(tiny, tmp_path / "cut", ["eager", "random"], 10).standings()
    for found in (whole, again):
        del found["seconds_per_decision"]
    assert again == whole


def test_a_folder_with_another_tournament_is_left_alone(tiny: str, tmp_path: Path) -> None:
    played(tiny, tmp_path / "t", ["eager", "random"], 2)
    with pytest.raises(Refusal, match="holds another tournament: its games is 2, not 3"):
        prepare(tiny, 3, ["eager", "random"], tmp_path / "t")


@pytest.mark.parametrize(
    ("players", "why"),
    [(["eager"], "needs at least two players, not eager"), (["eager", "deep"], "has no bot “deep”")],
)
def test_wrong_players_are_refused(tiny: str, tmp_path: Path, players: list[str], why: str) -> None:
    with pytest.raises(Refusal, match=why) as refusal:
        prepare(tiny, 2, players, tmp_path / "t")
    assert refusal.value.malformed


def test_the_report_has_ratings_matrix_and_conduct(tiny: str, tmp_path: Path) -> None:
    tournament = played(tiny, tmp_path / "t", ["eager", "random"], 4)
    page = report(tournament, tournament.standings())
    for part in ("Ratings", "Results by pair", "How they play: north", "First turns that differ", "<svg"):
        assert part in page
    assert "http://" not in page.replace("http://www.w3.org", "")
