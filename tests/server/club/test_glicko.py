"""The arithmetic of ratings: Glickman's worked example, the worth of a seat, and players of known strength."""

import random

import pytest

from mamayev.server.club.glicko import MIDDLE, Met, Strength, Worth, after, duel, expected


def test_the_worked_example_of_the_paper() -> None:
    games = [Met(1400, 30, 1), Met(1550, 100, 0), Met(1700, 300, 0)]
    found = after(Strength(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_deviation_grows_without_games() -> None:
    rested = after(Strength(1464.06, 151.52, 0.05999), [])
    assert rested.deviation == pytest.approx(151.87, abs=0.01)
    assert rested._replace(deviation=0) == Strength(1464.06, 0, 0.05999)
    year = after(Strength(1500, 60, 0.06), [], 365 / 5)
    assert 105 < year.deviation < 115


def test_a_result_as_expected_of_equals_changes_nothing_but_the_deviation() -> None:
    first, second, worth = duel(Strength(), Strength(), Worth(), 0.5)
    assert first.rating == second.rating == MIDDLE
    assert worth.points == 0
    assert first.deviation < 350
    assert worth.deviation < 200


def test_the_seat_of_a_winner_counts() -> None:
    """A win with the better seat is worth less than one with the worse seat."""
    weak, strong = Worth(300, 40), Worth(-300, 40)
    easy, _, _ = duel(Strength(), Strength(), weak, 1)
    hard, _, _ = duel(Strength(), Strength(), strong, 1)
    assert hard.rating - MIDDLE > 2 * (easy.rating - MIDDLE) > 0


@pytest.mark.parametrize("score", [0, 0.5, 1])
@pytest.mark.parametrize("lead", [0, 400, 3000])
def test_extremes_stay_numbers(score: float, lead: float) -> None:
    """Between players as far apart as they come, the rating moves and stays finite."""
    first, second, worth = duel(Strength(1500 + lead, 30, 0.06), Strength(1500, 350, 0.06), Worth(), score)
    for number in (*first, *second, *worth):
        assert abs(number) < 10_000
    assert first.deviation > 0
    assert second.deviation > 0


def test_players_of_known_strength_are_found_within_50_points() -> None:
    """100 games each against bots of fixed strength, in turn with either seat, which is worth 120 points.

    The luck of 100 games alone is worth 35 points (one standard error) whatever the method, so the results are drawn
    without it: a win as soon as one is due. What is left is the error of the method.
    """
    anchors = [Strength(MIDDLE + lead, 25) for lead in (-280, -30, 74, 160)]
    worth, true_worth, errors = Worth(), 120.0, []
    for truth in (1250, 1400, 1500, 1600, 1750):
        player, due = Strength(), {(n, seat): 0.5 for n in range(len(anchors)) for seat in (0, 1)}
        for n in range(100):
            number, seat = (n // 2) % len(anchors), n % 2
            other = anchors[number]
            lead = truth - other.rating + (true_worth if seat == 0 else -true_worth)
            due[number, seat] += expected(lead, 0)
            won = due[number, seat] >= 1
            due[number, seat] -= won
            if seat == 0:
                player, _, worth = duel(player, other, worth, float(won))
            else:
                _, player, worth = duel(other, player, worth, float(not won))
        errors.append(abs(player.rating - truth))
        assert player.deviation < 60
    assert max(errors) < 50, errors
    assert worth.points == pytest.approx(true_worth, abs=50)


def test_a_deviation_tells_how_far_off_a_rating_is() -> None:
    """With luck, the truth is within two deviations about 19 times of 20."""
    rng, inside, anchor = random.Random(19421119), 0, Strength(1560, 25)
    for _ in range(200):
        truth, player = rng.gauss(1500, 200), Strength()
        for _ in range(100):
            won = rng.random() < expected(truth - anchor.rating, 0)
            player = after(player, [Met(anchor.rating, anchor.deviation, float(won))], 0)
        inside += abs(player.rating - truth) < 2 * player.deviation
    assert inside > 180
