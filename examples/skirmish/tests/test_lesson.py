"""The lesson plays both sides, and lets the order of marching be the player's."""

from itertools import permutations

import mamayev


def test_the_order_within_a_group_is_free() -> None:
    for order in permutations(["move blue-rifles 0201", "move blue-scouts 0102"]):
        match = mamayev.new("skirmish", lesson="first-fight")
        match.play("move blue-guards 0202")
        match.play("done")
        now = match.lesson_now()
        assert now is not None
        assert (now.number, now.accepts) == (3, ["move blue-rifles 0201", "move blue-scouts 0102"])
        assert now.pages
        match.play(order[0])
        now = match.lesson_now()
        assert now is not None
        assert (now.number, now.accepts, now.pages) == (4, [order[1]], [])
        assert now.action is not None
        assert now.action["text"] == order[1]
        for action in (order[1], "done", "attack blue-guards 0302"):
            match.play(action)
        end = match.lesson_now()
        assert end is not None
        assert end.done
