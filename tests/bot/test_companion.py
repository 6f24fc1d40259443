"""Arjuna at a physical table: cards are given, own turns are lines about the board, and the record replays."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from bot.cli import main
from bot.console.transfer import export_table
from bot.errors import BadInput, SettingsError
from bot.language import load_language
from engine import Game
from engine.core.errors import BadPosition
from engine.core.record import read_record, verify_record, write_record
from tests.bot.companions import OPEN, POSITION, begin, enter, pending, refused
from tests.bot.people import World


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a file with the board of a game under way."""
    path = tmp_path / "board.txt"
    path.write_text(POSITION, encoding="utf-8")
    return path


def test_one_person_needs_at_most_two_lines_more_than_cards_and_own_turns(
    tmp_path: Path, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda size: b"an evening at a table")
    companion = begin(tmp_path, "--people", "raj", "--position", str(board))
    game = companion.game
    list(companion.begin())
    cards = iter((55, 3, 28, 61, 9, 70, 33, 21))
    drawn = own = lines = 0

    def count_turns() -> int:
        return sum(change.verb == "eligibility" for step in game.steps for change in step.changes) + own

    while count_turns() < 10:
        assert game.decision is not None
        lines += 1
        if game.decision.kind == "deck.card":
            drawn += 1
            assert "revealed" in "\n".join(companion.enter(""))
            enter(companion, str(next(cards)))
        elif game.decision.kind == "turn.action":
            own += 1
            resources = game.position()["resources"]["raj"]
            enter(companion, f"= Raj has acted; Raj {max(0, resources - 1)}")
        else:
            enter(companion, game.decision.options[0].key)
    # There is an entry for each card, and at most one for each of the person's turns and questions.
    assert lines <= drawn + own + 2
    assert game.state.played[:4] == [1, 17, 44, 12]
    assert game.state.card in (30, 55, 3, 28, 61)
    record = read_record(write_record(game.record()))
    assert record.start.position["told"] is True
    verify_record(Game.load(record).record(), record)


@pytest.mark.parametrize("people", ["raj", "congress", "raj,league"])
def test_ten_turns_need_at_most_one_line_more_than_cards_and_own_turns(
    tmp_path: Path, board: Path, monkeypatch: pytest.MonkeyPatch, people: str
) -> None:
    """A card that follows a turn of one's own is named in the line of that turn."""
    for seed in (b"one", b"two"):
        monkeypatch.setattr("secrets.token_bytes", lambda size, seed=seed: seed)
        companion = begin(tmp_path, "--people", people, "--position", str(board))
        game = companion.game
        list(companion.begin())
        cards = iter((55, 3, 28, 61, 9, 70, 33, 21))
        drawn = own = lines = 0
        while own + sum(change.verb == "eligibility" for step in game.steps for change in step.changes) < 10:
            assert game.decision is not None
            lines += 1
            if game.decision.kind == "deck.card":
                enter(companion, str(next(cards)))
                drawn += 1
            elif game.decision.kind == "turn.action":
                own += 1
                line, twin = f"= {game.pending_seat} has passed", game.clone()
                twin.put_right(companion.front.positions.read_lines(load_language("en"), twin.position(), line[1:]))
                is_last = twin.decision is not None and twin.decision.kind == "deck.card"
                drawn += is_last
                enter(companion, f"{line}; {next(cards)}" if is_last else line)
            else:
                enter(companion, game.decision.options[0].key)
        assert lines - own <= drawn + 1
        assert drawn >= 3


def test_a_card_at_the_end_of_a_companion_line_is_the_revealed_one(tmp_path: Path) -> None:
    people = "raj,congress,league,revolutionaries"
    companion = begin(tmp_path, "--people", people, "--set-up", OPEN)
    list(companion.begin())
    assert "No card is revealed" in refused(companion, f"= {companion.game.pending_seat} passed; 55")
    game = companion.game
    for _ in range(3):
        enter(companion, f"= {game.pending_seat} passed")
    told = enter(companion, f"= {game.pending_seat} passed; 55")
    assert "55" in told
    assert (game.state.card, game.state.upcoming) == (30, 55)


def test_a_companion_game_can_start_from_an_exported_position(tmp_path: Path, board: Path) -> None:
    position = begin(tmp_path, "--people", "raj", "--position", str(board)).game.position()
    path = tmp_path / "position.json"
    path.write_bytes(msgspec.json.encode(position))
    companion = begin(tmp_path, "--people", "congress", "--position", str(path), "--set-up", "Raj 3; next 28")
    again = companion.game.position()
    assert again["seats"]["congress"] == "player"
    assert again["seats"]["raj"] == "arjuna"
    assert (again["resources"]["raj"], again["next"]) == (3, 28)
    assert again["spaces"] == position["spaces"]
    path.write_text("{nonsense}")
    with pytest.raises(BadPosition):
        begin(tmp_path, "--people", "raj", "--position", str(path))
    path.write_bytes(b"\xff")
    with pytest.raises(SettingsError, match="is not text in UTF-8"):
        begin(tmp_path, "--people", "raj", "--position", str(path))


def test_an_entered_campaign_card_begins_its_round(tmp_path: Path) -> None:
    companion = begin(
        tmp_path, "--people", "raj,congress,league,revolutionaries", "--set-up", "card 12; next 30; viceroy irwin"
    )
    game = companion.game
    list(companion.begin())
    while game.decision is not None and game.decision.kind == "turn.action":
        enter(companion, f"= {game.pending_seat} passed")
    assert game.decision is not None
    assert game.decision.kind == "deck.card"
    assert "99 cannot have been revealed" in refused(companion, "99")
    enter(companion, "76")
    assert game.state.card == 76
    assert game.label.phase in ("imperialism", "constructive_congress", "resources", "redeploy_raj")


def test_a_line_compares_or_corrects_the_board_or_plays_a_turn(tmp_path: Path, board: Path) -> None:
    companion = begin(tmp_path, "--people", "raj", "--position", str(board))
    list(companion.begin())
    game = companion.game
    while game.decision is not None and game.decision.kind != "turn.action":
        enter(companion, "55" if game.decision.kind == "deck.card" else game.decision.options[0].key)
    before = game.digest()
    compared = enter(companion, "? Delhi 4S")
    assert "Nothing has changed" in compared
    assert "Troop" in compared
    assert "Corrected" not in compared
    assert game.digest() == before
    enter(companion, "= Delhi 1T 4S")
    assert game.position()["spaces"]["delhi"]["troops"] == 1
    assert "Delhi" in enter(companion, "board")
    assert "Raj" in enter(companion, "status")
    assert enter(companion, "why")
    steps = len(game.steps)
    enter(companion, "sweep delhi > punjab 1T")
    assert len(game.steps) > steps or game.keys


def test_the_companion_writes_a_record_and_continues_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, drawn = tmp_path / "game.gandhi.jsonl", tmp_path / "map.webp"
    words = [
        "companion",
        str(record),
        "--people",
        "raj",
        "--set-up",
        "card 12; next 30; viceroy irwin",
        "--map",
        str(drawn),
    ]
    for typed in (["55", "nonsense", "quit"], ["board"]):
        monkeypatch.setattr("sys.stdin", iter([f"{line}\n" for line in typed]))
        assert main(words) == 0
    told = capsys.readouterr().out
    assert "Civil Disobedience" in told or "Arjuna" in told
    assert "“nonsense” is not understood here. Asked:" in told
    assert told.count("that game continues") == 1
    assert main(["replay", str(record), "--verify"]) == 0
    assert "people gave the cards" in capsys.readouterr().out
    assert drawn.exists() or "Raj:" in told
    for wrong, reason in (
        (["--people", "japan"], "--people must name"),
        (["--people", "Raj, kongress"], "--people must name"),
        (["--people", "Raj"], "which cards are open"),
        (["--people", "raj", "--scenario", "long"], "--scenario must be one of short, main"),
        (["--people", "lotus", "--scenario", "rajas:basic"], "--scenario must be one of short, main"),
    ):
        assert main(["companion", str(tmp_path / "new.jsonl"), *wrong]) == 2
        assert reason in capsys.readouterr().err


def test_a_refused_line_changes_nothing(tmp_path: Path) -> None:
    """The card is the last part of the line: without it, what comes before it is not entered either."""
    people = "raj,congress,league,revolutionaries"
    companion = begin(tmp_path, "--people", people, "--set-up", OPEN)
    list(companion.begin())
    for _ in range(3):
        enter(companion, f"= {companion.game.pending_seat} passed")
    seat, steps = companion.game.pending_seat, len(companion.game.steps)
    before, digest = companion.game.position(), companion.game.digest()
    assert "30 cannot have been revealed" in refused(companion, f"= {seat} passed; 30")
    assert companion.game.position() == before
    assert (companion.game.digest(), len(companion.game.steps)) == (digest, steps)
    assert enter(companion, f"= {seat} passed; 55")


def test_a_turn_line_may_end_with_the_revealed_card_which_is_otherwise_asked_for(tmp_path: Path) -> None:
    companion = begin(tmp_path, "--people", "raj,congress,league,revolutionaries", "--set-up", OPEN)
    told = "\n".join(companion.begin())
    assert "pass · Pass" in told
    assert "event:unshaded ·" in told
    while (seat := companion.game.pending_seat) != "raj":
        if seat == "congress":
            assert "Protest placed" in enter(companion, "civil disobedience bihar")
            enter(companion, "undo")
        enter(companion, f"= {seat} passed")
    line = "deploy delhi 1T"
    assert "99 cannot have been revealed" in refused(companion, f"{line}; 99")
    assert pending(companion.game).kind == "turn.action"
    assert "Which card has been revealed" in enter(companion, line)
    assert pending(companion.game).kind == "deck.card"
    enter(companion, "undo")
    told = enter(companion, f"{line}; 55")
    assert (companion.game.state.card, companion.game.state.upcoming) == (30, 55), told


def test_the_lines_of_a_set_up_say_which_factions_are_eligible(tmp_path: Path, board: Path) -> None:
    for lines, eligible in (
        ("Raj ineligible; Revolutionaries ineligible", ["congress", "league"]),
        ("Revolutionaries has acted", ["raj", "congress", "league"]),
        ("Congress eligible; Raj ineligible", ["congress"]),
        ("Raj ineligible; Congress eligible; League eligible", ["congress", "league"]),
    ):
        game = begin(tmp_path, "--people", "raj", "--position", str(board), "--set-up", lines).game
        assert game.position()["eligible"] == eligible, lines


DICE = f"{OPEN}; by hand dice"


def test_a_turn_in_one_line_waits_for_a_real_die_and_continues(tmp_path: Path) -> None:
    spaces = "Punjab 3U 1T 2S; Delhi 4S; Revolutionaries 9"
    companion = begin(tmp_path, "--people", "revolutionaries", "--set-up", f"{DICE}; {spaces}")
    list(companion.begin())
    while companion.game.pending_seat != "revolutionaries" or pending(companion.game).kind != "turn.action":
        enter(companion, pending(companion.game).options[0].key)
    assert "which number does it show" in enter(companion, "attack punjab: S")
    told = enter(companion, "1")
    assert "Attack roll 1" in told
    assert "1 Sepoy removed" in told


def test_dice_are_entered_by_hand_and_a_mistake_is_undone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--people", "revolutionaries", "--set-up", f"{DICE}; Punjab 3U 1T 2S; Delhi 4S; Revolutionaries 9")
    companion = begin(tmp_path, *words)
    list(companion.begin())
    while companion.game.pending_seat != "revolutionaries" or pending(companion.game).kind != "turn.action":
        enter(companion, pending(companion.game).options[0].key)
    asked = [enter(companion, line) for line in ("attack", "punjab")][-1]
    assert "Die for Attack: which number does it show?" in asked
    assert "6 ·" in asked
    assert "is not understood here. Asked: Die for Attack" in refused(companion, "7")
    before = companion.game.digest()
    assert "Attack roll 6" in enter(companion, "6")
    assert "which number" in enter(companion, "undo")
    assert companion.game.digest() == before
    assert "Attack roll 1" in enter(companion, "1")
    assert pending(companion.game).kind == "attack.remove"
    path = tmp_path / "dice.gandhi.jsonl"
    while not companion.game.steps or companion.game.keys:
        enter(companion, pending(companion.game).plain or pending(companion.game).options[0].key)
    path.write_bytes(write_record(companion.game.record()))
    assert main(["replay", str(path), "--verify"]) == 0
    assert "Every step is as recorded; people gave the cards of the deck and the dice." in capsys.readouterr().out
    again = begin(tmp_path, "--people", "raj", "--set-up", DICE)
    assert again.game.position()["by_hand"] == ["dice"]


def test_undo_takes_back_the_last_line_and_arjunas_turns_after_it(tmp_path: Path, board: Path) -> None:
    companion = begin(tmp_path, "--people", "raj", "--position", str(board))
    list(companion.begin())
    assert "There is no line to undo" in refused(companion, "undo")
    while pending(companion.game).kind != "deck.card":
        is_turn = pending(companion.game).kind == "turn.action"
        enter(companion, "= Raj has acted" if is_turn else pending(companion.game).options[0].key)
    before = companion.game.digest()
    enter(companion, "55")
    assert companion.game.digest() != before
    enter(companion, "undo")
    assert companion.game.digest() == before
    assert pending(companion.game).kind == "deck.card"


def test_an_invalid_set_up_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        begin(tmp_path, "--people", "raj", "--set-up", "card 12")


async def test_a_physical_table_is_played_on_discord_with_cards_entered_by_hand(world: World) -> None:
    refused = await world.slash("Asha", "alone", physical="card 12")
    assert "which cards are open" in refused.words
    await world.slash("Asha", "alone", physical=OPEN, seat="raj")
    await world.quiet()
    tables = world.bot.tables
    (table,) = await tables.lobby.find_tables(guild_id=world.guild.id)
    assert table.state.private
    asha = world.people["Asha"].id
    for card in (55, 3, 28, 61, 9, 70, 33, 21):
        moment = await tables.moment(table.id, asha)
        while moment.decision is not None and moment.decision.kind != "deck.card":
            if moment.decision.kind == "turn.action":
                tried = await world.slash("Asha", "table correct", changes="Raj has acted")
                await world.press("Asha", tried, "putright")
            else:
                await tables.at(table.id, asha).play([moment.decision.options[0].key])
            await world.quiet()
            moment = await tables.moment(table.id, asha)
        await world.slash("Asha", "revealed", card=card)
        await world.quiet()
    exported = await export_table(world.storage, table.id)
    record = read_record(exported.data)
    assert record.start.position["told"] is True
    verify_record(Game.load(record).record(), record)
    assert sum(step.label.phase == "turn" for step in record.steps) >= 10


async def test_a_pasted_position_starts_a_physical_table_on_discord(world: World, tmp_path: Path, board: Path) -> None:
    position = begin(tmp_path, "--people", "raj", "--position", str(board)).game.position()
    pasted = msgspec.json.encode(position).decode()
    refused = await world.slash("Asha", "alone", physical=pasted[:-1])
    assert not await world.bot.tables.lobby.find_tables(guild_id=world.guild.id), refused.words
    await world.slash("Asha", "alone", physical=f"{pasted} Raj 3; by hand dice", seat="congress")
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    laid = (await world.bot.tables.table(table.id)).state.position
    assert laid["spaces"] == position["spaces"]
    assert (laid["resources"]["raj"], laid["by_hand"]) == (3, ["dice"])
    assert (laid["seats"]["congress"], laid["seats"]["raj"]) == ("player", "arjuna")


async def test_a_die_rolled_by_hand_is_entered_on_discord_by_a_click(world: World) -> None:
    spaces = "Punjab 3U 1T 2S; Delhi 4S; Bihar 2U 1S; Revolutionaries 9"
    await world.slash("Asha", "alone", physical=f"{DICE}; {spaces}", seat="revolutionaries")
    await world.quiet()
    tables, asha = world.bot.tables, world.people["Asha"].id
    (table,) = await tables.lobby.find_tables(guild_id=world.guild.id)
    while pending(await tables.moment(table.id, asha)).kind != "turn.action":
        moment = await tables.moment(table.id, asha)
        await tables.at(table.id, asha).play([pending(moment).options[0].key])
        await world.quiet()
    await world.slash("Asha", "attack")
    panel = await world.slash("Asha", "turn")
    panel = await world.press("Asha", panel, "choose", "punjab")
    assert "Die for Attack: which number does it show?" in panel.words
    # The question is kept with the draft.
    panel = await world.slash("Asha", "turn")
    panel = await world.press("Asha", panel, "choose", "2")
    moment = await tables.moment(table.id, asha)
    assert pending(moment).kind == "attack.remove"
    assert [change.new for change in moment.game.state.log if change.verb == "roll"] == [2]


def test_cards_of_arjuna_are_entered_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    companion = begin(tmp_path, "--people", "raj", "--set-up", f"{OPEN}; by hand Arjuna dice")
    shown = list(companion.begin())
    asked: dict[str, int] = {}
    cards = iter((55, 3, 28, 61, 9, 70, 33, 21))
    while asked.get("deck.card", 0) < 5:
        decision = pending(companion.game)
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        if decision.kind == "arjuna.card":
            assert "which Arjuna card has been drawn?" in "\n".join(shown)
        line = "= Raj has acted" if decision.kind == "turn.action" else decision.options[0].key
        shown = list(companion.enter(str(next(cards)) if decision.kind == "deck.card" else line))
    assert asked["arjuna.card"] > 1
    path = tmp_path / "all.gandhi.jsonl"
    path.write_bytes(write_record(companion.game.record()))
    assert main(["replay", str(path), "--verify"]) == 0
    told = capsys.readouterr().out
    assert "people gave the cards of the deck, the dice and Arjuna’s cards." in told


async def test_an_arjuna_card_drawn_by_hand_is_entered_on_discord_by_a_click(world: World) -> None:
    await world.slash("Asha", "alone", physical=f"{OPEN}; by hand Arjuna", seat="raj")
    await world.quiet()
    tables, asha = world.bot.tables, world.people["Asha"].id
    (table,) = await tables.lobby.find_tables(guild_id=world.guild.id)
    while pending(moment := await tables.moment(table.id, asha)).kind != "arjuna.card":
        await tables.at(table.id, asha).play([pending(moment).options[0].key])
        await world.quiet()
    panel = await world.slash("Asha", "turn")
    assert "which Arjuna card has been drawn?" in panel.words
    letter = pending(moment).options[-1].key
    panel = await world.press("Asha", panel, "choose", letter)
    if panel.has("confirm", ""):
        await world.press("Asha", panel, "confirm", "")
    await world.quiet()
    exported = await export_table(world.storage, table.id)
    record = read_record(exported.data)
    verify_record(Game.load(record).record(), record)
    assert any(("ask:card", letter) == pair for step in record.steps for pair in pairwise(step.keys))
