"""The state of a game as text: the race, the open tiles, everyone's dice and boats, the free spaces."""

from __future__ import annotations

from bot.games.rajas.words.names import count_by_colour, draw_roads, name_dice, name_features, name_reward
from bot.language import Language
from bot.names import Said
from engine import Game
from engine.rajas.board import BOARD, action_of
from engine.rajas.ids import ANIMALS, COLOURS
from engine.rajas.view import PlayerView, View


def name_moment(language: Language, view: View) -> str:
    """Return the round, and whether this phase is its last."""
    return language.say("rajas.now.last" if view.crossed else "rajas.now", number=view.round)


def name_gap(language: Language, player: PlayerView) -> str:
    """Return how far apart a player's markers are, or by how much they have passed each other."""
    if player.overlap < 0:
        return language.say("rajas.gap", count=-player.overlap)
    return language.say("rajas.overlap", count=player.overlap)


def write_own(language: Language, view: View, seat: str) -> str:
    """Return how near a seat's markers are to each other, and what it can pay with, in one line."""
    player = view.players[seat]
    return language.say(
        "rajas.mine",
        fame=player.fame,
        coins=player.money,
        gap=name_gap(language, player),
        karma=player.karma,
        what=name_dice(language, player.dice),
    )


def write_seat(language: Language, view: View, seat: str, who: str) -> str:
    """Return a seat in one line: who plays it, and its score."""
    player = view.players[seat]
    return language.say(
        "rajas.seat",
        seat=seat,
        who=who,
        fame=player.fame,
        coins=player.money,
        gap=name_gap(language, player),
        workers=player.workers,
    )


def write_score(language: Language, view: View) -> list[str]:
    """Return everyone's markers, the nearest to each other first."""
    return [
        language.say(
            "rajas.score",
            seat=seat,
            fame=view.players[seat].fame,
            coins=view.players[seat].money,
            gap=name_gap(language, view.players[seat]),
        )
        for seat in rank(view)
    ]


def write_stakes(language: Language, view: View) -> str:
    """Fine del gioco: return how far everyone's markers are apart, the nearest first, and whether it is the last phase.

    Those with the same number are named together.
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
    """Return the seats, the one whose markers are nearest to each other first."""
    return sorted(view.players, key=lambda seat: -view.players[seat].overlap)


def write_score_changes(language: Language, before: View, after: View) -> str:
    """Return whose markers have moved nearer to each other, and the gap."""
    parts = [
        language.say("rajas.score.change", seat=seat, gap=name_gap(language, player))
        for seat, player in after.players.items()
        if seat in before.players and player.overlap != before.players[seat].overlap
    ]
    return language.put_together("clauses", parts)


def explain_tiles(language: Language, game: Game) -> list[str]:
    """Return the open tiles, and how to read them."""
    return [*write_open_tiles(language, game.view()), language.say("rajas.tops.how")]


def write_open_tiles(language: Language, view: View) -> list[str]:
    """Return the open tiles, a line for each colour, cheap ones first."""
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
    """Return everyone's dice and boats, the reserve, the free spaces, and the open yield tiles."""
    lines = [write_box(language, view, seat) for seat in view.players]
    free = dict.fromkeys(action_of(slot) for slot, space in view.slots.items() if not space.seat)
    names = language.put_together("items", [language.word(f"action.{action}") for action in free])
    return [
        *lines,
        language.say("rajas.spaces", what=names or language.say("ui.none")),
        *write_supplies(language, view),
    ]


def write_supplies(language: Language, view: View) -> list[str]:
    """Return the dice in the reserve, and the open yield tiles."""
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
    """Return the belongings of a seat."""
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
    """Return the round."""
    return [name_moment(language, view)]
