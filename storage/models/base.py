"""The root of all tables, with the names of their constraints, and the type of JSON columns."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import MetaData
from sqlmodel import SQLModel

Json = dict[str, Any]


class Stored(SQLModel):
    """The root of every table. Constraints have names by rule, so that a migration can find them again."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
