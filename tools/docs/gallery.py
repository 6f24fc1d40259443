"""Make ``docs/gallery.md`` and its pictures: every view, theme and card, from a few set positions.

Usage: ``python -m tools.docs.gallery``. The pictures are committed; run this after a change of the drawing, and check
the result.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from bot.games.gandhi.words.chronicle import tell
from bot.language import load_language
from bot.narrate.replay_page import make_page
from engine import Game
from engine.core.change import Change
from engine.core.record import read_record, write_record
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import ARJUNA, SEATS
from engine.gandhi.view import CardView, View
from render.gandhi import Options, Picture, Turn, draw, draw_card, draw_chart, draw_sheet, recap_game, recap_turn
from render.gandhi.palette import PALETTES_FILE
from render.gandhi.replay import apply_changes
from render.labels import LANGUAGES
from tools.docs.exhibits import DOCS, FOLDER, Exhibit, show_phones, write_exhibits

PAGE = DOCS / "gallery.md"
SEED = b"gallery".ljust(32, b".")
POSITION = {
    "game": "gandhi",
    "scenario": "short",
    "restraint": 3,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 28, "revolutionaries": 7},
    "spaces": {
        "punjab": {
            "troops": 1, "sepoys": 4, "congress": 1, "league": 2, "underground": 2, "league_bases": 1,
            "level": "passive_opposition", "protest": True, "unrest": 1,
        },
        "delhi": {"troops": 2, "sepoys": 3, "congress": 1, "level": "active_support"},
        "united_provinces": {"sepoys": 3, "congress": 2, "underground": 1, "revolutionary_bases": 1,
                             "level": "passive_opposition"},
        "bihar": {"sepoys": 3, "congress": 2, "active": 1, "level": "passive_opposition"},
        "bombay_presidency": {"sepoys": 2, "congress": 3, "gandhi": True, "underground": 1, "protest": True,
                              "level": "passive_opposition"},
        "bombay": {"troops": 2, "sepoys": 2, "congress": 1, "level": "passive_support"},
        "calcutta": {"troops": 1, "sepoys": 4, "league": 1, "level": "passive_support"},
        "east_bengal": {"troops": 1, "sepoys": 3, "league": 2, "underground": 2, "revolutionary_bases": 1,
                        "level": "passive_opposition", "unrest": 1},
        "west_bengal": {"sepoys": 2, "league": 2},
        "karachi": {"troops": 1, "sepoys": 2, "level": "passive_support"},
        "madras": {"troops": 1, "sepoys": 2, "level": "passive_support"},
        "madras_presidency": {"sepoys": 2, "congress": 1},
        "sind": {"league": 1, "level": "passive_opposition"},
        "gujarat": {"congress": 1, "level": "passive_opposition"},
        "hyderabad": {"underground": 1, "level": "passive_opposition"},
        "orissa": {"sepoys": 1, "level": "passive_support"},
        "mysore": {"underground": 1},
        "central_provinces": {"sepoys": 1, "level": "passive_support"},
        "bombay_bhusawal": {"strike": True},
    },
    "jail": {"congress": 1, "league": 1},
    "out_of_play": {"troops": 3, "sepoys": 8, "congress": 3, "league": 4, "underground": 3},
    "card": 55,
    "next": 36,
    "campaigns_left": 2,
    "seats": {"raj": "player", "congress": "player", "league": "arjuna", "revolutionaries": "arjuna"},
}  # fmt: skip
TURN = [
    Change("begin", "congress", "civil_disobedience"),
    Change("select", "congress", target="bihar"),
    Change("place", "congress", "protest", target="bihar"),
    Change("control", "congress", target="bihar", old=1, new=0),
    Change("select", "congress", target="gujarat"),
    Change("place", "congress", "protest", target="gujarat"),
    Change("select", "congress", target="united_provinces"),
    Change("move", "congress", "congress", 1, "united_provinces", "allahabad_calcutta"),
    Change("begin", "congress", "satyagraha"),
    Change("move", "congress", "gandhi", 1, "bombay_presidency", "madras_presidency"),
    Change("place", "congress", "congress", 1, "available", "madras_presidency"),
    Change("level", "congress", target="madras_presidency", old=0, new=-1),
    Change("control", "congress", target="bombay_presidency", old=0, new=1),
    Change("restraint", "congress", old=3, new=2),
]
SIDES = (
    "Gandhi goes to any space, out of Jail if need be. Place a Protest there, whatever the Restraint.",
    "Arrest up to three Activists in spaces with Raj Control. Then Restraint rises by one.",
)


PHOTOGRAPHS = (("replay-page", 1280, 800), ("replay-page-phone", 390, 844))
"""Pictures of the page of a game: file, width and height."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LATE = 10
"""The number of turns of a game that are shown in motion."""


def main() -> None:
    """Draw everything and write the page."""
    before, after = _views()
    lines = [
        "# Gallery",
        "",
        "What the bot draws: every view, theme and card. Made by `python -m tools.docs.gallery`. The map is drawn from",
        "public-domain geography (see [map.md](map.md)); nothing is taken from the published game. Sizes are",
        "of the whole picture as the bot sends it; some are shown smaller.",
        "",
    ]
    lines += write_exhibits(_exhibits(before, after), PALETTES_FILE)
    lines += show_phones("phones.png")
    PAGE.write_text("\n".join([*lines, *_write_replay(), *_write_turn()]), encoding="utf-8")


def _write_replay() -> list[str]:
    """Return the lines about the page of a whole game, and take its pictures where a browser is installed."""
    page = make_page(read_record(write_record(_play_a_game()[2].record())))
    if page is None:
        raise RuntimeError("There is no page of the game.")
    file = FOLDER / "replay.html"
    file.write_bytes(page)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    for name, width, height in PHOTOGRAPHS if browser is not None else ():
        shot = FOLDER / f"{name}.png"
        # Chromium makes no window narrower than 500 pixels: a phone is a frame in a larger one.
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--window-size={width},{height}",
        ]
        with TemporaryDirectory() as folder:
            frame = Path(folder) / "frame.html"
            style = f"border:0;width:{width}px;height:{height}px;display:block"
            frame.write_text(f'<body style="margin:0"><iframe src="{file.as_uri()}#13" style="{style}"></iframe>')
            command = [str(browser), *options, "--virtual-time-budget=3000", f"--screenshot={shot}", frame.as_uri()]
            subprocess.run(command, check=True, capture_output=True)
        with Image.open(shot) as image:
            image.convert("RGB").crop((0, 0, width, height)).save(shot, "PNG", optimize=True)
    words = "*A single file: save it and open it in any browser.*"
    pictures = [f"![The page of a game](gallery/{name}.png)" for name, _, _ in PHOTOGRAPHS]
    return ["## A whole game to keep", "", f"[replay.html](gallery/replay.html) {words}", "", *pictures, ""]


def _write_turn() -> list[str]:
    """Return the sample turn in words, as the bot writes it under the map, in every language."""
    lines = ["## The turn in words", ""]
    for code in LANGUAGES:
        language = load_language(code)
        lines += [f"*{language.word(f'language.{code}')}*", ""]
        lines += [f"- {line}" for line in tell(language, TURN)]
        lines.append("")
    return lines


def _views() -> tuple[View, View]:
    """Return the Views before and after the sample turn."""
    start: View = Game.at(POSITION, seed=SEED).view()
    return start, apply_changes(start, TURN)


def _play_a_game() -> tuple[View, list[Turn], Game]:
    """Return the beginning of a Short game of Arjuna alone, each of its steps, and the game at its end."""
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, ARJUNA), seed=SEED)
    player = Arjuna(game)
    opening: View = game.view()
    scenes: list[Turn] = []
    while game.decision is not None:
        done = len(game.steps)
        player.answer()
        if len(game.steps) > done:
            changes = [change for step in game.steps[done:] for change in step.changes]
            scenes.append(Turn(game.view(), tuple(changes)))
    return opening, scenes, game


def _exhibits(before: View, after: View) -> list[Exhibit]:
    def setup(scenario: str) -> View:
        view: View = Game.new(game="gandhi", scenario=scenario, seats={}, seed=SEED).view()
        return view

    def told(options: Options) -> Callable[[], Picture]:
        return lambda: draw(after, TURN, options)

    opening, scenes, _ = _play_a_game()
    history = [opening.victory, *(scene.view.victory for scene in scenes)]
    late = scenes[-LATE - 1].view
    candidates = ("bihar", "assam", "orissa", "central_provinces", "united_provinces")
    return [
        Exhibit("turn", "A turn", told(Options()), 1600),
        Exhibit("turn-phone", "The same at the width of a phone", told(Options()), 400),
        Exhibit("short", "Short scenario, set up", lambda: draw(setup("short")), 800),
        Exhibit("main", "Main scenario, set up", lambda: draw(setup("main")), 800),
        Exhibit("dark", "Dark", told(Options(theme="dark")), 800, "dark"),
        Exhibit("colour-blind", "Safe for colour-blind eyes", told(Options(theme="colour_blind")), 800, "colour_blind"),
        Exhibit("region", "A region enlarged", told(Options(layout="west")), 800),
        Exhibit("map", "The map alone, what did not change faded", told(Options(layout="map", dim=True)), 800),
        Exhibit("panel", "The boxes alone", lambda: draw(after, (), Options(layout="panel")), 700),
        Exhibit("pair", "Before and after", told(Options(layout="map", before=before)), 900),
        Exhibit(
            "why",
            "What Arjuna weighed, and took",
            lambda: draw(after, (), Options(layout="map", dim=True, candidates=candidates, chosen="punjab")),
            800,
        ),
        Exhibit("italian", "Italiano", told(Options(language="it")), 1000),
        Exhibit("spanish", "Español", told(Options(language="es")), 1000),
        Exhibit("japanese", "日本語", told(Options(language="ja")), 1000),
        Exhibit("recap", "The turn, step by step", lambda: recap_turn(before, after, TURN), 1000),
        Exhibit("game", "The last turns of a game", lambda: recap_game(late, scenes[-LATE:]), 800),
        Exhibit("event", "An Event", lambda: draw_card(_event(), SIDES), 360),
        Exhibit("viceroy", "A Viceroy", lambda: draw_card(CardView(75, "Lord Irwin", viceroy="irwin")), 360),
        Exhibit("sheet", "A Faction sheet", lambda: draw_sheet("congress"), 540),
        Exhibit("event-japanese", "イベント", lambda: draw_card(_event(), _sides("ja"), Options(language="ja")), 360),
        Exhibit("sheet-japanese", "ファクションシート", lambda: draw_sheet("raj", Options(language="ja")), 540),
        Exhibit("chart", "Margins over a game", lambda: draw_chart(history), 700),
    ]


def _sides(code: str) -> list[str]:
    """Return both texts of the Event in a language."""
    return [load_language(code).word(f"event.{_event().number}.{side}") for side in ("unshaded", "shaded")]


def _event() -> CardView:
    return CardView(55, "The Salt March", ("league", "congress", "revolutionaries", "raj"))


if __name__ == "__main__":
    main()
