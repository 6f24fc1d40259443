"""News of Gandhi: they begin behind one's own choice, say what has lasted, and keep the order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.gandhi.front import FRONT
from bot.language import list_languages, load_language
from bot.tables.play import Tables
from engine.core.change import Change
from engine.gandhi.view import CardView
from storage import Storage
from tests.bot.players import PEOPLE, act_plainly, open_position, open_table, whose
from tests.bot.test_asked_in_the_middle import FREE
from tests.playing import game_at

ENGLISH = load_language("en", "gandhi")


def write_news(
    turns: list[tuple[Any, list[Change]]], after: Any, seat: str = "congress", code: str = "en"
) -> list[str]:
    """Return the news of some turns."""
    return FRONT.outlook.write_news(load_language(code, "gandhi"), turns, after, seat)


async def test_what_ones_own_confirm_turns_up_is_news_and_what_was_chosen_is_none(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    revealed = 0
    for _ in range(12):
        moment = await tables.moment(game_id)
        user_id = PEOPLE[whose(moment)]
        await act_plainly(tables, moment, user_id)
        tale = await tables.recaps.tell_since(game_id, user_id)
        last = await tables.recaps.tell_last(game_id, 1)
        if tale is None:
            continue
        # Nobody else has had a turn.
        assert tale.rest == tuple(tale.changes)
        assert tale.rest == last.scenes[0].changes[-len(tale.rest) :]
        assert tale.turns == last.turns
        assert not any(change.verb == "begin" for change in tale.rest)
        revealed += any(change.verb == "reveal" for change in tale.rest)
    assert revealed


async def test_news_repeat_nothing_that_one_has_answered_in_anothers_turn(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_position(tables, FREE)
    congress = PEOPLE["congress"]
    for key in ("assault", "delhi", "congress", "yes", "gandhi", "done", "end"):
        moment = await tables.moment(game_id, PEOPLE["raj"])
        assert moment.decision is not None
        if whose(moment) == "raj" and key in moment.decision.keys:
            await tables.at(game_id, PEOPLE["raj"]).play([key])
    moment = await tables.moment(game_id, congress)
    assert whose(moment) == "congress"
    while whose(moment := await tables.moment(game_id, congress)) == "congress" and moment.game.label.seat == "raj":
        assert moment.decision is not None
        await tables.at(game_id, congress).play([moment.decision.options[0].key])
    tale = await tables.recaps.tell_since(game_id, congress)
    assert not any(change.verb == "arrest" or change.seat == "congress" for change in (tale.changes if tale else ()))
    # Who was asked nothing hears of it.
    tale = await tables.recaps.tell_since(game_id, PEOPLE["league"])
    assert tale is not None
    assert any(change.verb == "arrest" for change in tale.changes)


def test_news_say_that_others_have_used_up_the_protests() -> None:
    before, after = game_at({}, restraint=1).view(), game_at({"bihar": {"protest": True}}, restraint=1).view()
    changes = [Change("begin", "league", "civil_disobedience"), Change("place", "league", "protest", 1, target="bihar")]
    assert before.protests_available - after.protests_available == 1
    for code in list_languages():
        language = load_language(code, "gandhi")
        words = language.say("ui.news.protests", old=before.protests_available, new=after.protests_available)
        assert write_news([(before, changes)], after, "congress", code)[0] == words
        assert words not in "".join(write_news([(before, changes)], after, "raj", code))


@pytest.mark.parametrize(("old", "new", "key"), [(False, False, "passed"), (True, True, "again")])
def test_a_crisis_that_is_over_reads_as_over(old: bool, new: bool, key: str) -> None:
    view = replace(game_at({}).view(), crisis=old)
    changes = [Change("begin", "league", "negotiate"), Change("crisis", "league", old=1, new=0)]
    changes.insert(old + 1, Change("crisis", "league", old=0, new=1))
    lines = write_news([(view, changes)], replace(view, crisis=new))
    assert lines[0] == f"**{ENGLISH.say(f'ui.news.crisis.{key}')}**"


def test_what_was_changed_back_in_ones_own_spaces_is_no_news() -> None:
    own = {"congress": 1}
    before = game_at({"punjab": own, "bihar": own, "sind": own}).view()
    there = game_at({"punjab": {**own, "level": "passive_support", "muslim_state": True}, "bihar": own, "sind": own})
    after = game_at({"punjab": own, "bihar": {**own, "unrest": 1}, "sind": {**own, "muslim_state": True}}).view()
    league = [
        Change("begin", "league", "negotiate"),
        Change("level", "league", target="punjab", old=0, new=1),
        Change("place", "league", "muslim_state", 1, target="punjab"),
    ]
    raj = [
        Change("begin", "raj", "event:65:unshaded"),
        Change("level", "raj", target="punjab", old=1, new=0),
        Change("remove", "raj", "muslim_state", 1, "punjab"),
        Change("place", "raj", "muslim_state", 1, target="sind"),
        Change("place", "raj", "unrest", 1, target="bihar"),
        Change("place", "raj", "unrest", 1, target="orissa"),
    ]
    lines = write_news([(before, league), (there.view(), raj)], after)
    assert lines[0] == "**Raj**: +1 Muslim State (Sind), +1 Unrest (Bihar)"


def test_gandhis_space_is_not_that_of_other_markers() -> None:
    before = game_at({"punjab": {"gandhi": True}, "calcutta": {"protest": True}}).view()
    after = game_at({}, jail={"gandhi": True}).view()
    changes = [
        Change("begin", "raj", "assault"),
        Change("remove", "raj", "protest", 1, "calcutta"),
        Change("arrest", "raj", "gandhi", 1, "punjab"),
    ]
    assert "−1 Protest (Calcutta), Gandhi arrested in Punjab" in write_news([(before, changes)], after)[0]


def test_turns_and_phases_are_told_in_their_order_with_the_cards_that_are_gone() -> None:
    view = game_at({}, "congress", card=61).view()
    earlier = replace(view, card=CardView(38, ""))
    turns = [
        (earlier, [Change("phase", piece="reset"), Change("remove", "", "protest", 1, "punjab")]),
        (earlier, [Change("begin", "league", "event:shaded", new=38), Change("eligibility", "league", "executed")]),
        (earlier, [Change("begin", "raj", "pass"), Change("eligibility", "raj", "passed")]),
        (view, [Change("begin", "raj", "deploy")]),
    ]
    (line,) = write_news(turns, view)
    assert line == (
        "**Reset Phase**: −1 Protest (Punjab) · **38** *Lahore Resolution*: Muslim League: Event, shaded · Raj: Pass · "
        "**61** *Simla Conference Divides India*: Raj: Deploy"
    )
    # The card that lies open is in sight.
    assert write_news(turns[3:], view) == ["Raj: Deploy"]


def test_the_check_has_the_margins_of_its_moment() -> None:
    before = game_at({"punjab": {"level": "active_opposition"}}).view()
    after = game_at({}).view()
    event = [Change("begin", "raj", "govern"), Change("level", "raj", target="punjab", old=-2, new=0)]
    check = [Change("phase", piece="victory"), Change("phase", piece="resources")]
    margin = ENGLISH.say("log.round.margin", seat="congress", margin=ENGLISH.signed(after.victory["congress"].margin))
    assert margin in write_news([(before, [*event, *check])], after)[1]
    # Here the levels changed behind it.
    later = [*check, Change("phase", piece="imperialism"), *event[1:]]
    was = ENGLISH.say("log.round.margin", seat="congress", margin=ENGLISH.signed(before.victory["congress"].margin))
    assert was in write_news([(before, later)], after)[1]


def test_a_redeploy_says_which_pieces_left_the_map() -> None:
    view = game_at({"punjab": {"troops": 6}}).view()
    changes = [
        Change("phase", piece="redeploy_raj"),
        Change("move", "raj", "sepoys", 2, "sind", "delhi"),
        Change("remove", "raj", "troops", 6, "punjab"),
    ]
    assert write_news([(view, changes)], view) == ["**Redeploy: Raj**: 2 Sepoys, −6 Troops (Punjab)"]


@pytest.mark.parametrize("code", list_languages())
def test_scarce_unrest_and_strikes_are_news(code: str) -> None:
    language = load_language(code, "gandhi")
    view = game_at({}).view()
    before, after = replace(view, unrest_available=3), replace(view, unrest_available=0)
    changes = [Change("begin", "league", "event:15:shaded"), Change("place", "league", "unrest", 3, target="sind")]
    words = language.say("ui.news.markers", old=3, new=0)
    for seat in ("congress", "revolutionaries"):
        assert words in "".join(write_news([(before, changes)], after, seat, code))
    assert words not in "".join(write_news([(before, changes)], after, "raj", code))
    assert words not in "".join(
        write_news([(replace(view, unrest_available=9), changes)], replace(view, unrest_available=8))
    )
