"""The club's own tables, in SQLite; test_postgres.py has the same in PostgreSQL."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from mamayev.engine.refusal import Refusal
from mamayev.server.app import create_app
from mamayev.server.club.club import CHAIN
from mamayev.server.club.tables import METADATA as CLUB
from mamayev.server.store import Store
from mamayev.server.store.tables import METADATA

from .conftest import Opens


def test_the_migrations_make_the_tables_that_the_club_uses(address: str) -> None:
    store = Store(address)
    store.database.migrate(CHAIN)
    store.database.migrate(CHAIN)
    with store.database.engine.connect() as connection:
        tables = set(sa.inspect(connection).get_table_names())
        context = MigrationContext.configure(connection)
        both = sa.MetaData()
        for table in (*METADATA.tables.values(), *CLUB.tables.values()):
            table.to_metadata(both)
        differing = [one for one in compare_metadata(context, both) if "club_version" not in str(one)]
    store.close()
    assert differing == []
    assert {"alembic_version", "club_version", "club_members"} <= tables


def test_a_database_with_a_club_still_serves_without_one(opens: Opens, address: str) -> None:
    opens()
    Store(address).close()
    create_app(address)


def test_a_club_of_a_later_version_is_refused(address: str, club_file: Path) -> None:
    store = Store(address)
    store.database.migrate(CHAIN)
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE club_version SET version_num = '9999'")
    store.close()
    with pytest.raises(Refusal, match="created by another version of this program"):
        create_app(address, club=club_file)
