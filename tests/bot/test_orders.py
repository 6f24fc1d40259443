"""One-line orders: their result, and what is said when they cannot be carried out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import BadInput, name_key
from bot.games.answers import Understood
from bot.games.gandhi.orders.notation import RestOfOrder, read_count
from bot.games.gandhi.orders.understanding import go_on, understand, words_of_rest
from bot.language import load_language
from engine import Game
from tests.playing import Spaces, asked, choose, game_at, here, seed_rolling

RICH = {"raj": 20, "revolutionaries": 10}

ENGLISH = load_language()


def order(game: Game, action: str, typed: str) -> Understood:
    """Return the result of an order, whose keys are all allowed in the game itself."""
    understood = understand(ENGLISH, game, action, typed)
    choose(game, *understood.keys)
    return understood


def refused(game: Game, action: str, typed: str) -> str:
    """Return the key of the refusal of an order, which leaves the game as it was."""
    before = game.digest()
    with pytest.raises(BadInput) as error:
        understand(ENGLISH, game, action, typed)
    assert game.digest() == before
    return error.value.text.key


def raj_game() -> Game:
    """Return a game in which Raj has cubes in three spaces."""
    return game_at(
        {
            "delhi": {"troops": 2, "sepoys": 3},
            "punjab": {"sepoys": 1, "underground": 2},
            "rajputana": {"sepoys": 2},
        },
        "raj",
        resources={"raj": 20},
        restraint=2,
    )


def test_a_sweep_order_may_give_counts_of_two_types_of_cube() -> None:
    game = raj_game()
    understood = order(game, "sweep", "delhi>punjab 1T 2S; up")
    assert here(game, "punjab")["troops"] == 1
    assert here(game, "punjab")["sepoys"] == 3
    assert understood.clauses == ("delhi>punjab 1T 2S", "up")


def test_a_sweep_order_may_move_cubes_from_two_spaces_into_one() -> None:
    game = raj_game()
    order(game, "sweep", "Delhi > Punjab T, rajputana > punjab 1s")
    assert here(game, "punjab")["troops"] == 2
    assert here(game, "punjab")["sepoys"] == 2


def test_an_order_may_put_a_special_activity_after_its_spaces() -> None:
    game = raj_game()
    understood = order(game, "sweep", "delhi>punjab 2T; govern delhi: imperialism 1")
    assert "special:govern" in understood.keys
    assert here(game, "delhi")["level"] == "passive_support"


def test_a_civil_disobedience_order_may_move_an_activist_onto_a_railway() -> None:
    game = game_at(
        {"bihar": {"congress": 2}, "united_provinces": {"congress": 3}, "delhi": {"gandhi": True}},
        "congress",
        restraint=2,
    )
    order(game, "civil_disobedience", "bihar, up > allahabad-calcutta 1; satyagraha delhi: place")
    assert here(game, "allahabad_calcutta")["congress"] == 1
    assert here(game, "bihar")["protest"]
    assert here(game, "delhi")["congress"] == 1


def test_a_march_order_may_have_several_destinations() -> None:
    game = game_at({"orissa": {"underground": 4}}, "revolutionaries", resources={"revolutionaries": 3})
    order(game, "march", "orissa>bihar 1U, orissa>up 2, orissa>cp")
    assert here(game, "bihar")["underground"] == 1
    assert here(game, "united_provinces")["underground"] == 2
    assert here(game, "central_provinces")["underground"] == 1


def test_a_deploy_order_places_the_listed_cubes() -> None:
    game = game_at({}, "raj", resources={"raj": 20}, restraint=2)
    order(game, "deploy", "delhi: 3T 2S; madras: 2S")
    assert here(game, "delhi") == {"troops": 3, "sepoys": 2}
    assert here(game, "madras") == {"sepoys": 2}


def test_a_number_answers_the_open_question() -> None:
    game = game_at({}, "congress", restraint=2)
    order(game, "rally", "bihar: 1; bombay")
    assert here(game, "bihar")["congress"] == 1


def test_a_misspelt_space_is_refused_with_a_suggestion() -> None:
    assert refused(raj_game(), "sweep", "pnujab") == "error.unknown_space_near"


def test_a_closed_space_is_refused_with_its_reason() -> None:
    assert refused(raj_game(), "sweep", "orissa") == "why.no_cubes_in_reach"


def test_a_closed_special_activity_is_refused() -> None:
    game = game_at({"bihar": {"congress": 1, "gandhi": True}}, "congress", restraint=2)
    assert refused(game, "rally", "bihar; negotiate bihar") == "why.no_space"


def test_an_operation_that_is_closed_is_refused() -> None:
    assert refused(game_at({}, "revolutionaries"), "march", "orissa>bihar") == "why.no_space"


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("2S", ("sepoys", 2)),
        ("t", ("troops", 0)),
        ("3", ("", 3)),
        ("u4", ("underground", 4)),
        ("2x", None),
        ("punjab", None),
    ],
)
def test_a_count_in_an_order_is_a_number_a_letter_or_both(word: str, count: tuple[str, int] | None) -> None:
    assert read_count(word) == count


# -- every Operation and every Special Activity -----------------------------------------------------------------


def check(position: Spaces, game: Game) -> None:
    """Return the effects of a line; only those that are named are compared."""
    for space, wanted in position.items():
        row = here(game, space)
        assert {name: row.get(name, 0) for name in wanted} == wanted, space


def played(game: Game, action: str, typed: str, language: str = "en") -> Game:
    """Return the game after an order and its Confirm, and one more for every die in it."""
    understood: Understood | None = understand(load_language(language), game, action, typed)
    while understood is not None:
        choose(game, *understood.keys)
        if not understood.ending:
            assert understood.rest
            assert words_of_rest(understood.rest) == ""
            return game
        seat = game.decision.seat if game.decision is not None else ""
        choose(game, understood.ending)
        goes_on = game.decision is not None and game.decision.seat == seat
        understood = go_on(game, understood.rest) if goes_on else None
    return game


def test_a_deploy_order_may_end_with_its_closing_step_and_a_special_activity() -> None:
    game = game_at({}, "raj", resources=RICH, out_of_play={"troops": 1, "sepoys": 3})
    played(game, "deploy", "delhi 3T 2S, madras: 2s; then 1T 1S; gov delhi: imp 1")
    check({"delhi": {"troops": 3, "sepoys": 2, "level": "passive_support"}, "madras": {"sepoys": 2}}, game)
    assert game.position()["out_of_play"].get("troops", 0) == 0


def test_a_deploy_order_may_name_the_space_that_cubes_come_from() -> None:
    game = game_at({"punjab": {"troops": 15}}, "raj", resources=RICH)
    played(game, "deploy", "punjab > karachi 2T, karachi 1S")
    check({"karachi": {"troops": 2, "sepoys": 1}, "punjab": {"troops": 13}}, game)


def test_a_garrison_order_moves_two_types_of_cube_out_of_one_space() -> None:
    game = game_at({"delhi": {"troops": 1, "sepoys": 3}, "punjab": {"sepoys": 1}}, "raj", resources=RICH)
    played(game, "garrison", "delhi > karachi 1T 2S; punj > lahore-delhi")
    check({"karachi": {"troops": 1, "sepoys": 2}, "lahore_delhi": {"sepoys": 1}, "delhi": {"sepoys": 1}}, game)


def test_a_sweep_order_without_counts_moves_all_cubes_that_may_leave() -> None:
    game = raj_game()
    played(game, "sweep", "delhi > punjab")
    check({"punjab": {"troops": 2, "sepoys": 4, "underground": 0, "active": 2}}, game)


def test_a_sweep_order_may_leave_sepoys_unpaid() -> None:
    game = game_at(
        {"delhi": {"troops": 1, "sepoys": 1}, "punjab": {"sepoys": 1, "underground": 3}}, "raj", resources=RICH
    )
    played(game, "sweep", "delhi > punjab 1T: no")
    check({"punjab": {"underground": 2, "active": 1}}, game)


def test_an_assault_order_may_say_who_is_removed_first_and_that_gandhi_is_arrested() -> None:
    spaces: Spaces = {
        "bihar": {"troops": 2, "congress": 2, "active": 1, "protest": True},
        "delhi": {"troops": 1, "congress": 2, "gandhi": True, "protest": True},
    }
    game = game_at(spaces, "raj", resources=RICH, restraint=3)
    played(game, "assault", "bihar: rev nonv; delhi: yes")
    check({"bihar": {"active": 0, "congress": 1}, "delhi": {"gandhi": False, "congress": 2}}, game)


def test_an_assault_order_under_lord_wavell_may_begin_with_a_sweep() -> None:
    game = game_at(
        {"punjab": {"troops": 1, "active": 3}, "delhi": {"troops": 2}}, "raj", resources=RICH, viceroy="wavell"
    )
    played(game, "assault", "sweep delhi > punjab 2T")
    check({"punjab": {"troops": 3, "active": 0}}, game)


def test_a_sweep_order_may_contain_a_treaty_before_or_after_its_spaces() -> None:
    spaces: Spaces = {"mysore": {"sepoys": 1, "active": 2}, "delhi": {"troops": 1}, "madras_presidency": {"sepoys": 2}}
    game = game_at(spaces, "raj", resources=RICH)
    played(game, "sweep", "treaty mysore: remove; delhi > punjab")
    check({"mysore": {"active": 1}, "punjab": {"troops": 1}}, game)
    game = game_at(spaces, "raj", resources=RICH)
    played(game, "sweep", "delhi > punjab; treaty madras presidency > mysore 1S")
    check({"mysore": {"sepoys": 2}, "punjab": {"troops": 1}}, game)


def test_an_order_about_a_treaty_names_where_its_sepoys_come_from() -> None:
    """The origin counted as the next State: no Sepoys came, and the error was that they had not moved."""
    states: Spaces = {"mysore": {}, "rajputana": {"sepoys": 1, "active": 1}}
    origins: Spaces = {"delhi": {"troops": 1}, "madras_presidency": {"sepoys": 2}, "bombay_presidency": {"sepoys": 2}}
    game = game_at({**states, **origins}, "raj", resources=RICH)
    choose(game, "sweep", "special:treaty")
    assert game.decision is not None
    assert game.decision.kind == "treaty.space"
    understood = understand(load_language("en"), game, "treaty", "madras presidency > mysore 1S")
    choose(game, *understood.keys)
    check({"mysore": {"sepoys": 1}, "madras_presidency": {"sepoys": 1}, "bombay_presidency": {"sepoys": 2}}, game)


def test_a_govern_order_may_name_two_spaces() -> None:
    spaces: Spaces = {
        "delhi": {"troops": 1},
        "punjab": {"sepoys": 2, "active": 1},
        "bihar": {"sepoys": 1, "protest": True},
    }
    for line in (
        "delhi > punjab; gov bihar: protest, punjab: a",
        "delhi > punjab; govern bihar: protest; govern punjab: remove",
    ):
        game = game_at(spaces, "raj", resources=RICH)
        played(game, "sweep", line)
        check({"bihar": {"protest": False}, "punjab": {"active": 0, "troops": 1}}, game)


def test_a_martial_law_order_says_whose_activists_go() -> None:
    spaces: Spaces = {"delhi": {"troops": 1}, "punjab": {"sepoys": 2, "congress": 2, "league": 2, "protest": True}}
    game = game_at(spaces, "raj", resources=RICH)
    played(game, "sweep", "martial law punjab: 1C 1L; delhi > punjab")
    check({"punjab": {"congress": 1, "league": 1, "troops": 1, "protest": False, "unrest": 1}}, game)


def test_a_rally_order_of_congress_may_take_an_activist_from_out_of_play() -> None:
    spaces: Spaces = {"bihar": {"congress": 1, "gandhi": True}}
    game = game_at(spaces, "congress", restraint=3, out_of_play={"congress": 2})
    played(game, "rally", "bihar 1, bombay; madras pres: 0; satya up; then C")
    check({"bihar": {"congress": 2}, "bombay": {"congress": 1}, "united_provinces": {"gandhi": True}}, game)
    assert game.position()["out_of_play"] == {"congress": 1}


def test_a_rally_order_may_release_from_jail_and_contain_a_special_activity() -> None:
    spaces: Spaces = {"bihar": {"congress": 1, "protest": True, "sepoys": 1}, "delhi": {"gandhi": True}}
    game = game_at(spaces, "congress", restraint=3, jail={"congress": 2}, seed=seed_rolling(6))
    played(game, "rally", "bombay; then release; persuade bihar: S")
    check({"bihar": {"sepoys": 0}, "bombay": {"congress": 1}}, game)
    assert game.position()["jail"]["congress"] == 0


@pytest.mark.parametrize(
    ("word", "piece"), [("B", "revolutionary_bases"), ("1RB", "revolutionary_bases"), ("S", "sepoys")]
)
def test_the_letter_b_in_an_order_means_the_kind_of_base_that_is_there(word: str, piece: str) -> None:
    spaces: Spaces = {"bihar": {"congress": 1, "protest": True, "sepoys": 1, "revolutionary_bases": 1}}
    game = game_at(spaces, "congress", restraint=3)
    played(game, "rally", f"bombay; persuade bihar: {word}")
    check({"bihar": {"sepoys": 1, "revolutionary_bases": 1, piece: 0}}, game)


def test_a_demonstrate_order_may_bring_an_escort_and_a_protest() -> None:
    spaces: Spaces = {"bihar": {"congress": 3, "league": 2}, "delhi": {"gandhi": True}}
    game = game_at(spaces, "congress", restraint=3, unity=2)
    played(game, "demonstrate", "bihar > up 2C 1L")
    check({"united_provinces": {"congress": 2, "league": 1, "protest": True}}, game)


def test_a_demonstrate_order_may_decline_a_protest() -> None:
    game = game_at({"bihar": {"congress": 3}, "delhi": {"gandhi": True}}, "congress", restraint=3)
    played(game, "demonstrate", "bihar > up 1: no; bihar > west bengal")
    check(
        {"united_provinces": {"congress": 1, "protest": False}, "west_bengal": {"congress": 2, "protest": True}}, game
    )


def test_an_order_may_put_a_special_activity_between_the_moves_into_a_space() -> None:
    spaces: Spaces = {
        "bihar": {"league": 3, "protest": True},
        "west_bengal": {"sepoys": 1},
        "east_bengal": {"league": 1},
    }
    game = game_at(spaces, "league", unity=3)
    played(game, "demonstrate", "bihar > west bengal 2; infiltrate west bengal: S; west bengal")
    check({"west_bengal": {"league": 3, "sepoys": 0, "protest": True}}, game)


def test_a_civil_disobedience_order_may_name_railways_and_satyagraha() -> None:
    spaces: Spaces = {"bihar": {"congress": 2}, "united_provinces": {"congress": 3}, "delhi": {"gandhi": True}}
    game = game_at(spaces, "congress", restraint=2)
    played(game, "civil_disobedience", "bihar, up > allahabad-calcutta 1, up > delhi-allahabad 1; sat delhi: place")
    check({"allahabad_calcutta": {"congress": 1}, "delhi_allahabad": {"congress": 1}, "delhi": {"congress": 1}}, game)


def test_a_non_cooperation_order_may_contain_persuade() -> None:
    spaces: Spaces = {
        "bihar": {"congress": 2, "protest": True, "sepoys": 1},
        "bombay": {"congress": 1, "protest": True},
    }
    game = game_at(spaces, "congress", restraint=3)
    played(game, "non_cooperation", "bihar, bombay; pers bihar: S")
    check({"bihar": {"sepoys": 0, "level": "passive_opposition"}, "bombay": {"level": "passive_opposition"}}, game)


def test_a_negotiate_order_is_read_for_congress_and_for_the_league() -> None:
    game = game_at({"sind": {"congress": 1, "muslim_state": True}}, "congress", restraint=3)
    played(game, "rally", "negotiate sind: remove; up")
    check({"sind": {"muslim_state": False}}, game)
    game = game_at({"punjab": {"league": 3, "level": "passive_opposition"}}, "league", unity=2)
    played(game, "rally", "negotiate punjab: muslim state; sind")
    check({"punjab": {"muslim_state": True}, "sind": {"league": 1}}, game)


def test_a_rally_order_of_the_league_may_build_a_base() -> None:
    game = game_at({"punjab": {"league": 3}}, "league", unity=2)
    played(game, "rally", "punjab: b; sind; then no")
    check({"punjab": {"league": 1, "league_bases": 1}, "sind": {"league": 1}}, game)


def test_a_rally_line_may_place_a_base_and_leave_guerrillas_out_of_play() -> None:
    game = game_at(
        {"punjab": {"underground": 1, "active": 2}},
        "revolutionaries",
        unity=2,
        resources=RICH,
        out_of_play={"underground": 2},
    )
    played(game, "rally", "punjab: base 2; sind, bihar; then 0")
    check({"punjab": {"underground": 1, "active": 0, "revolutionary_bases": 1}, "bihar": {"underground": 1}}, game)
    assert game.position()["out_of_play"] == {"underground": 2}


def test_an_order_may_march_active_and_underground_guerrillas() -> None:
    spaces: Spaces = {"orissa": {"underground": 3, "active": 1}, "bihar": {"active": 2}}
    game = game_at(spaces, "revolutionaries", resources=RICH)
    played(game, "march", "orissa > bihar 1U 1A, orissa > up 2U; bih > west bengal 2")
    check({"bihar": {"underground": 1, "active": 1}, "united_provinces": {"underground": 2}}, game)
    check({"west_bengal": {"active": 2}}, game)


def test_an_attack_order_continues_after_its_dice() -> None:
    spaces: Spaces = {"punjab": {"underground": 6, "troops": 1, "sepoys": 1}, "sind": {"underground": 6, "sepoys": 2}}
    game = game_at(spaces, "revolutionaries", resources=RICH)
    played(game, "attack", "punjab: S T; sind: 2S")
    check({"punjab": {"troops": 0, "sepoys": 0, "active": 6}, "sind": {"sepoys": 0, "active": 6}}, game)


def test_an_unrest_order_may_contain_any_of_the_three_special_activities() -> None:
    spaces: Spaces = {"punjab": {"underground": 2, "troops": 1}, "sind": {"underground": 1, "sepoys": 1}}
    for line, wanted in (
        ("punjab, sind; assassinate punjab: T", {"punjab": {"troops": 0, "unrest": 1}}),
        ("aid punjab: earn; aid sind: earn; punjab", {"punjab": {"active": 2, "unrest": 1}, "sind": {"active": 1}}),
        ("punjab; infil sind: S", {"sind": {"sepoys": 0, "underground": 2}}),
    ):
        game = game_at(spaces, "revolutionaries", resources=RICH, restraint=2)
        played(game, "unrest", line)
        check(wanted, game)


def test_an_order_may_contain_a_transfer_or_a_removal() -> None:
    game = game_at({}, "raj", resources=RICH)
    played(game, "deploy", "delhi 2T; transfer give 3")
    assert game.position()["resources"] == {"raj": 17, "revolutionaries": 13}
    game = game_at({"bihar": {"congress": 3}}, "congress", restraint=2)
    played(game, "rally", "bombay; remove bihar: 2C")
    check({"bihar": {"congress": 1}, "bombay": {"congress": 1}}, game)


# -- as people write ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "delhi > punjab 1T 2S; up",
        "DELHI>PUNJAB 1t 2s ; United Provinces",
        "delhi 1T 2S > punj\nup",
        "delhi > punjab: 1T 2S; u.p.",
        "delhi > punjab 1 troop 2 sepoys; up".replace("1 troop 2 sepoys", "1troop 2sepoys"),
        "delhi > punjab t1 s2, up",
        "delhi＞punjab １T ２S；up",
        "delhi → punjab 1T 2S; up;",
        "delhi > punjab 1T 2S; :; up; >",
    ],
)
def test_an_order_may_be_written_in_many_ways(line: str) -> None:
    game = raj_game()
    order(game, "sweep", line)
    check({"punjab": {"troops": 1, "sepoys": 3}, "delhi": {"troops": 1, "sepoys": 1}}, game)


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_an_order_may_name_spaces_in_the_persons_language(code: str) -> None:
    language = load_language(code)
    delhi, punjab, provinces = (language.word(f"space.{space}") for space in ("delhi", "punjab", "united_provinces"))
    govern = language.word("action.govern")
    game = raj_game()
    played(game, "sweep", f"{delhi} > {punjab} 1T 2S; {provinces}; {govern} {delhi}: imperialism 1", code)
    check({"punjab": {"troops": 1, "sepoys": 3}, "delhi": {"level": "passive_support"}}, game)


@pytest.mark.parametrize(
    ("action", "line", "words"),
    [
        ("sweep", "dehli > punjab", "Did you mean Delhi?"),
        ("sweep", "delhi > punjab 3T", "Possible: 1, 2."),
        ("sweep", "delhi > punjab; govren delhi", "Did you mean Govern?"),
        ("sweep", "delhi > punjab; satyagraha delhi", "belongs to Congress"),
        ("sweep", "punjab: 7", "Possible: Delhi, Rajputana, Done."),
        ("sweep", "karachi-lahore", "is a Railway (3.2.3)"),
        ("sweep", "sind > punjab", "no cubes to use (3.2.3)"),
        ("sweep", "madras > punjab", "Possible: Delhi, Rajputana, Done."),
        ("sweep", "delhi > ", "does not fit here"),
        ("sweep", "delhi > punjab > sind", "does not fit here"),
        ("sweep", "delhi > punjab 1T; govern delhi: protest", "is not a possible answer"),
        ("sweep", "delhi > punjab; then 1T", "does not fit here"),
        ("sweep", "central > punjab", "please type more of the name"),
        ("deploy", "delhi 7T", "Possible: 1, 2, 3, 4, 5, 6."),
        ("deploy", "delhi 1C", "is not a possible answer"),
        ("march", "punjab > sind", "is not a possible answer"),
        ("march", "punjab > sind", "Possible, for example: Deploy, "),
    ],
)
def test_an_error_in_an_order_names_its_cause_or_the_possible_values(action: str, line: str, words: str) -> None:
    game = raj_game()
    before = game.digest()
    with pytest.raises(BadInput) as error:
        understand(ENGLISH, game, action, line)
    assert words in ENGLISH.say(error.value.text)
    assert game.digest() == before


def test_an_order_asks_for_missing_answers_and_keeps_its_rest() -> None:
    game = game_at({}, "raj", resources=RICH)
    understood = order(game, "deploy", "delhi; madras 2T")
    assert not understood.ending
    assert words_of_rest(understood.rest) == "madras 2T"
    choose(game, "troops", "2", "done")
    further = go_on(game, understood.rest)
    assert further is not None
    choose(game, *further.keys)
    check({"delhi": {"troops": 2}, "madras": {"troops": 2}}, game)
    assert further.ending


def test_the_rest_of_an_order_can_be_stored_and_read_again() -> None:
    game = game_at({}, "raj", resources=RICH)
    rest = understand(ENGLISH, game, "deploy", "delhi; madras 2T").rest
    kept = RestOfOrder.read(rest)
    assert kept is not None
    assert kept.store() == rest
    assert RestOfOrder.read("{}") is None


# -- the page about them -----------------------------------------------------------------------------------------


def examples() -> list[tuple[str, str]]:
    """Return the orders that the page shows: command and line."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "orders.md").read_text(encoding="utf-8")
    return re.findall(r"^/([a-z-]+) orders: (.+)$", page, re.MULTILINE)


EXAMPLES: dict[str, Callable[[], Game]] = {
    "sweep": raj_game,
    "civil-disobedience": lambda: game_at(
        {"bihar": {"congress": 2}, "united_provinces": {"congress": 3}, "bombay": {"congress": 1, "gandhi": True}},
        "congress",
        restraint=3,
    ),
    "march": lambda: game_at({"orissa": {"underground": 4}}, "revolutionaries", resources=RICH),
    "deploy": lambda: game_at({}, "raj", resources=RICH, out_of_play={"troops": 1, "sepoys": 2}),
    "rally": lambda: game_at({"bihar": {"congress": 1}}, "congress", restraint=2, out_of_play={"congress": 1}),
    "attack": lambda: game_at(
        {"punjab": {"underground": 6, "troops": 1, "sepoys": 1}, "sind": {"underground": 6, "sepoys": 2}},
        "revolutionaries",
        resources=RICH,
    ),
}


@pytest.mark.parametrize(("command", "line"), examples())
def test_every_example_order_on_the_page_can_be_played(command: str, line: str) -> None:
    game = EXAMPLES[command]()
    number = game.step_number
    played(game, command.replace("-", "_"), line)
    assert game.step_number > number


def test_the_page_of_orders_has_an_example_for_each_of_six_commands() -> None:
    assert len(examples()) >= len(EXAMPLES)
    assert {command for command, _ in examples()} == EXAMPLES.keys()


# -- Events ------------------------------------------------------------------------------------------------

BIHAR_AND_BOMBAY = {
    "bihar": {"troops": 2, "congress": 1, "sepoys": 1},
    "bombay_presidency": {"congress": 1, "league": 1},
    "united_provinces": {"sepoys": 2, "underground": 1},
    "madras": {"sepoys": 1, "underground": 1},
}


def event_game(card: int, seat: str, spaces: Spaces | None = None) -> Game:
    """Return a seat that must execute the Event of a card."""
    return game_at(spaces or BIHAR_AND_BOMBAY, seat, "event", card=card, resources=RICH)


def test_an_event_order_stops_at_an_open_question_and_keeps_its_rest() -> None:
    game = event_game(58, "revolutionaries")
    understood = order(game, "event:shaded", "bihar; bombay presidency")
    assert (asked(game), understood.ending) == ("revolutionaries event.by", "")
    assert words_of_rest(understood.rest) == "bombay presidency"
    game.choose("congress")
    further = go_on(game, understood.rest)
    assert further is not None
    assert further.keys == ("bombay_presidency",)


def test_a_refused_event_order_names_the_open_question() -> None:
    game = event_game(58, "revolutionaries")
    with pytest.raises(BadInput) as error:
        understand(ENGLISH, game, "event:shaded", "bihar S; bombay presidency")
    assert error.value.text.key == "error.order_not_possible"
    assert error.value.text.params["question"].key == "ask.event.by"
    with pytest.raises(BadInput) as error:
        understand(ENGLISH, game, "event:shaded", "bihar L; bihar L")
    assert error.value.text.params["place"] == [name_key("bihar")]


def test_an_event_order_may_name_a_marker_before_its_space() -> None:
    game = event_game(4, "congress")
    order(game, "event:shaded", "united prov 1C; no; unrest madras; unrest bihar")
    assert here(game, "united_provinces")["congress"] == 1
    assert here(game, "madras") == {"sepoys": 1, "underground": 1, "unrest": 1}


def test_an_event_order_without_a_count_places_as_many_pieces_as_possible() -> None:
    """1.4.1 The button to remove own pieces beside the numbers does not count as a number."""
    game = event_game(4, "congress")
    understood = order(game, "event:shaded", "united prov L")
    assert understood.keys[-1] == "4"


def test_unknown_words_in_an_order_are_refused() -> None:
    game = game_at({"bihar": {"sepoys": 1}}, "raj", resources=RICH, out_of_play={"troops": 1, "sepoys": 1})
    assert refused(game, "deploy", "delhi 1T; then hello 1T") == "error.order_not_possible"
    game = game_at({"bihar": {"congress": 2}, "sind": {"congress": 1}}, "congress")
    assert refused(game, "rally", "bihar 1; bihar 1 1") == "error.order_not_possible"
