"""Someone must decide in the middle of another's turn: only that person is pinged, and told what is asked and why."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.gandhi.standing_orders import GandhiOrder
from bot.language import load_language
from bot.narrate.panel import write_panel
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.play import Tables
from storage import Storage
from tests.bot.players import PEOPLE, Message, act_plainly, open_position, posts_of, whose

BASE: dict[str, Any] = {
    "game": "gandhi",
    "scenario": "short",
    "restraint": 3,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 20, "revolutionaries": 4},
    "card": 55,
    "campaigns_left": 1,
    "eligible": ["raj", "congress", "league", "revolutionaries"],
}
JAILED = {
    **BASE,
    "spaces": {"bihar": {"congress": 2}, "punjab": {"congress": 1}},
    "jail": {"gandhi": True},
    "turn": {"seat": "congress", "may": "operation_and_special"},
}
FREE = {
    **BASE,
    "spaces": {"delhi": {"troops": 6, "congress": 1, "gandhi": True, "protest": True}, "bihar": {"congress": 2}},
    "turn": {"seat": "raj", "may": "operation_and_special"},
}


async def last(storage: Storage, game_id: str) -> Message:
    """Return the newest message."""
    return (await posts_of(storage, game_id))[-1]


async def ask_for_release(storage: Storage, **wishes: Any) -> tuple[Tables, str]:
    """Return a table at which Congress has just asked for Gandhi."""
    tables = Tables(storage)
    game_id = await open_position(tables, JAILED, wishes.get("language", "en"))
    if "answer" in wishes:
        await tables.standing_orders.give(
            None, game_id, PEOPLE["raj"], GandhiOrder("release", "game", answer=wishes["answer"])
        )
    if "stand_in" in wishes:
        await tables.absences.leave(None, game_id, PEOPLE["raj"], wishes["stand_in"], None)
    await tables.at(game_id, PEOPLE["congress"]).play(["special:satyagraha", "bihar"])
    return tables, game_id


async def test_4_3_2_only_raj_is_pinged_about_the_release_of_gandhi(storage: Storage) -> None:
    tables, game_id = await ask_for_release(storage)
    message = await last(storage, game_id)
    assert message.ping == PEOPLE["raj"]
    assert "do you let Gandhi out of Jail, to Bihar? If you refuse, he stays there (4.3.2)." in message.content
    assert message.pings == []
    await tables.at(game_id, PEOPLE["raj"]).play(["no"])
    message = await last(storage, game_id)
    assert message.ping == PEOPLE["congress"]
    assert "Raj refuses" in message.content


async def test_a_stand_in_is_asked_in_place_of_the_player(storage: Storage) -> None:
    tables, game_id = await ask_for_release(storage, stand_in=StandIn(55, "Eva"))
    message = await last(storage, game_id)
    assert message.ping == 55
    assert "<@55> for Raj" in message.content
    await tables.at(game_id, 55).play(["yes"])
    content = (await last(storage, game_id)).content
    assert "Eva played for Raj" in content
    assert "Raj lets Gandhi go" in content


@pytest.mark.parametrize(("answer", "words"), [("yes", "Gandhi released"), ("no", "Gandhi stays in Jail")])
async def test_a_question_that_a_standing_order_answers_pings_no_one(storage: Storage, answer: str, words: str) -> None:
    tables, game_id = await ask_for_release(storage, answer=answer)
    message = await last(storage, game_id)
    assert message.ping is None
    assert f"Standing order, Raj: {words}." in message.content
    assert whose(await tables.moment(game_id)) == "congress"
    asked = [post for post in await posts_of(storage, game_id) if post.ping == PEOPLE["raj"]]
    assert asked == []


@pytest.mark.parametrize(
    ("language", "words"),
    [("it", "lasci che Gandhi esca di Prigione"), ("es", "¿liberas a Gandhi"), ("ja", "ガンジーを解放して")],
)
async def test_an_interrupting_question_is_asked_in_the_language_of_the_table(
    storage: Storage, language: str, words: str
) -> None:
    _, game_id = await ask_for_release(storage, language=language)
    assert words in (await last(storage, game_id)).content


async def test_only_congress_is_pinged_for_its_protests_after_an_arrest(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_position(tables, FREE)
    moment = await tables.moment(game_id, PEOPLE["raj"])
    wanted = ("assault", "delhi", "congress", "yes", "gandhi", "done", "end")
    for _ in range(20):
        decision = moment.decision
        assert decision is not None
        if decision.seat != "raj":
            break
        key = next((key for key in wanted if key in decision.keys), decision.default or decision.options[0].key)
        moment = await tables.at(game_id, PEOPLE["raj"]).play([key])
    assert moment.decision is not None
    assert (moment.decision.seat, moment.decision.kind) == ("congress", "arrest.protest")
    message = await last(storage, game_id)
    assert message.ping == PEOPLE["congress"]
    assert "Gandhi is in Jail: you may place" in message.content


async def test_1_3_5_only_raj_is_pinged_about_troops_in_a_new_muslim_state(storage: Storage) -> None:
    tables = Tables(storage)
    position = {
        **BASE,
        "spaces": {
            "punjab": {"league": 3, "league_bases": 1, "troops": 1, "congress": 1, "level": "active_opposition"}
        },
        "turn": {"seat": "league", "may": "operation_and_special"},
    }
    game_id = await open_position(tables, position)
    moment = await tables.moment(game_id, PEOPLE["league"])
    keys = moment.game.decision.keys if moment.game.decision is not None else frozenset()
    assert "special:negotiate" in keys
    await tables.at(game_id, PEOPLE["league"]).play(["special:negotiate"])
    for _ in range(6):
        moment = await tables.moment(game_id)
        assert moment.decision is not None
        if moment.decision.seat != "league":
            break
        answers = [option.key for option in moment.decision.options if option.role not in ("stop", "extra")]
        await tables.at(game_id, PEOPLE["league"]).play([min(answers, default="done")])
    assert moment.decision is not None
    assert (moment.decision.seat, moment.decision.kind) == ("raj", "displace.city")
    message = await last(storage, game_id)
    assert message.ping == PEOPLE["raj"]
    assert "Punjab has become a Muslim State, where no Troops may be (1.3.5)" in message.content


async def test_a_stand_in_who_continues_a_turn_sends_no_separate_message(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_position(tables, JAILED)
    await tables.absences.leave(None, game_id, PEOPLE["congress"], StandIn(55, "Eva"), None)
    before = await posts_of(storage, game_id)
    moment = await tables.moment(game_id, 55)
    key = next(key for key in ("rally", "demonstrate") if moment.decision is not None and key in moment.decision.keys)
    await tables.at(game_id, 55).play([key])
    assert await posts_of(storage, game_id) == before


async def test_arjuna_answers_for_an_absent_person_in_the_simplest_way_without_a_ping(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_position(tables, JAILED)
    await tables.at(game_id, PEOPLE["congress"]).play(["special:satyagraha"])
    await tables.absences.leave(None, game_id, PEOPLE["raj"], AUTOMATIC_PLAYER, None)
    before = len(await posts_of(storage, game_id))
    await tables.at(game_id, PEOPLE["congress"]).play(["bihar"])
    assert whose(await tables.moment(game_id)) == "congress"
    told = (await posts_of(storage, game_id))[before:]
    assert all(message.ping != PEOPLE["raj"] for message in told)
    assert "Raj: the current turn is finished in the simplest way" in told[-1].content
    assert "Raj refuses" in told[-1].content


async def test_a_persons_turn_in_which_arjuna_answers_has_a_button_to_the_reasons(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_position(tables, JAILED)
    await tables.absences.leave(None, game_id, PEOPLE["raj"], AUTOMATIC_PLAYER, None)
    await tables.at(game_id, PEOPLE["congress"]).play(["special:satyagraha", "bihar"])
    while (moment := await tables.moment(game_id)).game.label.seat == "congress":
        await act_plainly(tables, moment, PEOPLE["congress"])
    messages = [one for one in await posts_of(storage, game_id) if "Raj refuses" in one.content]
    assert messages
    for message in messages:
        assert any(button.startswith("reasons:") for button in message.buttons)


async def test_a_repeated_question_shows_only_what_is_new(storage: Storage) -> None:
    """1.5.2 After 2 of 17 Resources a request for 3 is about 15 of them, and a refusal is reported once."""
    tables = Tables(storage)
    game_id = await open_position(tables, TRADING)

    async def act(seat: str, *keys: str) -> str:
        await tables.at(game_id, PEOPLE[seat]).play(list(keys))
        return (await last(storage, game_id)).content

    async def look(seat: str) -> str:
        return write_panel(load_language("en", "gandhi"), await tables.moment(game_id, PEOPLE[seat])).body

    await act("revolutionaries", "transfer", "request", "2")
    await act("raj", "yes")
    asked = await act("revolutionaries", "transfer", "request", "3")
    assert "Resources" not in asked.replace("3 Resources. You are free", "")
    panel = await look("raj")
    assert "Raj Resources 15 to 12; Revolutionaries Resources 6 to 9" in panel
    assert "17" not in panel
    refused = await act("raj", "no")
    assert refused.count("Resources refused by Raj") == 1
    await act("revolutionaries", "rally", "punjab", "guerrillas")
    asked = await act("revolutionaries", "transfer", "request", "2")
    assert "Punjab" in asked
    assert "refused" not in asked
    panel = await look("raj")
    assert "Punjab" in panel, "since the last question"
    assert panel.count("refused") == 1, "only what a refusal would do"
    await act("raj", "no")
    panel = await look("revolutionaries")
    assert "Raj Resources 17 to 15" in panel, "one's own turn is added up"
    assert panel.count("Resources refused by Raj") == 1


TRADING = {
    **BASE,
    "resources": {"raj": 17, "revolutionaries": 4},
    "spaces": {"punjab": {"underground": 3}, "bihar": {"underground": 2}, "sind": {"troops": 1}},
    "turn": {"seat": "revolutionaries", "may": "operation_and_special"},
}
