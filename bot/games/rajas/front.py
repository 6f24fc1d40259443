"""The front end of Rajas of the Ganges: everything that the bot asks of this game, answered by this folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bot.games.answers import (
    AutomaticPlayer,
    Explanation,
    Line,
    Search,
    Shortcut,
    Situation,
    StandingOrder,
    Understood,
)
from bot.games.front import FrontEnd
from bot.games.rajas import advising, facts, lessons, orders, pictures, shortcuts, standing_orders
from bot.games.rajas.words import about, chronicle, standing
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from engine.rajas import check
from engine.rajas.birbal.player import Birbal, explain_step
from engine.rajas.birbal.thoughts import summarise
from engine.rajas.board import FILES, FOLDER
from engine.rajas.ids import BASIC, BIRBAL, MIXED, NAVARATNAS, PLACE, SEATS, SETUP
from engine.rajas.view import View
from render.page import Scene, Stage
from render.pictures import Options, Picture, Turn
from render.rajas import draw_chart, draw_sheet, recap_game, recap_turn, write_sheet
from render.rajas.stage import find_stage

UNSEEN_VERBS = frozenset({"phase", "skip", "decline", "made_up", "hand_over", "go_back"})
"""Changes that leave the board as it was."""


class Rajas(FrontEnd):
    """Rajas of the Ganges."""

    kind = facts.GAME
    seats = SEATS
    automatic_kind = BIRBAL
    automatic_name = "Birbal"
    name_of_leads = "Workers placed"
    colours = facts.COLOURS_OF_SEATS
    turn_phase = PLACE
    parts = pictures.PROVINCES
    ways = pictures.WAYS
    pictured = pictures.PICTURED
    rulebook = facts.GAME
    has_page = True
    data_files = tuple(FOLDER + name for name in FILES)
    courses = lessons.COURSES
    command_packages = ("bot.games.rajas.commands",)
    player_counts = (2, 3, 4)
    variants = ("ganga",)
    option_keys = ("ganga", "experts")
    vocabularies = {"colour": "colour", "good": "good", "building": "building", "animal": "animal"} | {
        "roads": "roads",
        "counted": "counted",
        "for_action": "action",
        "takes": "colour",
    }

    # -- facts ---------------------------------------------------------------------------------------------

    def list_scenarios(self) -> dict[str, str]:
        """The basic game, the variant for experts, and both at one table."""
        return {BASIC: "basic game", NAVARATNAS: "variant for experts", MIXED: "experts and beginners"}

    def give_options(self, scenario: str, seats: Sequence[str]) -> dict[str, Any]:
        """In a mixed group every other seat is an expert's."""
        return {"experts": list(seats[::2])} if scenario == MIXED else {}

    def is_on_map(self, changes: Iterable[Change]) -> bool:
        """Whether any of these Changes can be seen on the board or in a province."""
        return any(change.verb not in UNSEEN_VERBS for change in changes)

    def list_runners(self, view: Any) -> Mapping[str, str]:
        """Who is played by Birbal."""
        seats: Mapping[str, str] = view.seats
        return seats

    def find_card(self, view: Any) -> int:
        """The round, which takes the place of a card."""
        return int(view.round)

    def read_view(self, data: Any) -> Any:
        """The public View from JSON data."""
        return data if isinstance(data, View) else msgspec.convert(data, View)

    # -- Birbal --------------------------------------------------------------------------------------------

    def is_automatic(self, game: Game, seat: str) -> bool:
        """Whether Birbal runs a seat."""
        return bool(seat) and game.state.seats.get(seat) == BIRBAL

    def plan_advice(self, language: Language, game: Game) -> Search:
        """What Birbal would do, and what comes nearest to it."""
        return Search(advising.suggest, advising.prepare(language, game))

    def make_player(self, game: Game, found: Any = None) -> AutomaticPlayer:
        """Birbal."""
        return Birbal(game)

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """Why Birbal did what it did."""
        return explain_step(game, keys)

    def summarise(self, explanation: Any) -> Sequence[Text]:
        """What was chosen, each time."""
        return summarise(explanation)

    # -- standing orders -----------------------------------------------------------------------------------

    def list_order_kinds(self) -> tuple[str, ...]:
        """Where the next worker goes."""
        return (standing_orders.NEXT,)

    def make_order(self, wish: Any, game: Game, seat: str) -> StandingOrder:
        """The order that somebody wishes for."""
        return standing_orders.make_order(wish, seat, game)

    def read_order(self, payload: Mapping[str, Any]) -> StandingOrder:
        """A stored order."""
        return standing_orders.read_order(payload)

    def has_run_out(self, order: Any, game: Game) -> bool:
        """Whether the worker has been placed, or the round is over."""
        return standing_orders.has_run_out(order, game.state)

    def obey(self, order: Any, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """The key that an order chooses now."""
        return standing_orders.find_answer(order, seat, game, obeyed)

    def write_order(self, language: Language, seat: str, order: Any) -> str:
        """Where the next worker goes, and where if that is taken."""
        when = language.word(f"order.lasts.{order.lasts}")
        what = language.say("ui.order.next", seat=seat, action=list(order.places))
        return language.say("ui.order.line", what=what, when=when)

    # -- one-line orders -----------------------------------------------------------------------------------

    def understand(self, language: Language, game: Game, action: str, typed: str) -> Understood:
        """What a one-line order comes to. Raises BadInput."""
        return orders.understand(language, game, action, typed)

    def go_on(self, game: Game, rest: str) -> Understood | None:
        """What the rest of an order comes to now. Raises BadInput."""
        return orders.go_on(game, rest)

    def words_of_rest(self, rest: str) -> str:
        """What of an order has not been begun."""
        return orders.words_of_rest(rest)

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """The line that would have said the same."""
        return orders.write_line(language, game.at_start(), keys)

    # -- words ---------------------------------------------------------------------------------------------

    def name_moment(self, language: Language, view: Any) -> str:
        """The round."""
        return standing.name_moment(language, view)

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """A placement as one would speak of it."""
        if label.get("phase") == PLACE and label.get("seat"):
            return text("rajas.step", number=number, seat=label["seat"], round=label.get("card", 1))
        return super().name_step(label, number)

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """What Changes did, placement by placement."""
        return chronicle.tell(language, changes, runners)

    def tell_so_far(
        self,
        language: Language,
        changes: Iterable[Change],
        seat: str = "",
        space: str = "",
        *,
        is_over: bool = False,
        is_headed: bool = True,
    ) -> list[str]:
        """As `tell`, for the person who is choosing."""
        return chronicle.tell_so_far(language, changes, is_headed=is_headed)

    def write_tracks(self, language: Language, view: Any) -> str:
        """What the seat that must decide has to pay with."""
        return standing.write_own(language, view, view.pending) if view.pending else ""

    def write_cards(self, language: Language, view: Any, *, effects: bool = True) -> list[str]:
        """I. The open tiles."""
        return standing.write_tops(language, view, effects=effects)

    def write_score(self, language: Language, view: Any) -> list[str]:
        """Fine del gioco: how far everybody's markers are apart."""
        return standing.write_score(language, view)

    def write_score_changes(self, language: Language, before: Any, after: Any) -> str:
        """Fine del gioco: whose markers have come nearer."""
        return standing.write_score_changes(language, before, after)

    def write_boxes(self, language: Language, view: Any) -> list[str]:
        """Dice, boats, free spaces."""
        return standing.write_boxes(language, view)

    def write_standing(self, language: Language, view: Any, seat: str, who: str) -> str:
        """A seat's fame, coins and workers."""
        return standing.write_seat(language, view, seat, who)

    def write_status(self, language: Language, view: Any, seat: str) -> str:
        """How many workers a seat still has."""
        return standing.write_status(language, view, seat)

    def write_state(self, language: Language, view: Any) -> list[str]:
        """The round and the river."""
        return standing.write_state(language, view)

    def describe_option(self, language: Language, option: Option, view: Any, *, briefly: bool = False) -> str:
        """What an option costs and brings."""
        return about.describe(language, option, view)

    def divide(self, decision: Decision) -> Mapping[str, Sequence[str]]:
        """The spaces for workers by their areas."""
        return shortcuts.divide(decision)

    def list_shortcuts(self, language: Language, game: Game) -> Sequence[Shortcut]:
        """The best payment, dice of one colour, all low dice again."""
        return shortcuts.list_shortcuts(language, game)

    def name_situation(self, view: Any, decision: Decision) -> Situation:
        """What kind of thing a person is asked."""
        if view.phase == SETUP:
            return "setup"
        return "your_turn" if decision.kind == "place" else "choosing"

    def find_paragraph(self, decision: Decision) -> str:
        """The heading about a decision."""
        return facts.find_paragraph(decision)

    def find_chapters(self, seat: str) -> tuple[str, ...]:
        """How one wins."""
        return facts.CHAPTERS

    def give_example(self, seat: str) -> str:
        """A whole turn in one line."""
        return "/market orders: tea 4"

    # -- pictures ------------------------------------------------------------------------------------------

    def draw(self, view: Any, changes: Sequence[Change], options: Options) -> Picture:
        """The table, or a province."""
        return pictures.draw(view, changes, options)

    def draw_question(self, game: Game, options: Options) -> Picture | None:
        """One's own province with what can be chosen there."""
        return pictures.draw_question(game, options)

    def find_parts(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """The provinces of all who have done something."""
        return pictures.find_parts(changes)

    def draw_chart(self, views: Sequence[Any], options: Options) -> Picture:
        """How the markers came together."""
        return draw_chart(views, options)

    def set_stage(self, view: Any) -> Stage:
        """The table with everybody's province."""
        return find_stage(view)

    def show(self, view: Any, changes: Sequence[Change]) -> Scene:
        """The table after a turn."""
        return find_stage(view).show(view, changes)

    def recap_turn(self, before: Any, view: Any, changes: Sequence[Change], options: Options) -> Picture:
        """A placement, step by step."""
        return recap_turn(before, view, changes, options)

    def recap_game(self, before: Any, turns: Sequence[Turn], options: Options) -> Picture:
        """A game, placement by placement."""
        return recap_game(before, turns, options)

    def draw_sheet(self, seat: str, options: Options) -> Picture:
        """What one can do on a turn, and how one wins."""
        return draw_sheet(seat, options)

    def write_sheet(self, seat: str, language: Language) -> list[str]:
        """The same in words."""
        return write_sheet(seat, language.code)

    # -- the command line ----------------------------------------------------------------------------------

    def check_data(self) -> tuple[list[str], str]:
        """Contenuto: counts, roads, prices and rewards."""
        return check.check_data(), check.summarise()

    def name_lead(self, explanation: Explanation) -> str:
        """The area to which a placement went."""
        keys: Sequence[str] = getattr(explanation, "keys", ())
        area = facts.area_of(keys[0]) if keys else ""
        return area if area in facts.AREAS else ""

    def list_leads(self) -> tuple[str, ...]:
        """The four areas of the board."""
        return facts.AREAS

    def count_rounds(self, game: Game) -> int:
        """Flusso del gioco: how many rounds a game had."""
        return int(game.state.round)


FRONT = Rajas()
