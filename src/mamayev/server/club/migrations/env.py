"""The script that Alembic runs for the club's tables, which have their own chain of migrations."""

from alembic import context

from mamayev.server.club.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True, version_table="club_version")
with context.begin_transaction():
    context.run_migrations()
