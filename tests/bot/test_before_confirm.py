"""Before Confirm, a person sees the certain effects of a choice, and nothing else."""

from __future__ import annotations

import pytest

from bot.discord.panel import panel
from bot.games.gandhi.words.chronicle import tell
from bot.language import load_language
from bot.narrate.panel import write_panel, write_why_not
from bot.tables.draft import Draft, extend
from bot.tables.moments import TableMoment
from engine import Game
from engine.core.protocol import Barrier
from engine.core.text import text
from tests.bot.people import World
from tests.bot.pressing import begin
from tests.playing import Spaces, choose, game_at, seed_rolling
from tests.rulebook.rajas.table import table
from tests.rulebook.rounds import round_at
from tools.verify.panels import make_moment

RICH = {"raj": 20, "revolutionaries": 10}


def moment_after(game: Game, *presses: str) -> TableMoment:
    """Return the moment of the player who has chosen this much of their turn."""
    blind, draft, start = game.blind(), Draft(), game.view()
    changes = []
    for press in presses:
        extended = extend(blind, draft, [press])
        draft = extended.draft
        changes += extended.changes
    moment = make_moment(blind, draft)
    moment.start, moment.changes, moment.step = start, changes, []
    return moment


def words_of(moment: TableMoment, code: str = "en") -> str:
    """Return a panel's words."""
    sheet = write_panel(load_language(code), moment, moment.find_offers())
    return f"{sheet.body}\n{sheet.footer}"


def test_the_effect_of_the_last_number_of_a_turn_is_previewed() -> None:
    spaces = {"delhi": {"troops": 1, "congress": 2, "league": 2, "protest": True}}
    # Without Resources nothing can be given away on the side: the number is the last question.
    game = game_at(spaces, "raj", "limited_operation", resources={"raj": 0, "revolutionaries": 0})
    moment = moment_after(game, "assault", "delhi", "1")
    assert moment.draft.armed == "1"
    assert "1 Congress Activist" in words_of(moment)
    changes, view = moment.foretell(moment.find_offers().ending)
    assert [(change.verb, change.piece, change.count) for change in changes if change.verb == "arrest"] == [
        ("arrest", "congress", 1)
    ]
    assert view.spaces["delhi"].congress == 1
    assert view.card == game.view().card


def test_the_heading_of_a_panel_says_what_is_confirmed() -> None:
    """ "2" and "Done" alone would not say what is confirmed."""
    spaces = {"delhi": {"troops": 1, "congress": 2, "league": 2, "protest": True}}
    game = game_at(spaces, "raj", "limited_operation", resources={"raj": 0, "revolutionaries": 0})
    assert "**Assault: this ends your turn" in words_of(moment_after(game, "assault", "delhi", "1"))
    game = game_at({"delhi": {"congress": 1}}, "congress", "operation_only", out_of_play={"congress": 1})
    moment = moment_after(game, "rally", "delhi", "1", "done", "congress")
    assert "**Rally, “Congress Activist (Unity stays)”: this ends your turn" in words_of(moment)
    moment = moment_after(round_at("constructive_congress", {"bihar": {"congress": 1}}, unity=1), "bihar", "1")
    assert "**“Bihar, 1 level”: this ends your part of this phase" in words_of(moment)
    moment = moment_after(round_at("constructive_congress", {"bihar": {"congress": 1}}, unity=2), "done")
    assert "**“Congress Constructive Programme”: this ends your part of this phase" in words_of(moment)


def test_a_panel_says_what_was_done_so_far_without_the_factions_name_and_payment() -> None:
    spaces = {space: {"troops": 1, "congress": 2, "league": 2, "protest": True} for space in ("delhi", "punjab")}
    game = game_at(spaces, "raj", "operation_only", resources=RICH)
    # Here the question is about Delhi.
    assert "> **So far: Assault**" in words_of(moment_after(game, "assault", "delhi"))
    words = words_of(moment_after(game, "assault", "delhi", "1"))
    assert "> **So far: Assault**" in words
    assert words.count("Resources") == 1, "the payment has its own line"


def test_the_largest_number_comes_first_if_it_costs_nothing() -> None:
    """6.3.2 Both levels, and the smaller number instead; 6.3.1 where each level costs, the fewest."""
    game = round_at("constructive_congress", {"bihar": {"congress": 1}, "sind": {"congress": 1}}, unity=2)
    plans = moment_after(game).find_offers().planned.plans
    assert [plan.keys for plan in plans] == [("sind", "2"), ("sind", "1"), ("bihar", "2"), ("bihar", "1")]
    game = round_at("imperialism", {"delhi": {"troops": 2, "sepoys": 2}}, resources={"raj": 20})
    plans = moment_after(game).find_offers().planned.plans
    assert [plan.keys for plan in plans] == [("delhi", "1"), ("delhi", "2")]


@pytest.mark.parametrize(
    ("roll", "words"), [(1, "not more than the number of Protests, so Gandhi stays"), (6, "more than")]
)
def test_the_announcement_of_a_negotiate_roll_says_whether_gandhi_is_free(roll: int, words: str) -> None:
    """4.3.1 Gandhi is free where the die shows more than there are Protests in India."""
    spaces: Spaces = {"bihar": {"congress": 1, "protest": True}, "sind": {"protest": True}, "orissa": {"protest": True}}
    # Congress has pieces in one space only: there it negotiates without a question.
    game = game_at(spaces, "congress", seed=seed_rolling(roll), jail={"gandhi": True}, restraint=2)
    changes = choose(game, "rally", "bombay", "0", "special:negotiate", "release_gandhi")
    told = tell(load_language("en", "gandhi"), changes)
    assert any(f"Negotiate roll {roll}, {words}" in line for line in told), told


def test_the_effect_of_ending_an_operation_is_previewed() -> None:
    game = game_at({"delhi": {"troops": 3}, "punjab": {"underground": 2}}, "raj", "limited_operation", resources=RICH)
    moment = moment_after(game, "sweep", "punjab", "delhi", "3")
    offers = moment.find_offers()
    assert not moment.draft.armed
    assert offers.ending is not None
    assert "2 Guerrillas now Active" in words_of(moment)
    assert moment.foretell(offers.ending)[1].spaces["punjab"].active == 2


def test_the_last_choice_of_a_deploy_is_previewed() -> None:
    game = game_at({}, "raj", "limited_operation", resources=RICH, out_of_play={"troops": 1, "sepoys": 1})
    moment = moment_after(game, "deploy", "delhi", "troops>6", "done")
    offers = moment.find_offers()
    assert moment.decision is not None
    assert moment.decision.kind == "deploy.enter"
    assert "**1 Troop** from Out of Play" in words_of(moment)
    assert offers.ending is not None
    assert offers.ending.keys == ("1:1",)


def test_a_preview_stops_before_a_die() -> None:
    told = set()
    for roll in (1, 6):
        spaces = {"punjab": {"underground": 2, "sepoys": 2}}
        game = game_at(spaces, "revolutionaries", resources=RICH, seed=seed_rolling(roll))
        moment = moment_after(game, "attack", "punjab")
        ending = moment.find_offers().ending
        assert ending is not None
        assert ending.foresight.barrier is Barrier.REVEALS
        assert {change.verb for change in ending.outlook.changes} >= {"activate"}
        assert ending.outlook.view.spaces["punjab"].sepoys == 2
        told.add(words_of(moment))
    assert len(told) == 1


def test_the_preview_of_a_pass_reveals_no_card() -> None:
    game = game_at({}, "raj", eligible=["raj"], resources=RICH)
    moment = moment_after(game, "pass")
    ending = moment.find_offers().ending
    assert ending is not None
    assert ending.foresight.barrier is Barrier.REVEALS
    assert ending.outlook.view.card == game.view().card
    assert ending.outlook.view.resources["raj"] == 23
    assert "20 to 23" in words_of(moment)


def test_a_question_with_few_answers_shows_the_result_of_each() -> None:
    game = game_at({}, "congress", out_of_play={"congress": 2, "league": 2})
    moment = moment_after(game, "pass")
    offers = moment.find_offers()
    assert set(offers.decisive) == {"congress", "league", "no"}
    words = words_of(moment)
    assert "1 Congress Activist from Out of Play to Available" in words
    assert "1 Muslim League Activist from Out of Play to Available" in words
    _, view = panel(load_language(), moment)
    labels = [part["label"] for part in view.to_components()[0]["components"]]
    assert all(label.startswith("Confirm: ") for label in labels)


def test_a_preview_leaves_the_game_unchanged() -> None:
    game = game_at({"delhi": {"troops": 3}}, "raj", resources=RICH)
    before = (game.digest(), game.keys, game.step_number)
    outlook = game.look_ahead(["pass"])
    assert outlook.changes
    assert (game.digest(), game.keys, game.step_number) == before


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_the_panel_states_the_result_of_confirm_in_every_language(code: str) -> None:
    game = game_at({}, "raj", resources=RICH, out_of_play={"troops": 2})
    moment = moment_after(game, "deploy", "delhi", "troops>6")
    language = load_language(code)
    words = words_of(moment, code)
    follows = language.say("ui.panel.confirm.end.reveals", revealed="card")
    assert language.say("ui.panel.confirm.end") in words or follows in words
    assert language.say("option.enter.cubes", what=[text("count", piece="troops", count=2)]) in words


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_a_finished_draft_shows_confirm_without_a_question(code: str) -> None:
    """A Limited Operation whose one space is done: Confirm says what it does, and no question is beside it."""
    game = game_at({"delhi": {"congress": 1}, "bihar": {"congress": 1}}, "congress", may="limited_operation")
    moment = moment_after(game, "rally", "delhi", "1")
    language, words = load_language(code), words_of(moment, code)
    assert moment.decision is not None
    assert not any(option.role == "space" for option in moment.decision.options)
    assert language.say("ui.panel.complete") in words
    assert language.say(moment.decision.prompt) not in words
    follows = language.say("ui.panel.confirm.end.reveals", revealed="card")
    assert language.say("ui.panel.confirm.end") in words or follows in words


def test_confirm_says_that_the_turn_ends_and_a_card_is_revealed() -> None:
    """The last player of a card ends their turn, and only then a card is revealed; a die of Attack ends nothing."""
    game = Game.new(scenario="short", seed=b"any")
    key = "pass"
    while game.decision is not None and game.foresee(key).barrier is not Barrier.REVEALS:
        game.choose(key)
        key = "pass" if game.decision.allows("pass") else game.decision.options[0].key
    assert "your turn ends, a card is revealed and you cannot undo it" in words_of(moment_after(game, key))
    attack = moment_after(
        game_at({"punjab": {"active": 2, "troops": 1}}, "revolutionaries", resources=RICH), "attack", "punjab"
    )
    assert "Punjab: if you confirm, a die is rolled and you cannot undo it." in words_of(attack)


QUARRY = ("quarry", "tile:orange:snake", "square:c2", "roads:nw")


@pytest.mark.parametrize(
    ("dice", "keys", "words"),
    [
        ("blue:5", ("gallery:blue",), "Blue gallery: if you confirm, dice are rolled and you cannot undo it."),
        ("orange:2", ("chamber:dancer", "take:blue", "take:blue"), "Blue die: if you confirm, dice are rolled"),
        ("orange:5 blue:4", QUARRY, "the next tile of its stack is revealed and you"),
        (
            "orange:5 blue:4",
            ("veranda", "reroll:orange:5", "reroll:done"),
            "Veranda: if you confirm, dice are rolled",
        ),
    ],
)
def test_confirm_says_whether_it_reveals_a_die_or_a_tile(dice: str, keys: tuple[str, ...], words: str) -> None:
    """It once said "a die or a tile" in every case."""
    game = table({"lotus": {"dice": dice.split(), "karma": 0, "money": 9}})
    moment = moment_after(game, *keys)
    assert moment.draft.armed
    body = write_panel(load_language("en", "rajas"), moment, moment.find_offers()).body
    assert words in body
    assert ("build orange tile 2 (silk 2) on c2" in body) == (keys is QUARRY)


def test_the_preview_counts_no_more_removed_pieces_than_are_present() -> None:
    game = game_at({"delhi": {"troops": 1, "sepoys": 4, "active": 3}}, "raj", resources=RICH)
    moment = moment_after(game, "assault", "delhi")
    assert "They would remove 2 more" in words_of(moment)


async def test_the_map_button_shows_the_position_that_confirm_would_bring(world: World) -> None:
    game_id = await world.start_table()
    game = game_at({}, "raj", resources=RICH, out_of_play={"troops": 2})
    name, panel_ = await begin(world, game_id, game, "raj")
    await world.bot.tables.at(game_id, world.people[name].id).choose(["pass"])
    panel_ = await world.slash(name, "turn")
    # The pinned board is drawn without the draft, at any time: wait until it is.
    await world.quiet()
    drawn = len(world.pool.drawn)
    panel_ = await world.press(name, panel_, "map")
    assert [view.resources["raj"] for view, _ in world.pool.drawn[drawn:]] == [23]
    after = await world.press(name, panel_, "confirm", "")
    assert "Confirmed" in after.words
    assert "Not your decision" not in after.words


def test_choices_without_effect_are_marked_on_the_panel_and_in_why_not() -> None:
    spaces = {space: {"congress": 1, "level": "active_opposition", "protest": True} for space in ("delhi", "bihar")}
    game = game_at(spaces, "congress", restraint=3)
    moment = moment_after(game, "non_cooperation")
    words = words_of(moment)
    assert "already at Active Opposition" in words
    assert "At most" not in words
    assert "Delhi and Bihar would change nothing: already at Active Opposition (3.3.4)." in write_why_not(
        load_language(), moment
    )
    _, view = panel(load_language(), moment)
    labels = {part["label"] for row in view.to_components() for part in row["components"]}
    assert labels >= {"Delhi (no effect)", "Bihar (no effect)"}
