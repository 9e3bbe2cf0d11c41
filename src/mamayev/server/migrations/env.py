"""The script that alembic runs on the store's connection. It is the only way to change the tables."""

from alembic import context

from mamayev.server.store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
