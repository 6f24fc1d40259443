"""Doing and undoing steps, and comparing tables, with Alembic. Imported only when there is something to do."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from storage.models import Stored

_HERE = Path(__file__).resolve().parent


def run(connection: Connection, revision: str, *, up: bool) -> None:
    """Do the steps up to a revision, or undo those after it."""
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    (command.upgrade if up else command.downgrade)(config, revision)


def compare(connection: Connection) -> list[object]:
    """Return the differences between the tables of a database and those of this version."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, Stored.metadata))
