"""Gandhi's front end: everything that the bot asks of this game, answered by the modules of this folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bot.games.answers import (
    Action,
    AutomaticPlayer,
    Explanation,
    Line,
    Search,
    Situation,
    StandingOrder,
    Understood,
)
from bot.games.front import FrontEnd
from bot.games.gandhi import advising, checking, facts, lessons, rival, standing_orders
from bot.games.gandhi.orders import lines, playing, understanding
from bot.games.gandhi.orders.outcome import Rest
from bot.games.gandhi.orders.outcome import Understood as OrderUnderstood
from bot.games.gandhi.words import chronicle, guide, outlook, standing, totals
from bot.games.gandhi.words.standing_orders import write_order
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from engine.gandhi.arjuna.cards import CARDS
from engine.gandhi.board import DATA_FILES
from engine.gandhi.ids import ARJUNA, AWAY, SEATS
from engine.gandhi.rules import STEPS
from engine.gandhi.story import ENDED
from engine.gandhi.victory import find_turning_point
from engine.gandhi.view import View
from render.gandhi.animate import recap_game, recap_turn
from render.gandhi.cards import draw_card
from render.gandhi.chart import draw_chart
from render.gandhi.picture import LAYOUTS, REGIONS, draw
from render.gandhi.regions import find_regions_of
from render.gandhi.sheets import draw_sheet, write_sheet
from render.gandhi.stage import load_stage
from render.page import Scene, Stage
from render.pictures import Options, Picture, Turn

UNSEEN_VERBS = frozenset(
    {"phase", "begin", "select", "eligibility", "roll", "refuse", "agree", "reveal", "resume", "hand_over", "go_back"}
)
"""Changes that leave the map as it was."""
TURNS = frozenset({"gandhi_placed", "turn"})
"""Phases of a Faction's own; all others are those of a Campaign Round."""


class Gandhi(FrontEnd):
    """Gandhi: The Decolonization of British India."""

    kind = facts.GAME
    seats = SEATS
    early_end = "victory"
    name_of_leads = "Cards used"
    colours = facts.COLOURS
    space_kinds = facts.SPACE_KINDS
    parts = tuple(REGIONS)
    ways = tuple(layout for layout in LAYOUTS if layout not in REGIONS)
    variants = (facts.HEAD_START, facts.FORESIGHT)
    option_keys = ("sides", facts.HEAD_START, facts.FORESIGHT)
    command_packages = ("bot.games.gandhi.commands",)
    opponents = tuple(rival.STRENGTHS)
    has_page = True
    data_files = DATA_FILES
    courses = lessons.COURSES

    # -- facts ---------------------------------------------------------------------------------------------

    def list_scenarios(self) -> dict[str, str]:
        """2.1 The scenarios with their years."""
        return facts.list_scenarios()

    def find_names(self) -> dict[str, str]:
        """Spaces, cards, Events and Viceroys."""
        return facts.find_names()

    def find_replaced_names(self) -> dict[str, str]:
        """What an owner has written on spaces, cards and Events."""
        return facts.find_replaced_names()

    def name_value(self, vocabulary: str, value: int) -> str:
        """1.6 Levels of Support and Opposition."""
        return facts.name_level(value) if vocabulary == "level" else ""

    def start_options(self, holders: Mapping[str, int]) -> dict[str, Any]:
        """1.5 The pairs of Factions that one person runs as one side."""
        return {"sides": facts.form_sides(holders)}

    def list_actions(self) -> list[Action]:
        """3.0, 4.0 Every Operation and Special Activity."""
        return facts.list_actions()

    def kind_of_space(self, space: str) -> str:
        """1.3 City, Province, Princely State or Railway."""
        return facts.kind_of_space(space)

    def list_spaces(self) -> Sequence[str]:
        """1.3 Cities, Provinces, Princely States and Railways."""
        return facts.list_spaces()

    def is_on_map(self, changes: Iterable[Change]) -> bool:
        """Whether any of these Changes can be seen on the map or its tracks."""
        return any(change.verb not in UNSEEN_VERBS for change in changes)

    def list_runners(self, view: Any) -> Mapping[str, str]:
        """Who is a Non-player Faction."""
        seats: Mapping[str, str] = view.seats
        return seats

    def find_card(self, view: Any) -> int:
        """2.3 The Current Card."""
        return view.card.number if view.card is not None else 0

    def copy_game(self, game: Game, seed: bytes) -> Game:
        """As many cards lie face down in the copy as in the game: everybody may count them (2.2)."""
        copied = super().copy_game(game, seed)
        return facts.shorten_deck(copied, game.at_start().view().cards_left)

    def read_view(self, data: Any) -> Any:
        """The public View from JSON data."""
        return data if isinstance(data, View) else msgspec.convert(data, View)

    # -- 8.0 Arjuna ----------------------------------------------------------------------------------------

    def is_automatic(self, game: Game, seat: str) -> bool:
        """8.1 Whether Arjuna runs a seat."""
        return facts.is_automatic(game, seat)

    def may_return(self, game: Game) -> bool:
        """8.1 Whether a card has just ended."""
        return facts.is_card_over(game)

    def kind_of(self, opponent: str, *, is_owned: bool = False) -> str:
        """7.1 Whose owner is away, that is no Non-player Faction."""
        return (AWAY if is_owned else "") + super().kind_of(opponent)

    def kind_in(self, game: Game, seat: str) -> str:
        """8.1 Who plays a seat, and whether for an absent person."""
        kind: str = game.state.kind_of(seat)
        return kind

    def warn_of_giving_up(self, opponent: str) -> str:
        """7.1 That a Non-player Faction may win, where Arjuna gets it."""
        return "ui.replace.non_player" if self.kind_of(opponent) == ARJUNA else ""

    def plan_search(self, game: Game, opponent: str, tries: int = 0) -> Search | None:
        """Chanakya's turns are searched for."""
        prepared = rival.prepare(game, tries or rival.STRENGTHS.get(opponent, 1))
        return Search(rival.search, prepared) if prepared is not None else None

    def plan_rehearsal(self, opponent: str) -> Search | None:
        """Chanakya's process reads the rules and imagines a game."""
        return Search(rival.rehearse, ()) if opponent in rival.STRENGTHS else None

    def plan_advice(self, language: Language, game: Game) -> Search:
        """Arjuna's way, and the plans of Chanakya's that did best."""
        return Search(advising.suggest, advising.prepare(language, game))

    def make_player(self, game: Game, found: Any = None) -> AutomaticPlayer:
        """8.1 Arjuna; and Chanakya."""
        return rival.make_player(game, found)

    def explain_found(self, found: Any, number: int) -> Explanation:
        """Why Chanakya chose a turn."""
        return rival.explain_found(found, number)

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """8.0 Why Arjuna did what it did."""
        return facts.explain_step(game, keys)

    def summarise(self, explanation: Any) -> Sequence[Text]:
        """An explanation in a few lines."""
        return rival.summarise(explanation) or facts.summarise(explanation)

    def begins_plan(self, kind: str) -> bool:
        """8.9.3 Whether a question begins the moves of a Redeploy."""
        return kind == "redeploy.origin"

    # -- standing orders -----------------------------------------------------------------------------------

    def list_order_kinds(self) -> tuple[str, ...]:
        """Passes, Campaign Rounds, transfers, Gandhi's release."""
        return tuple(standing_orders.ANSWERS)

    def make_order(self, wish: Any, game: Game, seat: str) -> StandingOrder:
        """The order that somebody wishes for."""
        return standing_orders.make_order(wish, game)

    def seats_asked(self, order_kind: str) -> tuple[str, ...]:
        """The Factions that are asked what an order answers."""
        return standing_orders.SEATS_ASKED.get(order_kind, ())  # type: ignore[call-overload, no-any-return]

    def read_order(self, payload: Mapping[str, Any]) -> StandingOrder:
        """A stored order."""
        return standing_orders.read_order(payload)

    def has_run_out(self, order: Any, game: Game) -> bool:
        """Whether an order's time is over."""
        return standing_orders.has_run_out(order, game)

    def obey(self, order: Any, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """The key that an order chooses now."""
        return standing_orders.find_answer(order, seat, game, obeyed)

    def name_use(self, order: Any, key: str) -> str:
        """What an order has done."""
        return standing_orders.name_use(order, key)

    def use_order(self, order: Any, key: str, game: Game) -> StandingOrder:
        """An order once it has chosen a key."""
        return standing_orders.use(order, key, game)

    def tell_use(self, seat: str, before: Any, after: Any) -> Text:
        """What an order has given."""
        return standing_orders.tell_use(seat, before, after)

    def write_order(self, language: Language, seat: str, order: Any) -> str:
        """A standing order as a sentence."""
        return write_order(language, seat, order)

    # -- one-line orders -----------------------------------------------------------------------------------

    def understand(self, language: Language, game: Game, action: str, typed: str) -> Understood:
        """What a one-line order comes to. Raises BadInput."""
        return _hand_on(understanding.understand(language, game, action, typed))

    def go_on(self, game: Game, rest: str) -> Understood | None:
        """What the rest of an order comes to now. Raises BadInput."""
        left = Rest.read(rest)
        decision = game.decision
        if left is None or decision is None or decision.seat != left.seat or game.step_number != left.turn:
            return None
        return _hand_on(understanding.resume(game, left))

    def words_of_rest(self, rest: str) -> str:
        """What of an order has not been begun."""
        left = Rest.read(rest)
        return left.words if left is not None else ""

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """The line that would have said the same, once the last of the keys ends the turn."""
        if not playing.follow(game, keys[-1])[1]:
            return None
        return lines.write_line(language, game.at_start(), keys)

    # -- words ---------------------------------------------------------------------------------------------

    def name_moment(self, language: Language, view: Any) -> str:
        """2.3 The Current Card; before the first, the phase."""
        if view.card is None:
            return language.word(f"phase.{view.phase}")
        return standing.name_card(language, view.card, plainly=True)

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """A Faction's turn on its card, or a phase of a Campaign Round."""
        phase, seat, card = (label.get(name) for name in ("phase", "seat", "card"))
        if phase == "turn" and seat and card:
            return text("ui.step.turn", number=number, seat=seat, card=card)
        return super().name_step(label, number)

    def name_deeds(self, language: Language, changes: Sequence[Change]) -> str:
        """The Operation, Special Activity or Event of a turn, and where."""
        return chronicle.name_deeds(language, changes)

    def write_preface(self, language: Language, view: Any, keys: Collection[str]) -> list[str]:
        """5.0 Both sides of the Event, where it may be executed."""
        return standing.write_effects(language, view.card) if any(key.startswith("event:") for key in keys) else []

    def ask(self, decision: Decision) -> Text:
        """The question; the card, which the title names, is not named again."""
        prompt = decision.prompt
        return text("ui.panel.turn", **prompt.params) if prompt.key == "ask.turn.action" else prompt

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """What Changes did, by action and space."""
        return chronicle.tell(language, changes, runners, is_under_way=is_under_way)

    def is_round(self, phase: str) -> bool:
        """6.0 Whether a phase belongs to a Campaign Round, or to the Crisis that follows one."""
        return phase in STEPS and phase not in TURNS

    def tell_briefly(
        self,
        language: Language,
        changes: Sequence[Change],
        runners: Mapping[str, str] | None = None,
        under_way: Sequence[Change] = (),
    ) -> list[str]:
        """What several Factions did, a line for each."""
        return totals.tell_briefly(language, changes, runners, under_way)

    def tell_round(
        self,
        language: Language,
        changes: Sequence[Change],
        before: Any,
        after: Any,
        runners: Mapping[str, str] | None = None,
    ) -> list[str]:
        """6.0 A stretch of a Campaign Round, a line for each phase."""
        return totals.tell_round(language, changes, before, after, runners)

    def tell_revealed(self, language: Language, changes: Sequence[Change], view: Any) -> list[str]:
        """2.3.7 The card behind the one that has become current."""
        return standing.write_next(language, view) if chronicle.has_new_card(changes) else []

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
        return chronicle.tell_so_far(language, changes, seat, space, is_over=is_over, is_headed=is_headed)

    def is_turn_over(self, changes: Sequence[Change]) -> bool:
        """2.3.1 Whether a Faction has executed something or passed."""
        return any(change.verb == "eligibility" and change.piece in ENDED for change in changes)

    def tell_idle(self, language: Language, changes: Sequence[Change]) -> list[str]:
        """A phase in which nobody did anything."""
        return chronicle.tell_idle(language, changes)

    def write_spending(self, language: Language, before: Any, after: Any, seat: str) -> str:
        """1.8 What the draft has cost a Faction that has Resources."""
        if seat not in facts.RESOURCE_SEATS:
            return ""
        old, new = before.resources[seat], after.resources[seat]
        return "" if old == new else language.say("ui.panel.resources", old=old, new=new)

    def count_spent(self, before: Any, after: Any, seat: str) -> int:
        """1.8 Resources, for a Faction that has some."""
        return before.resources[seat] - after.resources[seat] if seat in facts.RESOURCE_SEATS else 0

    def write_tracks(self, language: Language, view: Any) -> str:
        """Restraint, Unity, Resources, Viceroy."""
        return standing.write_tracks(language, view)

    def write_cards(self, language: Language, view: Any, *, effects: bool = True) -> list[str]:
        """2.3 The Current Card and the next one."""
        return standing.write_cards(language, view, effects=effects)

    def write_now(self, language: Language, game: Game) -> list[str]:
        """5.1.2 The sides of the Event that would change nothing."""
        return standing.write_event_now(language, game)

    def write_score(self, language: Language, view: Any) -> list[str]:
        """7.2 Totals, thresholds and margins."""
        return standing.write_victory(language, view)

    def list_scores(self, view: Any) -> dict[str, int]:
        """7.2 The victory totals."""
        return {seat: row.value for seat, row in view.victory.items()}

    def write_catchup(self, language: Language, before: Any, game: Game, changes: Sequence[Change]) -> list[str]:
        """7.3 Margins then and now, who is nearest, and what is different on the map and the tracks."""
        return outlook.write_catchup(language, before, game.state, game.view(), changes)

    def explain_score(self, language: Language, game: Game) -> list[str]:
        """7.2 Totals and margins, with the spaces that make them up."""
        return outlook.explain_totals(language, game.state)

    def sum_up_score(self, language: Language, game: Game, seat: str) -> str:
        """7.2 A Faction's total by its parts."""
        return outlook.sum_up(language, game.state, seat)

    def write_outlook(self, language: Language, game: Game) -> list[str]:
        """6.1 to 6.3 A victory check and a Campaign Round as they would go now."""
        return outlook.write_outlook(language, game.state) if game.decision is not None else []

    def write_score_changes(self, language: Language, before: Any, after: Any) -> str:
        """7.2 The totals that changed."""
        return standing.write_victory_changes(language, before, after)

    def write_boxes(self, language: Language, view: Any) -> list[str]:
        """Available, Out of Play, Jail."""
        return standing.write_boxes(language, view)

    def write_standing(self, language: Language, view: Any, seat: str, who: str) -> str:
        """A Faction's total, margin and eligibility."""
        return standing.write_faction(language, view, seat, who)

    def write_status(self, language: Language, view: Any, seat: str) -> str:
        """2.3.1 Whether a Faction is Eligible."""
        return "" if view.ending else language.word(f"status.{view.eligibility[seat]}")

    def write_state(self, language: Language, view: Any) -> list[str]:
        """The cards and the tracks."""
        cards = "" if view.ending else standing.name_cards(language, view)
        return [*([cards] if cards else []), standing.write_tracks(language, view)]

    def write_end(self, language: Language, game: Game) -> list[str]:
        """8.10 How a lone player did."""
        alone = facts.find_solo_ending(game)
        if alone is None:
            return []
        difference = str(alone.params["difference"]).replace("-", "−")
        return [f"**{language.say(alone.key, difference=difference)}**"]

    def describe_option(self, language: Language, option: Option, view: Any, *, briefly: bool = False) -> str:
        """What stands in a space."""
        return standing.describe_space(language, view, option.key, briefly=briefly) if option.role == "space" else ""

    def about_option(self, option: Option, view: Any) -> dict[str, Any]:
        """1.6 The level of a space."""
        return {"level": view.spaces[option.key].level} if option.role == "space" else {}

    def name_situation(self, view: Any, decision: Decision) -> Situation:
        """What kind of thing a person is asked."""
        return guide.name_situation(view, decision)

    def find_paragraph(self, decision: Decision) -> str:
        """The paragraph about a decision."""
        return guide.find_paragraph(decision)

    def find_chapters(self, seat: str) -> tuple[str, ...]:
        """Where a Faction's Operations and Special Activities begin, and its victory."""
        return guide.CHAPTERS[seat]

    def give_example(self, seat: str) -> str:
        """A whole turn in one line."""
        return guide.EXAMPLES.get(seat, "")

    # -- pictures ------------------------------------------------------------------------------------------

    def draw(self, view: Any, changes: Sequence[Change], options: Options) -> Picture:
        """The map."""
        return draw(view, changes, options)

    def find_parts(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """The regions that show every space in which something has happened."""
        return find_regions_of(changes)

    def list_faces(self, language: Language, view: Any) -> list[tuple[Any, list[str]]]:
        """The Current Card and the next one."""
        return [(card, standing.name_effects(language, card)) for card in (view.card, view.next) if card is not None]

    def draw_card(self, card: Any, sides: Sequence[str], options: Options) -> Picture:
        """An Event or Campaign card."""
        return draw_card(card, sides, options)

    def draw_sheet(self, seat: str, options: Options) -> Picture:
        """A Faction's sheet."""
        return draw_sheet(seat, options)

    def write_sheet(self, seat: str, language: Language) -> list[str]:
        """A Faction's sheet in words."""
        return list(write_sheet(seat, language.code))

    def find_turning_point(self, views: Sequence[Any]) -> tuple[int, str] | None:
        """7.1 Since when the Faction that came first stayed in front."""
        return find_turning_point([view.victory for view in views])

    def draw_chart(self, views: Sequence[Any], options: Options) -> Picture:
        """7.2 The margins, turn by turn."""
        return draw_chart([view.victory for view in views], options)

    def set_stage(self, view: Any) -> Stage:
        """The map and the boxes."""
        return load_stage()

    def show(self, view: Any, changes: Sequence[Change]) -> Scene:
        """The map after a turn."""
        return load_stage().show(view, changes)

    def recap_turn(self, before: Any, view: Any, changes: Sequence[Change], options: Options) -> Picture:
        """A turn, step by step."""
        return recap_turn(before, view, changes, options)

    def recap_game(self, before: Any, turns: Sequence[Turn], options: Options) -> Picture:
        """A game, turn by turn."""
        return recap_game(before, turns, options)

    # -- the command line ----------------------------------------------------------------------------------

    def check_data(self) -> tuple[list[str], str]:
        """What is wrong with the data of the board, the cards and the scenarios."""
        return checking.find_faults(), checking.summarise()

    def name_lead(self, explanation: Explanation) -> str:
        """8.3 The card side that led a turn: the last one drawn in it."""
        keys = ("arjuna.card", "arjuna.flip")
        letters = [str(thought.text.params["letter"]) for thought in explanation.thoughts if thought.text.key in keys]
        return letters[-1] if letters else ""

    def list_leads(self) -> tuple[str, ...]:
        """8.3 Every side of the Arjuna deck: A its front, AA its back."""
        return tuple(side for card in CARDS for side in (card, card + card))

    def count_rounds(self, game: Game) -> int:
        """6.0 How many Campaign Rounds a game had."""
        return sum(step.label.phase == "victory" for step in game.steps)


def _hand_on(understood: OrderUnderstood) -> Understood:
    rest = understood.rest.store() if understood.rest is not None else ""
    return Understood(understood.keys, understood.ending, understood.clauses, rest)


FRONT = Gandhi()
