"""Moments: a game as one person sees it, with their draft; and `PlaySession`, with which a client plays a game.

Sessions at tables are in `bot.tables.play`, in copies in `bot.tables.practice`, and in lessons in `bot.tables.lessons`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from bot.errors import StaleButton, WrongPlayer
from bot.games.answers import LATER
from bot.games.frontend import Frontend, front_of
from bot.language import Mention, load_language
from bot.tables.authorization import CONFIRM, PLAY, Request, find_seats, is_allowed
from bot.tables.draft import Draft, check_way, extend, find_proposal, is_for_everyone, is_proposed, play_draft
from bot.tables.loading import Loaded, find_again
from bot.tables.offers import NO_OFFERS, Offers, TurnEnd, find_offers
from bot.tables.pending import find_news
from bot.tables.standing_orders import Given, look_ahead
from bot.tables.table import Table, name_actor
from bot.tables.undo import find_undo_seat
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.core.errors import IllegalChoice
from engine.core.text import Text, text
from storage import Reader, Writer

_TOKEN = re.compile(r"(\d+)-([0-9a-f]{4})")


@dataclass(slots=True)
class Moment(ABC):
    """A game as a person, the viewer, sees it. If the decision is theirs, their draft is played in it.

    ``start`` is the view before the draft, ``changes`` are the draft's Changes, and ``step`` the Changes of the running
    step before the draft; the viewer has not seen those from index ``news`` on. ``is_mine`` says whether the pending
    decision belongs to the viewer, ``undo_seat`` is the seat whose last choice they may undo, or "". ``notes`` are
    remarks on failed parts, ``echo`` says how an order was understood. ``is_confirmed`` means that the viewer has just
    clicked Confirm. When the session is over, ``outcome`` has the Changes of everything that was played in it, and the
    view after them.
    """

    game: Game
    draft: Draft
    start: Any
    changes: list[Change]
    step: list[Change]
    is_mine: bool
    undo_seat: str = ""
    notes: list[Text] = field(default_factory=list)
    echo: tuple[str, ...] = ()
    is_confirmed: bool = False
    news: int = 0
    outcome: tuple[Sequence[Change], Any] | None = None
    _seen: tuple[Hashable, Any] = field(default=(None, None), init=False, repr=False, compare=False)
    _offered: tuple[Hashable, Offers] = field(default=(None, NO_OFFERS), init=False, repr=False, compare=False)

    @property
    @abstractmethod
    def id(self) -> str:
        """Return the id of the session, which every component of this moment carries."""

    @property
    @abstractmethod
    def token(self) -> str:
        """Return the token of this moment, which all its components carry. A component with another token is stale."""

    @property
    def front(self) -> Frontend:
        """Return the front end of the game."""
        return front_of(self.game.rules.name)

    @property
    def voice(self) -> tuple[str, str]:
        """Return the game, and the rival on empty seats or "": they decide which terms sentences use."""
        return self.game.rules.name, ""

    @property
    def asked(self) -> Text | Mention | str:
        """Return who is asked, as a name, a mention or a text; "" if no one is asked, and in a lesson."""
        return ""

    @property
    def abandoned_by(self) -> str | None:
        """Return who closed the game unfinished, by name; "" if no one is known, or None if it was not closed."""
        return None

    @property
    def actions(self) -> Sequence[str]:
        """Return the person's actions besides playing, the most needed first (`PlaySession.act`)."""
        return ()

    @property
    def has_past(self) -> bool:
        """Return whether there are earlier turns to look at."""
        return False

    @property
    def decision(self) -> Decision | None:
        """Return the pending decision, after the draft, or None in a finished game."""
        return self.game.decision

    @property
    def is_beside(self) -> bool:
        """Return whether the question interrupts another seat's turn."""
        return self.game.label.phase == self.front.setup.turn_phase and self.game.pending_seat != self.game.label.seat

    @property
    def view(self) -> Any:
        """Return the viewer's view after the draft. It is made once for each position of the game."""
        place = self._place
        if self._seen[0] != place:
            self._seen = (place, self.game.view())
        return self._seen[1]

    @property
    def _place(self) -> tuple[Hashable, ...]:
        return self.game, self.game.step_number, self.game.keys

    def find_offers(self) -> Offers:
        """Return a panel's offers besides the options of the decision, and the result of its Confirm.

        They are found once for each position of the game and kind of draft: text, buttons, form and picture share them.
        """
        if not self.is_mine:
            return NO_OFFERS
        draft = self.draft
        place = (*self._place, draft.armed, bool(draft.queue or draft.order))
        if self._offered[0] != place:
            self._offered = (place, find_offers(self.game, self.draft, self.price, self.front.orders.list_usual))
        return self._offered[1]

    def find_press(self) -> str | None:
        """Return the keys that Confirm adds to the draft: "" if a key waits already, None if there is no Confirm."""
        ending = self.find_offers().ending
        if ending is None:
            return None
        return "" if self.draft.armed else ending.press

    def price(self, before: Any, after: Any) -> int:
        """Return the Resources that the deciding seat has spent between two positions: views, or states of a game."""
        count, seat = self.front.orders.count_resources, self.game.pending_seat
        return (count(before, seat) or 0) - (count(after, seat) or 0)

    def foretell(self, ending: TurnEnd | None) -> tuple[Sequence[Change], Any]:
        """Return the draft's Changes and the view after them, both including the certain results of Confirm.

        An empty draft, or ``ending`` None, adds no results.
        """
        if ending is None or self.draft.is_empty:
            return self.changes, self.view
        return [*self.changes, *ending.outlook.changes], ending.outlook.view

    def find_scene(self) -> tuple[Sequence[Change], Any]:
        """Return the Changes that this moment's picture shows, and the view after them."""
        return self.foretell(self.find_offers().ending)


@dataclass(slots=True, kw_only=True)
class TableMoment(Moment):
    """The moment of a game at a table."""

    table: Table
    again: tuple[str, ...] = ()
    """The keys of the turn that was withdrawn at this point when the game went back, if they are still allowed."""
    planned: Sequence[Given] = ()
    """The turns that the person has planned."""
    is_proposed: bool = False
    """Whether people have to confirm the automatic player's proposals."""
    is_ahead: bool = False
    """Whether this is a later question of the person, which they plan while the game waits for someone else."""

    @property
    def actions(self) -> Sequence[str]:
        """Return the names of the person's actions: some of `AS_BEFORE`, `REPLAN` and `AS_PROPOSED`."""
        again = (AS_BEFORE,) if self.again and self.draft.is_empty else ()
        if not self.is_mine and any(one.order.kind == LATER for one in self.planned):
            return (*again, REPLAN)
        return (*again, AS_PROPOSED) if self.is_mine and self.is_changed else again

    @property
    def is_changed(self) -> bool:
        """Return whether there is a proposal of the automatic player, and the draft differs from it."""
        proposal = find_proposal(self.table)
        return self.is_proposed and proposal is not None and self.draft.to_commit != proposal.keys

    @property
    def keys_of_actions(self) -> Mapping[str, tuple[str, ...]]:
        """Return the keys that `AS_BEFORE` and `AS_PROPOSED` draft."""
        proposal = find_proposal(self.table)
        return {AS_BEFORE: self.again, AS_PROPOSED: proposal.keys if proposal is not None else ()}

    def foretell(self, ending: TurnEnd | None) -> tuple[Sequence[Change], Any]:
        """Return the same as `Moment.foretell`. For a later question (`is_ahead`), leave out the results of Confirm."""
        return (self.changes, self.view) if self.is_ahead else Moment.foretell(self, ending)

    @property
    def id(self) -> str:
        """Return the id of the table."""
        return self.table.id

    @property
    def token(self) -> str:
        """Return the version of the game with the digest of the draft or, if it was closed unfinished, with "over"."""
        digest = self.draft.digest
        if self.is_ahead:
            # A person may see this question, one for another seat, and the present one: their tokens must differ.
            digest = Draft((self.game.pending_seat, digest)).digest
        return f"{self.table.game.version}-{'over' if self.table.is_abandoned else digest}"

    @property
    def voice(self) -> tuple[str, str]:
        """Return the game, and the rival on empty seats or "", of the table."""
        return self.table.voice

    @property
    def asked(self) -> Text | Mention | str:
        """Return who is asked: a person by name, with their stand-in if there is one, or the automatic player."""
        return name_actor(self.table, self.decision.seat) if self.decision is not None else ""

    @property
    def abandoned_by(self) -> str | None:
        """Return who closed the game unfinished, by name; "" if no one is known, or None if it was not closed."""
        return self.table.state.abandoned

    @property
    def has_past(self) -> bool:
        """Return True: a table has a log, even if it is empty so far."""
        return True


def read_token(token: str) -> tuple[int, str]:
    """Return the version of the game and the draft's digest in a token. Raises StaleButton for anything else."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise StaleButton
    return int(match[1]), match[2]


def find_shortcut(game: Game, name: str) -> Sequence[str]:
    """Return the keys of a shortcut of a game. Raises StaleButton for one that no longer exists."""
    shortcuts = front_of(game.rules.name).orders.list_shortcuts(load_language(), game)
    found = next((short.keys for short in shortcuts if short.name == name), None)
    if found is None:
        raise StaleButton
    return found


AS_BEFORE: Final = "asbefore"
"""The action that drafts a withdrawn turn again."""
AS_PROPOSED: Final = "asproposed"
"""The action that drafts the automatic player's turn as proposed."""
REPLAN: Final = "replan"
"""The action that drops the plan for later in the round."""


async def see(reader: Reader, loaded: Loaded, user_id: int | None) -> TableMoment:
    """Return the moment of a game for a person, with their draft if the decision is theirs.

    If it is not, but they can plan a later question (`look_ahead`), return the moment of that question, with its draft.
    """
    draft = Draft()
    if user_id is not None and not decides(loaded, user_id):
        loaded = await look_ahead(reader, loaded, user_id)
    if decides(loaded, user_id):
        row = await reader.draft(loaded.table.id, loaded.game.pending_seat)
        # A draft for an older version is stale: the game has continued without it.
        if row is not None and row.base_version == loaded.table.game.version:
            draft = Draft.read(row.keys)
    return await see_with(reader, loaded, user_id, draft)


async def look_at(reader: Reader, loaded: Loaded, user_id: int) -> TableMoment:
    """Return the moment for a person without their draft: as everyone sees it, plus their own secrets."""
    return await see_with(reader, loaded, None, Draft(), find_seats(PLAY, loaded.table, user_id))


async def find_stored_draft(reader: Reader, loaded: Loaded) -> Draft:
    """Return the draft of the seat that must decide, even of an earlier version of the game; an empty one without."""
    row = await reader.draft(loaded.table.id, loaded.game.pending_seat)
    return Draft.read(row.keys) if row is not None else Draft()


async def see_with(
    reader: Reader, loaded: Loaded, user_id: int | None, draft: Draft, seats: Collection[str] | None = None
) -> TableMoment:
    """Return the moment for a person with this draft. A draft that the rules no longer allow is left out.

    The game in it has no hidden data except what ``seats``, by default the person's, know. So a moment cannot reveal
    the next card or die, or another seat's secrets.
    """
    if seats is None:
        seats = find_seats(PLAY, loaded.table, user_id) if user_id is not None else ()
    game = loaded.game.blind(seats)
    is_mine = decides(loaded, user_id)
    moment = TableMoment(
        table=loaded.table,
        game=game,
        draft=Draft(),
        start=game.view(),
        changes=[],
        step=list(game.state.log),
        is_mine=is_mine,
        news=find_news(loaded.game, [loaded.game.pending_seat] if is_mine else seats),
        is_proposed=is_proposed(loaded.table, loaded.game),
        is_ahead=loaded.now is not None,
    )
    try:
        moment.changes = play_draft(game, draft)
        moment.draft = draft
        moment.notes = list(draft.notes)
    except (IllegalChoice, Hidden):
        moment.game = loaded.game.blind(seats)
    if moment.is_mine and moment.draft.is_empty and not loaded.keys and loaded.table.state.gone_back:
        moment.again = await find_again(reader, loaded.table, loaded.game)
    if user_id is not None and loaded.table.game.status == "playing" and moment.draft.is_empty:
        undo_seat = await find_undo_seat(reader, loaded.now or loaded)
        if is_allowed(PLAY, Request(loaded.table, user_id, undo_seat)):
            moment.undo_seat = undo_seat
    return moment


async def see_own(tx: Writer, loaded: Loaded, user_id: int, token: str | None) -> TableMoment:
    """Return a person's moment. Raises WrongPlayer if the decision is not theirs, and StaleButton for another token."""
    moment = await see(tx, loaded, user_id)
    if not moment.is_mine:
        raise refuse(loaded.table, loaded.game, user_id)
    check_token(moment, token)
    return moment


def decides(loaded: Loaded, user_id: int | None) -> bool:
    """Return whether the pending decision is a person's, for themselves or for someone whose stand-in they are.

    A proposal of the automatic player is for everyone who acts for a person's seat, and so are some questions
    (`is_for_everyone`). For None, return False.
    """
    table, game, seat = loaded.table, loaded.game, loaded.game.pending_seat
    if user_id is not None and (is_proposed(table, game) or is_for_everyone(table, game)):
        return is_allowed(CONFIRM, Request(loaded.table, user_id))
    return (
        user_id is not None
        and loaded.table.game.status == "playing"
        and is_allowed(PLAY, Request(loaded.table, user_id, seat))
        and not loaded.table.front.player.is_automatic(loaded.game, seat)
    )


def check_token(moment: TableMoment, token: str | None) -> None:
    """Raise StaleButton unless a button has the token of this moment. None, for a command, is always accepted."""
    if token is None:
        return
    read_token(token)
    if token != moment.token:
        raise StaleButton


def refuse(table: Table, game: Game, user_id: int) -> WrongPlayer:
    """Return the error that says why a person may not decide now."""
    if not find_seats(PLAY, table, user_id):
        return WrongPlayer(text("error.no_seat", name=table.game.name))
    seat = game.pending_seat
    actor = table.actor(seat)
    if actor is None:
        return WrongPlayer(text("error.seat_empty", seat=seat))
    who = table.automatic_name if table.front.player.is_automatic(game, seat) else actor.display_name
    return WrongPlayer(text("error.not_yours", seat=seat, who=who))


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
        """Undo the last choice; with the ``number`` of a stored turn, undo that turn."""

    async def reset(self) -> Moment:
        """Undo all choices that can be undone here."""

    async def confirm(self, key: str = "") -> Moment:
        """Play the choices, with ``key`` after them: one key, or several with `KEY_SEPARATOR` between them."""

    async def act(self, name: str) -> Moment | None:
        """Carry out one of `Moment.actions`. Return None when that ends the session."""


def begin_action(loaded: Loaded, moment: TableMoment, key: str) -> Draft:
    """Return the draft of a moment with an action begun in it, unless the step or the draft has begun it already.

    The moment's game is changed. Raises IllegalChoice, and TableError as `check_way` does.
    """
    game, draft = moment.game, moment.draft
    check_way(loaded.game.decision, game, draft, key)
    is_open = game.decision is not None and key in game.decision.keys
    if is_open or key not in (*loaded.keys, *draft.keys):
        draft = extend(game, draft, [key]).draft
    return draft
