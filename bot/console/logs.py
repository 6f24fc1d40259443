"""Logging: lines for people or one JSON object a line, without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

FORMATS: Final = ("text", "json")
HIDDEN: Final = "***"
LEAST_SECRET: Final = 4
"""The fewest characters of a secret: hiding a shorter one would black out half the log."""

# At level “debug” the library logs tokens of sessions and interactions, by name or in addresses. Anyone who has one can
# speak for the bot.
_TOKENS = re.compile(
    r"""(["']?(?:token|authorization|session_id)["']?\s*[:=]\s*["']?(?:Bot\s+)?|/(?:interactions|webhooks)/\d+/)"""
    r"""[\w.+/-]{8,}""",
    re.IGNORECASE,
)
_NOISY: Final = ("alembic",)
"""Loggers of libraries that log nothing of interest while everything works."""
_secrets: set[str] = set()


def conceal(secret: str | None) -> None:
    """Hide a secret, such as the bot's token, in the log from now on, unless it is too short (`LEAST_SECRET`)."""
    if secret and len(secret) >= LEAST_SECRET:
        _secrets.add(secret)


def redact(words: str) -> str:
    """Return text in which concealed secrets and tokens of Discord are replaced by `HIDDEN`."""
    for secret in _secrets:
        words = words.replace(secret, HIDDEN)
    return _TOKENS.sub(rf"\1{HIDDEN}", words)


class TextFormatter(logging.Formatter):
    """Formats records as lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, with its traceback below."""
        return redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object: time (UTC), level, logger, message and, after an error, the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON object of a record in one line."""
        data = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if record.exc_info:
            data["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(data, ensure_ascii=False)


def set_up_logging(level: str, kind: str = "text") -> None:
    """Log to standard error from this level on (“debug”, “info”, “warning” or “error”), as “text” or “json”.

    A program that has set up its own logging keeps it.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if kind == "json" else TextFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
