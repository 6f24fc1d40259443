"""2.0 Sequence of Play: whose turn it is, what that Faction may do, and the cards that come and go."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache, partial

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi import catalogue
from engine.gandhi.asides import TRANSFER, closed_asides
from engine.gandhi.asking import NO, ask_count, ask_option, roll
from engine.gandhi.board import BOARD
from engine.gandhi.events.interpreter import event_options, run_event
from engine.gandhi.executing import SPECIAL, closed_specials, interject, interjections, run_operation
from engine.gandhi.forces import NO_ACTIVIST, NOT_ON_RAILWAY, activist_options, place_cubes_out_of_play, place_protests
from engine.gandhi.ids import ARJUNA, CONGRESS, CUBES, RAJ, REVOLUTIONARIES, SEATS
from engine.gandhi.state import State
from engine.gandhi.turn import Turn
from engine.gandhi.victory import end_game

ELIGIBLE = "eligible"
INELIGIBLE = "ineligible"
EXECUTED = "executed"
PASSED = "passed"

OPERATION_ONLY = "operation_only"
OPERATION_AND_SPECIAL = "operation_and_special"
LIMITED_OPERATION = "limited_operation"
LIMITED_OR_EVENT = "limited_or_event"
EVENT = "event"
ANY = "any"

MOST_EXECUTING = 2
"""2.3 The most Factions that execute an Operation or Event on a card."""

PASS = "pass"  # noqa: S105
PASS_INCOME = {RAJ: 3, REVOLUTIONARIES: 1}

LIMITED_AFTER_OPERATION = why_not("event_after_operation_only", "2.3.4")
EVENT_EXECUTED = why_not("event_already_executed", "2.3.4")
PASS_AFTER_TRANSFER = why_not("pass_after_transfer", "1.5.2")
OPERATION_MUST_FOLLOW = why_not("operation_must_follow", "4.1")


def next_seat(state: State) -> str:
    """2.3.2 Return the Faction that acts next on the current card: the leftmost Eligible one, or an empty string.

    At most two Factions execute on a card.
    """
    if state.whose:
        return state.whose
    cylinders = state.cylinders
    if list(cylinders.values()).count(EXECUTED) >= MOST_EXECUTING:
        return ""
    for seat in BOARD.events[state.card].order:
        if cylinders[seat] == ELIGIBLE:
            return seat
    return ""


def allowed(state: State) -> str:
    """2.3.4 Return what the acting Faction may execute, following what the 1st Eligible Faction did on this card."""
    if state.may:
        return state.may
    menus = {
        "": ANY,
        OPERATION_ONLY: LIMITED_OPERATION,
        OPERATION_AND_SPECIAL: LIMITED_OR_EVENT,
        EVENT: OPERATION_AND_SPECIAL,
    }
    return menus[state.first]


def play_turn(state: State) -> Rule:
    """2.3 Let one Eligible Faction act on the current card or pass."""
    seat = next_seat(state)
    if not seat:
        yield from next_card(state)
        return
    state.acting = seat
    state.crisis_triggered = False
    state.gandhi_arrested = False
    executed = yield from choose_action(state, seat)
    yield from end_turn(state)
    yield from turn_arjuna_cards(state, seat)
    state.acting = seat
    state.may = state.whose = ""
    if executed == PASS:
        state.cylinders[seat] = PASSED
    else:
        state.cylinders[seat] = EXECUTED
        state.first = state.first or executed
    state.note("eligibility", state.cylinders[seat], target=seat)
    if not next_seat(state):
        yield from next_card(state)


def end_turn(state: State) -> Rule:
    """R-33g End the turn in this order: the shift for Gandhi's arrest, Congress's Protests, the Crisis roll."""
    if state.gandhi_arrested:
        state.acting = RAJ
        state.shift_restraint(-1)
        state.acting = CONGRESS
        yield from place_protests(state, CONGRESS, "arrest.protest", 2, BOARD.lands, NOT_ON_RAILWAY)
    if state.crisis_triggered:
        yield from roll_for_crisis(state)
    state.gandhi_arrested = state.crisis_triggered = False


def roll_for_crisis(state: State) -> Rule:
    """6.8 Roll for Raj when a Crisis begins: it brings that many cubes from Out of Play, or fewer (R-80, R-81)."""
    state.acting = RAJ
    if not any(state.out_of_play.get(piece, 0) for piece in CUBES):
        return
    cubes = yield from roll(state, "crisis")
    yield from place_cubes_out_of_play(state, "crisis", cubes)


def turn_arjuna_cards(state: State, seat: str) -> Rule:
    """8.3 Put the Arjuna cards that a Non-player Faction has drawn this turn at the bottom of its stack (N-08)."""
    stack = state.arjuna.get(seat)
    if stack:
        drawn = yield from ask_count(seat, "arjuna.cards", len(stack), 0, default=0)
        state.arjuna[seat] = stack[drawn:] + stack[:drawn]


def choose_action(state: State, seat: str) -> Generator[Decision, str, str]:
    """2.3.4 Ask an Eligible Faction: pass, an Operation with or without a Special Activity, or the Event.

    Resources may change hands before the first space too (1.5.2): after that, only a Faction that can do nothing else
    may pass (R-15).
    Returns what was executed: `PASS`, `EVENT`, `OPERATION_ONLY` or `OPERATION_AND_SPECIAL`.
    """
    may = allowed(state)
    turn = Turn(
        state,
        seat,
        catalogue.SPECIAL_ACTIVITIES[seat],
        {} if may == EVENT else catalogue.OPERATIONS[seat],
        limited=may in (LIMITED_OPERATION, LIMITED_OR_EVENT),
        may_special=may in (ANY, OPERATION_AND_SPECIAL),
        may_event=may in (EVENT, ANY, LIMITED_OR_EVENT) and state.first != EVENT,
    )
    purse = state.resources.get(seat)
    while True:
        operations = [
            operation_option(one.id) for one in turn.operations.values() if turn.why_operation_closed(one) is None
        ]
        if turn.special and not operations:
            # The Special Activity before it has left no Operation possible.
            return OPERATION_AND_SPECIAL
        decision = ask_action(turn, operations, may, may_pass=state.resources.get(seat) == purse)
        key = yield decision
        if key == PASS:
            yield from pass_turn(state, seat)
            return PASS
        if key.startswith(EVENT):
            yield from run_event(state, seat, key.removeprefix("event:"))
            return EVENT
        if key in turn.operations:
            yield from run_operation(turn, turn.operations[key])
            return OPERATION_AND_SPECIAL if turn.special else OPERATION_ONLY
        # This is a Special Activity before the Operation (4.1), or a transfer (1.5.2).
        yield from interject(turn, key)


def ask_action(turn: Turn, operations: list[Option], may: str, *, may_pass: bool) -> Decision:
    """2.3.4 Return the question for an action; the actions beside ``operations`` are computed on request.

    ``may_pass`` is false once Resources have changed hands: then only a Faction with nothing else to do passes.
    """
    kind = "turn.operation" if turn.special else "turn.action"
    decision = Decision(
        turn.seat,
        kind,
        text(f"ask.{kind}", seat=turn.seat, may=may, card=turn.state.card),
        operations,
        besides=partial(other_actions, turn, may_pass=may_pass, can_operate=bool(operations)),
        closed=lambda: closed_actions(turn, decision.options),
    )
    decision.subject = turn
    return decision


def other_actions(turn: Turn, *, may_pass: bool, can_operate: bool) -> list[Option]:
    """2.3.4 Return the actions that are open now beside Operations."""
    asides = interjections(turn)
    options = [option for option in asides if option.key.startswith(SPECIAL)]
    if not turn.special:
        if turn.may_event:
            options += event_options(turn.state, turn.seat)
        if may_pass or not (can_operate or options):
            options.append(PASS_OPTION)
    return options + [option for option in asides if option.key == TRANSFER]


@cache
def operation_option(operation: str) -> Option:
    """Return the option to execute an Operation."""
    return Option(operation, text("action", action=operation), role="action")


def closed_actions(turn: Turn, options: list[Option]) -> list[Option]:
    """Return what a player would expect among the actions but may not choose now, each with its reason."""
    closed = []
    offered = {option.key for option in options}
    for operation in catalogue.OPERATIONS[turn.seat].values():
        reason = turn.why_operation_closed(operation) if turn.operations else NO_OPERATION
        if reason is not None:
            closed.append(Option(operation.id, text("action", action=operation.id), 0, reason, "action"))
    closed += closed_specials(turn)
    closed += [option for option in closed_asides(turn) if option.key == TRANSFER]
    if turn.special or not turn.may_event:
        reason = why_event_closed(turn)
        closed += [Option(side.key, side.text, 0, reason, side.role) for side in event_options(turn.state, turn.seat)]
    if PASS not in offered:
        reason = OPERATION_MUST_FOLLOW if turn.special else PASS_AFTER_TRANSFER
        closed.append(Option(PASS, PASS_OPTION.text, 0, reason, "pass"))
    return closed


def why_event_closed(turn: Turn) -> Text:
    """2.3.4 Return why the Event cannot be executed: after a Special Activity (4.1), or after the 1st Eligible."""
    if turn.special:
        return OPERATION_MUST_FOLLOW
    return EVENT_EXECUTED if turn.state.first == EVENT else LIMITED_AFTER_OPERATION


NO_OPERATION = why_not("event_only", "2.3.4")
PASS_OPTION = Option(PASS, text("action", action=PASS), role="pass")


def pass_turn(state: State, seat: str) -> Rule:
    """2.3.3 Give Raj 3 Resources, Revolutionaries 1, or let an NV Faction bring an Activist from Out of Play.

    The Faction stays Eligible for the next card. Non-player Raj and Revolutionaries gain nothing (8.1.4); a
    Non-player NV Faction brings one of its Activists if it can.
    """
    state.begin(PASS)
    if seat in PASS_INCOME:
        if state.is_player(seat):
            state.earn(seat, PASS_INCOME[seat])
        return
    if state.seats[seat] == ARJUNA:
        state.enter(seat)
        return
    options = activist_options(state, seat)
    if options:
        options.append(NO_ACTIVIST)
        piece = yield from ask_option(seat, "pass.activist", options, default=options[0].key)
        if piece != NO:
            state.enter_activist(piece, seat)


def next_card(state: State) -> Rule:
    """2.3.6, 2.3.7 Adjust Eligibility, then bring up the next card.

    A blind game ends with the card that was played, not halfway to the next.
    """
    if state.deck and state.upcoming and not state.told:
        state.acting = ""
        state.dice.look()
    adjust_eligibility(state)
    yield from advance_cards(state)


def adjust_eligibility(state: State) -> None:
    """2.3.6 Set Factions that executed Ineligible, all others Eligible, except as Events say."""
    for seat in SEATS:
        status = INELIGIBLE if state.cylinders[seat] == EXECUTED else ELIGIBLE
        if seat in state.stays_eligible:
            status = ELIGIBLE
        if state.stays_ineligible.get(seat):
            state.stays_ineligible[seat] -= 1
            status = INELIGIBLE
        state.cylinders[seat] = status
    state.stays_eligible = []
    state.stays_ineligible = {seat: cards for seat, cards in state.stays_ineligible.items() if cards}
    state.first = ""


def advance_cards(state: State) -> Rule:
    """2.3.7 Make the face-up card of the deck current and reveal the next; 2.4 a Campaign card comes first.

    A Campaign card swaps with the Current Card and its Campaign Round begins at once (R-18). A position may have no
    Campaign card left: then the game ends with its last Event (7.3).
    """
    if state.card:
        state.played.append(state.card)
    state.card = state.upcoming
    if state.card:
        yield from reveal_next(state)
    else:
        end_game(state, "final")


def ask_card(state: State) -> Rule:
    """2.2 Ask which card people have revealed, and lay it on the deck: so the deck has one card of its kind fewer."""
    gone = {state.card, state.upcoming, *state.played}
    cards = [card for card in BOARD.events if card not in gone]
    if any(card in BOARD.campaign_cards for card in state.deck):
        cards += [card for card, lord in BOARD.campaign_cards.items() if lord != state.viceroy]
    person = state.find_person("") or RAJ
    options = [Option(str(card), text("option.card", card=card)) for card in cards]
    card = int((yield from ask_option(person, "deck.card", options)))
    is_campaign = card in BOARD.campaign_cards
    alike = [place for place, other in enumerate(state.deck) if (other in BOARD.campaign_cards) == is_campaign]
    place = state.deck.index(card) if card in state.deck else next(iter(alike), 0)
    state.deck[place] = state.deck[0]
    state.deck[0] = card


def reveal_next(state: State) -> Rule:
    """2.2 Reveal the deck's next card. A Campaign card swaps with the Current Card: a Campaign Round follows (2.4)."""
    state.acting = ""
    if state.told and state.deck:
        yield from ask_card(state)
        state.upcoming = state.deck.pop(0)
    else:
        state.upcoming = state.reveal()
    if state.upcoming in BOARD.campaign_cards:
        state.card, state.upcoming = state.upcoming, state.card
        state.note("reveal", "campaign", new=state.card)
        state.final = not any(card in BOARD.campaign_cards for card in state.deck)
        state.phase = "victory"
        return
    state.note("reveal", "event", new=state.card)
    state.phase = "turn"
