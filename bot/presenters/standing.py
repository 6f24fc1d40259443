"""How a game stands, in words: cards, tracks, victory, seats, and what one space holds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.gandhi import EVENT_SIDES, RESOURCE_SEATS, can_event_change, order_seats
from bot.language import Language
from bot.service.moments import Absence, Moment, Table
from engine import Game
from engine.core.protocol import Result
from engine.gandhi.view import CardView, SpaceView, View
from storage import Seat

MAP_PIECES = (
    "troops",
    "sepoys",
    "gandhi",
    "congress",
    "league",
    "underground",
    "active",
    "league_bases",
    "revolutionary_bases",
)
LETTERS = {
    "troops": "T",
    "sepoys": "S",
    "congress": "C",
    "league": "L",
    "underground": "U",
    "active": "A",
    "league_bases": "LB",
    "revolutionary_bases": "RB",
}
"""Pieces by letters, as one-line orders know them."""
BOX_PIECES = ("troops", "sepoys", "congress", "league", "gandhi", "underground", "league_bases", "revolutionary_bases")


def name_card(language: Language, card: CardView | None, *, plainly: bool = False) -> str:
    """A face-up card: number and title, or a Campaign card with its Viceroy. ``plainly`` leaves out the marks."""
    if card is None:
        return language.say("ui.card.none")
    if card.viceroy:
        return language.say("ui.card.campaign", viceroy=card.viceroy)
    return language.say("ui.card.plain" if plainly else "ui.card.event", card=card.number)


def write_cards(language: Language, view: View, *, effects: bool = True) -> list[str]:
    """The Current Card and the next one, each with its Faction order and effects, and what is left of the deck."""
    lines = []
    for key, card in (("ui.card.current", view.card), ("ui.card.next", view.next)):
        order = [language.word(f"seat.{seat}") for seat in card.order] if card is not None else []
        line = language.say(key, what=name_card(language, card))
        head = f"**{line}**"
        lines.append(language.say("ui.card.order", what=head, names=" > ".join(order)) if order else head)
        lines += write_effects(language, card) if effects else []
    lines.append(language.say("ui.card.left", count=view.cards_left, campaigns=view.campaigns_left))
    return lines


def name_effects(language: Language, card: CardView) -> list[str]:
    """The wording of both sides of an Event, unshaded first; nothing for a Campaign card."""
    keys = [f"event.{card.number}.{side}" for side in EVENT_SIDES]
    return [language.word(key) for key in keys if language.has(key)]


def write_event_now(language: Language, game: Game) -> list[str]:
    """5.1.2 A line for each side of the current Event that would change nothing for the Faction that may take it."""
    decision = game.decision
    if decision is None or decision.kind != "turn.action":
        return []
    return [
        language.say(f"ui.event.idle.{side}", seat=decision.seat)
        for side in EVENT_SIDES
        if f"event:{side}" in decision.keys and not can_event_change(game, side)
    ]


def write_effects(language: Language, card: CardView | None) -> list[str]:
    """What both sides of an Event do, in our own words; nothing for a Campaign card."""
    if card is None or card.viceroy:
        return []
    return [
        language.say(f"ui.card.{side}", what=language.word(f"event.{card.number}.{side}"))
        for side in EVENT_SIDES
        if language.has(f"event.{card.number}.{side}")
    ]


def write_tracks(language: Language, view: View) -> str:
    """Restraint, Unity, the Viceroy and Resources in one line."""
    parts = [
        language.say("ui.tracks", restraint=view.restraint, unity=view.unity),
        *(
            language.say("ui.resources", seat=seat, count=view.resources[seat])
            for seat in RESOURCE_SEATS
            if seat in view.resources
        ),
        language.say("ui.viceroy", viceroy=view.viceroy),
    ]
    if view.crisis:
        parts.insert(1, language.say("ui.crisis"))
    return " · ".join(parts)


def write_victory(language: Language, view: View) -> list[str]:
    """Each Faction's victory total, what it needs, and its margin."""
    return [
        language.say(
            "ui.victory",
            seat=seat,
            value=view.victory[seat].value,
            threshold=view.victory[seat].threshold,
            margin=signed(view.victory[seat].margin),
        )
        for seat in order_seats(view.victory)
    ]


def write_victory_changes(language: Language, before: View, after: View) -> str:
    """The victory totals that changed, in one line; an empty string when none did."""
    return " · ".join(
        language.say(
            "ui.victory.change",
            seat=seat,
            old=before.victory[seat].value,
            new=after.victory[seat].value,
            threshold=after.victory[seat].threshold,
        )
        for seat in order_seats(after.victory)
        if before.victory[seat].value != after.victory[seat].value
    )


def signed(number: int) -> str:
    """A margin with its sign: +3, 0, −2."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def name_holder(language: Language, table: Table, row: Seat) -> str:
    """Who holds a seat: a mention, which pings nobody by itself, Arjuna, or nobody; and who acts during an absence."""
    if row.user_id is None:
        return language.say(f"ui.seat.{row.kind}")
    who, absence = f"<@{row.user_id}>", table.absence(row.seat)
    if absence is None:
        return who
    return language.say("ui.seat.away", who=who, by=name_stand_in(language, absence))


def name_stand_in(language: Language, absence: Absence) -> str:
    """Who acts for somebody who is away: a mention, or Arjuna; and until when."""
    by = language.say("ui.seat.arjuna") if absence.stand_in_id is None else f"<@{absence.stand_in_id}>"
    return by if absence.until is None else language.say("ui.away.until", who=by, when=show_time(absence.until))


def show_time(moment: datetime) -> str:
    """A moment as Discord shows it, in the reader's time zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def name_actor(language: Language, table: Table, seat: str, *, mention: bool = False) -> str:
    """Who is asked for a seat that somebody holds: its holder by name, or "X for Y" where a stand-in acts."""
    holder, actor = table.holder(seat), table.actor(seat)
    if holder is None or actor is None:
        return ""
    who = f"<@{actor.user_id}>" if mention else actor.display_name
    if actor.user_id == holder.user_id:
        return who
    return language.say("ui.stand_in", who=who, whom=holder.display_name)


def write_seats(language: Language, table: Table, view: View | None = None) -> list[str]:
    """Who holds each seat, and while a game is on whether the Faction is Eligible."""
    lines = []
    for row in table.seats:
        who = name_holder(language, table, row)
        status = language.word(f"status.{view.eligibility[row.seat]}") if view is not None else ""
        line = language.say("ui.seat", seat=row.seat, who=who)
        lines.append(f"{line} · {status}" if status else line)
    return lines


def write_standings(language: Language, table: Table, view: View) -> list[str]:
    """Each Faction in one line: who plays it, its victory total, and whether it is Eligible."""
    lines = []
    for row in table.seats:
        standing = view.victory[row.seat]
        lines.append(
            language.say(
                "ui.standing",
                seat=row.seat,
                who=name_holder(language, table, row),
                value=standing.value,
                threshold=standing.threshold,
                margin=signed(standing.margin),
                status=view.eligibility[row.seat],
            )
        )
    return lines


def count_pieces(language: Language, holder: dict[str, int] | SpaceView, pieces: Iterable[str]) -> list[str]:
    """ "3 Troops", "1 Sepoy": what a box or space holds."""
    numbers = {
        piece: holder.get(piece, 0) if isinstance(holder, dict) else int(getattr(holder, piece)) for piece in pieces
    }
    return [language.count(piece, number) for piece, number in numbers.items() if number]


def write_boxes(language: Language, view: View) -> list[str]:
    """Available, Out of Play and Jail."""
    lines = []
    for name, box in (("available", view.available), ("out_of_play", view.out_of_play), ("jail", view.jail)):
        parts = count_pieces(language, box, BOX_PIECES)
        what = language.put_together("items", parts) or language.say("ui.none")
        lines.append(language.say(f"ui.box.{name}", what=what))
    lines.append(
        language.say(
            "ui.markers",
            protests=view.protests_available,
            protests_on_map=view.protests_on_map,
            unrest=view.unrest_available,
        )
    )
    return lines


def describe_space(language: Language, view: View, space: str, *, briefly: bool = False) -> str:
    """What one space holds, in a few words: for the second line of a choice. ``briefly``: pieces by their letters."""
    here = view.spaces[space]
    parts = [] if here.level == "neutral" else [language.word(f"level.{here.level}")]
    if here.control:
        parts.append(language.say("ui.space.control"))
    for marker in ("protest", "strike", "muslim_state"):
        if getattr(here, marker):
            parts.append(language.word(f"piece.{marker}"))
    if here.unrest:
        parts.append(language.count("unrest", here.unrest))
    pieces = (
        count_letters(language, here)
        if briefly
        else language.put_together("items", count_pieces(language, here, MAP_PIECES))
    )
    if pieces:
        parts.append(pieces)
    return " · ".join(parts) if parts else language.say("ui.space.empty")


def count_letters(language: Language, here: SpaceView) -> str:
    """ "1T 3S 2C": what stands in a space, by the letters of orders; Bases with that of their Faction."""
    words = []
    for piece in MAP_PIECES:
        number = int(getattr(here, piece))
        if number:
            words.append(f"{number}{LETTERS[piece]}" if piece in LETTERS else language.word(f"piece.{piece}", number))
    return " ".join(words)


def write_ranking(language: Language, result: Result, table: Table) -> list[str]:
    """The end: who won and why, and everybody's margin."""
    first = result.ranking[0]
    holder = table.holder(first)
    if result.all_players_lose:
        lines = [language.say("ui.over.nobody")]
    else:
        lines = [language.say(f"ui.over.{result.reason}", seat=first, who=holder.display_name if holder else "")]
    for place, seat in enumerate(result.ranking, start=1):
        holder = table.holder(seat)
        lines.append(
            language.say(
                "ui.over.place",
                number=place,
                seat=seat,
                who=holder.display_name if holder else "",
                margin=signed(result.margins[seat]),
            )
        )
    return lines


def ask_whom(language: Language, moment: Moment) -> str:
    """Whose decision it is and what is asked, for those who wait."""
    decision = moment.decision
    if decision is None:
        return language.say("ui.waiting.over")
    holder = moment.table.holder(decision.seat)
    if holder is None:
        return language.say("ui.waiting.empty", seat=decision.seat)
    return language.say(
        "ui.waiting.for",
        seat=decision.seat,
        who=name_actor(language, moment.table, decision.seat),
        what=language.say(decision.prompt),
    )
