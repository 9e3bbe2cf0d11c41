"""The fields of a position: described once, copied, compared, stored, and refused where they are wrong."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.engine.event import Journal
from mamayev.engine.fields import Derived, Described, Locals, Shared
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal

if TYPE_CHECKING:
    from mamayev.engine.table import Table

    class Hidden: ...


Hex = int


class Front(Position):
    """One field of each kind."""

    SIZE: ClassVar[int] = 3
    table: Table[Front]

    turn: int = 1
    lost: Hex
    snow: bool
    side: str = "north"
    at: bytearray = bytearray(SIZE)
    seen: bytearray
    losses: list[int] = [0, 0]
    stacks: list[list[int]] = [[1], [2, 3]]
    rows: list[bytearray] = [bytearray(2)]
    route: tuple[int, ...]
    routes: list[tuple[int, ...]]


class Sector(Front):
    """A position that is like another, and more."""

    reserve: int = 5


TABLE: Any = object()
NUMBERS = st.integers(-(2**70), 2**70)
ROWS = st.binary(max_size=5).map(bytearray)
ROUTES = st.lists(NUMBERS, max_size=3).map(tuple)


@st.composite
def fronts(draw: st.DrawFn) -> Front:
    p = Front(TABLE)
    p.turn, p.lost, p.snow, p.side = draw(NUMBERS), draw(NUMBERS), draw(st.booleans()), draw(st.text(max_size=3))
    p.at, p.seen = draw(ROWS), draw(ROWS)
    p.losses, p.stacks = draw(st.lists(NUMBERS, max_size=3)), draw(st.lists(st.lists(NUMBERS, max_size=3), max_size=3))
    p.rows = draw(st.lists(ROWS, max_size=2))
    p.route, p.routes = draw(ROUTES), draw(st.lists(ROUTES, max_size=2))
    p.frames = draw(st.lists(st.lists(NUMBERS, min_size=2, max_size=4), max_size=3))
    return p


def spoil(p: Front) -> None:
    """Change everything that can be changed in place."""
    p.at.append(7)
    p.seen.append(7)
    p.losses.append(7)
    p.stacks.append([7])
    p.stacks[0].append(7)
    p.rows.append(bytearray(1))
    p.rows[0].append(7)
    p.routes.append((7,))
    p.frames.append([7, 0])
    p.frames[0][1] += 1


def refused(change: dict[str, Any]) -> Refusal:
    """The refusal of a position's data with these changes."""
    p = Front(TABLE)
    before = p.copy()
    with pytest.raises(Refusal) as found:
        p.load_data({**p.to_data(), **change})
    assert p == before
    return found.value


def test_a_position_begins_with_the_values_given_or_with_nothing() -> None:
    p = Front(TABLE)
    assert p.table is TABLE
    assert (p.frames, p.journal) == ([], None)
    assert (p.turn, p.lost, p.snow, p.side) == (1, 0, False, "north")
    assert (p.at, p.seen, p.losses, p.stacks) == (bytearray(3), bytearray(), [0, 0], [[1], [2, 3]])
    assert (p.rows, p.route, p.routes) == ([bytearray(2)], (), [])


def test_what_a_position_begins_with_is_its_own() -> None:
    p = Front(TABLE)
    p.frames = [[0, 0]]
    spoil(p)
    assert Front(TABLE) == Front(TABLE)
    assert Front(TABLE).stacks == [[1], [2, 3]]


def test_there_is_room_for_the_fields_and_nothing_else() -> None:
    p: Any = Front(TABLE)
    with pytest.raises(AttributeError):
        p.tunr = 2
    assert list(p.to_data()) == list(Front.fields)
    assert "SIZE" not in Front.fields
    assert Front.SIZE == 3


@given(fronts())
def test_a_copy_is_equal_and_independent(p: Front) -> None:
    p.frames.append([0, 0])
    p.stacks.append([])
    p.rows.append(bytearray())
    p.journal = Journal()
    other, before = p.copy(), p.copy()
    assert other == p
    assert type(other) is Front
    assert other.table is TABLE
    assert other.journal is None
    spoil(other)
    assert p == before
    assert other != p


OTHERS: dict[str, Any] = {"snow": True, "side": "south", "at": bytearray(4), "seen": bytearray(4), "rows": []}
OTHERS |= {"turn": 9, "lost": 9, "losses": [9], "stacks": [[9]], "route": (9,), "routes": [(9,)]}


@pytest.mark.parametrize("name", Front.fields)
def test_positions_that_differ_in_one_field_are_not_equal(name: str) -> None:
    p, other = Front(TABLE), Front(TABLE)
    setattr(other, name, OTHERS[name])
    assert p != other
    assert other == other.copy()


def test_positions_that_differ_in_their_frames_or_class_are_not_equal() -> None:
    p, other = Front(TABLE), Front(TABLE)
    other.frames = [[0, 0]]
    assert p != other
    assert p != Sector(TABLE)
    assert p != 1


@given(fronts())
def test_a_position_is_stored_and_comes_back(p: Front) -> None:
    data = p.to_data()
    text = json.dumps(data)
    other = Front(TABLE)
    other.load_data(json.loads(text))
    other.frames = p.frames
    assert other == p
    assert [type(value) for value in (other.at, other.route, other.snow)] == [bytearray, tuple, bool]
    p.frames.append([0, 0])
    p.stacks.append([])
    p.rows.append(bytearray())
    spoil(p)
    assert json.dumps(data) == text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("turn", "3"),
        ("turn", None),
        ("turn", 1.0),
        ("snow", 1),
        ("side", 3),
        ("at", "abc"),
        ("at", 3),
        ("at", [256]),
        ("at", [-1]),
        ("at", [1.0]),
        ("at", ["a"]),
        ("losses", 3),
        ("losses", [1, "a"]),
        ("losses", {"a": 1}),
        ("stacks", [1]),
        ("stacks", [[1], ["a"]]),
        ("rows", [[1], [300]]),
        ("route", 3),
        ("route", ["a"]),
        ("routes", [[1], 2]),
    ],
)
def test_wrong_data_are_refused_with_the_name_of_the_field(name: str, value: object) -> None:
    refusal = refused({name: value})
    assert refusal.field == name
    assert refusal.malformed
    assert f"“{name}”" in refusal.text


def test_missing_and_unknown_fields_are_refused_by_name() -> None:
    refusal = refused({"tunr": 3})
    assert (refusal.field, refusal.malformed) == ("tunr", True)
    p = Front(TABLE)
    data = p.to_data()
    del data["stacks"]
    with pytest.raises(Refusal, match="lacks its field “stacks”") as found:
        p.load_data(data)
    assert (found.value.field, found.value.malformed) == ("stacks", True)


def test_a_class_adds_fields_to_those_of_the_class_above() -> None:
    p = Sector(TABLE)
    p.turn, p.reserve = 4, 6
    other = Sector(TABLE)
    other.load_data(p.to_data())
    assert other == p == p.copy()
    assert list(Sector.fields) == [*Front.fields, "reserve"]
    assert p.copy().reserve == 6
    p.reserve = 7
    assert other != p


class Sum(list[int]):
    """A list that is kept because it is asked for often."""


class Counting(Position):
    at: list[int] = [1, 2]
    sums: Derived[Sum]

    def make_sums(self) -> Sum:
        return Sum([sum(self.at)])


class Listing(Counting):
    most: Derived[Sum]

    def make_most(self) -> Sum:
        return Sum([max(self.at)])


@pytest.mark.parametrize("kind", [Counting, Listing])
def test_what_follows_from_the_fields_is_made_and_copied_but_neither_stored_nor_compared(kind: type[Counting]) -> None:
    p = kind(TABLE)
    assert p.sums == [3]
    assert p.to_data() == {"at": [1, 2]}
    other = p.copy()
    other.sums.append(9)
    assert p.sums == [3]
    assert other == p
    p.load_data({"at": [4, 5]})
    assert p.sums == [9]
    p.at.append(1)
    p.derive()
    assert p.sums == [10]
    assert not isinstance(p, Listing) or p.copy().most == [5]


def test_what_follows_from_the_fields_needs_a_method_that_makes_it() -> None:
    with pytest.raises(TypeError, match=r"Bad\.sums is derived, and Bad has no method make_sums"):

        class Bad(Position):
            sums: Derived[Sum]


class Charted(Counting):
    board: Shared[dict[str, int]]


def test_what_the_table_shares_is_at_hand_in_each_position_and_neither_stored_nor_compared() -> None:
    table: Any = SimpleNamespace(board={"width": 3})
    p = Charted(table)
    assert p.board is table.board
    assert p.copy().board is table.board
    assert p.to_data() == {"at": [1, 2]}
    assert p.copy() == p


def test_what_the_table_does_not_have_it_cannot_share() -> None:
    with pytest.raises(TypeError, match=r"Charted\.board is shared, but SimpleNamespace has no attribute board"):
        Charted(cast("Any", SimpleNamespace()))


def test_a_position_may_have_no_fields() -> None:
    class Bare(Position):
        """Frames are all it has."""

    p = Bare(TABLE)
    p.frames = [[0, 0]]
    other = p.copy()
    other.frames[0][1] = 1
    assert p.frames == [[0, 0]]
    assert p.to_data() == {}


def test_a_class_may_copy_in_its_own_way() -> None:
    class Counted(Position):
        copies: int

        def copy(self) -> Counted:
            p = Counted(self.table)
            p.copies = self.copies + 1
            return p

    assert Counted(TABLE).copy().copy().copies == 2


def test_what_is_no_kind_of_field_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match=r"Bad\.units is “dict\[str, int\]”, which is not a field type"):

        class Bad(Position):
            units: dict[str, int]


@pytest.mark.parametrize("kind", ["list", "tuple", "float", "object", "list[float]", "tuple[int, int]", "int | None"])
def test_kinds_that_no_field_has(kind: str) -> None:
    with pytest.raises(TypeError, match=r"Bad\.x is .* which is not a field type"):
        Described("Bad", (Position,), {"__module__": __name__, "__annotations__": {"x": kind}})


def test_a_type_that_only_a_type_checker_knows_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"Bad\.units is annotated as “Hidden”, which is not defined when the class is created"
    ):

        class Bad(Position):
            units: Hidden


def test_a_value_of_another_kind_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match=r"Bad\.at is bytearray: its first value cannot be \[1, 300\]\."):

        class Bad(Position):
            at: bytearray = [1, 300]  # type: ignore[assignment]


def test_a_name_that_is_taken_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(
        TypeError, match=r"Bad\.seat cannot be a field: Position already has an attribute with this name\."
    ):

        class Bad(Position):
            seat: int  # type: ignore[misc]

    with pytest.raises(
        TypeError, match=r"Worse\.turn cannot be a field: Front already has an attribute with this name\."
    ):

        class Worse(Front):
            turn: int


def test_slots_are_not_written_out() -> None:
    with pytest.raises(TypeError, match="Bad defines __slots__"):

        class Bad(Position):
            __slots__ = ("turn",)
            turn: int


class Battle(Locals):
    """A battle of two units."""

    attacker: int
    defender: int


class Assault(Battle):
    """A battle with support."""

    support: int


def test_locals_are_the_indexes_of_a_frame() -> None:
    frame = [0, 0, 10, 11, 12]
    assert (frame[Battle.attacker], frame[Battle.defender]) == (10, 11)
    assert (frame[Assault.attacker], frame[Assault.defender], frame[Assault.support]) == (10, 11, 12)
    assert (Locals.names, Battle.names) == ((), ("attacker", "defender"))
    assert Assault.names == ("attacker", "defender", "support")


def test_a_frame_keeps_ints_and_the_caller_says_which() -> None:
    with pytest.raises(TypeError, match=r"Bad\.units must be annotated as `int` and have no default"):

        class Bad(Locals):
            units: list[int]

    with pytest.raises(TypeError, match=r"Worse\.left must be annotated as `int` and have no default"):

        class Worse(Locals):
            left: int = 3


def test_a_local_has_a_name_of_its_own() -> None:
    with pytest.raises(
        TypeError, match=r"Bad\.attacker cannot be a local: Battle already has an attribute with this name"
    ):

        class Bad(Battle):
            attacker: int
