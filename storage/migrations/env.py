"""Run by Alembic inside `storage.migrations`, which opens the connection by the application's own factory."""

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
