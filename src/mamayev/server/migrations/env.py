"""The script that Alembic runs on the store's connection. The tables are changed in no other way."""

from alembic import context

from mamayev.server.store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
