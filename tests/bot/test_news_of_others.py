"""News of a game of Gandhi: it begins after the reader's own choice, omits what was reversed, and keeps the order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.gandhi.front import FRONT
from bot.games.gandhi.words.chronicle import tell_so_far
from bot.games.gandhi.words.outlook import find_nearest, write_solo, write_stakes, write_verdict
from bot.games.gandhi.words.standing import name_score
from bot.language import list_languages, load_language
from bot.narrate.replay_page import Stretch, tell_stretch
from bot.tables.play import Tables
from engine.core.change import Change
from engine.core.protocol import Label
from engine.core.text import text
from engine.gandhi.view import CardView
from storage import Storage
from tests.arjuna.thinking import players
from tests.bot.players import PEOPLE, act_plainly, open_position, open_table, whose
from tests.bot.test_asked_in_the_middle import FREE
from tests.playing import game_at

ENGLISH = load_language("en", "gandhi")


def write_news(
    turns: list[tuple[Any, list[Change]]], after: Any, seat: str = "congress", code: str = "en"
) -> list[str]:
    """Return the news of some turns."""
    return FRONT.outlook.write_news(load_language(code, "gandhi"), turns, after, seat)


async def test_news_begins_with_the_card_that_the_readers_last_choice_revealed(storage: Storage) -> None:
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
        # No one else has had a turn.
        assert tale.rest == tuple(tale.changes)
        assert tale.rest == last.scenes[0].changes[-len(tale.rest) :]
        assert tale.turns == last.turns
        assert not any(change.verb == "begin" for change in tale.rest)
        revealed += any(change.verb == "reveal" for change in tale.rest)
    assert revealed


async def test_news_omits_the_readers_answers_in_another_players_turn(storage: Storage) -> None:
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
    # A person who was asked nothing reads about it.
    tale = await tables.recaps.tell_since(game_id, PEOPLE["league"])
    assert tale is not None
    assert any(change.verb == "arrest" for change in tale.changes)


def test_news_says_how_many_protests_are_left_after_others_placed_some() -> None:
    before, after = game_at({}, restraint=1).view(), game_at({"bihar": {"protest": True}}, restraint=1).view()
    changes = [Change("begin", "league", "civil_disobedience"), Change("place", "league", "protest", 1, target="bihar")]
    assert before.protests_available - after.protests_available == 1
    for code in list_languages():
        language = load_language(code, "gandhi")
        words = language.say("ui.news.protests", old=before.protests_available, new=after.protests_available)
        assert write_news([(before, changes)], after, "congress", code)[0] == words
        assert words not in "".join(write_news([(before, changes)], after, "raj", code))


@pytest.mark.parametrize(("old", "new", "key"), [(False, False, "passed"), (True, True, "again")])
def test_news_says_whether_a_crisis_ended_or_began_again(old: bool, new: bool, key: str) -> None:
    view = replace(game_at({}).view(), crisis=old)
    changes = [Change("begin", "league", "negotiate"), Change("crisis", "league", old=1, new=0)]
    changes.insert(old + 1, Change("crisis", "league", old=0, new=1))
    lines = write_news([(view, changes)], replace(view, crisis=new))
    assert lines[0] == f"**{ENGLISH.say(f'ui.news.crisis.{key}')}**"


def test_news_omits_changes_that_were_reversed() -> None:
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


def test_news_names_the_space_of_gandhi_apart_from_spaces_of_other_markers() -> None:
    before = game_at({"punjab": {"gandhi": True}, "calcutta": {"protest": True}}).view()
    after = game_at({}, jail={"gandhi": True}).view()
    changes = [
        Change("begin", "raj", "assault"),
        Change("remove", "raj", "protest", 1, "calcutta"),
        Change("arrest", "raj", "gandhi", 1, "punjab"),
    ]
    assert "−1 Protest (Calcutta), Gandhi arrested in Punjab" in write_news([(before, changes)], after)[0]


def test_news_lists_turns_and_phases_in_order_under_their_cards() -> None:
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
    # News about the Current Card leaves out its name, which the message has already.
    assert write_news(turns[3:], view) == ["Raj: Deploy"]


def test_the_victory_check_in_the_news_has_the_margins_of_its_moment() -> None:
    before = game_at({"punjab": {"level": "active_opposition"}}).view()
    after = game_at({}).view()
    event = [Change("begin", "raj", "govern"), Change("level", "raj", target="punjab", old=-2, new=0)]
    check = [Change("phase", piece="victory"), Change("phase", piece="resources")]
    margin = ENGLISH.say("log.round.margin", seat="congress", margin=ENGLISH.signed(after.victory["congress"].margin))
    assert margin in write_news([(before, [*event, *check])], after)[1]
    # Here the levels changed only after the check.
    later = [*check, Change("phase", piece="imperialism"), *event[1:]]
    was = ENGLISH.say("log.round.margin", seat="congress", margin=ENGLISH.signed(before.victory["congress"].margin))
    assert was in write_news([(before, later)], after)[1]


def test_news_of_a_redeploy_says_which_pieces_left_the_map() -> None:
    view = game_at({"punjab": {"troops": 6}}).view()
    changes = [
        Change("phase", piece="redeploy_raj"),
        Change("move", "raj", "sepoys", 2, "sind", "delhi"),
        Change("remove", "raj", "troops", 6, "punjab"),
    ]
    assert write_news([(view, changes)], view) == ["**Raj Redeploy**: 2 Sepoys, −6 Troops (Punjab)"]


@pytest.mark.parametrize("code", list_languages())
def test_news_reports_that_unrest_markers_have_become_scarce(code: str) -> None:
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


@pytest.mark.parametrize("code", list_languages())
def test_a_lone_player_above_the_goal_reads_that_they_win_only_at_the_end(code: str) -> None:
    """8.10 The line about a Campaign counts as the panel does, and says why the game would not end."""
    language = load_language(code, "gandhi")
    names = ("bihar", "united_provinces", "bombay_presidency", "madras_presidency", "orissa", "mysore", "gujarat")
    opposition = {space: {"level": "active_opposition"} for space in (*names, "punjab", "west_bengal", "east_bengal")}
    alone = game_at(opposition, "congress", seats=players("congress"))
    words, first = write_stakes(language, alone.state, alone.view()), find_nearest(alone.state)
    assert first != "congress"
    assert str(name_score(language, alone.state.victory_total(first), first)) in words
    said = str(language.say("ui.stakes.alone", seat=["congress"]))
    assert said in words
    assert said in write_verdict(language, alone.state)
    behind = game_at({}, "congress", seats=players("congress"))
    assert said not in write_stakes(language, behind.state, behind.view())
    # The game ended before they could win: they were not behind.
    early = write_solo(language, text("solo.lost.league", difference=6))
    assert early == language.say("solo.early", seat="league", difference=6)
    level = write_solo(language, text("solo.lost.league", difference=0))
    assert level == language.say("solo.level", seat="league")
    assert "0" not in level.replace("8.10", "")
    assert write_solo(language, text("solo.lost.league", difference=-6)) == language.say(
        "solo.lost.league", difference=6
    )


def test_the_log_of_a_round_reports_the_victory_check_and_numbered_spaces() -> None:
    phases = [Change("phase", piece="victory"), Change("phase", piece="pakistan_movement")]
    phases += [Change("place", "league", "league_bases", 1, "available", "punjab")]
    assert FRONT.words.tell(ENGLISH, phases) == [
        "**Victory Phase**: no one has won",
        "**Pakistan Movement**",
        "`1` **Punjab**: 1 Muslim League Base placed",
    ]
    over = [*phases[:1], Change("over", piece="victory", target="league", new=2)]
    assert FRONT.words.tell(ENGLISH, over) == ["**Victory Phase**: victory for Muslim League"]


def test_the_tracks_tell_congress_alone_that_gandhi_is_in_jail() -> None:
    jailed, free = game_at({}, jail={"gandhi": True}).view(), game_at({"punjab": {"gandhi": True}}).view()
    assert ENGLISH.word("ui.own.gandhi") in FRONT.score.write_tracks(ENGLISH, jailed, "congress")
    for seat in ("raj", "league", "revolutionaries"):
        assert ENGLISH.word("ui.own.gandhi") not in FRONT.score.write_tracks(ENGLISH, jailed, seat)
    assert ENGLISH.word("ui.own.gandhi") not in FRONT.score.write_tracks(ENGLISH, free, "congress")


def test_news_names_the_spaces_of_each_kind_of_lost_piece() -> None:
    before = game_at({"punjab": {"congress": 1}, "bombay_bhusawal": {"strike": True}}).view()
    changes = [
        Change("begin", "raj", "govern"),
        Change("remove", "raj", "strike", 1, "bombay_bhusawal"),
        Change("arrest", "raj", "congress", 1, "punjab"),
    ]
    lines = write_news([(before, changes)], game_at({}).view())
    assert lines[0] == "**Raj**: −1 Strike (Bombay–Bhusawal), 1 Congress Activist arrested (Punjab)"


def test_a_refused_satyagraha_has_no_line_about_its_space() -> None:
    changes = [
        Change("begin", "congress", "satyagraha"),
        Change("select", "congress", target="bihar"),
        Change("refuse", "congress", "satyagraha", target="raj"),
    ]
    assert tell_so_far(ENGLISH, changes)[1:] == ["Raj refuses to let Gandhi go"]


def test_an_unfinished_phase_does_not_say_that_nothing_changed() -> None:
    view = game_at({}).view()
    phase = [Change("phase", piece="redeploy_congress")]
    stretch = Stretch(Label("redeploy_congress", "congress"), 3, phase, view, view)
    assert not tell_stretch(FRONT, ENGLISH, stretch, is_under_way=True).lines
    assert tell_stretch(FRONT, ENGLISH, stretch).lines
