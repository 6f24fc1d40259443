"""What's new since one's own last turn: the lines, their beginning, their readers, and the marks on the map."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from bot.discord.features.overview import LINES, write_catchup
from bot.games.gandhi.front import FRONT
from bot.games.gandhi.words.chronicle import say
from bot.games.gandhi.words.outlook import write_stakes
from bot.language import Said, list_languages, load_language
from bot.tables.play import Tables
from engine import Game
from engine.core.change import Change
from engine.gandhi.board import BOARD
from engine.gandhi.comparing import add_up_differences, compare
from engine.gandhi.view import CardView
from storage import Storage
from tests.arjuna.thinking import players
from tests.bot.people import World
from tests.bot.players import PEOPLE, act_plainly, open_table, posts_of, whose
from tests.playing import Spaces, game_at
from tools.bench.taps import by_chance

ENGLISH = load_language("en")
BEFORE: Spaces = {
    "bihar": {"sepoys": 2, "congress": 1},
    "sind": {"level": "passive_opposition"},
    "delhi": {"troops": 1, "congress": 1},
}
AFTER: Spaces = {
    "bihar": {"sepoys": 1, "congress": 3, "protest": True, "level": "passive_opposition"},
    "sind": {"level": "passive_support"},
    "delhi": {"troops": 2},
}


def test_comparing_two_views_finds_the_changes_between_them() -> None:
    before, after = game_at(BEFORE).view(), game_at(AFTER, restraint=1).view()
    story = compare(before, after)
    assert story.deltas["bihar"] == {"sepoys": -1, "congress": 2, "protest": 1}
    assert story.levels == {"bihar": (0, -1), "sind": (-1, 1)}
    assert story.controls == {"bihar": (1, 0)}
    assert story.tracks["restraint"] == (before.restraint, 1)
    assert add_up_differences(story) == {"sepoys": -1, "troops": 1, "congress": 1, "protest": 1}
    assert not story.steps
    assert set(story.touched) == {"bihar", "sind", "delhi"}
    assert compare(before, before).touched == []


def test_news_names_margins_the_closest_faction_and_changed_spaces() -> None:
    game = game_at(AFTER, "raj", restraint=1)
    before = game_at(BEFORE, restraint=3).view()
    lines = FRONT.outlook.write_catchup(ENGLISH, before, game, [])
    assert "▲ **Congress** 2 (−18), was −19" in lines
    assert "▼ **Muslim League** 0 (−14), was −13" in lines
    assert any(line.startswith("**If victory were checked now:** no one would win. Closest:") for line in lines)
    assert "Raj loses Control of Bihar; towards Support: Sind; towards Opposition: Bihar" in lines
    assert any("Restraint 3 to 1" in line for line in lines)
    assert "On the map: +1 Troop, −1 Sepoy, +1 Congress Activist, +1 Protest" in lines
    assert len(lines) < LINES


def test_gandhi_off_the_map_is_reported_without_a_count() -> None:
    before = game_at({"bihar": {"gandhi": True}}).view()
    game = game_at({}, "raj", jail={"gandhi": True})
    lines = FRONT.outlook.write_catchup(ENGLISH, before, game, [])
    assert "On the map: Gandhi left" in lines


@pytest.mark.seed("test_whats_new_begins_after_a_players_last_turn_and_is_the_same_for_everyone")
async def test_whats_new_begins_after_the_readers_last_turn_and_tells_a_stranger_everything(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    seats: list[str] = []
    while len(seats) < 6:
        moment = await tables.moment(game_id)
        seats.append(whose(moment))
        number = moment.game.step_number
        while (moment := await tables.moment(game_id, PEOPLE[seats[-1]])).game.step_number == number:
            await act_plainly(tables, moment, PEOPLE[whose(moment)])
    for seat, user_id in PEOPLE.items():
        tale = await tables.recaps.tell_since(game_id, user_id)
        since = list(reversed(seats)).index(seat) if seat in seats else len(seats)
        told = [turn.label["seat"] for turn in tale.turns] if tale is not None else []
        assert told == seats[len(seats) - since :], seat
    stranger = await tables.recaps.tell_since(game_id, 999)
    assert stranger is not None
    assert len(stranger.turns) == len(seats), "somebody who never played is told the whole game"


@pytest.mark.parametrize("code", list_languages())
async def test_news_has_at_most_ten_lines_before_the_present_question_in_every_language(
    storage: Storage, code: str
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    for _ in range(4):
        moment = await act_plainly(tables, moment, PEOPLE[whose(moment)])
        moment = await tables.moment(game_id)
    tale = await tables.recaps.tell_since(game_id, 999)
    words = write_catchup(load_language(code), moment, tale)
    assert len([line for line in words.split("\n") if line]) <= LINES + 1


async def test_news_begins_with_what_others_did_to_the_readers_pieces(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    choose, harmed = by_chance(Random(5)), 0
    for _ in range(8):
        moment = await tables.moment(game_id)
        acting = whose(moment)
        await tables.at(game_id, PEOPLE[acting]).play(choose(moment.game))
        for seat, user_id in PEOPLE.items():
            tale = await tables.recaps.tell_since(game_id, user_id)
            if tale is None:
                continue
            turns = [(view, scene.changes) for view, scene in zip(tale.views, tale.scenes, strict=False)]
            for code in list_languages():
                lines = FRONT.outlook.write_news(load_language(code), turns, tale.after, seat)
                assert len(lines) <= 3
                assert not any(", ," in line or line.endswith(", ") for line in lines)
            lines = FRONT.outlook.write_news(ENGLISH, turns, tale.after, seat)
            own = {
                "raj": ("troops", "sepoys"),
                "congress": ("congress", "gandhi"),
                "league": ("league", "league_bases"),
            }
            lost = [
                change
                for change in tale.changes
                if change.verb in ("remove", "arrest") and change.seat != seat and change.piece in own.get(seat, ())
            ]
            # The first line names who removed the pieces; pieces that were only moved do not count as lost.
            if lost and any(line.startswith("**") for line in lines):
                assert lines[0].startswith("**")
                harmed += 1
            names = {ENGLISH.word(f"seat.{change.seat}") for change in lost if change.seat}
            assert all(name in lines[0] for name in names)
    assert harmed


def test_the_line_about_victory_names_the_closest_faction_and_a_possible_campaign() -> None:
    """The open next card does not exclude a Campaign: a Campaign card that is revealed after it comes first."""
    told = set()
    for seed in range(3):
        game = Game.new("gandhi", seed=bytes([seed]) * 32)
        state = game.state
        while state.deck:
            view = game.view()
            campaigns = sum(card in BOARD.campaign_cards for card in state.deck)
            view = replace(view, cards_left=len(state.deck), campaigns_left=campaigns)
            words = write_stakes(ENGLISH, state, view)
            assert words.startswith("**A Campaign now would not end the game:** closest is ")
            ending = words.rpartition("; ")[2]
            told.add(ending)
            # Where the next card is a Campaign card, the words must not exclude one.
            is_one = state.deck[0] in BOARD.campaign_cards
            assert ending == "one may come right after this card." or not is_one
            del state.deck[0]
    assert told == {"one may come right after this card.", "none can come right after this card."}


def test_the_line_about_victory_omits_a_lone_player() -> None:
    names = ("bihar", "united_provinces", "bombay_presidency", "madras_presidency", "orissa", "mysore", "gujarat")
    opposition = {space: {"level": "active_opposition"} for space in (*names, "punjab", "west_bengal", "east_bengal")}
    game = game_at(opposition, "congress", seats=players("congress"))
    assert game.state.margin("congress") > 0
    words = write_stakes(ENGLISH, game.state, game.view())
    assert "would not end the game:** closest is Muslim League, " in words or "closest is Revolutionaries, " in words
    assert not re.search("[-−][0-9]+ short", words)


def test_news_of_a_campaign_round_omits_the_line_about_the_next_campaign() -> None:
    game = game_at({}, phase="constructive_congress")
    assert write_stakes(ENGLISH, game.state, game.view()) == ""


async def test_a_public_turn_shows_the_scores_before_it_and_the_margins_in_words(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    before = (await tables.moment(game_id)).view
    moment = await tables.moment(game_id)
    await act_plainly(tables, moment, PEOPLE[whose(moment)])
    picture = [message.picture for message in await posts_of(storage, game_id) if message.changes][-1]
    assert picture is not None
    assert picture.scores == FRONT.score.list_totals(before)
    assert await tables.recaps.find_scores(game_id) == FRONT.score.list_totals(before)
    words = FRONT.score.write_changes(ENGLISH, game_at(BEFORE).view(), game_at(AFTER).view())
    assert "Congress 2 (−18)" in words
    assert "Muslim League 0 (−14)" in words


async def test_whats_new_is_available_by_command_and_on_the_panel(world: World) -> None:
    game_id = await world.start_table()
    first = await world.pass_turn(game_id)
    panel = await world.slash(first, "catchup")
    assert "What’s new" in panel.words
    assert "No turn has been finished" in panel.words
    assert panel.message.attachments == []
    second = await world.pass_turn(game_id)
    panel = await world.slash(first, "catchup")
    assert "One turn has been played since then" in panel.words
    assert "▲" in panel.words or "＝" in panel.words
    assert "Waiting for" in panel.words
    assert len(panel.message.attachments) == 1
    options = world.pool.options[-1]
    assert options.since is not None
    assert options.scores == FRONT.score.list_totals(options.since)
    assert panel.has("details", "2-2")
    assert not panel.has("turn"), "the game waits for somebody else"
    asked = await world.whose(game_id)
    assert asked not in (first, second)
    own = await world.slash(asked, "turn")
    told = await world.press(asked, own, "catchup")
    assert "2 turns have been played since then" in told.words
    assert told.has("turn")


def test_news_does_not_depend_on_hidden_cards() -> None:
    """The report of a game that knows nothing hidden is the same."""
    game = game_at(AFTER, "raj")
    before = game_at(BEFORE).view()
    assert FRONT.outlook.write_catchup(ENGLISH, before, game, []) == FRONT.outlook.write_catchup(
        ENGLISH, before, game.blind(), []
    )


def test_news_says_who_changed_the_readers_total_and_where_pieces_were_lost() -> None:
    before = game_at({"punjab": {"congress": 3, "level": "active_opposition"}, "bihar": {"congress": 1}}).view()
    taken = game_at({"punjab": {"congress": 1, "level": "active_opposition"}, "bihar": {}}).view()
    after = game_at({"punjab": {"congress": 1, "level": "passive_opposition"}, "bihar": {}}).view()
    assault = [
        Change("begin", "raj", "assault"),
        Change("select", "raj", target="punjab"),
        Change("arrest", "raj", "congress", 2, "punjab"),
        Change("select", "raj", target="bihar"),
        Change("arrest", "raj", "congress", 1, "bihar"),
    ]
    unrest = [
        Change("begin", "revolutionaries", "unrest"),
        Change("select", "revolutionaries", target="punjab"),
        Change("level", "revolutionaries", target="punjab", old=-2, new=-1),
        Change("remove", "revolutionaries", "protest", 1, "punjab"),
    ]
    lines = FRONT.outlook.write_news(ENGLISH, [(before, assault), (taken, unrest)], after, "congress")
    was, now = before.victory["congress"].value, after.victory["congress"].value
    assert was - now == 2
    # The total is named only with the action that made it fall, which is not the arrest.
    assert lines[0].startswith(
        "**Raj**: 3 Congress Activists arrested (Punjab and Bihar) · **Revolutionaries**: −1 Protest (Punjab), "
        "your total −2: Opposition −2 (Punjab) · ▼ **Congress**"
    )


def test_news_adds_up_the_changes_of_a_faction_over_several_turns() -> None:
    """A total that others have changed in between is not counted twice."""
    views = [game_at({space: {"unrest": 1} for space in spaces}).view() for spaces in (("punjab",), (), ("bombay",))]
    turns = [
        (views[1], [Change("begin", "raj", "sweep")]),
        (views[0], [Change("begin", "league", "negotiate")]),
        (views[1], [Change("begin", "raj", "govern")]),
    ]
    lines = FRONT.outlook.write_news(ENGLISH, turns, views[2], "revolutionaries")
    assert lines[0].startswith(
        "**Raj**: your total +3: Unrest +3 (Punjab and Bombay) · "
        "**Muslim League**: your total −2: Unrest −2 (Punjab) · "
    )


def test_news_says_which_guerrillas_became_active_and_omits_pieces_put_back() -> None:
    view = game_at({"punjab": {"underground": 2}, "bihar": {"underground": 1}}).view()
    changes = [
        Change("begin", "raj", "sweep"),
        Change("activate", "raj", "active", 2, target="punjab"),
        Change("begin", "congress", "event:12:shaded"),
        Change("remove", "congress", "underground", 1, "bihar"),
        Change("place", "congress", "underground", 1, target="bihar"),
    ]
    lines = FRONT.outlook.write_news(ENGLISH, [(view, changes)], view, "revolutionaries")
    assert lines[0] == "**Raj**: 2 Guerrillas now Active (Punjab)"


@pytest.mark.parametrize("code", list_languages())
def test_news_says_who_was_released_from_jail(code: str) -> None:
    language = load_language(code)
    view = game_at({"punjab": {"league": 1}}).view()
    changes = [
        Change("begin", "league", "event:11:shaded"),
        Change("release", "league", "gandhi", 1, "jail", "punjab"),
        Change("release", "league", "congress", 2, "jail", "available"),
    ]
    lines = FRONT.outlook.write_news(language, [(view, changes)], view, "congress")
    for change in (Change("release", "", "congress", 2), changes[1]):
        assert say(language, change, "") in lines[0]
    # A Faction without pieces there does not read it.
    assert language.word("gandhi") not in "".join(FRONT.outlook.write_news(language, [(view, changes)], view, "raj"))


@pytest.mark.parametrize("seat", ["congress", "league"])
def test_news_names_levels_that_move_in_spaces_with_the_readers_pieces(seat: str) -> None:
    """From Neutral to Support no total of a nonviolent Faction changes."""
    before = game_at({"punjab": {seat: 1}, "bihar": {}}).view()
    after = game_at({"punjab": {seat: 1, "level": "passive_support"}, "bihar": {"level": "passive_support"}}).view()
    changes = [
        Change("begin", "raj", "govern"),
        Change("level", "raj", target="punjab", old=0, new=1),
        Change("level", "raj", target="bihar", old=0, new=1),
    ]
    lines = FRONT.outlook.write_news(ENGLISH, [(before, changes)], after, seat)
    assert lines[0] == "**Raj**: 1 level towards Support (Punjab)"


@pytest.mark.parametrize("code", list_languages())
def test_news_says_who_moved_the_tracks_and_what_a_crisis_brings(code: str) -> None:
    language = load_language(code)
    before = game_at({}, restraint=2, unity=1, resources={"revolutionaries": 5}).view()
    after = game_at(
        {"bihar": {"sepoys": 2}, "punjab": {"sepoys": 1}}, restraint=1, unity=1, resources={"revolutionaries": 3}
    ).view()
    changes = [
        Change("begin", "league", "noncooperation"),
        Change("restraint", "league", old=2, new=1),
        Change("crisis", "league", old=0, new=1),
        Change("resources", "league", target="revolutionaries", old=5, new=3),
        Change("roll", "raj", "crisis", old=0, new=3),
        Change("place", "raj", "sepoys", 2, target="bihar"),
        Change("place", "raj", "sepoys", 1, target="punjab"),
        Change("control", "raj", target="bihar", old=0, new=1),
    ]
    lines = FRONT.outlook.write_news(language, [(before, changes)], after, "revolutionaries")
    assert lines[0].startswith(f"**{language.say('log.crisis')}**")
    league = language.word("seat.league")
    resources = language.say("log.item", what=league, clauses=language.say("ui.news.resources", old=5, new=3))
    assert resources in lines[0]
    assert language.say("log.item", what=league, clauses=language.say("log.restraint", old=2, new=1)) in lines[1]
    sepoys = language.say("log.more", what=language.count("sepoys", 3))
    where = language.say("ui.news.where", what=Said(sepoys), place=["bihar", "punjab"])
    effects = language.put_together("items", [where, language.say("log.control.gained", place=["bihar"])])
    assert language.say("log.item", what=language.say("log.follows.crisis"), clauses=effects) in lines[1]
    if code == "en":
        assert "**Crisis**: +3 Sepoys (Bihar and Punjab), Raj gains Control of Bihar" in lines[1]


def test_news_of_a_campaign_round_names_the_phases_that_changed_something() -> None:
    view = game_at({}).view()
    phases = [
        Change("phase", piece="imperialism"),
        Change("level", "raj", target="delhi", old=0, new=1),
        Change("phase", piece="secret_societies"),
        Change("phase", piece="reset"),
        Change("remove", "", "protest", 1, "punjab"),
        Change("unity", old=3, new=2),
    ]
    lines = FRONT.outlook.write_news(ENGLISH, [(view, phases)], view, "congress")
    assert lines == [
        "**Reset Phase**: Unity 3 to 2",
        "**Imperialism**: 1 level towards Support (Delhi) · **Reset Phase**: −1 Protest (Punjab)",
    ]
    nothing = [Change("phase", piece="redeploy_league")]
    assert FRONT.outlook.write_news(ENGLISH, [(view, nothing)], view, "congress") == ["Campaign Round"]


def test_a_crisis_comes_first_in_the_news() -> None:
    before = game_at({}).view()
    after = replace(before, crisis=True)
    changes = [Change("phase", piece="reset"), Change("crisis", old=0, new=1)]
    lines = FRONT.outlook.write_news(ENGLISH, [(before, changes)], after, "congress")
    assert lines[0].startswith("**India falls into Crisis**")
    assert not any("Crisis" in line for line in lines[1:])


@pytest.mark.parametrize("code", list_languages())
def test_the_stakes_of_the_next_campaign_are_one_sentence(code: str) -> None:
    language = load_language(code, "gandhi")
    lord = CardView(97, "Irwin", viceroy="irwin")
    ahead: Spaces = {space: {"sepoys": 1, "level": "active_support"} for space in BOARD.lands}
    told = {}
    for name, spaces in (("open", {}), ("over", ahead)):
        game = game_at(spaces, "raj", card=12, next=30)
        told[name, "later"] = write_stakes(language, game.state, game.view())
        told[name, "now"] = write_stakes(language, game.state, replace(game.view(), next=lord))
    assert len({*told.values()}) == len(told)
    assert all(words.count("**") == 2 for words in told.values())
    assert not any(". " in words or "。" in words[:-1] for words in told.values())
    if code == "en":
        assert told["open", "later"].startswith("**A Campaign now would not end the game:** closest is ")
        assert told["over", "later"].startswith("**A Campaign now would end the game:** Raj +")
        assert told["over", "now"].startswith("**The next card, a Campaign, would end the game:** Raj +")


@pytest.mark.parametrize("code", list_languages())
def test_news_of_a_campaign_round_names_the_check_resources_and_redeploys(code: str) -> None:
    language = load_language(code)
    check = game_at(BEFORE, "raj", resources={"raj": 5}).view()
    after = game_at(AFTER, "raj", restraint=1, resources={"raj": 9}).view()
    phases = [Change("phase", piece=piece) for piece in ("victory", "resources", "redeploy_raj")]
    phases.insert(2, Change("resources", target="raj", old=5, new=9))
    turns = [(game_at({}).view(), []), (check, [*phases, Change("move", "raj", "troops", 2, "delhi", "sind")])]
    lines = FRONT.outlook.write_news(language, turns, after, "congress")
    assert len(lines) == 3
    # First the person's own news, then the victory check with its margins, and who earned Resources.
    assert language.word("seat.congress") in lines[0]
    margin = language.signed(check.victory["raj"].margin)
    for words in (
        language.word("phase.victory"),
        language.say("log.round.margin", seat="raj", margin=margin),
        language.say("log.resources", seat="raj", old=game_at({}).view().resources["raj"], new=9),
    ):
        assert words in lines[1]
    assert language.word("phase.redeploy_raj") in lines[2]
    assert language.count("troops", 2) in lines[2]
    mine = FRONT.outlook.write_news(language, turns, after, "raj")
    assert language.say("ui.news.resources", old=5, new=9) in mine[0]
