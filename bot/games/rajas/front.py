"""Rajas of the Ganges for the bot: its functions and pictures in the eleven parts of a `Frontend`.

A part names the functions of this folder, of the engine and of `render.rajas` that answer, and has only short methods
itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.answers import AHEAD, Explanation, Figures, Situation
from bot.games.frontend import Frontend
from bot.games.lessons import read_courses
from bot.games.playing import Lessons, Orders, Player, Positions, Setup
from bot.games.rajas import advising, facts, orders, pictures, positions, rival, shortcuts, standing_orders
from bot.games.rajas.ahead import RajasPlanning
from bot.games.rajas.words import about, chronicle, news, standing
from bot.games.showing import Icons, Outlook, Pictures, Score, Words
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.data import read_shipped
from engine.core.decision import Decision
from engine.core.text import Text, text
from engine.rajas import check
from engine.rajas.birbal import player as birbal
from engine.rajas.birbal.thoughts import summarise
from engine.rajas.board import FILES, FOLDER, PACKAGE, read_file
from engine.rajas.ids import BASIC, BIRBAL, MIXED, NAVARATNAS, PLACE, SEATS, SETUP
from engine.rajas.view import View
from render import rajas as render
from render.rajas.stage import find_stage

UNSEEN_VERBS: Final = frozenset({"phase", "skip", "decline", "made_up", "hand_over", "go_back"})
"""The verbs of Changes that leave the board as it was."""


class RajasSetup(Setup):
    """Seats for two to four rajas. The scenarios are the basic game, the variant for experts, and both at one table."""

    kind = facts.GAME
    seats = SEATS
    scenarios = (BASIC, NAVARATNAS, MIXED)
    player_counts = (2, 3, 4)
    variants = ("ganga",)
    option_keys = ("ganga", "experts")
    turn_phase = PLACE
    colours = facts.COLOURS_OF_SEATS
    data_files = tuple(FOLDER + name for name in FILES)
    view_type = View

    def check_data(self) -> tuple[list[str], str]:
        """Contenuto: return the faults in counts, roads, prices and rewards, and then how much was checked."""
        return check.check_data(), check.summarise()


class RajasWords(Words):
    """Turns as text, one placement after the other."""

    title = staticmethod(standing.name_moment)
    describe_option = staticmethod(about.describe)
    name_deeds = staticmethod(chronicle.name_deeds)
    tell = staticmethod(chronicle.tell)
    tell_so_far = staticmethod(chronicle.tell_so_far)

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """Return the name of a step: with seat and round for a placement, and as in other games for other steps."""
        if label.get("phase") == PLACE and label.get("seat"):
            return text("rajas.step", number=number, seat=label["seat"], round=label.get("card", 1))
        return super().name_step(label, number)


def choose_experts(scenario: str, seats: Sequence[str]) -> dict[str, Any]:
    """Return the options for ``gandhi simulate``: in a mixed group, the 1st and 3rd seats are experts'."""
    return {"experts": list(seats[::2])} if scenario == MIXED else {}


def name_lead(explanation: Explanation) -> str:
    """Return the area where a worker was placed, or "" if the step was not a placement."""
    keys: Sequence[str] = getattr(explanation, "keys", ())
    area = facts.area_of(keys[0]) if keys else ""
    return area if area in facts.AREAS else ""


class RajasScore(Score):
    """Fine del gioco: how far everyone's markers are apart; dice, boats, tiles."""

    figures = Figures(
        title="Workers placed",
        leads=facts.AREAS,
        name_lead=name_lead,
        count_rounds=lambda game: int(game.state.round),
        choose_options=choose_experts,
    )
    explain_cards = staticmethod(standing.explain_tiles)
    write_board = staticmethod(standing.write_board)
    write_boxes = staticmethod(standing.write_boxes)
    write_changes = staticmethod(standing.write_score_changes)
    write_seat = staticmethod(standing.write_seat)
    write_state = staticmethod(standing.write_state)

    def write_tracks(self, language: Language, view: View, seat: str = "") -> str:
        """Return the markers and means of payment of a seat, by default the deciding seat, or "" without one."""
        return standing.write_own(language, view, seat or view.pending) if seat or view.pending else ""

    def explain(self, language: Language, game: Game) -> list[str]:
        """Fine del gioco: return a line on how far apart each seat's markers are, the nearest first."""
        return standing.write_score(language, game.view())


class RajasOutlook(Outlook):
    """Fine del gioco: news of other seats' turns, and how near each seat is to the end."""

    write_news = staticmethod(news.write_news)

    def write_catchup(self, language: Language, before: View, game: Game, changes: Sequence[Change]) -> list[str]:
        """Return lines on what each seat has done since the view ``before``, and on how far apart the markers are."""
        return [*news.write_news(language, [(before, changes)], game.view(), ""), self.write_stakes(language, game)]

    def write_stakes(self, language: Language, game: Game) -> str:
        """Fine del gioco: return how far apart each seat's markers are, and whether the last phase has begun."""
        return standing.write_stakes(language, game.view())


class RajasPictures(Pictures):
    """Pictures of the table and of each seat's province, and of questions."""

    parts = pictures.PROVINCES
    ways = pictures.WAYS
    contents = render.CONTENTS
    pictured = pictures.PICTURED
    unseen = UNSEEN_VERBS
    draw = staticmethod(pictures.draw)
    draw_chart = staticmethod(render.draw_chart)
    draw_question = staticmethod(pictures.draw_question)
    find_parts = staticmethod(pictures.find_parts)
    recap_game = staticmethod(render.recap_game)
    recap_turn = staticmethod(render.recap_turn)
    set_stage = staticmethod(find_stage)


class RajasIcons(Icons):
    """Icons of seats, dice, goods, buildings, animals and people."""

    names = render.ICONS
    draw = staticmethod(render.draw_icon)
    find = staticmethod(pictures.find_icon)


class RajasPlayer(Player):
    """Birbal, in three strengths."""

    kind = BIRBAL
    name = "Birbal"
    opponents = rival.STRENGTHS
    explain_found = staticmethod(rival.explain_found)
    explain_step = staticmethod(birbal.explain_step)
    make = staticmethod(rival.make_player)
    plan_rehearsal = staticmethod(rival.plan_rehearsal)
    plan_search = staticmethod(rival.plan_search)
    summarise = staticmethod(summarise)


class RajasOrders(Orders):
    """Turn lines, shortcuts, plans, and the standing order for the next worker."""

    standing = (standing_orders.NEXT, AHEAD)
    standing_type = standing_orders.WorkerOrder
    divide = staticmethod(shortcuts.divide)
    go_on = staticmethod(orders.go_on)
    list_shortcuts = staticmethod(shortcuts.list_shortcuts)
    understand = staticmethod(orders.understand)
    words_of_rest = staticmethod(orders.words_of_rest)
    write_line = staticmethod(orders.write_line)


class RajasPositions(Positions):
    """Positions as lines about players and about the table, and the data files of the game."""

    read_lines = staticmethod(positions.read_lines)
    write_lines = staticmethod(positions.write_lines)

    def read_files(self) -> Mapping[str, tuple[dict[str, Any], dict[str, Any]]]:
        """Return each data file by its name: as the bot uses it, and as it is shipped. Raises BadData."""
        return {FOLDER + name: (read_file(name), read_shipped(PACKAGE, name)) for name in FILES}


class RajasLessons(Lessons):
    """The guided first turn and the examples; the sheet and advice."""

    courses = read_courses("bot.games.rajas", lambda position: str(position["acting"]))
    rulebook = facts.GAME
    chapters = dict.fromkeys(SEATS, facts.CHAPTERS)
    examples = dict.fromkeys(SEATS, "/market orders: tea 4")
    draw_sheet = staticmethod(render.draw_sheet)
    find_paragraph = staticmethod(facts.find_paragraph)
    plan_advice = staticmethod(advising.plan_advice)
    write_sheet = staticmethod(render.write_sheet)

    def name_situation(self, view: View, decision: Decision) -> Situation:
        """Return the `Situation` of the person who must answer: the set-up, a turn (a placement), or another choice."""
        if view.phase == SETUP:
            return "setup"
        return "your_turn" if decision.kind == "place" else "choosing"


FRONT: Final = Frontend(
    setup=RajasSetup(),
    words=RajasWords(),
    score=RajasScore(),
    outlook=RajasOutlook(),
    pictures=RajasPictures(),
    icons=RajasIcons(),
    player=RajasPlayer(),
    orders=RajasOrders(),
    planning=RajasPlanning(),
    positions=RajasPositions(),
    lessons=RajasLessons(),
)
