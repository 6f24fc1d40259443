"""Gandhi for the bot: its functions and pictures in the eleven parts of a `Frontend`.

A part names the functions of this folder, of the engine and of `render.gandhi` that answer, and has only short methods
itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from bot.games.answers import PLANS, Explanation, Figures, Line
from bot.games.frontend import Frontend
from bot.games.gandhi import advising, checking, facts, questions, reviewing, rival, standing_orders
from bot.games.gandhi.ahead import GandhiPlanning
from bot.games.gandhi.orders import lines, playing, positions, understanding, usual
from bot.games.gandhi.words import chronicle, guide, news, outlook, standing, totals
from bot.games.lessons import read_courses
from bot.games.playing import Lessons, Orders, Player, Positions, Setup
from bot.games.showing import Icons, Outlook, Pictures, Score, Words
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.data import read_shipped
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from engine.gandhi.arjuna import player as arjuna
from engine.gandhi.arjuna import thoughts
from engine.gandhi.arjuna.cards import CARDS
from engine.gandhi.board import DATA_FILES, PACKAGE, read_data
from engine.gandhi.events.interpreter import SIDES as EVENT_SIDES
from engine.gandhi.hand_over import is_between_cards
from engine.gandhi.ids import ARJUNA, AWAY, SEATS
from engine.gandhi.rules import STEPS
from engine.gandhi.setup import SCENARIOS
from engine.gandhi.state import State
from engine.gandhi.story import ENDED
from engine.gandhi.victory import find_turning_point, solo_ending
from engine.gandhi.view import View
from render.gandhi import animate, base, cards, chart, picture, regions, sheets
from render.gandhi.icons import ICONS, draw_icon
from render.gandhi.stage import load_stage
from render.page import Stage
from render.pictures import Options, Picture

UNSEEN_VERBS: Final = frozenset(
    {"phase", "begin", "select", "eligibility", "roll", "refuse", "agree", "reveal", "resume", "hand_over", "go_back"}
)
"""The verbs of Changes that leave the map as it was."""
TURNS: Final = frozenset({"gandhi_placed", "turn"})
"""The phases of a Faction's own turn and of Gandhi's placement. All others belong to a Campaign Round."""


class GandhiSetup(Setup):
    """1.0, 2.1 The four Factions, the scenarios, and the options of a table."""

    kind = facts.GAME
    seats = SEATS
    scenarios = tuple(SCENARIOS)
    variants = (facts.HEAD_START, facts.FORESIGHT)
    option_keys = ("sides", facts.HEAD_START, facts.FORESIGHT)
    colours = facts.COLOURS
    data_files = DATA_FILES
    view_type = View
    check_data = staticmethod(checking.check_data)

    def start_options(self, holders: Mapping[str, int]) -> dict[str, Any]:
        """1.5 Return the option ``sides``: the pairs of Factions that one person runs as one side."""
        return {"sides": facts.form_sides(holders)}

    def copy_game(self, game: Game, seed: bytes) -> Game:
        """2.2 Return a copy of the game (`Setup.copy_game`) with as many face-down cards, which everyone may count."""
        return facts.shorten_deck(super().copy_game(game, seed), game.at_start().view().cards_left)


class GandhiWords(Words):
    """The texts of turns, by action and space, and of Campaign Rounds, by phase."""

    # 6.0 These are the phases of a Campaign Round, and of the Crisis that follows one.
    rounds = frozenset(STEPS) - TURNS
    name_deeds = staticmethod(chronicle.name_deeds)
    tell = staticmethod(chronicle.tell)
    tell_briefly = staticmethod(totals.tell_briefly)
    tell_idle = staticmethod(chronicle.tell_idle)
    tell_round = staticmethod(totals.tell_round)
    tell_so_far = staticmethod(chronicle.tell_so_far)

    def title(self, language: Language, view: View) -> str:
        """2.3 Return the name of the Current Card, or of the phase if there is no Current Card."""
        if view.card is None:
            return language.word(f"phase.{view.phase}")
        return standing.name_card(language, view.card, plainly=True)

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """Return the name of a step: with the card for a Faction's turn, and as in other games for other steps."""
        phase, seat, card = (label.get(name) for name in ("phase", "seat", "card"))
        if phase == "turn" and seat and card:
            return text("ui.step.turn", number=number, seat=seat, card=card)
        return super().name_step(label, number)

    def ask(self, decision: Decision) -> Text:
        """Return the question of a decision. At the start of a turn, leave out the card, which the title names."""
        prompt = decision.prompt
        return text("ui.panel.turn", **prompt.params) if prompt.key == "ask.turn.action" else prompt

    def write_preface(self, language: Language, view: View, keys: Collection[str]) -> list[str]:
        """5.0 Return the text of each side of the Event that may be executed, or of the chosen side."""
        return standing.write_effects(language, view.card, [side for side in EVENT_SIDES if f"event:{side}" in keys])

    def describe_option(self, language: Language, option: Option, view: View, *, briefly: bool = False) -> str:
        """Return the value and content of a space, or "" for another option."""
        return standing.describe_space(language, view, option.key, briefly=briefly) if option.role == "space" else ""

    def tell_revealed(self, language: Language, changes: Sequence[Change], view: View) -> list[str]:
        """2.3.7 Return a line with the Event that has become current and the number of the next card, or nothing."""
        return standing.write_turned(language, view) if chronicle.has_new_card(changes) else []

    def is_revealed(self, change: Change) -> bool:
        """2.3.7 Return whether a Change reveals an Event, which `tell` leaves out. It keeps a Campaign card."""
        return change.verb == "reveal" and change.piece == "event"

    def is_turn_over(self, changes: Sequence[Change]) -> bool:
        """2.3.1 Return whether a Faction has ended its turn within these Changes, by an action or a pass."""
        return any(change.verb == "eligibility" and change.piece in ENDED for change in changes)


def name_lead(explanation: Explanation) -> str:
    """8.3 Return the letter of the Arjuna card's side that led a turn: the last side used in it, or "" for none."""
    keys = ("arjuna.card", "arjuna.flip")
    letters = [str(thought.text.params["letter"]) for thought in explanation.thoughts if thought.text.key in keys]
    return letters[-1] if letters else ""


def count_rounds(game: Game) -> int:
    """6.0 Return how many Campaign Rounds a game had."""
    return sum(step.label.phase == "victory" for step in game.steps)


class GandhiScore(Score):
    """7.2 Totals and margins; cards, tracks and the whole board."""

    figures = Figures(
        title="Cards used",
        # 8.3 Every side of an Arjuna card can lead a turn. For example, A is the front of a card and AA its back.
        leads=tuple(side for card in CARDS for side in (card, card + card)),
        name_lead=name_lead,
        count_rounds=count_rounds,
        early_end="victory",
    )
    explain = staticmethod(outlook.explain_totals)
    explain_cards = staticmethod(standing.explain_cards)
    sum_up = staticmethod(outlook.sum_up)
    write_board = staticmethod(standing.write_board)
    write_boxes = staticmethod(standing.write_boxes)
    write_cards = staticmethod(standing.write_cards)
    write_changes = staticmethod(standing.write_victory_changes)
    write_seat = staticmethod(standing.write_faction)
    write_tracks = staticmethod(standing.write_tracks)

    def list_totals(self, view: View) -> dict[str, int]:
        """7.2 Return the victory total of each Faction."""
        return {seat: row.value for seat, row in view.victory.items()}

    def write_state(self, language: Language, view: View) -> list[str]:
        """Return a line with the face-up cards, unless the game is over, and a line with the tracks."""
        cards = "" if view.ending else standing.name_cards(language, view)
        return [*([cards] if cards else []), standing.write_tracks(language, view)]

    def write_end(self, language: Language, game: Game) -> list[str]:
        """8.10 Return a line with a lone player's result, or nothing if there is no lone player."""
        alone = solo_ending(game.state)
        return [f"**{outlook.write_solo(language, alone)}**"] if alone is not None else []

    def find_turning_point(self, views: Sequence[View]) -> tuple[int, str] | None:
        """7.1 Return the index of the view since which the winner was always first, and the winner; None if unknown."""
        return find_turning_point([view.victory for view in views])


class GandhiOutlook(Outlook):
    """6.0, 7.0 News since an earlier view, a victory check now, and a Campaign Round now."""

    write_catchup = staticmethod(outlook.write_catchup)
    write_news = staticmethod(news.write_news)
    write_outlook = staticmethod(outlook.write_outlook)

    def write_stakes(self, language: Language, game: Game) -> str:
        """6.1 Return the result of a victory check now, and how soon one may come, or ""."""
        return outlook.write_stakes(language, game.state, game.view())

    def write_verdict(self, language: Language, game: Game) -> list[str]:
        """6.1 Return a line with the result of a victory check now, or nothing if the game is over."""
        return [outlook.write_verdict(language, game.state)] if game.decision is not None else []


class GandhiPictures(Pictures):
    """The map, its regions, the cards, the chart, and the page."""

    parts = tuple(base.REGIONS)
    ways = tuple(layout for layout in picture.LAYOUTS if layout not in base.REGIONS)
    unseen = UNSEEN_VERBS
    draw = staticmethod(picture.draw)
    draw_question = staticmethod(questions.draw_question)
    number_places = staticmethod(questions.number_places)
    draw_card = staticmethod(cards.draw_card)
    find_parts = staticmethod(regions.find_regions_of)
    recap_game = staticmethod(animate.recap_game)
    recap_turn = staticmethod(animate.recap_turn)

    def list_faces(self, language: Language, view: View) -> list[tuple[Any, list[str]]]:
        """Return the Current Card and the next card, as far as there are any, each with the texts of its sides."""
        return [(card, standing.name_effects(language, card)) for card in (view.card, view.next) if card is not None]

    def draw_chart(self, views: Sequence[View], options: Options) -> Picture:
        """7.2 Draw a chart of each Faction's margin, turn by turn."""
        return chart.draw_chart([view.victory for view in views], options)

    def set_stage(self, view: View) -> Stage:
        """Return the Stage of this game, which is the same for every view."""
        return load_stage()


ICONS_OF_CHOICES: Final = {
    "option.assault.gandhi.yes": "gandhi",
    "option.assault.sepoys.yes": "sepoys",
    "option.demonstrate.protest": "protest",
    "option.govern.muslim_state.yes": "muslim_state",
    "option.negotiate.muslim_state": "muslim_state",
    "option.negotiate.remove_muslim_state": "muslim_state",
    "option.negotiate.remove_unrest": "unrest",
    "option.rally.guerrillas": "underground",
    "option.treaty.gandhi.yes": "gandhi",
}
"""The icons of options whose parameters name no piece, by the key of the option's text."""


class GandhiIcons(Icons):
    """Icons of Factions, pieces, markers and levels."""

    names = ICONS
    draw = staticmethod(draw_icon)

    def find(self, option: Option, view: View) -> str:
        """1.6 Return the name of an option's icon, or "": the level of a space, or its piece, marker or Faction."""
        if option.role == "space" and (space := view.spaces.get(option.key)) is not None:
            return space.level if space.level in self.names else ""
        return ICONS_OF_CHOICES.get(option.text.key) or super().find(option, view)


class GandhiPlayer(Player):
    """8.0 Arjuna, and Chanakya in three strengths."""

    opponents = tuple(rival.STRENGTHS)
    explain_found = staticmethod(rival.explain_found)
    explain_step = staticmethod(arjuna.explain_step)
    make = staticmethod(rival.make_player)
    plan_rehearsal = staticmethod(rival.plan_rehearsal)
    plan_search = staticmethod(rival.plan_search)

    def kind_of(self, opponent: str, *, is_owned: bool = False) -> str:
        """7.1 Return the kind of an opponent's seat, after the mark `AWAY` if the seat still belongs to a person.

        A seat with that mark is not a Non-player Faction.
        """
        return (AWAY if is_owned else "") + super().kind_of(opponent)

    def kind_in(self, game: Game, seat: str) -> str:
        """8.1 Return the kind of player of a seat, after the mark `AWAY` if it is played for an absent person."""
        return str(game.state.kind_of(seat))

    def find_parted(self, game: Game, holders: Mapping[str, int]) -> str:
        """1.5 Return a Faction whose partner another person holds now, although one person held both, or ""."""
        pairs = [side for side in game.state.sides_now() if len({holders.get(seat) for seat in side}) > 1]
        seats = [seat for side in pairs for seat in side if game.state.is_person(seat)]
        # A newcomer who must decide has been pinged already.
        return min(seats, key=lambda seat: seat == game.pending_seat, default="")

    def may_return(self, game: Game) -> bool:
        """8.1 Return whether a seat may change hands: before anyone acts on the card, and in a Campaign Round."""
        return is_between_cards(game.state)

    def warn_of_giving_up(self, opponent: str) -> str:
        """7.1 Return the key of the warning that a Non-player Faction may win, or "" unless Arjuna gets the seat."""
        return "ui.replace.non_player" if self.kind_of(opponent) == ARJUNA else ""

    def summarise(self, explanation: Any) -> Sequence[Text]:
        """Return the main reasons of a turn of Chanakya, or else the summary of Arjuna's thoughts."""
        return rival.summarise(explanation) or thoughts.summarise(explanation)


class GandhiOrders(Orders):
    """3.0, 4.0 Operations and Special Activities, one-line orders, usual answers, standing orders."""

    actions = facts.ACTIONS
    spaces = facts.SPACES
    standing = (*standing_orders.ANSWERS, *PLANS)
    standing_type = standing_orders.GandhiOrder
    # 8.9.3 Arjuna plans all moves of a Redeploy together.
    plans = ("redeploy.origin",)
    go_on = staticmethod(understanding.go_on)
    regions = regions.find_homes(facts.SPACES)
    list_usual = staticmethod(usual.list_usual)
    understand = staticmethod(understanding.understand)
    words_of_rest = staticmethod(understanding.words_of_rest)

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """Return the turn line for the keys of a turn (`Orders.write_line`), or None unless they end the turn."""
        return lines.write_line(language, game.at_start(), keys) if playing.follow(game, keys[-1])[1] else None

    def about_option(self, option: Option, view: View) -> dict[str, Any]:
        """1.6 Return the level of a space as the parameter ``level``, or nothing for another option."""
        return {"level": view.spaces[option.key].level} if option.role == "space" else {}

    def count_resources(self, position: View | State, seat: str) -> int | None:
        """1.8 Return a Faction's Resources, or None for Congress and the League, which never have any."""
        return position.resources[seat] if seat in facts.RESOURCE_SEATS else None


class GandhiPositions(Positions):
    """Positions as lines in the notation of turn lines, and the data files of the game."""

    dealt = ("card", "next", "viceroy")
    revealed = playing.REVEALED
    entered = (playing.REVEALED, "die.rolled", "arjuna.card", "arjuna.die")
    read_lines = staticmethod(positions.read_lines)

    def read_files(self) -> Mapping[str, tuple[dict[str, Any], dict[str, Any]]]:
        """Return each data file by its name: as the bot uses it, and as it is shipped. Raises BadData."""
        return {name: (read_data(name), read_shipped(PACKAGE, name)) for name in DATA_FILES}

    def write_lines(self, language: Language, position: Mapping[str, Any], space: str = "") -> str:
        """Return a space as a line for `read_lines` or, without a space, lines with all other values to correct."""
        return positions.write_space(language, position, space) if space else positions.write_beside(language, position)


class GandhiLessons(Lessons):
    """The guided first turn and the printed examples; sheets, advice and reviews."""

    courses = read_courses("bot.games.gandhi", lambda position: str(position["turn"]["seat"]), guide.refine_step)
    rulebook = ""
    chapters = guide.CHAPTERS
    examples = guide.EXAMPLES
    draw_sheet = staticmethod(sheets.draw_sheet)
    find_paragraph = staticmethod(guide.find_paragraph)
    name_situation = staticmethod(guide.name_situation)
    plan_advice = staticmethod(advising.plan_advice)
    review = staticmethod(reviewing.GandhiReviewer)
    write_sheet = staticmethod(sheets.write_sheet)


FRONT: Final = Frontend(
    setup=GandhiSetup(),
    words=GandhiWords(),
    score=GandhiScore(),
    outlook=GandhiOutlook(),
    pictures=GandhiPictures(),
    icons=GandhiIcons(),
    player=GandhiPlayer(),
    orders=GandhiOrders(),
    planning=GandhiPlanning(),
    positions=GandhiPositions(),
    lessons=GandhiLessons(),
)
