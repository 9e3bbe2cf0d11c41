"""Run by alembic on the connection that the store hands over; the server knows no other way to change its tables."""

from alembic import context

from mamayev.server.store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
