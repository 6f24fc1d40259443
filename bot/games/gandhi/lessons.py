"""The lessons of Gandhi: the guided first turn, and the printed examples of its rulebook."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from bot.games.gandhi.examples import EXAMPLES, Example
from bot.games.gandhi.facts import GAME, SPACES
from bot.games.lessons import Course

LESSON: Final = "lesson"
"""In place of a table in the custom ids of the first turn."""
SEAT: Final = "congress"

POSITION: Final[dict[str, Any]] = {
    "game": GAME,
    "scenario": "short",
    "restraint": 3,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 20, "revolutionaries": 5},
    "spaces": {
        "bihar": {"sepoys": 2, "congress": 2, "level": "passive_opposition"},
        "united_provinces": {"sepoys": 1, "underground": 1},
        "bombay_presidency": {"sepoys": 2, "congress": 1, "gandhi": True, "level": "passive_opposition"},
        "delhi": {"troops": 1, "sepoys": 2, "congress": 1, "level": "passive_support"},
        "bombay": {"troops": 1, "sepoys": 1, "level": "passive_support"},
        "calcutta": {"troops": 1, "sepoys": 2, "league": 1, "level": "passive_support"},
        "punjab": {"sepoys": 2, "league": 2, "league_bases": 1},
        "east_bengal": {"league": 1, "underground": 1, "revolutionary_bases": 1, "level": "passive_opposition"},
    },
    "out_of_play": {"troops": 4, "sepoys": 12, "congress": 5, "league": 6, "underground": 6},
    "card": 55,
    "next": 36,
    "campaigns_left": 2,
    "turn": {"seat": SEAT, "may": "operation_and_special"},
}
"""Congress can take Control of Bihar away by a Protest, and of United Provinces by moving Gandhi there."""

STEPS: Final = ("begin", "space", "railway", "special", "gandhi", "activist", "finish")
"""The steps of the lesson, in their order."""
WISHES: Final[dict[str, tuple[str, ...]]] = {
    "turn.action": ("civil_disobedience",),
    "turn.operation": ("civil_disobedience",),
    "civil_disobedience.space": ("bihar", "special:satyagraha", "done"),
    "civil_disobedience.railway": ("done",),
    "satyagraha.space": ("united_provinces",),
    "satyagraha.what": ("place",),
}
"""The next choices of the lesson, by kind of decision: the first that is open and not chosen yet."""
NAMES: Final = {
    "turn.action": "begin",
    "civil_disobedience.space": "space",
    "civil_disobedience.railway": "railway",
    "satyagraha.space": "gandhi",
    "satyagraha.what": "activist",
    "turn.after": "finish",
}
SPECIAL: Final = "special:satyagraha"


def refine(name: str, keys: Collection[str]) -> str:
    """Return the step of the lesson.

    Once a space is chosen, the same question is about Satyagraha, and then about the end.
    """
    if name == "space" and any(key in tuple(SPACES) for key in keys):
        return "finish" if SPECIAL in keys else "special"
    return name


def make_course(example: Example) -> Course:
    """Return an example as a lesson."""
    return Course(
        id=example.id,
        seat=example.seat,
        position=example.position,
        rules=(example.number,),
        seed=example.seed,
        words=example.words,
        keys=example.keys,
    )


FIRST_TURN: Final = Course(
    id=LESSON,
    seat=SEAT,
    position=POSITION,
    rules=("3.3.3", "4.3.2", "1.7.1"),
    steps=STEPS,
    names=NAMES,
    wishes=WISHES,
    refine=refine,
)
COURSES: Final = (FIRST_TURN, *map(make_course, EXAMPLES))
