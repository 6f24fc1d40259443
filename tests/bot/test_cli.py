"""The command line: what it makes, and what it says in one sentence when something is wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import build_parser, main
from bot.console.settings import read_settings
from bot.errors import SettingsError
from bot.games.gandhi.checking import check_data
from bot.language import load_language
from engine import Game
from engine.core.record import read_record, write_record


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command, and return its exit code, output and errors."""
    try:
        code = main(list(arguments))
    except SystemExit as error:
        code = int(error.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def fails(capsys: pytest.CaptureFixture[str], words: str, *arguments: str) -> None:
    """Check that a command ends with exit code 2 and one sentence that has these words."""
    code, _, errors = run(capsys, *arguments)
    assert code == 2
    assert words in errors
    assert "Traceback" not in errors
    assert len(errors.strip().splitlines()) == 1


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the record of a whole random game."""
    chance = random.Random(5)
    game = Game.new(scenario="short", seed=b"r" * 32)
    while game.decision is not None:
        game.choose(chance.choice(game.decision.options).key)
    path = tmp_path / "game.gandhi.jsonl"
    path.write_bytes(write_record(game.record()))
    return path


@pytest.mark.parametrize("arguments", [["render", "--scenario", "short"], ["render", "--scenario", "main"]])
def test_a_scenario_becomes_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: Sequence[str]
) -> None:
    target = tmp_path / "map.png"
    code, words, _ = run(capsys, *arguments, "-o", str(target))
    assert code == 0
    assert "map.png" in words
    with Image.open(target) as image:
        assert image.format == "PNG"
        assert image.width >= 1000


def test_a_position_becomes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"spaces": {"bihar": {"gandhi": True, "congress": 2}}}), encoding="utf-8")
    target = tmp_path / "map.webp"
    code, _, _ = run(capsys, "render", "--position", str(position), "-o", str(target))
    assert code == 0
    with Image.open(target) as image:
        assert image.format == "WEBP"


def test_a_picture_is_in_the_language_asked_for_and_its_words_are_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "map.png"
    code, words, _ = run(capsys, "render", "--scenario", "short", "--language", "it", "-o", str(target))
    assert code == 0
    assert "Delhi: Supporto Attivo, Controllo del Raj, 1 Truppa, 5 Sepoy" in words
    english = tmp_path / "english.png"
    run(capsys, "render", "--scenario", "short", "-o", str(english))
    assert target.read_bytes() != english.read_bytes()


def test_a_panel_of_a_position_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = '{"turn": {"seat": "raj", "may": "any"}, "spaces": {"delhi": {"troops": 2}}}'
    path = tmp_path / "position.json"
    path.write_text(line, encoding="utf-8")
    code, words, _ = run(capsys, "show", "panel", "--position", str(path))
    assert code == 0
    assert words.startswith("Raj · ")
    assert "[Deploy] [Garrison] [Sweep] [Assault]" in words
    assert run(capsys, "show", "panel", "--position", line) == (0, words, "")
    italian = run(capsys, "show", "panel", "--position", line, "--seat", "raj", "--language", "it", "--keys", "sweep")[
        1
    ]
    assert "Sweep" not in italian
    assert "Delhi" in italian
    waiting = run(capsys, "show", "panel", "--position", line, "--seat", "congress")[1]
    assert "[Deploy]" not in waiting
    assert "Raj" in waiting
    fails(capsys, "There is no seat 'lotus'", "show", "panel", "--position", line, "--seat", "lotus")
    fails(capsys, "is not JSON", "show", "panel", "--position", "{")
    fails(capsys, "name a record", "show", "message", "--position", line)


def test_a_panel_and_the_message_of_a_recorded_step_are_printed(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    game = Game.load(read_record(record.read_bytes()))
    step = next(number for number, step in enumerate(game.steps) if step.keys == ("pass",))
    seat, at = game.steps[step].label.seat, ("--position", str(record), "--turn", str(step))
    panel = run(capsys, "show", "panel", *at)[1]
    assert panel.startswith(load_language("en", "gandhi").word(f"seat.{seat}"))
    assert "Confirm: Pass" in panel
    assert "pass" in run(capsys, "show", "message", *at)[1].splitlines()[0].lower()
    assert "The game is over" in run(capsys, "show", "panel", "--position", str(record))[1]
    fails(capsys, "no step 9999", "show", "panel", *at[:2], "--turn", "9999")


def test_a_log_is_in_the_language_asked_for(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, words, _ = run(capsys, "replay", str(record), "--log", "--language", "es")
    assert code == 0
    assert "Congreso" in words


def test_a_step_of_a_record_becomes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path) -> None:
    target = tmp_path / "map.jpg"
    code, _, _ = run(capsys, "render", "--record", str(record), "--turn", "3", "-o", str(target))
    assert code == 0
    assert target.stat().st_size > 1000
    fails(capsys, "no step 9999", "render", "--record", str(record), "--turn", "9999", "-o", str(target))


def test_a_record_is_replayed_described_and_verified(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, words, _ = run(capsys, "replay", str(record), "--verify", "--log")
    assert code == 0
    assert "Every step, die and card is as recorded" in words
    assert "1. " in words
    assert "**" not in words


def test_verification_detects_a_changed_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[2])
    line["digest"] = "0" * 16
    lines[2] = json.dumps(line)
    record.write_text("\n".join(lines), encoding="utf-8")
    fails(capsys, "differs from the record", "replay", str(record), "--verify")


def test_check_data_finds_no_fault_in_the_shipped_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_data()[0] == []
    code, words, _ = run(capsys, "check-data")
    assert code == 0
    assert "25 spaces" in words


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is not JSON"),
        ("[]", "position"),
        ('{"spaces": {"atlantis": {}}}', "atlantis"),
        ('{"spaces": {"punjab": {"troops": 99}}}', "Troops"),
        ('{"spaces": {"punjab": {"troops": "many"}}}', "troops"),
        ('{"restraint": 9}', "restraint"),
        ('{"colour": "red"}', "colour"),
    ],
)
def test_a_broken_position_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, words: str
) -> None:
    position = tmp_path / "position.json"
    position.write_text(content, encoding="utf-8")
    fails(capsys, words, "render", "--position", str(position), "-o", str(tmp_path / "map.png"))
    assert not (tmp_path / "map.png").exists()


def test_wrong_commands_are_refused_in_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fails(capsys, "required")
    fails(capsys, "invalid choice", "conquer")
    fails(capsys, "not a port number", "play", "--port", "99999")
    fails(capsys, "no scenario called", "render", "--scenario", "long", "-o", str(tmp_path / "a.png"))
    fails(capsys, "should end in", "render", "--scenario", "short", "-o", str(tmp_path / "a.gif"))
    fails(capsys, "--turn goes with", "render", "--scenario", "short", "--turn", "1", "-o", str(tmp_path / "a.png"))
    fails(capsys, "no theme", "render", "--scenario", "short", "--theme", "loud", "-o", str(tmp_path / "a.png"))
    fails(capsys, "no layout", "render", "--scenario", "short", "--layout", "moon", "-o", str(tmp_path / "a.png"))
    fails(capsys, "invalid choice: 'tlh'", "render", "--scenario", "short", "--language", "tlh", "-o", "a.png")
    fails(capsys, "cannot be read", "replay", str(tmp_path / "nowhere"))
    fails(capsys, "cannot be written", "render", "--scenario", "short", "-o", str(tmp_path / "no" / "a.png"))


def test_a_file_that_is_not_a_record_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    fails(capsys, "empty", "replay", str(empty))
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(256)))
    fails(capsys, "Line 1", "replay", str(noise))


def test_the_bot_needs_a_token(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.delenv("DISCORD_TOKEN_FILE", raising=False)
    fails(capsys, "No token found", "bot")


def test_the_token_can_be_read_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text("abc.def\n", encoding="utf-8")
    assert read_settings({"DISCORD_TOKEN_FILE": str(secret)}).token == "abc.def"  # noqa: S105
    assert read_settings({"DISCORD_TOKEN": "x", "GANDHI_DATABASE": "sqlite:///y"}).database == "sqlite:///y"
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings({"DISCORD_TOKEN_FILE": str(tmp_path / "nowhere")})
    secret.write_text("", encoding="utf-8")
    with pytest.raises(SettingsError, match="is empty"):
        read_settings({"DISCORD_TOKEN_FILE": str(secret)})


@pytest.mark.parametrize("command", ["play", "bot"])
def test_an_unusable_database_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a token")
    not_a_folder = tmp_path / "file"
    not_a_folder.write_bytes(b"")
    fails(capsys, "cannot be made", command, "--database", f"sqlite:///{not_a_folder}/games.sqlite3")
    not_a_database = tmp_path / "text"
    not_a_database.write_text("This is no database, and it is long enough to be sure of that." * 40, encoding="utf-8")
    fails(capsys, "is not a database", command, "--database", f"sqlite:///{not_a_database}")
    fails(capsys, "not supported", command, "--database", "oracle://here/games")


def test_the_help_of_the_program_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, words, _ = run(capsys, "--help")
    assert code == 0
    (commands,) = (action.choices for action in build_parser()._actions if isinstance(action.choices, dict))
    assert {"play", "bot", "doctor", "tables", "replay", "check-data"} <= commands.keys()
    for command in commands:
        assert f"\n    {command}" in words
        assert run(capsys, command, "--help")[0] == 0
