"""One interaction from a person's click to the bot's answer."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.world import next_id

Json = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
LAUNCH = 12
ACKNOWLEDGE_SECONDS = 3.0
"""How long Discord waits for the bot to acknowledge a click."""
PATIENT_SECONDS = 60.0
"""The same in tests, which may run on a machine that has much else to do; speed is measured by `tools.bench.load`."""


@dataclass
class Exchange:
    """An interaction: what was asked, and what came back.

    ``message`` is what the person sees as the answer: for a click answered in place, the message that was clicked.
    ``answered`` is set when the first real answer has come; ``acknowledged`` and ``finished`` are seconds since the
    click, None as long as they have not happened.
    """

    kind: int
    user_id: int
    channel_id: int
    source: Json | None = None
    locale: str = "en-US"
    id: int = field(default_factory=next_id)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(40))
    begun: float = field(default_factory=time.monotonic)
    acknowledged: float | None = None
    finished: float | None = None
    response: int = 0
    message: Json | None = None
    followups: list[Json] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    form: Json | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def elapsed(self) -> float:
        """Return the seconds from the click to now."""
        return time.monotonic() - self.begun

    def acknowledge(self, response: int) -> None:
        """Note that the bot has responded in time."""
        self.acknowledged = self.elapsed
        self.response = response

    def finish(self) -> None:
        """Note that the bot's answer has come."""
        if self.finished is None:
            self.finished = self.elapsed
        self.answered.set()

    def messages(self) -> list[Json]:
        """Return every message that the answer consists of."""
        return [message for message in (self.message, *self.followups) if message is not None]
