"""A person's moment on the page: the question, the choices with their places on the board, the draft.

It is the panel of Discord in another form, made from the same offers and the same texts. The sheet of a seat and
standing orders, which people read beside the board, are written here too. All functions return data for JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.games.answers import Shortcut
from bot.games.showing import NEWS_LINES, fit_lines, list_runners
from bot.language import Language, Said
from bot.narrate.advice import write_suggestion
from bot.narrate.arrangements import write_correction
from bot.narrate.options import hint_choice, label_choice, label_option, name_action, name_choices, say_option
from bot.narrate.panel import (
    tell_so_far,
    write_endings,
    write_hands,
    write_heading,
    write_panel_title,
    write_question,
    write_reason,
    write_spent,
    write_waiting,
)
from bot.narrate.paragraphs import find_book
from bot.narrate.replay_page import Stretch, find_key_words, tell_stretch
from bot.narrate.standing import shorten, write_places
from bot.tables.advice import Advice
from bot.tables.authorization import ORDER, PLAY, find_seats
from bot.tables.choices import Choice, Way, find_choices
from bot.tables.lessons import Lesson, find_example
from bot.tables.loading import Recap
from bot.tables.moments import Moment, TableMoment
from bot.tables.offers import Plan
from bot.tables.play import Tables
from bot.web.acting import Done, Senseless, Tried
from bot.web.pages import Page
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.protocol import Label
from render.page import Moment as Shown
from render.page import list_keys

LABEL = 120
"""The most letters of a button on the page."""
TOLD = 90
"""The most letters of a touch's described effect for which one tap may both choose and confirm it."""


def write_turn(language: Language, done: Done, page: Page, seats: Sequence[str]) -> dict[str, Any]:
    """Write a person's moment for the page; ``seats`` are those for which the person plays."""
    moment, decision = done.moment, done.moment.decision
    is_table = isinstance(moment, TableMoment)
    basic = {
        "token": moment.token,
        "session": "" if is_table else moment.id,
        "notes": [str(language.say(note)) for note in moment.notes],
        "retract": bool(moment.undo_seat) and moment.draft.is_empty,
        "seats": list(seats),
        "heading": write_heading(language, moment).splitlines(),
        "advice": write_suggestions(language, done.advice),
        "ways": write_ways(language, moment),
    }
    is_on = isinstance(moment, TableMoment) and moment.table.game.status == "playing"
    is_correctable = bool(moment.front.orders.spaces) and "corrections" in moment.front.offers
    if is_on and seats and decision is not None and is_correctable:
        basic["correct"] = language.say("ui.button.correct")
    if done.tried is not None:
        basic["tried"] = write_tried(language, done.tried)
    if is_table and (result := write_places(language, moment.game.result)):
        basic["result"] = [*result, *moment.front.score.write_end(language, moment.game)]
    if isinstance(moment, Lesson) and moment.outcome is not None:
        return basic | write_end(language, moment, page)
    if decision is None or not moment.is_mine:
        sheet = write_waiting(language, moment, has_notes=False)
        shown = {} if is_table else write_scene(page, *moment.find_scene())
        return {**basic, **shown, "mine": False, "title": sheet.title, "question": sheet.body.splitlines()}
    offers = moment.find_offers()
    front = moment.front
    changes, view = moment.foretell(offers.ending) if moment.draft.armed else (moment.changes, moment.view)
    news = [*moment.step[moment.news :], *changes]
    endings = [] if moment.draft.armed else write_endings(language, moment, decision, offers)
    question = write_question(language, moment, decision, offers, several="ui.panel.tap")
    choices = name_choices(language, moment, find_choices(language, moment, offers))
    closed = [] if moment.draft.armed else decision.closed()
    spaces = list(page.stage.outlines)
    # A shortcut is about several places, so it has none itself.
    keys = [choice.place for choice in choices if choice.role != "shortcut"]
    places = find_places(page, moment, decision, [*keys, *(option.key for option in closed)])
    options = [write_choice(language, moment, choice, view, places) for choice in choices]
    return {
        **basic,
        **write_scene(page, news if is_table else moment.find_scene()[0], view),
        "mine": True,
        "seat": decision.seat,
        "title": write_panel_title(language, moment),
        "preface": front.words.write_preface(language, moment.start, [*decision.keys, *moment.draft.keys]),
        "told": tell_so_far(language, moment, news, decision.seat),
        "spent": write_spent(language, moment, view),
        "tracks": [
            *front.score.write_tracks(language, view, decision.seat).splitlines(),
            *write_hands(language, moment, view),
        ],
        "question": question[: len(question) - len(endings)],
        "effect": endings,
        "options": [option for option in options if option["role"] not in ("plan", "shortcut")],
        "closed": write_closed(language, moment, closed, places),
        "plans": [option for option in options if option["role"] == "plan"],
        "shortcuts": [option for option in options if option["role"] == "shortcut"],
        "ending": find_confirm(moment),
        "space": spaces.index(decision.space) if decision.space in spaces else None,
        "usual": decision.default or "",
        "stakes": front.outlook.write_stakes(language, moment.game),
        "rule": front.lessons.find_paragraph(decision),
        "drafted": not moment.draft.is_empty,
    }


def write_news(
    language: Language, moment: TableMoment, tale: Recap | None, page: Page, seats: Sequence[str]
) -> dict[str, Any]:
    """Write others' actions since a person's last turn, and the moment of the page where they begin.

    Return an empty dict if no one has acted, the person has no seat, or they are in the middle of their own turn.
    """
    seat = moment.decision.seat if moment.decision is not None and moment.is_mine else next(iter(seats), "")
    step = moment.step[moment.news :]
    changes = [*(tale.changes if tale is not None else []), *step]
    # A phase may begin with changes before anyone has chosen: only a change made by the seat itself begins its turn.
    is_under_way = moment.game.label.seat == seat and any(change.seat == seat for change in step)
    if not seat or not changes or is_under_way:
        return {}
    turns: list[tuple[Any, Sequence[Change]]] = [(moment.game.at_start().view(), step)] if step else []
    if tale is not None:
        turns[:0] = zip(tale.views, (scene.changes for scene in tale.scenes), strict=False)
    first = tale.turns[0].number if tale is not None else page.numbers[-1] + 1
    lines = moment.front.outlook.write_news(language, turns, moment.start, seat)
    lines = lines or fit_lines(moment.front.words.tell(language, changes, list_runners(moment.start)), NEWS_LINES)
    news = {"from": max(sum(number < first for number in page.numbers) - 1, 0), "lines": lines}
    if tale is not None and tale.rest and first in page.numbers:
        news |= write_rest(language, moment, tale, page)
    return news


def write_rest(language: Language, moment: TableMoment, tale: Recap, page: Page) -> dict[str, Any]:
    """Write from which moment of the page others' actions are new, and the new part of the turn that is partly known.

    If no moment follows that turn, the page shows it from the moment before it.
    """
    turn = tale.turns[0]
    at = page.numbers.index(turn.number)
    rest = Stretch(msgspec.convert(turn.label, Label), turn.number, tale.rest, tale.before, tale.views[1])
    told = tell_stretch(moment.front, language, rest)
    if not told.lines:
        return {"from": at}
    is_last = at == len(page.numbers) - 1 and not moment.step
    return {"from": at - is_last, "rest": {"at": at, "told": [told.title, told.lines]}}


def write_tried(language: Language, tried: Tried) -> dict[str, Any]:
    """Write a correction of a space: its line, its changes, and the texts for confirming it."""
    written: dict[str, Any] = {"at": tried.at, "typed": tried.typed, "hint": language.say("ui.correct.spaces")}
    if tried.refused is not None:
        written["told"] = [str(language.say(tried.refused))]
    if tried.correction is not None:
        written["told"] = [line for line in write_correction(language, tried.correction).splitlines() if line]
        written["ask"] = language.say(f"ui.correct.{'now' if tried.correction.is_alone else 'ask'}")
        written["version"] = str(tried.correction.version)
    return written


def write_scene(page: Page, changes: Sequence[Change], view: Any) -> dict[str, Any]:
    """Write the scene that the board shows instead of the table's last moment, and the texts that it needs."""
    scene = page.stage.show(view, changes)
    new = [key for key in list_keys(page.stage, [Shown(scene, 0, {})]) if key not in page.known]
    return {"scene": page.writer.write_scene(scene), "words": find_key_words(page.language, new)}


def write_end(language: Language, lesson: Lesson, page: Page) -> dict[str, Any]:
    """Write the end of a lesson: the board and the report, as everyone at a table would get them."""
    changes, view = lesson.outcome or ((), lesson.view)
    told = lesson.front.words.tell(language, changes, list_runners(view))
    final = language.say("ui.example.final" if lesson.course.words else "ui.lesson.final")
    return {
        **write_scene(page, changes, view),
        "mine": False,
        "heading": final.splitlines(),
        "title": language.say("ui.lesson.public"),
        "question": told,
        "ways": [{"name": "again", "label": language.say("ui.button.again"), "verb": "act"}],
    }


def write_ways(language: Language, moment: Moment) -> list[dict[str, str]]:
    """Write the actions besides playing: the session's own, and at a table advice, a copy, a lesson or a rematch."""
    before = [{"name": name, "label": name_action(language, moment, name), "verb": "act"} for name in moment.actions]
    if not isinstance(moment, TableMoment):
        return [one for one in before if one["name"] != "drop"]
    offers = moment.front.offers
    verbs = {"whatif": "page.what_if"} if moment.decision is not None else {}
    if verbs and "lessons" in offers:
        verbs["lesson"] = "page.lesson"
    if moment.table.game.status == "over":
        verbs = {"rematch": "ui.button.rematch"}
    is_asked = moment.is_mine and not moment.is_ahead and not moment.is_proposed
    if is_asked and moment.table.state.allows_advice and "advice" in offers:
        verbs = {"advise": "ui.button.advise", **verbs}
    return [*before, *({"name": "", "label": language.say(key), "verb": verb} for verb, key in verbs.items())]


def write_suggestions(language: Language, advice: Advice | None) -> list[dict[str, Any]]:
    """Write the suggested turns, each with the key that accepts it, a label and its lines; none without advice."""
    if advice is None:
        return []
    label = language.say("ui.button.heed.only")
    return [
        {"key": f"{advice.version}.{number}", "label": label, "lines": write_suggestion(language, 0, one, moment)}
        for number, (one, moment) in enumerate(advice.suggestions)
    ]


def find_confirm(moment: Moment) -> str | None:
    """Return the keys of the Confirm below the board, or None if there is none.

    There is none beside answers each of which confirms: it would be unclear which of them it gives.
    """
    press = moment.find_press()
    return None if press in moment.find_offers().decisive else press


def write_choice(
    language: Language, moment: Moment, choice: Choice, view: Any, places: Mapping[str, dict[str, Any]]
) -> dict[str, Any]:
    """Write a choice, with its place on the board.

    ``of`` is the option with which a plan or a choice of a number begins. A plan is ``whole`` if nothing else can be
    chosen with that option. A shortcut is chosen by its name, unless its keys confirm it.
    """
    made: dict[str, Any] = {
        "key": choice.press,
        "role": choice.role,
        "label": label_beside_others(language, choice),
        "hint": hint_choice(language, moment, choice, view),
        "is_confirm": choice.is_confirm,
    }
    match choice.what:
        case Shortcut(name=name):
            return made | {"name": name, "press": choice.press if choice.is_confirm else ""}
        case Plan():
            made["whole"] = choice.is_covered
        case _ if choice.of or choice.role == "number":
            made["count"] = int(choice.place)
    if choice.of:
        made["of"] = choice.of
    if choice.warning is not None:
        made["is_warned"] = True
    return made if choice.role == "number" else made | places.get(choice.place, {})


def label_beside_others(language: Language, choice: Choice) -> str:
    """Return the label of a choice.

    A space after the end of a question is marked, because the question itself may offer the same space.
    """
    label = label_choice(language, choice, LABEL)
    is_elsewhere = choice.is_onward and choice.role == "space"
    return language.say("ui.select.onward.kinds", what=Said(label)) if is_elsewhere else label


def find_places(page: Page, moment: Moment, decision: Decision, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the places of options on the board, if they have one: the number of a space, or the outline."""
    spaces, icons = list(page.stage.outlines), list(page.stage.icons)
    numbers = {space: number for number, space in enumerate(spaces)}
    places: dict[str, dict[str, Any]] = {key: {"at": numbers[key]} for key in keys if key in numbers}
    targets = page.stage.find_targets(moment.view, decision, [key for key in keys if key not in numbers])
    for key, target in targets.items():
        places[key] = {"path": target.outline.path, "middle": target.outline.middle}
        if target.icon in page.stage.icons:
            places[key]["icon"] = icons.index(target.icon)
    return places


def write_closed(
    language: Language, moment: Moment, closed: Sequence[Option], places: Mapping[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    """Write the options that cannot be chosen, with their paragraphs of the rules and the reasons."""
    return [
        {
            "key": option.key,
            "label": label_option(language, option, LABEL),
            "why": write_reason(language, moment, option.why, [option]),
            "rule": option.why.rule,
            **places.get(option.key, {}),
        }
        for option in closed
        if option.why is not None
    ]


def write_rule(language: Language, number: str, kind: str) -> dict[str, str]:
    """Write a paragraph of the rules, with the lesson that plays it, or nothing for an unknown number."""
    book = find_book(language.code, number)
    if book is None:
        return {}
    paragraph, course = book[number], find_example(number)
    told = {"name": paragraph.name, "words": paragraph.words}
    if course is not None and course.kind == kind:
        told |= {"lesson": course.id, "try": language.say("ui.button.try")}
    return told


def write_way(language: Language, moment: Moment, way: Way, places: Sequence[str]) -> dict[str, Any]:
    """Write one meaning of a touch: its choices, their cost, and the effects that are sure before any die or card."""
    decision, option = way.options[0]
    named = [say_option(language, words) for words in way.name(places)] or [say_option(language, option.text)]
    label = language.put_together("items", named)
    label = label[:1].upper() + label[1:]
    if way.cost > 0:
        label = language.say("ui.option.aside", what=label, aside=language.say("ui.cost", count=way.cost))
    done = moment.front.words.name_deeds(language, way.changes, decision.seat) if way.changes else ""
    made = {"key": way.press, "role": "plan", "label": shorten(label, LABEL), "hint": "" if done == label else done}
    if 0 < len(done) <= TOLD and (ending := way.find_ending()):
        made["ending"] = ending
    return made


SHEET: Final = "sheet"
ORDERS: Final = "orders"


async def write_beside(tables: Tables, page: Page, game_id: str, user_id: int, what: str) -> dict[str, Any]:
    """Write the sheet of a person's seat (``what``: `SHEET`), or their standing orders (`ORDERS`), as lines.

    Raises NotStarted, and Senseless for another name, and for the orders of a person without a seat.
    """
    table, language = await tables.table(game_id), page.language
    if what == SHEET:
        moment = await tables.moment(game_id, user_id)
        mine = find_seats(PLAY, table, user_id) or table.front.setup.seats
        asked = moment.decision.seat if moment.decision is not None else ""
        return {"lines": table.front.lessons.write_sheet(asked if asked in mine else mine[0], language.code)}
    if what == ORDERS and find_seats(ORDER, table, user_id):
        given = await tables.standing_orders.list(game_id, user_id)
        lines = [each.order.write(language, each.seat) for each in given]
        return {"lines": [language.say("ui.order.title"), *lines] if lines else [language.say("ui.order.none")]}
    raise Senseless
