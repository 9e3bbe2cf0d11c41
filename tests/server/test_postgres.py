"""The tests of what is kept, once more on PostgreSQL: a real server, in a cluster that is made for them."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event
from starlette.testclient import TestClient

from mamayev.engine.refusal import Refusal
from mamayev.server import others
from mamayev.server.app import create_app
from mamayev.server.clock import now
from mamayev.server.forms import Draft
from mamayev.server.store import Store, drafts
from mamayev.server.store.database import Database
from mamayev.server.store.tables import METADATA

from . import (
    test_damaged,
    test_drafts,
    test_held,
    test_live,
    test_malformed,
    test_patience,
    test_play,
    test_setup,
    test_store,
    test_two_servers,
)
from .conftest import HOME, begun, played
from .postgres import emptied

pytestmark = pytest.mark.xdist_group("postgres")

# The same tests, on the database of this module: all that read or write what a game stores.
for test in (
    test_play.test_edition_and_options_are_taken,
    test_play.test_an_action_changes_the_match_and_tells_what_happened,
    test_play.test_an_old_version_gets_the_present_state,
    test_play.test_of_many_answers_to_one_question_one_counts,
    test_play.test_a_finished_game_has_a_result_and_takes_nothing_more,
    test_play.test_undo_past_a_die_needs_practice_and_redo_brings_the_same_die,
    test_play.test_the_log_is_told_from_a_ply_on,
    test_play.test_any_earlier_table_can_be_seen,
    test_play.test_a_branch_is_a_game_of_its_own,
    test_play.test_the_list_shows_how_each_game_stands,
    test_play.test_a_game_is_renamed,
    test_play.test_a_deleted_game_can_be_restored,
    test_play.test_an_exported_game_comes_back_the_same,
    test_play.test_a_record_of_other_rules_that_still_replays_is_taken_with_a_notice,
    test_play.test_one_decision_is_taken_back_alone,
    test_live.test_two_tabs_follow_one_game,
    test_live.test_a_tab_sees_bots_play_action_by_action,
    test_live.test_a_deleted_game_closes_its_tabs,
    test_store.test_a_restart_loses_nothing,
    test_store.test_what_was_taken_back_can_be_played_again_after_a_restart,
    test_store.test_matches_that_leave_the_memory_are_loaded_again,
    test_store.test_two_servers_share_a_database,
    test_store.test_the_faster_of_two_servers_wins,
    test_store.test_a_server_killed_in_the_middle_of_play_loses_nothing_it_answered,
    test_patience.test_a_tab_hears_of_what_is_played_through_another_server,
    test_damaged.test_a_backup_is_taken_in_elsewhere_and_goes_on,
    test_damaged.test_damaged_rows_are_listed_told_and_repaired,
    test_setup.test_components_are_stored_once_and_lost_ones_told,
    test_drafts.test_a_draft_that_was_changed_elsewhere_is_not_overwritten,
    test_drafts.test_what_cannot_be_a_draft_is_refused_in_a_sentence,
    test_drafts.test_nobody_takes_the_room_of_all,
    test_malformed.test_an_address_that_no_database_can_look_for_is_refused,
    test_two_servers.test_lines_presence_and_requests_cross,
    test_two_servers.test_a_study_that_may_be_read_is_told_at_the_other_server,
    test_two_servers.test_a_review_is_seen_and_stopped_at_the_other_server,
    test_two_servers.test_who_was_at_a_server_that_was_killed_is_away_after_a_while,
):
    globals()[test.__name__] = test
del test
servers = test_two_servers.servers


@pytest.fixture(scope="module")
def database(cluster: str) -> Iterator[Database]:
    store = Store(cluster.format("postgres"))
    yield store.database
    store.close()


@pytest.fixture
def address(database: Database) -> str:
    """The address of a database without games."""
    tables = ("matches", "chat", "components", "attendance", "drafts", "studies", "reviews", "making")
    return emptied(database, tables)


def test_servers_that_start_together_make_the_tables_once(cluster: str) -> None:
    engine = sa.create_engine(cluster.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE fresh")
    engine.dispose()
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(Store, [cluster.format("fresh")] * 4))
    with stores[0].database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    for store in stores:
        store.close()


def test_a_row_that_another_program_has_locked_is_said_soon(tiny: str, address: str) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, tiny)
        engine = sa.create_engine(address)
        with engine.connect() as other:
            other.exec_driver_sql("SELECT * FROM matches FOR UPDATE")
            told = client.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
            assert told.status_code == 503  # while the row is still locked
            threading.Timer(0.3, other.rollback).start()
            assert played(client, state, "rest")["version"] == 2
        engine.dispose()


def test_a_database_that_takes_no_changes_is_one_outage(
    tiny: str, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(create_app(address), base_url=HOME) as client:
        state = begun(client, tiny)
        url = sa.make_url(address).update_query_dict({"options": "-c default_transaction_read_only=on"})
        engine, fail = sa.create_engine(url), client.app.state.parts.store.database.engine  # type: ignore[attr-defined]

        def closed(*_: object) -> object:
            return engine.raw_connection().driver_connection

        event.listen(fail, "do_connect", closed)
        fail.dispose()
        for _ in range(3):
            told = client.post(f"/api/matches/{state['id']}/actions", json={"text": "rest", "version": 1})
            assert told.status_code == 503
        assert client.get("/api/matches").status_code == 200
        event.remove(fail, "do_connect", closed)
        fail.dispose()
        assert played(client, state, "rest")["version"] == 2
        engine.dispose()
    said = [record for record in caplog.records if record.name.startswith("mamayev") and record.levelname == "ERROR"]
    assert [record.exc_info for record in said] == [None]


def test_drafts_that_begin_together_take_no_more_than_their_share(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "DRAFTS_KEPT", 40)
    store = Store(address)

    def begin(number: int) -> str:
        draft = Draft(
            id=f"{number:024}", name="", game="", version=1, standing="", updated=now(), files={}, empty=False, done=""
        )
        return store.drafts.begin(draft, "203.0.113.7")

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(begin, range(40))) == {"": 20, "share": 20}
    store.close()


def test_a_server_of_databases_that_is_not_there_is_said(address: str) -> None:
    with pytest.raises(Refusal, match="cannot be opened"):
        Store(address.replace("host=", "host=/no/such"))


def test_a_move_reaches_another_server_without_waiting_for_its_poll(
    tiny: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The polls are too far apart to carry it, so it is the hint (LISTEN, NOTIFY) that does."""
    with TestClient(create_app(address, bot_pause=60), base_url=HOME) as one:
        here = test_held.held(one)
        with TestClient(create_app(address, bot_pause=60), base_url=HOME) as two:
            there = test_two_servers.elsewhere(here, two)
            with two.websocket_connect(test_held.live(there)) as tab:
                red = test_two_servers.Ear(tab, there, "red")
                listening(address, 2)
                monkeypatch.setattr(others, "LOOK_SECONDS", 3600.0)
                here.ask("blue", "POST", "/chat", {"text": "The last that a poll may carry."})
                red.hears(lambda told: "line" in told)
                here.play("blue", "done")
                red.hears(lambda told: "version" in told)


def listening(address: str, servers: int) -> None:
    """Wait until so many servers hear hints."""
    engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
    query = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'"
    with engine.connect() as connection:
        while connection.exec_driver_sql(query).scalar() != servers:
            time.sleep(0.02)
    engine.dispose()
