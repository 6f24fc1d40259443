"""Texts, score, outlook, pictures and icons of a game for the bot: five of the parts of a `Frontend`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from bot.games.answers import Figures
from bot.games.playing import TURN_PHASE
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from render.page import Stage
from render.pictures import Options, Picture, Turn

CATCHUP_LINES: Final = 8
"""The most lines of `Words.tell` in a report on what’s new, if `Outlook.write_catchup` returns no lines."""
NEWS_LINES: Final = 3
"""The most lines about others' actions that are shown above a person's own turn."""
PHONE: Final = "phone"
"""The layout of the whole board for a narrow screen, in games that have such a layout (`Pictures.ways`)."""


def list_runners(view: Any) -> Mapping[str, str]:
    """Return the kind of player of each seat, from a view of any game, as data or as a struct."""
    runners: Mapping[str, str] = view["seats"] if isinstance(view, dict) else view.seats
    return runners


def fit_lines(lines: Sequence[str], most: int) -> list[str]:
    """Return the last lines, at most ``most`` in all. If any are left out, the first line of the result is "…"."""
    return list(lines) if len(lines) <= most else ["…", *lines[len(lines) + 1 - most :]]


class Focus(NamedTuple):
    """The point of view of the person who is choosing for a ``seat``.

    ``space`` is the space of the present question, or "". ``is_over`` means that no more questions follow in this turn.
    ``is_headed`` is false if a title above already names the seat's own actions, so that the text leaves them out.
    ``answer`` is the key of the option whose effects are shown beside its name, which they need not repeat; or "".
    """

    seat: str = ""
    space: str = ""
    is_over: bool = False
    is_headed: bool = True
    answer: str = ""


ANY_FOCUS: Final = Focus()


class Words:
    """The course of the game and its questions, as text."""

    rounds: Collection[str] = ()
    """The phases of a round between turns. The steps of such a round are announced in messages for it alone."""

    def title(self, language: Language, view: Any) -> str:
        """Return the name of the present card or phase, for the title of a panel, or "" for neither."""
        return ""

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """Return the name of a played step, from its number and its `Label` as data: its phase, or the acting seat."""
        if label.get("phase") == TURN_PHASE and label.get("seat"):
            return text("ui.step.seat", number=number, seat=label["seat"])
        return text("ui.step.phase", number=number, phase=label.get("phase", ""))

    def name_deeds(self, language: Language, changes: Sequence[Change], seat: str = "") -> str:
        """Return the effects of a played turn in one line without Markdown.

        With a ``seat``, return those of a click for several answers, for the label that the seat's person sees.
        """
        lines = [line.replace("*", "").replace("`", "") for line in self.tell(language, changes)]
        return language.put_together("clauses", lines) or language.say("log.nothing")

    def ask(self, decision: Decision) -> Text:
        """Return the question of a decision for a panel whose title already names the present card or phase."""
        return decision.prompt

    def write_preface(self, language: Language, view: Any, keys: Collection[str]) -> list[str]:
        """Return lines to read before choosing. ``keys`` are the open keys, and those that were chosen already."""
        return []

    def describe_option(self, language: Language, option: Option, view: Any, *, briefly: bool = False) -> str:
        """Return the second line of an option in a list, such as a space's content, or "". ``briefly`` shortens it."""
        return ""

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """Return the effects of Changes as lines. ``runners`` has the kind of player of each seat (`list_runners`).

        ``is_under_way`` means that more Changes of the same turn may follow.
        """
        return [language.say(f"log.{change.verb}", **asdict(change)) for change in changes]

    def tell_briefly(
        self,
        language: Language,
        changes: Sequence[Change],
        runners: Mapping[str, str] | None = None,
        under_way: Sequence[Change] = (),
    ) -> list[str]:
        """Return the effects of several turns in few lines, and then those of a turn ``under_way`` as `tell` does."""
        return self.tell(language, [*changes, *under_way], runners, is_under_way=bool(under_way))

    def tell_round(
        self,
        language: Language,
        changes: Sequence[Change],
        before: Any,
        after: Any,
        runners: Mapping[str, str] | None = None,
    ) -> list[str]:
        """Return the effects of a part of a round (`rounds`): totals instead of single steps.

        ``before`` is the view before it. ``after`` is the present view, in which a further step may be under way.
        """
        return self.tell(language, changes, runners)

    def tell_so_far(self, language: Language, changes: Iterable[Change], focus: Focus = ANY_FOCUS) -> list[str]:
        """Return the effects of Changes in an unfinished turn as lines, for the person who is choosing."""
        return self.tell(language, changes)

    def tell_revealed(self, language: Language, changes: Sequence[Change], view: Any) -> list[str]:
        """Return lines about the card that Changes have revealed for later turns. ``view`` is the present view."""
        return []

    def is_revealed(self, change: Change) -> bool:
        """Return whether an announcement leaves a Change out of `tell`, because `tell_revealed` has a line about it."""
        return False

    def tell_idle(self, language: Language, changes: Sequence[Change]) -> list[str]:
        """Return lines about Changes for which `tell` has none: someone could have acted, and did not."""
        return []

    def is_turn_over(self, changes: Sequence[Change]) -> bool:
        """Return whether a turn has ended within these Changes. A card revealed after its end is not part of it."""
        return False


class Score:
    """The state of the game as text: tracks, cards, seats, totals, the whole board; and figures of many games."""

    figures: Figures = Figures()
    """The figures that ``gandhi simulate`` counts in this game."""

    def list_totals(self, view: Any) -> dict[str, int]:
        """Return the score of each seat. A later picture gets these scores, and marks those that have changed."""
        return {}

    def write_tracks(self, language: Language, view: Any, seat: str = "") -> str:
        """Return the most important values in one line. With a ``seat``, a second line has that seat's own values."""
        return ""

    def write_hand(self, language: Language, view: Any, seat: str) -> list[str]:
        """Return lines about what only the person on a seat may see, such as a hand. ``view`` is that seat's view."""
        return []

    def write_cards(self, language: Language, view: Any) -> list[str]:
        """Return lines with the names of the open cards and the number of cards that are left."""
        return []

    def explain_cards(self, language: Language, game: Game) -> list[str]:
        """Return lines about the open cards with their effects, in general and for the seat that must decide."""
        return self.write_cards(language, game.view())

    def write_boxes(self, language: Language, view: Any) -> list[str]:
        """Return lines about everything that is not on the board, such as pieces in boxes."""
        return []

    def write_board(self, language: Language, view: Any) -> dict[str, list[str]]:
        """Return the whole board as text, for people who cannot see it: the lines of each part, by the part's heading.

        The heading of a part that can be enlarged (`Pictures.parts`) is the text ``ui.view.<part>``.
        """
        return {language.say("ui.view.full"): [*self.write_state(language, view), *self.write_boxes(language, view)]}

    def write_state(self, language: Language, view: Any) -> list[str]:
        """Return lines about the state of the game, for the table's status message."""
        return [self.write_tracks(language, view)] if self.write_tracks(language, view) else []

    def write_seat(self, language: Language, view: Any, seat: str, who: str) -> str:
        """Return one seat in one line: the player's name ``who``, and the score if the game has scores."""
        return language.say("ui.seat", seat=seat, who=who)

    def explain(self, language: Language, game: Game) -> list[str]:
        """Return lines about how near each seat is to winning, with the parts of each total."""
        return []

    def sum_up(self, language: Language, game: Game, seat: str) -> str:
        """Return the parts of a seat's score and their sum in one line, or "" in a game without such parts."""
        return ""

    def write_changes(self, language: Language, before: Any, after: Any) -> str:
        """Return the scores that differ between two views in one line, or "" if none does."""
        return ""

    def write_end(self, language: Language, game: Game) -> list[str]:
        """Return further lines for the message about the end of a game, such as a lone player's result."""
        return []

    def find_turning_point(self, views: Sequence[Any]) -> tuple[int, str] | None:
        """Return the index of the view since which the winner was always first, and the winner; None if unknown."""
        return None


class Outlook:
    """News since an earlier view, and an outlook from the present one, in few lines."""

    def write_catchup(self, language: Language, before: Any, game: Game, changes: Sequence[Change]) -> list[str]:
        """Return the report on what’s new since the view ``before``, such as scores then and now, in few lines."""
        return []

    def write_news(
        self, language: Language, turns: Sequence[tuple[Any, Sequence[Change]]], after: Any, seat: str
    ) -> list[str]:
        """Return lines about other seats' actions, at most `NEWS_LINES`. What concerns ``seat`` comes first.

        ``turns`` has, for each turn, the view before it and its Changes. ``after`` is the view after all turns.
        """
        return []

    def write_outlook(self, language: Language, game: Game) -> list[str]:
        """Return lines about the effects of the next round if it came now, from public information alone."""
        return []

    def write_verdict(self, language: Language, game: Game) -> list[str]:
        """Return lines on who would win a victory check now, or who is nearest, from public information alone."""
        return []

    def write_stakes(self, language: Language, game: Game) -> str:
        """Return in one line who would win now and how soon that will be checked, or "" if there is nothing to say."""
        return ""


class Pictures:
    """The board and other pictures. Where a method returns None, the bot shows no picture."""

    parts: tuple[str, ...] = ()
    """The layouts of single parts of the board, which show them at a larger size."""
    ways: tuple[str, ...] = ("full",)
    """The layouts of the whole board, the usual one first."""
    contents: tuple[str, ...] = ()
    """The layouts that show what is in the box of the game, for ``gandhi render`` alone."""
    pictured: frozenset[str] = frozenset()
    """The kinds of questions whose panel always shows a picture (`draw_question`)."""
    unseen: frozenset[str] = frozenset()
    """The verbs of Changes that a picture of the board does not show."""

    def number_places(self, decision: Decision) -> Mapping[str, int]:
        """Return the number that each key of a decision has on the picture of the question; empty without numbers."""
        return {}

    def find_parts(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Return the layouts that together show all places of the Changes at the largest possible size."""
        return (self.ways[0],)

    def draw(self, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """Draw the board of a view, and mark on it the Changes of the turn that led there."""
        return None

    def draw_question(self, game: Game, options: Options) -> Picture | None:
        """Draw the pending question, if it is hard to answer without a picture (`is_pictured`)."""
        return None

    def list_faces(self, language: Language, view: Any) -> list[tuple[Any, list[str]]]:
        """Return the open cards, each with the texts of its sides: the first two arguments of `draw_card`."""
        return []

    def draw_card(self, card: Any, sides: Sequence[str], options: Options) -> Picture | None:
        """Draw a card with the texts of its ``sides`` (`list_faces`)."""
        return None

    def draw_chart(self, views: Sequence[Any], options: Options) -> Picture | None:
        """Draw a chart of how near each seat was to winning, from view to view."""
        return None

    def recap_turn(self, before: Any, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """Draw one turn as an animation, from the view ``before`` it to the ``view`` after it."""
        return None

    def recap_game(self, before: Any, turns: Sequence[Turn], options: Options) -> Picture | None:
        """Draw several turns as an animation. ``before`` is the view before the first of them."""
        return None

    def set_stage(self, view: Any) -> Stage | None:
        """Return the `Stage` for the page of a game that begins with this view, or None in a game without a page."""
        return None


def is_pictured(pictures: Pictures, decision: Decision) -> bool:
    """Return whether the panel of a question shows a picture: its kind always has one, or its options have numbers."""
    return decision.kind in pictures.pictured or bool(pictures.number_places(decision))


def is_on_map(pictures: Pictures, changes: Iterable[Change]) -> bool:
    """Return whether a picture of the board shows any of these Changes (`Pictures.unseen`)."""
    return any(change.verb not in pictures.unseen for change in changes)


class Icons:
    """Small pictures beside options and seats. A game without icons has text alone there."""

    names: tuple[str, ...] = ()
    """The names of the icons. A seat's icon is ``seat_<its id>``."""

    def draw(self, name: str) -> bytes:
        """Draw the icon with a name, as a PNG file of 128 by 128 pixels. Raises LookupError for an unknown name."""
        raise LookupError(f"The game has no icon called {name!r}.")

    def find(self, option: Option, view: Any) -> str:
        """Return the name of the icon for an option, by default that of its piece or its seat, or "" for none."""
        named = (str(option.text.params.get("piece", "")), f"seat_{option.text.params.get('seat', '')}")
        return next((name for name in named if name in self.names), "")
