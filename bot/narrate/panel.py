"""The private panel in words: what has been done, what is asked, what it has cost, what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import about
from bot.games.front import PLAIN_COLOUR, FrontEnd, Line
from bot.language import Language
from bot.names import Said
from bot.narrate.report import fit
from bot.narrate.standing import ask_whom
from bot.service.moments import Moment
from engine.core.decision import Decision, Option
from engine.core.protocol import Barrier
from engine.core.text import Text

BODY_LIMIT = 3900
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
    front, view = moment.front, moment.view
    title = language.say("ui.panel.title", seat=decision.seat, what=front.name_moment(language, moment.start))
    body: list[str] = []
    if preface := front.write_preface(language, moment.start, [*decision.keys, *moment.draft.keys]):
        body += [*preface, ""]
    body += [f"> {line}" for line in front.tell_so_far(language, [*moment.step, *moment.changes], decision.seat)]
    spent = front.write_spending(language, moment.start, view, decision.seat)
    if spent:
        body.append(spent)
    body += [f"⚠️ {language.say(note)}" for note in moment.notes]
    body += write_in_one_line(language, moment)
    words = fit(language, [*body, ""] if body else [], write_question(language, moment, decision), BODY_LIMIT)
    return Sheet(title, words, seat_colour(moment), front.write_tracks(language, view))


def write_question(language: Language, moment: Moment, decision: Decision) -> list[str]:
    """What is asked now, how often, and what follows from Confirm."""
    if moment.draft.armed:
        return [f"**{write_armed(language, moment, decision)}**"]
    lines = [f"**{language.say(moment.front.ask(decision))}**"]
    hints = []
    if decision.remaining is not None and decision.remaining > 1 and "count" not in decision.prompt.params:
        hints.append(language.say("ui.panel.remaining", count=decision.remaining))
    if decision.remaining is not None and decision.remaining > 1 and decision.key_of("space"):
        hints.append(language.say("ui.panel.several"))
    if order := moment.front.words_of_rest(moment.draft.order) if moment.draft.order else "":
        hints.append(language.say("ui.panel.order_goes_on", words=order))
    queue = [item.key for item in moment.draft.queue]
    if queue:
        hints.append(language.say("ui.panel.queue", place=queue))
    stop = decision.key_of("stop")
    barrier = moment.game.foresee(stop).barrier if stop else Barrier.NONE
    if barrier is Barrier.REVEALS:
        hints.append(language.say("ui.panel.done_reveals"))
    elif barrier is not Barrier.NONE:
        is_turn = moment.game.label.phase == moment.front.turn_phase
        hints.append(language.say("ui.panel.done_confirms" if is_turn else "ui.panel.done_confirms.phase"))
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
        return [language.say("ui.panel.one_line.event", what=side, words=Said(line.orders))]
    return [language.say("ui.panel.one_line", what=name.replace("_", "-"), words=Said(line.orders))]


def find_line(language: Language, moment: Moment) -> Line | None:
    """The line that says a finished turn, or None while it is not finished."""
    game = moment.game
    stop = moment.draft.armed or (game.decision.key_of("stop") if game.decision is not None else "")
    if game.label.phase != moment.front.turn_phase or not stop or len(game.keys) > MOST_KEYS:
        return None
    return moment.front.write_line(language, game, [*game.keys, stop])


def write_armed(language: Language, moment: Moment, decision: Decision) -> str:
    """What Confirm will do with the armed key."""
    option = decision.option(moment.draft.armed)
    label = language.say(option.text) if option is not None else moment.draft.armed
    foresight = moment.game.foresee(moment.draft.armed)
    ends_phase = foresight.barrier is Barrier.END and moment.game.label.phase != moment.front.turn_phase
    key = "ui.panel.armed.phase" if ends_phase else f"ui.panel.armed.{foresight.barrier}"
    return language.say(key, what=label, seat=foresight.seat)


def write_waiting(language: Language, moment: Moment) -> Sheet:
    """The panel of somebody who has nothing to decide now."""
    lines = [ask_whom(language, moment)]
    if moment.undo_seat:
        lines.append(language.say("ui.panel.may_undo", seat=moment.undo_seat))
    lines += [f"⚠️ {language.say(note)}" for note in moment.notes]
    return Sheet(language.say("ui.panel.waiting"), "\n".join(lines), seat_colour(moment))


def seat_colour(moment: Moment) -> int:
    """The accent of the seat that must decide."""
    return moment.front.colours.get(moment.game.pending_seat, PLAIN_COLOUR)


def shorten(words: str, limit: int) -> str:
    """Words cut to a limit, between two of them where that is near, with a sign that they were."""
    if len(words) <= limit:
        return words
    cut = words[: limit - 1]
    whole = cut.rpartition(" ")[0]
    return (whole if whole and len(whole) > limit - LONG_WORD else cut).rstrip(" ,·") + "…"


def label_option(
    language: Language, option: Option, limit: int = LABEL_LIMIT, warnings: Mapping[str, Text] | None = None
) -> str:
    """An option's words, with what it costs and what one is warned of before one chooses it."""
    words = language.say(option.text)
    warning = (warnings or {}).get(option.key)
    if warning is not None:
        words = language.say(f"ui.option.{warning.key}", what=words)
    if option.role == "special":
        words = language.say("ui.option.special", what=words)
    return shorten(language.say("ui.option.cost", what=words, count=option.cost) if option.cost else words, limit)


def hint_option(language: Language, front: FrontEnd, option: Option, view: Any) -> str:
    """The second line of an option in a select: for a space, what stands there. A phone shows one line of it."""
    words = front.describe_option(language, option, view)
    if len(words) > HINT_LENGTH:
        words = front.describe_option(language, option, view, briefly=True)
    return shorten(words, CHOICE_LIMIT)


def write_why_not(language: Language, moment: Moment) -> str:
    """Everything one would expect to be open but is not, with the reasons; equal reasons are told together.

    What is open but would change nothing, or only a part of what the text says, is told too.
    """
    decision = moment.decision
    closed = decision.closed() if decision is not None else []
    warned = [
        Option(key, option.text, 0, warning, option.role)
        for key, warning in (decision.warnings() if decision is not None else {}).items()
        if decision is not None and (option := decision.option(key)) is not None
    ]
    if not closed and not warned:
        return language.say("ui.why_not.nothing")
    reasons: dict[str, tuple[Text, list[Option]]] = {}
    for option in sorted([*warned, *closed], key=lambda option: option.role == "space"):
        if option.why is not None:
            reasons.setdefault(str(option.why), (option.why, []))[1].append(option)
    lines = [f"• {write_reason(language, moment, why, options)}" for why, options in reasons.values()]
    return fit(language, lines, [], BODY_LIMIT)


def write_reason(language: Language, moment: Moment, why: Text, options: Sequence[Option]) -> str:
    """One reason as a sentence about the options that it closes."""
    sentence = about(why, [option.text for option in options])
    more = moment.front.about_option(options[0], moment.view) if len(options) == 1 else {}
    return language.say(sentence, **more)
