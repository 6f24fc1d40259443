"""A game at a physical table: what people type by mistake, what they take back, and what happens beside their turns."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import build_parser, main
from bot.console.companion import Companion, run, start_game
from bot.console.transfer import Destination, export_table, import_table
from bot.errors import BadInput, SettingsError, TableError
from bot.games.frontend import front_of
from bot.language import load_language
from bot.tables.absences import AUTOMATIC_PLAYER
from bot.tables.moments import TableMoment
from bot.tables.records import list_said, read_set_up
from engine import Game
from engine.core.errors import CannotUndo
from engine.core.record import read_record, verify_record, write_record
from tests.bot.companions import OPEN, begin, enter, pending, refused
from tests.bot.people import World

EVERYONE = "raj,congress,league,revolutionaries"
CARDS = (55, 3, 28, 61, 9, 70, 33, 21)
ALL_BY_HAND = f"{OPEN}; by hand Arjuna dice"


@pytest.fixture
def everyone(tmp_path: Path) -> Companion:
    """Return a companion of four people, at the first turn."""
    companion = begin(tmp_path, "--people", EVERYONE, "--set-up", OPEN)
    list(companion.begin())
    return companion


def pass_all(companion: Companion) -> None:
    """Let everyone pass, up to the question which card has been revealed."""
    while pending(companion.game).kind == "turn.action":
        enter(companion, f"= {companion.game.pending_seat} passed")
    assert pending(companion.game).kind == "deck.card"


WRONG_LINES = {
    "= Available 4T": "Leave “Available 4T” out: pieces that no line names are Available.",
    "= Congress 5": "Congress has no Resources: only Raj and Revolutionaries do.",
    "Congress 5": "Congress has no Resources: only Raj and Revolutionaries do.",
    "= next 75": "75 is a Campaign card, whose Round",
    "Next 75": "75 is a Campaign card, whose Round",
    "= Raj 9; 5": "No card is revealed after this line. Leave “; 5” out.",
    "Punjab 1T": "begin the line with “=”: “= Punjab 1T”",
    "= Mysore 2 Protest": "a space has at most one marker of each kind other than Unrest",
    "= jail 2 Gandhi": "there is only one Gandhi",
    "= Mysore 2 PO": "“2 PO” in “Mysore 2 PO” is not understood",
    "= Mysore PO PS": "names “PS” twice, or two levels",
    "= Mysore 1C 2C": "names “2C” twice",
    "= jail 2T": "names a piece that cannot be there: Troop",
    "= Raj acts": "“acts” in “Raj acts” is not understood. After a Faction comes a number of Resources",
    "= first event": "Also say which Faction was 1st Eligible, and that it has acted",
    "= Raj has acted; League has acted; Congress has acted": "At most two Factions act on a card",
    "= by hand dice": "is chosen when the game begins",
    "bihar": "“bihar” is not understood here. Asked: Choose an Operation",
}


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_wrong_companion_line_is_refused_with_a_helpful_reason(everyone: Companion, line: str) -> None:
    before = everyone.game.digest()
    assert WRONG_LINES[line] in refused(everyone, line)
    assert everyone.game.digest() == before


def test_a_correction_to_zero_removes_the_piece(everyone: Companion) -> None:
    enter(everyone, "= Mysore 1C Protest")
    enter(everyone, "= Mysore 1C 0 Protest")
    enter(everyone, "= Sind 1C; Sind 0C")
    assert everyone.game.position()["spaces"]["mysore"] == {"congress": 1}
    assert "sind" not in everyone.game.position()["spaces"]


def test_the_board_says_which_cards_are_open_and_who_is_eligible(everyone: Companion) -> None:
    enter(everyone, "= Congress passed")
    board = enter(everyone, "board")
    assert "12 Assault on the Dharasana Salt Works · next 30" in board
    assert "goal over 20 · has passed" in board
    assert "goal over 38 · Eligible" in board
    assert "Next card: 30" in enter(everyone, "status")


def test_lines_are_compared_with_the_board_while_a_card_is_asked_for(everyone: Companion) -> None:
    pass_all(everyone)
    before = everyone.game.digest()
    assert "Nothing has changed" in (told := enter(everyone, "? Mysore 1C"))
    assert "Mysore: 1 Congress Activist placed" in told
    assert "board here agree" in enter(everyone, "? Unity 3")
    assert everyone.game.digest() == before


def test_a_correction_with_the_revealed_card_is_made_before_anyone_acts_on_it(tmp_path: Path) -> None:
    """Arjuna is the first on the next card: it plays on the board as people have corrected it."""
    companion = begin(tmp_path, "--people", "league", "--set-up", OPEN)
    list(companion.begin())
    while pending(companion.game).kind != "deck.card":
        enter(companion, f"= {companion.game.pending_seat} passed")
    assert "Put its number at the end of the line: “= Unity 4; 55”" in refused(companion, "= Unity 4")
    assert "76 is a Campaign card: its Round begins at once" in refused(companion, "= Unity 4; 76")
    assert "30 cannot have been revealed" in refused(companion, "= Unity 4; 30")
    assert pending(companion.game).kind == "deck.card"
    finished = len(companion.game.steps)
    told = enter(companion, "= Unity 4; 55")
    assert "55 The Salt March" in told
    assert "Unity 3 to 4" in told
    steps = companion.game.steps[finished:]
    assert [step.label.phase for step in steps][1] == "put_right"
    assert steps[0].keys[-1] == "55"
    record = read_record(write_record(companion.game.record()))
    verify_record(Game.load(record).record(), record)
    enter(companion, "undo")
    assert pending(companion.game).kind == "deck.card"


def test_lines_can_be_taken_back_after_a_restart(tmp_path: Path) -> None:
    """Each answer of a person is a place to go back to; Arjuna's turns behind it are played again."""
    words = ["companion", str(tmp_path / "evening.gandhi.jsonl"), "--people", "raj", "--set-up", OPEN]
    options = build_parser().parse_args(words)
    language = load_language("en", "gandhi")
    companion = Companion(start_game(options, language), language)
    list(companion.begin())
    cards, digests = iter(CARDS), list[str]()
    while len(digests) < 6:
        digests.append(companion.game.digest())
        line = str(next(cards)) if pending(companion.game).kind == "deck.card" else "= Raj passed"
        enter(
            companion,
            line if line != "= Raj passed" or pending(companion.game).kind == "turn.action" else first(companion),
        )
    options.record.write_bytes(write_record(companion.game.record()))
    again = Companion(start_game(options, language), language)
    list(again.begin())
    found = list[str]()
    with pytest.raises(CannotUndo):
        while enter(again, "undo"):
            found.append(again.game.digest())
    # Entries of the running turn are asked again, so the last place may be missing.
    assert found in (digests[::-1], digests[-2::-1])


def first(companion: Companion) -> str:
    """Return the first answer that is possible."""
    return pending(companion.game).options[0].key


def play_by_hand(companion: Companion, cards: Iterator[int], until: int) -> None:
    """Answer everything by hand up to ``until`` finished steps: cards, dice and the cards of Arjuna."""
    while len(companion.game.steps) < until:
        kind = pending(companion.game).kind
        enter(
            companion,
            str(next(cards)) if kind == "deck.card" else "= Raj passed" if kind == "turn.action" else first(companion),
        )


def test_a_game_with_everything_by_hand_survives_a_restart_and_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards, dice and Arjuna's cards are keys of the record: it replays to the byte, and the seed proves no more."""
    path = tmp_path / "evening.gandhi.jsonl"
    options = build_parser().parse_args(["companion", str(path), "--people", "raj", "--set-up", ALL_BY_HAND])
    language, cards = load_language("en", "gandhi"), iter(CARDS)
    companion = Companion(start_game(options, language), language)
    list(companion.begin())
    play_by_hand(companion, cards, 4)
    enter(companion, first(companion) if pending(companion.game).kind != "deck.card" else str(next(cards)))
    enter(companion, "undo")
    path.write_bytes(data := write_record(companion.game.record()))
    again = Companion(start_game(options, language), language)
    list(again.begin())
    assert write_record(again.game.record()) == data
    play_by_hand(again, cards, 8)
    path.write_bytes(write_record(again.game.record()))
    assert main(["replay", str(path), "--verify"]) == 0
    assert "people gave the cards of the deck, the dice and Arjuna’s cards." in capsys.readouterr().out
    assert list_said(again.game.start) == ("cards", "dice", "arjuna")


def test_a_game_without_a_helper_for_physical_tables_is_refused(tmp_path: Path) -> None:
    options = argparse.Namespace(record=tmp_path / "new.jsonl", scenario="rajas:basic", language="en")
    with pytest.raises(SettingsError, match="--scenario must be one of short, main"):
        list(run(options, iter(())))
    with pytest.raises(BadInput) as refusal:
        read_set_up(load_language("en", "rajas"), front_of("rajas"), "basic", "Lotus coins 5")
    said = load_language("en").say(refusal.value.text)
    assert said == "The helper for a physical table is for Gandhi. Rajas of the Ganges has none yet."


async def sit_down(world: World, lines: str, seat: str = "raj") -> str:
    """Open a physical table of one person on Discord, and return its id."""
    await world.slash("Asha", "alone", physical=lines, seat=seat)
    await world.quiet()
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    return table.id


async def look(world: World, game_id: str) -> TableMoment:
    """Return what Asha sees of a table."""
    return await world.bot.tables.moment(game_id, world.people["Asha"].id)


async def answer(world: World, game_id: str, cards: Iterator[int]) -> None:
    """Answer whatever is asked at a physical table."""
    moment = await look(world, game_id)
    kind = pending(moment).kind
    if kind == "deck.card":
        await world.slash("Asha", "revealed", card=next(cards))
    elif moment.is_proposed:
        await world.bot.tables.at(game_id, world.people["Asha"].id).confirm()
    else:
        key = "pass" if kind == "turn.action" else pending(moment).options[0].key
        await world.bot.tables.at(game_id, world.people["Asha"].id).play([key])
    await world.quiet()


async def play_to(world: World, game_id: str, kind: str, cards: Iterator[int], skip: int = 0) -> TableMoment:
    """Play up to a question of some kind, after some others of it."""
    for _ in range(80):
        moment = await look(world, game_id)
        if pending(moment).kind == kind and not moment.is_proposed:
            if not skip:
                return moment
            skip -= 1
        await answer(world, game_id, cards)
    raise AssertionError(f"{kind} was not asked")


async def replays_to_the_byte(world: World, game_id: str) -> bool:
    """Return whether the record of a table gives the same table again, withdrawn turns included."""
    exported = await export_table(world.storage, game_id)
    record = read_record(exported.data)
    verify_record(Game.load(record).record(), record)
    again = await import_table(world.storage, exported.data, Destination(5, 6, "Again", "en", 7, {"raj": (8, "A")}))
    steps = read_record((await export_table(world.storage, again.id)).data).steps
    return steps == record.steps


async def test_going_back_at_a_physical_table_asks_for_its_cards_again(world: World) -> None:
    game_id, cards = await sit_down(world, ALL_BY_HAND), iter(CARDS)
    await play_to(world, game_id, "turn.action", cards, skip=1)
    tables, asha = world.bot.tables, world.people["Asha"].id
    turns = await tables.rewinding.list_turns(game_id)
    assert (await tables.rewinding.propose(None, game_id, asha, turns[0].number)).is_done
    await world.quiet()
    asked = dict.fromkeys(("deck.card", "arjuna.card"), 0)
    for _ in range(12):
        kind = pending(await look(world, game_id)).kind
        asked[kind] = asked.get(kind, 0) + 1
        await answer(world, game_id, cards)
    assert asked["deck.card"]
    assert asked["arjuna.card"]
    assert await replays_to_the_byte(world, game_id)


async def test_undo_at_a_physical_table_takes_back_choices_and_keeps_entered_cards(world: World) -> None:
    game_id, cards = await sit_down(world, f"{ALL_BY_HAND}; Raj 9"), iter(CARDS)
    moment = await play_to(world, game_id, "turn.action", cards)
    mine = world.bot.tables.at(game_id, world.people["Asha"].id)
    first_key = next(option.key for option in pending(moment).options if option.role == "action")
    await mine.choose([first_key])
    after = await mine.undo()
    assert pending(after).kind == "turn.action"
    assert after.game.digest() == moment.game.digest()


async def test_a_seat_whose_owner_is_away_is_played_with_cards_by_hand(world: World) -> None:
    """Arjuna plays it then, and a person who is still there draws for it."""
    game_id, cards = await world.open_table(seed="leaves"), iter(CARDS)
    tables, asha = world.bot.tables, world.people["Asha"].id
    laid = read_set_up(load_language("en", "gandhi"), front_of("gandhi"), "short", ALL_BY_HAND)
    await tables.lobby.lay(game_id, asha, laid)
    await world.slash("Asha", "table join", seat="raj")
    await world.slash("Bilal", "table join", seat="congress")
    await tables.start(None, game_id, asha, with_automatic=True)
    await world.quiet()
    await tables.absences.leave(None, game_id, world.people["Bilal"].id, AUTOMATIC_PLAYER, None)
    await world.quiet()
    moment = await look(world, game_id)
    assert moment.game.position()["seats"]["congress"] == "away:arjuna"
    await play_to(world, game_id, "arjuna.card", cards)
    record = read_record((await export_table(world.storage, game_id)).data)
    verify_record(Game.load(record).record(), record)
    assert any(step.label.phase == "hand_over" for step in record.steps)


async def test_the_position_of_a_running_game_cannot_be_replaced(world: World) -> None:
    """Otherwise the stored steps would no longer follow from the beginning of the game."""
    game_id, asha = await world.open_table(), world.people["Asha"].id
    await world.slash("Asha", "table join", seat="raj")
    await world.bot.tables.start(None, game_id, asha, with_automatic=True)
    laid = read_set_up(load_language("en", "gandhi"), front_of("gandhi"), "short", ALL_BY_HAND)
    with pytest.raises(TableError) as refusal:
        await world.bot.tables.lobby.lay(game_id, asha, laid)
    assert refusal.value.text.key == "error.already_started"
    assert (await world.bot.tables.table(game_id)).state.position == {}


async def test_a_correction_before_a_card_is_entered_says_what_to_do_first(world: World) -> None:
    game_id = await sit_down(world, OPEN)
    await play_to(world, game_id, "deck.card", iter(CARDS))
    refusal = (await world.slash("Asha", "table correct", changes="Unity 4")).words
    assert "only at the start of a turn. Finish this one first, with the card or the die that is asked for" in refusal


async def test_the_only_person_of_a_physical_table_cannot_go_away(world: World) -> None:
    """Someone must be there who says what lies on it."""
    game_id = await sit_down(world, ALL_BY_HAND)
    asha = world.people["Asha"].id
    with pytest.raises(TableError):
        await world.bot.tables.absences.leave(None, game_id, asha, AUTOMATIC_PLAYER, None)


async def test_a_game_can_be_corrected_while_dice_and_cards_are_given_by_hand(world: World) -> None:
    game_id, cards = await sit_down(world, ALL_BY_HAND), iter(CARDS)
    await play_to(world, game_id, "turn.action", cards)
    assert (
        "is chosen when the game begins" in (await world.slash("Asha", "table correct", changes="by hand dice")).words
    )
    tried = await world.slash("Asha", "table correct", changes="Unity 4; Raj has acted")
    await world.press("Asha", tried, "putright")
    await world.quiet()
    moment = await look(world, game_id)
    assert moment.game.position()["unity"] == 4
    assert moment.game.position()["by_hand"] == ["dice", "arjuna"]
    await play_to(world, game_id, "turn.action", cards)
    assert await replays_to_the_byte(world, game_id)


async def test_arjuna_proposes_at_a_physical_table_once_its_card_is_given(world: World) -> None:
    game_id, cards = await sit_down(world, f"{OPEN}; by hand Arjuna"), iter(CARDS)
    await play_to(world, game_id, "turn.action", cards)
    tables, asha = world.bot.tables, world.people["Asha"].id
    await tables.settings.change(None, game_id, asha, proposes=True)
    proposed = 0
    for _ in range(30):
        moment = await look(world, game_id)
        proposed += moment.is_proposed
        if proposed > 2:
            break
        await answer(world, game_id, cards)
    assert proposed > 2
    assert await replays_to_the_byte(world, game_id)


async def test_verify_says_that_people_gave_the_cards_of_a_physical_table(world: World) -> None:
    """The game is played to its end: after the last Campaign card that Asha reveals."""
    game_id, cards = await sit_down(world, f"{ALL_BY_HAND}; campaigns 1"), iter((76,))
    while (await look(world, game_id)).decision is not None:
        await answer(world, game_id, cards)
    words = (await world.slash("Asha", "table verify")).words
    assert "was fair" not in words
    assert "is as recorded. People gave the cards of the deck, the dice and Arjuna’s cards" in words
