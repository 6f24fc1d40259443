"""Column types that mean the same on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import BigInteger, Integer
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class UtcTime(TypeDecorator[datetime]):
    """A moment, stored as whole microseconds since 1970 in UTC.

    SQLite has no type for moments and gives aware datetimes back naive; a whole number cannot lose its time zone,
    and it sorts. Values must be aware: a naive one raises ValueError. They come back in UTC.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return the number to store for a moment. Raises ValueError for one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A stored moment needs a time zone.")
        return (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Return the moment that a stored number means."""
        return None if value is None else _EPOCH + value * _MICROSECOND


# SQLite numbers new rows by itself only in a column whose type is exactly INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")


def utc_now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)
