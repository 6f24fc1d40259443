"""The private draft: a player's choices before Confirm; and proposals, the drafts of the automatic player.

A draft begins with the keys that can be played on a copy of the game. One *armed* key may follow, which only Confirm
plays because it crosses a barrier: it rolls a die, reveals a card, ends the step or asks another seat. A queue may hold
answers to questions that have not come up yet, such as the second and third space of a multi-select.

People confirm a proposal, or change it to match their printed cards. If several people play, two have to confirm the
same keys. Without confirmation a proposal is played after the limit of the table, and after a day at the latest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.errors import BadInput, TableError, about, name_key
from bot.games.answers import Understood
from bot.games.frontend import Frontend
from bot.tables.authorization import list_actors
from bot.tables.table import Proposal, Table, may_propose, name_of
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.text import Text, text

KEY_SEPARATOR = ">"
"""Separator between the keys of one click. No key of any game contains it."""
_TIED = "&"
_ARMED = "!"
_QUEUED = "+"
_BETWEEN = "|"
_ORDER = "="
_NOTE = "#"
_PROMISE = "~"


class Queued(msgspec.Struct, frozen=True):
    """An answer that waits for its question: the kind of the decision, and the key.

    ``after`` is the kind of the question that a person had to answer about the space before this one, or "".
    """

    kind: str
    key: str
    after: str = ""


class Promise(msgspec.Struct, frozen=True):
    """A promise that goes with the key of a draft at the index ``place``: the number of Resources, and its text."""

    place: int
    count: int
    words: str


class Draft(msgspec.Struct, frozen=True):
    """A player's choices that are not yet confirmed. ``armed`` is empty when no key waits for Confirm.

    ``tied`` are the indices of keys that came in one click with the key before them: they are undone together.
    ``order`` is the rest of a turn line, which is read when the game allows it (`go_on`). ``notes`` are remarks on
    failed parts, which only the player sees. ``promises`` are promises of Resources, each made with one of the keys.
    """

    keys: tuple[str, ...] = ()
    armed: str = ""
    queue: tuple[Queued, ...] = ()
    order: str = ""
    notes: tuple[Text, ...] = ()
    tied: tuple[int, ...] = ()
    promises: tuple[Promise, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether nothing has been chosen."""
        return not (self.keys or self.armed)

    @property
    def has_only_order(self) -> bool:
        """Return whether nothing is chosen, except that the rest of an order waits."""
        return self.is_empty and bool(self.order)

    @property
    def to_commit(self) -> tuple[str, ...]:
        """Return the keys that Confirm plays."""
        return (*self.keys, self.armed) if self.armed else self.keys

    @property
    def digest(self) -> str:
        """Return four hexadecimal digits that distinguish this draft from others at the same version of the game."""
        return hashlib.blake2b("\n".join(self.store()).encode(), digest_size=2).hexdigest()

    def store(self) -> list[str]:
        """Return the draft as lines for the database."""
        lines = [*self.keys, *([_ARMED + self.armed] if self.armed else [])]
        lines = [_TIED + line if place in self.tied else line for place, line in enumerate(lines)]
        if self.order:
            lines.append(_ORDER + self.order)
        lines += [_NOTE + msgspec.json.encode(note).decode() for note in self.notes]
        lines += [_PROMISE + msgspec.json.encode(promise).decode() for promise in self.promises]
        return lines + [_QUEUED + _BETWEEN.join((item.kind, item.key, item.after)) for item in self.queue]

    @classmethod
    def read(cls, lines: Sequence[str]) -> Draft:
        """Return the draft that `store` wrote."""
        keys, armed, queue, order, notes, tied, promises = [], "", [], "", [], [], []
        for place, written in enumerate(lines):
            line = written.removeprefix(_TIED)
            if line != written:
                tied.append(place)
            if line.startswith(_QUEUED):
                queue.append(Queued(*line.removeprefix(_QUEUED).split(_BETWEEN)))
            elif line.startswith(_ARMED):
                armed = line.removeprefix(_ARMED)
            elif line.startswith(_ORDER):
                order = line.removeprefix(_ORDER)
            elif line.startswith(_NOTE):
                notes.append(msgspec.json.decode(line.removeprefix(_NOTE), type=Text))
            elif line.startswith(_PROMISE):
                promises.append(msgspec.json.decode(line.removeprefix(_PROMISE), type=Promise))
            else:
                keys.append(line)
        return cls(tuple(keys), armed, tuple(queue), order, tuple(notes), tuple(tied), tuple(promises))

    def take_back(self) -> Draft:
        """Return the draft without its last click. Its queue, the rest of its order, and its notes are dropped too."""
        left = len(self.to_commit) - 1
        while left in self.tied:
            left -= 1
        left = max(left, 0)
        return Draft(
            self.keys[:left],
            tied=tuple(place for place in self.tied if place < left),
            promises=tuple(promise for promise in self.promises if promise.place < left),
        )

    def with_end(self, keys: Sequence[str]) -> Draft:
        """Return the draft with the keys of one more click, of which the last waits for Confirm."""
        first = len(self.keys)
        ties = tuple(range(first + 1, first + len(keys)))
        return replace(self, keys=(*self.keys, *keys[:-1]), armed=keys[-1], tied=(*self.tied, *ties))


EMPTY: Final = Draft()


class Extended(msgspec.Struct):
    """An extended draft: the draft, the Changes of its new keys, and notes on the parts that were left out."""

    draft: Draft
    changes: list[Change]
    notes: list[Text]


def extend(game: Game, draft: Draft, presses: Sequence[str]) -> Extended:
    """Return a draft extended by clicks. ``game`` must be a copy after the draft's keys; the clicks are played in it.

    Several clicks are answers to the same question: the first is chosen, the others follow whenever the question comes
    again, and questions about such a space in between get their default answer. A space is left out if the rules would
    leave no choice where a person had one about the previous space. One click may also hold several keys
    (`KEY_SEPARATOR` between them), which answer one question after the other. Of several such clicks, one that is no
    longer allowed is left out, with the reason. A key that would cross a barrier is not played but armed. Raises
    IllegalChoice when the first click is not allowed, there is no click, or the draft has an armed key already.
    """
    decision = game.decision
    steps = presses[0].split(KEY_SEPARATOR) if presses else [""]
    if decision is None or draft.armed:
        raise IllegalChoice(steps[0], text("error.confirm_first"))
    if steps[0] not in decision.keys:
        raise game.refuse(steps[0])
    walk = _Walk(game, draft)
    start = game.clone() if len(presses) > 1 else game
    groups = [list(group) for _, group in groupby(presses, key=lambda press: KEY_SEPARATOR in press)]
    walk.queue = []
    for place, group in enumerate(groups):
        # The answers that wait already come after all clicks.
        waiting = draft.queue if group is groups[-1] else ()
        if KEY_SEPARATOR in group[0]:
            if not place:
                walk.follow(steps)
            walk.follow_others([press.split(KEY_SEPARATOR) for press in (group if place else group[1:])], start)
            walk.queue += waiting
        else:
            walk.ask_each(group, waiting, is_bundle=len(presses) > 1)
        walk.run()
    return Extended(walk.draft, walk.changes, walk.notes)


def check_way(before: Decision | None, game: Game, draft: Draft, key: str) -> None:
    """Raise TableError if the draft or the pending question prevents an action, whose key is ``key``, from beginning.

    An Operation in the draft has to be undone first; a Special Activity only waits for an answer (4.1). ``game`` is the
    game after the draft's keys, ``before`` the decision before them.
    """
    now = game.decision
    if now is None or key in draft.keys or now.option(key) is not None:
        return
    if not draft.keys:
        # The Operations of another Faction are not options of the first question of a turn.
        if now.find_key("pass"):
            raise TableError(text("error.not_an_action", action=key, seat=now.seat))
        raise TableError(text("error.question_first", question=now.prompt))
    known = before.option(key) if before is not None else None
    if known is None or before is None:
        return
    if known.role == "special" or not now.action:
        raise TableError(text("error.question_first", question=now.prompt))
    if key in before.keys:
        raise TableError(text("error.draft_in_the_way", action=now.action))


def check_end(game: Game, keys: Sequence[str]) -> Sequence[str]:
    """Return the given keys if they can end a draft: each is allowed, and only the last may cross a barrier.

    ``game`` is the game after the draft's keys, and is not changed. Raises IllegalChoice for other keys.
    """
    twin = game.blind()
    for key in keys[:-1]:
        if twin.decision is None or key not in twin.decision.keys:
            raise twin.refuse(key)
        if twin.draft(key) is None:
            raise IllegalChoice(key, text("error.beyond_barrier", key=key))
    if twin.decision is None or keys[-1] not in twin.decision.keys:
        raise twin.refuse(keys[-1])
    return keys


class _Walk:
    """The extension of a draft: it plays clicks, and a queue of answers, in the copy ``game``, and collects notes."""

    def __init__(self, game: Game, draft: Draft) -> None:
        self.game = game
        self.keys = list(draft.keys)
        self.tied = list(draft.tied)
        self.queue = list(draft.queue)
        self.order = draft.order
        self.promises = draft.promises
        self.armed = ""
        self.changes: list[Change] = []
        self.notes: list[Text] = []
        self.is_bundle = False
        self._last = ""

    @property
    def draft(self) -> Draft:
        """Return the draft so far."""
        return Draft(tuple(self.keys), self.armed, tuple(self.queue), self.order, (), tuple(self.tied), self.promises)

    def follow(self, steps: Sequence[str]) -> None:
        """Answer one question after the other with the keys in ``steps``. Raises IllegalChoice."""
        for place, key in enumerate(steps):
            decision = self.game.decision
            if self.armed or decision is None:
                raise IllegalChoice(key, text("error.beyond_barrier", key=key))
            if key not in decision.keys:
                raise self.game.refuse(key)
            self._choose(key, with_last=place > 0)

    def ask_each(self, keys: Sequence[str], queue: Sequence[Queued], *, is_bundle: bool) -> None:
        """Make a new queue: keys for the present question, one each time that it is asked, then ``queue``.

        If nothing more can be played, leave the keys out with notes instead.
        """
        decision = self.game.decision
        if self.armed or decision is None:
            self._drop(keys)
            return
        self.queue = [*(Queued(decision.kind, key) for key in keys), *queue]
        self.is_bundle = is_bundle or len(self.queue) > 1

    def follow_others(self, presses: Sequence[Sequence[str]], start: Game) -> None:
        """Play further clicks if they still have the effect that they would have had at the ``start``.

        Leave the others out, with a note for each.
        """
        for steps in presses:
            way = find_way(self.game, steps, play_steps(start, steps)) if not self.armed else None
            if way is None:
                self._drop([steps[0]])
            else:
                self.follow(way)

    def run(self) -> None:
        """Give the answers in the queue as long as their questions come up; keep the rest, or drop it with notes."""
        while not self.armed and (decision := self.game.decision) is not None:
            if self.queue and self.queue[0].kind == decision.kind:
                self._take(decision, self.queue.pop(0))
            elif self._is_about_last(decision) and decision.usual:
                self._choose(decision.usual, with_last=True)
            else:
                if decision.space:
                    self.queue = [replace(item, after=item.after or decision.kind) for item in self.queue]
                else:
                    self._drop([item.key for item in self.queue])
                return

    def _is_about_last(self, decision: Decision) -> bool:
        return self.is_bundle and bool(self._last) and decision.space == self._last

    def _take(self, decision: Decision, item: Queued) -> None:
        if item.key not in decision.keys:
            self._drop([item.key])
        elif item.after and not self._asks_after(item):
            self.notes.append(text("ui.panel.not_taken_unasked", place=name_key(item.key)))
        else:
            self._last = item.key
            self._choose(item.key)

    def _asks_after(self, item: Queued) -> bool:
        twin = self.game.clone()
        return twin.draft(item.key) is not None and twin.decision is not None and twin.decision.kind == item.after

    def _choose(self, key: str, *, with_last: bool = False) -> None:
        if with_last:
            self.tied.append(len(self.keys))
        changes = self.game.draft(key)
        if changes is None:
            self.armed = key
            return
        self.changes += changes
        self.keys.append(key)

    def _drop(self, keys: Sequence[str]) -> None:
        decision = self.game.decision
        for key in keys:
            option = decision.option(key) if decision is not None else None
            if option is None or option.why is None:
                self.notes.append(text("ui.panel.not_taken", place=name_key(key)))
            else:
                self.notes.append(text("ui.panel.not_taken_because", why=about(option.why, [option.text])))
        self.queue = [item for item in self.queue if item.key not in keys]


def find_way(game: Game, steps: Sequence[str], promised: Sequence[Change] | None) -> Sequence[str] | None:
    """Return the answers of a click that can be given now, or None if the click is no longer possible.

    A question with only one answer left is not asked, so its answer is left out. In that case, the remaining answers
    must have the ``promised`` effect on pieces. Further effects, such as the end of Control, may differ, because they
    depend on earlier choices.
    """
    if play_steps(game, steps) is not None:
        return steps
    twin, asked, changes = game.clone(), [], list[Change]()
    for key in steps:
        if twin.decision is None or (key == steps[0] and key not in twin.decision.keys):
            return None
        if key not in twin.decision.keys:
            continue
        made = twin.draft(key)
        if made is None:
            return None
        asked.append(key)
        changes += made
    moved = [change for change in changes if change.piece]
    return asked if moved and moved == [change for change in promised or () if change.piece] else None


def play_steps(game: Game, steps: Sequence[str]) -> list[Change] | None:
    """Return the Changes of answers; None if one is not allowed, or one before the last crosses a barrier."""
    twin, changes = game.clone(), list[Change]()
    for place, key in enumerate(steps):
        if twin.decision is None or key not in twin.decision.keys:
            return None
        made = twin.draft(key)
        if made is None:
            return changes if place == len(steps) - 1 else None
        changes += made
    return changes


def play_draft(game: Game, draft: Draft) -> list[Change]:
    """Play a draft's keys in ``game``, which must be a copy, and return their Changes. Raises IllegalChoice."""
    changes: list[Change] = []
    for key in draft.keys:
        changes += game.choose(key)
    return changes


def draft_keys(game: Game, keys: Sequence[str], draft: Draft = EMPTY) -> Draft:
    """Return ``draft`` with keys that are chosen one after the other; the last may cross a barrier.

    ``game`` must be a copy after the draft's keys: it is changed. Raises IllegalChoice for a key that is not allowed.
    """
    for key in keys:
        draft = extend(game, draft, [key]).draft
    return draft


def draft_order(understood: Understood) -> Draft:
    """Return the draft for an order that was understood, with the rest of the order for later."""
    return Draft(understood.keys, understood.ending, order=understood.rest)


def go_on(front: Frontend, game: Game, draft: Draft) -> tuple[Draft, list[Text]]:
    """Return the draft extended by as much of its order as is possible now, and notes. The game is not changed.

    ``game`` is the game after the draft's keys. The first impossible part ends the order; the notes say why.
    """
    if not draft.order or draft.armed:
        return draft, []
    try:
        understood = front.orders.go_on(game, draft.order)
    except BadInput as error:
        return replace(draft, order="", notes=()), [text("ui.panel.order_stopped"), error.text]
    if understood is None:
        words = front.orders.words_of_rest(draft.order)
        return replace(draft, order="", notes=()), [text("error.order_left_over", words=words)] if words else []
    further = draft_order(understood)
    keys = (*draft.keys, *further.keys)
    return Draft(keys, further.armed, draft.queue, further.order, tied=draft.tied, promises=draft.promises), []


LONGEST_WAIT: Final = timedelta(days=1)
"""The longest time that a proposal waits to be confirmed."""


def is_proposed(table: Table, game: Game) -> bool:
    """Return whether people have to confirm the automatic player's decision before it is played.

    They confirm turns of automatic seats, but not those that it plays for an absent person.
    """
    decision, state, front = game.decision, table.state, table.front
    if not state.proposes or decision is None or table.game.status != "playing" or not may_propose(table):
        return False
    proposal = state.proposal
    is_agreed = proposal is not None and proposal.is_agreed and proposal.step == game.step_number
    return (
        table.is_automatic(decision.seat)
        and front.player.is_automatic(game, decision.seat)
        and (game.label.phase, game.label.seat) == (front.setup.turn_phase, decision.seat)
        and decision.kind not in front.planning.own_questions
        and not is_agreed
        and bool(list_confirmers(table))
    )


def is_for_everyone(table: Table, game: Game) -> bool:
    """Return whether everyone who acts for a person's seat may answer the present question.

    That is so for a card or die of a physical table if the seat that is asked for it now belongs to the automatic
    player, which does not know it. A seat changes hands in the game only after the turn.
    """
    decision = game.decision
    if decision is None or decision.kind not in table.front.positions.entered or table.game.status != "playing":
        return False
    return table.is_automatic(decision.seat) and not table.front.player.is_automatic(game, decision.seat)


def find_proposal(table: Table) -> Proposal | None:
    """Return the automatic player's proposal for the present version of the game, or None."""
    proposal = table.state.proposal
    return proposal if proposal is not None and proposal.version == table.game.version else None


def list_confirmers(table: Table) -> list[int]:
    """Return the people who may confirm: those who act for the seats of people."""
    return sorted(set(list_actors(table).values()))


def find_wait(table: Table) -> timedelta:
    """Return how long a proposal waits to be confirmed at a table: its limit, but at most `LONGEST_WAIT`."""
    limit = table.state.pace.until
    return min(limit, LONGEST_WAIT) if limit is not None else LONGEST_WAIT


def needs_another(table: Table, user_id: int, keys: Sequence[str]) -> bool:
    """Return whether one more person has to confirm these keys after ``user_id``.

    That is so if several people may confirm a stored proposal, and no other person has confirmed the same keys.
    """
    proposal = find_proposal(table)
    if len(list_confirmers(table)) < 2 or proposal is None:
        return False
    return proposal.by in (0, user_id) or proposal.draft != Draft(tuple(keys)).digest


def leave_out_own(front: Frontend, game: Game, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys before the first question that only the automatic player answers; without one, all.

    Questions after a barrier are not known, and do not count.
    """
    twin = game.blind()
    for place, key in enumerate(keys):
        if twin.decision is None or twin.decision.kind in front.planning.own_questions:
            return tuple(keys[:place])
        if twin.draft(key) is None:
            break
    return tuple(keys)


def name_person(table: Table, user_id: int) -> str:
    """Return the name of a person who acts for a seat, or "" for anyone else."""
    seat = next((seat for seat, who in list_actors(table).items() if who == user_id), "")
    return name_of(table.actor(seat))
