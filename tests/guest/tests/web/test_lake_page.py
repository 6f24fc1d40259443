"""The lake game on its live page: two people and an automatic seat, by taps alone to the end."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.bot.test_lake import ASHA, BILAL, open_lake

from bot.console.files import play_record
from engine.core.record import read_record, verify_record
from tests.web.conftest import Site
from tests.web.test_server import find_turn, tap

MOST_TAPS = 200
PEOPLE = {"heron": ASHA, "otter": BILAL}


def list_taps(turn: Any) -> list[tuple[str, str]]:
    """Return what a finger can do in the turn: choose or confirm, each with its key."""
    taps = [("confirm" if one["is_confirm"] else "choose", one["key"]) for one in turn["options"]]
    return taps if turn["ending"] is None else [*taps, ("confirm", turn["ending"])]


async def test_two_people_and_an_automatic_seat_play_to_the_end_by_taps(site: Site) -> None:
    game_id = await open_lake(site.tables)
    public = await site.links.find_page(game_id)
    links = {seat: await site.enter(game_id, person) for seat, person in PEOPLE.items()}
    chance, verbs, roles = Random(3), set[str](), set[str]()
    for number in range(MOST_TAPS):
        moment = await site.tables.moment(game_id)
        if moment.decision is None:
            break
        seat = moment.decision.seat
        shown = {each: await find_turn(site, link) for each, link in links.items()}
        assert [each for each, turn in shown.items() if turn["mine"]] == [seat], "the automatic seat has played"
        turn = shown[seat]
        held = (await site.tables.moment(game_id, PEOPLE[seat])).view["boats"][seat]["hand"]
        assert any("In your hand: " in line for line in turn["tracks"]) == bool(held)
        assert "correct" not in turn, "the game has no corrections"
        verb, keys = chance.choice(list_taps(turn))
        verbs.add(verb)
        roles |= {option["role"] for option in turn["options"]}
        after = await tap(site, links[seat], turn, verb, keys, once=f"the tap number {number}")
        assert not after["notes"], after["notes"]
    game = (await site.tables.moment(game_id)).game
    assert game.result is not None
    assert verbs == {"choose", "confirm"}
    assert roles >= {"action", "space", "piece"}
    for link in links.values():
        turn = await find_turn(site, link)
        assert not turn["mine"]
        assert [way["verb"] for way in turn["ways"]] == ["rematch"]
    data = await site.get(public, "data", language="en")
    assert any("seed" in line for line in (await site.get(public, "proof"))["lines"])
    async with site.client.get(f"{public}/record") as answer:
        record = read_record(await answer.read())
    verify_record(play_record(record).record(), record)
    assert len(record.steps) == 9, "three rounds of three"
    assert len(data["moments"]) > len(record.steps)
