"""``gandhi simulate``: games of Arjuna alone, the same for the same seed, with records that verify."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from bot.cli import main
from bot.console.simulate import Summary, play_game, play_games, read_players, summarise, tell_share
from bot.errors import SettingsError
from bot.games.frontend import front_of
from bot.games.gandhi.front import FRONT
from engine.core.text import Text
from engine.gandhi.arjuna.thoughts import Explanation, Thought
from engine.gandhi.ids import SEATS


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes() -> None:
    assert play_games("short", 3, "a", 1) == play_games("short", 3, "a", 2)
    assert play_games("short", 3, "a", 1) != play_games("short", 3, "b", 1)


def test_a_summary_counts_each_game_once() -> None:
    played = play_games("short", 4, "a", 1)
    summary = summarise("short", "a", played)
    assert sum(summary.wins.values()) == pytest.approx(1)
    assert sum(summary.lengths.values()) == pytest.approx(1)
    assert summary.wins[played[0].winner] >= 1 / 4
    assert sum(summary.sides.values()) == sum(sum(one.sides.values()) for one in played) > 0


def test_the_card_side_that_led_a_turn_is_the_last_one_drawn() -> None:
    def turn(*thoughts: tuple[str, str]) -> Explanation:
        had = tuple(Thought("card", Text(f"arjuna.{key}", {"letter": letter})) for key, letter in thoughts)
        return Explanation("raj", 1, "turn", had, ())

    turns = [turn(("card", "A"), ("card", "B"), ("flip", "BB")), turn(), turn(("card", "C"))]
    assert [FRONT.score.figures.name_lead(one) for one in turns] == ["BB", "", "C"]


def test_records_of_simulated_games_can_be_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    arguments = ["--games", "2", "--scenario", "short", "--jobs", "1", "--json", "--records", str(folder)]
    assert main(["simulate", *arguments]) == 0
    [summary] = msgspec.convert(json.loads(capsys.readouterr().out), list[Summary], strict=False)
    assert (summary.scenario, summary.games) == ("short", 2)
    files = sorted(folder.iterdir())
    assert len(files) == 2
    for path in files:
        assert main(["replay", "--verify", str(path)]) == 0
    assert capsys.readouterr().out.count("Every step, die and card is as recorded.") == len(files)


def test_the_printed_summary_has_a_line_for_every_faction(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--scenario", "main", "--jobs", "1", "--seed", "words"]) == 0
    words = capsys.readouterr().out
    assert words.startswith("1 main games (seed words)")
    assert len([line for line in words.splitlines() if "%" in line]) == len(SEATS) + 1


def test_wrong_numbers_and_folders_are_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--games", "0"])
    errors = capsys.readouterr().err
    assert "'0' is not a number from 1" in errors
    assert len(errors.splitlines()) == 1
    (tmp_path / "file").touch()
    assert main(["simulate", "--games", "1", "--records", str(tmp_path / "file")]) == 2
    errors = capsys.readouterr().err
    assert "cannot be a folder for records" in errors
    assert len(errors.splitlines()) == 1


@pytest.mark.whole_game
def test_a_searching_player_may_take_a_seat() -> None:
    players = read_players("short", "arjuna,search,arjuna,arjuna", 1)
    assert players.seat(FRONT) == {**dict.fromkeys(SEATS, "arjuna"), "congress": "chanakya"}
    played = play_game("short", "a", 0, None, players)
    assert played.winner in SEATS
    assert play_game("short", "a", 0, None, players) == played


def test_a_strong_automatic_player_may_take_one_of_several_seats() -> None:
    """Its seat has the same name as others; the name at the table says which one searches."""
    players = read_players("basic", "search,arjuna", 1)
    assert set(players.seat(front_of("rajas")).values()) == {"birbal"}
    others = read_players("basic", "arjuna,arjuna", 1)
    assert play_game("basic", "a", 0, None, players) != play_game("basic", "a", 0, None, others)


@pytest.mark.parametrize("words", ["search", "search,arjuna", "search,arjuna,arjuna,nobody", "5"])
def test_unknown_players_or_a_wrong_number_of_players_are_refused(words: str) -> None:
    with pytest.raises(SettingsError):
        read_players("short", words, 1)


def test_a_share_of_games_is_written_with_its_confidence_interval() -> None:
    assert tell_share(0.5, 100) == "50% (40% to 60%)"
    assert tell_share(1.0, 1) == "100% (21% to 100%)"
