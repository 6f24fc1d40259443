"""The whole table as text, for people who do not see it: tracks, workers, river, tiles, provinces."""

from __future__ import annotations

from bot.games.rajas.words.names import name_reward, name_tile, reward_of_space, reward_of_yield
from bot.games.rajas.words.standing import name_moment, write_box, write_open_tiles, write_score, write_supplies
from bot.language import Language
from bot.names import Said
from engine.rajas.board import BOARD, Bonus, action_of
from engine.rajas.roads import NAMES, SHAPES
from engine.rajas.view import View
from render.labels import labels_for
from render.rajas.captions import bonus_name


def write_board(language: Language, view: View) -> dict[str, list[str]]:
    """Return the lines of each part of the table by its heading; a province is under the name of its view."""
    return {
        language.say("space.ring"): [
            name_moment(language, view),
            *write_score(language, view),
            *(write_bonus(language, bonus) for bonus in (*BOARD.fame_bonuses, *BOARD.money_bonuses)),
        ],
        language.say("rajas.words.workers"): write_workers(language, view),
        language.say("space.quarry"): [*write_open_tiles(language, view), *write_supplies(language, view)],
        language.say("space.river"): write_river(language, view),
        **{language.say(f"ui.view.{seat}"): write_province(language, view, seat) for seat in view.players},
    }


def write_bonus(language: Language, bonus: Bonus) -> str:
    """Return a bonus of a track and its reward."""
    name = bonus_name(f"{bonus.track}_{bonus.space}", labels_for(language.code))
    return language.say("ui.words.space", name=Said(name), what=name_reward(language, bonus.reward))


def write_workers(language: Language, view: View) -> list[str]:
    """Return every space for workers with the workers there, and the cost of a free place."""
    places: dict[str, list[str]] = {}
    for slot, space in view.slots.items():
        if space.seat:
            what = language.word(f"seat.{space.seat}")
        else:
            what = language.say("rajas.words.price" if space.cost else "rajas.words.free", count=space.cost)
        places.setdefault(action_of(slot), []).append(what)
    return [
        language.say(
            "ui.words.space",
            name=Said(language.word(f"action.{action}")),
            what=language.put_together("items", what),
        )
        for action, what in places.items()
    ]


def write_river(language: Language, view: View) -> list[str]:
    """Return the boats at the start, then every space of the river with its reward and the boats on it."""
    lines = []
    for number in range(BOARD.river_last + 1):
        boats = [language.word(f"seat.{seat}") for seat, player in view.players.items() if player.boat == number]
        what = [name_reward(language, reward_of_space(view, number))] if number else []
        if what or boats:
            there = language.put_together("clauses", [*what, *boats])
            lines.append(language.say("ui.words.space", name=Said(str(number)), what=there))
    return lines


def write_province(language: Language, view: View, seat: str) -> list[str]:
    """Return a seat's belongings, its tiles with their roads square by square, and the yields at the edge."""
    player = view.players[seat]
    lines = [write_box(language, view, seat)]
    for square, here in sorted(player.province.items()):
        what = language.say(
            "rajas.about.lies",
            what=name_tile(language, BOARD.tiles[here.tile]),
            roads=language.word(f"roads.{here.roads or NAMES[SHAPES[BOARD.tiles[here.tile].road]]}"),
        )
        name = language.say("rajas.square", square=square)
        lines.append(language.say("ui.words.space", name=name, what=what))
    for space in BOARD.yields:
        name = language.word(f"space.{space}")
        reward = name_reward(language, reward_of_yield(view, seat, space))
        key = "rajas.words.collected" if space in player.joined else "ui.words.space"
        lines.append(language.say(key, name=Said(name), what=reward))
    return lines
