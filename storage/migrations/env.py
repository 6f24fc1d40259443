"""The script that Alembic runs for the steps, on the connection that `storage.migrations` has opened."""

from __future__ import annotations

from alembic import context

from storage.models import Stored

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Stored.metadata,
    # SQLite cannot change a column: Alembic rebuilds the table instead.
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
