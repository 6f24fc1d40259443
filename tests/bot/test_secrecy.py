"""No answer discloses hidden information: two bots whose games differ only in seed and face-down cards agree.

``python -m tools.verify.secrecy`` compares tens of thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from unittest import mock

import msgspec
import pytest
from sqlalchemy.engine import make_url

from bot.discord.features import actions
from bot.games.frontend import front_of
from bot.games.names import list_open
from bot.language import Language
from bot.tables.table import Table
from bot.web import pages
from engine import Game
from engine.core import game as driver
from engine.core.dice import Hidden
from engine.core.protocol import Barrier, Foresight, Outlook
from storage.sqlite import SwiftConnection, connect
from tests.playing import game_at
from tools.verify.asking import without_threads
from tools.verify.secrecy import Report, compare
from tools.verify.two_worlds import SECRETS, hide_differently

QUICK = 60
SEEDS = ("one", "two")


async def look_around(seed: str, game: str = "gandhi") -> Report:
    """Compare the answers at one or two tables."""
    return await compare(seed, game, QUICK, tables=2, is_quick=True, at_first=True)


async def find_difference(game: str = "gandhi") -> str:
    """Return the first difference at the tables of some seeds, or nothing."""
    for seed in SEEDS:
        for difference in (await look_around(seed, game)).differences:
            return difference
    return ""


async def test_ending_a_read_needs_no_work_in_another_thread(tmp_path: Path) -> None:
    url = make_url(f"sqlite:///{tmp_path / 'items.sqlite3'}?check_same_thread=false")
    ours = await connect(url, 1.0)
    assert isinstance(ours, SwiftConnection)
    with without_threads(), mock.patch.object(ours, "_tx") as thread:
        ours.begin("BEGIN", only_reads=True)
        await ours.run(ours._conn.execute, "SELECT 1")
        await ours.commit()
    await ours.close()
    thread.put_nowait.assert_not_called()


@pytest.mark.fuzz
@pytest.mark.few("rajas-one")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", SECRETS)
async def test_two_games_with_different_hidden_data_answer_alike(game: str, seed: str) -> None:
    report = await look_around(seed, game)
    assert report.differences == []
    assert report.incidents == 0
    assert report.total >= QUICK


@pytest.mark.fuzz
async def test_no_page_is_compared_for_a_game_without_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(front_of("rajas").pictures), "set_stage", lambda self, view: None)
    report = await look_around("one", "rajas")
    assert report.differences == []
    assert report.total >= QUICK
    assert report.outputs["page"] == 0


@pytest.mark.fuzz
async def test_the_comparison_finds_a_panel_that_shows_the_next_card(monkeypatch: pytest.MonkeyPatch) -> None:
    look_ahead = driver.Game.look_ahead

    def peek(game: driver.Game, keys: Sequence[str]) -> Foresight:
        """Return the result of a choice, from a copy that knows everything."""
        twin = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
        number, reveals, phase = twin.step_number, twin.state.reveals, twin.state.phase
        for key in keys:
            twin.choose(key)
        if twin.decision is None:
            return Foresight(Barrier.GAME)
        if twin.step_number != number:
            return Foresight(Barrier.END if twin.state.phase == phase else Barrier.GAME)
        return Foresight(Barrier.NONE if twin.state.reveals == reveals else Barrier.REVEALS)

    def look(game: driver.Game, keys: Sequence[str]) -> Outlook:
        return msgspec.structs.replace(look_ahead(game, keys), foresight=peek(game, keys))

    monkeypatch.setattr(driver.Game, "foresee", lambda game, key: peek(game, [key]))
    monkeypatch.setattr(driver.Game, "look_ahead", look)
    assert await find_difference()


@pytest.mark.fuzz
async def test_the_comparison_finds_a_completion_that_reveals_the_next_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(game: Game, done: list[str]) -> dict[str, int]:
        return {**list_open(game, done), "delhi": game.rules.decode(game.snapshot()).deck[0]}

    monkeypatch.setattr(actions, "list_open", telling)
    assert await find_difference()


@pytest.mark.fuzz
async def test_the_comparison_finds_a_list_of_face_down_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(language: Language, game: Game) -> list[str]:
        return [" ".join(tiles) for tiles in game.rules.decode(game.snapshot()).stacks.values()]

    monkeypatch.setattr(type(front_of("rajas").score), "explain_cards", staticmethod(telling))
    assert await find_difference("rajas")


@pytest.mark.fuzz
async def test_the_comparison_finds_a_page_that_contains_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(table: Table) -> list[tuple[str, str]]:
        return [(row.seat, table.game.seed.hex()) for row in table.seats]

    monkeypatch.setattr(pages, "name_people", telling)
    assert "page" in await find_difference("rajas")


# -- one place decides ---------------------------------------------------------------------------------------


def test_the_preview_of_a_revealing_choice_hides_its_result() -> None:
    """A Campaign card next ends the game for a player who is above the threshold, an Event does not."""
    position = {"punjab": {"level": "active_opposition"}, "east_bengal": {"level": "active_opposition"}}
    game = game_at(position, "raj", may="any", eligible=["raj"])
    assert game.foresee("pass").barrier is Barrier.REVEALS
    with pytest.raises(Hidden):
        game.blind().choose("pass")


def test_a_blind_game_has_the_public_view_and_no_hidden_data() -> None:
    game = game_at({}, "raj", may="any")
    blind = game.blind()
    assert blind.view() == game.view()
    assert blind.state.dice.seed == b""
    assert len(blind.state.deck) == len(game.state.deck)
    assert not set(blind.state.deck) & {card for card in game.state.deck if card <= 72}
    assert blind.clone().state.dice.seed == b""


def test_the_two_compared_games_have_different_next_cards() -> None:
    game = game_at({}, "raj", may="any")
    pair = hide_differently(game, Random(1))
    assert pair is not None
    (_, one), (_, other) = pair
    tops = {game.rules.decode(snapshot).deck[0] > 72 for snapshot in (one, other)}
    assert tops == {True, False}
