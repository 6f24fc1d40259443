"""The private panel as text: earlier choices, the question, costs, the effects of Confirm, and the heading above.

The reasons why options are closed are here too. Labels of options are in `bot.narrate.options`, the buttons of the
panel in `bot.discord.panel`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import about
from bot.games.answers import Line
from bot.games.frontend import PLAIN_COLOUR, Frontend
from bot.games.showing import Focus, fit_lines, list_runners
from bot.language import Language, Said, Time
from bot.narrate.options import say_option
from bot.narrate.standing import CONTENT_LIMIT, ask_whom, fit, write_places, write_result
from bot.tables.draft import Draft, find_proposal, name_person
from bot.tables.lessons import Lesson, name_step, suggest
from bot.tables.moments import Moment, TableMoment
from bot.tables.offers import IDLE, Offers, TurnEnd, count_useful, foretell, name_answer, says_something
from bot.tables.practice import PracticeMoment
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.protocol import Barrier
from engine.core.text import Text, text

BODY_LIMIT = 3900
NUMBER = re.compile(r"^`\d+` ")
"""The number of a step on the map at the beginning of a line."""
ASIDE = re.compile(r" ?[(（].*$")
"""A remark in brackets after the name of an answer."""
SEPARATORS = re.compile(r"^\W+")
HEAD = "**"
"""The marks around the heading of a line."""
MOST_KEYS = 60
"""The most answers of a turn that is shown as a turn line. A longer line would be too long to type."""
BESIDES = ("stop", "special", "extra")
"""The roles of options that do not answer a question themselves: its end, and additional actions."""
MOST_DONE = 4
"""The most lines about earlier choices that follow the line with the name of the action."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a panel: its title, its body, its accent colour (0xRRGGBB), and a line in small letters below."""

    title: str
    body: str
    colour: int
    footer: str = ""


def write_panel(language: Language, moment: Moment, offers: Offers | None = None, *, in_full: bool = False) -> Sheet:
    """Return a person's panel: their question, or the certain effects of Confirm, or whom the game waits for.

    ``offers`` are the moment's, if the caller has them. ``in_full`` shows all steps so far and the turn line.
    """
    offers = offers or moment.find_offers()
    decision = moment.decision
    if decision is None or not moment.is_mine:
        return write_waiting(language, moment)
    front = moment.front
    changes, view = moment.foretell(offers.ending) if moment.draft.armed else (moment.changes, moment.view)
    title = write_panel_title(language, moment)
    body = [f"-# {line}" for line in front.score.write_tracks(language, view, decision.seat).splitlines()]
    body += write_hands(language, moment, view)
    if not moment.draft.armed:
        body += front.words.write_preface(language, moment.start, [*decision.keys, *moment.draft.keys])
    told = [*moment.step[moment.news :], *changes]
    done = tell_so_far(language, moment, told, decision.seat, is_over=is_over(moment, offers))
    body += [f"> {line}" for line in (done if in_full or moment.is_beside else leave_out_middle(done))]
    body += write_spent(language, moment, view)
    body += [f"⚠️ {language.say(note)}" for note in moment.notes]
    body += [language.say("ui.panel.promise", what=promise.words) for promise in moment.draft.promises]
    body += write_in_one_line(language, moment, offers.ending, in_full=in_full)
    words = fit(language, [*body, ""] if body else [], write_question(language, moment, decision, offers), BODY_LIMIT)
    return Sheet(title, words, seat_colour(moment))


def write_hands(language: Language, moment: Moment, view: Any) -> list[str]:
    """Return lines that only the person may see: the deciding seat's hand if that seat is theirs, else all their hands.

    In a copy of a table all seats are theirs, and only the deciding seat's hand is useful.
    """
    asked = moment.game.pending_seat
    seats = [asked] if moment.is_mine or asked in moment.game.seen_by else moment.game.seen_by
    return [line for seat in seats for line in moment.front.score.write_hand(language, view, seat)]


def leave_out_middle(lines: list[str]) -> list[str]:
    """Return the first line, which has the action, and at most `MOST_DONE` more: the last, after "…" for any others."""
    return [*lines[:1], *fit_lines(lines[1:], MOST_DONE)]


def write_spent(language: Language, moment: Moment, view: Any) -> list[str]:
    """Return a line with the deciding seat's Resources before the draft and in a ``view`` after it, if they differ."""
    old, new = (moment.front.orders.count_resources(one, moment.game.pending_seat) for one in (moment.start, view))
    return [language.say("ui.panel.resources", old=old, new=new)] if old != new else []


def write_panel_title(language: Language, moment: Moment) -> str:
    """Return the title of a panel: the deciding seat and, if the game names it, the card or round."""
    seat, what = moment.game.pending_seat, moment.front.words.title(language, moment.start)
    return language.say("ui.panel.title", seat=seat, what=what) if what else language.word(f"seat.{seat}")


def write_question(
    language: Language, moment: Moment, decision: Decision, offers: Offers, several: str = "ui.panel.several"
) -> list[str]:
    """Return the question as lines, with hints and the effects of its buttons.

    ``several`` is the key of the hint that says how to choose several spaces.

    If an answer waits for Confirm, return only a line with the answer and the effect of Confirm.
    """
    if moment.draft.armed:
        return [f"**{write_armed(language, moment, decision, offers.ending)}**"]
    lines = [f"**{language.say(find_prompt(moment.front, decision))}**"]
    hints = []
    if idle := find_idle(decision):
        reasons = language.put_together("clauses", [language.say(why.params["reason"]) for why in idle])
        hints.append(language.say("ui.panel.idle", reasons=reasons))
    elif (most := count_useful(decision)) is not None and most > 1:
        if "count" not in decision.prompt.params:
            hints.append(language.say("ui.panel.remaining", count=most))
        if decision.key_of("space"):
            hints.append(language.say(several))
    if order := moment.front.orders.words_of_rest(moment.draft.order) if moment.draft.order else "":
        hints.append(language.say("ui.panel.order_goes_on", words=order))
    queue = [item.key for item in moment.draft.queue]
    if queue:
        hints.append(language.say("ui.panel.queue", place=queue))
    return [
        *lines,
        *([language.put_together("sentences", hints)] if hints else []),
        *write_endings(language, moment, decision, offers),
    ]


def is_over(moment: Moment, offers: Offers) -> bool:
    """Return whether the draft waits for Confirm, and the turn has no further question after it."""
    return bool(moment.draft.armed) and offers.ending is not None and is_end(moment, offers.ending)


def is_end(moment: Moment, ending: TurnEnd) -> bool:
    """Return whether the keys of ``ending`` end the turn. Return True too if a person only plans ahead."""
    if is_planned_ahead(moment):
        return True
    barrier = ending.foresight.barrier
    return barrier in (Barrier.END, Barrier.GAME) or reveals_after_end(moment, ending)


def is_planned_ahead(moment: Moment) -> bool:
    """Return whether a person plans answers to later questions at a table."""
    return isinstance(moment, TableMoment) and moment.is_ahead


def reveals_after_end(moment: Moment, ending: TurnEnd) -> bool:
    """Return whether the keys of ``ending`` end the turn before they roll a die or reveal a card."""
    return ending.foresight.barrier is Barrier.REVEALS and moment.front.words.is_turn_over(ending.outlook.changes)


def tell_so_far(
    language: Language,
    moment: Moment,
    changes: Sequence[Change],
    seat: str = "",
    *,
    is_over: bool = False,
    is_headed: bool = True,
    answer: str = "",
) -> list[str]:
    """Return the effects of a turn so far as lines.

    The space of the question, or of an answer that waits for Confirm, is written as unfinished.
    """
    space = (moment.decision.space if moment.decision is not None else "") or moment.draft.armed
    return moment.front.words.tell_so_far(language, changes, Focus(seat, space, is_over, is_headed, answer))


def find_prompt(front: Frontend, decision: Decision) -> Text:
    """Return the question or, if all spaces are closed, a text that only its end or other actions are left."""
    if (
        decision.key_of("stop")
        and all(option.role in BESIDES for option in decision.options)
        and any(option.role == "space" for option in decision.closed())
    ):
        return text("ui.panel.complete.special" if decision.key_of("special") else "ui.panel.complete")
    return front.words.ask(decision)


def write_endings(language: Language, moment: Moment, decision: Decision, offers: Offers) -> list[str]:
    """Return lines with the effects of the buttons that confirm at once; if there are none, with those of Confirm."""
    lines = []
    outcomes = {key: write_outcome(language, moment, ending, key) for key, ending in offers.decisive.items()}
    after = [write_barrier(language, moment, "confirm", ending) for ending in offers.decisive.values()]
    if len(after) > 1 and len(set(after)) == 1 and not any(outcomes.values()):
        # All buttons have the same effect, so it is shown once.
        return after[:1]
    for key, ending in offers.decisive.items():
        option = decision.option(key)
        what = outcomes[key] or [write_barrier(language, moment, "follows", ending)]
        if option is not None:
            lines.append(f"• {write_answer(language, option.text, language.put_together('clauses', what))}")
    if lines or offers.ending is None:
        return lines
    ending = offers.ending
    first = decision.option(ending.keys[0])
    is_worth_it = first is not None and first.role != "stop" and says_something(decision, first)
    taken = [name_answer(decision, first)] if first is not None and is_worth_it else []
    names = [say_option(language, words) for words in (*taken, *ending.taken)]
    words = write_barrier(language, moment, "confirm", ending)
    sentences = [words, *([language.say("ui.panel.taken", what=names)] if names else [])]
    return [
        language.put_together("sentences", sentences),
        *(f"> {line}" for line in write_outcome(language, moment, ending)),
    ]


def write_answer(language: Language, answer: Text, clauses: str) -> str:
    """Return an answer with its effects, as ``clauses``. Clauses that begin with the answer do not repeat it."""
    name = ASIDE.sub("", language.say(answer))
    rest = clauses.removeprefix(name)
    if name and rest != clauses and not rest[:1].isalnum():
        return f"**{name}**{rest}"
    return language.say("log.item", what=answer, clauses=clauses)


def write_barrier(language: Language, moment: Moment, what: str, ending: TurnEnd) -> str:
    """Return a text on the `Barrier` that keys cross: a sentence (``what`` is "confirm"), or a clause ("follows")."""
    barrier = name_barrier(moment, ending)
    if what == "follows":
        barrier = barrier.replace("phase", "end")
    foresight = ending.foresight
    return language.say(f"ui.panel.{what}.{barrier}", seat=foresight.seat, revealed=foresight.what)


def name_barrier(moment: Moment, ending: TurnEnd) -> str:
    """Return the last part of a text key for the barrier that keys cross: a `Barrier`, ahead, end.reveals or phase."""
    if is_planned_ahead(moment):
        return "ahead"
    if reveals_after_end(moment, ending):
        return "end.reveals"
    if ending.foresight.barrier is Barrier.END and moment.game.label.phase != moment.front.setup.turn_phase:
        return "phase"
    return str(ending.foresight.barrier)


def write_outcome(language: Language, moment: Moment, ending: TurnEnd, answer: str = "") -> list[str]:
    """Return lines with the certain effects of Confirm that the panel does not show yet; none for a plan.

    ``answer`` is the key of the option beside whose name they are, or "".
    For a question that interrupts another seat's turn, the rest of that turn is left out.
    """
    if is_planned_ahead(moment):
        return []
    before = [] if moment.is_beside else [*moment.step, *moment.changes]
    is_over = is_end(moment, ending)
    told = {NUMBER.sub("", line) for line in tell_so_far(language, moment, before)}
    after = tell_so_far(
        language, moment, [*before, *ending.outlook.changes], is_over=is_over, is_headed=False, answer=answer
    )
    return [leave_out(line, told) for line in after if NUMBER.sub("", line) not in told]


def leave_out(line: str, told: Collection[str]) -> str:
    """Return a line without the longest of the lines ``told`` with which it begins; told lines in bold do not count."""
    begun = max((one for one in told if HEAD not in one and line.startswith(one)), key=len, default="")
    return SEPARATORS.sub("", line[len(begun) :]) if begun else line


def find_idle(decision: Decision) -> list[Text]:
    """Return the reasons why all open spaces would have no effect, each once, or nothing if any would have one."""
    spaces = [option.key for option in decision.options if option.role == "space"]
    warnings = decision.warnings() if spaces else {}
    if not all(key in warnings and warnings[key].key == IDLE for key in spaces):
        return []
    return list({str(warnings[key]): warnings[key] for key in spaces}.values())


def write_in_one_line(language: Language, moment: Moment, ending: TurnEnd | None, *, in_full: bool = True) -> list[str]:
    """Return how a typed turn line was understood or, if ``in_full``, the turn line for what was chosen, as lines.

    If no line was typed and the turn has changed nothing, return [].
    """
    if not moment.echo and (moment.view == moment.start or not in_full):
        return []
    line = find_line(language, moment, ending)
    if line is None or not line.orders:
        return [language.say("ui.panel.understood", what="; ".join(moment.echo))] if moment.echo else []
    if moment.echo:
        return [language.say("ui.panel.understood", what=line.orders)]
    name, _, side = line.action.partition(":")
    if side:
        return [language.say("ui.panel.one_line.event", what=side, words=Said(line.orders))]
    return [language.say("ui.panel.one_line", what=name.replace("_", "-"), words=Said(line.orders))]


def find_line(language: Language, moment: Moment, ending: TurnEnd | None) -> Line | None:
    """Return the turn line for a finished turn; None outside a turn, and if the turn is unfinished or very long."""
    game = moment.game
    if game.label.phase != moment.front.setup.turn_phase or ending is None or len(game.keys) > MOST_KEYS:
        return None
    if len(ending.keys) > 1:
        game = game.blind()
        for key in ending.keys[:-1]:
            game.choose(key)
    return moment.front.orders.write_line(language, game, [*game.keys, ending.keys[-1]])


def write_armed(language: Language, moment: Moment, decision: Decision, ending: TurnEnd | None = None) -> str:
    """Return a sentence with the answer that waits for Confirm, and the barrier that Confirm crosses."""
    label = name_armed(language, moment, decision)
    label = label[:1].upper() + label[1:]
    ending = ending or foretell(moment.game, (moment.draft.armed,))
    key, foresight = f"ui.panel.armed.{name_barrier(moment, ending)}", ending.foresight
    return language.say(key, what=label, seat=foresight.seat, revealed=foresight.what)


def name_armed(language: Language, moment: Moment, decision: Decision) -> str:
    """Return the name of the answer that waits for Confirm, with its subject where “2” or “Done” alone is unclear."""
    option = decision.option(moment.draft.armed)
    if option is None:
        return moment.draft.armed
    words = language.say(option.text)
    phase, action = (f"phase.{moment.game.label.phase}", f"action.{decision.action}")
    if language.has(action) and option.role != "extra":
        what = language.word(action)
        is_plain = option.role in ("number", "stop")
        if is_plain:
            return what
        # A name continues the sentence, but a label is quoted.
        label = words if option.role == "space" else language.say("ui.panel.armed.quoted", what=words)
        return language.say("ui.panel.armed.of", action=what, what=Said(label))
    if not says_something(decision, option):
        begun = f"action.{moment.draft.keys[0] if moment.draft.keys else ''}"
        return language.word(begun if language.has(begun) else f"seat.{decision.seat}")
    if option.role == "number":
        return language.say("ui.panel.armed.quoted", what=say_option(language, name_answer(decision, option)))
    begun = f"action.{moment.game.keys[0] if moment.game.keys else ''}"
    if option.role == "stop" and language.has(begun):
        return language.word(begun)
    if option.role == "stop" and language.has(phase):
        return language.say("ui.panel.armed.quoted", what=language.word(phase))
    return words


def write_waiting(language: Language, moment: Moment, *, has_notes: bool = True) -> Sheet:
    """Return the panel of a person who has nothing to decide: whom the game waits for, or its result.

    ``has_notes`` adds the notes of the moment, which are warnings.
    """
    result = moment.game.result
    lines = [write_result(language, result) if result is not None else ask_whom(language, moment)]
    lines += write_hands(language, moment, moment.view)
    lines += [f"⚠️ {language.say(note)}" for note in moment.notes if has_notes]
    title = "ui.panel.confirmed" if moment.is_confirmed else "ui.panel.waiting"
    if result is not None:
        title = "ui.panel.over"
    return Sheet(language.say(title), "\n".join(lines), seat_colour(moment))


def seat_colour(moment: Moment) -> int:
    """Return the accent colour of the deciding seat, or `PLAIN_COLOUR` if no seat must decide."""
    return moment.front.setup.colours.get(moment.game.pending_seat, PLAIN_COLOUR)


def write_why_not(language: Language, moment: Moment) -> str:
    """Return the question, and a line for each reason why options are closed that people expect to be open.

    Open options with a warning, for example that they would have no effect, are listed too.
    """
    decision = moment.decision
    closed = decision.closed() if decision is not None else []
    warned = [
        Option(key, option.text, 0, warning, option.role)
        for key, warning in (decision.warnings() if decision is not None else {}).items()
        if decision is not None and (option := decision.option(key)) is not None
    ]
    asked = [f"> {language.say(find_prompt(moment.front, decision))}"] if decision is not None else []
    if not closed and not warned:
        return "\n".join([*asked, language.say("ui.why_not.nothing")])
    reasons: dict[str, tuple[Text, list[Option]]] = {}
    for option in sorted([*warned, *closed], key=lambda option: option.role == "space"):
        if option.why is not None:
            reasons.setdefault(str(option.why), (option.why, []))[1].append(option)
    lines = [f"• {write_reason(language, moment, why, options)}" for why, options in reasons.values()]
    return fit(language, [*asked, *lines], [], BODY_LIMIT)


def write_reason(language: Language, moment: Moment, why: Text, options: Sequence[Option]) -> str:
    """Return a reason as a sentence about the options that it concerns."""
    sentence = about(why, [option.text for option in options])
    more = moment.front.orders.about_option(options[0], moment.view) if len(options) == 1 else {}
    return language.say(sentence, **more)


def write_heading(language: Language, moment: Moment) -> str:
    """Return the text above a panel: the person's planned turns at a table, then the heading (`write_own_heading`)."""
    if isinstance(moment, TableMoment) and moment.planned:
        planned = [
            language.say("ui.ahead.shown", what=Said(one.order.write(language, one.seat))) for one in moment.planned
        ]
        return "\n".join([*planned, *filter(None, [write_own_heading(language, moment)])])
    return write_own_heading(language, moment)


def write_own_heading(language: Language, moment: Moment) -> str:
    """Return the heading of a panel on a lesson's step, a copy, a proposal, planning ahead, or the clock; else ""."""
    match moment:
        case Lesson():
            return write_step(language, moment)
        case PracticeMoment():
            return write_practice(language, moment)
        case TableMoment(is_mine=True, is_proposed=True):
            return write_proposal(language, moment)
        case TableMoment(is_ahead=True):
            return language.say("ui.ahead.heading")
        case TableMoment(is_mine=True, table=table) if table.state.pace.has_clocks and table.state.question is not None:
            until = table.state.question.until
            return language.say("ui.panel.clock", when=Time(until, "R")) if until else ""
    return ""


def write_proposal(language: Language, moment: TableMoment) -> str:
    """Return a text that the automatic player proposes a turn, whether it was changed, and who has confirmed it."""
    proposal, draft = find_proposal(moment.table), moment.draft
    lines = [language.say("ui.panel.proposed.changed" if moment.is_changed else "ui.panel.proposed")]
    if proposal is not None and proposal.by and proposal.draft == Draft(draft.to_commit).digest:
        who = name_person(moment.table, proposal.by)
        lines.append(language.say("ui.panel.proposed.by", who=who))
    return language.put_together("sentences", lines)


def write_step(language: Language, lesson: Lesson) -> str:
    """Return the text of a lesson about its present step; in an example, after the text of the example."""
    step, course = name_step(lesson), lesson.course
    if course.words:
        return f"{language.say(course.words)}\n{language.say(f'ui.example.{step}', seat=lesson.seat)}"
    words = language.say(f"ui.lesson.{step}", space=suggest(lesson))
    if step not in course.steps:
        return words
    return language.say("ui.lesson.step", number=course.steps.index(step) + 1, of=len(course.steps), what=words)


def write_practice(language: Language, moment: PracticeMoment) -> str:
    """Return a remark on a copy of a table, the effects of the last click, and the scores changed since the copying."""
    practice, front, changes = moment.practice, moment.front, moment.practice.changes
    head = language.say("ui.trial.head", name=practice.name)
    lines = front.words.tell(language, changes, list_runners(moment.view)) if changes else []
    lines += write_places(language, moment.game.result)
    moved = front.score.write_changes(language, practice.start, moment.view)
    tail = [f"-# {language.say('ui.trial.since', what=moved)}"] if moved else []
    return fit(language, [head, *lines], tail, CONTENT_LIMIT)
