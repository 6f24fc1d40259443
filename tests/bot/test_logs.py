"""The log says what happened, in lines or in JSON, and no secret."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from bot.console import logs
from bot.console.logs import JsonFormatter, TextFormatter, conceal, redact, set_up_logging

HUSH = "MTA.salt-march.1930"


@pytest.fixture(autouse=True)
def own_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test know no secrets but its own."""
    monkeypatch.setattr(logs, "_secrets", set())


def make_record(message: str, *args: object, error: Exception | None = None) -> logging.LogRecord:
    """Return a log record, with a traceback if there was an error."""
    info = None
    if error is not None:
        try:
            raise error
        except Exception:
            info = sys.exc_info()
    return logging.LogRecord("bot.test", logging.ERROR, __file__, 1, message, args, info)


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_a_secret_is_in_neither_message_nor_traceback(formatter: logging.Formatter) -> None:
    conceal(HUSH)
    conceal("")
    conceal(None)
    line = formatter.format(make_record("login with %s", HUSH, error=ValueError(f"bad {HUSH}")))
    assert HUSH not in line
    assert "login with ***" in line
    assert "ValueError" in line


def test_a_log_line_in_json_can_be_parsed() -> None:
    line = JsonFormatter().format(make_record("Table %s\nis %r", "abc", {"a": "ü"}))
    found = json.loads(line)
    assert (found["level"], found["logger"]) == ("error", "bot.test")
    assert found["message"] == "Table abc\nis {'a': 'ü'}"
    assert found["time"].endswith("+00:00")
    assert "\n" not in line


@pytest.mark.parametrize(
    "words",
    [
        "POST https://discord.com/api/v10/webhooks/900000000000000001/aW50ZXJhY3Rpb246MTIz/messages/@original",
        "https://discord.com/api/v10/interactions/123456/aW50ZXJhY3Rpb246MTIz/callback",
        "{'op': 2, 'd': {'token': 'aW50ZXJhY3Rpb246MTIz', 'intents': 1}}",
        '{"token":"aW50ZXJhY3Rpb246MTIz"}',
        "Authorization: Bot aW50ZXJhY3Rpb246MTIz",
    ],
)
def test_tokens_in_addresses_payloads_and_headers_are_hidden_in_the_log(words: str) -> None:
    assert "aW50ZXJhY3Rpb246MTIz" not in redact(words)
    assert "***" in redact(words)


def test_the_log_leaves_text_without_secrets_unchanged() -> None:
    words = "Table k7x2 cannot be reached: /channels/123/messages"
    assert redact(words) == words


@pytest.mark.parametrize("kind", ["text", "json"])
def test_the_log_has_the_chosen_level_and_format(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    # Without this, the handlers of pytest would be taken for a log that is already set up.
    logging.getLogger().handlers.clear()
    set_up_logging("warning", kind)
    logging.getLogger("bot.test").info("too small a matter")
    logging.getLogger("bot.test").warning("the disk is full")
    err = capsys.readouterr().err
    assert "too small" not in err
    assert "the disk is full" in err
    assert err.startswith("{") is (kind == "json")
