"""A person's moment as the page shows it: what is asked, what may be chosen and where on the board, what is drafted.

It is the panel of Discord in another form, made from the same offers and the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.showing import list_runners
from bot.language import Language
from bot.narrate.advice import write_suggestion
from bot.narrate.panel import (
    add_cost,
    hint_option,
    label_option,
    name_action,
    name_plans,
    say_option,
    tell_so_far,
    write_endings,
    write_heading,
    write_panel_title,
    write_question,
    write_reason,
    write_spent,
    write_waiting,
)
from bot.narrate.paragraphs import find_book
from bot.narrate.replay_page import find_key_words
from bot.narrate.standing import shorten
from bot.tables.advice import Advice
from bot.tables.draft import KEY_SEPARATOR
from bot.tables.lessons import Lesson, find_example
from bot.tables.moments import Moment, TableMoment
from bot.tables.offers import Offers, bare
from bot.tables.ways import Way
from bot.web.acting import Done
from bot.web.pages import Page
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text
from render.page import Moment as Shown
from render.page import Target, list_keys

LABEL = 120
"""So many letters a button on the page may have."""
TOLD = 90
"""A touch may choose and confirm at once where no more letters than these tell all that it would change."""


def write_turn(language: Language, done: Done, page: Page, seats: Sequence[str]) -> dict[str, Any]:
    """Write a person's moment for the page; ``seats`` are those for which they play."""
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
    if isinstance(moment, Lesson) and moment.outcome is not None:
        return basic | write_end(language, moment, page)
    if decision is None or not moment.is_mine:
        sheet = write_waiting(language, moment)
        shown = {} if is_table else write_scene(page, *moment.find_scene())
        return {**basic, **shown, "mine": False, "title": sheet.title, "question": sheet.body.splitlines()}
    offers = moment.find_offers()
    front = moment.front
    changes, view = moment.foretell(offers.ending) if moment.draft.armed else (moment.changes, moment.view)
    news = [*moment.step[moment.news :], *changes]
    endings = [] if moment.draft.armed else write_endings(language, moment, decision, offers)
    question = write_question(language, moment, decision, offers)
    return {
        **basic,
        **write_scene(page, news if is_table else moment.find_scene()[0], view),
        "mine": True,
        "seat": decision.seat,
        "title": write_panel_title(language, moment),
        "preface": front.words.write_preface(language, moment.start, [*decision.keys, *moment.draft.keys]),
        "told": tell_so_far(language, moment, news, decision.seat),
        "spent": write_spent(language, moment, view),
        "tracks": front.score.write_tracks(language, view),
        "question": question[: len(question) - len(endings)],
        "effect": endings,
        "options": [] if moment.draft.armed else list_options(language, moment, decision, offers, page),
        "closed": [] if moment.draft.armed else list_closed(language, moment, decision, page),
        "plans": [] if moment.draft.armed else list_plans(language, moment, decision, offers, page),
        "shortcuts": [] if moment.draft.armed else list_shortcuts(language, moment, decision, offers),
        "ending": find_press(moment, offers),
        "space": number_of(page, decision.space),
        "usual": decision.default or "",
        "drafted": not moment.draft.is_empty,
    }


def write_scene(page: Page, changes: Sequence[Change], view: Any) -> dict[str, Any]:
    """Write what the board shows instead of the table's last moment."""
    scene = page.stage.show(view, changes)
    return {"scene": page.writer.write_scene(scene), "words": find_scene_words(page, scene)}


def write_end(language: Language, lesson: Lesson, page: Page) -> dict[str, Any]:
    """Write the end of a lesson: the board and the report, as everybody at a table would get them."""
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
    """Write what one can do besides playing: at a table ask, try or learn; elsewhere what the session offers."""
    if not isinstance(moment, TableMoment):
        made = [{"name": name, "label": name_action(language, moment, name), "verb": "act"} for name in moment.actions]
        return [one for one in made if one["name"] != "drop"]
    verbs = {"whatif": "page.what_if", "lesson": "page.lesson"} if moment.decision is not None else {}
    if moment.is_mine and moment.table.state.allows_advice:
        verbs = {"advise": "ui.button.advise", **verbs}
    return [{"name": "", "label": language.say(key), "verb": verb} for verb, key in verbs.items()]


def write_suggestions(language: Language, advice: Advice | None) -> list[dict[str, Any]]:
    """Write the turns that somebody is advised to take, each with what takes it."""
    if advice is None:
        return []
    label = language.say("ui.button.heed.only")
    return [
        {"key": f"{advice.version}.{number}", "label": label, "lines": write_suggestion(language, 0, one, moment)}
        for number, (one, moment) in enumerate(advice.suggestions)
    ]


def find_press(moment: Moment, offers: Offers) -> str | None:
    """Return the keys with which Confirm ends the draft, an empty string where one waits already; None for no way."""
    if offers.ending is None:
        return None
    return "" if moment.draft.armed else offers.ending.press


def list_options(
    language: Language, moment: Moment, decision: Decision, offers: Offers, page: Page
) -> list[dict[str, Any]]:
    """Write everything that may be chosen now, with where it is on the board."""
    warnings = {**decision.warnings(), **offers.warnings}
    chosen: list[tuple[Option, str]] = []
    for option in decision.options:
        chosen += [(one, option.key) for one in offers.counted.get(option.key, (option,))]
    chosen += [(option, "") for option in (*offers.specials, *offers.onward)]
    targets = page.stage.find_targets(moment.view, decision, [bare(option.key) for option, _ in chosen])
    return [write_option(language, moment, offers, page, option, of, warnings, targets) for option, of in chosen]


def write_option(
    language: Language,
    moment: Moment,
    offers: Offers,
    page: Page,
    option: Option,
    of: str,
    warnings: Mapping[str, Text],
    targets: Mapping[str, Target],
) -> dict[str, Any]:
    """Write an option. ``of`` is the key of the option of which it is one with a number."""
    key = bare(option.key)
    made: dict[str, Any] = {
        "key": option.key,
        "role": option.role,
        "label": label_option(language, option, LABEL, warnings),
        "hint": hint_option(language, moment.front, option, moment.view, warnings),
        "is_confirm": offers.is_confirm(option.key),
    }
    if of and of != option.key:
        made |= {"of": of, "count": int(key)}
    elif option.role == "number":
        made["count"] = int(key)
    if option.key in warnings:
        made["is_warned"] = True
    return made | write_place(page, "" if option.role == "number" else key, targets)


def list_plans(
    language: Language, moment: Moment, decision: Decision, offers: Offers, page: Page
) -> list[dict[str, Any]]:
    """Write the options with the answers that usually follow them, the most useful first.

    ``whole``: nothing else can be chosen with the same option.
    """
    plans = offers.planned.plans
    named = name_plans(language, moment, plans)
    targets = page.stage.find_targets(moment.view, decision, [plan.keys[0] for plan in plans])
    return [
        {
            "key": plan.press,
            "role": "plan",
            "label": shorten(add_cost(language, named[plan.press], plan.cost), LABEL),
            "hint": "",
            "is_confirm": False,
            "of": plan.keys[0],
            "whole": plan.keys[0] in offers.planned.whole,
        }
        | write_place(page, plan.keys[0], targets)
        for plan in plans
    ]


def write_place(page: Page, key: str, targets: Mapping[str, Target]) -> dict[str, Any]:
    """Write where on the board an option is."""
    if (number := number_of(page, key)) is not None:
        return {"at": number}
    target = targets.get(key)
    if target is None:
        return {}
    place = {"path": target.outline.path, "middle": target.outline.middle}
    icons = list(page.stage.icons)
    return {**place, "icon": icons.index(target.icon)} if target.icon in page.stage.icons else place


def list_closed(language: Language, moment: Moment, decision: Decision, page: Page) -> list[dict[str, Any]]:
    """Write what is closed, and why."""
    found = decision.closed()
    targets = page.stage.find_targets(moment.view, decision, [option.key for option in found])
    closed = []
    for option in found:
        if option.why is None:
            continue
        why = write_reason(language, moment, option.why, [option])
        made = {"key": option.key, "label": label_option(language, option, LABEL), "why": why, "rule": option.why.rule}
        closed.append(made | write_place(page, option.key, targets))
    return closed


def list_shortcuts(language: Language, moment: Moment, decision: Decision, offers: Offers) -> list[dict[str, Any]]:
    """Write the answers that are usually given together, and that nothing else on the page gives."""
    made = []
    for short in moment.front.orders.list_shortcuts(language, moment.game):
        press = KEY_SEPARATOR.join(short.keys)
        if not offers.is_offered(decision, press):
            made.append({"name": short.name, "label": short.words, "press": press if short.is_end else ""})
    return made


def find_scene_words(page: Page, scene: Any) -> dict[str, str]:
    """Return the words of a scene that no moment of the page has needed."""
    keys = [key for key in list_keys(page.stage, [Shown(scene, 0, {})]) if key not in page.known]
    return find_key_words(page.language, keys)


def number_of(page: Page, space: str) -> int | None:
    """Return the number of a space on the page, or None for what is no space."""
    spaces = list(page.stage.outlines)
    return spaces.index(space) if space in spaces else None


def write_rule(language: Language, number: str, kind: str) -> dict[str, str]:
    """Write a paragraph of the rules, with the lesson that plays it; nothing where there is none with this number."""
    book = find_book(language.code, number)
    if book is None:
        return {}
    paragraph, course = book[number], find_example(number)
    told = {"name": paragraph.name, "words": paragraph.words}
    if course is not None and course.kind == kind:
        told |= {"lesson": course.id, "try": language.say("ui.button.try")}
    return told


def write_way(language: Language, moment: Moment, way: Way, places: Sequence[str]) -> dict[str, Any]:
    """Write what one touch would choose, with what it would change as far as that is certain, and what it costs."""
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
