"""5.0 The data of the cards is whole, and an owner's corrections are used or refused with file, card and field."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import types
import typing
from pathlib import Path

import pytest

from bot.games.gandhi.checking import check_scenarios
from engine import Game
from engine.core.data import replace_rows
from engine.core.errors import BadData, BadPosition
from engine.gandhi.board import BOARD, build_board, read_data
from engine.gandhi.check import (
    AMOUNT_FIELDS,
    ANY_WORDS,
    PHRASE_FIELDS,
    WORDS,
    check_by_playing,
    check_data,
    check_events,
)
from engine.gandhi.events import data as event_data
from engine.gandhi.events.data import EVENTS, convert_events, read_events
from engine.gandhi.schema import CardsFile
from engine.gandhi.setup import SCENARIOS, find_impossible, lay_out, read_scenarios

ROOT = Path(__file__).resolve().parent.parent.parent

CARD = """
[[event]]
number = 35
[event.unshaded]
text = "Place up to 4 cubes in Punjab."
steps = [{ do = "spaces", exactly = 1, where = "punjab", steps = [{ do = "place", pieces = ["cubes"], up_to = 4 }] }]
[event.shaded]
text = "Shift Restraint -1."
steps = [{ do = "track", track = "restraint", by = -1 }]
"""
SHADED = 'steps = [{ do = "track", track = "restraint", by = -1 }]'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of an owner's data files, named by GANDHI_DATA."""
    monkeypatch.setenv("GANDHI_DATA", str(tmp_path))
    return tmp_path


def faults_of(card: str) -> list[str]:
    """Return what is said about a file that holds only this card."""
    events, faults = convert_events(tomllib.loads(card))
    return faults + check_events(events, "events.toml")


def test_the_shipped_data_has_no_fault() -> None:
    """5.0: all 72 Events are there, both sides with steps and our own short text."""
    assert check_data() == []
    assert list(EVENTS) == list(BOARD.events)


def test_every_field_of_a_step_that_holds_words_is_checked() -> None:
    """Every field of a step that holds words has its list of words, or is known to be free."""
    for kind in typing.get_args(event_data.EventStep):
        for field, hint in typing.get_type_hints(kind, vars(event_data)).items():
            holds_words = hint in (str, tuple[str, ...], dict[str, str]) and field not in PHRASE_FIELDS
            assert holds_words == ((kind, field) in {*WORDS, *ANY_WORDS}), f"{kind.__name__}.{field}"
            is_amount = isinstance(hint, types.UnionType) and str in typing.get_args(hint)
            assert not is_amount or field in AMOUNT_FIELDS


def test_the_check_finds_no_fault_in_a_valid_card() -> None:
    """The card that the faults below are put into has none itself."""
    assert faults_of(CARD) == []


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ('"spaces", every = true, where = "not city or musslim"', "spaces, where: unknown condition 'musslim'."),
        ('"spaces", every = true, where = "next to city"', "spaces, where: unknown condition 'city'."),
        ('"spaces", every = true, where = "city or"', "spaces, where: something is missing in 'city or'."),
        (
            '"spaces", every = true, non_player_where = { raj = "base" }',
            "spaces, non_player_where: unknown condition 'base'.",
        ),
        (
            '"spaces", every = true, non_player_where = { india = "" }',
            "spaces, non_player_where: unknown seat 'india'.",
        ),
        (
            '"remove", pieces = ["sepoys"], up_to = 4, among_selected = true',
            "remove, among_selected: no step before it selects a space.",
        ),
        (
            '"spaces", exactly = 1, next_to_selected = true',
            "spaces, among_selected: no step before it selects a space.",
        ),
        ('"place", up_to = 1, pieces = ["troop"]', "place, pieces: unknown piece 'troop'."),
        ('"place", up_to = 1, pieces = ["protests"]', "place, pieces: unknown piece 'protests'."),
        ('"place", up_to = 1, pieces = ["cubes", "unrest"]', "place, pieces: there must be either pieces or markers."),
        ('"remove", up_to = 1, pieces = ["strikes"]', "remove, pieces: unknown piece 'strikes'."),
        ('"place", pieces = ["cubes"], exactly = "3*dice"', "place, exactly: unknown amount '3*dice'."),
        ('"place", pieces = ["cubes"], up_to = "x*die"', "place, up_to: unknown amount 'x*die'."),
        ('"place", pieces = ["cubes"], up_to = 0', "place, up_to: unknown amount '0'."),
        ('"place", pieces = ["cubes"], up_to = "lost"', "place, up_to: unknown amount 'lost'."),
        (
            '"place", pieces = ["cubes"], up_to = "2*sepoys-1"',
            "place, up_to: 'sepoys' counts what is in a selected space, and there is none.",
        ),
        (
            '"place", pieces = ["cubes"], up_to = 3, limits = { each_of = 2 }',
            "place, limits: 'each_of' means nothing here.",
        ),
        ('"resources", seat = "congress", gain = 2', "resources, seat: unknown seat 'congress'."),
        ('"eligibility", stays = true, seats = ["india"]', "eligibility, seats: unknown seat 'india'."),
        (
            '"spaces", every = true, steps = [{ do = "set_level", level = "support" }]',
            "set_level, level: unknown level 'support'.",
        ),
        (
            '"set_level", level = "neutral"',
            "set_level, must stand within a `spaces` step: it needs a selected space.",
        ),
        (
            '"spaces", every = true, steps = [{ do = "shift", levels = 0, toward = "neutral" }]',
            "shift, levels: there must be one or more.",
        ),
        ('"track", track = "unity", to = 6', "track, to: there must be a value from 1 to 5."),
        (
            '"choose", options = [{ called = "a", steps = [] }, { called = "a", steps = [] }]',
            "choose, options: there must be at least two, each called by its own word.",
        ),
        (
            '"choose", non_players = { raj = "c" }, options = [{ called = "a", steps = [] }, '
            '{ called = "b", steps = [] }]',
            "choose, non_players: unknown alternative 'c'.",
        ),
        ('"remove", every = true, pieces = ["gandhi"]', "remove, pieces: Gandhi can only be arrested (1.4.5)."),
        (
            '"remove", exactly = 2, pieces = ["cubes"], boxes = ["jail"]',
            "remove, boxes: pieces leave Available and Jail only to go Out of Play.",
        ),
        (
            '"remove", exactly = 2, pieces = ["cubes"], first_to_available = 1',
            "remove, first_to_available: only when the others go Out of Play.",
        ),
    ],
)
def test_a_fault_in_a_step_names_card_side_and_field(step: str, fault: str) -> None:
    """Each fault is one message with file, card, side, step and field."""
    faults = faults_of(CARD.replace(SHADED, f"steps = [{{ do = {step} }}]"))
    assert faults == [f"events.toml, card 35, shaded: step {fault}"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (SHADED, "steps = []", "shaded: there are no steps."),
        ("Shift Restraint -1.", " ", "shaded: the text is empty."),
        ("Shift Restraint -1.", "x" * 221, "shaded: the text has 221 characters, and 220 are allowed."),
        ("number = 35", 'number = 35\nnever = ["india"]', "never: unknown seat 'india'."),
        ("number = 35", 'number = 35\nhalo = { seats = ["india"] }', "halo: unknown seat 'india'."),
        (
            "number = 35",
            'number = 35\ncritical = { source = "guessed" }',
            "critical: source must be known or inferred, not 'guessed'.",
        ),
    ],
)
def test_a_fault_in_text_or_marks_names_its_card(old: str, new: str, fault: str) -> None:
    """Texts that are missing or too long, and marks of no one (8.8.1)."""
    assert faults_of(CARD.replace(old, new, 1)) == [f"events.toml, card 35, {fault}"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('track = "restraint"', 'trak = "restraint"', ("card 35", "trak", "shaded.steps")),
        ('do = "track"', 'do = "tracks"', ("card 35", "tracks", "shaded.steps")),
        ("by = -1", 'by = "one"', ("card 35", "shaded.steps", ".by")),
        ("[event.shaded]", "[event.other]", ("card 35", "other")),
        ("up_to = 4", "at_most = 4", ("card 35", "at_most", "unshaded.steps")),
        ("up_to = 4", "up_to = 4, exactly = 4", ("card 35", "exactly", "up_to", "unshaded.steps")),
        (", up_to = 4", "", ("card 35", "exactly", "up_to", "every", "unshaded.steps")),
        ("up_to = 4", "up_to = 4, limits = { bases = 0 }", ("card 35", "limit", "unshaded.steps")),
        ("by = -1", "by = -1, to = 3", ("card 35", "by", "to", "shaded.steps")),
        ("number = 35", "number = 73", ("card 73", "there is no Event of this number")),
        ("number = 35\n", "", ("card without a number", "number")),
    ],
)
def test_an_unreadable_card_is_refused_with_its_number_and_field(old: str, new: str, words: tuple[str, ...]) -> None:
    """What is no Event at all is refused with card and field."""
    with pytest.raises(BadPosition) as refusal:
        read_events(tomllib.loads(CARD.replace(old, new, 1)))
    assert all(word in str(refusal.value) for word in words)


def test_the_check_names_every_fault_of_an_event_side() -> None:
    """A side with several faults, in its text and in steps within steps, says each, and so does the other side."""
    steps = """[
        { do = "track", track = "restraint", by = "one" },
        { do = "spaces", exactly = 1, steps = [{ do = "shift", levels = "two", toward = "neutral", far = 1 }] },
        { do = "place", pieces = "cubes", up_to = 1, limits = { bases = "no" } },
        { do = "track", track = "restraint", by = 1, to = 3 },
    ]"""
    card = CARD.replace(SHADED, f"text = 3\nsteps = {steps}").replace('text = "Shift Restraint -1."\n', "")
    _, faults = convert_events(tomllib.loads(card.replace('text = "Place up to 4 cubes in Punjab."', "")))
    assert sorted(faults) == [
        "events.toml, card 35, shaded.steps.1.by: must be a whole number or nothing, not text.",
        "events.toml, card 35, shaded.steps.2.steps.1.far: there is no such field.",
        "events.toml, card 35, shaded.steps.2.steps.1.levels: must be a whole number, not text.",
        "events.toml, card 35, shaded.steps.3.limits.bases: must be a whole number, not text.",
        "events.toml, card 35, shaded.steps.3.pieces: must be a list, not text.",
        "events.toml, card 35, shaded.steps.4: must have either 'by' or 'to'.",
        "events.toml, card 35, shaded.text: must be text, not a whole number.",
        "events.toml, card 35, unshaded.text: is missing.",
    ]


@pytest.mark.parametrize(
    ("step", "idle"),
    [
        (
            '"spaces", every = true, where = "city without muslim and karachi", steps = [{ do = "shift", levels = 1, '
            'toward = "neutral" }]',
            "shift (1, in it 1)",
        ),
        ('"remove", pieces = ["sepoys"], up_to = 4, where = "city"', ""),
        ('"place", pieces = ["bases"], up_to = 1, where = "railway"', "place (1)"),
        ('"track", track = "unity", by = 0', "track (1)"),
        (
            '"spaces", exactly = 1, where = "railway", steps = [{ do = "set_level", level = "neutral" }]',
            "set_level (1, in it 1)",
        ),
    ],
)
def test_the_check_finds_a_step_of_an_event_that_cannot_have_an_effect(step: str, idle: str) -> None:
    """5.1.2: each side is played once on rich boards, and a step that does nothing there is reported."""
    events, faults = convert_events(tomllib.loads(CARD.replace(SHADED, f"steps = [{{ do = {step} }}]")))
    assert faults == []
    found = list(check_by_playing(events, "events.toml"))
    assert found == ([f"events.toml, card 35, shaded: step {idle} can never do anything."] if idle else [])


def test_a_data_file_with_one_card_replaces_that_card_only(folder: Path) -> None:
    """GANDHI_DATA: a file with one card replaces that card and leaves the other 71."""
    (folder / "events.toml").write_text(CARD, encoding="utf-8")
    events = read_events(read_data("events.toml"))
    assert len(events) == len(EVENTS)
    assert events[35].unshaded.text == "Place up to 4 cubes in Punjab."
    assert events[34] == EVENTS[34]
    assert check_data() == []


def test_a_data_file_may_replace_one_side_of_a_card(folder: Path) -> None:
    """GANDHI_DATA: one side of an Event replaces that side, and leaves the other side and the marks."""
    (folder / "events.toml").write_text("[[event]]\nnumber = 35\n" + CARD[CARD.index("[event.shaded]") :], "utf-8")
    event = read_events(read_data("events.toml"))[35]
    assert event.shaded.text == "Shift Restraint -1."
    assert (event.unshaded, event.critical, event.halo) == (EVENTS[35].unshaded, EVENTS[35].critical, EVENTS[35].halo)
    assert check_data() == []


def test_a_data_file_may_replace_the_faction_order_of_a_card(folder: Path) -> None:
    """GANDHI_DATA: the doubtful order of a card can be corrected, and must name each Faction once."""
    row = '[[event]]\nnumber = 36\ntitle = "Quit India"\norder = ["congress", "revolutionaries", "league", "raj"]\n'
    (folder / "cards.toml").write_text(row, encoding="utf-8")
    board = build_board(read_data("board.toml"), read_data("cards.toml"))
    assert board.events[36].order == ("congress", "revolutionaries", "league", "raj")
    assert board.events[35] == BOARD.events[35]
    (folder / "cards.toml").write_text(row.partition("order")[0] + 'order = "raj"', "utf-8")
    with pytest.raises(BadData) as refusal:
        read_data("cards.toml", CardsFile)
    assert refusal.value.faults == [f"{folder / 'cards.toml'}, card 36, order: must be a list, not text."]


def test_a_data_file_replaces_values_of_tables_and_rows_of_the_same_name() -> None:
    """GANDHI_DATA: a table value by value, a row by its number or id, any other list as a whole."""
    ours = {
        "tracks": {"left": 12, "boxes": [1, 1]},
        "row": [{"id": "a", "x": 1}, {"id": "b", "x": 2}],
        "list": [1, 2],
    }
    theirs = {"tracks": {"boxes": [2]}, "row": [{"id": "b", "x": 3}, {"id": "c", "x": 4}], "list": [3]}
    assert replace_rows(ours, theirs) == {
        "tracks": {"left": 12, "boxes": [2]},
        "row": [{"id": "a", "x": 1}, {"id": "b", "x": 3}, {"id": "c", "x": 4}],
        "list": [3],
    }


def test_a_file_that_is_not_toml_is_refused_with_path_and_line(folder: Path) -> None:
    """GANDHI_DATA: a file that cannot be parsed is refused with its path and the line."""
    (folder / "events.toml").write_text("[[event]]\nnumber = x\n", encoding="utf-8")
    with pytest.raises(BadPosition) as refusal:
        read_data("events.toml")
    assert str(folder / "events.toml") in str(refusal.value)
    assert "line 2" in str(refusal.value)


def test_a_missing_data_folder_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """GANDHI_DATA: a folder that does not exist is a mistake, not an empty folder."""
    monkeypatch.setenv("GANDHI_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(BadPosition, match="nowhere"):
        read_data("events.toml")


def start(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Return what a fresh start of the engine says with this folder."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "GANDHI_DATA": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_engine_starts_with_an_owners_card(tmp_path: Path) -> None:
    """GANDHI_DATA: the game itself plays with the owner's card."""
    (tmp_path / "events.toml").write_text(CARD, encoding="utf-8")
    run = start(tmp_path, "import engine; from engine.gandhi.events.data import EVENTS; print(EVENTS[35].shaded.text)")
    assert run.stdout.strip() == "Shift Restraint -1."


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("events.toml", CARD.replace('"punjab"', '"pinjab"'), ("card 35, unshaded", "where", "pinjab")),
        ("events.toml", CARD.replace("text = ", "txt = ", 1), ("card 35", "txt", "unshaded")),
        (
            "cards.toml",
            '[[event]]\nnumber = 36\ntitle = "Quit India"\norder = ["raj", "raj", "league", "congress"]\n',
            ("card 36, order",),
        ),
        ("cards.toml", "[[event]]\nnumber = 36\n", ("card 36", "title")),
        ("board.toml", '[[railway]]\nid = "lahore_delhi"\n', ("adjacent",)),
        ("arjuna.toml", '[[card]]\nid = "A"\nseat = "raj"\n', ("card A",)),
        ("priorities.toml", "adversaries = 3\n", (", adversaries: must be a list, not a whole number.",)),
    ],
)
def test_a_faulty_data_file_stops_the_start(tmp_path: Path, name: str, content: str, words: tuple[str, ...]) -> None:
    """GANDHI_DATA: a bad override stops the start, with file, card and field."""
    (tmp_path / name).write_text(content, encoding="utf-8")
    loading = "engine.GAMES['gandhi']; import engine.gandhi.arjuna.cards, engine.gandhi.arjuna.priorities"
    run = start(tmp_path, f"import engine; {loading}")
    last = run.stderr.strip().splitlines()[-1]
    assert run.returncode
    assert "BadData" in last
    assert all(word in last for word in (str(tmp_path / name), *words))


@pytest.mark.parametrize("words", ["short = 5", "x = 1", "[x]", "[short]\nspaces = 5", "[short]\npiles = [1]"])
def test_a_scenario_that_is_unknown_or_malformed_is_reported(folder: Path, words: str) -> None:
    """GANDHI_DATA: a scenario must be a table with every value in it."""
    (folder / "scenarios.toml").write_text(words, "utf-8")
    with pytest.raises(BadPosition, match=r"scenarios\.toml"):
        read_scenarios()


def test_an_impossible_scenario_starts_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """1.4.2, 2.1 The limits of positions hold for scenarios: `check-data` names all faults, a start the first one."""
    spaces = SCENARIOS["short"]["spaces"]
    monkeypatch.setitem(spaces, "hyderabad", {"troops": 1})
    monkeypatch.setitem(spaces, "delhi", {**spaces.get("delhi", {}), "revolutionary_bases": 2, "muslim_state": True})
    expected = {"error.troops_in_state", "error.too_many_bases", "error.muslim_state_not_in_province"}
    assert {reason.key for reason in find_impossible(lay_out("short", {}, b"", {}))} >= expected
    with pytest.raises(BadPosition, match=r"error\.(troops_in_state|too_many_bases)"):
        Game.new("gandhi", "short")
    with pytest.raises(BadPosition, match=r"error\.(troops_in_state|too_many_bases)"):
        Game.at({"spaces": spaces})
    faults = [fault for fault in check_scenarios() if ", short, spaces: " in fault]
    assert len(faults) >= len(expected)
