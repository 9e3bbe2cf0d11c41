"""No time is lost or won: what is left, what was used and what was added always add up."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.server.club.clocks import Clock, Clocks
from mamayev.server.club.pace import DAY, HOUR, DailyPace, LivePace, Pace
from mamayev.server.club.times import moment_of, text_of
from mamayev.testing.depth import deep

SEATS = ("blue", "red")
PACES = st.one_of(
    st.builds(LivePace, st.integers(1, 600), st.integers(0, 600)),
    st.builds(DailyPace, st.integers(1, 30), st.integers(0, 168)),
)
Change = tuple[int, str, str, int]
CHANGES = st.lists(
    st.tuples(
        st.integers(0, 2 * DAY),  # the time until the change
        st.sampled_from([*SEATS, "", "bot"]),  # the seat to move
        st.sampled_from(["", "", *SEATS, "pause", "both"]),  # the player turn that ends, or a request for a pause
        st.integers(0, 3 * HOUR),  # the rest of the player's vacation
    ),
    max_size=40,
)


@settings(max_examples=deep(200, least=50), deadline=None, derandomize=True, database=None)
@given(pace=PACES, changes=CHANGES)
def test_all_times_add_up(pace: Pace, changes: list[Change]) -> None:
    clocks = Clocks("", [Clock(seat, seat, pace.bank) for seat in SEATS], pace)
    start = moment = 1_700_000_000_000
    waited, still, ended = dict.fromkeys(SEATS, 0), 0, [""] * 0
    for time, to_move, what, vacation in changes:
        running = clocks.get(clocks.running)
        before = {seat: clock.left_at(moment) for seat, clock in clocks.items()}
        since = moment if running is None or running.since is None else max(moment, running.since)
        moment += time
        used = max(0, moment - since)
        if running is None:
            still += time
        else:
            waited[running.seat] += used
            still += time - used
        if what == "pause":
            clocks["blue"].pause = not clocks["blue"].pause
        elif what == "both":
            clocks["blue"].pause = clocks["red"].pause = True
        elif what:
            ended.append(what)
        clocks.turn_to(to_move, moment, moment + vacation, ended)
        for seat, clock in clocks.items():
            charged = used if running is not None and running.seat == seat else 0
            added = pace.more if what == seat else 0
            plain = before[seat] - charged + added
            assert clock.left == (plain if pace.most is None else min(plain, pace.most))
            assert clock.left <= (pace.most or clock.left)
        assert sum(clock.since is not None for clock in clocks.values()) == (to_move in SEATS and not clocks.paused)
    assert sum(waited.values()) + still == moment - start


@given(st.integers(0, 4_000_000_000_000))
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
def test_a_moment_is_stored_to_the_millisecond(moment: int) -> None:
    assert moment_of(text_of(moment)) == moment


def test_a_moment_is_rounded_down() -> None:
    assert text_of(moment_of("2026-11-27T18:00:00.123999Z")) == "2026-11-27T18:00:00.123000Z"
