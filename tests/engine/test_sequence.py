"""Sequences: steps in their order, conditions, loops, one sequence in another, stopped and continued anywhere."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from mamayev.engine.box import Box
from mamayev.engine.event import Journal
from mamayev.engine.fields import Locals
from mamayev.engine.position import Position
from mamayev.engine.sequence import Sequence, loop, step, when
from mamayev.engine.steps import StepName


class Told(Position):
    """What has been done so far, and a countdown."""

    told: list[str]
    left: int


class Asked(Locals):
    """What is asked, and how often."""

    what: int
    times: int


class Ask(Box[Told]):
    """A decision, which waits until `answer` is called."""

    locals = Asked

    def __init__(self, name: str) -> None:
        self.name = name


def say(word: str) -> Callable[[Told, list[int]], None]:
    def step(p: Told, f: list[int]) -> None:
        p.told.append(word)

    return step


def down(p: Told, f: list[int]) -> None:
    p.left -= 1
    p.told.append(str(p.left))


def some_left(p: Told, f: list[int]) -> bool:
    return p.left > 0


def odd(p: Told, f: list[int]) -> bool:
    return p.left % 2 == 1


def begin(*boxes: Box[Any], left: int = 0, journal: Any = None) -> Told:
    """A position in which the first box or sequence has run to its first decision."""
    table: Any = SimpleNamespace(
        boxes=list(boxes),
        blanks=[[i, 0, *(0 for _ in box.locals.names)] for i, box in enumerate(boxes)],
        blank_of={box.name: [i, 0, *(0 for _ in box.locals.names)] for i, box in enumerate(boxes)},
        runs=[box.run if box.runs else None for box in boxes],
        steps={name: StepName(name, name, "") for box in boxes for name in box.own_steps},
        step=lambda p, left=0: None,
        box_index={b.name: i for i, b in enumerate(boxes)},
    )
    for box in boxes:
        if isinstance(box, Sequence):
            box.bind(table)
    p = Told(table)
    p.left = left
    p.journal = journal
    p.call(boxes[0].name)
    p.settle()
    return p


def answer(p: Told) -> None:
    p.told.append(f"<{p.box.name}>")
    p.end()
    p.settle()


def test_steps_run_in_their_order_to_the_end() -> None:
    p = begin(Sequence("turn", say("a"), say("b"), say("c")))
    assert p.told == ["a", "b", "c"]
    assert p.frames == []


def test_when_takes_its_entries_or_leaves_them() -> None:
    sequence = Sequence("turn", say("a"), when(odd, say("b"), say("c")), say("d"))
    assert begin(sequence, left=1).told == ["a", "b", "c", "d"]
    assert begin(sequence, left=2).told == ["a", "d"]


def test_a_loop_runs_as_long_as_its_test_holds() -> None:
    sequence = Sequence("turn", loop(some_left, down), say("end"))
    assert begin(sequence, left=3).told == ["2", "1", "0", "end"]
    assert begin(sequence, left=0).told == ["end"]


def test_conditions_stand_in_loops_and_loops_in_conditions() -> None:
    sequence = Sequence("turn", when(some_left, loop(some_left, when(odd, say("odd")), down, when(odd, say("!")))))
    assert begin(sequence, left=3).told == ["odd", "2", "1", "!", "odd", "0"]


def test_a_sequence_is_a_step_of_another() -> None:
    p = begin(Sequence("turn", say("a"), "phase", say("z")), Sequence("phase", say("b"), "ask", say("c")), Ask("ask"))
    assert p.told == ["a", "b"]
    assert [p.table.boxes[f[0]].name for f in p.frames] == ["turn", "phase", "ask"]
    assert [p.inside(name) for name in ("turn", "phase", "ask")] == [True] * 3
    answer(p)
    assert p.told == ["a", "b", "<ask>", "c", "z"]
    assert not p.inside("turn")


def test_a_copy_made_in_the_middle_goes_on_from_there() -> None:
    p = begin(Sequence("turn", loop(some_left, down, "ask"), say("end")), Ask("ask"), left=2)
    other = p.copy()
    answer(p)
    answer(p)
    assert p.told == ["1", "<ask>", "0", "<ask>", "end"]
    assert other.told == ["1"]
    answer(other)
    answer(other)
    assert other == p


def test_play_goes_the_same_way_whether_anybody_reads_the_log_or_not() -> None:
    entries = (
        step("first"), say("a"), loop(some_left, down, when(odd, "ask")), step("skipped"), when(odd, say("never")),
        step("last"), "ask",
    )  # fmt: skip
    journal = Journal()
    read, unread = (begin(Sequence("game", *entries), Ask("ask"), left=5, journal=kept) for kept in (journal, None))
    stops = 0
    while read.frames:
        assert (read.frames, read.told) == (unread.frames, unread.told)
        game: Any = read.table.boxes[0]
        assert game.own_step(read.frames[0]) == game.own_step(unread.frames[0])
        answer(read)
        answer(unread)
        stops += 1
    assert stops == 3
    assert unread.told == read.told == ["a", "4", "3", "<ask>", "2", "1", "<ask>", "0", "<ask>"]
    assert [event.step for event in journal.events] == ["first", "skipped", "last"]


def test_a_step_may_call_a_box_and_the_sequence_waits_for_it() -> None:
    def ask(p: Told, f: list[int]) -> None:
        p.call("ask", 7)

    p = begin(Sequence("turn", ask, say("b")), Ask("ask"))
    assert p.frames[-1] == [1, 0, 7, 0]
    assert p.told == []
    answer(p)
    assert p.told == ["<ask>", "b"]


def test_a_box_gets_the_locals_that_it_asks_for() -> None:
    p = begin(Sequence("turn", loop(some_left, down, "ask")), Ask("ask"), left=2)
    p.frames[-1][Asked.what] = 5
    answer(p)
    assert p.frames[-1] == [1, 0, 0, 0]


def test_a_sequence_has_locals_too() -> None:
    def count(p: Told, f: list[int]) -> None:
        f[Asked.times] += 1

    p = begin(Sequence("turn", loop(lambda p, f: f[Asked.times] < 3, count), "ask", locals=Asked), Ask("ask"))
    assert p.frame("turn")[Asked.times] == 3
    assert p.frames[-1] == [1, 0, 0, 0]


def test_a_call_gives_no_more_ints_than_there_are_locals() -> None:
    p = begin(Sequence("turn", "ask"), Ask("ask"))
    frames = p.copy().frames
    with pytest.raises(TypeError, match=r"“ask” got \[1, 2, 3\], but its frame stores what, times"):
        p.call("ask", 1, 2, 3)
    with pytest.raises(TypeError, match=r"“turn” got \[1\], but its frame stores nothing"):
        p.call("turn", 1)
    assert p.frames == frames


def test_a_step_that_clears_the_frames_ends_the_game() -> None:
    def stop(p: Told, f: list[int]) -> None:
        p.frames.clear()

    p = begin(Sequence("game", "turn", say("never")), Sequence("turn", say("a"), stop, say("never")))
    assert p.told == ["a"]
    assert p.seat == -1
