"""Units in places with limited room."""

from mamayev.terrain.seats import seated


def test_units_give_way_to_one_another() -> None:
    open_to = {"a": [1, 2], "b": [1], "c": [2, 3], "d": [1, 2]}
    room = {1: 1, 2: 1, 3: 1}
    there: dict[int, list[str]] = {1: [], 2: [], 3: []}
    found = [seated(unit, open_to, room, there, set()) for unit in open_to]
    assert found == [True, True, True, False]
    assert there == {1: ["b"], 2: ["a"], 3: ["c"]}


def test_a_place_holds_as_many_as_it_has_room_for() -> None:
    open_to = {unit: [1, 2] for unit in "abcd"}
    there: dict[int, list[str]] = {1: [], 2: []}
    assert [seated(unit, open_to, {1: 2, 2: 0}, there, set()) for unit in open_to] == [True, True, False, False]
    assert there == {1: ["a", "b"], 2: []}
