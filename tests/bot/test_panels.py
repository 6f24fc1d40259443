"""Panels keep to Discord's limits in every decision that games come to, and offer every option exactly once."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from aiohttp import ClientResponse

from bot.discord.delivery.status import make_status
from bot.discord.icons import is_about_icons, mark_panel
from bot.discord.layout import ROW, lay_out
from bot.discord.outgoing import check_message, compose, walk
from bot.discord.panel import Button, Item, Rows, button, custom_id, make_lines, panel, public_view
from bot.games.gandhi.front import FRONT
from bot.games.playing import MOST_BUTTONS
from bot.language import load_language
from bot.narrate.options import hint_option, label_option
from bot.narrate.standing import fit, report_status, shorten, shorten_deeds
from bot.tables.choices import Choice, find_choices, list_answers
from bot.tables.draft import KEY_SEPARATOR, Draft, check_end, extend
from bot.tables.moments import TableMoment
from bot.tables.offers import Plan, Plans, foretell
from engine import Game
from engine.core.decision import Decision, Option
from engine.core.protocol import Barrier
from engine.core.text import text
from tests.bot.people import World
from tests.playing import choose, game_at
from tools.verify.panels import check_panels, make_moment, make_table

NOW = datetime(1930, 3, 12, tzinfo=UTC)


def check_panel(moment: TableMoment, code: str = "en") -> None:
    """Check a panel's text and components against Discord's limits, and that nothing is cut."""
    sheet, view = panel(load_language(code), moment)
    assert sheet.title
    assert sheet.body
    check_message(view=compose("", sheet, view))
    rows = view.to_components()
    assert rows
    ids: list[str] = []
    offered: list[str] = []
    for row in rows:
        for part in row["components"]:
            made = part["custom_id"]
            ids.append(made)
            verb, key = made.split(":", 4)[3:]
            if "options" in part:
                for option in part["options"]:
                    assert KEY_SEPARATOR in option["value"] or not option["label"].endswith("…")
                    assert not (option.get("description") or "").endswith("…")
                    offered.append(option["value"])
            else:
                # The label of a form ends in "…" as it is; nothing was cut from it.
                assert verb == "form" or not part["label"].endswith("…")
                if verb in ("choose", "confirm") and key:
                    offered.append(key)
    pressed = [made.split(":", 4)[3:] for made in ids]
    doubled = [key for verb, key in pressed if verb == "confirm" and (KEY_SEPARATOR in key or offered.count(key) > 1)]
    check_offered(moment.game, offered, doubled, moment.find_offers().planned)


def check_offered(game: Game, offered: list[str], confirms: list[str], planned: Plans) -> None:
    """Check that every option is offered once: by itself, with each number that follows it, or in plans with it.

    ``confirms`` are the keys of a Confirm that gives the usual answers up to the end, beside the options. The plans
    are offered all or, where the options are divided by kinds of the game's own, not at all.
    """
    assert game.decision is not None
    for press in confirms:
        check_end(game, press.split(KEY_SEPARATOR))
        assert (
            game.crosses_barrier(press)
            if KEY_SEPARATOR not in press
            else foretell(game, tuple(press.split(KEY_SEPARATOR)))
        )
        offered.remove(press)
    assert len(offered) == len(set(offered))
    whole: frozenset[str] = frozenset()
    plans = [plan.keys for plan in planned.plans]
    if plans and KEY_SEPARATOR.join(plans[0]) in offered:
        whole = planned.whole
        for answers in plans:
            offered.remove(KEY_SEPARATOR.join(answers))
        check_plans(game, plans, whole)
    alone = {press for press in offered if KEY_SEPARATOR not in press}
    joined = [press.split(KEY_SEPARATOR) for press in offered if KEY_SEPARATOR in press]
    stop = game.decision.key_of("stop")
    numbers = {first: [key for head, key in joined if head == first] for first, _ in joined if first != stop}
    assert alone | set(numbers) | whole == game.decision.keys
    assert not alone & set(numbers)
    assert not whole & (alone | set(numbers))
    for first, keys in numbers.items():
        twin = game.clone()
        twin.choose(first)
        assert twin.decision is not None
        assert sorted(keys) == sorted(twin.decision.keys)
        assert all(option.role == "number" for option in twin.decision.options)
    behind = [key for head, key in joined if head == stop]
    if behind:
        twin = game.clone()
        twin.choose(stop)
        assert twin.decision is not None
        assert set(behind) <= twin.decision.keys


def check_plans(game: Game, plans: Sequence[tuple[str, ...]], whole: Collection[str]) -> None:
    """Check that every plan can be chosen, and that plans in place of an option have every answer on their way."""
    for keys in plans:
        extend(game.clone(), Draft(), [KEY_SEPARATOR.join(keys)])
    assert set(whole) <= {keys[0] for keys in plans}
    for keys in plans:
        if keys[0] not in whole:
            continue
        twin = game.clone()
        for number, key in enumerate(keys[:-1], start=1):
            assert twin.draft(key) is not None
            assert twin.decision is not None
            answers = {other[number] for other in plans if other[:number] == keys[:number] and len(other) > number}
            assert {option.key for option in twin.decision.own} <= answers


@pytest.mark.whole_game
@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_every_decision_of_two_games_fits_into_a_panel(code: str) -> None:
    """Check each kind of question with each number of options once in a language."""
    first = 2 * ("en", "it", "es", "ja").index(code)
    seen: set[tuple[str, int]] = set()
    for games, (number, scenario) in enumerate(((first, "short"), (first + 1, "main")), 1):
        game = Game.new(scenario=scenario, seed=bytes([number]) * 32)
        check_game(game, code, random.Random(number), seen)
        assert len(seen) > 30 * games


def check_game(game: Game, code: str, chance: random.Random, seen: set[tuple[str, int]]) -> None:
    """Play a game at random, and check the panel of each decision whose kind and number of options are not ``seen``."""
    while game.decision is not None:
        decision = game.decision
        shape = (decision.kind, len(decision.options))
        if shape not in seen:
            seen.add(shape)
            # The checked moment is used again, since its choices are computed only once.
            moment, *_ = check_panels(game, load_language(code))
            moment.notes, moment.undo_seat = [], ""
            check_panel(moment, code)
        game.choose(chance.choice(decision.options).key)


def test_a_choice_among_all_spaces_has_a_list_of_lands_and_one_of_railways() -> None:
    game = game_at({"bihar": {"congress": 2, "gandhi": True}}, "congress")
    game.choose("special:satyagraha")
    assert game.decision is not None
    rows = lay_out(FRONT, game.decision, [*list_answers(game.decision)])
    # The last row is the button to remove pieces.
    assert [row.is_select for row in rows] == [True, True, False]
    assert "railway" in rows[1].kinds


def test_a_space_with_many_kinds_of_pieces_is_described_in_letters() -> None:
    full = {"troops": 1, "sepoys": 3, "congress": 1, "league": 1, "underground": 2, "active": 1, "league_bases": 1}
    game = game_at({"punjab": {**full, "protest": True, "level": "passive_opposition"}, "sind": {"sepoys": 1}}, "raj")
    language, view = load_language(), make_moment(game).view
    option = Option("punjab", text("space", space="punjab"), role="space")
    assert hint_option(language, FRONT, option, view).endswith("Protest · 1T 3S 1C 1L 2U 1A 1LB")
    assert (
        hint_option(language, FRONT, Option("sind", text("space", space="sind"), role="space"), view)
        == "Pop 1 · Raj Control · 1 Sepoy"
    )


def test_a_label_that_is_too_long_is_cut_between_two_words() -> None:
    assert shorten("one two three", 20) == "one two three"
    assert shorten("one two three", 10) == "one two…"
    assert shorten("x" * 50, 10) == "x" * 9 + "…"
    assert shorten("one + three", 7) == "one…"


@pytest.mark.parametrize(
    ("deeds", "cut"),
    [
        ("Rally", "Rally"),
        ("Demonstrate + Negotiate, Bihar", "Demonstrate…"),
        ("Harbour; gives back blue 2; boat to space 2", "Harbour…"),
        ("Jammu & Kashmir: 1 Base placed", "Jammu & Kashmir…"),
        ("デモ行進＋交渉、ジャンムー・カシミール、ビハール、パンジャーブ", "デモ行進＋交渉、ジャンムー・カシミール…"),
        ("x" * 30, "x" * 23 + "…"),
    ],
)
def test_the_effects_of_the_last_turn_are_cut_after_a_whole_part(deeds: str, cut: str) -> None:
    assert shorten_deeds(deeds) == cut


def test_a_choice_among_few_spaces_is_shown_as_buttons() -> None:
    spaces = list(FRONT.orders.spaces)[: MOST_BUTTONS + 1]
    options = [Option(space, text("space", space=space), role="space") for space in spaces]
    few = Decision("raj", "a.kind", text("ask.rally.space"), options[:MOST_BUTTONS])
    rows = lay_out(FRONT, few, [*list_answers(few)])
    assert [row.is_select for row in rows] == [False, False]
    many = Decision("raj", "a.kind", text("ask.rally.space"), options)
    rows = lay_out(FRONT, many, [*list_answers(many)])
    assert [row.is_select for row in rows] == [True]


@pytest.mark.parametrize(
    ("useful", "places", "most"), [(None, 12, 1), (1, 12, 1), (0, 12, 1), (3, 12, 3), (3, 2, 2), (3, 1, 1)]
)
def test_a_list_of_plans_allows_as_many_picks_as_spaces_that_can_still_be_chosen(
    useful: int | None, places: int, most: int
) -> None:
    spaces = list(FRONT.orders.spaces)[:places]
    options = [Option(space, text("space", space=space), role="space") for space in spaces]
    decision = Decision("raj", "a.kind", text("ask.rally.space"), options, remaining=useful)
    plans = [Plan((space, number), ()) for space in spaces for number in ("1", "2")]
    choices = [Choice(plan.press, plan, plan.keys[0]) for plan in plans]
    rows = lay_out(FRONT, decision, choices, has_long_plans=True)
    assert [(row.is_select, row.most) for row in rows] == [(True, most)]


def test_a_list_of_spaces_is_sorted_by_region() -> None:
    game = game_at({space: {"league": 1} for space in list(FRONT.orders.spaces)[:16]}, "revolutionaries")
    spaces = [space for space, kind in FRONT.orders.spaces.items() if kind != "railway"][: MOST_BUTTONS + 2]
    options = [Option(space, text("space", space=space), role="space") for space in reversed(spaces)]
    decision = Decision("raj", "a.kind", text("ask.rally.space"), options)
    (row,) = lay_out(FRONT, decision, [*list_answers(decision)])
    found = [FRONT.orders.regions[choice.press] for choice in row.choices]
    assert found == sorted(found, key=[*FRONT.orders.regions.values()].index)
    assert len({*found}) > 2
    # The picture numbers the spaces in the same order, and a few spaces keep the order of the question.
    assert [*FRONT.pictures.number_places(decision)] == [choice.press for choice in row.choices]
    few = Decision("raj", "a.kind", text("ask.rally.space"), options[:MOST_BUTTONS])
    rows = lay_out(FRONT, few, [*list_answers(few)])
    assert [choice.press for each in rows for choice in each.choices] == [one.key for one in few.options]
    moment = make_moment(game)
    line, *_ = make_lines(load_language(), moment, row.choices, moment.view, has_region=True)
    assert (line.description or "").startswith("North-west · Pop ")


def test_a_list_writes_pieces_of_all_spaces_as_letters_if_one_space_needs_them() -> None:
    crowded = {"troops": 1, "sepoys": 3, "congress": 1, "league": 2, "underground": 1}
    game = game_at({"punjab": crowded, "sind": {"league": 1}}, "league")
    moment = make_moment(game)
    options = {
        space: Option(space, text("space", space=space), role="space") for space in ("punjab", "sind", "baluchistan")
    }
    rows = [
        lay_out(FRONT, Decision("league", "a.kind", text("ask.rally.space"), [options[one] for one in spaces]), choices)
        for spaces in (("punjab", "sind"), ("sind", "baluchistan"))
        for choices in [[Choice(one, options[one]) for one in spaces]]
    ]
    written = [
        {line.value: line.description for line in make_lines(load_language(), moment, row.choices, moment.view)}
        for (row,) in rows
    ]
    assert (written[0]["sind"] or "").endswith("1L")
    assert (written[1]["sind"] or "").endswith("1 Muslim League Activist")


def test_every_space_is_in_a_region() -> None:
    assert FRONT.orders.regions.keys() == FRONT.orders.spaces.keys()


def test_fifty_numbers_fit_into_two_lists() -> None:
    options = [Option(str(number), text("option.number", number=number), role="number") for number in range(1, 51)]
    decision = Decision("raj", "a.kind", text("ask.transfer.give"), options)
    rows = lay_out(FRONT, decision, [*list_answers(decision)])
    assert [len(row.choices) for row in rows] == [25, 25]


def test_a_custom_id_that_is_too_long_is_an_internal_fault() -> None:
    with pytest.raises(ValueError, match="longer than"):
        custom_id("k7m2xq", "1-abcd", "choose", "x" * 100)


def test_a_choice_that_ends_the_step_leaves_only_confirm_undo_and_the_map() -> None:
    game = game_at({}, "raj")
    _, view = panel(load_language(), make_moment(game, Draft((), "pass")))
    labels = [part["label"] for row in view.to_components() for part in row["components"]]
    # Passing brings Raj Resources: the map shows them before they are confirmed.
    assert labels == ["Confirm", "Undo", "Preview map"]


def test_a_game_foresees_the_end_of_a_step_without_playing_it() -> None:
    game = game_at({}, "raj", may="any")
    before = game.digest()
    assert game.foresee("pass").barrier is Barrier.END
    assert game.digest() == before


def test_plans_and_the_default_are_blue_and_confirm_is_green() -> None:
    language, cubes, styles = load_language("en", "gandhi"), {"troops": 2, "sepoys": 2}, set[int]()
    game = game_at({"karachi": cubes, "delhi": cubes}, "raj", resources={"raj": 9, "revolutionaries": 9})
    for key in ("deploy", "delhi", "troops", "6"):
        moment = make_moment(game.blind())
        roles = {choice.press: choice.role for choice in find_choices(language, moment, moment.find_offers())}
        assert moment.decision is not None
        first = {moment.decision.default, *(press for press, role in roles.items() if role == "plan")}
        for part in walk(panel(language, moment)[1].to_components()):
            *_, verb, press = part.get("custom_id", "::::").split(":", 4)
            if part["type"] == 2 and press in roles:
                assert part["style"] == (3 if verb == "confirm" else 1 if press in first else 2), press
                styles.add(part["style"])
        game.choose(key)
    assert styles == {1, 2, 3}


def test_the_label_of_an_option_has_its_cost_and_its_warning_in_brackets() -> None:
    language, words = load_language(), text("space", space="delhi")
    assert label_option(language, Option("delhi", words)) == "Delhi"
    assert label_option(language, Option("delhi", words, cost=2)) == "Delhi (2 Resources)"
    warning = text("why.idle")
    aside = language.say("ui.aside.why.idle")
    assert label_option(language, Option("delhi", words), warning=warning) == f"Delhi ({aside})"


def test_a_button_without_room_in_the_last_row_gets_another_row() -> None:
    def make(name: str) -> Button:
        return button(name, "k7m2xq", "", "turn", name)

    def lay(*rows: list[Item] | str) -> list[int]:
        made = Rows()
        for row in rows:
            if isinstance(row, str):
                made.add_words(row)
            else:
                made.add(*row)
        made.add_last(make("last"))
        return [len(row) for row in made.rows if isinstance(row, list)]

    row: list[Item] = [make(f"{number}") for number in range(ROW)]
    assert lay() == [1]
    assert lay(row[:2]) == [3]
    assert lay(row) == [5, 1]
    assert lay(row[:2], "Words.") == [2, 1]
    options = [discord.SelectOption(label="Delhi")]
    assert lay([discord.ui.Select(custom_id="x", options=options)]) == [1, 1]


def test_public_buttons_carry_no_version() -> None:
    view = public_view(load_language(), "k7m2xq", ["turn", "card", "retract"])
    ids = [part["custom_id"] for row in view.to_components() for part in row["components"]]
    assert ids == ["g1:k7m2xq:-:turn:", "g1:k7m2xq:-:card:", "g1:k7m2xq:-:retract:"]


def test_the_status_of_an_open_table_offers_its_seats() -> None:
    table = make_table(game_at({}, "raj"))
    table.game.status = "open"
    language = load_language()
    view = make_status(language, table, report_status(language, table, None))
    check_message(view=compose("", None, view))
    ids = [part["custom_id"] for part in walk(view.to_components()) if "custom_id" in part]
    assert ids == [*(f"g1:{table.id}:-:leave:{row.seat}" for row in table.seats), f"g1:{table.id}:-:start:"]


@pytest.mark.parametrize("position", [{}, {"phase": "over", "ended": "victory", "seats": {"congress": "arjuna"}}])
def test_the_status_of_a_table_has_no_empty_lines_together(position: dict[str, Any]) -> None:
    game = game_at({}, "" if position else "raj", **position)
    moment = make_moment(game)
    words = report_status(load_language("en", "gandhi"), moment.table, moment).words
    assert "\n\n\n" not in words
    assert words == words.strip()


def test_long_texts_keep_their_end_and_get_a_remark() -> None:
    words = fit(load_language(), [f"line {number}" for number in range(1000)], ["the end"], 200)
    assert len(words) <= 200
    assert words.endswith("the end")
    assert "more lines" in words
    assert fit(load_language(), ["a line of forty characters, and no more.", "1", "2"], ["end"], 48).count("\n") == 3


def test_buttons_and_lists_of_spaces_have_an_icon_for_each_level() -> None:
    icons = {("gandhi", name): discord.PartialEmoji(name=name, id=1) for name in FRONT.icons.names}
    levels = {"delhi": "active_opposition", "punjab": "passive_support", "sind": "neutral"}
    spaces = {space: {"congress": 1, "protest": True, "level": level} for space, level in levels.items()}
    shown: dict[str, dict[str, str | None]] = {}
    for action in ("non_cooperation", "rally"):
        game = game_at(spaces, "congress", restraint=3)
        choose(game, action)
        moment = make_moment(game)
        view = panel(load_language(), moment)[1]
        mark_panel(icons, view.children, moment)
        found = shown[action] = {}
        for item in view.children:
            if isinstance(item, discord.ui.Select):
                found |= {line.value: line.emoji.name if line.emoji else None for line in item.options}
            elif item.custom_id is not None:
                found[item.custom_id.rpartition(":")[2]] = item.emoji.name if item.emoji else None
    # Non-cooperation has a button for each space, and Rally a list.
    for found in shown.values():
        assert {space: found[space] for space in levels} == {**levels, "sind": None}


@pytest.mark.parametrize(
    ("status", "words", "is_about"),
    [(400, "Invalid Emoji", True), (400, "Invalid form body", False), (403, "No emoji for you", False)],
)
def test_only_a_refused_emoji_makes_the_bot_forget_its_icons(status: int, words: str, is_about: bool) -> None:
    answer = cast(ClientResponse, SimpleNamespace(status=status, reason=""))
    assert is_about_icons(discord.HTTPException(answer, words)) is is_about


async def test_a_list_has_a_new_id_after_an_undo(world: World) -> None:
    """Discord keeps showing what was picked in a list, and does not let a person pick it again."""
    name = await world.whose(await world.start_table())
    panel = await world.slash(name, "turn")
    action = next(key for key in ("rally", "sweep") if panel.has("choose", key))
    first = await world.press(name, panel, "choose", action)
    key = next(iter(first.selects.values()))[0]
    back = await world.press(name, await world.pick(name, first, key), "undo")
    assert list(back.selects.values()) == list(first.selects.values())
    assert back.selects.keys().isdisjoint(first.selects)
    assert (await world.pick(name, back, key)).has("undo")


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_no_two_lines_or_buttons_of_a_panel_read_the_same(code: str) -> None:
    resources = {"raj": 9, "revolutionaries": 9}
    cubes = {"troops": 2, "sepoys": 2}
    here = {"congress": 2, "gandhi": True, "protest": True}
    cases = [
        (game_at({"karachi": cubes, "delhi": cubes, "bombay": cubes}, "raj", resources=resources), ("garrison",)),
        (game_at({"karachi": cubes, "delhi": cubes}, "raj", resources=resources), ("transfer",)),
        (game_at({"united_provinces": here}, "congress", restraint=3), ("rally", "special:negotiate")),
        (
            game_at({"united_provinces": {"congress": 3, "active": 2}}, "congress", restraint=3),
            ("rally", "united_provinces", "special:persuade"),
        ),
    ]
    for game, keys in cases:
        for key in keys:
            if game.decision is not None and game.decision.allows(key):
                game.choose(key)
        _, view = panel(load_language(code).of_game("gandhi", ""), make_moment(game.blind()))
        parts = list(walk(view.to_components()))
        labels = [part["label"] for part in parts if part["type"] == 2]
        lines = [(option["label"], option.get("description")) for part in parts for option in part.get("options") or ()]
        assert len({label[:34] for label in labels}) == len(labels), labels
        assert len(set(lines)) == len(lines), lines
        check_message(view=compose("", None, view))
