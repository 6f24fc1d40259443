"""A table as people see it: who sits where, and the moment its game has come to."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.errors import StaleButton, WrongPlayer
from bot.games.answers import LATER
from bot.games.frontend import Frontend, front_of
from bot.language import load_language
from bot.names import Mention
from bot.tables.authorization import CONFIRM, PLAY, Request, find_seats, is_allowed
from bot.tables.draft import Draft, play_draft
from bot.tables.loading import Loaded
from bot.tables.offers import NO_OFFERS, Offers, TurnEnd, find_offers
from bot.tables.pending import find_news
from bot.tables.proposing import digest_keys, find_proposal, is_proposed
from bot.tables.standing_orders import Given, look_ahead
from bot.tables.table import Table, name_actor
from bot.tables.undo import find_undo_seat
from bot.tables.withdrawn import find_again
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
    """A game as the person who looks at it finds it: with their draft played, when the decision is theirs.

    ``start`` is the view before the draft, ``changes`` what the draft has changed since, ``step`` what has happened in
    the running step up to the draft; what of that the seat that must decide has not seen yet begins at ``news``.
    ``is_mine`` says whether the pending decision belongs to who looks. ``notes`` say what could not be done, ``echo``
    how an order was understood. ``is_confirmed`` means that it follows a Confirm of the one who looks. ``outcome`` is
    there when the session is over: everything that was played in it, and the view after that.
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
        """Return the id of the session, as every component of this moment carries it."""

    @property
    @abstractmethod
    def token(self) -> str:
        """Return the token of this moment, which all its components carry; one with another token is stale."""

    @property
    def front(self) -> Frontend:
        """Return the front end of the game."""
        return front_of(self.game.rules.name)

    @property
    def voice(self) -> tuple[str, str]:
        """Return how one speaks here: of which game, and of which rival on its empty seats (or none)."""
        return self.game.rules.name, ""

    @property
    def asked(self) -> Text | Mention | str:
        """Return who is asked; empty where no one holds the seat."""
        return ""

    @property
    def abandoned_by(self) -> str | None:
        """Return who closed the game unfinished, empty where it was silent for too long; None where it was not."""
        return None

    @property
    def actions(self) -> Sequence[str]:
        """Return what the person can do here besides playing, the most needed first (`PlaySession.act`)."""
        return ()

    @property
    def has_past(self) -> bool:
        """Return whether there are earlier turns that one may have missed."""
        return False

    @property
    def decision(self) -> Decision | None:
        """Return the pending decision, after the draft."""
        return self.game.decision

    @property
    def is_beside(self) -> bool:
        """Return whether a seat is asked in the middle of another's turn."""
        return self.game.label.phase == self.front.setup.turn_phase and self.game.pending_seat != self.game.label.seat

    @property
    def view(self) -> Any:
        """Return what who looks would see after the draft: the game's own view for them, made once for each place."""
        place = self._place
        if self._seen[0] != place:
            self._seen = (place, self.game.view())
        return self._seen[1]

    @property
    def _place(self) -> tuple[Hashable, ...]:
        return self.game, self.game.step_number, self.game.keys

    def find_offers(self) -> Offers:
        """Return what a panel offers beside the options of the decision, and what its Confirm would do.

        It is worked out once for each place and kind of draft: words, buttons, form and picture need the same.
        """
        if not self.is_mine or self.decision is None:
            return NO_OFFERS
        draft = self.draft
        place = (*self._place, draft.armed, bool(draft.queue or draft.order))
        if self._offered[0] != place:
            self._offered = (place, find_offers(self.game, self.draft, self.price, self.front.orders.list_usual))
        return self._offered[1]

    def price(self, before: Any, after: Any) -> int:
        """Return what the seat that decides has spent between two positions: views, or states of a game."""
        count, seat = self.front.orders.count_resources, self.game.pending_seat
        return (count(before, seat) or 0) - (count(after, seat) or 0)

    def foretell(self, ending: TurnEnd | None) -> tuple[Sequence[Change], Any]:
        """Return what the draft has changed, and the view after it, once what is certain of Confirm has happened too.

        Where nothing has been chosen yet, nothing is taken for granted.
        """
        if ending is None or self.draft.is_empty:
            return self.changes, self.view
        return [*self.changes, *ending.outlook.changes], ending.outlook.view

    def find_scene(self) -> tuple[Sequence[Change], Any]:
        """Return what a picture of this moment shows: what was changed, and the view after it."""
        return self.foretell(self.find_offers().ending)


@dataclass(slots=True, kw_only=True)
class TableMoment(Moment):
    """The moment of a game at a table."""

    table: Table
    again: tuple[str, ...] = ()
    """The keys of the turn that was withdrawn here when the game went back, where they are still allowed."""
    planned: Sequence[Given] = ()
    """The turns that the person has planned ahead."""
    is_proposed: bool = False
    """Whether people have to confirm what the automatic player proposes."""
    is_ahead: bool = False
    """Whether it is what the person is asked later: they plan it, and the game waits for someone else."""

    @property
    def actions(self) -> Sequence[str]:
        """Return whether a withdrawn turn can be drafted as it was, or one that has been changed as it was proposed.

        Or whether what is planned for later in the round can be planned again.
        """
        again = (AS_BEFORE,) if self.again and self.draft.is_empty else ()
        if not self.is_mine and any(one.order.kind == LATER for one in self.planned):
            return (*again, REPLAN)
        return (*again, AS_PROPOSED) if self.is_mine and self.is_changed else again

    @property
    def is_changed(self) -> bool:
        """Return whether the draft is not what the automatic player proposes."""
        proposal = find_proposal(self.table)
        return self.is_proposed and proposal is not None and self.draft.to_commit != proposal.keys

    @property
    def keys_of_actions(self) -> Mapping[str, tuple[str, ...]]:
        """Return the keys that each of the `actions` drafts."""
        proposal = find_proposal(self.table)
        return {AS_BEFORE: self.again, AS_PROPOSED: proposal.keys if proposal is not None else ()}

    def foretell(self, ending: TurnEnd | None) -> tuple[Sequence[Change], Any]:
        """Return as `Moment.foretell` does; of a plan nothing but the plan is certain."""
        return (self.changes, self.view) if self.is_ahead else Moment.foretell(self, ending)

    @property
    def id(self) -> str:
        """Return the id of the table."""
        return self.table.id

    @property
    def token(self) -> str:
        """Return the version of the game, and the digest of the draft: a game closed unfinished has none any more."""
        digest = self.draft.digest
        if self.is_ahead:
            # The seat that is asked now has other buttons, and so has another seat of the same person.
            digest = digest_keys((self.game.pending_seat, digest))
        return f"{self.table.game.version}-{'over' if self.table.is_abandoned else digest}"

    @property
    def voice(self) -> tuple[str, str]:
        """Return how one speaks at the table."""
        return self.table.voice

    @property
    def asked(self) -> Text | Mention | str:
        """Return who is asked: a person by name, with the stand-in where one acts, or the automatic player."""
        return name_actor(self.table, self.decision.seat) if self.decision is not None else ""

    @property
    def abandoned_by(self) -> str | None:
        """Return who closed the game unfinished, empty where it was silent for too long; None where it was not."""
        return self.table.state.abandoned

    @property
    def has_past(self) -> bool:
        """Return whether there are earlier turns that one may have missed: always."""
        return True


def read_token(token: str) -> tuple[int, str]:
    """Return the version and the draft's digest that a button carries. Raises StaleButton for anything else."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise StaleButton
    return int(match[1]), match[2]


def find_shortcut(game: Game, name: str) -> Sequence[str]:
    """Return the keys that a shortcut of a game chooses. Raises StaleButton for one that is not there now."""
    shortcuts = front_of(game.rules.name).orders.list_shortcuts(load_language(), game)
    found = next((short.keys for short in shortcuts if short.name == name), None)
    if found is None:
        raise StaleButton
    return found


AS_BEFORE: Final = "asbefore"
"""The action that drafts a withdrawn turn as it was."""
AS_PROPOSED: Final = "asproposed"
"""The action that drafts the turn of the automatic player as it was proposed."""
REPLAN: Final = "replan"
"""The action that drops what was planned for later in the round."""


async def see(reader: Reader, loaded: Loaded, user_id: int | None) -> TableMoment:
    """Return the moment of a game as a person sees it, with their draft when the decision is theirs."""
    draft = Draft()
    if user_id is not None and not decides(loaded, user_id):
        loaded = await look_ahead(reader, loaded, user_id)
    if decides(loaded, user_id):
        row = await reader.draft(loaded.table.id, loaded.game.pending_seat)
        # A draft on top of an older version is stale: the game has moved on without it.
        if row is not None and row.base_version == loaded.table.game.version:
            draft = Draft.read(row.keys)
    return await see_with(reader, loaded, user_id, draft)


async def look_at(reader: Reader, loaded: Loaded, user_id: int) -> TableMoment:
    """Return the moment as everyone sees it, without the person's draft, and with what only they may see."""
    return await see_with(reader, loaded, None, Draft(), find_seats(PLAY, loaded.table, user_id))


async def find_stored_draft(reader: Reader, loaded: Loaded) -> Draft:
    """Return the stored draft of the seat that must decide, even if it belongs to another moment."""
    row = await reader.draft(loaded.table.id, loaded.game.pending_seat)
    return Draft.read(row.keys) if row is not None else Draft()


async def see_with(
    reader: Reader, loaded: Loaded, user_id: int | None, draft: Draft, seats: Collection[str] | None = None
) -> TableMoment:
    """Return the moment as a person sees it who has this draft. One that the rules refuse by now is left out.

    Its game knows nothing hidden but what ``seats`` know, by default those of the person: whatever is made of a moment
    cannot tell what the next card or die is, or what someone else holds.
    """
    if seats is None:
        seats = find_seats(PLAY, loaded.table, user_id) if user_id is not None else ()
    game = loaded.game.blind(seats)
    moment = TableMoment(
        table=loaded.table,
        game=game,
        draft=Draft(),
        start=game.view(),
        changes=[],
        step=list(game.state.log),
        is_mine=decides(loaded, user_id),
        news=find_news(loaded.game),
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
    """Return the moment of the person whose decision it is. Raises WrongPlayer and StaleButton."""
    moment = await see(tx, loaded, user_id)
    if not moment.is_mine:
        raise refuse(loaded.table, loaded.game, user_id)
    check_token(moment, token)
    return moment


def decides(loaded: Loaded, user_id: int | None) -> bool:
    """Return whether the pending decision is a person's, for themselves or for someone for whom they stand in.

    What the automatic player proposes is everyone's who plays.
    """
    seat = loaded.game.pending_seat
    if user_id is not None and is_proposed(loaded.table, loaded.game):
        return is_allowed(CONFIRM, Request(loaded.table, user_id))
    return (
        user_id is not None
        and loaded.table.game.status == "playing"
        and is_allowed(PLAY, Request(loaded.table, user_id, seat))
        and not loaded.table.front.player.is_automatic(loaded.game, seat)
    )


def check_token(moment: TableMoment, token: str | None) -> None:
    """Raise StaleButton unless a button belongs to this very moment. A command has no token."""
    if token is None:
        return
    read_token(token)
    if token != moment.token:
        raise StaleButton


def refuse(table: Table, game: Game, user_id: int) -> WrongPlayer:
    """Return why a person may not decide now."""
    if not find_seats(PLAY, table, user_id):
        return WrongPlayer(text("error.no_seat", name=table.game.name))
    seat = game.pending_seat
    actor = table.actor(seat)
    if actor is None:
        return WrongPlayer(text("error.seat_empty", seat=seat))
    who = table.automatic_name if table.front.player.is_automatic(game, seat) else actor.display_name
    return WrongPlayer(text("error.not_yours", seat=seat, who=who))
