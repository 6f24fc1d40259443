"""The state of a game as text: markers, tiles, dice, boats, free spaces; and the whole table, part by part."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from bot.games.rajas.words.names import (
    count_by_colour,
    draw_roads,
    name_dice,
    name_features,
    name_reward,
    name_tile,
)
from bot.language import Language, Said
from engine import Game
from engine.rajas.board import BOARD, Bonus, action_of
from engine.rajas.ids import ANIMALS, COLOURS
from engine.rajas.quarry import yield_of
from engine.rajas.roads import NAMES, SHAPES
from engine.rajas.view import PlayerView, View, facts_of
from render.labels import labels_for
from render.rajas.captions import bonus_name


def name_moment(language: Language, view: View) -> str:
    """Return the number of the round as text, and that the last phase of the game has begun if it has."""
    return language.say("rajas.now.last" if view.crossed else "rajas.now", number=view.round)


def name_gap(language: Language, player: PlayerView) -> str:
    """Return a text on how far apart a player's markers are, or by how much they have passed each other."""
    if player.overlap < 0:
        return language.say("rajas.gap", count=-player.overlap)
    return language.say("rajas.overlap", count=player.overlap)


def name_race(language: Language, player: PlayerView) -> dict[str, Any]:
    """Return a player's fame and coins and how far apart the markers are, as parameters of a sentence."""
    return {"fame": player.fame, "coins": player.money, "gap": name_gap(language, player)}


def write_own(language: Language, view: View, seat: str) -> str:
    """Return a seat's fame, coins, gap between the markers, karma and dice, in one line."""
    player = view.players[seat]
    what = name_dice(language, player.dice)
    return language.say("rajas.mine", **name_race(language, player), karma=player.karma, what=what)


def write_seat(language: Language, view: View, seat: str, who: str) -> str:
    """Return a seat in one line: who plays it, its markers, and its workers left to place."""
    player = view.players[seat]
    return language.say("rajas.seat", seat=seat, who=who, **name_race(language, player), workers=player.workers)


def write_score(language: Language, view: View) -> list[str]:
    """Return a line about each seat's markers, first the seats whose markers are nearest to each other."""
    return [language.say("rajas.score", seat=seat, **name_race(language, view.players[seat])) for seat in rank(view)]


def write_stakes(language: Language, view: View) -> str:
    """Fine del gioco: return a line on how far apart each seat's markers are, and whether the last phase has begun.

    Seats whose markers are nearest come first. Seats with the same distance are named together.
    """
    apart: dict[int, list[str]] = {}
    for seat in rank(view):
        apart.setdefault(-view.players[seat].overlap, []).append(seat)
    met = [language.say("rajas.race.met", seat=seats, count=-count) for count, seats in apart.items() if count <= 0]
    still = [language.say("rajas.race.of", seat=seats, count=count) for count, seats in apart.items() if count > 0]
    return language.put_together(
        "parts",
        [
            *([name_moment(language, view)] if view.crossed else []),
            *met,
            *([language.say("rajas.race", what=language.put_together("items", still))] if still else []),
        ],
    )


def rank(view: View) -> list[str]:
    """Return the seats, first those whose markers are nearest to each other or furthest past each other."""
    return sorted(view.players, key=lambda seat: -view.players[seat].overlap)


def write_score_changes(language: Language, before: View, after: View) -> str:
    """Return the seats whose markers have moved closer together or further apart, each with the new gap, or ""."""
    parts = [
        language.say("rajas.score.change", seat=seat, gap=name_gap(language, player))
        for seat, player in after.players.items()
        if seat in before.players and player.overlap != before.players[seat].overlap
    ]
    return language.put_together("clauses", parts)


def explain_tiles(language: Language, game: Game) -> list[str]:
    """Return lines with the open tiles, and a line on how to read them."""
    return [*write_open_tiles(language, game.view()), language.say("rajas.tops.how")]


def write_open_tiles(language: Language, view: View) -> list[str]:
    """Return a line for each colour with the open tile of each animal: its cost, features, roads and stack."""
    lines = []
    for colour in COLOURS:
        parts = []
        for animal in ANIMALS:
            stack = view.stacks[f"{colour}:{animal}"]
            if not stack.top:
                parts.append(language.say("rajas.top.none", animal=animal))
                continue
            tile = BOARD.tiles[stack.top]
            parts.append(
                language.say(
                    "rajas.top",
                    cost=tile.cost,
                    animal=animal,
                    what=name_features(language, tile),
                    roads=draw_roads(language, tile),
                    count=stack.count,
                )
            )
        name = language.word(f"colour.{colour}")
        lines.append(
            language.say(
                "rajas.stack", name=Said(name[:1].upper() + name[1:]), what=language.put_together("parts", parts)
            )
        )
    return lines


def write_boxes(language: Language, view: View) -> list[str]:
    """Return lines with each seat's belongings, the free spaces for workers, the reserve, and the open yield tiles."""
    lines = [write_box(language, view, seat) for seat in view.players]
    free = dict.fromkeys(action_of(slot) for slot, space in view.slots.items() if not space.seat)
    names = language.put_together("items", [language.word(f"action.{action}") for action in free])
    return [
        *lines,
        language.say("rajas.spaces", what=names or language.say("ui.none")),
        *write_supplies(language, view),
    ]


def write_supplies(language: Language, view: View) -> list[str]:
    """Return a line with the dice in the reserve and, if there are any, a line with the open yield tiles."""
    lines = [language.say("rajas.reserve", what=count_by_colour(language, view.reserve))]
    if view.supply:
        parts = [
            language.say(
                "rajas.supply.of",
                reward=name_reward(language, BOARD.yield_tiles[tile].reward),
                colour=BOARD.yield_tiles[tile].colour,
                count=count,
            )
            for tile, count in view.supply.items()
            if count
        ]
        lines.append(language.say("rajas.supply", what=language.put_together("items", parts)))
    return lines


def write_box(language: Language, view: View, seat: str) -> str:
    """Return a seat's belongings in one line: dice, karma, values of buildings, boat, workers and number of tiles."""
    player = view.players[seat]
    values = [language.say("rajas.value", building=kind, value=value) for kind, value in player.values.items()]
    return language.say(
        "rajas.box",
        seat=seat,
        what=name_dice(language, player.dice),
        karma=player.karma,
        values=language.put_together("items", values),
        number=player.boat,
        workers=player.active,
        count=len(player.province),
    )


def write_state(language: Language, view: View) -> list[str]:
    """Return a line with the round and, if it has begun, the last phase, for the table's status message."""
    return [name_moment(language, view)]


# -- the whole table, for people who do not see it ---------------------------------------------------------


def write_board(language: Language, view: View) -> dict[str, list[str]]:
    """Return the lines of each part of the table by its heading. A province has the heading of its picture."""
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
    """Return a line with the name of a bonus space of a track and its reward."""
    name = bonus_name(f"{bonus.track}_{bonus.space}", labels_for(language.code))
    return language.say("ui.words.space", name=Said(name), what=name_reward(language, bonus.reward))


def write_workers(language: Language, view: View) -> list[str]:
    """Return a line for every action with spaces for workers: for each space its worker, or the cost if it is free."""
    places: dict[str, list[str]] = {}
    for slot, space in view.slots.items():
        if space.seat:
            what = language.word(f"seat.{space.seat}")
        else:
            what = language.say("rajas.words.price" if space.cost else "rajas.words.free", count=space.cost)
        places.setdefault(action_of(slot), []).append(what)
    return [
        language.say("ui.words.space", name=Said(language.word(f"action.{action}")), what=write_slots(language, what))
        for action, what in places.items()
    ]


def write_slots(language: Language, slots: Iterable[str]) -> str:
    """Return the texts of an action's spaces in order as one text; equal ones in a row once, with their number."""
    parts = []
    for what, same in groupby(slots):
        count = len(list(same))
        parts.append(language.say("rajas.words.times", what=Said(what), count=count) if count > 1 else what)
    return language.put_together("items", parts)


def write_river(language: Language, view: View) -> list[str]:
    """Return a line with the boats at the start, then one for each space of the river with its reward and boats."""
    lines, facts = [], facts_of(view)
    for number in range(BOARD.river_last + 1):
        boats = [language.word(f"seat.{seat}") for seat, player in view.players.items() if player.boat == number]
        what = [name_reward(language, facts.river_reward(number))] if number else []
        if what or boats:
            there = language.put_together("clauses", [*what, *boats])
            lines.append(language.say("ui.words.space", name=Said(str(number)), what=there))
    return lines


def write_province(language: Language, view: View, seat: str) -> list[str]:
    """Return lines with a seat's belongings, each tile with its square and roads, and the yields at the edge."""
    player, facts = view.players[seat], facts_of(view)
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
        reward = name_reward(language, yield_of(facts, seat, space))
        key = "rajas.words.collected" if space in player.joined else "ui.words.space"
        lines.append(language.say(key, name=Said(name), what=reward))
    return lines
