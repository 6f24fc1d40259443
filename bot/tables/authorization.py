"""Authorization: the permissions of people at a table, and who must agree to their proposals.

`PERMISSIONS` is the complete list. A permission is checked in the same way for a command, a button and an old button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Literal

from bot.errors import TableError
from bot.tables.table import Absence, Table, check_under_way, name_of
from engine.core.text import text
from storage import GameStatus

Role = Literal[
    "host", "seated", "starter", "owner", "stand_in", "acting", "newcomer", "last", "anyone", "moderator", "manager"
]
"""The relation of a person to a table or to a seat of it.

- host: the person who opened the table, or took it over
- seated: anyone with a seat
- starter: anyone with a seat, where the table's settings let all of them start the game
- owner: the person who holds the seat
- stand_in: the person who acts for the absent owner of the seat
- acting: anyone who acts for a person's seat, as its owner or stand-in
- newcomer: the person who is to have the seat
- last: the only person with a seat
- anyone: anyone at all
- moderator: a moderator who does not play there
- manager: a moderator by Discord's permissions who does not play there
"""
Rank = Literal["", "moderator", "manager"]
"""Whether a person may moderate: no; by the role that the server has chosen; or because they may manage channels or
threads. Only Discord knows this, so the rank comes with each interaction."""
RANKS: Final[Mapping[Rank, tuple[Role, ...]]] = {
    "": (),
    "moderator": ("moderator",),
    "manager": ("moderator", "manager"),
}
"""The roles that each rank gives."""
NEWCOMER: Final = "newcomer"
"""The label of the newcomer among the people who are asked. The label of a person with a seat is that seat."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a person of a ``rank`` at a table.

    ``seat`` is the seat that the request is about ("" for none), and ``newcomer`` the person whom it names: a new
    player, stand-in or host.
    """

    table: Table
    user_id: int
    seat: str = ""
    newcomer: int | None = None
    rank: Rank = ""


Condition = Callable[[Request], None]
"""Raises TableError if a request is refused although the person has the right role."""


def keep_while_away(request: Request) -> None:
    """Raise TableError while the owner's absence protects the seat of the request (`is_protected`)."""
    table, seat = request.table, request.seat
    if is_protected(table, seat):
        who = name_of(table.holder(seat))
        raise TableError(text("error.owner_away", seat=seat, who=who))


def is_protected(table: Table, seat: str) -> bool:
    """Return whether a seat is protected because its owner is away; False if the game has waited too long for it."""
    question = table.state.question
    is_lapsed = question is not None and question.seat == seat and question.is_lapsed
    return table.absence(seat) is not None and not is_lapsed


def name_another(request: Request) -> None:
    """Raise TableError for a person who names themselves as stand-in."""
    if request.newcomer == request.user_id:
        raise TableError(text("error.away_yourself"))


def name_no_rival(request: Request) -> None:
    """Raise TableError for a person who names themselves, or anyone who plays in the season, as stand-in."""
    name_another(request)
    circle = request.table.circle
    if circle is not None and request.newcomer in circle.entrants | circle.seated:
        raise TableError(text("error.season_rival", name=request.table.game.name))


def name_substitute(request: Request) -> None:
    """Raise TableError if the newcomer may not take a seat in a season's game that has begun.

    Only a substitute of the season may, unless they have entered it too, or stand in for the holder of another seat.
    """
    table, circle, newcomer = request.table, request.table.circle, request.newcomer
    if circle is None or newcomer is None or table.game.status == "open":
        return
    if newcomer not in circle.substitutes or newcomer in circle.entrants:
        raise TableError(text("error.season_seat", name=table.game.name))
    absence = table.absence(request.seat)
    if newcomer in circle.standing_in and (absence is None or absence.stand_in_id != newcomer):
        raise TableError(text("error.season_rival", name=table.game.name))


def replace_present(request: Request) -> None:
    """Raise TableError for a seat protected by an absence, and for a newcomer who is no substitute of the season."""
    keep_while_away(request)
    name_substitute(request)


def name_member(request: Request) -> None:
    """Raise TableError if the new host has no seat. People who make themselves the host need no seat."""
    if request.newcomer != request.user_id and request.newcomer not in list_holders(request.table).values():
        raise TableError(text("error.host_has_no_seat", name=request.table.game.name))


def leave_to_season(request: Request) -> None:
    """Raise TableError at a table of a running season, unless the person who asks is the only one with a seat.

    People should finish the games of a season: a silent person's seat can be freed instead, and a game without people
    ends automatically.
    """
    circle = request.table.circle
    if circle is not None and circle.counts and request.user_id not in find_people("last", request).values():
        raise TableError(text("error.season_table", name=request.table.game.name))


@dataclass(frozen=True, slots=True)
class Permission:
    """An act that people with one of the roles in ``may`` may do, unless the ``condition`` raises.

    People with a role in ``asked`` must agree first; a proposal counts as the agreement of its author. ``silence`` is
    how long, at least, the game must have waited for the owner's seat before the owner's silence counts as a yes (None:
    it never does); it is longer if the table's limit for a decision is. The owner is pinged when the others are asked,
    half-way through that time, and at its end. ``again`` is how long a person waits before proposing the same for the
    same seat again. ``when`` has the statuses of the table that allow it: open, playing, archived, over; without any,
    the permission is about a server. At an open table no one is asked. ``refusal`` is the key of the error for a person
    without a role. ``wrong_time`` is the key of the error at a table with another status. If it is empty, and for a
    table that was closed before its game, `check_under_way` raises the error.
    """

    name: str
    may: tuple[Role, ...]
    refusal: str
    asked: tuple[Role, ...] = ()
    silence: timedelta | None = None
    again: timedelta | None = None
    condition: Condition | None = None
    when: tuple[GameStatus, ...] = ("playing",)
    wrong_time: str = ""


DAY: Final = timedelta(days=1)
EVER: Final[tuple[GameStatus, ...]] = ("open", "playing", "archived", "over")
NOT_OVER: Final[tuple[GameStatus, ...]] = ("open", "playing")

KNOW = Permission("know", may=("host", "seated", "stand_in"), refusal="error.not_at_table", when=EVER)
PAGE = Permission("page", may=("host", "seated"), refusal="error.not_at_table", when=EVER)
JOIN = Permission("join", may=("anyone",), refusal="error.over", when=NOT_OVER, condition=name_substitute)
LEAVE = Permission("leave", may=("owner",), refusal="error.no_seat", when=NOT_OVER)
WATCH = Permission("watch", may=("anyone",), refusal="error.over", when=NOT_OVER)
SIDE = Permission("side", may=("owner",), refusal="error.no_seat", when=("open",), wrong_time="error.already_started")
START = Permission(
    "start",
    may=("host", "starter", "moderator"),
    refusal="error.start",
    when=("open",),
    wrong_time="error.already_started",
)
CLOSE = Permission(
    "close",
    may=("host", "moderator"),
    refusal="error.host_or_moderator",
    when=NOT_OVER,
    condition=leave_to_season,
)
ABANDON = Permission("abandon", may=("last", "moderator"), refusal="error.close_others", condition=leave_to_season)
HAND_OVER = Permission(
    "hand_over",
    may=("host", "moderator"),
    refusal="error.host_or_moderator",
    when=NOT_OVER,
    condition=name_member,
)
REMOVE = Permission(
    "remove",
    may=("moderator",),
    refusal="error.moderator_only",
    when=("open",),
    condition=leave_to_season,
    wrong_time="error.already_started",
)
FREE = Permission(
    "free",
    may=("moderator",),
    refusal="error.moderator_only",
    asked=("owner",),
    silence=DAY,
    again=DAY,
    condition=keep_while_away,
)
KEEP = Permission("keep", may=("host", "seated"), refusal="error.not_at_table", when=NOT_OVER)
REACTIVATE = Permission(
    "reactivate", may=("seated",), refusal="error.not_at_table", when=("archived",), wrong_time="error.not_archived"
)
SEASON = Permission("season", may=("moderator",), refusal="error.moderators_only", when=())
ENTER = Permission(
    "enter", may=("anyone",), refusal="error.season_begun", when=("open",), wrong_time="error.season_begun"
)
DROP_OUT = Permission(
    "drop_out", may=("owner",), refusal="error.not_in_season", when=NOT_OVER, wrong_time="error.season_over"
)
BEGIN_SEASON = Permission(
    "begin_season",
    may=("host", "moderator"),
    refusal="error.season_host",
    when=("open",),
    wrong_time="error.season_begun",
)
END_SEASON = Permission(
    "end_season", may=("host", "moderator"), refusal="error.season_host", when=NOT_OVER, wrong_time="error.season_over"
)
EXPEL = Permission(
    "expel",
    may=("host", "moderator"),
    refusal="error.season_host",
    asked=("owner",),
    silence=DAY,
    again=DAY,
    when=NOT_OVER,
    wrong_time="error.season_over",
)
SUBSTITUTE = Permission(
    "substitute", may=("host", "moderator"), refusal="error.season_host", when=NOT_OVER, wrong_time="error.season_over"
)
SERVER = Permission("server", may=("moderator",), refusal="error.moderators_only", when=())
APPOINT = Permission("appoint", may=("manager",), refusal="error.managers_only", when=())
LOOK = Permission("look", may=("host",), refusal="error.host_only", when=("open",), wrong_time="error.already_started")
RESERVE = Permission(
    "reserve", may=("host",), refusal="error.host_only", when=("open",), wrong_time="error.already_started"
)
ADMIT = Permission("admit", may=("host", "moderator"), refusal="error.host_or_moderator", when=NOT_OVER)
TALK = Permission("talk", may=("seated",), refusal="error.no_seat", when=NOT_OVER)
REMATCH = Permission(
    "rematch",
    may=("host", "seated"),
    refusal="error.rematch_not_yours",
    when=("over",),
    wrong_time="error.rematch_only_when_over",
)
PLAY = Permission("play", may=("owner", "stand_in"), refusal="error.no_seat")
CONFIRM = Permission("confirm", may=("acting",), refusal="error.no_seat")
ORDER = Permission("order", may=("owner",), refusal="error.no_seat")
AWAY = Permission("away", may=("owner",), refusal="error.no_seat", condition=name_no_rival)
BACK = Permission("back", may=("owner", "stand_in"), refusal="error.not_away")
SETTINGS = Permission("settings", may=("host",), refusal="error.host_only", when=NOT_OVER)
TERMS = Permission("terms", may=("host",), refusal="error.host_only", asked=("seated",), again=DAY, when=NOT_OVER)
REWIND = Permission("rewind", may=("seated",), refusal="error.no_seat", asked=("seated",))
CORRECT = Permission("correct", may=("seated",), refusal="error.no_seat", asked=("seated",))
OFFER = Permission(
    "offer", may=("owner",), refusal="error.not_at_table", asked=("newcomer",), condition=name_substitute
)
CLAIM = Permission(
    "claim",
    may=("seated", "newcomer"),
    refusal="error.not_at_table",
    asked=("seated", "newcomer"),
    again=DAY,
    condition=name_substitute,
)
REPLACE = Permission(
    "replace",
    may=("seated",),
    refusal="error.not_at_table",
    asked=("owner", "seated", "newcomer"),
    silence=DAY,
    again=DAY,
    condition=replace_present,
)
PERMISSIONS: Final[Mapping[str, Permission]] = {
    one.name: one
    for one in (
        *(KNOW, PAGE, JOIN, LEAVE, WATCH, SIDE, START, CLOSE, ABANDON, REMATCH),
        *(PLAY, CONFIRM, ORDER, AWAY, BACK, SETTINGS, TERMS, REWIND, CORRECT, OFFER, CLAIM, REPLACE),
        *(HAND_OVER, REMOVE, FREE, KEEP, REACTIVATE, SERVER, APPOINT, SEASON),
        *(ENTER, DROP_OUT, BEGIN_SEASON, END_SEASON, EXPEL, SUBSTITUTE),
        *(LOOK, RESERVE, ADMIT, TALK),
    )
}


def find_people(role: Role, request: Request) -> dict[str, int]:
    """Return the people who have a role in a request, each by the label of their answer in a vote."""
    table, seat = request.table, request.seat
    absence = table.absence(seat)
    match role:
        case "host":
            host = table.game.host_user_id
            return {"host": host} if table.circle is None or not table.circle.has_player(host) else {}
        case "seated":
            return list_holders(table)
        case "starter":
            return list_holders(table) if table.state.anybody_starts else {}
        case "owner":
            return {label: who for label, who in list_holders(table).items() if label == seat}
        case "stand_in":
            return {seat: absence.stand_in_id} if absence is not None and absence.stand_in_id is not None else {}
        case "acting":
            return list_actors(table)
        case "newcomer":
            return {NEWCOMER: request.newcomer} if request.newcomer is not None else {}
        case "last":
            return list_holders(table) if len(table.people) == 1 else {}
        case "anyone":
            return {"anyone": request.user_id}
        case "moderator" | "manager":
            return {role: request.user_id} if role in RANKS[request.rank] and not plays(table, request.user_id) else {}


def plays(table: Table, user_id: int) -> bool:
    """Return whether a person acts for a seat of a game that has begun, and so may not moderate there.

    In a season, everyone who has entered it, or acts at one of its tables, counts as playing at all of them.
    """
    if table.circle is not None and table.circle.has_player(user_id):
        return True
    if table.game.status == "open":
        return False
    return any(is_allowed(PLAY, Request(table, user_id, row.seat)) for row in table.seats)


def check_rank(permission: Permission, rank: Rank) -> None:
    """Raise TableError unless a person of a rank has a permission about a server."""
    if not is_of_rank(permission, rank):
        raise TableError(text(permission.refusal))


def is_of_rank(permission: Permission, rank: Rank) -> bool:
    """Return whether a rank gives one of the roles of a permission about a server."""
    return bool(set(RANKS[rank]) & set(permission.may))


def is_by_rank(permission: Permission, request: Request) -> bool:
    """Return whether a person has a permission only as a moderator, so that their act is recorded."""
    return is_allowed(permission, request) and not is_allowed(permission, replace(request, rank=""))


def check(permission: Permission, request: Request) -> None:
    """Raise NotStarted or TableError unless the person of a request has the permission now and its condition holds."""
    check_time(permission, request.table)
    if not is_allowed(permission, request):
        raise refuse(permission, request.table)
    if permission.condition is not None:
        permission.condition(request)


def check_time(permission: Permission, table: Table) -> None:
    """Raise NotStarted or TableError if the status of a table is not one that a permission requires."""
    if table.game.status in permission.when:
        return
    if permission.wrong_time and table.game.status != "closed":
        raise TableError(text(permission.wrong_time, name=table.game.name))
    check_under_way(table)


def refuse(permission: Permission, table: Table) -> TableError:
    """Return the error that says to a person without the roles why they may not do something."""
    return TableError(text(permission.refusal, name=table.game.name, who=table.state.host))


def is_allowed(permission: Permission, request: Request) -> bool:
    """Return whether the person of a request has one of the roles. The time and the condition are not checked."""
    return any(request.user_id in find_people(role, request).values() for role in permission.may)


def find_seats(permission: Permission, table: Table, user_id: int) -> list[str]:
    """Return the seats of a table for which a person has one of the roles of a permission."""
    return [row.seat for row in table.seats if is_allowed(permission, Request(table, user_id, row.seat))]


def check_seats(permission: Permission, table: Table, user_id: int) -> list[str]:
    """Return the seats for which a person has a permission now. Raises NotStarted, and TableError if there are none."""
    check_time(permission, table)
    seats = find_seats(permission, table, user_id)
    if not seats:
        raise refuse(permission, table)
    return seats


def find_asked(permission: Permission, request: Request) -> dict[str, int]:
    """Return the people who must agree, by their labels, in the order of the seats. At an open table there are none.

    If the owner of the seat in the request is asked, it is only for that seat, even if they hold others.
    """
    if request.table.game.status == "open":
        return {}
    owner = find_people("owner", request).get(request.seat) if "owner" in permission.asked else None
    asked: dict[str, int] = {}
    for role in permission.asked:
        people = find_people(role, request)
        asked |= {label: who for label, who in people.items() if who != owner or label == request.seat}
    order = [*(row.seat for row in request.table.seats), NEWCOMER]
    return {label: asked[label] for label in order if label in asked}


def find_seat_permission(table: Table, user_id: int, seat: str) -> Permission:
    """Return the permission that a person needs to give a seat to someone.

    It is `OFFER` for their own seat, `CLAIM` for an automatic or empty one, and `REPLACE` for another person's.
    """
    if is_allowed(OFFER, Request(table, user_id, seat)):
        return OFFER
    return CLAIM if table.is_automatic(seat) or is_empty(table, seat) else REPLACE


def find_close_permission(table: Table) -> Permission:
    """Return the permission for closing a table: `ABANDON` for a running game with people, otherwise `CLOSE`."""
    return ABANDON if table.game.status == "playing" and table.people else CLOSE


def gives_way(kind: str, by: int, seat: str, permission: Permission, request: Request, *, is_late: bool) -> bool:
    """Return whether the running vote ends because of a new proposal.

    ``kind``, ``by`` and ``seat`` are those of the running vote, ``permission`` and ``request`` those of the proposal.
    A moderator's proposal to free a seat ends any vote of another kind. If the game has waited for a seat for a day
    (``is_late``), a proposal to replace its owner ends any vote except one to free a seat, and one for the same
    replacement. In all other cases, a vote ends only if it is a claim by someone without a seat, and the proposal is by
    someone with a seat.
    """
    holders = list_holders(request.table).values()
    if permission is FREE:
        return kind != FREE.name
    if permission is REPLACE and is_late:
        return kind != FREE.name and (kind, seat) != (REPLACE.name, request.seat)
    return kind == CLAIM.name and by not in holders and request.user_id in holders


def find_repeated(request: Request) -> str | None:
    """Return the seat for which a person must wait before proposing the same again.

    Return None for a person without a seat: they must wait for every seat.
    """
    return request.seat if request.user_id in list_holders(request.table).values() else None


def check_answer(table: Table, asked: Mapping[str, int], by: int, user_id: int, *, agree: bool) -> list[str]:
    """Return the labels under which a person answers a vote; none if they only withdraw their own proposal.

    Raises TableError for everyone who is not asked, including the stand-in of a person who is.
    """
    labels = find_labels(asked, user_id)
    if labels or (user_id == by and not agree):
        return labels
    raise TableError(text("error.not_asked" if table.seats_of(user_id) else "error.no_seat", name=table.game.name))


def find_labels(people: Mapping[str, int], user_id: int) -> list[str]:
    """Return the labels under which a person is among ``people``."""
    return [label for label, who in people.items() if who == user_id]


def list_holders(table: Table) -> dict[str, int]:
    """Return the person who holds each seat, by seat. Seats without a person are left out."""
    return {row.seat: row.user_id for row in table.seats if row.kind == "player" and row.user_id is not None}


def list_actors(table: Table) -> dict[str, int]:
    """Return by seat who acts for each person: the owner, or their stand-in. Automatic stand-ins are left out."""
    away = {seat: table.absence(seat) for seat in list_holders(table)}
    acting = {seat: one.stand_in_id if one is not None else table.owner_of(seat) for seat, one in away.items()}
    return {seat: who for seat, who in acting.items() if who is not None}


def is_host(table: Table, user_id: int) -> bool:
    """Return whether a person is the host of a table. In a season they may lack the host's role (`find_people`)."""
    return user_id == table.game.host_user_id


def is_owner(table: Table, seat: str, user_id: int | None) -> bool:
    """Return whether a person holds a seat; False for None."""
    return user_id is not None and list_holders(table).get(seat) == user_id


def is_empty(table: Table, seat: str) -> bool:
    """Return whether no one holds a seat of a table, not even the automatic player; False for an unknown seat."""
    return any(row.seat == seat and row.kind == "empty" for row in table.seats)


def find_absences(table: Table, user_id: int) -> list[Absence]:
    """Return the absences that a person may end: their own, and those in which they are the stand-in."""
    seats = find_seats(BACK, table, user_id)
    return [one for one in table.absences if one.seat in seats and one == table.absence(one.seat)]
