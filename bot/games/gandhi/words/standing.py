"""2.3, 1.6 to 1.8 The state of a game as text: cards, tracks, victory, boxes, one space, and the whole board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.games.gandhi.facts import RESOURCE_SEATS, can_event_change
from bot.games.gandhi.orders.notation import LETTER_OF
from bot.language import Language, Said
from engine import Game
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.events.interpreter import SIDES as EVENT_SIDES
from engine.gandhi.ids import CAMPAIGN, CONGRESS, GANDHI, LEAGUE, OWN_PIECES, SEATS, THRESHOLDS
from engine.gandhi.view import CardView, SpaceView, View
from render.gandhi.places import PIECES, describe_fully, list_markers, list_pieces, write_score
from render.gandhi.regions import list_spaces_by_region
from render.labels import labels_for

BEFORE_THE_CARDS = "gandhi_placed"
"""2.1 The phase before the first card is face up."""
BOX_PIECES = ("troops", "sepoys", "congress", "league", "gandhi", "underground", "league_bases", "revolutionary_bases")


def name_card(language: Language, card: CardView | None, *, plainly: bool = False) -> str:
    """Return the number and title of a face-up Event, or the Viceroy of a Campaign card; a text for no card.

    ``plainly`` leaves out the marks for italic letters.
    """
    if card is None:
        return language.say("ui.card.none")
    if card.viceroy:
        return language.say("ui.card.campaign", viceroy=card.viceroy)
    return language.say("ui.card.plain" if plainly else "ui.card.event", card=card.number)


def write_cards(language: Language, view: View, *, effects: bool = False) -> list[str]:
    """Return lines with the Current Card and the next card, their Faction orders, and the number of cards left.

    ``effects`` adds the texts of both sides of the Events.
    """
    lines = []
    has_begun = view.card is not None or view.next is not None
    if not has_begun and view.phase == BEFORE_THE_CARDS:
        lines.append(language.say("ui.card.before"))
    for key, card in (("ui.card.current", view.card), ("ui.card.next", view.next)) if has_begun else ():
        line = language.say(key, what=name_card(language, card))
        head = f"**{line}**"
        if card is not None and card.order:
            head = language.say("ui.card.order", what=head, names=name_order(language, card.order))
        lines.append(head)
        lines += write_effects(language, card) if effects else []
    if view.foreseen:
        lines.append(write_foreseen(language, view.foreseen))
    lines.append(language.say("ui.card.left", count=view.cards_left, campaigns=view.campaigns_left))
    return lines


def name_order(language: Language, order: Iterable[str]) -> str:
    """2.3.1 Return the names of Factions in their order on a card, such as "Raj > Congress"."""
    return language.put_together("seats", (language.word(f"seat.{seat}") for seat in order))


def write_turned(language: Language, view: View) -> list[str]:
    """2.3 Return a line with the new Current Card and the number of the next card, or that it is a Campaign card."""
    what = name_card(language, view.card)
    if view.next is None:
        return [language.say("ui.card.turned.last", what=what)]
    if view.next.viceroy:
        return [language.say("ui.card.turned.campaign", what=what)]
    return [language.say("ui.card.turned", what=what, next=str(view.next.number))]


def write_foreseen(language: Language, order: tuple[str, ...]) -> str:
    """Return a line on the card after the next, for the option `FORESIGHT`: its Faction order, or a Campaign card."""
    if CAMPAIGN in order:
        return language.say("ui.card.foreseen.campaign")
    return language.say("ui.card.foreseen", names=name_order(language, order))


def name_cards(language: Language, view: View) -> str:
    """Return the face-up cards in one line. Without cards, say that the game begins, or return "" later."""
    if view.card is None and view.next is None:
        return language.say("ui.card.before") if view.phase == BEFORE_THE_CARDS else ""
    return language.say("ui.status.cards", current=name_card(language, view.card), next=name_card(language, view.next))


def name_effects(language: Language, card: CardView) -> list[str]:
    """Return the texts of both sides of an Event, the unshaded side first; nothing for a Campaign card."""
    keys = [f"event.{card.number}.{side}" for side in EVENT_SIDES]
    return [language.word(key) for key in keys if language.has(key)]


def explain_cards(language: Language, game: Game) -> list[str]:
    """5.1.2 Return lines on the cards with their effects, and on sides that change nothing for the deciding Faction."""
    lines, decision = write_cards(language, game.view(), effects=True), game.decision
    if decision is None or decision.kind != "turn.action":
        return lines
    idle = [
        language.say(f"ui.event.idle.{side}", seat=decision.seat)
        for side in EVENT_SIDES
        if f"event:{side}" in decision.keys and not can_event_change(game, side)
    ]
    return [*lines, *idle]


def write_effects(language: Language, card: CardView | None, sides: Iterable[str] = EVENT_SIDES) -> list[str]:
    """Return a line with the text of each of some sides of an Event; nothing for a Campaign card or without a card."""
    if card is None or card.viceroy:
        return []
    return [
        language.say(f"ui.card.{side}", what=language.word(f"event.{card.number}.{side}"))
        for side in sides
        if language.has(f"event.{card.number}.{side}")
    ]


def write_tracks(language: Language, view: View, seat: str = "") -> str:
    """Return Restraint, Unity, a Crisis, Resources and the Viceroy in one line.

    With a ``seat``, leave out Resources and the Viceroy, and add a second line with the Faction's own values.
    """
    parts = [language.say("ui.tracks", restraint=view.restraint, unity=view.unity)]
    if view.crisis:
        parts.append(language.say("ui.crisis"))
    if seat:
        return "\n".join([language.put_together("parts", parts), write_own(language, view, seat)])
    owned = [
        language.say("ui.status.resources.of", seat=owner, count=view.resources[owner])
        for owner in RESOURCE_SEATS
        if owner in view.resources
    ]
    parts.append(language.say("ui.status.resources", what=Said(language.put_together("items", owned))))
    return language.put_together("parts", [*parts, language.say("ui.viceroy", viceroy=view.viceroy)])


def write_own(language: Language, view: View, seat: str) -> str:
    """1.4, 7.2 Return a Faction's total, Resources, pieces off the map, and Protests left to place, in one line.

    The Faction itself is not named.
    """
    parts = [write_goal(language, view.victory[seat].value, seat)]
    if seat in view.resources:
        parts.append(language.say("ui.cost", count=view.resources[seat]))
    for name, box in (("available", view.available), ("jail", view.jail), ("out_of_play", view.out_of_play)):
        if own := [count_own(language, piece, box[piece]) for piece in OWN_PIECES[seat] if box.get(piece)]:
            parts.append(language.say(f"ui.box.{name}", what=language.put_together("items", own)))
    if seat == CONGRESS and view.jail.get(GANDHI):
        parts.append(language.say("ui.own.gandhi"))
    if seat in (CONGRESS, LEAGUE):
        parts.append(language.say("ui.own.protests", count=view.protests_available))
    return language.put_together("parts", parts)


def count_own(language: Language, piece: str, number: int) -> str:
    """Return a number of pieces of the reader's Faction without its name, such as “4 Bases”."""
    key = f"ui.own.{piece}"
    return language.say(key, count=number) if language.has(key) else language.count(piece, number)


def name_score(language: Language, value: int, seat: str) -> Said:
    """7.2, 7.3 Return a Faction's victory total with its margin, such as "20 (−18)"."""
    return Said(write_score(labels_for(language.code), value, value - THRESHOLDS[seat]))


def write_goal(language: Language, value: int, seat: str) -> str:
    """7.2 Return a Faction's victory total with its margin and goal, without the Faction's name."""
    return language.say("ui.own.total", score=name_score(language, value, seat), threshold=THRESHOLDS[seat])


def write_total(language: Language, value: int, seat: str) -> str:
    """7.2 Return a Faction's name with its victory total, margin and goal."""
    return language.say("ui.victory", seat=seat, what=Said(write_goal(language, value, seat)))


def write_place(language: Language, view: View, seat: str) -> str:
    """2.3.1, 7.2 Return a Faction's name with its total and, during the game, its status on the card."""
    status = [] if view.ending else [language.word(f"status.{view.eligibility[seat]}")]
    return language.put_together("parts", [write_total(language, view.victory[seat].value, seat), *status])


def write_faction(language: Language, view: View, seat: str, who: str) -> str:
    """Return a Faction in one line: who plays it, its total and, during the game, its status if not Eligible."""
    score, status = name_score(language, view.victory[seat].value, seat), view.eligibility[seat]
    key = "ui.standing.over" if view.ending or status == "eligible" else "ui.standing"
    return language.say(key, seat=seat, who=who, score=score, status=status)


def write_victory_changes(language: Language, before: View, after: View) -> str:
    """Return the victory totals that have changed, each with its margin, in one line, or "" if none has."""
    changed = (
        language.say("ui.victory.change", seat=seat, score=name_score(language, after.victory[seat].value, seat))
        for seat in SEATS
        if before.victory[seat].value != after.victory[seat].value
    )
    return language.put_together("parts", changed)


def count_pieces(language: Language, box: Mapping[str, int], pieces: Iterable[str]) -> list[str]:
    """Return the number of each kind of piece in a box, such as “3 Troops”, without those that are 0."""
    return [language.count(piece, box[piece]) for piece in pieces if box.get(piece)]


def write_boxes(language: Language, view: View) -> list[str]:
    """Return a line with the pieces in each box, Available, Out of Play and Jail, and a line on the markers."""
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


def write_board(language: Language, view: View) -> dict[str, list[str]]:
    """1.3 Return the whole board as lines by heading: the spaces of each region, the Railways, and all beside them."""
    labels = labels_for(language.code)

    def write(spaces: Iterable[str]) -> list[str]:
        named = sorted((language.word(f"space.{space}"), space) for space in spaces)
        return [
            language.say("ui.words.space", name=Said(name), what=describe_fully(view, space, labels))
            for name, space in named
        ]

    regions = list_spaces_by_region()
    return {
        **{language.say(f"ui.view.{region}"): write(spaces) for region, spaces in regions.items()},
        language.say("ui.kind.railway"): write(space for space, land in GEOGRAPHY.items() if land.is_railway),
        language.say("ui.words.beside"): [
            *filter(None, [name_cards(language, view)]),
            write_tracks(language, view),
            *(write_place(language, view, seat) for seat in view.victory),
            *write_boxes(language, view),
        ],
    }


def describe_space(language: Language, view: View, space: str, *, briefly: bool = False) -> str:
    """Return the value and content of a space, for a list of options. ``briefly`` writes letters for pieces."""
    here, land, labels = view.spaces[space], GEOGRAPHY[space], labels_for(language.code)
    worth = ("econ", land.econ) if land.is_railway else ("population", land.population)
    parts = [language.word(f"level.{here.level}")] if here.level != "neutral" else []
    parts += list_markers(view, space, labels, briefly=briefly)
    if briefly:
        parts.append(count_letters(language, here))
    else:
        parts.append(language.put_together("items", list_pieces(view, space, labels)))
    held = [part for part in parts if part] or [language.say("ui.space.empty")]
    return language.put_together("parts", [language.say(f"ui.space.{worth[0]}", count=worth[1]), *held])


def count_letters(language: Language, here: SpaceView) -> str:
    """Return the pieces in a space with the letters of turn lines (`LETTER_OF`), such as “Gandhi · 1T 3S 2C”."""
    held = {piece: count for piece in PIECES if (count := int(getattr(here, piece)))}
    named = [language.word(f"piece.{piece}", count) for piece, count in held.items() if piece not in LETTER_OF]
    letters = " ".join(f"{count}{LETTER_OF[piece]}" for piece, count in held.items() if piece in LETTER_OF)
    return language.put_together("parts", [*named, *([letters] if letters else [])])
