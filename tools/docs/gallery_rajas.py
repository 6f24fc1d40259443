"""Make ``docs/gallery-rajas.md`` and its pictures, from a game that Birbal plays alone.

Usage: ``python -m tools.docs.gallery_rajas``. The pictures are committed; run this after a change of the drawing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import Game
from engine.rajas.birbal.player import Birbal
from engine.rajas.ids import BIRBAL, SEATS
from engine.rajas.quarry import open_ends
from engine.rajas.story import Story, read_story
from engine.rajas.view import View
from render.pictures import Options, Picture, Turn
from render.rajas import draw_board, draw_chart, draw_end, draw_province, draw_sheet, recap_game, recap_turn
from render.rajas.picture import PALETTES_FILE
from tools.docs.exhibits import DOCS, Exhibit, show_phones, write_exhibits

PAGE = DOCS / "gallery-rajas.md"
SEED = b"gallery of the rajas".ljust(32, b".")
LATE = 5
"""The number of turns of a game that are shown in motion."""
EARLIEST, LATEST = 36, 76
"""The sample turn is chosen from the turns between these two."""


def play(seats: tuple[str, ...], scenario: str = "basic", ganga: bool = False) -> tuple[View, list[Turn], Game]:
    """Play a game with Birbal in every seat; return the first view, each turn, and the finished game."""
    game = Game.new("rajas", scenario, seats=dict.fromkeys(seats, BIRBAL), seed=SEED, options={"ganga": ganga})
    birbal = Birbal(game, explains=False)
    opening: View = game.view()
    scenes: list[Turn] = []
    while game.decision is not None:
        done = len(game.steps)
        birbal.answer()
        if len(game.steps) > done:
            changes = [change for step in game.steps[done:] for change in step.changes]
            scenes.append(Turn(game.view(), tuple(changes)))
    return opening, scenes, game


def richest(scenes: list[Turn]) -> int:
    """Return the index of the turn with the most kinds of steps, and of those the most steps."""

    def weigh(index: int) -> tuple[int, int]:
        story: Story = read_story(scenes[index].changes)
        return (len({step.kind for step in story.steps if step.number}), len(story.steps))

    return max(range(EARLIEST, min(LATEST, len(scenes))), key=weigh)


def exhibits() -> list[Exhibit]:
    """Return the pictures of the gallery."""
    _, scenes, _ = play(SEATS)
    number = richest(scenes)
    before, scene = scenes[number - 1].view, scenes[number]
    seat = read_story(scene.changes).seat
    _, duel, over = play(SEATS[:2], "navaratnas", ganga=True)
    middle = duel[len(duel) // 2].view
    state = over.at_start().state if over.decision is not None else over.state
    squares = list(open_ends(state.players[SEATS[0]]))
    top = next(here.top for here in duel[-1].view.stacks.values() if here.top)

    def told(options: Options) -> Callable[[], Picture]:
        return lambda: draw_board(scene.view, scene.changes, options)

    return [
        Exhibit("rajas-turn", "A turn", told(Options()), 1200),
        Exhibit("rajas-phone", "The same for a phone, at its width", told(Options(layout="phone")), 390),
        Exhibit("rajas-dark", "Dark, in Italian", told(Options(theme="dark", language="it")), 900, "dark"),
        Exhibit(
            "rajas-colour-blind",
            "Safe for colour-blind eyes, in Japanese",
            told(Options(theme="colour_blind", language="ja")),
            900,
            "colour_blind",
        ),
        Exhibit(
            "rajas-duel", "Two experts with river tiles", lambda: draw_board(middle, (), Options(language="es")), 900
        ),
        Exhibit(
            "rajas-province",
            "A province after the turn, with Kali and the dice in her hands",
            lambda: draw_province(scene.view, seat, changes=scene.changes),
            1200,
        ),
        Exhibit(
            "rajas-squares",
            "The squares on which a tile may come",
            lambda: draw_province(duel[-1].view, SEATS[0], Options(layout="phone"), squares=squares, tile=top),
            390,
        ),
        Exhibit("rajas-sheet", "What one can do on a turn", lambda: draw_sheet(SEATS[0]), 540),
        Exhibit("rajas-chart", "The race", lambda: draw_chart([one.view for one in scenes]), 700),
        Exhibit("rajas-end", "The end", lambda: draw_end(scenes[-1].view), 700),
        Exhibit("rajas-recap", "The turn, step by step", lambda: recap_turn(before, scene.view, scene.changes), 800),
        Exhibit("rajas-game", "The last turns", lambda: recap_game(scenes[-LATE - 1].view, scenes[-LATE:]), 800),
    ]


def main() -> None:
    """Draw everything and write the page."""
    lines = [
        "# Rajas of the Ganges: gallery",
        "",
        "What the bot draws of this game. Made by `python -m tools.docs.gallery_rajas`. Everything is drawn by the",
        "project; nothing is taken from the published game. Sizes are of the whole picture as the bot sends it;",
        "some are shown smaller.",
        "",
    ]
    lines += write_exhibits(exhibits(), PALETTES_FILE)
    lines += show_phones("rajas-phones.png")
    PAGE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
