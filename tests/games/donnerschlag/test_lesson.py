"""The first activation as a lesson: what its words say of odds and dice is what happens."""

import mamayev

from .operation import column, last_roll, steps


def test_the_lesson_tells_the_odds_as_they_are() -> None:
    match = mamayev.new("donnerschlag", lesson="first-turn", seed=1)
    columns, told = [], []
    while (now := match.lesson_now()) is not None and not now.done:
        told.append(now.text)
        for event in match.play(now.accepts[-1]):
            if event.kind == "roll" and event.to_data()["title"] == "Combat":
                columns.append((*column(match), last_roll(match)["total"]))
    assert columns == [(4, 4, 2), (4, 4, 5)], "3-1 without shifts: a 1, and then a 4, with the rockets one more"
    assert any("the column is 3-1 again" in text for text in told)
    assert steps(match, "823-302") == 1
    assert match.facts()["luck"] == "soviet"
