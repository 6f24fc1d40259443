"""Panel and page show the same choices at every moment, and no two of them have the same text."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord.panel import panel_view
from bot.games.answers import Shortcut
from bot.games.frontend import Frontend, list_fronts
from bot.language import load_language
from bot.narrate.options import label_choice, name_choices, name_taken
from bot.tables.choices import find_choices
from bot.tables.draft import Draft
from bot.tables.moments import TableMoment
from bot.tables.offers import Plan
from bot.web.acting import Done
from bot.web.pages import begin_page
from bot.web.turn import write_turn
from engine import Game
from tests.playing import game_at
from tools.verify.panels import make_moment

FRONTS = {
    f"{front.setup.kind} {scenario}": (front, scenario) for front in list_fronts() for scenario in front.setup.scenarios
}
MOMENTS = 60


def list_moments(front: Frontend, scenario: str) -> Iterator[TableMoment]:
    """Yield moments of a random game, of as many kinds of questions as possible."""
    chance = random.Random(scenario)
    seats = dict.fromkeys(front.setup.list_seats(), "player")
    options = front.score.figures.choose_options(scenario, list(seats))
    game = Game.new(front.setup.kind, scenario, seats, chance.randbytes(32), options=options)
    seen: Counter[str] = Counter()
    while game.decision is not None and seen.total() < MOMENTS:
        if seen[game.decision.kind] < 5:
            seen[game.decision.kind] += 1
            yield make_moment(game.blind([game.decision.seat]), Draft(game.keys))
        game.choose(chance.choice(game.decision.options).key)


def read_panel(rows: list[dict[str, Any]]) -> Iterator[list[tuple[str, str, str]]]:
    """Yield what can be chosen on a panel: all its buttons, then each of its lists, as click, words and second line."""
    parts = [part for row in rows for part in row["components"]]
    buttons = [(*part["custom_id"].split(":", 4)[3:], part["label"]) for part in parts if "options" not in part]
    yield [(key, label, "") for verb, key, label in buttons if verb in ("choose", "confirm", "short") and key]
    for part in parts:
        if "options" in part:
            yield [(one["value"], one["label"], one.get("description") or "") for one in part["options"]]


@pytest.mark.parametrize("name", FRONTS)
def test_panel_and_page_offer_the_same_choices_and_no_two_read_the_same(name: str) -> None:
    front, scenario = FRONTS[name]
    for moment in list_moments(front, scenario):
        language = load_language("en").of_game(*moment.voice)
        page = begin_page(front, moment.table, moment.start, "en")
        offers = moment.find_offers()
        choices = find_choices(language, moment, offers)
        assert page is not None
        shown = write_turn(language, Done(moment), page, ())
        on_page = [*shown["shortcuts"], *shown["plans"], *shown["options"]]
        assert [one["key"] for one in on_page] == [choice.press for choice in choices]
        ending = offers.ending.press if offers.ending is not None else ""
        # Beside answers that each confirm, neither has a Confirm that would give one of them.
        assert shown["ending"] == (ending if ending and ending not in offers.decisive else None)
        lists = list(read_panel(panel_view(language, moment, offers).to_components()))
        for lines in (*lists, [(one["key"], one["label"], one["hint"]) for one in on_page]):
            alike = Counter(line[1:] for line in lines)
            assert max(alike.values(), default=1) == 1, (moment.decision, alike.most_common(1))
        names = {one.what.name: one.press for one in choices if isinstance(one.what, Shortcut)}
        offered = [names.get(press, press) for lines in lists for press, _, _ in lines]
        assert {*offered} - {ending} <= {choice.press for choice in choices}
        # The other options are chosen by a plan, or later.
        for choice in choices:
            assert (
                choice.press in offered or choice.is_onward or choice.is_covered or choice.role in ("plan", "shortcut")
            )


@pytest.mark.parametrize("code", ["it", "es"])
def test_a_combined_click_names_its_space_and_its_piece_once(code: str) -> None:
    support = {"level": "passive_opposition"}
    game = game_at(
        {"punjab": support, "rajputana": support}, "revolutionaries", card=60, resources={"revolutionaries": 9}
    )
    game.choose("event:shaded")
    moment = make_moment(game.blind(["revolutionaries"]), Draft(game.keys))
    language = load_language(code).of_game(*moment.voice)
    labels = [
        label_choice(language, choice)
        for choice in name_choices(language, moment, find_choices(language, moment, moment.find_offers()))
        if isinstance(choice.what, Plan)
    ]
    assert f"{language.count('congress', 1)}: Karachi–Lahore" in labels
    for label in labels:
        assert sum(label.count(language.word(f"piece.{piece}")) for piece in ("congress", "league", "underground")) == 1


def test_a_plan_without_certain_effects_is_named_by_its_answers() -> None:
    language = load_language("en")
    assert name_taken(language, []) == ""
    assert name_taken(language, ["Bombay"]) == "Bombay"
    assert name_taken(language, ["Bombay", "3 Sepoys", "No Troops"]) == "Bombay: 3 Sepoys, No Troops"
