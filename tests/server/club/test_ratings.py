"""Results and ratings of finished games, what changes none, and the profile."""

import json
import random
from typing import Any

import pytest
import sqlalchemy as sa

from mamayev.engine import registry
from mamayev.server.clock import now
from mamayev.server.club import profiles, ratings, results, ways
from mamayev.server.club.anchors import anchor_of, anchor_of_id, bot_id
from mamayev.server.club.classes import RulesClass, class_of, seat_names, title_of
from mamayev.server.club.club import Club
from mamayev.server.club.pace import DailyPace, Terms, agree
from mamayev.server.club.tables import RATINGS, RESULTS, WORTHS
from mamayev.server.store.happened import Done, Happened
from mamayev.server.store.rows import HUMAN, Standing, keys_of
from mamayev.server.store.tables import MATCHES

from . import test_challenges, test_seats
from .conftest import Browser

Json = dict[str, Any]
CLASS = RulesClass("skirmish", "first", "duel")

marta, jaro, lena = test_seats.marta, test_seats.jaro, test_challenges.lena
club_of, begin, keep = test_challenges.club_of, test_seats.begin, test_seats.keep


def game(red: Browser | None, blue: Browser | None, *, rated: bool = True, **wanted: Any) -> str:
    """A private game of two members, by daily clock."""
    there = red or blue
    assert there is not None
    state = begin(there, **wanted)
    for browser, seat in ((red, "red"), (blue, "blue")):
        if browser is not None and seat in state["keys"]:
            keep(browser, state, seat)
    terms = Terms(DailyPace(5, 12), rated)
    club_of(there).write(lambda connection: agree(connection, state["id"], terms))
    return str(state["id"])


def end(
    club: Club, match: str, winner: str | None, done: Done = "action", points: int | None = None, **players: str
) -> None:
    """What the club hears when a game ends."""

    def tell(connection: sa.Connection) -> None:
        row = connection.execute(sa.select(MATCHES).where(MATCHES.c.id == match)).one()
        result = {"winner": winner, "why": "It is over."} | ({} if points is None else {"points": points})
        standing = Standing("", 1, "", "", True, result, 9, "")
        seated = {**dict.fromkeys(keys_of(row.keys), HUMAN), **players}
        keys = keys_of(row.keys)
        happened = Happened(
            match, 2, done, now(), keys, seated, "red", "", standing, "", ("red", "blue", "red", "blue")
        )
        results.within(connection, happened)

    club.write(tell)


def rows(club: Club) -> list[list[Any]]:
    """All ratings, worths and results as they are stored."""

    def look(connection: sa.Connection) -> list[list[Any]]:
        tables = (RATINGS, WORTHS, RESULTS)
        return [list(connection.execute(sa.select(table).order_by(*table.primary_key))) for table in tables]

    return club.read(look)


def member_id(club: Club, name: str) -> str:
    who = club.read(lambda connection: ways.by_name(connection, name))
    assert who is not None
    return who.id


def rating(browser: Browser, name: str) -> ratings.Rating:
    club = club_of(browser)
    who = member_id(club, name)
    return club.read(lambda connection: ratings.rating_of(connection, who, CLASS))


def test_a_rated_game_changes_both_ratings(marta: Browser, jaro: Browser) -> None:
    assert rating(marta, "Marta K") == (1500, 350, 0)
    end(club_of(marta), game(marta, jaro), "red")
    winner, loser = rating(marta, "Marta K"), rating(marta, "Jaro R")
    assert winner.rating > 1600 > 1400 > loser.rating
    assert (winner.games, loser.games) == (1, 1)
    assert winner.provisional
    assert winner.deviation < 320


def test_a_rebuild_gives_the_same_numbers_to_the_last_digit(marta: Browser, jaro: Browser, lena: Browser) -> None:
    club, rng = club_of(marta), random.Random(5)
    for _ in range(12):
        red, blue = rng.sample([marta, jaro, lena], 2)
        end(club, game(red, blue, rated=rng.random() < 0.8), rng.choice(["red", "red", "blue", None]))
    before = rows(club)
    assert len(before[0]) == 3
    assert club.write(results.rebuild) == sum(row.rated for row in before[2]) // 2
    assert rows(club) == before
    # They follow from the results alone.
    club.write(lambda connection: connection.execute(sa.update(RATINGS).values(rating=0.0, volatility=1.0)))
    club.write(results.rebuild)
    assert rows(club) == before


def test_ratings_of_the_others_stay_when_a_member_leaves(marta: Browser, jaro: Browser, lena: Browser) -> None:
    club = club_of(marta)
    for red, blue in ((marta, jaro), (jaro, lena), (lena, marta)):
        end(club, game(red, blue), "red")
    before = [rating(marta, name) for name in ("Marta K", "Lena B")]
    gone = member_id(club, "Jaro R")
    jaro.done("DELETE", "club/me")
    assert not any(gone in str(row) for table in rows(club) for row in table)
    club.write(results.rebuild)
    assert [rating(marta, name) for name in ("Marta K", "Lena B")] == before


@pytest.mark.parametrize("case", ["unrated", "alone", "visitor", "bot took it", "damaged"])
def test_what_changes_no_rating(case: str, marta: Browser, jaro: Browser) -> None:
    club = club_of(marta)
    other = {"alone": marta, "visitor": None}.get(case, jaro)
    match = game(marta, other, rated=case != "unrated")
    if case == "damaged":
        club.write(lambda c: c.execute(sa.update(MATCHES).values(record="{}")))  # a record that cannot be read
    end(club, match, "red", blue="staff" if case == "bot took it" else HUMAN)
    assert rows(club)[:2] == [[], []]
    assert len(rows(club)[2]) == 2
    assert not any(row.rated for row in rows(club)[2])


def test_the_first_end_counts(marta: Browser, jaro: Browser) -> None:
    club, match = club_of(marta), game(marta, jaro)
    end(club, match, "red")
    before = rows(club)
    end(club, match, "blue")
    assert rows(club) == before


def test_a_played_game_ends_in_a_result(marta: Browser, jaro: Browser) -> None:
    """The listener is called: by a resignation, in the transaction of the action."""
    match = game(marta, jaro)
    test_challenges.finish(marta, match)
    found = {row.seat: row for row in rows(club_of(marta))[2]}
    assert (found["red"].score, found["red"].ended) == (0, "resigned")
    assert (found["blue"].score, found["blue"].ended) == (1, "played")
    assert found["red"].pace == "daily"


def test_a_bot_keeps_its_rating(marta: Browser) -> None:
    """Bots of a box with a league are fixed; those without one are not rated."""
    anchor = anchor_of("barbarossa", "staff")
    assert anchor is not None
    assert 1700 < anchor.rating < 1900
    assert 10 < anchor.deviation < 40
    assert anchor_of("barbarossa", "nobody") is None
    assert anchor_of("skirmish", "staff") is None
    assert anchor_of_id(bot_id("barbarossa", "staff")) == anchor
    assert anchor_of_id("0123") is None
    club = club_of(marta)
    cls = RulesClass("barbarossa", "classic", "duel")
    found = club.read(lambda connection: ratings.rating_of(connection, bot_id("barbarossa", "staff"), cls))
    assert found[:2] == (anchor.rating, anchor.deviation)
    assert not found.provisional


def practiced(club: Club, match: str) -> None:
    """A die was undone in a game."""

    def change(connection: sa.Connection) -> None:
        here = MATCHES.c.id == match
        record = json.loads(connection.execute(sa.select(MATCHES.c.record).where(here)).scalar_one())
        text = json.dumps(record | {"practice": [[3, 2]]})
        connection.execute(sa.update(MATCHES).where(here).values(record=text))

    club.write(change)


def test_a_game_alone_with_a_chosen_seed_does_not_count(marta: Browser) -> None:
    """Its player could know the dice."""
    club = club_of(marta)
    for seed in (7, None):
        made = begin(marta, game="cauldron", seed=seed)
        keep(marta, made, "german")
        end(club, made["id"], None, points=9)
        assert marta.done("GET", "club/members/Marta K")["rated"] == (seed is None)


def test_a_game_alone_counts_by_its_points(marta: Browser) -> None:
    club = club_of(marta)
    for points, again in ((9, False), (12, False), (14, True)):
        state = begin(marta, game="cauldron", seed=None)
        keep(marta, state, "german")
        if again:
            practiced(club, state["id"])
        end(club, state["id"], None, points=points)
    assert rows(club)[:2] == [[], []]
    seen = marta.done("GET", "club/members/Marta K")
    assert (seen["games"], seen["rated"], seen["won"]) == (3, 2, 0)
    (row,) = seen["ratings"]
    assert (row["box"], row["kind"], row["rating"], row["best"], row["games"]) == ("cauldron", "points", 10.5, 12, 2)
    # The staff's mean and its standard error, from the league of the box.
    assert row["bot"] == {"name": "staff", "points": 7.68, "error": pytest.approx(0.19, abs=0.01)}
    assert row["deviation"] == pytest.approx(1.5)
    club.write(results.rebuild)
    assert marta.done("GET", "club/members/Marta K") == seen


def test_a_game_counts_whose_players_agreed_to_undo_a_die(marta: Browser, jaro: Browser) -> None:
    club, match = club_of(marta), game(marta, jaro)
    practiced(club, match)
    end(club, match, "red")
    assert rating(marta, "Marta K").games == 1


def test_classes_of_rules() -> None:
    barbarossa, cauldron = registry.find("barbarossa"), registry.find("cauldron")
    variant = next(preset for preset in barbarossa.presets if preset.name == "miranda")
    assert class_of(barbarossa, "1963", {}) == ("barbarossa", "classic", "duel")
    assert class_of(barbarossa, "1963", variant.options) == ("barbarossa", "miranda", "duel")
    assert class_of(barbarossa, "1963", {"reserves": True}) is None
    assert class_of(barbarossa, "1963", {}, own=True) is None
    assert class_of(cauldron, "2020", {}) == ("cauldron", "first", "points")
    donnerschlag = registry.find("donnerschlag")
    assert class_of(donnerschlag, "2022", {}) == ("donnerschlag", "book", "duel")  # the one without hints
    inferno = registry.find("inferno")
    assert class_of(inferno, "2017", {}) is None  # alone, without points
    assert class_of(inferno, "2017", {"soviet_side": "player"}) == ("inferno", "duel", "duel")
    assert title_of("barbarossa", "miranda") == "The 2001 variant"
    assert seat_names("barbarossa", "classic") == {"german": "Axis", "russian": "Russian"}
    assert (title_of("gone", "1"), seat_names("gone", "1")) == ("1", {})


def test_the_profile_says_what_everyone_may_know(marta: Browser, jaro: Browser, lena: Browser) -> None:
    club = club_of(marta)
    for winner in ("red", "blue", None):
        end(club, game(marta, jaro), winner)
    end(club, game(marta, jaro), "blue", done="time")
    end(club, game(marta, jaro, rated=False), "red")
    seen = lena.done("GET", "club/members/marta-k")
    assert seen["name"] == "Marta K"
    assert (seen["games"], seen["rated"], seen["won"], seen["drawn"], seen["lost"]) == (5, 4, 1, 1, 2)
    assert (seen["on_time"], seen["on_time_share"], seen["pace"], seen["me"]) == (1, None, "daily", False)
    (row,) = seen["ratings"]
    assert (row["box"], row["games"], row["provisional"], row["kind"]) == ("skirmish", 4, True, "duel")
    assert row["rating"] == rating(marta, "Marta K").rating
    by_seat = {one["seat"]: one for one in row["seats"]}
    assert (by_seat["red"]["games"], by_seat["red"]["points"], by_seat["blue"]["games"]) == (4, 1.5, 0)
    # The games are private to their players, so nobody else gets their addresses.
    assert [point["match"] for point in row["curve"]] == [""] * 4
    own = marta.done("GET", "club/members/Marta K")
    assert own["me"]
    assert all(point["match"] for point in own["ratings"][0]["curve"])
    assert "There is no member “Nobody”." in lena.refused("GET", "club/members/Nobody")


def test_a_profile_is_of_the_last_games(marta: Browser, jaro: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone can ask for the profile of a member with thousands of games."""
    monkeypatch.setattr(profiles, "COUNTED", 2)
    club = club_of(marta)
    for winner in ("red", "red", "blue"):
        end(club, game(marta, jaro), winner)
    seen = marta.done("GET", "club/members/Marta K")
    assert (seen["games"], seen["won"], seen["lost"]) == (2, 1, 1)
    (row,) = seen["ratings"]
    assert [point["score"] for point in row["curve"]] == [1, 0]
    assert (row["games"], row["rating"]) == (3, rating(marta, "Marta K").rating)


def test_the_share_lost_on_time_counts_from_ten_games_on(marta: Browser, jaro: Browser) -> None:
    club = club_of(marta)
    for number in range(10):
        end(club, game(marta, jaro), "blue", done="time" if number < 2 else "action")
        share = marta.done("GET", "club/members/Marta K")["on_time_share"]
        assert share == (0.2 if number == 9 else None)
