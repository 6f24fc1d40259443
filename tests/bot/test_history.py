"""Recap, public messages, page and record tell the same of a game: all read it by `bot.tables.loading`."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from bot.games.playing import read_view
from bot.tables.announcements import Turns
from bot.tables.loading import find_board, keys_of, list_boards, load_table, start_of
from bot.tables.play import Tables
from bot.web.pages import Pages
from engine import Game
from storage import Storage
from tests.bot.players import open_table, posts_of
from tests.turns import at_random, draw_turn

TURNS = 60


@pytest.mark.parametrize("seed", ["bombay", "madras"])
async def test_the_recap_messages_page_and_record_of_a_game_agree(storage: Storage, seed: str) -> None:
    tables, chance = Tables(storage), random.Random(seed)
    game_id = await open_table(tables)
    for _ in range(TURNS):
        moment = await tables.moment(game_id)
        holder = moment.table.holder(moment.game.pending_seat)
        if moment.decision is None or holder is None or holder.user_id is None:
            break
        await tables.at(game_id, holder.user_id).play(draw_turn(moment.game, at_random(chance)))
    recap = await tables.recaps.tell_last(game_id, None)
    # The game is played again from its seed, to compare the recap with it.
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        turns = await reader.turns(game_id)
        keys = [await keys_of(reader, turn) for turn in turns]
        middle = {turn.number: await find_board(reader, table, turn, 1) for turn in turns}
    game = Game.from_start(start_of(table.game))
    boards: list[Any] = []
    asked: list[Any] = []
    for turn, chosen in zip(turns, keys, strict=True):
        done = len(game.steps)
        # This is the board before the turn, and before anything that comes before its first decision.
        boards.append(game.view_after(done - 1) if game.state.log else game.view())
        asked.append(game.view())
        for key in chosen:
            game.choose(key)
        assert middle[turn.number] == game.view_after(done)
    assert boards == recap.views[:-1]
    assert asked == list_boards(table, turns)
    after = game.view() if game.decision is None else game.at_start().view()
    assert recap.after == after
    assert recap.changes == [change for step in game.steps for change in step.changes]
    # Every message about whole turns shows the boards before and after them.
    starts = {turn.number: board for turn, board in zip(turns, boards, strict=True)}
    openings = dict(zip([*starts, turns[-1].number + 1], [*asked, game.view()], strict=True))
    seen = 0
    for message in await posts_of(storage, game_id):
        announced = message.announced
        if isinstance(announced, Turns) and announced.changes and "." not in announced.span:
            first, last = map(int, announced.span.split("-"))
            told = await tables.recaps.tell_turns(game_id, first, last)
            read = partial(read_view, table.front.setup)
            assert read(announced.before).spaces == starts[first].spaces
            # In a round, the step in which a person is asked may have begun with changes, and the message shows them.
            is_asked = announced.style == "round" and announced.next is not None
            assert read(announced.view).spaces == (openings[last + 1] if is_asked else told.after).spaces
            assert announced.changes == told.changes
            seen += 1
    assert seen > 5
    page = await Pages(tables).find(game_id, "en")
    assert page is not None
    told_on_page = page.numbers[1:]
    assert told_on_page == sorted(set(told_on_page) & set(starts))
    assert len(told_on_page) > len(turns) / 2
