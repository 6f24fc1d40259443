"""Play sessions: one game for one person, with any client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.tables.moments import Moment


class PlaySession(Protocol):
    """One click, or one command, of one person in one game: at a table, in a copy of it, or in a lesson.

    A client opens a session for each click with `bot.tables.play.Tables.session`: by the ``id`` in its components, the
    id of the person, the id of the interaction (the same one has an effect once) and the token of its moment (None for
    a command, which means the present moment). It calls one method, and shows the `Moment` that it returns:

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
        """Return the id of the table, copy or lesson, which components carry."""

    async def moment(self) -> Moment:
        """Return the present moment."""

    async def choose(self, keys: Sequence[str]) -> Moment:
        """Choose keys. Several answer the same question one after the other."""

    async def take_shortcut(self, name: str) -> Moment:
        """Choose all answers of a shortcut (`Shortcut.name`)."""

    async def undo(self, number: int | None = None) -> Moment:
        """Undo the last choice; with the ``number`` of a turn, only that turn."""

    async def reset(self) -> Moment:
        """Undo all choices that can be undone here."""

    async def confirm(self, key: str = "") -> Moment:
        """Play the choices, with ``key`` after them: one key, or those of a click."""

    async def act(self, name: str) -> Moment | None:
        """Carry out one of `Moment.actions`. Return None when that ends the session."""
