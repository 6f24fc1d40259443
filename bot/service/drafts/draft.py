"""The private draft: what a player has chosen and not yet confirmed.

A draft holds the keys already played on a copy of the game, then perhaps one armed key, which only Confirm may play
because it rolls a die, reveals a card, ends the step or asks another seat, and perhaps a queue of answers to questions
that have not come up again yet (the second and third space of a multi-select).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from bot.errors import TableError, about, name_key
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.text import Text, text

_ARMED = "!"
_QUEUED = "+"
_BETWEEN = "|"
_ORDER = "="
_NOTE = "#"


class Queued(msgspec.Struct, frozen=True):
    """An answer that waits for its question: the kind of the decision, and the key."""

    kind: str
    key: str


class Draft(msgspec.Struct, frozen=True):
    """What a player has chosen and not yet confirmed. ``armed`` is empty when no key waits for Confirm.

    ``order`` is the rest of a one-line order that goes on when it can (see `bot.service.drafts.ordering`). ``notes``
    say what of it could not be done; they are told with the draft, to its player alone.
    """

    keys: tuple[str, ...] = ()
    armed: str = ""
    queue: tuple[Queued, ...] = ()
    order: str = ""
    notes: tuple[Text, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been chosen."""
        return not (self.keys or self.armed)

    @property
    def has_only_order(self) -> bool:
        """Whether nothing has been chosen but the rest of an order waits."""
        return self.is_empty and bool(self.order)

    @property
    def to_commit(self) -> tuple[str, ...]:
        """The keys that Confirm plays."""
        return (*self.keys, self.armed) if self.armed else self.keys

    @property
    def digest(self) -> str:
        """Four letters that tell this draft from another one at the same version of the game."""
        return hashlib.blake2b("\n".join(self.store()).encode(), digest_size=2).hexdigest()

    def store(self) -> list[str]:
        """The draft as lines for the database."""
        lines = list(self.keys)
        if self.armed:
            lines.append(_ARMED + self.armed)
        if self.order:
            lines.append(_ORDER + self.order)
        lines += [_NOTE + msgspec.json.encode(note).decode() for note in self.notes]
        return lines + [f"{_QUEUED}{item.kind}{_BETWEEN}{item.key}" for item in self.queue]

    @classmethod
    def read(cls, lines: Sequence[str]) -> Draft:
        """The draft that `store` wrote."""
        keys, armed, queue, order, notes = [], "", [], "", []
        for line in lines:
            if line.startswith(_QUEUED):
                kind, _, key = line.removeprefix(_QUEUED).partition(_BETWEEN)
                queue.append(Queued(kind, key))
            elif line.startswith(_ARMED):
                armed = line.removeprefix(_ARMED)
            elif line.startswith(_ORDER):
                order = line.removeprefix(_ORDER)
            elif line.startswith(_NOTE):
                notes.append(msgspec.json.decode(line.removeprefix(_NOTE), type=Text))
            else:
                keys.append(line)
        return cls(tuple(keys), armed, tuple(queue), order, tuple(notes))

    def take_back(self) -> Draft:
        """The draft without its last choice; what was queued, and the rest of an order, are forgotten with it."""
        return Draft(self.keys) if self.armed else Draft(self.keys[:-1])

    def with_notes(self, notes: Sequence[Text]) -> Draft:
        """The draft with other notes."""
        return Draft(self.keys, self.armed, self.queue, self.order, tuple(notes))

    def without_order(self) -> Draft:
        """The draft without the rest of an order."""
        return Draft(self.keys, self.armed, self.queue)


class Extended(msgspec.Struct):
    """What became of an extended draft: the draft, what its new keys changed, and what could not be done and why."""

    draft: Draft
    changes: list[Change]
    notes: list[Text]


def extend(game: Game, draft: Draft, keys: Sequence[str]) -> Extended:
    """Choose keys on a copy of the game that stands where the draft's keys lead. The copy moves along.

    Several keys are answers to the same question: the first is chosen, the others follow whenever the question comes
    again, and what is asked about such a space in between is answered with its default. A key that would cross a
    barrier is not played but armed. Raises IllegalChoice when the first key is not allowed.
    """
    decision = game.decision
    if decision is None or draft.armed:
        raise IllegalChoice(keys[0], text("error.confirm_first"))
    fresh = tuple(Queued(decision.kind, key) for key in keys)
    if keys[0] not in decision.keys:
        raise game.refuse(keys[0])
    walk = _Walk(game, list(draft.keys), [*fresh, *draft.queue])
    walk.is_bundle = len(walk.queue) > 1
    walk.run()
    return Extended(Draft(tuple(walk.keys), walk.armed, tuple(walk.queue), draft.order), walk.changes, walk.notes)


def check_way(before: Decision | None, game: Game, draft: Draft, key: str) -> None:
    """Raise TableError when an action was open before the draft, and what the draft has begun stands in its way.

    An Operation has to be taken back; a Special Activity waits for no more than an answer (4.1).

    ``game`` stands where the draft's keys lead, ``before`` is the decision they began with.
    """
    now = game.decision
    if not draft.keys or key in draft.keys or before is None or now is None or not now.action:
        return
    if now.option(key) is not None:
        return
    known = before.option(key)
    if known is not None and known.role == "special":
        raise TableError(text("error.question_first", question=now.prompt))
    if key in before.keys:
        raise TableError(text("error.draft_in_the_way", action=now.action))


class _Walk:
    """One run along a queue of answers."""

    def __init__(self, game: Game, keys: list[str], queue: list[Queued]) -> None:
        self.game = game
        self.keys = keys
        self.queue = queue
        self.armed = ""
        self.changes: list[Change] = []
        self.notes: list[Text] = []
        self.is_bundle = False
        self._last = ""

    def run(self) -> None:
        while not self.armed and (decision := self.game.decision) is not None:
            if self.queue and self.queue[0].kind == decision.kind:
                self._take(decision, self.queue.pop(0).key)
            elif self._is_about_last(decision) and decision.default in decision.keys:
                self._choose(decision.default or "")
            else:
                if self.queue and not decision.space:
                    self._drop([item.key for item in self.queue], self.game)
                return

    def _is_about_last(self, decision: Decision) -> bool:
        return self.is_bundle and bool(self._last) and decision.space == self._last

    def _take(self, decision: Decision, key: str) -> None:
        if key in decision.keys:
            self._last = key
            self._choose(key)
        else:
            self._drop([key], self.game)

    def _choose(self, key: str) -> None:
        if self.game.crosses_barrier(key):
            self.armed = key
            return
        self.changes += self.game.choose(key)
        self.keys.append(key)

    def _drop(self, keys: list[str], game: Game) -> None:
        for key in keys:
            option = game.decision.option(key) if game.decision else None
            if option is None or option.why is None:
                self.notes.append(text("ui.panel.not_taken", place=name_key(key)))
            else:
                self.notes.append(text("ui.panel.not_taken_because", why=about(option.why, [option.text])))
        self.queue = [item for item in self.queue if item.key not in keys]


def play_draft(game: Game, draft: Draft) -> list[Change]:
    """Play a draft's keys on a copy of the game and return what they change. Raises IllegalChoice when stale."""
    changes: list[Change] = []
    for key in draft.keys:
        changes += game.choose(key)
    return changes
