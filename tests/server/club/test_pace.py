"""The pace of a game: its form, its limits, and how it is stored."""

from typing import Any

import msgspec
import pytest

from mamayev.match.reading import Unreadable, read
from mamayev.server.club.pace import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    DailyPace,
    LivePace,
    Pace,
    Terms,
    agree,
    pace_of,
    terms_of,
    written,
)

from .conftest import Browser
from .test_seats import begin

PACES: list[Pace] = [LivePace(30, 10), LivePace(1), DailyPace(5, 12), DailyPace(30)]


@pytest.mark.parametrize("pace", PACES)
def test_a_pace_is_stored_and_read(pace: Pace) -> None:
    assert pace_of(written(pace)) == pace


def test_no_clock_is_stored_as_nothing_and_an_unreadable_pace_is_none() -> None:
    assert written(None) is None
    assert pace_of(None) is None
    assert pace_of('{"kind": "weekly"}') is None


@pytest.mark.parametrize(
    ("pace", "bank", "more", "most"),
    [
        (LivePace(30, 10), 30 * MINUTE, 10 * SECOND, None),
        (DailyPace(5, 12), 5 * DAY, 12 * HOUR, 5 * DAY),
    ],
)
def test_a_pace_in_milliseconds(pace: Pace, bank: int, more: int, most: int | None) -> None:
    assert (pace.bank, pace.more, pace.most) == (bank, more, most)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"kind": "live", "minutes": 0}, "1"),
        ({"kind": "live", "minutes": 601}, "600"),
        ({"kind": "live", "minutes": 5, "seconds": 601}, "600"),
        ({"kind": "daily", "days": 0}, "1"),
        ({"kind": "daily", "days": 31}, "30"),
        ({"kind": "daily", "days": 5, "hours": 169}, "168"),
        ({"kind": "daily", "days": 5, "minutes": 3}, "minutes"),
        ({"kind": "weekly", "days": 5}, "weekly"),
    ],
)
def test_a_pace_out_of_its_limits_is_refused_with_a_sentence(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read(msgspec.json.encode({"pace": wanted}), Terms)


def test_the_terms_of_a_game_are_stored_with_it(browser: Browser) -> None:
    state = begin(browser)
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    assert club.read(lambda connection: terms_of(connection, state["id"])) == Terms()
    terms = Terms(DailyPace(5, 12), rated=True)
    club.write(lambda connection: agree(connection, state["id"], terms))
    assert club.read(lambda connection: terms_of(connection, state["id"])) == terms
