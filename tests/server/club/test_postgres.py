"""The tests of the club's tables, once more on PostgreSQL, and what several writers may do at a time there."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from mamayev.server.club.tables import METADATA
from mamayev.server.store.database import Database

from ..postgres import emptied
from . import (
    test_attacks,
    test_challenges,
    test_clocks,
    test_deadlines,
    test_leaving,
    test_members,
    test_ratings,
    test_seats,
    test_tables,
    test_two_servers,
)
from .conftest import Browser, another

pytestmark = pytest.mark.xdist_group("postgres")

for test in (
    test_members.test_a_visitor_joins_with_a_passkey_and_comes_back_with_it,
    test_members.test_a_visitor_joins_with_a_code_and_comes_back_with_one,
    test_members.test_a_code_is_good_once,
    test_members.test_a_code_can_be_tried_five_times,
    test_members.test_recovery_codes_open_the_account_once_each,
    test_members.test_the_last_way_in_cannot_be_removed,
    test_members.test_sessions_are_listed_and_ended,
    test_seats.test_a_new_device_brings_back_all_seats,
    test_seats.test_an_account_holds_its_own_seats_alone,
    test_seats.test_nobody_lists_or_deletes_what_is_not_theirs,
    test_seats.test_private_unlisted_and_public,
    test_leaving.test_everything_that_is_stored_is_exported,
    test_leaving.test_after_deletion_nothing_of_the_member_is_in_the_database,
    test_leaving.test_several_former_members_of_one_game,
    test_challenges.test_accepting_begins_a_game_with_exactly_the_terms_of_the_challenge,
    test_challenges.test_of_two_who_accept_at_once_one_gets_it,
    test_challenges.test_a_rematch_swaps_the_seats_and_keeps_the_terms,
    test_challenges.test_a_line_and_a_game_are_reported_and_resolved,
    test_clocks.test_the_clock_of_the_seat_to_move_runs,
    test_clocks.test_an_undo_gives_no_time_back_and_a_turn_adds_time_once,
    test_clocks.test_of_a_move_and_a_claim_at_once_one_wins,
    test_clocks.test_of_a_move_and_a_claim_at_two_servers_one_wins,
    test_clocks.test_a_pause_that_ends_at_another_server_lets_the_right_clock_run,
    test_clocks.test_the_clock_stands_still_during_a_vacation,
    test_clocks.test_a_pause_needs_both_and_either_ends_it,
    test_clocks.test_the_lobby_shows_the_clock_that_runs,
    test_deadlines.test_each_mark_is_told_once,
    test_deadlines.test_a_game_ends_by_itself_after_three_banks,
    test_deadlines.test_a_deadline_that_moved_in_between_is_not_told,
    test_ratings.test_a_rebuild_gives_the_same_numbers_to_the_last_digit,
    test_ratings.test_the_profile_says_what_everyone_may_know,
    test_attacks.test_slow_channels_leave_others_their_turn,
    test_attacks.test_a_daily_mail_has_an_end,
    test_attacks.test_a_member_has_a_bounded_number_of_answers,
    test_attacks.test_the_challenges_of_one_member_leave_room_for_others,
    test_attacks.test_the_games_of_one_member_leave_room_for_others,
    test_attacks.test_the_vacation_of_a_member_with_many_games_keeps_nobody_waiting,
    test_attacks.test_a_private_game_that_continues_stays_private_and_with_its_players,
    test_attacks.test_an_export_names_each_seat_once,
    test_attacks.test_a_member_with_many_notices_leaves_others_their_turn,
    test_tables.test_the_migrations_make_the_tables_that_the_club_uses,
    test_two_servers.test_a_session_that_ends_here_closes_its_tabs_on_another_server,
):
    globals()[test.__name__] = test
del test
marta, jaro, member, both = test_seats.marta, test_seats.jaro, test_leaving.member, test_two_servers.both
lena = test_challenges.lena
quick, often = test_clocks.quick, test_deadlines.often


@pytest.fixture
def address(database: Database) -> str:
    """The address of a database with neither games nor members."""
    return emptied(database, ["matches", "chat", "attendance", *METADATA.tables])


def test_of_two_who_take_a_name_at_once_one_gets_it(browser: Browser) -> None:
    others = [another(browser) for _ in range(4)]
    bodies = []
    for one in others:
        ceremony, options = one.options("join", "Marta K")
        bodies.append({"name": "Marta K", "ceremony": ceremony, "credential": one.device.make(options)})
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda one, body: one.ask("POST", "club/join", body), others, bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    refused = {answer.json()["error"] for answer in answers if answer.status_code == 409}
    assert refused == {"“Marta K” is taken. Choose another name."}


def test_of_two_last_ways_in_that_go_at_once_one_stays(browser: Browser) -> None:
    browser.join("Marta K")
    for _ in range(3):
        ceremony, options = browser.options("add")
        made = {"ceremony": ceremony, "credential": browser.device.make(options)}
        browser.done("POST", "club/me/passkeys", made)
    ids = [one["id"] for one in browser.done("GET", "club/me")["passkeys"]]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda one: browser.ask("DELETE", f"club/me/passkeys/{one}"), ids))
    assert sorted(answer.status_code for answer in answers) == [204, 204, 204, 409]
    assert len(browser.done("GET", "club/me")["passkeys"]) == 1


def test_a_code_that_is_tried_at_once_is_tried_five_times(browser: Browser) -> None:
    ceremony, code = browser.code("marta@example.org")
    wrong = {"ceremony": ceremony, "code": f"{(int(code) + 1) % 10**6:06}"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: browser.ask("POST", "club/codes/check", wrong), range(12)))
    said = [answer.json()["error"] for answer in answers]
    assert sum(one == "That code is no longer valid. Send a new one." for one in said) == 7
    assert browser.me is None
    club = browser.client.app.state.parts.access  # type: ignore[attr-defined]
    with club.store.database.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT tries FROM club_ceremonies")).scalars().all() == [5]


def test_a_challenge_that_eight_accept_at_once_begins_one_game(browser: Browser) -> None:
    browser.join("Marta K")
    challenge = test_challenges.put_up(browser)
    others = [another(browser) for _ in range(8)]
    for number, one in enumerate(others):
        one.join(f"Member {number}")
    path = f"club/challenges/{challenge['id']}/accept"
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: one.ask("POST", path), others))
    assert sorted(answer.status_code for answer in answers) == [201] + [404] * 7
    won = next(number for number, answer in enumerate(answers) if answer.status_code == 201)
    said = {answer.json()["error"] for answer in answers if answer.status_code == 404}
    assert said == {f"Member {won} has already accepted this challenge."}
    assert len(test_challenges.mine(browser)) == 1
    assert sum(len(test_challenges.mine(one)) for one in others) == 1
