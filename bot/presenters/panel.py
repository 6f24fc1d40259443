"""The private panel in words: what has been done, what is asked, what it has cost, what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import about, name_key
from bot.gandhi import COLOURS, PLAIN_COLOUR, RESOURCE_SEATS, is_space
from bot.language import Language
from bot.layout import STOPS
from bot.orders.lines import Line, begin_again, write_line
from bot.presenters.chronicle import tell_so_far
from bot.presenters.report import fit
from bot.presenters.standing import ask_whom, describe_space, name_card, write_effects, write_tracks
from bot.service.barriers import Barrier, find_barrier
from bot.service.moments import Moment
from bot.service.ordering import words_of_order
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from engine.gandhi.view import View

BODY_LIMIT = 3900
EVENT = "event:"
SPECIAL = "special:"
LABEL_LIMIT = 80
LONG_WORD = 20
CHOICE_LIMIT = 100
MOST_KEYS = 60
"""A turn of more answers than this has no line that anybody would want to write."""
HINT_LENGTH = 60
"""More letters than this hardly fit on one line of a phone."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A panel's words: its title, its body, a small line below, and the accent of its Faction."""

    title: str
    body: str
    colour: int
    footer: str = ""


def write_panel(language: Language, moment: Moment) -> Sheet:
    """The panel of the person whose decision is pending."""
    decision = moment.decision
    if decision is None or not moment.is_mine:
        return write_waiting(language, moment)
    view = moment.view
    title = language.say(
        "ui.panel.title", seat=decision.seat, what=name_card(language, moment.start.card, plainly=True)
    )
    body: list[str] = []
    if any(key.startswith(EVENT) for key in (*decision.keys, *moment.draft.keys)):
        body += [*write_effects(language, moment.start.card), ""]
    body += [f"> {line}" for line in tell_so_far(language, [*moment.step, *moment.changes])]
    spent = write_spending(language, moment, decision.seat, view)
    if spent:
        body.append(spent)
    body += [f"⚠️ {language.say(note)}" for note in moment.notes]
    body += write_in_one_line(language, moment)
    words = fit(language, [*body, ""] if body else [], write_question(language, moment, decision), BODY_LIMIT)
    return Sheet(title, words, seat_colour(decision.seat), write_tracks(language, view))


def write_question(language: Language, moment: Moment, decision: Decision) -> list[str]:
    """What is asked now, how often, and what follows from Confirm."""
    if moment.draft.armed:
        return [f"**{write_armed(language, moment, decision)}**"]
    lines = [f"**{language.say(ask_briefly(decision))}**"]
    hints = []
    if decision.remaining is not None and decision.remaining > 1 and "count" not in decision.prompt.params:
        hints.append(language.say("ui.panel.remaining", count=decision.remaining))
    if decision.remaining is not None and decision.remaining > 1 and any(is_space(key) for key in decision.keys):
        hints.append(language.say("ui.panel.several"))
    if order := words_of_order(moment.draft):
        hints.append(language.say("ui.panel.order_goes_on", words=order))
    queue = [item.key for item in moment.draft.queue]
    if queue:
        hints.append(language.say("ui.panel.queue", place=[name_key(key) for key in queue]))
    stop = next((key for key in STOPS if key in decision.keys), "")
    if stop and find_barrier(moment.game, stop)[0] is not Barrier.NONE:
        hints.append(language.say("ui.panel.done_confirms"))
    return lines + ([" ".join(hints)] if hints else [])


def write_in_one_line(language: Language, moment: Moment) -> list[str]:
    """How an order was understood; for a turn that is finished otherwise, the line that would have said the same."""
    line = find_line(language, moment)
    if line is None or not line.orders:
        return [language.say("ui.panel.understood", what="; ".join(moment.echo))] if moment.echo else []
    if moment.echo:
        return [language.say("ui.panel.understood", what=line.orders)]
    name, _, side = line.action.partition(":")
    if side:
        return [language.say("ui.panel.one_line.event", what=side, words=line.orders)]
    return [language.say("ui.panel.one_line", what=name.replace("_", "-"), words=line.orders)]


def find_line(language: Language, moment: Moment) -> Line | None:
    """The line that says a finished turn, or None while it is not finished."""
    game = moment.game
    stop = moment.draft.armed or next((key for key in STOPS if game.decision and key in game.decision.keys), "")
    if (
        game.label.phase != "turn"
        or not stop
        or len(game.keys) > MOST_KEYS
        or find_barrier(game, stop)[0] not in (Barrier.END, Barrier.GAME)
    ):
        return None
    return write_line(language, begin_again(game), [*game.keys, stop])


def ask_briefly(decision: Decision) -> Text:
    """The question of a decision; the card, which the title names, is not named again."""
    prompt = decision.prompt
    return text("ui.panel.turn", **prompt.params) if prompt.key == "ask.turn.action" else prompt


def write_armed(language: Language, moment: Moment, decision: Decision) -> str:
    """What Confirm will do with the armed key."""
    option = decision.option(moment.draft.armed)
    label = language.say(option.text) if option is not None else moment.draft.armed
    barrier, seat = find_barrier(moment.game, moment.draft.armed)
    return language.say(f"ui.panel.armed.{barrier}", what=label, seat=seat)


def write_spending(language: Language, moment: Moment, seat: str, view: View) -> str:
    """What the draft has cost the Faction, if it has Resources and has spent or gained any."""
    if seat not in RESOURCE_SEATS:
        return ""
    old, new = moment.start.resources[seat], view.resources[seat]
    return "" if old == new else language.say("ui.panel.resources", old=old, new=new)


def write_waiting(language: Language, moment: Moment) -> Sheet:
    """The panel of somebody who has nothing to decide now."""
    lines = [ask_whom(language, moment)]
    if moment.undo_seat:
        lines.append(language.say("ui.panel.may_undo", seat=moment.undo_seat))
    lines += [f"⚠️ {language.say(note)}" for note in moment.notes]
    seat = moment.decision.seat if moment.decision is not None else ""
    return Sheet(language.say("ui.panel.waiting"), "\n".join(lines), seat_colour(seat))


def seat_colour(seat: str) -> int:
    """The accent of a Faction."""
    return COLOURS.get(seat, PLAIN_COLOUR)


def shorten(words: str, limit: int) -> str:
    """Words cut to a limit, between two of them where that is near, with a sign that they were."""
    if len(words) <= limit:
        return words
    cut = words[: limit - 1]
    whole = cut.rpartition(" ")[0]
    return (whole if whole and len(whole) > limit - LONG_WORD else cut).rstrip(" ,·") + "…"


def label_option(language: Language, option: Option, limit: int = LABEL_LIMIT) -> str:
    """An option's words, with what it costs."""
    words = language.say(option.text)
    if option.key.startswith(SPECIAL):
        words = language.say("ui.option.special", what=words)
    return shorten(language.say("ui.option.cost", what=words, count=option.cost) if option.cost else words, limit)


def hint_option(language: Language, option: Option, view: View) -> str:
    """The second line of an option in a select: for a space, what stands there. A phone shows one line of it."""
    if not is_space(option.key):
        return ""
    words = describe_space(language, view, option.key)
    if len(words) > HINT_LENGTH:
        words = describe_space(language, view, option.key, briefly=True)
    return shorten(words, CHOICE_LIMIT)


def write_why_not(language: Language, moment: Moment) -> str:
    """Everything one would expect to be open but is not, with the reasons; equal reasons are told together."""
    decision = moment.decision
    closed = decision.closed() if decision is not None else []
    if not closed:
        return language.say("ui.why_not.nothing")
    reasons: dict[str, tuple[Text, list[Option]]] = {}
    for option in sorted(closed, key=lambda option: is_space(option.key)):
        if option.why is not None:
            reasons.setdefault(str(option.why), (option.why, []))[1].append(option)
    lines = [f"• {write_reason(language, moment.view, why, options)}" for why, options in reasons.values()]
    return fit(language, lines, [], BODY_LIMIT)


def write_reason(language: Language, view: View, why: Text, options: Sequence[Option]) -> str:
    """One reason as a sentence about the options that it closes."""
    sentence = about(why, [option.text for option in options])
    if len(options) == 1 and is_space(options[0].key):
        return language.say(sentence, level=view.spaces[options[0].key].level)
    return language.say(sentence)
