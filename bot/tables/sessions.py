"""Play sessions: one game as one person plays it, whatever they play it with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.tables.moments import Moment


class PlaySession(Protocol):
    """One click, or one command, of one person in one game: at a table, in a copy of it, or in a lesson.

    A client opens a session for each click with `bot.tables.play.Tables.session`: by the ``id`` that its components
    carry, the id of the person, the id of the interaction (the same one has an effect once) and the token of the moment
    to which the component belongs (None for a command, which means the present moment). It calls one method, and shows
    the `Moment` that it returns:

    - the question and its options are `Moment.decision`, what is offered beside them `Moment.find_offers`;
    - each component carries `Moment.id` and `Moment.token`;
    - the reasons why something is closed are in `Decision.closed`, the picture shows `Moment.find_scene`;
    - buttons that only some sessions have are `Moment.actions`, for `act`;
    - `Moment.outcome` is there when the session has come to its end.

    A client has neither rules nor permissions: a session refuses with a GameError that says why, and then changes
    nothing. StaleButton is raised for a token of an earlier moment.
    """

    @property
    def id(self) -> str:
        """Return the id of the table, copy or lesson, as components carry it."""

    async def moment(self) -> Moment:
        """Return the present moment."""

    async def choose(self, keys: Sequence[str]) -> Moment:
        """Choose keys. Several answer the same question one after the other."""

    async def take_shortcut(self, name: str) -> Moment:
        """Choose together what a shortcut of the game answers (`Shortcut.name`)."""

    async def undo(self, number: int | None = None) -> Moment:
        """Take back the last choice; with the ``number`` of a turn, that turn and no other."""

    async def reset(self) -> Moment:
        """Take back everything that was chosen and can still be taken back here."""

    async def confirm(self, key: str = "") -> Moment:
        """Play what was chosen, with ``key`` after it: one key, or those of a click."""

    async def act(self, name: str) -> Moment | None:
        """Carry out one of `Moment.actions`. None when the session has ended with it."""
