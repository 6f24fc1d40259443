"""Public texts are correct: who did what where, numbered as on the map, each total once, without stray marks."""

from __future__ import annotations

import random
import re

import pytest

from bot.games.gandhi.front import FRONT
from bot.games.gandhi.words.chronicle import tell
from bot.language import list_languages, load_language
from bot.narrate.announcements import MOST_LINES, write_turns
from bot.narrate.panel import write_panel
from bot.tables.announcements import Turns
from bot.tables.play import Tables
from engine import Game
from engine.core.change import Change
from engine.gandhi.story import read_story
from render.gandhi.annotate import write_numbers
from storage import Storage
from tests.bot.test_automation import ME, open_solo
from tests.bot.test_languages import forms_of, messages_of
from tests.turns import at_random, draw_turn

ENGLISH = load_language()
PUT_IN_BOLD = re.compile(
    r"(ask|option|choice|solo|action|phase|space|seat|piece|ui\.button|ui\.panel\.armed|ui\.card\.(current|next))\b"
)
"""Texts that are inside bold text, or where nothing is bold."""


def deploy(seat: str = "raj") -> list[Change]:
    """Return the beginning of a turn: Raj deploys in Madras."""
    return [
        Change("begin", seat, "deploy"),
        Change("select", seat, target="madras"),
        Change("place", seat, "troops", 2, "available", "madras"),
    ]


def test_a_long_turn_is_shortened_in_public_unless_it_is_under_way() -> None:
    view, changes = Game.at({}).view(), [Change("begin", "raj", "deploy")]
    for space in list(FRONT.orders.spaces)[: MOST_LINES + 2]:
        changes += [Change("select", "raj", target=space), Change("place", "raj", "troops", 1, "available", space)]
    done = Turns(style="full", span="1-1", before=view, view=view, changes=changes)
    assert len(write_turns(ENGLISH, FRONT, done).splitlines()) <= MOST_LINES
    short = Turns(style="full", span="1-1", before=view, view=view, changes=deploy())
    assert [line for line in tell(ENGLISH, deploy()) if line not in write_turns(ENGLISH, FRONT, short)] == []
    going = Turns(style="full", span="1-1", before=view, view=view, under_way=changes)
    told = tell(ENGLISH, changes, is_under_way=True)
    assert len(told) > MOST_LINES
    assert [line for line in told if line not in write_turns(ENGLISH, FRONT, going)] == []


def test_protests_after_an_arrest_are_listed_under_congress() -> None:
    changes = [
        Change("begin", "raj", "assault"),
        Change("select", "raj", target="karachi"),
        Change("arrest", "raj", "gandhi", 1, "karachi", "jail"),
        Change("restraint", "raj", old=3, new=2),
        Change("place", "congress", "protest", target="bihar"),
        Change("place", "congress", "protest", target="karachi"),
        Change("eligibility", "raj", "executed", target="raj"),
    ]
    assert tell(ENGLISH, changes) == [
        "**Raj: Assault**",
        "`1` **Karachi**: Gandhi arrested",
        "Restraint 3 to 2",
        "**Congress: after Gandhi’s arrest**",
        "`2` **Bihar**: Protest placed",
        "`3` **Karachi**: Protest placed",
    ]
    assert [(step.seat, step.space) for step in read_story(changes).steps] == [
        ("raj", "karachi"),
        ("congress", "bihar"),
        ("congress", "karachi"),
    ]


def test_cubes_of_a_crisis_are_listed_under_raj_although_congress_caused_it() -> None:
    changes = [
        Change("begin", "congress", "civil_disobedience"),
        Change("select", "congress", target="bihar"),
        Change("place", "congress", "protest", target="bihar"),
        Change("crisis", "congress", old=0, new=1),
        Change("roll", "raj", "crisis", new=3),
        Change("place", "raj", "troops", 3, "out_of_play", "delhi"),
    ]
    assert tell(ENGLISH, changes) == [
        "**Congress: Civil Disobedience**",
        "`1` **Bihar**: Protest placed",
        "India falls into Crisis",
        "**Raj: Crisis**",
        "`2` **Delhi**: 3 Troops placed from Out of Play",
        "Roll 3",
    ]


def test_the_line_of_a_turn_has_sums_in_the_order_of_play_and_a_roll_before_its_results() -> None:
    seat = "revolutionaries"
    changes = [
        Change("begin", seat, "march"),
        Change("select", seat, target="bihar"),
        Change("activate", seat, "underground", 2, target="bihar"),
        Change("move", seat, "active", 2, "bihar", "sind"),
        Change("crisis", seat, old=0, new=1),
        Change("roll", "raj", "crisis", new=3),
        Change("place", "raj", "sepoys", 3, "out_of_play", "delhi"),
    ]
    march, crisis = FRONT.words.tell_briefly(ENGLISH, changes)
    assert "2 Guerrillas now Active, 2 Active Guerrillas moved" in march
    assert crisis.endswith("Roll 3, +3 Sepoys")


def test_the_message_of_an_event_says_in_which_selected_spaces_its_pieces_went() -> None:
    """Card 44, shaded: two spaces are selected, and then the Guerrillas are placed among them."""
    seat = "revolutionaries"
    changes = [
        Change("begin", seat, "event:shaded", new=44),
        Change("select", seat, target="bihar"),
        Change("select", seat, target="sind"),
        Change("place", seat, "underground", 3, "available", "bihar"),
        Change("place", seat, "underground", 1, "available", "sind"),
        Change("select", seat, target="sind"),
        Change("level", seat, target="sind", old=0, new=-1),
        Change("select", seat, target="bihar"),
        Change("level", seat, target="bihar", old=0, new=-1),
    ]
    assert tell(ENGLISH, changes)[1:] == [
        "`1` **Bihar**: 3 Underground Guerrillas placed",
        "`2` **Sind**: 1 Underground Guerrilla placed; Neutral to Passive Opposition",
        "`3` **Bihar**: Neutral to Passive Opposition",
    ]
    story = read_story(changes)
    assert (story.numbers("bihar"), story.numbers("sind")) == ([1, 3], [2])


def test_a_turn_in_a_single_space_numbers_that_space() -> None:
    assert tell(ENGLISH, deploy()) == ["**Raj: Deploy**", "`1` **Madras**: 2 Troops placed"]


def test_steps_outside_selected_spaces_have_the_numbers_of_the_map() -> None:
    changes = [
        Change("phase", "", "reset"),
        Change("remove", "", "protest", origin="bihar"),
        Change("remove", "", "unrest", 2, origin="bihar"),
        Change("remove", "", "protest", origin="sind"),
    ]
    assert tell(ENGLISH, changes) == [
        "**Reset Phase**",
        "`1` **Bihar**: 1 Protest and 2 Unrest removed; `2` **Sind**: Protest removed",
    ]


@pytest.mark.parametrize(
    ("numbers", "written"),
    [([4], "4"), ([1, 2], "1·2"), ([1, 2, 5], "1·2·5"), ([1, 2, 3, 7], "1–3·7"), ([2, 9, 10, 11, 12], "2·9–12")],
)
def test_several_step_numbers_on_the_map_are_written_as_a_list_or_span(numbers: list[int], written: str) -> None:
    assert write_numbers(numbers) == written


async def test_a_panel_says_once_what_a_draft_costs(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    for _ in range(400):
        assert moment.decision is not None
        key = draw_turn(moment.game, at_random(random.Random(5)))[0]
        moment = await tables.at(moment.table.id, ME).choose([key])
        if moment.view.resources["raj"] != moment.start.resources["raj"]:
            break
        if moment.draft.armed:
            moment = await tables.at(moment.table.id, ME).confirm()
    words = write_panel(ENGLISH, moment).body
    assert words.count(f"{moment.start.resources['raj']} to ") == 1, words


@pytest.mark.parametrize("code", list_languages())
def test_texts_that_are_shown_in_bold_contain_no_bold_marks(code: str) -> None:
    for key, message in messages_of(code).items():
        if PUT_IN_BOLD.match(key):
            assert not any("**" in form for form in forms_of(message)), key


@pytest.mark.parametrize("code", list_languages())
def test_the_word_none_does_not_appear_before_the_first_card(code: str) -> None:
    language, view = load_language(code), Game.new("gandhi", "main", seed=b"first").view()
    assert view.card is None
    told = [
        *FRONT.score.write_cards(language, view),
        *FRONT.score.write_state(language, view),
        FRONT.words.title(language, view),
    ]
    assert language.say("ui.card.before") in told
    assert not any(language.say("ui.card.none") in line.split() for line in told), told
